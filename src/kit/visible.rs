//! Text made visible: no control character and no invisible difference reaches a report.
//!
//! The escapes are those of Rust's string literals (`\t`, `\r`, `\\`, `\u{a0}`), and three more:
//! `\s` is a blank at the end of a line, `\xff` a byte that belongs to no character, and `\EOF`
//! stands where a last line has no line end. Two different lines never look the same.

use std::fmt::Write;

/// One line, without its line end, made visible.
///
/// ```
/// use sliding_puzzle::kit::visible::visible;
///
/// assert_eq!(visible(b"1\t2 \x1b[31m  "), r"1\t2 \u{1b}[31m\s\s");
/// assert_eq!(visible("é\u{a0}\\".as_bytes()), r"é\u{a0}\\");
/// assert_eq!(visible(b"\xff\r"), r"\xff\r");
/// ```
pub fn visible(line: &[u8]) -> String {
    escaped(line, |character| character.escape_debug().to_string())
}

/// As [`visible`], with everything outside ASCII escaped too: letters of two alphabets may look
/// the same.
///
/// ```
/// use sliding_puzzle::kit::visible::visible_ascii;
///
/// assert_eq!(visible_ascii("а a".as_bytes()), r"\u{430} a");
/// ```
pub fn visible_ascii(line: &[u8]) -> String {
    escaped(line, |character| match character {
        '\0'..='\x7f' => character.escape_debug().to_string(),
        _ => character.escape_unicode().to_string(),
    })
}

fn escaped(line: &[u8], escape: impl Fn(char) -> String) -> String {
    let blanks = line.iter().rev().take_while(|byte| **byte == b' ').count();
    let mut visible = String::with_capacity(line.len());
    for chunk in line[..line.len() - blanks].utf8_chunks() {
        for character in chunk.valid().chars() {
            match character {
                '\\' => visible.push_str(r"\\"),
                ' '..='~' => visible.push(character),
                _ => visible.push_str(&escape(character)),
            }
        }
        for byte in chunk.invalid() {
            let _ = write!(visible, r"\x{byte:02x}");
        }
    }
    visible.push_str(&r"\s".repeat(blanks));
    visible
}
