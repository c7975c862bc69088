//! `check` tells a difference by turn, and nothing invisible gets through; `list` names cases.

use crate::{Folder, command, told};

/// What `check` tells about `basic` with its screen changed.
fn told_of_change(change: impl FnOnce(String) -> Vec<u8>) -> String {
    let folder = Folder::with_sessions();
    let screen = "snapshots/p054/basic.snap.screen";
    let changed = change(String::from_utf8(folder.read(screen)).unwrap());
    folder.write(screen, &changed);
    told(&folder.run(&["check"]))
}

#[test]
fn a_difference_is_told_by_turn() {
    let told =
        told_of_change(|screen| screen.replacen("in 13 moves", "in 12 moves", 1).into_bytes());
    insta::assert_snapshot!(told);
}

#[test]
fn a_difference_before_the_first_line() {
    let told =
        told_of_change(|screen| screen.replacen("== Sliding", "=== Sliding", 1).into_bytes());
    insta::assert_snapshot!(told);
}

#[test]
fn the_invisible_is_shown() {
    let told = told_of_change(|screen| {
        let screen = screen.replacen("1)", "\u{1b}[31m1)\u{200b}", 1);
        let screen = screen.replacen("Slide 4", "Slide\u{a0}4 ", 1);
        screen.replacen("16 moves.\n", "16 moves.\r\n", 1).into_bytes()
    });
    insta::assert_snapshot!(told);
}

#[test]
fn a_missing_line_end_is_shown() {
    let told = told_of_change(|screen| screen.trim_end().as_bytes().to_vec());
    insta::assert_snapshot!(told);
}

#[test]
fn a_screen_that_is_not_text_is_shown() {
    let told = told_of_change(|screen| {
        let mut bytes = screen.into_bytes();
        let last = bytes.len() - 3;
        bytes[last] = 0xff;
        bytes
    });
    assert!(told.contains(r"- By\xff.") && told.contains("+ Bye."), "{told}");
}

#[test]
fn an_empty_screen_and_a_huge_one() {
    assert!(told_of_change(|_| Vec::new()).contains("before the first input line"));
    let told =
        told_of_change(|screen| screen.replace("16 moves", &"x".repeat(5_000_000)).into_bytes());
    assert!(told.len() < 5_000 && told.contains("xxx..."), "{} bytes", told.len());
}

#[test]
fn colours_only_where_they_are_wanted() {
    let folder = Folder::with_sessions();
    folder.write("snapshots/p054/basic.snap.screen", b"");
    let output = |name: &str, value: &str| {
        let output = command(folder.path(), &["check"]).env(name, value).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(output("CLICOLOR_FORCE", "1").contains('\u{1b}'));
    assert!(!output("NO_COLOR", "1").contains('\u{1b}'));
    assert!(!output("TERM", "xterm-256color").contains('\u{1b}'), "a pipe is no terminal");
}

#[test]
fn cases_are_chosen_by_name_folder_or_path() {
    let folder = Folder::with_sessions();
    folder.write("spec/p054/deep/er/quit.in", b"7\n");
    let names = |arguments: &[&str]| {
        let output = folder.run(&[&["list"], arguments].concat());
        String::from_utf8(output.stdout).unwrap()
    };
    folder.write("snapshots/p054/deep/er/quit.snap", b"");
    folder.write("snapshots/p054/deep/er/quit.snap.screen", b"");
    assert_eq!(names(&[]), "p054/bad-input\np054/basic\np054/deep/er/quit\n");
    assert_eq!(names(&["p054/basic"]), "p054/basic\n");
    assert_eq!(names(&["p054/deep"]), "p054/deep/er/quit\n");
    assert_eq!(names(&["spec/p054/deep/"]), "p054/deep/er/quit\n");
    assert_eq!(names(&["./spec/p054/basic.in", "p054/deep"]), "p054/basic\np054/deep/er/quit\n");
}

#[test]
fn a_name_that_fits_nothing_is_refused() {
    let folder = Folder::with_sessions();
    insta::assert_snapshot!(told(&folder.run(&["check", "p054/basic", "p054/bas"])), @"
    status 2
    --- stdout
    --- stderr
    sliding-puzzle: error: no case or folder `p054/bas`; see `sliding-puzzle list`
    ");
}

#[test]
fn other_folders_can_be_named() {
    let folder = Folder::with_sessions();
    let cases = folder.file("spec");
    let elsewhere = Folder::empty();
    let spec = cases.to_str().unwrap();
    assert_eq!(elsewhere.run(&["check", "--spec", spec]).status.code(), Some(0));
    let output = elsewhere.run(&["check", "--spec", spec, "--snapshots", "none"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_closed_pipe_does_not_hide_a_difference() {
    let folder = Folder::with_sessions();
    folder.write("snapshots/p054/basic.snap.screen", b"");
    let mut child = command(folder.path(), &["check"]);
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = child.stdout(writer).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
}
