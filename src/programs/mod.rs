//! The programs of the house, and the table of their names.

pub mod explore;
pub mod fifteen;
pub mod p054;
pub mod solve;

use crate::console::Program;

/// A program under the name that its folder in `spec/` has.
pub struct Named {
    /// The name.
    pub name: &'static str,
    /// The program.
    pub program: &'static (dyn Program + Sync),
}

/// Every program, by name.
pub static PROGRAMS: &[Named] = &[
    Named { name: "p054", program: &(p054::play as Play) },
    Named { name: "explore", program: &(explore::explore as Play) },
    Named { name: "fifteen", program: &(fifteen::play as Play) },
    Named { name: "solve", program: &(solve::solve as Play) },
];

type Play = fn(&mut dyn crate::console::Console) -> Result<(), crate::console::Stop>;

/// The program of that name.
pub fn find(name: &str) -> Option<&'static (dyn Program + Sync)> {
    PROGRAMS.iter().find(|named| named.name == name).map(|named| named.program)
}
