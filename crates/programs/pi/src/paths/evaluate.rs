//! Expressions of code: what they are, what is checked on the way, and what calls bring.
//!
//! An expression has one value, unless a call stands on the right of `&&`, `||` or `->`: then the walk goes both ways.

use buttress_logic::Term;

use super::flow::has_call;
use super::lower::operands;
use super::walk::{Guard, Walk, Walker};
use super::{Check, Origin, Point, State, Step, Symbolic};
use crate::program::{Expression, ExpressionKind, FunctionId, Role, Type, VariableId};
use crate::{BinaryOp, Span};

/// Walks that go on, each with a value.
type Alternatives<T> = Vec<(Walk, T)>;

impl<'a> Walker<'a> {
    /// The value of an expression. None if it is too large, or no code.
    pub fn evaluate(
        &mut self,
        walk: Walk,
        expression: &'a Expression,
    ) -> Option<Alternatives<Symbolic>> {
        let entered = self.lowering.descend();
        let value = entered.and_then(|()| self.evaluate_inside(walk, expression));
        self.lowering.leave();
        value
    }

    fn evaluate_inside(
        &mut self,
        walk: Walk,
        expression: &'a Expression,
    ) -> Option<Alternatives<Symbolic>> {
        match &expression.kind {
            ExpressionKind::Variable(variable) => {
                let value = walk.state.get(*variable)?.clone();
                Some(vec![(walk, value)])
            }
            ExpressionKind::Binary(
                operator @ (BinaryOp::And | BinaryOp::Or | BinaryOp::Implies),
                left,
                right,
            ) => self.stop_early(walk, *operator, left, right, expression),
            ExpressionKind::Call(callee, arguments) => {
                let arguments: Vec<&'a Expression> = arguments.iter().collect();
                let mut ends = Vec::new();
                for (walk, values) in self.evaluate_all(walk, &arguments)? {
                    ends.push(self.call(walk, *callee, values, expression)?);
                }
                Some(ends)
            }
            ExpressionKind::New(length) => {
                let mut ends = Vec::new();
                for (walk, value) in self.evaluate(walk, length)? {
                    ends.push(self.create(walk, value.term()?, length.span, &expression.ty)?);
                }
                Some(ends)
            }
            ExpressionKind::Bound(_)
            | ExpressionKind::Quantified { .. }
            | ExpressionKind::Predicate(..) => None,
            _ => {
                let operands = operands(expression);
                let mut ends = Vec::new();
                for (mut walk, values) in self.evaluate_all(walk, &operands)? {
                    self.check_operands(&mut walk, expression, &values)?;
                    let value = self.lowering.operate(expression, &values)?;
                    ends.push((walk, value));
                }
                Some(ends)
            }
        }
    }

