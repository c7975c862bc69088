//! Additive pattern databases of 4 x 4 that tell for each place what every slide would change.
//!
//! The patterns have five tiles each, and their values are those of [`patterns`](super::patterns):
//! with a slide of a pattern's tile the value is less by 1 or more by 1. Here an entry has one bit for
//! each edge between two squares. If one of them has a tile of the pattern and the other one is the
//! gap, it tells whether the slide over this edge lessens the value. So an entry serves for all
//! squares of the gap. A search reads one when it has made a slide, where with one bit a place it
//! reads one for every slide that it might make.
//!
//! The number of an entry is made of the squares of the tiles, four bits each. So half of all numbers
//! have no entry, but a slide only adds to the number.

#![expect(clippy::cast_possible_truncation, reason = "squares, tiles and values are small")]

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::batch::{self, Batch, SlideSets};
use super::flood::Flood;
use super::ida_star::Guide;
use super::orders::{self, OrderSet};
use super::pages::Pages;
use super::rooms::{Layout, Place, Squares, members};
use super::views::{Home, View};
use crate::board::Board;

/// The patterns: together all tiles of the board. (They came from a local search over 30 of Korf's
/// boards.)
const PATTERNS: [[u8; TILES]; 3] = [[1, 5, 6, 9, 10], [2, 3, 4, 7, 8], [11, 12, 13, 14, 15]];

/// How many tiles a pattern has.
const TILES: usize = 5;

const WORDS: usize = orders::words(TILES);

const ORDERS: usize = orders::numbers(TILES);

/// How many numbers of entries a pattern has.
const NUMBERS: usize = 1 << NUMBER_BITS;

const NUMBER_BITS: usize = 4 * TILES;

/// The sides of the board.
const SIDE: usize = 4;

/// The databases of all patterns, in 12 MB.
pub struct Databases {
    layout: Layout,
    numbers: Numbers,
    built: [OnceLock<Pages<u32>>; 3],
    /// How many threads have begun to build.
    builders: AtomicUsize,
}

static DATABASES: OnceLock<Databases> = OnceLock::new();

/// The databases, built with so many threads when they are first needed.
pub fn databases(threads: usize) -> &'static Databases {
    let databases = DATABASES.get_or_init(Databases::new);
    if !are_built() {
        thread::scope(|scope| {
            (1..threads.min(PATTERNS.len())).for_each(|_| drop(scope.spawn(|| databases.build())));
            databases.build();
        });
    }
    databases
}

/// Whether the databases are built.
pub fn are_built() -> bool {
    DATABASES.get().is_some_and(|databases| databases.built.iter().all(|it| it.get().is_some()))
}

/// By number, the deltas of a pattern's places, one bit each: first those of the edges along rows, row
/// by row, each at the number of the square behind the edge; then, from bit 16 on, those of the edges
/// along columns, column by column, each at that of the square transposed.
///
/// So the edges before and behind a square are neighbours in both. Before the first square of a line
/// there is no edge, but a 0.
type Entries = [u32; NUMBERS];

/// Where the bits of the edges along columns start.
const COLUMNS: usize = 16;

/// Where the bit of the edge between both squares is.
fn bit_of_edge(squares: Squares) -> usize {
    let before = squares.trailing_zeros() as usize;
    if squares >> before == 0b11 { before + 1 } else { COLUMNS + TRANSPOSED[before] + 1 }
}

/// By square: the transposed one.
const TRANSPOSED: [usize; 16] = [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15];

/// By rank, square of the tile of that rank, and order: what this adds to the number of an entry.
struct Numbers(Box<[[[u32; ORDERS]; 16]]>);

impl Numbers {
    fn new(layout: &Layout) -> Numbers {
        let mut numbers = vec![[[0; ORDERS]; 16]; TILES].into_boxed_slice();
        for (rank, of_rank) in numbers.iter_mut().enumerate() {
            for (square, of_square) in (0..).zip(of_rank) {
                for (order, number) in (0..).zip(of_square) {
                    *number = square << (4 * layout.tile(order, rank));
                }
            }
        }
        Numbers(numbers)
    }

    /// The number of a place's entry.
    fn number(&self, place: Place) -> usize {
        let order = usize::from(place.order);
        let parts = members(place.squares).zip(self.0.iter());
        parts.map(|(square, of_rank)| of_rank[square][order] as usize).sum()
    }

