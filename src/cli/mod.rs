//! The command line: one file a command.
//!
//! Exit status 0: all conforms, or the game was quit. 1: something differs, or the input ended
//! early. 2: it could not be done. 130: the user interrupted.

mod cast;
mod check;
mod completions;
mod copy;
mod eml;
mod explore;
mod export;
mod fifteen;
mod fuzz;
mod import;
mod list;
mod man;
mod new_case;
mod play;
mod rec;
mod show;
mod solve;
mod verify;
mod watch;

use std::fmt;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

use crate::kit::case::{Case, Folders};
use crate::kit::flaw::{Problem, shown};
use crate::kit::specification::Specification;

/// Play the P054 sliding puzzle, or hold any program against its specification.
///
/// Without a command it plays: on a terminal, or as a filter of typed lines
/// (`sliding-puzzle < session.in`).
#[derive(Parser)]
#[command(name = "sliding-puzzle", version, args_conflicts_with_subcommands = true)]
#[command(after_help = "Exit status: 0 the game was quit, or all conforms; 1 the input ended, or \
                        something differs; 2 it could not be done; 130 after Ctrl-C.")]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    play: play::Play,
}

#[derive(Subcommand)]
enum Command {
    Check(check::Check),
    Fuzz(fuzz::Fuzz),
    Verify(verify::Verify),
    Eml(eml::Eml),
    Solve(solve::Solve),
    Explore(explore::Explore),
    Fifteen(fifteen::Fifteen),
    List(list::List),
    Show(show::Show),
    Rec(rec::Rec),
    Cast(cast::Cast),
    Import(import::Import),
    Export(export::Export),
    Copy(copy::Copy),
    Completions(completions::Completions),
    Man(man::Man),
}

/// Which specification.
#[derive(Args)]
struct SpecificationArgs {
    /// The folder of cases [default: `spec` in the current folder, if there are cases of a known
    /// program beside a `snapshots`; otherwise those built in]
    #[arg(long, value_name = "DIR")]
    spec: Option<PathBuf>,
    /// The folder of screens [default: `snapshots` beside the folder of cases]
    #[arg(long, value_name = "DIR", requires = "spec")]
    snapshots: Option<PathBuf>,
}

impl SpecificationArgs {
    /// The folders as they were named.
    fn paths(&self) -> (&Option<PathBuf>, &Option<PathBuf>) {
        (&self.spec, &self.snapshots)
    }

    fn find(self) -> Result<Specification, Failure> {
        let folders = self.spec.map(|spec| Folders::new(spec, self.snapshots));
        let spec = folders.as_ref().map_or("spec".to_owned(), |folders| shown(&folders.spec));
        Specification::find(folders).map_err(|error| {
            Failure(format!("no cases in `{spec}`: {error}; name their folder with `--spec DIR`"))
        })
    }
}

/// Which cases to take.
#[derive(Args)]
struct CaseArgs {
    /// Cases or folders of cases, such as `p054/basic` or `p054` [default: all]
    #[arg(value_name = "CASE")]
    cases: Vec<String>,
    #[command(flatten)]
    specification: SpecificationArgs,
}

impl CaseArgs {
    /// The specification, without what is not asked for.
    fn find(self) -> Result<Specification, Failure> {
        let mut specification = self.specification.find()?;
        specification.select(&self.cases).map_err(|name| {
            let name = shown(name.as_ref());
            Failure(format!("no case or folder `{name}`; see `sliding-puzzle list`"))
        })?;
        Ok(specification)
    }
}

/// Which case to take.
#[derive(Args)]
struct OneCaseArgs {
    /// The case, such as `p054/basic`
    #[arg(value_name = "CASE")]
    case: String,
    #[command(flatten)]
    specification: SpecificationArgs,
}

impl OneCaseArgs {
    fn find(self) -> Result<Case, Failure> {
        let wanted = CaseArgs { cases: vec![self.case.clone()], specification: self.specification };
        let mut chosen = wanted.find()?;
        if let Some(case) = chosen.named(&self.case) {
            return Ok(case.clone());
        }
        match (chosen.cases.len(), chosen.problems.len()) {
            (1, 0) => Ok(chosen.cases.remove(0)),
            (0, 1) => Err(chosen.problems.remove(0).into()),
            (cases, problems) => {
                let (name, count) = (shown(self.case.as_ref()), cases + problems);
                let example = chosen.cases.first().map_or("p054/basic", |case| &case.name);
                Err(Failure(format!(
                    "`{name}` is a folder of {count} cases; name one of them, such as `{example}`"
                )))
            }
        }
    }
}

/// Why a command could not do its work.
struct Failure(String);

impl<E: fmt::Display> From<E> for Failure {
    fn from(error: E) -> Failure {
        Failure(error.to_string())
    }
}

/// Runs the command line and gives its exit status.
pub fn main() -> ExitCode {
    let outcome = match Cli::try_parse() {
        Ok(cli) => run(cli),
        Err(error) => explain(&error),
    };
    outcome.unwrap_or_else(|Failure(message)| {
        complain(format_args!("error: {message}"));
        ExitCode::from(2)
    })
}

fn run(cli: Cli) -> Result<ExitCode, Failure> {
    match cli.command {
        None => cli.play.run(),
        Some(Command::Check(check)) => check.run(),
        Some(Command::Fuzz(fuzz)) => fuzz.run(),
        Some(Command::Verify(verify)) => verify.run(),
        Some(Command::Eml(eml)) => eml.run(),
        Some(Command::List(list)) => list.run(),
        Some(Command::Show(show)) => show.run(),
        Some(Command::Rec(rec)) => rec.run(),
        Some(Command::Cast(cast)) => cast.run(),
        Some(Command::Import(import)) => import.run(),
        Some(Command::Export(export)) => export.run(),
        Some(Command::Copy(copy)) => copy.run(),
        Some(Command::Completions(completions)) => completions.run(),
        Some(Command::Man(man)) => man.run(),
        Some(Command::Solve(solve)) => solve.run(),
        Some(Command::Explore(explore)) => explore.run(),
        Some(Command::Fifteen(fifteen)) => fifteen.run(),
    }
}

/// Help and version go to standard output, what is wrong with the arguments to standard error.
fn explain(error: &clap::Error) -> Result<ExitCode, Failure> {
    if error.use_stderr() {
        let _ = error.print();
        return Ok(ExitCode::from(2));
    }
    print(&error.render().ansi().to_string())?;
    Ok(ExitCode::SUCCESS)
}

/// Prints a report to standard output, coloured where that is wanted.
fn print(text: &str) -> Result<(), Failure> {
    write(anstream::stdout().lock(), text.as_bytes())
}

/// Prints bytes to standard output as they are.
fn print_bytes(bytes: &[u8]) -> Result<(), Failure> {
    write(io::stdout().lock(), bytes)
}

/// If nobody reads it any more, that is no failure: the exit status still tells.
fn write(mut stdout: impl Write, bytes: &[u8]) -> Result<(), Failure> {
    match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure(format!("cannot write the output: {error}")))
        }
        _ => Ok(()),
    }
}

/// Says what is wrong with the specification, and gives the exit status that follows.
fn told(problems: &[Problem]) -> ExitCode {
    for problem in problems {
        complain(format_args!("error: {problem}"));
    }
    if problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(2) }
}

/// A number of things.
fn counted(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

/// Says something on standard error, as far as it can be said.
fn complain(message: fmt::Arguments<'_>) {
    let _ = writeln!(anstream::stderr(), "sliding-puzzle: {message}");
}
