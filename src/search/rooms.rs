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
/// squares are to shift so that those between both come first (or none, along a row), then the
/// gap's place in `Index`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Slide(u32);

impl Slide {
    const SHIFT: u32 = 16;
    const GAP: u32 = 24;

    /// The slide from one square to another.
    pub fn new(from: usize, to: usize) -> Slide {
        let squares = 1 << from | 1 << to;
        let shift = if from.abs_diff(to) == 1 { 16 } else { from.min(to) as u32 + 1 };
        let gap = Index::gap(from);
        Slide(squares | shift << Slide::SHIFT | gap << Slide::GAP)
    }

    /// Both squares.
    #[inline]
    pub fn squares(self) -> Squares {
        self.0 as Squares
    }

    /// The three squares behind the first one, as bits, of those on `squares`.
    #[inline]
    pub fn behind(self, squares: Squares) -> usize {
        (u32::from(squares) >> (self.0 >> Slide::SHIFT & 31) & 7) as usize
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
    /// By tile (16 each), whether it slides along a column forward (8), and which tiles stand on the
    /// three squares behind the first one: where `orders` has what that does.
    passings: [u32; 128],
    halves: [Half; 2],
}

/// The rooms with an even number of tiles on the black squares of a chessboard, or those with an odd
/// one: a slide leads from one half to the other.
pub struct Half {
    /// The rooms, by their places in the half.
    pub rooms: Vec<u16>,
    entrances: Vec<Entrance>,
    /// By place: where the room's entrances end.
    ends: Vec<u32>,
}

impl Half {
    const EMPTY: Half = Half { rooms: Vec::new(), entrances: Vec::new(), ends: Vec::new() };

    /// By place: the ways into that room.
    pub fn entrances(&self) -> impl Iterator<Item = &[Entrance]> {
        let mut start = 0;
        self.ends.iter().map(move |end| {
            let end = *end as usize;
            &self.entrances[std::mem::replace(&mut start, end)..end]
        })
    }
}

/// A way into a room, by the slide of one of its tiles.
#[derive(Clone, Copy)]
pub struct Entrance {
    /// The place in the other half of the room that the tile comes from.
    pub from: u16,
    /// The tile's rank in that room, counted as of eight tiles.
    pub rank: u8,
    /// Its rank in this room.
    pub new_rank: u8,
    /// The squares that it comes from and slides to.
    pub squares: Squares,
}

impl Layout {
    /// The layout of `tiles` tiles on a board of `rows` x `columns` squares.
    ///
    /// # Panics
    /// Unless there are 1 to 7 tiles and the sides are 2 to 4.
    pub fn new(rows: usize, columns: usize, tiles: usize) -> Layout {
        assert!((1..MOST).contains(&tiles) && rows * columns <= 16);
        let rooms = rooms(rows, columns, tiles);
        let index = Index::new(&rooms);
        let orders = Orders::new(tiles);
        let passings = std::array::from_fn(|i| {
            // Between two squares of a column are `columns - 1`.
            let between = i & ((1 << (columns - 1)) - 1) & 7;
            let passed = between.count_ones() as u8;
            let passing = if i & 8 == 8 { NONE + passed } else { NONE - passed };
            orders.start((i / 16).min(tiles - 1), passing) as u32
        });
        let halves = [Half::EMPTY; 2];
        let mut layout = Layout { rows, columns, tiles, rooms, index, orders, passings, halves };
        layout.halves = layout.halved();
        layout
    }

    /// The rooms in halves, and the ways between these.
    fn halved(&self) -> [Half; 2] {
        let mut halves = [Half::EMPTY; 2];
        let mut places = Vec::with_capacity(self.rooms.len());
        for room in 0..self.rooms.len() as u16 {
            let half = &mut halves[usize::from(self.is_odd(room))].rooms;
            places.push(half.len() as u16);
            half.push(room);
        }
        for half in &mut halves {
            for room in &half.rooms {
                half.entrances.extend(self.entrances(*room, &places));
                half.ends.push(half.entrances.len() as u32);
            }
        }
        halves
    }

    /// The squares of a room's tiles.
    pub fn squares(&self, room: u16) -> Squares {
        self.rooms[usize::from(room)].squares
    }

    /// The tile of that rank in an order.
    pub fn tile(&self, order: u16, rank: usize) -> usize {
        self.orders.tile(order, rank)
    }

    /// The half with even numbers and that with odd ones.
    pub fn halves(&self) -> &[Half; 2] {
        &self.halves
    }

