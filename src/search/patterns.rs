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
//!
//! And a slide along a row keeps the order of a room's tiles, while one along a column swaps a few
//! neighbours, so the breadth-first search moves all [orders](super::orders) of a room at once.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "squares, tiles and values are small"
)]

use std::sync::OnceLock;

use super::ida_star::{Guide, STEPS, step};
use super::orders::{NUMBERS, OrderSet};
use super::rooms::{Entrance, Entrances, Layout, Place, Slide, Squares};
use crate::board::{Board, neighbours};

/// The databases of a board size, each built when it is first needed.
pub struct Patterns {
    rows: usize,
    columns: usize,
    /// Each pattern's tiles. Together they are all tiles of the board.
    tiles: &'static [&'static [u8]],
    /// By number of tiles.
    layouts: [OnceLock<Layout>; 7],
    built: [OnceLock<Pattern>; MOST],
}

/// The most patterns of a board.
const MOST: usize = 3;

impl Patterns {
    /// The databases of 4 x 4 (or of 3 x 4 or 4 x 3), none of them built yet.
    ///
    /// # Panics
    /// If the board has another size.
    pub const fn new(rows: usize, columns: usize) -> Patterns {
        let tiles: &[&[u8]] = match (rows, columns) {
            (4, 4) => &[&[1, 5, 6, 9, 10, 13], &[7, 8, 11, 12, 14, 15], &[2, 3, 4]],
            (3, 4) => &[&[1, 2, 5, 6, 9, 10], &[3, 4, 7, 8, 11]],
            (4, 3) => &[&[1, 2, 3, 4, 5, 6], &[7, 8, 9, 10, 11]],
            _ => panic!("a size with patterns"),
        };
        let layouts = [const { OnceLock::new() }; 7];
        Patterns { rows, columns, tiles, layouts, built: [const { OnceLock::new() }; MOST] }
    }

    /// Builds what is missing, the first pattern first. Several threads share the work if some
    /// call this and some [`build_back`](Patterns::build_back).
    pub fn build(&self) {
        for i in 0..self.tiles.len() {
            self.pattern(i);
        }
    }

    /// Builds what is missing, the first pattern last.
    pub fn build_back(&self) {
        for i in (0..self.tiles.len()).rev() {
            self.pattern(i);
        }
    }

    /// Whether nothing is left to build.
    pub fn is_built(&self) -> bool {
        self.built[..self.tiles.len()].iter().all(|pattern| pattern.get().is_some())
    }

    fn pattern(&self, i: usize) -> &Pattern {
        self.built[i].get_or_init(|| {
            let squares: Vec<_> = self.tiles[i].iter().map(|tile| usize::from(*tile) - 1).collect();
            Pattern::new(self.layout(i), &squares, self.rows * self.columns - 1)
        })
    }

    fn layout(&self, i: usize) -> &Layout {
        let count = self.tiles[i].len();
        self.layouts[count].get_or_init(|| Layout::new(self.rows, self.columns, count))
    }

    /// The pattern of `tile`, and which of its tiles it is.
    fn home(&self, tile: u8) -> Home {
        let find = |i: usize| self.tiles[i].iter().position(|other| *other == tile).map(|t| (i, t));
        let (pattern, index) = (0..self.tiles.len()).find_map(find).expect("a tile of the board");
        Home { pattern: pattern as u8, index: index as u8 }
    }
}

/// The second lowest bit of the value of every place of a pattern.
pub struct Pattern {
    /// By order, `words` words each, one bit a room: most slides keep the order, and so a search
    /// stays near in memory.
    second_bits: Vec<u32>,
    words: usize,
    goal: Place,
}

impl Pattern {
    /// The database of the pattern whose tiles belong on these squares, with the gap on `gap`.
    pub fn new(layout: &Layout, squares: &[usize], gap: usize) -> Pattern {
        let goal = layout.place(squares, gap);
        let words = layout.rooms().div_ceil(32);
        let mut second_bits = vec![0; NUMBERS * words];
        for (i, rooms) in Flood::run(layout, goal).chunks(32).enumerate() {
            for (word, block) in OrderSet::transposed(rooms).into_iter().enumerate() {
                second_bits[word * words + i] = block;
            }
        }
        Pattern { second_bits, words, goal }
    }

