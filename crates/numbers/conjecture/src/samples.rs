//! States that are reached by executing clauses.
//!
//! Seeded walks from first states, and from states met before. Every state remembers the clause
//! and the values that led to it, so that a bad state comes with its derivation. Of the many states of a long
//! walk a few are kept for each combination of guards that they satisfy: a phase that begins after
//! thousands of steps counts as much as the first one.

use std::collections::{HashMap, HashSet};

use buttress_budget::{Budget, Exhausted};
use buttress_decide::{Evidence, Settings as DecideSettings, Solver, Verdict};
use buttress_horn::{ClauseId, Derivation, DerivationStep, Horn, Predicate, PredicateId};
use buttress_logic::{Evaluator, Model, Rational, Term, Terms};
use buttress_prop::Random;

use crate::execute::Action;
use crate::limits::{
    FEW_STATES, MOST_EVALUATED_NODES, MOST_FURTHER_WALKS, MOST_STATES_PER_BUCKET,
    MOST_STATES_PER_PREDICATE, MOST_VISITS, WALK_LENGTHS,
};
use crate::program::{Program, Value};

/// A state: the values of the parameters of a predicate.
pub(crate) type State = Vec<Value>;

/// How a state was reached.
struct Visit {
    predicate: PredicateId,
    state: State,
    clause: ClauseId,
    values: Vec<Value>,
    premises: Vec<usize>,
}

/// Guards compiled, to tell phases apart.
struct Guards {
    program: Program,
    roots: Vec<usize>,
}

/// States reached, some of them kept.
pub(crate) struct Samples {
    /// Per predicate.
    pub(crate) kept: Vec<Vec<State>>,
    /// A way to a bad state, if one was met.
    pub(crate) bad: Option<Derivation>,
}

/// Walks that execute clauses.
pub(crate) struct Explorer<'a> {
    horn: &'a Horn,
    actions: &'a [Action],
    guards: Vec<Guards>,
    hints: &'a [Rational],
    random: Random,
    visits: Vec<Visit>,
    seen: HashMap<(PredicateId, State), usize>,
    /// Per predicate and combination of guards: how many states were met, and those kept.
    buckets: HashMap<(PredicateId, Vec<bool>), (usize, Vec<usize>)>,
    kept: Vec<Vec<usize>>,
    bad: Option<Derivation>,
}

