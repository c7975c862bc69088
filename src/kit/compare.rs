//! Where what a program printed leaves what was expected.

use std::borrow::Cow;

use crate::transcript::{Transcript, Turn};

/// The two texts that a transcript gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Form {
    /// The screen: typed lines are echoed after their prompts.
    Echoed,
    /// Standard output behind a pipe: nothing is echoed.
    Silent,
}

impl Form {
    /// The transcript in this form.
    pub fn text(self, transcript: &Transcript) -> Cow<'_, str> {
        match self {
            Form::Echoed => transcript.screen().into(),
            Form::Silent => transcript.stdout().into(),
        }
    }

    /// How many bytes `turn` takes in this form.
    pub(super) fn length(self, turn: &Turn) -> usize {
        let echo = turn.typed.map_or(0, |typed| typed.len() + 1);
        turn.printed.len() + if self == Form::Echoed { echo } else { 0 }
    }
}

/// How many equal lines a [`Difference`] keeps before the line that differs.
pub const LINES_BEFORE: usize = 2;

/// The first difference between what was expected and what came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The form in which the two were compared.
    pub form: Form,
    /// The turn in which it stands, counted from 1. Turn `n` answers typed line `n - 1`.
    pub turn: usize,
    /// The line whose answer differs; none before the first line.
    pub typed: Option<String>,
    /// What was expected, from up to [`LINES_BEFORE`] lines before the difference on.
    pub expected: Vec<u8>,
    /// What came, from the same place on.
    pub actual: Vec<u8>,
    /// Where the two differ first, in bytes from their start.
    pub offset: usize,
}

impl Difference {
    /// Compares byte for byte. One of the two is `transcript` in this form: its turns tell where
    /// a difference stands.
    ///
    /// ```
    /// use sliding_puzzle::kit::compare::{Difference, Form};
    /// use sliding_puzzle::{programs::p054, transcript::replay};
    ///
    /// let transcript = replay(&p054::play, "9\n7\n");
    /// let screen = transcript.screen().as_bytes();
    /// assert_eq!(Difference::between(&transcript, Form::Echoed, screen, screen), None);
    ///
    /// let other = transcript.screen().replace("Pick a number", "Choose a number");
    /// let difference =
    ///     Difference::between(&transcript, Form::Echoed, screen, other.as_bytes()).unwrap();
    /// assert_eq!((difference.turn, difference.typed.as_deref()), (2, Some("9")));
    /// assert!(difference.actual[difference.offset..].starts_with(b"Choose a number"));
    /// ```
    pub fn between(
        transcript: &Transcript,
        form: Form,
        expected: &[u8],
        actual: &[u8],
    ) -> Option<Difference> {
        if actual == expected {
            return None;
        }
        let equal = common_prefix(expected, actual);
        let (turn, typed) = turn_at(transcript, form, equal);
        let lines_before = actual[..equal].iter().enumerate().rev().filter(|(_, b)| **b == b'\n');
        let start = lines_before.map(|(lf, _)| lf + 1).nth(LINES_BEFORE).unwrap_or(0);
        Some(Difference {
            form,
            turn,
            typed,
            expected: expected[start..].to_vec(),
            actual: actual[start..].to_vec(),
            offset: equal - start,
        })
    }
}

/// How many bytes are equal from the start.
pub fn common_prefix(a: &[u8], b: &[u8]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

/// The number of the turn in which the byte at `offset` stands, and the line it answers.
fn turn_at(transcript: &Transcript, form: Form, offset: usize) -> (usize, Option<String>) {
    let (mut number, mut answered, mut typed, mut start) = (0, None, None, 0);
    for turn in transcript.turns() {
        if start > offset {
            break;
        }
        number += 1;
        answered = typed;
        typed = turn.typed;
        start += form.length(&turn);
    }
    (number, answered.map(str::to_owned))
}
