//! The kit: the specification on disk, its comparison with a program, and reports of both.
//!
//! - [`case`] is one case, [`specification`] all of them: it walks `spec/` and `snapshots/`, or
//!   is built in, and tells every [`flaw`];
//! - [`compare`] finds where a transcript leaves the expected screen;
//! - [`report`] tells a person so, with everything invisible made [`visible`];
//! - [`record`] reads a record's sessions and writes them as cases.

pub mod case;
pub mod compare;
pub mod files;
pub mod flaw;
pub mod record;
pub mod report;
pub mod specification;
pub mod visible;