    /// The second lowest bit of the value of the place with this room and order.
    #[inline]
    pub fn second_bit(&self, room: u16, order: u16) -> bool {
        let room = usize::from(room);
        let word = self.second_bits[usize::from(order) * self.words + room / 32];
        word >> (room % 32) & 1 == 1
    }

    /// The value of `place`: the length of a way to the goal.
    pub fn value(&self, layout: &Layout, mut place: Place) -> u8 {
        let mut value = 0;
        let mut odd = layout.is_odd(place) != layout.is_odd(self.goal);
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

/// The bound of a board, kept while its tiles slide: for each of its views the sum of the
/// patterns' values. The views are the board itself and, if it is square, the transposed one.
#[derive(Clone)]
pub struct Additive<'a, const VIEWS: usize> {
    databases: [Database<'a>; 4],
    homes: [[Home; 16]; VIEWS],
    /// By step, as in [`ida_star`](super::ida_star).
    slides: [[Slide; STEPS]; VIEWS],
    /// How many squares lie between one and the one below.
    between: u8,
    standings: [[Standing; 4]; VIEWS],
    /// How much the way may still be longer than the bound.
    slacks: [i8; VIEWS],
    values: [u8; VIEWS],
}

/// A pattern and its layout. (They are few, but as many as two bits tell apart: so no look needs to
/// check.)
#[derive(Clone, Copy)]
struct Database<'a> {
    layout: &'a Layout,
    pattern: &'a Pattern,
}

/// Where a tile belongs: to which pattern, as which of its tiles.
#[derive(Clone, Copy, Default)]
struct Home {
    pattern: u8,
    index: u8,
}

/// Where a pattern's tiles are, with the lowest two bits of the value of that place, as bits.
///
/// It is one number, since a processor waits if it reads at once what was written in parts.
#[derive(Clone, Copy, Default)]
struct Standing(u32);

impl Standing {
    const ORDER: u32 = 0;
    const SQUARES: u32 = 10;
    const IS_ODD: u32 = 26;
    const SECOND_BIT: u32 = 27;
    /// How many bits it has. A [`Change`] uses those above.
    const BITS: u32 = 28;

    #[inline]
    fn new(order: u16, squares: Squares, is_odd: bool, second_bit: bool) -> Standing {
        Standing(
            u32::from(order) << Standing::ORDER
                | u32::from(squares) << Standing::SQUARES
                | u32::from(is_odd) << Standing::IS_ODD
                | u32::from(second_bit) << Standing::SECOND_BIT,
        )
    }

    #[inline]
    fn order(self) -> u16 {
        (self.0 >> Standing::ORDER & 0x3FF) as u16
    }

    #[inline]
    fn squares(self) -> Squares {
        (self.0 >> Standing::SQUARES) as Squares
    }

    #[inline]
    fn is_odd(self) -> bool {
        self.0 >> Standing::IS_ODD & 1 == 1
    }

