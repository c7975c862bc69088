//! Errors: what went wrong, where, and through which calls.

use std::fmt;

/// A place in a module's text, in bytes; its end is not part of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) start: u32,
    pub(super) end: u32,
}

impl Span {
    /// The lexer reads no text so long that a place in it would not fit.
    pub(super) fn new(start: usize, end: usize) -> Span {
        let fit = |at| u32::try_from(at).unwrap_or(u32::MAX);
        Span { start: fit(start), end: fit(end) }
    }

    /// From the start of this to the end of `last`.
    pub(super) fn to(self, last: Span) -> Span {
        Span { start: self.start, end: last.end }
    }
}

/// An error in a module's text, before it is known which module that is.
#[derive(Debug)]
pub(super) struct Fault {
    pub(super) span: Span,
    pub(super) message: String,
}

impl Fault {
    pub(super) fn new(span: Span, message: impl Into<String>) -> Fault {
        Fault { span, message: message.into() }
    }
}

/// What kind of error an [`Error`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The text is no program.
    Source,
    /// The program did what cannot be done, such as adding a number to a string.
    Run,
    /// It took more than [`Limits::steps`](super::Limits::steps).
    StepLimit,
    /// It called deeper than [`Limits::depth`](super::Limits::depth).
    DepthLimit,
    /// It held more than [`Limits::bytes`](super::Limits::bytes).
    MemoryLimit,
    /// It printed more than [`Limits::output`](super::Limits::output).
    OutputLimit,
}

/// An error of a program: what went wrong, where, and through which calls.
///
/// It prints as a message with its place, the line with a mark, and a line for each call.
#[derive(Clone, Debug)]
pub struct Error {
    pub(super) kind: Kind,
    pub(super) message: String,
    pub(super) place: Place,
    pub(super) calls: Vec<Call>,
    pub(super) hidden: usize,
}

impl Error {
    /// What kind of error it is.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// What went wrong, in one line.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Where it went wrong.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// The calls that led there, the innermost first. Of many only the first and the last few
    /// are kept; [`hidden_calls`](Error::hidden_calls) were made between these.
    pub fn calls(&self) -> &[Call] {
        &self.calls
    }

    /// How many calls are left out in the middle of [`calls`](Error::calls).
    pub fn hidden_calls(&self) -> usize {
        self.hidden
    }
}

/// A place in a program, with the line it is on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The module's name as it was handed over, such as `board.eml`.
    pub module: String,
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// How many characters of the line are marked.
    pub width: usize,
    /// The line's text.
    pub text: String,
}

impl Place {
    /// The place of `span`, which starts and ends between characters, in the module `name`.
    pub(super) fn new(name: &str, text: &str, span: Span) -> Place {
        let start = span.start as usize;
        let line_start = text[..start].rfind('\n').map_or(0, |end| end + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |length| start + length);
        let line = text[line_start..line_end].trim_end_matches('\r');
        let end = (span.end as usize).min(line_start + line.len());
        Place {
            module: name.to_owned(),
            line: text[..start].matches('\n').count() + 1,
            column: text[line_start..start].chars().count() + 1,
            width: text.get(start..end).map_or(1, |marked| marked.chars().count().max(1)),
            text: line.to_owned(),
        }
    }
}

/// A call that led to an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The function that was called, or the module that was imported.
    pub callee: String,
    /// Where the call stands.
    pub place: Place,
}

/// The errors of a program that cannot be compiled; there is at least one.
#[derive(Clone, Debug)]
pub struct CompileErrors(pub(super) Vec<Error>);

impl CompileErrors {
    /// The errors, in the order of modules and lines.
    pub fn errors(&self) -> &[Error] {
        &self.0
    }
}

/// How many calls an error keeps at each end when it leaves out the middle.
pub(super) const CALLS_SHOWN: usize = 8;

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {}", self.place, self.message)?;
        excerpt(f, &self.place)?;
        for (depth, call) in self.calls.iter().enumerate() {
            if depth == CALLS_SHOWN && self.hidden > 0 {
                write!(f, "\n  ... {} more calls ...", self.hidden)?;
            }
            write!(f, "\n  in `{}`, called at {}", call.callee, call.place)?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.module, self.line, self.column)
    }
}

impl fmt::Display for CompileErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, error) in self.0.iter().enumerate() {
            let gap = if i == 0 { "" } else { "\n" };
            write!(f, "{gap}{error}")?;
        }
        Ok(())
    }
}

impl std::error::Error for CompileErrors {}

/// The most characters of a line that are shown before and after its mark's start.
const SHOWN: usize = 60;

/// Shows the line of `place` with a mark below it. A long line is shown around the mark only,
/// and control characters are shown escaped.
fn excerpt(f: &mut fmt::Formatter<'_>, place: &Place) -> fmt::Result {
    let first = (place.column - 1).saturating_sub(SHOWN);
    let before = shown(&place.text, first, place.column - 1 - first);
    let marked = shown(&place.text, place.column - 1, place.width.min(SHOWN));
    let after_start = place.column - 1 + place.width.min(SHOWN);
    let after = shown(&place.text, after_start, SHOWN.saturating_sub(place.width));
    let number = place.line.to_string();
    let margin = " ".repeat(number.len());
    let mark = "^".repeat(marked.chars().count().max(1));
    writeln!(f, " {margin} |")?;
    writeln!(f, " {number} | {}", format!("{before}{marked}{after}").trim_end())?;
    write!(f, " {margin} | {}{mark}", " ".repeat(before.chars().count()))
}

/// `count` characters of `text` from character `first` on, control characters escaped.
fn shown(text: &str, first: usize, count: usize) -> String {
    let mut shown = String::new();
    for character in text.chars().skip(first).take(count) {
        if character == ' ' || !(character.is_control() || character.is_whitespace()) {
            shown.push(character);
        } else {
            shown.extend(character.escape_default());
        }
    }
    shown
}

/// `, did you mean ...` with the one of `names` that is nearest to `name`, or nothing where
/// none is near.
pub(super) fn suggestion<'n>(name: &str, names: impl IntoIterator<Item = &'n str>) -> String {
    let most = name.chars().count().div_ceil(3).min(3);
    names
        .into_iter()
        .map(|candidate| (distance(name, candidate, most), candidate))
        .filter(|(distance, _)| *distance <= most && *distance < name.len())
        .min()
        .map_or(String::new(), |(_, nearest)| format!(", did you mean `{nearest}`"))
}

/// How many characters must change, come or go to make `from` into `to`; some number above
/// `most` when it is more than that.
fn distance(from: &str, to: &str, most: usize) -> usize {
    if from.len().abs_diff(to.len()) > most {
        return most + 1;
    }
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in to.bytes().enumerate() {
            let changed = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_suggested() {
        assert_eq!(suggestion("lenn", ["str", "len", "input"]), ", did you mean `len`");
        assert_eq!(suggestion("x", ["input"]), "");
        assert_eq!(distance("kitten", "sitting", 9), 3);
    }

    #[test]
    fn a_mark_stands_under_what_it_marks() {
        let text = "a\r\n\tif é = 1:\r\nb";
        let error = Error {
            kind: Kind::Source,
            message: "no".to_owned(),
            place: Place::new("m.eml", text, Span::new(10, 11)),
            calls: Vec::new(),
            hidden: 0,
        };
        assert_eq!(error.to_string(), "m.eml:2:7: no\n   |\n 2 | \\tif é = 1:\n   |        ^");
    }
}
