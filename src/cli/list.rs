//! `list`: names the cases.

use std::process::ExitCode;

use clap::Args;

use super::{CaseArgs, Failure, print};
use crate::kit::visible::visible;

/// Name the cases, one a line
#[derive(Args)]
pub struct List {
    #[command(flatten)]
    cases: CaseArgs,
}

impl List {
    pub fn run(self) -> Result<ExitCode, Failure> {
        let specification = self.cases.find()?;
        let names = specification.cases.iter().map(|case| visible(case.name.as_bytes()) + "\n");
        print(&names.collect::<String>())?;
        Ok(super::told(&specification.problems))
    }
}
