//! Known failures: cases that are expected to fail, each with its reason.
//!
//! A line is a case's name or a glob (`p054/hint/*`; `**` goes through folders), blanks, and the
//! reason. Blank lines and lines that start with `#` pass.

use std::fmt;

use glob::{MatchOptions, Pattern};

use crate::kit::check::Outcome;
use crate::kit::visible::visible;

/// The lines of a file of known failures.
#[derive(Debug, Default)]
pub struct Known {
    lines: Vec<Line>,
}

#[derive(Debug)]
struct Line {
    number: usize,
    pattern: Pattern,
    reason: String,
}

/// Why a line is refused.
#[derive(Debug, PartialEq, Eq)]
pub enum KnownError {
    /// The line with this number has no reason.
    NoReason(usize),
    /// The line with this number has no pattern that can be matched; what is wrong with it.
    Pattern(usize, String),
    /// The line with this number, and this pattern, fits no case.
    FitsNothing(usize, String),
}

const OPTIONS: MatchOptions = MatchOptions {
    case_sensitive: true,
    require_literal_separator: true,
    require_literal_leading_dot: false,
};

impl Known {
    /// Reads the text of a file.
    ///
    /// ```
    /// use sliding_puzzle::kit::known::Known;
    ///
    /// let known = Known::parse("# hints are not done\np054/hint/*  no search yet\n")?;
    /// assert_eq!(known.reason("p054/hint/4x4"), Some("no search yet"));
    /// assert_eq!(known.reason("p054/basic"), None);
    /// # Ok::<(), sliding_puzzle::kit::known::KnownError>(())
    /// ```
    ///
    /// # Errors
    /// The first line that is no pattern and reason.
    pub fn parse(text: &str) -> Result<Known, KnownError> {
        let lines = text.lines().zip(1..).filter(|(line, _)| {
            let line = line.trim();
            !line.is_empty() && !line.starts_with('#')
        });
        Ok(Known {
            lines: lines
                .map(|(line, number)| Line::parse(line, number))
                .collect::<Result<_, _>>()?,
        })
    }

    /// Why `case` is expected to fail, if it is.
    pub fn reason(&self, case: &str) -> Option<&str> {
        let line = self.lines.iter().find(|line| line.fits(case))?;
        Some(&line.reason)
    }

    /// The lines that fit none of `cases`.
    pub fn unfit(&self, cases: &[String]) -> Vec<KnownError> {
        let unfit = self.lines.iter().filter(|line| !cases.iter().any(|case| line.fits(case)));
        unfit.map(|line| KnownError::FitsNothing(line.number, line.pattern.to_string())).collect()
    }
}

impl Line {
    fn parse(line: &str, number: usize) -> Result<Line, KnownError> {
        let line = line.trim();
        let (pattern, reason) =
            line.split_once(char::is_whitespace).ok_or(KnownError::NoReason(number))?;
        let pattern = Pattern::new(pattern)
            .map_err(|error| KnownError::Pattern(number, error.msg.to_owned()))?;
        Ok(Line { number, pattern, reason: reason.trim().to_owned() })
    }

    fn fits(&self, case: &str) -> bool {
        self.pattern.matches_with(case, OPTIONS)
    }
}

/// The text of a file that makes the failures among `outcomes` known. Reasons that were given
/// stay; the others are the verdicts.
pub fn text_of_failures(outcomes: &[Outcome]) -> String {
    let failures = outcomes.iter().filter(|outcome| !outcome.verdict.conforms());
    let line = |outcome: &Outcome| {
        let reason = outcome.known.clone().unwrap_or_else(|| outcome.verdict.to_string());
        format!("{} {reason}\n", Pattern::escape(&outcome.case.name))
    };
    "# Known failures: a case, then the reason. A case that passes after all fails the run.\n"
        .to_owned()
        + &failures.map(line).collect::<String>()
}

impl fmt::Display for KnownError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KnownError::NoReason(line) => {
                write!(f, "line {line}: expected a case and a reason, with a blank between")
            }
            KnownError::Pattern(line, what) => write!(f, "line {line}: {what}"),
            KnownError::FitsNothing(line, pattern) => {
                write!(f, "line {line}: `{}` fits no case", visible(pattern.as_bytes()))
            }
        }
    }
}

impl std::error::Error for KnownError {}
