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
use crate::kit::known::{Known, text_of_failures};
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

/// A time as typed: seconds, more than none.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected a number of seconds".to_owned())?;
    let duration = Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())?;
    if duration.is_zero() { Err("expected more than 0 seconds".to_owned()) } else { Ok(duration) }
}

/// With `--interactive` a prompt may take this part of the time that a case may take.
const PATIENCE: u32 = 4;
impl CommandArgs {
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
        if let Some(path) = &self.record {
            results.again =
                Some(format!("--record {}", shell_words::quote(&path.to_string_lossy())));
        }
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
            write_known(path, self.known.as_deref(), &results)?;
        }
        Ok(status(&results))
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
    let again = command.as_ref().map(|command| format!("-- {command}"));
    Ok(Results { specification, outcomes, problems, unfit, command, again })
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
fn write_known(path: &Path, read: Option<&Path>, results: &Results) -> Result<(), Failure> {
    if path.exists() && read != Some(path) {
        let path = shown(path);
        let what = "is there already; name it with `--known` too, so that its reasons stay";
        return Err(Failure(format!("`{path}` {what}")));
    }
    let text = text_of_failures(&results.outcomes);
    write_atomically(path, text.as_bytes())
        .map_err(|error| Failure(format!("`{}`: {error}", shown(path))))
}
