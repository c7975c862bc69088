//! The record's own program: on its sessions, and beside the built-in game.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use libtest_mimic::{Failed, Trial};
use serde_json::Value;
use sliding_puzzle::eml::{self, Limits, Source};
use sliding_puzzle::programs::p054;
use sliding_puzzle::transcript::replay;

/// How many made up sessions the two programs are compared on, and in how many trials.
const SESSIONS: u64 = 2_000;
const TRIALS: u64 = 20;

/// The trials that need the record; without one they are ignored, and their names say so.
pub fn record_trials() -> Vec<Trial> {
    let Some(record) = find_record() else {
        let missing = "record (not found: set SLIDING_PUZZLE_RECORD)";
        return vec![Trial::test(missing, || Ok(())).with_ignored_flag(true)];
    };
    let record = Arc::new(record);
    let mut trials = Vec::new();
    for session in record["sessions"].as_array().expect("sessions").clone() {
        let name = format!("record/session/{}", text(&session["name"]));
        let record = Arc::clone(&record);
        trials.push(Trial::test(name, move || check_session(&record, &session)));
    }
    for trial in 0..TRIALS {
        let record = Arc::clone(&record);
        let name = format!("record/agrees with the built-in game/{trial:02}");
        trials.push(Trial::test(name, move || check_agreement(&record, trial)));
    }
    let record = Arc::clone(&record);
    let name = "record/the hardest session stays a hundredfold below the limits";
    trials.push(Trial::test(name, move || check_limits(&record)));
    trials
}

/// Reads the record from where the variable says, or beside the repository.
pub fn find_record() -> Option<Value> {
    const BESIDE: &str = "shared/record/P054-sliding-puzzle.json";
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let named = std::env::var_os("SLIDING_PUZZLE_RECORD").map(PathBuf::from);
    let near = ["..", "../.."].map(|up| root.join(up).join(BESIDE));
    let path = named.into_iter().chain(near).find(|path| path.exists())?;
    let text = std::fs::read_to_string(path).expect("a readable record");
    Some(serde_json::from_str(&text).expect("a record in JSON"))
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

/// The record's modules.
pub fn sources(record: &Value) -> Vec<Source<'_>> {
    let modules = record["modules"].as_array().expect("modules").iter();
    modules
        .map(|module| Source { name: text(&module["name"]), text: text(&module["eml"]) })
        .collect()
}

fn program(record: &Value) -> eml::Program {
    eml::compile(&sources(record), text(&record["entry"])).expect("a program")
}

fn check_session(record: &Value, session: &Value) -> Result<(), Failed> {
    let transcript = replay(&program(record), text(&session["input"]));
    compare(transcript.screen(), text(&session["screen"]))
}

fn compare(actual: &str, expected: &str) -> Result<(), Failed> {
    if actual == expected {
        return Ok(());
    }
    let same = actual.lines().zip(expected.lines()).take_while(|(a, b)| a == b).count();
    let line = |text: &str| text.lines().nth(same).unwrap_or("(the end)").to_owned();
    let (number, actual, expected) = (same + 1, line(actual), line(expected));
    Err(format!("screen line {number} is {actual:?}, expected {expected:?}").into())
}

fn check_agreement(record: &Value, trial: u64) -> Result<(), Failed> {
    let program = program(record);
    for number in trial * SESSIONS / TRIALS..(trial + 1) * SESSIONS / TRIALS {
        let input = session(number);
        let game = replay(&p054::play, &input);
        let interpreted = replay(&program, &input);
        compare(interpreted.screen(), game.screen())
            .map_err(|failed| format!("session {number}: {failed:?}\ntyped:\n{input}"))?;
        if interpreted.ending() != game.ending() {
            let (a, b) = (interpreted.ending(), game.ending());
            return Err(format!("session {number} ended with {a:?}, expected {b:?}").into());
        }
    }
    Ok(())
}

