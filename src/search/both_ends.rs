//! The record's search: breadth first from both ends, for a 3 x 3 board.
//!
//! Among equally short ways the record always finds the same one, and so does this search. It
//! widens the side with the smaller frontier (the board's on a tie) a whole level at a time,
//! looks at the squares above, left, right and below the gap in this order, and of the boards
//! met in the last level takes the first one with the least sum of both distances. (Bidirectional
//! breadth-first search: Pohl, 1969.)

use std::array;
use std::cell::RefCell;
use std::ops::Range;

use crate::board::{Board, neighbours};

/// The tiles to slide, in order, for the fewest moves; empty for the solved board.
///
/// ```
/// use sliding_puzzle::{board::Board, search::both_ends::fewest_moves};
///
/// let mut board = Board::new(3, 3, &[1, 2, 6, 4, 8, 3, 0, 7, 5])?;
/// let way = fewest_moves(&board);
/// assert_eq!(way.len(), 16);
/// for tile in way {
///     assert!(board.slide(tile));
/// }
/// assert!(board.is_solved());
/// # Ok::<(), sliding_puzzle::board::InvalidBoard>(())
/// ```
///
/// # Panics
/// Unless the board is 3 x 3 and solvable.
pub fn fewest_moves(board: &Board) -> Vec<u8> {
    thread_local! {
        // Kept, since fresh memory costs more than the search itself.
        static SEARCH: RefCell<Search> = RefCell::new(Search::new());
    }
    assert!((board.rows(), board.columns()) == (SIDE, SIDE) && board.is_solvable());
    SEARCH.with_borrow_mut(|search| search.fewest_moves(board))
}

/// The two sides. The one from the solved board is the same for every search, so it is kept.
struct Search {
    ahead: Side,
    back: Side,
}

impl Search {
    fn new() -> Search {
        let solved = Board::solved(SIDE, SIDE);
        Search { ahead: Side::new(&solved), back: Side::new(&solved) }
    }

    fn fewest_moves(&mut self, board: &Board) -> Vec<u8> {
        if board.is_solved() {
            return Vec::new();
        }
        self.ahead.restart(board);
        // Each slide moves the gap to a square of the other colour, as on a chessboard, so every
        // way is as odd or even as the gap's square; only then the sides can meet.
        let odd = board.square_of(0) % 2;
        let (mut ahead, mut back) = (0, 0);
        loop {
            let onward = self.ahead.level(ahead).len() <= self.back.level(back).len();
            if onward {
                ahead += 1;
                self.ahead.widen_to(ahead);
            } else {
                back += 1;
                self.back.widen_to(back);
            }
            if (ahead + back) % 2 != odd {
                continue;
            }
            let met = if onward {
                self.ahead.meet(ahead, &self.back, back)
            } else {
                self.back.meet(back, &self.ahead, ahead).map(|(there, here)| (here, there))
            };
            if let Some((here, there)) = met {
                return self.joined(here, there);
            }
        }
    }

    /// The way from the start to the board where the sides met, and on to the goal.
    fn joined(&self, here: usize, there: usize) -> Vec<u8> {
        let mut way: Vec<u8> = self.ahead.tiles_to_root(here).collect();
        way.reverse();
        way.extend(self.back.tiles_to_root(there));
        way
    }
}

const SIDE: usize = 3;
const SQUARES: usize = SIDE * SIDE;

/// One end's boards in the order in which they were found, so level by level.
struct Side {
    /// The boards found, then room for more.
    nodes: Vec<Node>,
    /// Where each level starts in `nodes`, and where the last one ends.
    levels: Vec<usize>,
    seen: Seen,
    beside: Beside,
}

/// For each square of the gap, and each square it came from (its own at the root), the squares
/// beside it to which it can go on, and how many they are.
type Beside = [[([usize; 4], usize); SQUARES]; SQUARES];

fn beside() -> Beside {
    let without = |gap, back| {
        let (mut squares, mut count) = ([0; 4], 0);
        for square in neighbours(SIDE, SIDE, gap).filter(|square| *square != back) {
            squares[count] = square;
            count += 1;
        }
        (squares, count)
    };
    array::from_fn(|gap| array::from_fn(|back| without(gap, back)))
}

/// A board, and the place of the board it was found from; the root's is its own.
#[derive(Clone, Copy, Default)]
struct Node {
    position: Position,
    parent: u32,
}

impl Side {
    fn new(root: &Board) -> Side {
        let (nodes, levels) = (vec![Node::default()], Vec::new());
        let mut side = Side { nodes, levels, seen: Seen::new(), beside: beside() };
        side.restart(root);
        side
    }

    fn restart(&mut self, root: &Board) {
        self.nodes[0] = Node { position: Position::of(root), parent: 0 };
        self.levels.clear();
        self.levels.extend([0, 1]);
        self.seen.clear();
        self.seen.insert(self.nodes[0].position, 0);
    }

    /// The places of the boards at this distance from the root.
    fn level(&self, distance: usize) -> Range<usize> {
        self.levels[distance]..self.levels[distance + 1]
    }

