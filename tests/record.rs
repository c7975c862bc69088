//! Every screen is what the record's own program prints: its Python rendering under CPython. And
//! the kit's verdicts are right: that program conforms, and each of its broken variants is told.
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

/// Where the record is, if it is named or at its usual place.
fn record_path() -> Option<PathBuf> {
    let named = env::var_os("SLIDING_PUZZLE_RECORD").map(PathBuf::from);
    let usual = PathBuf::from("../shared/record/P054-sliding-puzzle.json");
    named.or_else(|| usual.exists().then_some(usual))
}

/// The record, or what is missing.
fn find_record() -> Result<Value, String> {
    let path = record_path().ok_or("no record; name it in `SLIDING_PUZZLE_RECORD`")?;
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
    trials
        .push(Trial::test("kit: the record's program conforms", move || conforms(program.path())));
    let record = Arc::new(record.clone());
    for variant in VARIANTS {
        let record = record.clone();
        let name = format!("kit: {}", variant.name);
        trials.push(Trial::test(name, move || is_told(variant, &record)));
    }
    let planted = record.clone();
    trials.push(Trial::test("kit: fuzz finds what no case shows", move || fuzz_finds(&planted)));
    for (name, arguments) in EML {
        trials.push(Trial::test(format!("eml: {name}"), move || eml_holds(arguments)));
    }
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

/// The whole specification through the kit, as somebody with a program would use it.
fn conforms(program: &Path) -> Result<(), Failed> {
    let launcher = program.join("launcher.py");
    let (status, objects) = kit(&["check", "--timeout", "60"], &[], &launcher)?;
    let totals = objects.last().expect("totals");
    let all = totals["cases"] == totals["conform"] && totals["cases"].as_u64() > Some(300);
    if status == Some(0) && all { Ok(()) } else { Err(format!("{status:?}: {totals}").into()) }
}

/// Runs the kit for `launcher` under CPython; its exit status, and its report.
fn kit(
    before: &[&str],
    cases: &[&str],
    launcher: &Path,
) -> Result<(Option<i32>, Vec<Value>), Failed> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sliding-puzzle"));
    command.args(before).args(cases).args(["--format", "json", "--", "python3", "-E", "-S"]);
    let output = command.arg(launcher).output()?;
    let lines = String::from_utf8(output.stdout)?;
    let objects: Result<Vec<Value>, _> = lines.lines().map(serde_json::from_str).collect();
    Ok((output.status.code(), objects?))
}

/// A fault that no case shows: the third of several tiles is counted twice, if it is 11.
fn fuzz_finds(record: &Value) -> Result<(), Failed> {
    let program = write_program(record);
    let path = program.path().join("main.py");
    let fault = "done = done + 1; p[2] = p[2] + (tile == 11 and done == 3)";
    fs::write(&path, fs::read_to_string(&path)?.replace("done = done + 1", fault))?;
    conforms(program.path())?;
    let mut fuzz = Command::new(env!("CARGO_BIN_EXE_sliding-puzzle"));
    fuzz.args(["fuzz", "--timeout", "60", "--write", "found", "--", "python3", "-E", "-S"]);
    let output = fuzz.arg("launcher.py").current_dir(program.path()).output()?;
    let told = String::from_utf8(output.stdout)?;
    let found = fs::read_to_string(program.path().join("spec/p054/found.in"))?;
    let small = found.lines().count() <= 8 && found.contains("11");
    let shown = told.contains("+ Moves ") && told.contains("wrote spec/p054/found.in; next: ");
    if output.status.code() == Some(1) && small && shown { Ok(()) } else { Err(told.into()) }
}

/// The record's program with one thing changed, and what the kit must say of it.
struct Variant {
    name: &'static str,
    /// The file in which the first text becomes the second.
    file: &'static str,
    from: &'static str,
    to: &'static str,
    arguments: &'static [&'static str],
    case: &'static str,
    /// What the report must say of that case.
    told: &'static [(&'static str, &'static str)],
}

