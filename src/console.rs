//! The console: all that a program can talk to, and what may stop it.
//!
//! A [`Program`] prints text and asks for typed lines, and knows nothing else: no file, clock,
//! environment, randomness or terminal. So its output is a function of the lines typed to it,
//! and one replay serves every program.

use std::fmt;
use std::io;

/// What a program talks to.
///
/// Besides [`print`](Console::print), `write!` and `writeln!` work on a console:
///
/// ```
/// use sliding_puzzle::console::{Console, Stop};
///
/// fn greet(console: &mut dyn Console) -> Result<(), Stop> {
///     let name = console.ask("name> ")?;
///     writeln!(console, "Hello, {name}.")
/// }
///
/// let transcript = sliding_puzzle::transcript::replay(&greet, "Ada\n");
/// assert_eq!(transcript.screen(), "name> Ada\nHello, Ada.\n");
/// ```
pub trait Console {
    /// Prints `text` as it stands; line ends are part of it.
    ///
    /// # Errors
    /// [`Stop::Output`] when it cannot be written.
    fn print(&mut self, text: &str) -> Result<(), Stop>;

    /// Prints `prompt` (no line end) and returns the next typed line without its line end.
    ///
    /// # Errors
    /// [`Stop::InputEnded`] when no line is left, and the other stops when the line cannot be
    /// read or the prompt cannot be written.
    fn ask(&mut self, prompt: &str) -> Result<String, Stop>;

    /// What `write!` and `writeln!` call.
    ///
    /// # Errors
    /// As [`print`](Console::print).
    fn write_fmt(&mut self, arguments: fmt::Arguments<'_>) -> Result<(), Stop> {
        let mut writer = FmtWriter { console: self, stop: None };
        match fmt::Write::write_fmt(&mut writer, arguments) {
            Ok(()) => Ok(()),
            Err(fmt::Error) => Err(writer.stop.expect("only a console's own stop fails a write")),
        }
    }
}

/// Turns formatted pieces into prints, and keeps the stop that [`fmt::Error`] cannot carry.
struct FmtWriter<'a, C: ?Sized> {
    console: &'a mut C,
    stop: Option<Stop>,
}

impl<C: Console + ?Sized> fmt::Write for FmtWriter<'_, C> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.console.print(text).map_err(|stop| {
            self.stop = Some(stop);
            fmt::Error
        })
    }
}

/// A function of a console: it runs until it is quit or stopped.
pub trait Program {
    /// Runs the program to its end.
    ///
    /// # Errors
    /// The console's [`Stop`], passed on.
    fn run(&self, console: &mut dyn Console) -> Result<(), Stop>;
}

impl<F> Program for F
where
    F: Fn(&mut dyn Console) -> Result<(), Stop>,
{
    fn run(&self, console: &mut dyn Console) -> Result<(), Stop> {
        self(console)
    }
}

/// Why a program stopped before it was quit. Lines and bytes are counted from 1.
#[derive(Debug)]
pub enum Stop {
    /// No typed line was left at `prompt`, after `lines` of them.
    InputEnded {
        /// The prompt that was not answered.
        prompt: String,
        /// How many lines had been typed.
        lines: u64,
    },
    /// Typed line `line` is not UTF-8, from its byte `byte` on.
    NotUtf8 {
        /// The line's number.
        line: u64,
        /// The first byte in that line that belongs to no character.
        byte: usize,
    },
    /// Typed line `line` is longer than `limit` bytes.
    LineTooLong {
        /// The line's number.
        line: u64,
        /// The most bytes a line may have.
        limit: usize,
    },
    /// The next typed line could not be read.
    Input(io::Error),
    /// Something could not be written.
    Output(io::Error),
    /// The program itself failed, as a program interpreted from source may.
    Failed(Box<dyn std::error::Error + Send + Sync>),
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::InputEnded { prompt, lines } => {
                let s = if *lines == 1 { "" } else { "s" };
                write!(
                    f,
                    "the input ended at the prompt `{}`, after {lines} line{s}",
                    prompt.trim_end()
                )
            }
            Stop::NotUtf8 { line, byte } => {
                write!(f, "input line {line} is not UTF-8 at byte {byte}")
            }
            Stop::LineTooLong { line, limit } => {
                write!(f, "input line {line} is longer than {} MiB", limit >> 20)
            }
            Stop::Input(error) => write!(f, "cannot read the input: {error}"),
            Stop::Output(error) => write!(f, "cannot write the output: {error}"),
            Stop::Failed(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Stop {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Stop::Input(error) | Stop::Output(error) => Some(error),
            Stop::Failed(error) => error.source(),
            _ => None,
        }
    }
}
