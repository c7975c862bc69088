//! Iterative-deepening A*: depth first, again and again, with more moves allowed each time
//! (R. E. Korf, "Depth-first iterative-deepening", 1985).
//!
//! A [`Guide`] knows two bounds: how many moves a board needs at least. A branch ends where the
//! moves made and a bound exceed the moves allowed. Every slide changes the parity of the
//! distance, so the moves allowed grow by 2, and a bound changes by 1.
//!
//! Nodes wait on a stack, the first one in the order of the search on top, and a batch of them is
//! expanded at a time. So a processor can work on many nodes while it waits for the memory that
//! the guide reads, and nothing that depends on what is read there is a branch of the program.
//!
//! Of all shortest ways it can find the first one in the order of the tiles above, left, right and
//! below the gap, whatever the guide and the number of threads: no guide cuts off a shortest way,
//! and [`detours`](super::detours) never cut off the first one.
//!
//! If any shortest way will do, only about half of the boards are searched. Most of them belong to
//! the last search, which has the right number of moves allowed. But near the goal bounds are good,
//! so a branch that still has 2 moves to spare there is likely to lead to a way, and there are few of
//! these. So each search has 2 more moves allowed where few are left: it proves that there is no
//! shorter way, and mostly it finds one on the side.

#![expect(clippy::cast_possible_truncation, reason = "a board has 16 squares")]

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread;

use super::detours::{Detours, Trail, detours};
use crate::board::{Board, neighbours};

/// Two bounds of a board's distance that are kept up while tiles slide. Only of the solved board are
/// both 0: so a way without moves left has reached it.
///
/// Slides are told apart by where the tile comes from: 0 if from above the gap, 1 if from the
/// left, 2 from the right and 3 from below.
pub trait Guide: Sync {
    /// What it keeps of a board.
    type Mark: Copy + Default + Send + Sync;
    /// What a slide changes in a mark.
    type Change: Copy + Default;

    /// The mark of the board that the guide was made for, and its two bounds. They have the parity of
    /// its distance. One that is without use is 0, and never more.
    fn start(&self) -> (Self::Mark, [u8; 2]);

    /// What the slide of `tile` to the square `gap` changes, and for both bounds 1 if it is less
    /// by 1 then, or 0 if it is more by 1.
    fn look<const FROM: usize>(
        &self,
        mark: &Self::Mark,
        gap: usize,
        tile: usize,
    ) -> (Self::Change, [u32; 2]);

    /// Makes a change.
    fn make(mark: &mut Self::Mark, change: Self::Change);

    /// How many moves the board needs at least.
    fn estimate(&self) -> u8 {
        let (_, [first, second]) = self.start();
        first.max(second)
    }
}

/// How a search ended that was halted: the board needs at least so many moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Halted(pub u8);

/// How far a search is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// How many boards a thread has searched since it last told.
    pub searched: u64,
    /// How many boards the search will probably still look at with the moves allowed now.
    pub ahead: u64,
}

/// Told of the progress from time to time, and each time before more moves are allowed, it says
/// whether to give up.
pub type Halt<'a> = &'a (dyn Fn(Progress) -> bool + Sync);

/// Which of several shortest ways to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The first one in the order of the search.
    First,
    /// Whichever is found sooner.
    Any,
}

impl Wanted {
    /// How many moves are left where 2 more are allowed. (Of 60 of Korf's boards, a way is then
    /// found on the side for 42, while 11% more boards are searched. With 24 it were 36 and 5%, with
    /// 28 47 and 20%.)
    const LATE: u8 = 26;

    fn late(self) -> u8 {
        match self {
            Wanted::First => u8::MAX,
            Wanted::Any => Wanted::LATE,
        }
    }
}

