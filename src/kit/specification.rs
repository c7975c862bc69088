//! The specification on disk: cases under `spec/`, their screens under `snapshots/`.
//!
//! `spec/<program>/<name>.in` holds the typed lines of a case and nothing else; deeper folders
//! are free. Its screen is `snapshots/<program>/<name>.snap.screen`, beside a `.snap` file that
//! describes it (an insta binary snapshot). What does not fit is a [`Problem`], never skipped.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use crate::console::Program;
use crate::kit::visible::visible;
use crate::programs::{self, PROGRAMS};

/// The two folders of a specification.
#[derive(Clone, Debug)]
pub struct Folders {
    /// Where the cases are.
    pub spec: PathBuf,
    /// Where their screens are, in the same folders.
    pub snapshots: PathBuf,
}

/// One case: typed lines, and the screen that must result.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its path below `spec/` without `.in`, with `/` between folders.
    pub name: String,
    /// The file of typed lines.
    pub input: PathBuf,
    /// The file that describes the screen.
    pub snapshot: PathBuf,
    /// The screen, byte for byte.
    pub screen: PathBuf,
}

/// All cases, by name, and everything that is wrong with the two folders.
#[derive(Debug)]
pub struct Specification {
    /// The cases that can be run.
    pub cases: Vec<Case>,
    /// What is wrong.
    pub problems: Vec<Problem>,
}

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

impl Folders {
    /// The folders as a command line names them; without `snapshots` it is the folder of that
    /// name beside `spec`.
    pub fn new(spec: PathBuf, snapshots: Option<PathBuf>) -> Folders {
        let snapshots = snapshots.unwrap_or_else(|| spec.with_file_name("snapshots"));
        Folders { spec, snapshots }
    }

    /// The files of the case of that name.
    pub fn case(&self, name: &str) -> Case {
        let file = |folder: &Path, ending: &str| folder.join(format!("{name}{ending}"));
        Case {
            name: name.to_owned(),
            input: file(&self.spec, ".in"),
            snapshot: file(&self.snapshots, ".snap"),
            screen: file(&self.snapshots, ".snap.screen"),
        }
    }
}

impl Case {
    /// The program that the case is for.
    ///
    /// # Panics
    /// If the case is not one of a [`Specification`].
    pub fn program(&self) -> &'static (dyn Program + Sync) {
        let program = program_of(&self.name).and_then(programs::find);
        program.expect("a specification's cases are in a program's folder")
    }

    /// The typed lines.
    ///
    /// # Errors
    /// A [`Problem`] where the file cannot be read or has a flaw.
    pub fn typed(&self) -> Result<String, Problem> {
        let bytes =
            fs::read(&self.input).map_err(|e| self.problem(&self.input, Flaw::Unreadable(e)))?;
        typed_lines(bytes).map_err(|flaw| self.problem(&self.input, Flaw::Input(flaw)))
    }

    /// The expected screen.
    ///
    /// # Errors
    /// A [`Problem`] where the file cannot be read.
    pub fn expected(&self) -> Result<Vec<u8>, Problem> {
        fs::read(&self.screen).map_err(|error| self.problem(&self.screen, Flaw::Unreadable(error)))
    }

    fn problem(&self, path: &Path, flaw: Flaw) -> Problem {
        Problem { name: self.name.clone(), path: path.to_owned(), flaw }
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

impl Specification {
    /// Walks both folders.
    ///
    /// # Errors
    /// If there is no folder of cases. A missing folder of snapshots counts as an empty one.
    pub fn read(folders: &Folders) -> io::Result<Specification> {
        fs::read_dir(&folders.spec)?;
        let mut reader = Reader { folders, cases: BTreeMap::new(), problems: Vec::new() };
        reader.walk_cases();
        reader.walk_snapshots();
        Ok(reader.finish())
    }

    /// Keeps the cases that one of `wanted` names, and the problems that concern them.
    ///
    /// A name is a case's, or that of a folder of cases; the path of its file will do.
    ///
    /// # Errors
    /// The first of `wanted` that names nothing.
    pub fn select(&mut self, folders: &Folders, wanted: &[String]) -> Result<(), String> {
        if wanted.is_empty() {
            return Ok(());
        }
        let names: Vec<&str> = wanted.iter().map(|name| bare_name(folders, name)).collect();
        let mut unused: BTreeSet<usize> = (0..names.len()).collect();
        let mut is_wanted = |case: &str| {
            let hits = names.iter().enumerate().filter(|(_, name)| is_or_holds(name, case));
            hits.map(|(i, _)| unused.remove(&i)).count() > 0
        };
        self.cases.retain(|case| is_wanted(&case.name));
        self.problems.retain(|problem| is_wanted(&problem.name));
        unused.first().map_or(Ok(()), |unused| Err(wanted[*unused].clone()))
    }
}

/// A case's name as typed, without what makes it a path.
fn bare_name<'a>(folders: &Folders, typed: &'a str) -> &'a str {
    let spec = folders.spec.to_string_lossy();
    let name = typed.strip_prefix("./").unwrap_or(typed);
    let below = name.strip_prefix(spec.trim_end_matches('/')).and_then(|n| n.strip_prefix('/'));
    let name = below.unwrap_or(name).trim_end_matches('/');
    name.strip_suffix(".in").unwrap_or(name)
}

