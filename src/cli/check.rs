//! `check`: judges the cases, for the programs of the house or for a command.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::watch::{INTERRUPTED, Jobs, Progress, end_on_interrupt, interrupted};
use super::{CaseArgs, Failure, print, told};
use crate::kit::check::Candidate;
use crate::kit::external::External;
use crate::kit::files::write_atomically;
use crate::kit::flaw::shown;
use crate::kit::known::Known;
use crate::kit::record::{Record, RecordError};
use crate::kit::report::{Results, json, junit, tap, text};
use crate::kit::specification::Specification;
use crate::programs;

/// Hold the programs of the house, or any command, against the cases, byte for byte
///
/// Without a command the built-in programs are replayed. A command is run once for each case of
/// its program, with the case's lines on its standard input; its standard output must be the
/// screen, with or without the echoes of the typed lines. It must exit with 0 after quit; after
/// the input's end any status will do. It finds the case's name in `SLIDING_PUZZLE_CASE`.
///
/// Exit status 0: all conform; 1: some do not; 2: something is wrong with the specification, or
/// the command cannot be started.
#[derive(Args)]
pub struct Check {
    #[command(flatten)]
    cases: CaseArgs,
    #[command(flatten)]
    command: CommandArgs,
    /// Check the program of this record, run by our own interpreter
    #[arg(long, value_name = "RECORD.json", conflicts_with_all = ["command", "program"])]
    record: Option<PathBuf>,
    /// Only this program's cases [default: all, or `p054` for a command]
    #[arg(long, value_name = "NAME")]
    program: Option<String>,
    #[command(flatten)]
    jobs: Jobs,
    /// Show every case and every turn
    #[arg(long)]
    all: bool,
    /// How to report
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "text")]
    format: Format,
    /// Known failures: a case or glob and a reason on each line
    #[arg(long, value_name = "FILE")]
    known: Option<PathBuf>,
    /// Write today's failures to a file of known failures
    #[arg(long, value_name = "FILE")]
    write_known: Option<PathBuf>,
}

/// A command to check, and how.
#[derive(Args)]
pub struct CommandArgs {
    /// The command and its arguments
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<OsString>,
    /// How long the command may take for a case, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    timeout: Duration,
    /// Whether the command must echo what it reads; `auto` takes either
    #[arg(long, value_enum, value_name = "WHEN", default_value = "auto")]
    echo: super::play::Echo,
    /// Type each line only when its prompt has come, as a person does; a quarter of the timeout
    /// is the longest wait for a prompt
    #[arg(long)]
    interactive: bool,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// Test Anything Protocol, version 13
    Tap,
    /// XML as of JUnit
    Junit,
    /// JSON lines
    Json,
}

/// The longest time, in seconds.
const A_DAY: f64 = 86_400.0;

/// A time as typed: seconds, more than none.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().unwrap_or(f64::NAN);
    if seconds > 0.0 && seconds <= A_DAY {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err(format!("expected a number of seconds, more than 0 and at most {A_DAY}"))
    }
}

/// As `--timeout` has it where it is not given.
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(10);
/// With `--interactive` a prompt may take this part of the time that a case may take.
const PATIENCE: u32 = 4;
impl CommandArgs {
    /// `--` with nothing behind it, as an empty variable leaves it, is no check of the game.
    pub fn is_there(&self) -> Result<(), Failure> {
        if self.command.is_empty() && std::env::args_os().any(|word| word == "--") {
            return Err(Failure("no command behind `--`; name the one to check".into()));
        }
        Ok(())
    }

    pub fn candidate(&self) -> Candidate {
        if self.command.is_empty() {
            return Candidate::BuiltIn;
        }
        let external = External { command: self.command.clone(), timeout: self.timeout };
        let patience = self.interactive.then(|| self.timeout / PATIENCE);
        Candidate::Command { external, form: self.echo.form(), patience }
    }
}

impl Check {
    pub fn run(self) -> Result<ExitCode, Failure> {
        self.command.is_there()?;
        let again = self.again();
        let known = read_known(self.known.as_deref())?;
        let (candidate, program) = match &self.record {
            None => (self.command.candidate(), self.program),
            Some(path) => of_record(path)?,
        };
        let mut specification = self.cases.find()?;
        keep_program(&mut specification, program, &candidate)?;
        if self.format == Format::Text {
            print(&format!("{specification}\n"))?;
        }
        let mut results = judge(&candidate, &specification, &self.jobs)?;
        results.again = again;
        for outcome in &mut results.outcomes {
            outcome.known = known.reason(&outcome.case.name).map(str::to_owned);
        }
        results.unfit = known.unfit(&specification.names).iter().map(ToString::to_string).collect();
        results.problems.extend(specification.problems);
        print(&match self.format {
            Format::Text => text::report(&results, self.all),
            Format::Tap => tap::report(&results),
            Format::Junit => junit::report(&results),
            Format::Json => json::report(&results),
        })?;
        if let Some(path) = &self.write_known {
            write_known(path, self.known.as_deref(), &known, &results)?;
        }
        Ok(status(&results))
    }
}

