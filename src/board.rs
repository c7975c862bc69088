//! Boards: numbered tiles in a frame with one gap, their slides, parity and drawing.
//!
//! A board has 2 to 4 rows and columns, read row by row, 0 for the gap; it is solved when it
//! reads 1, 2, 3 ... with the gap last.

use std::fmt;

/// The most rows, and the most columns, that a board may have.
pub const MAX_SIDE: usize = 4;

const MAX_SQUARES: usize = MAX_SIDE * MAX_SIDE;

/// A board of `rows` x `columns` squares that holds each number from 0 once.
///
/// ```
/// use sliding_puzzle::board::Board;
///
/// let mut board = Board::new(3, 3, &[1, 2, 3, 4, 5, 6, 7, 0, 8])?;
/// assert_eq!(board.slides().collect::<Vec<_>>(), [5, 7, 8]);
/// assert!(board.slide(8) && board.is_solved());
/// # Ok::<(), sliding_puzzle::board::InvalidBoard>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    rows: u8,
    columns: u8,
    /// Unused squares, behind the last one of a smaller board, hold 0.
    squares: [u8; MAX_SQUARES],
}

/// Why some numbers are no board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvalidBoard {
    /// The sides are not both 2 to 4.
    Size,
    /// There are more or fewer numbers than squares.
    Count,
    /// This number is too large for the board, or stands in it twice.
    Number(u8),
}

impl fmt::Display for InvalidBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InvalidBoard::Size => write!(f, "a board has 2 to {MAX_SIDE} rows and columns"),
            InvalidBoard::Count => write!(f, "a board has one number for each square"),
            InvalidBoard::Number(number) => write!(f, "`{number}` is too large or stands twice"),
        }
    }
}

impl std::error::Error for InvalidBoard {}

impl Board {
    /// The board with `numbers` row by row.
    ///
    /// # Errors
    /// [`InvalidBoard`] unless both sides are 2 to 4 and `numbers` holds each number from 0 to
    /// `rows * columns - 1` once.
    pub fn new(rows: usize, columns: usize, numbers: &[u8]) -> Result<Board, InvalidBoard> {
        let sides = 2..=MAX_SIDE;
        if !sides.contains(&rows) || !sides.contains(&columns) {
            return Err(InvalidBoard::Size);
        }
        if numbers.len() != rows * columns {
            return Err(InvalidBoard::Count);
        }
        let mut seen = [false; MAX_SQUARES];
        for &number in numbers {
            match seen[..numbers.len()].get_mut(usize::from(number)) {
                Some(seen) if !*seen => *seen = true,
                _ => return Err(InvalidBoard::Number(number)),
            }
        }
        Ok(Board::with_squares(rows, columns, numbers))
    }

    /// The solved board of that size.
    ///
    /// # Panics
    /// Unless both sides are 2 to 4.
    pub fn solved(rows: usize, columns: usize) -> Board {
        const COUNTING: [u8; MAX_SQUARES] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0];
        assert!((2..=MAX_SIDE).contains(&rows) && (2..=MAX_SIDE).contains(&columns));
        let mut board = Board::with_squares(rows, columns, &COUNTING[..rows * columns]);
        board.squares[rows * columns - 1] = 0;
        board
    }

    #[expect(clippy::cast_possible_truncation, reason = "both sides are at most 4")]
    fn with_squares(rows: usize, columns: usize, numbers: &[u8]) -> Board {
        let mut squares = [0; MAX_SQUARES];
        squares[..numbers.len()].copy_from_slice(numbers);
        Board { rows: rows as u8, columns: columns as u8, squares }
    }

    /// How many rows the board has.
    pub fn rows(&self) -> usize {
        usize::from(self.rows)
    }

    /// How many columns the board has.
    pub fn columns(&self) -> usize {
        usize::from(self.columns)
    }

    /// The numbers row by row, 0 for the gap.
    pub fn numbers(&self) -> &[u8] {
        &self.squares[..self.rows() * self.columns()]
    }

    /// The square of `number`, counted row by row from 0.
    ///
    /// # Panics
    /// If the board has no such number.
    pub fn square_of(&self, number: u8) -> usize {
        self.numbers().iter().position(|n| *n == number).expect("a number of the board")
    }

    /// Whether the numbers read 1, 2, 3 ... with the gap last.
    pub fn is_solved(&self) -> bool {
        *self == Board::solved(self.rows(), self.columns())
    }

    /// The tiles that can slide into the gap: above, left, right and below it, in this order.
    pub fn slides(&self) -> impl Iterator<Item = u8> + Clone {
        neighbours(self.rows(), self.columns(), self.square_of(0))
            .map(|square| self.squares[square])
    }

    /// Slides `tile` into the gap. Returns whether it stood beside the gap; if not, nothing
    /// changes.
    pub fn slide(&mut self, tile: u8) -> bool {
        let gap = self.square_of(0);
        let from = neighbours(self.rows(), self.columns(), gap).find(|s| self.squares[*s] == tile);
        if let Some(from) = from {
            self.squares.swap(gap, from);
        }
        from.is_some()
    }

    /// The inversions: pairs of tiles out of order, reading row by row and skipping the gap.
    pub fn inversions(&self) -> usize {
        let numbers = self.numbers();
        let smaller_later = |(i, number): (usize, &u8)| {
            numbers[i..].iter().filter(|later| **later != 0 && *later < number).count()
        };
        numbers.iter().enumerate().map(smaller_later).sum()
    }

    /// Whether slides can solve the board.
    ///
    /// A slide along a row changes no inversion; one along a column moves a tile past
    /// `columns - 1` others. So with an odd number of columns the inversions keep their parity,
    /// and with an even number their sum with the gap's row does (Johnson & Story, 1879).
    pub fn is_solvable(&self) -> bool {
        let inversions = self.inversions();
        if self.columns() % 2 == 1 {
            inversions.is_multiple_of(2)
        } else {
            (inversions + self.gap_row_from_bottom()) % 2 == 1
        }
    }

    /// The gap's row, counted from the bottom row as 1.
    pub fn gap_row_from_bottom(&self) -> usize {
        self.rows() - self.square_of(0) / self.columns()
    }
}

