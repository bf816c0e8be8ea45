//! A formula of annotations, to be evaluated in many states.

use super::compile::compile;
use super::evaluate::Evaluation;
use super::formula::Formula;
use crate::Value;
use crate::program::{Expression, Program};

/// A formula that is ready to be evaluated.
pub struct StateFormula {
    formula: Formula,
}

impl StateFormula {
    /// Makes a formula of annotations ready.
    pub fn new(program: &Program, formula: &Expression) -> StateFormula {
        StateFormula { formula: compile(program, formula) }
    }

    /// Is it true where variables have these values? None if that cannot be found out.
    pub fn holds(&self, state: &[Option<Value>]) -> Option<bool> {
        Evaluation::new(state).holds(&self.formula).ok()
    }
}
