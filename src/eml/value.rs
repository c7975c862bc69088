//! Values: what a program computes with.
//!
//! A value is 16 bytes. Short strings and all numbers are in place; lists, dicts, instances and
//! longer strings are shared by reference and counted, so a value with one owner may change in
//! place.
//! Every value on the heap counts as live bytes as long as it lives. However deep values nest,
//! freeing them takes no host stack.

use std::cell::RefCell;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use foldhash::fast::RandomState;
use indexmap::{Equivalent, IndexMap};
use smallvec::SmallVec;

use super::code::{Builtin, Code};
use super::limits::{Charge, Meter};
use super::number;
use super::text::{Short, Text, Utf8};

// Both halves of a value are copied whole, which is quick; so what is common fills them.
#[derive(Clone, Debug, Default)]
#[repr(u64)]
pub(super) enum Value {
    /// What a name holds before it is assigned; no program gets hold of it.
    #[default]
    Unset,
    None,
    Bool(bool),
    Int(i64),
    Float(f64),
    /// A short string.
    Short(Short),
    /// A string of one character that is not ASCII.
    Char(char),
    Str(Rc<Text>),
    List(Rc<List>),
    Dict(Rc<Dict>),
    Instance(Rc<Instance>),
    Method(Rc<Method>),
    Function(u32),
    Class(u32),
    Module(u32),
    Builtin(Builtin),
}

impl Value {
    /// The value's type, as errors name it.
    pub(super) fn kind<'c>(&self, code: &'c Code) -> &'c str {
        match self {
            Value::Unset => "nothing",
            Value::None => "None",
            Value::Bool(_) => "bool",
            Value::Int(_) => "int",
            Value::Float(_) => "float",
            Value::Char(_) | Value::Short(_) | Value::Str(_) => "str",
            Value::List(_) => "list",
            Value::Dict(_) => "dict",
            Value::Instance(instance) => &code.classes[instance.class as usize].name,
            Value::Method(_) | Value::Function(_) | Value::Builtin(_) => "function",
            Value::Class(_) => "class",
            Value::Module(_) => "module",
        }
    }

    /// Whether a condition takes it for true.
    pub(super) fn is_true(&self) -> bool {
        match self {
            Value::Unset | Value::None => false,
            Value::Bool(truth) => *truth,
            Value::Int(number) => *number != 0,
            Value::Float(number) => *number != 0.0,
            Value::Short(text) => *text != Short::EMPTY,
            Value::List(list) => !list.items.borrow().is_empty(),
            Value::Dict(dict) => !dict.entries.borrow().is_empty(),
            _ => true,
        }
    }

    /// Puts `value` in place of this one; quicker than an assignment where this is on no heap.
    #[inline]
    pub(super) fn set(&mut self, value: Value) {
        if self.is_in_place() {
            std::mem::forget(std::mem::replace(self, value));
        } else {
            *self = value;
        }
    }

    /// Puts a copy of `value` in place of this one, the most common ones at once.
    #[inline]
    pub(super) fn set_copy(&mut self, value: &Value) {
        match value {
            Value::Int(number) => self.set(Value::Int(*number)),
            Value::Short(text) => self.set(Value::Short(*text)),
            other => self.set(other.clone()),
        }
    }

    /// Lets go of what it holds on the heap.
    #[inline]
    pub(super) fn release(&mut self) {
        if !self.is_in_place() {
            *self = Value::Unset;
        }
    }

    /// Whether nothing happens when it is dropped.
    #[inline]
    fn is_in_place(&self) -> bool {
        use Value::{Dict, Instance, List, Method, Str};
        !matches!(self, Str(_) | List(_) | Dict(_) | Instance(_) | Method(_))
    }

    /// The integer that an `int` or a `bool` is.
    pub(super) fn as_int(&self) -> Option<i64> {
        match self {
            Value::Int(number) => Some(*number),
            Value::Bool(truth) => Some(i64::from(*truth)),
            _ => None,
        }
    }

    /// The text of a string.
    pub(super) fn as_text(&self) -> Option<Utf8<'_>> {
        match self {
            Value::Char(character) => Some((*character).into()),
            Value::Short(text) => Some((*text).into()),
            Value::Str(text) => Some((&**text).into()),
            _ => None,
        }
    }

    /// Whether it can be a key: its equality never changes.
    pub(super) fn is_key(&self) -> bool {
        !matches!(self, Value::List(_) | Value::Dict(_))
    }

    /// Whether it may hold other values.
    fn holds(&self) -> bool {
        use Value::{Dict, Instance, List, Method};
        matches!(self, List(_) | Dict(_) | Instance(_) | Method(_))
    }
}

/// What a value on the heap takes beside its contents.
pub(super) const OVERHEAD: usize = 64;

/// A list, shared by reference.
#[derive(Debug)]
pub(super) struct List {
    pub(super) items: RefCell<Items>,
    charge: Charge,
}

/// The items of a list; a few are stored in place.
pub(super) type Items = SmallVec<[Value; 4]>;

