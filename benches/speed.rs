//! The speeds that the README tells: `cargo bench --bench speed`.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use divan::{Bencher, black_box};
use sliding_puzzle::board::Board;
use sliding_puzzle::kit::case::{CaseFiles, Folders};
use sliding_puzzle::kit::specification::Specification;
use sliding_puzzle::programs::p054;
use sliding_puzzle::search::both_ends;
use sliding_puzzle::transcript::replay;
use tempfile::TempDir;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
const COMMAND: &str = env!("CARGO_BIN_EXE_sliding-puzzle");

fn main() {
    divan::main();
}

/// A whole recorded session in process, typed lines in, transcript out.
#[divan::bench(args = ["bad-input", "basic"])]
fn replay_session(bencher: Bencher, name: &str) {
    let input = fs::read_to_string(session(name)).expect("a recorded session");
    bencher.bench(|| replay(&p054::play, black_box(&input)));
}

fn session(name: &str) -> PathBuf {
    Path::new(ROOT).join(format!("spec/p054/{name}.in"))
}

/// The hint on the two 3 x 3 boards that need 31 moves, the most of all.
#[divan::bench(args = [[8, 6, 7, 2, 5, 4, 3, 0, 1], [6, 4, 7, 8, 5, 0, 3, 2, 1]])]
fn fewest_moves_of_31(bencher: Bencher, numbers: [u8; 9]) {
    let board = Board::new(3, 3, &numbers).expect("a board");
    assert_eq!(both_ends::fewest_moves(&board).len(), 31);
    bencher.bench(|| both_ends::fewest_moves(black_box(&board)));
}

/// `sliding-puzzle check` on 10,000 cases, as a whole process.
#[divan::bench(sample_count = 10)]
fn check_10_000_cases(bencher: Bencher) {
    let folder = ten_thousand_cases();
    bencher.bench(|| {
        let mut check = Command::new(COMMAND);
        check.arg("check").current_dir(folder.path()).stdout(Stdio::null());
        assert!(check.status().expect("the command runs").success());
    });
}

/// The project's cases again and again, in numbered folders.
fn ten_thousand_cases() -> TempDir {
    let copy = tempfile::tempdir().expect("a temporary folder");
    let from = Folders::new(Path::new(ROOT).join("spec"), None);
    let to = Folders::new(copy.path().join("spec"), None);
    let cases = Specification::read(&from).expect("cases").cases;
    for (i, case) in cases.iter().cycle().take(10_000).enumerate() {
        let name = case.name.replacen("p054/", &format!("p054/{}/", i / cases.len()), 1);
        copy_case(case.files().expect("a case in files"), &to.files(&name));
    }
    copy
}

fn copy_case(from: &CaseFiles, to: &CaseFiles) {
    for (from, to) in
        [(&from.input, &to.input), (&from.snapshot, &to.snapshot), (&from.screen, &to.screen)]
    {
        fs::create_dir_all(to.parent().expect("a folder")).expect("a folder");
        fs::copy(from, to).expect("a copy");
    }
}

/// `sliding-puzzle < spec/p054/basic.in` as a whole process, and a Rust program that does nothing.
#[divan::bench(args = ["basic", "nothing"])]
fn whole_process(bencher: Bencher, what: &str) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = if what == "nothing" { nothing(folder.path()) } else { COMMAND.into() };
    bencher.bench(|| {
        let input = File::open(session("basic")).expect("a recorded session");
        let mut process = Command::new(&program);
        process.stdin(input).stdout(Stdio::null());
        assert!(process.status().expect("the program runs").success());
    });
}

/// A program that does nothing, compiled into `folder`.
fn nothing(folder: &Path) -> PathBuf {
    let (source, program) = (folder.join("nothing.rs"), folder.join("nothing"));
    fs::write(&source, "fn main() {}").expect("a writable folder");
    let mut rustc = Command::new("rustc");
    rustc.arg("-O").arg("-o").arg(&program).arg(source);
    assert!(rustc.status().expect("rustc runs").success());
    program
}
