//! The clause groups of the certificate format, entered into a solver in the format's order.
//!
//! The format numbers the clauses of the whole circuit. Only those are entered that define something
//! that was mentioned (`definitions`), and it is noted of each where it stands in the format, so that the
//! solver's size is that of the cone of the question.

mod definitions;
mod refutation;

use std::collections::HashSet;
use std::sync::Arc;

use buttress_budget::{Budget, Exhausted};
use buttress_circuit::{Node, Reset};
use buttress_prop::{Clause, Lit, Var};
use buttress_sat::{Query, SatResult, Solver};

use crate::Failure;
use crate::model::Model;
use definitions::Definitions;
use refutation::Place;

/// How large an obligation is.
#[derive(Clone, Copy)]
pub(crate) struct Extent {
    /// The number of steps.
    pub(crate) steps: usize,
    /// The number of auxiliary variables.
    pub(crate) auxiliaries: usize,
    /// The number of literals, and of clauses, beside those of the circuit; an upper bound.
    pub(crate) literals: usize,
}

/// One obligation on its way into a solver.
pub(crate) struct Formula<'m> {
    model: &'m Model<'m>,
    steps: usize,
    solver: Solver,
    /// How many clauses the format has by now, hypotheses aside.
    clauses: u32,
    /// What each clause of a logging solver is in the format.
    places: Vec<Place>,
    /// The clauses of the format that come before its hypotheses.
    before_hypotheses: u32,
    /// The solver's variable of each DIMACS variable; `NONE` before it is mentioned.
    solver_vars: Vec<u32>,
    /// The DIMACS number of each solver variable.
    dimacs: Vec<i32>,
    next_auxiliary: usize,
    definitions: Definitions,
    /// What is kept in every cone, once a cone alone has not been enough.
    kept: Vec<Var>,
}

const NONE: u32 = u32::MAX;

impl<'m> Formula<'m> {
    /// An empty obligation whose refutation is logged.
    pub(crate) fn new(model: &'m Model<'m>, extent: Extent, seed: u64) -> Result<Self, Failure> {
        Formula::with_solver(model, extent, Solver::with_seed(seed).with_proof())
    }

    /// An empty obligation that is asked about and not certified.
    pub(crate) fn unlogged(model: &'m Model<'m>, extent: Extent) -> Result<Self, Failure> {
        Formula::with_solver(model, extent, Solver::new())
    }

    fn with_solver(model: &'m Model<'m>, extent: Extent, solver: Solver) -> Result<Self, Failure> {
        let circuit = model.circuit;
        let width = model.width();
        let per_step = 1 + 3 * circuit.ands.len() + circuit.constraints.len();
        let clauses = (per_step as u64 + 3 * circuit.latches.len() as u64 + 2)
            .saturating_mul(extent.steps as u64)
            .saturating_add(extent.literals as u64);
        let vars = (width as u64)
            .saturating_mul(extent.steps as u64)
            .saturating_add(extent.auxiliaries as u64);
        // The log tells given from derived clauses by the top bit of a 32-bit number.
        let limit = u64::from(u32::MAX >> 2);
        if clauses > limit || vars > limit {
            return Err(Failure::TooLarge);
        }
        Ok(Formula {
            model,
            steps: extent.steps,
            solver,
            clauses: 0,
            places: Vec::new(),
            before_hypotheses: 0,
            solver_vars: vec![NONE; vars as usize + 1],
            dimacs: Vec::new(),
            next_auxiliary: 0,
            definitions: Definitions::default(),
            kept: Vec::new(),
        })
    }

    /// The solver's literal of a circuit literal, or of `first`, in a step.
    pub(crate) fn at(&mut self, lit: Lit, step: usize) -> Lit {
        self.solver_var(self.number(lit.var(), step)).lit().negate_if(lit.is_negative())
    }

    /// The DIMACS number of a variable of the circuit in a step.
    fn number(&self, var: Var, step: usize) -> usize {
        step * self.model.width() + var.index() + 1
    }

