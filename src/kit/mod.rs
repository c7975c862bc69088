//! The kit: the specification on disk, its comparison with a program, and reports of both.
//!
//! - [`case`] is one case, [`specification`] all of them: it walks `spec/` and `snapshots/`, or
//!   is built in, and tells every [`flaw`];
//! - [`compare`] finds where a transcript leaves the expected screen;
//! - [`report`] tells a person so, with everything invisible made [`visible`];
//! - [`record`] makes cases of a record's sessions, and a record of cases;
//! - [`copy`] writes a specification out for other projects, [`cast`] plays a case as a recording;
//! - [`files`] writes what any of them makes, whole or not at all.

pub mod case;
pub mod cast;
pub mod compare;
pub mod copy;
pub mod files;
pub mod flaw;
pub mod record;
pub mod report;
pub mod specification;
pub mod visible;
