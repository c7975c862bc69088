//! Verdicts: what a case says of a program.

use std::borrow::Cow;

use crate::kit::compare::{Difference, Form, common_prefix};
use crate::kit::external::{End, Run};
use crate::transcript::{Ending, Transcript};

/// What a case says of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All is as expected, in this form; in either where both are the same.
    Conforms(Option<Form>),
    /// The output is all but right.
    Near(NearMiss),
    /// The output differs.
    Differs(Difference),
    /// The output is right, the exit status is not this one.
    WrongStatus(i32),
    /// A signal ended the program.
    Crashed(i32, Option<Difference>),
    /// The program, interpreted here, failed while running.
    Failed(Option<Difference>),
    /// The program took too long.
    TimedOut(Option<Difference>),
    /// The program printed far more than expected.
    TooMuch(Option<Difference>),
    /// After this many typed lines, the next prompt did not come.
    HeldBack(usize),
    /// The user interrupted before the case was judged.
    Interrupted,
}

/// An output that is wrong in one well-known way throughout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NearMiss {
    /// Every line ends in CR LF.
    CrLf,
    /// The last line end is missing.
    NoFinalLineEnd,
    /// There is a line end after the last one.
    ExtraLineEnd,
    /// The prompts are on standard error.
    PromptsOnStderr,
    /// The prompts are missing.
    NoPrompts,
}

impl Verdict {
    /// One word for it, as the reports for machines have it.
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Conforms(_) => "conforms",
            Verdict::Near(_) | Verdict::Differs(_) => "differs",
            Verdict::WrongStatus(_) => "wrong status",
            Verdict::Crashed(..) => "crashed",
            Verdict::Failed(_) => "failed",
            Verdict::TimedOut(_) => "timed out",
            Verdict::TooMuch(_) => "too much output",
            Verdict::HeldBack(_) => "held back",
            Verdict::Interrupted => "interrupted",
        }
    }

    /// Whether all is as expected.
    pub fn conforms(&self) -> bool {
        matches!(self, Verdict::Conforms(_))
    }

    /// Where the output differs first.
    pub fn difference(&self) -> Option<&Difference> {
        match self {
            Verdict::Differs(difference) => Some(difference),
            Verdict::Crashed(_, difference)
            | Verdict::Failed(difference)
            | Verdict::TimedOut(difference)
            | Verdict::TooMuch(difference) => difference.as_ref(),
            _ => None,
        }
    }

    /// Judges a run of an external program. With `form` only that form is right.
    pub fn of(run: &Run, expected: &Transcript, form: Option<Form>) -> Verdict {
        let output = Output { bytes: &run.stdout, expected, form };
        match run.end {
            End::Exited(status) => match output.matches() {
                Ok(form) if status == 0 || expected.ending() != &Ending::Quit => {
                    Verdict::Conforms(form)
                }
                Ok(_) => Verdict::WrongStatus(status),
                Err(difference) => match output.near_miss(&run.stderr) {
                    Some(near) => Verdict::Near(near),
                    None => Verdict::Differs(difference),
                },
            },
            End::Signal(signal) => Verdict::Crashed(signal, output.matches().err()),
            End::TimedOut => Verdict::TimedOut(output.matches().err()),
            End::TooMuch => Verdict::TooMuch(output.matches().err()),
            End::HeldBack(lines) => Verdict::HeldBack(lines),
            End::Interrupted => Verdict::Interrupted,
        }
    }
}

/// What a program wrote, and what it should have written.
struct Output<'a> {
    bytes: &'a [u8],
    expected: &'a Transcript,
    form: Option<Form>,
}

