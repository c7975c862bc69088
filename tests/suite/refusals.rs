//! Whatever a specification may not have is refused by `check`: status 2, what, where, what to do.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

use crate::{Folder, told};

/// Lets `break_it` loose on a sound specification; `check` must refuse it with `message`, and
/// still replay the rest.
#[track_caller]
fn refused(break_it: impl FnOnce(&Folder), message: &str) {
    let folder = Folder::with_sessions();
    break_it(&folder);
    let output = folder.run(&["check"]);
    let told = told(&output);
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(told.contains(&format!("error: {message}")), "{told}");
    assert!(told.contains("replayed, the specification is not sound"), "{told}");
}

#[test]
fn the_sound_one_conforms() {
    let output = Folder::with_sessions().run(&["check"]);
    insta::assert_snapshot!(told(&output), @"
    status 0
    --- stdout
    specification: `spec` and `snapshots`, 2 cases
    2 cases conform
    --- stderr
    ");
}

#[test]
fn no_case_at_all() {
    let folder = Folder::empty();
    folder.write("spec/.keep", b"");
    let output = folder.run(&["check", "--spec", "spec"]);
    insta::assert_snapshot!(told(&output), @"
    status 2
    --- stdout
    specification: `spec` and `snapshots`, 0 cases
    0 cases replayed, the specification is not sound
    --- stderr
    sliding-puzzle: error: `spec`: no case here; a case is a file such as `p054/NAME.in`
    ");
}

#[test]
fn no_folder_of_cases() {
    insta::assert_snapshot!(told(&Folder::empty().run(&["check", "--spec", "none"])), @"
    status 2
    --- stdout
    --- stderr
    sliding-puzzle: error: no cases in `none`: No such file or directory (os error 2); name their folder with `--spec DIR`
    ");
}

#[test]
fn two_cases_with_one_name() {
    refused(
        |folder| folder.write("spec/p054/Basic.in", b"7\n"),
        "`spec/p054/basic.in`: differs from the case `p054/Basic` only in upper and lower case",
    );
}

#[test]
fn a_stem_with_a_dot() {
    refused(
        |folder| folder.write("spec/p054/a.b.in", b"7\n"),
        "`spec/p054/a.b.in`: a case's name has no dot; rename it",
    );
    refused(|folder| folder.write("spec/p054/a..in", b"7\n"), "`spec/p054/a..in`: a case's name");
}

#[test]
fn a_name_that_is_not_utf8() {
    let name = OsStr::from_bytes(b"spec/p054/\xff.in");
    refused(
        |folder| std::fs::write(folder.path().join(name), b"7\n").unwrap(),
        r"`spec/p054/\xff.in`: the name is not UTF-8; rename it",
    );
}

#[test]
fn a_case_outside_any_programs_folder() {
    refused(
        |folder| folder.write("spec/a.in", b"7\n"),
        "`spec/a.in`: not in a program's folder; move it into one of `p054`",
    );
    refused(
        |folder| folder.write("spec/p055/a.in", b"7\n"),
        "`spec/p055/a.in`: no program has this folder's name; the programs are `p054`",
    );
}

#[test]
fn a_file_that_is_no_case() {
    refused(
        |folder| folder.write("spec/p054/notes.txt", b"7\n"),
        "`spec/p054/notes.txt`: not a case: its name does not end in `.in`; rename or move it",
    );
    refused(
        |folder| folder.write("snapshots/p054/basic.snap.txt", b""),
        "`snapshots/p054/basic.snap.txt`: neither `.snap` nor `.snap.screen`; delete or move it",
    );
}

#[test]
fn a_byte_order_mark() {
    refused(
        |folder| folder.write("spec/p054/basic.in", b"\xef\xbb\xbf7\n"),
        "`spec/p054/basic.in`: starts with a byte order mark; remove it",
    );
}

#[test]
fn cr_lf() {
    refused(
        |folder| folder.write("spec/p054/basic.in", b"6\n7\r\n"),
        "`spec/p054/basic.in`: line 2 ends in CR LF; end lines with LF alone",
    );
}

#[test]
fn invalid_utf8() {
    refused(
        |folder| folder.write("spec/p054/basic.in", b"6\nab\xc3(\n"),
        "`spec/p054/basic.in`: line 2 is not UTF-8 at byte 3",
    );
}

#[test]
fn a_case_without_snapshot() {
    refused(
        |folder| folder.write("spec/p054/new.in", b"7\n"),
        "`spec/p054/new.in`: has no snapshot; look at its screen and accept it",
    );
}

#[test]
fn a_snapshot_without_case() {
    refused(
        |folder| folder.remove("spec/p054/basic.in"),
        "`snapshots/p054/basic.snap`: a snapshot without case; delete it",
    );
    refused(
        |folder| folder.write("snapshots/p054/old.snap.screen", b""),
        "`snapshots/p054/old.snap.screen`: a snapshot without case; delete it",
    );
}

#[test]
fn half_a_pair() {
    refused(
        |folder| folder.remove("snapshots/p054/basic.snap"),
        "`snapshots/p054/basic.snap.screen`: half a pair: `snapshots/p054/basic.snap` is missing",
    );
    refused(
        |folder| folder.remove("snapshots/p054/basic.snap.screen"),
        "`snapshots/p054/basic.snap`: half a pair: `snapshots/p054/basic.snap.screen` is missing",
    );
}

#[test]
fn a_folder_in_place_of_a_file() {
    refused(
        |folder| {
            folder.remove("snapshots/p054/basic.snap.screen");
            folder.write("snapshots/p054/basic.snap.screen/x.snap", b"");
        },
        "`snapshots/p054/basic.snap.screen/x.snap`: a snapshot without case",
    );
}

#[test]
fn a_loop_of_links() {
    refused(
        |folder| std::os::unix::fs::symlink("../p054", folder.file("spec/p054/again")).unwrap(),
        "`spec/p054/again`: cannot be read: ",
    );
}

#[test]
fn what_waits_for_review_is_no_snapshot_yet() {
    let folder = Folder::with_sessions();
    folder.write("snapshots/p054/basic.snap.new", b"");
    folder.write("snapshots/p054/basic.snap.new.screen", b"");
    assert_eq!(folder.run(&["check"]).status.code(), Some(0));
}

#[test]
fn problems_elsewhere_do_not_concern_a_chosen_case() {
    let folder = Folder::with_sessions();
    folder.write("spec/p054/new.in", b"7\n");
    assert_eq!(folder.run(&["check", "p054/basic"]).status.code(), Some(0));
    assert_eq!(folder.run(&["check", "p054/new"]).status.code(), Some(2));
}
