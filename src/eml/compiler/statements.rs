//! Statements.

use super::super::code::{Constant, Op, Register};
use super::super::error::Span;
use super::super::tree::{Arithmetic, Block, Expr, ExprKind, Name, Over, Statement, Target};
use super::{Compiler, Slot};

impl<'s> Compiler<'_, 's> {
    pub(super) fn block(&mut self, block: &Block<'s>) {
        for statement in block {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Statement<'s>) {
        let top = self.body.top;
        match statement {
            Statement::Def(function) => {
                let number = self.function(function);
                self.define(function.name, Constant::Function(number));
            }
            Statement::Class { name, methods } => {
                let number = self.class(*name, methods);
                self.define(*name, Constant::Class(number));
            }
            Statement::If { arms, otherwise } => self.if_(arms, otherwise),
            Statement::While { condition, body } => self.while_(condition, body),
            Statement::For { variable, over, body } => self.for_(*variable, over, body),
            Statement::Return { value, span } => self.return_(value.as_ref(), *span),
            Statement::Import(name) => self.import(*name),
            Statement::Assign { value, target } => self.assign(value, target),
            Statement::Print { value, span } => {
                let src = self.operand(value);
                self.body.emit(Op::Print { src }, *span);
            }
            Statement::Call(call) => {
                self.operand(call);
            }
        }
        self.body.top = top;
    }

    /// Assigns a constant to a name.
    fn define(&mut self, name: Name<'s>, constant: Constant) {
        let dst = self.destination(name);
        self.constant(dst, constant, name.span);
        self.store(name, dst);
    }

    /// The register that a value for `name` is made in.
    fn destination(&mut self, name: Name<'s>) -> Register {
        match self.slot(name.text) {
            Some(Slot::Local(local)) => local,
            _ => self.body.temporary(name.span),
        }
    }

    /// Assigns to `name` what was made in its destination.
    fn store(&mut self, name: Name<'s>, src: Register) {
        match self.slot(name.text) {
            Some(Slot::Local(local)) => self.body.assigned[usize::from(local)] = true,
            Some(Slot::Global(global)) => {
                self.body.emit(Op::SetGlobal { src, global }, name.span);
            }
            _ => {}
        }
    }

    fn if_(&mut self, arms: &[(Expr<'s>, Block<'s>)], otherwise: &Block<'s>) {
        let end = self.body.label();
        let mut always: Option<Vec<bool>> = None;
        for (condition, body) in arms {
            let next = self.body.label();
            self.jump_if(condition, false, next);
            let before = self.body.assigned.clone();
            self.block(body);
            self.body.emit(Op::Jump { to: end }, condition.span);
            let after = std::mem::replace(&mut self.body.assigned, before);
            always = Some(both(always, after));
            self.body.bind(next);
        }
        self.block(otherwise);
        let after = std::mem::take(&mut self.body.assigned);
        self.body.assigned = both(always, after);
        self.body.bind(end);
    }

    fn while_(&mut self, condition: &Expr<'s>, body: &Block<'s>) {
        let (start, test) = (self.body.label(), self.body.label());
        self.body.emit(Op::Jump { to: test }, condition.span);
        self.body.bind(start);
        let round = self.body.start_round(condition.span);
        let before = self.body.assigned.clone();
        self.block(body);
        self.body.assigned = before;
        self.body.bind(test);
        self.jump_if(condition, true, start);
        self.body.end_round(round);
    }

    fn for_(&mut self, variable: Name<'s>, over: &Over<'s>, body: &Block<'s>) {
        let (start, next) = (self.body.label(), self.body.label());
        let (state, span) = match over {
            Over::Range { first, last, span } => (self.range(first, last, *span), *span),
            Over::Each(expr) => (self.each(expr), expr.span),
        };
        let dst = self.destination(variable);
        self.body.emit(Op::Jump { to: next }, span);
        self.body.bind(start);
        let before = self.body.assigned.clone();
        self.store(variable, dst);
        self.block(body);
        self.body.assigned = before;
        self.body.bind(next);
        let step = match over {
            Over::Range { .. } => Op::NextInRange { ends: state, dst, to: start },
            Over::Each(_) => Op::NextOfEach { of: state, dst, to: start },
        };
        self.body.emit(step, span);
    }

    /// Puts a range's ends into two registers.
    fn range(&mut self, first: &Expr<'s>, last: &Expr<'s>, span: Span) -> Register {
        let ends = self.body.temporary(span);
        let end = self.body.temporary(span);
        self.into(first, ends);
        self.into(last, end);
        self.body.emit(Op::Range { ends }, span);
        ends
    }

    /// Puts what a loop runs over into the first of three registers.
    fn each(&mut self, expr: &Expr<'s>) -> Register {
        let of = self.body.temporary(expr.span);
        self.body.temporary(expr.span);
        self.body.temporary(expr.span);
        self.into(expr, of);
        self.body.emit(Op::Each { of }, expr.span);
        of
    }

    fn return_(&mut self, value: Option<&Expr<'s>>, span: Span) {
        match value {
            Some(value) => {
                let src = self.operand(value);
                self.body.emit(Op::Return { src }, span);
            }
            None => self.body.emit(Op::ReturnNone, span),
        }
        // No way leads on from here, so on every way there is everything is assigned.
        self.body.assigned.fill(true);
    }

    fn import(&mut self, name: Name<'s>) {
        if let Some(module) = self.imported(name) {
            let dst = self.destination(name);
            self.body.emit(Op::Import { dst, module }, name.span);
            self.store(name, dst);
        }
    }

    fn assign(&mut self, value: &Expr<'s>, target: &Target<'s>) {
        if let ExprKind::Arithmetic { op: Arithmetic::Add, left, right } = &value.kind
            && is_grown(left, target)
            && self.grow(left, right, value.span)
        {
            return;
        }
        match target {
            Target::Name(name) => {
                let dst = self.destination(*name);
                self.assign_into(value, name.text, dst);
                self.store(*name, dst);
            }
            Target::Index { of, index, span } => {
                let src = self.operand(value);
                let of = self.operand(of);
                let index = self.operand(index);
                self.body.emit(Op::SetIndex { of, index, src }, *span);
            }
            Target::Attribute { of, name } => {
                let src = self.operand(value);
                let of = self.operand(of);
                let number = self.name(name.text);
                self.body.emit(Op::SetAttribute { of, src, name: number }, name.span);
            }
        }
    }

    /// `place + right => place`, where the place is read, let go of, and assigned again, so that
    /// its value may grow in place. A local needs none of that: `false`.
    fn grow(&mut self, place: &Expr<'s>, right: &Expr<'s>, span: Span) -> bool {
        match &place.kind {
            ExprKind::Name(name) => match self.slot(name) {
                Some(Slot::Global(global)) => self.grow_global(global, place, right, span),
                _ => return false,
            },
            ExprKind::Attribute { of, name } => self.grow_attribute(of, *name, right, span),
            ExprKind::Index { of, index } => self.grow_item(of, index, right, span, place.span),
            _ => return false,
        }
        true
    }

    fn grow_global(&mut self, global: u32, place: &Expr<'s>, right: &Expr<'s>, span: Span) {
        let dst = self.body.temporary(span);
        self.body.emit(Op::Global { dst, global }, place.span);
        self.grow_by(dst, right, span, |temporaries| Op::ReleaseGlobal { global, temporaries });
        self.body.emit(Op::SetGlobal { src: dst, global }, span);
    }

    fn grow_attribute(&mut self, of: &Expr<'s>, name: Name<'s>, right: &Expr<'s>, span: Span) {
        let of = self.operand(of);
        let dst = self.body.temporary(span);
        let number = self.name(name.text);
        self.body.emit(Op::Attribute { dst, of, name: number }, name.span);
        self.grow_by(dst, right, span, |temporaries| Op::ReleaseAttribute {
            of,
            name: number,
            temporaries,
        });
        self.body.emit(Op::SetAttribute { of, src: dst, name: number }, name.span);
    }

    fn grow_item(
        &mut self,
        of: &Expr<'s>,
        index: &Expr<'s>,
        right: &Expr<'s>,
        span: Span,
        place: Span,
    ) {
        let of = self.operand(of);
        let index = self.operand(index);
        let dst = self.body.temporary(span);
        self.body.emit(Op::Index { dst, of, index }, place);
        self.grow_by(dst, right, span, |temporaries| Op::ReleaseItem { of, index, temporaries });
        self.body.emit(Op::SetIndex { of, index, src: dst }, place);
    }

    /// `dst + right => dst`, with the operand made before `release` and the sum after it.
    fn grow_by(
        &mut self,
        dst: Register,
        right: &Expr<'s>,
        span: Span,
        release: impl Fn(Register) -> Op,
    ) {
        let operand = self.addend(right);
        let temporaries = self.body.free_temporaries();
        self.body.emit(release(temporaries), span);
        self.add_into(dst, dst, operand, true, span);
    }
}

