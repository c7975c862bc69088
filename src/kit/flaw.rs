//! What can be wrong with a specification, and how it is told: what, where, what to do.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use crate::kit::visible::visible;
use crate::programs::PROGRAMS;

/// Something wrong with the specification.
#[derive(Debug)]
pub struct Problem {
    /// The case that it concerns: its name, or what its name would be.
    pub name: String,
    /// The file or folder.
    pub path: PathBuf,
    /// What is wrong with it.
    pub flaw: Flaw,
}

/// What can be wrong with a file of the specification.
#[derive(Debug)]
pub enum Flaw {
    /// There is no case at all.
    NoCase,
    /// A case outside any program's folder.
    NoProgramFolder,
    /// A case in a folder that no program has.
    UnknownProgram,
    /// A name with a dot before `.in`.
    Dot,
    /// A name that is not UTF-8.
    NameNotUtf8,
    /// A name that another case, this one, has too but for upper and lower case.
    TwoCases(String),
    /// A file under `spec/` that is no case.
    NotACase,
    /// A file under `snapshots/` that is neither a screen nor its description.
    NotASnapshot,
    /// A case without snapshot.
    NoSnapshot,
    /// A snapshot without its other file, this one.
    HalfPair(PathBuf),
    /// A snapshot without case.
    NoInput,
    /// Typed lines with a flaw.
    Input(InputFlaw),
    /// It cannot be read.
    Unreadable(io::Error),
}

/// What typed lines in a file may not have. Lines and bytes are counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputFlaw {
    /// A byte order mark at the start.
    ByteOrderMark,
    /// A CR before the LF of this line.
    CrLf {
        /// The line's number.
        line: usize,
    },
    /// A byte in this line that belongs to no character.
    NotUtf8 {
        /// The line's number.
        line: usize,
        /// The byte's place in the line.
        byte: usize,
    },
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`: {}", shown(&self.path), self.flaw)
    }
}

/// A path as a report shows it.
pub fn shown(path: &Path) -> String {
    visible(path.as_os_str().as_encoded_bytes())
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Flaw::NoCase => write!(f, "no case here; a case is a file such as `p054/NAME.in`"),
            Flaw::NoProgramFolder => {
                write!(f, "not in a program's folder; move it into one of {}", program_names())
            }
            Flaw::UnknownProgram => {
                write!(f, "no program has this folder's name; the programs are {}", program_names())
            }
            Flaw::Dot => write!(f, "a case's name has no dot; rename it"),
            Flaw::NameNotUtf8 => write!(f, "the name is not UTF-8; rename it"),
            Flaw::TwoCases(other) => {
                write!(
                    f,
                    "differs from the case `{other}` only in upper and lower case; rename one"
                )
            }
            Flaw::NotACase => {
                write!(f, "not a case: its name does not end in `.in`; rename or move it")
            }
            Flaw::NotASnapshot => {
                write!(f, "neither `.snap` nor `.snap.screen`; delete or move it")
            }
            Flaw::NoSnapshot => {
                write!(
                    f,
                    "has no snapshot; look at its screen and accept it: `cargo insta test --review`"
                )
            }
            Flaw::HalfPair(other) => write!(
                f,
                "half a pair: `{}` is missing; restore it, or `cargo insta test --review`",
                shown(other)
            ),
            Flaw::NoInput => {
                write!(
                    f,
                    "a snapshot without case; delete it: `cargo insta test --unreferenced=delete`"
                )
            }
            Flaw::Input(flaw) => flaw.fmt(f),
            Flaw::Unreadable(error) => write!(f, "cannot be read: {error}"),
        }
    }
}

fn program_names() -> String {
    let names: Vec<_> = PROGRAMS.iter().map(|named| format!("`{}`", named.name)).collect();
    names.join(", ")
}
impl fmt::Display for InputFlaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InputFlaw::ByteOrderMark => write!(f, "starts with a byte order mark; remove it"),
            InputFlaw::CrLf { line } => {
                write!(f, "line {line} ends in CR LF; end lines with LF alone")
            }
            InputFlaw::NotUtf8 { line, byte } => {
                write!(f, "line {line} is not UTF-8 at byte {byte}")
            }
        }
    }
}
