//! The largest part of many conjectures that is inductive.
//!
//! All conjectures are assumed at once; whatever a counterexample to induction falsifies is weakened
//! until it holds there too. What stays is inductive, and contains every inductive part
//! that was conjectured.
//! Source: Flanagan and Leino, Houdini, an annotation assistant for ESC/Java, 2001.

use std::collections::{HashMap, HashSet, VecDeque};

use buttress_budget::{Budget, Exhausted};
use buttress_decide::{Settings as DecideSettings, Solver, Verdict};
use buttress_logic::{Rational, Sort, Term, Terms};
use buttress_prop::Random;
use buttress_system::horn::{ClauseId, Horn, Interpretation, PredicateId};

use crate::element::{Element, Origin};
use crate::execute::Action;
use crate::program::{Program, Value};
use crate::samples::{State, values_of};

/// The states of a predicate that satisfy a guard, and what is conjectured of them.
#[derive(Clone, Debug)]
pub(crate) struct Cell {
    /// The predicate.
    pub(crate) predicate: PredicateId,
    /// Over its parameters.
    pub(crate) guard: Term,
    /// What gives way, each by itself.
    pub(crate) elements: Vec<Element>,
}

/// What a run needs to know of the system.
pub(crate) struct Ground<'a> {
    /// The clauses.
    pub(crate) horn: &'a Horn,
    /// By clause.
    pub(crate) actions: &'a [Action],
    /// Values for free variables.
    pub(crate) hints: &'a [Rational],
    /// By predicate, states that are reachable.
    pub(crate) samples: &'a [Vec<State>],
    /// For choices.
    pub(crate) seed: u64,
}

struct Candidate {
    predicate: PredicateId,
    formula: Term,
    /// Is it assumed of premises?
    assumed: Term,
    /// Shall it follow for the conclusion?
    asked: Term,
    is_live: bool,
}

/// A clause, with all candidates it has been told of.
struct Obligation {
    solver: Solver,
    told: usize,
    /// Those that were alive then.
    entered: Vec<usize>,
    /// Some candidate that the clause has not been told of fails.
    more: Term,
}

/// Effort for all candidates together.
const EFFORT: u64 = 300_000;
/// Effort for one candidate.
const EFFORT_EACH: u64 = 60_000;
/// Steps that are executed from the state of a counterexample.
const FOLLOW: usize = 12;

/// The inductive part of the conjectures in these cells, relative to facts known to be inductive,
/// by predicate.
pub(crate) fn houdini(
    terms: &mut Terms,
    ground: &Ground<'_>,
    known: &Interpretation,
    cells: Vec<Cell>,
    budget: &Budget,
) -> Result<Vec<Vec<Term>>, Exhausted> {
    let mut houdini = Houdini::new(terms, ground, cells);
    houdini.begin(terms, budget)?;
    houdini.iterate(terms, known, budget)?;
    Ok(houdini.facts())
}

struct Houdini<'a> {
    ground: &'a Ground<'a>,
    cells: Vec<Cell>,
    of_predicate: Vec<Vec<usize>>,
    programs: Vec<Program>,
    /// Nodes of guards and of formulas, by cell.
    guards: Vec<usize>,
    formulas: Vec<HashMap<usize, usize>>,
    candidates: Vec<Candidate>,
    /// What each element says now; the last entry of a cell says that it is empty.
    current: Vec<Vec<Vec<usize>>>,
    refused: HashSet<(PredicateId, Term)>,
    random: Random,
}