impl List {
    pub(super) fn value(items: Items, meter: &Rc<Meter>) -> Value {
        let charge = Charge::new(meter, List::bytes(&items));
        Value::List(Rc::new(List { items: RefCell::new(items), charge }))
    }

    /// A list of values that are taken out of `values`.
    pub(super) fn taking(values: &mut [Value], meter: &Rc<Meter>) -> Rc<List> {
        let items = Items::with_capacity(values.len());
        let charge = Charge::new(meter, List::bytes(&items));
        let mut list = Rc::new(List { items: RefCell::new(items), charge });
        if let Some(list) = Rc::get_mut(&mut list) {
            // Straight to where they stay: a list that is moved with its items is slow.
            for value in values {
                list.items.get_mut().push(std::mem::take(value));
            }
        }
        list
    }

    fn bytes(items: &Items) -> usize {
        OVERHEAD + items.capacity() * size_of::<Value>()
    }

    /// Adds `item` if that takes no more memory; otherwise gives it back.
    #[inline]
    pub(super) fn push(&mut self, item: Value) -> Option<Value> {
        let items = self.items.get_mut();
        if items.len() == items.capacity() {
            return Some(item);
        }
        items.push(item);
        None
    }

    /// Grows in place by what `grow` adds.
    pub(super) fn grow(&self, grow: impl FnOnce(&mut Items)) {
        let mut items = self.items.borrow_mut();
        let capacity = items.capacity();
        grow(&mut items);
        if items.capacity() != capacity {
            self.charge.resize(List::bytes(&items));
        }
    }
}

impl Drop for List {
    fn drop(&mut self) {
        let items = self.items.get_mut();
        if items.iter().any(Value::holds) {
            free(std::mem::take(items));
        }
    }
}

/// A dict, shared by reference; its entries stand in the order they came.
#[derive(Debug)]
pub(super) struct Dict {
    pub(super) entries: RefCell<Entries>,
    charge: Charge,
}

pub(super) type Entries = IndexMap<Key, Value, RandomState>;

impl Dict {
    pub(super) fn value(meter: &Rc<Meter>) -> Value {
        let charge = Charge::new(meter, OVERHEAD);
        Value::Dict(Rc::new(Dict { entries: RefCell::default(), charge }))
    }

    /// Puts `value` under `key`.
    pub(super) fn insert(&self, key: Value, value: Value) {
        let mut entries = self.entries.borrow_mut();
        let capacity = entries.capacity();
        entries.insert(Key(key), value);
        if entries.capacity() != capacity {
            const ENTRY: usize = size_of::<(Key, Value)>() + 3 * size_of::<usize>();
            self.charge.resize(OVERHEAD + entries.capacity() * ENTRY);
        }
    }
}

impl Drop for Dict {
    fn drop(&mut self) {
        let entries = std::mem::take(self.entries.get_mut());
        free(entries.into_iter().flat_map(|(key, value)| [key.0, value]));
    }
}

/// A key of a dict: a value that is equal to the same values for ever.
#[derive(Debug)]
pub(super) struct Key(pub(super) Value);

/// A value that is looked up among keys.
pub(super) struct Sought<'v>(pub(super) &'v Value);

impl Equivalent<Key> for Sought<'_> {
    fn equivalent(&self, key: &Key) -> bool {
        match (self.0, &key.0) {
            (Value::Short(a), Value::Short(b)) => a == b,
            (a, b) => same_key(a, b),
        }
    }
}

impl PartialEq for Key {
    fn eq(&self, other: &Key) -> bool {
        same_key(&self.0, &other.0)
    }
}

impl Eq for Key {}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Sought(&self.0).hash(state);
    }
}

/// Keys that are equal have one hash: 1, 1.0 and `True` are.
impl Hash for Sought<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self.0 {
            Value::Char(character) => character.hash(state),
            Value::Short(text) => text.hash(state),
            Value::Str(text) => text.hash(state),
            Value::Float(number) => match number::whole(*number) {
                Some(whole) => Some(whole).hash(state),
                None => number.to_bits().hash(state),
            },
            Value::Instance(instance) => Rc::as_ptr(instance).hash(state),
            Value::Method(method) => method.function.hash(state),
            Value::Function(number) | Value::Class(number) | Value::Module(number) => {
                number.hash(state);
            }
            // As the whole floats above, `Some` included.
            value => value.as_int().hash(state),
        }
    }
}

fn same_key(a: &Value, b: &Value) -> bool {
    flat_equal(a, b).unwrap_or(false)
}

/// Whether two values are equal, where that is seen at once.
#[inline]
pub(super) fn quick_equal(a: &Value, b: &Value) -> Option<bool> {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => Some(a == b),
        (Value::Short(a), Value::Short(b)) => Some(a == b),
        _ => None,
    }
}

