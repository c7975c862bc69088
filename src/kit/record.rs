//! Records: a program's recorded sessions as JSON, and how they become cases and come of them.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::eml::CompileErrors;
use crate::kit::case::{Case, Folders, NAME_RULE, is_case_name, typed_lines};
use crate::kit::files::FilesError;
use crate::kit::flaw::{InputFlaw, Problem};
use crate::kit::visible::visible;
use crate::programs;

/// A record, as far as the kit reads it.
#[derive(Debug, Deserialize, Serialize)]
pub struct Record {
    /// The program's name, in upper case: `P054`.
    pub id: String,
    /// The module that runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<String>,
    /// The program's modules; a record may come without them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub modules: Vec<Module>,
    /// The recorded sessions.
    pub sessions: Vec<Session>,
}

/// A module of a record's program.
#[derive(Debug, Deserialize, Serialize)]
pub struct Module {
    /// Its file's name, such as `board.eml`.
    pub name: String,
    /// Its text in EML.
    pub eml: String,
}

/// A recorded session.
#[derive(Debug, Deserialize, Serialize)]
pub struct Session {
    /// The folders that its case stands in below its program's, with `/` between them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
    /// Its name, which its case will have.
    pub name: String,
    /// The typed lines.
    pub input: String,
    /// The screen that resulted.
    pub screen: String,
    /// What the record says of its own interpreter's screen: `equal`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interpreter: Option<String>,
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

    /// `cases` of `program` as a record, from which [`case_files`](Record::case_files) makes
    /// the same files.
    ///
    /// # Errors
    /// If a case is not sound, or has a name or a screen that no record can hold.
    pub fn of(program: &str, cases: &[Case]) -> Result<Record, RecordError> {
        let sessions = cases.iter().map(Session::of).collect::<Result<_, _>>()?;
        Ok(Record { id: program.to_uppercase(), entry: None, modules: Vec::new(), sessions })
    }

    /// The record as JSON, laid out as records are.
    pub fn json(&self) -> String {
        serde_json::to_string_pretty(self).expect("strings alone") + "\n"
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
        if self.sessions.is_empty() {
            return Err(RecordError::NoSessions);
        }
        let mut files = Vec::new();
        let mut spellings = Vec::new();
        for session in &self.sessions {
            let name = session.case_name()?;
            let spelling = name.to_lowercase();
            if spellings.contains(&spelling) {
                return Err(RecordError::Name(name));
            }
            spellings.push(spelling);
            if let Err(flaw) = typed_lines(session.input.clone().into_bytes()) {
                return Err(RecordError::Input(name, flaw));
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

impl Session {
    /// The session as a case of `program` that is in no file.
    ///
    /// # Errors
    /// If its typed lines cannot be a case's.
    pub fn in_memory(&self, program: &str) -> Result<Case, RecordError> {
        let input = typed_lines(self.input.clone().into_bytes())
            .map_err(|flaw| RecordError::Input(self.name.clone(), flaw))?;
        let name = format!("{program}/{}", self.name);
        Ok(Case::in_memory(&name, input.into_bytes(), self.screen.clone().into_bytes()))
    }

    fn of(case: &Case) -> Result<Session, RecordError> {
        let below = case.name.split_once('/').map_or("", |(_, below)| below);
        let (folder, name) = match below.rsplit_once('/') {
            Some((folder, name)) => (Some(folder.to_owned()), name),
            None => (None, below),
        };
        let screen = case.expected()?.into_owned();
        let screen = String::from_utf8(screen).map_err(|_| RecordError::Screen(below.into()))?;
        let (name, input) = (name.to_owned(), case.typed()?);
        let session = Session { folder, name, input, screen, interpreter: None };
        session.case_name()?;
        Ok(session)
    }

    /// The name of its case below its program's folder.
    fn case_name(&self) -> Result<String, RecordError> {
        let name = match &self.folder {
            Some(folder) => format!("{folder}/{}", self.name),
            None => self.name.clone(),
        };
        let folders = self.folder.iter().flat_map(|folder| folder.split('/'));
        if is_case_name(&self.name) && folders.into_iter().all(is_case_name) {
            Ok(name)
        } else {
            Err(RecordError::Name(name))
        }
    }
}

/// The text of a `.snap` file, as insta writes it beside a binary snapshot.
fn description(input: &str) -> String {
    let input = serde_json::to_string(input).expect("a string");
    let plain = input.trim_matches('"');
    format!(
        "---\nsource: tests/spec.rs\ninput_file: {plain}\nextension: screen\nsnapshot_kind: binary\n---\n"
    )
}

/// Why a record cannot be read or made, or its sessions not written.
#[derive(Debug)]
pub enum RecordError {
    /// The record's file cannot be read.
    Unreadable(io::Error),
    /// The file is not JSON, or lacks what a record has.
    NotARecord(serde_json::Error),
    /// There is no program of that name.
    UnknownProgram(String),
    /// A session's name or folder cannot be a case's, or two sessions have it.
    Name(String),
    /// A session's typed lines cannot be a case's.
    Input(String, InputFlaw),
    /// A case's screen is not UTF-8.
    Screen(String),
    /// A case is not sound.
    Case(Problem),
    /// The files of the cases were not written.
    Files(FilesError),
    /// The record has no sessions.
    NoSessions,
    /// The record has no modules, or does not say which one runs.
    NoProgram,
    /// The modules are no program.
    Compile(CompileErrors),
}

impl From<Problem> for RecordError {
    fn from(problem: Problem) -> RecordError {
        RecordError::Case(problem)
    }
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
                "session `{}`: a name is not empty, stands once, and {NAME_RULE}",
                visible(name.as_bytes())
            ),
            RecordError::Input(name, flaw) => {
                write!(f, "session `{}`: its input {flaw}", visible(name.as_bytes()))
            }
            RecordError::Screen(name) => write!(
                f,
                "session `{}`: its screen is not UTF-8, so no record can hold it",
                visible(name.as_bytes())
            ),
            RecordError::Case(problem) => problem.fmt(f),
            RecordError::Files(error) => error.fmt(f),
            RecordError::NoSessions => write!(f, "there are no `sessions` in it"),
            RecordError::NoProgram => {
                write!(f, "there is no program in it: `modules` and `entry` are needed")
            }
            RecordError::Compile(errors) => write!(f, "cannot be compiled\n{errors}"),
        }
    }
}

impl std::error::Error for RecordError {}
