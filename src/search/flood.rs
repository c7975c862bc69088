//! The breadth-first search that finds the values of a pattern's places, whole sets of orders at a
//! time.
//!
//! A slide along a row keeps the order of a room's tiles, while one along a column swaps a few
//! neighbours. So the search moves all [orders](super::orders) of a room at once.

use rayon::prelude::*;

use super::orders::OrderSet;
use super::pages::Pages;
use super::rooms::{Entrance, Half, Layout, Place, Squares};

/// The breadth-first search of a pattern's places.
///
/// The parity of a place's value tells in which half of the layout its room is. So the rooms of one
/// half and of the other are filled by turns, each time from the others.
pub struct Flood<'a, const WORDS: usize> {
    /// By room, the orders whose value has 1 as second lowest bit, and while the search goes on those
    /// found last. First the rooms of the goal's half.
    ones: [Pages<OrderSet<WORDS>>; 2],
    halves: [&'a Half; 2],
}

/// What else is found of a half's rooms while the search goes on.
struct Tanks<const WORDS: usize> {
    /// By room, the orders whose value has 0 as second lowest bit, and those found last.
    zeros: Pages<OrderSet<WORDS>>,
    levels: Vec<Level>,
}

/// How far a room is filled.
#[derive(Clone, Copy, Default)]
struct Level {
    /// Whether some orders were found last.
    is_wet: bool,
    /// Whether all are found.
    is_full: bool,
}

impl<'a, const WORDS: usize> Flood<'a, WORDS> {
    /// Finds every place, from the goal on.
    pub fn run(layout: &'a Layout, goal: Place, threads: usize) -> Self {
        let (mut flood, mut tanks) = Flood::new(layout, goal);
        let mut are_wet = [true, false];
        for value in 1.. {
            are_wet[value % 2] = flood.rise(&mut tanks, value, threads);
            if are_wet == [false, false] {
                break;
            }
        }
        flood
    }

    /// Nothing found but the goal.
    fn new(layout: &'a Layout, goal: Place) -> (Self, [Tanks<WORDS>; 2]) {
        let [even, odd] = layout.halves();
        let halves = if layout.is_odd(goal.room) { [odd, even] } else { [even, odd] };
        let mut ones = halves.map(|half| Pages::<OrderSet<WORDS>>::zeros(half.rooms.len()));
        let mut tanks = halves.map(|half| Tanks {
            zeros: Pages::<OrderSet<WORDS>>::zeros(half.rooms.len()),
            levels: vec![Level::default(); half.rooms.len()],
        });
        let room = halves[0].rooms.binary_search(&goal.room).expect("a room of this half");
        ones[0][room].insert(goal.order);
        tanks[0].zeros[room].insert(goal.order);
        tanks[0].levels[room].is_wet = true;
        (Flood { ones, halves }, tanks)
    }

    /// Finds the places with that value; tells whether there are some.
    fn rise(&mut self, tanks: &mut [Tanks<WORDS>; 2], value: usize, threads: usize) -> bool {
        let half = value % 2;
        let ([even, odd], [even_ones, odd_ones]) = (tanks, &mut self.ones);
        let (tanks, ones, others, others_ones) = match half {
            0 => (even, even_ones, odd, odd_ones),
            _ => (odd, odd_ones, even, even_ones),
        };
        let sources = Sources { zeros: &others.zeros, ones: others_ones, levels: &others.levels };
        let entrances = self.halves[half].entrances();
        let rise = |(((level, zeros), ones), entrances)| {
            Tank { level, zeros, ones }.rise(&sources, entrances, value)
        };
        let Tanks { zeros, levels } = tanks;
        if threads > 1 {
            let entrances: Vec<_> = entrances.collect();
            let tanks = levels.par_iter_mut().zip(&mut **zeros).zip(&mut **ones).zip(entrances);
            tanks.with_min_len(64).map(rise).reduce(|| false, |one, other| one | other)
        } else {
            let tanks = levels.iter_mut().zip(&mut **zeros).zip(&mut **ones).zip(entrances);
            tanks.map(rise).fold(false, |one, other| one | other)
        }
    }

