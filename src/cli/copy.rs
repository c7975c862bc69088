//! `copy`: writes the specification out for other projects.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use walkdir::WalkDir;

use super::{Failure, SpecificationArgs, complain, counted, print, told};
use crate::kit::case::Case;
use crate::kit::copy;
use crate::kit::files::{Written, write_files};
use crate::kit::flaw::shown;
use crate::kit::specification::Specification;

/// Write the specification out for other projects, as plain files
///
/// Each case becomes `PROGRAM/NAME.in`, its output with echoes `.screen` and without `.stdout`, and
/// its exit status `.status`. A README.md beside them holds the contract, VERSION says where they
/// come from, and .gitattributes keeps Git from changing a byte. A file that is there with other
/// bytes stays, unless `--force` is given.
#[derive(Args)]
pub struct Copy {
    /// The folder to write to
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Overwrite files that are different
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    specification: SpecificationArgs,
}

impl Copy {
    pub fn run(self) -> Result<ExitCode, Failure> {
        let specification = self.specification.find()?;
        if !specification.problems.is_empty() {
            return Ok(told(&specification.problems));
        }
        let files = copy::files(&specification, &self.folder)?;
        let mut unchanged = 0;
        write_files(&files, self.force, |_, written| {
            unchanged += usize::from(written == Written::Unchanged);
        })?;
        let (cases, folder) = (counted(specification.cases.len(), "case"), shown(&self.folder));
        let wrote = counted(files.len() - unchanged, "file");
        print(&format!("{cases} in `{folder}`: {wrote} written, {unchanged} unchanged\n"))?;
        tell_of_others(&specification, &self.folder, &files);
        Ok(ExitCode::SUCCESS)
    }
}

/// Says which files beside the cases are none of theirs: left from another copy, perhaps.
fn tell_of_others(specification: &Specification, folder: &Path, files: &[(PathBuf, Vec<u8>)]) {
    let ours: BTreeSet<&Path> = files.iter().map(|(path, _)| path.as_path()).collect();
    let programs: BTreeSet<&str> = specification.cases.iter().map(Case::program_name).collect();
    let walks = programs.iter().flat_map(|program| WalkDir::new(folder.join(program)));
    let present = walks.filter_map(Result::ok).filter(|entry| !entry.file_type().is_dir());
    let others: Vec<_> = present.filter(|entry| !ours.contains(entry.path())).collect();
    if let Some(first) = others.iter().map(walkdir::DirEntry::path).min() {
        let more = match others.len() - 1 {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        complain(format_args!(
            "not of this specification, left from another perhaps: `{}`{more}",
            shown(first)
        ));
    }
}
