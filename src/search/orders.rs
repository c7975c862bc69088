//! The orders of up to seven tiles, and sets of orders that move together.
//!
//! An order is numbered by its Lehmer digits: digit `i` says how many smaller tiles follow the one
//! with rank `i`. Swapping the tiles of two neighbouring ranks turns their digits (a, b) into
//! (b + 1, a) if a <= b, and into (b, a - 1) if not, whatever the other digits are. So a swap acts
//! on a whole set of orders, one bit each, with a few masks and shifts.
//!
//! Fewer than seven tiles count as seven of which the first ones never move.

#![expect(clippy::cast_possible_truncation, reason = "tiles and bits of a word are few")]

/// The most tiles.
pub const MOST: usize = 7;

/// What each digit counts in an order's number: digits 2 and 1 choose one of 30 words of the slab
/// that digit 0 chooses, and digits 3, 4 and 5 one of 24 bits. (Digit 6 is always 0.)
const WEIGHTS: [u16; MOST] = [SLAB, 24, 144, 6, 2, 1, 0];

/// How many orders a slab has.
const SLAB: u16 = 720;

/// How many orders have a number: those of that many tiles are the first ones.
pub fn numbers(tiles: usize) -> usize {
    usize::from(SLAB) * if tiles == MOST { MOST } else { 1 }
}

/// What happens to the orders of some tiles when one of them passes others.
pub struct Orders {
    /// How many numbers there are.
    numbers: usize,
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
        let mut orders = Orders { numbers, after, tiles: vec![[0; MOST]; numbers] };
        each_order(tiles, 0, Prefix::default(), &mut |order| orders.fill(tiles, order));
        orders
    }

    /// Fills in what becomes of one order.
    fn fill(&mut self, tiles: usize, order: &Prefix) {
        let unused = MOST - tiles;
        let number = number_of(order.digits);
        self.tiles[usize::from(number)] = order.tiles;
        for rank in unused..MOST {
            let tile = usize::from(order.tiles[rank - unused]);
            let mut set = |passing: Passing, digits| {
                let at = (8 * tile + usize::from(passing)) * self.numbers + usize::from(number);
                self.after[at] = number_of(digits);
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
    number_of(digits)
}

fn number_of(digits: [u8; MOST]) -> u16 {
    digits.iter().zip(WEIGHTS).map(|(digit, weight)| u16::from(*digit) * weight).sum()
}

/// A set of orders, one bit each. Seven tiles need seven `SLABS`, fewer need one.
#[derive(Clone, Copy)]
pub struct OrderSet<const SLABS: usize> {
    slabs: [[u32; WORDS]; SLABS],
}

/// How many words a slab has, and how many bits of each are used.
const WORDS: usize = 30;
const BITS: usize = 24;

impl<const SLABS: usize> OrderSet<SLABS> {
    /// No order.
    pub const EMPTY: OrderSet<SLABS> = OrderSet { slabs: [[0; WORDS]; SLABS] };

    /// Whether no order is in the set.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.slabs.as_flattened().iter().fold(0, |all, word| all | word) == 0
    }

    /// Whether each order is in the set.
    #[inline]
    pub fn is_full(&self) -> bool {
        let all = |slab: &[u32; WORDS]| slab.iter().fold(!0, |all, word| all & word);
        self.slabs.iter().fold(!0, |words, slab| words & all(slab)) == (1 << BITS) - 1
    }

    /// Adds one order.
    pub fn insert(&mut self, order: u16) {
        let (word, bit) = (usize::from(order % SLAB) / BITS, usize::from(order) % BITS);
        self.slabs[usize::from(order / SLAB)][word] |= 1 << bit;
    }

    /// By order: which of up to 32 sets have it, one bit each.
    pub fn transposed(sets: &[&OrderSet<SLABS>], mut tell: impl FnMut(usize, u32)) {
        for (slab, i) in (0..SLABS).flat_map(|slab| (0..WORDS).map(move |i| (slab, i))) {
            let mut block = [0; 32];
            for (word, set) in block.iter_mut().zip(sets) {
                *word = set.slabs[slab][i];
            }
            transpose(&mut block);
            for (bit, word) in block.into_iter().take(BITS).enumerate() {
                tell((slab * WORDS + i) * BITS + bit, word);
            }
        }
    }

    /// Combines each word with that of another set.
    #[inline]
    fn with(&mut self, other: &OrderSet<SLABS>, combine: impl Fn(u32, u32) -> u32) {
        let others = other.slabs.as_flattened();
        for (word, other) in self.slabs.as_flattened_mut().iter_mut().zip(others) {
            *word = combine(*word, *other);
        }
    }

    /// Adds the orders of `others`.
    #[inline]
    pub fn extend(&mut self, others: &OrderSet<SLABS>) {
        self.with(others, |word, other| word | other);
    }

    /// Removes the orders of `others`.
    #[inline]
    pub fn remove(&mut self, others: &OrderSet<SLABS>) {
        self.with(others, |word, other| word & !other);
    }

    /// Keeps the orders that `others` has too.
    #[inline]
    pub fn retain(&mut self, others: &OrderSet<SLABS>) {
        self.with(others, |word, other| word & other);
    }

    /// Moves the tile of `rank` to `new_rank` in each order, where ranks are counted as of seven
    /// tiles. With one slab, rank 0 never moves.
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
        if rank == 0 {
            return self.swap_slabs();
        }
        for slab in &mut self.slabs {
            match rank {
                1 => swap_words(slab),
                2 => swap_across(slab),
                3 => swap_within::<4>(slab),
                4 => swap_within::<3>(slab),
                _ => swap_within::<2>(slab),
            }
        }
    }

    /// Digit 0 chooses the slab and digit 1 every sixth word, so whole words change places.
    fn swap_slabs(&mut self) {
        let old = self.slabs;
        for (d0, slab) in old.iter().enumerate() {
            for (i, word) in slab.iter().enumerate() {
                let (e0, e1) = swapped(d0, i % 6);
                self.slabs[e0][i - i % 6 + e1] = *word;
            }
        }
    }
}

