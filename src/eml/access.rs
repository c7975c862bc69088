//! Access: items, slices and attributes, read and assigned.

use super::code::{Register, Table};
use super::error::suggestion;
use super::format::excerpt;
use super::heap::{Heap, Outcome, fail};
use super::operators::{key_work, length};
use super::registers::Registers;
use super::text::Short;
use super::value::{Dict, Instance, Method, Sought, Value};

/// Makes `dst` the item `of[index]` of a list or a string, where the index counts from the start;
/// `false` where this is no such case.
#[inline]
pub(super) fn quick_item(regs: &mut Registers, dst: Register, of: Register, index: i64) -> bool {
    let Ok(index) = usize::try_from(index) else { return false };
    let found = match &regs[usize::from(of)] {
        Value::Short(text) => text.get(index).map(Value::Short),
        Value::Str(text) => text.get(index),
        Value::List(list) => list.items.borrow().get(index).cloned(),
        _ => None,
    };
    match found {
        Some(found) => regs[usize::from(dst)].set(found),
        None => return false,
    }
    true
}

/// `of[index]`.
#[inline(never)]
pub(super) fn item(heap: &mut Heap, of: &Value, index: &Value) -> Outcome<Value> {
    let found = match of {
        Value::List(list) => {
            let items = list.items.borrow();
            items[position(heap, "list", items.len(), index)?].clone()
        }
        Value::Short(text) => {
            let at = position(heap, "str", text.len(), index)?;
            text.get(at).map(Value::Short).expect("a position within the string")
        }
        Value::Str(text) => {
            let at = position(heap, "str", text.len(), index)?;
            text.get(at).expect("a position within the string")
        }
        Value::Char(character) => {
            position(heap, "str", 1, index)?;
            Value::Char(*character)
        }
        Value::Dict(dict) => return entry(heap, dict, index),
        _ => return fail(format!("{} has no items", heap.kind(of))),
    };
    Ok(found)
}

fn entry(heap: &mut Heap, dict: &Dict, key: &Value) -> Outcome<Value> {
    key_work(heap, key)?;
    if let Some(value) = dict.entries.borrow().get(&Sought(key)) {
        return Ok(value.clone());
    }
    let key = excerpt(heap, key);
    fail(format!("the dict has no key `{key}`"))
}

/// The position that `index` says in `length` items; a negative one counts from the end.
fn position(heap: &Heap, kind: &str, length: usize, index: &Value) -> Outcome<usize> {
    let Some(index) = index.as_int() else {
        return fail(format!("an index of a `{kind}` is an `int`, not {}", heap.kind(index)));
    };
    let found = usize::try_from(index)
        .ok()
        .or_else(|| length.checked_sub(usize::try_from(index.unsigned_abs()).ok()?))
        .filter(|position| *position < length);
    match found {
        Some(position) => Ok(position),
        None => fail(format!("index {index} is outside of a `{kind}` of length {length}")),
    }
}

/// `value => of[index]`.
#[inline(never)]
pub(super) fn set_item(heap: &mut Heap, of: &Value, index: &Value, value: Value) -> Outcome<()> {
    match of {
        Value::List(list) => {
            let mut items = list.items.borrow_mut();
            let at = position(heap, "list", items.len(), index)?;
            items[at] = value;
            Ok(())
        }
        Value::Dict(dict) => {
            key_work(heap, index)?;
            // A dict that is full doubles.
            heap.reserve(dict.entries.borrow().len() * size_of::<(Value, Value)>() * 2)?;
            dict.insert(index.clone(), value);
            Ok(())
        }
        _ => fail(format!("cannot assign to an item of {}", heap.kind(of))),
    }
}

/// Clears `of[index]`, which was just read and is about to be assigned.
#[inline(never)]
pub(super) fn release_item(heap: &Heap, of: &Value, index: &Value) {
    match of {
        Value::List(list) => {
            let mut items = list.items.borrow_mut();
            if let Ok(at) = position(heap, "list", items.len(), index) {
                items[at] = Value::None;
            }
        }
        Value::Dict(dict) => {
            if let Some(value) = dict.entries.borrow_mut().get_mut(&Sought(index)) {
                *value = Value::None;
            }
        }
        _ => {}
    }
}

/// `of[from:to]`; `None` stands for a bound left out.
#[inline(never)]
pub(super) fn slice(heap: &mut Heap, of: &Value, from: &Value, to: &Value) -> Outcome<Value> {
    let Some(length) = length(of).filter(|_| !matches!(of, Value::Dict(_))) else {
        return fail(format!("{} has no slices", heap.kind(of)));
    };
    let from = bound(heap, length, from, 0)?;
    let to = bound(heap, length, to, length)?.max(from);
    match of {
        Value::List(list) => {
            heap.reserve((to - from) * size_of::<Value>())?;
            let items = list.items.borrow()[from..to].iter().cloned().collect();
            heap.list(items)
        }
        Value::Str(text) => {
            heap.work(to - from)?;
            heap.reserve((to - from) * size_of::<char>())?;
            Ok(text.slice(from, to, &heap.meter))
        }
        Value::Short(text) => Ok(Value::Short(text.slice(from, to))),
        _ if from < to => Ok(of.clone()),
        _ => Ok(Value::Short(Short::EMPTY)),
    }
}