    /// By order, the numbers of the entries with tiles on these squares.
    fn all(&self, squares: Squares) -> [u32; ORDERS] {
        let mut numbers = [0; ORDERS];
        for (square, of_rank) in members(squares).zip(self.0.iter()) {
            for (number, part) in numbers.iter_mut().zip(of_rank[square]) {
                *number += part;
            }
        }
        numbers
    }
}

impl Databases {
    /// Nothing built yet.
    fn new() -> Databases {
        let layout = Layout::new(SIDE, SIDE, TILES);
        let numbers = Numbers::new(&layout);
        let built = [const { OnceLock::new() }; 3];
        Databases { layout, numbers, built, builders: AtomicUsize::new(0) }
    }

    /// Builds what is missing; threads that do so at the same time start with different patterns.
    fn build(&self) {
        let first = self.builders.fetch_add(1, Ordering::Relaxed);
        for i in 0..PATTERNS.len() {
            self.entries((first + i) % PATTERNS.len());
        }
    }

    fn entries(&self, pattern: usize) -> &Entries {
        let built = self.built[pattern].get_or_init(|| self.new_entries(PATTERNS[pattern]));
        (&**built).try_into().expect("as many")
    }

    fn new_entries(&self, tiles: [u8; TILES]) -> Pages<u32> {
        let mut entries = Pages::zeros(NUMBERS);
        let flood = Flood::<WORDS>::run(&self.layout, self.goal(tiles), 1);
        flood.each_set(&self.layout, |squares, slides| {
            let mut edges = [&OrderSet::EMPTY; 32];
            for (squares, lessened) in slides {
                edges[bit_of_edge(*squares)] = lessened;
            }
            let numbers = self.numbers.all(squares);
            let entries: &mut Entries = (&mut *entries).try_into().expect("as many");
            OrderSet::transposed(&edges, |order, edges| {
                entries[numbers[order] as usize % NUMBERS] = edges;
            });
        });
        entries
    }

    /// The place of a pattern's tiles on the solved board.
    fn goal(&self, tiles: [u8; TILES]) -> Place {
        self.layout.place(&tiles.map(|tile| usize::from(tile) - 1), SIDE * SIDE - 1)
    }

    /// The value of a pattern's place: the length of a way to the goal.
    fn value(&self, pattern: usize, mut place: Place) -> u8 {
        let goal = self.goal(PATTERNS[pattern]);
        let mut value = 0;
        while (place.room, place.order) != (goal.room, goal.order) {
            let entry = self.entries(pattern)[self.numbers.number(place)];
            let lessens = |edge: Squares| entry >> bit_of_edge(edge) & 1 == 1;
            place = self
                .layout
                .beside(place)
                .find(|beside| lessens(beside.squares ^ place.squares))
                .expect("a place nearer to the goal");
            value += 1;
        }
        value
    }
}

/// The bounds of a board, and how they change while its tiles slide: for the board and for the
/// transposed one the sum of the patterns' values.
pub struct Deltas<'a> {
    /// By pattern.
    entries: [&'a Entries; 3],
    /// By where the tile comes from, and its number.
    steps: [[[Step; 16]; 4]; 2],
    start: Mark,
    values: [u8; 2],
}

/// What a slide changes in a view.
#[derive(Clone, Copy, Default)]
struct Step {
    /// What it adds to the numbers.
    number: u64,
    /// The tile's pattern.
    pattern: usize,
    /// Where the number of this pattern starts.
    start: usize,
}

/// Where the patterns are in both views.
#[derive(Clone, Copy, Default)]
pub struct Mark {
    /// The numbers of the three entries, from the lowest bits on.
    numbers: [u64; 2],
    entries: [[u32; 3]; 2],
}

