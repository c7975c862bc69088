//! The house's own rules: each module opens with what it is, and arrows go one way.

use std::fs;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

/// What each room may use, besides itself. A room that is not named here is refused.
const ROOMS: &[(&str, &[&str])] = &[
    ("board", &[]),
    ("console", &[]),
    ("rng", &["board"]),
    ("stream", &["console"]),
    ("transcript", &["console"]),
    ("search", &["board"]),
    ("programs", &["board", "console", "rng", "search"]),
    ("kit", &["console", "transcript", "programs"]),
    ("cli", &["board", "console", "kit", "programs", "rng", "search", "stream", "transcript"]),
    ("main", &["cli"]),
    ("build", &[]),
];

#[test]
fn every_source_file_opens_with_what_it_is() {
    for path in sources() {
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("//! "), "{}: must open with `//! `", path.display());
    }
}

#[test]
fn arrows_go_one_way() {
    for path in sources() {
        let text = fs::read_to_string(&path).unwrap();
        let room = room_of(&path);
        if room == "lib" {
            continue; // names the rooms
        }
        let allowed = ROOMS.iter().find(|(name, _)| *name == room);
        let (_, allowed) = allowed.unwrap_or_else(|| panic!("no rule for the room `{room}`"));
        for used in rooms_used(&text) {
            let fine = used == room || allowed.contains(&used);
            assert!(fine, "{}: `{room}` must not use `{used}`", path.display());
        }
    }
}

/// Every source file of the library and the binary.
fn sources() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = WalkDir::new(root).sort_by_file_name().into_iter().map(|entry| entry.unwrap());
    files
        .map(walkdir::DirEntry::into_path)
        .filter(|p| p.extension().is_some_and(|e| e == "rs"))
        .collect()
}

/// The first name below `src/`, without its ending.
fn room_of(path: &Path) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let first = path.strip_prefix(root).unwrap().iter().next().unwrap().to_str().unwrap();
    first.trim_end_matches(".rs").to_owned()
}

/// The rooms that `text` names in paths from the crate's root, comments and doc examples aside.
fn rooms_used(text: &str) -> Vec<&str> {
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let paths = code.flat_map(|line| {
        line.split("crate::").skip(1).chain(line.split("sliding_puzzle::").skip(1))
    });
    paths
        .map(|path| path.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap())
        .collect()
}

#[test]
fn the_rule_sees_every_arrow() {
    let text =
        "use crate::kit::record;\n// crate::cli\nlet board = crate::board::Board::solved(3, 3);\n";
    assert_eq!(rooms_used(text), ["kit", "board"]);
    // Names in braces would not be seen, so they are no room's name: refused.
    assert_eq!(rooms_used("use crate::{board, kit};"), [""]);
}
