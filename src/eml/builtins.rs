//! The built-in functions: `len`, `str`, `int` and `input`.

use super::code::Builtin;
use super::format::{excerpt, text_of};
use super::heap::{Halt, Heap, Outcome, fail};
use super::number;
use super::operators::{length, too_large};
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
        Value::Char(_) | Value::Str(_) => Ok(value.clone()),
        Value::Int(digit @ 0..=9) => {
            let digit = u32::try_from(*digit).ok().and_then(|digit| char::from_digit(digit, 10));
            Ok(digit.map_or(Value::None, Value::Char))
        }
        _ => {
            let text = text_of(heap, value)?;
            heap.text(text)
        }
    }
}

fn int(heap: &mut Heap, value: &Value) -> Outcome<Value> {
    let number = match value {
        Value::Int(_) => return Ok(value.clone()),
        Value::Float(number) if number.is_finite() => number::truncated(*number),
        Value::Float(number) => {
            return fail(format!("there is no `int` of `{}`", number::float_text(*number)));
        }
        Value::Char(character) if character.is_ascii_digit() => {
            character.to_digit(10).map(i64::from)
        }
        Value::Char(_) | Value::Str(_) => return int_of_text(heap, value),
        _ => value.as_int(),
    };
    match (number, value) {
        (Some(number), _) => Ok(Value::Int(number)),
        (None, Value::Float(_)) => too_large(),
        _ => fail(format!("cannot make an `int` of {}", heap.kind(value))),
    }
}

/// Digits with an optional sign, blanks around them allowed.
fn int_of_text(heap: &mut Heap, value: &Value) -> Outcome<Value> {
    let text = value.as_text().unwrap_or_default();
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
    let prompt = text_of(heap, prompt)?;
    heap.put_out(prompt.len())?;
    let line = console.ask(&prompt).map_err(|stop| Box::new(Halt::Stopped(stop)))?;
    heap.text(line)
}
