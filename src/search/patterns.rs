//! Additive pattern databases: how many slides a few tiles need at least, whatever the others do.
//!
//! A pattern is a few tiles of the solved board. Only slides of its own tiles count, so the
//! values of patterns that share no tile add up to a bound that no way undercuts (R. E. Korf and
//! A. Felner, "Disjoint pattern database heuristics", 2002). A square board has a second bound:
//! the one of its transposed board.
//!
//! The databases here keep where the gap is. Slides of other tiles are free, so of the gap only
//! its region counts, as in [`rooms`](super::rooms). Two things follow:
//!
//! - A slide of a pattern's tile changes the pattern's value by exactly 1, up or down: it can be
//!   taken back, and the value has the parity of the tiles' summed Manhattan distances. A slide of
//!   another tile changes nothing.
//! - So one bit a place is enough for a search that knows the value it starts from: the value's
//!   second lowest bit, since the two values that a slide might lead to differ in it. (Compare
//!   the values modulo 3 of T. M. Breyer and R. E. Korf, "1.6-bit pattern databases", 2010.)

#![expect(clippy::cast_possible_truncation, reason = "squares, tiles and values are small")]

use std::sync::OnceLock;
use std::thread;

use super::batch::{self, BATCH, Batch, SlideSets};
use super::flood::Flood;
use super::ida_star::Guide;
use super::orders::{self, OrderSet};
use super::pages::Pages;
use super::rooms::{Layout, Place, Slide, Squares};
use super::views::{Home, View};
use crate::board::Board;

/// The databases of a board size, each built when it is first needed.
pub struct Patterns {
    rows: usize,
    columns: usize,
    /// Each pattern's tiles. Together they are all tiles of the board.
    tiles: &'static [&'static [u8]],
    /// By number of tiles.
    layouts: [OnceLock<Layout>; LARGEST + 1],
    built: [OnceLock<Pattern>; MOST],
}

/// The most patterns of a board.
const MOST: usize = 3;

/// The most tiles of a pattern.
const LARGEST: usize = 7;

impl Patterns {
    /// The databases of 4 x 4 (or of 3 x 4 or 4 x 3), none of them built yet: patterns of six tiles,
    /// six and three, in 3 MB.
    ///
    /// # Panics
    /// If the board has another size.
    pub const fn new(rows: usize, columns: usize) -> Patterns {
        Patterns::of(
            rows,
            columns,
            match (rows, columns) {
                (4, 4) => &[&[1, 5, 6, 9, 10, 13], &[7, 8, 11, 12, 14, 15], &[2, 3, 4]],
                (3, 4) => &[&[1, 2, 5, 6, 9, 10], &[3, 4, 7, 8, 11]],
                (4, 3) => &[&[1, 2, 3, 4, 5, 6], &[7, 8, 9, 10, 11]],
                _ => panic!("a size with patterns"),
            },
        )
    }

    /// Large databases of 4 x 4: patterns of seven tiles, seven and one, in 35 MB. With them a
    /// search has a fifth of the boards or less, but they take more than ten times as long to build.
    pub const fn large() -> Patterns {
        Patterns::of(4, 4, &[&[1, 5, 6, 9, 10, 13, 14], &[3, 4, 7, 8, 11, 12, 15], &[2]])
    }

    const fn of(rows: usize, columns: usize, tiles: &'static [&'static [u8]]) -> Patterns {
        let layouts = [const { OnceLock::new() }; LARGEST + 1];
        Patterns { rows, columns, tiles, layouts, built: [const { OnceLock::new() }; MOST] }
    }

    /// Builds what is missing. Several threads build small patterns side by side, but share the work
    /// on a large one, for which there is no memory twice.
    pub fn build(&self, threads: usize) {
        if self.is_built() {
            return;
        }
        let is_large = self.tiles.iter().any(|tiles| tiles.len() == LARGEST);
        if threads == 1 || is_large {
            for i in 0..self.tiles.len() {
                self.pattern(i, threads);
            }
        } else {
            thread::scope(|scope| {
                (0..self.tiles.len()).for_each(|i| drop(scope.spawn(move || self.pattern(i, 1))));
            });
        }
    }

    /// Whether nothing is left to build.
    pub fn is_built(&self) -> bool {
        self.built[..self.tiles.len()].iter().all(|pattern| pattern.get().is_some())
    }

    fn pattern(&self, i: usize, threads: usize) -> &Pattern {
        self.built[i].get_or_init(|| {
            let squares: Vec<_> = self.tiles[i].iter().map(|tile| usize::from(*tile) - 1).collect();
            Pattern::new(self.layout(i), &squares, self.rows * self.columns - 1, threads)
        })
    }

    fn layout(&self, i: usize) -> &Layout {
        let count = self.tiles[i].len();
        self.layouts[count].get_or_init(|| Layout::new(self.rows, self.columns, count))
    }
}

