//! Additive pattern databases of 4 x 4 that tell for each place what every slide would change.
//!
//! The patterns have five tiles each, and their values are those of [`patterns`](super::patterns):
//! a slide of a pattern's tile lessens the value by 1, or else it is more by 1. Here an entry has
//! one bit for each edge between two squares: whether the slide over this edge lessens the value, if
//! one of the squares has a tile of the pattern and the other one is the gap. So it serves for all
//! squares of the gap at once, needs no region, and is read once for a board instead of once for
//! every board beside it.
//!
//! An entry takes 32 times the memory of a bit, which patterns of more tiles have not: a search
//! would wait for the memory.

#![expect(clippy::cast_possible_truncation, reason = "squares, tiles and values are small")]

use std::sync::OnceLock;
use std::thread;

use super::flood::Flood;
use super::ida_star::{self, Batch, Guide, direction};
use super::orders::{self, OrderSet};
use super::rooms::{Layout, Place, Slide, Squares};
use crate::board::{Board, neighbours};

/// The patterns: together all tiles of the board. (They came from a local search over 30 of Korf's
/// boards.)
const PATTERNS: [[usize; TILES]; 3] = [[1, 5, 6, 9, 10], [2, 3, 4, 7, 8], [11, 12, 13, 14, 15]];

/// How many tiles a pattern has.
const TILES: usize = 5;

const WORDS: usize = orders::words(TILES);

const ORDERS: usize = orders::numbers(TILES);

/// The sides of the board.
const SIDE: usize = 4;

/// The databases of all patterns, in 6 MB.
pub struct Databases {
    layout: Layout,
    /// How many sets of squares the layout has.
    sets: usize,
    /// By pattern, order and set of squares: slides along a row keep the order, and so a search stays
    /// near in memory.
    entries: Vec<u32>,
}

static DATABASES: OnceLock<Databases> = OnceLock::new();

/// The databases, built with so many threads when they are first needed.
pub fn databases(threads: usize) -> &'static Databases {
    DATABASES.get_or_init(|| Databases::new(threads))
}

/// Whether the databases are built.
pub fn are_built() -> bool {
    DATABASES.get().is_some()
}

/// A pattern's order and its deltas. From the lowest bits on: 7 for the order's number, 12 for the
/// edges along rows, 12 for those along columns, each in the order of the square before it.
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
            Entry::ROWS + before - before / SIDE
        } else {
            Entry::COLUMNS + before
        }
    }
}

impl Databases {
    fn new(threads: usize) -> Databases {
        let layout = Layout::new(SIDE, SIDE, TILES);
        let sets = layout.sets();
        let mut entries = vec![0; PATTERNS.len() * ORDERS * sets];
        let patterns = PATTERNS.iter().zip(entries.chunks_exact_mut(ORDERS * sets));
        if threads > 1 {
            let layout = &layout;
            thread::scope(|scope| {
                for (tiles, entries) in patterns {
                    scope.spawn(move || enter(tiles, layout, entries));
                }
            });
        } else {
            patterns.for_each(|(tiles, entries)| enter(tiles, &layout, entries));
        }
        Databases { layout, sets, entries }
    }

    #[inline]
    fn entry(&self, pattern: usize, order: u16, squares: Squares) -> Entry {
        let order = pattern * ORDERS + usize::from(order);
        Entry(self.entries[order * self.sets + self.layout.set(squares)])
    }

