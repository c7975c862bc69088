//! The speeds of the searches: `cargo bench --bench search`, after which it prints how they
//! compare with what is aimed for.
//!
//! Whole processes are measured, start and all, since that is what a user waits for: each figure
//! is the least of some runs, beside the median, which a busy machine raises more. The ratio is the
//! median's to what is aimed for.

#![expect(clippy::cast_precision_loss, reason = "a file has few lines")]

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use sliding_puzzle::board::Board;
use sliding_puzzle::rng::{Rng, random_order};
use sliding_puzzle::search::table::Table;

const KORF: &str = include_str!("../tests/boards/korf-4x4.txt");
const HARDEST: &str = include_str!("../tests/boards/hardest-4x4.txt");

fn main() {
    let korf = boards(KORF);
    let per_hundred = 100.0 / korf.lines().count() as f64;
    println!("{:40} {:>10} {:>10} {:>10} {:>6}", "", "least", "median", "aim", "ratio");
    report(
        "100 of Korf's boards, one thread",
        1.0,
        per_hundred,
        &solves(&["--threads", "1"], &korf, 15),
    );
    report(
        "100 of Korf's boards, two jobs",
        0.55,
        per_hundred,
        &solves(&["--jobs", "2"], &korf, 15),
    );
    report("a random board, cold", 0.060, 1.0, &random_boards());
    for board in boards(HARDEST).lines() {
        report(&format!("80 moves: {board:.20}..."), 5.0, 1.0, &solves(&[], board, 1));
    }
    report("every board of 3 x 3", 0.15, 1.0, &solves(&[], &every_board(), 9));
    let table = (0..20).map(|_| timed(|| drop(Table::new(3, 3)))).collect::<Vec<_>>();
    report("the table of 3 x 3", 0.0035, 1.0, &table);
}

/// The boards of a file, without their distances.
fn boards(text: &str) -> String {
    text.lines().map(|line| line.split('\t').next().unwrap_or(line).to_owned() + "\n").collect()
}

/// All 181,440 boards that can be solved, as lines.
fn every_board() -> String {
    let boards = (0..362_880).map(|number| {
        let (mut rest, mut left) = (number, (0..9).collect::<Vec<u8>>());
        let numbers = (1..=9).rev().map(|count| {
            let next = left.remove(rest % count);
            rest /= count;
            next
        });
        Board::new(3, 3, &numbers.collect::<Vec<_>>()).expect("a board")
    });
    boards.filter(Board::is_solvable).map(|board| line(&board)).collect()
}

fn line(board: &Board) -> String {
    board.numbers().iter().map(|number| format!("{number} ")).collect::<String>() + "\n"
}

fn random_boards() -> Vec<Duration> {
    let mut rng = Rng::new(15);
    let mut boards =
        (0..).map(|_| Board::new(4, 4, &random_order(4, 4, &mut rng)).expect("a board"));
    let solvable = boards.by_ref().filter(Board::is_solvable).take(30);
    solvable.flat_map(|board| solves(&[], &line(&board), 1)).collect()
}

/// How long the filter takes for these lines.
fn solves(arguments: &[&str], lines: &str, runs: usize) -> Vec<Duration> {
    (0..runs).map(|_| timed(|| solve(arguments, lines))).collect()
}

fn solve(arguments: &[&str], lines: &str) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sliding-puzzle"));
    command.arg("solve").args(arguments).stdin(Stdio::piped()).stdout(Stdio::null());
    let mut filter = command.spawn().expect("the program");
    filter.stdin.take().expect("a pipe").write_all(lines.as_bytes()).expect("a reader");
    assert!(filter.wait().expect("an end").success());
}

fn timed(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

/// Prints a line: the least and the median of `times`, times `factor`, and their ratio to `aim`.
fn report(what: &str, aim: f64, factor: f64, times: &[Duration]) {
    let mut seconds: Vec<f64> = times.iter().map(|time| time.as_secs_f64() * factor).collect();
    seconds.sort_by(f64::total_cmp);
    let (least, median) = (seconds[0], seconds[seconds.len() / 2]);
    let ratio = median / aim;
    println!("{what:40} {least:8.4} s {median:8.4} s {aim:8.4} s {ratio:6.2}");
}
