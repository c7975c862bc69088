//! The specification: every case, and everything that is wrong with its folders.
//!
//! `spec/<program>/<name>.in` holds the typed lines of a case and nothing else; deeper folders
//! are free. Its screen is `snapshots/<program>/<name>.snap.screen`, beside a `.snap` file that
//! describes it (an insta binary snapshot). What does not fit is a [`Problem`], never skipped.
//! The binary holds a copy of the project's own specification.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use crate::kit::case::{Case, Folders};
use crate::kit::flaw::{Flaw, Problem, shown};
use crate::programs::{self, PROGRAMS};

/// Every case that can be run, by name, and every problem.
#[derive(Debug)]
pub struct Specification {
    /// Where it comes from.
    pub origin: Origin,
    /// How many cases it has that can be run.
    pub total: usize,
    /// The cases that can be run, or those of them that were chosen.
    pub cases: Vec<Case>,
    /// What is wrong.
    pub problems: Vec<Problem>,
}

/// Where a specification comes from.
#[derive(Clone, Debug)]
pub enum Origin {
    /// Two folders.
    Files(Folders),
    /// The binary itself.
    BuiltIn,
}

/// One line: where it comes from, and how many cases it has.
impl fmt::Display for Specification {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.origin {
            Origin::Files(Folders { spec, snapshots }) => {
                write!(f, "specification: `{}` and `{}`", shown(spec), shown(snapshots))?;
            }
            Origin::BuiltIn => {
                write!(f, "specification: built in, version {}", env!("CARGO_PKG_VERSION"))?;
            }
        }
        write!(f, ", {} case{}", self.total, if self.total == 1 { "" } else { "s" })?;
        if self.cases.len() < self.total {
            write!(f, ", {} of them chosen", self.cases.len())?;
        }
        Ok(())
    }
}

/// The built-in cases: name, typed lines, screen.
static BUILT_IN: &[(&str, &[u8], &[u8])] = include!(concat!(env!("OUT_DIR"), "/specification.rs"));

impl Specification {
    /// The specification in `folders`, if any are named; otherwise the one of the current folder,
    /// if there are a `snapshots/` and a `spec/` with cases of a known program; otherwise the one
    /// built in.
    ///
    /// # Errors
    /// If there is no folder of cases.
    pub fn find(folders: Option<Folders>) -> io::Result<Specification> {
        let here = Folders::new("spec".into(), None);
        match folders {
            Some(folders) => Specification::read(&folders),
            None if is_specification(&here) => Specification::read(&here),
            None => Ok(Specification::built_in()),
        }
    }

    /// The specification that the binary holds.
    ///
    /// ```
    /// use sliding_puzzle::kit::specification::Specification;
    ///
    /// let cases = Specification::built_in().cases;
    /// assert!(cases.iter().any(|case| case.name == "p054/basic"));
    /// ```
    pub fn built_in() -> Specification {
        let cases =
            BUILT_IN.iter().map(|(name, typed, screen)| Case::built_in(name, typed, screen));
        let known = |case: &Case| programs::find(case.program_name()).is_some();
        Specification::new(Origin::BuiltIn, cases.filter(known).collect(), Vec::new())
    }

    fn new(origin: Origin, cases: Vec<Case>, problems: Vec<Problem>) -> Specification {
        Specification { origin, total: cases.len(), cases, problems }
    }

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
    pub fn select(&mut self, wanted: &[String]) -> Result<(), String> {
        if wanted.is_empty() {
            return Ok(());
        }
        let spec = match &self.origin {
            Origin::Files(folders) => folders.spec.to_string_lossy().into_owned(),
            Origin::BuiltIn => "spec".to_owned(),
        };
        let names: Vec<&str> = wanted.iter().map(|name| bare_name(&spec, name)).collect();
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

/// Whether there are snapshots, and a case of a known program.
fn is_specification(folders: &Folders) -> bool {
    let is_case = |entry: walkdir::Result<DirEntry>| {
        entry.is_ok_and(|entry| entry.path().extension().is_some_and(|ending| ending == "in"))
    };
    let has_cases = |program: &programs::Named| {
        WalkDir::new(folders.spec.join(program.name)).into_iter().any(is_case)
    };
    folders.snapshots.is_dir() && PROGRAMS.iter().any(has_cases)
}

/// A case's name as typed, without what makes it a path.
fn bare_name<'a>(spec: &str, typed: &'a str) -> &'a str {
    let name = typed.strip_prefix("./").unwrap_or(typed);
    let below = name.strip_prefix(spec.trim_end_matches('/')).and_then(|n| n.strip_prefix('/'));
    let name = below.unwrap_or(name).trim_end_matches('/');
    name.strip_suffix(".in").unwrap_or(name)
}

/// Whether `name` is `case` or a folder above it.
fn is_or_holds(name: &str, case: &str) -> bool {
    case.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Gathers cases and problems.
struct Reader<'a> {
    folders: &'a Folders,
    /// The cases by name, each with whether its two snapshot files are there.
    cases: BTreeMap<String, [bool; 2]>,
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
                self.cases.insert(name.to_owned(), [false; 2]);
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
                Some(found) => found[ending] = true,
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
        let Reader { folders, cases, mut problems } = self;
        let mut complete = Vec::new();
        for (name, found) in cases {
            let files = folders.files(&name);
            let (path, flaw) = match found {
                [true, true] => {
                    complete.push(Case::in_files(folders, &name));
                    continue;
                }
                [false, false] => (files.input, Flaw::NoSnapshot),
                [true, false] => (files.snapshot, Flaw::HalfPair(files.screen)),
                [false, true] => (files.screen, Flaw::HalfPair(files.snapshot)),
            };
            problems.push(Problem { name, path, flaw });
        }
        problems.sort_by(|a, b| a.path.cmp(&b.path));
        Specification::new(Origin::Files(folders.clone()), complete, problems)
    }
}

fn flaw_of_name(name: &str) -> Option<Flaw> {
    let stem = name.rsplit('/').next().unwrap_or(name);
    match name.split_once('/') {
        _ if stem.is_empty() || stem.contains('.') => Some(Flaw::Dot),
        None => Some(Flaw::NoProgramFolder),
        Some((program, _)) if programs::find(program).is_none() => Some(Flaw::UnknownProgram),
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
