//! `solve`: the fewest moves for each board.

use std::io::{self, Cursor, IsTerminal, Read, StdoutLock};
use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use clap::Args;

use super::play::end_line_on_interrupt;
use super::{Failure, complain};
use crate::board::Board;
use crate::console::{Console, Stop};
use crate::programs::solve::{NoBoard, Style, answer, parse_bytes};
use crate::stream::StreamConsole;

/// Answer each board with the fewest moves, one a line, or -1 if it cannot be solved
///
/// A board is its numbers row by row, 0 for the gap, from 2 x 2 to 4 x 4: `1 2 3 4 0 5`,
/// `(1, 2, 3, 4, 0, 5)` or `[[1,2,3],[4,0,5]]`. Blank lines and lines that start with `#` pass. A line
/// that is no board, or has more than 1 MiB, is answered with `error: ` and the reason, and the exit status
/// is 2.
#[derive(Args)]
pub struct Solve {
    /// Boards [default: the lines of standard input]
    #[arg(value_name = "BOARD", allow_hyphen_values = true)]
    boards: Vec<String>,
    /// How many rows numbers without brackets for each row make [default: 2 for 4 or 6 numbers, 3
    /// for 9, 4 for 16]
    #[arg(long, value_name = "N")]
    rows: Option<usize>,
    /// Tell the tiles to slide after the number of moves
    #[arg(long)]
    moves: bool,
    /// How many boards to solve at a time, at most 64; answers keep their order
    #[arg(long, value_name = "N", default_value = "1", value_parser = workers)]
    jobs: NonZeroUsize,
    /// How many threads search for one board, at most 64 for all jobs [default: as many as there are
    /// cores for each job]
    #[arg(long, value_name = "N", value_parser = workers)]
    threads: Option<NonZeroUsize>,
}

/// The most threads of all jobs. More than a machine has cores only take time and memory.
const MOST_WORKERS: usize = 64;

/// A number of jobs or threads.
fn workers(text: &str) -> Result<NonZeroUsize, String> {
    let number: NonZeroUsize = text.parse().map_err(|error| format!("{error}"))?;
    let is_allowed = number.get() <= MOST_WORKERS;
    if is_allowed { Ok(number) } else { Err(format!("{MOST_WORKERS} are the most")) }
}

/// How many threads search for the board of one of so many jobs.
fn threads_of_each(jobs: usize, wanted: Option<NonZeroUsize>, cores: usize) -> usize {
    wanted.map_or(cores.div_ceil(jobs), NonZeroUsize::get).min(MOST_WORKERS / jobs)
}

/// The longest line that may be a board, in bytes: 1 MiB.
const LINE_LIMIT: usize = 1 << 20;

/// The most boards that are read before the first of them is answered.
const CHUNK: usize = 256;

impl Solve {
    pub fn run(mut self) -> Result<ExitCode, Failure> {
        if io::stderr().is_terminal() {
            end_line_on_interrupt()?;
        }
        let boards = std::mem::take(&mut self.boards);
        let input: Box<dyn Read> = if boards.is_empty() {
            Box::new(io::stdin().lock())
        } else {
            Box::new(Cursor::new(boards.join("\n")))
        };
        let mut filter = Filter {
            console: StreamConsole::new(input, io::stdout().lock(), false),
            style: if self.moves { Style::Moves } else { Style::Count },
            failed: false,
        };
        let ended = filter.run(&self);
        // What was answered before a stop is written all the same.
        match filter.console.flush().and(ended) {
            Err(Stop::Output(error)) if error.kind() != io::ErrorKind::BrokenPipe => {
                Err(Stop::Output(error).into())
            }
            Err(Stop::InputEnded { .. } | Stop::Output(_)) | Ok(()) if filter.failed => {
                Ok(ExitCode::from(2))
            }
            Err(Stop::InputEnded { .. } | Stop::Output(_)) | Ok(()) => Ok(ExitCode::SUCCESS),
            Err(stop) => Err(stop.into()),
        }
    }
}

/// Lines in, answers out.
struct Filter {
    console: StreamConsole<Box<dyn Read>, StdoutLock<'static>>,
    style: Style,
    failed: bool,
}

/// A line that wants an answer: its number, and its board.
type Line = (u64, Result<Board, NoBoard>);

impl Filter {
    /// Answers until the input ends.
    fn run(&mut self, options: &Solve) -> Result<(), Stop> {
        let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let jobs = options.jobs.get();
        let threads = threads_of_each(jobs, options.threads, cores);
        let most = if jobs == 1 { 1 } else { CHUNK };
        loop {
            let (lines, stopped) = self.read(options.rows, most);
            match &lines[..] {
                [] => {}
                [line] => self.answer_one(line, threads)?,
                lines => self.answer_side_by_side(lines, jobs, threads)?,
            }
            stopped?;
        }
    }

