//! The orders of up to six tiles, and sets of orders that move together.
//!
//! An order is numbered by its Lehmer digits: digit `i` says how many smaller tiles follow the one
//! with rank `i`. Swapping the tiles of two neighbouring ranks turns their digits (a, b) into
//! (b + 1, a) if a <= b, and into (b, a - 1) if not, whatever the other digits are. So a swap acts
//! on a whole set of orders, one bit each, with a few masks and shifts.
//!
//! Fewer than six tiles count as six of which the first ones never move.

#![expect(clippy::cast_possible_truncation, reason = "tiles and bits of a word are few")]

/// The most tiles.
pub const MOST: usize = 6;

/// One more than the largest number of an order: digits 1 and 0 choose one of 30 words, and digits
/// 2, 3 and 4 one of its lower 24 bits. (Digit 5 is always 0.)
pub const NUMBERS: usize = USED * 32;

const USED: usize = 30;

/// Two more than are used: a set then fills whole vector registers and two cache lines.
const WORDS: usize = 32;

/// What happens to the orders of some tiles when one of them passes others.
pub struct Orders {
    /// By tile and [`Passing`]: the order that each order becomes.
    after: Vec<[u16; NUMBERS]>,
    /// By order: the tiles from the first rank to the last.
    tiles: Vec<[u8; MOST]>,
}

/// How many others a tile passes: up to 3 backward, none (4), or up to 3 forward.
pub type Passing = u8;

/// The passing of no other tile.
pub const NONE: Passing = 4;

impl Orders {
    /// The orders of that many tiles.
    pub fn new(tiles: usize) -> Orders {
        let after = vec![[0; NUMBERS]; 8 * tiles];
        let mut orders = Orders { after, tiles: vec![[0; MOST]; NUMBERS] };
        let mut order: Vec<u8> = (0..).take(tiles).collect();
        each_order(&mut order, 0, &mut |order| orders.fill(order));
        orders
    }

    /// Fills in what becomes of one order.
    fn fill(&mut self, order: &[u8]) {
        let number = usize::from(number(order));
        self.tiles[number][..order.len()].copy_from_slice(order);
        for rank in 0..order.len() {
            for new_rank in rank.saturating_sub(3)..order.len().min(rank + 4) {
                let mut after = order.to_vec();
                let tile = after.remove(rank);
                after.insert(new_rank, tile);
                let passing = usize::from(NONE) + new_rank - rank;
                self.after[8 * usize::from(tile) + passing][number] = self::number(&after);
            }
        }
    }

    /// The tile of that rank.
    pub fn tile(&self, order: u16, rank: usize) -> usize {
        usize::from(self.tiles[usize::from(order)][rank])
    }

    /// The order after `tile` has passed others.
    #[inline]
    pub fn passed(&self, order: u16, tile: usize, passing: Passing) -> u16 {
        self.after[8 * tile + usize::from(passing & 7)][usize::from(order)]
    }
}

/// Calls `tell` with every order that starts with the first `fixed` tiles of `order`.
fn each_order(order: &mut [u8], fixed: usize, tell: &mut dyn FnMut(&[u8])) {
    if fixed == order.len() {
        tell(order);
    }
    for next in fixed..order.len() {
        order.swap(fixed, next);
        each_order(order, fixed + 1, tell);
        order.swap(fixed, next);
    }
}

/// The number of an order, given as the tiles from the first rank to the last.
pub fn number(order: &[u8]) -> u16 {
    let mut digits = [0; MOST];
    for (i, tile) in order.iter().enumerate() {
        digits[MOST - order.len() + i] = order[i..].iter().filter(|later| *later < tile).count();
    }
    let [d0, d1, d2, d3, d4, _] = digits;
    u16::try_from((6 * d1 + d0) * 32 + 6 * d2 + 2 * d3 + d4).expect("less than `NUMBERS`")
}

/// A set of orders, one bit each.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub struct OrderSet {
    words: [u32; WORDS],
}

impl OrderSet {
    /// No order.
    pub const EMPTY: OrderSet = OrderSet { words: [0; WORDS] };

