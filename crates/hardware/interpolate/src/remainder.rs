//! What is to be excluded from a frame: its states that lie neither in the frame before nor in an interpolant.

use std::collections::HashMap;
use std::sync::Arc;

use buttress_budget::{Budget, Exhausted};
use buttress_clausal::TransitionRelation;
use buttress_ic3::FrameSequence;
use buttress_prop::{Cube, IndexVec, Lit, Var};
use buttress_sat::{SatResult, Solver};

use crate::graph::Graph;

/// Fᵢ ∧ ¬Fᵢ₋₁ ∧ ¬Iᵢ. The solver's variables are the leaves of the graph, then the gates of the interpolant, then others.
pub(crate) struct Remainder {
    relation: Arc<TransitionRelation>,
    /// i
    frame: usize,
    interpolant: Lit,
    solver: Solver,
    /// The solver's variable for each gate of the interpolant.
    gates: HashMap<Var, Var>,
    /// While the literal is true, a state lies in the cube: the cubes that Fᵢ₋₁ excludes.
    outside: HashMap<Cube, Lit>,
    /// Assumed, so that a state lies in one of these cubes.
    active: Lit,
    /// The leaf of each latch.
    leaves: IndexVec<Var, Var>,
}

impl Remainder {
    /// What the interpolant excludes from a frame.
    pub(crate) fn new(
        relation: Arc<TransitionRelation>,
        frames: &FrameSequence,
        frame: usize,
        (graph, interpolant): (&Graph, Lit),
        seed: u64,
    ) -> Remainder {
        let mut leaves = IndexVec::filled(Var(0), relation.circuit.vars());
        for (place, latch) in relation.circuit.latches.iter().enumerate() {
            leaves[latch.var] = Graph::leaf(place);
        }
        let mut solver = Solver::with_seed(seed);
        solver.reserve(1 + relation.circuit.latches.len());
        solver.add_clause(&[Lit::TRUE]);
        let mut remainder = Remainder {
            relation,
            frame,
            interpolant,
            solver,
            gates: HashMap::new(),
            outside: HashMap::new(),
            active: Lit::TRUE,
            leaves,
        };
        for gate in graph.cone(interpolant) {
            remainder.define(gate, graph);
        }
        let root = remainder.encoded(interpolant);
        remainder.solver.add_clause(&[!root]);
        for later in frame..=frames.last() {
            frames.excluded(later).for_each(|cube| remainder.exclude(cube));
        }
        for clause in frames.invariants() {
            remainder.exclude(&clause.negation());
        }
        remainder.look_before(frames);
        remainder
    }

    /// The states of the cube are excluded from the frame now.
    pub(crate) fn exclude(&mut self, cube: &Cube) {
        let clause: Vec<Lit> = cube.iter().map(|&lit| !self.leaf(lit)).collect();
        self.solver.add_clause(&clause);
    }

    /// A cube of states of which none lies in the frame before or in the interpolant, and one lies in the frame; none if nothing is left.
    pub(crate) fn next(
        &mut self,
        frames: &FrameSequence,
        graph: &Graph,
        budget: &Budget,
    ) -> Result<Option<Cube>, Exhausted> {
        while self.solver.solve(&[self.active], budget)? == SatResult::Unsat {
            // The frame before may have gained lemmas on the way.
            if !self.look_before(frames) {
                return Ok(None);
            }
        }
        // Of the cubes around the state, the smallest tells least of it; equal ones by their order, so that runs repeat.
        let around = self.outside.iter().filter(|&(_, &lit)| self.is_true(lit));
        let smallest = around.map(|(cube, _)| cube).min_by_key(|&cube| (cube.len(), cube.clone()));
        let justified = self.justified(graph).into_iter();
        Ok(Some(
            justified.chain(smallest.into_iter().flat_map(|cube| cube.iter().copied())).collect(),
        ))
    }

    /// Takes notice of what the frame before excludes; was there anything new?
    fn look_before(&mut self, frames: &FrameSequence) -> bool {
        let known = self.outside.len();
        if self.frame > 1 {
            frames.excluded(self.frame - 1).for_each(|cube| self.add_outside(cube));
        } else {
            // F₀ is θ: outside of it, some latch does not have its first value.
            let relation = self.relation.clone();
            relation.theta().for_each(|lit| self.add_outside(&Cube::new([!lit])));
        }
        let is_new = self.outside.len() > known;
        if is_new || known == 0 {
            self.active = self.solver.new_var().lit();
            let mut clause: Vec<Lit> = self.outside.values().copied().collect();
            clause.sort_unstable();
            clause.push(!self.active);
            self.solver.add_clause(&clause);
        }
        is_new
    }

    /// The frame before excludes the cube.
    fn add_outside(&mut self, cube: &Cube) {
        if self.outside.contains_key(cube) {
            return;
        }
        let inside = self.solver.new_var().lit();
        for &lit in cube.iter() {
            self.solver.add_clause(&[!inside, self.leaf(lit)]);
        }
        self.outside.insert(cube.clone(), inside);
    }

    /// Latches, with their values in the model, that make the interpolant false.
    fn justified(&self, graph: &Graph) -> Vec<Lit> {
        let mut is_met = vec![false; graph.vars()];
        let mut latches = Vec::new();
        let mut open = vec![self.interpolant.var()];
        while let Some(var) = open.pop() {
            if std::mem::replace(&mut is_met[var.index()], true) {
                continue;
            }
            let value = self.is_true(self.encoded(var.lit()));
            match graph.fanins(var) {
                None if var == Var(0) => {}
                None => {
                    let latch = self.relation.circuit.latches[Graph::place(var)];
                    latches.push(latch.var.lit_with(value));
                }
                Some(reads) if value => open.extend(reads.map(Lit::var)),
                Some(reads) => {
                    // One that is met already, else the one defined first.
                    let is_false = |lit: &Lit| self.is_true(self.encoded(!*lit));
                    let is_false = reads.into_iter().filter(is_false).map(Lit::var);
                    open.extend(is_false.min_by_key(|&var| (!is_met[var.index()], var)));
                }
            }
        }
        latches
    }

    fn define(&mut self, gate: Var, graph: &Graph) {
        let Some(reads) = graph.fanins(gate) else { return };
        let output = self.solver.new_var();
        self.gates.insert(gate, output);
        let [left, right] = reads.map(|lit| self.encoded(lit));
        self.solver.add_clause(&[!output.lit(), left]);
        self.solver.add_clause(&[!output.lit(), right]);
        self.solver.add_clause(&[output.lit(), !left, !right]);
    }

    /// The solver's literal for a signal of the interpolant.
    fn encoded(&self, lit: Lit) -> Lit {
        let var = self.gates.get(&lit.var()).copied().unwrap_or(lit.var());
        var.lit().negate_if(lit.is_negative())
    }

    /// The solver's literal for a literal over a latch.
    fn leaf(&self, lit: Lit) -> Lit {
        self.leaves[lit.var()].lit().negate_if(lit.is_negative())
    }

    fn is_true(&self, lit: Lit) -> bool {
        self.solver.value(lit) == Some(true)
    }
}
