//! Additive pattern databases of 4 x 4 that tell for each place what every slide would change.
//!
//! The patterns have five tiles each, and their values are those of [`patterns`](super::patterns):
//! with a slide of a pattern's tile the value is less by 1 or more by 1. Here an entry has one bit for
//! each edge between two squares. If one of them has a tile of the pattern and the other one is the
//! gap, it tells whether the slide over this edge lessens the value. So an entry serves for all
//! squares of the gap. A search reads one when it has made a slide, where with one bit a place it
//! reads one for every slide that it might make.
//!
//! Of six tiles a pattern would take 23 MB: more time to build than it saves for most boards.

#![expect(clippy::cast_possible_truncation, reason = "squares, tiles and values are small")]

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::batch::{self, Batch};
use super::flood::Flood;
use super::ida_star::Guide;
use super::orders::{self, OrderSet};
use super::rooms::{Layout, Place, Slide, Squares};
use super::views::{Home, View};
use crate::board::Board;

/// The patterns: together all tiles of the board. (They came from a local search over 30 of Korf's
/// boards.)
const PATTERNS: [[u8; TILES]; 3] = [[1, 5, 6, 9, 10], [2, 3, 4, 7, 8], [11, 12, 13, 14, 15]];

/// How many tiles a pattern has.
const TILES: usize = 5;

const WORDS: usize = orders::words(TILES);

const ORDERS: usize = orders::numbers(TILES);

/// How many sets of squares the tiles can stand on.
const SETS: usize = 4368;

/// At least as many entries as a pattern has.
const ENTRIES: usize = 1 << 19;

/// The sides of the board.
const SIDE: usize = 4;

/// The databases of all patterns, in 6 MB.
pub struct Databases {
    layout: Layout,
    after: Box<After>,
    built: [OnceLock<Box<Entries>>; 3],
    /// How many threads have begun to build.
    builders: AtomicUsize,
}

/// By order and set of squares: slides along a row keep the order, and so a search stays near in
/// memory.
type Entries = [u32; ENTRIES];

/// By tile (16 each), whether it slides forward (8) and which tiles stand on the squares between: by
/// order (128 each) the one that it becomes.
type After = [u16; 128 * 128];

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

/// A pattern's order and its deltas. From the lowest bits on: 7 for the order's number, then 12 for
/// the edges along rows, row by row, and 12 for those along columns, column by column. So the two
/// edges of a square along its row are neighbours, and those along its column too.
#[derive(Clone, Copy, Default)]
struct Entry(u32);

impl Entry {
    const ROWS: usize = 7;
    const COLUMNS: usize = 19;

    #[inline]
    fn order(self) -> u16 {
        self.0 as u16 & 127
    }

    /// Where the bit of the edge between both squares is.
    fn edge(squares: Squares) -> usize {
        let before = squares.trailing_zeros() as usize;
        if squares >> before == 0b11 {
            Entry::ROWS + edges_before(before)
        } else {
            Entry::COLUMNS + edges_before(transposed(before))
        }
    }
}

/// How many edges along rows come before the one behind a square.
const fn edges_before(square: usize) -> usize {
    (SIDE - 1) * (square / SIDE) + square % SIDE
}

/// By square, how many edges along rows, and how many along columns, come before the one behind it.
const EDGES_BEFORE: [[u8; 2]; 16] = {
    let mut before = [[0; 2]; 16];
    let mut square = 0;
    while square < 16 {
        before[square] = [edges_before(square) as u8, edges_before(transposed(square)) as u8];
        square += 1;
    }
    before
};

const fn transposed(square: usize) -> usize {
    square % SIDE * SIDE + square / SIDE
}

impl Databases {
    /// Nothing built yet.
    fn new() -> Databases {
        let layout = Layout::new(SIDE, SIDE, TILES);
        let after = after(&layout);
        let built = [const { OnceLock::new() }; 3];
        Databases { layout, after, built, builders: AtomicUsize::new(0) }
    }

    /// Builds what is missing; threads that do so at the same time start with different patterns.
    fn build(&self) {
        let first = self.builders.fetch_add(1, Ordering::Relaxed);
        for i in 0..PATTERNS.len() {
            self.entries((first + i) % PATTERNS.len());
        }
    }

    fn entries(&self, pattern: usize) -> &Entries {
        self.built[pattern].get_or_init(|| entries(PATTERNS[pattern], &self.layout))
    }

    /// The entry of a place of a pattern.
    fn entry(&self, pattern: usize, place: Place) -> Entry {
        let order = usize::from(place.order);
        Entry(self.entries(pattern)[order * SETS + self.layout.set(place.squares)])
    }