    /// Whether no order is in the set.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.words.iter().fold(0, |all, word| all | word) == 0
    }

    /// Whether each order of six tiles is in the set.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.words[..USED].iter().fold(!0, |all, word| all & word) == 0xFF_FFFF
    }

    /// Adds one order.
    pub fn insert(&mut self, order: u16) {
        self.words[usize::from(order / 32)] |= 1 << (order % 32);
    }

    /// Whether the order is in the set.
    #[inline]
    pub fn contains(&self, order: u16) -> bool {
        self.words[usize::from(order / 32)] >> (order % 32) & 1 == 1
    }

    /// By order: which of up to 32 sets have it, one bit each.
    pub fn transposed(sets: &[OrderSet]) -> Vec<u32> {
        (0..USED)
            .flat_map(|i| {
                let mut block = [0; 32];
                for (word, set) in block.iter_mut().zip(sets) {
                    *word = set.words[i];
                }
                transpose(&mut block);
                block
            })
            .collect()
    }

    /// Adds the orders of `others`.
    #[inline]
    pub fn extend(&mut self, others: &OrderSet) {
        for (word, other) in self.words.iter_mut().zip(others.words) {
            *word |= other;
        }
    }

    /// Removes the orders of `others`.
    #[inline]
    pub fn remove(&mut self, others: &OrderSet) {
        for (word, other) in self.words.iter_mut().zip(others.words) {
            *word &= !other;
        }
    }

    /// The orders after the tile of `rank` got `new_rank` in each, where ranks are counted as of
    /// six tiles.
    #[inline]
    #[must_use]
    pub fn moved(mut self, rank: u8, new_rank: u8) -> OrderSet {
        for swap in rank..new_rank {
            self.swap(swap);
        }
        for swap in (new_rank..rank).rev() {
            self.swap(swap);
        }
        self
    }

    /// Swaps the tiles of `rank` and `rank + 1` in each order.
    fn swap(&mut self, rank: u8) {
        match rank {
            0 => self.swap_words(),
            1 => self.swap_across(),
            2 => self.swap_within::<4>(),
            3 => self.swap_within::<3>(),
            _ => self.swap_within::<2>(),
        }
    }

    /// Digits 0 and 1 choose the word, so whole words change places.
    fn swap_words(&mut self) {
        let old = self.words;
        for (d1, d0) in (0..5).flat_map(|d1| (0..6).map(move |d0| (d1, d0))) {
            let (e0, e1) = swapped(d0, d1);
            self.words[6 * e1 + e0] = old[6 * d1 + d0];
        }
    }

    /// Digit 1 chooses six words and digit 2 one of four fields of six bits in each. Between each
    /// two values of digit 1, one field goes each way.
    #[inline]
    fn swap_across(&mut self) {
        let old = std::mem::replace(self, OrderSet::EMPTY).words;
        for d1 in 0..5 {
            for d2 in 0..4 {
                let (e1, e2) = swapped(d1, d2);
                for d0 in 0..6 {
                    self.words[6 * e1 + d0] |= (old[6 * d1 + d0] >> (6 * d2) & 63) << (6 * e2);
                }
            }
        }
    }

    /// The rank's digit has `RADIX` values and lies, like the next, within each word.
    #[inline]
    fn swap_within<const RADIX: usize>(&mut self) {
        let masks = const { masks(RADIX) };
        for word in &mut self.words {
            let old = std::mem::take(word);
            for (mask, shift) in masks {
                *word |= (old & mask) << shift | old >> shift & mask;
            }
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
        let orders = Orders::new(MOST);
        let mut count = 0;
        each_order(&mut [0, 1, 2, 3, 4, 5], 0, &mut |order| {
            count += 1;
            for (tile, passing) in (0..6).flat_map(|tile| (1..8).map(move |p| (tile, p))) {
                let rank =
                    order.iter().position(|other| usize::from(*other) == tile).unwrap() as u8;
                let new_rank = (rank + passing).wrapping_sub(NONE);
                if new_rank < 6 {
                    let mut moved = OrderSet::EMPTY;
                    moved.insert(number(order));
                    let mut expected = OrderSet::EMPTY;
                    expected.insert(orders.passed(number(order), tile, passing));
                    assert_eq!(moved.moved(rank, new_rank).words, expected.words, "{order:?}");
                }
            }
        });
        assert_eq!(count, 720);
    }
}
