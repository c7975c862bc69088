//! Every screen is what the record's own program prints: its Python rendering under CPython.
//!
//! The record is not part of this project. It is found through `SLIDING_PUZZLE_RECORD`, or at
//! `../shared/record/P054-sliding-puzzle.json`; without it, or without `python3`, these tests are
//! reported as ignored, and one of them says why.

use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Arc;

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;
use sliding_puzzle::kit::case::{Case, Folders};
use sliding_puzzle::kit::specification::Specification;
use sliding_puzzle::transcript::{Ending, replay};
use tempfile::TempDir;

/// Starts the record's program with the byte rules of the specification.
const LAUNCHER: &str = r#"
import sys
sys.stdin.reconfigure(encoding="utf-8", newline="\n")
sys.stdout.reconfigure(encoding="utf-8", newline="\n")
import main
"#;

fn main() {
    let arguments = Arguments::from_args();
    env::set_current_dir(env!("CARGO_MANIFEST_DIR")).expect("the project's folder");
    let trials = match find_record() {
        Ok(record) => trials(&record),
        Err(missing) => {
            eprintln!("The record's own program did not run: {missing}.");
            vec![Trial::test(format!("did not run: {missing}"), || Ok(())).with_ignored_flag(true)]
        }
    };
    libtest_mimic::run(&arguments, trials).exit();
}

/// The record, or what is missing.
fn find_record() -> Result<Value, String> {
    let named = env::var_os("SLIDING_PUZZLE_RECORD").map(PathBuf::from);
    let usual = PathBuf::from("../shared/record/P054-sliding-puzzle.json");
    let path = named.or_else(|| usual.exists().then_some(usual));
    let path = path.ok_or("no record; name it in `SLIDING_PUZZLE_RECORD`")?;
    if Command::new("python3").arg("--version").output().is_err() {
        return Err("no `python3`".to_owned());
    }
    // A record that is named but not there is a failure, not a reason to skip.
    let text = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    Ok(serde_json::from_slice(&text).expect("a record"))
}

fn trials(record: &Value) -> Vec<Trial> {
    let program = Arc::new(write_program(record));
    let specification = Specification::read(&Folders::new("spec".into(), None)).expect("cases");
    let cases = specification.cases.into_iter().filter(|case| case.name.starts_with("p054/"));
    let mut trials: Vec<Trial> = cases
        .map(|case| {
            let program = program.clone();
            Trial::test(format!("python {}", case.name), move || check(&case, program.path()))
        })
        .collect();
    let record = record.clone();
    trials.push(Trial::test("sessions are the record's", move || sessions_are_its(&record)));
    trials
}

/// Writes the record's Python modules, and the launcher, into a folder of their own.
fn write_program(record: &Value) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for module in record["modules"].as_array().expect("modules") {
        let name = module["name"].as_str().expect("a name").replace(".eml", ".py");
        let source = module["python"].as_str().expect("a Python rendering");
        fs::write(folder.path().join(name), source).expect("a writable folder");
    }
    fs::write(folder.path().join("launcher.py"), LAUNCHER).expect("a writable folder");
    folder
}

/// Runs the record's program on the case. Behind a pipe it does not echo, so the snapshot is held
/// against the transcript's screen, and its output against the transcript without echoes.
fn check(case: &Case, program: &Path) -> Result<(), Failed> {
    let transcript = replay(case.program(), &case.typed().map_err(|p| p.to_string())?);
    if case.expected().map_err(|p| p.to_string())? != transcript.screen().as_bytes() {
        return Err("the game's screen is not the snapshot".into());
    }
    let output = run(program, &case.input_path())?;
    if output.stdout != transcript.stdout().as_bytes() {
        let printed = String::from_utf8_lossy(&output.stdout);
        return Err(format!("the record's program prints:\n{printed}").into());
    }
    let stderr = String::from_utf8_lossy(&output.stderr);
    let (status, message) = match transcript.ending() {
        Ending::Quit => (0, ""),
        _ => (1, "EOFError"),
    };
    if output.status.code() != Some(status) || !stderr.contains(message) {
        return Err(format!("{}, not {status}; {stderr}", output.status).into());
    }
    Ok(())
}

fn run(program: &Path, input: &Path) -> Result<Output, Failed> {
    let mut command = Command::new("python3");
    // -E and -S: nothing of the host's changes what runs.
    command.args(["-E", "-S"]).arg(program.join("launcher.py"));
    command.stdin(File::open(input)?).stdout(Stdio::piped()).stderr(Stdio::piped());
    Ok(command.output()?)
}

/// `sessions/` holds the record's sessions as handed over.
fn sessions_are_its(record: &Value) -> Result<(), Failed> {
    let here: Value = serde_json::from_slice(&fs::read("sessions/P054-sliding-puzzle.json")?)?;
    for key in ["id", "slug", "title", "updated", "sessions"] {
        if here[key] != record[key] {
            return Err(format!("`{key}` is not the record's").into());
        }
    }
    let keys = here.as_object().map(serde_json::Map::len);
    if keys == Some(5) { Ok(()) } else { Err("there is more than the sessions".into()) }
}