    /// The next auxiliary variable.
    pub(crate) fn auxiliary(&mut self) -> Lit {
        self.next_auxiliary += 1;
        let number = self.steps * self.model.width() + self.next_auxiliary;
        self.solver_var(number).lit()
    }

    fn solver_var(&mut self, number: usize) -> Var {
        if number >= self.solver_vars.len() {
            self.solver_vars.resize(number + 1, NONE);
        }
        if self.solver_vars[number] == NONE {
            let var = self.solver.new_var();
            self.solver_vars[number] = var.0;
            self.dimacs.push(number as i32);
            self.definitions.open.push(number);
        }
        Var(self.solver_vars[number])
    }

    /// A literal that the format does not know.
    pub(crate) fn guard(&mut self) -> Lit {
        self.dimacs.push(0);
        self.solver.new_var().lit()
    }

    fn add(&mut self, clause: &[Lit]) {
        self.clauses += 1;
        self.add_at(Place::Fixed(self.clauses), clause);
    }

    fn add_at(&mut self, place: Place, clause: &[Lit]) {
        if self.solver.proof().is_some() {
            self.places.push(place);
        }
        self.solver.add_tagged_clause(clause, place.tag());
    }

    /// STEP(t): the gates and the constraints.
    pub(crate) fn step(&mut self, time: usize) {
        let model = self.model;
        let constant = self.at(Lit::FALSE, time);
        self.add(&[!constant]);
        self.definitions.step(time, self.clauses);
        self.clauses += 3 * model.gates.len() as u32;
        for &constraint in &model.circuit.constraints {
            let constraint = self.at(constraint, time);
            self.add(&[constraint]);
            self.kept.push(constraint.var());
        }
    }

    /// INIT: the resets, in step 0.
    pub(crate) fn init(&mut self) {
        let model = self.model;
        let first = self.at(model.first().lit(), 0);
        self.add(&[first]);
        for latch in &model.circuit.latches {
            self.definitions.reset(self.clauses);
            self.clauses += match latch.reset {
                Reset::Free => 0,
                Reset::Value(_) => 1,
                Reset::Signal(_) => 2,
            };
        }
    }

    /// LINK(t): the transition from step t to step t + 1.
    pub(crate) fn link(&mut self, time: usize) {
        let model = self.model;
        self.definitions.link(time, self.clauses);
        self.clauses += 2 * model.circuit.latches.len() as u32;
        let first = self.at(model.first().lit(), time + 1);
        self.add(&[!first]);
    }

    /// INV(t): the clauses.
    pub(crate) fn invariant(&mut self, clauses: &[Clause], time: usize) {
        for clause in clauses {
            let literals: Vec<Lit> = clause.iter().map(|&lit| self.at(lit, time)).collect();
            self.add(&literals);
            self.kept.extend(literals.iter().map(|lit| lit.var()));
        }
    }

    /// NEG(t): some clause fails. Answers the selectors, one for each clause.
    pub(crate) fn negation(&mut self, clauses: &[Clause], time: usize) -> Vec<Lit> {
        let mut selectors = Vec::with_capacity(clauses.len());
        for clause in clauses {
            let selector = self.auxiliary();
            for &lit in clause.iter() {
                let lit = self.at(lit, time);
                self.add(&[!selector, !lit]);
                self.definitions.depends(selector.var(), lit.var());
            }
            selectors.push(selector);
        }
        self.add(&selectors);
        selectors
    }

    /// A literal that holds in a step.
    pub(crate) fn unit(&mut self, lit: Lit, time: usize) -> Lit {
        let lit = self.at(lit, time);
        self.add(&[lit]);
        lit
    }

    /// DIFF(i, j): the states of two steps differ.
    pub(crate) fn difference(&mut self, near: usize, far: usize) {
        let model = self.model;
        let mut some = Vec::with_capacity(model.state().len());
        for &var in model.state() {
            let differs = self.auxiliary();
            let (one, other) = (self.at(var.lit(), near), self.at(var.lit(), far));
            self.add(&[!differs, one, other]);
            self.add(&[!differs, !one, !other]);
            some.push(differs);
        }
        self.add(&some);
    }

