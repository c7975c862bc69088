//! The boards that a search expands together.
//!
//! Their slides are told apart by where the tile comes from: 0 if from above the gap, 1 if from the
//! left, 2 from the right and 3 from below. A set of these has one bit each.

#![expect(clippy::cast_possible_truncation, reason = "a board has 16 squares")]

use super::detours::Trail;

/// Some boards that a search expands together, as a [`Guide`](super::ida_star::Guide) sees them.
pub struct Batch<M> {
    pub(super) nodes: [Node<M>; BATCH],
    count: usize,
    /// By node: the slides to look at.
    pub(super) slides: [u8; BATCH],
    /// By node: the slides that lessen its bounds.
    pub(super) nearer: [SlideSets; BATCH],
}

/// For each of both bounds a set of slides: the first one from bit 0 on, the second from bit 32 on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SlideSets(pub u64);

impl SlideSets {
    /// The first slide, in both sets.
    pub const FIRST: u64 = 1 | 1 << 32;
    /// The first two slides, in both sets.
    pub const FIRST_TWO: u64 = 0b11 * SlideSets::FIRST;

    /// These sets.
    #[inline]
    pub fn new([first, second]: [u8; 2]) -> SlideSets {
        SlideSets(u64::from(first) | u64::from(second) << 32)
    }
}

/// A slide of a board in a batch.
#[derive(Clone, Copy, Debug, Default)]
pub struct Slide {
    /// The board's place in the batch.
    pub place: u8,
    /// Where the tile comes from, as [`direction`] tells.
    pub from: u8,
    /// The square that it slides to.
    pub gap: u8,
    /// Its number.
    pub tile: u8,
}

/// The most boards of a batch.
pub const BATCH: usize = 32;

/// Where a tile on square `from` comes from that slides to `gap`: 0 if from above, 1 from the
/// left, 2 from the right and 3 from below.
pub fn direction(from: usize, gap: usize) -> usize {
    match (from < gap, from.abs_diff(gap) == 1) {
        (true, false) => 0,
        (true, true) => 1,
        (false, true) => 2,
        (false, false) => 3,
    }
}

/// By where the tile comes from, on a board with so many columns: what to add to the gap's square for
/// the tile's, wrapped around.
pub fn offsets(columns: usize) -> [usize; 4] {
    [columns.wrapping_neg(), 1_usize.wrapping_neg(), 1, columns]
}

impl<M: Copy + Default> Batch<M> {
    pub(super) fn new() -> Batch<M> {
        let nodes = [Node::default(); BATCH];
        Batch { nodes, count: 0, slides: [0; BATCH], nearer: [SlideSets::default(); BATCH] }
    }

    pub(super) fn fill(&mut self, nodes: &[Node<M>]) {
        self.count = nodes.len();
        self.nodes[..self.count].copy_from_slice(nodes);
    }

    pub(super) fn nodes(&self) -> &[Node<M>] {
        &self.nodes[..self.count.min(BATCH)]
    }

    /// The last place of a solved board.
    #[inline]
    pub(super) fn goal(&self) -> Option<usize> {
        // Few batches have a board with so few moves left.
        let is_near = self.nodes().iter().any(|node| node.tally.left() <= 2);
        if is_near { self.nodes().iter().rposition(|node| node.tally.is_goal()) } else { None }
    }

    /// How many boards there are; their places are counted from 0.
    #[inline]
    pub fn len(&self) -> usize {
        self.count.min(BATCH)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// A board's mark.
    #[inline]
    pub fn mark(&self, place: usize) -> &M {
        &self.nodes[place % BATCH].mark
    }

    /// The square of a board's gap.
    #[inline]
    pub fn gap(&self, place: usize) -> usize {
        self.nodes[place % BATCH].tally.gap()
    }

    /// The number on a board's square.
    #[inline]
    pub fn number(&self, place: usize, square: usize) -> usize {
        (self.nodes[place % BATCH].squares >> (4 * square % 64) & 15) as usize
    }

    /// The slides of a board to look at.
    #[inline]
    pub fn slides(&self, place: usize) -> u8 {
        self.slides[place % BATCH]
    }

    /// For both bounds, which slides of a board lessen it: those of which `lessens` says so.
    #[inline]
    pub fn lessening(
        &self,
        place: usize,
        columns: usize,
        lessens: impl Fn(&M, Slide) -> [bool; 2],
    ) -> SlideSets {
        let gap = self.gap(place);
        let mut lessening = [0; 2];
        for (from, offset) in (0..4).zip(offsets(columns)) {
            if self.slides[place] >> from & 1 == 1 {
                let tile = self.number(place, gap.wrapping_add(offset)) as u8;
                let slide = Slide { place: place as u8, from, gap: gap as u8, tile };
                let [first, second] = lessens(self.mark(place), slide);
                lessening[0] |= u8::from(first) << from;
                lessening[1] |= u8::from(second) << from;
            }
        }
        SlideSets::new(lessening)
    }

    /// Notes which slides of a board lessen its bounds; those to look at that both bounds allow.
    #[inline]
    pub(super) fn allowed(&mut self, place: usize, nearer: SlideSets) -> u8 {
        self.nearer[place] = nearer;
        let allowed = nearer.0 | self.nodes[place].tally.allows_any().0;
        self.slides[place] & (allowed & allowed >> 32) as u8
    }
}

/// Nodes that wait to be expanded, the first one in the order of the search last.
pub(super) struct Stack<M> {
    nodes: Vec<Node<M>>,
    /// How many of them wait; those behind are left from before.
    len: usize,
}

impl<M: Copy + Default> Stack<M> {
    pub(super) fn new(nodes: Vec<Node<M>>) -> Stack<M> {
        let len = nodes.len();
        Stack { nodes, len }
    }