/// The second lowest bit of the value of every place of a pattern.
pub struct Pattern {
    /// By order, `words` words each, one bit a room: most slides keep the order, and so a search
    /// stays near in memory.
    second_bits: Pages<u32>,
    words: u32,
    goal: Place,
}

impl Pattern {
    /// The database of the pattern whose tiles belong on these squares, with the gap on `gap`.
    pub fn new(layout: &Layout, squares: &[usize], gap: usize, threads: usize) -> Pattern {
        let goal = layout.place(squares, gap);
        let words = layout.rooms().div_ceil(32);
        let second_bits = match squares.len() {
            ..=5 => second_bits::<{ orders::words(5) }>(layout, goal, threads),
            6 => second_bits::<{ orders::words(6) }>(layout, goal, threads),
            _ => second_bits::<{ orders::words(7) }>(layout, goal, threads),
        };
        Pattern { second_bits, words: words as u32, goal }
    }

    /// The second lowest bit of the value of the place with this room and order.
    #[inline]
    pub fn second_bit(&self, room: u16, order: u16) -> bool {
        let word = u32::from(order) * self.words + u32::from(room / 32);
        self.second_bits[word as usize] >> (room % 32) & 1 == 1
    }

    /// The value of `place`: the length of a way to the goal.
    pub fn value(&self, layout: &Layout, mut place: Place) -> u8 {
        let mut value = 0;
        let mut odd = layout.is_odd(place.room) != layout.is_odd(self.goal.room);
        while (place.room, place.order) != (self.goal.room, self.goal.order) {
            // Below an odd value the second bit stays, below an even one it flips.
            let second_bit = self.second_bit(place.room, place.order) == odd;
            place = layout
                .beside(place)
                .find(|beside| self.second_bit(beside.room, beside.order) == second_bit)
                .expect("a place nearer to the goal");
            odd = !odd;
            value += 1;
        }
        value
    }
}

/// By order, the second lowest bit of the value of each room's place, in words of 32 rooms.
fn second_bits<const WORDS: usize>(layout: &Layout, goal: Place, threads: usize) -> Pages<u32> {
    let words = layout.rooms().div_ceil(32);
    let flood = Flood::<WORDS>::run(layout, goal, threads);
    let mut pages = Pages::zeros(layout.orders() * words);
    let second_bits = &mut *pages;
    let mut sets = flood.with_second_bit(layout);
    sets.resize(32 * words, &OrderSet::EMPTY);
    for (i, sets) in sets.chunks(32).enumerate() {
        OrderSet::transposed(sets, |order, word| second_bits[order * words + i] = word);
    }
    pages
}

/// The bounds of a board, and how they change while its tiles slide: for each of its views the sum
/// of the patterns' values. The views are the board itself and, if it is square, the transposed
/// one.
pub struct Additive<'a, const VIEWS: usize> {
    databases: [Database<'a>; 4],
    homes: [[Home; 16]; VIEWS],
    /// By where the tile comes from, and the gap's square.
    slides: [[[Slide; 16]; 4]; VIEWS],
    /// By where the tile comes from: what to add to the gap's square for the tile's.
    offsets: [usize; 4],
    start: [[Standing; 4]; VIEWS],
    values: [u8; VIEWS],
}

/// A pattern and its layout. (They are few, but as many as two bits tell apart: so no look needs to
/// check.)
#[derive(Clone, Copy)]
struct Database<'a> {
    layout: &'a Layout,
    pattern: &'a Pattern,
}

/// Where a pattern's tiles are, and the lowest two bits of the value of that place. From the lowest
/// bits on: 16 for the tiles' squares, 14 for their order, 2 for the value.
#[derive(Clone, Copy, Default)]
pub struct Standing(u32);

