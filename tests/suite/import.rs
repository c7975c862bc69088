//! `import` writes what was recorded; and the record in `sessions/` against the cases.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use walkdir::WalkDir;

use crate::{Folder, ROOT, run, told};

/// A folder with a record of one session in it.
fn record_of(name: &str, input: &str) -> Folder {
    let folder = Folder::empty();
    let session = json!({"name": name, "input": input, "screen": "any screen \n\n"});
    folder
        .write("record.json", json!({"id": "P054", "sessions": [session]}).to_string().as_bytes());
    folder
}

#[test]
fn a_record_in_sessions_is_what_the_cases_are() {
    let sessions = Path::new(ROOT).join("sessions");
    let records: Vec<_> =
        fs::read_dir(sessions).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(!records.is_empty());
    for path in records {
        let record: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        let folder = Folder::empty();
        let output = folder.run(&["import", path.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(0), "{}", told(&output));
        // From the record to the files: the same files with the same bytes stand here.
        let mut count = 0;
        for entry in WalkDir::new(folder.path()) {
            let entry = entry.unwrap();
            if entry.file_type().is_file() {
                let name = entry.path().strip_prefix(folder.path()).unwrap();
                let here = fs::read(Path::new(ROOT).join(name)).unwrap();
                assert_eq!(fs::read(entry.path()).unwrap(), here, "{}", name.display());
                count += 1;
            }
        }
        // From the files to the record: they hold every session, and nothing else was written.
        let program = record["id"].as_str().unwrap().to_lowercase();
        let sessions = record["sessions"].as_array().unwrap();
        assert_eq!(count, 3 * sessions.len());
        for session in sessions {
            let read = |folder: &str, ending: &str| {
                let name = session["name"].as_str().unwrap();
                fs::read(format!("{ROOT}/{folder}/{program}/{name}{ending}")).unwrap()
            };
            assert_eq!(read("spec", ".in"), session["input"].as_str().unwrap().as_bytes());
            let screen = read("snapshots", ".snap.screen");
            assert_eq!(screen, session["screen"].as_str().unwrap().as_bytes());
        }
    }
}

#[test]
fn the_screen_is_the_records_and_not_the_games() {
    let folder = record_of("one", "7\n");
    insta::assert_snapshot!(told(&folder.run(&["import", "record.json"])), @"
    status 0
    --- stdout
    wrote     spec/p054/one.in
    wrote     snapshots/p054/one.snap
    wrote     snapshots/p054/one.snap.screen
    --- stderr
    ");
    assert_eq!(folder.read("spec/p054/one.in"), b"7\n");
    assert_eq!(folder.read("snapshots/p054/one.snap.screen"), b"any screen \n\n");
    let again = told(&folder.run(&["import", "record.json"]));
    assert!(again.contains("unchanged spec/p054/one.in"), "{again}");
}

#[test]
fn a_different_file_is_kept_unless_forced() {
    let folder = record_of("one", "7\n");
    folder.write("snapshots/p054/one.snap.screen", b"mine");
    insta::assert_snapshot!(told(&folder.run(&["import", "record.json"])), @"
    status 2
    --- stdout
    --- stderr
    sliding-puzzle: error: `record.json`: nothing is written, since other bytes would be lost in `snapshots/p054/one.snap.screen`; say `--force` to overwrite
    ");
    assert_eq!(folder.read("snapshots/p054/one.snap.screen"), b"mine");
    assert!(!folder.file("spec").exists());
    assert_eq!(folder.run(&["import", "record.json", "--force"]).status.code(), Some(0));
    assert_eq!(folder.read("snapshots/p054/one.snap.screen"), b"any screen \n\n");
}

#[test]
fn names_stay_in_their_folder() {
    for name in ["../x", "/x", "a/b", "a\\b", "", ".", "..", "a.b", "C:x", "a\nb", "a\0b"] {
        let folder = record_of(name, "7\n");
        let output = folder.run(&["import", "record.json"]);
        assert_eq!(output.status.code(), Some(2), "{name:?}");
        assert!(told(&output).contains("a name is not empty, stands once, and has no dot"));
        assert!(!folder.file("spec").exists() && !folder.file("snapshots").exists(), "{name:?}");
    }
}

#[test]
fn a_session_that_no_case_can_hold_is_refused() {
    let told = told(&record_of("one", "6\n7\r\n").run(&["import", "record.json"]));
    assert!(told.contains("session `one`: its input line 2 ends in CR LF"), "{told}");
}

#[test]
fn what_is_no_record_is_refused() {
    let folder = Folder::empty();
    let refused = |text: &str, message: &str| {
        folder.write("record.json", text.as_bytes());
        let told = told(&folder.run(&["import", "record.json"]));
        assert!(told.starts_with("status 2") && told.contains(message), "{told}");
    };
    refused("", "`record.json`: not a record: EOF while parsing");
    refused("{\"id\": \"P054\"}", "not a record: missing field `sessions`");
    refused("{\"id\": \"P099\", \"sessions\": []}", "there is no program for its id `P099`");
    refused("[1]", "not a record: ");
    let told = told(&folder.run(&["import", "none.json"]));
    assert!(told.contains("`none.json`: cannot be read: No such file"), "{told}");
}

#[test]
fn two_sessions_with_one_name_are_refused() {
    let folder = Folder::empty();
    let session = |name| json!({"name": name, "input": "7\n", "screen": ""});
    let record = json!({"id": "P054", "sessions": [session("one"), session("One")]});
    folder.write("record.json", record.to_string().as_bytes());
    let told = told(&folder.run(&["import", "record.json"]));
    assert!(told.starts_with("status 2") && told.contains("session `One`"), "{told}");
}

#[test]
fn a_file_that_cannot_be_written_is_told() {
    let folder = record_of("one", "7\n");
    folder.write("spec", b"a file where a folder should be");
    let told = told(&run(folder.path(), &["import", "record.json"], b""));
    assert!(told.starts_with("status 2") && told.contains("`spec/p054/one.in`: "), "{told}");
}
