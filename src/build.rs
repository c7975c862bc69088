//! Puts the specification into the binary: every case under `spec/` with its screen.

use std::env;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

fn main() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo tells the folder"));
    let (spec, snapshots) = (root.join("spec"), root.join("snapshots"));
    println!("cargo::rerun-if-changed=src/build.rs");
    println!("cargo::rerun-if-changed={}", spec.display());
    println!("cargo::rerun-if-changed={}", snapshots.display());

    let mut names = Vec::new();
    names_below(&spec, &spec, &mut names);
    names.sort();
    let mut table = String::from("&[\n");
    for name in names {
        let screen = snapshots.join(format!("{name}.snap.screen"));
        // A case without screen is not finished; tests/spec.rs tells of it.
        if screen.exists() {
            let input = spec.join(format!("{name}.in"));
            let (input, screen) = (text(&input), text(&screen));
            let _ = writeln!(
                table,
                "({name:?}, include_bytes!({input:?}), include_bytes!({screen:?})),"
            );
        }
    }
    table.push_str("]\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo tells where to write"));
    fs::write(out.join("specification.rs"), table).expect("a writable folder");
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a project folder whose path is UTF-8")
}

/// The names of the cases below `folder`: their paths below `root`, with `/`, without `.in`.
fn names_below(root: &Path, folder: &Path, names: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("a folder of cases") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            names_below(root, &path, names);
        } else if path.extension().is_some_and(|ending| ending == "in") {
            let name = path.strip_prefix(root).expect("a path below").with_extension("");
            let parts: Option<Vec<_>> = name.iter().map(|part| part.to_str()).collect();
            names.extend(parts.map(|parts| parts.join("/")));
        }
    }
}
