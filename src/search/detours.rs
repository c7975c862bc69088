//! Detours: series of slides that no search needs to try.
//!
//! Two series of slides may do the same, such as three half turns one way and three the other way
//! in a corner of 2 x 2. One is a detour if the other is shorter, or equally long and comes first
//! in the order above, left, right, below: no first shortest way has a detour in it. Some
//! detours were found by trying all short series on a wide board, and an automaton tells
//! for each way whether it ends in one (L. A. Taylor and R. E. Korf, "Pruning duplicate nodes in
//! depth-first search", 1993; A. V. Aho and M. J. Corasick, "Efficient string matching", 1975).
//!
//! The other series has to stay on the board wherever the detour does: here the squares that the
//! gap visits in it lie between the outermost rows and columns of the detour.

#![expect(clippy::cast_possible_truncation, reason = "directions and trails are few")]

use std::sync::OnceLock;

/// The detours of up to 10 slides that contain no shorter one: U for a tile from above, L from the
/// left, R from the right and D from below. (With those of up to 6, 8 or 10 slides, a search of
/// Korf's boards has 14%, 23% or 30% fewer boards; those of 12 are thousands.)
const DETOURS: &str = include_str!("detours.txt");

/// What the automaton remembers of a way: in the lowest 11 bits its number, then the directions from
/// where another slide is no detour, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trail(pub u16);

impl Trail {
    /// A way without slides.
    pub const START: Trail = Trail(0b1111 << BITS);

    /// A way that ends in a detour.
    pub const DETOUR: Trail = Trail(u16::MAX);

    /// The directions from where a slide makes no detour, one bit each.
    #[inline]
    pub fn allowed(self) -> u8 {
        (self.0 >> BITS) as u8
    }

    fn number(self) -> usize {
        usize::from(self.0) % TRAILS
    }
}

/// The automaton.
pub struct Detours {
    /// By trail and direction: the trail after another slide from there.
    after: Box<[[Trail; 4]; TRAILS]>,
}

/// How many bits the number of a trail has.
const BITS: usize = 11;

/// At least as many as there are trails.
const TRAILS: usize = 1 << BITS;

/// The automaton, made when it is first needed.
pub fn detours() -> &'static Detours {
    static AUTOMATON: OnceLock<Detours> = OnceLock::new();
    AUTOMATON.get_or_init(Detours::new)
}

impl Detours {
    /// The trail after a slide from that direction: 0 for above, 1 for left, 2 for right, 3 for below.
    #[inline]
    pub fn after(&self, trail: Trail, from: u8) -> Trail {
        self.after[trail.number()][usize::from(from % 4)]
    }

    fn new() -> Detours {
        let mut after = vec![[START; 4]];
        for detour in DETOURS.split_whitespace() {
            let detour: Vec<usize> = detour.chars().filter_map(|c| "ULRD".find(c)).collect();
            let (last, first) = detour.split_last().expect("a detour has slides");
            let mut trail = START;
            for direction in first {
                let next = after.len();
                if after[trail][*direction] == START {
                    after[trail][*direction] = next;
                    after.push([START; 4]);
                }
                trail = after[trail][*direction];
            }
            after[trail][*last] = DETOUR;
        }
        complete(&mut after);
        assert!(after.len() <= TRAILS, "the number of a trail has room");
        after.resize(TRAILS, [DETOUR; 4]);
        let trail = |number: usize| {
            if number == DETOUR {
                return Trail::DETOUR;
            }
            let allowed = after[number].map(|next| u16::from(next != DETOUR));
            let allowed = allowed.into_iter().rev().fold(0, |set, bit| set << 1 | bit);
            Trail(number as u16 | allowed << BITS)
        };
        let after: Box<[_]> = after.iter().map(|after| after.map(trail)).collect();
        Detours { after: after.try_into().expect("as many as trails") }
    }
}

/// The number of the trail of a way without slides. No slide leads back to it.
const START: usize = 0;

/// A detour, which has no number.
const DETOUR: usize = usize::MAX;

