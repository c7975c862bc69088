//! The specification: one test a case, named by its path, and one for the two folders.
//!
//! Screens are insta's binary snapshots, so `cargo insta test`, `review` and `accept` work on
//! them. What insta sets right itself (a case without snapshot, a snapshot without case) is left
//! to it when `cargo insta` runs these tests; otherwise it fails here.

use std::env;
use std::path::Path;

use insta::internals::SettingsBindDropGuard;
use libtest_mimic::{Arguments, Failed, Trial};
use sliding_puzzle::kit::compare::difference;
use sliding_puzzle::kit::report;
use sliding_puzzle::kit::specification::{Case, Flaw, Folders, Problem, Specification};
use sliding_puzzle::transcript::replay;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn main() {
    env::set_current_dir(ROOT).expect("the project's folder");
    let folders = Folders::new("spec".into(), None);
    let specification = Specification::read(&folders).expect("a folder of cases");
    let (new, problems) = sort_out(specification.problems, &folders);
    let cases = specification.cases.into_iter().chain(new);
    let mut trials: Vec<Trial> =
        cases.map(|case| Trial::test(case.name.clone(), move || check(&case))).collect();
    trials.push(Trial::test("specification is sound", move || is_sound(&problems)));
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// Cases without a whole snapshot, which insta asks about; and the problems that remain.
fn sort_out(problems: Vec<Problem>, folders: &Folders) -> (Vec<Case>, Vec<Problem>) {
    let insta_accepts = env::var_os("INSTA_FORCE_PASS").is_some();
    let insta_handles_orphans = env::var_os("INSTA_SNAPSHOT_REFERENCES_FILE").is_some();
    let (new, rest): (Vec<_>, Vec<_>) = problems
        .into_iter()
        .partition(|problem| matches!(problem.flaw, Flaw::NoSnapshot | Flaw::HalfPair(_)));
    let cases = new.iter().map(|problem| folders.case(&problem.name)).collect();
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
    let root = Path::new(ROOT);
    settings.set_snapshot_path(root.join(&case.snapshot).parent().expect("a folder"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.set_input_file(root.join(&case.input));
    settings.bind_to_scope()
}