/// What is assigned on both of two ways.
fn both(way: Option<Vec<bool>>, other: Vec<bool>) -> Vec<bool> {
    match way {
        Some(way) => way.into_iter().zip(other).map(|(a, b)| a && b).collect(),
        None => other,
    }
}

/// Whether `place` reads just what `target` assigns, and no call in between can change which
/// place that is: its parts are names and constants.
fn is_grown(place: &Expr<'_>, target: &Target<'_>) -> bool {
    match (&place.kind, target) {
        (ExprKind::Name(read), Target::Name(name)) => *read == name.text,
        (ExprKind::Attribute { of: read, name }, Target::Attribute { of, name: assigned }) => {
            name.text == assigned.text && is_same(read, of)
        }
        (ExprKind::Index { of: read, index: at }, Target::Index { of, index, .. }) => {
            is_same(read, of) && is_same(at, index)
        }
        _ => false,
    }
}

/// Whether both are the same name or the same constant.
fn is_same(a: &Expr<'_>, b: &Expr<'_>) -> bool {
    match (&a.kind, &b.kind) {
        (ExprKind::Name(a), ExprKind::Name(b)) => a == b,
        (ExprKind::Int(a), ExprKind::Int(b)) => a == b,
        (ExprKind::Str(a), ExprKind::Str(b)) => a == b,
        _ => false,
    }
}
