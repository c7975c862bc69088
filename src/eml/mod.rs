//! EML: the record's own programs, compiled and run.

mod access;
mod builtins;
mod code;
mod compiler;
mod error;
mod format;
mod heap;
mod lexer;
mod limits;
mod machine;
mod number;
mod operators;
mod parser;
mod tree;
mod value;

pub use error::{Call, CompileErrors, Error, Kind, Place};
pub use limits::Limits;

use crate::console::{self, Console, Stop};

/// The text of a module.
#[derive(Clone, Copy, Debug)]
pub struct Source<'s> {
    /// The file's name, such as `board.eml`; `import board` finds it.
    pub name: &'s str,
    /// The text.
    pub text: &'s str,
}

/// Compiles modules to a program that starts with the one named `entry`.
///
/// # Errors
/// All that is wrong with the modules' text; where it is no program at all, the first error of
/// each module.
pub fn compile(sources: &[Source<'_>], entry: &str) -> Result<Program, CompileErrors> {
    let code = compiler::compile(sources, entry)?;
    Ok(Program { code, limits: Limits::default() })
}

/// A compiled program. Every run of it starts afresh.
pub struct Program {
    code: code::Code,
    limits: Limits,
}

impl Program {
    /// The same program with other limits.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Program {
        Program { limits, ..self }
    }
}

impl console::Program for Program {
    /// Runs the program; where it fails, [`Stop::Failed`] holds an [`Error`].
    fn run(&self, console: &mut dyn Console) -> Result<(), Stop> {
        machine::run(&self.code, self.limits, console)
    }
}
