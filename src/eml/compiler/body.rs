//! A body: the function that is being compiled, its registers and its jumps.

use indexmap::IndexSet;

use super::super::code::{Function, Op, REGISTERS, Register};
use super::super::error::Span;

/// A place in the code that jumps go to; until the body is finished a jump holds its number.
pub(super) type Label = u32;

#[derive(Default)]
pub(super) struct Body<'s> {
    /// The local names; each lives in the register of its position.
    pub(super) locals: IndexSet<&'s str>,
    /// For each local whether it is assigned on every way to here.
    pub(super) assigned: Vec<bool>,
    /// The first free register; temporaries are taken and given back as on a stack.
    pub(super) top: usize,
    /// The place of the local that is read for the last time before it is assigned again.
    pub(super) taken: Option<Span>,
    /// Where more registers were needed than there are.
    pub(super) full: Option<Span>,
    most: usize,
    ops: Vec<Op>,
    spans: Vec<Span>,
    labels: Vec<u32>,
}

impl<'s> Body<'s> {
    pub(super) fn new(locals: IndexSet<&'s str>, parameters: usize) -> Body<'s> {
        let count = locals.len();
        let assigned = (0..count).map(|local| local < parameters).collect();
        Body { locals, assigned, top: count, most: count, ..Body::default() }
    }

    pub(super) fn local(&self, name: &str) -> Option<Register> {
        self.locals.get_index_of(name).and_then(|local| Register::try_from(local).ok())
    }

    pub(super) fn is_local(&self, register: Register) -> bool {
        usize::from(register) < self.locals.len()
    }

    pub(super) fn emit(&mut self, op: Op, span: Span) {
        self.ops.push(op);
        self.spans.push(span);
    }

    /// Takes a register for a temporary. Whoever takes some sets `top` back afterwards.
    pub(super) fn temporary(&mut self, span: Span) -> Register {
        let register = self.top.min(REGISTERS - 1);
        if register < self.top {
            self.full.get_or_insert(span);
        }
        self.top = register + 1;
        self.most = self.most.max(self.top);
        Register::try_from(register).expect("less than the number of registers")
    }

    /// The first temporary that is free now.
    pub(super) fn free_temporaries(&self) -> Register {
        Register::try_from(self.top).unwrap_or(Register::MAX)
    }

    pub(super) fn label(&mut self) -> Label {
        self.labels.push(u32::MAX);
        super::number(self.labels.len() - 1)
    }

    /// Puts `label` here.
    pub(super) fn bind(&mut self, label: Label) {
        self.labels[label as usize] = super::number(self.ops.len());
    }

    /// Starts a round of a loop; `end_round` tells how long it is.
    pub(super) fn start_round(&mut self, span: Span) -> usize {
        self.emit(Op::Round { cost: 0 }, span);
        self.ops.len() - 1
    }

    pub(super) fn end_round(&mut self, start: usize) {
        self.ops[start] = Op::Round { cost: super::number(self.ops.len() - start) };
    }

    pub(super) fn finish(mut self, name: String, module: u32, parameters: usize) -> Function {
        for to in self.ops.iter_mut().filter_map(Op::target) {
            *to = self.labels[*to as usize];
        }
        Function {
            name,
            module,
            parameters,
            locals: self.locals.into_iter().map(str::to_owned).collect(),
            registers: self.most,
            ops: self.ops,
            spans: self.spans,
        }
    }
}
