//! P054, the sliding puzzle: the record's game, message for message.
//!
//! Typed text is treated as the record treats it. Only blanks are trimmed (a tab is not), words
//! part at blanks and commas, and a number is 1 to 9 ASCII digits.

use std::fmt;

use crate::board::Board;
use crate::console::{Console, Stop};
use crate::rng::{Rng, shuffled};
use crate::search::both_ends;

/// Plays the game until it is quit.
///
/// # Errors
/// The console's [`Stop`].
pub fn play(console: &mut dyn Console) -> Result<(), Stop> {
    console.print("== Sliding puzzle ==\n")?;
    console.print("Slide tiles into the gap until they read in order with the gap last.\n")?;
    let mut game = Game::shuffled(3, 2026);
    game.announce(console, 2026)?;
    loop {
        console.print(MENU)?;
        match console.ask("choice> ")?.trim_matches(' ') {
            "1" => game.slide(console)?,
            "2" => game.hint(console)?,
            "3" => game.solution(console)?,
            "4" => game.new_puzzle(console)?,
            "5" => game.typed_board(console)?,
            "6" => game.show(console)?,
            "7" => break,
            _ => console.print("Pick a number from 1 to 7.\n")?,
        }
    }
    console.print("Bye.\n")
}

const MENU: &str = "
1) slide  2) hint  3) solve  4) new puzzle  5) type a board  6) show  7) quit
";

/// The board in play, and how many slides it has seen.
struct Game {
    board: Board,
    moves: usize,
}

impl Game {
    fn shuffled(size: usize, seed: u64) -> Game {
        Game { board: shuffled(size, size, &mut Rng::new(seed)), moves: 0 }
    }

    fn announce(&self, console: &mut dyn Console, seed: u64) -> Result<(), Stop> {
        let size = self.board.columns();
        writeln!(console, "A shuffled {size} x {size} board, seed {seed}.")?;
        self.show(console)
    }

    fn show(&self, console: &mut dyn Console) -> Result<(), Stop> {
        console.print(&self.board.to_string())?;
        if self.board.is_solved() {
            writeln!(console, "Solved in {}.", Counted(self.moves, "move"))
        } else {
            let slides = Joined(self.board.slides());
            writeln!(console, "Moves {}. Slide one of: {slides}.", self.moves)
        }
    }

    fn slide(&mut self, console: &mut dyn Console) -> Result<(), Stop> {
        if self.board.is_solved() {
            return console.print("The board is solved - start a new one or type one in.\n");
        }
        let typed = console.ask("tiles to slide, in order> ")?;
        if words(&typed).next().is_none() {
            return console.print("Cancelled.\n");
        }
        for (done, word) in words(&typed).enumerate() {
            if !number(word).is_some_and(|tile| self.slide_tile(tile)) {
                if done > 0 {
                    write!(console, "Slid {done}, then stopped: ")?;
                }
                writeln!(console, "{word} is not beside the gap.")?;
                break;
            }
            if self.board.is_solved() {
                break;
            }
        }
        self.show(console)
    }

    fn slide_tile(&mut self, tile: u32) -> bool {
        let slid = u8::try_from(tile).is_ok_and(|tile| self.board.slide(tile));
        self.moves += usize::from(slid);
        slid
    }

    fn hint(&self, console: &mut dyn Console) -> Result<(), Stop> {
        let Some(way) = self.fewest_moves(console)? else { return Ok(()) };
        let count = Counted(way.len(), "move");
        writeln!(console, "Slide {}: from here the board can be solved in {count}.", way[0])
    }

    fn solution(&self, console: &mut dyn Console) -> Result<(), Stop> {
        let Some(way) = self.fewest_moves(console)? else { return Ok(()) };
        let count = way.len();
        writeln!(
            console,
            "The fewest moves from here: {count} - slide {}.",
            Joined(way.into_iter())
        )
    }

    /// The tiles to slide, or `None`, told on the console, where the game does not search.
    fn fewest_moves(&self, console: &mut dyn Console) -> Result<Option<Vec<u8>>, Stop> {
        if self.board.columns() != 3 {
            console.print("Only a 3 x 3 board can be searched - a 4 x 4 one has over ten trillion positions.\n")?;
            return Ok(None);
        }
        if self.board.is_solved() {
            console.print("The board is solved.\n")?;
            return Ok(None);
        }
        Ok(Some(both_ends::fewest_moves(&self.board)))
    }

