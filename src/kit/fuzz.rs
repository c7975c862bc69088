//! Random sessions of P054, and the smallest one that still fails.

use crate::board::Board;
use crate::console::{Console, Program, Stop};
use crate::programs::p054;

/// The typed lines of random session `number` of `seed`; always the same ones.
///
/// Sessions reach every state of the game: both sizes, boards that can be solved and that cannot,
/// good slides and bad ones, ways to the end, and noise. They are typed to the game itself, whose
/// screen tells what a good answer would be.
///
/// ```
/// use sliding_puzzle::kit::fuzz::session;
///
/// assert_eq!(session(1, 7), session(1, 7));
/// assert_ne!(session(1, 7), session(1, 8));
/// ```
pub fn session(seed: u64, number: u64) -> String {
    let mut random = fastrand::Rng::with_seed(seed ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let left = random.usize(1..20);
    let mut typist = Typist { random, left, screen: String::new(), typed: String::new() };
    // The session is over when the typist stops, or has quit.
    let _ = p054::play.run(&mut typist);
    typist.typed
}

/// A console whose lines are made up as they are asked for.
struct Typist {
    random: fastrand::Rng,
    /// How many lines are left before the session comes to its end.
    left: usize,
    /// What was printed since the last board was drawn.
    screen: String,
    typed: String,
}

impl Console for Typist {
    fn print(&mut self, text: &str) -> Result<(), Stop> {
        if text.starts_with('+') {
            self.screen.clear();
        }
        self.screen.push_str(text);
        Ok(())
    }

    fn ask(&mut self, prompt: &str) -> Result<String, Stop> {
        let at_the_menu = prompt.starts_with("choice");
        let line = if self.left > 0 {
            self.left -= 1;
            self.line(prompt)
        } else if at_the_menu && self.random.u8(0..8) > 0 {
            "7".to_owned()
        } else {
            return Err(Stop::InputEnded { prompt: prompt.to_owned(), lines: 0 });
        };
        self.typed += &line;
        self.typed.push('\n');
        Ok(line)
    }
}

impl Typist {
    fn line(&mut self, prompt: &str) -> String {
        if self.random.u8(0..12) == 0 {
            return self.noise();
        }
        match prompt.split_whitespace().next() {
            Some("choice>") => {
                self.pick(&["1", "1", "1", "1", "1", "1", "5", "5", "4", "4", "2", "3", "6"])
            }
            Some("size") => self.pick(&["3", "3", "4", "4", "4", "5", ""]),
            Some("seed") => self.seed(),
            Some("tiles") => self.slides(),
            _ => self.board(),
        }
    }

    fn pick(&mut self, texts: &[&str]) -> String {
        texts[self.random.usize(..texts.len())].to_owned()
    }

    fn seed(&mut self) -> String {
        match self.random.u8(0..6) {
            0 => self.pick(&["0", "999999999", "1000000000", "", "000000001"]),
            _ => self.random.u32(0..1_000_000_000).to_string(),
        }
    }

    /// The way to the end if it was told, a walk of the gap, or tiles at random.
    fn slides(&mut self) -> String {
        if let Some((_, way)) = self.screen.split_once(" - slide ")
            && self.random.bool()
            && let Some((way, _)) = way.split_once('.')
        {
            return way.to_owned();
        }
        let mut tiles = match board_on(&self.screen) {
            Some(mut board) if self.random.u8(0..6) > 0 => self.walk(&mut board),
            _ => (0..self.random.usize(0..4)).map(|_| self.random.u8(0..17)).collect(),
        };
        if self.random.u8(0..5) == 0 {
            tiles.push(self.random.u8(0..17));
        }
        let gap = self.pick(&[" ", " ", " ", ",", "  ", ", "]);
        let words: Vec<String> = tiles.iter().map(u8::to_string).collect();
        words.join(&gap)
    }

    /// Slides tiles of `board` at random, and gives them.
    fn walk(&mut self, board: &mut Board) -> Vec<u8> {
        let count = self.random.usize(1..12);
        let step = |_| {
            let slides: Vec<u8> = board.slides().collect();
            let tile = slides[self.random.usize(..slides.len())];
            board.slide(tile);
            tile
        };
        (0..count).map(step).collect()
    }

    /// A board: near the solved one, in any order, or with something wrong.
    fn board(&mut self) -> String {
        let size = self.random.usize(3..=4);
        let mut board = Board::solved(size, size);
        let near = self.random.u8(0..4) == 0;
        if near {
            self.walk(&mut board);
        }
        let mut numbers = board.numbers().to_vec();
        if !near {
            self.random.shuffle(&mut numbers);
        }
        match self.random.u8(0..10) {
            0 => drop(numbers.pop()),
            1 => numbers.push(self.random.u8(0..18)),
            2 => numbers[0] = self.random.u8(0..18),
            _ => {}
        }
        let words: Vec<String> = numbers.iter().map(u8::to_string).collect();
        words.join(" ")
    }

    /// What nobody should type, and somebody will.
    fn noise(&mut self) -> String {
        self.pick(&[
            "",
            " ",
            "\t",
            ",",
            "x",
            "-1",
            "+1",
            "1.",
            "007",
            " 1 ",
            "1\t",
            "٣",
            "４",
            "é",
            "1 2 3",
            "\u{a0}",
            "1\r2",
            "\u{1b}[A",
            "8",
            "0",
            "999999999",
            "0000000001",
            "4 4 4",
            "null",
            "\\n",
            "1;2",
            "\"",
            "🧩",
            "e\u{301}",
            "NaN",
        ])
    }
}

/// The board drawn at the start of `screen`.
fn board_on(screen: &str) -> Option<Board> {
    let rows: Vec<&str> = screen.lines().filter_map(|line| line.strip_prefix('|')).collect();
    let cells = |row: &&str| {
        let cells = row.trim_end_matches('|').as_bytes().chunks(4).map(|cell| {
            let digits = cell.iter().filter(|byte| byte.is_ascii_digit());
            digits.fold(0, |number, digit| 10 * number + (digit - b'0'))
        });
        cells.collect::<Vec<u8>>()
    };
    let numbers: Vec<u8> = rows.iter().flat_map(cells).collect();
    Board::new(rows.len(), rows.len(), &numbers).ok()
}

/// Makes a failing session as small as it gets: first whole lines go, then parts of lines (delta
/// debugging, after Zeller & Hildebrandt, 2002). `fails` says whether a session still fails.
///
/// ```
/// use sliding_puzzle::kit::fuzz::shrunk;
///
/// let small = shrunk("6\n1\n4 7 4\n6\n7\n", |session| session.contains('4'));
/// assert_eq!(small, "4\n");
/// ```
pub fn shrunk(session: &str, mut fails: impl FnMut(&str) -> bool) -> String {
    let mut lines: Vec<String> = session.lines().map(str::to_owned).collect();
    loop {
        let before = lines.clone();
        lines = minimal(lines, &mut |lines| fails(&text_of(lines)));
        for place in 0..lines.len() {
            let characters: Vec<char> = lines[place].chars().collect();
            let mut changed = lines.clone();
            let smaller = minimal(characters, &mut |characters| {
                changed[place] = characters.iter().collect();
                fails(&text_of(&changed))
            });
            lines[place] = smaller.into_iter().collect();
        }
        if lines == before {
            return text_of(&lines);
        }
    }
}

fn text_of(lines: &[String]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// Leaves out as many items as it can while the rest still fails.
fn minimal<T: Clone>(mut items: Vec<T>, fails: &mut impl FnMut(&[T]) -> bool) -> Vec<T> {
    let mut size = items.len().div_ceil(2);
    while size > 0 {
        let mut start = 0;
        while start < items.len() {
            let end = items.len().min(start + size);
            let rest = [&items[..start], &items[end..]].concat();
            if fails(&rest) {
                items = rest;
            } else {
                start = end;
            }
        }
        size = if size == 1 { 0 } else { size.div_ceil(2) };
    }
    items
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transcript::replay;

    #[test]
    fn sessions_reach_every_message() {
        let screens: String = (0..500)
            .map(|number| replay(&p054::play, &session(1, number)).screen().to_owned())
            .collect();
        for message in [
            "Bye.",
            "Pick a number from 1 to 7.",
            "Cancelled.",
            "Slid 2, then stopped: ",
            " is not beside the gap.",
            "Solved in ",
            "The board is solved.",
            "The board is solved - start",
            "Only a 3 x 3 board can be searched",
            "The fewest moves from here: ",
            ": from here the board can be solved in ",
            "Type a number from 3 to 4.",
            "Type a number from 0 to 999999999.",
            "A shuffled 3 x 3 board, seed ",
            "A shuffled 4 x 4 board, seed ",
            "Type 9 numbers for 3 x 3 or 16 for 4 x 4.",
            "Use each number from 0 to 8 once.",
            "Use each number from 0 to 15 once.",
            "That board can be solved.",
            "That board cannot be solved: it has ",
            "That board cannot be solved: its ",
        ] {
            assert!(screens.contains(message), "{message}");
        }
    }

    #[test]
    fn a_drawn_board_is_read_back() {
        for board in [Board::solved(3, 3), Board::solved(4, 4)] {
            assert_eq!(board_on(&board.to_string()), Some(board));
        }
        assert_eq!(board_on("no board"), None);
    }
}
