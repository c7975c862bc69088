//! `fuzz`: random sessions against a command, and the smallest one that fails.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Args;

use super::check::{CommandArgs, seconds};
use super::new_case::NewCase;
use super::watch::{INTERRUPTED, Jobs, Progress, end_on_interrupt, interrupted};
use super::{Failure, counted, print};
use crate::kit::case::Case;
use crate::kit::check::{Candidate, Outcome};
use crate::kit::files::write_atomically;
use crate::kit::flaw::{Problem, shown};
use crate::kit::fuzz::{session, shrunk};
use crate::kit::report::text;
use crate::kit::visible::visible;
use crate::programs::p054;
use crate::transcript::replay;

/// Hold a command against the built-in game on random sessions
///
/// The first session that does not conform is made as small as it gets and shown. The same seed
/// gives the same sessions. Exit status 0: all conform; 1: one does not.
#[derive(Args)]
pub struct Fuzz {
    #[command(flatten)]
    command: CommandArgs,
    /// Where the random sessions start
    #[arg(long, value_name = "N", default_value = "2026")]
    seed: u64,
    /// How many sessions to try
    #[arg(long, value_name = "N", default_value = "1000")]
    runs: u64,
    #[command(flatten)]
    jobs: Jobs,
    /// How long to make a failing session smaller, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    shrink: Duration,
    /// Write the small session as the case `spec/p054/NAME.in`
    #[arg(long, value_name = "NAME")]
    write: Option<String>,
    #[command(flatten)]
    place: NewCase,
}

/// How many sessions are judged before the first failure among them is looked for.
const BATCH: u64 = 32;

impl Fuzz {
    pub fn run(self) -> Result<ExitCode, Failure> {
        let candidate = self.command.candidate();
        if let Candidate::BuiltIn = candidate {
            return Err(Failure("no command; name one: `sliding-puzzle fuzz -- COMMAND`".into()));
        }
        let write = self.write.as_deref().map(|name| self.place.path(name)).transpose()?;
        end_on_interrupt()?;
        let found = self.jobs.pool()?.install(|| self.first_failure(&candidate))?;
        if interrupted() {
            print("interrupted\n")?;
            return Ok(ExitCode::from(130));
        }
        let Some((number, failing)) = found else {
            print(&format!("{} sessions conform, seed {}\n", self.runs, self.seed))?;
            return Ok(ExitCode::SUCCESS);
        };
        let lines = counted(failing.case.typed()?.lines().count(), "line");
        let small = self.smallest(&candidate, failing)?;
        print(&self.told(number, &lines, &small)?)?;
        if let Some(path) = write {
            write_atomically(&path, small.case.typed()?.as_bytes())
                .map_err(|error| format!("`{}`: {error}", shown(&path)))?;
            print(&format!("wrote {}; next: `cargo insta test --review`\n", shown(&path)))?;
        }
        Ok(if interrupted() { ExitCode::from(130) } else { ExitCode::FAILURE })
    }

    fn told(&self, number: u64, lines: &str, small: &Outcome) -> Result<String, Problem> {
        let typed = small.case.typed()?;
        let typed = typed.lines().map(|line| format!("    {}\n", visible(line.as_bytes())));
        Ok(format!(
            "session {number} of seed {} does not conform: {lines}, made smaller:\n{}\n{}",
            self.seed,
            typed.collect::<String>(),
            text::block(small)
        ))
    }

    /// The first session that does not conform, with its number.
    fn first_failure(&self, candidate: &Candidate) -> Result<Option<(u64, Outcome)>, Failure> {
        let progress = Progress::of(self.runs);
        for batch in 0..self.runs.div_ceil(BATCH) {
            let numbers = batch * BATCH..self.runs.min((batch + 1) * BATCH);
            let cases: Vec<Case> = numbers.clone().map(|n| case(session(self.seed, n))).collect();
            let (outcomes, problems) =
                candidate.judge_all(&cases, &INTERRUPTED, || progress.step())?;
            assert!(problems.is_empty(), "a random session is a sound case");
            let mut numbered = numbers.zip(outcomes);
            if let Some(failure) = numbered.find(|(_, outcome)| !outcome.verdict.conforms()) {
                progress.finish();
                return Ok(Some(failure));
            }
        }
        progress.finish();
        Ok(None)
    }

    /// The smallest session found that fails in the same way; `failing` itself, if it fails no
    /// more.
    fn smallest(&self, candidate: &Candidate, failing: Outcome) -> Result<Outcome, Failure> {
        let (typed, word) = (failing.case.typed()?, failing.verdict.word());
        let (start, mut smallest) = (Instant::now(), failing);
        let fails = |typed: &str| {
            if start.elapsed() > self.shrink || interrupted() {
                return false;
            }
            let cases = [case(typed.to_owned())];
            // A session that no case can hold has no outcome.
            let judged = candidate.judge_all(&cases, &INTERRUPTED, || {});
            let outcome = judged.ok().and_then(|(mut outcomes, _)| outcomes.pop());
            let outcome = outcome.filter(|outcome| outcome.verdict.word() == word);
            outcome.map(|outcome| smallest = outcome).is_some()
        };
        shrunk(&typed, fails);
        Ok(smallest)
    }
}

/// A session as a case, with the game's own screen.
fn case(typed: String) -> Case {
    let screen = replay(&p054::play, &typed).screen().to_owned();
    Case::in_memory("p054/fuzz", typed.into_bytes(), screen.into_bytes())
}
