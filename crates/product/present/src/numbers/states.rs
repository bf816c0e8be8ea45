//! Some states that are reached, for the picture.

use std::collections::{HashSet, VecDeque};

use crate::limits::{MOST_FIRST_STATES, MOST_STATES, MOST_SUCCESSORS};
use buttress_budget::Budget;
use buttress_decide::{Evidence, Settings, Solver, Verdict};
use buttress_horn::{Application, ClauseId, Horn, PredicateId};
use buttress_logic::{Evaluator, Model, Term, Terms, ValueKind};

/// A state that is reached.
pub struct State {
    pub predicate: PredicateId,
    /// Literals for the parameters.
    pub values: Vec<Term>,
    /// Is it concluded without premises?
    pub is_first: bool,
}

/// States that can be reached by clauses of at most one premise, nearest first.
pub fn states(terms: &mut Terms, horn: &Horn, seed: u64, budget: &Budget) -> Vec<State> {
    let mut search = Search { horn, seed, budget, seen: HashSet::new(), queue: VecDeque::new() };
    let mut found = Vec::new();
    for id in horn.clause_ids().filter(|id| horn.clause(*id).body.is_empty()) {
        search.conclude(terms, id, None, MOST_FIRST_STATES, &mut found);
    }
    while let Some(place) = search.queue.pop_front() {
        let (predicate, values): (PredicateId, Vec<Term>) = {
            let state: &State = &found[place];
            (state.predicate, state.values.clone())
        };
        for id in horn.clause_ids() {
            let [premise] = &horn.clause(id).body[..] else { continue };
            if premise.predicate == predicate && found.len() < MOST_STATES {
                search.conclude(terms, id, Some((premise, &values)), MOST_SUCCESSORS, &mut found);
            }
        }
    }
    found
}

struct Search<'a> {
    horn: &'a Horn,
    seed: u64,
    budget: &'a Budget,
    seen: HashSet<(PredicateId, Vec<Term>)>,
    /// Places of states whose successors are to be found.
    queue: VecDeque<usize>,
}

impl Search<'_> {
    /// Adds a few states that a clause concludes from a premise.
    fn conclude(
        &mut self,
        terms: &mut Terms,
        id: ClauseId,
        from: Option<(&Application, &[Term])>,
        most: usize,
        found: &mut Vec<State>,
    ) {
        let clause = self.horn.clause(id);
        let Some(head) = &clause.head else { return };
        let mut solver = Solver::new(Settings::new(self.seed, Evidence::None));
        solver.assert(clause.constraint);
        if let Some((premise, values)) = from {
            for (argument, value) in premise.arguments.iter().zip(values) {
                let equation = terms.equal(*argument, *value);
                solver.assert(equation);
            }
        }
        for _ in 0..most {
            let Verdict::Sat(mut model) = solver.check(terms, &[], self.budget) else { return };
            let Some(values) = literals(terms, &mut model, &head.arguments) else { return };
            let equations: Vec<Term> = head
                .arguments
                .iter()
                .zip(&values)
                .map(|(argument, value)| terms.equal(*argument, *value))
                .collect();
            let same = terms.and(&equations);
            let other = terms.not(same);
            solver.assert(other);
            if self.seen.insert((head.predicate, values.clone())) {
                self.queue.push_back(found.len());
                found.push(State { predicate: head.predicate, values, is_first: from.is_none() });
            }
        }
    }
}

/// The values of numbers and truth values in a model, as literals.
fn literals(terms: &mut Terms, model: &mut Model, wanted: &[Term]) -> Option<Vec<Term>> {
    let mut kinds = Vec::new();
    {
        let mut evaluator = Evaluator::new(terms, model);
        for term in wanted {
            let value = evaluator.value(*term).ok()?;
            kinds.push(evaluator.model().values.kind(value).clone());
        }
    }
    let literal = |kind: ValueKind| match kind {
        ValueKind::Bool(truth) => Some(terms.boolean(truth)),
        ValueKind::Number(sort, number) => Some(terms.numeral(&number, sort)),
        _ => None,
    };
    kinds.into_iter().map(literal).collect()
}
