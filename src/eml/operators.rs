//! Operators: what `+ - * / %`, comparisons and `in` do with values of each type.

use std::cmp::Ordering;
use std::rc::Rc;

use super::heap::{Heap, Outcome, fail};
use super::number;
use super::text::Text;
use super::tree::Arithmetic;
use super::value::{Dict, Items, List, Sought, Value, flat_equal, quick_equal};

/// How deep values may nest where they are compared or printed, which bounds the host's stack.
pub(super) const VALUE_DEPTH: usize = 200;

/// `a + b` where that is seen at once.
#[inline]
pub(super) fn quick_sum(a: &Value, b: &Value) -> Option<Value> {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => a.checked_add(*b).map(Value::Int),
        (Value::Short(a), Value::Short(b)) => a.plus(*b).map(Value::Short),
        _ => None,
    }
}

/// `a + b`, growing `a` in place if nobody else holds it.
#[inline]
pub(super) fn add_taking(heap: &mut Heap, mut a: Value, b: &Value) -> Outcome<Value> {
    match (&mut a, b) {
        (Value::Str(text), other) => {
            if let Some(other) = other.as_text() {
                heap.work(other.len())?;
                heap.reserve((text.len() + other.len()) * size_of::<char>())?;
                if Rc::get_mut(text).is_some_and(|text| text.append(&other)) {
                    return Ok(a);
                }
            }
        }
        (Value::List(list), Value::List(other)) if Rc::strong_count(list) == 1 => {
            heap.work(other.items.borrow().len())?;
            reserve_growth(heap, list, other.items.borrow().len())?;
            list.grow(|items| items.extend(other.items.borrow().iter().cloned()));
            return Ok(a);
        }
        _ => {}
    }
    add(heap, &a, b)
}

/// `a + [item]`, growing `a` in place if nobody else holds it.
pub(super) fn append(heap: &mut Heap, a: Value, item: Value) -> Outcome<Value> {
    let Value::List(list) = &a else {
        return fail(format!("cannot add `list` to {}", heap.kind(&a)));
    };
    if Rc::strong_count(list) == 1 {
        reserve_growth(heap, list, 1)?;
        list.grow(|items| items.push(item));
        return Ok(a);
    }
    let mut items = Items::with_capacity(list.items.borrow().len() + 1);
    items.extend(list.items.borrow().iter().cloned());
    items.push(item);
    heap.list(items)
}

/// Fails if the list cannot grow by `more` items within the limit; a growing vector may double.
fn reserve_growth(heap: &Heap, list: &List, more: usize) -> Outcome<()> {
    let items = list.items.borrow();
    if items.capacity() - items.len() >= more {
        return Ok(());
    }
    heap.reserve((items.len() + more) * size_of::<Value>())
}

/// `a + b` as a new value.
pub(super) fn add(heap: &mut Heap, a: &Value, b: &Value) -> Outcome<Value> {
    if let Some(sum) = quick_sum(a, b) {
        return Ok(sum);
    }
    if let (Some(left), Some(right)) = (a.as_text(), b.as_text()) {
        heap.work(left.len() + right.len())?;
        heap.reserve((left.len() + right.len()) * size_of::<char>())?;
        return Ok(Text::joined(&left, &right, &heap.meter));
    }
    if let Some(sum) = numeric(Arithmetic::Add, a, b)? {
        return Ok(sum);
    }
    if let (Value::List(a), Value::List(b)) = (a, b) {
        let (a, b) = (a.items.borrow(), b.items.borrow());
        heap.reserve((a.len() + b.len()) * size_of::<Value>())?;
        return heap.list(a.iter().chain(&*b).cloned().collect());
    }
    fail(format!("cannot add {} to {}", heap.kind(b), heap.kind(a)))
}

/// The result of the other operators for integers, where it is an integer that is seen at once.
#[inline]
pub(super) fn quick_arithmetic(op: Arithmetic, a: &Value, b: &Value) -> Option<i64> {
    let (Value::Int(a), Value::Int(b)) = (a, b) else { return None };
    match op {
        Arithmetic::Subtract => a.checked_sub(*b),
        Arithmetic::Multiply => a.checked_mul(*b),
        Arithmetic::Modulo if *b > 0 => Some(a.rem_euclid(*b)),
        _ => None,
    }
}

