//! Text: strings, stored so that any character is found at once.
//!
//! Each string has just one form. Up to [`Short::MOST`] ASCII characters are a [`Value::Short`],
//! in place; one other character is a [`Value::Char`]; the rest is a [`Value::Str`], shared by
//! reference.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::rc::Rc;

use smallvec::SmallVec;

use super::limits::{Charge, Meter};
use super::value::{OVERHEAD, Value};

/// A short string of ASCII characters: a bit that is set, then 7 bits for each character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Short(u64);

impl Short {
    /// The most characters.
    pub(super) const MOST: usize = 9;
    pub(super) const EMPTY: Short = Short(1);
    const BITS: usize = 7;

    fn new(text: &[u8]) -> Option<Short> {
        let fits = text.len() <= Short::MOST;
        fits.then(|| text.iter().fold(Short::EMPTY, |short, byte| short.with(*byte)))
    }

    /// This and one more ASCII character, for which there is room.
    #[inline]
    fn with(self, byte: u8) -> Short {
        Short(self.0 << Short::BITS | u64::from(byte))
    }

    /// How many bits stand for characters.
    #[inline]
    fn bits(self) -> usize {
        self.0.ilog2() as usize
    }

    /// How many characters it has.
    #[inline]
    pub(super) fn len(self) -> usize {
        self.bits() / Short::BITS
    }

    /// Character `index`.
    #[inline]
    pub(super) fn get(self, index: usize) -> Option<Short> {
        if index >= Short::MOST {
            return None;
        }
        let after = self.bits().checked_sub((index + 1) * Short::BITS)?;
        let character = self.0 >> after & 127;
        Some(Short(character | 128))
    }

    /// The characters from `from` up to `to`, which lie within it.
    pub(super) fn slice(self, from: usize, to: usize) -> Short {
        let characters = self.0 >> ((self.len() - to) * Short::BITS);
        let end = 1 << ((to - from) * Short::BITS);
        Short(characters & (end - 1) | end)
    }

    /// This string, then another.
    #[inline]
    pub(super) fn plus(self, other: Short) -> Option<Short> {
        let bits = other.bits();
        // The bit that marks the length must not be lost.
        let fits = self.bits() + bits <= Short::MOST * Short::BITS;
        fits.then(|| Short(self.0 << bits | other.0 ^ 1 << bits))
    }

    /// The digit that this is.
    pub(super) fn digit(self) -> Option<i64> {
        let digit = self.0.wrapping_sub(128 + u64::from(b'0'));
        i64::try_from(digit).ok().filter(|digit| *digit < 10)
    }

    /// The ASCII characters, and how many there are.
    fn bytes(self) -> ([u8; Short::MOST], usize) {
        let length = self.len();
        let byte = |at: usize| match length.checked_sub(at + 1) {
            Some(after) => (self.0 >> (after * Short::BITS) & 127) as u8,
            None => 0,
        };
        (std::array::from_fn(byte), length)
    }
}

/// By the first character that differs, as all strings.
impl Ord for Short {
    fn cmp(&self, other: &Short) -> Ordering {
        let aligned = |text: Short| text.0 << (Short::MOST * Short::BITS - text.bits());
        aligned(*self).cmp(&aligned(*other)).then(self.len().cmp(&other.len()))
    }
}

impl PartialOrd for Short {
    fn partial_cmp(&self, other: &Short) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The value for a string of one character.
#[inline]
fn of_char(character: char) -> Value {
    match u8::try_from(character) {
        Ok(byte) if byte.is_ascii() => Value::Short(Short::EMPTY.with(byte)),
        _ => Value::Char(character),
    }
}

/// The digits of an integer.
pub(super) fn of_number(number: i64, meter: &Rc<Meter>) -> Value {
    match u8::try_from(number) {
        Ok(digit @ 0..=9) => Value::Short(Short::EMPTY.with(b'0' + digit)),
        Ok(tens @ 10..=99) => {
            Value::Short(Short::EMPTY.with(b'0' + tens / 10).with(b'0' + tens % 10))
        }
        _ => Text::value(&number.to_string(), meter),
    }
}

/// The text of a string, as Rust has it.
pub(super) enum Utf8<'v> {
    Ascii(&'v [u8]),
    InPlace([u8; Short::MOST], usize),
    Wide(String),
}

impl Utf8<'_> {
    fn bytes(&self) -> &[u8] {
        match self {
            Utf8::Ascii(text) => text,
            Utf8::InPlace(bytes, length) => &bytes[..*length],
            Utf8::Wide(text) => text.as_bytes(),
        }
    }

