//! Iterative-deepening A*: depth first, again and again, with more moves allowed each time
//! (R. E. Korf, "Depth-first iterative-deepening", 1985).
//!
//! A [`Guide`] knows a bound: how many moves a board needs at least. A branch ends where the moves
//! made and the bound exceed the moves allowed. Every slide changes the parity of the distance,
//! so the moves allowed grow by 2.
//!
//! Of all shortest ways it finds the first one in the order of the tiles above, left, right and
//! below the gap, whatever the guide and the number of threads: no guide cuts off a shortest way.

#![expect(clippy::cast_possible_truncation, reason = "a board has 16 squares")]

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

use crate::board::{Board, neighbours};

/// A bound of a board's distance that is kept up while tiles slide.
pub trait Guide: Clone + Send + Sync {
    /// What a slide changes.
    type Change: Copy + Default;

    /// How many moves the board that the guide was made for needs at least.
    fn estimate(&self) -> u8;

    /// Sets how many moves a way from that board may have.
    fn allow(&mut self, moves: u8);

    /// What the slide of a tile would change, and whether it keeps the way within the moves
    /// allowed.
    ///
    /// `step` is four times the gap's square, plus the place of the tile's square among those
    /// beside the gap.
    fn look(&self, tile: u8, step: usize) -> (Self::Change, bool);

    /// Makes a change, and returns the one that takes it back.
    fn change(&mut self, change: Self::Change) -> Self::Change;
}

/// The tiles to slide for the fewest moves, or `None` if `halt` ended the search: it is told how
/// many boards a thread has searched since it was last asked, and says whether to give up.
///
/// The board must be solvable.
pub fn fewest_moves<G: Guide>(
    board: &Board,
    mut guide: G,
    threads: usize,
    halt: &(dyn Fn(u64) -> bool + Sync),
) -> Option<Vec<u8>> {
    let mut boards = 0;
    for moves in (guide.estimate()..).step_by(2) {
        guide.allow(moves);
        let mut branch = Branch::new(board, guide.clone(), moves);
        let end = if threads > 1 && boards > WORTH_SPLITTING {
            branch.search_with(threads, halt)
        } else {
            branch.search(halt)
        };
        match end {
            End::Found => return Some(branch.way),
            End::Halted => return None,
            End::Nothing => boards = branch.boards,
        }
    }
    unreachable!("a solvable board is solved within 255 moves")
}

/// A search of fewer boards than that is over before other threads could help.
const WORTH_SPLITTING: u64 = 200_000;

/// How a search ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Found,
    Nothing,
    Halted,
}

/// A board on the search's way, and what is allowed from there on.
#[derive(Clone)]
struct Branch<G> {
    beside: [Beside; 16],
    /// The board's numbers; that on the gap's square means nothing.
    squares: [u8; 16],
    gap: usize,
    came_from: usize,
    left: u8,
    guide: G,
    /// The tiles slid to come here; once the search has found the goal, all tiles to slide.
    way: Vec<u8>,
    /// How many boards have been searched.
    boards: u64,
}

/// The squares beside one, and their number.
#[derive(Clone, Copy, Default)]
struct Beside {
    squares: [u8; 4],
    count: u8,
}

const NOWHERE: usize = 16;

/// How many boards are searched between two looks at `halt`.
const PAUSE: u64 = 1 << 12;

impl<G: Guide> Branch<G> {
    fn new(board: &Board, guide: G, left: u8) -> Self {
        let mut squares = [0; 16];
        squares[..board.numbers().len()].copy_from_slice(board.numbers());
        let mut beside = [Beside::default(); 16];
        for (square, beside) in beside.iter_mut().enumerate().take(board.numbers().len()) {
            for (to, from) in
                beside.squares.iter_mut().zip(neighbours(board.rows(), board.columns(), square))
            {
                *to = from as u8;
                beside.count += 1;
            }
        }
        let gap = board.square_of(0);
        Branch { beside, squares, gap, came_from: NOWHERE, left, guide, way: vec![], boards: 0 }
    }