/// Any of the other four operators.
#[inline(never)]
pub(super) fn arithmetic(heap: &mut Heap, op: Arithmetic, a: &Value, b: &Value) -> Outcome<Value> {
    if let Some(result) = numeric(op, a, b)? {
        return Ok(result);
    }
    if let Arithmetic::Multiply = op {
        match (a.as_int(), b.as_int()) {
            (None, Some(times)) => return repeat(heap, a, times, b),
            (Some(times), None) => return repeat(heap, b, times, a),
            _ => {}
        }
    }
    let (left, right) = (heap.kind(a), heap.kind(b));
    match op {
        Arithmetic::Add => add(heap, a, b),
        Arithmetic::Subtract => fail(format!("cannot subtract {right} from {left}")),
        Arithmetic::Multiply => fail(format!("cannot multiply {left} by {right}")),
        Arithmetic::Divide => fail(format!("cannot divide {left} by {right}")),
        Arithmetic::Modulo => fail(format!("cannot take {left} modulo {right}")),
    }
}

/// The result for two numbers; `None` where the operands are none.
fn numeric(op: Arithmetic, a: &Value, b: &Value) -> Outcome<Option<Value>> {
    if let (Some(a), Some(b)) = (a.as_int(), b.as_int()) {
        return integer(op, a, b).map(Some);
    }
    match (as_float(a), as_float(b)) {
        (Some(a), Some(b)) => float(op, a, b).map(Some),
        _ => Ok(None),
    }
}

fn as_float(value: &Value) -> Option<f64> {
    match value {
        Value::Float(number) => Some(*number),
        value => value.as_int().map(number::to_float),
    }
}

fn integer(op: Arithmetic, a: i64, b: i64) -> Outcome<Value> {
    let result = match op {
        Arithmetic::Add => a.checked_add(b),
        Arithmetic::Subtract => a.checked_sub(b),
        Arithmetic::Multiply => a.checked_mul(b),
        Arithmetic::Divide | Arithmetic::Modulo if b == 0 => return by_zero(),
        Arithmetic::Divide => return Ok(Value::Float(number::divide(a, b))),
        Arithmetic::Modulo => Some(number::modulo(a, b)),
    };
    result.map_or_else(too_large, |number| Ok(Value::Int(number)))
}

fn float(op: Arithmetic, a: f64, b: f64) -> Outcome<Value> {
    Ok(Value::Float(match op {
        Arithmetic::Add => a + b,
        Arithmetic::Subtract => a - b,
        Arithmetic::Multiply => a * b,
        Arithmetic::Divide | Arithmetic::Modulo if b == 0.0 => return by_zero(),
        Arithmetic::Divide => a / b,
        Arithmetic::Modulo => number::modulo_float(a, b),
    }))
}

fn by_zero<T>() -> Outcome<T> {
    fail("division by zero")
}

/// The failure of an integer that no longer fits.
pub(super) fn too_large<T>() -> Outcome<T> {
    fail("the result does not fit in 64 bits")
}

/// `value * times` for a string or a list; `count` is the operand that says how many times.
fn repeat(heap: &mut Heap, value: &Value, times: i64, count: &Value) -> Outcome<Value> {
    let times = usize::try_from(times).unwrap_or(0);
    if let Some(text) = value.as_text() {
        heap.reserve(text.len().saturating_mul(times).saturating_mul(size_of::<char>()))?;
        return heap.text(&text.repeat(times));
    }
    if let Value::List(list) = value {
        let items = list.items.borrow();
        heap.reserve(items.len().saturating_mul(times).saturating_mul(size_of::<Value>()))?;
        let length = items.len() * times;
        return heap.list(items.iter().cycle().take(length).cloned().collect());
    }
    fail(format!("cannot multiply {} by {}", heap.kind(value), heap.kind(count)))
}

/// `-a`.
pub(super) fn negate(heap: &Heap, a: &Value) -> Outcome<Value> {
    match a {
        Value::Float(number) => Ok(Value::Float(-number)),
        _ => match a.as_int() {
            Some(number) => {
                number.checked_neg().map_or_else(too_large, |number| Ok(Value::Int(number)))
            }
            None => fail(format!("cannot negate {}", heap.kind(a))),
        },
    }
}

