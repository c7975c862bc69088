//! The whole table of distances of a small board: up to 9 squares.
//!
//! A board is ranked by its gap's square and the order of its tiles, read row by row without the
//! gap. A slide along a row keeps the order; in one along a column the tile passes the
//! `columns - 1` tiles between. [`orders`] numbers the orders, and moves whole sets of them, so the
//! breadth-first search takes all boards with the same gap and distance at once.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "digits and orders are small"
)]

use std::sync::OnceLock;

use super::orders::{self, MOST, OrderSet};
use crate::board::{Board, neighbours};

/// The distance of a board that cannot be solved.
const UNREACHED: u8 = u8::MAX;

/// The distance of every board of a size from the solved one.
pub struct Table {
    rows: usize,
    columns: usize,
    /// How many numbers the orders have, and what digit `i` counts in an order's number.
    orders: usize,
    weights: [i32; MOST],
    /// By square: those above, left, right and below it.
    beside: Vec<Vec<usize>>,
    /// By the gap's square, then by the order's number.
    distances: Vec<u8>,
}

/// A board: the gap's square, and the order of the tiles as digits, four bits each, and as number.
#[derive(Clone, Copy)]
struct Position {
    gap: usize,
    digits: u32,
    order: i32,
}

/// The table for boards of that size, built when it is first needed.
///
/// # Panics
/// Unless both sides are 2 to 4 and the board has at most 9 squares.
pub fn table(rows: usize, columns: usize) -> &'static Table {
    static TABLES: [OnceLock<Table>; 9] = [const { OnceLock::new() }; 9];
    TABLES[3 * (rows - 2) + columns - 2].get_or_init(|| Table::new(rows, columns))
}

impl Table {
    /// Searches breadth first from the solved board.
    ///
    /// # Panics
    /// If the board has more than 9 squares.
    pub fn new(rows: usize, columns: usize) -> Table {
        let squares = rows * columns;
        assert!(squares <= 9, "a table has at most 9 squares");
        let tiles = squares - 1;
        let mut weights = orders::weights(tiles).map(i32::from);
        weights.rotate_left(MOST - tiles);
        let beside = (0..squares).map(|square| neighbours(rows, columns, square).collect());
        let beside = beside.collect();
        let orders = orders::numbers(tiles);
        let distances = vec![UNREACHED; squares * orders];
        let mut table = Table { rows, columns, orders, weights, beside, distances };
        match tiles {
            ..=5 => table.fill::<{ orders::words(5) }>(),
            6 => table.fill::<{ orders::words(6) }>(),
            7 => table.fill::<{ orders::words(7) }>(),
            _ => table.fill::<{ orders::words(8) }>(),
        }
        table
    }

    /// Searches breadth first from the solved board.
    fn fill<const WORDS: usize>(&mut self) {
        let squares = self.beside.len();
        let mut front = vec![OrderSet::<WORDS>::EMPTY; squares];
        let mut seen = front.clone();
        // The tiles of the solved board are in order, and the gap is last.
        front[squares - 1].insert(0);
        for distance in 0.. {
            for (gap, found) in front.iter().enumerate() {
                let distances = &mut self.distances[gap * self.orders..];
                found.each(|order| distances[order] = distance);
                seen[gap].extend(found);
            }
            front = (0..squares).map(|gap| self.enter(gap, &front)).collect();
            for (found, seen) in front.iter_mut().zip(&seen) {
                found.remove(seen);
            }
            if front.iter().all(OrderSet::is_empty) {
                break;
            }
        }
    }

    /// The orders one slide from those of the front, with the gap there after it.
    fn enter<const WORDS: usize>(&self, gap: usize, front: &[OrderSet<WORDS>]) -> OrderSet<WORDS> {
        let mut found = OrderSet::EMPTY;
        // Where the gap was is where the tile went; ranks do not count the gap.
        for to in self.beside[gap].iter().copied().filter(|to| !front[*to].is_empty()) {
            let unused = MOST + 1 - front.len();
            let rank = unused + gap - usize::from(gap > to);
            let new_rank = unused + to - usize::from(to > gap);
            let mut orders = front[to];
            orders.shift(rank as u8, new_rank as u8);
            found.extend(&orders);
        }
        found
    }

    /// The distance of `board`; `None` if it cannot be solved.
    pub fn distance(&self, board: &Board) -> Option<u8> {
        let distance = self.distances[self.rank(self.position(board))];
        (distance != UNREACHED).then_some(distance)
    }

    /// How many boards lie at each distance.
    pub fn counts(&self) -> Vec<usize> {
        let mut counts = vec![0; 256];
        for distance in &self.distances {
            counts[usize::from(*distance)] += 1;
        }
        counts.truncate(usize::from(UNREACHED));
        counts.truncate(counts.iter().rposition(|count| *count > 0).map_or(0, |last| last + 1));
        counts
    }

    /// The tiles to slide for the fewest moves; of equally short ways the first, trying the tiles
    /// above, left, right and below the gap in this order. `None` if there is no way.
    pub fn fewest_moves(&self, board: &Board) -> Option<Vec<u8>> {
        let mut distance = self.distance(board)?;
        let mut position = self.position(board);
        let mut numbers = [0; 9];
        numbers[..board.numbers().len()].copy_from_slice(board.numbers());
        let mut way = Vec::with_capacity(distance.into());
        let mut came_from = usize::MAX;
        while distance > 0 {
            distance -= 1;
            let gap = position.gap;
            position = self.beside[gap]
                .iter()
                .filter(|from| **from != came_from)
                .map(|from| self.slid(position, *from))
                .find(|beside| self.distances[self.rank(*beside)] == distance)
                .expect("a board one move nearer");
            came_from = gap;
            numbers.swap(gap, position.gap);
            way.push(numbers[gap]);
        }
        Some(way)
    }

    fn position(&self, board: &Board) -> Position {
        let tiles = board.numbers().iter().filter(|number| **number != 0);
        let (mut seen, mut digits, mut order) = (0u16, 0, 0);
        let last = self.rows * self.columns - 2;
        for (i, tile) in tiles.rev().enumerate() {
            let smaller_later = (seen & ((1 << tile) - 1)).count_ones();
            seen |= 1 << tile;
            digits = digits << 4 | smaller_later;
            order += smaller_later as i32 * self.weights[last - i];
        }
        Position { gap: board.square_of(0), digits, order }
    }

    #[inline]
    fn rank(&self, position: Position) -> usize {
        position.gap * self.orders + position.order as usize
    }

    /// The position after the tile on square `from`, beside the gap, has slid.
    #[inline]
    fn slid(&self, mut position: Position, from: usize) -> Position {
        let to = std::mem::replace(&mut position.gap, from);
        if from + self.columns == to {
            (from..to - 1).for_each(|i| self.swap(&mut position, i));
        } else if to + self.columns == from {
            (to..from - 1).rev().for_each(|i| self.swap(&mut position, i));
        }
        position
    }

    /// Swaps the `i`-th tile and the next.
    #[inline]
    fn swap(&self, position: &mut Position, i: usize) {
        let digits = position.digits >> (4 * i);
        let (a, b) = (digits & 15, digits >> 4 & 15);
        let (new_a, new_b) = orders::swapped(a as usize, b as usize);
        let (new_a, new_b) = (new_a as u32, new_b as u32);
        position.digits ^= (a ^ new_a | (b ^ new_b) << 4) << (4 * i);
        let change = |old: u32, new: u32, i: usize| (new as i32 - old as i32) * self.weights[i];
        position.order += change(a, new_a, i) + change(b, new_b, i + 1);
    }
}