impl<'a> Houdini<'a> {
    fn new(terms: &mut Terms, ground: &'a Ground<'a>, cells: Vec<Cell>) -> Houdini<'a> {
        let horn = ground.horn;
        let mut programs: Vec<Program> = Vec::new();
        for predicate in &horn.predicates {
            programs.push(Program::new(terms, &predicate.parameters, &[]));
        }
        let mut of_predicate = vec![Vec::new(); horn.predicates.len()];
        let (mut guards, mut formulas, mut current) = (Vec::new(), Vec::new(), Vec::new());
        for (number, cell) in cells.iter().enumerate() {
            of_predicate[cell.predicate.index()].push(number);
            let program = &mut programs[cell.predicate.index()];
            guards.push(program.add(terms, cell.guard));
            let mut nodes = HashMap::new();
            for (place, element) in cell.elements.iter().enumerate() {
                if let Element::Formula(formula) = element {
                    nodes.insert(place, program.add(terms, *formula));
                }
            }
            formulas.push(nodes);
            current.push(vec![Vec::new(); cell.elements.len() + 1]);
        }
        Houdini {
            ground,
            cells,
            of_predicate,
            programs,
            guards,
            formulas,
            candidates: Vec::new(),
            current,
            refused: HashSet::new(),
            random: Random::new(ground.seed),
        }
    }

    /// Weakens everything to hold at the samples, and states the candidates.
    fn begin(&mut self, terms: &mut Terms, budget: &Budget) -> Result<(), Exhausted> {
        let mut met: Vec<HashSet<usize>> = vec![HashSet::new(); self.cells.len()];
        let mut is_inhabited = vec![false; self.cells.len()];
        for predicate in self.ground.horn.predicate_ids() {
            for state in &self.ground.samples[predicate.index()] {
                budget.spend(self.programs[predicate.index()].nodes.len() as u64 / 4)?;
                let values = self.programs[predicate.index()].run(state);
                for &cell in &self.of_predicate[predicate.index()] {
                    if values[self.guards[cell]] == Some(Value::Bool(false)) {
                        continue;
                    }
                    is_inhabited[cell] = true;
                    for (place, element) in self.cells[cell].elements.iter_mut().enumerate() {
                        element.weaken(state, Origin::Reached);
                        if let Some(node) = self.formulas[cell].get(&place)
                            && values[*node] != Some(Value::Bool(true))
                        {
                            met[cell].insert(place);
                        }
                    }
                }
            }
        }
        for cell in 0..self.cells.len() {
            let places = self.cells[cell].elements.len();
            let empty = places;
            if !is_inhabited[cell] {
                let guard = self.cells[cell].guard;
                let formula = terms.not(guard);
                let id = self.state(terms, self.cells[cell].predicate, formula);
                self.current[cell][empty].extend(id);
            }
            for place in 0..places {
                if !met[cell].contains(&place) {
                    self.restate(terms, cell, place);
                }
            }
        }
        Ok(())
    }

    /// A new candidate, unless it was refused.
    fn state(&mut self, terms: &mut Terms, predicate: PredicateId, formula: Term) -> Option<usize> {
        if formula == terms.boolean(true) || self.refused.contains(&(predicate, formula)) {
            return None;
        }
        let assumed = terms.fresh_constant("assumed", Sort::BOOL);
        let asked = terms.fresh_constant("asked", Sort::BOOL);
        self.candidates.push(Candidate { predicate, formula, assumed, asked, is_live: true });
        Some(self.candidates.len() - 1)
    }

    /// Says anew what an element says now.
    fn restate(&mut self, terms: &mut Terms, cell: usize, place: usize) {
        let Cell { predicate, guard, elements } = &self.cells[cell];
        let (predicate, guard) = (*predicate, *guard);
        let parameters = &self.ground.horn.predicate(predicate).parameters;
        let mut wanted = elements[place].formulas(terms, parameters);
        if guard != terms.boolean(true) {
            let outside = terms.not(guard);
            for formula in &mut wanted {
                *formula = terms.or(&[outside, *formula]);
            }
        }
        let old = std::mem::take(&mut self.current[cell][place]);
        let mut now = Vec::new();
        for id in old {
            match wanted.iter().position(|formula| *formula == self.candidates[id].formula) {
                Some(same) if self.candidates[id].is_live => {
                    wanted.swap_remove(same);
                    now.push(id);
                }
                _ => self.candidates[id].is_live = false,
            }
        }
        for formula in wanted {
            now.extend(self.state(terms, predicate, formula));
        }
        self.current[cell][place] = now;
    }

    /// Weakens what fails at a state; did anything?
    fn weaken(&mut self, terms: &mut Terms, predicate: PredicateId, state: &[Value], origin: Origin) -> bool {
        let values = self.programs[predicate.index()].run(state);
        let mut changed = false;
        for cell in self.of_predicate[predicate.index()].clone() {
            if values[self.guards[cell]] == Some(Value::Bool(false)) {
                continue;
            }
            let places = self.cells[cell].elements.len();
            for id in std::mem::take(&mut self.current[cell][places]) {
                changed |= std::mem::take(&mut self.candidates[id].is_live);
            }
            for place in 0..places {
                if let Some(node) = self.formulas[cell].get(&place) {
                    if values[*node] != Some(Value::Bool(true)) {
                        for id in std::mem::take(&mut self.current[cell][place]) {
                            changed |= std::mem::take(&mut self.candidates[id].is_live);
                        }
                    }
                } else if self.cells[cell].elements[place].weaken(state, origin) {
                    changed = true;
                    self.restate(terms, cell, place);
                }
            }
        }
        changed
    }

    /// A candidate that nothing can be said about goes, and does not come back.
    fn refuse(&mut self, id: usize) {
        let Candidate { predicate, formula, is_live, .. } = &mut self.candidates[id];
        *is_live = false;
        self.refused.insert((*predicate, *formula));
        for cell in 0..self.cells.len() {
            for place in 0..self.cells[cell].elements.len() {
                if self.current[cell][place].contains(&id) {
                    self.cells[cell].elements[place].give_up();
                }
            }
        }
    }

    fn iterate(
        &mut self,
        terms: &mut Terms,
        known: &Interpretation,
        budget: &Budget,
    ) -> Result<(), Exhausted> {
        let horn = self.ground.horn;
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
        let horn = self.ground.horn;
        let clause = horn.clause(id);
        let mut solver = Solver::new(DecideSettings::default());
        solver.assert(clause.constraint);
        for premise in &clause.body {
            let fact = horn.at(terms, premise, known.of(premise.predicate));
            solver.assert(fact);
        }
        let more = terms.fresh_constant("more", Sort::BOOL);
        solver.assert(more);
        Obligation { solver, told: 0, entered: Vec::new(), more }
    }

    /// Are most of the candidates that a solver knows given up?
    fn is_cluttered(&self, obligation: &Obligation) -> bool {
        let entered = obligation.entered.iter();
        let live = entered.filter(|id| self.candidates[**id].is_live).count();
        obligation.entered.len() > 2 * live + 60
    }

    /// Tells the solver of a clause about new candidates.
    fn tell(&self, terms: &mut Terms, id: ClauseId, obligation: &mut Obligation) {
        let horn = self.ground.horn;
        let clause = horn.clause(id);
        let mut failures = Vec::new();
        let new = self.candidates.iter().enumerate().skip(obligation.told);
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
        obligation.told = self.candidates.len();
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
        let horn = self.ground.horn;
        let clause = horn.clause(id);
        let mut weakened = HashSet::new();
        let Some(head) = &clause.head else { return Ok(weakened) };
        loop {
            if self.is_cluttered(obligation) {
                *obligation = self.obligation(terms, known, id);
            }
            self.tell(terms, id, obligation);
            let asked: Vec<usize> = self.live_of(head.predicate);
            if asked.is_empty() {
                return Ok(weakened);
            }
            let assumptions = self.assumptions(terms, id, obligation, &asked);
            match ask(terms, obligation, &assumptions, EFFORT, budget)? {
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
        let horn = self.ground.horn;
        let Some(head) = &horn.clause(id).head else { return Ok(true) };
        let mut is_settled = true;
        for one in asked {
            if !self.candidates[*one].is_live {
                continue;
            }
            let assumptions = self.assumptions(terms, id, obligation, &[*one]);
            match ask(terms, obligation, &assumptions, EFFORT_EACH, budget)? {
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

    fn live_of(&self, predicate: PredicateId) -> Vec<usize> {
        let numbered = self.candidates.iter().enumerate();
        numbered
            .filter(|(_, candidate)| candidate.is_live && candidate.predicate == predicate)
            .map(|(id, _)| id)
            .collect()
    }

    fn assumptions(
        &self,
        terms: &mut Terms,
        id: ClauseId,
        obligation: &Obligation,
        asked: &[usize],
    ) -> Vec<Term> {
        let horn = self.ground.horn;
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
        let horn = self.ground.horn;
        let (mut predicate, mut state) = (predicate, state);
        for _ in 0..FOLLOW {
            let mut next: Vec<ClauseId> = Vec::new();
            next.extend(horn.clause_ids().filter(|id| {
                let clause = horn.clause(*id);
                let [premise] = clause.body.as_slice() else { return false };
                premise.predicate == predicate && clause.head.is_some()
            }));
            self.random.shuffle(&mut next);
            let found = next.into_iter().find_map(|id| {
                let action = &self.ground.actions[id.index()];
                let values = action.run(&[&state], self.ground.hints, &mut self.random)?;
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

    /// What is left, by predicate.
    fn facts(&self) -> Vec<Vec<Term>> {
        let predicates = self.ground.horn.predicate_ids();
        let formulas = predicates.map(|predicate| {
            let live = self.live_of(predicate).into_iter();
            live.map(|id| self.candidates[id].formula).collect()
        });
        formulas.collect()
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
