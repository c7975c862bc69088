//! Searches for the fewest moves.

pub mod both_ends;
