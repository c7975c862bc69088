//! The searches against what is published, and against each other; and the filter that answers.

#![expect(clippy::cast_possible_truncation, reason = "squares and numbers are few")]

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use proptest::prelude::*;
use sliding_puzzle::board::Board;
use sliding_puzzle::programs::fifteen::passes_spencers_test;
use sliding_puzzle::programs::solve::parse;
use sliding_puzzle::rng::{Rng, shuffled};
use sliding_puzzle::search::a_star::{AStar, manhattan_distance};
use sliding_puzzle::search::batch::{Batch, Slide, SlideSets, offsets};
use sliding_puzzle::search::deltas::{self, Deltas};
use sliding_puzzle::search::ida_star::{self, Guide, Halted, Request, Wanted};
use sliding_puzzle::search::patterns::{Additive, Patterns};
use sliding_puzzle::search::table::table;
use sliding_puzzle::search::walking_distance::WalkingDistance;
use sliding_puzzle::search::{distance, fewest_moves, solves};

/// Boards of 60 of Korf's 100 (1985), each with its distance.
const KORF: &str = include_str!("boards/korf-4x4.txt");
/// Boards that need 80 moves, the most of all.
const HARDEST: &str = include_str!("boards/hardest-4x4.txt");
/// How many boards of a size lie at each distance from the solved one.
const DISTANCES: &str = include_str!("boards/distances.txt");

/// The boards of a file, each with its distance.
fn published(text: &str) -> impl Iterator<Item = (Board, usize)> {
    text.lines().map(|line| {
        let (board, distance) = line.split_once('\t').unwrap();
        (parse(board, None).unwrap().unwrap(), distance.parse().unwrap())
    })
}

/// The published counts for a size.
fn counts(size: &str) -> Vec<usize> {
    let line = DISTANCES.lines().find(|line| line.starts_with(size)).unwrap();
    let (_, counts) = line.split_once(": ").unwrap();
    counts.split(' ').map(|count| count.parse().unwrap()).collect()
}

/// Every order of the numbers of a board.
fn all_boards(rows: usize, columns: usize) -> Vec<Board> {
    let mut orders = vec![vec![]];
    for number in 0..rows * columns {
        orders = orders
            .iter()
            .flat_map(|order: &Vec<u8>| {
                (0..=order.len()).map(move |place| {
                    let mut order = order.clone();
                    order.insert(place, number as u8);
                    order
                })
            })
            .collect();
    }
    orders.iter().map(|order| Board::new(rows, columns, order).unwrap()).collect()
}

/// The boards up to that distance from the solved one, each with its distance.
fn nearest(rows: usize, columns: usize, farthest: usize) -> HashMap<Board, usize> {
    let mut distances = HashMap::from([(Board::solved(rows, columns), 0)]);
    let mut front = vec![Board::solved(rows, columns)];
    for distance in 1..=farthest {
        let mut next = Vec::new();
        for board in front {
            for tile in board.slides() {
                let mut beside = board;
                beside.slide(tile);
                if let Entry::Vacant(entry) = distances.entry(beside) {
                    entry.insert(distance);
                    next.push(beside);
                }
            }
        }
        front = next;
    }
    distances
}

/// The plainest guide, for boards of every size.
struct Manhattan {
    board: Board,
}

impl Guide for Manhattan {
    type Mark = ();
    type Notes = ();

    fn start(&self) -> ((), [u8; 2]) {
        ((), [manhattan_distance(&self.board) as u8, 0])
    }

    fn lessening(&self, batch: &Batch<()>, place: usize, (): &()) -> SlideSets {
        let columns = self.board.columns();
        batch.lessening(place, columns, |(), Slide { from, gap, tile, .. }| {
            let gap = usize::from(gap);
            let from = gap.wrapping_add(offsets(columns)[usize::from(from)]);
            let far = |square: usize| {
                let home = usize::from(tile) - 1;
                (square / columns).abs_diff(home / columns)
                    + (square % columns).abs_diff(home % columns)
            };
            [far(gap) < far(from), true]
        })
    }

