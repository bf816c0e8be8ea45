//! The candidate values of arithmetic.

use buttress_numeric::{LinearForm, Rational, Variable};

use crate::numbers::Unknowns;

/// A value for each unknown.
#[derive(Clone, Debug, Default)]
pub(crate) struct Point {
    /// By variable; what is missing is 0.
    values: Vec<Rational>,
}

impl Point {
    /// The point of arithmetic.
    pub(crate) fn current(unknowns: &Unknowns) -> Point {
        let mut values = Vec::new();
        for (_, variable) in unknowns.iter() {
            if values.len() <= variable.index() {
                values.resize(variable.index() + 1, Rational::ZERO);
            }
            values[variable.index()] = unknowns.arithmetic.value(variable);
        }
        Point { values }
    }

    pub(crate) fn value(&self, variable: Variable) -> Rational {
        self.values.get(variable.index()).cloned().unwrap_or(Rational::ZERO)
    }

    pub(crate) fn evaluate(&self, form: &LinearForm) -> Rational {
        form.evaluate(|variable| self.value(variable))
    }
}
