//! `verify`: holds a record's sessions against its own program and the built-in one.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::Args;

use super::{Failure, counted, print};
use crate::kit::case::Case;
use crate::kit::check::{Candidate, Outcome};
use crate::kit::flaw::shown;
use crate::kit::record::{Record, RecordError, Session};
use crate::kit::report::text;
use crate::kit::visible::visible;
use crate::programs;

/// Prove a record: replay its sessions through its own program
///
/// Each session is replayed through the record's EML modules and, if the house has the same
/// program, through that too. Both are held against the recorded screen, and the first against
/// what the record says of its interpreter. Exit status 0: all holds; 1: something does not; 2: it
/// is no record with a program.
#[derive(Args)]
pub struct Verify {
    /// The record
    #[arg(value_name = "RECORD.json")]
    record: PathBuf,
}

impl Verify {
    pub fn run(self) -> Result<ExitCode, Failure> {
        let told =
            |error: &dyn std::fmt::Display| Failure(format!("`{}`: {error}", shown(&self.record)));
        let record = Record::read(&self.record).map_err(|error| told(&error))?;
        let original =
            Candidate::Program(Arc::new(record.program().map_err(|error| told(&error))?));
        if record.sessions.is_empty() {
            return Err(told(&RecordError::NoSessions));
        }
        let program = record.id.to_lowercase();
        let house = programs::find(&program).is_some();
        let mut broken = 0;
        for session in &record.sessions {
            let case = session.in_memory(&program).map_err(|error| told(&error))?;
            let eml = judge(&original, &case)?;
            let game = house.then(|| judge(&Candidate::BuiltIn, &case)).transpose()?;
            let (line, holds) = verdict(session, &eml, game.as_ref());
            print(&line)?;
            for outcome in [Some(eml), game].into_iter().flatten() {
                if !outcome.verdict.conforms() {
                    print(&text::block(&outcome))?;
                }
            }
            broken += usize::from(!holds);
        }
        let sessions = counted(record.sessions.len(), "session");
        print(&match broken {
            0 => format!("{sessions}: all holds\n"),
            n => format!("{sessions}: {n} not as recorded\n"),
        })?;
        Ok(if broken == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

fn judge(candidate: &Candidate, case: &Case) -> Result<Outcome, Failure> {
    let cases = std::slice::from_ref(case);
    let (mut outcomes, mut problems) =
        candidate.judge_all(cases, &AtomicBool::new(false), || {})?;
    match problems.pop() {
        Some(problem) => Err(problem.into()),
        None => Ok(outcomes.remove(0)),
    }
}

/// The line that tells of a session, and whether all that is recorded of it holds.
fn verdict(session: &Session, eml: &Outcome, game: Option<&Outcome>) -> (String, bool) {
    let equal = |outcome: &Outcome| if outcome.verdict.conforms() { "equal" } else { "not equal" };
    let recorded = session.interpreter.as_deref();
    let name = visible(session.name.as_bytes());
    let game_told = game.map_or(String::new(), |game| format!(", built-in game {}", equal(game)));
    let word = recorded
        .map_or(String::new(), |word| format!(", recorded as `{}`", visible(word.as_bytes())));
    let line = format!("{name}: eml {}{game_told}{word}\n", equal(eml));
    let as_recorded = recorded.is_none_or(|word| (word == "equal") == eml.verdict.conforms());
    let right = recorded.is_some() || eml.verdict.conforms();
    let game_right = game.is_none_or(|game| game.verdict.conforms());
    (line, as_recorded && right && game_right)
}