    /// The value of a pattern's place: the length of a way to the goal.
    fn value(&self, pattern: usize, mut place: Place) -> u8 {
        let goal = goal(&self.layout, PATTERNS[pattern]);
        let mut value = 0;
        while (place.room, place.order) != (goal.room, goal.order) {
            let entry = self.entry(pattern, place);
            let lessens = |edge: Squares| entry.0 >> Entry::edge(edge) & 1 == 1;
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

/// What becomes of each order, from the layout.
fn after(layout: &Layout) -> Box<After> {
    // Behind its first square are those from the second one on.
    let column = Slide::new(0, SIDE);
    let after = (0..128 * 128).map(|i| {
        let (tile, is_forward, behind, order) = (i >> 11, i >> 10 & 1 == 1, i >> 7 & 7, i & 127);
        if tile < TILES && order < ORDERS {
            layout.order_after(order as u16, tile, column, is_forward, (behind << 1) as Squares)
        } else {
            0
        }
    });
    after.collect::<Box<[u16]>>().try_into().expect("as many")
}

/// The place of a pattern's tiles on the solved board.
fn goal(layout: &Layout, tiles: [u8; TILES]) -> Place {
    layout.place(&tiles.map(|tile| usize::from(tile) - 1), SIDE * SIDE - 1)
}

/// The entries of a pattern.
fn entries(tiles: [u8; TILES], layout: &Layout) -> Box<Entries> {
    assert_eq!(layout.sets(), SETS);
    let entries = vec![0; ENTRIES].into_boxed_slice();
    let mut entries: Box<Entries> = entries.try_into().expect("as many");
    Flood::<WORDS>::run(layout, goal(layout, tiles), 1).each_set(layout, |set, slides| {
        let mut edges = [&OrderSet::EMPTY; 32];
        for (squares, lessened) in slides {
            edges[Entry::edge(*squares)] = lessened;
        }
        OrderSet::transposed(&edges, |order, edges| {
            entries[order * SETS + set] = edges | order as u32;
        });
    });
    entries
}

/// The bounds of a board, and how they change while its tiles slide: for the board and for the
/// transposed one the sum of the patterns' values.
pub struct Deltas<'a> {
    databases: &'a Databases,
    /// By pattern.
    entries: [&'a Entries; 3],
    homes: [[Home; 16]; 2],
    /// By where the tile comes from, and the gap's square.
    slides: [[[Slide; 16]; 4]; 2],
    start: Mark,
    values: [u8; 2],
}

/// Where the patterns are in both views.
#[derive(Clone, Copy, Default)]
pub struct Mark {
    entries: [[Entry; 3]; 2],
    squares: [[Squares; 3]; 2],
}

impl<'a> Deltas<'a> {
    /// The bounds of `board`.
    pub fn new(databases: &'a Databases, board: &Board) -> Deltas<'a> {
        let mut deltas = Deltas {
            databases,
            entries: std::array::from_fn(|pattern| databases.entries(pattern)),
            homes: [[Home::default(); 16]; 2],
            slides: [[[Slide::default(); 16]; 4]; 2],
            start: Mark::default(),
            values: [0; 2],
        };
        for view in 0..2 {
            let seen = View::new(SIDE, SIDE, view);
            deltas.homes[view] = seen.homes(&PATTERNS.each_ref().map(<[_; TILES]>::as_slice));
            deltas.slides[view] = seen.slides();
            for (pattern, tiles) in PATTERNS.iter().enumerate() {
                let place = seen.place(&databases.layout, tiles, board);
                let entry = databases.entry(pattern, place);
                deltas.start.entries[view][pattern] = entry;
                deltas.start.squares[view][pattern] = place.squares;
                deltas.values[view] += databases.value(pattern, place);
            }
        }
        deltas
    }
}

impl Mark {
    /// The edges of a view. Of those beside the gap only the ones of the tile's pattern count, and it
    /// alone has bits there.
    #[inline]
    fn edges(&self, view: usize) -> u32 {
        let [one, two, three] = self.entries[view];
        one.0 | two.0 | three.0
    }
}

/// The slides from the left and the right, of two bits.
#[inline]
fn across(both: u32) -> u32 {
    both << 1
}

/// The slides from above and below, of two bits.
#[inline]
fn down(both: u32) -> u32 {
    (both | both << 2) & 0b1001
}

impl Guide for Deltas<'_> {
    type Mark = Mark;
    type Notes = ();

    fn start(&self) -> (Mark, [u8; 2]) {
        (self.start, self.values)
    }

    fn look(&self, _: &Batch<Mark>, (): &mut ()) {}

    #[inline]
    fn lessening(&self, batch: &Batch<Mark>, place: usize, (): &()) -> [u8; 2] {
        let (mark, gap) = (batch.mark(place), batch.gap(place));
        // For the edges before and behind the gap in its row, and for those in its column.
        let [row, column] = EDGES_BEFORE[gap % 16];
        let both = |edges: u32, start: usize, line| edges >> (start - 1) >> line & 0b11;
        let edges = mark.edges(0);
        let first =
            across(both(edges, Entry::ROWS, row)) | down(both(edges, Entry::COLUMNS, column));
        // The transposed view has rows where the board has columns.
        let edges = mark.edges(1);
        let second =
            across(both(edges, Entry::COLUMNS, row)) | down(both(edges, Entry::ROWS, column));
        [first as u8, second as u8]
    }

    #[expect(clippy::inline_always, reason = "much of the time of a search")]
    #[inline(always)]
    fn make(&self, batch: &Batch<Mark>, slide: batch::Slide, (): &(), copy: &mut Mark) {
        let mark = batch.mark(slide.place.into());
        let forward = 8 * usize::from(slide.from < 2);
        for view in 0..2 {
            let Home { pattern, index } = self.homes[view][usize::from(slide.tile % 16)];
            let pattern = usize::from(pattern);
            let moved = self.slides[view][usize::from(slide.from % 4)][usize::from(slide.gap % 16)];
            let (entry, squares) = (mark.entries[view][pattern], mark.squares[view][pattern]);
            let passing = (16 * usize::from(index % 8)) | forward | moved.behind(squares);
            let order = self.databases.after[passing << 7 | usize::from(entry.order())];
            let squares = squares ^ moved.squares();
            copy.squares[view][pattern] = squares;
            let entry = usize::from(order) * SETS + self.databases.layout.set(squares);
            copy.entries[view][pattern] = Entry(self.entries[pattern][entry % ENTRIES]);
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
                let entry = databases.entry(i, place);
                assert_eq!(entry.order(), place.order);
                for beside in layout.beside(place) {
                    let edge = Entry::edge(beside.squares ^ place.squares);
                    let lessens = entry.0 >> edge & 1 == 1;
                    let other = pattern.value(layout, beside);
                    assert_eq!(other, if lessens { value - 1 } else { value + 1 });
                }
            }
        }
    }
}
