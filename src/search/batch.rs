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
    /// By node: the slides that lessen the first bound, in bits 8 to 11, and the second, in 16 to 19.
    pub(super) nearer: [u32; BATCH],
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

impl<M: Copy + Default> Batch<M> {
    pub(super) fn new() -> Batch<M> {
        let nodes = [Node::default(); BATCH];
        Batch { nodes, count: 0, slides: [0; BATCH], nearer: [0; BATCH] }
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
        self.nodes[place % BATCH].tally.gap4() as usize / 4
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
    ) -> [u8; 2] {
        let gap = self.gap(place);
        let squares = [gap.wrapping_sub(columns), gap.wrapping_sub(1), gap + 1, gap + columns];
        let mut lessening = [0; 2];
        for (from, square) in (0..4).zip(squares) {
            if self.slides[place] >> from & 1 == 1 {
                let tile = self.number(place, square) as u8;
                let slide = Slide { place: place as u8, from, gap: gap as u8, tile };
                let [first, second] = lessens(self.mark(place), slide);
                lessening[0] |= u8::from(first) << from;
                lessening[1] |= u8::from(second) << from;
            }
        }
        lessening
    }

    /// Notes for both bounds which slides of a board lessen it; those to look at that both allow.
    #[inline]
    pub(super) fn allowed(&mut self, place: usize, [first, second]: [u8; 2]) -> u8 {
        let nearer = u32::from(first) << 8 | u32::from(second) << 16;
        self.nearer[place] = nearer;
        let allowed = nearer | self.nodes[place].tally.allows_any();
        self.slides[place] & (allowed >> 8) as u8 & (allowed >> 16) as u8
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

/// Small numbers of a node that all change with a slide: from the lowest bits on, 8 each, how many
/// moves are left, for both bounds half of how many are left after the bound (or -1 if it is too
/// large), and four times the gap's square; then, in 16 bits, the trail.
///
/// While more moves are left than are late ones, the halves are less by 1, so 2 moves are saved.
#[derive(Clone, Copy, Default)]
pub(super) struct Tally(u64);

impl Tally {
    const GAP: u32 = 24;
    const TRAIL: u32 = 32;
    /// One less of the moves left, and of both halves.
    const SLIDE: u32 = 0x01_01_01;
    /// Both halves.
    const HALVES: u32 = 0xFF_FF_00;
    /// The signs of both halves.
    const SIGNS: u32 = 0x80_80_00;
    /// 2 more moves allowed, in both halves.
    pub(super) const MORE: u32 = 0x01_01_00;

    pub(super) fn new(left: u8, late: u8, bounds: [u8; 2], gap: usize) -> Tally {
        let allowed = if left > late { left - 2 } else { left };
        let [first, second] = bounds.map(|bound| u64::from(allowed - bound) / 2);
        let (gap, trail) = ((gap as u64) << (Tally::GAP + 2), u64::from(Trail::START.0));
        Tally(u64::from(left) | first << 8 | second << 16 | gap | trail << Tally::TRAIL)
    }

    /// Whether the first bound is 0.
    #[inline]
    pub(super) fn is_goal(self) -> bool {
        self.0 & 0xFF == self.0 >> 7 & 0x1FE
    }

    /// The tally with 2 moves less allowed, if the bounds allow that.
    pub(super) fn shortened(self, late: u8) -> Option<Tally> {
        let more = if self.left() > late { 0 } else { Tally::MORE };
        let is_allowed = (self.0 as u32).wrapping_sub(more) & Tally::SIGNS == 0;
        is_allowed.then(|| Tally(self.0 - u64::from(more + 2)))
    }

    #[inline]
    pub(super) fn left(self) -> u8 {
        self.0 as u8
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

    /// For both bounds all slides if it allows any, or none of those that do not lessen it; in the
    /// bits as a batch has the slides that do.
    #[inline]
    pub(super) fn allows_any(self) -> u32 {
        let are_left = ((self.0 as u32 & Tally::HALVES) + 0x7F_7F_00) & Tally::SIGNS;
        (are_left >> 7) * 0b1111
    }

    /// The tally after a slide.
    #[inline]
    pub(super) fn slid(self, nearer: u32, late: u8, gap4: u32, trail: Trail) -> Tally {
        let more = if self.left() == late.wrapping_add(1) { Tally::MORE } else { 0 };
        let counts = (self.0 as u32 & 0xFF_FFFF) + nearer + more - Tally::SLIDE;
        let (gap4, trail) = (u64::from(gap4), u64::from(trail.0));
        Tally(u64::from(counts) | gap4 << Tally::GAP | trail << Tally::TRAIL)
    }
}
