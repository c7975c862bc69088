//! The speeds that the README tells: `cargo bench`.

use sliding_puzzle::{board::Board, programs::p054, search::both_ends, transcript::replay};

fn main() {
    divan::main();
}

/// A whole recorded session, typed lines in, transcript out.
#[divan::bench(args = ["bad-input", "basic"])]
fn replay_session(bencher: divan::Bencher, name: &str) {
    let path = format!("{}/spec/p054/{name}.in", env!("CARGO_MANIFEST_DIR"));
    let input = std::fs::read_to_string(path).expect("a recorded session");
    bencher.bench(|| replay(&p054::play, divan::black_box(&input)));
}

/// The two 3 x 3 boards that need 31 moves, the most of all.
#[divan::bench(args = [[8, 6, 7, 2, 5, 4, 3, 0, 1], [6, 4, 7, 8, 5, 0, 3, 2, 1]])]
fn fewest_moves_of_31(bencher: divan::Bencher, numbers: [u8; 9]) {
    let board = Board::new(3, 3, &numbers).expect("a board");
    assert_eq!(both_ends::fewest_moves(&board).len(), 31);
    bencher.bench(|| both_ends::fewest_moves(divan::black_box(&board)));
}
