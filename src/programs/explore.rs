//! `explore`: A* on a board, step by step.
//!
//! It shows each state that the search pops, so that one can follow why it is this one.

use crate::board::Board;
use crate::console::{Console, Stop};
use crate::programs::solve;
use crate::search::a_star::AStar;

/// Explores boards until it is quit.
///
/// # Errors
/// The console's [`Stop`].
pub fn explore(console: &mut dyn Console) -> Result<(), Stop> {
    console.print(WELCOME)?;
    let mut next = ask_board(console)?;
    while let Some(board) = next {
        next = search(board, console)?;
    }
    console.print("Bye.\n")
}

const WELCOME: &str = "\
== A* on a sliding puzzle ==
Each step pops the waiting state with the least f = g + h: g moves so far, and h at least to go.
";

const HELP: &str = "\
Type `step`, `step N`, `back`, `run`, `slide TILE`, `way`, `new` or `quit`; an empty line steps.
";

/// The most states that a search may find. Only 181,440 boards of 3 x 3 can be reached, so
/// this stops searches on larger boards only.
const LIMIT: usize = 300_000;

/// Asks until a board is typed that can be solved; `None` for `quit`.
fn ask_board(console: &mut dyn Console) -> Result<Option<Board>, Stop> {
    loop {
        let typed = console.ask("board> ")?;
        if typed.trim_ascii() == "quit" {
            return Ok(None);
        }
        match solve::parse(&typed, None) {
            Ok(Some(board)) if board.is_solvable() => return Ok(Some(board)),
            Ok(Some(board)) => refuse(&board, console)?,
            Ok(None) => console.print("Type a board, row by row, 0 for the gap, or `quit`.\n")?,
            Err(reason) => writeln!(console, "No board: {reason}.")?,
        }
    }
}

fn refuse(board: &Board, console: &mut dyn Console) -> Result<(), Stop> {
    let inversions = Inversions::of(board);
    if board.columns() % 2 == 1 {
        writeln!(console, "That board cannot be solved: {inversions}, and no slide makes it even.")
    } else {
        let row = board.gap_row_from_bottom();
        writeln!(
            console,
            "That board cannot be solved: {inversions}, and the gap in row {row} from the bottom; \
             their sum is even, and no slide makes it odd."
        )
    }
}

/// The inversions of a board and their parity, in words.
struct Inversions(usize);

impl Inversions {
    fn of(board: &Board) -> Inversions {
        Inversions(board.inversions())
    }
}

impl std::fmt::Display for Inversions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let s = if self.0 == 1 { "" } else { "s" };
        let parity = if self.0.is_multiple_of(2) { "even" } else { "odd" };
        write!(f, "{} inversion{s} ({parity})", self.0)
    }
}

/// Steps through the search from `board`. Returns the next board; `None` for `quit`.
fn search(board: Board, console: &mut dyn Console) -> Result<Option<Board>, Stop> {
    let mut search = AStar::new(&board);
    show(&search, console)?;
    console.print(HELP)?;
    loop {
        let typed = console.ask("explore> ")?;
        let words: Vec<&str> = typed.split_ascii_whitespace().collect();
        match words[..] {
            [] | ["step"] => step(&mut search, 1, console)?,
            ["step", count] => match count.parse() {
                Ok(count) => step(&mut search, count, console)?,
                Err(_) => console.print("Type `step` and how often.\n")?,
            },
            ["run"] => step(&mut search, usize::MAX, console)?,
            ["back"] => back(&mut search, console)?,
            ["way"] => way(&search, console)?,
            ["slide", tile] => {
                let mut board = search.state().board;
                if tile.parse().is_ok_and(|tile| board.slide(tile)) {
                    console.print("A new search, from the board after that slide.\n")?;
                    return Ok(Some(board));
                }
                console.print("That is no tile beside the gap.\n")?;
            }
            ["new"] => return ask_board(console),
            ["quit"] => return Ok(None),
            _ => console.print(HELP)?,
        }
    }
}

/// Steps `count` times, unless the goal comes first, or the limit.
fn step(search: &mut AStar, count: usize, console: &mut dyn Console) -> Result<(), Stop> {
    let at_goal = |search: &AStar| search.state().board.is_solved();
    if at_goal(search) {
        return console.print("The goal is reached. Go `back`, or type a `new` board.\n");
    }
    for _ in 0..count {
        if search.popped() + search.waiting() >= LIMIT {
            writeln!(console, "The search stops at {LIMIT} states.")?;
            break;
        }
        search.step();
        if at_goal(search) {
            break;
        }
    }
    show(search, console)
}

fn back(search: &mut AStar, console: &mut dyn Console) -> Result<(), Stop> {
    if search.back() { show(search, console) } else { console.print("This is the first state.\n") }
}

fn way(search: &AStar, console: &mut dyn Console) -> Result<(), Stop> {
    let way = search.way();
    if way.is_empty() {
        return console.print("This is the board that was typed: no move so far.\n");
    }
    let tiles: String = way.iter().map(|tile| format!(" {tile}")).collect();
    writeln!(console, "Slid so far, in order:{tiles}.")
}

fn show(search: &AStar, console: &mut dyn Console) -> Result<(), Stop> {
    let state = search.state();
    let (popped, waiting) = (search.popped(), search.waiting());
    let reachable = reachable(&state.board);
    writeln!(console, "\nState {popped} popped, {waiting} waiting, {reachable} reachable.")?;
    console.print(&state.board.to_string())?;
    let inversions = Inversions::of(&state.board);
    writeln!(console, "g {} + h {} = f {}; {inversions}.", state.g, state.h, state.g + state.h)?;
    if state.board.is_solved() {
        let s = if state.g == 1 { "" } else { "s" };
        writeln!(console, "Solved in {} move{s}: no way is shorter.", state.g)?;
    }
    Ok(())
}

/// How many boards slides can reach: half of all orders of the numbers.
fn reachable(board: &Board) -> u64 {
    (3..=board.numbers().len() as u64).product()
}
