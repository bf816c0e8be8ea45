//! The largest part of many conjectures that is inductive.
//!
//! All conjectures are assumed at once; whatever a counterexample to induction falsifies is weakened
//! until it holds there too. What stays is inductive, and contains every inductive part
//! that was conjectured.
//! Source: Flanagan and Leino, Houdini, an annotation assistant for ESC/Java, 2001.

mod settle;

use std::collections::{HashMap, HashSet};

use buttress_budget::{Budget, Exhausted};
use buttress_horn::{Horn, Interpretation, PredicateId};
use buttress_logic::{Rational, Sort, Term, Terms};
use buttress_prop::Random;

use crate::element::{Element, Origin};
use crate::execute::Action;
use crate::program::{Program, Value};
use crate::samples::State;

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
pub(crate) struct HoudiniContext<'a> {
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

/// The inductive part of the conjectures in these cells, relative to facts known to be inductive,
/// by predicate.
pub(crate) fn houdini(
    terms: &mut Terms,
    context: &HoudiniContext<'_>,
    known: &Interpretation,
    cells: Vec<Cell>,
    budget: &Budget,
) -> Result<Vec<Vec<Term>>, Exhausted> {
    let mut houdini = Houdini::new(terms, context, cells);
    houdini.begin(terms, budget)?;
    houdini.iterate(terms, known, budget)?;
    Ok(houdini.facts())
}

struct Houdini<'a> {
    context: &'a HoudiniContext<'a>,
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
    fn new(terms: &mut Terms, context: &'a HoudiniContext<'a>, cells: Vec<Cell>) -> Houdini<'a> {
        let horn = context.horn;
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
            context,
            cells,
            of_predicate,
            programs,
            guards,
            formulas,
            candidates: Vec::new(),
            current,
            refused: HashSet::new(),
            random: Random::new(context.seed),
        }
    }

    /// Weakens everything to hold at the samples, and states the candidates.
    fn begin(&mut self, terms: &mut Terms, budget: &Budget) -> Result<(), Exhausted> {
        let mut met: Vec<HashSet<usize>> = vec![HashSet::new(); self.cells.len()];
        let mut is_inhabited = vec![false; self.cells.len()];
        for predicate in self.context.horn.predicate_ids() {
            for state in &self.context.samples[predicate.index()] {
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
        let parameters = &self.context.horn.predicate(predicate).parameters;
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
    fn weaken(
        &mut self,
        terms: &mut Terms,
        predicate: PredicateId,
        state: &[Value],
        origin: Origin,
    ) -> bool {
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

    fn live_of(&self, predicate: PredicateId) -> Vec<usize> {
        let numbered = self.candidates.iter().enumerate();
        numbered
            .filter(|(_, candidate)| candidate.is_live && candidate.predicate == predicate)
            .map(|(id, _)| id)
            .collect()
    }

    /// What is left, by predicate.
    fn facts(&self) -> Vec<Vec<Term>> {
        let predicates = self.context.horn.predicate_ids();
        let formulas = predicates.map(|predicate| {
            let live = self.live_of(predicate).into_iter();
            live.map(|id| self.candidates[id].formula).collect()
        });
        formulas.collect()
    }
}
