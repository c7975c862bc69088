//! Expressions: each is made in a register.

use super::super::code::{Builtin, Constant, Op, Register};
use super::super::error::Span;
use super::super::tree::{Arithmetic, Expr, ExprKind, Logic, Name};
use super::{Compiler, Slot};

/// The right operand of a `+`.
pub(super) enum Addend {
    Register(Register),
    Constant(Constant),
    /// `[item]`, of which only the item is made.
    OneItem(Register),
}

impl<'s> Compiler<'_, 's> {
    /// Makes `expr` in some register: the local that it is, or a temporary.
    pub(super) fn operand(&mut self, expr: &Expr<'s>) -> Register {
        if let ExprKind::Name(name) = expr.kind
            && let Some(Slot::Local(local)) = self.slot(name)
        {
            self.check(local, expr.span);
            return local;
        }
        let dst = self.body.temporary(expr.span);
        self.into(expr, dst);
        dst
    }

    /// As [`operand`](Self::operand), for the first operand of what is made in `dst`: if that is
    /// a temporary, it serves for the operand too.
    fn first_operand(&mut self, expr: &Expr<'s>, dst: Register) -> Register {
        if matches!(expr.kind, ExprKind::Name(_)) || self.body.is_local(dst) {
            return self.operand(expr);
        }
        self.into(expr, dst);
        dst
    }

    /// Makes `expr` in `dst`. A local `dst` changes only after all of `expr` is read.
    pub(super) fn into(&mut self, expr: &Expr<'s>, dst: Register) {
        let top = self.body.top;
        let span = expr.span;
        match &expr.kind {
            ExprKind::None => self.constant(dst, Constant::None, span),
            ExprKind::Bool(truth) => self.constant(dst, Constant::Bool(*truth), span),
            ExprKind::Int(number) => self.constant(dst, Constant::Int(*number), span),
            ExprKind::Float(number) => self.constant(dst, Constant::Float(*number), span),
            ExprKind::Str(text) => self.constant(dst, Constant::Str(text.clone()), span),
            ExprKind::Name(name) => self.read(name, dst, span),
            ExprKind::List(items) => self.list(items, dst, span),
            ExprKind::Dict(entries) => self.dict(entries, dst, span),
            ExprKind::Arithmetic { op: Arithmetic::Add, left, right } => {
                self.sum(left, right, dst, span);
            }
            ExprKind::Arithmetic { op, left, right } => {
                self.arithmetic(*op, left, right, dst, span);
            }
            ExprKind::Comparison { .. } | ExprKind::Not(_) => self.truth(expr, dst),
            ExprKind::Logic { op, left, right } => self.logic(*op, left, right, dst, span),
            ExprKind::Negative(operand) => {
                let a = self.first_operand(operand, dst);
                self.body.emit(Op::Negate { dst, a }, span);
            }
            ExprKind::Call { callee, arguments } => self.call(callee, arguments, dst, span),
            ExprKind::Index { of, index } => self.index(of, index, dst, span),
            ExprKind::Slice { of, from, to } => {
                self.slice(of, from.as_deref(), to.as_deref(), dst, span);
            }
            ExprKind::Attribute { of, name } => {
                let of = self.first_operand(of, dst);
                let number = self.name(name.text);
                self.body.emit(Op::Attribute { dst, of, name: number }, name.span);
            }
        }
        self.body.top = top;
    }

    /// Makes the value for the name `target` in `dst`; what the name holds may be taken for it.
    pub(super) fn assign_into(&mut self, value: &Expr<'s>, target: &str, dst: Register) {
        self.body.taken = match self.slot(target) {
            Some(Slot::Local(_)) => grown_leaf(value, target).map(|leaf| leaf.span),
            _ => None,
        };
        self.into(value, dst);
        self.body.taken = None;
    }

    pub(super) fn constant(&mut self, dst: Register, constant: Constant, span: Span) {
        let constant = self.constants.number(constant);
        self.body.emit(Op::Constant { dst, constant }, span);
    }

    fn check(&mut self, local: Register, span: Span) {
        if !self.body.assigned[usize::from(local)] {
            self.body.emit(Op::Check { src: local }, span);
        }
    }

    fn read(&mut self, name: &str, dst: Register, span: Span) {
        match self.slot(name) {
            Some(Slot::Local(src)) => {
                self.check(src, span);
                self.body.emit(Op::Move { dst, src }, span);
            }
            Some(Slot::Global(global)) => self.body.emit(Op::Global { dst, global }, span),
            Some(Slot::Builtin(builtin)) => {
                self.constant(dst, Constant::Builtin(builtin), span);
            }
            None => self.unknown_name(name, span),
        }
    }

    /// A register other than a local's to make something in, bit by bit, that goes to `dst`.
    fn scratch(&mut self, dst: Register, span: Span) -> Register {
        if self.body.is_local(dst) { self.body.temporary(span) } else { dst }
    }

    fn move_scratch(&mut self, scratch: Register, dst: Register, span: Span) {
        if scratch != dst {
            self.body.emit(Op::Move { dst, src: scratch }, span);
        }
    }

    fn list(&mut self, items: &[Expr<'s>], dst: Register, span: Span) {
        const AT_ONCE: usize = 16;
        let (at_once, rest) = items.split_at(items.len().min(AT_ONCE));
        let scratch = if rest.is_empty() { dst } else { self.scratch(dst, span) };
        let top = self.body.top;
        let first = self.body.free_temporaries();
        self.consecutive(at_once);
        let count = u8::try_from(at_once.len()).expect("a few items");
        self.body.emit(Op::List { dst: scratch, first, count }, span);
        for item in rest {
            self.body.top = top;
            let register = self.body.temporary(item.span);
            self.into(item, register);
            self.body.emit(Op::Append { dst: scratch, a: scratch, item: register }, span);
        }
        self.move_scratch(scratch, dst, span);
    }

    /// Makes the expressions in consecutive new registers.
    fn consecutive(&mut self, exprs: &[Expr<'s>]) {
        for expr in exprs {
            let register = self.body.temporary(expr.span);
            self.into(expr, register);
        }
    }

    fn dict(&mut self, entries: &[(Expr<'s>, Expr<'s>)], dst: Register, span: Span) {
        let of = self.scratch(dst, span);
        self.body.emit(Op::Dict { dst: of }, span);
        let top = self.body.top;
        for (key, value) in entries {
            let index = self.operand(key);
            let src = self.operand(value);
            self.body.emit(Op::SetIndex { of, index, src }, key.span);
            self.body.top = top;
        }
        self.move_scratch(of, dst, span);
    }

    fn sum(&mut self, left: &Expr<'s>, right: &Expr<'s>, dst: Register, span: Span) {
        let taken = self.body.taken == Some(left.span);
        let a = self.first_operand(left, dst);
        let take = taken || !self.body.is_local(a);
        let addend = if take { self.addend(right) } else { self.plain_addend(right) };
        self.add_into(dst, a, addend, take, span);
    }

    /// Makes the right operand of a `+` whose left one may grow in place.
    pub(super) fn addend(&mut self, right: &Expr<'s>) -> Addend {
        match &right.kind {
            ExprKind::List(items) if items.len() == 1 => {
                let item = self.body.temporary(right.span);
                self.into(&items[0], item);
                Addend::OneItem(item)
            }
            _ => self.plain_addend(right),
        }
    }

    fn plain_addend(&mut self, right: &Expr<'s>) -> Addend {
        match constant_of(right) {
            Some(constant) => Addend::Constant(constant),
            None => Addend::Register(self.operand(right)),
        }
    }

    pub(super) fn add_into(
        &mut self,
        dst: Register,
        a: Register,
        addend: Addend,
        take: bool,
        span: Span,
    ) {
        let op = match addend {
            // What is added to itself is still needed.
            Addend::Register(b) => Op::Add { dst, a, b, take: take && a != b },
            Addend::Constant(constant) => {
                let constant = self.constants.number(constant);
                Op::AddConstant { dst, a, take, constant }
            }
            Addend::OneItem(item) => Op::Append { dst, a, item },
        };
        self.body.emit(op, span);
    }

    fn arithmetic(
        &mut self,
        op: Arithmetic,
        left: &Expr<'s>,
        right: &Expr<'s>,
        dst: Register,
        span: Span,
    ) {
        let a = self.first_operand(left, dst);
        let op = match constant_of(right) {
            Some(constant) => {
                let constant = self.constants.number(constant);
                Op::ArithmeticConstant { op, dst, a, constant }
            }
            None => Op::Arithmetic { op, dst, a, b: self.operand(right) },
        };
        self.body.emit(op, span);
    }

    /// Makes `True` or `False` of a condition.
    fn truth(&mut self, condition: &Expr<'s>, dst: Register) {
        let (yes, end) = (self.body.label(), self.body.label());
        self.jump_if(condition, true, yes);
        self.constant(dst, Constant::Bool(false), condition.span);
        self.body.emit(Op::Jump { to: end }, condition.span);
        self.body.bind(yes);
        self.constant(dst, Constant::Bool(true), condition.span);
        self.body.bind(end);
    }

    /// `and` and `or` give back the operand that decides.
    fn logic(&mut self, op: Logic, left: &Expr<'s>, right: &Expr<'s>, dst: Register, span: Span) {
        let end = self.body.label();
        let scratch = self.scratch(dst, span);
        self.into(left, scratch);
        self.body.emit(Op::JumpIf { a: scratch, when: op == Logic::Or, to: end }, span);
        self.into(right, scratch);
        self.body.bind(end);
        self.move_scratch(scratch, dst, span);
    }

    fn index(&mut self, of: &Expr<'s>, index: &Expr<'s>, dst: Register, span: Span) {
        let of = self.first_operand(of, dst);
        let op = match index.kind {
            ExprKind::Int(number) if i32::try_from(number).is_ok() => {
                Op::IndexConstant { dst, of, index: i32::try_from(number).unwrap_or_default() }
            }
            _ => Op::Index { dst, of, index: self.operand(index) },
        };
        self.body.emit(op, span);
    }

    fn slice(
        &mut self,
        of: &Expr<'s>,
        from: Option<&Expr<'s>>,
        to: Option<&Expr<'s>>,
        dst: Register,
        span: Span,
    ) {
        let of = self.first_operand(of, dst);
        let from = self.bound(from, span);
        let to = self.bound(to, span);
        self.body.emit(Op::Slice { dst, of, from, to }, span);
    }

    fn bound(&mut self, bound: Option<&Expr<'s>>, span: Span) -> Register {
        if let Some(bound) = bound {
            return self.operand(bound);
        }
        let register = self.body.temporary(span);
        self.constant(register, Constant::None, span);
        register
    }

    fn call(&mut self, callee: &Expr<'s>, arguments: &[Expr<'s>], dst: Register, span: Span) {
        if let ExprKind::Name(name) = callee.kind
            && let Some(Slot::Builtin(builtin)) = self.slot(name)
        {
            return self.call_builtin(builtin, arguments, dst, span);
        }
        // The arguments must come right above the callee.
        let is_topmost = !self.body.is_local(dst) && usize::from(dst) + 1 == self.body.top;
        let register = if is_topmost { dst } else { self.body.temporary(span) };
        if let ExprKind::Attribute { of, name } = &callee.kind {
            return self.call_method(of, *name, register, arguments, dst, span);
        }
        self.into(callee, register);
        self.consecutive(arguments);
        let count = count(arguments);
        self.body.emit(Op::Call { dst, callee: register, count }, span);
    }

    fn call_method(
        &mut self,
        of: &Expr<'s>,
        name: Name<'s>,
        callee: Register,
        arguments: &[Expr<'s>],
        dst: Register,
        span: Span,
    ) {
        self.into(of, callee);
        self.consecutive(arguments);
        let count = count(arguments);
        let name = self.name(name.text);
        self.body.emit(Op::CallMethod { dst, callee, count, name }, span);
    }

    fn call_builtin(
        &mut self,
        builtin: Builtin,
        arguments: &[Expr<'s>],
        dst: Register,
        span: Span,
    ) {
        if let [argument] = arguments {
            let argument = self.operand(argument);
            self.body.emit(Op::CallBuiltin { builtin, dst, argument }, span);
        } else {
            self.fault(span, builtin.wrong_count(arguments.len()));
        }
    }
}

/// How many arguments there are. More than can be said need more registers than there are, which
/// is an error.
fn count(arguments: &[Expr<'_>]) -> u8 {
    u8::try_from(arguments.len()).unwrap_or(u8::MAX)
}

/// The constant that a number or a string is.
pub(super) fn constant_of(expr: &Expr<'_>) -> Option<Constant> {
    match &expr.kind {
        ExprKind::Int(number) => Some(Constant::Int(*number)),
        ExprKind::Str(text) => Some(Constant::Str(text.clone())),
        _ => None,
    }
}

/// In `name + a + b ...` the first operand, unless `b` or a later one reads the name too: the
/// name's value may be taken for the first sum.
fn grown_leaf<'e, 's>(value: &'e Expr<'s>, name: &str) -> Option<&'e Expr<'s>> {
    let ExprKind::Arithmetic { op: Arithmetic::Add, left, right } = &value.kind else {
        return None;
    };
    match left.kind {
        ExprKind::Name(leaf) => (leaf == name).then_some(left),
        _ if reads(right, name) => None,
        _ => grown_leaf(left, name),
    }
}

/// Whether `expr` reads the name.
fn reads(expr: &Expr<'_>, name: &str) -> bool {
    let read = |expr: &Expr<'_>| reads(expr, name);
    match &expr.kind {
        ExprKind::Name(read) => *read == name,
        ExprKind::List(items) => items.iter().any(read),
        ExprKind::Dict(entries) => entries.iter().any(|(key, value)| read(key) || read(value)),
        ExprKind::Arithmetic { left, right, .. }
        | ExprKind::Comparison { left, right, .. }
        | ExprKind::Logic { left, right, .. } => read(left) || read(right),
        ExprKind::Not(operand) | ExprKind::Negative(operand) => read(operand),
        ExprKind::Call { callee, arguments } => read(callee) || arguments.iter().any(read),
        ExprKind::Index { of, index } => read(of) || read(index),
        ExprKind::Slice { of, from, to } => {
            read(of) || from.as_deref().is_some_and(read) || to.as_deref().is_some_and(read)
        }
        ExprKind::Attribute { of, .. } => read(of),
        ExprKind::None
        | ExprKind::Bool(_)
        | ExprKind::Int(_)
        | ExprKind::Float(_)
        | ExprKind::Str(_) => false,
    }
}
