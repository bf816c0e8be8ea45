//! The theories' side of the search: what the propositional solver calls.

use buttress_budget::{Budget, Exhausted};
use buttress_logic::Terms;
use buttress_prop::{Lit, Var};
use buttress_sat::{Consequences, Lemma, Propagator};

use crate::clauses::Contradiction;
use crate::explain::note_implied;
use crate::final_check::{FinalChecks, compare_far};
use crate::internalize::Internalizer;
use crate::propagation::Propagation;

/// The theories in one search.
pub(crate) struct Search<'a> {
    pub(crate) known: &'a mut Internalizer,
    pub(crate) propagation: &'a mut Propagation,
    pub(crate) checks: &'a mut FinalChecks,
    pub(crate) terms: &'a mut Terms,
    pub(crate) budget: &'a Budget,
}

impl Propagator for Search<'_> {
    fn new_level(&mut self) {
        self.propagation.push(self.known);
    }

    fn backtrack(&mut self, level: u32) {
        self.propagation.backtrack(self.known, level as usize);
    }

    fn propagate(
        &mut self,
        trail: &[Lit],
        consequences: &mut Consequences,
    ) -> Result<(), Exhausted> {
        let Search { known, propagation, terms, budget, .. } = self;
        let before = known.atoms.now();
        compare_far(known, terms);
        consequences.has_revived = known.atoms.has_revived_since(before);
        let outcome = propagation.follow(known, terms, trail, consequences, budget)?;
        if outcome.is_err() {
            consequences.implied.clear();
        }
        self.hand_over(outcome, consequences);
        Ok(())
    }

    fn explain(&mut self, lit: Lit) -> Lemma {
        let tag = note_implied(self.known, lit);
        let clause = self.known.clauses.get(tag).clause.to_vec();
        self.known.clauses.forget();
        Lemma { clause, is_kept: false, tag }
    }

    fn final_check(&mut self, _: &[Lit], consequences: &mut Consequences) -> Result<(), Exhausted> {
        let Search { known, propagation, checks, terms, budget } = self;
        let (unfolded, before) = (checks.recursion.count(), known.atoms.now());
        let outcome = checks.run(known, propagation, terms, budget)?;
        // What makes calls pointless is to be decided first, and not after what has led to so many calls.
        consequences.has_revived = known.atoms.has_revived_since(before);
        consequences.starts_anew = checks.recursion.count() > unfolded;
        self.hand_over(outcome, consequences);
        Ok(())
    }

    fn decides(&self, var: Var) -> bool {
        !self.known.atoms.is_dead(var)
    }

    fn prefers(&mut self, lit: Lit) -> Option<bool> {
        self.known.atoms.preference(lit.var())
    }
}

impl Search<'_> {
    /// Hands a contradiction and the clauses that internalizing made to the search.
    fn hand_over(&mut self, outcome: Result<(), Contradiction>, consequences: &mut Consequences) {
        let clauses = &mut self.known.clauses;
        let lemma = |clauses: &crate::clauses::Clauses, tag: u32, is_kept: bool| Lemma {
            clause: clauses.get(tag).clause.to_vec(),
            is_kept,
            tag,
        };
        if let Err(Contradiction(tag)) = outcome {
            consequences.clauses.push(lemma(clauses, tag, false));
        }
        for tag in clauses.take_fresh() {
            consequences.clauses.push(lemma(clauses, tag, true));
        }
        clauses.forget();
        consequences.vars = self.known.atoms.len();
    }
}
