//! Clauses made to hold, one after the other, by weakening what they conclude.

use std::collections::{HashMap, HashSet, VecDeque};

use buttress_budget::{Budget, Exhausted};
use buttress_decide::{Evidence, Settings, Solver, Verdict};
use buttress_horn::{ClauseId, Interpretation, PredicateId};
use buttress_logic::{Sort, Term, Terms};

use super::Houdini;
use crate::element::Origin;
use crate::limits::{CANDIDATE_EFFORT, MOST_FOLLOWED_STEPS, SETTLE_EFFORT};
use crate::program::Value;
use crate::samples::{State, values_of};

/// A clause, with all candidates it has been given.
struct Obligation {
    solver: Solver,
    asserted: usize,
    /// Those that were alive then.
    entered: Vec<usize>,
    /// Some candidate that the clause has not been given fails.
    more: Term,
}

impl Houdini<'_> {
    /// Weakens until every clause holds.
    pub(super) fn iterate(
        &mut self,
        terms: &mut Terms,
        known: &Interpretation,
        budget: &Budget,
    ) -> Result<(), Exhausted> {
        let horn = self.context.horn;
        let mut queue: VecDeque<ClauseId> =
            horn.clause_ids().filter(|id| horn.clause(*id).head.is_some()).collect();
        let mut waiting: HashSet<ClauseId> = queue.iter().copied().collect();
        let mut obligations: HashMap<ClauseId, Obligation> = HashMap::new();
        while let Some(id) = queue.pop_front() {
            waiting.remove(&id);
            let mut obligation = match obligations.remove(&id) {
                Some(obligation) if !self.is_cluttered(&obligation) => obligation,
                _ => self.obligation(terms, known, id),
            };
            let weakened = self.settle(terms, known, id, &mut obligation, budget)?;
            obligations.insert(id, obligation);
            if weakened.is_empty() {
                continue;
            }
            for next in horn.clause_ids() {
                let clause = horn.clause(next);
                let is_concerned =
                    clause.body.iter().any(|premise| weakened.contains(&premise.predicate));
                if is_concerned && clause.head.is_some() && waiting.insert(next) {
                    queue.push_back(next);
                }
            }
        }
        Ok(())
    }

    fn obligation(&self, terms: &mut Terms, known: &Interpretation, id: ClauseId) -> Obligation {
        let horn = self.context.horn;
        let clause = horn.clause(id);
        let mut solver = Solver::new(Settings::new(0, Evidence::None));
        solver.assert(clause.constraint);
        for premise in &clause.body {
            let fact = horn.at(terms, premise, known.of(premise.predicate));
            solver.assert(fact);
        }
        let more = terms.fresh_constant("more", Sort::BOOL);
        solver.assert(more);
        Obligation { solver, asserted: 0, entered: Vec::new(), more }
    }

    /// Are most of the candidates that a solver knows given up?
    fn is_cluttered(&self, obligation: &Obligation) -> bool {
        let entered = obligation.entered.iter();
        let live = entered.filter(|id| self.candidates[**id].is_live).count();
        obligation.entered.len() > 2 * live + 60
    }

    /// Asserts new candidates to the solver of a clause.
    fn assert_new_candidates(&self, terms: &mut Terms, id: ClauseId, obligation: &mut Obligation) {
        let horn = self.context.horn;
        let clause = horn.clause(id);
        let mut failures = Vec::new();
        let new = self.candidates.iter().enumerate().skip(obligation.asserted);
        for (number, candidate) in new.filter(|(_, candidate)| candidate.is_live) {
            obligation.entered.push(number);
            for premise in &clause.body {
                if premise.predicate == candidate.predicate {
                    let holds = horn.at(terms, premise, candidate.formula);
                    let implied = terms.implies(candidate.assumed, holds);
                    obligation.solver.assert(implied);
                }
            }
            if let Some(head) = &clause.head
                && head.predicate == candidate.predicate
            {
                let holds = horn.at(terms, head, candidate.formula);
                let fails = terms.not(holds);
                failures.push(terms.and(&[candidate.asked, fails]));
            }
        }
        obligation.asserted = self.candidates.len();
        if !failures.is_empty() {
            let more = terms.fresh_constant("more", Sort::BOOL);
            failures.push(more);
            let some = terms.or(&failures);
            let implied = terms.implies(obligation.more, some);
            obligation.solver.assert(implied);
            obligation.more = more;
        }
    }

    /// Makes a clause hold by weakening its head; the predicates that were weakened.
    fn settle(
        &mut self,
        terms: &mut Terms,
        known: &Interpretation,
        id: ClauseId,
        obligation: &mut Obligation,
        budget: &Budget,
    ) -> Result<HashSet<PredicateId>, Exhausted> {
        let horn = self.context.horn;
        let clause = horn.clause(id);
        let mut weakened = HashSet::new();
        let Some(head) = &clause.head else { return Ok(weakened) };
        loop {
            if self.is_cluttered(obligation) {
                *obligation = self.obligation(terms, known, id);
            }
            self.assert_new_candidates(terms, id, obligation);
            let asked: Vec<usize> = self.live_of(head.predicate);
            if asked.is_empty() {
                return Ok(weakened);
            }
            let assumptions = self.assumptions(terms, id, obligation, &asked);
            match ask(terms, obligation, &assumptions, SETTLE_EFFORT, budget)? {
                Verdict::Unsat(_) => return Ok(weakened),
                Verdict::Sat(mut model) => {
                    let state = values_of(terms, &mut model, &head.arguments);
                    let changed = match &state {
                        Some(state) => self.weaken(terms, head.predicate, state, Origin::Followed),
                        None => false,
                    };
                    if changed {
                        weakened.insert(head.predicate);
                        if let Some(state) = state {
                            self.follow(terms, head.predicate, state, &mut weakened);
                        }
                        continue;
                    }
                }
                Verdict::Unknown(_) => {}
            }
            if self.settle_each(terms, id, obligation, &asked, &mut weakened, budget)? {
                return Ok(weakened);
            }
        }
    }

    /// The same with one candidate at a time, when all together were too much; does each follow?
    fn settle_each(
        &mut self,
        terms: &mut Terms,
        id: ClauseId,
        obligation: &mut Obligation,
        asked: &[usize],
        weakened: &mut HashSet<PredicateId>,
        budget: &Budget,
    ) -> Result<bool, Exhausted> {
        let horn = self.context.horn;
        let Some(head) = &horn.clause(id).head else { return Ok(true) };
        let mut is_settled = true;
        for one in asked {
            if !self.candidates[*one].is_live {
                continue;
            }
            let assumptions = self.assumptions(terms, id, obligation, &[*one]);
            match ask(terms, obligation, &assumptions, CANDIDATE_EFFORT, budget)? {
                Verdict::Unsat(_) => continue,
                Verdict::Sat(mut model) => {
                    let state = values_of(terms, &mut model, &head.arguments);
                    if let Some(state) = state {
                        self.weaken(terms, head.predicate, &state, Origin::Followed);
                    }
                }
                Verdict::Unknown(_) => {}
            }
            is_settled = false;
            weakened.insert(head.predicate);
            if self.candidates[*one].is_live {
                self.refuse(*one);
            }
        }
        Ok(is_settled)
    }

    fn assumptions(
        &self,
        terms: &mut Terms,
        id: ClauseId,
        obligation: &Obligation,
        asked: &[usize],
    ) -> Vec<Term> {
        let horn = self.context.horn;
        let clause = horn.clause(id);
        let asked: HashSet<usize> = asked.iter().copied().collect();
        let mut assumptions = vec![terms.not(obligation.more)];
        for number in obligation.entered.iter().copied() {
            let candidate = &self.candidates[number];
            let mut assume = |literal: Term, sign: bool| {
                assumptions.push(if sign { literal } else { terms.not(literal) });
            };
            if clause.body.iter().any(|premise| premise.predicate == candidate.predicate) {
                assume(candidate.assumed, candidate.is_live);
            }
            if clause.head.as_ref().is_some_and(|head| head.predicate == candidate.predicate) {
                assume(candidate.asked, asked.contains(&number));
            }
        }
        assumptions
    }

    /// What follows a state that must be admitted must be admitted too.
    fn follow(
        &mut self,
        terms: &mut Terms,
        predicate: PredicateId,
        state: State,
        weakened: &mut HashSet<PredicateId>,
    ) {
        let horn = self.context.horn;
        let (mut predicate, mut state) = (predicate, state);
        for _ in 0..MOST_FOLLOWED_STEPS {
            let mut next: Vec<ClauseId> = Vec::new();
            next.extend(horn.clause_ids().filter(|id| {
                let clause = horn.clause(*id);
                let [premise] = clause.body.as_slice() else { return false };
                premise.predicate == predicate && clause.head.is_some()
            }));
            self.random.shuffle(&mut next);
            let found = next.into_iter().find_map(|id| {
                let action = &self.context.actions[id.index()];
                let values = action.run(&[&state], self.context.hints, &mut self.random)?;
                let head = horn.clause(id).head.as_ref()?.predicate;
                Some((head, action.conclusion(&values)?))
            });
            let Some((head, conclusion)) = found else { return };
            if !conclusion.iter().all(Value::is_small) {
                return;
            }
            if self.weaken(terms, head, &conclusion, Origin::Reached) {
                weakened.insert(head);
            }
            (predicate, state) = (head, conclusion);
        }
    }
}

/// One check with a share of the effort.
fn ask(
    terms: &mut Terms,
    obligation: &mut Obligation,
    assumptions: &[Term],
    effort: u64,
    budget: &Budget,
) -> Result<Verdict, Exhausted> {
    let share = Budget::with_effort(budget.limits().clone(), effort);
    let verdict = obligation.solver.check(terms, assumptions, &share);
    budget.spend(share.spent())?;
    Ok(verdict)
}
