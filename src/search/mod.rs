//! Searches for the fewest moves.
//!
//! [`fewest_moves`] and [`distance`] answer for boards of every size. They choose:
//!
//! - up to 9 squares, the [`table`] of all distances of that size;
//! - for 3 x 4 and 4 x 3, [`ida_star`] with the databases of [`patterns`];
//! - for 4 x 4 the same with [`walking_distance`], with the small databases of [`deltas`] or with large
//!   ones of [`patterns`], each built only when the boards at hand would take longer without it.
//!
//! Of equally short ways [`fewest_moves`] always finds the same one, so an answer depends on the board
//! alone. Beside them are [`a_star`], to watch, and [`both_ends`], the search of the record's game.
//!
//! A search cannot be interrupted, since a program that wants to can simply end: nothing is left
//! behind.

pub mod a_star;
pub mod batch;
pub mod both_ends;
pub mod deltas;
pub mod detours;
pub mod flood;
pub mod ida_star;
pub mod orders;
pub mod pages;
pub mod patterns;
pub mod rooms;
pub mod table;
pub mod views;
pub mod walking_distance;

use std::sync::Once;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::board::Board;
use a_star::manhattan_distance;
use deltas::Deltas;
use ida_star::{Halted, Progress, Request, Wanted};
use patterns::{Additive, Patterns};
use walking_distance::WalkingDistance;

/// The tiles to slide, in order, for the fewest moves; empty for a solved board, `None` for one
/// that cannot be solved. Of equally short ways it is the first, trying the tiles above, left,
/// right and below the gap in this order.
///
/// With more than one of `threads`, tables are built while the search goes on without them, and
/// the search of a hard board is shared.
///
/// ```
/// use sliding_puzzle::{board::Board, search::fewest_moves};
///
/// let board = Board::new(2, 3, &[4, 1, 2, 5, 0, 3])?;
/// assert_eq!(fewest_moves(&board, 1), Some(vec![5, 4, 1, 2, 3]));
/// let unsolvable = Board::new(2, 3, &[1, 2, 3, 5, 4, 0])?;
/// assert_eq!(fewest_moves(&unsolvable, 1), None);
/// # Ok::<(), sliding_puzzle::board::InvalidBoard>(())
/// ```
///
/// # Panics
/// If the way that was found does not solve the board: every answer is replayed.
pub fn fewest_moves(board: &Board, threads: usize) -> Option<Vec<u8>> {
    if !board.is_solvable() {
        return None;
    }
    if is_small(board) {
        let way = table::table(board.rows(), board.columns()).fewest_moves(board)?;
        return Some(replayed(way, board));
    }
    Some(deepened(board, Wanted::First, threads))
}

/// How many moves the board needs at least; `None` if it cannot be solved. This is sooner known than
/// which way is the first of the shortest.
///
/// For up to 9 squares it is read from the table, and no way is made to replay: the tests do so for
/// every board.
///
/// # Panics
/// As [`fewest_moves`].
pub fn distance(board: &Board, threads: usize) -> Option<usize> {
    if !board.is_solvable() {
        return None;
    }
    if is_small(board) {
        return table::table(board.rows(), board.columns()).distance(board).map(usize::from);
    }
    Some(deepened(board, Wanted::Any, threads).len())
}

/// Whether there is a table of all distances.
fn is_small(board: &Board) -> bool {
    board.numbers().len() <= 9
}

/// Whether sliding these tiles solves the board.
pub fn solves(way: &[u8], mut board: Board) -> bool {
    way.iter().all(|tile| board.slide(*tile)) && board.is_solved()
}

static THREE_BY_FOUR: Patterns = Patterns::new(3, 4);
static FOUR_BY_THREE: Patterns = Patterns::new(4, 3);

/// The way that is wanted of a board with 12 or 16 squares.
fn deepened(board: &Board, wanted: Wanted, threads: usize) -> Vec<u8> {
    let way = match board.rows() * board.columns() {
        16 => four_by_four(board, wanted, threads),
        _ => three_by_four(board, wanted, threads),
    };
    replayed(way, board)
}

/// The same way, if it solves the board.
fn replayed(way: Vec<u8>, board: &Board) -> Vec<u8> {
    assert!(solves(&way, *board), "a way to solve {board:?}");
    way
}

fn three_by_four(board: &Board, wanted: Wanted, threads: usize) -> Vec<u8> {
    let patterns = if board.rows() == 3 { &THREE_BY_FOUR } else { &FOUR_BY_THREE };
    let guide = Additive::<1>::new(patterns, board, threads);
    let request = Request { wanted, threads, ..Request::default() };
    ida_star::fewest_moves(board, &guide, request).expect("a search without a halt")
}

static FOUR_BY_FOUR: Patterns = Patterns::large();

/// The way of a board of 4 x 4.
fn four_by_four(board: &Board, wanted: Wanted, threads: usize) -> Vec<u8> {
    /// How many boards may be searched with the small databases, for all answers so far and the one at
    /// hand, before the large ones are worth building: in about the time that takes, or somewhat more.
    const ENOUGH: u64 = 80_000_000;
    static SEARCHED: AtomicU64 = AtomicU64::new(0);
    let mut at_least = match walked(board, wanted, threads) {
        Ok(way) => return way,
        Err(Halted(at_least)) => at_least,
    };
    if !FOUR_BY_FOUR.is_built() {
        let guide = Deltas::new(deltas::databases(threads), board);
        // A board that the moves allowed now do not solve takes many times what is ahead.
        let is_enough = |Progress { searched, ahead }| {
            let before = SEARCHED.fetch_add(searched, Ordering::Relaxed);
            before.saturating_add(searched + 3 * ahead) > ENOUGH
        };
        let request = Request { wanted, at_least, threads, halt: &is_enough };
        match ida_star::fewest_moves(board, &guide, request) {
            Ok(way) => return way,
            Err(Halted(more)) => at_least = more,
        }
    }
    let guide = Additive::<2>::new(&FOUR_BY_FOUR, board, threads);
    let request = Request { wanted, at_least, threads, ..Request::default() };
    ida_star::fewest_moves(board, &guide, request).expect("a search without a halt")
}

/// The way by walking distance, unless the small databases of 4 x 4 are built, or time is better
/// spent on building them.
fn walked(board: &Board, wanted: Wanted, threads: usize) -> Result<Vec<u8>, Halted> {
    /// Some of the time that the databases take to build: a board that is not solved by then mostly
    /// takes much longer.
    const PATIENCE: Duration = Duration::from_millis(5);
    /// A board with a larger Manhattan distance is seldom solved by then.
    const FARTHEST: usize = 32;
    static BUILDER: Once = Once::new();
    if deltas::are_built() || manhattan_distance(board) > FARTHEST {
        return Err(Halted(0));
    }
    if threads > 1 {
        // If no thread can be had, the databases are built when they are needed.
        let build = move || {
            deltas::databases(threads);
        };
        BUILDER.call_once(|| drop(thread::Builder::new().spawn(build)));
    }
    let guide = WalkingDistance::new(board);
    let start = Instant::now();
    let is_better = |_| deltas::are_built() || start.elapsed() > PATIENCE;
    let request = Request { wanted, halt: &is_better, ..Request::default() };
    ida_star::fewest_moves(board, &guide, request)
}
