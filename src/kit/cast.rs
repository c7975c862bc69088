//! A case as a recording in asciinema's format, version 2, that plays as if somebody typed it.
//!
//! A recording depends on the case alone: the same case gives the same bytes. Its output events,
//! put together, are the screen with CR LF for LF, as a terminal gets it.

use std::fmt::Write;

use serde_json::json;

use crate::transcript::{Transcript, Turn};

/// The terminal that the recording is for.
const SIZE: [u32; 2] = [80, 24];
/// How long the player looks before typing, in milliseconds.
const LOOK: u64 = 900;
/// How long a key takes.
const KEY: u64 = 90;
/// How much longer the key after a blank takes.
const BLANK: u64 = 60;
/// How long it takes to press Enter.
const ENTER: u64 = 250;
/// How long the answer takes to appear.
const ANSWER: u64 = 20;
/// The most keys that one line takes; a longer one is typed several characters at a time.
const MOST_KEYS: usize = 60;

/// The recording of `transcript`, a header and one event a line.
pub fn recording(title: &str, transcript: &Transcript) -> String {
    let [width, height] = SIZE;
    let title = json!(title);
    let header = format!(
        "{{\"version\": 2, \"width\": {width}, \"height\": {height}, \"title\": {title}}}\n"
    );
    let mut tape = Tape { text: header, time: 0 };
    for turn in transcript.turns() {
        tape.play(turn);
    }
    tape.text
}

/// What is recorded so far, and for how many milliseconds.
struct Tape {
    text: String,
    time: u64,
}

impl Tape {
    /// The answer at once, then the typed line key by key.
    fn play(&mut self, turn: Turn<'_>) {
        self.output(ANSWER, turn.printed);
        let Some(typed) = turn.typed else { return };
        let mut wait = LOOK;
        for key in keys(typed) {
            self.output(wait, key);
            wait = if key.ends_with(' ') { KEY + BLANK } else { KEY };
        }
        self.output(if typed.is_empty() { LOOK } else { ENTER }, "\n");
    }

    fn output(&mut self, wait: u64, text: &str) {
        if text.is_empty() {
            return;
        }
        self.time += wait;
        let text = json!(text.replace('\n', "\r\n"));
        let (seconds, thousandths) = (self.time / 1000, self.time % 1000);
        let _ = writeln!(self.text, "[{seconds}.{thousandths:03}, \"o\", {text}]");
    }
}

/// The pieces in which a line is typed: characters, or as many at a time as a long line needs.
fn keys(typed: &str) -> impl Iterator<Item = &str> {
    let at_a_time = typed.chars().count().div_ceil(MOST_KEYS).max(1);
    let mut rest = typed;
    std::iter::from_fn(move || {
        let end = rest.char_indices().nth(at_a_time).map_or(rest.len(), |(end, _)| end);
        let (key, after) = rest.split_at(end);
        rest = after;
        (!key.is_empty()).then_some(key)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::console::{Console, Stop};
    use crate::transcript::replay;

    fn echo(console: &mut dyn Console) -> Result<(), Stop> {
        let line = console.ask("> ")?;
        writeln!(console, "{line}!")
    }

    #[test]
    fn typed_key_by_key() {
        let recording = recording("a \"case\"", &replay(&echo, "é b\n"));
        let events = r#"{"version": 2, "width": 80, "height": 24, "title": "a \"case\""}
[0.020, "o", "> "]
[0.920, "o", "é"]
[1.010, "o", " "]
[1.160, "o", "b"]
[1.410, "o", "\r\n"]
[1.430, "o", "é b!\r\n"]
"#;
        assert_eq!(recording, events);
    }

    #[test]
    fn a_long_line_does_not_take_all_day() {
        let line = "é".repeat(1000);
        assert!(keys(&line).count() <= MOST_KEYS);
        assert_eq!(keys(&line).collect::<String>(), line);
    }
}
