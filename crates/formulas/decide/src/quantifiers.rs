//! Quantified formulas: what the search knows of them.
//!
//! A quantified formula without free variables is an atom Q of the search. Two kinds of lemmas say
//! what it means: *instances* {¬∀x̄. F, F[t̄]} and *witnesses* {∀x̄. F, ¬F[w̄]}, and their duals for ∃. F[t̄]
//! may hold quantified formulas again, which are atoms in turn. Lemmas are made at full assignments:
//! witnesses for what is claimed to exist, instances that the candidate model violates
//! ([`instantiate`](crate::instantiate)). Inside the array property fragments the index sets are
//! finite, so that this ends; outside, it may end.

use std::collections::{HashMap, HashSet};

use buttress_arrays::{Candidates, Normal, normalise};
use buttress_certificate::smt::{Literal, Rule};
use buttress_logic::{Op, Sort, Term, Terms, substitute};
use buttress_theory::Lemma;

use crate::combination::Combination;
use crate::enter::Want;

/// The quantified formulas of a search.
#[derive(Default)]
pub(crate) struct Quantifiers {
    /// Those that have a variable, in the order of their entry.
    formulas: Vec<Term>,
    /// The assertions and assumptions of the check.
    pub(crate) active: Vec<Term>,
    /// The normal form of each formula.
    normals: HashMap<Term, Normal>,
    /// Whose witnesses have been given.
    witnessed: HashSet<Term>,
    /// The instances that have been given: F[t̄].
    pub(crate) instances: HashMap<Term, Vec<Term>>,
    made: HashSet<(Term, Vec<Term>)>,
    /// How many of them earlier checks gave.
    made_before: usize,
    /// The index sets, and how many formulas and nodes there were when they were made.
    pub(crate) candidates: Option<Candidates>,
    stamp: (usize, usize),
    /// Does a quantifier occur in a term?
    occurs: HashMap<Term, bool>,
    /// A formula that the last candidate model could not be made to satisfy.
    pub(crate) failed: Option<Term>,
    /// How many values that no index set has were instantiated in this check.
    pub(crate) stray: u32,
    /// How many candidate models failed in this check with a formula outside the fragments.
    pub(crate) rounds: u32,
}

impl Quantifiers {
    pub(crate) fn is_empty(&self) -> bool {
        self.formulas.is_empty()
    }

    /// A check of these assertions and assumptions begins.
    pub(crate) fn begin(&mut self, active: Vec<Term>) {
        self.active = active;
        self.stray = 0;
        self.rounds = 0;
        self.made_before = self.made.len();
        self.failed = None;
    }

    pub(crate) fn add(&mut self, formula: Term) {
        self.formulas.push(formula);
    }

    /// Has the formula's witness lemma been given?
    pub(crate) fn is_witnessed(&self, formula: Term) -> bool {
        self.witnessed.contains(&formula)
    }

    /// How many instances have been given in this check.
    pub(crate) fn instance_count(&self) -> usize {
        self.made.len() - self.made_before
    }

    /// Does a quantified variable range over the sort?
    pub(crate) fn ranges_over(&self, terms: &Terms, sort: Sort) -> bool {
        let bounds = self.formulas.iter().flat_map(|formula| terms.quantified(*formula));
        bounds.into_iter().any(|bound| terms.bound_sort(*bound) == sort)
    }

    fn is_known(&self, formula: Term) -> bool {
        self.normals.contains_key(&formula)
    }

    /// The formulas whose witness lemmas have been given.
    pub(crate) fn witnessed(&self) -> Vec<Term> {
        self.witnessed.iter().copied().collect()
    }

