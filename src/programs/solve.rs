//! `solve`: the fewest moves, one board a line in and one answer a line out.
//!
//! There is no prompt, and the end of the input is the program's normal end. An answer is the
//! number of moves, -1 for a board that cannot be solved, or `error: ` with the reason why a line
//! is no board. Blank lines and lines that start with `#` pass without an answer.

use std::fmt::{self, Write};

use crate::board::{Board, InvalidBoard};
use crate::console::{Console, Stop};
use crate::search;

/// Answers each line until the input ends.
///
/// # Errors
/// The console's [`Stop`], but for the end of the input.
pub fn solve(console: &mut dyn Console) -> Result<(), Stop> {
    loop {
        let line = match console.ask("") {
            Err(Stop::InputEnded { .. }) => return Ok(()),
            line => line?,
        };
        match parse(&line, None) {
            Ok(None) => {}
            Ok(Some(board)) => console.print(&answer(&board, Style::Count, 1))?,
            Err(reason) => writeln!(console, "error: {reason}")?,
        }
    }
}

/// What an answer tells of a board that can be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// The number of moves.
    Count,
    /// The number of moves, and then the tiles to slide, in order.
    Moves,
}

/// The answer to a board, with its line end; `threads` as for [`search::fewest_moves`].
///
/// ```
/// use sliding_puzzle::programs::solve::{Style, answer, parse};
///
/// let board = parse("[[4,1,2],[5,0,3]]", None)?.expect("a board");
/// assert_eq!(answer(&board, Style::Count, 1), "5\n");
/// assert_eq!(answer(&board, Style::Moves, 1), "5 5 4 1 2 3\n");
/// # Ok::<(), sliding_puzzle::programs::solve::NoBoard>(())
/// ```
pub fn answer(board: &Board, style: Style, threads: usize) -> String {
    match style {
        Style::Count => search::distance(board, threads).map(|moves| format!("{moves}\n")),
        Style::Moves => search::fewest_moves(board, threads).map(|way| {
            let mut answer = way.len().to_string();
            for tile in way {
                write!(answer, " {tile}").expect("a string takes all");
            }
            answer + "\n"
        }),
    }
    .unwrap_or_else(|| "-1\n".into())
}

/// Why a line is no board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoBoard {
    /// This stands where something else should.
    Unexpected {
        /// What stands there.
        found: String,
        /// What should.
        expected: &'static str,
    },
    /// This number is larger than any on a board.
    TooLarge(String),
    /// A row has another number of numbers than the first.
    Ragged {
        /// The row, counted from 1.
        row: usize,
        /// How many numbers it has.
        count: usize,
        /// How many the first has.
        expected: usize,
    },
    /// So many numbers do not tell a size.
    Count(usize),
    /// So many numbers do not make so many rows.
    Rows {
        /// How many numbers there are.
        count: usize,
        /// How many rows were asked for.
        rows: usize,
    },
    /// The numbers make no board.
    Invalid(InvalidBoard),
    /// From this byte on, counted from 1, the line is not UTF-8.
    NotUtf8(usize),
    /// The line is longer than so many bytes.
    TooLong(usize),
}

impl fmt::Display for NoBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoBoard::Unexpected { found, expected } => {
                write!(f, "unexpected {found}, expected {expected}")
            }
            NoBoard::TooLarge(number) => write!(f, "`{number}` is too large"),
            NoBoard::Ragged { row, count, expected } => {
                write!(f, "unexpected row {row} of {count}, expected {expected} as in row 1")
            }
            NoBoard::Count(count) => {
                write!(f, "unexpected number of numbers {count}, expected 4, 6, 9 or 16, or rows")
            }
            NoBoard::Rows { count, rows } => write!(f, "{count} numbers do not make {rows} rows"),
            NoBoard::Invalid(reason) => reason.fmt(f),
            NoBoard::NotUtf8(byte) => write!(f, "not UTF-8 at byte {byte}"),
            NoBoard::TooLong(limit) => write!(f, "longer than {limit} bytes"),
        }
    }
}

impl std::error::Error for NoBoard {}