    /// The value of a pattern's place: the length of a way to the goal.
    fn value(&self, pattern: usize, mut place: Place) -> u8 {
        let goal = self.layout.place(&PATTERNS[pattern].map(|tile| tile - 1), SIDE * SIDE - 1);
        let mut value = 0;
        while (place.room, place.order) != (goal.room, goal.order) {
            let entry = self.entry(pattern, place.order, place.squares);
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

/// Makes the entries of a pattern.
fn enter(tiles: &[usize; TILES], layout: &Layout, entries: &mut [u32]) {
    let goal = layout.place(&tiles.map(|tile| tile - 1), SIDE * SIDE - 1);
    let sets = entries.len() / ORDERS;
    Flood::<WORDS>::run(layout, goal, 1).each_set(layout, |set, slides| {
        let mut edges = [&OrderSet::EMPTY; 32];
        for (squares, lessened) in slides {
            edges[Entry::edge(*squares)] = lessened;
        }
        OrderSet::transposed(&edges, |order, edges| {
            entries[order * sets + set] = edges | order as u32;
        });
    });
}

/// The bounds of a board, and how they change while its tiles slide: for the board and for the
/// transposed one the sum of the patterns' values.
pub struct Deltas<'a> {
    databases: &'a Databases,
    homes: [[Home; 16]; 2],
    /// By where the tile comes from, and the gap's square.
    slides: [[[Slide; 16]; 4]; 2],
    start: Mark,
    values: [u8; 2],
}

/// Where a tile belongs: to which pattern, as which of its tiles.
#[derive(Clone, Copy, Default)]
struct Home {
    pattern: u8,
    index: u8,
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
            homes: [[Home::default(); 16]; 2],
            slides: [[[Slide::default(); 16]; 4]; 2],
            start: Mark::default(),
            values: [0; 2],
        };
        for view in 0..2 {
            let seen = |square: usize| if view == 0 { square } else { transposed(square) };
            for (pattern, tiles) in PATTERNS.iter().enumerate() {
                for (index, tile) in tiles.iter().enumerate() {
                    deltas.homes[view][seen(tile - 1) + 1] =
                        Home { pattern: pattern as u8, index: index as u8 };
                }
                let on = tiles.map(|tile| seen(board.square_of(seen(tile - 1) as u8 + 1)));
                let place = databases.layout.place(&on, seen(board.square_of(0)));
                deltas.start.entries[view][pattern] =
                    databases.entry(pattern, place.order, place.squares);
                deltas.start.squares[view][pattern] = place.squares;
                deltas.values[view] += databases.value(pattern, place);
            }
            for to in 0..SIDE * SIDE {
                for from in neighbours(SIDE, SIDE, to) {
                    deltas.slides[view][direction(from, to)][to] = Slide::new(seen(from), seen(to));
                }
            }
        }
        deltas
    }
}

const fn transposed(square: usize) -> usize {
    square % SIDE * SIDE + square / SIDE
}

/// By square of the gap, how far to shift a view's edges so that those beside the gap come first: in
/// 8 bits each, of the board's view the edges along rows and along columns, then of the other one.
const SHIFTS: [u32; 16] = {
    let mut shifts = [0; 16];
    let mut gap = 0;
    while gap < 16 {
        let mut view = 0;
        while view < 2 {
            let seen = if view == 0 { gap } else { transposed(gap) };
            let (row, column) =
                (Entry::ROWS + seen - seen / SIDE - 1, Entry::COLUMNS + seen - SIDE);
            shifts[gap] |= ((row | column << 8) << (16 * view)) as u32;
            view += 1;
        }
        gap += 1;
    }
    shifts
};

impl Mark {
    /// The edges of a view. Of those beside the gap only the ones of the tile's pattern count, and it
    /// alone has bits there.
    #[inline]
    fn edges(&self, view: usize) -> u32 {
        let [one, two, three] = self.entries[view];
        one.0 | two.0 | three.0
    }
}

impl Guide for Deltas<'_> {
    type Mark = Mark;
    type Notes = ();

    fn start(&self) -> (Mark, [u8; 2]) {
        (self.start, self.values)
    }

    fn look(&self, batch: &mut Batch<Mark>, (): &mut ()) {
        for place in 0..batch.len() {
            let (mark, shifts) = (batch.mark(place), SHIFTS[batch.gap(place) % 16]);
            let edges = mark.edges(0);
            let (row, column) = (edges >> (shifts & 31), edges >> (shifts >> 8 & 31));
            let first = column & 1 | (row & 3) << 1 | column >> 1 & 8;
            // What is above in the transposed view is left, and so on.
            let edges = mark.edges(1);
            let (row, column) = (edges >> (shifts >> 16 & 31), edges >> (shifts >> 24 & 31));
            let second = row & 1 | (column & 1) << 1 | column >> 2 & 4 | (row & 2) << 2;
            batch.tell(place, [first as u8, second as u8]);
        }
    }

    #[inline]
    fn make(&self, mark: &mut Mark, slide: ida_star::Slide, (): &()) {
        for view in 0..2 {
            let Home { pattern, index } = self.homes[view][slide.tile % 16];
            let pattern = usize::from(pattern);
            let moved = self.slides[view][slide.from % 4][slide.gap % 16];
            let squares = &mut mark.squares[view][pattern];
            let entry = &mut mark.entries[view][pattern];
            let order = self.databases.layout.order_after(
                entry.order(),
                index.into(),
                moved,
                slide.from < 2,
                *squares,
            );
            *squares ^= moved.squares();
            *entry = self.databases.entry(pattern, order, *squares);
        }
    }
}
