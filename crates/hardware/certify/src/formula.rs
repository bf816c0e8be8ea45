//! The clause groups of the certificate format, entered into a solver in the format's order.
//!
//! The format numbers the clauses of the whole circuit. What lies outside the sequential cone
//! of the evidence cannot matter; its clauses are not entered, but their numbers are spent, by
//! entering a clause that holds anyway. Solver variables are made as they are
//! mentioned, so the solver's size is that of the cone.

mod refutation;

use std::collections::HashSet;
use std::sync::Arc;

use buttress_budget::{Budget, Exhausted};
use buttress_circuit::{Circuit, Cone, Latch, Node, Reset, cone_of};
use buttress_prop::{Clause, Fanin, Gate, Gates, Lit, Var};
use buttress_sat::{Query, SatResult, Solver};

use crate::Failure;
use refutation::{Log, NO_NUMBER, Place};

/// The user's circuit and the part of it that some evidence speaks of.
pub(crate) struct Model<'a> {
    pub(crate) circuit: &'a Circuit,
    /// What the bad signal, the constraints and the clauses depend on.
    cone: Cone,
    /// The gates in increasing order, which is the order of the format.
    gates: Vec<Var>,
    /// What makes two states of a simple path different: the latches that the bad signal and the
    /// constraints depend on, and `first` if one of these has a reset signal.
    state: Vec<Var>,
}

impl<'a> Model<'a> {
    /// The part of the circuit that `bad`, the constraints and these clauses depend on.
    pub(crate) fn new(
        circuit: &'a Circuit,
        bad: Lit,
        clauses: &[Clause],
    ) -> Result<Model<'a>, Failure> {
        let literals = || clauses.iter().flat_map(|clause| clause.iter().copied());
        if let Some(foreign) = literals().find(|lit| lit.var().index() > circuit.vars()) {
            return Err(Failure::Foreign(foreign));
        }
        let roots = || circuit.constraints.iter().copied().chain([bad]);
        let own = literals().filter(|lit| lit.var().index() < circuit.vars());
        let mut gates = circuit.ands.clone();
        gates.sort_unstable();
        let behind = cone_of(circuit, roots());
        let latches = circuit.latches.iter().filter(|latch| behind.contains(latch.var));
        let is_signal = |latch: &Latch| matches!(latch.reset, Reset::Signal(_));
        let first = latches.clone().any(is_signal).then(|| Var(circuit.vars() as u32));
        let state = latches.map(|latch| latch.var).chain(first).collect();
        Ok(Model { circuit, cone: cone_of(circuit, own.chain(roots())), gates, state })
    }

    /// M + 1, the pseudo variable that is true exactly in the first pair.
    fn first(&self) -> Var {
        Var(self.circuit.vars() as u32)
    }

    /// Auxiliary variables that one DIFF group takes.
    pub(crate) fn difference_width(&self) -> usize {
        self.state.len()
    }
}

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
    log: Log,
    /// How many clauses the format has by now, hypotheses aside.
    clauses: u32,
    /// What each clause in the solver is in the format, if they come in another order.
    places: Vec<Place>,
    /// The clauses of the format that come before its hypotheses.
    before_hypotheses: u32,
    /// The solver's variable of each DIMACS variable; `NONE` before it is mentioned.
    solver_vars: Vec<u32>,
    /// The DIMACS number of each solver variable.
    dimacs: Vec<i32>,
    next_auxiliary: usize,
    /// (v, w): the clauses that define v mention w.
    edges: Vec<(Var, Var)>,
    /// What each defined variable is the conjunction of.
    definitions: Vec<(Var, Vec<Lit>)>,
    /// What is kept in every cone, once a cone alone has not been enough.
    kept: Vec<Var>,
}

const NONE: u32 = u32::MAX;

impl<'m> Formula<'m> {
    /// An empty obligation whose refutation is logged.
    pub(crate) fn new(model: &'m Model<'m>, extent: Extent, seed: u64) -> Result<Self, Failure> {
        let solver = Solver::with_seed(seed).with_proof();
        Formula::with_solver(model, extent, solver, Log::InOrder)
    }

    /// An empty obligation that is asked about and not certified.
    pub(crate) fn unlogged(model: &'m Model<'m>, extent: Extent) -> Result<Self, Failure> {
        Formula::with_solver(model, extent, Solver::new(), Log::No)
    }

    /// An empty obligation whose hypotheses are chosen while it is refuted, which is logged.
    pub(crate) fn choosing(
        model: &'m Model<'m>,
        extent: Extent,
        seed: u64,
    ) -> Result<Self, Failure> {
        let solver = Solver::with_seed(seed).with_proof();
        Formula::with_solver(model, extent, solver, Log::Placed)
    }

