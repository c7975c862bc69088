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
        let script = String::from_utf8(script)?;
        // For bash the hyphen is written in two ways, and only one is looked for:
        // https://github.com/clap-rs/clap/issues/6421
        print_bytes(script.replace("sliding__subcmd__puzzle", "sliding__puzzle").as_bytes())?;
        Ok(ExitCode::SUCCESS)
    }
}