/// A slice's bound, cut to what there is.
fn bound(heap: &Heap, length: usize, bound: &Value, left_out: usize) -> Outcome<usize> {
    let number = match bound {
        Value::None => return Ok(left_out),
        bound => bound.as_int(),
    };
    let Some(number) = number else {
        return fail(format!("a bound of a slice is an `int`, not {}", heap.kind(bound)));
    };
    let distance = usize::try_from(number.unsigned_abs()).unwrap_or(usize::MAX);
    Ok(if number < 0 { length.saturating_sub(distance) } else { distance.min(length) })
}

/// `of.name`; `globals` are those of all modules.
#[inline(never)]
pub(super) fn attribute(
    heap: &mut Heap,
    globals: &[Value],
    of: &Value,
    name: u32,
) -> Outcome<Value> {
    let found = match of {
        Value::Instance(instance) => {
            heap.work(instance.attributes.borrow().len())?;
            match instance.get(name) {
                Some(value) => Some(value),
                None => bound_method(heap, instance.class, of, name)?,
            }
        }
        Value::Module(module) => module_global(heap, globals, *module, name),
        Value::Class(class) => method(heap, *class, name).map(Value::Function),
        _ => None,
    };
    match found {
        Some(value) => Ok(value),
        None => no_attribute(heap, globals, of, name),
    }
}

fn bound_method(heap: &Heap, class: u32, of: &Value, name: u32) -> Outcome<Option<Value>> {
    heap.reserve(0)?;
    let bound = |function| Method::value(of.clone(), function, &heap.meter);
    Ok(method(heap, class, name).map(bound))
}

/// The function of a class's method.
pub(super) fn method(heap: &Heap, class: u32, name: u32) -> Option<u32> {
    heap.code.classes[class as usize].methods.get(&name).copied()
}

/// A module's global, if it is assigned.
fn module_global(heap: &Heap, globals: &[Value], module: u32, name: u32) -> Option<Value> {
    let table: &Table = &heap.code.modules[module as usize].globals;
    let value = &globals[*table.get(&name)? as usize];
    (!matches!(value, Value::Unset)).then(|| value.clone())
}

/// The failure that `of` has no attribute `name`.
fn no_attribute<T>(heap: &Heap, globals: &[Value], of: &Value, name: u32) -> Outcome<T> {
    let code = heap.code;
    let wanted = &code.names[name as usize];
    let text = |name: &u32| code.names[*name as usize].as_str();
    let methods = |class: u32| code.classes[class as usize].methods.keys().map(text);
    let (owner, hint) = match of {
        Value::Module(module) => {
            let table = &code.modules[*module as usize].globals;
            let set =
                table.iter().filter(|(_, at)| !matches!(globals[**at as usize], Value::Unset));
            let owner = format!("module `{}`", code.modules[*module as usize].name);
            (owner, suggestion(wanted, set.map(|(name, _)| text(name))))
        }
        Value::Instance(instance) => {
            let attributes = instance.attributes.borrow();
            let names = attributes.iter().map(|(name, _)| text(name));
            (heap.kind(of), suggestion(wanted, names.chain(methods(instance.class))))
        }
        Value::Class(class) => {
            let owner = format!("class `{}`", code.classes[*class as usize].name);
            (owner, suggestion(wanted, methods(*class)))
        }
        _ => (heap.kind(of), String::new()),
    };
    fail(format!("{owner} has no attribute `{wanted}`{hint}"))
}

/// `value => of.name`.
#[inline(never)]
pub(super) fn set_attribute(heap: &mut Heap, of: &Value, name: u32, value: Value) -> Outcome<()> {
    let Value::Instance(instance) = of else {
        return fail(format!("cannot assign to an attribute of {}", heap.kind(of)));
    };
    let looked_at = instance.set(name, value);
    heap.work(looked_at)?;
    heap.reserve(0)
}

/// Clears the attribute `name`, which was just read and is about to be assigned.
#[inline(never)]
pub(super) fn release_attribute(of: &Value, name: u32) {
    if let Value::Instance(instance) = of {
        release(instance, name);
    }
}

fn release(instance: &Instance, name: u32) {
    let mut attributes = instance.attributes.borrow_mut();
    if let Some((_, value)) = attributes.iter_mut().find(|(known, _)| *known == name) {
        *value = Value::None;
    }
}
