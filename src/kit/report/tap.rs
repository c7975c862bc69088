//! The Test Anything Protocol, version 13: a line a case, with its verdict below if it fails.

use std::fmt::Write;

use super::{Results, text};
use crate::kit::check::Outcome;
use crate::kit::visible::visible;

/// The whole report.
pub fn report(results: &Results) -> String {
    let count = results.outcomes.len() + results.problems.len() + results.unfit.len();
    let mut report = format!("TAP version 13\n1..{count}\n# {}\n", results.specification);
    for (outcome, number) in results.outcomes.iter().zip(1..) {
        write_outcome(&mut report, number, outcome);
    }
    let wrong = results.problems.iter().map(ToString::to_string).chain(results.unfit.clone());
    for (problem, number) in wrong.zip(results.outcomes.len() + 1..) {
        let _ = writeln!(report, "not ok {number} - {}", escaped(&problem));
    }
    report
}

fn write_outcome(report: &mut String, number: usize, outcome: &Outcome) {
    let name = escaped(&visible(outcome.case.name.as_bytes()));
    let ok = if outcome.is_expected() && outcome.known.is_none() { "ok" } else { "not ok" };
    let _ = write!(report, "{ok} {number} - {name}");
    match &outcome.known {
        Some(reason) if outcome.is_expected() => {
            let _ = write!(report, " # TODO {}", escaped(&visible(reason.as_bytes())));
        }
        _ => {}
    }
    report.push('\n');
    if ok == "not ok" {
        report.push_str("  ---\n  message: |\n");
        for line in text::block(outcome).lines() {
            let _ = writeln!(report, "    {}", anstream::adapter::strip_str(line));
        }
        report.push_str("  ...\n");
    }
}

/// A text that starts no directive.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('#', "\\#")
}
