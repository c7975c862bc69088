//! `import`: writes a record's sessions as cases.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::{Failure, print};
use crate::kit::case::Folders;
use crate::kit::flaw::shown;
use crate::kit::record::{Record, RecordError, Written, write_files};

/// Write a record's sessions as cases, with the screens that were recorded
///
/// Each session becomes `spec/PROGRAM/NAME.in`, and its screen the snapshot of that case, byte
/// for byte as recorded. A file that is there with other bytes stays, unless `--force` is given.
#[derive(Args)]
pub struct Import {
    /// The record
    #[arg(value_name = "FILE.json")]
    record: PathBuf,
    /// Overwrite cases that are different
    #[arg(long)]
    force: bool,
    /// The folder of cases to write to
    #[arg(long, value_name = "DIR", default_value = "spec")]
    spec: PathBuf,
    /// The folder of screens to write to [default: `snapshots` beside the folder of cases]
    #[arg(long, value_name = "DIR")]
    snapshots: Option<PathBuf>,
}

impl Import {
    pub fn run(self) -> Result<ExitCode, Failure> {
        let path = shown(&self.record);
        let told = |error: RecordError| Failure(format!("`{path}`: {error}"));
        let record = Record::read(&self.record).map_err(told)?;
        let files = record.case_files(&Folders::new(self.spec, self.snapshots)).map_err(told)?;
        let mut text = String::new();
        let written = write_files(&files, self.force, |path, written| {
            text.push_str(match written {
                Written::Wrote => "wrote     ",
                Written::Unchanged => "unchanged ",
            });
            text.push_str(&shown(path));
            text.push('\n');
        });
        print(&text)?;
        written.map_err(told)?;
        Ok(ExitCode::SUCCESS)
    }
}
