//! A case: typed lines, and the screen that must result.

use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};

use crate::console::Program;
use crate::kit::flaw::{Flaw, InputFlaw, Problem};
use crate::programs;

/// A case of a specification, in files or built in.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its path below `spec/` without `.in`, with `/` between folders: `p054/basic`.
    pub name: String,
    source: Source,
}

#[derive(Clone, Debug)]
enum Source {
    Files(CaseFiles),
    BuiltIn { typed: &'static [u8], screen: &'static [u8] },
}

/// The three files of a case.
#[derive(Clone, Debug)]
pub struct CaseFiles {
    /// The typed lines.
    pub input: PathBuf,
    /// What describes the screen to insta.
    pub snapshot: PathBuf,
    /// The screen, byte for byte.
    pub screen: PathBuf,
}

/// The two folders of a specification in files.
#[derive(Clone, Debug)]
pub struct Folders {
    /// Where the cases are.
    pub spec: PathBuf,
    /// Where their screens are, in the same folders.
    pub snapshots: PathBuf,
}

impl Folders {
    /// The folders as a command line names them; without `snapshots` it is the folder of that
    /// name beside `spec`.
    pub fn new(spec: PathBuf, snapshots: Option<PathBuf>) -> Folders {
        let snapshots = snapshots.unwrap_or_else(|| spec.with_file_name("snapshots"));
        Folders { spec, snapshots }
    }

    /// The files of the case of that name.
    pub fn files(&self, name: &str) -> CaseFiles {
        let file = |folder: &Path, ending: &str| folder.join(format!("{name}{ending}"));
        CaseFiles {
            input: file(&self.spec, ".in"),
            snapshot: file(&self.snapshots, ".snap"),
            screen: file(&self.snapshots, ".snap.screen"),
        }
    }
}

impl Case {
    /// The case of that name in these folders.
    pub fn in_files(folders: &Folders, name: &str) -> Case {
        Case { name: name.to_owned(), source: Source::Files(folders.files(name)) }
    }

    /// A case in memory.
    pub(super) fn built_in(name: &str, typed: &'static [u8], screen: &'static [u8]) -> Case {
        Case { name: name.to_owned(), source: Source::BuiltIn { typed, screen } }
    }

    /// The files, unless the case is built in.
    pub fn files(&self) -> Option<&CaseFiles> {
        match &self.source {
            Source::Files(files) => Some(files),
            Source::BuiltIn { .. } => None,
        }
    }

    /// The name of its program: the first folder of its name.
    pub fn program_name(&self) -> &str {
        self.name.split('/').next().unwrap_or_default()
    }

    /// The program that the case is for.
    ///
    /// # Panics
    /// If the case is not one of a [`Specification`](super::specification::Specification).
    pub fn program(&self) -> &'static (dyn Program + Sync) {
        let program = programs::find(self.program_name());
        program.expect("a specification's cases are in a program's folder")
    }

    /// The typed lines.
    ///
    /// # Errors
    /// A [`Problem`] where the file cannot be read or has a flaw.
    pub fn typed(&self) -> Result<String, Problem> {
        let bytes = match &self.source {
            Source::Files(files) => self.read(&files.input)?.into(),
            Source::BuiltIn { typed, .. } => (*typed).to_owned(),
        };
        typed_lines(bytes).map_err(|flaw| self.problem(self.input_path(), Flaw::Input(flaw)))
    }

    /// The expected screen.
    ///
    /// # Errors
    /// A [`Problem`] where the file cannot be read.
    pub fn expected(&self) -> Result<Cow<'static, [u8]>, Problem> {
        match &self.source {
            Source::Files(files) => self.read(&files.screen),
            Source::BuiltIn { screen, .. } => Ok((*screen).into()),
        }
    }

    fn read(&self, path: &Path) -> Result<Cow<'static, [u8]>, Problem> {
        let bytes = fs::read(path).map_err(|e| self.problem(path.into(), Flaw::Unreadable(e)))?;
        Ok(bytes.into())
    }

    fn problem(&self, path: PathBuf, flaw: Flaw) -> Problem {
        Problem { name: self.name.clone(), path, flaw }
    }

    /// Where the typed lines are; for a built-in case, where they were.
    pub fn input_path(&self) -> PathBuf {
        match &self.source {
            Source::Files(files) => files.input.clone(),
            Source::BuiltIn { .. } => format!("spec/{}.in", self.name).into(),
        }
    }

    /// Where the screen is; for a built-in case, where it was.
    pub fn screen_path(&self) -> PathBuf {
        match &self.source {
            Source::Files(files) => files.screen.clone(),
            Source::BuiltIn { .. } => format!("snapshots/{}.snap.screen", self.name).into(),
        }
    }
}

/// The bytes of a case as text.
///
/// # Errors
/// An [`InputFlaw`] where they are not UTF-8 lines that end at LF alone.
pub fn typed_lines(bytes: Vec<u8>) -> Result<String, InputFlaw> {
    let text = String::from_utf8(bytes).map_err(|error| {
        let (line, column) = place(error.as_bytes(), error.utf8_error().valid_up_to());
        InputFlaw::NotUtf8 { line, byte: column }
    })?;
    if text.starts_with('\u{feff}') {
        return Err(InputFlaw::ByteOrderMark);
    }
    match text.find("\r\n") {
        Some(at) => Err(InputFlaw::CrLf { line: place(text.as_bytes(), at).0 }),
        None => Ok(text),
    }
}

/// The line of the byte at `at`, and its place in the line.
fn place(bytes: &[u8], at: usize) -> (usize, usize) {
    let before = &bytes[..at];
    let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |lf| lf + 1);
    (1 + before.iter().filter(|byte| **byte == b'\n').count(), at - line_start + 1)
}
