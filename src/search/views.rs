//! Views of a board that are as far from solved as the board: itself, and a square board transposed.
//!
//! A transposed board has its rows as columns, and each tile has the number of its home there. So
//! the patterns of a board give another bound if they are looked up for this view.

#![expect(clippy::cast_possible_truncation, reason = "squares and patterns are few")]

use super::batch::direction;
use super::rooms::{Layout, Place, Slide};
use crate::board::{Board, neighbours};

/// A view of boards of one size.
pub struct View {
    rows: usize,
    columns: usize,
    /// By square of the board: where the view has it. Twice seen it is the same again.
    squares: Vec<usize>,
}

/// Where a tile belongs: to which pattern, as which of its tiles.
#[derive(Clone, Copy, Default)]
pub struct Home {
    /// The pattern, counted from 0.
    pub pattern: u8,
    /// The tile's place in the pattern.
    pub index: u8,
}

impl View {
    /// The first view is the board itself, the second one the transposed one, for square boards only.
    pub fn new(rows: usize, columns: usize, view: usize) -> View {
        let squares = 0..rows * columns;
        let squares = match view {
            0 => squares.collect(),
            _ => squares.map(|square| square % columns * rows + square / columns).collect(),
        };
        View { rows, columns, squares }
    }

    /// By number on the board: the home of that tile in the view, given the patterns' tiles.
    pub fn homes(&self, patterns: &[&[u8]]) -> [Home; 16] {
        let mut homes = [Home::default(); 16];
        for (pattern, tiles) in (0..).zip(patterns) {
            for (index, tile) in (0..).zip(*tiles) {
                homes[usize::from(self.tile(*tile))] = Home { pattern, index };
            }
        }
        homes
    }

    /// By where the tile comes from and the gap's square on the board: the slide in the view.
    pub fn slides(&self) -> [[Slide; 16]; 4] {
        let mut slides = [[Slide::default(); 16]; 4];
        for to in 0..self.squares.len() {
            for from in neighbours(self.rows, self.columns, to) {
                let slide = Slide::new(self.squares[from], self.squares[to]);
                slides[direction(from, to)][to] = slide;
            }
        }
        slides
    }

    /// The place of a pattern's tiles in the view of a board.
    pub fn place(&self, layout: &Layout, tiles: &[u8], board: &Board) -> Place {
        let square = |number| self.squares[board.square_of(number)];
        let on: Vec<usize> = tiles.iter().map(|tile| square(self.tile(*tile))).collect();
        layout.place(&on, square(0))
    }

    /// The number on the board of a tile of the view, or the other way round.
    fn tile(&self, tile: u8) -> u8 {
        self.squares[usize::from(tile) - 1] as u8 + 1
    }
}
