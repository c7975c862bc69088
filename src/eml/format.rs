//! Format: a value as text, as `str` gives it and `^0` prints it.

use std::fmt::Write;
use std::rc::Rc;

use super::heap::{Heap, Outcome, fail};
use super::number::float_text;
use super::operators::VALUE_DEPTH;
use super::value::Value;

/// The text that `str` gives for `value`.
pub(super) fn text_of(heap: &mut Heap, value: &Value) -> Outcome<String> {
    let mut text = String::new();
    write_text(heap, value, &mut text)?;
    Ok(text)
}

/// Writes the same into `text`, which is empty.
pub(super) fn write_text(heap: &mut Heap, value: &Value, text: &mut String) -> Outcome<()> {
    if let Some(written) = value.as_text() {
        text.push_str(&written);
        return Ok(());
    }
    Writer { heap, text, inside: Vec::new() }.value(value)
}

/// The start of a value's text, for an error.
pub(super) fn excerpt(heap: &mut Heap, value: &Value) -> String {
    const SHOWN: usize = 40;
    let text = text_of(heap, value).unwrap_or_default();
    let shown: String = text.chars().take(SHOWN).flat_map(char::escape_debug).collect();
    if text.chars().count() > SHOWN { shown + "..." } else { shown }
}

struct Writer<'h, 'c> {
    heap: &'h mut Heap<'c>,
    text: &'h mut String,
    /// The addresses of the lists and dicts that are being written.
    inside: Vec<*const ()>,
}

impl Writer<'_, '_> {
    /// Writes a value as it stands inside a list: strings in quotes.
    fn value(&mut self, value: &Value) -> Outcome<()> {
        self.heap.step(1)?;
        self.heap.reserve(self.text.len() * 2)?;
        if let Some(text) = value.as_text() {
            self.heap.work(text.len())?;
            self.heap.reserve(text.len() * 4)?;
            quote(self.text, &text);
            return Ok(());
        }
        match value {
            Value::List(list) => {
                let items = list.items.borrow();
                return self.nested(Rc::as_ptr(list).cast(), ['[', ']'], |writer| {
                    for (i, item) in items.iter().enumerate() {
                        writer.comma(i);
                        writer.value(item)?;
                    }
                    Ok(())
                });
            }
            Value::Dict(dict) => {
                let entries = dict.entries.borrow();
                return self.nested(Rc::as_ptr(dict).cast(), ['{', '}'], |writer| {
                    for (i, (key, value)) in entries.iter().enumerate() {
                        writer.comma(i);
                        writer.value(&key.0)?;
                        writer.text.push_str(": ");
                        writer.value(value)?;
                    }
                    Ok(())
                });
            }
            flat => self.flat(flat),
        }
        Ok(())
    }

    fn comma(&mut self, position: usize) {
        if position > 0 {
            self.text.push_str(", ");
        }
    }

    fn nested(
        &mut self,
        address: *const (),
        [open, close]: [char; 2],
        contents: impl FnOnce(&mut Self) -> Outcome<()>,
    ) -> Outcome<()> {
        self.text.push(open);
        if self.inside.contains(&address) {
            self.text.push_str("...");
        } else if self.inside.len() == VALUE_DEPTH {
            return fail(format!("cannot print a value that nests more than {VALUE_DEPTH} deep"));
        } else {
            self.inside.push(address);
            contents(self)?;
            self.inside.pop();
        }
        self.text.push(close);
        Ok(())
    }

    fn flat(&mut self, value: &Value) {
        let code = self.heap.code;
        let function = |number: &u32| &code.functions[*number as usize].name;
        let text = &mut *self.text;
        let written = match value {
            Value::Bool(true) => write!(text, "True"),
            Value::Bool(false) => write!(text, "False"),
            Value::Int(number) => write!(text, "{number}"),
            Value::Float(number) => write!(text, "{}", float_text(*number)),
            Value::Instance(_) => write!(text, "<{} object>", value.kind(code)),
            Value::Method(method) => write!(text, "<function {}>", function(&method.function)),
            Value::Function(number) => write!(text, "<function {}>", function(number)),
            Value::Builtin(builtin) => write!(text, "<function {}>", builtin.name()),
            Value::Class(class) => write!(text, "<class {}>", code.classes[*class as usize].name),
            Value::Module(module) => {
                write!(text, "<module {}>", code.modules[*module as usize].name)
            }
            _ => write!(text, "None"),
        };
        written.expect("a string takes any text");
    }
}

/// Writes a string as Python's `repr` does.
fn quote(out: &mut String, text: &str) {
    let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    out.push(quote);
    for character in text.chars() {
        match character {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            character if character == quote => out.extend(['\\', character]),
            character if is_printable(character) => out.push(character),
            character => push_escape(out, u32::from(character)),
        }
    }
    out.push(quote);
}

/// Whether Python shows a character as it is. Beyond ASCII this follows Rust's own tables, which
/// agree with Python's on all characters that both know.
fn is_printable(character: char) -> bool {
    match character {
        ' '..='~' => true,
        '\0'..='\u{a0}' => false,
        // Rust shows combining marks escaped where they come first, Python never does.
        _ => !character.is_whitespace() && escapes_to_itself(character),
    }
}

fn escapes_to_itself(character: char) -> bool {
    // After a letter `str::escape_debug` leaves a combining mark alone.
    format!("a{character}").escape_debug().count() == 2
}

fn push_escape(out: &mut String, code: u32) {
    let written = match code {
        0..=0xff => write!(out, "\\x{code:02x}"),
        0x100..=0xffff => write!(out, "\\u{code:04x}"),
        _ => write!(out, "\\U{code:08x}"),
    };
    written.expect("a string takes any text");
}