impl Check {
    /// The arguments that check the same candidate in the same way again; none for the programs
    /// of the house.
    fn again(&self) -> Option<String> {
        let mut words: Vec<String> = Vec::new();
        let mut option = |name: &str, value: Option<&dyn std::fmt::Display>| {
            words.extend(value.map(|value| format!("{name}={value}")));
        };
        let path = |path: &Option<PathBuf>| path.as_ref().map(|path| path.display().to_string());
        let CommandArgs { command, timeout, echo, interactive } = &self.command;
        let (spec, snapshots) = self.cases.specification.paths();
        option("--spec", path(spec).as_ref().map(|path| path as _));
        option("--snapshots", path(snapshots).as_ref().map(|path| path as _));
        option("--program", self.program.as_ref().map(|program| program as _));
        option("--record", path(&self.record).as_ref().map(|path| path as _));
        let seconds = timeout.as_secs_f64();
        option("--timeout", (*timeout != DEFAULT_TIMEOUT).then_some(&seconds as _));
        option("--echo", echo.form().is_some().then_some(&echo.word() as _));
        words.extend(interactive.then(|| "--interactive".to_owned()));
        if !command.is_empty() {
            words.push("--".to_owned());
            words.extend(command.iter().map(|word| word.to_string_lossy().into_owned()));
        } else if self.record.is_none() {
            return None;
        }
        Some(shell_words::join(words))
    }
}

/// A record's program, and its name.
fn of_record(path: &Path) -> Result<(Candidate, Option<String>), Failure> {
    let told = |error: RecordError| Failure(format!("`{}`: {error}", shown(path)));
    let record = Record::read(path).map_err(told)?;
    let program = record.program().map_err(told)?;
    Ok((Candidate::Program(Arc::new(program)), Some(record.id.to_lowercase())))
}

/// Leaves the cases of one program.
fn keep_program(
    specification: &mut Specification,
    program: Option<String>,
    candidate: &Candidate,
) -> Result<(), Failure> {
    let program = match (program, candidate) {
        (None, Candidate::BuiltIn | Candidate::Program(_)) => return Ok(()),
        (None, Candidate::Command { .. }) => "p054".to_owned(),
        (Some(program), _) => program,
    };
    if programs::find(&program).is_none() {
        return Err(Failure(format!("no program `{}`", shown(program.as_ref()))));
    }
    specification.keep_program(&program);
    Ok(())
}

fn judge(
    candidate: &Candidate,
    specification: &Specification,
    jobs: &Jobs,
) -> Result<Results, Failure> {
    let command = match candidate {
        Candidate::BuiltIn | Candidate::Program(_) => None,
        Candidate::Command { external, .. } => {
            end_on_interrupt()?;
            let words = external.command.iter().map(|word| word.to_string_lossy());
            Some(shell_words::join(words))
        }
    };
    let cases = &specification.cases;
    let progress = Progress::of(cases.len() as u64);
    let judged =
        jobs.pool()?.install(|| candidate.judge_all(cases, &INTERRUPTED, || progress.step()));
    progress.finish();
    let (outcomes, problems) = judged?;
    let (specification, unfit) = (specification.to_string(), Vec::new());
    Ok(Results { specification, outcomes, problems, unfit, command, again: None })
}

fn status(results: &Results) -> ExitCode {
    let status = told(&results.problems);
    for line in &results.unfit {
        super::complain(format_args!("error: known failures, {line}"));
    }
    if interrupted() {
        ExitCode::from(130)
    } else if !results.problems.is_empty() {
        status
    } else if !results.unfit.is_empty() || results.unexpected().next().is_some() {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    }
}

fn read_known(path: Option<&Path>) -> Result<Known, Failure> {
    let Some(path) = path else { return Ok(Known::default()) };
    let told = |error: &dyn std::fmt::Display| Failure(format!("`{}`: {error}", shown(path)));
    let text = fs::read_to_string(path).map_err(|error| told(&error))?;
    Known::parse(&text).map_err(|error| told(&error))
}

/// Writes the failures; a file that was not read for its reasons is not overwritten.
fn write_known(
    path: &Path,
    read: Option<&Path>,
    known: &Known,
    results: &Results,
) -> Result<(), Failure> {
    if interrupted() {
        return Err(Failure(format!("`{}` is not written after an interrupt", shown(path))));
    }
    if path.exists() && read != Some(path) {
        let path = shown(path);
        let what = "is there already; name it with `--known` too, so that its reasons stay";
        return Err(Failure(format!("`{path}` {what}")));
    }
    let text = known.updated(&results.outcomes);
    write_atomically(path, text.as_bytes())
        .map_err(|error| Failure(format!("`{}`: {error}", shown(path))))
}
