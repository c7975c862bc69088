//! `fifteen`: the Fifteen Puzzle of the TRS-80 days.

use std::process::ExitCode;

use clap::Args;

use super::Failure;
use super::play::Play;
use crate::console::Console;
use crate::programs::fifteen::play_from;

/// Play the Fifteen Puzzle, in upper case
#[derive(Args)]
pub struct Fifteen {
    /// The seed of the boards, of which the lowest 31 bits count
    #[arg(long, value_name = "N", default_value = "2026")]
    seed: u64,
    #[command(flatten)]
    play: Play,
}

impl Fifteen {
    pub fn run(self) -> Result<ExitCode, Failure> {
        self.play.run_program(&|console: &mut dyn Console| play_from(self.seed, console))
    }
}