impl Standing {
    const ORDER: u32 = 16;
    const VALUE: u32 = 30;
    const SECOND_BIT: u32 = 31;

    fn new(order: u16, squares: Squares, value: u8) -> Standing {
        let order = u32::from(order) << Standing::ORDER;
        Standing(u32::from(squares) | order | u32::from(value) << Standing::VALUE)
    }

    #[inline]
    fn squares(self) -> Squares {
        self.0 as Squares
    }

    #[inline]
    fn order(self) -> u16 {
        (self.0 >> Standing::ORDER) as u16 & 0x3FFF
    }

    /// The standing after a slide, given the second lowest bit of the value then; and 1 if the value
    /// is less by 1, or 0 if it is more by 1.
    #[inline]
    fn after(self, slide: Slide, second_bit: bool) -> (Standing, u8) {
        let more = (self.0 ^ u32::from(slide.squares())).wrapping_add(1 << Standing::VALUE);
        let after = more & !(1 << Standing::SECOND_BIT);
        let after = after | u32::from(second_bit) << Standing::SECOND_BIT;
        // If it were more by 1 but has another second bit, it is less by 1.
        (Standing(after), ((after ^ more) >> Standing::SECOND_BIT) as u8)
    }

    #[inline]
    fn with_order(self, order: u16) -> Standing {
        Standing(self.0 & 0xC000_FFFF | u32::from(order) << Standing::ORDER)
    }
}

/// What a slide changes in each view: where a pattern is then, and which one.
#[derive(Clone, Copy)]
pub struct Change<const VIEWS: usize> {
    standings: [Standing; VIEWS],
    patterns: [u8; VIEWS],
}

impl<const VIEWS: usize> Default for Change<VIEWS> {
    fn default() -> Self {
        Change { standings: [Standing::default(); VIEWS], patterns: [0; VIEWS] }
    }
}

/// Where the patterns are in each view.
#[derive(Clone, Copy)]
pub struct Mark<const VIEWS: usize>([[Standing; 4]; VIEWS]);

impl<const VIEWS: usize> Default for Mark<VIEWS> {
    fn default() -> Self {
        Mark([[Standing::default(); 4]; VIEWS])
    }
}

impl<'a, const VIEWS: usize> Additive<'a, VIEWS> {
    /// The bounds of `board`; builds what is missing of `patterns`, with so many threads.
    pub fn new(patterns: &'a Patterns, board: &Board, threads: usize) -> Self {
        patterns.build(threads);
        let (rows, columns) = (board.rows(), board.columns());
        let count = patterns.tiles.len();
        let mut bounds = Additive {
            databases: std::array::from_fn(|i| {
                let i = i.min(count - 1);
                Database { layout: patterns.layout(i), pattern: patterns.pattern(i, threads) }
            }),
            homes: [[Home::default(); 16]; VIEWS],
            slides: [[[Slide::default(); 16]; 4]; VIEWS],
            offsets: batch::offsets(columns),
            start: [[Standing::default(); 4]; VIEWS],
            values: [0; VIEWS],
        };
        for view in 0..VIEWS {
            let seen = View::new(rows, columns, view);
            bounds.homes[view] = seen.homes(patterns.tiles);
            bounds.slides[view] = seen.slides();
            for (i, tiles) in patterns.tiles.iter().enumerate() {
                let Database { layout, pattern } = bounds.databases[i];
                let place = seen.place(layout, tiles, board);
                let value = pattern.value(layout, place);
                bounds.start[view][i] = Standing::new(place.order, place.squares, value % 4);
                bounds.values[view] += value;
            }
        }
        bounds
    }

    /// What a slide changes in one view; and 1 if the bound is less by 1, or 0 if more.
    #[expect(clippy::inline_always, reason = "half of the time; made for each direction apart")]
    #[inline(always)]
    fn look_in<const VIEW: usize, const FROM: usize>(
        &self,
        mark: &Mark<VIEWS>,
        gap: usize,
        tile: usize,
    ) -> (Standing, u8, u8) {
        let Home { pattern, index } = self.homes[VIEW][tile % 16];
        let old = mark.0[VIEW][usize::from(pattern % 4)];
        let Database { layout, pattern: database } = self.databases[usize::from(pattern % 4)];
        let slide = self.slides[VIEW][FROM][gap % 16];
        // The transposed view has columns where the board has rows, but does not turn them round.
        let is_along_row = const { matches!(FROM, 1 | 2) != (VIEW == 1) };
        let order = if is_along_row {
            old.order()
        } else {
            layout.order_after(old.order(), index.into(), slide, FROM < 2, old.squares())
        };
        let room = layout.room(old.squares() ^ slide.squares(), slide);
        let (new, nearer) = old.after(slide, database.second_bit(room, order));
        (if is_along_row { new } else { new.with_order(order) }, pattern, nearer)
    }
}

