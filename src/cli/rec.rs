//! `rec`: plays the game and writes what was typed as a case.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::{self, ExitCode};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use clap::Args;

use super::{Failure, complain, counted};
use crate::console::{Console, Program, Stop};
use crate::kit::case::{Folders, NAME_RULE, is_case_name, typed_lines};
use crate::kit::files::{try_to_write, write_atomically};
use crate::kit::flaw::shown;
use crate::kit::specification::Specification;
use crate::kit::visible::visible;
use crate::programs::p054;
use crate::stream::StreamConsole;

/// The program that is played, and the folder of its cases.
const PROGRAM: &str = "p054";

/// Play the game and write what is typed as a case
///
/// It plays on the terminal, or from a pipe. When the game is quit or the input ends (Ctrl-D), the
/// typed lines become `spec/p054/NAME.in`; on Ctrl-C too. If they cannot be written, they are shown
/// instead. Exit status 0: the case is written; 2: it is not; 130: it is, after Ctrl-C.
#[derive(Args)]
pub struct Rec {
    /// The case's name, such as `my-case` or `hint/my-case`
    #[arg(value_name = "NAME")]
    name: String,
    /// Overwrite a case that is there
    #[arg(long)]
    force: bool,
    /// The folder of cases to write to
    #[arg(long, value_name = "DIR", default_value = "spec")]
    spec: PathBuf,
}

impl Rec {
    pub fn run(self) -> Result<ExitCode, Failure> {
        let recording = Recording::new(self.free_path()?, self.force);
        save_on_interrupt(recording.clone())?;
        let played = play(&recording);
        if let Ok(()) | Err(Stop::InputEnded { .. }) = played {
            recording.save()?;
            return Ok(ExitCode::SUCCESS);
        }
        recording.save_if_typed()?;
        match played {
            Err(Stop::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {}
            played => played?,
        }
        Ok(ExitCode::SUCCESS)
    }

    /// The file to write, if it may be.
    fn free_path(&self) -> Result<PathBuf, Failure> {
        let name = self.case_name()?;
        let folders = Folders::new(self.spec.clone(), None);
        if let Some(twin) = twin(&folders, &name) {
            let (name, twin) = (visible(name.as_bytes()), visible(twin.as_bytes()));
            return Err(Failure(format!(
                "`{name}` differs from the case `{twin}` only in upper and lower case; choose \
                 another name"
            )));
        }
        let path = folders.files(&name).input;
        let shown = shown(&path);
        if !self.force && path.symlink_metadata().is_ok() {
            return Err(Failure(format!(
                "`{shown}` is there already; say `--force` to overwrite it, or choose another name"
            )));
        }
        try_to_write(&path).map_err(|error| Failure(format!("`{shown}`: {error}")))?;
        Ok(path)
    }

    /// The case's name below `spec/`; the program's folder may have been typed too.
    fn case_name(&self) -> Result<String, Failure> {
        let name = self.name.strip_prefix("p054/").unwrap_or(&self.name);
        if name.split('/').all(is_case_name) {
            return Ok(format!("{PROGRAM}/{name}"));
        }
        Err(Failure(format!(
            "`{}`: the name of a case or its folder is not empty, and {NAME_RULE}",
            visible(self.name.as_bytes())
        )))
    }
}

/// The case that has this name but for upper and lower case.
fn twin(folders: &Folders, name: &str) -> Option<String> {
    let specification = Specification::read(folders).ok()?;
    let cases = specification.cases.into_iter().map(|case| case.name);
    let mut names = cases.chain(specification.problems.into_iter().map(|problem| problem.name));
    names.find(|other| other != name && other.to_lowercase() == name.to_lowercase())
}

/// Plays on standard input and output, as the game does without a command.
fn play(recording: &Recording) -> Result<(), Stop> {
    let terminal = io::stdin().is_terminal();
    let mut console = StreamConsole::new(io::stdin().lock(), io::stdout().lock(), !terminal);
    let played = p054::play.run(&mut Recorder { console: &mut console, recording });
    if terminal && played.is_err() {
        let _ = console.print("\n"); // whether or not it can be: what was typed is to be written
    }
    console.flush().and(played)
}

/// A console that keeps what is typed.
struct Recorder<'a> {
    console: &'a mut dyn Console,
    recording: &'a Recording,
}

impl Console for Recorder<'_> {
    fn print(&mut self, text: &str) -> Result<(), Stop> {
        self.console.print(text)
    }

    fn ask(&mut self, prompt: &str) -> Result<String, Stop> {
        let line = self.console.ask(prompt)?;
        if let Some(typed) = &mut *self.recording.typed() {
            *typed += &line;
            typed.push('\n');
        }
        Ok(line)
    }
}

/// What is typed so far, and where it goes. Whoever takes it, the game's end or Ctrl-C, writes it.
#[derive(Clone)]
struct Recording {
    path: PathBuf,
    force: bool,
    typed: Arc<Mutex<Option<String>>>,
}

impl Recording {
    fn new(path: PathBuf, force: bool) -> Recording {
        Recording { path, force, typed: Arc::new(Mutex::new(Some(String::new()))) }
    }

    fn typed(&self) -> MutexGuard<'_, Option<String>> {
        self.typed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self) -> String {
        let typed = self.typed().take();
        // The other one writes it, and then the process ends.
        typed.unwrap_or_else(|| {
            loop {
                thread::park();
            }
        })
    }

    /// Writes the case, or shows what would be lost.
    fn save(&self) -> Result<(), Failure> {
        self.write(&self.take())
    }

    /// As [`save`](Recording::save), but there is no case if nothing was typed.
    fn save_if_typed(&self) -> Result<(), Failure> {
        let typed = self.take();
        if typed.is_empty() {
            complain(format_args!("nothing was typed, so no case is written"));
            return Ok(());
        }
        self.write(&typed)
    }

    fn write(&self, typed: &str) -> Result<(), Failure> {
        let (path, lines) = (shown(&self.path), counted(typed.lines().count(), "line"));
        if let Err(message) = self.try_to_write(typed) {
            show(typed);
            return Err(Failure(format!("the lines above are not written: {message}")));
        }
        complain(format_args!(
            "wrote `{path}`, {lines}; accept its screen: `cargo insta test --accept`"
        ));
        Ok(())
    }

    fn try_to_write(&self, typed: &str) -> Result<(), String> {
        let (path, bytes) = (shown(&self.path), typed.as_bytes());
        typed_lines(bytes.to_owned())
            .map_err(|flaw| format!("no case can hold them, the input {flaw}"))?;
        if !self.force && self.path.symlink_metadata().is_ok() {
            return Err(format!("`{path}` is there by now"));
        }
        write_atomically(&self.path, bytes).map_err(|error| format!("`{path}`: {error}"))
    }
}

/// Shows typed lines on standard error, as far as that can be written.
fn show(typed: &str) {
    let lines: String =
        typed.split_terminator('\n').map(|l| visible(l.as_bytes()) + "\n").collect();
    let _ = io::stderr().write_all(lines.as_bytes());
}

/// Ctrl-C and its like end the game and the line, and what was typed is written.
fn save_on_interrupt(recording: Recording) -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(move || {
        let _ = writeln!(io::stderr());
        let status = match recording.save_if_typed() {
            Ok(()) => 130,
            Err(Failure(message)) => {
                complain(format_args!("error: {message}"));
                2
            }
        };
        process::exit(status);
    })
}
