//! What is checked as the program runs.

use buttress_logic::Term;

use super::walk::{Guard, Walk, Walker};
use super::{Check, Goal, GoalKind, Origin, Point, Symbolic};
use crate::program::{Builtin, Expression, ExpressionKind};
use crate::{BinaryOp, Span};

impl Walker<'_> {
    /// What must hold for an operator to be applied to these values.
    pub fn check_operands(
        &mut self,
        walk: &mut Walk,
        expression: &Expression,
        values: &[Symbolic],
    ) -> Option<()> {
        match (&expression.kind, values) {
            (ExpressionKind::Index(_, index), [array, at])
            | (ExpressionKind::Update(_, index, _), [array, at, _]) => {
                self.check_subscript(walk, array, at.term()?, index.span)
            }
            (
                ExpressionKind::Binary(
                    BinaryOp::Divide | BinaryOp::Quotient | BinaryOp::Remainder,
                    _,
                    divisor,
                ),
                [_, value],
            ) => {
                let value = value.term()?;
                let terms = &mut *self.lowering.terms;
                let zero = terms.numeral(&buttress_numeric::Rational::ZERO, terms.sort_of(value));
                let is_zero = terms.equation(value, zero);
                let formula = terms.not(is_zero);
                self.check(walk, Check::Divisor, formula, divisor.span)
            }
            (ExpressionKind::Builtin(Builtin::Get, arguments), [table, key]) => {
                let formula = self.lowering.has_key(table.term()?, key.term()?)?;
                self.check(walk, Check::HasKey, formula, arguments.get(1)?.span)
            }
            (ExpressionKind::Builtin(Builtin::Car | Builtin::Cdr, arguments), [list]) => {
                let is_atom = self.lowering.is_atom(list.term()?)?;
                let formula = self.lowering.terms.not(is_atom);
                self.check(walk, Check::NotAtom, formula, arguments.first()?.span)
            }
            _ => Some(()),
        }
    }

    /// 0 ≤ i < |a|
    pub fn check_subscript(
        &mut self,
        walk: &mut Walk,
        array: &Symbolic,
        index: Term,
        span: Span,
    ) -> Option<()> {
        let formula = self.lowering.not_negative(index);
        self.check(walk, Check::NotNegative, formula, span)?;
        let length = array.length()?;
        let formula = self.lowering.terms.less(index, length);
        self.check(walk, Check::BelowLength, formula, span)
    }

    /// Something is checked as the program runs: a path ends there, and the others go on with it.
    pub fn check(
        &mut self,
        walk: &mut Walk,
        check: Check,
        formula: Term,
        span: Span,
    ) -> Option<()> {
        if !self.options.runtime {
            return Some(());
        }
        let mut end = walk.clone();
        let mut parts = Vec::new();
        for guard in std::mem::take(&mut end.guards) {
            // Where the right side is known not to be evaluated there is nothing to check.
            let Guard { condition, span, holds } = guard;
            let Some(guarded) = self.branch(end, condition, span, holds) else { return Some(()) };
            end = guarded;
            let formula = end.hypotheses.last()?.formula;
            parts.push(self.lowering.terms.not(formula));
        }
        // The sides of an operator are no ways of the walk.
        end.turns.clone_from(&walk.turns);
        let goal = Goal { kind: GoalKind::Runtime(check), formula, span };
        self.emit(end, Point::Runtime(check, span), vec![goal])?;
        parts.push(formula);
        let passed = self.lowering.terms.or(&parts);
        walk.assume(passed, Origin::Passed(span));
        Some(())
    }
}
