//! The orders of up to eight tiles, and sets of orders that move together.
//!
//! An order is numbered by its Lehmer digits: digit `i` says how many smaller tiles follow the one
//! with rank `i`. Swapping the tiles of two neighbouring ranks turns their digits (a, b) into
//! (b + 1, a) if a <= b, and into (b, a - 1) if not, whatever the other digits are. So a swap acts
//! on a whole set of orders, one bit each, with a few masks and shifts.
//!
//! Fewer than eight tiles count as eight of which the first ones never move. The digits 4, 5 and 6
//! choose one of 24 bits of a word (digit 7 is always 0), digit 3 one of 5 words, digit 2 one of 6
//! in each of these places, digit 1 one of 7 times as many, and digit 0 one of 8 times as many.

#![expect(clippy::cast_possible_truncation, reason = "tiles and bits of a word are few")]

use bytemuck::{Pod, Zeroable};

/// The most tiles.
pub const MOST: usize = 8;

/// How many bits of a word are used.
const BITS: usize = 24;

/// How many words the sets of some tiles' orders have.
pub const fn words(tiles: usize) -> usize {
    match tiles {
        ..=5 => 5,
        6 => 6 * 5,
        7 => 7 * 6 * 5,
        _ => 8 * 7 * 6 * 5,
    }
}

/// How many numbers the orders of some tiles have.
pub const fn numbers(tiles: usize) -> usize {
    words(tiles) * BITS
}

/// What each digit counts in the number of an order of some tiles.
pub const fn weights(tiles: usize) -> [u16; MOST] {
    match tiles {
        ..=5 => [0, 0, 0, 24, 6, 2, 1, 0],
        _ => [5040, 720, 24, 144, 6, 2, 1, 0],
    }
}

/// What happens to the orders of some tiles when one of them passes others.
pub struct Orders {
    /// How many numbers there are.
    numbers: usize,
    weights: [u16; MOST],
    /// By tile, [`Passing`] and order: the order that it becomes.
    after: Vec<u16>,
    /// By order: the tiles from the first rank to the last.
    tiles: Vec<[u8; MOST]>,
}

/// How many others a tile passes: up to 3 backward, none (4), or up to 3 forward.
pub type Passing = u8;

/// The passing of no other tile.
pub const NONE: Passing = 4;

/// An order that starts with some tiles: the tiles by rank, and their digits.
#[derive(Clone, Copy, Default)]
struct Prefix {
    tiles: [u8; MOST],
    digits: [u8; MOST],
}

impl Orders {
    /// The orders of that many tiles.
    pub fn new(tiles: usize) -> Orders {
        let numbers = numbers(tiles);
        let after = vec![0; 8 * tiles * numbers];
        let weights = weights(tiles);
        let mut orders = Orders { numbers, weights, after, tiles: vec![[0; MOST]; numbers] };
        each_order(tiles, 0, Prefix::default(), &mut |order| orders.fill(tiles, order));
        orders
    }

    /// Fills in what becomes of one order.
    fn fill(&mut self, tiles: usize, order: &Prefix) {
        let unused = MOST - tiles;
        let number = number_of(order.digits, self.weights);
        self.tiles[usize::from(number)] = order.tiles;
        for rank in unused..MOST {
            let tile = usize::from(order.tiles[rank - unused]);
            let mut set = |passing: Passing, digits| {
                let at = self.start(tile, passing) + usize::from(number);
                self.after[at] = number_of(digits, self.weights);
            };
            set(NONE, order.digits);
            let mut digits = order.digits;
            for (i, swap) in (rank..MOST - 1).take(3).enumerate() {
                swap_digits(&mut digits, swap);
                set(NONE + 1 + i as u8, digits);
            }
            let mut digits = order.digits;
            for (i, swap) in (unused..rank).rev().take(3).enumerate() {
                swap_digits(&mut digits, swap);
                set(NONE - 1 - i as u8, digits);
            }
        }
    }

    /// How many orders have a number.
    pub fn numbers(&self) -> usize {
        self.numbers
    }

