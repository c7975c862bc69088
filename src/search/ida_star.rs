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
//! If any shortest way will do, fewer boards are searched (10.7 million instead of 17.5 for 60 of
//! Korf's boards). Most of them belong to the last search, which has the right number of moves allowed.
//! But near the goal bounds are good, so a branch that still has 2 moves to spare there is likely to
//! lead to a way, and there are few of these. So each search has 2 more moves allowed where few are
//! left: it proves that there is no shorter way, and mostly it finds one on the side.

#![expect(clippy::cast_possible_truncation, reason = "a board has 16 squares")]

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread;

use super::batch::{
    BATCH, Batch, GapChange, Head, Node, Slide, SlideSets, Stack, Tally, direction, offsets,
};
use super::detours::{Detours, detours};
use crate::board::{Board, neighbours};

/// Two bounds of a board's distance that are kept up while tiles slide. Only of the solved board is
/// the first one 0: so a way without moves left has reached it.
pub trait Guide: Sync {
    /// What it keeps of a board.
    type Mark: Copy + Default + Send + Sync;
    /// What it finds out about the slides of a batch that helps to make them.
    type Notes: Default;

    /// The mark of the board that the guide was made for, and its two bounds. They have the parity of
    /// its distance. One that is without use is 0, and never more.
    fn start(&self) -> (Self::Mark, [u8; 2]);

    /// Looks at a batch, of which it will be asked next, if that helps.
    fn look(&self, _batch: &Batch<Self::Mark>, _notes: &mut Self::Notes) {}

    /// For both bounds, which slides of a board lessen it, of those to look at.
    fn lessening(&self, batch: &Batch<Self::Mark>, place: usize, notes: &Self::Notes) -> SlideSets;

    /// Makes a slide of a board that was looked at last, in a copy of its mark. (What it was before is
    /// better read from the batch: a processor waits if it reads what it has written in parts.)
    fn make(
        &self,
        batch: &Batch<Self::Mark>,
        slide: Slide,
        notes: &Self::Notes,
        copy: &mut Self::Mark,
    );

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
    /// How many moves are left where 2 more are allowed: at least 2. (Of 60 of Korf's boards, a way is
    /// then found on the side for 48, while 2% more boards are searched; with 24 it were 33 and 1%,
    /// with 30 51 and 5%.)
    const LATE: u8 = 27;

    fn late(self) -> u8 {
        match self {
            Wanted::First => u8::MAX,
            Wanted::Any => Wanted::LATE,
        }
    }
}

/// How to search.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    /// Which of several shortest ways to find.
    pub wanted: Wanted,
    /// It is known that the board needs at least so many moves, or 0.
    pub at_least: u8,
    /// How many threads may search.
    pub threads: usize,
    /// When to give up.
    pub halt: Halt<'a>,
}

impl Default for Request<'_> {
    /// The first shortest way, found by one thread.
    fn default() -> Self {
        Request { wanted: Wanted::First, at_least: 0, threads: 1, halt: &|_| false }
    }
}

/// The tiles to slide for the fewest moves.
///
/// The board must be solvable.
///
/// # Errors
/// If the search was halted.
pub fn fewest_moves<G: Guide>(
    board: &Board,
    guide: &G,
    request: Request,
) -> Result<Vec<u8>, Halted> {
    deepened(board, guide, request, request.wanted.late())
}

