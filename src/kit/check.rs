//! A check: every case judged, side by side, in the order of their names.

use std::fmt;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rayon::prelude::*;

use crate::console::Program;
use crate::kit::case::Case;
use crate::kit::compare::{Difference, Form};
use crate::kit::external::{End, External, Run, Typing};
use crate::kit::flaw::{Problem, shown};
use crate::kit::verdict::Verdict;
use crate::transcript::{Ending, Transcript, replay};

/// What is checked.
#[derive(Clone)]
pub enum Candidate {
    /// The program of the house that a case is for.
    BuiltIn,
    /// This program.
    Program(Arc<dyn Program + Send + Sync>),
    /// A command, run once for each case.
    Command {
        /// The command.
        external: External,
        /// The one form that is right; none: both are.
        form: Option<Form>,
        /// Whether a line is typed only when its prompt has come, and how long that may take.
        patience: Option<Duration>,
    },
}

/// A case and what it says of the candidate.
#[derive(Debug)]
pub struct Outcome {
    /// The case.
    pub case: Case,
    /// What it says.
    pub verdict: Verdict,
    /// The transcript that holds: the expected one for a command, else the one that came.
    pub transcript: Transcript,
    /// The exit status, where it is wrong beside the output.
    pub status: Option<i32>,
    /// The end of what a command wrote to standard error, or why a program failed.
    pub stderr: Vec<u8>,
    /// Why the case is expected to fail, if it is.
    pub known: Option<String>,
}

impl Outcome {
    /// Whether this is as it should be: it conforms, or its failure is known; not both.
    pub fn is_expected(&self) -> bool {
        self.verdict.conforms() == self.known.is_none()
    }
}

/// Why a check comes to no verdicts.
#[derive(Debug)]
pub struct NotStarted {
    command: String,
    error: io::Error,
}

impl fmt::Display for NotStarted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot start `{}`: {}", self.command, self.error)
    }
}

impl std::error::Error for NotStarted {}

/// Why one case has no verdict.
enum Unjudged {
    Problem(Problem),
    NotStarted(NotStarted),
}

impl From<Problem> for Unjudged {
    fn from(problem: Problem) -> Unjudged {
        Unjudged::Problem(problem)
    }
}

impl Candidate {
    /// Judges every case, as many at a time as the current thread pool has threads. `judged` is
    /// called after each; once `interrupted` is set no case is started any more.
    ///
    /// Returns the outcomes in the cases' order, and the problems of cases that have none.
    ///
    /// # Errors
    /// If the command cannot be started.
    pub fn judge_all(
        &self,
        cases: &[Case],
        interrupted: &AtomicBool,
        judged: impl Fn() + Sync,
    ) -> Result<(Vec<Outcome>, Vec<Problem>), NotStarted> {
        let stopped = AtomicBool::new(false);
        let results: Vec<_> = cases
            .par_iter()
            .filter(|_| !stopped.load(Ordering::Relaxed))
            .map(|case| {
                let result = self.judge(case, interrupted);
                stopped.fetch_or(matches!(result, Err(Unjudged::NotStarted(_))), Ordering::Relaxed);
                judged();
                result
            })
            .collect();
        let (mut outcomes, mut problems) = (Vec::new(), Vec::new());
        for result in results {
            match result {
                Ok(outcome) => outcomes.push(outcome),
                Err(Unjudged::Problem(problem)) => problems.push(problem),
                Err(Unjudged::NotStarted(error)) => return Err(error),
            }
        }
        Ok((outcomes, problems))
    }