    /// The tile of that rank.
    pub fn tile(&self, order: u16, rank: usize) -> usize {
        usize::from(self.tiles[usize::from(order)][rank])
    }

    /// Where [`after`](Orders::after) starts for a tile and a passing.
    #[inline]
    pub fn start(&self, tile: usize, passing: Passing) -> usize {
        (8 * tile + usize::from(passing)) * self.numbers
    }

    /// The order after a tile has passed others, given where that starts.
    #[inline]
    pub fn after(&self, start: usize, order: u16) -> u16 {
        self.after[start + usize::from(order)]
    }
}

/// Calls `tell` with every order of that many tiles that starts as `order` does up to `rank`.
fn each_order(tiles: usize, rank: usize, order: Prefix, tell: &mut dyn FnMut(&Prefix)) {
    if rank == tiles {
        return tell(&order);
    }
    let mut smaller = 0;
    for tile in 0..tiles as u8 {
        if order.tiles[..rank].contains(&tile) {
            continue;
        }
        let mut longer = order;
        longer.tiles[rank] = tile;
        longer.digits[MOST - tiles + rank] = smaller;
        each_order(tiles, rank + 1, longer, tell);
        smaller += 1;
    }
}

/// Swaps the tiles of that rank and the next.
fn swap_digits(digits: &mut [u8; MOST], rank: usize) {
    let (a, b) = swapped(digits[rank].into(), digits[rank + 1].into());
    (digits[rank], digits[rank + 1]) = (a as u8, b as u8);
}

/// The number of an order, given as the tiles from the first rank to the last.
pub fn number(order: &[u8]) -> u16 {
    let mut digits = [0; MOST];
    for (i, tile) in order.iter().enumerate() {
        let smaller = order[i..].iter().filter(|later| *later < tile).count();
        digits[MOST - order.len() + i] = smaller as u8;
    }
    number_of(digits, weights(order.len()))
}

fn number_of(digits: [u8; MOST], weights: [u16; MOST]) -> u16 {
    digits.iter().zip(weights).map(|(digit, weight)| u16::from(*digit) * weight).sum()
}

/// A set of orders, one bit each, in as many [`words`] as their tiles need.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(transparent)]
pub struct OrderSet<const WORDS: usize> {
    words: [u32; WORDS],
}

impl<const WORDS: usize> OrderSet<WORDS> {
    /// No order.
    pub const EMPTY: OrderSet<WORDS> = OrderSet { words: [0; WORDS] };

    /// Each number.
    pub const ALL: OrderSet<WORDS> = OrderSet { words: [(1 << BITS) - 1; WORDS] };