/// Whether two values are equal, or `None` where that depends on what they hold.
pub(super) fn flat_equal(a: &Value, b: &Value) -> Option<bool> {
    Some(match (a, b) {
        (Value::Int(a), Value::Int(b)) => a == b,
        (Value::Char(a), Value::Char(b)) => a == b,
        (Value::Short(a), Value::Short(b)) => a == b,
        (Value::Str(a), Value::Str(b)) => Rc::ptr_eq(a, b) || a == b,
        (Value::List(a), Value::List(b)) if !Rc::ptr_eq(a, b) => return None,
        (Value::Dict(a), Value::Dict(b)) if !Rc::ptr_eq(a, b) => return None,
        (Value::None, Value::None)
        | (Value::List(_), Value::List(_))
        | (Value::Dict(_), Value::Dict(_)) => true,
        (Value::Instance(a), Value::Instance(b)) => Rc::ptr_eq(a, b),
        (Value::Method(a), Value::Method(b)) => a.is(b),
        (Value::Function(a), Value::Function(b))
        | (Value::Class(a), Value::Class(b))
        | (Value::Module(a), Value::Module(b)) => a == b,
        (Value::Builtin(a), Value::Builtin(b)) => a == b,
        _ => matches!(number::order(a, b), Ok(Some(std::cmp::Ordering::Equal))),
    })
}

/// An instance of a class.
#[derive(Debug)]
pub(super) struct Instance {
    pub(super) class: u32,
    /// The attributes, each with its name's number, in the order they came.
    pub(super) attributes: RefCell<Vec<(u32, Value)>>,
    charge: Charge,
}

impl Instance {
    pub(super) fn new(class: u32, meter: &Rc<Meter>) -> Rc<Instance> {
        let charge = Charge::new(meter, OVERHEAD);
        Rc::new(Instance { class, attributes: RefCell::default(), charge })
    }

    pub(super) fn get(&self, name: u32) -> Option<Value> {
        let attributes = self.attributes.borrow();
        attributes.iter().find(|(known, _)| *known == name).map(|(_, value)| value.clone())
    }

    /// Sets an attribute and returns how many it looked at.
    pub(super) fn set(&self, name: u32, value: Value) -> usize {
        let mut attributes = self.attributes.borrow_mut();
        if let Some(at) = attributes.iter().position(|(known, _)| *known == name) {
            attributes[at].1 = value;
            return at;
        }
        attributes.push((name, value));
        let bytes = OVERHEAD + attributes.capacity() * size_of::<(u32, Value)>();
        self.charge.resize(bytes);
        attributes.len()
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        let attributes = std::mem::take(self.attributes.get_mut());
        free(attributes.into_iter().map(|(_, value)| value));
    }
}

/// A method together with the instance it was taken from.
#[derive(Debug)]
pub(super) struct Method {
    pub(super) receiver: Value,
    pub(super) function: u32,
    #[expect(dead_code, reason = "it counts until it is dropped")]
    charge: Charge,
}

impl Method {
    pub(super) fn value(receiver: Value, function: u32, meter: &Rc<Meter>) -> Value {
        let charge = Charge::new(meter, OVERHEAD);
        Value::Method(Rc::new(Method { receiver, function, charge }))
    }

    fn is(&self, other: &Method) -> bool {
        self.function == other.function
            && flat_equal(&self.receiver, &other.receiver).unwrap_or(false)
    }
}

impl Drop for Method {
    fn drop(&mut self) {
        free([std::mem::take(&mut self.receiver)]);
    }
}

/// Frees values and all that only they hold, without recursion.
fn free(values: impl IntoIterator<Item = Value>) {
    let mut pending = Vec::new();
    for value in values {
        empty(value, &mut pending);
        while let Some(value) = pending.pop() {
            empty(value, &mut pending);
        }
    }
}

/// Frees one value; the values that only it holds, and that may hold others, become `pending`.
fn empty(mut value: Value, pending: &mut Vec<Value>) {
    let mut keep = |value: &mut Value| {
        if value.holds() {
            pending.push(std::mem::take(value));
        }
    };
    match &mut value {
        Value::List(list) => {
            if let Some(list) = Rc::get_mut(list) {
                list.items.get_mut().iter_mut().for_each(keep);
            }
        }
        Value::Dict(dict) => {
            if let Some(dict) = Rc::get_mut(dict) {
                for (mut key, mut value) in std::mem::take(dict.entries.get_mut()) {
                    keep(&mut key.0);
                    keep(&mut value);
                }
            }
        }
        Value::Instance(instance) => {
            if let Some(instance) = Rc::get_mut(instance) {
                instance.attributes.get_mut().iter_mut().for_each(|(_, value)| keep(value));
            }
        }
        Value::Method(method) => {
            if let Some(method) = Rc::get_mut(method) {
                keep(&mut method.receiver);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_takes_sixteen_bytes() {
        assert_eq!(size_of::<Value>(), 16);
    }

    #[test]
    fn freeing_takes_no_stack_and_gives_all_bytes_back() {
        let meter = Rc::default();
        let mut nested = Value::None;
        for _ in 0..1_000_000 {
            nested = List::value(Items::from_iter([nested]), &meter);
        }
        let dict = Dict::value(&meter);
        let Value::Dict(entries) = &dict else { unreachable!() };
        entries.insert(Text::value("a key on the heap", &meter), nested);
        assert!(meter.live() > 1_000_000);
        drop(dict);
        assert_eq!(meter.live(), 0);
    }
}
