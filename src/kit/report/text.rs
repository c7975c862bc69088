//! The report for people: what differs, where, and what to type next.
//!
//! It holds colours (ANSI); print it through [`anstream`], which drops them in a pipe and under
//! `NO_COLOR`. Everything else in it is visible text.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use similar::{Algorithm, ChangeTag, capture_diff_slices, group_diff_ops};

use super::Results;
use crate::kit::case::Case;
use crate::kit::check::Outcome;
use crate::kit::compare::{Difference, Form, LINES_BEFORE};
use crate::kit::flaw::shown;
use crate::kit::verdict::Verdict;
use crate::kit::visible::{MOST_SHOWN, elided, visible, visible_ascii};
use crate::transcript::Transcript;

const BAD: Style = AnsiColor::Red.on_default();
const GOOD: Style = AnsiColor::Green.on_default();
const NAME: Style = Style::new().bold();

/// The most lines of each kind, removed, added or equal, that one difference takes.
const MOST_LINES: usize = 10;
/// The most lines of either text that are searched for where the two agree again.
const MOST_SEARCHED: usize = 400;
/// The most lines of standard error that are shown.
const MOST_OF_STDERR: usize = 10;

/// The whole report after its first line; with `all`, every case and every turn.
pub fn report(results: &Results, all: bool) -> String {
    let mut report = String::new();
    for outcome in &results.outcomes {
        if all {
            write_turns(&mut report, outcome);
        }
        // What was not judged is only counted.
        if all || !outcome.is_expected() && outcome.verdict != Verdict::Interrupted {
            report.push_str(&block(outcome));
        }
    }
    report.push_str(&summary(results));
    report
}

/// A case, its verdict, and what there is to see of it.
pub fn block(outcome: &Outcome) -> String {
    let style = if outcome.is_expected() { GOOD } else { BAD };
    let mut block = String::new();
    let name = visible(outcome.case.name.as_bytes());
    let _ = writeln!(block, "{NAME}{name}{NAME:#} {style}{}{style:#}", headline(outcome));
    if let Some(difference) = outcome.verdict.difference() {
        write_difference(&mut block, &outcome.case, difference);
    }
    if !outcome.stderr.is_empty() && !outcome.verdict.conforms() {
        let failed = matches!(outcome.verdict, Verdict::Failed(_));
        block.push_str(if failed { "    because\n" } else { "    standard error ends\n" });
        for line in lines_of(&outcome.stderr).lines() {
            let _ = writeln!(block, "      {line}");
        }
    }
    block.push('\n');
    block
}

/// The verdict, and what is known about it.
pub fn headline(outcome: &Outcome) -> String {
    let verdict = match (&outcome.verdict, outcome.status) {
        (Verdict::Differs(_) | Verdict::Near(_), Some(status)) => {
            format!("{} (exit status {status})", outcome.verdict)
        }
        _ => outcome.verdict.to_string(),
    };
    match &outcome.known {
        None => verdict,
        Some(reason) if outcome.is_expected() => {
            format!("{verdict} (known: {})", visible(reason.as_bytes()))
        }
        Some(_) => format!("{verdict}, but is listed as a known failure; remove its line"),
    }
}

/// The last lines of `bytes`, made visible.
pub fn lines_of(bytes: &[u8]) -> String {
    let lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
    let last = &lines[lines.len().saturating_sub(MOST_OF_STDERR)..];
    last.iter().map(|line| shown_line(line, visible, 0) + "\n").collect()
}

/// Tells where `case` differs: the turn, the line typed, and a unified diff of the lines around.
pub fn differing(case: &Case, difference: &Difference) -> String {
    let verdict = Verdict::Differs(difference.clone());
    let name = visible(case.name.as_bytes());
    let mut report = format!("{NAME}{name}{NAME:#} {BAD}{verdict}{BAD:#}\n");
    write_difference(&mut report, case, difference);
    report
}

fn write_difference(report: &mut String, case: &Case, difference: &Difference) {
    let form = if difference.form == Form::Silent { " without echoes" } else { "" };
    let screen = shown(&case.screen_path());
    let _ = writeln!(report, "    {GOOD}--- expected, {screen}{form}{GOOD:#}");
    let input = shown(&case.input_path());
    let line = match difference.turn {
        1 => String::new(),
        turn => format!(":{}", turn - 1),
    };
    let _ = writeln!(report, "    {BAD}+++ actual, from {input}{line}{BAD:#}");
    write_hunk(report, difference);
}

/// The case's turns, numbered, as far as they are right.
fn write_turns(report: &mut String, outcome: &Outcome) {
    let right = outcome.verdict.difference().map_or(usize::MAX, |difference| difference.turn - 1);
    let name = visible(outcome.case.name.as_bytes());
    for (turn, number) in outcome.transcript.turns().zip(1..).take(right) {
        let typed = turn.typed.map_or(String::new(), |typed| format!("{typed}\n"));
        let _ = writeln!(report, "{NAME}{name}{NAME:#}, turn {number}");
        for line in lines(format!("{}{typed}", turn.printed).as_bytes()) {
            let _ = writeln!(report, "    {GOOD}|{GOOD:#} {}", shown_line(line, visible, 0));
        }
    }
}

