//! The EML engine's cases: a file a case, under `tests/eml`.
//!
//! `NAME.eml` with `NAME.out` is a case: what the program prints. `NAME.in` beside it holds typed
//! lines, and `NAME.py` the same program in Python, which `python3`, where there is one, must
//! answer with the same output. `NAME.err` holds the error that ends the program, or that keeps
//! it from being compiled. A first line `# limits: steps 1000` sets limits. The other `.eml`
//! files of a folder, without `.out` and `.err`, are modules its cases can import.
//!
//! With `EML_BLESS=1` every `.out` and `.err` there is gets written anew, from what `CPython` prints
//! where there is a Python twin.
//!
//! Where the record is found (`SLIDING_PUZZLE_RECORD`, or `shared/record` beside the repository)
//! its own program is run too: on its sessions, and on many made up ones beside the built-in game.

#[path = "eml/support/mod.rs"]
mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use libtest_mimic::{Arguments, Failed, Trial};
use sliding_puzzle::eml::{self, Limits, Source};
use sliding_puzzle::transcript::{Ending, replay};

fn main() {
    let arguments = Arguments::from_args();
    let mut trials = case_trials();
    trials.extend(support::record_trials());
    libtest_mimic::run(&arguments, trials).exit();
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/eml")
}

/// A trial for each case, and one more for each that has a Python twin.
fn case_trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for path in eml_files(&root()) {
        if !is_case(&path) {
            continue;
        }
        let name = path.strip_prefix(root()).expect("a path below").with_extension("");
        let name = name.display().to_string().replace('\\', "/");
        if path.with_extension("py").exists() {
            let path = path.clone();
            let twin = Trial::test(format!("{name} in python"), move || check_python(&path));
            trials.push(twin.with_ignored_flag(!has_python()));
        }
        trials.push(Trial::test(name, move || check_case(&path)));
    }
    assert!(!trials.is_empty(), "there is no case under tests/eml");
    trials
}

fn eml_files(folder: &Path) -> Vec<PathBuf> {
    let files = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter();
    let paths = files.map(|file| file.expect("a readable folder").into_path());
    paths.filter(|path| path.extension().is_some_and(|extension| extension == "eml")).collect()
}

fn is_case(path: &Path) -> bool {
    path.with_extension("out").exists() || path.with_extension("err").exists()
}

fn has_python() -> bool {
    let mut python = Command::new("python3");
    python.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    python.status().is_ok_and(|status| status.success())
}

/// What a program did: what it printed, and the error that ended it.
struct Done {
    out: String,
    error: String,
}

fn check_case(path: &Path) -> Result<(), Failed> {
    let done = run_case(path);
    check(&path.with_extension("out"), &done.out)?;
    check(&path.with_extension("err"), &done.error)
}

/// Compares with an expected file; where there is none, nothing is expected.
fn check(expected: &Path, actual: &str) -> Result<(), Failed> {
    if blesses() && expected.exists() && !expected.with_extension("py").exists() {
        fs::write(expected, actual)?;
    }
    let text = if expected.exists() { fs::read_to_string(expected)? } else { String::new() };
    if text == actual {
        return Ok(());
    }
    let file = expected.display();
    let hint = "if it is right now: EML_BLESS=1 cargo test --test eml";
    Err(format!("{file} is\n{text}\nbut it came out as\n{actual}\n{hint}").into())
}

fn blesses() -> bool {
    std::env::var_os("EML_BLESS").is_some()
}

fn run_case(path: &Path) -> Done {
    let texts = texts_for(path);
    let sources: Vec<_> = texts.iter().map(|(name, text)| Source { name, text }).collect();
    let entry = path.file_name().and_then(|name| name.to_str()).expect("a name in UTF-8");
    let program = match eml::compile(&sources, entry) {
        Ok(program) => program.with_limits(limits(&texts[0].1)),
        Err(errors) => return Done { out: String::new(), error: format!("{errors}\n") },
    };
    let transcript = replay(&program, &input_of(path));
    let error = match transcript.ending() {
        Ending::Quit => String::new(),
        Ending::InputEnded => "the input ended\n".to_owned(),
        Ending::Failed(message) => format!("{message}\n"),
    };
    Done { out: transcript.stdout(), error }
}

/// The case's text first, then the modules it can import.
fn texts_for(path: &Path) -> Vec<(String, String)> {
    let folder = path.parent().expect("a folder");
    let beside = eml_files(folder)
        .into_iter()
        .filter(|other| other.parent() == Some(folder) && !is_case(other));
    let read = |path: PathBuf| {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        (name, fs::read_to_string(&path).expect("a text in UTF-8"))
    };
    std::iter::once(path.to_owned()).chain(beside).map(read).collect()
}

fn input_of(path: &Path) -> String {
    fs::read_to_string(path.with_extension("in")).unwrap_or_default()
}

/// The limits that a first line such as `# limits: steps 1000, depth 10` sets.
fn limits(text: &str) -> Limits {
    let mut limits = Limits::default();
    let settings = text.lines().next().and_then(|line| line.strip_prefix("# limits: "));
    for setting in settings.unwrap_or_default().split_terminator(", ") {
        let (name, number) = setting.split_once(' ').expect("a name and a number");
        let number: u32 = number.parse().expect("a number");
        match name {
            "steps" => limits.steps = number.into(),
            "depth" => limits.depth = number as usize,
            "bytes" => limits.bytes = number as usize,
            "output" => limits.output = number.into(),
            _ => panic!("no such limit: {name}"),
        }
    }
    limits
}

/// Runs the Python twin, which must print the same.
fn check_python(path: &Path) -> Result<(), Failed> {
    let input = path.with_extension("in");
    let stdin = fs::File::open(input).map_or_else(|_| Stdio::null(), Stdio::from);
    let output = Command::new("python3")
        .args(["-B", "-X", "utf8"])
        .arg(path.with_extension("py"))
        .stdin(stdin)
        .output()?;
    let printed = String::from_utf8(output.stdout)?;
    if blesses() {
        fs::write(path.with_extension("out"), &printed)?;
    }
    let expected = fs::read_to_string(path.with_extension("out"))?;
    if printed == expected {
        return Ok(());
    }
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    Err(format!("expected\n{expected}\nbut CPython printed\n{printed}\n{errors}").into())
}
