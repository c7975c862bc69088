//! The kit: the specification on disk, its comparison with a program, and reports of both.
//!
//! - [`specification`] walks `spec/` and `snapshots/` and tells what is wrong with them;
//! - [`compare`] finds where a transcript leaves the expected screen;
//! - [`report`] tells a person so, with everything invisible made [`visible`];
//! - [`record`] reads a record's sessions and writes them as cases.

pub mod compare;
pub mod files;
pub mod record;
pub mod report;
pub mod specification;
pub mod visible;