    /// The bytes, if each is an ASCII character.
    fn ascii(&self) -> Option<&[u8]> {
        match self {
            Utf8::Ascii(text) => Some(text),
            other => Some(other.bytes()).filter(|bytes| bytes.is_ascii()),
        }
    }

    /// How many bytes it takes.
    pub(super) fn len(&self) -> usize {
        self.bytes().len()
    }

    /// How two texts compare, by code point.
    pub(super) fn order(&self, other: &Utf8) -> Ordering {
        self.bytes().cmp(other.bytes())
    }
}

impl From<char> for Utf8<'_> {
    fn from(character: char) -> Self {
        let mut bytes = [0; Short::MOST];
        let length = character.encode_utf8(&mut bytes).len();
        Utf8::InPlace(bytes, length)
    }
}

impl From<Short> for Utf8<'_> {
    fn from(text: Short) -> Self {
        let (bytes, length) = text.bytes();
        Utf8::InPlace(bytes, length)
    }
}

impl<'v> From<&'v Text> for Utf8<'v> {
    fn from(text: &'v Text) -> Utf8<'v> {
        match &text.characters {
            Characters::Ascii(text) => Utf8::Ascii(text),
            Characters::Wide(text) => Utf8::Wide(text.iter().collect()),
        }
    }
}

impl Deref for Utf8<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        match self {
            Utf8::Wide(text) => text,
            other => std::str::from_utf8(other.bytes()).expect("text"),
        }
    }
}

/// A string that is shared by reference.
#[derive(Debug)]
pub(super) struct Text {
    characters: Characters,
    charge: Charge,
}

#[derive(Debug, PartialEq, Eq, Hash)]
enum Characters {
    /// Each byte is an ASCII character. Most are stored in place.
    Ascii(SmallVec<[u8; 32]>),
    /// At least one character is not ASCII.
    Wide(Vec<char>),
}

impl Characters {
    fn bytes(&self) -> usize {
        match self {
            Characters::Ascii(text) => text.capacity(),
            Characters::Wide(text) => text.capacity() * size_of::<char>(),
        }
    }
}

impl Text {
    /// The value for the string `text`.
    pub(super) fn value(text: &str, meter: &Rc<Meter>) -> Value {
        if text.is_ascii() {
            return Text::ascii(text.as_bytes(), meter);
        }
        let characters: Vec<char> = text.chars().collect();
        match characters[..] {
            [character] => Value::Char(character),
            _ => Text::heap(Characters::Wide(characters), meter),
        }
    }

    fn ascii(text: &[u8], meter: &Rc<Meter>) -> Value {
        match Short::new(text) {
            Some(short) => Value::Short(short),
            None => Text::heap(Characters::Ascii(SmallVec::from_slice(text)), meter),
        }
    }

    /// The value for one string after another.
    pub(super) fn joined(left: &Utf8, right: &Utf8, meter: &Rc<Meter>) -> Value {
        let length = left.len() + right.len();
        match (left.ascii(), right.ascii()) {
            (Some(left), Some(right)) if length > Short::MOST => {
                let mut text = SmallVec::with_capacity(length);
                text.extend_from_slice(left);
                text.extend_from_slice(right);
                Text::heap(Characters::Ascii(text), meter)
            }
            _ => Text::value(&[&**left, right].concat(), meter),
        }
    }

    fn heap(characters: Characters, meter: &Rc<Meter>) -> Value {
        let charge = Charge::new(meter, OVERHEAD + characters.bytes());
        Value::Str(Rc::new(Text { characters, charge }))
    }

    /// How many characters it has.
    #[inline]
    pub(super) fn len(&self) -> usize {
        match &self.characters {
            Characters::Ascii(text) => text.len(),
            Characters::Wide(text) => text.len(),
        }
    }