    /// Whether no order is in the set.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.words.iter().fold(0, |all, word| all | word) == 0
    }

    /// Whether each number is in the set.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.words.iter().fold(!0, |all, word| all & word) == (1 << BITS) - 1
    }

    /// Adds one order.
    pub fn insert(&mut self, order: u16) {
        self.words[usize::from(order) / BITS] |= 1 << (usize::from(order) % BITS);
    }

    /// Tells each order in the set.
    pub fn each(&self, mut tell: impl FnMut(usize)) {
        for (i, mut word) in self.words.into_iter().enumerate() {
            while word != 0 {
                tell(i * BITS + word.trailing_zeros() as usize);
                word &= word - 1;
            }
        }
    }

    /// Tells for each order which of up to 32 sets have it, one bit each.
    pub fn transposed(sets: &[&OrderSet<WORDS>], mut tell: impl FnMut(usize, u32)) {
        for first in (0..WORDS).step_by(LANES) {
            let mut blocks = [[0; LANES]; 32];
            for (words, set) in blocks.iter_mut().zip(sets) {
                for (word, of_set) in words.iter_mut().zip(&set.words[first..]) {
                    *word = *of_set;
                }
            }
            transpose(&mut blocks);
            for i in first..WORDS.min(first + LANES) {
                for (bit, words) in blocks[..BITS].iter().enumerate() {
                    tell(i * BITS + bit, words[i - first]);
                }
            }
        }
    }

    /// Combines each word with that of another set.
    #[inline]
    fn with(&mut self, others: &OrderSet<WORDS>, combine: impl Fn(u32, u32) -> u32) {
        for (word, other) in self.words.iter_mut().zip(&others.words) {
            *word = combine(*word, *other);
        }
    }

    /// Adds the orders of `others`.
    #[inline]
    pub fn extend(&mut self, others: &OrderSet<WORDS>) {
        self.with(others, |word, other| word | other);
    }

    /// Removes the orders of `others`.
    #[inline]
    pub fn remove(&mut self, others: &OrderSet<WORDS>) {
        self.with(others, |word, other| word & !other);
    }

    /// The orders that `others` has too.
    #[inline]
    #[must_use]
    pub fn both(&self, others: &OrderSet<WORDS>) -> OrderSet<WORDS> {
        let mut both = *self;
        both.with(others, |word, other| word & other);
        both
    }

    /// Keeps the orders that only one of both sets has.
    #[inline]
    pub fn differ(&mut self, others: &OrderSet<WORDS>) {
        self.with(others, |word, other| word ^ other);
    }

    /// Moves the tile of `rank` to `new_rank` in each order, where ranks are counted as of eight
    /// tiles.
    #[inline]
    pub fn shift(&mut self, rank: u8, new_rank: u8) {
        for swap in rank..new_rank {
            self.swap(swap);
        }
        for swap in (new_rank..rank).rev() {
            self.swap(swap);
        }
    }

    /// Swaps the tiles of `rank` and `rank + 1` in each order.
    fn swap(&mut self, rank: u8) {
        match rank {
            0 => self.swap_apart::<{ 7 * 30 }, 30, 7>(),
            1 => self.swap_apart::<30, 1, 6>(),
            2 => self.words.as_chunks_mut().0.iter_mut().for_each(swap_words),
            3 if WORDS < 30 => self.words.as_chunks_mut().0.iter_mut().for_each(swap_across::<5>),
            3 => self.words.as_chunks_mut().0.iter_mut().for_each(swap_across::<30>),
            4 => self.words.iter_mut().for_each(swap_within::<4>),
            5 => self.words.iter_mut().for_each(swap_within::<3>),
            _ => self.words.iter_mut().for_each(swap_within::<2>),
        }
    }

    /// Swaps two ranks of which one more of the first digit is `FIRST` words further, and of the second,
    /// which has `RADIX` values, `SECOND` words.
    fn swap_apart<const FIRST: usize, const SECOND: usize, const RADIX: usize>(&mut self) {
        let old = self.words;
        for (i, word) in old.into_iter().enumerate() {
            let (a, b) = (i / FIRST % (RADIX + 1), i / SECOND % RADIX);
            let (c, d) = swapped(a, b);
            self.words[(i + FIRST * c + SECOND * d) - (FIRST * a + SECOND * b)] = word;
        }
    }
}

/// Digits 2 and 3 choose the word, so whole words change places.
fn swap_words(words: &mut [u32; 30]) {
    let old = *words;
    for (d3, d2) in (0..5).flat_map(|d3| (0..6).map(move |d2| (d3, d2))) {
        let (e2, e3) = swapped(d2, d3);
        words[6 * e3 + e2] = old[6 * d3 + d2];
    }
}

/// Digit 3 chooses some words and digit 4 one of four fields of six bits in each. Between each
/// two values of digit 3, one field goes each way.
#[inline]
fn swap_across<const WORDS: usize>(words: &mut [u32; WORDS]) {
    let old = std::mem::replace(words, [0; WORDS]);
    for d3 in 0..5 {
        for d4 in 0..4 {
            let (e3, e4) = swapped(d3, d4);
            for d2 in 0..WORDS / 5 {
                let field = old[WORDS / 5 * d3 + d2] >> (6 * d4) & 63;
                words[WORDS / 5 * e3 + d2] |= field << (6 * e4);
            }
        }
    }
}

