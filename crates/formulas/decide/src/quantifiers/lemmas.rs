//! The lemmas that say what quantified formulas mean, each given once.

use buttress_certificate::smt::{Literal, Rule};
use buttress_logic::{IdMap, IdSet, Op, Term, Terms, Walk};
use buttress_theory::Lemma;

use super::instance::{instance, is_forall, witnessed_body};
use crate::internalize::Internalizer;

/// The lemmas that have been given.
#[derive(Default)]
pub(super) struct QuantifierLemmas {
    /// Whose witnesses have been given.
    witnessed: IdSet<Term>,
    /// The instances that have been given: F[t̄].
    instances: IdMap<Term, Vec<Term>>,
    made: IdSet<(Term, Vec<Term>)>,
    /// How many of them earlier checks gave.
    made_before: usize,
}

impl QuantifierLemmas {
    /// A check begins.
    pub(super) fn begin(&mut self) {
        self.made_before = self.made.len();
    }

    /// How many instances have been given in this check.
    pub(super) fn instance_count(&self) -> usize {
        self.made.len() - self.made_before
    }

    /// The instances of a formula that have been given.
    pub(super) fn instances(&self, formula: Term) -> &[Term] {
        self.instances.get(&formula).map_or(&[], Vec::as_slice)
    }

    /// Has the formula's witness lemma been given?
    pub(super) fn is_witnessed(&self, formula: Term) -> bool {
        self.witnessed.contains(&formula)
    }

    /// The formulas whose witness lemmas have been given.
    pub(super) fn witnessed(&self) -> Vec<Term> {
        self.witnessed.iter().copied().collect()
    }

    /// Are all witnesses in the term those of lemmas that were given?
    pub(super) fn is_introduced(&self, terms: &Terms, term: Term) -> bool {
        let mut walk = Walk::of(&[term]);
        while let Some(part) = walk.step() {
            if let Op::Witness(witness) = terms.op(part)
                && !self.is_witnessed(terms.witnessed(witness).0)
            {
                return false;
            }
            walk.enter(terms.arguments(part));
        }
        true
    }

    /// Gives the witness lemma of a formula: {∀x̄. F, ¬F[w̄]} or {¬∃x̄. F, F[w̄]}.
    pub(super) fn give_witness(
        &mut self,
        known: &mut Internalizer,
        terms: &mut Terms,
        formula: Term,
    ) {
        if !self.witnessed.insert(formula) {
            return;
        }
        let body = witnessed_body(terms, formula);
        let is_forall = is_forall(terms, formula);
        let body = Literal::of(terms, body);
        let body = if is_forall { body.negated() } else { body };
        let clause = vec![Literal { atom: formula, is_positive: is_forall }, body];
        known.give_lemma(terms, Lemma { clause, rule: Rule::Witness(formula) });
    }

    /// Gives an instance of a formula, {¬∀x̄. F, F[t̄]} or {∃x̄. F, ¬F[t̄]}; false if it was given before.
    pub(super) fn give_instance(
        &mut self,
        known: &mut Internalizer,
        terms: &mut Terms,
        formula: Term,
        values: Vec<Term>,
    ) -> bool {
        if !self.made.insert((formula, values.clone())) {
            return false;
        }
        let body = instance(terms, formula, &values);
        self.instances.entry(formula).or_default().push(body);
        let is_forall = is_forall(terms, formula);
        let body = Literal::of(terms, body);
        let body = if is_forall { body } else { body.negated() };
        let clause = vec![Literal { atom: formula, is_positive: !is_forall }, body];
        known.give_lemma(terms, Lemma { clause, rule: Rule::Instance(formula, values) });
        true
    }
}
