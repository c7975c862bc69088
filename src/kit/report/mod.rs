//! Reports of a check: for people ([`text`]), and for machines ([`tap`], [`junit`], [`json`]).

pub mod json;
pub mod junit;
pub mod tap;
pub mod text;

use std::fmt;

use crate::kit::check::Outcome;
use crate::kit::compare::{Difference, Form};
use crate::kit::flaw::Problem;
use crate::kit::verdict::{NearMiss, Verdict};
use crate::kit::visible::{elided, visible};

/// A check that is done.
#[derive(Debug)]
pub struct Results {
    /// The line that says which specification ran.
    pub specification: String,
    /// The outcomes, in the order of their names.
    pub outcomes: Vec<Outcome>,
    /// What is wrong with the specification.
    pub problems: Vec<Problem>,
    /// What is wrong with the known failures.
    pub unfit: Vec<String>,
    /// The command that was checked, as a shell takes it, if one was.
    pub command: Option<String>,
    /// The arguments that check the same candidate again; none for the programs of the house.
    pub again: Option<String>,
}

impl Results {
    /// The outcomes that are not as they should be.
    pub fn unexpected(&self) -> impl Iterator<Item = &Outcome> {
        self.outcomes.iter().filter(|outcome| !outcome.is_expected())
    }

    /// Whether nothing is wrong with the specification and the known failures.
    pub fn is_sound(&self) -> bool {
        self.problems.is_empty() && self.unfit.is_empty()
    }

    /// How many outcomes have this word for a verdict.
    fn count(&self, word: &str) -> usize {
        self.outcomes.iter().filter(|outcome| outcome.verdict.word() == word).count()
    }

    /// Which forms the output had.
    fn echo(&self) -> Option<&'static str> {
        let has = |wanted: Form| {
            let is = |outcome: &Outcome| outcome.verdict == Verdict::Conforms(Some(wanted));
            self.outcomes.iter().any(is)
        };
        match (has(Form::Silent), has(Form::Echoed)) {
            (true, false) => Some("it does not echo what it reads"),
            (false, true) => Some("it echoes what it reads"),
            (true, true) => Some("it echoes what it reads in some cases, in others not"),
            (false, false) => None,
        }
    }
}

/// The verdict in a line, after the case's name.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Conforms(_) => write!(f, "conforms"),
            Verdict::Near(near) => write!(f, "differs: right but for {near}"),
            Verdict::Differs(difference) => write!(f, "differs {}", Place(difference)),
            Verdict::WrongStatus(status) => {
                write!(f, "wrong status: {status} after quit, not 0; its output is right")
            }
            Verdict::Crashed(signal, difference) => {
                write!(
                    f,
                    "crashed: signal {signal}{}{}",
                    signal_name(*signal),
                    SoFar(difference.as_ref())
                )
            }
            Verdict::Failed(difference) => write!(f, "failed{}", SoFar(difference.as_ref())),
            Verdict::TimedOut(difference) => write!(f, "timed out{}", SoFar(difference.as_ref())),
            Verdict::TooMuch(difference) => {
                write!(f, "too much output{}", SoFar(difference.as_ref()))
            }
            Verdict::HeldBack(lines) => {
                write!(
                    f,
                    "held back: the prompt for input line {} did not come before it",
                    lines + 1
                )
            }
            Verdict::Interrupted => write!(f, "interrupted"),
        }
    }
}

impl fmt::Display for NearMiss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NearMiss::CrLf => "CR LF at the line ends",
            NearMiss::NoFinalLineEnd => "the missing final line end",
            NearMiss::ExtraLineEnd => "one line end more at the end",
            NearMiss::PromptsOnStderr => "the prompts, which are on standard error",
            NearMiss::NoPrompts => "the prompts, which are missing",
        })
    }
}

/// Where a difference stands.
struct Place<'a>(&'a Difference);

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Difference { typed: Some(typed), turn, .. } = self.0 else {
            return write!(f, "before the first input line");
        };
        let typed = visible(typed.as_bytes());
        write!(f, "in the answer to input line {}, `{}`", turn - 1, elided(&typed, 0))
    }
}

/// What is to be said of the output of a program that did not come to its end.
struct SoFar<'a>(Option<&'a Difference>);

impl fmt::Display for SoFar<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            None => write!(f, "; its output is right"),
            Some(difference) if difference.actual.len() == difference.offset => {
                write!(f, "; its output stops {}", Place(difference))
            }
            Some(difference) => write!(f, "; its output differs {}", Place(difference)),
        }
    }
}

fn signal_name(signal: i32) -> &'static str {
    match signal {
        4 => " (illegal instruction)",
        6 => " (abort)",
        7 => " (bus error)",
        8 => " (arithmetic)",
        9 => " (killed)",
        11 => " (segmentation fault)",
        13 => " (broken pipe)",
        15 => " (terminated)",
        _ => "",
    }
}
