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
    comments: Vec<String>,
    lines: Vec<Line>,
}

#[derive(Debug)]
struct Line {
    text: String,
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
        let is_line = |line: &str| !line.is_empty() && !line.starts_with('#');
        let (lines, comments): (Vec<_>, Vec<_>) =
            text.lines().zip(1..).partition(|(line, _)| is_line(line.trim()));
        let lines = lines.into_iter().map(|(line, number)| Line::parse(line, number));
        let comments = comments.into_iter().map(|(line, _)| line.to_owned()).collect();
        Ok(Known { comments, lines: lines.collect::<Result<_, _>>()? })
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
        let (text, reason) = (line.to_owned(), reason.trim().to_owned());
        Ok(Line { text, number, pattern, reason })
    }

    fn fits(&self, case: &str) -> bool {
        self.pattern.matches_with(case, OPTIONS)
    }
}

impl Known {
    /// The text of a file that makes the failures among `outcomes` known. Lines that fit one of
    /// them, or no case that was judged, stay with their reasons, and so do comments; for other
    /// failures the verdict is the reason.
    pub fn updated(&self, outcomes: &[Outcome]) -> String {
        let judged = || outcomes.iter().map(|outcome| &*outcome.case.name);
        let failing = || outcomes.iter().filter(|outcome| !outcome.verdict.conforms());
        let stays = |line: &&Line| {
            failing().any(|outcome| line.fits(&outcome.case.name))
                || !judged().any(|name| line.fits(name))
        };
        let kept = self.lines.iter().filter(stays).map(|line| line.text.clone());
        let new = failing().filter(|outcome| self.reason(&outcome.case.name).is_none());
        let new = new.map(|outcome| {
            // A blank would end the pattern; `?` fits it too.
            let pattern = Pattern::escape(&outcome.case.name).replace(' ', "?");
            format!("{pattern} {}", outcome.verdict)
        });
        self.comments.iter().cloned().chain(kept).chain(new).map(|line| line + "\n").collect()
    }
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
