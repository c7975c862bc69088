//! `check -- COMMAND`: verdicts, known failures, reports for machines, and nothing that hangs.
//!
//! The commands here are shell lines; tests/record.rs has programs that really play.

use std::io::Read;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::{COMMAND, Folder, command, told};

/// Checks `cases` of the two recorded sessions with a shell line.
fn check(arguments: &[&str], line: &str) -> (Folder, std::process::Output) {
    let folder = Folder::with_sessions();
    let output = command(folder.path(), &["check"])
        .args(arguments)
        .args(["--", "sh", "-c", line])
        .env("PATH", "/usr/bin:/bin")
        .output()
        .unwrap();
    (folder, output)
}

/// The report of such a check as JSON.
fn json(arguments: &[&str], line: &str) -> Vec<Value> {
    let (_, output) = check(&[arguments, &["--format", "json"]].concat(), line);
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Shell lines that conform: the command itself, in both forms.
fn faithful(echo: &str) -> String {
    format!("{COMMAND} --echo {echo}")
}

#[test]
fn both_forms_conform_and_the_report_says_which() {
    for (echo, told_as) in [("never", "does not echo"), ("always", "echoes")] {
        let (_, output) = check(&[], &faithful(echo));
        let told = told(&output);
        assert!(told.starts_with("status 0") && told.contains("2 cases conform"), "{told}");
        assert!(told.contains(&format!("the command: it {told_as} what it reads")), "{told}");
        let (_, output) = check(&["--interactive"], &faithful(echo));
        assert_eq!(output.status.code(), Some(0), "{}", crate::told(&output));
    }
    let (_, output) = check(&["--echo", "always"], &faithful("never"));
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn the_report_for_people() {
    let line = format!("echo one >&2; {} | sed 's/^Moves 3/Moves 4/'", faithful("never"));
    let told = told(&check(&[], &line).1).replace(COMMAND, "COMMAND");
    insta::assert_snapshot!(told);
}

#[test]
fn every_turn_is_shown_when_asked() {
    let told = told(&check(&["--all", "p054/basic"], &faithful("never")).1);
    assert!(told.contains("p054/basic, turn 1\n    | == Sliding puzzle ==\n"), "{told}");
    assert!(told.contains("p054/basic, turn 16\n    | Bye.\n"), "{told}");
}

#[test]
fn the_case_is_in_the_environment() {
    let line = format!("echo $SLIDING_PUZZLE_CASE >&2; {} | cat; exit 3", faithful("never"));
    let objects = json(&[], &line);
    assert_eq!(objects[0]["stderr"], "p054/bad-input\n");
    assert_eq!(
        (&objects[1]["verdict"], &objects[1]["stderr"]),
        (&"wrong status".into(), &"p054/basic\n".into())
    );
}

#[test]
fn nothing_hangs_it() {
    let start = Instant::now();
    for (line, verdict) in [
        ("exit 0", "differs"),
        ("exec <&-; sleep 600", "timed out"),
        ("trap '' TERM INT; sleep 600 & sleep 600", "timed out"),
        ("sleep 600 & echo", "differs"),
        ("exec >&- 2>&-; sleep 600", "timed out"),
        ("yes", "too much output"),
        ("yes >&2", "timed out"),
        ("kill -9 $$", "crashed"),
    ] {
        let objects = json(&["--timeout", "1.5", "p054/basic"], line);
        assert_eq!(objects[0]["verdict"], verdict, "{line}");
    }
    assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
}

#[test]
fn a_command_that_cannot_start_is_told_once() {
    let folder = Folder::with_sessions();
    let output = folder.run(&["check", "--", "./none"]);
    insta::assert_snapshot!(told(&output), @"
    status 2
    --- stdout
    specification: `spec` and `snapshots`, 2 cases
    --- stderr
    sliding-puzzle: error: cannot start `./none`: No such file or directory (os error 2)
    ");
}

#[test]
fn the_specification_is_in_the_binary() {
    let folder = Folder::empty();
    let output = folder.run(&["check", "p054/basic", "--", COMMAND]);
    let told = told(&output);
    assert!(told.starts_with("status 0\n--- stdout\nspecification: built in, version "), "{told}");
}

#[test]
fn a_screen_that_is_not_the_games_is_a_problem() {
    let folder = Folder::with_sessions();
    folder.write("snapshots/p054/basic.snap.screen", b"other\n");
    let told = told(&folder.run(&["check", "--", COMMAND]));
    assert!(told.starts_with("status 2") && told.contains("not what the program prints"), "{told}");
}

#[test]
fn known_failures_are_expected_to_fail() {
    let folder = Folder::with_sessions();
    folder.write("known", b"# none\n\np054/bas*   quits early\n");
    let run = |line: &str, arguments: &[&str]| {
        let output = command(folder.path(), &["check", "--known", "known"])
            .args(arguments)
            .args(["--", "sh", "-c", line])
            .env("PATH", "/usr/bin:/bin")
            .output()
            .unwrap();
        told(&output)
    };
    let half = format!("case $SLIDING_PUZZLE_CASE in */basic) exit 0;; esac; {COMMAND}");
    let told = run(&half, &[]);
    assert!(told.starts_with("status 0"), "{told}");
    assert!(
        told.contains("2 cases: 1 conforms, 1 differs, 1 of them listed as known failures"),
        "{told}"
    );
    let told = run(COMMAND, &[]);
    assert!(
        told.starts_with("status 1") && told.contains("p054/basic conforms, but is listed"),
        "{told}"
    );
    let told = run("exit 0", &[]);
    assert!(told.starts_with("status 1") && told.contains("p054/bad-input differs"), "{told}");
    // Not chosen is not unfit; but a line must fit something.
    assert!(run(COMMAND, &["p054/bad-input"]).starts_with("status 0"));
    folder.write("known", b"p054/none  gone\n");
    let told = run(COMMAND, &[]);
    assert!(
        told.starts_with("status 1") && told.contains("line 1: `p054/none` fits no case"),
        "{told}"
    );
    folder.write("known", b"p054/basic\n");
    let told = run(COMMAND, &[]);
    assert!(
        told.starts_with("status 2")
            && told.contains("`known`: line 1: expected a case and a reason"),
        "{told}"
    );
}

#[test]
fn todays_failures_can_be_written() {
    let (folder, output) = check(&["--write-known", "known"], "exit 0");
    assert_eq!(output.status.code(), Some(1));
    let again = |arguments: &[&str]| {
        let mut check = command(folder.path(), &["check"]);
        check.args(arguments).args(["--", "sh", "-c", "exit 0"]).env("PATH", "/usr/bin:/bin");
        check.output().unwrap()
    };
    assert_eq!(again(&["--known", "known"]).status.code(), Some(0));
    // A file with reasons of one's own is not lost.
    assert_eq!(again(&["--write-known", "known"]).status.code(), Some(2));
    let text = String::from_utf8(folder.read("known")).unwrap();
    folder.write("known", text.replace("differs before the first input line", "mine").as_bytes());
    assert_eq!(again(&["--known", "known", "--write-known", "known"]).status.code(), Some(0));
    let text = String::from_utf8(folder.read("known")).unwrap();
    assert!(text.contains("p054/basic mine\n"), "{text}");
}

/// Output with everything in it that may hurt a format.
const HOSTILE: &str =
    r"printf '\033[31m\0\377\302\205 ]]> & <a> # TODO \\ \342\200\256 %s\n' --- ...; exit 0";

#[test]
fn json_survives_anything() {
    let objects = json(&["p054/basic"], HOSTILE);
    assert!(objects[0]["actual"]["base64"].is_string(), "{}", objects[0]);
    assert_eq!(objects[1]["unexpected"], 1);
}

#[test]
fn junit_survives_anything() {
    let (_, output) = check(&["--format", "junit"], HOSTILE);
    let text = String::from_utf8(output.stdout).unwrap();
    let document = roxmltree::Document::parse(&text).unwrap();
    let failures = document.descendants().filter(|node| node.has_tag_name("failure"));
    let texts: Vec<_> = failures.map(|node| node.text().unwrap()).collect();
    assert_eq!(texts.len(), 2);
    assert!(
        texts[0].contains(r"\u{1b}[31m\0\xff\u{85} ]]> & <a> # TODO \\ \u{202e}"),
        "{}",
        texts[0]
    );
}

#[test]
fn tap_survives_anything() {
    let (folder, output) = check(&["--format", "tap"], HOSTILE);
    folder.write("report.tap", &output.stdout);
    let prove = |name: &str| {
        let mut prove = Command::new("prove");
        prove.args(["--verbose", "--exec", "cat", name]).current_dir(folder.path());
        prove.output().expect("prove, the TAP consumer that comes with Perl")
    };
    let told = crate::told(&prove("report.tap"));
    assert!(told.contains("Failed 2/2 subtests") && !told.contains("Parse errors"), "{told}");
    let (_, output) = check(&["--format", "tap"], &faithful("never"));
    folder.write("report.tap", &output.stdout);
    assert!(prove("report.tap").status.success());
    let known = "p054/*  not # done\n";
    folder.write("known", known.as_bytes());
    let mut todo = command(folder.path(), &["check", "--known", "known", "--format", "tap"]);
    let output = todo.args(["--", "true"]).env("PATH", "/usr/bin:/bin").output().unwrap();
    folder.write("report.tap", &output.stdout);
    let told = crate::told(&prove("report.tap"));
    assert!(told.starts_with("status 0") && told.contains("# TODO not \\# done"), "{told}");
}

#[test]
fn an_interrupt_ends_the_commands_and_tells_what_is_known() {
    let folder = Folder::with_sessions();
    let line = format!("case $SLIDING_PUZZLE_CASE in */basic) sleep 600;; esac; {COMMAND}");
    let mut check = command(folder.path(), &["check", "--jobs", "1", "--timeout", "600"]);
    check.args(["--", "sh", "-c", &line]).env("PATH", "/usr/bin:/bin");
    let mut child = check.stdout(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(1500));
    let interrupt = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(interrupt.unwrap().success());
    let mut text = String::new();
    child.stdout.take().unwrap().read_to_string(&mut text).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{text}");
    assert!(text.contains("2 cases: 1 conforms, 1 was interrupted"), "{text}");
}

#[test]
fn known_failures_that_were_not_judged_stay() {
    let folder = Folder::with_sessions();
    folder.write("known", b"# mine\np054/basic  not done\np054/bad-*  nor this\n");
    let arguments = ["check", "p054/basic", "--known", "known", "--write-known", "known"];
    let mut check = command(folder.path(), &arguments);
    let check = check.args(["--", COMMAND]).output().unwrap();
    assert_eq!(check.status.code(), Some(1), "it conforms after all");
    assert_eq!(folder.read("known"), b"# mine\np054/bad-*  nor this\n");
}

#[test]
fn the_next_command_checks_the_same_again() {
    let (_, output) = check(&["--timeout", "7.5", "--echo", "never", "--interactive"], "exit 3");
    let told = told(&output);
    let options = "--all '--timeout=7.5' '--echo=never' --interactive -- sh -c 'exit 3'`";
    assert!(told.contains(options) || told.contains(&options.replace('\'', "")), "{told}");
    assert!(told.contains("before the first input line (exit status 3)"), "{told}");
}

#[test]
fn odd_options_are_refused() {
    let folder = Folder::with_sessions();
    for timeout in ["1e19", "nan", "0", "-1", "x"] {
        let told = told(&folder.run(&["check", &format!("--timeout={timeout}"), "--", COMMAND]));
        assert!(
            told.starts_with("status 2") && told.contains("expected a number of seconds"),
            "{told}"
        );
    }
    let told = told(&folder.run(&["check", "--"]));
    assert!(told.starts_with("status 2") && told.contains("no command behind `--`"), "{told}");
}

#[test]
fn a_fault_that_no_case_can_hold_is_still_told() {
    // Only a CR, which a case may not have before a line end, makes this one fail.
    let line = format!("tee in | {COMMAND}; if grep -q \"$(printf '\\r')\" in; then echo X; fi");
    let folder = Folder::with_sessions();
    let mut fuzz = command(folder.path(), &["fuzz", "--jobs", "1", "--shrink", "5"]);
    let output =
        fuzz.args(["--", "sh", "-c", &line]).env("PATH", "/usr/bin:/bin").output().unwrap();
    let told = told(&output);
    assert!(
        told.starts_with("status 1") && told.contains(r"    \r") && told.contains("> X"),
        "{told}"
    );
}