    /// How many orders have a number.
    pub fn orders(&self) -> usize {
        self.orders.numbers()
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

    /// The order after `tile`, counted from 0, slid, when the tiles stood on `squares`.
    #[inline]
    pub fn order_after(
        &self,
        order: u16,
        tile: usize,
        slide: Slide,
        is_forward: bool,
        squares: Squares,
    ) -> u16 {
        let passing = 16 * tile + 8 * usize::from(is_forward) + slide.behind(squares);
        self.orders.after(self.passings[passing % 128] as usize, order)
    }

    /// The room with tiles on `squares` after that slide.
    #[inline]
    pub fn room(&self, squares: Squares, slide: Slide) -> u16 {
        self.index.room(squares, slide.0 >> Slide::GAP)
    }

    /// The places one slide of a tile away.
    pub fn beside(&self, place: Place) -> impl Iterator<Item = Place> {
        self.slides(&self.rooms[usize::from(place.room)]).map(move |(rank, passing, slide)| {
            let tile = self.orders.tile(place.order, rank);
            let squares = place.squares ^ slide.squares();
            let order = self.orders.after(self.orders.start(tile, passing), place.order);
            Place { room: self.room(squares, slide), order, squares }
        })
    }

    /// The slides of a room's tiles: the tile's rank, the others that it passes, and the slide.
    fn slides(&self, room: &Room) -> impl Iterator<Item = (usize, Passing, Slide)> {
        let Room { squares, region } = *room;
        let to = move |from| {
            neighbours(self.rows, self.columns, from).filter(move |to| region >> to & 1 == 1)
        };
        members(squares).enumerate().flat_map(move |(rank, from)| {
            to(from).map(move |to| {
                let between = squares & ((1 << from.max(to)) - 1) & !((2 << from.min(to)) - 1);
                let passed = between.count_ones() as u8;
                let passing = if from < to { NONE + passed } else { NONE - passed };
                (rank, passing, Slide::new(from, to))
            })
        })
    }

    /// Whether an odd number of a room's tiles stands on the black squares of a chessboard: every
    /// slide changes that.
    pub fn is_odd(&self, room: u16) -> bool {
        let black = |square: &usize| (square / self.columns + square % self.columns) % 2 == 1;
        members(self.rooms[usize::from(room)].squares).filter(black).count() % 2 == 1
    }

    /// The ways into a room, given the place of each room in its half.
    fn entrances(&self, room: u16, places: &[u16]) -> impl Iterator<Item = Entrance> {
        let room = &self.rooms[usize::from(room)];
        // A slide out of the room, taken back, is one into it.
        self.slides(room).map(move |(rank, passing, slide)| {
            let new_rank = (MOST - self.tiles + rank) as u8;
            let squares = slide.squares();
            let from = places[usize::from(self.room(room.squares ^ squares, slide))];
            Entrance { from, rank: new_rank + passing - NONE, new_rank, squares }
        })
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
    sets: Box<[u64; SETS]>,
}

/// At least as many as there are sets of the same number of squares.
const SETS: usize = 1 << 14;

impl Index {
    fn new(rooms: &[Room]) -> Index {
        let sets: Box<[u64]> = vec![0; SETS].into();
        let sets = sets.try_into().expect("as many");
        let mut index = Index { starts: [0; 256], ranks: [0; 256], sets };
        for half in 0..256usize {
            let before = (0..half).filter(|other| other.count_ones() == half.count_ones());
            index.ranks[half] = before.count() as u16;
        }
        let mut first = 0;
        for (i, same) in rooms.chunk_by(|a, b| a.squares == b.squares).enumerate() {
            let upper = usize::from(same[0].squares >> 8);
            if first == 0 || rooms[first - 1].squares >> 8 != same[0].squares >> 8 {
                index.starts[upper] = i as u16;
            }
            let later =
                |set: u64, (room, square): (usize, usize)| set | (room as u64) << (16 + 3 * square);
            let squares = same
                .iter()
                .enumerate()
                .flat_map(|(i, room)| members(room.region).map(move |square| (i, square)));
            index.sets[i] = squares.fold(first as u64, later);
            first += same.len();
        }
        index
    }

    /// Where a set has what it says of a gap on that square.
    fn gap(square: usize) -> u32 {
        16 + 3 * square as u32
    }

    /// How many sets stand before this one.
    #[inline]
    fn set(&self, squares: Squares) -> usize {
        let [lower, upper] = squares.to_le_bytes().map(usize::from);
        usize::from(self.starts[upper] + self.ranks[lower])
    }

    #[inline]
    fn room(&self, squares: Squares, gap: u32) -> u16 {
        let set = self.sets[self.set(squares) % SETS];
        set as u16 + (set >> (gap & 63) & 7) as u16
    }
}

/// The squares of a set, in order.
pub fn members(mut set: Squares) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = set.trailing_zeros() as usize;
        set &= set.checked_sub(1)?;
        Some(first)
    })
}
