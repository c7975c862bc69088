//! `cast`: prints a case as a recording that plays in asciinema.

use std::process::ExitCode;

use clap::Args;

use super::{Failure, OneCaseArgs, print_bytes};
use crate::kit::cast::recording;

/// Print a case as an asciinema recording, typed as a person types
///
/// The format is asciicast, version 2. The same case always gives the same bytes.
#[derive(Args)]
pub struct Cast {
    #[command(flatten)]
    case: OneCaseArgs,
}

impl Cast {
    pub fn run(self) -> Result<ExitCode, Failure> {
        let case = self.case.find()?;
        print_bytes(recording(&case.name, &case.transcript()?).as_bytes())?;
        Ok(ExitCode::SUCCESS)
    }
}