    fn new_puzzle(&mut self, console: &mut dyn Console) -> Result<(), Stop> {
        let Some(size) = ask_number(console, "size", 3, 4)? else {
            return console.print("Cancelled.\n");
        };
        let Some(seed) = ask_number(console, "seed", 0, 999_999_999)? else {
            return console.print("Cancelled.\n");
        };
        *self = Game::shuffled(size as usize, seed.into());
        self.announce(console, seed.into())
    }

    fn typed_board(&mut self, console: &mut dyn Console) -> Result<(), Stop> {
        let typed = console.ask("the board, row by row, 0 for the gap> ")?;
        if typed.trim_matches(' ').is_empty() {
            return console.print("Cancelled.\n");
        }
        let squares = words(&typed).take(17).count();
        let size = match squares {
            9 => 3,
            16 => 4,
            _ => return console.print("Type 9 numbers for 3 x 3 or 16 for 4 x 4.\n"),
        };
        let Some(board) = board_of(size, &typed) else {
            return writeln!(console, "Use each number from 0 to {} once.", squares - 1);
        };
        if !board.is_solvable() {
            return refuse(console, &board);
        }
        *self = Game { board, moves: 0 };
        console.print("That board can be solved.\n")?;
        self.show(console)
    }
}

/// The board whose numbers are the words of `typed`.
fn board_of(size: usize, typed: &str) -> Option<Board> {
    let number = |word| number(word).and_then(|number| u8::try_from(number).ok());
    let numbers: Vec<u8> = words(typed).map(number).collect::<Option<_>>()?;
    Board::new(size, size, &numbers).ok()
}

/// Tells why `board` cannot be solved.
fn refuse(console: &mut dyn Console, board: &Board) -> Result<(), Stop> {
    let pairs = Counted(board.inversions(), "pair");
    if board.columns() == 3 {
        writeln!(
            console,
            "That board cannot be solved: it has {pairs} of tiles out of order, an odd number, \
             and every slide keeps that number odd or even."
        )
    } else {
        writeln!(
            console,
            "That board cannot be solved: its {pairs} out of order and the gap's row from the \
             bottom, {}, add up to an even number, and every slide keeps that sum odd or even.",
            board.gap_row_from_bottom()
        )
    }
}

/// Asks until a number from `low` to `high` is typed; `None` for an empty answer.
fn ask_number(
    console: &mut dyn Console,
    what: &str,
    low: u32,
    high: u32,
) -> Result<Option<u32>, Stop> {
    let prompt = format!("{what} ({low} to {high})> ");
    loop {
        let typed = console.ask(&prompt)?;
        let answer = typed.trim_matches(' ');
        if answer.is_empty() {
            return Ok(None);
        }
        match number(answer) {
            Some(number) if (low..=high).contains(&number) => return Ok(Some(number)),
            _ => writeln!(console, "Type a number from {low} to {high}.")?,
        }
    }
}

/// The words of `text`, parted by blanks and commas.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split([' ', ',']).filter(|word| !word.is_empty())
}

/// The number that 1 to 9 ASCII digits say, leading zeros allowed.
fn number(word: &str) -> Option<u32> {
    let digits = (1..=9).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| word.bytes().fold(0, |number, digit| number * 10 + u32::from(digit - b'0')))
}

/// A count with its noun: `1 move`, `2 moves`.
struct Counted(usize, &'static str);

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counted(count, noun) = self;
        write!(f, "{count} {noun}{}", if *count == 1 { "" } else { "s" })
    }
}

/// Tiles with a blank between each two.
struct Joined<I>(I);

impl<I: Iterator<Item = u8> + Clone> fmt::Display for Joined<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, tile) in self.0.clone().enumerate() {
            if i > 0 {
                f.write_str(" ")?;
            }
            tile.fmt(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_one_to_nine_ascii_digits() {
        assert_eq!(number("007"), Some(7));
        assert_eq!(number("999999999"), Some(999_999_999));
        for word in ["", "0000000001", "٣", "+1", "-1", "1.", "1\t", "1_0", "３"] {
            assert_eq!(number(word), None, "{word:?}");
        }
    }

    #[test]
    fn only_blanks_and_commas_part_words() {
        assert_eq!(words(" 1,,2 ,3\t4\u{a0}5 ").collect::<Vec<_>>(), ["1", "2", "3\t4\u{a0}5"]);
    }
}