    /// Here the hypotheses stand in the format, whenever they are entered.
    pub(crate) fn place_hypotheses(&mut self) {
        self.before_hypotheses = self.clauses;
    }

    /// The clause with this number holds in a step.
    pub(crate) fn hypothesis(&mut self, number: usize, clause: &[Lit], time: usize) {
        let literals: Vec<Lit> = clause.iter().map(|&lit| self.at(lit, time)).collect();
        self.kept.extend(literals.iter().map(|lit| lit.var()));
        self.add_at(Place::Hypothesis(number), &literals);
    }

    /// A clause that holds in a step while `guard` does, in an obligation that is not certified.
    pub(crate) fn guarded(&mut self, guard: Lit, clause: &[Lit], time: usize) {
        let literals: Vec<Lit> = clause.iter().map(|&lit| self.at(lit, time)).collect();
        self.kept.extend(literals.iter().map(|lit| lit.var()));
        let guarded: Vec<Lit> = literals.into_iter().chain([!guard]).collect();
        self.solver.add_clause(&guarded);
    }

    /// Does the last model make every literal of the clause false? What it leaves open has its first value, as far as it has one.
    pub(crate) fn is_violated(&self, clause: &[Lit], time: usize) -> bool {
        clause.iter().all(|&lit| match self.value(lit, time) {
            Some(value) => !value,
            None => match self.model.circuit.nodes.get(lit.var().index()) {
                Some(&Node::Latch(index)) => {
                    let reset = self.model.circuit.latches[index as usize].reset;
                    (reset == Reset::Value(true)) == lit.is_negative()
                }
                _ => true,
            },
        })
    }

    /// Does the last model make a literal of the clause true, whatever it leaves open?
    pub(crate) fn is_satisfied(&self, clause: &[Lit], time: usize) -> bool {
        clause.iter().any(|&lit| self.value(lit, time) == Some(true))
    }

    fn value(&self, lit: Lit, time: usize) -> Option<bool> {
        let number = self.number(lit.var(), time);
        let var = self.solver_vars.get(number).filter(|&&var| var != NONE)?;
        self.solver.value(Var(*var).lit().negate_if(lit.is_negative()))
    }

    /// The hypotheses that the last refutation rests on and that none before rested on.
    pub(crate) fn new_hypotheses(&mut self) -> Vec<usize> {
        let tags = self.solver.new_sources().unwrap_or_default();
        tags.into_iter().filter_map(Place::hypothesis_of).collect()
    }

    /// The part of NEG for one clause, which is known to hold: its selector, which is false from now on.
    pub(crate) fn select(
        &mut self,
        clause: &[Lit],
        time: usize,
        budget: &Budget,
    ) -> Result<Lit, Exhausted> {
        let selector = self.auxiliary();
        for &lit in clause {
            let lit = self.at(lit, time);
            self.add(&[!selector, !lit]);
        }
        self.solver.solve(&[selector], budget)?;
        Ok(selector)
    }

    /// The end of NEG: one of the selectors is true.
    pub(crate) fn select_some(&mut self, selectors: &[Lit]) {
        self.add(selectors);
    }

    /// Defines what was mentioned, and tells the solver what depends on what.
    fn define(&mut self) {
        let width = self.model.width();
        while let Some(number) = self.definitions.open.pop() {
            let (step, var) = ((number - 1) / width, (number - 1) % width);
            if step < self.steps && var < self.model.circuit.vars() {
                self.define_at(Var(var as u32), step);
            }
        }
        if let Some((fanin, gates)) = self.definitions.news(self.solver.vars()) {
            self.solver.set_fanin(Arc::new(fanin));
            self.solver.set_gates(Arc::new(gates));
        }
    }

