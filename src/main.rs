//! The command `sliding-puzzle`.

use std::process::ExitCode;

fn main() -> ExitCode {
    sliding_puzzle::cli::main()
}