/// Both boards of 31 moves, with a hundredth of each limit.
fn check_limits(record: &Value) -> Result<(), Failed> {
    let all = Limits::default();
    let hundredth = Limits {
        steps: all.steps / 100,
        depth: all.depth / 100,
        bytes: all.bytes / 100,
        output: all.output / 100,
    };
    let program = program(record).with_limits(hundredth);
    let input = "5\n8 6 7 2 5 4 3 0 1\n3\n5\n6 4 7 8 5 0 3 2 1\n3\n7\n";
    let transcript = replay(&program, input);
    compare(transcript.screen(), replay(&p054::play, input).screen())
}

/// Numbers that look random and are the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }

    fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        let index = usize::try_from(self.below(of.len() as u64)).expect("an index");
        of[index]
    }
}

/// A made up session: commands good and bad, boards typed and slid, and noise.
fn session(number: u64) -> String {
    let mut dice = Dice(number.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d);
    let mut typed = String::new();
    for _ in 0..3 + dice.below(12) {
        typed += &command(&mut dice);
    }
    // Some sessions end where the input does.
    if dice.below(4) > 0 {
        typed += "7\n";
    }
    typed
}

fn command(dice: &mut Dice) -> String {
    match dice.below(12) {
        0..=2 => format!("1\n{}\n", slides(dice)),
        3 if dice.below(6) == 0 => "3\n".to_owned(),
        3 | 4 => {
            let board = near_board(dice);
            format!("5\n{board}\n{}\n1\n{}\n", dice.pick(&["2", "3"]), slides(dice))
        }
        5 => format!("4\n{}\n{}\n", number(dice), dice.below(1_000_000_000)),
        6 => format!("4\n{}\n{}\n\n\n", number(dice), number(dice)),
        7 | 8 => format!("5\n{}\n", any_board(dice)),
        9 => "6\n".to_owned(),
        10 => {
            dice.pick(&["", "8", " 6 ", "\t6", "x", "66", "٣", "é", "5\n\n", "1\n\n"]).to_owned()
                + "\n"
        }
        _ => format!("{}\n", number(dice)),
    }
}

/// Words to slide: mostly tiles, which may or may not lie beside the gap.
fn slides(dice: &mut Dice) -> String {
    let words = (0..dice.below(9)).map(|_| match dice.below(8) {
        0 => number(dice),
        _ => (1 + dice.below(9)).to_string(),
    });
    let words: Vec<_> = words.collect();
    words.join(dice.pick(&[" ", ",", ", ", "  "]))
}

fn number(dice: &mut Dice) -> String {
    let odd = ["", " 3", "03", "-1", "1.5", "1e3", "999999999", "1234567890", "3x", "½", "３"];
    match dice.below(3) {
        0 => dice.pick(&odd).to_owned(),
        1 => dice.below(17).to_string(),
        _ => (3 + dice.below(2)).to_string(),
    }
}

/// The solved 3 x 3 board with a few slides made, so that solving it is quick.
fn near_board(dice: &mut Dice) -> String {
    let mut board = [1, 2, 3, 4, 5, 6, 7, 8, 0];
    for _ in 0..dice.below(25) {
        let gap = board.iter().position(|tile| *tile == 0).expect("a gap");
        let (row, column) = (gap / 3, gap % 3);
        let to = match dice.below(4) {
            0 if row > 0 => gap - 3,
            1 if row < 2 => gap + 3,
            2 if column > 0 => gap - 1,
            3 if column < 2 => gap + 1,
            _ => continue,
        };
        board.swap(gap, to);
    }
    join(&board, " ")
}

/// A shuffled board of either size, solvable or not, or one with something wrong.
fn any_board(dice: &mut Dice) -> String {
    let squares = [9, 16][usize::try_from(dice.below(2)).expect("an index")];
    let mut board: Vec<u64> = (0..squares).collect();
    for last in (1..board.len()).rev() {
        let other = usize::try_from(dice.below(last as u64 + 1)).expect("an index");
        board.swap(last, other);
    }
    match dice.below(8) {
        0 => board[0] = dice.below(20),
        1 => board.truncate(board.len() - 1),
        2 => board.push(dice.below(20)),
        3 => return join(&board, " ") + dice.pick(&["", " ", "x", ",,", " -1"]),
        _ => {}
    }
    join(&board, dice.pick(&[" ", ",", " , "]))
}

fn join(numbers: &[u64], gap: &str) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(gap)
}
