//! The heap of a run: what makes values and what counts, so that no limit is passed.

use std::fmt;
use std::rc::Rc;

use super::code::Code;
use super::error::Kind;
use super::limits::{Limits, Meter};
use super::text::Text;
use super::value::{Items, List, Value};
use crate::console::Stop;

/// Why a run halts before its end.
pub(super) enum Halt {
    /// The program failed; the machine knows where.
    Failed(Kind, String),
    /// The console stopped it.
    Stopped(Stop),
}

/// What an operation yields. The halt is boxed because results are many and halts are few.
pub(super) type Outcome<T> = Result<T, Box<Halt>>;

/// Fails with `message`.
#[cold]
pub(super) fn fail<T>(message: impl fmt::Display) -> Outcome<T> {
    Err(Box::new(Halt::Failed(Kind::Run, message.to_string())))
}

/// The failure that a limit is passed: the program `did` more than `limit` of something.
#[cold]
fn over<T>(kind: Kind, did: &str, limit: u64, of: &str) -> Outcome<T> {
    let message = format!("the program {did} more than {limit} {of}");
    Err(Box::new(Halt::Failed(kind, message)))
}

/// The heap of a run, and its counts.
pub(super) struct Heap<'c> {
    pub(super) code: &'c Code,
    pub(super) meter: Rc<Meter>,
    limits: Limits,
    steps: u64,
    output: u64,
}

impl<'c> Heap<'c> {
    pub(super) fn new(code: &'c Code, mut limits: Limits) -> Heap<'c> {
        // What lies below this many bytes can also be asked for without an overflow.
        limits.bytes = limits.bytes.min(usize::MAX / 64);
        Heap { code, meter: Rc::default(), limits, steps: 0, output: 0 }
    }

    /// The type of `value`, in backticks.
    pub(super) fn kind(&self, value: &Value) -> String {
        format!("`{}`", value.kind(self.code))
    }

    /// Counts `steps` more steps.
    #[inline]
    pub(super) fn step(&mut self, steps: usize) -> Outcome<()> {
        self.steps += steps as u64;
        if self.steps > self.limits.steps {
            return over(Kind::StepLimit, "took", self.limits.steps, "steps");
        }
        Ok(())
    }

    /// Counts the steps of work on `length` items or characters.
    #[inline]
    pub(super) fn work(&mut self, length: usize) -> Outcome<()> {
        self.step(length / 8)
    }

    /// Fails if `bytes` more live bytes would be too many.
    #[inline]
    pub(super) fn reserve(&self, bytes: usize) -> Outcome<()> {
        if self.meter.live().saturating_add(bytes) > self.limits.bytes {
            return over(Kind::MemoryLimit, "held", self.limits.bytes as u64, "bytes");
        }
        Ok(())
    }

    /// Fails if `depth` calls inside one another are too many.
    pub(super) fn descend(&self, depth: usize) -> Outcome<()> {
        if depth > self.limits.depth {
            return over(Kind::DepthLimit, "called", self.limits.depth as u64, "deep");
        }
        Ok(())
    }

    /// Counts `bytes` more bytes of output.
    pub(super) fn put_out(&mut self, bytes: usize) -> Outcome<()> {
        self.output += bytes as u64;
        if self.output > self.limits.output {
            return over(Kind::OutputLimit, "printed", self.limits.output, "bytes");
        }
        Ok(())
    }

    /// The value for a string.
    pub(super) fn text(&mut self, text: &str) -> Outcome<Value> {
        self.work(text.len())?;
        self.reserve(text.len() * size_of::<char>())?;
        Ok(Text::value(text, &self.meter))
    }

    /// The value for a new list.
    #[inline]
    pub(super) fn list(&mut self, items: Items) -> Outcome<Value> {
        self.work(items.len())?;
        self.reserve(items.len() * size_of::<Value>())?;
        Ok(List::value(items, &self.meter))
    }

    /// A new list of values that are taken out of `values`.
    #[inline]
    pub(super) fn list_of(&mut self, values: &mut [Value]) -> Outcome<Rc<List>> {
        self.work(values.len())?;
        self.reserve(size_of_val(values))?;
        Ok(List::taking(values, &self.meter))
    }
}
