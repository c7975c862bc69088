//! The lexer: from text to tokens, with indentation as tokens of its own.

use super::error::{Fault, Span};

/// A token; `'s` is the source text's lifetime.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token<'s> {
    /// A name that is no keyword.
    Name(&'s str),
    /// A keyword, an operator or a bracket, as it is written.
    Mark(&'static str),
    /// A whole number without its sign; one that does not fit is the largest, which the parser
    /// refuses.
    Int(u64),
    Float(f64),
    Str(String),
    /// The end of a line that holds a statement.
    Newline,
    Indent,
    Dedent,
    /// The end of the text; the last token, and the only one of its kind.
    End,
}

impl Token<'_> {
    /// How an error names the token.
    pub(super) fn describe(&self) -> String {
        match self {
            Token::Name(name) => format!("name `{name}`"),
            Token::Mark(mark) => format!("`{mark}`"),
            Token::Int(_) | Token::Float(_) => "number".to_owned(),
            Token::Str(_) => "string".to_owned(),
            Token::Newline => "end of line".to_owned(),
            Token::Indent => "indentation".to_owned(),
            Token::Dedent => "end of the block".to_owned(),
            Token::End => "end of the file".to_owned(),
        }
    }
}

const KEYWORDS: [&str; 16] = [
    "False", "None", "True", "and", "class", "def", "elif", "else", "for", "if", "import", "in",
    "not", "or", "return", "while",
];

/// Python's other keywords: no names here either, so that a program means the same in both.
const REFUSED_WORDS: [&str; 19] = [
    "as", "assert", "async", "await", "break", "continue", "del", "except", "finally", "from",
    "global", "is", "lambda", "nonlocal", "pass", "raise", "try", "with", "yield",
];

/// Longest first, so that the first that fits is the right one.
const OPERATORS: [&str; 23] = [
    "=>", "==", "!=", "<=", ">=", "^0", "<", ">", "+", "-", "*", "/", "%", "(", ")", "[", "]", "{",
    "}", ",", ":", ".", "",
];

/// Operators of Python that the record does not use; longest first, tried before the others.
const REFUSED_OPERATORS: [&str; 24] = [
    "**=", "//=", ">>=", "<<=", "**", "//", ">>", "<<", "+=", "-=", "*=", "/=", "%=", "&=", "|=",
    "^=", ":=", "->", "@", "&", "|", "~", ";", "\\",
];

/// The most bytes a module may have.
const SOURCE_LIMIT: usize = 16 << 20;

/// Splits `text` into tokens, each with its place.
pub(super) fn tokens(text: &str) -> Result<Vec<(Token<'_>, Span)>, Fault> {
    if text.len() > SOURCE_LIMIT {
        let message = format!("a module of more than {} MiB is not read", SOURCE_LIMIT >> 20);
        return Err(Fault::new(Span::new(0, 0), message));
    }
    let at = if text.starts_with('\u{feff}') { 3 } else { 0 };
    let mut lexer =
        Lexer { text, at, tokens: Vec::new(), indents: vec![Indent::default()], open: 0 };
    lexer.run()?;
    Ok(lexer.tokens)
}

/// How far a line is indented: with tab stops of 8 columns, and of 1. Two lines compare only
/// where both measures agree, as in Python.
#[derive(Clone, Copy, Default, PartialEq)]
struct Indent {
    wide: usize,
    narrow: usize,
}

struct Lexer<'s> {
    text: &'s str,
    at: usize,
    tokens: Vec<(Token<'s>, Span)>,
    /// The indentations of the blocks around; the first is none.
    indents: Vec<Indent>,
    /// How many brackets are open; a line ends at none only.
    open: usize,
}

impl<'s> Lexer<'s> {
    fn run(&mut self) -> Result<(), Fault> {
        self.indentation()?;
        while let Some(next) = self.peek() {
            match next {
                ' ' | '\t' => self.at += 1,
                '#' => self.comment(),
                '\n' => self.line_end()?,
                '\r' if self.rest().starts_with("\r\n") => self.at += 1,
                '"' | '\'' => self.string()?,
                '0'..='9' => self.number()?,
                'a'..='z' | 'A'..='Z' | '_' => self.word()?,
                _ => self.operator()?,
            }
        }
        self.finish();
        Ok(())
    }