/// The same, given how many moves are late ones.
fn deepened<G: Guide>(
    board: &Board,
    guide: &G,
    Request { wanted, at_least, threads, halt }: Request,
    late: u8,
) -> Result<Vec<u8>, Halted> {
    /// About how many times as many boards there are with 2 more moves allowed.
    const GROWTH: u64 = 6;
    let at_least = guide.estimate().max(at_least);
    let mut searched = 0;
    for at_least in (at_least..).step_by(2) {
        let moves = if at_least > late { at_least + 2 } else { at_least };
        let watch = Watch { halt, expected: GROWTH * searched, searched: AtomicU64::new(0) };
        if watch.halts(0) {
            return Err(Halted(at_least));
        }
        let search = Search::new(board, guide, wanted, late, moves, &watch);
        let root = search.root(board);
        let end = if threads > 1 && searched > WORTH_SPLITTING {
            search.run_with(threads, root)
        } else {
            search.run(vec![root], 0, &Notice::default())
        };
        match end {
            End::Found(found) => {
                let first = Wanted::First;
                let search = Search::new(board, guide, first, u8::MAX, found.moves, &watch);
                return Ok(search.way(search.root(board), found.head));
            }
            End::Halted => return Err(Halted(at_least)),
            End::Nothing => searched = watch.searched.into_inner(),
        }
    }
    unreachable!("a solvable board is solved within 255 moves")
}

/// Behind a search of fewer boards than that, the next one is over before other threads could help.
const WORTH_SPLITTING: u64 = 10_000;

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
        let before = self.searched.fetch_add(searched, Ordering::Relaxed);
        let ahead = self.expected.saturating_sub(before + searched);
        (self.halt)(Progress { searched, ahead })
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

/// How many slides a head has, of a way that is not shorter.
const HEAD: u8 = 32;

/// What a search keeps at hand: a batch, what its guide notes of it, and the slides to make.
struct Desk<G: Guide> {
    batch: Batch<G::Mark>,
    notes: G::Notes,
    /// The place times 4, and the direction; with room for four at the end.
    allowed: [u8; 4 * BATCH + 4],
}

impl<G: Guide> Desk<G> {
    fn new() -> Self {
        Desk { batch: Batch::new(), notes: G::Notes::default(), allowed: [0; 4 * BATCH + 4] }
    }
}

