//! Quotients, remainders and absolute values of linear forms.

use std::collections::BTreeSet;

use buttress_numeric::Rational;

use super::super::error::EvaluateError;
use super::super::shape::{LinearForms, Relation, Rests, Shape};
use super::{Analysis, Shapes, simplified};
use crate::limits::LONGEST_PERIOD;
use crate::{Op, Sort, Symbol, Term, Value};

impl Analysis<'_, '_> {
    /// |t|, which is t or −t.
    pub(super) fn absolute(
        &mut self,
        number: Term,
        shapes: &Shapes,
    ) -> Result<Shape, EvaluateError> {
        let forms = self.linear_forms(number, shapes)?;
        self.note_forms(&forms, Relation::LessEqual)?;
        let negated = forms.scaled(&Rational::MINUS_ONE);
        Ok(Shape::Linear(forms.or(&negated).ok_or(self.refusal())?))
    }

    /// A number, which is not steady, divided by another.
    pub(super) fn quotient(
        &mut self,
        op: Op,
        (number, divisor): (Term, Term),
        shapes: &Shapes,
    ) -> Result<Shape, EvaluateError> {
        let divisor = self.divisor(divisor, shapes)?;
        if divisor.is_zero() {
            return self.call(by_zero(op), &[shapes[&number].clone()]);
        }
        let forms = self.linear_forms(number, shapes)?;
        let inverse = divisor.recip().ok_or(self.refusal())?;
        if op == Op::Divide {
            return Ok(simplified(forms.scaled(&inverse)));
        }
        for (factors, _) in forms.iter() {
            for (place, factor) in factors {
                // c·x is the same modulo m for all x that are the same modulo the least p of
                // which c·p/m is an integer.
                let period = (factor * &inverse).denominator();
                let variable = &mut self.dependence.variables[*place];
                variable.period = variable.period.lcm(&period);
                let is_small =
                    variable.period.to_i64().is_some_and(|period| period <= LONGEST_PERIOD);
                if variable.sort != Sort::INT || !is_small {
                    return Err(self.refusal());
                }
            }
        }
        if op == Op::Modulo {
            return Ok(Shape::Steady);
        }
        // t div m = (t − t mod m) / m
        let remainders = remainders(&divisor).ok_or(self.refusal())?;
        let remainders = LinearForms::constant(remainders).scaled(&Rational::MINUS_ONE);
        let forms = forms.plus(&remainders).ok_or(self.refusal())?;
        Ok(simplified(forms.scaled(&inverse)))
    }

    /// All values of an operator on a number that is not steady, if the value is.
    pub(super) fn remainders(
        &mut self,
        op: Op,
        divisor: Term,
        shapes: &Shapes,
    ) -> Result<BTreeSet<Value>, EvaluateError> {
        let divisor = self.divisor(divisor, shapes)?;
        if divisor.is_zero() {
            return self.range(by_zero(op));
        }
        if op != Op::Modulo {
            return Err(self.refusal());
        }
        let remainders = remainders(&divisor).ok_or(self.refusal())?;
        let values = &mut self.evaluator.model.values;
        Ok(remainders.into_iter().map(|number| values.number(Sort::INT, number)).collect())
    }

    fn divisor(&self, divisor: Term, shapes: &Shapes) -> Result<Rational, EvaluateError> {
        let Shape::Fixed(divisor) = shapes[&divisor] else { return Err(self.refusal()) };
        self.evaluator.model.values.as_number(divisor).cloned().ok_or(self.refusal())
    }
}

/// What a division by zero means.
fn by_zero(op: Op) -> Symbol {
    match op {
        Op::Modulo => Symbol::ModuloByZero,
        Op::IntegerDivide => Symbol::IntegerDivideByZero,
        _ => Symbol::DivideByZero,
    }
}

/// The remainders modulo a number, if they are not too many.
fn remainders(divisor: &Rational) -> Option<Rests> {
    let count = divisor.abs().to_i64().filter(|count| *count <= LONGEST_PERIOD)?;
    Some((0..count).map(Rational::from).collect())
}