/// The counts, and what to type next.
fn summary(results: &Results) -> String {
    let wrong = results.unexpected().count();
    let style = if wrong == 0 && results.is_sound() { GOOD } else { BAD };
    let mut summary = format!("{style}{}{style:#}\n", counts(results));
    if !results.problems.is_empty() {
        let _ = writeln!(summary, "{BAD}the specification is not sound{BAD:#}");
    }
    if let (Some(echo), Some(_)) = (results.echo(), &results.command) {
        let _ = writeln!(summary, "the command: {echo}");
    }
    if let Some(first) = results.unexpected().next() {
        let _ = writeln!(summary, "{}", next_command(results, first));
    }
    summary
}

/// How many cases have which verdict: `3 cases: 1 conforms, 2 differ`.
fn counts(results: &Results) -> String {
    let count = results.outcomes.len();
    let conform = results.count("conforms");
    let cases = if count == 1 { "1 case" } else { &format!("{count} cases") };
    let known = results.outcomes.iter().filter(|outcome| outcome.known.is_some()).count();
    if conform == count && known == 0 {
        return format!("{cases} conform{}", if count == 1 { "s" } else { "" });
    }
    let mut counts = vec![format!("{conform} conform{}", if conform == 1 { "s" } else { "" })];
    for (word, one, many) in VERBS {
        match results.count(word) {
            0 => {}
            1 => counts.push(format!("1 {one}")),
            n => counts.push(format!("{n} {many}")),
        }
    }
    if known > 0 {
        counts.push(format!("{known} of them listed as known failures"));
    }
    format!("{cases}: {}", counts.join(", "))
}

/// The words of verdicts but `conforms`, and how they are counted.
const VERBS: [(&str, &str, &str); 8] = [
    ("differs", "differs", "differ"),
    ("wrong status", "has a wrong status", "have a wrong status"),
    ("crashed", "crashed", "crashed"),
    ("failed", "failed", "failed"),
    ("timed out", "timed out", "timed out"),
    ("too much output", "printed too much", "printed too much"),
    ("held back", "held its output back", "held their output back"),
    ("interrupted", "was interrupted", "were interrupted"),
];

fn next_command(results: &Results, first: &Outcome) -> String {
    match &results.again {
        None => "if a new screen is right: `cargo insta test --review`".to_owned(),
        Some(again) => {
            let case = shell_words::quote(&first.case.name);
            format!("next: `sliding-puzzle check {case} --all {again}`")
        }
    }
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

/// Writes the first hunk of the diff, with the differing part of its first two lines marked.
fn write_hunk(report: &mut String, difference: &Difference) {
    let (hunk, more) = first_hunk(difference);
    let marks = marks(&hunk);
    for (place, (tag, line)) in hunk.iter().enumerate() {
        let _ = match tag {
            ChangeTag::Equal if line.is_empty() => writeln!(report),
            ChangeTag::Equal => writeln!(report, "      {line}"),
            ChangeTag::Delete => writeln!(report, "    {GOOD}- {line}{GOOD:#}"),
            ChangeTag::Insert => writeln!(report, "    {BAD}+ {line}{BAD:#}"),
        };
        if let Some((_, mark)) = marks.iter().find(|(marked, _)| *marked == place) {
            let _ = writeln!(report, "      {mark}");
        }
    }
    if more {
        report.push_str("      ... and more after these lines\n");
    }
}

/// The lines of the first hunk as they are shown, and whether there are more.
fn first_hunk(difference: &Difference) -> (Vec<(ChangeTag, String)>, bool) {
    let (expected, actual) = (lines(&difference.expected), lines(&difference.actual));
    let operations = capture_diff_slices(Algorithm::Myers, &expected, &actual);
    let hunks = group_diff_ops(operations, LINES_BEFORE);
    let changes = hunks[0].iter().flat_map(|operation| operation.iter_changes(&expected, &actual));
    let shown = changes.map(|change| {
        let line: &[u8] = change.value();
        let shown = match change.tag() {
            ChangeTag::Equal => shown_line(line, visible, 0),
            ChangeTag::Delete => shown_line(
                line,
                visible_ascii,
                focus(line, &difference.expected, difference.offset),
            ),
            ChangeTag::Insert => {
                shown_line(line, visible_ascii, focus(line, &difference.actual, difference.offset))
            }
        };
        (change.tag(), shown)
    });
    let mut shown: Vec<_> = shown.collect();
    let all = shown.len();
    let mut counts = [0; 3];
    shown.retain(|(tag, _)| {
        let count = &mut counts[*tag as usize];
        *count += 1;
        *count <= MOST_LINES
    });
    let searched = expected.len().max(actual.len());
    let more = hunks.len() > 1 || shown.len() < all || searched == MOST_SEARCHED;
    (shown, more)
}

/// The marks below the first two lines that differ, each with its line's place in the hunk; none
/// if the lines have nothing in common.
fn marks(hunk: &[(ChangeTag, String)]) -> Vec<(usize, String)> {
    let first = |wanted| hunk.iter().position(|(tag, _)| *tag == wanted);
    let (Some(deleted), Some(inserted)) = (first(ChangeTag::Delete), first(ChangeTag::Insert))
    else {
        return Vec::new();
    };
    let characters = |place: usize| hunk[place].1.chars().collect::<Vec<_>>();
    let (a, b) = (characters(deleted), characters(inserted));
    let before = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let (rest_a, rest_b) = (a[before..].iter().rev(), b[before..].iter().rev());
    let after = rest_a.zip(rest_b).take_while(|(a, b)| a == b).count();
    if before + after == 0 {
        return Vec::new();
    }
    let mark =
        |line: &[char]| " ".repeat(before) + &"^".repeat((line.len() - before - after).max(1));
    vec![(deleted, mark(&a)), (inserted, mark(&b))]
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