/// The tiles to slide for the fewest moves. It is known that they are `at_least` so many, or 0.
///
/// The board must be solvable.
///
/// # Errors
/// If `halt` ended the search.
pub fn fewest_moves<G: Guide>(
    board: &Board,
    guide: &G,
    wanted: Wanted,
    at_least: u8,
    threads: usize,
    halt: Halt,
) -> Result<Vec<u8>, Halted> {
    /// About how many times as many boards there are with 2 more moves allowed.
    const GROWTH: u64 = 6;
    let at_least = guide.estimate().max(at_least);
    let mut searched = 0;
    for at_least in (at_least..).step_by(2) {
        let moves = if at_least > wanted.late() { at_least + 2 } else { at_least };
        let watch = Watch { halt, expected: GROWTH * searched, searched: AtomicU64::new(0) };
        if watch.halts(0) {
            return Err(Halted(at_least));
        }
        let search = Search::new(board, guide, wanted, moves, &watch);
        let root = search.root(board);
        let end = if threads > 1 && searched > WORTH_SPLITTING {
            search.run_with(threads, root)
        } else {
            search.run(vec![root], 0, &Notice::default())
        };
        match end {
            End::Found(found) => {
                let search = Search::new(board, guide, Wanted::First, found.moves, &watch);
                return Ok(search.way(search.root(board), found.head));
            }
            End::Halted => return Err(Halted(at_least)),
            End::Nothing => searched = watch.searched.into_inner(),
        }
    }
    unreachable!("a solvable board is solved within 255 moves")
}

/// A search of fewer boards than that is over before other threads could help.
const WORTH_SPLITTING: u64 = 100_000;

/// Counts the boards of a search with a number of moves allowed, and asks whether to go on.
struct Watch<'a> {
    halt: Halt<'a>,
    /// How many boards there will probably be.
    expected: u64,
    searched: AtomicU64,
}

impl Watch<'_> {
    /// Counts more boards searched; whether to give up.
    fn halts(&self, searched: u64) -> bool {
        let ahead = self.expected.saturating_sub(self.count(searched));
        (self.halt)(Progress { searched, ahead })
    }

    fn count(&self, searched: u64) -> u64 {
        self.searched.fetch_add(searched, Ordering::Relaxed) + searched
    }
}

/// How a search ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Found(Found),
    Nothing,
    Halted,
}

impl End {
    /// This end, or the other one if this is nothing.
    fn unless_nothing(self, other: End) -> End {
        if self == End::Nothing { other } else { self }
    }
}

/// A way to the goal.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Found {
    head: Head,
    moves: u8,
}

/// The first slides of a way, two bits each, the first one in the highest bits.
type Head = u64;

/// How many slides a head has, of a way that is not shorter.
const HEAD: u8 = 32;

/// A board on the search's way, and what is allowed from there on.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct Node<M> {
    mark: M,
    /// The board's numbers, four bits each.
    squares: u64,
    head: Head,
    tally: Tally,
}

/// Small numbers of a node that all change with a slide: from the lowest bits on, 8 each, how many
/// moves are left, for both bounds half of how many are left after the bound (or -1 if it is too
/// large), and four times the gap's square; then, in 16 bits, the trail.
///
/// While more moves are left than are late ones, the halves are less by 1, so 2 moves are saved.
#[derive(Clone, Copy, Default)]
struct Tally(u64);

impl Tally {
    const GAP: u32 = 24;
    const TRAIL: u32 = 32;
    /// One less of the moves left, and of both halves.
    const SLIDE: u32 = 0x01_01_01;
    /// The signs of both halves.
    const SIGNS: u32 = 0x80_80_00;
    /// 2 more moves allowed, in both halves.
    const MORE: u32 = 0x01_01_00;

    fn new(left: u8, late: u8, bounds: [u8; 2], gap: usize) -> Tally {
        let allowed = if left > late { left - 2 } else { left };
        let [first, second] = bounds.map(|bound| u64::from(allowed - bound) / 2);
        let (gap, trail) = ((gap as u64) << (Tally::GAP + 2), u64::from(Trail::START.0));
        Tally(u64::from(left) | first << 8 | second << 16 | gap | trail << Tally::TRAIL)
    }