    /// Character `index`.
    #[inline]
    pub(super) fn get(&self, index: usize) -> Option<Value> {
        match &self.characters {
            Characters::Ascii(text) => {
                text.get(index).map(|byte| Value::Short(Short::EMPTY.with(*byte)))
            }
            Characters::Wide(text) => text.get(index).map(|character| of_char(*character)),
        }
    }

    /// The characters from `from` up to `to`, which lie within it.
    pub(super) fn slice(&self, from: usize, to: usize, meter: &Rc<Meter>) -> Value {
        match &self.characters {
            Characters::Ascii(text) => Text::ascii(&text[from..to], meter),
            Characters::Wide(text) => Text::value(&String::from_iter(&text[from..to]), meter),
        }
    }

    /// Grows by one character in place, if that takes no more memory.
    #[inline]
    pub(super) fn push(&mut self, more: Short) -> bool {
        match (&mut self.characters, more) {
            (Characters::Ascii(text), Short(character @ 128..=255))
                if text.len() < text.capacity() =>
            {
                text.push((character & 127) as u8);
                true
            }
            _ => false,
        }
    }

    /// Grows by `other` in place, if the characters can be stored that way.
    pub(super) fn append(&mut self, other: &Utf8) -> bool {
        let before = self.characters.bytes();
        match (&mut self.characters, other) {
            (Characters::Ascii(text), other) => match other.ascii() {
                Some(other) => text.extend_from_slice(other),
                None => return false,
            },
            (Characters::Wide(text), other) => text.extend(other.chars()),
        }
        self.recharge(before);
        true
    }

    /// Counts the bytes of the characters, which were `before`.
    #[inline]
    fn recharge(&self, before: usize) {
        let bytes = self.characters.bytes();
        if bytes != before {
            self.charge.resize(OVERHEAD + bytes);
        }
    }
}

impl PartialEq for Text {
    fn eq(&self, other: &Text) -> bool {
        self.characters == other.characters
    }
}

impl Hash for Text {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.characters.hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::super::value::flat_equal;
    use super::*;

    const STRINGS: [&str; 10] = [
        "",
        "a",
        "\u{e9}",
        "ab",
        "a\0",
        "a\u{e9}",
        "9 letters",
        "10 letters",
        "b",
        "\u{e9}.........",
    ];

    /// Each string has one form, however it is made: another form would not be equal.
    #[test]
    fn a_string_has_one_form() {
        let meter = Rc::default();
        for whole in STRINGS {
            let value = Text::value(whole, &meter);
            for (middle, _) in whole.char_indices() {
                let (left, right) = whole.split_at(middle);
                let parts = [left, right].map(|part| Text::value(part, &meter));
                let [left, right] = parts.each_ref().map(|part| part.as_text().expect("a string"));
                let joined = Text::joined(&left, &right, &meter);
                assert_eq!(flat_equal(&joined, &value), Some(true), "{whole}");
                if let [Value::Short(a), Value::Short(b)] = parts {
                    let sum = a.plus(b).map(|sum| flat_equal(&Value::Short(sum), &value));
                    assert_eq!(sum.is_some(), whole.len() <= Short::MOST);
                    assert_eq!(sum.unwrap_or(Some(true)), Some(true));
                }
            }
        }
    }

    #[test]
    fn short_strings_are_as_others() {
        let short = |text: &str| Short::new(text.as_bytes()).filter(|_| text.is_ascii());
        for (a, text) in STRINGS.iter().filter_map(|text| Some((short(text)?, text))) {
            assert_eq!(&*Utf8::from(a), *text);
            for (from, _) in text.char_indices() {
                assert_eq!(&*Utf8::from(a.slice(from, text.len())), &text[from..]);
                assert_eq!(a.get(from), short(&text[from..=from]));
            }
            assert_eq!(a.get(text.len()), None);
            for (b, other) in STRINGS.iter().filter_map(|text| Some((short(text)?, text))) {
                assert_eq!(a.cmp(&b), text.cmp(other));
            }
        }
    }
}