    pub(super) fn nodes(&self) -> &[Node<M>] {
        &self.nodes[..self.len]
    }

    /// Removes all nodes from that place on.
    pub(super) fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    /// Removes the first nodes up to that place.
    pub(super) fn remove_to(&mut self, place: usize) {
        self.nodes.drain(..=place);
        self.len -= place + 1;
    }

    /// Adds some nodes that are yet to be made.
    #[inline]
    pub(super) fn grow(&mut self, count: usize) -> &mut [Node<M>] {
        let start = self.len;
        self.len += count;
        if self.nodes.len() < self.len {
            self.nodes.resize(2 * self.len, Node::default());
        }
        &mut self.nodes[start..self.len]
    }
}

/// The first slides of a way, two bits each, the first one in the highest bits.
pub(super) type Head = u64;

/// A board on the search's way, and what is allowed from there on.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
pub(super) struct Node<M> {
    pub(super) mark: M,
    /// The board's numbers, four bits each.
    pub(super) squares: u64,
    pub(super) head: Head,
    pub(super) tally: Tally,
}

/// Small numbers of a node that all change with a slide. From the lowest bits on, 8 each: for the
/// first bound half of how many moves are left after it, how many are left at all, and four times the
/// gap's square; from bit 32 on the half for the second bound; then, in the highest 16, the trail.
///
/// While more moves are left than are late ones, the halves are less by 1, so 2 moves are saved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally(u64);

impl Tally {
    const LEFT: u32 = 8;
    const GAP: u32 = 16;
    const TRAIL: u32 = 48;
    /// Both halves.
    const HALVES: u64 = 0xFF * SlideSets::FIRST;
    /// One less of the moves left, and of both halves.
    const SLIDE: u64 = SlideSets::FIRST | 1 << Tally::LEFT;
    /// 2 more moves allowed, in both halves.
    const MORE: u64 = SlideSets::FIRST;

    pub(super) fn new(left: u8, late: u8, bounds: [u8; 2], gap: usize) -> Tally {
        let allowed = if left > late { left - 2 } else { left };
        let [first, second] = bounds.map(|bound| u64::from(allowed - bound) / 2);
        let (left, gap) = (u64::from(left) << Tally::LEFT, (gap as u64) << (Tally::GAP + 2));
        Tally(first | left | gap | second << 32 | u64::from(Trail::START.0) << Tally::TRAIL)
    }

    /// Whether the first bound is 0.
    #[inline]
    pub(super) fn is_goal(self) -> bool {
        u64::from(self.left()) == 2 * (self.0 & 0xFF)
    }

    /// The tally with 2 moves less allowed, if the bounds allow that.
    pub(super) fn shortened(self, late: u8) -> Option<Tally> {
        const LESS: u64 = 2 << Tally::LEFT;
        if self.left() > late {
            return Some(Tally(self.0 - LESS));
        }
        let is_allowed = self.allows_any() == SlideSets::new([0b1111; 2]);
        is_allowed.then(|| Tally(self.0 - LESS - Tally::MORE))
    }

    #[inline]
    pub(super) fn left(self) -> u8 {
        (self.0 >> Tally::LEFT) as u8
    }

    #[inline]
    pub(super) fn gap(self) -> usize {
        self.gap4() as usize / 4
    }

    /// Four times the gap's square.
    #[inline]
    pub(super) fn gap4(self) -> u32 {
        (self.0 >> Tally::GAP) as u32 & 0x3C
    }

    #[inline]
    pub(super) fn trail(self) -> Trail {
        Trail((self.0 >> Tally::TRAIL) as u16)
    }