    /// The values of expressions, one after the other.
    pub fn evaluate_all(
        &mut self,
        walk: Walk,
        expressions: &[&'a Expression],
    ) -> Option<Alternatives<Vec<Symbolic>>> {
        let mut ends = vec![(walk, Vec::new())];
        for expression in expressions {
            let mut longer = Vec::new();
            for (walk, values) in ends {
                let alternatives = self.evaluate(walk, expression)?;
                let mut extended = alternatives.into_iter().map(|(walk, value)| {
                    let mut values = values.clone();
                    values.push(value);
                    (walk, values)
                });
                longer.extend(&mut extended);
            }
            ends = longer;
        }
        Some(ends)
    }

    /// `&&`, `||`, `->`: the right side is evaluated only if the left one leaves the question open.
    fn stop_early(
        &mut self,
        walk: Walk,
        operator: BinaryOp,
        left: &'a Expression,
        right: &'a Expression,
        whole: &'a Expression,
    ) -> Option<Alternatives<Symbolic>> {
        // The value of the left side for which the right one matters, and what it all is otherwise.
        let (matters, otherwise) = match operator {
            BinaryOp::Or => (false, Term::TRUE),
            BinaryOp::And => (true, Term::FALSE),
            _ => (true, Term::TRUE),
        };
        let mut ends = Vec::new();
        for (mut walk, value) in self.evaluate(walk, left)? {
            let condition = value.term()?;
            if has_call(right) {
                let stopped = self.branch(walk.clone(), condition, left.span, !matters);
                let on = match self.branch(walk, condition, left.span, matters) {
                    Some(on) => self.evaluate(on, right)?,
                    None => Vec::new(),
                };
                let ways = match (on.as_slice(), stopped) {
                    ([(on, other)], Some(stopped)) if self.is_joining => {
                        // Where it stopped, the left side decides: the operator gives the value either way.
                        let value = self.lowering.operate(whole, &[value, other.clone()])?;
                        vec![(self.join(vec![on.clone(), stopped])?, value)]
                    }
                    (_, stopped) => {
                        let stopped = stopped.map(|walk| (walk, Symbolic::formula(otherwise)));
                        on.into_iter().chain(stopped).collect()
                    }
                };
                ends.extend(ways);
                continue;
            }
            let guards = walk.guards.len();
            walk.guards.push(Guard { condition, span: left.span, holds: matters });
            for (mut walk, other) in self.evaluate(walk, right)? {
                walk.guards.truncate(guards);
                let value = self.lowering.operate(whole, &[value.clone(), other])?;
                ends.push((walk, value));
            }
        }
        Some(ends)
    }

    /// f(e, …): its `@pre` must hold, and its `@post` may be relied upon.
    fn call(
        &mut self,
        mut walk: Walk,
        id: FunctionId,
        arguments: Vec<Symbolic>,
        expression: &Expression,
    ) -> Option<(Walk, Symbolic)> {
        let span = expression.span;
        let callee = self.program.function(id);
        let mut before = State::default();
        before.values.resize(callee.variables.len(), None);
        for global in (0..self.program.globals).map(VariableId) {
            before.set(global, walk.state.get(global)?.clone());
        }
        let mut after = before.clone();
        for (parameter, argument) in callee.parameters.iter().zip(&arguments) {
            before.set(*parameter, argument.clone());
            // What an assigned parameter is in the end, nobody knows.
            if !callee.variables.get(parameter.0 as usize)?.is_assigned {
                after.set(*parameter, argument.clone());
            }
        }
        for (number, variable) in callee.variables.iter().enumerate() {
            if let Role::Entry(parameter) = variable.role {
                after.set(VariableId(number as u32), before.get(parameter)?.clone());
            }
        }
        let mut goals = self.conjuncts(&before, &callee.pre)?;
        goals.extend(self.rank_decreases((id, Point::Pre), &before)?);
        self.emit(walk.clone(), Point::Call(id, span), goals)?;

        for global in &callee.modifies {
            self.forget(&mut walk, *global)?;
            after.set(*global, walk.state.get(*global)?.clone());
        }
        let mut result = None;
        if let Some(variable) = callee.result {
            let (value, natures) = self.lowering.fresh(&callee.name.text, &expression.ty)?;
            walk.assume_all(natures, Origin::Nature);
            after.set(variable, value.clone());
            result = Some(value);
        }
        for conjunct in &callee.post.conjuncts {
            let formula = self.lowering.formula(&after, conjunct)?;
            walk.assume(formula, Origin::Call(span));
        }
        walk.steps.push(Step::Call { function: id, span, arguments, result: result.clone() });
        Some((walk, result.unwrap_or_else(|| Symbolic::formula(Term::TRUE))))
    }

    /// `new T[n]`: any cells, and this length.
    fn create(
        &mut self,
        mut walk: Walk,
        length: Term,
        span: Span,
        ty: &Type,
    ) -> Option<(Walk, Symbolic)> {
        let is_length = self.lowering.not_negative(length);
        self.check(&mut walk, Check::NewLength, is_length, span)?;
        let (mut value, natures) = self.lowering.fresh("new", ty)?;
        walk.assume_all(natures, Origin::Nature);
        let place = value.leaves.last_mut()?;
        let terms = &mut *self.lowering.terms;
        let equal = terms.equation(*place, length);
        // Where nothing is checked, a negative length must not make everything true that follows.
        // Where walks are joined it is a definition, which must not deny anything.
        let is_passed = self.options.runtime && walk.guards.is_empty() && !self.is_joining;
        let formula = if is_passed { equal } else { terms.implies(is_length, equal) };
        walk.assume(formula, Origin::Nature);
        Some((walk, value))
    }
}
