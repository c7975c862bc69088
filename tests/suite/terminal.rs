//! The game on a terminal: no echo of ours, and a clean line at every end.

use std::io::{Read, Write};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

use crate::{COMMAND, ROOT};

/// The game on a terminal of its own.
struct Terminal {
    game: Box<dyn Child + Send + Sync>,
    reader: Box<dyn Read + Send>,
    writer: Box<dyn Write + Send>,
    seen: String,
    _master: Box<dyn MasterPty + Send>,
}

impl Terminal {
    fn start() -> Terminal {
        let pty = native_pty_system().openpty(PtySize::default()).expect("a terminal");
        let mut command = CommandBuilder::new(COMMAND);
        command.cwd(ROOT);
        let game = pty.slave.spawn_command(command).expect("the game starts");
        Terminal {
            game,
            reader: pty.master.try_clone_reader().expect("a reader"),
            writer: pty.master.take_writer().expect("a writer"),
            seen: String::new(),
            _master: pty.master,
        }
    }

    /// Waits until `text` is printed, then types `keys`.
    fn answer(&mut self, text: &str, keys: &str) {
        let before = self.seen.len();
        while !self.seen[before..].ends_with(text) {
            let mut byte = [0];
            assert_eq!(self.reader.read(&mut byte).expect("more text"), 1, "{}", self.seen);
            self.seen.push(byte[0].into());
        }
        self.writer.write_all(keys.as_bytes()).expect("keys are typed");
        self.writer.flush().expect("keys are typed");
    }

    /// The rest of the screen, and the exit status.
    fn finish(mut self) -> (String, u32) {
        let mut rest = Vec::new();
        let _ = self.reader.read_to_end(&mut rest); // an error tells that the game has gone
        self.seen.push_str(&String::from_utf8_lossy(&rest));
        (self.seen, self.game.wait().expect("the game ends").exit_code())
    }
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
