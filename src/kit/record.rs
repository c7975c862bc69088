//! Records: a program's recorded sessions as JSON, and how they become cases.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::kit::case::{Folders, typed_lines};
use crate::kit::files::write_atomically;
use crate::kit::flaw::{InputFlaw, shown};
use crate::kit::visible::visible;
use crate::programs;

/// A record, as far as the kit reads it.
#[derive(Debug, Deserialize)]
pub struct Record {
    /// The program's name, in upper case: `P054`.
    pub id: String,
    /// The recorded sessions.
    pub sessions: Vec<Session>,
}

/// A recorded session.
#[derive(Debug, Deserialize)]
pub struct Session {
    /// Its name, which its case will have.
    pub name: String,
    /// The typed lines.
    pub input: String,
    /// The screen that resulted.
    pub screen: String,
}

impl Record {
    /// Reads a record.
    ///
    /// # Errors
    /// If the file cannot be read, or is no record.
    pub fn read(path: &Path) -> Result<Record, RecordError> {
        let bytes = fs::read(path).map_err(RecordError::Unreadable)?;
        serde_json::from_slice(&bytes).map_err(RecordError::NotARecord)
    }

    /// The files that hold the record's sessions as cases, three for each session: typed lines,
    /// the screen's description and the screen. Nothing is written.
    ///
    /// # Errors
    /// If there is no such program, or a session cannot be a case.
    pub fn case_files(&self, folders: &Folders) -> Result<Vec<(PathBuf, Vec<u8>)>, RecordError> {
        let program = self.id.to_lowercase();
        if programs::find(&program).is_none() {
            return Err(RecordError::UnknownProgram(self.id.clone()));
        }
        let mut files = Vec::new();
        let mut spellings = Vec::new();
        for session in &self.sessions {
            let name = &session.name;
            let spelling = name.to_lowercase();
            if !is_case_name(name) || spellings.contains(&spelling) {
                return Err(RecordError::Name(name.clone()));
            }
            spellings.push(spelling);
            if let Err(flaw) = typed_lines(session.input.clone().into_bytes()) {
                return Err(RecordError::Input(name.clone(), flaw));
            }
            let case = folders.files(&format!("{program}/{name}"));
            let description = description(&format!("spec/{program}/{name}.in"));
            files.push((case.input, session.input.clone().into_bytes()));
            files.push((case.snapshot, description.into_bytes()));
            files.push((case.screen, session.screen.clone().into_bytes()));
        }
        Ok(files)
    }
}

/// Whether a case may have that name: it stays in its folder, and has no dot.
fn is_case_name(name: &str) -> bool {
    let forbidden =
        |character: char| matches!(character, '.' | '/' | '\\' | ':') || character.is_control();
    !name.is_empty() && !name.contains(forbidden)
}

/// The text of a `.snap` file, as insta writes it beside a binary snapshot.
fn description(input: &str) -> String {
    let input = serde_json::to_string(input).expect("a string");
    let plain = input.trim_matches('"');
    format!(
        "---\nsource: tests/spec.rs\ninput_file: {plain}\nextension: screen\nsnapshot_kind: binary\n---\n"
    )
}

/// What became of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// It is new, or was overwritten.
    Wrote,
    /// It had these bytes already.
    Unchanged,
}

/// Writes `files`, each whole or not at all, and calls `wrote` for each.
///
/// # Errors
/// If one of them is there with other bytes, and `force` is not given: then none is written. If
/// one cannot be written, those before it are.
pub fn write_files(
    files: &[(PathBuf, Vec<u8>)],
    force: bool,
    mut wrote: impl FnMut(&Path, Written),
) -> Result<(), RecordError> {
    let mut states = Vec::new();
    for (path, bytes) in files {
        states.push(state(path, bytes).map_err(|error| RecordError::File(path.clone(), error))?);
    }
    let different = files.iter().zip(&states).filter(|(_, state)| **state == State::Different);
    let different: Vec<PathBuf> = different.map(|((path, _), _)| path.clone()).collect();
    if !force && !different.is_empty() {
        return Err(RecordError::WouldOverwrite(different));
    }
    for ((path, bytes), state) in files.iter().zip(states) {
        if state == State::Same {
            wrote(path, Written::Unchanged);
        } else {
            write_atomically(path, bytes)
                .map_err(|error| RecordError::File(path.clone(), error))?;
            wrote(path, Written::Wrote);
        }
    }
    Ok(())
}

#[derive(PartialEq, Eq)]
enum State {
    Absent,
    Same,
    Different,
}

fn state(path: &Path, bytes: &[u8]) -> io::Result<State> {
    match fs::read(path) {
        Ok(old) if old == bytes => Ok(State::Same),
        Ok(_) => Ok(State::Different),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(State::Absent),
        Err(error) => Err(error),
    }
}

/// Why a record cannot be read, or its sessions not written.
#[derive(Debug)]
pub enum RecordError {
    /// The record's file cannot be read.
    Unreadable(io::Error),
    /// The file is not JSON, or lacks what a record has.
    NotARecord(serde_json::Error),
    /// There is no program of that name.
    UnknownProgram(String),
    /// A session's name cannot be a case's, or two sessions have it.
    Name(String),
    /// A session's typed lines cannot be a case's.
    Input(String, InputFlaw),
    /// These files are there with other bytes.
    WouldOverwrite(Vec<PathBuf>),
    /// A file of a case cannot be read or written.
    File(PathBuf, io::Error),
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordError::Unreadable(error) => write!(f, "cannot be read: {error}"),
            RecordError::NotARecord(error) => write!(f, "not a record: {error}"),
            RecordError::UnknownProgram(id) => {
                write!(f, "there is no program for its id `{}`", visible(id.as_bytes()))
            }
            RecordError::Name(name) => write!(
                f,
                "session `{}`: a name is not empty, stands once, and has no dot, colon, separator \
                 or control character",
                visible(name.as_bytes())
            ),
            RecordError::Input(name, flaw) => {
                write!(f, "session `{}`: its input {flaw}", visible(name.as_bytes()))
            }
            RecordError::WouldOverwrite(paths) => {
                write!(f, "nothing is written, since other bytes would be lost in")?;
                for path in paths {
                    write!(f, " `{}`", shown(path))?;
                }
                write!(f, "; say `--force` to overwrite")
            }
            RecordError::File(path, error) => write!(f, "`{}`: {error}", shown(path)),
        }
    }
}

impl std::error::Error for RecordError {}
