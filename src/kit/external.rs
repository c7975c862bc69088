//! An external command run once: its input written, its output kept, its end told.
//!
//! The command gets a process group of its own, so that everything it started ends with it. A
//! command that never reads, never ends, quits early or prints without end does not hang the kit.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

/// A command, and what it may take.
#[derive(Clone, Debug)]
pub struct External {
    /// The program and its arguments; not empty.
    pub command: Vec<OsString>,
    /// How long it may run.
    pub timeout: Duration,
}

/// What came of a run.
#[derive(Debug)]
pub struct Run {
    /// Everything it wrote to standard output, up to the bound.
    pub stdout: Vec<u8>,
    /// The end of what it wrote to standard error.
    pub stderr: Vec<u8>,
    /// How it ended.
    pub end: End,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It exited with this status.
    Exited(i32),
    /// This signal ended it.
    Signal(i32),
    /// It was ended, since it took longer than it may.
    TimedOut,
    /// It was ended, since it wrote more to standard output than it may.
    TooMuch,
    /// It was ended, since after this many typed lines the next prompt did not come.
    HeldBack(usize),
    /// It was ended, since the user interrupted.
    Interrupted,
}

/// What is typed, and when.
pub enum Typing<'a> {
    /// All of it at once.
    AtOnce(&'a str),
    /// Line by line: each one as soon as `ready` says of the output that it may come.
    Lines {
        /// The lines with their line ends.
        lines: &'a [&'a str],
        /// Whether, after so many typed lines, this output calls for the next one.
        ready: &'a dyn Fn(usize, &[u8]) -> bool,
        /// How long a line waits for its prompt.
        patience: Duration,
    },
}

/// The most of standard error that is kept.
const STDERR_KEPT: usize = 4096;
/// How often the wait looks whether the user interrupted.
const GLANCE: Duration = Duration::from_millis(50);
/// How long output may still come after the end, from a process that left the group.
const GRACE: Duration = Duration::from_millis(500);

/// What the threads around a run tell.
enum Event {
    Stdout(Vec<u8>),
    Stderr(Vec<u8>),
    Closed,
    Exited(io::Result<ExitStatus>),
}

impl External {
    /// Runs the command for the case `name`, with at most `limit` bytes of output.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn run(
        &self,
        name: &str,
        typing: &Typing,
        limit: usize,
        interrupted: &AtomicBool,
    ) -> io::Result<Run> {
        let mut command = Command::new(&self.command[0]);
        command.args(&self.command[1..]).env("SLIDING_PUZZLE_CASE", name).process_group(0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let running = Running::start(command.spawn()?, typing);
        Ok(running.watch(typing, limit, self.timeout, interrupted))
    }
}

/// A child process with the threads that serve it.
struct Running {
    group: Pid,
    events: Receiver<Event>,
    /// Where lines to type go; closed when all are typed.
    keys: Option<SyncSender<Vec<u8>>>,
    stdout: Vec<u8>,
    stderr: Vec<u8>,
    /// How many of the two output pipes are still open.
    open: usize,
    status: Option<ExitStatus>,
    /// How many lines have been typed, and when the last one was.
    typed: usize,
    typed_at: Instant,
}

impl Running {
    fn start(mut child: Child, typing: &Typing) -> Running {
        let group = Pid::from_child(&child);
        let (tell, events) = sync_channel(64);
        let mut stdin = child.stdin.take().expect("a pipe");
        listen(child.stdout.take().expect("a pipe"), tell.clone(), Event::Stdout);
        listen(child.stderr.take().expect("a pipe"), tell.clone(), Event::Stderr);
        let lines = if let Typing::Lines { lines, .. } = typing { lines.len() } else { 1 };
        let (keys, typed) = sync_channel::<Vec<u8>>(lines + 1);
        thread::spawn(move || {
            // A command that stops reading ends this early, which is no failure.
            typed.iter().try_for_each(|text| stdin.write_all(&text).and_then(|()| stdin.flush()))
        });
        thread::spawn(move || tell.send(Event::Exited(child.wait())));
        let keys = Some(keys);
        let (stdout, stderr) = (Vec::new(), Vec::new());
        let (status, typed, typed_at) = (None, 0, Instant::now());
        Running { group, events, keys, stdout, stderr, open: 2, status, typed, typed_at }
    }