/// Adds to a tree of series what follows where it has no branch: the same as after the longest
/// end of the series that the tree has too.
fn complete(after: &mut [[usize; 4]]) {
    let mut ends = vec![START; after.len()];
    let mut found = vec![START];
    let mut i = 0;
    while let Some(trail) = found.get(i).copied() {
        let after_end = after[ends[trail]];
        for (next, at_end) in after[trail].iter_mut().zip(after_end) {
            if *next == START {
                *next = at_end;
            } else if *next != DETOUR {
                // A series starts anew after its first slide.
                ends[*next] = if i == 0 { START } else { at_end };
                found.push(*next);
            }
        }
        i += 1;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::hash_map::Entry;
    use std::collections::{HashMap, HashSet};

    use super::*;

    /// What a series of slides does on a board without an end: by square, the tile there, of the
    /// squares that change; then the gap. Squares are numbered as of 32 columns.
    fn effect(way: &str) -> Vec<(i32, i32)> {
        let mut tiles = HashMap::new();
        let mut gap = 0;
        for from in squares(way).skip(1) {
            let tile = tiles.get(&from).copied().unwrap_or(from);
            tiles.insert(gap, tile);
            gap = from;
        }
        tiles.insert(gap, 0);
        let mut effect: Vec<_> =
            tiles.into_iter().filter(|(square, tile)| square != tile || *square == gap).collect();
        effect.sort_unstable();
        effect.push((gap, 0));
        effect
    }

    /// The squares of the gap, from first to last.
    fn squares(way: &str) -> impl Iterator<Item = i32> {
        let mut gap = 0;
        let step = |c| {
            if c == 'U' {
                -32
            } else if c == 'D' {
                32
            } else {
                0
            }
        };
        let side = |c| if c == 'L' { -1 } else { i32::from(c == 'R') };
        std::iter::once(0).chain(way.chars().map(move |c| {
            gap += step(c) + side(c);
            gap
        }))
    }

    /// The outermost columns and rows that the gap visits.
    fn frame(way: &str) -> [i32; 4] {
        let columns = || squares(way).map(|square| (square + 16).rem_euclid(32) - 16);
        let rows = || squares(way).map(|square| (square + 16).div_euclid(32));
        [columns().min(), columns().max(), rows().min(), rows().max()].map(Option::unwrap)
    }

    fn is_within(inner: [i32; 4], outer: [i32; 4]) -> bool {
        inner[0] >= outer[0] && inner[1] <= outer[1] && inner[2] >= outer[2] && inner[3] <= outer[3]
    }

    #[test]
    fn the_detours_are_all_of_up_to_ten_slides() {
        let mut seen = HashMap::from([(effect(""), frame(""))]);
        let (mut detours, mut known) = (Vec::new(), HashSet::new());
        let mut ways = vec![String::new()];
        for _ in 0..10 {
            let mut longer = Vec::new();
            for way in ways.iter().flat_map(|way| "ULRD".chars().map(move |c| format!("{way}{c}")))
            {
                if (0..way.len()).any(|start| known.contains(&way[start..])) {
                    continue;
                }
                let frame = frame(&way);
                match seen.entry(effect(&way)) {
                    Entry::Occupied(other) if is_within(*other.get(), frame) => {
                        known.insert(way.clone());
                        detours.push(way);
                    }
                    Entry::Occupied(_) => longer.push(way),
                    Entry::Vacant(entry) => {
                        entry.insert(frame);
                        longer.push(way);
                    }
                }
            }
            ways = longer;
        }
        assert_eq!(DETOURS.split_whitespace().collect::<Vec<_>>(), detours);
    }

    #[test]
    fn the_automaton_knows_whether_a_way_ends_in_a_detour() {
        let automaton = detours();
        let detours: HashSet<_> = DETOURS.split_whitespace().collect();
        let mut ways = vec![(String::new(), Trail::START)];
        while let Some((way, trail)) = ways.pop() {
            for (from, c) in (0..4).zip("ULRD".chars()) {
                let longer = format!("{way}{c}");
                let after = automaton.after(trail, from);
                let is_detour = (0..longer.len()).any(|start| detours.contains(&longer[start..]));
                assert_eq!(after == Trail::DETOUR, is_detour, "{longer}");
                if !is_detour && longer.len() < 11 {
                    ways.push((longer, after));
                }
            }
        }
    }
}
