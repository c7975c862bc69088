//! The P054 sliding puzzle and the kit that proves it faithful.
#![doc = "placeholder"]

pub mod board;
pub mod console;
pub mod eml;
pub mod programs;
pub mod rng;
pub mod search;
pub mod stream;
pub mod transcript;
