//! No text, however made, may panic, overflow the stack or hang the EML engine.

#[path = "eml/support/mod.rs"]
#[expect(dead_code, reason = "only the record is wanted here")]
mod support;

use std::time::{Duration, Instant};

use proptest::prelude::*;
use proptest::sample::{Index, select};
use sliding_puzzle::eml::{self, Limits, Source};
use sliding_puzzle::transcript::replay;

const TIGHT: Limits = Limits { steps: 100_000, depth: 100, bytes: 1 << 20, output: 1 << 16 };

/// Far more than any of these takes, on a busy machine and unoptimised.
const MOST: Duration = Duration::from_secs(10);

const PIECES: &[&str] = &[
    "def f(a, b):\n",
    "class A:\n",
    "if ",
    "elif ",
    "else:\n",
    "while ",
    "for x in ",
    "return ",
    "import main",
    "import other",
    "True",
    "False",
    "None",
    "and",
    "or",
    "not",
    "in",
    "not in",
    "\n",
    "\n    ",
    "\n        ",
    "\n\t",
    "\r\n",
    "    ",
    " ",
    "#",
    ":",
    ":\n",
    ":\n    ",
    ",",
    ".",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "[]",
    "{}",
    "[1:9]",
    "=> x",
    " => x\n",
    " => f.y\n",
    " => x[0]\n",
    "^0",
    " ^0\n",
    "==",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "+",
    "-",
    "*",
    "/",
    "%",
    "=",
    "0",
    "1",
    "2.5",
    "9223372036854775807",
    "99999999999999999999",
    "x",
    "y",
    "f",
    "A",
    "self",
    "f(x)",
    "f()",
    "A()",
    "A().y",
    "x.y",
    "x[0]",
    "x[1:]",
    "x[-1]",
    "len(x)",
    "str(x)",
    "int(x)",
    "input(\"> \")",
    "\"\"",
    "\"a\"",
    "\"é😀\"",
    "'",
    "\"",
    "\\",
    "\u{0}",
    "\u{feff}",
    "é",
    "x + [x] => x\n",
    "x + x => x\n",
    "[x, x] => x\n",
    "{x: x} => x\n",
    "x * 1000000 => x\n",
    "while True:\n    x + x => x\n",
    "def g(n):\n    return g(n)\n",
    "g(1)\n",
    "__init__",
];

/// Compiles and, if that succeeds, runs.
fn survive(text: &str) {
    let start = Instant::now();
    let other = Source { name: "other.eml", text: "1 => x\ndef f(a):\n    return a\n" };
    if let Ok(program) = eml::compile(&[Source { name: "main.eml", text }, other], "main.eml") {
        replay(&program.with_limits(TIGHT), "5\n1 2\n\nx\n");
    }
    assert!(start.elapsed() < MOST, "this took too long:\n{text}");
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2_000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn token_soup(pieces in prop::collection::vec(select(PIECES), 0..60)) {
        survive(&pieces.concat());
    }

    #[test]
    fn lines_of_soup(lines in prop::collection::vec(
        (0..4_usize, prop::collection::vec(select(PIECES), 1..6)), 0..20,
    )) {
        let text: String = lines
            .iter()
            .map(|(indent, pieces)| "    ".repeat(*indent) + &pieces.concat() + "\n")
            .collect();
        survive(&text);
    }

    #[test]
    fn any_text(text in any::<String>()) {
        survive(&text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 500,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// The record's modules, each with pieces cut out, doubled, or put in.
    #[test]
    fn mutated_record(
        module in any::<Index>(),
        cuts in prop::collection::vec((any::<Index>(), any::<Index>(), select(PIECES)), 1..4),
    ) {
        let Some(record) = support::find_record() else { return Ok(()) };
        let mut sources = support::sources(&record);
        let changed = module.index(sources.len());
        let mut text = sources[changed].text.to_owned();
        for (from, length, piece) in cuts {
            text = mutated(&text, from, length.index(40), piece);
        }
        sources[changed].text = &text;
        let start = Instant::now();
        if let Ok(program) = eml::compile(&sources, "main.eml") {
            replay(&program.with_limits(TIGHT), "5\n1 2 3 4 5 6 7 0 8\n2\n1\n8\n6\n7\n");
        }
        prop_assert!(start.elapsed() < MOST);
    }
}

/// Puts `piece` in place of `length` characters, or doubles these where it is a blank.
fn mutated(text: &str, from: Index, length: usize, piece: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    let from = from.index(characters.len() + 1);
    let to = (from + length).min(characters.len());
    let cut: String = characters[from..to].iter().collect();
    let put = if piece == " " { cut.repeat(2) } else { piece.to_owned() };
    let before: String = characters[..from].iter().collect();
    let after: String = characters[to..].iter().collect();
    before + &put + &after
}
