//! Text: strings, stored so that any character is found at once.
//!
//! Each string has just one form. Up to [`Short::MOST`] ASCII characters are a [`Value::Short`],
//! in place; one other character is a [`Value::Char`]; the rest is a [`Value::Str`], shared by
//! reference.

use std::cmp::Ordering;
use std::fmt;
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
        let after = self.len().checked_sub(index)?.checked_sub(1)?;
        let character = self.0 >> (after * Short::BITS) & 127;
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

/// Adds a short string in place to a string that nobody else holds and that has room for it;
/// `false` where this is no such case.
#[inline]
pub(super) fn push_in_place(text: &mut Value, more: Short) -> bool {
    match text {
        Value::Short(text) => match text.plus(more) {
            Some(sum) => {
                *text = sum;
                true
            }
            None => false,
        },
        Value::Str(text) => Rc::get_mut(text).is_some_and(|text| text.push(more)),
        _ => false,
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
        let bytes = match self {
            Utf8::Ascii(text) => text,
            Utf8::InPlace(bytes, length) => &bytes[..*length],
            Utf8::Wide(text) => return text,
        };
        std::str::from_utf8(bytes).expect("text")
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
    pub(super) fn joined(left: &str, right: &str, meter: &Rc<Meter>) -> Value {
        let length = left.len() + right.len();
        if length <= Short::MOST || !left.is_ascii() || !right.is_ascii() {
            return Text::value(&[left, right].concat(), meter);
        }
        let mut text = SmallVec::with_capacity(length);
        text.extend_from_slice(left.as_bytes());
        text.extend_from_slice(right.as_bytes());
        Text::heap(Characters::Ascii(text), meter)
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
    fn push(&mut self, more: Short) -> bool {
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
            (Characters::Ascii(text), other) if other.is_ascii() => {
                text.extend_from_slice(other.as_bytes());
            }
            (Characters::Ascii(_), _) => return false,
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

    /// Each string has one form, however it is made.
    #[test]
    fn a_string_has_one_form() {
        let meter = Rc::default();
        for whole in STRINGS {
            let value = format!("{:?}", Text::value(whole, &meter));
            for (middle, _) in whole.char_indices() {
                let (left, right) = whole.split_at(middle);
                assert_eq!(format!("{:?}", Text::joined(left, right, &meter)), value);
                if let (Value::Short(a), Value::Short(b)) =
                    (Text::value(left, &meter), Text::value(right, &meter))
                {
                    let sum = a.plus(b).map(|sum| format!("{:?}", Value::Short(sum)));
                    assert_eq!(sum, (whole.len() <= Short::MOST).then_some(value.clone()));
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
