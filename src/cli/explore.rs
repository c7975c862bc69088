//! `explore`: A* step by step.

use std::process::ExitCode;

use clap::Args;

use super::Failure;
use super::play::Play;
use crate::programs::explore::explore;

/// Watch A* find the fewest moves, step by step
#[derive(Args)]
pub struct Explore {
    #[command(flatten)]
    play: Play,
}

impl Explore {
    pub fn run(self) -> Result<ExitCode, Failure> {
        self.play.run_program(&explore)
    }
}