    /// Does a quantifier occur in a term?
    pub(crate) fn occurs(&mut self, terms: &Terms, root: Term) -> bool {
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
}

/// Is it ∀, rather than ∃?
pub(crate) fn is_forall(terms: &Terms, formula: Term) -> bool {
    matches!(terms.op(formula), Op::Forall(_))
}

/// F[t̄] of a quantified formula.
pub(crate) fn instance(terms: &mut Terms, formula: Term, values: &[Term]) -> Term {
    let bounds = terms.quantified(formula).to_vec();
    let map = bounds.iter().zip(values).map(|(bound, value)| (terms.bound(*bound), *value));
    let map: HashMap<Term, Term> = map.collect();
    let body = terms.argument(formula, 0);
    substitute(terms, body, &map)
}

impl Combination {
    /// Gives the witness lemma of a formula: {∀x̄. F, ¬F[w̄]} or {¬∃x̄. F, F[w̄]}.
    pub(crate) fn give_witness(&mut self, terms: &mut Terms, formula: Term) {
        if !self.quantifiers.witnessed.insert(formula) {
            return;
        }
        let places = terms.quantified(formula).len();
        let witnesses: Vec<Term> = (0..places).map(|place| terms.witness(formula, place)).collect();
        let body = instance(terms, formula, &witnesses);
        let is_forall = is_forall(terms, formula);
        let body = Literal::of(terms, body);
        let body = if is_forall { body.negated() } else { body };
        let clause = vec![Literal { atom: formula, is_positive: is_forall }, body];
        self.give_lemma(terms, Lemma { clause, rule: Rule::Witness(formula) });
    }

    /// Gives an instance of a formula, {¬∀x̄. F, F[t̄]} or {∃x̄. F, ¬F[t̄]}; false if it was given before.
    pub(crate) fn give_instance(
        &mut self,
        terms: &mut Terms,
        formula: Term,
        values: Vec<Term>,
    ) -> bool {
        if !self.quantifiers.made.insert((formula, values.clone())) {
            return false;
        }
        let body = instance(terms, formula, &values);
        self.quantifiers.instances.entry(formula).or_default().push(body);
        let is_forall = is_forall(terms, formula);
        let body = Literal::of(terms, body);
        let body = if is_forall { body } else { body.negated() };
        let clause = vec![Literal { atom: formula, is_positive: !is_forall }, body];
        self.give_lemma(terms, Lemma { clause, rule: Rule::Instance(formula, values) });
        true
    }

    /// Makes the index sets anew if there is something new, and enters their numbers, so that they
    /// have values. Was anything entered?
    pub(crate) fn refresh_candidates(&mut self, terms: &mut Terms) -> bool {
        let stamp = (self.quantifiers.formulas.len(), self.graph.congruence.len());
        if self.quantifiers.candidates.is_some() && self.quantifiers.stamp == stamp {
            return false;
        }
        let mut roots = Vec::new();
        let (mut properties, mut resolved) = (Vec::new(), Vec::new());
        for place in 0..self.quantifiers.formulas.len() {
            let formula = self.quantifiers.formulas[place];
            if !self.quantifiers.is_known(formula) {
                let universal =
                    if is_forall(terms, formula) { formula } else { terms.not(formula) };
                let normal = normalise(terms, universal);
                self.quantifiers.normals.insert(formula, normal);
            }
            let normal = &self.quantifiers.normals[&formula];
            roots.push(normal.formula);
            properties.extend(normal.properties.iter().map(|(_, property)| property.clone()));
            resolved.extend(normal.resolved.iter().copied());
        }
        let nodes = (0..stamp.1 as u32).map(buttress_theory::congruence::Node);
        roots.extend(nodes.map(|node| self.graph.term(node)));
        let candidates = Candidates::over_integers(terms, &roots, &properties, &resolved);
        let indices = candidates.components().iter().flat_map(|component| &component.indices);
        let numbers: Vec<Term> = indices
            .map(|index| index.term)
            .filter(|term| terms.sort_of(*term) == Sort::INT)
            .filter(|term| self.is_introduced(terms, *term))
            .collect();
        self.quantifiers.candidates = Some(candidates);
        let mut is_any = false;
        for number in numbers {
            if !self.numbers.is_known(number) {
                self.enter(terms, Want::Number(number));
                is_any = true;
            }
        }
        // What was entered is an index already.
        self.quantifiers.stamp = (stamp.0, self.graph.congruence.len());
        is_any
    }

    /// Are all witnesses in the term those of lemmas that were given?
    fn is_introduced(&self, terms: &Terms, term: Term) -> bool {
        let mut seen = HashSet::new();
        let mut stack = vec![term];
        while let Some(term) = stack.pop() {
            if let Op::Witness(witness) = terms.op(term)
                && !self.quantifiers.is_witnessed(terms.witnessed(witness).0)
            {
                return false;
            }
            if seen.insert(term) {
                stack.extend(terms.arguments(term));
            }
        }
        true
    }

    /// The violation that keeps a formula outside the fragments, if one does.
    pub(crate) fn violation(&self, formula: Term) -> Option<buttress_arrays::Violation> {
        self.quantifiers.normals.get(&formula)?.violation()
    }
}
