//! The speed of the EML engine on the record's own program.
//!
//! `cargo bench --bench eml` measures with divan; `cargo bench --bench eml -- --times 50` prints the
//! best of 50 times of each session in seconds, which is what `eml-vs-python.py` reads. Both need the
//! record: the file `SLIDING_PUZZLE_RECORD` names.

use std::time::Instant;

use sliding_puzzle::eml::{self, Source};
use sliding_puzzle::transcript::{Ending, replay};

fn main() {
    let mut arguments = std::env::args().skip_while(|argument| argument != "--times");
    match arguments.nth(1) {
        Some(runs) => print_times(runs.parse().expect("how many times")),
        None => divan::main(),
    }
}

const SESSIONS: [&str; 3] = ["basic", "bad-input", "both-31"];

/// Types and solves both 3 x 3 boards that need 31 moves.
const BOTH_31: &str = "5\n8 6 7 2 5 4 3 0 1\n3\n5\n6 4 7 8 5 0 3 2 1\n3\n7\n";

#[divan::bench(args = SESSIONS)]
fn run(bencher: divan::Bencher, name: &str) {
    let (program, input) = (program(), session(name));
    assert_eq!(replay(&program, &input).ending(), &Ending::Quit);
    bencher.bench_local(|| replay(&program, divan::black_box(&input)));
}

#[divan::bench]
fn compile(bencher: divan::Bencher) {
    let record = record();
    bencher.bench_local(|| compiled(divan::black_box(&record)));
}

fn print_times(runs: u32) {
    let program = program();
    for name in SESSIONS {
        let input = session(name);
        let times = (0..runs).map(|_| {
            let start = Instant::now();
            divan::black_box(replay(&program, &input));
            start.elapsed()
        });
        println!("{name} {:.9}", times.min().expect("at least one run").as_secs_f64());
    }
}

fn record() -> serde_json::Value {
    let path = std::env::var("SLIDING_PUZZLE_RECORD").expect("SLIDING_PUZZLE_RECORD, a record");
    let text = std::fs::read_to_string(path).expect("the record");
    serde_json::from_str(&text).expect("a record in JSON")
}

fn compiled(record: &serde_json::Value) -> eml::Program {
    let modules = record["modules"].as_array().expect("modules");
    let text = |value: &'static str| move |module: &'_ serde_json::Value| module[value].clone();
    let parts: Vec<_> =
        modules.iter().map(|module| (text("name")(module), text("eml")(module))).collect();
    let sources: Vec<_> = parts
        .iter()
        .map(|(name, text)| Source {
            name: name.as_str().expect("a name"),
            text: text.as_str().expect("a text"),
        })
        .collect();
    eml::compile(&sources, record["entry"].as_str().expect("an entry")).expect("a program")
}

fn program() -> eml::Program {
    compiled(&record())
}

fn session(name: &str) -> String {
    if name == "both-31" {
        return BOTH_31.to_owned();
    }
    let path = format!("{}/spec/p054/{name}.in", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).expect("a recorded session")
}
