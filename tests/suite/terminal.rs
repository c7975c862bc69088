//! The game on a terminal: no echo of ours, and a clean line at every end.

use std::io::{Read, Write};
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

use crate::{COMMAND, ROOT};

/// The game on a terminal of its own.
pub struct Terminal {
    game: Box<dyn Child + Send + Sync>,
    /// What the game prints, a few bytes at a time.
    printed: Receiver<Vec<u8>>,
    writer: Box<dyn Write + Send>,
    seen: String,
    _master: Box<dyn MasterPty + Send>,
}

impl Terminal {
    fn start() -> Terminal {
        Terminal::running(Path::new(ROOT), &[])
    }

    /// The command in `folder` on a terminal of its own.
    pub fn running(folder: &Path, arguments: &[&str]) -> Terminal {
        let pty = native_pty_system().openpty(PtySize::default()).expect("a terminal");
        let mut command = CommandBuilder::new(COMMAND);
        command.args(arguments);
        command.cwd(folder);
        let game = pty.slave.spawn_command(command).expect("the game starts");
        Terminal {
            game,
            printed: listen(pty.master.try_clone_reader().expect("a reader")),
            writer: pty.master.take_writer().expect("a writer"),
            seen: String::new(),
            _master: pty.master,
        }
    }

    /// Waits until `text` is printed, then types `keys`.
    pub fn answer(&mut self, text: &str, keys: &str) {
        let before = self.seen.len();
        self.read_until(text, |seen, _| seen[before..].ends_with(text));
        self.writer.write_all(keys.as_bytes()).expect("keys are typed");
        self.writer.flush().expect("keys are typed");
    }

    /// The whole screen, which has to end with `end`, and the exit status.
    pub fn finish(mut self, end: &str) -> (String, u32) {
        let status = self.game.wait().expect("the game ends").exit_code();
        self.read_until(end, |seen, gone| gone && seen.ends_with(end));
        (self.seen, status)
    }

    /// Reads until `done` holds for all that is seen, and for whether nothing more is there.
    fn read_until(&mut self, text: &str, done: impl Fn(&str, bool) -> bool) {
        let (since, mut gone) = (Instant::now(), false);
        while !done(&self.seen, gone) {
            let bytes = self.printed.recv_timeout(PATIENCE).unwrap_or_default();
            gone = bytes.is_empty();
            self.seen.push_str(&String::from_utf8_lossy(&bytes));
            assert!(since.elapsed() < PATIENCE, "no {text:?} comes: {:?}", self.seen);
        }
    }
}

/// How long a text may take to come.
const PATIENCE: Duration = Duration::from_secs(20);

/// Reads in a thread of its own, so that nobody waits for ever. No bytes tell that there are none
/// and the game has gone; but Linux may say so before the last ones, so the next read is tried.
fn listen(mut reader: Box<dyn Read + Send>) -> Receiver<Vec<u8>> {
    let (tell, printed) = channel();
    thread::spawn(move || {
        let mut byte = [0];
        loop {
            let count = reader.read(&mut byte).unwrap_or(0);
            if tell.send(byte[..count].to_vec()).is_err() {
                return;
            }
            if count == 0 {
                thread::sleep(Duration::from_millis(1));
            }
        }
    });
    printed
}

#[test]
fn a_typed_line_is_seen_once() {
    let mut terminal = Terminal::start();
    terminal.answer("choice> ", "9\n");
    terminal.answer("choice> ", "7\n");
    let (seen, status) = terminal.finish("choice> 7\r\nBye.\r\n");
    assert!(seen.contains("choice> 9\r\nPick a number from 1 to 7.\r\n"), "{seen}");
    assert_eq!(status, 0);
}

#[test]
fn ctrl_d_leaves_a_clean_line() {
    let mut terminal = Terminal::start();
    terminal.answer("choice> ", "\u{4}");
    let end = "\r\nsliding-puzzle: the input ended at the prompt `choice>`, after 0 lines\r\n";
    assert_eq!(terminal.finish(end).1, 1);
}

#[test]
fn ctrl_c_leaves_a_clean_line() {
    let mut terminal = Terminal::start();
    terminal.answer("choice> ", "\u{3}");
    assert_eq!(terminal.finish("choice> ^C\r\n").1, 130);
}

#[test]
fn a_long_search_tells_that_it_goes_on_and_can_be_interrupted() {
    // It needs 80 moves, the most of all.
    let board = "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1";
    let mut terminal = Terminal::running(Path::new(ROOT), &["solve", "1 2 3 0", board]);
    terminal.answer("line 2: searching for 1 s", "\x03");
    let (seen, status) = terminal.finish("\r\n");
    assert!(seen.starts_with("0\r\n\rline 2: searching for 1 s"), "{seen}");
    assert_eq!(status, 130);
}