    fn make(&self, _: &Batch<()>, _: Slide, (): &(), (): &mut ()) {}
}

fn by_manhattan(board: &Board, threads: usize) -> Vec<u8> {
    found(board, &Manhattan { board: *board }, threads)
}

fn found(board: &Board, guide: &impl Guide, threads: usize) -> Vec<u8> {
    wanted(Wanted::First, board, guide, threads)
}

fn wanted(wanted: Wanted, board: &Board, guide: &impl Guide, threads: usize) -> Vec<u8> {
    let request = Request { wanted, threads, ..Request::default() };
    ida_star::fewest_moves(board, guide, request).unwrap()
}

#[test]
fn tables_have_the_published_counts() {
    for (rows, columns) in [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3)] {
        assert_eq!(table(rows, columns).counts(), counts(&format!("{rows} x {columns}:")));
    }
    assert_eq!(table(4, 2).counts(), counts("2 x 4:"));
}

#[test]
fn exactly_the_solvable_half_is_in_the_table() {
    for (rows, columns, half) in [(2, 3, 360), (3, 2, 360), (3, 3, 181_440)] {
        let solvable = |board: &&Board| board.is_solvable();
        let boards = all_boards(rows, columns);
        assert_eq!(boards.iter().filter(solvable).count(), half);
        for board in boards {
            assert_eq!(table(rows, columns).distance(&board).is_some(), board.is_solvable());
        }
    }
}

#[test]
fn every_answer_of_a_table_is_as_long_as_it_says_and_solves() {
    for (rows, columns) in [(2, 2), (2, 3), (3, 2), (3, 3)] {
        for board in all_boards(rows, columns) {
            let way = fewest_moves(&board, 1);
            assert_eq!(way.is_some(), board.is_solvable());
            if let Some(way) = way {
                assert_eq!(Some(way.len()), table(rows, columns).distance(&board).map(usize::from));
                assert!(solves(&way, board));
            }
        }
    }
}

#[test]
fn deepening_finds_the_ways_of_the_table() {
    let mut rng = Rng::new(5);
    let small = all_boards(2, 3).into_iter().chain(all_boards(2, 2));
    let random: Vec<_> = (0..2000).map(|_| shuffled(3, 3, &mut rng)).collect();
    for board in small.chain(random).filter(Board::is_solvable) {
        let way = by_manhattan(&board, 1);
        assert_eq!(fewest_moves(&board, 1).as_ref(), Some(&way), "{board:?}");
        let any = wanted(Wanted::Any, &board, &Manhattan { board }, 1);
        assert_eq!(any.len(), way.len(), "{board:?}");
        assert!(solves(&any, board));
    }
}

#[test]
fn boards_near_the_goal_have_their_distance() {
    for (rows, columns, farthest) in [(3, 4, 9), (4, 3, 9), (4, 4, 8)] {
        let patterns = Patterns::new(rows, columns);
        for (board, moves) in nearest(rows, columns, farthest) {
            assert_eq!(fewest_moves(&board, 1).unwrap().len(), moves, "{board:?}");
            assert_eq!(distance(&board, 1), Some(moves), "{board:?}");
            assert!(usize::from(Additive::<1>::new(&patterns, &board, 1).estimate()) <= moves);
        }
    }
}

#[test]
fn the_first_counts_of_four_by_four_are_the_published_ones() {
    let mut found = vec![0; 13];
    for distance in nearest(4, 4, 12).values() {
        found[*distance] += 1;
    }
    assert_eq!(found, counts("4 x 4")[..13]);
}

#[test]
fn three_by_four_and_its_transposed_size_agree() {
    let mut rng = Rng::new(12);
    for _ in 0..5 {
        let board = shuffled(3, 4, &mut rng);
        let way = fewest_moves(&board, 1).unwrap();
        assert_eq!(fewest_moves(&board, 2).as_ref(), Some(&way));
        assert_eq!(fewest_moves(&transposed(&board), 1).unwrap().len(), way.len());
    }
}

