//! `fifteen`: the Fifteen Puzzle of the TRS-80 days, in upper case.
//!
//! After W. L. Colsher's program in BASIC for the TRS-80. Whether a board can be solved is decided
//! by the test in D. D. Spencer's "Game Playing With Computers" (1975).

use crate::board::Board;
use crate::console::{Console, Stop};
use crate::rng::{Rng, random_order};

/// Plays until the input ends, with boards from seed 2026.
///
/// # Errors
/// The console's [`Stop`], but for the end of the input.
pub fn play(console: &mut dyn Console) -> Result<(), Stop> {
    play_from(2026, console)
}

/// Plays until the input ends, with boards from `seed`.
///
/// # Errors
/// The console's [`Stop`], but for the end of the input.
pub fn play_from(seed: u64, console: &mut dyn Console) -> Result<(), Stop> {
    match games(&mut Rng::new(seed), console) {
        Err(Stop::InputEnded { .. }) => Ok(()),
        end => end,
    }
}

fn games(rng: &mut Rng, console: &mut dyn Console) -> Result<(), Stop> {
    console.print("THE FIFTEEN PUZZLE\n\n")?;
    instructions(console)?;
    loop {
        game(rng, console)?;
        console.ask("TO PLAY AGAIN, HIT ENTER. ")?;
    }
}

fn instructions(console: &mut dyn Console) -> Result<(), Stop> {
    loop {
        match console.ask("DO YOU WANT INSTRUCTIONS (Y=1, N=2)? ")?.trim_matches(' ') {
            "1" => return console.print(INSTRUCTIONS),
            "2" => return Ok(()),
            _ => console.print("TYPE 1 OR 2.\n")?,
        }
    }
}

const INSTRUCTIONS: &str = "
FIFTEEN NUMBERED TILES LIE IN A FRAME WITH ROOM FOR SIXTEEN.
THE 0 IS THE GAP. TYPE THE NUMBER OF A TILE BESIDE THE GAP, AND
THE TILE SLIDES INTO IT. PUT THE TILES IN ORDER, LIKE THIS:

   1   2   3   4
   5   6   7   8
   9  10  11  12
  13  14  15   0

";

fn game(rng: &mut Rng, console: &mut dyn Console) -> Result<(), Stop> {
    console.print("I AM MIXING THE TILES. THIS TAKES A WHILE.\n")?;
    let mut board = mixed(rng);
    let mut moves = 0;
    show(&board, moves, console)?;
    while !board.is_solved() {
        let typed = console.ask("YOUR MOVE? ")?;
        if tile(&typed).is_some_and(|tile| board.slide(tile)) {
            moves += 1;
        } else {
            console.print("ILLEGAL MOVE, RE-ENTER\n")?;
        }
        show(&board, moves, console)?;
    }
    writeln!(console, "CONGRATULATIONS!!! YOU DID IT IN ONLY {moves} MOVES!!")
}

/// The tile that a typed line names: digits, and blanks around them.
fn tile(typed: &str) -> Option<u8> {
    let word = typed.trim_matches(' ');
    if word.bytes().all(|byte| byte.is_ascii_digit()) { word.parse().ok() } else { None }
}

/// A board that can be solved: drawn again until one can.
fn mixed(rng: &mut Rng) -> Board {
    loop {
        let numbers = random_order(4, 4, rng);
        let board = Board::new(4, 4, &numbers).expect("an order of a board's numbers");
        if passes_spencers_test(&board) {
            return board;
        }
    }
}

/// Spencer's test of a 4 x 4 board: the squares are lettered A to P row by row, and for each one
/// counts the smaller numbers that stand later, the gap as 16. One more for a gap on B, D, E, G, J,
/// L, M or O, and the sum is even if the board can be solved.
///
/// ```
/// use sliding_puzzle::{board::Board, programs::fifteen::passes_spencers_test};
///
/// let solved = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0];
/// assert!(passes_spencers_test(&Board::new(4, 4, &solved)?));
/// // Sam Loyd's board.
/// let swapped = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 14, 0];
/// assert!(!passes_spencers_test(&Board::new(4, 4, &swapped)?));
/// # Ok::<(), sliding_puzzle::board::InvalidBoard>(())
/// ```
///
/// # Panics
/// Unless the board is 4 x 4.
pub fn passes_spencers_test(board: &Board) -> bool {
    assert!(board.rows() == 4 && board.columns() == 4);
    let numbers: Vec<u8> = board.numbers().iter().map(|n| if *n == 0 { 16 } else { *n }).collect();
    let smaller_later = |i: usize| numbers[i..].iter().filter(|n| **n < numbers[i]).count();
    let sum: usize = (0..numbers.len()).map(smaller_later).sum();
    let letter = b'A' + u8::try_from(board.square_of(0)).expect("one of 16 squares");
    (sum + usize::from(b"BDEGJLMO".contains(&letter))).is_multiple_of(2)
}

fn show(board: &Board, moves: usize, console: &mut dyn Console) -> Result<(), Stop> {
    writeln!(console, "\nMOVE {moves}\n")?;
    for row in board.numbers().chunks(4) {
        writeln!(
            console,
            "{}",
            row.iter().map(|number| format!("{number:4}")).collect::<String>()
        )?;
    }
    console.print("\n")
}
