//! JSON lines: an object a case, and a last one with the totals. The README has the schema.

use base64::prelude::{BASE64_STANDARD, Engine};
use serde_json::{Map, Value, json};

use super::Results;
use crate::kit::check::Outcome;
use crate::kit::verdict::{NearMiss, Verdict};

/// The whole report.
pub fn report(results: &Results) -> String {
    let cases = results.outcomes.iter().map(case);
    cases.chain([totals(results)]).map(|object| format!("{object}\n")).collect()
}

fn case(outcome: &Outcome) -> Value {
    let mut object = Map::new();
    object.insert("case".into(), outcome.case.name.as_str().into());
    object.insert("verdict".into(), outcome.verdict.word().into());
    object.insert("known".into(), outcome.known.clone().into());
    match &outcome.verdict {
        Verdict::Near(near) => object.insert("near_miss".into(), word(*near).into()),
        Verdict::Crashed(signal, _) => object.insert("signal".into(), (*signal).into()),
        Verdict::HeldBack(lines) => object.insert("line".into(), (lines + 1).into()),
        _ => None,
    };
    if let Some(status) = outcome.status {
        object.insert("status".into(), status.into());
    }
    if let Some(difference) = outcome.verdict.difference() {
        object.insert("turn".into(), difference.turn.into());
        object
            .insert("line".into(), difference.turn.checked_sub(1).filter(|line| *line > 0).into());
        object.insert("typed".into(), difference.typed.clone().into());
        object.insert("expected".into(), bytes(&difference.expected));
        object.insert("actual".into(), bytes(&difference.actual));
        object.insert("offset".into(), difference.offset.into());
    }
    if !outcome.stderr.is_empty() {
        object.insert("stderr".into(), bytes(&outcome.stderr));
    }
    object.into()
}

fn word(near: NearMiss) -> &'static str {
    match near {
        NearMiss::CrLf => "cr lf",
        NearMiss::NoFinalLineEnd => "no final line end",
        NearMiss::ExtraLineEnd => "extra line end",
        NearMiss::PromptsOnStderr => "prompts on stderr",
        NearMiss::NoPrompts => "no prompts",
    }
}

/// Text as a string, other bytes as an object with their base64.
fn bytes(bytes: &[u8]) -> Value {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => json!({ "base64": BASE64_STANDARD.encode(bytes) }),
    }
}

fn totals(results: &Results) -> Value {
    let known = results.outcomes.iter().filter(|o| o.known.is_some() && o.is_expected()).count();
    let problems: Vec<String> = results.problems.iter().map(ToString::to_string).collect();
    json!({
        "specification": results.specification,
        "command": results.command,
        "cases": results.outcomes.len(),
        "conform": results.count("conforms"),
        "known": known,
        "unexpected": results.unexpected().count(),
        "problems": problems,
        "unfit": results.unfit,
    })
}