/// The board with rows and columns, and so every tile's home, exchanged.
fn transposed(board: &Board) -> Board {
    let (rows, columns) = (board.rows(), board.columns());
    let exchanged = |square: usize| square % columns * rows + square / columns;
    let mut numbers = vec![0; rows * columns];
    for (square, number) in board.numbers().iter().enumerate().filter(|(_, n)| **n != 0) {
        numbers[exchanged(square)] = exchanged(usize::from(*number) - 1) as u8 + 1;
    }
    Board::new(columns, rows, &numbers).unwrap()
}

/// Unoptimised, the easier of Korf's boards are enough; `cargo test --release` takes all.
#[test]
fn korfs_boards_have_their_distance() {
    let farthest = if cfg!(debug_assertions) { 48 } else { 80 };
    for (board, moves) in published(KORF).filter(|(_, moves)| *moves <= farthest) {
        let way = fewest_moves(&board, 1).unwrap();
        assert_eq!(way.len(), moves, "{board:?}");
        assert_eq!(fewest_moves(&board, 2), Some(way), "another number of threads");
        let lengths = [1, 2].map(|threads| distance(&board, threads));
        assert_eq!(lengths, [Some(moves); 2], "{board:?}");
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes long unoptimised: cargo test --release")]
fn the_hardest_boards_need_80_moves() {
    for (board, moves) in published(HARDEST) {
        assert_eq!(fewest_moves(&board, 2).unwrap().len(), moves, "{board:?}");
        assert_eq!(distance(&board, 2), Some(moves), "{board:?}");
    }
}

#[test]
fn every_guide_finds_the_same_way() {
    let (deltas, patterns) = (deltas::databases(2), Patterns::new(4, 4));
    for (board, distance) in published(KORF).filter(|(_, distance)| *distance <= 44) {
        let walked = found(&board, &WalkingDistance::new(&board), 1);
        assert_eq!(walked, found(&board, &Deltas::new(deltas, &board), 1));
        assert_eq!(walked, found(&board, &Additive::<2>::new(&patterns, &board, 1), 2));
        assert_eq!(walked.len(), distance);
        for threads in [1, 2] {
            let guide = Additive::<1>::new(&patterns, &board, 1);
            assert_eq!(wanted(Wanted::Any, &board, &guide, threads).len(), distance);
        }
    }
}

/// A way of more moves than a search keeps.
#[test]
fn long_ways_are_the_first_of_their_length_too() {
    let board = Board::new(3, 4, &[0, 11, 10, 9, 8, 7, 6, 5, 4, 3, 1, 2]).unwrap();
    let way = fewest_moves(&board, 1).unwrap();
    assert!(way.len() > 32);
    // The rest of a first way is the first way of the board that it comes to.
    let mut on = board;
    for (i, tile) in way.iter().enumerate() {
        assert!(on.slide(*tile));
        assert_eq!(fewest_moves(&on, 1).unwrap(), way[i + 1..]);
    }
}

#[test]
fn a_search_can_be_halted_and_goes_on() {
    let (board, distance) = published(KORF).next().unwrap();
    let guide = WalkingDistance::new(&board);
    let at_once = Request { halt: &|_| true, ..Request::default() };
    let Err(Halted(at_least)) = ida_star::fewest_moves(&board, &guide, at_once) else {
        panic!("a search that was not halted");
    };
    assert!(guide.estimate() <= at_least && usize::from(at_least) <= distance);
    let patterns = Patterns::new(4, 4);
    let guide = Additive::<2>::new(&patterns, &board, 2);
    let request = Request { at_least, threads: 2, ..Request::default() };
    let way = ida_star::fewest_moves(&board, &guide, request).unwrap();
    assert_eq!(Some(way), fewest_moves(&board, 1));
}

#[test]
fn bounds_change_by_one_on_every_slide_and_never_exceed_the_walk() {
    let mut all = vec![Patterns::new(4, 4)];
    // The large ones take long to build unoptimised.
    all.extend((!cfg!(debug_assertions)).then(Patterns::large));
    for patterns in all {
        let mut rng = Rng::new(80);
        for _ in 0..20 {
            let mut board = Board::solved(4, 4);
            let mut bounds = [0; 4];
            for length in 1..=60 {
                let slides: Vec<u8> = board.slides().collect();
                assert!(board.slide(slides[rng.below(slides.len())]));
                let new = [
                    Additive::<1>::new(&patterns, &board, 2).estimate(),
                    Additive::<2>::new(&patterns, &board, 2).estimate(),
                    WalkingDistance::new(&board).estimate(),
                    Deltas::new(deltas::databases(1), &board).estimate(),
                ];
                for (old, new) in bounds.into_iter().zip(new) {
                    assert_eq!(u8::abs_diff(old, new), 1, "{board:?}");
                    assert!(new <= length, "{board:?}");
                }
                assert!(new[1] >= new[0]);
                bounds = new;
            }
        }
    }
}

#[test]
fn a_star_steps_back_as_it_went() {
    let board = Board::new(3, 3, &[8, 1, 3, 4, 0, 2, 7, 6, 5]).unwrap();
    let (mut search, mut seen) = (AStar::new(&board), vec![]);
    while !search.state().board.is_solved() {
        seen.push((search.state().board, search.waiting(), search.way()));
        assert!(search.step());
    }
    assert_eq!(Some(search.way().len()), fewest_moves(&board, 1).map(|way| way.len()));
    while let Some(state) = seen.pop() {
        assert!(search.back());
        assert_eq!((search.state().board, search.waiting(), search.way()), state);
    }
    assert!(!search.back());
}

proptest! {
    #[test]
    fn spencers_test_is_the_parity_rule(
        numbers in Just((0..16).collect::<Vec<u8>>()).prop_shuffle()
    ) {
        let board = Board::new(4, 4, &numbers).unwrap();
        prop_assert_eq!(passes_spencers_test(&board), board.is_solvable());
    }

    #[test]
    fn any_line_is_a_board_or_refused(line in r"[\[\]() ,0-9\-x\u{a0}]{0,40}") {
        if let Ok(Some(board)) = parse(&line, None) {
            let digits = |text: &str| text.replace(|c: char| !c.is_ascii_digit(), "");
            let numbers: String = board.numbers().iter().map(u8::to_string).collect();
            prop_assert!(digits(&line).len() >= numbers.len());
        }
    }
}

fn solve(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sliding-puzzle"));
    command.arg("solve").args(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

#[test]
fn both_ends_of_a_pipe_talk_line_by_line() {
    for jobs in ["1", "2"] {
        let mut filter = solve(&["--jobs", jobs]).spawn().unwrap();
        let mut typed = filter.stdin.take().unwrap();
        let mut answers = BufReader::new(filter.stdout.take().unwrap()).lines();
        for (board, answer) in [("1 2 3 4 0 5", "1"), ("# pass\n1 2 3 5 4 0", "-1")] {
            writeln!(typed, "{board}").unwrap();
            assert_eq!(answers.next().unwrap().unwrap(), answer);
        }
        drop(typed);
        assert!(answers.next().is_none());
        assert!(filter.wait().unwrap().success());
    }
}

#[test]
fn jobs_keep_the_order_and_errors_their_line() {
    let boards = ["1 2 3 4 0 5", "no board", "", "2 1 0 3", "1 2 3 0"].join("\n");
    for jobs in ["1", "3"] {
        let mut filter = solve(&["--jobs", jobs, "--moves"]).spawn().unwrap();
        filter.stdin.take().unwrap().write_all(boards.as_bytes()).unwrap();
        let output = filter.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let answers = "1 5\nerror: unexpected `n`, expected a board\n-1\n0\n";
        assert_eq!(String::from_utf8(output.stdout).unwrap(), answers);
        let reasons = "sliding-puzzle: line 2: unexpected `n`, expected a board\n";
        assert_eq!(String::from_utf8(output.stderr).unwrap(), reasons);
    }
}

#[test]
fn lines_that_are_no_text_or_too_long_are_answered_in_place() {
    let mut lines = b"1 2 3 0\n1\xff\n# \xff\n".to_vec();
    lines.extend(std::iter::repeat_n(b' ', 1 << 21));
    lines.extend_from_slice(b"\n1 2 0 3\n");
    for jobs in ["1", "3"] {
        let mut filter = solve(&["--jobs", jobs]).spawn().unwrap();
        filter.stdin.take().unwrap().write_all(&lines).unwrap();
        let output = filter.wait_with_output().unwrap();
        let answers = "0\nerror: not UTF-8 at byte 2\nerror: longer than 1048576 bytes\n1\n";
        assert_eq!(String::from_utf8(output.stdout).unwrap(), answers);
        let reasons = String::from_utf8(output.stderr).unwrap();
        assert!(reasons.contains("line 2: not UTF-8") && reasons.contains("line 4: longer"));
        assert_eq!(output.status.code(), Some(2));
    }
}

#[test]
fn an_answer_does_not_wait_for_the_board_behind_it() {
    let (hardest, _) = HARDEST.split_once('\t').unwrap();
    for jobs in ["1", "2"] {
        let mut filter = solve(&["--jobs", jobs]).spawn().unwrap();
        let boards = format!("1 2 3 4 0 5\n{hardest}\n1 2 3 0\n");
        filter.stdin.take().unwrap().write_all(boards.as_bytes()).unwrap();
        let mut answers = BufReader::new(filter.stdout.take().unwrap()).lines();
        assert_eq!(answers.next().unwrap().unwrap(), "1");
        // The hardest board takes seconds, and the answer came before.
        assert!(filter.try_wait().unwrap().is_none());
        filter.kill().unwrap();
        assert!(answers.next().is_none());
    }
}

#[test]
fn a_million_boards_are_answered() {
    const COUNT: usize = 1_000_000;
    let mut filter = solve(&[]).spawn().unwrap();
    let mut typed = filter.stdin.take().unwrap();
    let boards = "1 2 3 4 5 6 7 0 8\n".repeat(COUNT);
    let typing = std::thread::spawn(move || typed.write_all(boards.as_bytes()));
    let output = filter.wait_with_output().unwrap();
    typing.join().unwrap().unwrap();
    assert!(output.status.success() && output.stdout == "1\n".repeat(COUNT).as_bytes());
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_long_search_and_loses_no_answer() {
    use std::os::unix::process::ExitStatusExt;
    let (hardest, _) = HARDEST.split_once('\t').unwrap();
    let mut filter = solve(&[]).spawn().unwrap();
    write!(filter.stdin.take().unwrap(), "1 2 3 4 0 5\n{hardest}\n").unwrap();
    let mut answers = BufReader::new(filter.stdout.take().unwrap()).lines();
    assert_eq!(answers.next().unwrap().unwrap(), "1");
    let id = filter.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    assert!(answers.next().is_none());
    assert_eq!(filter.wait().unwrap().signal(), Some(2));
}

#[test]
fn boards_may_be_arguments() {
    let output = solve(&["--rows", "3", "1 2 3 4 0 5", "(1, 2, 3, 4, 5, 0)"]).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "1\n0\n");
    assert!(output.status.success());
}

#[test]
fn a_reader_that_goes_away_ends_the_filter_quietly() {
    let mut filter = solve(&[]).spawn().unwrap();
    drop(filter.stdout.take());
    let mut typed = filter.stdin.take().unwrap();
    // Ends when the filter does.
    while writeln!(typed, "1 2 3 4 0 5").is_ok() {}
    let output = filter.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty());
}

#[test]
fn a_reader_that_goes_away_leaves_the_status_of_an_error() {
    let mut filter = solve(&[]).stderr(Stdio::null()).spawn().unwrap();
    drop(filter.stdout.take());
    let mut typed = filter.stdin.take().unwrap();
    while writeln!(typed, "no board").is_ok() {}
    assert_eq!(filter.wait().unwrap().code(), Some(2));
}

#[test]
fn numbers_of_jobs_and_threads_have_a_limit() {
    for option in ["--jobs", "--threads"] {
        let output = solve(&[option, "65", "1 2 3 0"]).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8(output.stderr).unwrap().contains("64 are the most"));
    }
}