/// Whether `name` is `case` or a folder above it.
fn is_or_holds(name: &str, case: &str) -> bool {
    case.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The program's name in a case's name: its first folder.
fn program_of(name: &str) -> Option<&str> {
    name.split_once('/').map(|(program, _)| program)
}

/// Gathers cases and problems.
struct Reader<'a> {
    folders: &'a Folders,
    /// The cases by name, each with whether its two snapshot files are there.
    cases: BTreeMap<String, (Case, [bool; 2])>,
    problems: Vec<Problem>,
}

impl Reader<'_> {
    fn walk_cases(&mut self) {
        let mut spellings: BTreeMap<String, String> = BTreeMap::new();
        for (path, name) in self.files(&self.folders.spec.clone()) {
            let Some(name) = name.strip_suffix(".in") else {
                self.refuse(&name, path, Flaw::NotACase);
                continue;
            };
            if let Some(flaw) = flaw_of_name(name) {
                self.refuse(name, path, flaw);
            } else if let Some(other) = spellings.insert(name.to_lowercase(), name.to_owned()) {
                self.refuse(name, path, Flaw::TwoCases(other));
            } else {
                self.cases.insert(name.to_owned(), (self.folders.case(name), [false; 2]));
            }
        }
        if self.cases.is_empty() && self.problems.is_empty() {
            self.refuse("", self.folders.spec.clone(), Flaw::NoCase);
        }
    }

    fn walk_snapshots(&mut self) {
        let root = self.folders.snapshots.clone();
        if !root.exists() {
            return;
        }
        for (path, file) in self.files(&root) {
            if file.ends_with(".snap.new") || file.ends_with(".snap.new.screen") {
                continue; // insta's, waiting for review
            }
            let Some((name, ending)) = split_snapshot(&file) else {
                self.refuse(&file, path, Flaw::NotASnapshot);
                continue;
            };
            match self.cases.get_mut(name) {
                Some((_, found)) => found[ending] = true,
                // The other file of the pair is told about.
                None if ending == 1 && path.with_extension("").exists() => {}
                None => self.refuse(name, path, Flaw::NoInput),
            }
        }
    }

    /// Every visible file below `root`, sorted, with its path below it in `/` form.
    fn files(&mut self, root: &Path) -> Vec<(PathBuf, String)> {
        let mut files = Vec::new();
        let walk = WalkDir::new(root).follow_links(true).sort_by_file_name();
        for entry in walk.into_iter().filter_entry(is_visible) {
            match entry {
                Ok(entry) if entry.file_type().is_dir() => {}
                Ok(entry) => match below(root, entry.path()) {
                    Some(name) => files.push((entry.into_path(), name)),
                    None => self.refuse("", entry.into_path(), Flaw::NameNotUtf8),
                },
                Err(error) => {
                    let path = error.path().unwrap_or(root).to_owned();
                    self.refuse("", path, Flaw::Unreadable(error.into()));
                }
            }
        }
        files
    }

    fn refuse(&mut self, name: &str, path: PathBuf, flaw: Flaw) {
        self.problems.push(Problem { name: name.to_owned(), path, flaw });
    }

    /// Cases with both snapshot files may run; the others are problems.
    fn finish(self) -> Specification {
        let Reader { mut problems, cases, .. } = self;
        let mut complete = Vec::new();
        for (case, found) in cases.into_values() {
            let (path, flaw) = match found {
                [true, true] => {
                    complete.push(case);
                    continue;
                }
                [false, false] => (&case.input, Flaw::NoSnapshot),
                [true, false] => (&case.snapshot, Flaw::HalfPair(case.screen.clone())),
                [false, true] => (&case.screen, Flaw::HalfPair(case.snapshot.clone())),
            };
            problems.push(case.problem(path, flaw));
        }
        problems.sort_by(|a, b| a.path.cmp(&b.path));
        Specification { cases: complete, problems }
    }
}

fn flaw_of_name(name: &str) -> Option<Flaw> {
    let stem = name.rsplit('/').next().unwrap_or(name);
    match program_of(name) {
        _ if stem.is_empty() || stem.contains('.') => Some(Flaw::Dot),
        None => Some(Flaw::NoProgramFolder),
        Some(program) if programs::find(program).is_none() => Some(Flaw::UnknownProgram),
        Some(_) => None,
    }
}

/// A snapshot file's case, and which of its two files it is.
fn split_snapshot(file: &str) -> Option<(&str, usize)> {
    let description = file.strip_suffix(".snap").map(|name| (name, 0));
    description.or_else(|| file.strip_suffix(".snap.screen").map(|name| (name, 1)))
}

fn is_visible(entry: &DirEntry) -> bool {
    entry.depth() == 0 || !entry.file_name().as_encoded_bytes().starts_with(b".")
}

/// `path` below `root` with `/` between folders, if it is UTF-8.
fn below(root: &Path, path: &Path) -> Option<String> {
    let parts = path.strip_prefix(root).ok()?.iter().map(|part| part.to_str());
    Some(parts.collect::<Option<Vec<_>>>()?.join("/"))
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
