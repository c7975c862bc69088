//! No command: the game on a terminal or as a filter.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use clap::{Args, ValueEnum};

use super::{Failure, complain};
use crate::console::{Console, Program, Stop};
use crate::kit::compare::Form;
use crate::programs::p054;
use crate::stream::StreamConsole;

#[derive(Args)]
pub struct Play {
    /// Whether to print each typed line after its prompt; `auto`: unless it is typed on a terminal
    #[arg(long, value_enum, value_name = "WHEN", default_value = "auto")]
    echo: Echo,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum Echo {
    Auto,
    Always,
    Never,
}

impl Echo {
    /// The form that is asked for, if one is.
    pub fn form(self) -> Option<Form> {
        match self {
            Echo::Auto => None,
            Echo::Always => Some(Form::Echoed),
            Echo::Never => Some(Form::Silent),
        }
    }
}

impl Echo {
    /// As it is typed.
    pub fn word(self) -> String {
        let value = self.to_possible_value().expect("no value is skipped");
        value.get_name().to_owned()
    }
}

impl Play {
    /// Plays P054.
    pub fn run(self) -> Result<ExitCode, Failure> {
        self.run_program(&p054::play)
    }

    /// Plays any program on standard input and output.
    pub fn run_program(self, program: &dyn Program) -> Result<ExitCode, Failure> {
        let typing = io::stdin().is_terminal();
        let echo = self.echo.form().map_or(!typing, |form| form == Form::Echoed);
        if typing {
            end_line_on_interrupt()?;
        }
        let mut console = StreamConsole::new(io::stdin().lock(), io::stdout().lock(), echo);
        let played = program.run(&mut console);
        if played.is_err() && io::stdout().is_terminal() {
            console.print("\n")?; // the prompt's line is ended for whoever looks at it
        }
        // What was printed before a stop is written all the same.
        match console.flush().and(played) {
            Ok(()) => Ok(ExitCode::SUCCESS),
            Err(Stop::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
                Ok(ExitCode::SUCCESS)
            }
            Err(stop @ (Stop::InputEnded { .. } | Stop::Failed(_))) => {
                complain(format_args!("{stop}"));
                Ok(ExitCode::FAILURE)
            }
            Err(stop) => Err(stop.into()),
        }
    }
}

/// Ctrl-C leaves the cursor at the start of a line.
pub fn end_line_on_interrupt() -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(|| {
        let _ = writeln!(io::stderr()); // the terminal may have gone
        std::process::exit(130);
    })
}
