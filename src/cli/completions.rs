//! `completions`: prints what completes the command line in a shell.

use std::process::ExitCode;

use clap::{Args, CommandFactory};
use clap_complete::{Shell, generate};

use super::{Cli, Failure, print_bytes};

/// Print a script that completes this command line in a shell
#[derive(Args)]
pub struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub fn run(self) -> Result<ExitCode, Failure> {
        let mut script = Vec::new();
        generate(self.shell, &mut Cli::command(), "sliding-puzzle", &mut script);
        print_bytes(&script)?;
        Ok(ExitCode::SUCCESS)
    }
}
