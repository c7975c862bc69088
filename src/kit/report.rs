//! Reports for people: what differs, where, and what to type next.
//!
//! A report holds colours (ANSI); print it through [`anstream`], which drops them in a pipe and
//! under `NO_COLOR`. Everything else in it is visible text.

use std::borrow::Cow;
use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use similar::{Algorithm, ChangeTag, capture_diff_slices, group_diff_ops};

use crate::kit::case::Case;
use crate::kit::compare::{Difference, LINES_BEFORE};
use crate::kit::flaw::shown;
use crate::kit::visible::{visible, visible_ascii};
use crate::transcript::Transcript;

/// The colour of what is wrong, and of what came.
pub const BAD: Style = AnsiColor::Red.on_default();
/// The colour of what is right, and of what was expected.
pub const GOOD: Style = AnsiColor::Green.on_default();
/// The colour of a case's name.
pub const NAME: Style = Style::new().bold();

/// The most lines that one difference takes.
const MOST_LINES: usize = 24;
/// The most lines of either screen that are searched for where the two agree again.
const MOST_SEARCHED: usize = 400;
/// The most characters of a line that are shown; more are left out in the middle.
const MOST_SHOWN: usize = 160;

/// Tells where `case` differs: the turn, the line typed, and a unified diff of the lines around.
pub fn difference(case: &Case, difference: &Difference) -> String {
    let mut report = String::new();
    let _ = write!(report, "{NAME}{}{NAME:#} {BAD}differs{BAD:#} ", visible(case.name.as_bytes()));
    match &difference.typed {
        None => report.push_str("before the first input line\n"),
        Some(typed) => {
            let typed = elided(&visible(typed.as_bytes()), 0).into_owned();
            let line = difference.turn - 1;
            let _ = writeln!(report, "in the answer to input line {line}, `{typed}`");
        }
    }
    let _ = writeln!(report, "    {GOOD}--- expected, {}{GOOD:#}", shown(&case.screen_path()));
    let _ = writeln!(report, "    {BAD}+++ actual, from {}{BAD:#}", shown(&case.input_path()));
    write_hunk(&mut report, difference);
    report.push('\n');
    report
}

/// Shows the screen of a case that has no snapshot yet.
pub fn new_case(case: &Case, transcript: &Transcript) -> String {
    let mut report = String::new();
    let _ = writeln!(
        report,
        "{NAME}{}{NAME:#} has no snapshot; its screen:",
        visible(case.name.as_bytes())
    );
    for line in lines(transcript.screen().as_bytes()) {
        let _ = writeln!(report, "    {GOOD}|{GOOD:#} {}", shown_line(line, visible, 0));
    }
    report
}

/// Writes the first hunk of the diff.
fn write_hunk(report: &mut String, difference: &Difference) {
    let (expected, actual) = (lines(&difference.expected), lines(&difference.actual));
    let operations = capture_diff_slices(Algorithm::Myers, &expected, &actual);
    let hunks = group_diff_ops(operations, LINES_BEFORE);
    let changes: Vec<_> =
        hunks[0].iter().flat_map(|op| op.iter_changes(&expected, &actual)).collect();
    for change in changes.iter().take(MOST_LINES) {
        let line: &[u8] = change.value();
        let _ = match change.tag() {
            ChangeTag::Equal if line == b"\n" => writeln!(report),
            ChangeTag::Equal => writeln!(report, "      {}", shown_line(line, visible, 0)),
            ChangeTag::Delete => {
                let focus = focus(line, &difference.expected, difference.offset);
                writeln!(report, "    {GOOD}- {}{GOOD:#}", shown_line(line, visible_ascii, focus))
            }
            ChangeTag::Insert => {
                let focus = focus(line, &difference.actual, difference.offset);
                writeln!(report, "    {BAD}+ {}{BAD:#}", shown_line(line, visible_ascii, focus))
            }
        };
    }
    if hunks.len() > 1
        || changes.len() > MOST_LINES
        || expected.len().max(actual.len()) == MOST_SEARCHED
    {
        report.push_str("      ... and more after these lines\n");
    }
}

/// The first lines of a screen, with their line ends.
fn lines(screen: &[u8]) -> Vec<&[u8]> {
    screen.split_inclusive(|byte| *byte == b'\n').take(MOST_SEARCHED).collect()
}

/// Where in `line`, a part of `screen`, the byte at `offset` of the screen stands; 0 if outside.
fn focus(line: &[u8], screen: &[u8], offset: usize) -> usize {
    let start = line.as_ptr() as usize - screen.as_ptr() as usize;
    offset.checked_sub(start).filter(|focus| *focus < line.len()).unwrap_or(0)
}

/// A line made visible, cut to what stands around its byte `focus`.
fn shown_line(line: &[u8], visible: fn(&[u8]) -> String, focus: usize) -> String {
    let (text, end) = match line.strip_suffix(b"\n") {
        Some(text) => (text, ""),
        None => (line, r"\EOF"),
    };
    // Long lines are cut before they are escaped, too: a line may have a hundred million bytes.
    let from = focus.saturating_sub(MOST_SHOWN);
    let to = text.len().min(focus + MOST_SHOWN);
    let before = visible(&text[from..focus]).chars().count();
    let mut shown = elided(&visible(&text[from..to]), before).into_owned();
    if from > 0 {
        shown.insert_str(0, "...");
    }
    shown.push_str(if to < text.len() { "..." } else { end });
    shown
}

/// `text`, or the part of it around the character `focus` if it is long.
fn elided(text: &str, focus: usize) -> Cow<'_, str> {
    let count = text.chars().count();
    if count <= MOST_SHOWN {
        return text.into();
    }
    let from = focus.saturating_sub(MOST_SHOWN / 2).min(count - MOST_SHOWN);
    let part: String = text.chars().skip(from).take(MOST_SHOWN).collect();
    let before = if from > 0 { "..." } else { "" };
    let after = if from + MOST_SHOWN < count { "..." } else { "" };
    format!("{before}{part}{after}").into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_is_cut_around_its_difference() {
        let mut line = vec![b'x'; 1_000_000];
        line[500_000] = b'!';
        let shown = shown_line(&line, visible, 500_000);
        assert!(shown.contains("xx!xx") && shown.len() < 400, "{shown}");
        assert!(shown.starts_with("...") && shown.ends_with("..."));
    }

    #[test]
    fn a_missing_line_end_is_shown() {
        assert_eq!(shown_line(b"Bye.", visible, 0), r"Bye.\EOF");
        assert_eq!(shown_line(b"Bye. \n", visible, 0), r"Bye.\s");
    }
}
