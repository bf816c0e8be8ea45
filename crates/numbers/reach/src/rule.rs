//! A clause with the solver that answers questions about it.

use buttress_budget::Budget;
use buttress_decide::{Evidence, Refutation, Settings, Solver};
use buttress_horn::{ClauseId, Horn, HornUnknown, Interpretation, PredicateId};
use buttress_logic::{Sort, Term, Terms};

use crate::facts::Facts;
use crate::query::{QueryAnswer, ask};

/// How the states of a premise are bounded in a query.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Premise {
    /// From above, by the frame.
    Frame,
    /// From below, by the facts.
    Facts,
}

/// The facts of a premise that a solver knows.
#[derive(Clone)]
struct Known {
    count: usize,
    /// Implies that one of them holds of the premise.
    selector: Term,
}

/// φ and what is known of the premises.
pub(crate) struct Rule {
    pub clause: ClauseId,
    solver: Solver,
    /// For each premise.
    facts: Vec<Known>,
}

impl Rule {
    /// φ with an inductive interpretation of the premises.
    pub fn new(
        terms: &mut Terms,
        horn: &Horn,
        clause: ClauseId,
        known: &Interpretation,
        seed: u64,
    ) -> Rule {
        let mut solver = Solver::new(Settings::new(seed, Evidence::Proof));
        solver.assert(horn.clause(clause).constraint);
        let mut facts = Vec::new();
        for premise in &horn.clause(clause).body {
            let fact = horn.at(terms, premise, known.of(premise.predicate));
            solver.assert(fact);
            facts.push(Known { count: 0, selector: terms.boolean(false) });
        }
        Rule { clause, solver, facts }
    }

    /// A lemma about premise `place` that holds whenever `switch` does.
    pub fn learn(
        &mut self,
        terms: &mut Terms,
        horn: &Horn,
        place: usize,
        lemma: Term,
        switch: Term,
    ) {
        let premise = &horn.clause(self.clause).body[place];
        let instance = horn.at(terms, premise, lemma);
        let guarded = terms.implies(switch, instance);
        self.solver.assert(guarded);
    }

    /// A fact about all states of a predicate.
    pub fn strengthen(
        &mut self,
        terms: &mut Terms,
        horn: &Horn,
        predicate: PredicateId,
        fact: Term,
    ) {
        for premise in horn.clause(self.clause).body.iter() {
            if premise.predicate == predicate {
                let instance = horn.at(terms, premise, fact);
                self.solver.assert(instance);
            }
        }
    }

    /// The last answer's refutation, with its proof.
    pub fn refutation(&self) -> Refutation {
        self.solver.refutation(Evidence::Proof).unwrap_or_default()
    }

    /// φ ∧ ⋀ assumptions ∧ the bounds of the premises.
    pub fn ask(
        &mut self,
        terms: &mut Terms,
        horn: &Horn,
        assumptions: &[Term],
        premises: &[Premise],
        facts: &Facts,
        budget: &Budget,
    ) -> Result<QueryAnswer, HornUnknown> {
        let mut assumed = assumptions.to_vec();
        for (place, bound) in premises.iter().enumerate() {
            if *bound == Premise::Facts {
                assumed.push(self.selector(terms, horn, place, facts));
            }
        }
        ask(terms, &mut self.solver, &assumed, budget)
    }

    /// A constant that implies that a fact holds of the premise.
    fn selector(&mut self, terms: &mut Terms, horn: &Horn, place: usize, facts: &Facts) -> Term {
        let premise = &horn.clause(self.clause).body[place];
        let of_predicate = facts.of(premise.predicate);
        if self.facts[place].count < of_predicate.len() {
            let cases: Vec<Term> = of_predicate
                .iter()
                .map(|fact| horn.at(terms, premise, facts.get(*fact).formula))
                .collect();
            let some = terms.or(&cases);
            let selector = terms.fresh_constant("facts", Sort::BOOL);
            let guarded = terms.implies(selector, some);
            self.solver.assert(guarded);
            self.facts[place] = Known { count: of_predicate.len(), selector };
        }
        self.facts[place].selector
    }
}
