//! EML: the language of the record, compiled and run.
//!
//! EML is a small teaching language with Python's meaning and an arrow for assignment. This
//! engine runs the programs of a record on a [`Console`], and reaches nothing else: no file,
//! network, clock or environment. Programs of strangers are safe to run: [`Limits`] bound what
//! they use up, and every failure is an [`Error`] that says where it happened and why.
//!
//! ```
//! use sliding_puzzle::eml::{self, Source};
//! use sliding_puzzle::transcript::replay;
//!
//! let text = r#"
//! def greeting(name):
//!     return "Hello, " + name + "."
//!
//! input("name> ") => name
//! greeting(name) ^0
//! for k in [1:3]:
//!     k * k ^0
//! "#;
//! let program = eml::compile(&[Source { name: "main.eml", text }], "main.eml")?;
//! assert_eq!(replay(&program, "Ada\n").screen(), "name> Ada\nHello, Ada.\n1\n4\n9\n");
//! # Ok::<(), eml::CompileErrors>(())
//! ```
//!
//! # The language
//!
//! **Text.** A program is a set of modules, each a text in UTF-8. Statements end with their line;
//! inside brackets a line end means nothing. Blocks are indented, after a `:` that ends a line;
//! blanks and tabs count as in Python. `#` starts a comment. Names are ASCII letters, digits and
//! `_`, and Python's keywords are no names.
//!
//! **Statements.**
//!
//! | written | meaning |
//! |---|---|
//! | `value => name` | assigns; `=> a[i]` and `=> a.b` assign an item or an attribute |
//! | `value ^0` | prints `str(value)` and a line end |
//! | `if` / `elif` / `else`, `while` | as in Python |
//! | `for x in [a:b]:` | runs from `a` to `b`, both included; not at all if `b` is below `a` |
//! | `for x in value:` | runs over a list, a string's characters or a dict's keys |
//! | `def f(a, b):`, `return` | a function at a module's top; without `return` it gives `None` |
//! | `class A:` | methods only; `__init__` makes an instance, `self` is named first |
//! | `import name` | binds the module `name`, which runs at its first import |
//! | `f(x)` | a call may stand alone; any other value that nobody uses is refused |
//!
//! **Names.** A name assigned in a function is local to all of it. Other names are those of the
//! module, whenever they are assigned, and then the built-in functions, whose names can be taken.
//!
//! **Values.** `int`, `float`, `str`, `True` and `False`, `None`, lists, dicts, functions,
//! classes, instances, modules. Lists, dicts and instances are shared by reference; dicts keep
//! their keys in the order they came; strings count, compare and index by code point. `True` and
//! `False` count as 1 and 0 in arithmetic. Strings stand in double or single quotes, with
//! Python's escapes `\\ \' \" \n \t \r \x \u \U`.
//!
//! **Operators**, from the loosest: `or`, `and`, `not`, the comparisons
//! `== != < <= > >= in` and `not in`, `+ -`, `* / %`, unary `-`, then calls, indexes, slices and
//! attributes. `/` always gives a float, `%` has the sign of its right operand, `and` and `or`
//! give back an operand. `+` joins strings, or lists into a new one, and `*` repeats them.
//! `a[i:j]` is a copy of the items from `i` up to but without `j`; either may be left out.
//!
//! **Built in** are `len(x)`, `str(x)`, `int(x)` of a number or a string of digits, and
//! `input(prompt)`. Where the input has ended, `input` stops the program with
//! [`Stop::InputEnded`].
//!
//! # What is up to this engine
//!
//! - An integer has 64 bits. A result that does not fit is an error; nothing ever wraps.
//! - A name that is assigned nowhere keeps a program from being compiled, even where it would
//!   never be read.
//! - Whatever Python has and the record does not show is refused where it stands: `break`,
//!   exceptions, comprehensions, tuples, default arguments, functions inside functions,
//!   attributes of classes, chained comparisons, ordering lists, methods of strings and lists,
//!   slices with a step or as a target, and the rest.
//! - Only instances have attributes that can be assigned.
//! - `str` of a function, class, instance or module is `<function f>`, `<class A>`, `<A object>`
//!   or `<module m>`.
//! - Importing the module that was started first binds that module; it does not run once more.
//! - Source text nests at most 150 levels deep, and a value that is printed or compared 200. A
//!   function has at most 128 local names, and a module 16 MiB.
//! - `x + y => x` adds to the value of `x` in place where nobody else holds it, for lists and
//!   strings in names, attributes and items; so building one bit by bit takes linear time.
//! - Memory is given back when the last reference goes. Values that hold each other in a circle
//!   stay until the process ends, and count as live.
//!
//! # The way of a program
//!
//! ```text
//! text ─ lexer ─ tokens ─ parser ─ tree ─ compiler ─ code ─ machine ─ console
//! ```
//!
//! The compiler finds for each name where it lives, a register or a global, so that the machine
//! looks up none; conditions become jumps that compare; and the places for errors stand beside
//! the code, not in it. The engine knows the [`console`] and nothing else of this crate.

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
mod registers;
mod text;
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
