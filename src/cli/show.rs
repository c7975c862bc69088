//! `show`: prints the screen of a case.

use std::process::ExitCode;

use clap::Args;

use super::{Failure, OneCaseArgs, print, print_bytes};
use crate::kit::visible::visible;
use crate::transcript::{Transcript, Turn};

/// Print the screen of a case, byte for byte
#[derive(Args)]
pub struct Show {
    #[command(flatten)]
    case: OneCaseArgs,
    /// Number the turns, with everything invisible shown; a turn ends with the input line of the
    /// same number
    #[arg(long)]
    turns: bool,
    /// Print what the program writes into a pipe: the screen without the typed lines
    #[arg(long, conflicts_with = "turns")]
    stdout: bool,
}

impl Show {
    pub fn run(self) -> Result<ExitCode, Failure> {
        let case = self.case.find()?;
        if self.turns {
            print(&numbered(&case.transcript()?))?;
        } else if self.stdout {
            print_bytes(case.transcript()?.stdout().as_bytes())?;
        } else {
            print_bytes(&case.expected()?)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Every turn, with its number before its first line.
fn numbered(transcript: &Transcript) -> String {
    let turns: Vec<Turn> = transcript.turns().collect();
    let width = turns.len().to_string().len();
    let mut text = String::new();
    for (number, turn) in (1..).zip(&turns) {
        let mut margin = number.to_string();
        for line in lines(turn) {
            let line = format!("{margin:>width$} | {line}");
            text += line.trim_end();
            text.push('\n');
            margin.clear();
        }
    }
    text
}

/// The visible lines of a turn, the typed one after its prompt.
fn lines(turn: &Turn) -> Vec<String> {
    let typed = turn.typed.map_or(String::new(), |typed| format!("{typed}\n"));
    let screen = format!("{}{typed}", turn.printed);
    let whole = |line: &str| line.strip_suffix('\n').map(|line| visible(line.as_bytes()));
    let lines = screen.split_inclusive('\n');
    lines.map(|line| whole(line).unwrap_or_else(|| visible(line.as_bytes()) + r"\EOF")).collect()
}
