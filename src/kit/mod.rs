//! The kit: the specification on disk, its comparison with a program, and reports of both.
//!
//! - [`case`] is one case, [`specification`] all of them: it walks `spec/` and `snapshots/`, or
//!   is built in, and tells every [`flaw`];
//! - [`check`] judges cases side by side: an [`external`] command, or the programs of the house;
//!   [`compare`] finds where the output leaves the expected one, the [`verdict`] is what it means,
//!   and failures may be [`known`];
//! - [`report`] tells people and machines, with everything invisible made [`visible`];
//! - [`fuzz`] makes random sessions, and failing ones small;
//! - [`original`] compiles programs written in EML, from a record or from files;
//! - [`record`] makes cases of a record's sessions, and a record of cases;
//! - [`copy`] writes a specification out for other projects, [`cast`] plays a case as a recording;
//! - [`files`] writes what any of them makes, whole or not at all.

pub mod case;
pub mod cast;
pub mod check;
pub mod compare;
pub mod copy;
pub mod external;
pub mod files;
pub mod flaw;
pub mod fuzz;
pub mod known;
pub mod original;
pub mod record;
pub mod report;
pub mod specification;
pub mod verdict;
pub mod visible;
