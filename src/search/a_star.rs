//! A* with Manhattan distance, one state at a time, to watch.
//!
//! (P. E. Hart, N. J. Nilsson and B. Raphael, "A formal basis for the heuristic determination of
//! minimum cost paths", 1968.) Of the states that wait it takes the one with the least f = g + h:
//! g is the number of moves so far, and h the sum of the tiles' Manhattan distances. Of several it
//! takes one with the least h, and of those the one that has waited longest.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use crate::board::Board;

/// A search for the fewest moves from a board.
///
/// ```
/// use sliding_puzzle::{board::Board, search::a_star::AStar};
///
/// let mut search = AStar::new(&Board::new(3, 3, &[1, 2, 3, 5, 0, 6, 4, 7, 8])?);
/// assert_eq!((search.state().g, search.state().h), (0, 4));
/// while !search.state().board.is_solved() {
///     assert!(search.step());
/// }
/// assert_eq!((search.way().len(), search.popped()), (4, 5));
/// # Ok::<(), sliding_puzzle::board::InvalidBoard>(())
/// ```
pub struct AStar {
    /// Every state that was found, in this order.
    states: Vec<State>,
    numbers: HashMap<Board, usize>,
    waiting: BinaryHeap<Reverse<Waiting>>,
    is_popped: Vec<bool>,
    pushed: usize,
    popped: usize,
    last: usize,
}

/// A board that the search has found.
#[derive(Clone, Copy)]
pub struct State {
    /// The board.
    pub board: Board,
    /// How many moves the best way known to it has.
    pub g: usize,
    /// Its Manhattan distance.
    pub h: usize,
    /// The number of the state before it on that way; its own for the start.
    parent: usize,
}

/// A state that waits: f, h, when it was pushed, g and its number. Once a shorter way to it is
/// known, its g is out of date and a newer entry counts.
type Waiting = (usize, usize, usize, usize, usize);

impl AStar {
    /// A search that has popped its start, `board`.
    pub fn new(board: &Board) -> AStar {
        let mut search = AStar {
            states: Vec::new(),
            numbers: HashMap::new(),
            waiting: BinaryHeap::new(),
            is_popped: Vec::new(),
            pushed: 0,
            popped: 0,
            last: 0,
        };
        search.find(*board, 0, 0);
        search.step();
        search
    }

    /// Pops the next state. Returns whether there was one.
    pub fn step(&mut self) -> bool {
        let Some(number) = self.pop() else { return false };
        self.is_popped[number] = true;
        self.popped += 1;
        self.last = number;
        let State { board, g, .. } = self.states[number];
        for tile in board.slides() {
            let mut beside = board;
            beside.slide(tile);
            self.find(beside, g + 1, number);
        }
        true
    }

    /// Takes the last step back: searches again, one step less. Returns whether there was one.
    pub fn back(&mut self) -> bool {
        if self.popped == 1 {
            return false;
        }
        let steps = self.popped - 2;
        *self = AStar::new(&self.states[0].board);
        (0..steps).all(|_| self.step())
    }

    /// The state popped last.
    pub fn state(&self) -> &State {
        &self.states[self.last]
    }

    /// The tiles slid from the start to the state popped last.
    pub fn way(&self) -> Vec<u8> {
        let mut way = Vec::new();
        let mut number = self.last;
        while number != self.states[number].parent {
            let State { board, parent, .. } = &self.states[number];
            way.push(board.numbers()[self.states[*parent].board.square_of(0)]);
            number = *parent;
        }
        way.reverse();
        way
    }

    /// How many states have been popped.
    pub fn popped(&self) -> usize {
        self.popped
    }

    /// How many states wait.
    pub fn waiting(&self) -> usize {
        self.states.len() - self.popped
    }

    fn pop(&mut self) -> Option<usize> {
        loop {
            let Reverse((_, _, _, g, number)) = self.waiting.pop()?;
            if self.states[number].g == g && !self.is_popped[number] {
                return Some(number);
            }
        }
    }

    /// Lets a board wait, if it is new or was found on a longer way.
    fn find(&mut self, board: Board, g: usize, parent: usize) {
        let number = *self.numbers.entry(board).or_insert(self.states.len());
        if number == self.states.len() {
            self.states.push(State { board, g, h: manhattan_distance(&board), parent });
            self.is_popped.push(false);
        } else if g < self.states[number].g {
            (self.states[number].g, self.states[number].parent) = (g, parent);
        } else {
            return;
        }
        let h = self.states[number].h;
        self.waiting.push(Reverse((g + h, h, self.pushed, g, number)));
        self.pushed += 1;
    }
}

/// The sum of the tiles' distances from home, along rows and columns. The gap does not count: it
/// moves with every slide, and would make the sum too large for a bound.
pub fn manhattan_distance(board: &Board) -> usize {
    let distance = |(square, number): (usize, &u8)| {
        let home = usize::from(*number).checked_sub(1)?;
        let place = |square: usize| (square / board.columns(), square % board.columns());
        let ((row, column), (home_row, home_column)) = (place(square), place(home));
        Some(row.abs_diff(home_row) + column.abs_diff(home_column))
    };
    board.numbers().iter().enumerate().filter_map(distance).sum()
}
