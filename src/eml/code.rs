//! The code: what a program is compiled to, and what the machine runs.
//!
//! Code is plain data, shared by all runs of a program. A function's instructions work on its
//! *registers*: its parameters, its other local names, then temporaries.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::error::{Place, Span};
use super::tree::Arithmetic;

/// A register of the running function.
pub(super) type Register = u8;

/// How many registers a function can have, one for each number a [`Register`] can say.
pub(super) const REGISTERS: usize = 256;

/// A whole program.
pub(super) struct Code {
    pub(super) modules: Vec<Module>,
    pub(super) functions: Vec<Function>,
    pub(super) classes: Vec<Class>,
    pub(super) constants: Vec<Constant>,
    /// The names of attributes; instructions hold their numbers.
    pub(super) names: Vec<String>,
    /// The globals of all modules, each with the value it starts with.
    pub(super) globals: Vec<Global>,
    /// The module that runs first.
    pub(super) entry: u32,
}

/// A table with numbers of names or globals in it.
pub(super) type Table = HashMap<u32, u32, RandomState>;

/// A module's text, and its compiled body.
pub(super) struct Module {
    /// The name it was handed over with, for errors.
    pub(super) file: String,
    /// The name it is imported by.
    pub(super) name: String,
    pub(super) text: String,
    /// The function that runs the module.
    pub(super) body: u32,
    /// From a name's number to the number of the global of that name.
    pub(super) globals: Table,
}

/// A global name of some module.
pub(super) struct Global {
    pub(super) name: String,
    /// The built-in function of that name, which it stands for until it is assigned.
    pub(super) builtin: Option<Builtin>,
}

/// A function, a method or a module's body.
pub(super) struct Function {
    pub(super) name: String,
    pub(super) module: u32,
    /// How many of the registers the arguments fill.
    pub(super) parameters: usize,
    /// The local names; each lives in the register of its position.
    pub(super) locals: Vec<String>,
    /// How many registers it uses.
    pub(super) registers: usize,
    pub(super) ops: Vec<Op>,
    /// For each instruction the place an error in it is marked at.
    pub(super) spans: Vec<Span>,
}

pub(super) struct Class {
    pub(super) name: String,
    /// From a name's number to the number of the method's function.
    pub(super) methods: Table,
    pub(super) init: Option<u32>,
}

#[derive(Clone, Debug)]
pub(super) enum Constant {
    None,
    Bool(bool),
    Int(i64),
    Float(f64),
    Str(String),
    Function(u32),
    Class(u32),
    Builtin(Builtin),
}

/// The built-in functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Builtin {
    Len,
    Str,
    Int,
    Input,
}

impl Builtin {
    pub(super) const ALL: [Builtin; 4] = [Builtin::Len, Builtin::Str, Builtin::Int, Builtin::Input];

    pub(super) fn name(self) -> &'static str {
        match self {
            Builtin::Len => "len",
            Builtin::Str => "str",
            Builtin::Int => "int",
            Builtin::Input => "input",
        }
    }

    pub(super) fn named(name: &str) -> Option<Builtin> {
        Builtin::ALL.into_iter().find(|builtin| builtin.name() == name)
    }

    /// The error of a call with `count` arguments; every built-in function takes one.
    pub(super) fn wrong_count(self, count: usize) -> String {
        format!("`{}` takes 1 argument, got {count}", self.name())
    }
}

/// The outcomes of a comparison that a jump is taken on, one bit each: less, equal, greater,
/// and none of these (where a float is not a number).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Outcomes(u8);

impl Outcomes {
    pub(super) const LESS: Outcomes = Outcomes(1);
    pub(super) const LESS_OR_EQUAL: Outcomes = Outcomes(3);
    pub(super) const GREATER: Outcomes = Outcomes(4);
    pub(super) const GREATER_OR_EQUAL: Outcomes = Outcomes(6);

    /// All the other outcomes.
    pub(super) fn inverse(self) -> Outcomes {
        Outcomes(self.0 ^ 15)
    }

    pub(super) fn contain(self, outcome: Option<std::cmp::Ordering>) -> bool {
        let bit = outcome.map_or(3, |ordering| ordering as i8 + 1);
        self.0 >> bit & 1 == 1
    }

    /// As [`contain`](Outcomes::contain), for what can always be ordered.
    pub(super) fn contain_order(self, order: std::cmp::Ordering) -> bool {
        self.0 >> (order as i8 + 1) & 1 == 1
    }
}

/// An instruction. `to` is where a jump goes: the position of an instruction.
#[derive(Clone, Copy, Debug)]
pub(super) enum Op {
    Constant { dst: Register, constant: u32 },
    Move { dst: Register, src: Register },
    // Fails if the local `src` is not assigned.
    Check { src: Register },
    Global { dst: Register, global: u32 },
    SetGlobal { src: Register, global: u32 },

