//! Working with cases: every command's bytes, what it refuses, and that nothing typed is lost.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};
use sliding_puzzle::kit::cast::recording;
use sliding_puzzle::kit::specification::Specification;
use sliding_puzzle::programs::{PROGRAMS, p054};
use sliding_puzzle::transcript::{Ending, replay};
use walkdir::WalkDir;

use crate::filter::read_until;
use crate::terminal::Terminal;
use crate::{COMMAND, DESCRIPTION, Folder, ROOT, command, run, told};

fn in_project(arguments: &[&str]) -> Output {
    run(Path::new(ROOT), arguments, b"")
}

/// Every file below `folder` with its bytes.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let files = WalkDir::new(folder).into_iter().map(Result::unwrap);
    let files = files.filter(|entry| entry.file_type().is_file());
    files
        .map(|entry| {
            let name = entry.path().strip_prefix(folder).unwrap().to_owned();
            (name, fs::read(entry.path()).unwrap())
        })
        .collect()
}

/// The recorded sessions, and a case whose input ends early.
fn small_specification() -> Folder {
    let folder = Folder::with_sessions();
    folder.write("spec/p054/ends/early.in", b"6\n");
    folder.write("snapshots/p054/ends/early.snap", DESCRIPTION);
    let screen = replay(&p054::play, "6\n").screen().to_owned();
    folder.write("snapshots/p054/ends/early.snap.screen", screen.as_bytes());
    folder
}

#[test]
fn show_prints_the_bytes() {
    for case in
        ["basic", "menu/nul", "slide/escape-sequence", "input-ends/after-a-line-without-end"]
    {
        let case = &format!("p054/{case}");
        let input = fs::read(Path::new(ROOT).join(format!("spec/{case}.in"))).unwrap();
        let screen = Path::new(ROOT).join(format!("snapshots/{case}.snap.screen"));
        assert_eq!(in_project(&["show", case]).stdout, fs::read(screen).unwrap());
        let silent = run(Path::new(ROOT), &["--echo", "never"], &input);
        assert_eq!(in_project(&["show", case, "--stdout"]).stdout, silent.stdout);
    }
}

#[test]
fn show_numbers_the_turns() {
    let folder = small_specification();
    insta::assert_snapshot!(told(&folder.run(&["show", "p054/ends/early", "--turns"])));
    // Built in, where there are no files.
    let told = told(&Folder::empty().run(&["show", "p054/slide/tab-does-not-part", "--turns"]));
    assert!(told.starts_with("status 0") && told.contains(r"order> ") && told.contains(r"\t"));
}

#[test]
fn one_case_is_meant() {
    let folder = small_specification();
    let error = |arguments: &[&str]| {
        let output = folder.run(arguments);
        assert_eq!((output.status.code(), output.stdout), (Some(2), Vec::new()));
        String::from_utf8(output.stderr).unwrap()
    };
    insta::assert_snapshot!(error(&["show", "p054"]), @"sliding-puzzle: error: `p054` is a folder of 3 cases; name one of them, such as `p054/bad-input`");
    insta::assert_snapshot!(error(&["cast", "p054/x"]), @"sliding-puzzle: error: no case or folder `p054/x`; see `sliding-puzzle list`");
    folder.write("spec/p054/new.in", b"7\n");
    insta::assert_snapshot!(error(&["show", "p054/new"]), @"sliding-puzzle: error: `spec/p054/new.in`: has no snapshot; look at its screen and accept it: `cargo insta test --review`");
    folder.write("snapshots/p054/basic.snap.screen", b"another screen");
    insta::assert_snapshot!(error(&["show", "--turns", "p054/basic"]), @"sliding-puzzle: error: `snapshots/p054/basic.snap.screen`: not what the program prints; see where: `sliding-puzzle check`");
    assert_eq!(folder.run(&["show", "p054/basic"]).stdout, b"another screen");
    // A case goes before the folder of the same name; the path of its file will do.
    folder.write("spec/p054/ends.in", b"7\n");
    folder.write("snapshots/p054/ends.snap", DESCRIPTION);
    folder.write("snapshots/p054/ends.snap.screen", b"the case");
    assert_eq!(folder.run(&["show", "p054/ends"]).stdout, b"the case");
    assert_eq!(folder.run(&["show", "./spec/p054/ends.in"]).stdout, b"the case");
}

