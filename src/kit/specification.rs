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
use std::path::{Component, Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use crate::kit::case::{Case, Folders, is_case_name};
use crate::kit::flaw::{Flaw, Problem, shown};
use crate::programs::{self, PROGRAMS};

/// Every case that can be run, by name, and every problem.
#[derive(Debug)]
pub struct Specification {
    /// Where it comes from.
    pub origin: Origin,
    /// The names of all its cases that can be run.
    pub names: Vec<String>,
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
        let total = self.names.len();
        write!(f, ", {total} case{}", if total == 1 { "" } else { "s" })?;
        if self.cases.len() < total {
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
            BUILT_IN.iter().map(|(name, typed, screen)| Case::in_memory(name, *typed, *screen));
        let known = |case: &Case| programs::find(case.program_name()).is_some();
        Specification::new(Origin::BuiltIn, cases.filter(known).collect(), Vec::new())
    }

    fn new(origin: Origin, cases: Vec<Case>, problems: Vec<Problem>) -> Specification {
        let names = cases.iter().map(|case| case.name.clone()).collect();
        Specification { origin, names, cases, problems }
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
        let folders = self.folders();
        let names: Vec<String> = wanted.iter().map(|name| bare_name(&folders, name)).collect();
        let mut unused: BTreeSet<usize> = (0..names.len()).collect();
        let mut is_wanted = |case: &str| {
            let hits = names.iter().enumerate().filter(|(_, name)| is_or_holds(name, case));
            hits.map(|(i, _)| unused.remove(&i)).count() > 0
        };
        self.cases.retain(|case| is_wanted(&case.name));
        self.problems.retain(|problem| is_wanted(&problem.name));
        unused.first().map_or(Ok(()), |unused| Err(wanted[*unused].clone()))
    }

    /// The case of that name, which may be the path of its file.
    pub fn named(&self, wanted: &str) -> Option<&Case> {
        let name = bare_name(&self.folders(), wanted);
        self.cases.iter().find(|case| case.name == name)
    }

    /// Keeps the cases of one program, and the problems that concern them.
    pub fn keep_program(&mut self, program: &str) {
        self.cases.retain(|case| case.program_name() == program);
        self.problems
            .retain(|problem| problem.name.is_empty() || is_or_holds(program, &problem.name));
    }

    /// The folder of cases as text; of the built-in ones, where they were.
    /// The folders that names may be paths in; for the built-in one, where they were.
    fn folders(&self) -> Folders {
        match &self.origin {
            Origin::Files(folders) => folders.clone(),
            Origin::BuiltIn => Folders::new("spec".into(), None),
        }
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

/// The name of a case or folder as typed: by itself, or as a path of one of its files.
fn bare_name(folders: &Folders, typed: &str) -> String {
    let absolute = |path: &Path| std::path::absolute(path).unwrap_or(path.to_owned());
    let path = absolute(typed.as_ref());
    let mut roots = [&folders.spec, &folders.snapshots].into_iter();
    let below = roots.find_map(|root| below(&absolute(root), &path));
    let plain = |part: &Component| matches!(part, Component::Normal(_));
    let name = below.unwrap_or_else(|| {
        let parts = Path::new(typed).components().filter(plain);
        parts.map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
    });
    let endings = [".in", ".snap.screen", ".snap"];
    let bare = endings.iter().find_map(|ending| name.strip_suffix(ending));
    bare.unwrap_or(&name).to_owned()
}

/// Whether `name` is `case` or a folder above it; the empty name is the folder of all cases.
fn is_or_holds(name: &str, case: &str) -> bool {
    let rest = case.strip_prefix(name);
    name.is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
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
            let told_of_its_other_file = ending == 1 && path.with_extension("").exists();
            if let Some(found) = self.cases.get_mut(name) {
                found[ending] = true;
            } else if !told_of_its_other_file && !self.may_be_unreadable(name) {
                self.refuse(name, path, Flaw::NoInput);
            }
        }
    }

    /// Every visible file below `root`, sorted, with its path below it in `/` form.
    fn files(&mut self, root: &Path) -> Vec<(PathBuf, String)> {
        let mut files = Vec::new();
        let walk = WalkDir::new(root).follow_links(true).sort_by_file_name();
        for entry in walk.into_iter().filter_entry(is_visible) {
            let (path, flaw) = match entry {
                Ok(entry) if entry.file_type().is_dir() => continue,
                Ok(entry) if !entry.file_type().is_file() => (entry.into_path(), Flaw::NotAFile),
                Ok(entry) => match below(root, entry.path()) {
                    Some(name) => {
                        files.push((entry.into_path(), name));
                        continue;
                    }
                    None => (entry.into_path(), Flaw::NameNotUtf8),
                },
                Err(error) => unreadable(root, error),
            };
            let name = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().into_owned();
            self.refuse(&name, path, flaw);
        }
        files
    }

    /// Whether the case of that name may be in a folder that cannot be read.
    fn may_be_unreadable(&self, name: &str) -> bool {
        let input = self.folders.files(name).input;
        let above = |problem: &Problem| {
            matches!(problem.flaw, Flaw::Unreadable(_)) && input.starts_with(&problem.path)
        };
        self.problems.iter().any(above)
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

/// Where a walk fails, and why.
fn unreadable(root: &Path, error: walkdir::Error) -> (PathBuf, Flaw) {
    let path = error.path().unwrap_or(root).to_owned();
    let text = error.to_string();
    // A loop of links is no error of the system's.
    let error = error.into_io_error().unwrap_or_else(|| io::Error::other(text));
    (path, Flaw::Unreadable(error))
}

fn flaw_of_name(name: &str) -> Option<Flaw> {
    match name.split_once('/') {
        _ if !name.split('/').all(is_case_name) => Some(Flaw::Name),
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