impl Output<'_> {
    /// The forms that are right.
    fn forms(&self) -> &'static [Form] {
        match self.form {
            None => &[Form::Silent, Form::Echoed],
            Some(Form::Silent) => &[Form::Silent],
            Some(Form::Echoed) => &[Form::Echoed],
        }
    }

    /// The form that it has (none if the forms are the same), or how it differs from the form
    /// that it is closest to.
    fn matches(&self) -> Result<Option<Form>, Difference> {
        let texts: Vec<_> =
            self.forms().iter().map(|form| (*form, form.text(self.expected))).collect();
        let closest = |(_, text): &&(Form, Cow<str>)| common_prefix(text.as_bytes(), self.bytes);
        // Of equally close ones the first: behind a pipe most programs do not echo.
        let (form, text) = texts.iter().rev().max_by_key(closest).expect("a form");
        match Difference::between(self.expected, *form, text.as_bytes(), self.bytes) {
            Some(difference) => Err(difference),
            None if self.expected.turns().nth(1).is_none() => Ok(None),
            None => Ok(Some(*form)),
        }
    }

    fn near_miss(&self, stderr: &[u8]) -> Option<NearMiss> {
        let is = |bytes: &[u8]| {
            self.forms().iter().any(|form| form.text(self.expected).as_bytes() == bytes)
        };
        let text = String::from_utf8_lossy(self.bytes);
        let everywhere = text.matches("\r\n").count() == text.matches('\n').count();
        if everywhere && text.contains('\r') && is(text.replace("\r\n", "\n").as_bytes()) {
            return Some(NearMiss::CrLf);
        }
        if is(&[self.bytes, b"\n"].concat()) {
            return Some(NearMiss::NoFinalLineEnd);
        }
        if self.bytes.strip_suffix(b"\n").is_some_and(is) {
            return Some(NearMiss::ExtraLineEnd);
        }
        if self.bytes != self.printed_without_prompts().as_bytes() {
            return None;
        }
        let first = self.expected.turns().next().map_or("", |turn| prompt_of(turn.printed));
        let told = String::from_utf8_lossy(stderr).contains(first.trim_end());
        Some(if told { NearMiss::PromptsOnStderr } else { NearMiss::NoPrompts })
    }

    fn printed_without_prompts(&self) -> String {
        let printed = self.expected.turns().map(|turn| {
            let prompted = turn.typed.is_some() || self.expected.ending() == &Ending::InputEnded;
            let prompt = if prompted { prompt_of(turn.printed).len() } else { 0 };
            &turn.printed[..turn.printed.len() - prompt]
        });
        printed.collect()
    }
}

/// The unfinished line at the end of `printed`.
fn prompt_of(printed: &str) -> &str {
    printed.rsplit('\n').next().unwrap_or(printed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::programs::p054;
    use crate::transcript::replay;

    /// The verdict on a run that wrote `stdout` and exited with `status`, for one line and quit.
    fn verdict(stdout: &str, stderr: &str, status: i32) -> Verdict {
        let run = Run { stdout: stdout.into(), stderr: stderr.into(), end: End::Exited(status) };
        Verdict::of(&run, &expected(), None)
    }

    fn expected() -> Transcript {
        replay(&p054::play, "9\n7\n")
    }

    #[test]
    fn both_forms_conform_and_are_told_apart() {
        let expected = expected();
        assert_eq!(verdict(&expected.stdout(), "", 0), Verdict::Conforms(Some(Form::Silent)));
        assert_eq!(verdict(expected.screen(), "", 0), Verdict::Conforms(Some(Form::Echoed)));
        assert_eq!(verdict(&expected.stdout(), "", 3), Verdict::WrongStatus(3));
    }

    #[test]
    fn near_misses_have_names() {
        let expected = expected();
        let stdout = expected.stdout();
        let near = |stdout: &str, stderr: &str| match verdict(stdout, stderr, 0) {
            Verdict::Near(near) => near,
            other => panic!("{other:?}"),
        };
        assert_eq!(near(&stdout.replace('\n', "\r\n"), ""), NearMiss::CrLf);
        assert_eq!(near(&expected.screen().replace('\n', "\r\n"), ""), NearMiss::CrLf);
        assert_eq!(near(stdout.trim_end(), ""), NearMiss::NoFinalLineEnd);
        assert_eq!(near(&format!("{stdout}\n"), ""), NearMiss::ExtraLineEnd);
        let silent = stdout.replace("choice> ", "");
        assert_eq!(near(&silent, ""), NearMiss::NoPrompts);
        assert_eq!(near(&silent, "choice> choice> "), NearMiss::PromptsOnStderr);
    }

    #[test]
    fn a_difference_is_told_in_the_closest_form() {
        let echoed = expected().screen().replace("Pick a number", "Pick one");
        let Verdict::Differs(difference) = verdict(&echoed, "", 0) else { panic!() };
        assert_eq!((difference.turn, difference.typed.as_deref()), (2, Some("9")));
        assert!(difference.expected[difference.offset..].starts_with(b"a number"));
    }
}
