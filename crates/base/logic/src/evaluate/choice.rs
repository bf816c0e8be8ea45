//! Values that a model offers for the variables of a quantified formula.
//!
//! Not every quantified formula has finitely many representatives that can be found, but to see that
//! something exists one value is enough. A model may therefore say what to try
//! ([`Symbol::Choice`]). Nothing is believed: the formula is evaluated there, and if that does not
//! decide it the choice is as good as none.

use std::collections::HashMap;

use super::error::EvaluateError;
use super::evaluator::Evaluator;
use crate::limits::QUANTIFIER_DEPTH;
use crate::{Binder, Bound, Interpretation, Op, Symbol, Term, Value};

impl Evaluator<'_> {
    /// Do the values that the model offers decide the formula: make the body true under ∃, false
    /// under ∀?
    pub(super) fn is_decided_by_choice(
        &mut self,
        formula: Term,
        bounds: &HashMap<Bound, Value>,
    ) -> bool {
        let (Op::Forall(binder) | Op::Exists(binder)) = self.terms.op(formula) else {
            return false;
        };
        if self.nesting == QUANTIFIER_DEPTH {
            return false;
        }
        let (open, nesting) = (self.open.len(), self.nesting);
        self.nesting += 1;
        let value = self.value_at_choice(formula, binder, bounds);
        // An evaluation that failed does not clean up.
        self.nesting = nesting;
        self.open.truncate(open);
        let goal = Value::from(matches!(self.terms.op(formula), Op::Exists(_)));
        matches!(value, Ok(Some(value)) if value == goal)
    }

    fn value_at_choice(
        &mut self,
        formula: Term,
        binder: Binder,
        bounds: &HashMap<Bound, Value>,
    ) -> Result<Option<Value>, EvaluateError> {
        let mut bounds = bounds.clone();
        for (place, bound) in self.terms.binder(binder).iter().enumerate() {
            let symbol = Symbol::Choice(binder, place as u32);
            let value = match self.model.interpretation(symbol) {
                None => return Ok(None),
                Some(Interpretation::Table(table)) => table.entries.get(&[][..]).copied(),
                Some(Interpretation::Definition { body, .. }) => {
                    let body = *body;
                    Some(self.value_under(body, &HashMap::new())?)
                }
            };
            let Some(value) = value else { return Ok(None) };
            bounds.insert(*bound, value);
        }
        self.value_under(self.terms.argument(formula, 0), &bounds).map(Some)
    }
}
