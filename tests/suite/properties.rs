//! Properties that hold for any input.

use std::collections::HashMap;
use std::io::Read;

use proptest::prelude::*;
use sliding_puzzle::board::Board;
use sliding_puzzle::console::Program;
use sliding_puzzle::programs::p054;
use sliding_puzzle::rng::{Rng, shuffled};
use sliding_puzzle::search::both_ends;
use sliding_puzzle::stream::StreamConsole;
use sliding_puzzle::transcript::replay;

/// A reader that hands out its bytes a few at a time.
struct Chunks<'a> {
    rest: &'a [u8],
    sizes: std::iter::Cycle<std::slice::Iter<'a, usize>>,
}

impl Read for Chunks<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let size = *self.sizes.next().expect("a cycle");
        let size = size.min(self.rest.len()).min(buffer.len());
        self.rest.read(&mut buffer[..size])
    }
}

/// What the game prints for `input` read in chunks of these sizes.
fn streamed(input: &[u8], sizes: &[usize]) -> Vec<u8> {
    let mut printed = Vec::new();
    let reader = Chunks { rest: input, sizes: sizes.iter().cycle() };
    let mut console = StreamConsole::new(reader, &mut printed, true);
    let _ = p054::play.run(&mut console);
    console.flush().expect("memory takes all");
    drop(console);
    printed
}

/// Lines as somebody playing might type them, and some that nobody would.
fn line() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => "[1-7]",
        3 => "[0-9]( [0-9]){0,4}",
        1 => Just("1 2 3 4 5 6 7 0 8".to_owned()),
        1 => Just((0..16).collect::<Vec<_>>()).prop_shuffle().prop_map(|numbers| joined(&numbers)),
        1 => Just((0..9).collect::<Vec<_>>()).prop_shuffle().prop_map(|numbers| joined(&numbers)),
        1 => "[ ,0-9\t]{0,40}",
        1 => ".*",
    ]
}

fn joined(numbers: &[u8]) -> String {
    numbers.iter().map(|number| format!("{number} ")).collect()
}

fn lines() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec(line(), 0..40)
}

fn text_of(lines: &[String]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

proptest! {
    #[test]
    fn no_bytes_make_it_panic(input in prop::collection::vec(any::<u8>(), 0..2000)) {
        streamed(&input, &[1000]);
    }

    #[test]
    fn chunks_do_not_matter(lines in lines(), sizes in prop::collection::vec(1..50_usize, 1..20)) {
        let input = text_of(&lines);
        let printed = streamed(input.as_bytes(), &sizes);
        let transcript = replay(&p054::play, &input);
        prop_assert_eq!(String::from_utf8(printed).unwrap(), transcript.screen());
    }

    #[test]
    fn fewer_lines_give_the_same_screen_up_to_there(lines in lines(), part in 0..40_usize) {
        let all = replay(&p054::play, &text_of(&lines));
        let first = replay(&p054::play, &text_of(&lines[..part.min(lines.len())]));
        prop_assert!(all.screen().starts_with(first.screen()));
        prop_assert!(all.stdout().starts_with(&first.stdout()));
    }

    #[test]
    fn the_turns_cover_the_screen(lines in lines()) {
        let transcript = replay(&p054::play, &text_of(&lines));
        let echoed = |turn: sliding_puzzle::transcript::Turn| {
            turn.typed.map_or(turn.printed.to_owned(), |typed| format!("{}{typed}\n", turn.printed))
        };
        prop_assert_eq!(transcript.turns().map(echoed).collect::<String>(), transcript.screen());
    }

    #[test]
    fn every_shuffle_is_solvable(seed in 0..=999_999_999_u64, rows in 2..=4_usize, columns in 2..=4_usize) {
        let board = shuffled(rows, columns, &mut Rng::new(seed));
        prop_assert!(board.is_solvable());
    }

    #[test]
    fn a_slide_keeps_a_board_solvable_or_not(
        numbers in Just((0..12).collect::<Vec<u8>>()).prop_shuffle(),
        rows in 3..=4_usize,
        tile in 1..12_u8,
    ) {
        let mut board = Board::new(rows, 12 / rows, &numbers).unwrap();
        let solvable = board.is_solvable();
        let slid = board.slide(tile);
        prop_assert_eq!(board.is_solvable(), solvable);
        prop_assert!(!slid || board.slide(tile), "a slide can be taken back");
        prop_assert_eq!(board.numbers(), numbers);
    }
}

/// The record's search against a breadth-first search over all boards.
#[test]
fn the_fewest_moves_are_the_distances_of_a_full_search() {
    let mut distances = HashMap::from([(Board::solved(3, 3), 0)]);
    let mut level = vec![Board::solved(3, 3)];
    for distance in 0.. {
        // Every board of a small level, and some of a large one.
        let step = level.len().div_ceil(40);
        for board in level.iter().step_by(step) {
            assert_eq!(solved_in(board), distance, "{board:?}");
        }
        level = level
            .iter()
            .flat_map(neighbours)
            .filter(|b| distances.insert(*b, distance + 1).is_none())
            .collect();
        if level.is_empty() {
            assert_eq!((distance, distances.len()), (31, 181_440));
            break;
        }
    }
}

/// The length of the way found, which must solve the board.
fn solved_in(board: &Board) -> usize {
    let mut board = *board;
    let way = both_ends::fewest_moves(&board);
    assert!(way.iter().all(|tile| board.slide(*tile)) && board.is_solved());
    way.len()
}

fn neighbours(board: &Board) -> Vec<Board> {
    let slid = |tile| {
        let mut board = *board;
        board.slide(tile);
        board
    };
    board.slides().map(slid).collect()
}