/// The rank's digit has `RADIX` values and lies, like the next, within each word.
#[inline]
fn swap_within<const RADIX: usize>(word: &mut u32) {
    let old = std::mem::take(word);
    for (mask, shift) in const { masks(RADIX) } {
        *word |= (old & mask) << shift | old >> shift & mask;
    }
}

/// How many blocks of 32 x 32 bits are transposed together, for a processor does so at once.
const LANES: usize = 4;

/// Transposes blocks of bits, by swapping halves of halves (H. S. Warren, Hacker's Delight, 7-3).
fn transpose(blocks: &mut [[u32; LANES]; 32]) {
    let (mut size, mut mask) = (16, 0xFFFF);
    while size != 0 {
        for pairs in blocks.chunks_exact_mut(2 * size) {
            let (first, second) = pairs.split_at_mut(size);
            for (one, other) in first.iter_mut().zip(second) {
                for (one, other) in one.iter_mut().zip(other) {
                    let swap = (*one >> size ^ *other) & mask;
                    *one ^= swap << size;
                    *other ^= swap;
                }
            }
        }
        size >>= 1;
        mask ^= mask << size;
    }
}

/// What a swap of neighbouring ranks makes of their digits.
pub const fn swapped(a: usize, b: usize) -> (usize, usize) {
    if a <= b { (b + 1, a) } else { (b, a - 1) }
}

/// Which bits of a word a swap shifts up, and how far; it shifts those that they reach back.
///
/// The digit `a` has `radix` values, 4, 3 or 2, and the digit `b` after it one less. A pair with
/// a <= b goes up, by the same number of bits for the same b - a.
const fn masks(radix: usize) -> [(u32, u32); 3] {
    let mut masks = [(0, 0); 3];
    // How many bits the digits behind `b` take, and how many all from `a` on.
    let (field, group) = [(1, 2), (1, 6), (2, 24)][radix - 2];
    let mut bit = 0;
    while bit < 24 {
        let (a, b) = (bit % group / field / (radix - 1), bit / field % (radix - 1));
        if a <= b {
            let (c, d) = swapped(a, b);
            let up = field * (((radix - 1) * c + d) - ((radix - 1) * a + b));
            masks[b - a] = (masks[b - a].0 | 1 << bit, up as u32);
        }
        bit += 1;
    }
    masks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_moves_as_its_orders_do() {
        check::<5>(4);
        check::<5>(5);
        check::<30>(6);
        check::<210>(7);
        check::<1680>(8);
    }

    fn check<const WORDS: usize>(tiles: usize) {
        assert_eq!(words(tiles), WORDS);
        let orders = Orders::new(tiles);
        let mut seen = vec![false; numbers(tiles)];
        each_order(tiles, 0, Prefix::default(), &mut |Prefix { tiles: order, .. }| {
            let order = &order[..tiles];
            assert!(!std::mem::replace(&mut seen[usize::from(number(order))], true));
            // Of many orders and large sets, some are enough.
            if tiles == MOST && !number(order).is_multiple_of(211) {
                return;
            }
            for (tile, passing) in (0..tiles).flat_map(|tile| (1..8).map(move |p| (tile, p))) {
                let rank = order.iter().position(|other| usize::from(*other) == tile).unwrap();
                let Some(new_rank) = (rank + passing).checked_sub(NONE.into()) else { continue };
                if new_rank >= tiles {
                    continue;
                }
                let mut passed = order.to_vec();
                let tile_passing = passed.remove(rank);
                passed.insert(new_rank, tile_passing);
                let after = orders.after(orders.start(tile, passing as u8), number(order));
                assert_eq!(after, number(&passed), "{order:?}");
                let mut moved = OrderSet::<WORDS>::EMPTY;
                moved.insert(number(order));
                let unused = MOST - tiles;
                moved.shift((unused + rank) as u8, (unused + new_rank) as u8);
                let mut expected = OrderSet::<WORDS>::EMPTY;
                expected.insert(after);
                assert_eq!(moved.words, expected.words, "{order:?}");
            }
        });
        let all: usize = (1..=tiles).product();
        assert_eq!(seen.into_iter().filter(|seen| *seen).count(), all);
    }
}