    fn define_at(&mut self, var: Var, step: usize) {
        let circuit = self.model.circuit;
        match circuit.nodes[var] {
            Node::And(left, right) => {
                let Some(group) = self.definitions.before_gates(step) else { return };
                let Ok(place) = self.model.gates.binary_search(&var) else { return };
                let first = group + 3 * place as u32 + 1;
                let output = self.at(var.lit(), step);
                let (left, right) = (self.at(left, step), self.at(right, step));
                self.add_at(Place::Fixed(first), &[!output, left]);
                self.add_at(Place::Fixed(first + 1), &[!output, right]);
                self.add_at(Place::Fixed(first + 2), &[output, !left, !right]);
                self.definitions.add(output.var(), [left, right]);
            }
            Node::Latch(index) => {
                let latch = circuit.latches[index as usize];
                if step > 0 {
                    let Some(group) = self.definitions.before_link(step - 1) else { return };
                    self.equate(
                        group + 2 * index + 1,
                        (latch.var.lit(), step),
                        (latch.next, step - 1),
                    );
                } else if let Some(group) = self.definitions.before_reset(index) {
                    match latch.reset {
                        Reset::Free => {}
                        Reset::Value(value) => {
                            let literal = self.at(latch.var.lit_with(value), 0);
                            self.add_at(Place::Fixed(group + 1), &[literal]);
                        }
                        Reset::Signal(signal) => {
                            self.equate(group + 1, (latch.var.lit(), 0), (signal, 0));
                        }
                    }
                }
            }
            Node::False | Node::Input | Node::Unused => {}
        }
    }

    /// A latch and the signal that gives it its value, by two clauses from the `first` on.
    fn equate(&mut self, first: u32, state: (Lit, usize), signal: (Lit, usize)) {
        let (state, signal) = (self.at(state.0, state.1), self.at(signal.0, signal.1));
        self.add_at(Place::Fixed(first), &[!state, signal]);
        self.add_at(Place::Fixed(first + 1), &[state, !signal]);
        self.definitions.add(state.var(), [signal, signal]);
    }

    /// Mentions the literals of these clauses in a step, so that what defines them is entered together.
    pub(crate) fn mention<'c>(
        &mut self,
        clauses: impl IntoIterator<Item = &'c Clause>,
        time: usize,
    ) {
        for &lit in clauses.into_iter().flat_map(|clause| clause.iter()) {
            self.at(lit, time);
        }
    }

    /// Are the clauses satisfiable with these assumptions, and with `clause` for once?
    ///
    /// Constraints and hypotheses belong to the cone of every such query, and all else only defines
    /// gates and latches, so that the answer is that of the whole formula.
    pub(crate) fn ask(
        &mut self,
        assumptions: &[Lit],
        clause: Option<&[Lit]>,
        budget: &Budget,
    ) -> Result<SatResult, Exhausted> {
        self.define();
        self.keep_in_cone();
        self.solver.query(&Query { assumptions, clause, cone: true }, budget)
    }

    fn keep_in_cone(&mut self) {
        for var in std::mem::take(&mut self.kept) {
            self.solver.keep_in_cone(var);
        }
    }

    /// The assumptions that the last `Unsat` rests on.
    pub(crate) fn core(&self) -> HashSet<Lit> {
        self.solver.core().iter().copied().collect()
    }

    /// Shows that `lit` cannot hold, in its cone if that is enough.
    pub(crate) fn refute(&mut self, lit: Lit, budget: &Budget) -> Result<SatResult, Exhausted> {
        self.define();
        let assumptions = &[lit];
        let cone = Query { assumptions, clause: None, cone: true };
        if self.solver.query(&cone, budget)? == SatResult::Unsat {
            return Ok(SatResult::Unsat);
        }
        if !self.kept.is_empty() {
            // Constraints and invariants reach beyond the cone. From now on they belong to it.
            self.keep_in_cone();
            if self.solver.query(&cone, budget)? == SatResult::Unsat {
                return Ok(SatResult::Unsat);
            }
        }
        self.solver.query(&Query { cone: false, ..cone }, budget)
    }

    /// Shows that the clauses contradict each other.
    pub(crate) fn refute_all(&mut self, budget: &Budget) -> Result<SatResult, Exhausted> {
        self.define();
        self.solver.solve(&[], budget)
    }
}
