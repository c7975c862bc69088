//! Transcripts: what a program printed and what was typed, turn by turn.

use std::ops::Range;

use crate::console::{Console, Program, Stop};

/// The outcome of a replay: a list of turns, and how it ended.
///
/// Two texts come from it. The [`screen`](Transcript::screen) is what a person at a terminal
/// sees, with every typed line and its line end echoed after its prompt; the
/// [`stdout`](Transcript::stdout) is the same without the echoes, as behind a pipe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcript {
    screen: String,
    /// Where the typed lines stand in the screen, without their line ends.
    typed: Vec<Range<usize>>,
    ending: Ending,
}

/// How a replay ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The program came to its own end.
    Quit,
    /// The input ended at a prompt.
    InputEnded,
    /// The program failed, with this message.
    Failed(String),
}

/// What was printed, up to and including a prompt, and the line typed at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn<'a> {
    /// Where [`printed`](Turn::printed) starts in the screen, in bytes.
    pub start: usize,
    /// The text printed since the last typed line.
    pub printed: &'a str,
    /// The line typed at the prompt that ends `printed`; none in the last turn.
    pub typed: Option<&'a str>,
}

impl Transcript {
    /// The screen: the printed text with the typed lines echoed.
    pub fn screen(&self) -> &str {
        &self.screen
    }

    /// What the program writes into a pipe: the screen without the echoes.
    ///
    /// ```
    /// use sliding_puzzle::{programs::p054, transcript::replay};
    ///
    /// let transcript = replay(&p054::play, "7\n");
    /// assert!(transcript.screen().ends_with("choice> 7\nBye.\n"));
    /// assert!(transcript.stdout().ends_with("choice> Bye.\n"));
    /// ```
    pub fn stdout(&self) -> String {
        self.turns().map(|turn| turn.printed).collect()
    }

    /// The turns in order; there is one more of them than typed lines.
    pub fn turns(&self) -> impl Iterator<Item = Turn<'_>> {
        (0..=self.typed.len()).map(|i| {
            let start = if i == 0 { 0 } else { self.typed[i - 1].end + 1 };
            let typed = self.typed.get(i).cloned();
            let end = typed.as_ref().map_or(self.screen.len(), |range| range.start);
            Turn {
                start,
                printed: &self.screen[start..end],
                typed: typed.map(|range| &self.screen[range]),
            }
        })
    }

    /// How the replay ended.
    pub fn ending(&self) -> &Ending {
        &self.ending
    }
}

/// Runs `program` on the lines of `input`; the line rules are those of [`stream`](crate::stream).
///
/// Lines that the program never asks for are ignored.
pub fn replay(program: &dyn Program, input: &str) -> Transcript {
    let screen = String::with_capacity(4096);
    let mut console = ScriptedConsole { rest: input, screen, typed: Vec::with_capacity(32) };
    let ending = match program.run(&mut console) {
        Ok(()) => Ending::Quit,
        Err(Stop::InputEnded { .. }) => Ending::InputEnded,
        Err(stop) => Ending::Failed(stop.to_string()),
    };
    Transcript { screen: console.screen, typed: console.typed, ending }
}

/// A console on a text that is all there from the start; its only stop is the input's end.
struct ScriptedConsole<'a> {
    rest: &'a str,
    screen: String,
    typed: Vec<Range<usize>>,
}

impl Console for ScriptedConsole<'_> {
    fn print(&mut self, text: &str) -> Result<(), Stop> {
        self.screen.push_str(text);
        Ok(())
    }

    fn ask(&mut self, prompt: &str) -> Result<String, Stop> {
        self.screen.push_str(prompt);
        if self.rest.is_empty() {
            return Err(Stop::InputEnded {
                prompt: prompt.to_owned(),
                lines: self.typed.len() as u64,
            });
        }
        let line = match self.rest.split_once('\n') {
            Some((line, rest)) => {
                self.rest = rest;
                line.strip_suffix('\r').unwrap_or(line)
            }
            None => std::mem::take(&mut self.rest),
        };
        let start = self.screen.len();
        self.screen.push_str(line);
        self.typed.push(start..self.screen.len());
        self.screen.push('\n');
        Ok(line.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parrot(console: &mut dyn Console) -> Result<(), Stop> {
        loop {
            let line = console.ask("> ")?;
            if line == "quit" {
                return Ok(());
            }
            writeln!(console, "[{line}]")?;
        }
    }

    #[test]
    fn turns_cover_the_screen() {
        let transcript = replay(&parrot, "a\r\n\nquit\nnever read\n");
        assert_eq!(transcript.screen(), "> a\n[a]\n> \n[]\n> quit\n");
        assert_eq!(transcript.ending(), &Ending::Quit);
        let turns: Vec<_> =
            transcript.turns().map(|turn| (turn.start, turn.printed, turn.typed)).collect();
        assert_eq!(
            turns,
            [
                (0, "> ", Some("a")),
                (4, "[a]\n> ", Some("")),
                (11, "[]\n> ", Some("quit")),
                (21, "", None)
            ]
        );
    }

    #[test]
    fn the_last_line_needs_no_line_end() {
        let transcript = replay(&parrot, "a\rb");
        assert_eq!(transcript.screen(), "> a\rb\n[a\rb]\n> ");
        assert_eq!(transcript.stdout(), "> [a\rb]\n> ");
        assert_eq!(transcript.ending(), &Ending::InputEnded);
    }
}
