//! The README's commands do what it says.
//!
//! Every `console` block is run by a shell, in order, in a copy of the project's folders. A line
//! `...` stands for any lines. What starts with `cargo` is not run here, but must be in `.ci/run`.

use std::fs;
use std::path::Path;
use std::process::Command;

use walkdir::WalkDir;

use crate::{COMMAND, Folder, ROOT};

/// A command of the README, and the lines that it shows below.
struct Example<'a> {
    command: &'a str,
    shown: Vec<&'a str>,
}

fn examples(readme: &str) -> Vec<Example<'_>> {
    let blocks = readme.split("```console\n").skip(1);
    let lines = blocks.flat_map(|block| block.split("```").next().expect("a block").lines());
    let mut examples: Vec<Example> = Vec::new();
    for line in lines {
        match line.strip_prefix("$ ") {
            Some(command) => examples.push(Example { command, shown: Vec::new() }),
            None => examples.last_mut().expect("a command first").shown.push(line),
        }
    }
    examples
}

/// Whether `actual` is `shown` where `...` in `shown` stands for any lines.
fn agrees(shown: &[&str], actual: &[&str]) -> bool {
    match shown {
        [] => actual.is_empty(),
        ["...", rest @ ..] => (0..=actual.len()).any(|skip| agrees(rest, &actual[skip..])),
        [line, rest @ ..] => actual.first() == Some(line) && agrees(rest, &actual[1..]),
    }
}

#[test]
fn its_commands_do_what_it_says() {
    let readme = fs::read_to_string(Path::new(ROOT).join("README.md")).unwrap();
    let gate = fs::read_to_string(Path::new(ROOT).join(".ci/run")).unwrap();
    let folder = copy_of_the_project();
    for Example { command, shown } in examples(&readme) {
        if command.starts_with("cargo ") {
            let command = command.replace(" --review", "");
            assert!(gate.contains(&command), "`{command}` is not in .ci/run");
            continue;
        }
        let actual = shell(&folder, &command.replace("/tmp/", "tmp/"));
        let shown: Vec<String> = shown.iter().map(|line| line.replace("/tmp/", "tmp/")).collect();
        let shown: Vec<&str> = shown.iter().map(String::as_str).collect();
        assert!(agrees(&shown, &actual.lines().collect::<Vec<_>>()), "$ {command}\n{actual}");
    }
}

/// What a shell prints for `command`, standard error with standard output.
fn shell(folder: &Folder, command: &str) -> String {
    let bin = Path::new(COMMAND).parent().expect("a folder").display();
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("exec 2>&1; {command}")]).current_dir(folder.path());
    shell.env_clear().env("PATH", format!("{bin}:/usr/bin:/bin"));
    String::from_utf8(shell.output().expect("a shell").stdout).expect("text")
}

fn copy_of_the_project() -> Folder {
    let folder = Folder::empty();
    for name in ["spec", "snapshots", "sessions"] {
        for entry in WalkDir::new(Path::new(ROOT).join(name)) {
            let entry = entry.unwrap();
            if entry.file_type().is_file() {
                let below = entry.path().strip_prefix(ROOT).unwrap();
                folder.write(below.to_str().unwrap(), &fs::read(entry.path()).unwrap());
            }
        }
    }
    folder
}

#[test]
fn its_layout_is_the_project() {
    let readme = fs::read_to_string(Path::new(ROOT).join("README.md")).unwrap();
    for entry in fs::read_dir(ROOT).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        if entry.file_type().unwrap().is_dir() && !name.starts_with('.') && name != "target" {
            assert!(readme.contains(&format!("\n{name}/ ")), "`{name}/` is not in the layout");
        }
    }
}

#[test]
fn dots_stand_for_any_lines() {
    assert!(agrees(&["a", "...", "d"], &["a", "b", "c", "d"]));
    assert!(agrees(&["...", "a"], &["a"]) && agrees(&["..."], &[]));
    assert!(!agrees(&["a", "...", "d"], &["a", "b"]) && !agrees(&[], &["a"]));
}
