//! Iterative-deepening A*: depth first, again and again, with more moves allowed each time
//! (R. E. Korf, "Depth-first iterative-deepening", 1985).
//!
//! A [`Guide`] knows a bound: how many moves a board needs at least. A branch ends where the moves
//! made and the bound exceed the moves allowed. Every slide changes the parity of the distance,
//! so the moves allowed grow by 2.
//!
//! Of all shortest ways it finds the first one in the order of the tiles above, left, right and
//! below the gap, whatever the guide and the number of threads: no guide cuts off a shortest way,
//! and [`detours`](super::detours) never cut off the first one.

#![expect(clippy::cast_possible_truncation, reason = "a board has 16 squares")]

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

use super::detours::{Detours, Trail, detours};
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
    /// `step` is the [`step`] of the tile's square and the gap's.
    fn look(&self, tile: u8, step: usize) -> (Self::Change, bool);

    /// Makes a change, and returns the one that takes it back.
    fn change(&mut self, change: Self::Change) -> Self::Change;
}

/// How many steps are told apart.
pub const STEPS: usize = 64;

/// The number of the step from square `from` to `gap`: four times the gap's square, plus 0 if the
/// tile comes from above, 1 from the left, 2 from the right and 3 from below.
pub fn step(from: usize, gap: usize) -> usize {
    let direction = match (from < gap, from.abs_diff(gap) == 1) {
        (true, false) => 0,
        (true, true) => 1,
        (false, true) => 2,
        (false, false) => 3,
    };
    4 * gap + direction
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
    /// By step: the square that the tile comes from, or `NOWHERE`.
    from: [u8; STEPS],
    /// The board's numbers; that on the gap's square means nothing.
    squares: [u8; 16],
    gap: usize,
    trail: Trail,
    left: u8,
    guide: G,
    /// The tiles slid to come here; once the search has found the goal, all tiles to slide.
    way: Vec<u8>,
    /// How many boards have been searched.
    boards: u64,
    detours: &'static Detours,
}

const NOWHERE: u8 = 16;

/// How many boards are searched between two looks at `halt`.
const PAUSE: u64 = 1 << 12;

impl<G: Guide> Branch<G> {
    fn new(board: &Board, guide: G, left: u8) -> Self {
        let mut squares = [0; 16];
        squares[..board.numbers().len()].copy_from_slice(board.numbers());
        let mut from = [NOWHERE; STEPS];
        for gap in 0..board.numbers().len() {
            for square in neighbours(board.rows(), board.columns(), gap) {
                from[step(square, gap)] = square as u8;
            }
        }
        let (gap, trail, detours) = (board.square_of(0), Trail::START, detours());
        Branch { from, squares, gap, trail, left, guide, way: vec![], boards: 0, detours }
    }

    /// Searches the branch.
    fn search(&mut self, halt: &dyn Fn(u64) -> bool) -> End {
        let made = self.way.len();
        let end = self.deepen(self.gap, self.trail, self.left, halt);
        self.way[made..].reverse();
        end
    }

    /// Searches on from the board at hand. The way found is added backwards.
    fn deepen(&mut self, gap: usize, trail: Trail, left: u8, halt: &dyn Fn(u64) -> bool) -> End {
        if left == 0 {
            return End::Found;
        }
        self.boards += 1;
        if self.boards.is_multiple_of(PAUSE) && halt(PAUSE) {
            return End::Halted;
        }
        // First all looks, then the ways on: the looks wait for memory, and do so together.
        let trails = self.detours.after(trail);
        let twigs = [
            self.look(gap, trails, 0),
            self.look(gap, trails, 1),
            self.look(gap, trails, 2),
            self.look(gap, trails, 3),
        ];
        for (direction, twig) in twigs.into_iter().enumerate() {
            let Some(change) = twig else { continue };
            let square = usize::from(self.from[(4 * gap + direction) % STEPS]);
            let tile = self.squares[square % 16];
            let back = self.guide.change(change);
            self.squares[gap % 16] = tile;
            let end = self.deepen(square, trails[direction], left - 1, halt);
            if end != End::Nothing {
                if end == End::Found {
                    self.way.push(tile);
                }
                return end;
            }
            self.squares[square % 16] = tile;
            self.guide.change(back);
        }
        End::Nothing
    }

    /// What the slide from that direction would change, if there is a tile and it may.
    #[expect(clippy::inline_always, reason = "most of the time; made for each direction apart")]
    #[inline(always)]
    fn look(&self, gap: usize, trails: [Trail; 4], direction: usize) -> Option<G::Change> {
        let step = 4 * gap + direction;
        let square = self.from[step % STEPS];
        if square == NOWHERE || trails[direction] == Trail::DETOUR {
            return None;
        }
        let (change, is_allowed) = self.guide.look(self.squares[usize::from(square % 16)], step);
        is_allowed.then_some(change)
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
        let trails = self.detours.after(self.trail);
        let fork = |direction: usize| {
            let change = self.look(self.gap, trails, direction)?;
            let square = usize::from(self.from[4 * self.gap + direction]);
            let tile = self.squares[square];
            let mut branch = self.clone();
            branch.guide.change(change);
            branch.squares[self.gap] = tile;
            branch.way.push(tile);
            branch.left -= 1;
            (branch.gap, branch.trail) = (square, trails[direction]);
            Some(branch)
        };
        (0..4).filter_map(fork).collect()
    }
}