/// The squares above, left, right and below `square`, in this order, as far as they exist.
pub(crate) fn neighbours(
    rows: usize,
    columns: usize,
    square: usize,
) -> impl Iterator<Item = usize> + Clone {
    let (row, column) = (square / columns, square % columns);
    let squares = [
        (row > 0).then(|| square - columns),
        (column > 0).then(|| square - 1),
        (column + 1 < columns).then(|| square + 1),
        (row + 1 < rows).then(|| square + columns),
    ];
    squares.into_iter().flatten()
}

/// Draws the board in its frame, each line with its line end.
///
/// ```
/// use sliding_puzzle::board::Board;
///
/// let drawing = "\
/// +--------+
/// |  1   2 |
/// |  3     |
/// +--------+
/// ";
/// assert_eq!(Board::solved(2, 2).to_string(), drawing);
/// ```
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const RULE: &str = "----------------";
        let rule = &RULE[..4 * self.columns()];
        let mut drawing = String::with_capacity((rule.len() + 3) * (self.rows() + 2));
        drawing.extend(["+", rule, "+\n"]);
        for row in self.numbers().chunks(self.columns()) {
            drawing.push('|');
            drawing.extend(row.iter().map(|number| CELLS[usize::from(*number)]));
            drawing.push_str("|\n");
        }
        drawing.extend(["+", rule, "+\n"]);
        f.write_str(&drawing)
    }
}

/// A square as drawn, by its number.
const CELLS: [&str; MAX_SQUARES] = [
    "    ", "  1 ", "  2 ", "  3 ", "  4 ", "  5 ", "  6 ", "  7 ", "  8 ", "  9 ", " 10 ", " 11 ",
    " 12 ", " 13 ", " 14 ", " 15 ",
];

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.numbers().chunks(self.columns())).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_board_is_refused() {
        assert_eq!(Board::new(1, 4, &[1, 2, 3, 0]), Err(InvalidBoard::Size));
        assert_eq!(Board::new(5, 5, &[0; 25]), Err(InvalidBoard::Size));
        assert_eq!(Board::new(2, 2, &[1, 2, 3]), Err(InvalidBoard::Count));
        assert_eq!(Board::new(2, 2, &[1, 2, 2, 0]), Err(InvalidBoard::Number(2)));
        assert_eq!(Board::new(2, 2, &[1, 2, 4, 0]), Err(InvalidBoard::Number(4)));
    }

    #[test]
    fn every_size_has_a_solvable_solved_board() {
        for (rows, columns) in (2..=4).flat_map(|rows| (2..=4).map(move |columns| (rows, columns)))
        {
            let solved = Board::solved(rows, columns);
            assert_eq!(Board::new(rows, columns, solved.numbers()), Ok(solved));
            assert!(solved.is_solved() && solved.is_solvable() && solved.inversions() == 0);
        }
    }

    #[test]
    fn a_tile_away_from_the_gap_does_not_slide() {
        let mut board = Board::solved(4, 4);
        assert!(!board.slide(11) && !board.slide(0) && !board.slide(99) && board.is_solved());
        assert!(board.slide(12) && board.slide(8));
        assert_eq!(board.slides().collect::<Vec<_>>(), [4, 7, 8]);
    }
}