    /// Whether the first bound is 0.
    #[inline]
    fn is_goal(self) -> bool {
        self.0 & 0xFF == self.0 >> 7 & 0x1FE
    }

    /// The tally with 2 moves less allowed, if the bounds allow that.
    fn shortened(self, late: u8) -> Option<Tally> {
        let more = if self.left() > late { 0 } else { Tally::MORE };
        let is_allowed = (self.0 as u32).wrapping_sub(more) & Tally::SIGNS == 0;
        is_allowed.then(|| Tally(self.0 - u64::from(more + 2)))
    }

    #[inline]
    fn left(self) -> u8 {
        self.0 as u8
    }

    /// Four times the gap's square.
    #[inline]
    fn gap4(self) -> u32 {
        (self.0 >> Tally::GAP) as u32 & 0x3C
    }

    #[inline]
    fn trail(self) -> Trail {
        Trail((self.0 >> Tally::TRAIL) as u8)
    }

    /// Whether both bounds allow a slide after which they are `nearer`.
    #[inline]
    fn allows(self, nearer: u32) -> bool {
        (self.0 as u32).wrapping_add(nearer).wrapping_sub(Tally::SLIDE) & Tally::SIGNS == 0
    }

    /// The tally after a slide.
    #[inline]
    fn slid(self, nearer: u32, late: u8, gap4: u32, trail: Trail) -> Tally {
        let more = if self.left() == late.wrapping_add(1) { Tally::MORE } else { 0 };
        let counts = (self.0 as u32 & 0xFF_FFFF) + nearer + more - Tally::SLIDE;
        let (gap4, trail) = (u64::from(gap4), u64::from(trail.0));
        Tally(u64::from(counts) | gap4 << Tally::GAP | trail << Tally::TRAIL)
    }
}

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

/// How many nodes are expanded at a time.
const BATCH: usize = 32;

/// What there is to know of a slide.
#[derive(Clone, Copy, Default)]
struct Look<C> {
    change: C,
    /// For the first bound in bit 8 and for the second in bit 16: whether it is less.
    nearer: u32,
}

/// A batch of nodes, and notes on them.
struct Desk<G: Guide> {
    nodes: [Node<G::Mark>; BATCH],
    /// By direction: which nodes to look at the slide from there, then what it would change.
    lists: [[u8; BATCH]; 4],
    looks: [[Look<G::Change>; BATCH]; 4],
    /// By node: the directions that are allowed, one bit each.
    allowed: [u8; BATCH],
    /// The slides to make: the node times 4, and the direction.
    slides: [u8; 4 * BATCH],
}

impl<G: Guide> Desk<G> {
    fn new() -> Desk<G> {
        Desk {
            nodes: [Node::default(); BATCH],
            lists: [[0; BATCH]; 4],
            looks: [[Look::default(); BATCH]; 4],
            allowed: [0; BATCH],
            slides: [0; 4 * BATCH],
        }
    }
}

/// By set of directions: its members from the last to the first, eight bits each.
const MEMBERS: [u32; 16] = {
    let mut members = [0; 16];
    let mut set = 0;
    while set < 16 {
        let mut direction = 0;
        while direction < 4 {
            if set >> direction & 1 == 1 {
                members[set] = members[set] << 8 | direction;
            }
            direction += 1;
        }
        set += 1;
    }
    members
};

/// What the threads of a search tell each other.
struct Notice {
    /// The rank of the twig where the search ended, if it has: those of a larger rank are late.
    last: AtomicUsize,
    /// Whether a way is found, so that only a shorter one is worth more search.
    has_way: AtomicBool,
}

impl Default for Notice {
    fn default() -> Self {
        Notice { last: AtomicUsize::new(usize::MAX), has_way: AtomicBool::new(false) }
    }
}

impl Notice {
    fn is_late(&self, rank: usize) -> bool {
        self.last.load(Ordering::Relaxed) < rank
    }
}

