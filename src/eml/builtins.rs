//! The built-in functions: `len`, `str`, `int` and `input`.

use super::code::Builtin;
use super::format::{excerpt, text_of};
use super::heap::{Halt, Heap, Outcome, fail};
use super::number;
use super::operators::{length, too_large};
use super::text;
use super::value::Value;
use crate::console::Console;

/// Calls a built-in function.
#[inline(never)]
pub(super) fn call(
    heap: &mut Heap,
    console: &mut dyn Console,
    builtin: Builtin,
    argument: &Value,
) -> Outcome<Value> {
    match builtin {
        Builtin::Len => len(heap, argument),
        Builtin::Str => str(heap, argument),
        Builtin::Int => int(heap, argument),
        Builtin::Input => input(heap, console, argument),
    }
}

fn len(heap: &Heap, value: &Value) -> Outcome<Value> {
    match length(value).map(i64::try_from) {
        Some(Ok(length)) => Ok(Value::Int(length)),
        _ => fail(format!("{} has no length", heap.kind(value))),
    }
}

fn str(heap: &mut Heap, value: &Value) -> Outcome<Value> {
    match value {
        Value::Char(_) | Value::Short(_) | Value::Str(_) => Ok(value.clone()),
        Value::Int(number) => {
            heap.reserve(0)?;
            Ok(text::of_number(*number, &heap.meter))
        }
        _ => {
            let text = text_of(heap, value)?;
            heap.text(&text)
        }
    }
}

fn int(heap: &mut Heap, value: &Value) -> Outcome<Value> {
    let number = match value {
        Value::Int(number) => Some(*number),
        Value::Float(number) if number.is_finite() => number::truncated(*number),
        Value::Float(number) => {
            return fail(format!("there is no `int` of `{}`", number::float_text(*number)));
        }
        Value::Short(text) if text.digit().is_some() => text.digit(),
        _ => match value.as_text() {
            Some(text) => return int_of_text(heap, value, &text),
            None => value.as_int(),
        },
    };
    match (number, value) {
        (Some(number), _) => Ok(Value::Int(number)),
        (None, Value::Float(_)) => too_large(),
        _ => fail(format!("cannot make an `int` of {}", heap.kind(value))),
    }
}

/// Digits with an optional sign, blanks around them allowed.
fn int_of_text(heap: &mut Heap, value: &Value, text: &str) -> Outcome<Value> {
    heap.work(text.len())?;
    let number = text.trim_matches([' ', '\t', '\n', '\r', '\x0b', '\x0c']);
    let digits = number.strip_prefix(['+', '-']).unwrap_or(number);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        let shown = excerpt(heap, value);
        return fail(format!("`int` needs a string of digits, got `{shown}`"));
    }
    number.parse().map_or_else(|_| too_large(), |number| Ok(Value::Int(number)))
}

fn input(heap: &mut Heap, console: &mut dyn Console, prompt: &Value) -> Outcome<Value> {
    if let Some(prompt) = prompt.as_text() {
        return ask(heap, console, &prompt);
    }
    let prompt = text_of(heap, prompt)?;
    ask(heap, console, &prompt)
}

fn ask(heap: &mut Heap, console: &mut dyn Console, prompt: &str) -> Outcome<Value> {
    heap.put_out(prompt.len())?;
    let line = console.ask(prompt).map_err(|stop| Box::new(Halt::Stopped(stop)))?;
    heap.text(&line)
}