const VARIANTS: &[Variant] = &[
    Variant {
        name: "a move counted twice",
        file: "main.py",
        from: "p[2] = p[2] + 1",
        to: "p[2] = p[2] + 2",
        arguments: &[],
        case: "p054/basic",
        told: &[("verdict", "\"differs\""), ("line", "3"), ("typed", "\"4 1 2\"")],
    },
    Variant {
        name: "a plural for one",
        file: "main.py",
        from: "if n == 1:",
        to: "if n == 0:",
        arguments: &[],
        case: "p054/solved/in-one-move",
        told: &[("verdict", "\"differs\""), ("line", "4"), ("typed", "\"8\"")],
    },
    Variant {
        name: "a missing blank line",
        file: "main.py",
        from: "print(\"\")",
        to: "pass",
        arguments: &[],
        case: "p054/basic",
        told: &[("verdict", "\"differs\""), ("line", "null"), ("turn", "1")],
    },
    Variant {
        name: "a trimmed tab",
        file: "main.py",
        from: "s[i] == \" \"",
        to: "s[i] in \" \\t\"",
        arguments: &[],
        case: "p054/menu/tab-is-not-trimmed",
        told: &[("verdict", "\"differs\""), ("line", "1"), ("typed", "\"\\t7\"")],
    },
    Variant {
        name: "another way, as short",
        file: "solver.py",
        from: "for t in targets:",
        to: "for t in reversed(targets):",
        arguments: &["--timeout", "60"],
        case: "p054/hint/equal-ways-of-20-moves",
        told: &[("verdict", "\"differs\""), ("line", "3"), ("typed", "\"2\"")],
    },
    Variant {
        name: "a wrong status",
        file: "main.py",
        from: "print(\"Bye.\")",
        to: "print(\"Bye.\"); raise SystemExit(3)",
        arguments: &[],
        case: "p054/basic",
        told: &[("verdict", "\"wrong status\""), ("status", "3")],
    },
    Variant {
        name: "a crash",
        file: "main.py",
        from: "print(\"Bye.\")",
        to: "print(\"Bye.\", flush=True); import os; os.kill(os.getpid(), 11)",
        arguments: &[],
        case: "p054/basic",
        told: &[("verdict", "\"crashed\""), ("signal", "11"), ("turn", "null")],
    },
    Variant {
        name: "a crash in the middle",
        file: "main.py",
        from: "way = solver.solution(p[0])",
        to: "import sys, os; sys.stdout.flush(); os.abort()",
        arguments: &[],
        case: "p054/basic",
        told: &[("verdict", "\"crashed\""), ("signal", "6"), ("line", "1"), ("typed", "\"2\"")],
    },
    Variant {
        name: "a hang",
        file: "main.py",
        from: "print(\"Bye.\")",
        to: "print(\"Bye.\", flush=True); import time; time.sleep(600)",
        arguments: &["--timeout", "5"],
        case: "p054/menu/quit",
        told: &[("verdict", "\"timed out\""), ("turn", "null")],
    },
    Variant {
        name: "endless output",
        file: "main.py",
        from: "print(\"Bye.\")",
        to: "exec('while True: print(\"Bye.\")')",
        arguments: &["--timeout", "60"],
        case: "p054/menu/quit",
        told: &[("verdict", "\"too much output\""), ("line", "1")],
    },
    Variant {
        name: "CR LF",
        file: "launcher.py",
        from: "sys.stdout.reconfigure(encoding=\"utf-8\", newline=\"\\n\")",
        to: "sys.stdout.reconfigure(encoding=\"utf-8\", newline=\"\\r\\n\")",
        arguments: &[],
        case: "p054/basic",
        told: &[("verdict", "\"differs\""), ("near_miss", "\"cr lf\"")],
    },
    Variant {
        name: "no final line end",
        file: "main.py",
        from: "print(\"Bye.\")",
        to: "print(\"Bye.\", end=\"\")",
        arguments: &[],
        case: "p054/basic",
        told: &[("verdict", "\"differs\""), ("near_miss", "\"no final line end\"")],
    },
    Variant {
        name: "prompts on standard error",
        file: "launcher.py",
        from: "import main",
        to: INPUT_ON_STDERR,
        arguments: &[],
        case: "p054/basic",
        told: &[("verdict", "\"differs\""), ("near_miss", "\"prompts on stderr\"")],
    },
    Variant {
        name: "no output until exit",
        file: "launcher.py",
        from: "import main",
        to: OUTPUT_AT_EXIT,
        arguments: &["--interactive", "--timeout", "12"],
        case: "p054/menu/quit",
        told: &[("verdict", "\"held back\""), ("line", "1")],
    },
    Variant {
        name: "no output until exit conforms where nobody waits for it",
        file: "launcher.py",
        from: "import main",
        to: OUTPUT_AT_EXIT,
        arguments: &[],
        case: "p054/menu/quit",
        told: &[("verdict", "\"conforms\"")],
    },
    Variant {
        name: "an echo conforms",
        file: "launcher.py",
        from: "import main",
        to: ECHO,
        arguments: &[],
        case: "p054/basic",
        told: &[("verdict", "\"conforms\"")],
    },
    Variant {
        name: "an echo where none is wanted",
        file: "launcher.py",
        from: "import main",
        to: ECHO,
        arguments: &["--echo", "never"],
        case: "p054/basic",
        told: &[("verdict", "\"differs\""), ("line", "1"), ("typed", "\"2\"")],
    },
];