    // `dst = a + b`. With `take`, nobody needs `a` any more: it may grow in place.
    Add { dst: Register, a: Register, b: Register, take: bool },
    AddConstant { dst: Register, a: Register, take: bool, constant: u32 },
    // `dst = a + [item]`, taking both.
    Append { dst: Register, a: Register, item: Register },
    Arithmetic { op: Arithmetic, dst: Register, a: Register, b: Register },
    ArithmeticConstant { op: Arithmetic, dst: Register, a: Register, constant: u32 },
    Negate { dst: Register, a: Register },

    // Lets go of the global, attribute or item just read, so that the copy in the register is
    // the only one and may grow in place; it is assigned right after. Temporaries from
    // `temporaries` on are cleared, since they may hold it too.
    ReleaseGlobal { global: u32, temporaries: Register },
    ReleaseAttribute { of: Register, name: u32, temporaries: Register },
    ReleaseItem { of: Register, index: Register, temporaries: Register },

    Index { dst: Register, of: Register, index: Register },
    IndexConstant { dst: Register, of: Register, index: i32 },
    SetIndex { of: Register, index: Register, src: Register },
    Slice { dst: Register, of: Register, from: Register, to: Register },
    Attribute { dst: Register, of: Register, name: u32 },
    SetAttribute { of: Register, src: Register, name: u32 },

    // A list of the `count` registers from `first` on, taking them.
    List { dst: Register, first: Register, count: u8 },
    Dict { dst: Register },
    Import { dst: Register, module: u32 },
    Print { src: Register },

    // Calls what is in `callee` with the `count` registers after it, taking them.
    Call { dst: Register, callee: Register, count: u8 },
    // The same for the attribute `name` of what is in `callee`.
    CallMethod { dst: Register, callee: Register, count: u8, name: u32 },
    CallBuiltin { builtin: Builtin, dst: Register, argument: Register },
    // Returns what is in `src`, taking it.
    Return { src: Register },
    ReturnNone,

    Jump { to: u32 },
    JumpIf { a: Register, when: bool, to: u32 },
    JumpEqual { a: Register, b: Register, when: bool, to: u32 },
    JumpEqualConstant { a: Register, constant: u16, to: u32 },
    JumpUnequalConstant { a: Register, constant: u16, to: u32 },
    JumpCompare { on: Outcomes, a: Register, b: Register, to: u32 },
    JumpCompareInt { on: Outcomes, a: Register, b: i8, to: u32 },
    JumpIn { item: Register, of: Register, when: bool, to: u32 },

    // Stands at the start of a `while` body, `cost` instructions long.
    Round { cost: u32 },
    // Checks that a range's ends, in `ends` and the register after it, are integers.
    Range { ends: Register },
    // The range's next number into `dst` and on to `to`, or past the loop.
    NextInRange { ends: Register, dst: Register, to: u32 },
    // Checks that what is in `of` can be run over; the two registers after it keep the count.
    Each { of: Register },
    NextOfEach { of: Register, dst: Register, to: u32 },
}

impl Op {
    /// Where a jump goes.
    pub(super) fn target(&mut self) -> Option<&mut u32> {
        match self {
            Op::Jump { to }
            | Op::JumpIf { to, .. }
            | Op::JumpEqual { to, .. }
            | Op::JumpEqualConstant { to, .. }
            | Op::JumpUnequalConstant { to, .. }
            | Op::JumpCompare { to, .. }
            | Op::JumpCompareInt { to, .. }
            | Op::JumpIn { to, .. }
            | Op::NextInRange { to, .. }
            | Op::NextOfEach { to, .. } => Some(to),
            _ => None,
        }
    }
}

impl Code {
    /// The place of instruction `at` of a function.
    pub(super) fn place(&self, function: u32, at: usize) -> Place {
        let function = &self.functions[function as usize];
        let module = &self.modules[function.module as usize];
        Place::new(&module.file, &module.text, function.spans[at])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instruction_takes_eight_bytes() {
        assert_eq!(size_of::<Op>(), 8);
    }

    #[test]
    fn an_inverse_has_the_other_outcomes() {
        use std::cmp::Ordering::{Equal, Greater, Less};
        let outcomes = Outcomes::LESS_OR_EQUAL;
        for outcome in [Some(Less), Some(Equal), Some(Greater), None] {
            assert_ne!(outcomes.contain(outcome), outcomes.inverse().contain(outcome));
        }
        assert!(outcomes.contain(Some(Less)) && !outcomes.contain(None));
    }
}