    #[inline]
    fn second_bit(self) -> bool {
        self.0 >> Standing::SECOND_BIT & 1 == 1
    }
}

/// What a slide changes, in 32 bits for each view: where a pattern is then, which one, and whether the
/// bound minus the moves allowed grows; the last bit tells that a slide is taken back.
#[derive(Clone, Copy, Default)]
pub struct Change(u64);

impl Change {
    const PATTERN: u32 = Standing::BITS;
    const IS_FARTHER: u32 = 30;
    const IS_BACK: u32 = 31;
}

impl<'a, const VIEWS: usize> Additive<'a, VIEWS> {
    /// The bound of `board`; builds what is missing of `patterns`.
    pub fn new(patterns: &'a Patterns, board: &Board) -> Self {
        let (rows, columns) = (board.rows(), board.columns());
        let views: [Vec<usize>; VIEWS] = std::array::from_fn(|view| view_of(rows, columns, view));
        let count = patterns.tiles.len();
        let mut bound = Additive {
            databases: std::array::from_fn(|i| {
                let i = i.min(count - 1);
                Database { layout: patterns.layout(i), pattern: patterns.pattern(i) }
            }),
            homes: [[Home::default(); 16]; VIEWS],
            slides: [[Slide::default(); STEPS]; VIEWS],
            between: columns as u8 - 1,
            standings: [[Standing::default(); 4]; VIEWS],
            slacks: [0; VIEWS],
            values: [0; VIEWS],
        };
        for (view, squares) in views.iter().enumerate() {
            for tile in 1..rows * columns {
                bound.homes[view][tile] = patterns.home(squares[tile - 1] as u8 + 1);
            }
            for to in 0..rows * columns {
                for from in neighbours(rows, columns, to) {
                    bound.slides[view][step(from, to)] = Slide::new(squares[from], squares[to]);
                }
            }
            for i in 0..count {
                // The view's tile `t` is the board's tile at home where the view has it.
                let on: Vec<usize> = patterns.tiles[i]
                    .iter()
                    .map(|tile| squares[board.square_of(squares[usize::from(*tile) - 1] as u8 + 1)])
                    .collect();
                let Database { layout, pattern } = bound.databases[i];
                let place = layout.place(&on, squares[board.square_of(0)]);
                let value = pattern.value(layout, place);
                bound.standings[view][i] =
                    Standing::new(place.order, place.squares, value & 1 == 1, value & 2 == 2);
                bound.values[view] += value;
            }
        }
        bound
    }
}

/// Where a view has each square: the board itself, then the transposed one.
fn view_of(rows: usize, columns: usize, view: usize) -> Vec<usize> {
    let squares = 0..rows * columns;
    match view {
        0 => squares.collect(),
        _ => squares.map(|square| square % columns * rows + square / columns).collect(),
    }
}

impl<const VIEWS: usize> Additive<'_, VIEWS> {
    /// What a slide changes in one view, as one half of a [`Change`].
    #[expect(clippy::inline_always, reason = "half of the time; made for each direction apart")]
    #[inline(always)]
    fn look_in(&self, view: usize, tile: u8, step: usize) -> u32 {
        let Home { pattern, index } = self.homes[view][usize::from(tile % 16)];
        let old = self.standings[view][usize::from(pattern % 4)];
        let database = &self.databases[usize::from(pattern % 4)];
        let slide = self.slides[view][step % STEPS];
        // The transposed view has columns where the board has rows, but does not turn them round.
        let is_along_row = matches!(step % 4, 1 | 2) != (view == 1);
        let order = if is_along_row {
            old.order()
        } else {
            let passing = slide.passing(old.squares(), self.between, step % 4 < 2);
            database.layout.passed(old.order(), usize::from(index), passing)
        };
        let squares = old.squares() ^ slide.squares();
        let room = database.layout.room(squares, slide);
        let second_bit = database.pattern.second_bit(room, order);
        // Below an odd value the second bit stays, below an even one it flips.
        let is_farther = (second_bit == old.second_bit()) != old.is_odd();
        Standing::new(order, squares, !old.is_odd(), second_bit).0
            | u32::from(pattern) << Change::PATTERN
            | u32::from(is_farther) << Change::IS_FARTHER
    }

    /// Whether the way is still within the moves allowed after a change of this view.
    #[inline]
    fn allows(&self, view: usize, change: u32) -> bool {
        change >> Change::IS_FARTHER & 1 == 0 || self.slacks[view] >= 2
    }
}