/// A search with a number of moves allowed.
struct Search<'a, G> {
    guide: &'a G,
    watch: &'a Watch<'a>,
    detours: &'static Detours,
    wanted: Wanted,
    /// The moves allowed.
    moves: u8,
    /// While more moves than that are left, 2 less are allowed.
    late: u8,
    /// By square of the gap: the directions that a tile can come from, one bit each.
    beside: [u8; 16],
    /// By direction: four times what to add to the gap's square for the tile's.
    offsets: [u32; 4],
}

impl<'a, G: Guide> Search<'a, G> {
    fn new(
        board: &Board,
        guide: &'a G,
        wanted: Wanted,
        moves: u8,
        watch: &'a Watch<'a>,
    ) -> Search<'a, G> {
        let (rows, columns) = (board.rows(), board.columns());
        let mut beside = [0u8; 16];
        for (gap, directions) in beside[..rows * columns].iter_mut().enumerate() {
            for from in neighbours(rows, columns, gap) {
                *directions |= 1 << direction(from, gap);
            }
        }
        let below = 4 * columns as u32;
        let offsets = [below.wrapping_neg(), 4_u32.wrapping_neg(), 4, below];
        let late = wanted.late();
        Search { guide, watch, detours: detours(), wanted, moves, late, beside, offsets }
    }

    fn root(&self, board: &Board) -> Node<G::Mark> {
        let (mark, bounds) = self.guide.start();
        let numbers = board.numbers().iter().rev();
        let squares = numbers.fold(0, |squares, number| squares << 4 | u64::from(*number));
        let tally = Tally::new(self.moves, self.late, bounds, board.square_of(0));
        Node { mark, squares, head: 0, tally }
    }

    /// Searches all nodes of a stack, or as many as it takes to find the way that is wanted.
    fn run(&self, mut stack: Vec<Node<G::Mark>>, rank: usize, notice: &Notice) -> End {
        /// How many boards are searched before they are counted.
        const PAUSE: u64 = 1 << 12;
        let (mut desk, mut end, mut boards) = (Desk::new(), End::Nothing, 0);
        while !stack.is_empty() {
            let rest = stack.len().saturating_sub(BATCH);
            let count = stack.len() - rest;
            desk.nodes[..count].copy_from_slice(&stack[rest..]);
            let goal = desk.nodes[..count].iter().rposition(|node| node.tally.is_goal());
            if let Some(goal) = goal {
                let Node { head, tally, .. } = desk.nodes[goal];
                end = End::Found(Found { head, moves: self.moves - tally.left() });
                if self.wanted == Wanted::Any {
                    let is_shortest = tally.left() > 0 || self.late == u8::MAX;
                    if !is_shortest {
                        notice.has_way.store(true, Ordering::Relaxed);
                        end = self.run_shorter(&stack, rank, notice).unless_nothing(end);
                    }
                    break;
                }
                // Only the nodes before it can lead to a way that comes first.
                stack.drain(..=rest + goal);
                continue;
            }
            boards += count as u64;
            if boards >= PAUSE {
                if self.watch.halts(std::mem::take(&mut boards)) || notice.is_late(rank) {
                    return End::Halted;
                }
                if notice.has_way.load(Ordering::Relaxed) && self.late < u8::MAX {
                    return self.run_shorter(&stack, rank, notice);
                }
            }
            stack.truncate(rest);
            self.expand(&mut desk, count, &mut stack);
        }
        self.watch.count(boards);
        end
    }

    /// Searches the nodes of a stack with 2 moves less allowed, since a way is found.
    fn run_shorter(&self, stack: &[Node<G::Mark>], rank: usize, notice: &Notice) -> End {
        let shortened =
            |node: &Node<_>| node.tally.shortened(self.late).map(|tally| Node { tally, ..*node });
        let search = Search { moves: self.moves - 2, late: u8::MAX, ..*self };
        search.run(stack.iter().filter_map(shortened).collect(), rank, notice)
    }

    /// Puts the nodes one slide from those on the desk on top of the stack.
    fn expand(&self, desk: &mut Desk<G>, count: usize, stack: &mut Vec<Node<G::Mark>>) {
        let mut counts = [0; 4];
        for (i, node) in desk.nodes[..count].iter().enumerate() {
            let gap = node.tally.gap4() / 4;
            let directions = self.beside[gap as usize] & self.detours.allowed(node.tally.trail());
            for (direction, count) in counts.iter_mut().enumerate() {
                desk.lists[direction][*count % BATCH] = i as u8;
                *count += usize::from(directions >> direction & 1);
            }
            desk.allowed[i] = 0;
        }
        self.look_from::<0>(desk, counts[0]);
        self.look_from::<1>(desk, counts[1]);
        self.look_from::<2>(desk, counts[2]);
        self.look_from::<3>(desk, counts[3]);
        let mut slides = 0;
        for (i, allowed) in desk.allowed[..count].iter().enumerate() {
            let members = MEMBERS[usize::from(allowed % 16)] | (0x0404_0404 * i as u32);
            if let Some(four) = desk.slides[slides..].first_chunk_mut() {
                *four = members.to_le_bytes();
            }
            slides += allowed.count_ones() as usize;
        }
        stack.extend(desk.slides[..slides.min(4 * BATCH)].iter().map(|slide| {
            let (i, direction) = (usize::from(slide / 4) % BATCH, usize::from(slide % 4));
            self.slid(&desk.nodes[i], direction, desk.looks[direction][i])
        }));
    }

    /// Looks at the slides from one direction, of the nodes listed.
    #[inline]
    fn look_from<const FROM: usize>(&self, desk: &mut Desk<G>, count: usize) {
        for i in &desk.lists[FROM][..count.min(BATCH)] {
            let i = usize::from(*i) % BATCH;
            let node = &desk.nodes[i];
            let look = self.look::<FROM>(node);
            desk.allowed[i] |= u8::from(node.tally.allows(look.nearer)) << FROM;
            desk.looks[FROM][i] = look;
        }
    }

    #[expect(clippy::inline_always, reason = "most of the time; made for each direction apart")]
    #[inline(always)]
    fn look<const FROM: usize>(&self, node: &Node<G::Mark>) -> Look<G::Change> {
        let gap4 = node.tally.gap4();
        let tile = node.squares >> (gap4.wrapping_add(self.offsets[FROM]) & 63) & 15;
        let (change, [first, second]) =
            self.guide.look::<FROM>(&node.mark, gap4 as usize / 4, tile as usize);
        Look { change, nearer: first << 8 | second << 16 }
    }

    /// The node after a slide.
    #[inline]
    fn slid(&self, node: &Node<G::Mark>, direction: usize, look: Look<G::Change>) -> Node<G::Mark> {
        let Node { mut mark, squares, head, tally } = *node;
        G::make(&mut mark, look.change);
        let gap4 = tally.gap4();
        let from4 = gap4.wrapping_add(self.offsets[direction]) & 63;
        let tile = squares >> from4 & 15;
        let squares = squares ^ tile << from4 ^ tile << gap4;
        // Of a way that is longer than a head, the first slides are kept.
        let longer = head << 2 | direction as u64;
        let head = if self.moves - tally.left() < HEAD { longer } else { head };
        let tally =
            tally.slid(look.nearer, self.late, from4, self.detours.after(tally.trail())[direction]);
        Node { mark, squares, head, tally }
    }

    /// Searches with some threads, each taking the next twig that none has taken.
    fn run_with(&self, threads: usize, root: Node<G::Mark>) -> End {
        let twigs = self.twigs(root, threads * 64);
        let next = AtomicUsize::new(0);
        let end = Mutex::new(End::Nothing);
        let notice = Notice::default();
        let work = || {
            loop {
                let i = next.fetch_add(1, Ordering::Relaxed);
                // For any way all twigs have the same rank, and the end has none of them.
                let (rank, last) = if self.wanted == Wanted::First { (i, i) } else { (1, 0) };
                if i >= twigs.len() || notice.is_late(rank) {
                    return;
                }
                let twig_end = self.run(vec![twigs[i]], rank, &notice);
                let mut end = end.lock().expect("no thread panics");
                if twig_end != End::Nothing && !notice.is_late(rank) {
                    *end = twig_end;
                    let is_last = !matches!(twig_end, End::Found(found) if found.moves == self.moves && self.wanted == Wanted::Any);
                    if is_last {
                        notice.last.store(last, Ordering::Relaxed);
                    }
                }
            }
        };
        thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
        end.into_inner().expect("no thread panics")
    }

    /// At least `count` nodes in the order of the search, which together are this one.
    fn twigs(&self, root: Node<G::Mark>, count: usize) -> Vec<Node<G::Mark>> {
        let (mut twigs, mut desk) = (vec![root], Desk::new());
        while (1..count).contains(&twigs.len()) && twigs[0].tally.left() > 2 {
            let mut longer = Vec::new();
            for batch in twigs.chunks(BATCH) {
                desk.nodes[..batch.len()].copy_from_slice(batch);
                self.expand(&mut desk, batch.len(), &mut longer);
            }
            twigs = longer;
        }
        twigs.reverse();
        twigs
    }

    /// The tiles of the way from a node that starts with these slides; behind a head it is searched
    /// for again, which is little beside the search so far.
    fn way(&self, mut node: Node<G::Mark>, mut head: Head) -> Vec<u8> {
        let mut way = Vec::new();
        loop {
            for i in (0..node.tally.left().min(HEAD)).rev() {
                let direction = (head >> (2 * i) & 3) as usize;
                let look = match direction {
                    0 => self.look::<0>(&node),
                    1 => self.look::<1>(&node),
                    2 => self.look::<2>(&node),
                    _ => self.look::<3>(&node),
                };
                let gap4 = node.tally.gap4();
                node = self.slid(&node, direction, look);
                way.push((node.squares >> gap4 & 15) as u8);
            }
            let left = node.tally.left();
            if left == 0 {
                return way;
            }
            node.head = 0;
            let watch = Watch { halt: &|_| false, expected: 0, searched: AtomicU64::new(0) };
            let search = Search { moves: left, watch: &watch, ..*self };
            let End::Found(found) = search.run(vec![node], 0, &Notice::default()) else {
                unreachable!("the way goes on");
            };
            head = found.head;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A guide that knows how many tiles are not at home: enough one slide from the goal.
    struct Misplaced(u8);

    impl Guide for Misplaced {
        type Mark = ();
        type Change = ();

        fn start(&self) -> ((), [u8; 2]) {
            ((), [self.0, 0])
        }

        fn look<const FROM: usize>(&self, (): &(), gap: usize, tile: usize) -> ((), [u32; 2]) {
            ((), [u32::from(gap == tile - 1), 1])
        }

        fn make((): &mut (), (): ()) {}
    }

    #[test]
    fn a_way_that_comes_first_but_is_found_later_is_taken() {
        let solved = Board::solved(3, 3);
        let mut beside = solved;
        assert!(beside.slide(8));
        let watch = Watch { halt: &|_| false, expected: 0, searched: AtomicU64::new(0) };
        let first = Wanted::First;
        let mut goal = Search::new(&solved, &Misplaced(0), first, 0, &watch).root(&solved);
        goal.head = 0b01;
        let search = Search::new(&beside, &Misplaced(1), first, 1, &watch);
        let nearly = search.root(&beside);
        let run = |stack| search.run(stack, 0, &Notice::default());
        let found = |head| End::Found(Found { head, moves: 1 });
        assert!(run(vec![goal, nearly]) == found(0b10), "the tile from the right");
        assert!(run(vec![nearly, goal]) == found(0b01));
    }
}
