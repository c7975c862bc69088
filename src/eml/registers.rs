//! Registers: what instructions do with them that takes more than a step or two.
//!
//! These stay out of the machine's loop, which is the quicker for being small.

use std::rc::Rc;

use super::code::{REGISTERS, Register};
use super::heap::{Heap, Outcome, fail};
use super::operators::{self, length};
use super::value::Value;

/// The registers that an instruction can name.
pub(super) type Registers = [Value; REGISTERS];

/// The registers of the frame that starts at `base`.
pub(super) fn window(stack: &mut [Value], base: usize) -> &mut Registers {
    let window = &mut stack[base..base + REGISTERS];
    window.try_into().expect("as many registers as were taken")
}

/// Moves what is in `src` to `dst`.
#[inline]
fn move_to(regs: &mut Registers, dst: Register, src: Register) {
    if dst != src {
        let value = std::mem::take(&mut regs[usize::from(src)]);
        regs[usize::from(dst)].set(value);
    }
}

/// `dst = a + b`, with `take` growing `a` in place if nobody else holds it; `b` is another
/// register then.
#[inline(never)]
pub(super) fn add(
    heap: &mut Heap,
    regs: &mut Registers,
    dst: Register,
    a: Register,
    b: Register,
    take: bool,
) -> Outcome<()> {
    let sum = if take {
        if let Value::Short(more) = regs[usize::from(b)]
            && let Value::Str(text) = &mut regs[usize::from(a)]
            && Rc::get_mut(text).is_some_and(|text| text.push(more))
        {
            move_to(regs, dst, a);
            return Ok(());
        }
        let left = std::mem::take(&mut regs[usize::from(a)]);
        operators::add_taking(heap, left, &regs[usize::from(b)])?
    } else {
        operators::add(heap, &regs[usize::from(a)], &regs[usize::from(b)])?
    };
    regs[usize::from(dst)].set(sum);
    Ok(())
}

/// The same for a constant `b`.
#[inline(never)]
pub(super) fn add_constant(
    heap: &mut Heap,
    regs: &mut Registers,
    dst: Register,
    a: Register,
    b: &Value,
    take: bool,
) -> Outcome<()> {
    let sum = if take {
        let left = std::mem::take(&mut regs[usize::from(a)]);
        operators::add_taking(heap, left, b)?
    } else {
        operators::add(heap, &regs[usize::from(a)], b)?
    };
    regs[usize::from(dst)] = sum;
    Ok(())
}

/// `dst = a + [item]`, taking both.
#[inline(never)]
pub(super) fn append(
    heap: &mut Heap,
    regs: &mut Registers,
    dst: Register,
    a: Register,
    item: Register,
) -> Outcome<()> {
    let mut item = std::mem::take(&mut regs[usize::from(item)]);
    if let Value::List(list) = &mut regs[usize::from(a)]
        && let Some(list) = Rc::get_mut(list)
    {
        match list.push(item) {
            None => {
                move_to(regs, dst, a);
                return Ok(());
            }
            Some(back) => item = back,
        }
    }
    let list = std::mem::take(&mut regs[usize::from(a)]);
    regs[usize::from(dst)] = operators::append(heap, list, item)?;
    Ok(())
}

/// `dst` = a list of the `count` registers from `first` on, taking them.
#[inline(never)]
pub(super) fn list(
    heap: &mut Heap,
    regs: &mut Registers,
    dst: Register,
    first: Register,
    count: u8,
) -> Outcome<()> {
    let first = usize::from(first);
    let values = &mut regs[first..first + usize::from(count)];
    let made = heap.list_of(values)?;
    regs[usize::from(dst)].set(Value::List(made));
    Ok(())
}

/// Makes integers of a range's ends.
pub(super) fn check_range(heap: &Heap, regs: &mut Registers, ends: Register) -> Outcome<()> {
    for end in &mut regs[usize::from(ends)..][..2] {
        match end.as_int() {
            Some(number) => *end = Value::Int(number),
            None => return fail(format!("a range's end is an `int`, not {}", heap.kind(end))),
        }
    }
    Ok(())
}

/// Checks what a loop runs over, starts the count and keeps the length.
pub(super) fn check_each(heap: &Heap, regs: &mut Registers, of: Register) -> Outcome<()> {
    let state = &mut regs[usize::from(of)..];
    let Some(length) = length(&state[0]) else {
        return fail(format!("cannot run over {}", heap.kind(&state[0])));
    };
    state[1] = Value::Int(0);
    state[2] = Value::Int(i64::try_from(length).unwrap_or(i64::MAX));
    Ok(())
}

/// Puts the next item that a loop runs over into `dst`; `false` where there is none. A list may
/// grow meanwhile, a dict may not.
#[inline(never)]
pub(super) fn next_of_each(regs: &mut Registers, of: Register, dst: Register) -> Outcome<bool> {
    let state = &mut regs[usize::from(of)..];
    let [of, Value::Int(count), Value::Int(length), ..] = state else { return Ok(false) };
    let at = usize::try_from(*count).unwrap_or(usize::MAX);
    *count += 1;
    let next = match of {
        Value::List(list) => list.items.borrow().get(at).cloned(),
        Value::Short(text) => text.get(at).map(Value::Short),
        Value::Str(text) => text.get(at),
        Value::Char(character) if at == 0 => Some(Value::Char(*character)),
        Value::Dict(dict) => {
            let entries = dict.entries.borrow();
            if i64::try_from(entries.len()) != Ok(*length) {
                return fail("the dict got new keys while a loop ran over it");
            }
            entries.get_index(at).map(|(key, _)| key.0.clone())
        }
        _ => None,
    };
    let Some(value) = next else {
        // The loop may be the last that holds it.
        *of = Value::Unset;
        return Ok(false);
    };
    regs[usize::from(dst)].set(value);
    Ok(true)
}
