//! Sums of multiples of variables that have no value yet.

use std::collections::BTreeMap;

use super::State;
use crate::horn::{Expr, Number, Op};

/// Multiples of variables without values, and a constant.
type Linear = (BTreeMap<usize, Number>, Number);

impl State {
    /// left − right as `coefficient · variable + constant`, if it has one variable without a value.
    pub(super) fn single(&self, left: &Expr, right: &Expr) -> Option<(usize, Number, Number)> {
        let (left, right) = (self.linear(left)?, self.linear(right)?);
        let (coefficients, constant) = sum(left, right, Number::integer(-1))?;
        let mut coefficients = coefficients.into_iter();
        match (coefficients.next(), coefficients.next()) {
            (Some((variable, coefficient)), None) => Some((variable, coefficient, constant)),
            _ => None,
        }
    }

    fn linear(&self, expression: &Expr) -> Option<Linear> {
        if let Ok(value) = expression.evaluate(&self.assignment) {
            return Some((BTreeMap::new(), value.number()?));
        }
        let constant = |expression: &Expr| expression.evaluate(&self.assignment).ok()?.number();
        match expression {
            Expr::Variable(variable) => {
                Some((BTreeMap::from([(*variable, Number::integer(1))]), Number::ZERO))
            }
            Expr::Apply(Op::Add, parts) => {
                let nothing = (BTreeMap::new(), Number::ZERO);
                let one = Number::integer(1);
                parts.iter().try_fold(nothing, |total, part| sum(total, self.linear(part)?, one))
            }
            Expr::Apply(op @ (Op::Sub | Op::Mul | Op::Over), parts) => match (op, parts.as_slice())
            {
                (Op::Sub, [part]) => {
                    let nothing = (BTreeMap::new(), Number::ZERO);
                    sum(nothing, self.linear(part)?, Number::integer(-1))
                }
                (Op::Sub, [left, right]) => {
                    sum(self.linear(left)?, self.linear(right)?, Number::integer(-1))
                }
                (Op::Mul, [left, right]) => {
                    let (factor, other) = match constant(left) {
                        Some(factor) => (factor, right),
                        None => (constant(right)?, left),
                    };
                    sum((BTreeMap::new(), Number::ZERO), self.linear(other)?, factor)
                }
                (Op::Over, [left, right]) => {
                    let factor = Number::integer(1).over(constant(right)?)?;
                    sum((BTreeMap::new(), Number::ZERO), self.linear(left)?, factor)
                }
                _ => None,
            },
            Expr::Apply(Op::ToReal, parts) => self.linear(parts.first()?),
            Expr::Apply(Op::Ite, parts) => match parts.as_slice() {
                [condition, then, otherwise] => match condition.truth(&self.assignment).ok()? {
                    true => self.linear(then),
                    false => self.linear(otherwise),
                },
                _ => None,
            },
            _ => None,
        }
    }
}

/// left + factor · right
fn sum(mut left: Linear, right: Linear, factor: Number) -> Option<Linear> {
    for (variable, coefficient) in right.0 {
        let place = left.0.entry(variable).or_insert(Number::ZERO);
        *place = place.plus(coefficient.times(factor)?)?;
        if *place == Number::ZERO {
            left.0.remove(&variable);
        }
    }
    left.1 = left.1.plus(right.1.times(factor)?)?;
    Some(left)
}
