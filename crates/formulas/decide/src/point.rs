//! The candidate values of arithmetic.

use std::collections::HashMap;

use buttress_numeric::{LinearForm, Rational, Variable};

use crate::numbers::Unknowns;

/// A value for each unknown.
#[derive(Clone, Debug, Default)]
pub(crate) struct Point {
    values: HashMap<Variable, Rational>,
}

impl Point {
    /// The point of arithmetic.
    pub(crate) fn current(unknowns: &Unknowns) -> Point {
        let values = unknowns.iter();
        let values = values.map(|(_, variable)| (variable, unknowns.arithmetic.value(variable)));
        Point { values: values.collect() }
    }

    pub(crate) fn value(&self, variable: Variable) -> Rational {
        self.values.get(&variable).cloned().unwrap_or(Rational::ZERO)
    }

    pub(crate) fn evaluate(&self, form: &LinearForm) -> Rational {
        form.evaluate(|variable| self.value(variable))
    }
}
