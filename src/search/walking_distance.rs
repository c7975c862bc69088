//! Walking distance: a bound for 4 x 4 boards whose table is built in a few milliseconds
//! (Ken'ichiro Takahashi, 2002).
//!
//! It looks at rows and columns apart. For the rows, tiles that belong in one row are alike, and
//! so are the squares of a row: what is left is how many tiles of each row stand in each row, and
//! the gap's row. Slides along a row change nothing; one along a column takes the gap to a
//! neighbouring row and any one tile of that row back. The fewest such slides, found breadth first
//! for all 24,964 of these, and the same for columns, add up to a bound.

#![expect(clippy::cast_possible_truncation, reason = "numbers are small")]

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::OnceLock;

use super::batch::{Batch, Slide, SlideSets};
use super::ida_star::Guide;
use crate::board::Board;

const SIDE: usize = 4;

/// The tables of walking distances, for rows as well as for columns.
struct Table {
    /// By the bits of a [`Mix`]: its number.
    numbers: HashMap<u64, u16, BuildHasherDefault<Fibonacci>>,
    distances: Vec<u8>,
    /// By number, whether the gap goes to the next row or to the one before, and the row where
    /// the tile belongs that makes room: the number after that.
    after: Vec<[[u16; SIDE]; 2]>,
}

/// How many tiles of each row stand in each row, and the gap's row.
#[derive(Clone, Copy)]
struct Mix {
    counts: [[u8; SIDE]; SIDE],
    gap: usize,
}

fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(Table::new)
}

impl Table {
    fn new() -> Table {
        let mut solved = Mix { counts: [[0; SIDE]; SIDE], gap: SIDE - 1 };
        for row in 0..SIDE {
            solved.counts[row][row] = if row == solved.gap { 3 } else { 4 };
        }
        let mut table =
            Table { numbers: HashMap::default(), distances: vec![0], after: Vec::new() };
        table.numbers.insert(solved.bits(), 0);
        let mut mixes = vec![solved];
        let mut i = 0;
        while let Some(mix) = mixes.get(i).copied() {
            let mut after = [[0; SIDE]; 2];
            for (back, home) in (0..2).flat_map(|back| (0..SIDE).map(move |home| (back, home))) {
                let Some(slid) = mix.slid(back == 1, home) else { continue };
                let new = mixes.len() as u16;
                let number = *table.numbers.entry(slid.bits()).or_insert(new);
                if number == new {
                    mixes.push(slid);
                    table.distances.push(table.distances[i] + 1);
                }
                after[back][home] = number;
            }
            table.after.push(after);
            i += 1;
        }
        table
    }

    /// The number of the mix of a board, given the row of each square and of each tile's home.
    fn number(&self, board: &Board, row: fn(usize) -> usize) -> u16 {
        let mut mix = Mix { counts: [[0; SIDE]; SIDE], gap: row(board.square_of(0)) };
        for (square, number) in board.numbers().iter().enumerate().filter(|(_, n)| **n != 0) {
            mix.counts[row(square)][row(usize::from(*number) - 1)] += 1;
        }
        self.numbers[&mix.bits()]
    }
}

impl Mix {
    fn bits(&self) -> u64 {
        let counts = self.counts.as_flattened();
        counts.iter().fold(self.gap as u64, |bits, count| bits << 3 | u64::from(*count))
    }

    /// The mix after a tile that belongs in row `home` came from the next row or the one before.
    fn slid(mut self, back: bool, home: usize) -> Option<Mix> {
        let from = if back { self.gap.checked_sub(1)? } else { self.gap + 1 };
        let count = self.counts.get_mut(from)?.get_mut(home)?;
        *count = count.checked_sub(1)?;
        self.counts[self.gap][home] += 1;
        self.gap = from;
        Some(self)
    }
}

/// Fibonacci hashing (Knuth, The Art of Computer Programming 3, 6.4).
#[derive(Default)]
struct Fibonacci(u64);

impl Hasher for Fibonacci {
    fn write(&mut self, _: &[u8]) {
        unreachable!("only numbers of 64 bits are hashed");
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (number ^ number >> 27).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}

/// The walking distance of a 4 x 4 board, and how it changes while tiles slide.
pub struct WalkingDistance {
    table: &'static Table,
    /// The numbers of the rows' and of the columns' mix.
    start: [u16; 2],
}

fn row(square: usize) -> usize {
    square / SIDE
}

fn column(square: usize) -> usize {
    square % SIDE
}

impl WalkingDistance {
    /// The walking distance of `board`; the table is built when it is first needed.
    ///
    /// # Panics
    /// Unless the board is 4 x 4.
    pub fn new(board: &Board) -> WalkingDistance {
        assert!((board.rows(), board.columns()) == (SIDE, SIDE));
        let table = table();
        WalkingDistance { table, start: [table.number(board, row), table.number(board, column)] }
    }

    fn distance(&self, number: u16) -> u8 {
        self.table.distances[usize::from(number)]
    }

    /// Which of both mixes a slide changes, and what to.
    #[inline]
    fn after(&self, mark: [u16; 2], Slide { from, tile, .. }: Slide) -> (usize, u16) {
        let of_columns = matches!(from, 1 | 2);
        let home = usize::from(tile) - 1;
        let home = if of_columns { column(home) } else { row(home) };
        let old = usize::from(mark[usize::from(of_columns)]);
        (of_columns.into(), self.table.after[old][usize::from(from < 2)][home % SIDE])
    }
}

impl Guide for WalkingDistance {
    /// The numbers of the rows' and of the columns' mix.
    type Mark = [u16; 2];
    type Notes = ();

    fn start(&self) -> ([u16; 2], [u8; 2]) {
        let distance = self.start.into_iter().map(|number| self.distance(number)).sum();
        (self.start, [distance, 0])
    }

    #[inline]
    fn lessening(&self, batch: &Batch<[u16; 2]>, place: usize, (): &()) -> SlideSets {
        batch.lessening(place, SIDE, |mark, slide| {
            let (which, number) = self.after(*mark, slide);
            [self.distance(number) < self.distance(mark[which]), true]
        })
    }

    #[inline]
    fn make(&self, batch: &Batch<[u16; 2]>, slide: Slide, (): &(), copy: &mut [u16; 2]) {
        let (which, number) = self.after(*batch.mark(slide.place.into()), slide);
        copy[which] = number;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_its_published_size() {
        let table = table();
        assert_eq!(table.distances.len(), 24_964);
        assert_eq!(table.distances.iter().max(), Some(&35));
    }

    #[test]
    fn every_slide_of_a_mix_changes_its_distance_by_one() {
        let table = table();
        for (number, after) in table.after.iter().enumerate() {
            for other in after.as_flattened().iter().filter(|other| **other != 0) {
                let other = table.distances[usize::from(*other)];
                assert_eq!(table.distances[number].abs_diff(other), 1);
            }
        }
    }
}