impl<'a> Explorer<'a> {
    /// An explorer that has met nothing.
    pub(crate) fn new(
        terms: &Terms,
        horn: &'a Horn,
        actions: &'a [Action],
        guards: &[Vec<Term>],
        hints: &'a [Rational],
        seed: u64,
    ) -> Explorer<'a> {
        let compile = |(predicate, guards): (&Predicate, &Vec<Term>)| {
            let mut program = Program::new(terms, &predicate.parameters, &[]);
            let roots = guards.iter().map(|guard| program.add(terms, *guard)).collect();
            Guards { program, roots }
        };
        Explorer {
            horn,
            actions,
            guards: horn.predicates.iter().zip(guards).map(compile).collect(),
            hints,
            random: Random::new(seed),
            visits: Vec::new(),
            seen: HashMap::new(),
            buckets: HashMap::new(),
            kept: vec![Vec::new(); horn.predicates.len()],
            bad: None,
        }
    }

    /// Walks until the work is done or a bad state is met.
    pub(crate) fn explore(
        mut self,
        terms: &mut Terms,
        budget: &Budget,
    ) -> Result<Samples, Exhausted> {
        let horn = self.horn;
        let firsts: Vec<ClauseId> =
            horn.clause_ids().filter(|id| horn.clause(*id).body.is_empty()).collect();
        let mut work = 0;
        let rounds = WALK_LENGTHS.into_iter().chain([30; MOST_FURTHER_WALKS]);
        'walks: for (number, length) in rounds.enumerate() {
            for first in &firsts {
                if horn.clause(*first).head.is_none() {
                    self.query(*first, &[], terms);
                }
                let mut visit = self.step(*first, Vec::new());
                if visit.is_none() && number == 0 {
                    visit = self.solve(*first, Vec::new(), terms, budget)?;
                }
                work += self.walk(visit, length, terms, budget)?;
                if self.bad.is_some()
                    || work > MOST_EVALUATED_NODES
                    || self.visits.len() > MOST_VISITS
                {
                    break 'walks;
                }
            }
            if number % 3 == 2 {
                work += self.resume(length, terms, budget)?;
            }
            if number == 0 {
                self.reach_with_solver(terms, budget)?;
            }
            let is_enough =
                number > WALK_LENGTHS.len() && self.kept.iter().all(|kept| kept.len() > FEW_STATES);
            if self.bad.is_some() || is_enough {
                break;
            }
        }
        let mut kept: Vec<HashSet<usize>> =
            self.kept.iter().map(|visits| visits.iter().copied().collect()).collect();
        for ((predicate, _), (_, visits)) in &self.buckets {
            kept[predicate.index()].extend(visits);
        }
        let states = kept.into_iter().map(|visits| {
            let mut visits: Vec<usize> = visits.into_iter().collect();
            visits.sort_unstable();
            visits.into_iter().map(|visit| self.visits[visit].state.clone()).collect()
        });
        Ok(Samples { kept: states.collect(), bad: self.bad })
    }

    /// Walks that begin at states met before, for every predicate.
    fn resume(
        &mut self,
        length: usize,
        terms: &mut Terms,
        budget: &Budget,
    ) -> Result<usize, Exhausted> {
        let mut work = 0;
        for predicate in 0..self.kept.len() {
            let visit = self.random.pick(&self.kept[predicate]);
            work += self.walk(visit, length.min(1_000), terms, budget)?;
        }
        Ok(work)
    }

    /// Asks the solver for a way into predicates that no walk has reached.
    fn reach_with_solver(&mut self, terms: &mut Terms, budget: &Budget) -> Result<(), Exhausted> {
        let horn = self.horn;
        for id in horn.clause_ids() {
            let clause = horn.clause(id);
            let Some(head) = &clause.head else { continue };
            if !self.kept[head.predicate.index()].is_empty() || clause.body.is_empty() {
                continue;
            }
            for _ in 0..3 {
                let Some(premises) = self.premises(id) else { break };
                if let Some(visit) = self.solve(id, premises, terms, budget)? {
                    self.walk(Some(visit), 100, terms, budget)?;
                    break;
                }
            }
        }
        Ok(())
    }

    /// Walks on from a visit; the work done.
    fn walk(
        &mut self,
        start: Option<usize>,
        length: usize,
        terms: &mut Terms,
        budget: &Budget,
    ) -> Result<usize, Exhausted> {
        let horn = self.horn;
        let Some(mut current) = start else { return Ok(1) };
        let (mut work, mut stale) = (0, 0);
        // A long walk first follows what shorter ones have seen.
        let patience = (length / 4).max(8);
        for _ in 0..length {
            let predicate = self.visits[current].predicate;
            let mut clauses: Vec<ClauseId> = Vec::new();
            clauses.extend(horn.clause_ids().filter(|id| {
                horn.clause(*id).body.iter().any(|premise| premise.predicate == predicate)
            }));
            self.random.shuffle(&mut clauses);
            let mut next = None;
            for id in clauses {
                let clause = horn.clause(id);
                if clause.head.is_some() && next.is_some() {
                    continue;
                }
                let Some(mut premises) = self.premises(id) else { continue };
                if let Some(place) =
                    clause.body.iter().position(|premise| premise.predicate == predicate)
                {
                    premises[place] = current;
                }
                work += self.actions[id.index()].size();
                budget.spend(self.actions[id.index()].size() as u64 / 8)?;
                if clause.head.is_none() {
                    self.query(id, &premises, terms);
                    if self.bad.is_some() {
                        return Ok(work);
                    }
                    continue;
                }
                let met = self.visits.len();
                next = self.step(id, premises);
                stale = if self.visits.len() == met { stale + 1 } else { 0 };
            }
            match next {
                Some(visit) if stale < patience && self.visits.len() < MOST_VISITS => {
                    current = visit
                }
                _ => break,
            }
        }
        if !self.kept[self.visits[current].predicate.index()].contains(&current) {
            let predicate = self.visits[current].predicate.index();
            self.kept[predicate].push(current);
        }
        Ok(work)
    }

    /// States kept before, for the premises of a clause.
    fn premises(&mut self, id: ClauseId) -> Option<Vec<usize>> {
        let horn = self.horn;
        let body = &horn.clause(id).body;
        let mut premises = Vec::with_capacity(body.len());
        for premise in body {
            let kept = &self.kept[premise.predicate.index()];
            premises.push(self.random.pick(kept)?);
        }
        Some(premises)
    }

    fn run(&mut self, id: ClauseId, premises: &[usize]) -> Option<Vec<Value>> {
        let states: Vec<&[Value]> =
            premises.iter().map(|visit| self.visits[*visit].state.as_slice()).collect();
        self.actions[id.index()].run(&states, self.hints, &mut self.random)
    }

    /// Executes a clause; the visit of its conclusion.
    fn step(&mut self, id: ClauseId, premises: Vec<usize>) -> Option<usize> {
        let values = self.run(id, &premises)?;
        self.conclude(id, values, premises)
    }

    fn conclude(
        &mut self,
        clause: ClauseId,
        values: Vec<Value>,
        premises: Vec<usize>,
    ) -> Option<usize> {
        let horn = self.horn;
        let predicate = horn.clause(clause).head.as_ref()?.predicate;
        let state = self.actions[clause.index()].conclusion(&values)?;
        // Numbers that are squared again and again would soon take all time and memory.
        if !state.iter().all(Value::is_small) {
            return None;
        }
        let visit = self.visits.len();
        if let Some(visit) = self.seen.get(&(predicate, state.clone())) {
            return Some(*visit);
        }
        self.seen.insert((predicate, state.clone()), visit);
        self.visits.push(Visit { predicate, state, clause, values, premises });
        self.keep(visit);
        Some(visit)
    }

    /// Keeps a visit, perhaps in place of another of the same phase.
    fn keep(&mut self, visit: usize) {
        let Visit { predicate, state, .. } = &self.visits[visit];
        let guards = &self.guards[predicate.index()];
        let values = guards.program.run(state);
        let signature = guards.roots.iter().map(|root| values[*root] == Some(Value::Bool(true)));
        let bucket = self.buckets.entry((*predicate, signature.collect())).or_default();
        bucket.0 += 1;
        let kept = &mut self.kept[predicate.index()];
        if bucket.1.len() < MOST_STATES_PER_BUCKET {
            bucket.1.push(visit);
            if kept.len() < MOST_STATES_PER_PREDICATE {
                kept.push(visit);
            }
        } else {
            let place = self.random.below(bucket.0);
            if let Some(old) = bucket.1.get_mut(place) {
                *old = visit;
            }
        }
    }

    /// Is a bad state met?
    fn query(&mut self, id: ClauseId, premises: &[usize], terms: &mut Terms) {
        let Some(values) = self.run(id, premises) else { return };
        let derivation = self.derivation(id, values, premises, terms);
        if derivation.replay(terms, self.horn).is_ok() {
            self.bad = Some(derivation);
        }
    }

    fn derivation(
        &self,
        last: ClauseId,
        values: Vec<Value>,
        premises: &[usize],
        terms: &mut Terms,
    ) -> Derivation {
        let mut needed = HashSet::new();
        let mut stack = premises.to_vec();
        while let Some(visit) = stack.pop() {
            if needed.insert(visit) {
                stack.extend(&self.visits[visit].premises);
            }
        }
        let mut order: Vec<usize> = needed.into_iter().collect();
        order.sort_unstable();
        let places: HashMap<usize, usize> =
            order.iter().enumerate().map(|(place, visit)| (*visit, place)).collect();
        let horn = self.horn;
        let mut step = |clause: ClauseId, values: &[Value], premises: &[usize]| {
            let variables = &horn.clause(clause).variables;
            let values = values.iter().zip(variables);
            DerivationStep {
                clause,
                values: values
                    .map(|(value, variable)| value.to_term(terms, terms.sort_of(*variable)))
                    .collect(),
                premises: premises.iter().map(|visit| places[visit]).collect(),
            }
        };
        let mut steps: Vec<DerivationStep> = Vec::with_capacity(order.len() + 1);
        for visit in &order {
            let Visit { clause, values, premises, .. } = &self.visits[*visit];
            steps.push(step(*clause, values, premises));
        }
        steps.push(step(last, &values, premises));
        Derivation { steps }
    }

    /// Asks the solver for values of the variables of a clause.
    fn solve(
        &mut self,
        id: ClauseId,
        premises: Vec<usize>,
        terms: &mut Terms,
        budget: &Budget,
    ) -> Result<Option<usize>, Exhausted> {
        let horn = self.horn;
        let clause = horn.clause(id);
        let mut solver = Solver::new(DecideSettings::new(0, Evidence::None));
        solver.assert(clause.constraint);
        for (premise, visit) in clause.body.iter().zip(&premises) {
            for (argument, value) in premise.arguments.iter().zip(&self.visits[*visit].state) {
                let literal = value.to_term(terms, terms.sort_of(*argument));
                let equal = terms.equal(*argument, literal);
                solver.assert(equal);
            }
        }
        let verdict = solver.check(terms, &[], budget);
        budget.poll()?;
        let Verdict::Sat(mut model) = verdict else { return Ok(None) };
        let values = values_of(terms, &mut model, &clause.variables);
        Ok(values.and_then(|values| self.conclude(id, values, premises)))
    }
}

/// The values of terms in a model.
pub(crate) fn values_of(terms: &Terms, model: &mut Model, of: &[Term]) -> Option<Vec<Value>> {
    let mut evaluator = Evaluator::new(terms, model);
    let mut found = Vec::with_capacity(of.len());
    for term in of {
        let value = evaluator.value(*term).ok()?;
        let values = &evaluator.model().values;
        found.push(match (values.as_bool(value), values.as_number(value)) {
            (Some(value), _) => Value::Bool(value),
            (None, Some(number)) => Value::Number(number.clone()),
            (None, None) => return None,
        });
    }
    Some(found)
}

#[cfg(test)]
mod tests;
