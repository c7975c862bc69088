//! Where a new case of P054 goes, and whether it may.

use std::path::PathBuf;

use clap::Args;

use super::Failure;
use crate::kit::case::{Folders, NAME_RULE, is_case_name};
use crate::kit::files::try_to_write;
use crate::kit::flaw::shown;
use crate::kit::specification::Specification;
use crate::kit::visible::visible;

/// The program whose cases are written.
const PROGRAM: &str = "p054";

/// Where to write a case.
#[derive(Args)]
pub struct NewCase {
    /// Overwrite a case that is there
    #[arg(long)]
    pub force: bool,
    /// The folder of cases to write to
    #[arg(long, value_name = "DIR", default_value = "spec")]
    spec: PathBuf,
}

impl NewCase {
    /// The file for the case of that name, if it may be written.
    pub fn path(&self, name: &str) -> Result<PathBuf, Failure> {
        let name = full_name(name)?;
        let folders = Folders::new(self.spec.clone(), None);
        if let Some(twin) = twin(&folders, &name) {
            let (name, twin) = (visible(name.as_bytes()), visible(twin.as_bytes()));
            return Err(Failure(format!(
                "`{name}` differs from the case `{twin}` only in upper and lower case; choose \
                 another name"
            )));
        }
        let path = folders.files(&name).input;
        let shown = shown(&path);
        if !self.force && path.symlink_metadata().is_ok() {
            return Err(Failure(format!(
                "`{shown}` is there already; say `--force` to overwrite it, or choose another name"
            )));
        }
        try_to_write(&path).map_err(|error| Failure(format!("`{shown}`: {error}")))?;
        Ok(path)
    }
}

/// The case's name below `spec/`; the program's folder may have been typed too.
fn full_name(typed: &str) -> Result<String, Failure> {
    let name = typed.strip_prefix("p054/").unwrap_or(typed);
    if name.split('/').all(is_case_name) {
        return Ok(format!("{PROGRAM}/{name}"));
    }
    let typed = visible(typed.as_bytes());
    Err(Failure(format!(
        "`{typed}`: the name of a case or its folder is not empty, and {NAME_RULE}"
    )))
}

/// The case that has this name but for upper and lower case.
fn twin(folders: &Folders, name: &str) -> Option<String> {
    let specification = Specification::read(folders).ok()?;
    let cases = specification.cases.into_iter().map(|case| case.name);
    let mut names = cases.chain(specification.problems.into_iter().map(|problem| problem.name));
    names.find(|other| other != name && other.to_lowercase() == name.to_lowercase())
}
