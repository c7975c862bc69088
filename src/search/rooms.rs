//! Rooms: where a few tiles of a board lie and which squares that leaves to the gap.
//!
//! A [`Layout`] knows how many tiles there are but not which, so that pattern databases of one
//! size share it.

#![expect(clippy::cast_possible_truncation, reason = "squares, tiles and rooms are few")]

use super::orders::{self, MOST, NONE, Orders, Passing};
use crate::board::neighbours;

/// A set of squares, one bit each.
pub type Squares = u16;

/// The squares of some tiles, and a region: the squares that the gap reaches without moving one
/// of these tiles.
struct Room {
    squares: Squares,
    region: Squares,
}

/// Where some tiles and the gap's region are: a room, and the order of the tiles in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The room's number.
    pub room: u16,
    /// The order's number.
    pub order: u16,
    /// The squares of the tiles.
    pub squares: Squares,
}

/// A tile's slide to the square beside it.
///
/// It is one number, since a search reads one all the time: both squares as bits, then how far the
/// squares are to shift so that those between both come first, then the gap's place in `Index`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Slide(u32);

impl Slide {
    const SHIFT: u32 = 16;
    const GAP: u32 = 24;

    /// The slide from one square to another.
    pub fn new(from: usize, to: usize) -> Slide {
        let squares = 1 << from | 1 << to;
        let (shift, gap) = (from.min(to) as u32 + 1, Index::gap(from));
        Slide(squares | shift << Slide::SHIFT | gap << Slide::GAP)
    }

    /// Both squares.
    #[inline]
    pub fn squares(self) -> Squares {
        self.0 as Squares
    }

    /// Which others of the tiles on `squares` the tile passes: those on the squares `between` both
    /// in reading order, up to 3.
    #[inline]
    pub fn passing(self, squares: Squares, between: u8, is_forward: bool) -> Passing {
        /// By three bits: how many are set, in four bits each.
        const COUNTS: u32 = 0x3221_2110;
        let squares = u32::from(squares) >> (self.0 >> Slide::SHIFT & 15);
        let count = (COUNTS >> (4 * (squares & ((1 << between) - 1) & 7)) & 7) as u8;
        if is_forward { NONE + count } else { NONE - count }
    }
}

/// How a number of tiles can lie on a board: the rooms, the orders, and the ways between them.
pub struct Layout {
    rows: usize,
    columns: usize,
    tiles: usize,
    /// Sorted by squares.
    rooms: Vec<Room>,
    index: Index,
    orders: Orders,
}

/// A way into a room, by the slide of one of its tiles.
#[derive(Clone, Copy)]
pub struct Entrance {
    /// The room that the tile comes from.
    pub from: u16,
    /// The tile's rank in that room, counted as of six tiles.
    pub rank: u8,
    /// Its rank in this room.
    pub new_rank: u8,
}

impl Layout {
    /// The layout of `tiles` tiles on a board of `rows` x `columns` squares.
    ///
    /// # Panics
    /// Unless there are 1 to 6 tiles and the sides are 2 to 4.
    pub fn new(rows: usize, columns: usize, tiles: usize) -> Layout {
        assert!((1..=MOST).contains(&tiles) && rows * columns <= 16);
        let rooms = rooms(rows, columns, tiles);
        let index = Index::new(&rooms);
        Layout { rows, columns, tiles, rooms, index, orders: Orders::new(tiles) }
    }

    /// How many rooms there are.
    pub fn rooms(&self) -> usize {
        self.rooms.len()
    }

    /// The place of tiles that stand on these squares, with the gap on `gap`.
    pub fn place(&self, squares: &[usize], gap: usize) -> Place {
        let set = squares.iter().fold(0, |set, square| set | 1 << square);
        let mut order: Vec<u8> = (0..).take(self.tiles).collect();
        order.sort_by_key(|tile| squares[usize::from(*tile)]);
        Place {
            room: self.index.room(set, Index::gap(gap)),
            order: orders::number(&order),
            squares: set,
        }
    }

    /// The order after `tile`, counted from 0, has passed others.
    #[inline]
    pub fn passed(&self, order: u16, tile: usize, passing: Passing) -> u16 {
        self.orders.passed(order, tile, passing)
    }

    /// The room with tiles on `squares` after that slide.
    #[inline]
    pub fn room(&self, squares: Squares, slide: Slide) -> u16 {
        self.index.room(squares, slide.0 >> Slide::GAP)
    }

    /// The places one slide of a tile away.
    pub fn beside(&self, place: Place) -> impl Iterator<Item = Place> {
        let slides = self.slides(&self.rooms[usize::from(place.room)]);
        slides.map(move |(rank, slide, passing)| {
            let tile = self.orders.tile(place.order, rank);
            let squares = place.squares ^ slide.squares();
            let order = self.passed(place.order, tile, passing);
            Place { room: self.room(squares, slide), order, squares }
        })
    }