const INPUT_ON_STDERR: &str = r#"
import builtins
def ask(prompt=""):
    print(prompt, end="", file=sys.stderr)
    line = sys.stdin.readline()
    if not line: raise EOFError
    return line.removesuffix("\n")
builtins.input = ask
import main
"#;

const OUTPUT_AT_EXIT: &str = r#"
import builtins, io
real, sys.stdout = sys.stdout, io.StringIO()
def ask(prompt=""):
    sys.stdout.write(prompt)
    line = sys.stdin.readline()
    if not line: raise EOFError
    return line.removesuffix("\n")
builtins.input = ask
import main
real.write(sys.stdout.getvalue())
real.flush()
"#;

const ECHO: &str = r#"
import builtins
silent = builtins.input
def ask(prompt=""):
    line = silent(prompt)
    print(line)
    return line
builtins.input = ask
import main
"#;

fn is_told(variant: &Variant, record: &Value) -> Result<(), Failed> {
    let program = write_program(record);
    let path = program.path().join(variant.file);
    let source = fs::read_to_string(&path)?;
    if !source.contains(variant.from) {
        return Err(format!("`{}` has no `{}`", variant.file, variant.from).into());
    }
    fs::write(&path, source.replacen(variant.from, variant.to, 1))?;
    let before = [&["check"], variant.arguments].concat();
    let launcher = program.path().join("launcher.py");
    let (status, objects) = kit(&before, &[variant.case], &launcher)?;
    let told = &objects[0];
    for (key, value) in variant.told {
        let said = told[key].to_string();
        if said != *value {
            return Err(format!("`{key}` is not {value}: {told}").into());
        }
    }
    let right = i32::from(told["verdict"] != "conforms");
    if status == Some(right) { Ok(()) } else { Err(format!("exit status {status:?}").into()) }
}

/// What must hold of the record's EML, run by our own engine.
const EML: [(&str, &[&str]); 2] = [
    ("the record's claims hold", &["verify"]),
    ("the record's program conforms", &["check", "--record"]),
];

fn eml_holds(arguments: &[&str]) -> Result<(), Failed> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sliding-puzzle"));
    let output = command.args(arguments).arg(record_path().expect("a record")).output()?;
    let told = String::from_utf8_lossy(&output.stdout);
    let holds = told.ends_with(": all holds\n") || told.ends_with(" cases conform\n");
    if output.status.success() && holds { Ok(()) } else { Err(told.into_owned().into()) }
}
