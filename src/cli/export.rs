//! `export`: prints a program's cases as a record.

use std::process::ExitCode;

use clap::Args;

use super::{Failure, SpecificationArgs, print_bytes, told};
use crate::kit::record::Record;
use crate::kit::visible::visible;

/// Print the cases of a program and their screens as a record, which `import` reads
///
/// The record is JSON with the program's `id` and its `sessions`: `name`, `input` and `screen` of
/// each, and `folder` where the case stands in one.
#[derive(Args)]
pub struct Export {
    /// The program
    #[arg(long, value_name = "NAME", default_value = "p054")]
    program: String,
    #[command(flatten)]
    specification: SpecificationArgs,
}

impl Export {
    pub fn run(self) -> Result<ExitCode, Failure> {
        let mut specification = self.specification.find()?;
        specification.keep_program(&self.program);
        if !specification.problems.is_empty() {
            return Ok(told(&specification.problems));
        }
        let record = Record::of(&self.program, &specification.cases)?;
        if record.sessions.is_empty() {
            let program = visible(self.program.as_bytes());
            return Err(Failure(format!("no case of `{program}`; see `sliding-puzzle list`")));
        }
        print_bytes(record.json().as_bytes())?;
        Ok(ExitCode::SUCCESS)
    }
}
