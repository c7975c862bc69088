//! The game on a terminal: no echo of ours, and a clean line at every end.

use std::io::{Read, Write};
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

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
        while !self.seen[before..].ends_with(text) {
            let bytes = self.printed.recv_timeout(PATIENCE);
            let bytes = bytes.unwrap_or_else(|_| panic!("no `{text}` comes: {}", self.seen));
            self.seen.push_str(&String::from_utf8_lossy(&bytes));
        }
        self.writer.write_all(keys.as_bytes()).expect("keys are typed");
        self.writer.flush().expect("keys are typed");
    }

    /// The rest of the screen, and the exit status.
    pub fn finish(mut self) -> (String, u32) {
        while let Ok(bytes) = self.printed.recv_timeout(PATIENCE) {
            self.seen.push_str(&String::from_utf8_lossy(&bytes));
        }
        (self.seen, self.game.wait().expect("the game ends").exit_code())
    }
}

/// How long a text may take to come.
const PATIENCE: Duration = Duration::from_secs(20);

/// Reads in a thread of its own, so that nobody waits for ever.
fn listen(mut reader: Box<dyn Read + Send>) -> Receiver<Vec<u8>> {
    let (tell, printed) = channel();
    thread::spawn(move || {
        let mut byte = [0];
        // An error tells that the game has gone.
        while reader.read(&mut byte).is_ok_and(|count| count > 0)
            && tell.send(byte.to_vec()).is_ok()
        {}
    });
    printed
}

#[test]
fn a_typed_line_is_seen_once() {
    let mut terminal = Terminal::start();
    terminal.answer("choice> ", "9\n");
    terminal.answer("choice> ", "7\n");
    let (seen, status) = terminal.finish();
    assert!(seen.contains("choice> 9\r\nPick a number from 1 to 7.\r\n"), "{seen}");
    assert!(seen.ends_with("choice> 7\r\nBye.\r\n"), "{seen}");
    assert_eq!(status, 0);
}

#[test]
fn ctrl_d_leaves_a_clean_line() {
    let mut terminal = Terminal::start();
    terminal.answer("choice> ", "\u{4}");
    let (seen, status) = terminal.finish();
    let end = "\r\nsliding-puzzle: the input ended at the prompt `choice>`, after 0 lines\r\n";
    assert!(seen.ends_with(end), "{seen:?}");
    assert_eq!(status, 1);
}

#[test]
fn ctrl_c_leaves_a_clean_line() {
    let mut terminal = Terminal::start();
    terminal.answer("choice> ", "\u{3}");
    let (seen, status) = terminal.finish();
    assert!(seen.ends_with("choice> ^C\r\n"), "{seen:?}");
    assert_eq!(status, 130);
}

#[test]
fn a_long_search_tells_that_it_goes_on_and_can_be_interrupted() {
    // It needs 80 moves, the most of all.
    let board = "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1";
    let mut terminal = Terminal::running(Path::new(ROOT), &["solve", "1 2 3 0", board]);
    terminal.answer("line 2: searching for 1 s", "\x03");
    let (seen, status) = terminal.finish();
    assert!(seen.starts_with("0\r\n\rline 2: searching for 1 s"), "{seen}");
    assert!(seen.ends_with("\r\n"), "{seen}");
    assert_eq!(status, 130);
}
