//! Limits: how much a stranger's program may use up.

use std::cell::Cell;
use std::rc::Rc;

/// What a run may use; going over any of these is an error of its own.
///
/// The defaults lie more than a hundredfold above the hardest session of the record, the one
/// that types and solves both 3 x 3 boards of 31 moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most steps. A step is about an instruction: a loop's round counts as many as its body
    /// has, a call as many as the function has, and work on long values counts by its length.
    pub steps: u64,
    /// The most calls inside one another.
    pub depth: usize,
    /// The most bytes that are live at one time: values and the frames of calls.
    pub bytes: usize,
    /// The most bytes printed, prompts included.
    pub output: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { steps: 4_000_000_000, depth: 100_000, bytes: 1 << 30, output: 64 << 20 }
    }
}

/// Counts the live bytes of one run.
#[derive(Debug, Default)]
pub(super) struct Meter {
    live: Cell<usize>,
}

impl Meter {
    /// The bytes that are live now.
    pub(super) fn live(&self) -> usize {
        self.live.get()
    }
}

/// A number of bytes counted as live until this is dropped.
///
/// Every value on the heap owns one, so what is counted and what is alive cannot part.
#[derive(Debug)]
pub(super) struct Charge {
    meter: Rc<Meter>,
    bytes: Cell<usize>,
}

impl Charge {
    pub(super) fn new(meter: &Rc<Meter>, bytes: usize) -> Charge {
        meter.live.set(meter.live.get() + bytes);
        Charge { meter: Rc::clone(meter), bytes: Cell::new(bytes) }
    }

    /// Counts `bytes` from now on.
    pub(super) fn resize(&self, bytes: usize) {
        let before = self.bytes.replace(bytes);
        self.meter.live.set(self.meter.live.get() - before + bytes);
    }
}

impl Drop for Charge {
    fn drop(&mut self) {
        self.meter.live.set(self.meter.live.get() - self.bytes.get());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_charge_counts_until_it_is_dropped() {
        let meter = Rc::default();
        let first = Charge::new(&meter, 10);
        let second = Charge::new(&meter, 5);
        second.resize(50);
        assert_eq!(meter.live(), 60);
        drop(first);
        assert_eq!(meter.live(), 50);
        drop(second);
        assert_eq!(meter.live(), 0);
    }
}
