//! The P054 sliding puzzle, and the kit that proves it faithful.
//!
//! A [`Program`](console::Program) talks to a [`Console`](console::Console) and to nothing else:
//! it prints, and it asks for typed lines. So a game is a pure function from typed lines to a
//! [`Transcript`](transcript::Transcript), a list of turns that gives the screen a person sees and
//! the bytes a pipe gets. Recorded sessions are the specification: every `.in` file under `spec/`
//! is replayed, and its screen compared, byte for byte, with the snapshot of the same path.
//!
//! ```text
//!  spec/**/*.in ──► replay ──► Program
//!                     │          talks to a Console
//!                     ▼
//!                Transcript ── screen / stdout ──► compare with snapshots/** ──► report by turn
//! ```
//!
//! The game is [`programs::p054`]: 3 x 3 and 4 x 4 [`board`]s, shuffles from a seed ([`rng`]), and
//! the fewest moves for 3 x 3 found from both ends, in the order in which the record finds them. Beside
//! that, [`search`] has optimal solvers for every board up to 4 x 4, for the programs `solve` and
//! `explore`. [`stream`] runs it on a terminal or as a filter. [`eml`] runs programs written in
//! EML, such as the game's original; [`programs`] and [`eml`] never meet, and [`kit`] is the only
//! referee of their agreement. [`kit`] walks the specification,
//! compares, reports, and turns cases into records, recordings and copies; [`cli`] is the command
//! line over all of it.
//!
//! ```
//! use sliding_puzzle::kit::compare::{Difference, Form};
//! use sliding_puzzle::programs::p054;
//! use sliding_puzzle::transcript::{Ending, replay};
//!
//! let transcript = replay(&p054::play, "1\n4 1 2\n7\n");
//! assert_eq!(transcript.ending(), &Ending::Quit);
//! assert!(transcript.screen().contains("Moves 3. Slide one of: 2 6 8.\n"));
//!
//! // One byte more, and the comparison says where.
//! let screen = transcript.screen().as_bytes();
//! let other = transcript.screen().replace("Moves 3.", "Moves 3 .");
//! let difference =
//!     Difference::between(&transcript, Form::Echoed, screen, other.as_bytes()).unwrap();
//! assert_eq!(difference.typed.as_deref(), Some("4 1 2"));
//! ```
//!
//! The modules, in the order in which to read them:

pub mod console;
pub mod transcript;

pub mod board;
pub mod rng;
pub mod search;

pub mod programs;
pub mod stream;

pub mod eml;

pub mod kit;

pub mod cli;
