//! Which quantified formulas a full assignment leans on.
//!
//! The search gives every formula a value, also those that do not matter: in A ∨ B one true part is
//! enough. Only what makes the assertions true must hold in the candidate model.

use buttress_logic::{IdMap, IdSet, Op, Sort, Term, Terms, Walk};

use super::instance::{is_forall, witnessed_body};
use super::lemmas::QuantifierLemmas;
use crate::atoms::Atoms;

/// Quantified formulas and the values they must have.
pub(super) struct Needed {
    /// ∀ that is claimed, ∃ that is denied.
    pub(super) universal: Vec<Term>,
    /// ∃ that is claimed, ∀ that is denied.
    pub(super) existential: Vec<Term>,
}

/// What the assertions of a check lean on.
#[derive(Default)]
pub(super) struct Relevance {
    /// The assertions and assumptions of the check.
    active: Vec<Term>,
    /// Does a quantifier occur in a term?
    occurs: IdMap<Term, bool>,
}

impl Relevance {
    /// A check of these assertions and assumptions begins.
    pub(super) fn begin(&mut self, active: Vec<Term>) {
        self.active = active;
    }

    /// Does a quantifier occur in a term?
    fn occurs(&mut self, terms: &Terms, root: Term) -> bool {
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.occurs.contains_key(&term) {
                stack.pop();
                continue;
            }
            let arguments = terms.arguments(term);
            let before = stack.len();
            stack.extend(arguments.iter().filter(|argument| !self.occurs.contains_key(argument)));
            if stack.len() > before {
                continue;
            }
            let is_quantified = matches!(terms.op(term), Op::Forall(_) | Op::Exists(_));
            let occurs = is_quantified || arguments.iter().any(|argument| self.occurs[argument]);
            self.occurs.insert(term, occurs);
        }
        self.occurs[&root]
    }
    /// The quantified formulas on which the truth of the assertions rests.
    pub(super) fn needed(
        &mut self,
        atoms: &Atoms,
        lemmas: &QuantifierLemmas,
        terms: &mut Terms,
    ) -> Needed {
        let mut needed = Needed { universal: Vec::new(), existential: Vec::new() };
        let mut seen = IdSet::default();
        let active = self.active.iter().rev();
        let mut stack: Vec<(Term, bool)> = active.map(|formula| (*formula, true)).collect();
        while let Some((formula, value)) = stack.pop() {
            if !self.occurs(terms, formula) || !seen.insert((formula, value)) {
                continue;
            }
            let arguments = terms.arguments(formula).to_vec();
            match (terms.op(formula), value) {
                (Op::Not, _) => stack.push((arguments[0], !value)),
                (Op::And, true) | (Op::Or, false) => {
                    stack.extend(arguments.iter().rev().map(|part| (*part, value)));
                }
                (Op::And, false) | (Op::Or, true) => {
                    stack.extend(self.enough(atoms, terms, &seen, &arguments, value));
                }
                (Op::Ite, _) if terms.sort_of(formula) == Sort::BOOL => {
                    let Some(condition) = atoms.truth(terms, arguments[0]) else { continue };
                    let branch = if condition { arguments[1] } else { arguments[2] };
                    stack.extend([(branch, value), (arguments[0], condition)]);
                }
                (Op::Forall(_) | Op::Exists(_), _) => {
                    if is_forall(terms, formula) == value {
                        needed.universal.push(formula);
                        let given = lemmas.instances(formula);
                        stack.extend(given.iter().map(|body| (*body, value)));
                    } else {
                        needed.existential.push(formula);
                        if lemmas.is_witnessed(formula) {
                            stack.push((witnessed_body(terms, formula), value));
                        }
                    }
                }
                // Formulas inside terms must have just the values they have.
                _ => {
                    let mut inside = Walk::of(&arguments);
                    while let Some(part) = inside.step() {
                        if !self.occurs(terms, part) {
                            continue;
                        }
                        match atoms.truth(terms, part) {
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
        atoms: &Atoms,
        terms: &Terms,
        seen: &IdSet<(Term, bool)>,
        parts: &[Term],
        value: bool,
    ) -> Option<(Term, bool)> {
        let mut found = None;
        for part in parts {
            if atoms.truth(terms, *part) != Some(value) {
                continue;
            }
            if !self.occurs(terms, *part) || seen.contains(&(*part, value)) {
                return None;
            }
            found = found.or(Some((*part, value)));
        }
        found
    }
}