/// How two numbers or two strings compare.
#[inline(never)]
pub(super) fn order(heap: &mut Heap, a: &Value, b: &Value) -> Outcome<Option<Ordering>> {
    if let (Value::Short(a), Value::Short(b)) = (a, b) {
        return Ok(Some(a.cmp(b)));
    }
    if let Ok(order) = number::order(a, b) {
        return Ok(order);
    }
    match (a.as_text(), b.as_text()) {
        (Some(a), Some(b)) => {
            heap.work(a.len().min(b.len()))?;
            Ok(Some(a.order(&b)))
        }
        _ => fail(format!("cannot compare {} with {}", heap.kind(a), heap.kind(b))),
    }
}

/// `a == b`.
#[inline(never)]
pub(super) fn equal(heap: &mut Heap, a: &Value, b: &Value) -> Outcome<bool> {
    match quick_equal(a, b) {
        Some(equal) => Ok(equal),
        None => equal_at(heap, a, b, 0),
    }
}

/// Compares what lies `depth` levels inside the values compared.
fn equal_at(heap: &mut Heap, a: &Value, b: &Value, depth: usize) -> Outcome<bool> {
    if let (Value::Str(a), Value::Str(b)) = (a, b) {
        heap.work(a.len().min(b.len()))?;
    }
    if let Some(equal) = flat_equal(a, b) {
        return Ok(equal);
    }
    if depth == VALUE_DEPTH {
        return fail(format!("cannot compare values that nest more than {VALUE_DEPTH} deep"));
    }
    match (a, b) {
        (Value::List(a), Value::List(b)) => equal_lists(heap, a, b, depth + 1),
        (Value::Dict(a), Value::Dict(b)) => equal_dicts(heap, a, b, depth + 1),
        _ => Ok(false),
    }
}

fn equal_lists(heap: &mut Heap, a: &List, b: &List, depth: usize) -> Outcome<bool> {
    let (a, b) = (a.items.borrow(), b.items.borrow());
    if a.len() != b.len() {
        return Ok(false);
    }
    for (a, b) in a.iter().zip(&*b) {
        heap.step(1)?;
        if !equal_at(heap, a, b, depth)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn equal_dicts(heap: &mut Heap, a: &Dict, b: &Dict, depth: usize) -> Outcome<bool> {
    let (a, b) = (a.entries.borrow(), b.entries.borrow());
    if a.len() != b.len() {
        return Ok(false);
    }
    for (key, value) in &*a {
        heap.step(1)?;
        match b.get(key) {
            Some(other) if equal_at(heap, value, other, depth)? => {}
            _ => return Ok(false),
        }
    }
    Ok(true)
}

/// `item in of`.
#[inline(never)]
pub(super) fn contains(heap: &mut Heap, item: &Value, of: &Value) -> Outcome<bool> {
    match of {
        Value::Dict(dict) => {
            key_work(heap, item)?;
            Ok(dict.entries.borrow().contains_key(&Sought(item)))
        }
        Value::List(list) => {
            for other in &*list.items.borrow() {
                heap.step(1)?;
                if equal(heap, item, other)? {
                    return Ok(true);
                }
            }
            Ok(false)
        }
        Value::Char(_) | Value::Short(_) | Value::Str(_) => contains_text(heap, item, of),
        _ => fail(format!("cannot look for {} in {}", heap.kind(item), heap.kind(of))),
    }
}

fn contains_text(heap: &mut Heap, item: &Value, of: &Value) -> Outcome<bool> {
    match (item.as_text(), of.as_text()) {
        (Some(item), Some(text)) => {
            heap.work(text.len())?;
            Ok(text.contains(&*item))
        }
        _ => fail(format!("cannot look for {} in {}", heap.kind(item), heap.kind(of))),
    }
}

/// Fails if `key` cannot be a key, and counts the work of looking it up.
pub(super) fn key_work(heap: &mut Heap, key: &Value) -> Outcome<()> {
    match key {
        Value::Str(text) => heap.work(text.len()),
        key if key.is_key() => Ok(()),
        key => fail(format!("{} cannot be a key", heap.kind(key))),
    }
}

/// The length of a string, list or dict.
pub(super) fn length(value: &Value) -> Option<usize> {
    match value {
        Value::Char(_) => Some(1),
        Value::Short(text) => Some(text.len()),
        Value::Str(text) => Some(text.len()),
        Value::List(list) => Some(list.items.borrow().len()),
        Value::Dict(dict) => Some(dict.entries.borrow().len()),
        _ => None,
    }
}