    /// By room, the orders whose value has 1 as second lowest bit.
    pub fn with_second_bit(&self, layout: &Layout) -> Vec<&OrderSet<WORDS>> {
        let mut sets = vec![&OrderSet::EMPTY; layout.rooms()];
        for (half, ones) in self.halves.iter().zip(&self.ones) {
            for (room, ones) in half.rooms.iter().zip(ones.iter()) {
                sets[usize::from(*room)] = ones;
            }
        }
        sets
    }

    /// Tells each set of squares of the tiles, and for each slide from there the orders with which it
    /// lessens the value. A slide is given by both of its squares.
    pub fn each_set(
        &self,
        layout: &Layout,
        mut tell: impl FnMut(Squares, &[(Squares, OrderSet<WORDS>)]),
    ) {
        let mut slides = Vec::new();
        for (half, is_odd) in [(0, false), (1, true)] {
            let (ones, others) = (&self.ones[half], &self.ones[1 - half]);
            let rooms = self.halves[half].rooms.iter().zip(ones.iter());
            let mut rooms = rooms.zip(self.halves[half].entrances()).peekable();
            while let Some(((room, ones), entrances)) = rooms.next() {
                for Entrance { from, rank, new_rank, squares } in entrances {
                    let mut orders = others[usize::from(*from)];
                    orders.shift(*rank, *new_rank);
                    // Below an odd value the second bit stays, below an even one it flips.
                    orders.differ(ones);
                    if is_odd {
                        orders.differ(&OrderSet::ALL);
                    }
                    slides.push((*squares, orders));
                }
                let set = layout.squares(*room);
                let goes_on = |next: &((&u16, _), _)| layout.squares(*next.0.0) == set;
                if !rooms.peek().is_some_and(goes_on) {
                    tell(set, &slides);
                    slides.clear();
                }
            }
        }
    }
}

/// The rooms that others are filled from.
struct Sources<'a, const WORDS: usize> {
    zeros: &'a [OrderSet<WORDS>],
    ones: &'a [OrderSet<WORDS>],
    levels: &'a [Level],
}

impl<const WORDS: usize> Sources<'_, WORDS> {
    /// The orders of a room found last, if there are some.
    #[inline]
    fn last(&self, room: usize) -> Option<OrderSet<WORDS>> {
        self.levels[room].is_wet.then(|| self.zeros[room].both(&self.ones[room]))
    }
}

/// A room to fill.
struct Tank<'a, const WORDS: usize> {
    level: &'a mut Level,
    zeros: &'a mut OrderSet<WORDS>,
    ones: &'a mut OrderSet<WORDS>,
}

impl<const WORDS: usize> Tank<'_, WORDS> {
    /// Finds the orders with that value, one slide from those found last; tells whether there are some.
    fn rise(mut self, sources: &Sources<WORDS>, entrances: &[Entrance], value: usize) -> bool {
        let mut found = OrderSet::EMPTY;
        if !self.level.is_full {
            for Entrance { from, rank, new_rank, .. } in entrances {
                if let Some(mut front) = sources.last(usize::from(*from)) {
                    front.shift(*rank, *new_rank);
                    found.extend(&front);
                }
            }
            found.remove(self.zeros);
            found.remove(self.ones);
        }
        if self.level.is_wet {
            self.settle(value - 2);
        }
        self.level.is_wet = !found.is_empty();
        if self.level.is_wet {
            self.zeros.extend(&found);
            self.ones.extend(&found);
            let mut all = *self.zeros;
            all.extend(self.ones);
            self.level.is_full = all.is_full();
        }
        self.level.is_wet
    }

    /// Notes the second lowest bit of the orders found last, whose value is `value`.
    fn settle(&mut self, value: usize) {
        let last = self.zeros.both(self.ones);
        if value & 2 == 2 {
            self.zeros.remove(&last);
        } else {
            self.ones.remove(&last);
        }
    }
}