    /// The slides of a room's tiles, each with the tile's rank and the others that it passes.
    fn slides(&self, room: &Room) -> impl Iterator<Item = (usize, Slide, Passing)> {
        let Room { squares, region } = *room;
        members(squares).enumerate().flat_map(move |(rank, from)| {
            neighbours(self.rows, self.columns, from).filter(move |to| region >> to & 1 == 1).map(
                move |to| {
                    let slide = Slide::new(from, to);
                    let between = from.abs_diff(to) as u8 - 1;
                    (rank, slide, slide.passing(squares, between, from < to))
                },
            )
        })
    }

    /// Whether an odd number of tiles stands on the black squares of a chessboard: every slide
    /// changes that.
    pub fn is_odd(&self, place: Place) -> bool {
        let black = |square: &usize| (square / self.columns + square % self.columns) % 2 == 1;
        members(place.squares).filter(black).count() % 2 == 1
    }

    /// The ways into each room.
    pub fn entrances(&self) -> Entrances {
        let mut entrances = Entrances { all: Vec::new(), ends: Vec::new() };
        for room in &self.rooms {
            // A slide out of the room, taken back, is one into it.
            entrances.all.extend(self.slides(room).map(|(rank, slide, passing)| {
                let from = self.room(room.squares ^ slide.squares(), slide);
                let new_rank = u8::try_from(MOST - self.tiles + rank).expect("at most 6");
                let rank = new_rank + passing - NONE;
                Entrance { from, rank, new_rank }
            }));
            entrances.ends.push(entrances.all.len());
        }
        entrances
    }
}

/// The entrances of all rooms.
pub struct Entrances {
    all: Vec<Entrance>,
    /// By room: where its entrances end.
    ends: Vec<usize>,
}

impl Entrances {
    /// The entrances of one room.
    pub fn of(&self, room: usize) -> &[Entrance] {
        let start = if room == 0 { 0 } else { self.ends[room - 1] };
        &self.all[start..self.ends[room]]
    }
}

/// Every room of that many tiles; those with the same squares stand together.
fn rooms(rows: usize, columns: usize, tiles: usize) -> Vec<Room> {
    let all = Squares::MAX >> (16 - rows * columns);
    let mut rooms = Vec::new();
    for squares in (0..=all).filter(|squares| squares.count_ones() as usize == tiles) {
        let mut free = all & !squares;
        while free != 0 {
            let region = first_region(columns, free);
            rooms.push(Room { squares, region });
            free &= !region;
        }
    }
    rooms
}

/// The squares that hang together with the first of the `free` squares.
fn first_region(columns: usize, free: Squares) -> Squares {
    // Every `columns`-th square: the first of each row.
    let starts = (0..16).step_by(columns).fold(0, |starts, square| starts | 1 << square);
    let ends: Squares = starts << (columns - 1);
    let mut region = free & free.wrapping_neg();
    loop {
        let across = (region & !ends) << 1 | (region & !starts) >> 1;
        let wider = (region | across | region << columns | region >> columns) & free;
        if wider == region {
            return region;
        }
        region = wider;
    }
}

/// Finds rooms by squares and gap, in little memory, for a search reads it all the time.
struct Index {
    /// By the upper eight squares of a set: how many sets stand before those.
    starts: [u16; 256],
    /// By the lower eight squares: how many others with as many tiles stand before these.
    ranks: [u16; 256],
    /// By set: in the lowest 16 bits its first room, then in three bits for each square how many
    /// rooms later that of a gap on that square is.
    sets: Vec<u64>,
}

impl Index {
    fn new(rooms: &[Room]) -> Index {
        let mut index = Index { starts: [0; 256], ranks: [0; 256], sets: Vec::new() };
        for half in 0..256usize {
            let before = (0..half).filter(|other| other.count_ones() == half.count_ones());
            index.ranks[half] = before.count() as u16;
        }
        let mut first = 0;
        for same in rooms.chunk_by(|a, b| a.squares == b.squares) {
            let upper = usize::from(same[0].squares >> 8);
            if first == 0 || rooms[first - 1].squares >> 8 != same[0].squares >> 8 {
                index.starts[upper] = index.sets.len() as u16;
            }
            let later =
                |set: u64, (room, square): (usize, usize)| set | (room as u64) << (16 + 3 * square);
            let squares = same
                .iter()
                .enumerate()
                .flat_map(|(i, room)| members(room.region).map(move |square| (i, square)));
            index.sets.push(squares.fold(first as u64, later));
            first += same.len();
        }
        index
    }

    /// Where a set has what it says of a gap on that square.
    fn gap(square: usize) -> u32 {
        16 + 3 * square as u32
    }

    #[inline]
    fn room(&self, squares: Squares, gap: u32) -> u16 {
        let [lower, upper] = squares.to_le_bytes().map(usize::from);
        let set = self.sets[usize::from(self.starts[upper] + self.ranks[lower])];
        set as u16 + (set >> (gap & 63) & 7) as u16
    }
}

/// The squares of a set, in order.
fn members(mut set: Squares) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = set.trailing_zeros() as usize;
        set &= set.checked_sub(1)?;
        Some(first)
    })
}