    fn judge(&self, case: &Case, interrupted: &AtomicBool) -> Result<Outcome, Unjudged> {
        let mut status = None;
        let (transcript, verdict, stderr) = match self {
            Candidate::BuiltIn => replayed(case.program(), case)?,
            Candidate::Program(program) => replayed(&**program, case)?,
            Candidate::Command { external, form, patience } => {
                // Only a transcript tells where the typed lines stand in the screen.
                let (typed, transcript) = (case.typed()?, case.transcript()?);
                let script = Script { typed: &typed, transcript: &transcript, patience: *patience };
                let run = script.run(external, &case.name, interrupted);
                let run = run.map_err(|error| {
                    let command = shown(external.command[0].as_ref());
                    Unjudged::NotStarted(NotStarted { command, error })
                })?;
                let verdict = Verdict::of(&run, &transcript, *form);
                status = match (run.end, transcript.ending()) {
                    (End::Exited(status), Ending::Quit) if status != 0 => Some(status),
                    _ => None,
                };
                (transcript, verdict, run.stderr)
            }
        };
        Ok(Outcome { case: case.clone(), verdict, transcript, status, stderr, known: None })
    }
}

/// What a program of ours prints for the case, and what the case says of it.
fn replayed(program: &dyn Program, case: &Case) -> Result<(Transcript, Verdict, Vec<u8>), Problem> {
    let transcript = replay(program, &case.typed()?);
    let actual = transcript.screen().as_bytes();
    let difference = Difference::between(&transcript, Form::Echoed, &case.expected()?, actual);
    let (verdict, message) = match transcript.ending() {
        Ending::Failed(message) => (Verdict::Failed(difference), message.clone()),
        _ => (difference.map_or(Verdict::Conforms(None), Verdict::Differs), String::new()),
    };
    Ok((transcript, verdict, message.into_bytes()))
}

/// A session to be typed to a command, and what should come of it.
pub struct Script<'a> {
    /// The typed lines.
    pub typed: &'a str,
    /// What should come of it.
    pub transcript: &'a Transcript,
    /// How long a line waits for its prompt; none: all is typed at once.
    pub patience: Option<Duration>,
}

impl Script<'_> {
    /// Runs the command.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn run(
        &self,
        external: &External,
        name: &str,
        interrupted: &AtomicBool,
    ) -> io::Result<Run> {
        if interrupted.load(Ordering::Relaxed) {
            return Ok(Run { stdout: Vec::new(), stderr: Vec::new(), end: End::Interrupted });
        }
        let limit = 4 * self.transcript.screen().len() + (64 << 10);
        let Some(patience) = self.patience else {
            return external.run(name, &Typing::AtOnce(self.typed), limit, interrupted);
        };
        let asked = self.transcript.turns().filter(|turn| turn.typed.is_some()).count();
        let lines: Vec<&str> = self.typed.split_inclusive('\n').take(asked).collect();
        let prompts = [Form::Silent, Form::Echoed].map(|form| Prompts::of(self.transcript, form));
        // Output that fits neither form is wrong in any case: let it come.
        let ready = |typed: usize, output: &[u8]| {
            prompts.iter().any(|prompts| prompts.have_come(typed, output))
                || !prompts.iter().any(|prompts| prompts.may_come(output))
        };
        let typing = Typing::Lines { lines: &lines, ready: &ready, patience };
        external.run(name, &typing, limit, interrupted)
    }
}

/// A transcript in one form, and where its prompts end.
struct Prompts {
    text: String,
    ends: Vec<usize>,
}

impl Prompts {
    fn of(transcript: &Transcript, form: Form) -> Prompts {
        let mut end = 0;
        let ends = transcript.turns().map(|turn| {
            let prompt = end + turn.printed.len();
            end += form.length(&turn);
            prompt
        });
        Prompts { ends: ends.collect(), text: form.text(transcript).into_owned() }
    }

    /// Whether `output` goes as far as the prompt after this many typed lines.
    fn have_come(&self, typed: usize, output: &[u8]) -> bool {
        output.starts_with(&self.text.as_bytes()[..self.ends[typed]])
    }

    /// Whether `output` is right so far.
    fn may_come(&self, output: &[u8]) -> bool {
        self.text.as_bytes().starts_with(output)
    }
}
