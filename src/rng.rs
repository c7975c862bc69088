//! Random boards from a seed: the record's generator and its shuffle.

use crate::board::Board;

/// The linear congruential generator of the C standard's example `rand()`, as the record has it:
/// 31 bits of state.
#[derive(Clone, Debug)]
pub struct Rng {
    state: u64,
}

const MODULUS: u64 = 1 << 31;

impl Rng {
    /// A generator that starts from `seed`, of which the lowest 31 bits count.
    pub fn new(seed: u64) -> Rng {
        Rng { state: seed % MODULUS }
    }

    /// A number from 0 to `n - 1`, taken from the state's high bits: the low bits repeat with
    /// short periods.
    ///
    /// ```
    /// let mut rng = sliding_puzzle::rng::Rng::new(2026);
    /// let numbers: Vec<_> = (0..6).map(|_| rng.below(9)).collect();
    /// assert_eq!(numbers, [4, 6, 4, 2, 8, 8]);
    /// ```
    pub fn below(&mut self, n: usize) -> usize {
        self.state = (1_103_515_245 * self.state + 12_345) % MODULUS;
        (self.state >> 16) as usize % n
    }
}

/// The numbers 0 to `rows * columns - 1` in a random order (Fisher & Yates, 1938; from the last
/// square down, as Durstenfeld, 1964), starting from the solved board.
pub fn random_order(rows: usize, columns: usize, rng: &mut Rng) -> Vec<u8> {
    let mut numbers = Board::solved(rows, columns).numbers().to_vec();
    for last in (1..numbers.len()).rev() {
        numbers.swap(last, rng.below(last + 1));
    }
    numbers
}

/// A random solvable board, every one equally likely.
///
/// Half of all orders cannot be solved. In those the first two tiles trade places, which changes
/// the inversions by an odd number and so pairs each unsolvable order with one solvable order.
///
/// # Panics
/// Unless both sides are 2 to 4.
pub fn shuffled(rows: usize, columns: usize, rng: &mut Rng) -> Board {
    let mut numbers = random_order(rows, columns, rng);
    let board = Board::new(rows, columns, &numbers).expect("an order of a board's numbers");
    if board.is_solvable() {
        return board;
    }
    let gap = board.square_of(0);
    let (first, second) = (usize::from(gap == 0), if gap < 2 { 2 } else { 1 });
    numbers.swap(first, second);
    Board::new(rows, columns, &numbers).expect("an order of a board's numbers")
}
