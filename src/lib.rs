//! The P054 sliding puzzle and the kit that proves it faithful.
#![doc = "placeholder"]

pub mod board;
pub mod cli;
pub mod console;
pub mod kit;
pub mod programs;
pub mod rng;
pub mod search;
pub mod stream;
pub mod transcript;