/// What is found out about the slides of a batch.
pub struct Notes<const VIEWS: usize> {
    /// By where the tile comes from: the places of the boards that have such a slide. (So what depends
    /// on this is no branch of the program.)
    places: [[u8; BATCH]; 4],
    /// By where the tile comes from, and place.
    changes: [[Change<VIEWS>; BATCH]; 4],
    /// By place and view: the slides that lessen its bound.
    nearer: [[u8; 2]; BATCH],
}

impl<const VIEWS: usize> Default for Notes<VIEWS> {
    fn default() -> Self {
        let changes = [[Change::default(); BATCH]; 4];
        Notes { places: [[0; BATCH]; 4], changes, nearer: [[0; 2]; BATCH] }
    }
}

impl<const VIEWS: usize> Additive<'_, VIEWS> {
    /// Looks at the slides from one direction, of the first boards listed.
    #[inline]
    fn look_from<const FROM: usize>(
        &self,
        batch: &Batch<Mark<VIEWS>>,
        notes: &mut Notes<VIEWS>,
        count: usize,
    ) {
        for place in &notes.places[FROM][..count.min(BATCH)] {
            let place = usize::from(*place) % BATCH;
            let (mark, gap) = (batch.mark(place), batch.gap(place));
            let tile = batch.number(place, gap.wrapping_add(self.offsets[FROM]));
            let mut change = Change::default();
            let mut nearer = [1; 2];
            (change.standings[0], change.patterns[0], nearer[0]) =
                self.look_in::<0, FROM>(mark, gap, tile);
            if VIEWS == 2 {
                (change.standings[1], change.patterns[1], nearer[1]) =
                    self.look_in::<1, FROM>(mark, gap, tile);
            }
            notes.changes[FROM][place] = change;
            notes.nearer[place][0] |= nearer[0] << FROM;
            notes.nearer[place][1] |= nearer[1] << FROM;
        }
    }
}

impl<const VIEWS: usize> Guide for Additive<'_, VIEWS> {
    type Mark = Mark<VIEWS>;
    type Notes = Notes<VIEWS>;

    fn start(&self) -> (Mark<VIEWS>, [u8; 2]) {
        (Mark(self.start), [self.values[0], if VIEWS == 2 { self.values[1] } else { 0 }])
    }

    fn look(&self, batch: &Batch<Mark<VIEWS>>, notes: &mut Notes<VIEWS>) {
        let mut counts = [0; 4];
        for place in 0..batch.len() {
            for (from, count) in counts.iter_mut().enumerate() {
                notes.places[from][*count % BATCH] = place as u8;
                *count += usize::from(batch.slides(place) >> from & 1);
            }
        }
        notes.nearer = [[0; 2]; BATCH];
        self.look_from::<0>(batch, notes, counts[0]);
        self.look_from::<1>(batch, notes, counts[1]);
        self.look_from::<2>(batch, notes, counts[2]);
        self.look_from::<3>(batch, notes, counts[3]);
    }

    #[inline]
    fn lessening(&self, _: &Batch<Mark<VIEWS>>, place: usize, notes: &Notes<VIEWS>) -> SlideSets {
        SlideSets::new(notes.nearer[place % BATCH])
    }

    #[inline]
    fn make(
        &self,
        _: &Batch<Mark<VIEWS>>,
        slide: batch::Slide,
        notes: &Notes<VIEWS>,
        copy: &mut Mark<VIEWS>,
    ) {
        let change = notes.changes[usize::from(slide.from % 4)][usize::from(slide.place) % BATCH];
        for view in 0..VIEWS {
            copy.0[view][usize::from(change.patterns[view] % 4)] = change.standings[view];
        }
    }
}
