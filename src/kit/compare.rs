//! Where a transcript leaves the expected screen.

use crate::transcript::{Transcript, Turn};

/// How many equal lines a [`Difference`] keeps before the line that differs.
pub const LINES_BEFORE: usize = 2;

/// The first difference between a transcript and the expected screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The turn in which it stands, counted from 1. Turn `n` answers typed line `n - 1`.
    pub turn: usize,
    /// The line whose answer differs; none before the first line.
    pub typed: Option<String>,
    /// The expected screen, from up to [`LINES_BEFORE`] lines before the difference on.
    pub expected: Vec<u8>,
    /// The transcript's screen, from the same place on.
    pub actual: Vec<u8>,
    /// Where the two differ first, in bytes from their start.
    pub offset: usize,
}

/// Compares byte for byte.
///
/// ```
/// use sliding_puzzle::{kit::compare::difference, programs::p054, transcript::replay};
///
/// let transcript = replay(&p054::play, "9\n7\n");
/// assert_eq!(difference(&transcript, transcript.screen().as_bytes()), None);
///
/// let other = transcript.screen().replace("Pick a number", "Choose a number");
/// let difference = difference(&transcript, other.as_bytes()).unwrap();
/// assert_eq!((difference.turn, difference.typed.as_deref()), (2, Some("9")));
/// assert!(difference.expected[difference.offset..].starts_with(b"Choose a number"));
/// ```
pub fn difference(transcript: &Transcript, expected: &[u8]) -> Option<Difference> {
    let actual = transcript.screen().as_bytes();
    if actual == expected {
        return None;
    }
    let equal = actual.iter().zip(expected).take_while(|(a, b)| a == b).count();
    let turns: Vec<Turn> = transcript.turns().take_while(|turn| turn.start <= equal).collect();
    let typed = turns.len().checked_sub(2).and_then(|before| turns[before].typed);
    let lines_before = actual[..equal].iter().enumerate().rev().filter(|(_, b)| **b == b'\n');
    let start = lines_before.map(|(lf, _)| lf + 1).nth(LINES_BEFORE).unwrap_or(0);
    Some(Difference {
        turn: turns.len(),
        typed: typed.map(str::to_owned),
        expected: expected[start..].to_vec(),
        actual: actual[start..].to_vec(),
        offset: equal - start,
    })
}
