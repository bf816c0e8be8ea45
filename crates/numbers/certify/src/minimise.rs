//! The part of an interpretation that a proof needs.
//!
//! The queries need some conjuncts of their premises; each of these needs some conjuncts of the premises
//! of every clause that concludes its predicate; and so on, until nothing new is needed. What is needed is
//! inductive by itself, and a person would rather read it than all that engines have found.

use std::collections::HashSet;

use buttress_budget::Budget;
use buttress_decide::{Evidence, Settings, Solver, Verdict};
use buttress_horn::{ClauseId, Horn, Interpretation};
use buttress_logic::{Term, Terms};

use crate::limits::{MOST_CONJUNCTS, MOST_DROPPED};

/// The needed conjuncts, or all of them if that is not found out within the budget.
pub fn minimise(
    terms: &mut Terms,
    horn: &Horn,
    facts: &Interpretation,
    budget: &Budget,
) -> Interpretation {
    let conjuncts: Vec<Vec<Term>> =
        facts.formulas().iter().map(|formula| terms.conjuncts(*formula)).collect();
    let count: usize = conjuncts.iter().map(Vec::len).sum();
    if !(2..=MOST_CONJUNCTS).contains(&count) {
        return facts.clone();
    }
    let needed = conjuncts.iter().map(|_| HashSet::new()).collect();
    let mut search = Search { horn, conjuncts, needed, goals: Vec::new() };
    let queries = horn.clause_ids().filter(|id| horn.clause(*id).head.is_none());
    search.goals.extend(queries.map(|id| Goal { clause: id, conjunct: None }));
    while let Some(goal) = search.goals.pop() {
        if !search.settle(terms, &goal, budget) {
            return facts.clone();
        }
    }
    let parts = search.conjuncts.iter().zip(&search.needed);
    let formulas = parts.map(|(conjuncts, needed)| {
        let kept: Vec<Term> = conjuncts.iter().copied().filter(|it| needed.contains(it)).collect();
        terms.and(&kept)
    });
    Interpretation::new(formulas.collect())
}

/// A clause that has to stay valid: for a conjunct of its head, or as a query.
struct Goal {
    clause: ClauseId,
    conjunct: Option<Term>,
}

/// A conjunct of a premise.
#[derive(Clone, Copy)]
struct Premise {
    /// Which premise of the clause.
    number: usize,
    /// The position of its predicate.
    place: usize,
    conjunct: Term,
}

struct Search<'a> {
    horn: &'a Horn,
    /// By predicate.
    conjuncts: Vec<Vec<Term>>,
    /// By predicate: those that are needed.
    needed: Vec<HashSet<Term>>,
    goals: Vec<Goal>,
}

impl Search<'_> {
    /// Finds out what a goal needs; false if that fails.
    fn settle(&mut self, terms: &mut Terms, goal: &Goal, budget: &Budget) -> bool {
        // What is needed already may be enough.
        let known = self.premises(goal, |place, it| self.needed[place].contains(&it));
        if self.ask(terms, goal, &known, budget).is_some() {
            return true;
        }
        let all = self.premises(goal, |_, _| true);
        let Some(mut used) = self.ask(terms, goal, &all, budget) else { return false };
        if used.len() <= MOST_DROPPED {
            // The last ones first: engines put the property behind what strengthens it.
            for place in (0..used.len()).rev() {
                let mut fewer = used.clone();
                fewer.remove(place);
                if self.ask(terms, goal, &fewer, budget).is_some() {
                    used = fewer;
                }
            }
        }
        for Premise { place, conjunct, .. } in used {
            self.need(place, conjunct);
        }
        true
    }

    /// The wanted conjuncts of all premises.
    fn premises(&self, goal: &Goal, is_wanted: impl Fn(usize, Term) -> bool) -> Vec<Premise> {
        let mut premises = Vec::new();
        for (number, premise) in self.horn.clause(goal.clause).body.iter().enumerate() {
            let place = premise.predicate.index();
            let wanted = self.conjuncts[place].iter().filter(|it| is_wanted(place, **it));
            premises.extend(wanted.map(|conjunct| Premise { number, place, conjunct: *conjunct }));
        }
        premises
    }

    /// Those of the premises that a refutation of the goal's negation uses; none if there is no
    /// refutation.
    fn ask(
        &self,
        terms: &mut Terms,
        goal: &Goal,
        premises: &[Premise],
        budget: &Budget,
    ) -> Option<Vec<Premise>> {
        let clause = self.horn.clause(goal.clause);
        let mut solver = Solver::new(Settings::new(0, Evidence::Core));
        solver.assert(clause.constraint);
        if let (Some(head), Some(conjunct)) = (&clause.head, goal.conjunct) {
            let conclusion = self.horn.at(terms, head, conjunct);
            let negation = terms.not(conclusion);
            solver.assert(negation);
        }
        let mut given = Vec::new();
        for premise in premises {
            let instance = self.horn.at(terms, &clause.body[premise.number], premise.conjunct);
            solver.assert(instance);
            given.push((instance, *premise));
        }
        let Verdict::Unsat(refutation) = solver.check(terms, &[], budget) else { return None };
        let core: HashSet<Term> = refutation.core.into_iter().collect();
        given.retain(|(instance, _)| core.contains(instance));
        Some(given.into_iter().map(|(_, premise)| premise).collect())
    }

    /// A conjunct is needed, and so is that every clause that concludes its predicate keeps it.
    fn need(&mut self, place: usize, conjunct: Term) {
        if !self.needed[place].insert(conjunct) {
            return;
        }
        for id in self.horn.clause_ids() {
            let head = self.horn.clause(id).head.as_ref();
            if head.is_some_and(|head| head.predicate.index() == place) {
                self.goals.push(Goal { clause: id, conjunct: Some(conjunct) });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use buttress_formats::chc;

    use super::*;
    use buttress_present::numbers::{Infix, names};

    #[test]
    fn what_the_query_does_not_need_goes() {
        let text = b"(set-logic HORN) (declare-fun p (Int Int) Bool)
            (assert (forall ((x Int) (y Int)) (=> (and (= x 0) (= y 0)) (p x y))))
            (assert (forall ((x Int) (y Int)) (=> (p x y) (p (+ x y) (+ y 1)))))
            (assert (forall ((x Int) (y Int)) (=> (and (p x y) (< x 0)) false)))";
        let mut terms = Terms::new();
        let source = chc::read(&mut terms, text).unwrap();
        let all = b"(define-fun p ((x Int) (y Int)) Bool
            (and (>= y (- 3)) (>= (+ x y) (- 5)) (>= x 0) (>= y 0)))";
        let all = chc::read_interpretation(&mut terms, &source.horn, all).unwrap();
        let kept = minimise(&mut terms, &source.horn, &all, &Budget::unlimited());
        let predicate = source.horn.predicate_ids().next().unwrap();
        let names = names(&terms, &source.horn, predicate);
        let words = Infix::new(&terms, &names).conjuncts(kept.of(predicate));
        assert_eq!(words, ["x >= 0", "y >= 0"]);
        // Nothing is lost if it is not inductive after all.
        let wrong = b"(define-fun p ((x Int) (y Int)) Bool (and (>= x 0) (>= x (- 1))))";
        let wrong = chc::read_interpretation(&mut terms, &source.horn, wrong).unwrap();
        assert_eq!(minimise(&mut terms, &source.horn, &wrong, &Budget::unlimited()), wrong);
    }
}