    fn watch(
        mut self,
        typing: &Typing,
        limit: usize,
        timeout: Duration,
        interrupted: &AtomicBool,
    ) -> Run {
        let deadline = Instant::now() + timeout;
        let end = loop {
            if let Some(end) = self.type_what_is_due(typing) {
                break Some(end);
            }
            let wait = deadline.saturating_duration_since(Instant::now()).min(GLANCE);
            match self.events.recv_timeout(wait) {
                Ok(event) => self.note(event),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break None,
            }
            if self.stdout.len() > limit {
                break Some(End::TooMuch);
            } else if self.status.is_some() {
                break None;
            } else if interrupted.load(Ordering::Relaxed) {
                break Some(End::Interrupted);
            } else if Instant::now() >= deadline {
                break Some(End::TimedOut);
            }
        };
        self.finish(end, limit)
    }

    /// Types the lines that may come; tells if one has waited too long for its prompt.
    fn type_what_is_due(&mut self, typing: &Typing) -> Option<End> {
        match typing {
            Typing::AtOnce(text) => {
                if let Some(keys) = self.keys.take() {
                    let _ = keys.send(text.as_bytes().to_vec());
                }
                None
            }
            Typing::Lines { lines, ready, patience } => {
                while self.typed < lines.len() && ready(self.typed, &self.stdout) {
                    if let Some(keys) = &self.keys {
                        let _ = keys.send(lines[self.typed].as_bytes().to_vec());
                    }
                    self.typed += 1;
                    self.typed_at = Instant::now();
                }
                // A last line without line end is only there once the input ends.
                let unended = lines.last().is_some_and(|line| !line.ends_with('\n'));
                if self.typed == lines.len() && (unended || ready(self.typed, &self.stdout)) {
                    self.keys = None;
                }
                let waits = self.keys.is_some() && self.typed_at.elapsed() > *patience;
                waits.then_some(End::HeldBack(self.typed))
            }
        }
    }

    fn note(&mut self, event: Event) {
        match event {
            Event::Stdout(bytes) => self.stdout.extend(bytes),
            Event::Stderr(bytes) => {
                self.stderr.extend(bytes);
                let excess = self.stderr.len().saturating_sub(STDERR_KEPT);
                self.stderr.drain(..excess);
            }
            Event::Closed => self.open -= 1,
            // A child that cannot be waited for has been waited for.
            Event::Exited(status) => self.status = Some(status.unwrap_or_default()),
        }
    }

    /// Ends whatever is left of the group, and takes in the output that is still on its way.
    fn finish(mut self, end: Option<End>, limit: usize) -> Run {
        let _ = kill_process_group(self.group, Signal::KILL);
        let deadline = Instant::now() + GRACE;
        while (self.open > 0 || self.status.is_none()) && self.stdout.len() <= limit {
            let wait = deadline.saturating_duration_since(Instant::now());
            match self.events.recv_timeout(wait) {
                Ok(event) => self.note(event),
                Err(_) => break,
            }
        }
        let end = match end {
            Some(end) => end,
            None if self.stdout.len() > limit => End::TooMuch,
            None => end_of(self.status.unwrap_or_default()),
        };
        self.stdout.truncate(limit + 1);
        Run { stdout: self.stdout, stderr: self.stderr, end }
    }
}

fn end_of(status: ExitStatus) -> End {
    match (status.code(), status.signal()) {
        (Some(code), _) => End::Exited(code),
        (None, Some(signal)) => End::Signal(signal),
        (None, None) => End::Exited(0),
    }
}

/// Sends on what comes through a pipe, until it is closed or nobody listens.
fn listen(
    mut pipe: impl Read + Send + 'static,
    tell: SyncSender<Event>,
    event: fn(Vec<u8>) -> Event,
) {
    thread::spawn(move || {
        let mut buffer = [0; 8192];
        loop {
            match pipe.read(&mut buffer) {
                Ok(0) => break,
                Ok(count) => {
                    if tell.send(event(buffer[..count].to_vec())).is_err() {
                        return;
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => break,
            }
        }
        let _ = tell.send(Event::Closed);
    });
}