    /// The next line, and of the following ones those that are there without waiting; and what
    /// stopped the reading behind them.
    fn read(&mut self, rows: Option<usize>, most: usize) -> (Vec<Line>, Result<(), Stop>) {
        let mut lines = Vec::new();
        while lines.is_empty() || lines.len() < most && self.console.has_line() {
            let board = match self.console.next_line(LINE_LIMIT) {
                Ok(Some(typed)) => parse_bytes(&typed, rows),
                Ok(None) => {
                    let end =
                        Stop::InputEnded { prompt: String::new(), lines: self.console.lines() };
                    return (lines, Err(end));
                }
                Err(Stop::LineTooLong { limit, .. }) => Err(NoBoard::TooLong(limit)),
                Err(stop) => return (lines, Err(stop)),
            };
            if let Some(board) = board.transpose() {
                lines.push((self.console.lines(), board));
            }
        }
        (lines, Ok(()))
    }

    fn answer_one(&mut self, line: &Line, threads: usize) -> Result<(), Stop> {
        let style = self.style;
        let answer = match &line.1 {
            Ok(board) if is_large(board) => {
                // Whatever this board takes, the answers so far can be read.
                self.console.flush()?;
                Ok(patiently(line.0, || answer(board, style, threads)))
            }
            Ok(board) => Ok(answer(board, style, threads)),
            Err(reason) => Err(reason.clone()),
        };
        self.print(line.0, answer)
    }

    /// Answers lines with as many threads as jobs, and prints each answer as soon as those before
    /// it are printed.
    fn answer_side_by_side(
        &mut self,
        lines: &[Line],
        jobs: usize,
        threads: usize,
    ) -> Result<(), Stop> {
        let (style, next) = (self.style, AtomicUsize::new(0));
        let work = |sender: mpsc::Sender<_>| {
            loop {
                let i = next.fetch_add(1, Ordering::Relaxed);
                let Some((_, board)) = lines.get(i) else { return };
                let answer = board.clone().map(|board| answer(&board, style, threads));
                if sender.send((i, answer)).is_err() {
                    return;
                }
            }
        };
        thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            for _ in 0..jobs.min(lines.len()) {
                let (sender, work) = (sender.clone(), &work);
                scope.spawn(move || work(sender));
            }
            drop(sender);
            let mut answers = vec![None; lines.len()];
            let mut printed = 0;
            while let Some((i, answer)) = self.next(&receiver)? {
                answers[i] = Some(answer);
                while let Some(answer) = answers.get_mut(printed).and_then(Option::take) {
                    self.print(lines[printed].0, answer)?;
                    printed += 1;
                }
            }
            Ok(())
        })
    }

    /// The next answer. While none is ready, what is printed can be read.
    fn next<T>(&mut self, receiver: &Receiver<T>) -> Result<Option<T>, Stop> {
        if let Ok(answer) = receiver.try_recv() {
            return Ok(Some(answer));
        }
        self.console.flush()?;
        Ok(receiver.recv().ok())
    }

    fn print(&mut self, line: u64, answer: Result<String, NoBoard>) -> Result<(), Stop> {
        match answer {
            Ok(answer) => self.console.print(&answer),
            Err(reason) => {
                self.failed = true;
                complain(format_args!("line {line}: {reason}"));
                writeln!(self.console, "error: {reason}")
            }
        }
    }
}

/// Whether the board is searched rather than looked up.
fn is_large(board: &Board) -> bool {
    board.numbers().len() > 9
}

/// Does some work; on a terminal a line tells if it takes long.
fn patiently<T>(line: u64, work: impl FnOnce() -> T) -> T {
    const PATIENCE: Duration = Duration::from_secs(1);
    if !io::stderr().is_terminal() {
        return work();
    }
    thread::scope(|scope| {
        let (done, wait) = mpsc::channel::<()>();
        scope.spawn(move || {
            let mut seconds = 0;
            while wait.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                seconds += 1;
                eprint!("\rline {line}: searching for {seconds} s");
            }
            if seconds > 0 {
                eprint!("\r\x1b[K");
            }
        });
        let answer = work();
        drop(done);
        answer
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_jobs_share_the_threads() {
        let threads = |jobs, wanted, cores| threads_of_each(jobs, NonZeroUsize::new(wanted), cores);
        assert_eq!(threads(1, 64, 2), 64);
        assert_eq!(threads(8, 64, 2), 8);
        assert_eq!(threads(64, 64, 2), 1);
        assert_eq!([1, 2, 3].map(|jobs| threads(jobs, 0, 4)), [4, 2, 2]);
        assert_eq!(threads(40, 0, 128), 1);
    }
}
