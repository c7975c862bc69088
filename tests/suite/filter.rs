//! The game as a filter: the byte rules, to the byte.

use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;
use std::process::Stdio;

use sliding_puzzle::programs::p054;
use sliding_puzzle::transcript::replay;

use crate::{ROOT, command, run};

fn play(arguments: &[&str], input: &[u8]) -> (Option<i32>, String, String) {
    let output = run(Path::new(ROOT), arguments, input);
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn screen(input: &str) -> String {
    replay(&p054::play, input).screen().to_owned()
}

#[test]
fn the_screen_is_the_snapshot() {
    for name in ["basic", "bad-input"] {
        let read = |file: String| std::fs::read(Path::new(ROOT).join(file)).unwrap();
        let output = run(Path::new(ROOT), &[], &read(format!("spec/p054/{name}.in")));
        assert_eq!(output.stdout, read(format!("snapshots/p054/{name}.snap.screen")));
        assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
    }
}

#[test]
fn echo_as_asked() {
    let input = "9\n7\n";
    let transcript = replay(&p054::play, input);
    for (arguments, expected) in [
        (&["--echo", "auto"][..], transcript.screen()),
        (&["--echo", "always"], transcript.screen()),
        (&["--echo", "never"], &transcript.stdout()),
    ] {
        assert_eq!(play(arguments, input.as_bytes()).1, expected);
    }
}

#[test]
fn lines_end_at_lf_or_cr_lf() {
    let expected = screen("6\n7\n");
    for input in ["6\n7\n", "6\r\n7\r\n", "6\n7", "6\r\n7"] {
        assert_eq!(play(&[], input.as_bytes()), (Some(0), expected.clone(), String::new()));
    }
    assert!(play(&[], b"7\r").1.contains("choice> 7\r\nPick a number"), "a CR alone is text");
}

#[test]
fn the_end_of_the_input_is_told() {
    let ended = "sliding-puzzle: the input ended at the prompt";
    let (status, stdout, stderr) = play(&[], b"");
    assert_eq!((status, stdout), (Some(1), screen("")));
    assert_eq!(stderr, format!("{ended} `choice>`, after 0 lines\n"));
    let (status, stdout, stderr) = play(&[], b"4\n3\n");
    assert_eq!((status, stdout), (Some(1), screen("4\n3\n")));
    assert_eq!(stderr, format!("{ended} `seed (0 to 999999999)>`, after 2 lines\n"));
}

#[test]
fn a_line_that_is_not_utf8_is_told() {
    let (status, stdout, stderr) = play(&[], b"6\n7\xff\n7\n");
    assert_eq!((status, stdout), (Some(2), screen("6\n")));
    assert_eq!(stderr, "sliding-puzzle: error: input line 2 is not UTF-8 at byte 2\n");
}

#[test]
fn a_reader_that_goes_away_ends_it_quietly() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut command = command(Path::new(ROOT), &[]);
    let output = command.stdin(Stdio::null()).stdout(writer).output().unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

#[test]
fn a_full_disk_is_told() {
    for arguments in [&[][..], &["--help"], &["list"]] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let mut command = command(Path::new(ROOT), arguments);
        let output = command.stdin(Stdio::null()).stdout(full).output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr.starts_with("sliding-puzzle: error: cannot write the output: "), "{stderr}");
    }
}

#[test]
fn an_unreadable_input_is_told() {
    let mut command = command(Path::new(ROOT), &[]);
    let output = command.stdin(File::open("/").unwrap()).output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), output.stdout), (Some(2), screen("").into_bytes()));
    assert!(stderr.starts_with("sliding-puzzle: error: cannot read the input: "), "{stderr}");
}

#[test]
fn it_answers_line_by_line() {
    let mut command = command(Path::new(ROOT), &[]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let mut seen = String::new();
    for (line, prompt) in [("1\n", "choice> "), ("4\n", "order> "), ("7\n", "choice> ")] {
        // What is printed before a prompt comes before the line is typed, or this would hang.
        seen += &read_until(&mut stdout, prompt);
        stdin.write_all(line.as_bytes()).unwrap();
    }
    stdout.read_to_string(&mut seen).unwrap();
    assert_eq!(seen, screen("1\n4\n7\n"));
    assert!(child.wait().unwrap().success());
}

fn read_until(from: &mut impl Read, end: &str) -> String {
    let mut text = Vec::new();
    while !text.ends_with(end.as_bytes()) {
        let mut byte = [0];
        from.read_exact(&mut byte).expect("more text");
        text.extend(byte);
    }
    String::from_utf8(text).unwrap()
}

#[test]
fn long_lines_are_answered() {
    let mut input = b"1\n".to_vec();
    input.extend(b"4 4 ".repeat(250_000));
    input.extend(b"99\n5\n");
    input.extend(b"1,".repeat(500_000));
    input.extend(b"\n7\n");
    let (status, stdout, _) = play(&["--echo", "never"], &input);
    assert_eq!(status, Some(0));
    assert!(stdout.contains("Slid 500000, then stopped: 99 is not beside the gap."));
    assert!(stdout.contains("Type 9 numbers for 3 x 3 or 16 for 4 x 4."));
}
