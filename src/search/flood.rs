//! The breadth-first search that finds the values of a pattern's places, whole sets of orders at a
//! time.
//!
//! A slide along a row keeps the order of a room's tiles, while one along a column swaps a few
//! neighbours. So the search moves all [orders](super::orders) of a room at once.

use rayon::prelude::*;

use super::orders::OrderSet;
use super::rooms::{Entrance, Half, Layout, Place, Squares};

/// The breadth-first search of a pattern's places.
///
/// The parity of a place's value tells in which half of the layout its room is. So the tanks of one
/// half and of the other are filled by turns, each time from the others.
pub struct Flood<'a, const WORDS: usize> {
    /// First those of the goal's half.
    tanks: [Vec<Tank<WORDS>>; 2],
    halves: [&'a Half; 2],
}

/// What is found of a room's orders.
///
/// In `zeros` alone are those whose value has 0 as second lowest bit, and in `ones` alone those with
/// 1; in both the ones found last.
struct Tank<const WORDS: usize> {
    zeros: OrderSet<WORDS>,
    ones: OrderSet<WORDS>,
    /// Whether some were found last.
    is_wet: bool,
    /// Whether all are found.
    is_full: bool,
}

impl<'a, const WORDS: usize> Flood<'a, WORDS> {
    /// Finds every place, from the goal on.
    pub fn run(layout: &'a Layout, goal: Place, threads: usize) -> Self {
        let mut flood = Flood::new(layout, goal);
        let mut are_wet = [true, false];
        for value in 1.. {
            are_wet[value % 2] = flood.rise(value, threads);
            if are_wet == [false, false] {
                break;
            }
        }
        flood
    }

    /// Nothing found but the goal.
    fn new(layout: &'a Layout, goal: Place) -> Self {
        let [even, odd] = layout.halves();
        let halves = if layout.is_odd(goal.room) { [odd, even] } else { [even, odd] };
        let tanks = halves.map(|half| half.rooms.iter().map(|_| Tank::EMPTY).collect());
        let mut flood = Flood { tanks, halves };
        let place = halves[0].rooms.binary_search(&goal.room).expect("a room of this half");
        let tank = &mut flood.tanks[0][place];
        tank.zeros.insert(goal.order);
        tank.ones.insert(goal.order);
        tank.is_wet = true;
        flood
    }

    /// Finds the places with that value; tells whether there are some.
    fn rise(&mut self, value: usize, threads: usize) -> bool {
        let [even, odd] = &mut self.tanks;
        let (tanks, others) = if value % 2 == 1 { (odd, &*even) } else { (even, &*odd) };
        let entrances: Vec<_> = self.halves[value % 2].entrances().collect();
        let rise = |(tank, entrances): (&mut Tank<WORDS>, _)| tank.rise(others, entrances, value);
        if threads > 1 {
            let tanks = tanks.par_iter_mut().zip(entrances).with_min_len(64);
            tanks.map(rise).reduce(|| false, |one, other| one | other)
        } else {
            tanks.iter_mut().zip(entrances).map(rise).fold(false, |one, other| one | other)
        }
    }

    /// By room, the orders whose value has 1 as second lowest bit.
    pub fn with_second_bit(&self, layout: &Layout) -> Vec<&OrderSet<WORDS>> {
        let mut sets = vec![&OrderSet::EMPTY; layout.rooms()];
        for (half, tanks) in self.halves.iter().zip(&self.tanks) {
            for (room, tank) in half.rooms.iter().zip(tanks) {
                sets[usize::from(*room)] = &tank.ones;
            }
        }
        sets
    }

    /// Tells each set of squares of the tiles, by its number, and for each slide from there the orders
    /// with which it lessens the value. A slide is given by both of its squares.
    pub fn each_set(
        &self,
        layout: &Layout,
        mut tell: impl FnMut(usize, &[(Squares, OrderSet<WORDS>)]),
    ) {
        let mut slides = Vec::new();
        for (half, is_odd) in [(0, false), (1, true)] {
            let (tanks, others) = (&self.tanks[half], &self.tanks[1 - half]);
            let rooms = self.halves[half].rooms.iter().zip(tanks);
            let mut rooms = rooms.zip(self.halves[half].entrances()).peekable();
            while let Some(((room, tank), entrances)) = rooms.next() {
                for Entrance { from, rank, new_rank, squares } in entrances {
                    let mut orders = others[usize::from(*from)].ones;
                    orders.shift(*rank, *new_rank);
                    // Below an odd value the second bit stays, below an even one it flips.
                    orders.differ(&tank.ones);
                    if is_odd {
                        orders.differ(&OrderSet::ALL);
                    }
                    slides.push((*squares, orders));
                }
                let set = layout.set_of(*room);
                let goes_on = |next: &((&u16, _), _)| layout.set_of(*next.0.0) == set;
                if !rooms.peek().is_some_and(goes_on) {
                    tell(set, &slides);
                    slides.clear();
                }
            }
        }
    }
}

impl<const WORDS: usize> Tank<WORDS> {
    const EMPTY: Tank<WORDS> =
        Tank { zeros: OrderSet::EMPTY, ones: OrderSet::EMPTY, is_wet: false, is_full: false };

    /// Finds the orders with that value, one slide from those that the `others` found last.
    fn rise(&mut self, others: &[Self], entrances: &[Entrance], value: usize) -> bool {
        let mut found = OrderSet::EMPTY;
        if !self.is_full {
            for Entrance { from, rank, new_rank, .. } in entrances {
                let from = &others[usize::from(*from)];
                if from.is_wet {
                    let mut front = from.last();
                    front.shift(*rank, *new_rank);
                    found.extend(&front);
                }
            }
            found.remove(&self.zeros);
            found.remove(&self.ones);
        }
        if self.is_wet {
            self.settle(value - 2);
        }
        self.is_wet = !found.is_empty();
        if self.is_wet {
            self.zeros.extend(&found);
            self.ones.extend(&found);
            let mut all = self.zeros;
            all.extend(&self.ones);
            self.is_full = all.is_full();
        }
        self.is_wet
    }

    /// The orders found last.
    #[inline]
    fn last(&self) -> OrderSet<WORDS> {
        let mut last = self.zeros;
        last.retain(&self.ones);
        last
    }

    /// Notes the second lowest bit of the orders found last, whose value is `value`.
    fn settle(&mut self, value: usize) {
        let last = self.last();
        if value & 2 == 2 {
            self.zeros.remove(&last);
        } else {
            self.ones.remove(&last);
        }
    }
}
