//! A console on a pair of byte streams: how a program runs on a terminal or as a filter.
//!
//! A line ends at LF; one CR just before it belongs to the line end. A last line without LF
//! counts, and is echoed with one. Memory is needed for the current line only, and output is
//! flushed whenever reading might have to wait.

use std::io::{BufRead, BufReader, BufWriter, Read, Write};

use crate::console::{Console, Stop};

/// The longest line that is read, in bytes without its line end: 128 MiB.
pub const LINE_LIMIT: usize = 128 << 20;

/// A [`Console`] that reads typed lines from `R` and prints to `W`.
///
/// ```
/// use sliding_puzzle::{console::Program, programs::p054, stream::StreamConsole};
///
/// let mut printed = Vec::new();
/// let mut console = StreamConsole::new(&b"7\n"[..], &mut printed, true);
/// (&p054::play).run(&mut console)?;
/// console.flush()?;
/// drop(console);
/// assert!(printed.ends_with(b"choice> 7\nBye.\n"));
/// # Ok::<(), sliding_puzzle::console::Stop>(())
/// ```
pub struct StreamConsole<R: Read, W: Write> {
    input: BufReader<R>,
    output: BufWriter<W>,
    echo: bool,
    lines: u64,
    /// Whether a line without line end has come: then the input has ended, on a terminal too.
    ended: bool,
    /// Whether the rest of a line that was too long still stands before the next one.
    skips: bool,
}

impl<R: Read, W: Write> StreamConsole<R, W> {
    /// A console on `input` and `output`; with `echo` each typed line is printed after its
    /// prompt, as a terminal would show it.
    pub fn new(input: R, output: W, echo: bool) -> Self {
        const CAPACITY: usize = 64 << 10;
        StreamConsole {
            input: BufReader::with_capacity(CAPACITY, input),
            output: BufWriter::with_capacity(CAPACITY, output),
            echo,
            lines: 0,
            ended: false,
            skips: false,
        }
    }

    /// Writes out whatever is still held back.
    ///
    /// # Errors
    /// [`Stop::Output`] when that fails.
    pub fn flush(&mut self) -> Result<(), Stop> {
        self.output.flush().map_err(Stop::Output)
    }

    /// How many lines have come.
    pub fn lines(&self) -> u64 {
        self.lines
    }

    /// Whether the next line is there already, to be read without waiting.
    pub fn has_line(&self) -> bool {
        self.input.buffer().contains(&b'\n')
    }

    /// The next line's bytes without its line end, or `None` where no line is left.
    ///
    /// # Errors
    /// [`Stop::LineTooLong`] if the line has more than `limit` bytes: the next call passes over the
    /// rest of it. Otherwise what else failed.
    pub fn next_line(&mut self, limit: usize) -> Result<Option<Vec<u8>>, Stop> {
        if !self.has_line() {
            self.flush()?;
        }
        if std::mem::take(&mut self.skips) {
            self.input.skip_until(b'\n').map_err(Stop::Input)?;
        }
        if self.ended {
            return Ok(None);
        }
        let mut line = Vec::new();
        let longest = limit as u64 + 2;
        let mut reader = self.input.by_ref().take(longest);
        if reader.read_until(b'\n', &mut line).map_err(Stop::Input)? == 0 {
            return Ok(None);
        }
        self.lines += 1;
        let is_whole = line.last() == Some(&b'\n');
        strip_line_end(&mut line);
        if line.len() > limit {
            self.skips = !is_whole;
            return Err(Stop::LineTooLong { line: self.lines, limit });
        }
        self.ended = !is_whole;
        Ok(Some(line))
    }
}

/// Removes LF or CR LF from the end of `line`. A CR without an LF is text.
fn strip_line_end(line: &mut Vec<u8>) {
    if line.pop_if(|byte| *byte == b'\n').is_some() {
        line.pop_if(|byte| *byte == b'\r');
    }
}

impl<R: Read, W: Write> Console for StreamConsole<R, W> {
    fn print(&mut self, text: &str) -> Result<(), Stop> {
        self.output.write_all(text.as_bytes()).map_err(Stop::Output)
    }

    fn ask(&mut self, prompt: &str) -> Result<String, Stop> {
        self.print(prompt)?;
        let Some(line) = self.next_line(LINE_LIMIT)? else {
            return Err(Stop::InputEnded { prompt: prompt.to_owned(), lines: self.lines });
        };
        let typed = String::from_utf8(line).map_err(|error| Stop::NotUtf8 {
            line: self.lines,
            byte: error.utf8_error().valid_up_to() + 1,
        })?;
        if self.echo {
            self.print(&typed)?;
            self.print("\n")?;
        }
        Ok(typed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &[u8]) -> Vec<String> {
        let mut console = StreamConsole::new(input, std::io::sink(), false);
        std::iter::from_fn(|| console.ask("").ok()).collect()
    }

    #[test]
    fn a_line_ends_at_lf_or_cr_lf() {
        assert_eq!(lines(b"a\nb\r\n\nc"), ["a", "b", "", "c"]);
        assert_eq!(lines(b"a\r\r\nb\rc\r"), ["a\r", "b\rc\r"]);
        assert!(lines(b"").is_empty());
    }

    #[test]
    fn a_line_that_is_not_utf8_is_told_with_line_and_byte() {
        let mut console = StreamConsole::new(&b"ok\nab\xffc\n"[..], std::io::sink(), false);
        console.ask("> ").unwrap();
        let stop = console.ask("> ").unwrap_err();
        assert_eq!(stop.to_string(), "input line 2 is not UTF-8 at byte 3");
    }

    #[test]
    fn the_rest_of_a_line_that_is_too_long_is_passed_over() {
        let input = &b"123456789\r\n12345\r\n123456\n1234\n123456"[..];
        let mut console = StreamConsole::new(input, std::io::sink(), false);
        let mut next = || console.next_line(5);
        assert!(matches!(next(), Err(Stop::LineTooLong { line: 1, limit: 5 })));
        assert_eq!(next().unwrap().unwrap(), b"12345");
        assert!(matches!(next(), Err(Stop::LineTooLong { line: 3, .. })));
        assert_eq!(next().unwrap().unwrap(), b"1234");
        assert!(matches!(next(), Err(Stop::LineTooLong { line: 5, .. })));
        assert_eq!(next().unwrap(), None);
    }

    /// A terminal, which may give more after it has told an end.
    struct Terminal(Vec<&'static [u8]>);

    impl Read for Terminal {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            if self.0.is_empty() { Ok(0) } else { self.0.remove(0).read(buffer) }
        }
    }

    #[test]
    fn a_line_without_line_end_is_the_last_one() {
        let terminal = Terminal(vec![b"a\n", b"b", b"", b"c\n"]);
        let mut console = StreamConsole::new(terminal, std::io::sink(), false);
        assert_eq!(console.ask("").unwrap(), "a");
        assert_eq!(console.ask("").unwrap(), "b");
        assert!(matches!(console.ask(""), Err(Stop::InputEnded { .. })));
    }

    #[test]
    fn an_endless_line_is_refused_at_the_limit() {
        let mut console = StreamConsole::new(std::io::repeat(b'4'), std::io::sink(), false);
        let stop = console.ask("> ").unwrap_err();
        assert_eq!(stop.to_string(), "input line 1 is longer than 128 MiB");
    }
}
