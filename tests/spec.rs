//! The specification: one test a case, named by its path, and one for the two folders.
//!
//! Screens are insta's binary snapshots, so `cargo insta test`, `review` and `accept` work on
//! them. What insta sets right itself (a case without snapshot, a snapshot without case) is left
//! to it when `cargo insta` runs these tests; otherwise it fails here.
//!
//! The last test proves that the others can fail: it changes bytes of a case and its screen in a
//! copy, and runs this program on the copy, which [`COPY`] names.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use insta::internals::SettingsBindDropGuard;
use libtest_mimic::{Arguments, Failed, Trial};
use sliding_puzzle::kit::case::{Case, Folders};
use sliding_puzzle::kit::compare::difference;
use sliding_puzzle::kit::flaw::{Flaw, Problem};
use sliding_puzzle::kit::report;
use sliding_puzzle::kit::specification::Specification;
use sliding_puzzle::transcript::replay;

/// The variable that names a copy of the project's folders to test in place of them.
const COPY: &str = "SLIDING_PUZZLE_SPEC_COPY";

fn main() {
    env::set_current_dir(root()).expect("a folder");
    let folders = Folders::new("spec".into(), None);
    let specification = Specification::read(&folders).expect("a folder of cases");
    let (new, problems) = sort_out(specification.problems, &folders);
    let cases = specification.cases.into_iter().chain(new);
    let mut trials: Vec<Trial> =
        cases.map(|case| Trial::test(case.name.clone(), move || check(&case))).collect();
    trials.push(Trial::test("specification is sound", move || is_sound(&problems)));
    if env::var_os(COPY).is_none() {
        trials.push(Trial::test("every changed byte fails", every_changed_byte_fails));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn root() -> PathBuf {
    env::var_os(COPY).map_or(env!("CARGO_MANIFEST_DIR").into(), PathBuf::from)
}

/// Cases without a whole snapshot, which insta asks about; and the problems that remain.
fn sort_out(problems: Vec<Problem>, folders: &Folders) -> (Vec<Case>, Vec<Problem>) {
    let insta_accepts = env::var_os("INSTA_FORCE_PASS").is_some();
    let insta_handles_orphans = env::var_os("INSTA_SNAPSHOT_REFERENCES_FILE").is_some();
    let (new, rest): (Vec<_>, Vec<_>) = problems
        .into_iter()
        .partition(|problem| matches!(problem.flaw, Flaw::NoSnapshot | Flaw::HalfPair(_)));
    let cases = new.iter().map(|problem| Case::in_files(folders, &problem.name)).collect();
    let rest = rest.into_iter().chain(new.into_iter().filter(|_| !insta_accepts));
    let is_orphan = |problem: &Problem| matches!(problem.flaw, Flaw::NoInput);
    (cases, rest.filter(|problem| !(insta_handles_orphans && is_orphan(problem))).collect())
}

fn is_sound(problems: &[Problem]) -> Result<(), Failed> {
    if problems.is_empty() {
        return Ok(());
    }
    Err(problems.iter().map(|problem| format!("{problem}\n")).collect::<String>().into())
}

/// Replays the case. A difference is told turn by turn before insta, which shows none of a
/// binary snapshot, asserts.
fn check(case: &Case) -> Result<(), Failed> {
    let typed = case.typed().map_err(|problem| problem.to_string())?;
    let transcript = replay(case.program(), &typed);
    match case.expected() {
        Ok(expected) => {
            if let Some(difference) = difference(&transcript, &expected) {
                anstream::eprint!("{}", report::difference(case, &difference));
            }
        }
        Err(_) => anstream::eprint!("{}", report::new_case(case, &transcript)),
    }
    let _settings = settings_for(case);
    let stem = case.name.rsplit('/').next().expect("a name");
    insta::assert_binary_snapshot!(&format!("{stem}.screen"), transcript.screen().into());
    Ok(())
}

/// Settings that put the snapshot where the specification has it.
fn settings_for(case: &Case) -> SettingsBindDropGuard {
    let mut settings = insta::Settings::new();
    let (root, files) = (root(), case.files().expect("a case in files"));
    settings.set_snapshot_path(root.join(&files.snapshot).parent().expect("a folder"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.set_input_file(root.join(&files.input));
    settings.bind_to_scope()
}

/// Runs this program on a copy of one case, once for each way to change it.
fn every_changed_byte_fails() -> Result<(), Failed> {
    let copy = tempfile::tempdir()?;
    let files = ["spec/p054/basic.in", "snapshots/p054/basic.snap", SCREEN];
    for file in files {
        fs::create_dir_all(copy.path().join(file).parent().expect("a folder"))?;
        fs::copy(file, copy.path().join(file))?;
    }
    let unchanged = run_on(copy.path())?;
    if !unchanged.status.success() {
        return Err(format!("an unchanged copy fails:\n{}", told(&unchanged)).into());
    }
    let screen = fs::read_to_string(SCREEN)?;
    for (what, changed) in changes(&screen) {
        fs::write(copy.path().join(SCREEN), changed)?;
        let output = run_on(copy.path())?;
        let told = told(&output);
        if output.status.success() || !told.contains("p054/basic differs") {
            return Err(format!("{what}: not seen\n{told}").into());
        }
    }
    Ok(())
}

const SCREEN: &str = "snapshots/p054/basic.snap.screen";

/// The screen with one thing changed, for each kind of byte that a tool may touch unasked.
fn changes(screen: &str) -> Vec<(&'static str, String)> {
    let prompt = "choice> 7\n";
    vec![
        ("a trailing blank more", screen.replacen("moves.\n", "moves. \n", 1)),
        ("a trailing blank less", screen.replacen("order> 4", "order>4", 1)),
        ("no final line end", screen.trim_end().to_owned()),
        ("a final line end more", format!("{screen}\n")),
        ("CR LF throughout", screen.replace('\n', "\r\n")),
        ("CR LF at the end", screen.replacen(prompt, "choice> 7\r\n", 1)),
        ("a leading blank line", format!("\n{screen}")),
        ("a blank line less", screen.replacen("\n\n", "\n", 1)),
        ("a leading blank", format!(" {screen}")),
        ("an ESC", screen.replacen(prompt, "\u{1b}[0mchoice> 7\n", 1)),
        ("a NUL", format!("{screen}\0")),
        ("a byte order mark", format!("\u{feff}{screen}")),
        ("a tab for a blank", screen.replacen("|  1 ", "|\t1 ", 1)),
        ("a no-break space for a blank", screen.replacen("Moves 0", "Moves\u{a0}0", 1)),
        ("a letter of another alphabet", screen.replacen("Bye", "B\u{443}e", 1)),
        ("nothing at all", String::new()),
    ]
}

/// Runs this program on the folders in `copy`, out of `cargo insta`'s hands.
fn run_on(copy: &Path) -> Result<Output, Failed> {
    let mut command = Command::new(env::current_exe()?);
    for (name, _) in env::vars_os() {
        if name.as_encoded_bytes().starts_with(b"INSTA") {
            command.env_remove(name);
        }
    }
    Ok(command.arg("p054/basic").env(COPY, copy).env("INSTA_UPDATE", "no").output()?)
}

fn told(output: &Output) -> String {
    [&output.stdout[..], &output.stderr].map(String::from_utf8_lossy).concat()
}
