//! Conditions: compiled to jumps, so that a comparison and its jump are one instruction.

use super::super::code::{Op, Outcomes};
use super::super::tree::{Comparison, Expr, ExprKind, Logic};
use super::Compiler;
use super::body::Label;
use super::expressions::constant_of;

impl<'s> Compiler<'_, 's> {
    /// Jumps to `to` if `condition` comes out as `when`, and goes on otherwise.
    pub(super) fn jump_if(&mut self, condition: &Expr<'s>, when: bool, to: Label) {
        let top = self.body.top;
        match &condition.kind {
            ExprKind::Bool(truth) => {
                if *truth == when {
                    self.body.emit(Op::Jump { to }, condition.span);
                }
            }
            ExprKind::Not(operand) => self.jump_if(operand, !when, to),
            ExprKind::Logic { op, left, right } => self.jump_if_logic(*op, left, right, when, to),
            ExprKind::Comparison { op, left, right } => {
                let jump = self.comparison(*op, left, right, when, to);
                self.body.emit(jump, condition.span);
            }
            _ => {
                let a = self.operand(condition);
                self.body.emit(Op::JumpIf { a, when, to }, condition.span);
            }
        }
        self.body.top = top;
    }

    fn jump_if_logic(
        &mut self,
        op: Logic,
        left: &Expr<'s>,
        right: &Expr<'s>,
        when: bool,
        to: Label,
    ) {
        // An `or` that is true, or an `and` that is false, may be decided by its left operand.
        if when == (op == Logic::Or) {
            self.jump_if(left, when, to);
            self.jump_if(right, when, to);
        } else {
            let past = self.body.label();
            self.jump_if(left, !when, past);
            self.jump_if(right, when, to);
            self.body.bind(past);
        }
    }

    /// The jump to `to` that is taken if the comparison comes out as `when`.
    fn comparison(
        &mut self,
        op: Comparison,
        left: &Expr<'s>,
        right: &Expr<'s>,
        when: bool,
        to: Label,
    ) -> Op {
        let outcomes = match op {
            Comparison::Equal => return self.equality(left, right, when, to),
            Comparison::NotEqual => return self.equality(left, right, !when, to),
            Comparison::In => return self.membership(left, right, when, to),
            Comparison::NotIn => return self.membership(left, right, !when, to),
            Comparison::Less => Outcomes::LESS,
            Comparison::LessOrEqual => Outcomes::LESS_OR_EQUAL,
            Comparison::Greater => Outcomes::GREATER,
            Comparison::GreaterOrEqual => Outcomes::GREATER_OR_EQUAL,
        };
        let on = if when { outcomes } else { outcomes.inverse() };
        let a = self.operand(left);
        if let ExprKind::Int(number) = right.kind
            && let Ok(b) = i8::try_from(number)
        {
            return Op::JumpCompareInt { on, a, b, to };
        }
        Op::JumpCompare { on, a, b: self.operand(right), to }
    }

    fn equality(&mut self, left: &Expr<'s>, right: &Expr<'s>, when: bool, to: Label) -> Op {
        let a = self.operand(left);
        match self.short_constant(right) {
            Some(constant) if when => Op::JumpEqualConstant { a, constant, to },
            Some(constant) => Op::JumpUnequalConstant { a, constant, to },
            None => Op::JumpEqual { a, b: self.operand(right), when, to },
        }
    }

    /// The number of a constant, if it is one of the first.
    fn short_constant(&mut self, expr: &Expr<'s>) -> Option<u16> {
        let constant = constant_of(expr)?;
        u16::try_from(self.constants.number(constant)).ok()
    }

    fn membership(&mut self, left: &Expr<'s>, right: &Expr<'s>, when: bool, to: Label) -> Op {
        let item = self.operand(left);
        Op::JumpIn { item, of: self.operand(right), when, to }
    }
}