    /// Finds the boards at this distance; those one slide nearer must be known.
    #[expect(clippy::cast_possible_truncation, reason = "there are 9! / 2 places")]
    fn widen_to(&mut self, distance: usize) {
        if distance + 1 < self.levels.len() {
            return;
        }
        let frontier = self.level(distance - 1);
        assert!(!frontier.is_empty(), "the sides of a solvable board meet before one runs out");
        let mut end = frontier.end;
        // At most three squares are beside a gap and not where it came from; four at the root.
        self.reserve(end + 3 * frontier.len() + 1);
        for place in frontier {
            let Node { position, parent } = self.nodes[place];
            let came_from = self.nodes[parent as usize].position.gap();
            let (squares, count) = &self.beside[position.gap()][came_from];
            for &square in &squares[..*count] {
                let position = position.slid(square);
                // Written in any case: it is kept if `end` moves on.
                self.nodes[end] = Node { position, parent: place as u32 };
                end += usize::from(self.seen.insert(position, end));
            }
        }
        self.levels.push(end);
    }

    /// Makes room for `count` boards.
    fn reserve(&mut self, count: usize) {
        if self.nodes.len() < count {
            self.nodes.resize(count, Node::default());
        }
        self.seen.reserve(count);
    }

    /// Of the boards at `distance` that the other side has at `others` too, the first one, as
    /// its places on this side and on the other.
    ///
    /// The sides have not met before, so a board that both have is in the other's last level:
    /// all such boards have the same sum of distances.
    fn meet(&self, distance: usize, other: &Side, others: usize) -> Option<(usize, usize)> {
        let others = other.level(others);
        self.level(distance).find_map(|here| {
            let there = other.seen.place(self.nodes[here].position)?;
            others.contains(&there).then_some((here, there))
        })
    }

    /// The tiles slid on the way from the board at `place` to the root.
    fn tiles_to_root(&self, mut place: usize) -> impl Iterator<Item = u8> {
        std::iter::from_fn(move || {
            if place == 0 {
                return None;
            }
            let node = self.nodes[place];
            place = node.parent as usize;
            Some(self.nodes[place].position.tile(node.position.gap()))
        })
    }
}

/// A board as bits: nine squares of four bits each, the gap 0, then the gap's square.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Position(u64);

impl Position {
    const GAP: u32 = 36;
    const BITS: u32 = 40;

    fn of(board: &Board) -> Position {
        let numbers = board.numbers().iter().rev();
        let squares = numbers.fold(0, |squares, number| squares << 4 | u64::from(*number));
        Position(squares | (board.square_of(0) as u64) << Position::GAP)
    }

    fn gap(self) -> usize {
        (self.0 >> Position::GAP) as usize
    }

    fn tile(self, square: usize) -> u8 {
        (self.0 >> (4 * square) & 15) as u8
    }

    /// The board after the tile on `square` slid into the gap.
    fn slid(self, square: usize) -> Position {
        let (tile, gap) = (u64::from(self.tile(square)), self.gap());
        let squares = self.0 ^ tile << (4 * square) ^ tile << (4 * gap);
        Position(squares ^ ((gap ^ square) as u64) << Position::GAP)
    }
}

/// The places of the boards seen: a hash table with linear probing.
///
/// An entry holds the position, then the place. An empty entry is 0, which no position is.
struct Seen {
    entries: Vec<u64>,
}

impl Seen {
    const POSITION: u64 = (1 << Position::BITS) - 1;

    /// Enough for half of any search, in most cases.
    fn new() -> Seen {
        Seen { entries: vec![0; 1 << 15] }
    }

    fn clear(&mut self) {
        self.entries.fill(0);
    }

    /// Makes the table large enough for `count` positions with half of it empty.
    fn reserve(&mut self, count: usize) {
        let size = (2 * count).next_power_of_two();
        if size > self.entries.len() {
            for entry in std::mem::replace(&mut self.entries, vec![0; size]) {
                if entry != 0 {
                    let slot = self.slot(Position(entry & Seen::POSITION));
                    self.entries[slot] = entry;
                }
            }
        }
    }

    /// Whether `position` is new; if so, it gets this place.
    fn insert(&mut self, position: Position, place: usize) -> bool {
        let slot = self.slot(position);
        let new = self.entries[slot] == 0;
        if new {
            self.entries[slot] = position.0 | (place as u64) << Position::BITS;
        }
        new
    }

    /// The place of `position`, if it has been seen.
    fn place(&self, position: Position) -> Option<usize> {
        let entry = self.entries[self.slot(position)];
        (entry != 0).then_some((entry >> Position::BITS) as usize)
    }

    /// Where `position` stands, or the empty entry where it belongs.
    fn slot(&self, position: Position) -> usize {
        let mask = self.entries.len() - 1;
        // Fibonacci hashing (Knuth, The Art of Computer Programming 3, 6.4).
        let hash = position.0.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
        let mut slot = hash as usize & mask;
        while self.entries[slot] != 0 && self.entries[slot] & Seen::POSITION != position.0 {
            slot = (slot + 1) & mask;
        }
        slot
    }
}