    fn with_solver(
        model: &'m Model<'m>,
        extent: Extent,
        solver: Solver,
        log: Log,
    ) -> Result<Self, Failure> {
        let circuit = model.circuit;
        let width = circuit.vars() + 1;
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
            log,
            clauses: 0,
            places: Vec::new(),
            before_hypotheses: 0,
            solver_vars: vec![NONE; vars as usize + 1],
            dimacs: Vec::new(),
            next_auxiliary: 0,
            edges: Vec::new(),
            definitions: Vec::new(),
            kept: Vec::new(),
        })
    }

    /// The solver's literal of a circuit literal, or of `first`, in a step.
    pub(crate) fn at(&mut self, lit: Lit, step: usize) -> Lit {
        let number = step * (self.model.circuit.vars() + 1) + lit.var().index() + 1;
        self.solver_var(number).lit().negate_if(lit.is_negative())
    }

    /// The next auxiliary variable.
    pub(crate) fn auxiliary(&mut self) -> Lit {
        self.next_auxiliary += 1;
        let number = self.steps * (self.model.circuit.vars() + 1) + self.next_auxiliary;
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
        }
        Var(self.solver_vars[number])
    }

    /// A literal that the format does not know.
    pub(crate) fn guard(&mut self) -> Lit {
        self.dimacs.push(NO_NUMBER);
        self.solver.new_var().lit()
    }

    fn add(&mut self, clause: &[Lit]) {
        self.clauses += 1;
        self.add_at(Place::Fixed(self.clauses), clause);
    }

    fn add_at(&mut self, place: Place, clause: &[Lit]) {
        if self.log == Log::Placed {
            self.places.push(place);
        }
        self.solver.add_clause(clause);
    }

    /// Spends the numbers of `clauses` clauses that are not needed.
    fn skip(&mut self, clauses: usize) {
        self.clauses += clauses as u32;
        if self.log == Log::InOrder {
            let constant = self.at(Lit::FALSE, 0);
            (0..clauses).for_each(|_| self.solver.add_clause(&[constant, !constant]));
        }
    }

    fn depends(&mut self, lit: Lit, on: Lit) {
        self.edges.push((lit.var(), on.var()));
    }

    /// Notes that a variable is the conjunction of these literals.
    fn define(&mut self, output: Lit, inputs: &[Lit]) {
        inputs.iter().for_each(|&input| self.depends(output, input));
        if self.log != Log::InOrder {
            self.definitions.push((output.var(), inputs.to_vec()));
        }
    }

    /// STEP(t): the gates and the constraints.
    pub(crate) fn step(&mut self, time: usize) {
        let model = self.model;
        let constant = self.at(Lit::FALSE, time);
        self.add(&[!constant]);
        for &gate in &model.gates {
            let Node::And(left, right) = model.circuit.nodes[gate] else { continue };
            if !model.cone.contains(gate) {
                self.skip(3);
                continue;
            }
            let output = self.at(gate.lit(), time);
            let (left, right) = (self.at(left, time), self.at(right, time));
            self.add(&[!output, left]);
            self.add(&[!output, right]);
            self.add(&[output, !left, !right]);
            self.define(output, &[left, right]);
        }
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
            let is_needed = model.cone.contains(latch.var);
            match latch.reset {
                Reset::Free => {}
                Reset::Value(_) if !is_needed => self.skip(1),
                Reset::Signal(_) if !is_needed => self.skip(2),
                Reset::Value(value) => {
                    let literal = self.at(latch.var.lit_with(value), 0);
                    self.add(&[literal]);
                }
                Reset::Signal(signal) => {
                    let (state, signal) = (self.at(latch.var.lit(), 0), self.at(signal, 0));
                    self.equate(state, signal);
                }
            }
        }
    }

    /// LINK(t): the transition from step t to step t + 1.
    pub(crate) fn link(&mut self, time: usize) {
        let model = self.model;
        for latch in &model.circuit.latches {
            if model.cone.contains(latch.var) {
                let state = self.at(latch.var.lit(), time + 1);
                let next = self.at(latch.next, time);
                self.equate(state, next);
            } else {
                self.skip(2);
            }
        }
        let first = self.at(model.first().lit(), time + 1);
        self.add(&[!first]);
    }

    /// A latch and the signal that gives it its value.
    fn equate(&mut self, state: Lit, signal: Lit) {
        self.add(&[!state, signal]);
        self.add(&[state, !signal]);
        self.define(state, &[signal]);
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
                self.depends(selector, lit);
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
        let mut some = Vec::with_capacity(model.state.len());
        for &var in &model.state {
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

    /// The clause with this number, which holds in a step while `guard` does.
    pub(crate) fn hypothesis(&mut self, guard: Lit, clause: &[Lit], number: usize, time: usize) {
        let mut literals = vec![!guard];
        for &lit in clause {
            let lit = self.at(lit, time);
            literals.push(lit);
            self.kept.push(lit.var());
        }
        self.add_at(Place::Hypothesis(number), &literals);
    }

    /// The hypothesis under this guard is one from now on.
    pub(crate) fn adopt(&mut self, guard: Lit) {
        self.add_at(Place::Guard, &[guard]);
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

    /// Ends the construction: tells the solver what depends on what.
    pub(crate) fn close(&mut self) {
        let mut rows = vec![Vec::new(); self.solver.vars()];
        for (var, on) in self.edges.drain(..) {
            rows[var.index()].push(on);
        }
        self.solver.set_fanin(Arc::new(Fanin::new(rows)));
        if self.log != Log::InOrder {
            // Most questions of a search for a smaller invariant have models; these need not speak of every gate.
            let mut rows = vec![Vec::new(); self.solver.vars()];
            for (var, inputs) in self.definitions.drain(..) {
                rows[var.index()] = inputs;
            }
            let gates = rows.iter().map(|row| (!row.is_empty()).then_some(Gate::And(row)));
            self.solver.set_gates(Arc::new(Gates::new(gates)));
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
        self.solver.solve(&[], budget)
    }
}