    fn rest(&self) -> &'s str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Moves on over the bytes that `wanted` accepts and returns them.
    fn take_while(&mut self, wanted: impl Fn(u8) -> bool) -> &'s str {
        let rest = self.rest();
        let length = rest.bytes().position(|byte| !wanted(byte)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn push(&mut self, token: Token<'s>, start: usize) {
        self.tokens.push((token, Span::new(start, self.at)));
    }

    fn fault<T>(&self, start: usize, message: impl Into<String>) -> Result<T, Fault> {
        Err(Fault::new(Span::new(start, self.at), message))
    }

    fn comment(&mut self) {
        self.take_while(|byte| byte != b'\n');
    }

    fn line_end(&mut self) -> Result<(), Fault> {
        self.at += 1;
        if self.open > 0 {
            return Ok(());
        }
        self.push(Token::Newline, self.at - 1);
        self.indentation()
    }

    /// Reads the blanks that start a line, skipping lines without a statement.
    fn indentation(&mut self) -> Result<(), Fault> {
        loop {
            let start = self.at;
            let blanks = self.take_while(|byte| byte == b' ' || byte == b'\t');
            if self.peek() == Some('#') {
                self.comment();
            }
            if self.rest().starts_with("\r\n") {
                self.at += 1;
            }
            match self.peek() {
                None => return Ok(()),
                Some('\n') => self.at += 1,
                Some(_) => return self.indent(measure(blanks), start),
            }
        }
    }

    fn indent(&mut self, indent: Indent, start: usize) -> Result<(), Fault> {
        let current = *self.indents.last().expect("the first is never taken off");
        if indent.wide > current.wide && indent.narrow > current.narrow {
            self.indents.push(indent);
            self.push(Token::Indent, start);
            return Ok(());
        }
        while self.indents.last().is_some_and(|outer| outer.wide > indent.wide) {
            self.indents.pop();
            self.push(Token::Dedent, start);
        }
        match self.indents.last() {
            Some(outer) if *outer == indent => Ok(()),
            Some(outer) if outer.wide == indent.wide || indent.wide > current.wide => {
                self.fault(start, "tabs and blanks are mixed differently from the lines above")
            }
            _ => self.fault(start, "this indentation matches no block around"),
        }
    }

    fn finish(&mut self) {
        let ended = matches!(self.tokens.last(), None | Some((Token::Newline, _)));
        if !ended {
            self.push(Token::Newline, self.at);
        }
        for _ in 1..self.indents.len() {
            self.push(Token::Dedent, self.at);
        }
        self.push(Token::End, self.at);
    }

    fn word(&mut self) -> Result<(), Fault> {
        let start = self.at;
        let word = self.take_while(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if let Some(keyword) = KEYWORDS.into_iter().find(|keyword| *keyword == word) {
            self.push(Token::Mark(keyword), start);
        } else if REFUSED_WORDS.contains(&word) {
            return self.fault(start, format!("`{word}` is not part of EML"));
        } else {
            self.push(Token::Name(word), start);
        }
        Ok(())
    }

    fn operator(&mut self) -> Result<(), Fault> {
        let start = self.at;
        let rest = self.rest();
        if let Some(refused) = REFUSED_OPERATORS.into_iter().find(|mark| rest.starts_with(mark)) {
            self.at += refused.len();
            return self.fault(start, format!("`{refused}` is not part of EML"));
        }
        let mark = OPERATORS.into_iter().find(|mark| rest.starts_with(mark)).unwrap_or_default();
        self.at += mark.len();
        match mark {
            "" => return self.stray_character(),
            "^0" if self.peek().is_some_and(|next| next.is_ascii_alphanumeric()) => {
                return self.fault(start, "only `^0` prints");
            }
            "(" | "[" | "{" => self.open += 1,
            ")" | "]" | "}" => self.open = self.open.saturating_sub(1),
            _ => {}
        }
        self.push(Token::Mark(mark), start);
        Ok(())
    }

    fn stray_character(&mut self) -> Result<(), Fault> {
        let start = self.at;
        let stray = self.peek().expect("a character that no operator starts with");
        self.at += stray.len_utf8();
        match stray {
            '=' => self.fault(start, "`=` does not assign, write `value => name`"),
            '^' => self.fault(start, "only `^0` prints"),
            _ => self.fault(start, format!("unexpected character `{}`", stray.escape_debug())),
        }
    }

    fn number(&mut self) -> Result<(), Fault> {
        let start = self.at;
        let digits = self.take_while(|byte| byte.is_ascii_digit());
        let fraction = self.rest().as_bytes();
        let is_float =
            fraction.first() == Some(&b'.') && fraction.get(1).is_some_and(u8::is_ascii_digit);
        if is_float {
            self.at += 1;
            self.take_while(|byte| byte.is_ascii_digit());
        }
        if self.peek().is_some_and(|next| next.is_ascii_alphabetic() || next == '_') {
            self.take_while(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
            return self.fault(start, "a number has decimal digits only");
        }
        let token = if is_float {
            Token::Float(self.text[start..self.at].parse().expect("digits, a point, digits"))
        } else {
            self.integer(digits, start)?
        };
        self.push(token, start);
        Ok(())
    }

    fn integer(&self, digits: &str, start: usize) -> Result<Token<'s>, Fault> {
        if digits.len() > 1 && digits.starts_with('0') {
            return self.fault(start, "a number does not start with `0`");
        }
        Ok(Token::Int(digits.parse().unwrap_or(u64::MAX)))
    }

    fn string(&mut self) -> Result<(), Fault> {
        let start = self.at;
        let quote = self.peek().expect("a quote");
        if self.rest().starts_with("\"\"\"") || self.rest().starts_with("'''") {
            self.at += 3;
            return self.fault(start, "a string in three quotes is not part of EML");
        }
        self.at += 1;
        let mut text = String::new();
        loop {
            match self.peek() {
                None | Some('\n' | '\r') => return self.fault(start, "this string does not end"),
                Some('\\') => text.push(self.escape()?),
                Some(next) => {
                    self.at += next.len_utf8();
                    if next == quote {
                        break;
                    }
                    text.push(next);
                }
            }
        }
        self.push(Token::Str(text), start);
        Ok(())
    }

    fn escape(&mut self) -> Result<char, Fault> {
        let start = self.at;
        self.at += 1;
        let letter = self.peek().filter(|letter| !matches!(letter, '\n' | '\r')).unwrap_or(' ');
        self.at += if letter == ' ' { 0 } else { letter.len_utf8() };
        match letter {
            '\\' | '\'' | '"' => Ok(letter),
            'n' => Ok('\n'),
            't' => Ok('\t'),
            'r' => Ok('\r'),
            'x' => self.code_point(2, start),
            'u' => self.code_point(4, start),
            'U' => self.code_point(8, start),
            _ => self.fault(
                start,
                "unknown escape, expected one of `\\\\ \\' \\\" \\n \\t \\r \\x \\u \\U`",
            ),
        }
    }

    fn code_point(&mut self, digits: usize, start: usize) -> Result<char, Fault> {
        let hex = self.rest().bytes().take(digits).take_while(u8::is_ascii_hexdigit).count();
        let number = u32::from_str_radix(&self.rest()[..hex], 16).unwrap_or(u32::MAX);
        self.at += hex;
        match char::from_u32(number) {
            Some(character) if hex == digits => Ok(character),
            _ => self.fault(start, format!("this escape needs {digits} hex digits of a character")),
        }
    }
}

fn measure(blanks: &str) -> Indent {
    let wide = blanks.bytes().fold(0, |columns, byte| match byte {
        b'\t' => columns / 8 * 8 + 8,
        _ => columns + 1,
    });
    Indent { wide, narrow: blanks.len() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<Token<'_>> {
        tokens(text).expect("tokens").into_iter().map(|(token, _)| token).collect()
    }

    #[test]
    fn blocks_open_and_close() {
        use Token::{Dedent, End, Indent, Mark, Name, Newline};
        let text = "if a:\n\n  # note\n    b\r\n    #\nc # end";
        let expected = [
            Mark("if"),
            Name("a"),
            Mark(":"),
            Newline,
            Indent,
            Name("b"),
            Newline,
            Dedent,
            Name("c"),
            Newline,
            End,
        ];
        assert_eq!(kinds(text), expected);
    }

    #[test]
    fn no_line_ends_inside_brackets() {
        use Token::{End, Int, Mark, Newline};
        assert_eq!(kinds("(1\n\n 2)"), [Mark("("), Int(1), Int(2), Mark(")"), Newline, End]);
    }
}