#[test]
fn copy_writes_every_case() {
    let elsewhere = Folder::empty(); // the specification that is built in
    let told = told(&elsewhere.run(&["copy", "out"]));
    let mut copy = files(&elsewhere.file("out"));
    let cases = Specification::built_in().cases;
    let summary =
        format!("{} cases in `out`: {} files written, 0 unchanged\n", cases.len(), copy.len());
    assert_eq!(told, format!("status 0\n--- stdout\n{summary}--- stderr\n"));
    for case in &cases {
        let mut taken = |ending: &str| copy.remove(Path::new(&format!("{}.{ending}", case.name)));
        let input = case.typed().unwrap();
        assert_eq!(taken("screen").unwrap(), *case.expected().unwrap(), "{}", case.name);
        let transcript = replay(case.program(), &input);
        assert_eq!(taken("stdout").unwrap(), transcript.stdout().as_bytes(), "{}", case.name);
        assert_eq!(taken("in").unwrap(), input.as_bytes());
        let quit = transcript.ending() == &Ending::Quit;
        assert!(taken("status").unwrap() == if quit { b"0\n" } else { b"1\n" }, "{}", case.name);
    }
    let left: Vec<_> = copy.keys().map(|path| path.to_str().unwrap()).collect();
    assert_eq!(left, [".gitattributes", "README.md", "VERSION"]);
}