/// By set of directions: its members, the last one in the lowest 8 bits, and from bit 32 on how many
/// there are.
const MEMBERS: [u64; 16] = {
    let mut members = [0; 16];
    let mut set = 0;
    while set < 16 {
        let mut direction = 0;
        while direction < 4 {
            if set >> direction & 1 == 1 {
                let before = members[set] & 0xFF_FFFF;
                members[set] += (1 << 32) + (before << 8 | direction) - before;
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
    /// By direction.
    gap_changes: [GapChange; 4],
}

impl<'a, G: Guide> Search<'a, G> {
    fn new(
        board: &Board,
        guide: &'a G,
        wanted: Wanted,
        late: u8,
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
        let gap_changes = offsets(columns).map(GapChange::new);
        Search { guide, watch, detours: detours(), wanted, moves, late, beside, gap_changes }
    }

    fn root(&self, board: &Board) -> Node<G::Mark> {
        let (mark, bounds) = self.guide.start();
        let numbers = board.numbers().iter().rev();
        let squares = numbers.fold(0, |squares, number| squares << 4 | u64::from(*number));
        let tally = Tally::new(self.moves, self.late, bounds, board.square_of(0));
        Node { mark, squares, head: 0, tally }
    }

    /// Whether a way of all moves allowed need not be the shortest.
    fn is_lenient(&self) -> bool {
        self.moves > self.late
    }

    /// Searches all nodes, the last one first, or as many as it takes to find the way that is wanted.
    fn run(&self, nodes: Vec<Node<G::Mark>>, rank: usize, notice: &Notice) -> End {
        /// How many boards are searched before they are counted.
        const PAUSE: u64 = 1 << 12;
        let (mut desk, mut end, mut boards) = (Desk::new(), End::Nothing, 0);
        let mut stack = Stack::new(nodes);
        while !stack.nodes().is_empty() {
            let rest = stack.nodes().len().saturating_sub(BATCH);
            desk.batch.fill(&stack.nodes()[rest..]);
            if let Some(goal) = desk.batch.goal() {
                let Node { head, tally, .. } = desk.batch.nodes()[goal];
                end = End::Found(Found { head, moves: self.moves - tally.left() });
                if self.wanted == Wanted::Any {
                    if tally.left() == 0 && self.is_lenient() {
                        notice.has_way.store(true, Ordering::Relaxed);
                        end = self.run_shorter(stack.nodes(), rank, notice).unless_nothing(end);
                    }
                    break;
                }
                // Only the nodes before it can lead to a way that comes first.
                stack.remove_to(rest + goal);
                continue;
            }
            boards += desk.batch.len() as u64;
            if boards >= PAUSE {
                if self.watch.halts(std::mem::take(&mut boards)) || notice.is_late(rank) {
                    return End::Halted;
                }
                if self.is_lenient() && notice.has_way.load(Ordering::Relaxed) {
                    return self.run_shorter(stack.nodes(), rank, notice);
                }
            }
            stack.truncate(rest);
            self.expand(&mut desk, &mut stack);
        }
        // Whether to give up is asked again before more moves are allowed.
        self.watch.halts(boards);
        end
    }

    /// Searches some nodes with 2 moves less allowed, since a way is found.
    fn run_shorter(&self, nodes: &[Node<G::Mark>], rank: usize, notice: &Notice) -> End {
        let shortened =
            |node: &Node<_>| node.tally.shortened(self.late).map(|tally| Node { tally, ..*node });
        let search = Search { moves: self.moves - 2, late: u8::MAX, ..*self };
        search.run(nodes.iter().filter_map(shortened).collect(), rank, notice)
    }

    /// Puts the nodes one slide from those on the desk on top of the stack.
    fn expand(&self, desk: &mut Desk<G>, stack: &mut Stack<G::Mark>) {
        let Desk { batch, notes, allowed } = desk;
        for place in 0..batch.len() {
            let tally = batch.nodes[place].tally;
            batch.slides[place] = self.beside[tally.gap()] & tally.trail().allowed();
        }
        self.guide.look(batch, notes);
        let mut count = 0;
        for place in 0..batch.len() {
            let lessening = self.guide.lessening(batch, place, notes);
            let members = MEMBERS[usize::from(batch.allowed(place, lessening) % 16)];
            let slides = members as u32 | (0x0404_0404 * place as u32);
            if let Some(four) = allowed[count % (4 * BATCH)..].first_chunk_mut() {
                *four = slides.to_le_bytes();
            }
            count += (members >> 32) as usize;
        }
        let allowed = &allowed[..count.min(4 * BATCH)];
        for (allowed, node) in allowed.iter().zip(stack.grow(allowed.len())) {
            self.slide(batch, notes, allowed / 4, allowed % 4, node);
        }
    }

    /// Makes the node after the slide of the tile `from` there.
    #[inline]
    fn slide(
        &self,
        batch: &Batch<G::Mark>,
        notes: &G::Notes,
        place: u8,
        from: u8,
        made: &mut Node<G::Mark>,
    ) {
        let i = usize::from(place) % BATCH;
        let Node { mark, squares, head, tally } = &batch.nodes[i];
        made.mark = *mark;
        let trail = self.detours.after(tally.trail(), from);
        let gap_change = self.gap_changes[usize::from(from)];
        made.tally = tally.slid(from, batch.nearer[i], self.late, gap_change, trail);
        let (gap4, from4) = (tally.gap4(), made.tally.gap4());
        let tile = squares >> from4 & 15;
        made.squares = squares ^ (tile << gap4 | tile << from4);
        // Of a way that is longer than a head, the first slides are kept.
        let longer = head << 2 | u64::from(from);
        made.head = if self.moves - tally.left() < HEAD { longer } else { *head };
        let slide = Slide { place, from, gap: gap4 as u8 / 4, tile: tile as u8 };
        self.guide.make(batch, slide, notes, &mut made.mark);
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
                    if self.is_final(twig_end) {
                        notice.last.store(last, Ordering::Relaxed);
                    }
                }
            }
        };
        thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
        end.into_inner().expect("no thread panics")
    }

    /// Whether a twig's end leaves nothing to search in those behind it.
    fn is_final(&self, end: End) -> bool {
        match end {
            End::Found(found) => found.moves < self.moves || !self.is_lenient(),
            End::Nothing => false,
            End::Halted => true,
        }
    }

    /// At least `count` nodes in the order of the search, which together are this one.
    fn twigs(&self, root: Node<G::Mark>, count: usize) -> Vec<Node<G::Mark>> {
        let (mut twigs, mut desk) = (vec![root], Desk::new());
        while (1..count).contains(&twigs.len()) && twigs[0].tally.left() > 2 {
            let mut longer = Stack::new(Vec::new());
            for batch in twigs.chunks(BATCH) {
                desk.batch.fill(batch);
                self.expand(&mut desk, &mut longer);
            }
            twigs = longer.nodes().to_vec();
        }
        twigs.reverse();
        twigs
    }

    /// The tiles of the way from a node that starts with these slides; behind a head it is searched
    /// for again, which is little beside the search so far.
    fn way(&self, mut node: Node<G::Mark>, mut head: Head) -> Vec<u8> {
        let (mut way, mut desk) = (Vec::new(), Desk::<G>::new());
        loop {
            for i in (0..node.tally.left().min(HEAD)).rev() {
                let from = (head >> (2 * i) & 3) as u8;
                let gap4 = node.tally.gap4();
                desk.batch.fill(&[node]);
                desk.batch.slides[0] = 1 << from;
                self.guide.look(&desk.batch, &mut desk.notes);
                let lessening = self.guide.lessening(&desk.batch, 0, &desk.notes);
                desk.batch.allowed(0, lessening);
                self.slide(&desk.batch, &desk.notes, 0, from, &mut node);
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
    use crate::search::patterns::{Additive, Patterns};
    use crate::search::solves;

    /// A guide that knows how many tiles are not at home: enough one slide from the goal.
    struct Misplaced(u8);

    impl Guide for Misplaced {
        type Mark = ();
        type Notes = ();

        fn start(&self) -> ((), [u8; 2]) {
            ((), [self.0, 0])
        }

        fn lessening(&self, batch: &Batch<()>, place: usize, (): &()) -> SlideSets {
            batch.lessening(place, 3, |(), Slide { gap, tile, .. }| [gap == tile - 1, true])
        }

        fn make(&self, _: &Batch<()>, _: Slide, (): &(), (): &mut ()) {}
    }

    #[test]
    fn a_way_that_comes_first_but_is_found_later_is_taken() {
        let solved = Board::solved(3, 3);
        let mut beside = solved;
        assert!(beside.slide(8));
        let watch = Watch { halt: &|_| false, expected: 0, searched: AtomicU64::new(0) };
        let first = Wanted::First;
        let mut goal = Search::new(&solved, &Misplaced(0), first, u8::MAX, 0, &watch).root(&solved);
        goal.head = 0b01;
        let search = Search::new(&beside, &Misplaced(1), first, u8::MAX, 1, &watch);
        let nearly = search.root(&beside);
        let run = |stack| search.run(stack, 0, &Notice::default());
        let found = |head| End::Found(Found { head, moves: 1 });
        assert!(run(vec![goal, nearly]) == found(0b10), "the tile from the right");
        assert!(run(vec![nearly, goal]) == found(0b01));
    }

    /// Whatever the number of late moves, so also where ways are found that are not the shortest.
    #[test]
    fn any_way_is_as_short_as_the_first() {
        let patterns = Patterns::new(3, 4);
        let mut rng = fastrand::Rng::with_seed(34);
        for _ in 0..40 {
            let mut board = Board::solved(3, 4);
            for _ in 0..200 {
                let slides: Vec<u8> = board.slides().collect();
                assert!(board.slide(slides[rng.usize(..slides.len())]));
            }
            let guide = Additive::<1>::new(&patterns, &board, 1);
            let way = |wanted, late| {
                let request = Request { wanted, ..Request::default() };
                deepened(&board, &guide, request, late).expect("no halt")
            };
            let first = way(Wanted::First, u8::MAX);
            for late in [2, 7, 12, 17, 22, 27, 32, 37] {
                let any = way(Wanted::Any, late);
                assert!(solves(&any, board), "{board:?}");
                assert_eq!(any.len(), first.len(), "{board:?} {late}");
            }
        }
    }
}