impl<const VIEWS: usize> Guide for Additive<'_, VIEWS> {
    type Change = Change;

    fn estimate(&self) -> u8 {
        self.values.into_iter().max().expect("a view")
    }

    fn allow(&mut self, moves: u8) {
        self.slacks = self.values.map(|value| moves as i8 - value as i8);
    }

    #[expect(clippy::inline_always, reason = "half of the time of a search")]
    #[inline(always)]
    fn look(&self, tile: u8, step: usize) -> (Change, bool) {
        if VIEWS == 1 {
            let change = self.look_in(0, tile, step);
            return (Change(change.into()), self.allows(0, change));
        }
        // The view that allows less is likelier to forbid the slide, and comes first.
        if self.slacks[0] <= self.slacks[VIEWS - 1] {
            let first = self.look_in(0, tile, step);
            if !self.allows(0, first) {
                return (Change(0), false);
            }
            let second = self.look_in(1, tile, step);
            (Change(u64::from(second) << 32 | u64::from(first)), self.allows(1, second))
        } else {
            let first = self.look_in(1, tile, step);
            if !self.allows(1, first) {
                return (Change(0), false);
            }
            let second = self.look_in(0, tile, step);
            (Change(u64::from(first) << 32 | u64::from(second)), self.allows(0, second))
        }
    }

    #[inline]
    fn change(&mut self, change: Change) -> Change {
        let mut back = 0;
        for view in 0..VIEWS {
            let change = (change.0 >> (32 * view)) as u32;
            let (rest, standing) = (change >> Standing::BITS, change % (1 << Standing::BITS));
            let old = &mut self.standings[view][(rest & 3) as usize];
            let old = std::mem::replace(old, Standing(standing)).0;
            back |= u64::from(old | rest << Standing::BITS ^ 1 << Change::IS_BACK) << (32 * view);
            let more = 2 * (change >> Change::IS_FARTHER & 1) as i8;
            let is_back = change >> Change::IS_BACK == 1;
            self.slacks[view] += if is_back { more } else { -more };
        }
        Change(back)
    }
}

/// A breadth-first search that finds whole sets of orders at a time.
struct Flood {
    entrances: Entrances,
    /// By room: the orders found.
    seen: Vec<OrderSet>,
    /// By room: whether every order is found.
    is_full: Vec<bool>,
    /// By room: those of them whose value has the second lowest bit.
    second_bits: Vec<OrderSet>,
}

/// The orders that have the same value. Sets of rooms that are not wet mean nothing.
struct Front {
    sets: Vec<OrderSet>,
    is_wet: Vec<bool>,
}

impl Front {
    fn new(rooms: usize) -> Front {
        Front { sets: vec![OrderSet::EMPTY; rooms], is_wet: vec![false; rooms] }
    }
}

impl Flood {
    fn run(layout: &Layout, goal: Place) -> Vec<OrderSet> {
        let rooms = layout.rooms();
        let empty = || vec![OrderSet::EMPTY; rooms];
        let (entrances, is_full) = (layout.entrances(), vec![false; rooms]);
        let mut flood = Flood { entrances, seen: empty(), is_full, second_bits: empty() };
        let (mut front, mut next) = (Front::new(rooms), Front::new(rooms));
        let room = usize::from(goal.room);
        flood.seen[room].insert(goal.order);
        front.sets[room].insert(goal.order);
        front.is_wet[room] = true;
        let mut value = 0;
        while front.is_wet.contains(&true) {
            value += 1;
            flood.advance(&front, &mut next, value);
            std::mem::swap(&mut front, &mut next);
        }
        flood.second_bits
    }

    /// Finds the `next` orders, whose value is `value`.
    fn advance(&mut self, front: &Front, next: &mut Front, value: u8) {
        for room in 0..self.seen.len() {
            let found = if self.is_full[room] { OrderSet::EMPTY } else { self.enter(front, room) };
            next.is_wet[room] = !found.is_empty();
            if next.is_wet[room] {
                next.sets[room] = found;
                self.seen[room].extend(&found);
                self.is_full[room] = self.seen[room].is_full();
                if value & 2 == 2 {
                    self.second_bits[room].extend(&found);
                }
            }
        }
    }

    /// The new orders in a room, one slide from those of the front.
    fn enter(&self, front: &Front, room: usize) -> OrderSet {
        let mut found = OrderSet::EMPTY;
        for Entrance { from, rank, new_rank } in self.entrances.of(room) {
            let from = usize::from(*from);
            if front.is_wet[from] {
                found.extend(&front.sets[from].moved(*rank, *new_rank));
            }
        }
        found.remove(&self.seen[room]);
        found
    }
}