/// Digits 1 and 2 choose the word, so whole words change places.
fn swap_words(slab: &mut [u32; WORDS]) {
    let old = *slab;
    for (d2, d1) in (0..5).flat_map(|d2| (0..6).map(move |d1| (d2, d1))) {
        let (e1, e2) = swapped(d1, d2);
        slab[6 * e2 + e1] = old[6 * d2 + d1];
    }
}

/// Digit 2 chooses six words and digit 3 one of four fields of six bits in each. Between each
/// two values of digit 2, one field goes each way.
#[inline]
fn swap_across(slab: &mut [u32; WORDS]) {
    let old = std::mem::replace(slab, [0; WORDS]);
    for d2 in 0..5 {
        for d3 in 0..4 {
            let (e2, e3) = swapped(d2, d3);
            for d1 in 0..6 {
                slab[6 * e2 + d1] |= (old[6 * d2 + d1] >> (6 * d3) & 63) << (6 * e3);
            }
        }
    }
}

/// The rank's digit has `RADIX` values and lies, like the next, within each word.
#[inline]
fn swap_within<const RADIX: usize>(slab: &mut [u32; WORDS]) {
    let masks = const { masks(RADIX) };
    for word in slab {
        let old = std::mem::take(word);
        for (mask, shift) in masks {
            *word |= (old & mask) << shift | old >> shift & mask;
        }
    }
}

/// Transposes 32 x 32 bits, by swapping halves of halves (H. S. Warren, Hacker's Delight, 7-3).
fn transpose(block: &mut [u32; 32]) {
    let (mut size, mut mask) = (16, 0xFFFF);
    while size != 0 {
        for i in (0..32).filter(|i| i & size == 0) {
            let swap = (block[i] >> size ^ block[i + size]) & mask;
            block[i] ^= swap << size;
            block[i + size] ^= swap;
        }
        size >>= 1;
        mask ^= mask << size;
    }
}

/// What a swap of neighbouring ranks makes of their digits.
const fn swapped(a: usize, b: usize) -> (usize, usize) {
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
        check::<1>(6);
        check::<7>(7);
    }

    fn check<const SLABS: usize>(tiles: usize) {
        let orders = Orders::new(tiles);
        let mut seen = vec![false; numbers(tiles)];
        each_order(tiles, 0, Prefix::default(), &mut |Prefix { tiles: order, .. }| {
            let order = &order[..tiles];
            assert!(!std::mem::replace(&mut seen[usize::from(number(order))], true));
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
                let mut moved = OrderSet::<SLABS>::EMPTY;
                moved.insert(number(order));
                let unused = MOST - tiles;
                moved.shift((unused + rank) as u8, (unused + new_rank) as u8);
                let mut expected = OrderSet::<SLABS>::EMPTY;
                expected.insert(after);
                assert_eq!(moved.slabs, expected.slabs, "{order:?}");
            }
        });
        assert!(seen.iter().all(|seen| *seen));
    }
}