    /// For both bounds all slides if it allows any, or none of those that do not lessen it.
    #[inline]
    pub(super) fn allows_any(self) -> SlideSets {
        let are_left = (self.0 & Tally::HALVES) + 0x7F * SlideSets::FIRST;
        SlideSets((are_left >> 7 & SlideSets::FIRST) * 0b1111)
    }

    /// The tally after a slide from there, given those that lessen the bounds, and by how much the gap's
    /// square changes.
    #[inline]
    pub(super) fn slid(
        self,
        from: u8,
        nearer: SlideSets,
        late: u8,
        gap: GapChange,
        trail: Trail,
    ) -> Tally {
        let more = if self.left() == late.wrapping_add(1) { Tally::MORE } else { 0 };
        let added = (nearer.0 >> from & SlideSets::FIRST) + more;
        let halves = (self.0 & Tally::HALVES) + added;
        debug_assert!(self.left() > 0 && halves & 0xFF > 0 && halves >> 32 > 0, "not allowed");
        let changed = (self.0 & ((1 << Tally::TRAIL) - 1))
            .wrapping_add(added)
            .wrapping_add(gap.0)
            .wrapping_sub(Tally::SLIDE);
        Tally(changed | u64::from(trail.0) << Tally::TRAIL)
    }
}

/// By how much a slide changes the gap's square, as what it adds to a tally.
#[derive(Clone, Copy)]
pub(super) struct GapChange(u64);

impl GapChange {
    /// So many squares more, wrapped around.
    pub(super) fn new(offset: usize) -> GapChange {
        let offset = offset.cast_signed() as i64;
        GapChange((offset << (Tally::GAP + 2)).cast_unsigned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many moves a bound may be where so many are left.
    fn allowed(left: u8, late: u8) -> u8 {
        if left > late { left - 2 } else { left }
    }

    /// Each tally where so many moves are left, and its bounds.
    fn tallies(left: u8, late: u8) -> impl Iterator<Item = (Tally, [u8; 2])> {
        let bounds = move || (left % 2..=allowed(left, late)).step_by(2);
        let both = bounds().flat_map(move |first| bounds().map(move |second| [first, second]));
        both.map(move |bounds| (Tally::new(left, late, bounds, 5), bounds))
    }

    #[test]
    fn a_tally_has_the_numbers_that_it_should() {
        let lefts = |late| (1..60).map(move |left| (left, late));
        for (left, late) in [2, 27, u8::MAX].into_iter().flat_map(lefts) {
            for (tally, bounds) in tallies(left, late) {
                assert_eq!((tally.left(), tally.gap(), tally.gap4()), (left, 5, 20));
                assert_eq!(tally.trail(), Trail::START);
                assert!(left > late || tally.is_goal() == (bounds[0] == 0));
                let all = |bound| if bound + 2 <= allowed(left, late) { 0b1111 } else { 0 };
                assert_eq!(tally.allows_any(), SlideSets::new(bounds.map(all)));
                // The same moves and bounds in a search that has 2 moves less and saves none.
                let is_allowed = left >= 2 && bounds.iter().all(|bound| bound + 2 <= left);
                let shorter = is_allowed.then(|| Tally::new(left - 2, u8::MAX, bounds, 5));
                assert_eq!(tally.shortened(late), shorter);
            }
        }
    }

    #[test]
    fn a_slide_changes_a_tally_as_it_should() {
        let trail = Trail(0x1234);
        for (left, late) in (1..60).flat_map(|left| [(left, 27), (left, u8::MAX)]) {
            for ((tally, bounds), from) in tallies(left, late).zip([0, 1, 2, 3].iter().cycle()) {
                for lessens in [[true, true], [true, false], [false, true], [false, false]] {
                    let nearer = SlideSets::new(lessens.map(|lessens| u8::from(lessens) << from));
                    let new = |i: usize| {
                        if lessens[i] { bounds[i].checked_sub(1) } else { Some(bounds[i] + 1) }
                    };
                    let (Some(first), Some(second)) = (new(0), new(1)) else { continue };
                    if first.max(second) > allowed(left - 1, late) {
                        continue;
                    }
                    let gap_change = GapChange::new(offsets(4)[usize::from(*from)]);
                    let slid = tally.slid(*from, nearer, late, gap_change, trail);
                    let gap = 5_usize.wrapping_add(offsets(4)[usize::from(*from)]);
                    let expected = Tally::new(left - 1, late, [first, second], gap);
                    assert_eq!(slid.0 << 16, expected.0 << 16, "all but the trail");
                    assert_eq!(slid.trail(), trail);
                }
            }
        }
    }
}
