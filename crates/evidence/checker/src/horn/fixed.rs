//! Values that the theories fix, whatever they leave open.
//!
//! SMT-LIB does not say what x / 0 is, nor what the head of an empty list is. A system is unsafe only if `false` is derivable whatever it
//! may be, so a step must not depend on it.

use std::collections::{HashMap, HashSet};

use buttress_logic::{Op, Term, Terms};

use super::StepFlaw;
use crate::evaluate::{EvaluationFailure, Evaluator, Kind, Value};

/// Evaluates terms under values of variables.
pub struct Fixed<'a, 'e> {
    terms: &'a Terms,
    evaluator: &'e mut Evaluator<'a>,
    /// The terms looked at: is their value fixed?
    known: HashMap<Term, bool>,
}

impl<'a, 'e> Fixed<'a, 'e> {
    pub fn new(terms: &'a Terms, evaluator: &'e mut Evaluator<'a>) -> Fixed<'a, 'e> {
        Fixed { terms, evaluator, known: HashMap::new() }
    }

    /// The value of a term, if it is fixed.
    pub fn value(&mut self, root: Term) -> Result<Value, StepFlaw> {
        // Arguments have smaller numbers than what they are arguments of.
        let mut terms = self.new_parts(root);
        terms.sort_unstable();
        for term in terms {
            let is_fixed = self.is_fixed(term).map_err(StepFlaw::NoValue)?;
            self.known.insert(term, is_fixed);
        }
        if !self.known_fixed(root) {
            return Err(StepFlaw::NotFixed);
        }
        self.evaluator.value(root).map_err(StepFlaw::NoValue)
    }

    /// The parts of a term that were not looked at yet.
    fn new_parts(&self, root: Term) -> Vec<Term> {
        let mut seen = HashSet::new();
        let mut stack = vec![root];
        while let Some(term) = stack.pop() {
            if !self.known.contains_key(&term) && seen.insert(term) {
                stack.extend(self.terms.arguments(term));
            }
        }
        seen.into_iter().collect()
    }

    fn known_fixed(&self, term: Term) -> bool {
        self.known.get(&term).copied().unwrap_or(false)
    }

    /// Is the value of a term fixed, all its arguments having been looked at? Where one argument
    /// decides, the others do not matter.
    fn is_fixed(&mut self, term: Term) -> Result<bool, EvaluationFailure> {
        let arguments = self.terms.arguments(term);
        Ok(match self.terms.op(term) {
            op @ (Op::And | Op::Or) => {
                let deciding = Value::from(op == Op::Or);
                self.are_fixed(arguments) || self.has_fixed(arguments, deciding)?
            }
            Op::Ite => {
                let [condition, then, otherwise] = arguments else { return Ok(false) };
                let is_then = self.evaluator.value(*condition)? == Value::TRUE;
                self.are_fixed(&[*condition, if is_then { *then } else { *otherwise }])
            }
            Op::Divide | Op::IntegerDivide | Op::Modulo => {
                let [_, divisor] = arguments else { return Ok(false) };
                let divisor = self.evaluator.value(*divisor)?;
                let divisor = self.evaluator.values.as_number(divisor);
                divisor.is_some_and(|divisor| !divisor.is_zero()) && self.are_fixed(arguments)
            }
            // What a selector reads from a value of another constructor is left open, too.
            Op::SelectField(selector) => {
                let [value] = arguments else { return Ok(false) };
                let value = self.evaluator.value(*value)?;
                let own = self.terms.selector_constructor(selector);
                let is_own =
                    matches!(self.evaluator.values.kind(value), Kind::Built(by, _) if *by == own);
                is_own && self.are_fixed(arguments)
            }
            _ => self.are_fixed(arguments),
        })
    }

    fn are_fixed(&self, terms: &[Term]) -> bool {
        terms.iter().all(|term| self.known_fixed(*term))
    }

    /// Has one of these terms this value for certain?
    fn has_fixed(&mut self, terms: &[Term], value: Value) -> Result<bool, EvaluationFailure> {
        for term in terms {
            if self.known_fixed(*term) && self.evaluator.value(*term)? == value {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
