//! `eml`: plays a program written in EML.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::play::Play;
use super::{Failure, print};
use crate::eml::Limits;
use crate::kit::flaw::shown;
use crate::kit::original::program_in;

/// Play a program written in EML
///
/// On a terminal or as a filter, with the byte rules of the game. The program reaches nothing but
/// the console, and is bounded by limits. Exit status 0: it came to its end; 1: the input ended, or
/// it failed while running; 2: it cannot be compiled.
#[derive(Args)]
pub struct Eml {
    /// A record, or an `.eml` file whose imports lie beside it
    #[arg(value_name = "PROGRAM")]
    program: PathBuf,
    /// Only compile it, and tell what is wrong
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    play: Play,
    #[command(flatten)]
    limits: LimitArgs,
}

/// What a program may use up.
#[derive(Args)]
pub struct LimitArgs {
    /// The most steps, about instructions, it may take
    #[arg(long, value_name = "N", default_value_t = Limits::default().steps)]
    steps: u64,
    /// The most calls inside one another
    #[arg(long, value_name = "N", default_value_t = Limits::default().depth)]
    depth: usize,
    /// The most bytes it may hold at one time
    #[arg(long, value_name = "BYTES", default_value_t = Limits::default().bytes)]
    memory: usize,
    /// The most bytes it may print
    #[arg(long, value_name = "BYTES", default_value_t = Limits::default().output)]
    output: u64,
}

impl LimitArgs {
    pub fn limits(&self) -> Limits {
        let LimitArgs { steps, depth, memory: bytes, output } = *self;
        Limits { steps, depth, bytes, output }
    }
}

impl Eml {
    pub fn run(self) -> Result<ExitCode, Failure> {
        let path = shown(&self.program);
        let program = program_in(&self.program).map_err(|error| format!("`{path}`: {error}"))?;
        if self.check {
            print(&format!("`{path}` compiles\n"))?;
            return Ok(ExitCode::SUCCESS);
        }
        self.play.run_program(&program.with_limits(self.limits.limits()))
    }
}