impl<'a> Deltas<'a> {
    /// The bounds of `board`.
    pub fn new(databases: &'a Databases, board: &Board) -> Deltas<'a> {
        let mut deltas = Deltas {
            entries: std::array::from_fn(|pattern| databases.entries(pattern)),
            steps: [[[Step::default(); 16]; 4]; 2],
            start: Mark::default(),
            values: [0; 2],
        };
        // What a slide from above, from the left, from the right and from below adds to a square.
        for (view, squares) in [[4, 1, -1, -4], [1, 4, -4, -1]].into_iter().enumerate() {
            let seen = View::new(SIDE, SIDE, view);
            let homes = seen.homes(&PATTERNS.each_ref().map(<[_; TILES]>::as_slice));
            deltas.steps[view] = squares.map(|square| homes.map(|home| Step::new(square, home)));
            for (pattern, tiles) in PATTERNS.iter().enumerate() {
                let place = seen.place(&databases.layout, tiles, board);
                let number = databases.numbers.number(place);
                deltas.start.numbers[view] |= (number as u64) << (NUMBER_BITS * pattern);
                deltas.start.entries[view][pattern] = deltas.entries[pattern][number];
                deltas.values[view] += databases.value(pattern, place);
            }
        }
        deltas
    }
}

impl Step {
    /// A slide of the tile with that home, which adds that to its square.
    fn new(square: i64, Home { pattern, index }: Home) -> Step {
        let pattern = usize::from(pattern);
        let start = NUMBER_BITS * pattern;
        let number = (square << (start + 4 * usize::from(index))).cast_unsigned();
        Step { number, pattern, start }
    }
}

impl Mark {
    /// The deltas of a view. Of those beside the gap only the ones of the tile's pattern count, and it
    /// alone has bits there.
    #[inline]
    fn deltas(&self, view: usize) -> u32 {
        let [one, two, three] = self.entries[view];
        one | two | three
    }
}

impl Guide for Deltas<'_> {
    type Mark = Mark;
    type Notes = ();

    fn start(&self) -> (Mark, [u8; 2]) {
        (self.start, self.values)
    }

    #[inline]
    fn lessening(&self, batch: &Batch<Mark>, place: usize, (): &()) -> SlideSets {
        let (mark, gap) = (batch.mark(place), batch.gap(place));
        let first = mark.deltas(0);
        // The transposed view has rows where the board has columns.
        let second = mark.deltas(1).rotate_left(COLUMNS as u32);
        let both = u64::from(first) | u64::from(second) << 32;
        // For both views, the edges before and behind the gap in its row, and those in its column.
        let row = both >> gap & SlideSets::FIRST_TWO;
        let column = both >> (COLUMNS + TRANSPOSED[gap % 16]);
        let (above, below) = (column & SlideSets::FIRST, column >> 1 & SlideSets::FIRST);
        SlideSets(above | row << 1 | below << 3)
    }

    #[expect(clippy::inline_always, reason = "much of the time of a search")]
    #[inline(always)]
    fn make(&self, batch: &Batch<Mark>, slide: batch::Slide, (): &(), copy: &mut Mark) {
        let mark = batch.mark(slide.place.into());
        for view in 0..2 {
            let steps = &self.steps[view][usize::from(slide.from % 4)];
            let Step { number, pattern, start } = steps[usize::from(slide.tile % 16)];
            let numbers = mark.numbers[view].wrapping_add(number);
            copy.numbers[view] = numbers;
            let number = (numbers >> start) as usize % NUMBERS;
            copy.entries[view][pattern] = self.entries[pattern][number];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::patterns::Pattern;

    #[test]
    fn every_delta_is_the_difference_of_two_values() {
        let databases = databases(2);
        let layout = &databases.layout;
        let mut rng = fastrand::Rng::with_seed(5);
        let mut squares: Vec<usize> = (0..SIDE * SIDE).collect();
        for (i, tiles) in PATTERNS.iter().enumerate() {
            let home = tiles.map(|tile| usize::from(tile) - 1);
            let pattern = Pattern::new(layout, &home, SIDE * SIDE - 1, 1);
            for _ in 0..200 {
                rng.shuffle(&mut squares);
                let place = layout.place(&squares[..TILES], squares[TILES]);
                let value = databases.value(i, place);
                assert_eq!(value, pattern.value(layout, place));
                let number = databases.numbers.number(place);
                assert_eq!(
                    databases.numbers.all(place.squares)[usize::from(place.order)],
                    number as u32
                );
                let entry = databases.entries(i)[number];
                for beside in layout.beside(place) {
                    let edge = bit_of_edge(beside.squares ^ place.squares);
                    let lessens = entry >> edge & 1 == 1;
                    let other = pattern.value(layout, beside);
                    assert_eq!(other, if lessens { value - 1 } else { value + 1 });
                }
            }
        }
    }
}
