//! Which quantified formulas a full assignment leans on.
//!
//! The search gives every formula a value, also those that do not matter: in A ∨ B one true part is
//! enough. Only what makes the assertions true must hold in the candidate model.

use std::collections::HashSet;

use buttress_logic::{Op, Sort, Term, Terms, Walk};

use crate::combination::Combination;
use crate::quantifiers::is_forall;

/// Quantified formulas and the values they must have.
pub(crate) struct Needed {
    /// ∀ that is claimed, ∃ that is denied.
    pub(crate) universal: Vec<Term>,
    /// ∃ that is claimed, ∀ that is denied.
    pub(crate) existential: Vec<Term>,
}

impl Combination {
    /// The value of a formula in the assignment.
    fn truth(&self, terms: &Terms, formula: Term) -> Option<bool> {
        let lit = self.atoms.lit(terms, formula)?;
        let value = self.atoms.get(lit.var()).value;
        (value != 0).then_some((value > 0) == lit.is_positive())
    }

    /// The quantified formulas on which the truth of the assertions rests.
    pub(crate) fn needed(&mut self, terms: &mut Terms) -> Needed {
        let mut needed = Needed { universal: Vec::new(), existential: Vec::new() };
        let mut seen = HashSet::new();
        let active = self.quantifiers.active.iter().rev();
        let mut stack: Vec<(Term, bool)> = active.map(|formula| (*formula, true)).collect();
        while let Some((formula, value)) = stack.pop() {
            if !self.quantifiers.occurs(terms, formula) || !seen.insert((formula, value)) {
                continue;
            }
            let arguments = terms.arguments(formula).to_vec();
            match (terms.op(formula), value) {
                (Op::Not, _) => stack.push((arguments[0], !value)),
                (Op::And, true) | (Op::Or, false) => {
                    stack.extend(arguments.iter().rev().map(|part| (*part, value)));
                }
                (Op::And, false) | (Op::Or, true) => {
                    stack.extend(self.enough(terms, &seen, &arguments, value));
                }
                (Op::Ite, _) if terms.sort_of(formula) == Sort::BOOL => {
                    let Some(condition) = self.truth(terms, arguments[0]) else { continue };
                    let branch = if condition { arguments[1] } else { arguments[2] };
                    stack.extend([(branch, value), (arguments[0], condition)]);
                }
                (Op::Forall(_) | Op::Exists(_), _) => {
                    if is_forall(terms, formula) == value {
                        needed.universal.push(formula);
                        let given = self.quantifiers.instances.get(&formula);
                        stack.extend(given.into_iter().flatten().map(|body| (*body, value)));
                    } else {
                        needed.existential.push(formula);
                        if self.quantifiers.is_witnessed(formula) {
                            let places = terms.quantified(formula).len();
                            let witnesses: Vec<Term> =
                                (0..places).map(|place| terms.witness(formula, place)).collect();
                            let body = crate::quantifiers::instance(terms, formula, &witnesses);
                            stack.push((body, value));
                        }
                    }
                }
                // Formulas inside terms must have just the values they have.
                _ => {
                    let mut inside = Walk::of(&arguments);
                    while let Some(part) = inside.step() {
                        if !self.quantifiers.occurs(terms, part) {
                            continue;
                        }
                        match self.truth(terms, part) {
                            Some(value) => stack.push((part, value)),
                            None => inside.enter(terms.arguments(part)),
                        }
                    }
                }
            }
        }
        needed
    }

    /// One part that has the value: one that was needed before or has no quantifier, if possible.
    fn enough(
        &mut self,
        terms: &Terms,
        seen: &HashSet<(Term, bool)>,
        parts: &[Term],
        value: bool,
    ) -> Option<(Term, bool)> {
        let mut found = None;
        for part in parts {
            if self.truth(terms, *part) != Some(value) {
                continue;
            }
            if !self.quantifiers.occurs(terms, *part) || seen.contains(&(*part, value)) {
                return None;
            }
            found = found.or(Some((*part, value)));
        }
        found
    }
}