/// The board that a line says; `None` for a blank line or a comment.
///
/// Numbers stand row by row, 0 for the gap, parted by blanks and commas: as they are, in one pair
/// of parentheses or brackets, or in brackets for each row and around all. Numbers without rows
/// make `rows` of them, or, if that is `None`, the size that is usual for as many.
///
/// # Errors
/// Why the line is no board.
pub fn parse(line: &str, rows: Option<usize>) -> Result<Option<Board>, NoBoard> {
    let mut reader = Reader { rest: line.trim_ascii(), numbers: [0; 16], count: 0 };
    match reader.rest.as_bytes() {
        [] | [b'#', ..] => return Ok(None),
        [b'[', rest @ ..] if rest.trim_ascii_start().starts_with(b"[") => {
            return reader.nested().map(Some);
        }
        [b'[', ..] => reader.list('[', ']', "`]`")?,
        [b'(', ..] => reader.list('(', ')', "`)`")?,
        _ => reader.numbers()?,
    }
    reader.end(if reader.count == 0 { "a board" } else { "the end of the board" })?;
    let count = reader.count;
    let rows = match (rows, count) {
        (Some(rows), _) => rows,
        (None, 4 | 6) => 2,
        (None, 9) => 3,
        (None, 16) => 4,
        (None, _) => return Err(NoBoard::Count(count)),
    };
    if rows == 0 || !count.is_multiple_of(rows) {
        return Err(NoBoard::Rows { count, rows });
    }
    reader.board(rows, count / rows).map(Some)
}

/// The board that a line says, like [`parse`], given as bytes. A comment may have any.
///
/// # Errors
/// Why the line is no board.
pub fn parse_bytes(line: &[u8], rows: Option<usize>) -> Result<Option<Board>, NoBoard> {
    if line.trim_ascii_start().starts_with(b"#") {
        return Ok(None);
    }
    let line = str::from_utf8(line).map_err(|error| NoBoard::NotUtf8(error.valid_up_to() + 1))?;
    parse(line, rows)
}

/// Reads the numbers of a board.
struct Reader<'a> {
    rest: &'a str,
    /// The first of the numbers.
    numbers: [u8; 16],
    /// How many there were.
    count: usize,
}

impl Reader<'_> {
    /// Rows in brackets, in brackets.
    fn nested(&mut self) -> Result<Board, NoBoard> {
        self.take('[');
        let (mut rows, mut columns) = (0, 0);
        while !self.take(']') {
            let before = self.count;
            self.list('[', ']', "`]`")?;
            rows += 1;
            let count = self.count - before;
            if rows == 1 {
                columns = count;
            } else if count != columns {
                return Err(NoBoard::Ragged { row: rows, count, expected: columns });
            }
            self.skip_separators();
        }
        self.end("the end of the board")?;
        self.board(rows, columns)
    }

    /// Numbers between a pair of brackets.
    fn list(&mut self, open: char, close: char, expected: &'static str) -> Result<(), NoBoard> {
        if !self.take(open) {
            return Err(self.unexpected("`[` or `]`"));
        }
        self.numbers()?;
        if self.take(close) { Ok(()) } else { Err(self.unexpected(expected)) }
    }

    /// Numbers, as long as there are some.
    fn numbers(&mut self) -> Result<(), NoBoard> {
        self.skip_separators();
        while self.rest.starts_with(|c: char| c.is_ascii_digit()) {
            let end = self.rest.bytes().position(|byte| !byte.is_ascii_digit());
            let (word, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
            self.rest = rest;
            let number = word
                .bytes()
                .try_fold(0u8, |number, digit| number.checked_mul(10)?.checked_add(digit - b'0'));
            let number = number.ok_or_else(|| NoBoard::TooLarge(shortened(word)))?;
            if let Some(place) = self.numbers.get_mut(self.count) {
                *place = number;
            }
            self.count += 1;
            self.skip_separators();
        }
        Ok(())
    }

    fn skip_separators(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t', ',']);
    }

    /// Whether `bracket` comes next; if so, it is taken, and blanks after it.
    fn take(&mut self, bracket: char) -> bool {
        let rest = self.rest.strip_prefix(bracket);
        self.rest = rest.map_or(self.rest, str::trim_ascii_start);
        rest.is_some()
    }

    fn end(&self, expected: &'static str) -> Result<(), NoBoard> {
        if self.rest.is_empty() { Ok(()) } else { Err(self.unexpected(expected)) }
    }

    fn unexpected(&self, expected: &'static str) -> NoBoard {
        let found = self.rest.chars().next();
        let found = found.map_or("end".into(), |c| format!("`{}`", c.escape_debug()));
        NoBoard::Unexpected { found, expected }
    }

    fn board(&self, rows: usize, columns: usize) -> Result<Board, NoBoard> {
        // More numbers than a board has squares make no size, whatever they are.
        let numbers = &self.numbers[..self.count.min(16)];
        Board::new(rows, columns, numbers).map_err(NoBoard::Invalid)
    }
}

/// The start of a word that may be long.
fn shortened(word: &str) -> String {
    const LONGEST: usize = 20;
    match word.get(..LONGEST) {
        Some(start) if word.len() > LONGEST => format!("{start}..."),
        _ => word.into(),
    }
}
