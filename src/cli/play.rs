//! No command: the game on a terminal or as a filter.

use std::io::{self, IsTerminal};
use std::process::ExitCode;

use clap::{Args, ValueEnum};

use super::{Failure, complain};
use crate::console::{Console, Program, Stop};
use crate::programs::p054;
use crate::stream::StreamConsole;

#[derive(Args)]
pub struct Play {
    /// Whether to print each typed line after its prompt; `auto` does unless a terminal does
    #[arg(long, value_enum, value_name = "WHEN", default_value = "auto")]
    echo: Echo,
}

#[derive(Clone, Copy, ValueEnum)]
enum Echo {
    Auto,
    Always,
    Never,
}

impl Play {
    /// Plays P054.
    pub fn run(self) -> Result<ExitCode, Failure> {
        self.run_program(&p054::play)
    }

    /// Plays a program.
    pub fn run_program(self, program: &dyn Program) -> Result<ExitCode, Failure> {
        let typing = io::stdin().is_terminal();
        let echo = match self.echo {
            Echo::Auto => !typing,
            Echo::Always => true,
            Echo::Never => false,
        };
        if typing {
            end_line_on_interrupt()?;
        }
        let mut console = StreamConsole::new(io::stdin().lock(), io::stdout().lock(), echo);
        let played = program.run(&mut console);
        if typing && played.is_err() {
            console.print("\n")?;
        }
        // What was printed before a stop is written all the same.
        match console.flush().and(played) {
            Ok(()) => Ok(ExitCode::SUCCESS),
            Err(Stop::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
                Ok(ExitCode::SUCCESS)
            }
            Err(stop @ Stop::InputEnded { .. }) => {
                complain(format_args!("{stop}"));
                Ok(ExitCode::FAILURE)
            }
            Err(stop) => Err(stop.into()),
        }
    }
}

/// Ctrl-C leaves the cursor at the start of a line.
fn end_line_on_interrupt() -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(|| {
        eprintln!();
        std::process::exit(130);
    })
}