    /// Searches the branch.
    fn search(&mut self, halt: &dyn Fn(u64) -> bool) -> End {
        let made = self.way.len();
        let end = self.deepen(self.gap, self.came_from, self.left, halt);
        self.way[made..].reverse();
        end
    }

    /// Searches on from the board at hand. The way found is added backwards.
    fn deepen(&mut self, gap: usize, from: usize, left: u8, halt: &dyn Fn(u64) -> bool) -> End {
        if left == 0 {
            return End::Found;
        }
        self.boards += 1;
        if self.boards.is_multiple_of(PAUSE) && halt(PAUSE) {
            return End::Halted;
        }
        // First all looks, then the ways on: the looks wait for memory, and do so together.
        let beside = self.beside[gap & 15];
        let mut changes = [G::Change::default(); 4];
        let mut is_allowed = [false; 4];
        for i in 0..usize::from(beside.count) {
            let square = usize::from(beside.squares[i & 3]);
            if square != from {
                (changes[i & 3], is_allowed[i & 3]) =
                    self.guide.look(self.squares[square & 15], 4 * gap + i);
            }
        }
        for i in 0..4 {
            if is_allowed[i] {
                let square = usize::from(beside.squares[i]);
                let tile = self.squares[square & 15];
                let back = self.guide.change(changes[i]);
                self.squares[gap & 15] = tile;
                let end = self.deepen(square, gap, left - 1, halt);
                if end != End::Nothing {
                    if end == End::Found {
                        self.way.push(tile);
                    }
                    return end;
                }
                self.squares[square & 15] = tile;
                self.guide.change(back);
            }
        }
        End::Nothing
    }

    /// Searches the branch with some threads, each taking the next twig that none has taken.
    fn search_with(&mut self, threads: usize, halt: &(dyn Fn(u64) -> bool + Sync)) -> End {
        let twigs = self.twigs(threads * 64);
        let next = AtomicUsize::new(0);
        let first_end = Mutex::new((usize::MAX, End::Nothing, Vec::new()));
        let first = AtomicUsize::new(usize::MAX);
        let boards = AtomicU64::new(0);
        thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    loop {
                        let i = next.fetch_add(1, Ordering::Relaxed);
                        let Some(mut twig) = twigs.get(i).cloned() else { return };
                        let is_late = || first.load(Ordering::Relaxed) < i;
                        let end = twig.search(&|boards| is_late() || halt(boards));
                        boards.fetch_add(twig.boards, Ordering::Relaxed);
                        if end != End::Nothing && !is_late() {
                            let mut first_end = first_end.lock().expect("no thread panics");
                            if i < first_end.0 {
                                *first_end = (i, end, twig.way);
                                first.store(i, Ordering::Relaxed);
                            }
                        }
                    }
                });
            }
        });
        let (_, end, way) = first_end.into_inner().expect("no thread panics");
        self.boards = boards.into_inner();
        self.way = way;
        end
    }

    /// At least `count` branches in the order of the search, which together are this one.
    fn twigs(&self, count: usize) -> Vec<Self> {
        let mut twigs = vec![self.clone()];
        while !twigs.is_empty() && twigs.len() < count {
            twigs = twigs.iter().flat_map(Branch::fork).collect();
        }
        twigs
    }

    /// The branches one slide further.
    fn fork(&self) -> Vec<Self> {
        let beside = self.beside[self.gap];
        let fork = |i: usize| {
            let square = usize::from(beside.squares[i]);
            let tile = self.squares[square];
            let mut branch = self.clone();
            let (change, is_allowed) = self.guide.look(tile, 4 * self.gap + i);
            if square == self.came_from || !is_allowed {
                return None;
            }
            branch.guide.change(change);
            branch.squares[self.gap] = tile;
            branch.way.push(tile);
            branch.left -= 1;
            (branch.gap, branch.came_from) = (square, self.gap);
            Some(branch)
        };
        (0..usize::from(beside.count)).filter_map(fork).collect()
    }
}