#[test]
fn copy_keeps_what_is_different() {
    let folder = small_specification();
    folder.run(&["copy", "out"]);
    let first = files(&folder.file("out"));
    insta::assert_snapshot!(told(&folder.run(&["copy", "out"])), @"
    status 0
    --- stdout
    3 cases in `out`: 0 files written, 15 unchanged
    --- stderr
    ");
    folder.write("out/p054/basic.in", b"mine");
    folder.write("out/p054/gone.in", b"from another copy");
    insta::assert_snapshot!(told(&folder.run(&["copy", "out"])), @"
    status 2
    --- stdout
    --- stderr
    sliding-puzzle: error: nothing is written, since other bytes would be lost in `out/p054/basic.in`; say `--force` to overwrite
    ");
    assert_eq!(folder.read("out/p054/basic.in"), b"mine");
    insta::assert_snapshot!(told(&folder.run(&["copy", "out", "--force"])), @"
    status 0
    --- stdout
    3 cases in `out`: 1 file written, 14 unchanged
    --- stderr
    sliding-puzzle: not of this specification, left from another perhaps: `out/p054/gone.in`
    ");
    folder.remove("out/p054/gone.in");
    assert!(files(&folder.file("out")) == first);
}

#[test]
fn what_is_not_sound_is_not_copied() {
    let folder = small_specification();
    folder.write("snapshots/p054/basic.snap.screen", b"another screen");
    let differs = told(&folder.run(&["copy", "out"]));
    assert!(differs.contains("status 2") && differs.contains("not what the program prints"));
    folder.write("spec/p054/new.in", b"7\n");
    for arguments in [&["copy", "out"][..], &["export"]] {
        let told = told(&folder.run(arguments));
        assert!(told.starts_with("status 2\n--- stdout\n--- stderr\n"), "{told}");
        assert!(told.contains("`spec/p054/new.in`: has no snapshot"), "{told}");
    }
    assert!(!folder.file("out").exists());
}

/// The contract's own runner: a program that keeps it passes, with echoes or without.
#[test]
fn the_contract_can_be_kept() {
    let folder = small_specification();
    folder.run(&["copy", "out"]);
    let readme = String::from_utf8(folder.read("out/README.md")).unwrap();
    let runner = readme.split("```sh\n").nth(1).and_then(|rest| rest.split("```").next());
    folder.write("out/run.sh", runner.expect("a runner").as_bytes());
    let judged = |program: &str| {
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("sh run.sh {program}")]).current_dir(folder.file("out"));
        told(&shell.output().unwrap())
    };
    assert_eq!(judged(COMMAND), "status 0\n--- stdout\n--- stderr\n");
    assert_eq!(judged(&format!("{COMMAND} --echo never")), "status 0\n--- stdout\n--- stderr\n");
    insta::assert_snapshot!(judged("cat"), @"
    status 1
    --- stdout
    ./p054/bad-input: the output differs
    ./p054/basic: the output differs
    ./p054/ends/early: the output differs
    --- stderr
    ");
    insta::assert_snapshot!(judged(&format!("sh -c '{COMMAND}; exit 3'")), @"
    status 1
    --- stdout
    ./p054/bad-input: status 3
    ./p054/basic: status 3
    --- stderr
    ");
    let killed = judged(&format!("sh -c '{COMMAND}; kill -9 $$'"));
    assert_eq!(killed.matches(": ended by a signal\n").count(), 3, "{killed}");
}

#[test]
fn what_is_exported_is_imported() {
    let folder = Folder::empty();
    let spec = Path::new(ROOT).join("spec");
    for program in PROGRAMS.iter().filter(|program| spec.join(program.name).exists()) {
        let output = in_project(&["export", "--program", program.name]);
        assert_eq!(output.status.code(), Some(0), "{}", told(&output));
        folder.write("record.json", &output.stdout);
        assert_eq!(folder.run(&["import", "record.json"]).status.code(), Some(0));
    }
    for name in ["spec", "snapshots"] {
        let (here, there) = (files(&Path::new(ROOT).join(name)), files(&folder.file(name)));
        assert_eq!(here.keys().collect::<Vec<_>>(), there.keys().collect::<Vec<_>>());
        for (path, bytes) in here {
            assert!(bytes == there[&path], "{name}/{}", path.display());
        }
    }
}

#[test]
fn export_is_a_record() {
    let folder = small_specification();
    let record: Value = serde_json::from_slice(&folder.run(&["export"]).stdout).unwrap();
    assert_eq!(record["id"], "P054");
    let names: Vec<_> =
        record["sessions"].as_array().unwrap().iter().map(|s| [&s["folder"], &s["name"]]).collect();
    assert_eq!(json!(names), json!([[null, "bad-input"], [null, "basic"], ["ends", "early"]]));
    assert_eq!(record["sessions"][2]["input"], "6\n");
    let told = told(&folder.run(&["export", "--program", "p099"]));
    assert!(told.contains("error: no case of `p099`; see `sliding-puzzle list`"), "{told}");
}

#[test]
fn what_no_record_can_hold_is_not_exported() {
    let folder = small_specification();
    folder.write("spec/p054/x.in", b"7\n");
    folder.write("snapshots/p054/x.snap", DESCRIPTION);
    folder.write("snapshots/p054/x.snap.screen", b"\xff");
    let told = told(&folder.run(&["export"]));
    let message = "session `x`: its screen is not UTF-8";
    assert!(told.starts_with("status 2\n--- stdout\n---") && told.contains(message), "{told}");
}

#[test]
fn folders_of_a_record_stay_in_their_place() {
    for bad in ["", "/", "/a", "a/", "a//b", "..", "a/../b", "a.b", "a\\b", "C:", "a\nb"] {
        let folder = Folder::empty();
        let session = json!({"folder": bad, "name": "x", "input": "7\n", "screen": ""});
        let record = json!({"id": "P054", "sessions": [session]});
        folder.write("record.json", record.to_string().as_bytes());
        let told = told(&folder.run(&["import", "record.json"]));
        assert!(told.starts_with("status 2") && told.contains("a name is not empty"), "{told}");
        assert!(!folder.file("spec").exists() && !folder.file("snapshots").exists());
    }
}

#[test]
fn rec_writes_what_is_typed() {
    let folder = Folder::empty();
    let output = run(folder.path(), &["rec", "deep/er/new"], b"9\r\n\n7");
    assert_eq!(output.stdout, replay(&p054::play, "9\n\n7\n").screen().as_bytes());
    insta::assert_snapshot!(String::from_utf8(output.stderr).unwrap(), @"sliding-puzzle: wrote `spec/p054/deep/er/new.in`, 3 lines; accept its screen: `cargo insta test --accept`");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(folder.read("spec/p054/deep/er/new.in"), b"9\n\n7\n");
    // Lines after the game's end were not typed at it, and the input may end before.
    for (name, input, written) in [("a", "7\n9\n", "7\n"), ("b", "6\n", "6\n"), ("c", "", "")] {
        let output = run(folder.path(), &["rec", name, "--spec", "cases"], input.as_bytes());
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(folder.read(&format!("cases/p054/{name}.in")), written.as_bytes());
    }
    // A name as `list` gives it.
    run(folder.path(), &["rec", "p054/d"], b"7\n");
    assert_eq!(folder.read("spec/p054/d.in"), b"7\n");
    assert_eq!(files(folder.path()).len(), 5);
}

/// Before anything is asked.
#[test]
fn rec_refuses_a_name_before_the_game() {
    let folder = Folder::with_sessions();
    let refused = |name: &str| {
        let output = run(folder.path(), &["rec", "--", name], b"6\n7\n");
        assert_eq!((output.status.code(), output.stdout), (Some(2), Vec::new()), "{name}");
        String::from_utf8(output.stderr).unwrap()
    };
    let before = files(folder.path());
    for name in
        ["../x", "/x", "a//b", "a/", "a\\b", "", ".", "a/../b", "a.b", "C:x", "a\nb", "p054/"]
    {
        let error = refused(name);
        assert!(error.contains("not empty, and has no dot, colon, separator"), "{name}: {error}");
    }
    insta::assert_snapshot!(refused("basic"), @"sliding-puzzle: error: `spec/p054/basic.in` is there already; say `--force` to overwrite it, or choose another name");
    insta::assert_snapshot!(refused("Basic"), @"sliding-puzzle: error: `p054/Basic` differs from the case `p054/basic` only in upper and lower case; choose another name");
    let error = refused("basic.in");
    assert!(error.contains("`basic.in`: the name"), "{error}");
    folder.write("spec/p054/file", b"where a folder should be");
    let error = refused("file/x");
    assert!(error.contains("`spec/p054/file/x.in`: "), "{error}");
    folder.remove("spec/p054/file");
    assert!(files(folder.path()) == before);
    let output = run(folder.path(), &["rec", "basic", "--force"], b"7\n");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(folder.read("spec/p054/basic.in"), b"7\n");
}

#[test]
fn rec_shows_what_it_cannot_write() {
    let folder = Folder::empty();
    let mut game = command(folder.path(), &["rec", "deep/x"]);
    game.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut game = game.spawn().unwrap();
    game.stdout.as_mut().unwrap().read_exact(&mut [0; 100]).unwrap(); // it has begun
    fs::remove_dir(folder.file("spec/p054/deep")).unwrap();
    folder.write("spec/p054/deep", b"a file where the folder was");
    game.stdin.take().unwrap().write_all(b"6\n\x1b\n7\n").unwrap();
    let output = game.wait_with_output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr.starts_with("6\n\\u{1b}\n7\nsliding-puzzle: error: the lines above are not written: `spec/p054/deep/x.in`: "), "{stderr}");
}

#[test]
fn rec_writes_sound_cases_only() {
    let folder = Folder::empty();
    let output = run(folder.path(), &["rec", "x"], b"6\r\r\n7\n");
    insta::assert_snapshot!(String::from_utf8(output.stderr).unwrap(), @r"
    6\r
    7
    sliding-puzzle: error: the lines above are not written: no case can hold them, the input line 1 ends in CR LF; end lines with LF alone
    ");
    assert_eq!(output.status.code(), Some(2));
    assert!(files(folder.path()).is_empty());
    // What stood before a line that is no text is a case.
    let output = run(folder.path(), &["rec", "x"], b"6\n\xff\n7\n");
    insta::assert_snapshot!(String::from_utf8(output.stderr).unwrap(), @"
    sliding-puzzle: wrote `spec/p054/x.in`, 1 line; accept its screen: `cargo insta test --accept`
    sliding-puzzle: error: input line 2 is not UTF-8 at byte 1
    ");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(folder.read("spec/p054/x.in"), b"6\n");
}

#[test]
fn rec_on_a_terminal() {
    let folder = Folder::empty();
    let wrote = |name: &str, lines: &str| {
        format!(
            "sliding-puzzle: wrote `spec/p054/{name}.in`, {lines}; accept its screen: `cargo insta test --accept`\r\n"
        )
    };
    let mut terminal = Terminal::running(folder.path(), &["rec", "quit"]);
    terminal.answer("choice> ", "9\n");
    terminal.answer("choice> ", "7\n");
    let end = format!("choice> 7\r\nBye.\r\n{}", wrote("quit", "2 lines"));
    let (seen, status) = terminal.finish(&end);
    assert!(seen.contains("choice> 9\r\nPick a number from 1 to 7.\r\n"), "{seen}");
    assert_eq!((status, folder.read("spec/p054/quit.in")), (0, b"9\n7\n".to_vec()));

    for (name, keys, expected) in [("ctrl-d", "\u{4}", 0), ("ctrl-c", "\u{3}", 130)] {
        let mut terminal = Terminal::running(folder.path(), &["rec", name]);
        terminal.answer("choice> ", "6\n");
        terminal.answer("choice> ", keys);
        let end = format!("\r\n{}", wrote(name, "1 line"));
        assert_eq!(terminal.finish(&end).1, expected);
        assert_eq!(folder.read(&format!("spec/p054/{name}.in")), b"6\n");
    }

    let mut terminal = Terminal::running(folder.path(), &["rec", "nothing"]);
    terminal.answer("choice> ", "\u{3}");
    let end = "\r\nsliding-puzzle: nothing was typed, so no case is written\r\n";
    assert_eq!(terminal.finish(end).1, 130);
    assert!(!folder.file("spec/p054/nothing.in").exists());
}

/// When the terminal is closed, say.
#[test]
fn rec_writes_when_it_is_ended() {
    for signal in ["-HUP", "-TERM", "-INT"] {
        let folder = Folder::empty();
        let mut game = command(folder.path(), &["rec", "x"]);
        game.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut game = game.spawn().unwrap();
        let mut stdin = game.stdin.take().unwrap();
        stdin.write_all(b"9\n").unwrap();
        // The second menu's prompt: the line was typed.
        let screen = replay(&p054::play, "9\n").screen().len();
        game.stdout.as_mut().unwrap().read_exact(&mut vec![0; screen]).unwrap();
        Command::new("kill").args([signal, &game.id().to_string()]).status().unwrap();
        assert_eq!(game.wait().unwrap().code(), Some(130), "{signal}");
        assert_eq!(folder.read("spec/p054/x.in"), b"9\n");
        drop(stdin);
    }
}

#[test]
fn a_cast_plays_the_screen() {
    for case in Specification::built_in().cases {
        let transcript = case.transcript().unwrap();
        let cast = recording(&case.name, &transcript);
        let mut lines = cast.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let header = lines.next().unwrap();
        let expected = json!({"version": 2, "width": 80, "height": 24, "title": case.name});
        assert_eq!(header, expected);
        let (mut screen, mut last) = (String::new(), 0.0);
        for event in lines {
            let [time, kind, text] = event.as_array().unwrap().as_slice() else {
                panic!("{event}")
            };
            let time = time.as_f64().unwrap();
            assert!(time > last && *kind == "o", "{event}");
            last = time;
            screen += text.as_str().unwrap();
        }
        assert!(screen == transcript.screen().replace('\n', "\r\n"), "{}", case.name);
        // A line is typed within half a minute, however long.
        let turns = u32::try_from(transcript.turns().count()).unwrap();
        assert!(last < 30.0 * f64::from(turns), "{}", case.name);
    }
    let printed = in_project(&["cast", "p054/basic"]).stdout;
    assert_eq!(in_project(&["cast", "p054/basic"]).stdout, printed);
    let basic = Specification::built_in().named("p054/basic").unwrap().transcript().unwrap();
    assert_eq!(printed, recording("p054/basic", &basic).as_bytes());
}

#[test]
fn completions_and_pages_know_every_command() {
    let help = String::from_utf8(in_project(&["--help"]).stdout).unwrap();
    let list = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let commands: Vec<_> = list
        .lines()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .map(|line| line.split_whitespace().next().unwrap())
        .filter(|command| *command != "help")
        .collect();
    assert!(commands.contains(&"rec"), "{commands:?}");
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = String::from_utf8(in_project(&["completions", shell]).stdout).unwrap();
        assert!(commands.iter().all(|command| script.contains(command)), "{shell}");
    }
    let folder = Folder::empty();
    let told = told(&folder.run(&["man", "--dir", "man1"]));
    let count = commands.len() + 1;
    assert_eq!(told, format!("status 0\n--- stdout\n{count} pages in `man1`\n--- stderr\n"));
    assert_eq!(files(&folder.file("man1")).len(), count);
    let main = folder.read("man1/sliding-puzzle.1");
    assert_eq!(in_project(&["man"]).stdout, main);
    let main = String::from_utf8(main).unwrap();
    for command in commands {
        assert!(main.contains(&format!("sliding\\-puzzle\\-{command}(1)")), "{command}");
        let page = folder.read(&format!("man1/sliding-puzzle-{command}.1"));
        assert!(String::from_utf8(page).unwrap().contains(".SH SYNOPSIS"), "{command}");
    }
}

#[test]
fn bash_completes() {
    let script = in_project(&["completions", "bash"]).stdout;
    let completed = |words: &str, word: &str, before: &str| {
        let ask = format!(
            "{}\nCOMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))\n\
             _sliding__puzzle sliding-puzzle '{word}' '{before}'; echo ${{COMPREPLY[@]}}",
            String::from_utf8(script.clone()).unwrap()
        );
        let output = Command::new("bash").args(["-c", &ask]).output().expect("bash");
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(completed("sliding-puzzle sh", "sh", "sliding-puzzle"), "show\n");
    assert_eq!(completed("sliding-puzzle show --t", "--t", "show"), "--turns\n");
    assert_eq!(completed("sliding-puzzle completions z", "z", "completions"), "zsh\n");
}

#[test]
fn a_full_disk_is_told_and_a_closed_pipe_is_not() {
    let folder = small_specification();
    for arguments in [
        &["show", "p054/basic"][..],
        &["show", "p054/basic", "--turns"],
        &["cast", "p054/basic"],
        &["export"],
        &["copy", "out"],
        &["completions", "bash"],
        &["man"],
    ] {
        let to = |stdout: Stdio| {
            let mut command = command(folder.path(), arguments);
            let output = command.stdin(Stdio::null()).stdout(stdout).output().unwrap();
            (output.status.code(), String::from_utf8(output.stderr).unwrap())
        };
        let (status, stderr) = to(File::options().write(true).open("/dev/full").unwrap().into());
        assert_eq!(status, Some(2), "{arguments:?}");
        assert!(stderr.starts_with("sliding-puzzle: error: cannot write the output: "), "{stderr}");
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        assert_eq!(to(writer.into()), (Some(0), String::new()), "{arguments:?}");
    }
    let full = File::options().write(true).open("/dev/full").unwrap();
    let mut game = command(folder.path(), &["rec", "x"]);
    let output = game.stdin(Stdio::null()).stdout(full).output().unwrap();
    assert!(output.status.code() == Some(2) && !folder.file("spec/p054/x.in").exists());
}

#[test]
fn rec_writes_when_its_reader_goes_away() {
    let folder = Folder::empty();
    let mut game = command(folder.path(), &["rec", "x"]);
    game.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut game = game.spawn().unwrap();
    read_until(&mut game.stdout.take().unwrap(), "choice> ");
    game.stdin.take().unwrap().write_all(b"9\n").unwrap();
    assert_eq!(game.wait().unwrap().code(), Some(0));
    assert_eq!(folder.read("spec/p054/x.in"), b"9\n");
}
