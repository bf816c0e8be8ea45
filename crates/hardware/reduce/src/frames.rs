//! The formula behind one round of correspondence: the pair whose candidates are checked, and
//! the pair before it, in which they are assumed.
//!
//! Each variable is *defined* from what its operands are *used* as, and used as its
//! representative. In the pair before, definition ⇔ use is assumed; in the checked pair it is
//! the question. If all these questions are answered with yes, in the order of variables, then
//! no use was wrong: the candidates are equal in the checked pair.
//!
//! A first pair is mostly constant and its questions are easy, so there each variable is used as
//! it is defined: every difference is real, and one round is enough.

use std::sync::Arc;

use buttress_budget::{Budget, Exhausted};
use buttress_circuit::{Circuit, Node, Reset};
use buttress_prop::{Fanin, IndexVec, Lit, Random, Var};
use buttress_sat::{Query, SatResult, Solver};

use crate::builder::CircuitBuilder;
use crate::classes::Classes;
use crate::parallel_simulation::{ParallelSimulation, every_lane};
use crate::rebuild::signal;

/// Which pair is checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Checked {
    /// The first pair: resets hold and nothing is assumed.
    First,
    /// Any later pair; in the one before, the candidates and the constraints are assumed.
    Later,
}

/// The answer to: is this candidate equal to its representative?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Comparison {
    /// It is.
    Equal,
    /// It is not; the model is in the solver.
    Different,
    /// The query's effort ran out.
    GivenUp,
}

/// Lanes of a replayed model in which the checked pair has other inputs.
const VARIED: u64 = 0xffff_ffff_0000_0000;

/// One pair in the graph.
struct Pair {
    /// What each variable's definition gives.
    defined: IndexVec<Var, Lit>,
    /// What its readers read.
    used: IndexVec<Var, Lit>,
}

/// The two pairs and a solver that knows them.
pub(crate) struct Frames {
    graph: CircuitBuilder,
    before: Option<Pair>,
    now: Pair,
    solver: Solver,
}

impl Frames {
    /// Builds the pairs for the present classes; gates of the checked pair only on demand.
    pub(crate) fn new(
        circuit: &Circuit,
        classes: &Classes,
        checked: Checked,
        with_gates: bool,
    ) -> Frames {
        let mut graph = CircuitBuilder::with_capacity(2 * circuit.ands.len());
        let before = (checked == Checked::Later).then(|| {
            let leaf = |graph: &mut CircuitBuilder, _: usize, used: Option<Lit>| {
                // A latch with a representative is its representative: no variable is wasted.
                used.unwrap_or_else(|| graph.circuit.add_input().lit())
            };
            Pair::new(&mut graph, circuit, Some(classes), true, leaf)
        });
        let value = |graph: &mut CircuitBuilder, index: usize, _: Option<Lit>| match &before {
            Some(before) => signal(&before.used, circuit.latches[index].next),
            None => match circuit.latches[index].reset {
                Reset::Value(value) => Lit::FALSE.negate_if(value),
                _ => graph.circuit.add_input().lit(),
            },
        };
        let believed = before.is_some().then_some(classes);
        let now = Pair::new(&mut graph, circuit, believed, with_gates, value);
        let mut frames = Frames { graph, before, now, solver: Solver::new() };
        frames.load(circuit, classes);
        frames
    }

    /// The number of variables, a measure of what it cost to build.
    pub(crate) fn size(&self) -> usize {
        self.graph.circuit.vars()
    }

    /// The definitions of a candidate and its representative in the checked pair.
    pub(crate) fn question(&self, var: Var, representative: Lit) -> (Lit, Lit) {
        (self.now.defined[var], signal(&self.now.defined, representative))
    }

    /// Puts what the questions depend on into the solver.
    fn load(&mut self, circuit: &Circuit, classes: &Classes) {
        let graph = &self.graph.circuit;
        let assumed: Vec<(Lit, Lit)> = self.before.iter().flat_map(Pair::equalities).collect();
        let constraints: Vec<Lit> = match &self.before {
            Some(pair) => circuit.constraints.iter().map(|&lit| signal(&pair.used, lit)).collect(),
            None => Vec::new(),
        };
        let fanin = Arc::new(fanin(graph, &assumed));
        let mut needed = IndexVec::<Var, bool>::filled(false, graph.vars());
        let mut stack: Vec<Var> = constraints.iter().map(|lit| lit.var()).collect();
        for var in classes.candidates() {
            if let Some(representative) = classes.representative(var) {
                let (left, right) = self.question(var, representative);
                if left != right {
                    stack.extend([left.var(), right.var()]);
                }
            }
        }
        while let Some(var) = stack.pop() {
            if !std::mem::replace(&mut needed[var], true) {
                stack.extend_from_slice(fanin.of(var));
            }
        }
        let solver = &mut self.solver;
        solver.reserve(graph.vars());
        solver.add_clause(&[Lit::TRUE]);
        for &var in graph.ands.iter().filter(|&&var| needed[var]) {
            if let Node::And(left, right) = graph.nodes[var] {
                let gate = var.lit();
                solver.add_clause(&[!gate, left]);
                solver.add_clause(&[!gate, right]);
                solver.add_clause(&[gate, !left, !right]);
            }
        }
        for (left, right) in assumed {
            if needed[left.var()] || needed[right.var()] {
                solver.add_clause(&[!left, right]);
                solver.add_clause(&[left, !right]);
            }
        }
        solver.set_fanin(fanin);
        for lit in constraints {
            solver.add_clause(&[lit]);
            solver.keep_in_cone(lit.var());
        }
    }

    /// Can the two signals differ? A model speaks only of what they depend on.
    pub(crate) fn compare(
        &mut self,
        (left, right): (Lit, Lit),
        budget: &Budget,
    ) -> Result<Comparison, Exhausted> {
        for (one, other) in [(left, !right), (!left, right)] {
            if one == Lit::FALSE || other == Lit::FALSE {
                continue;
            }
            let query = Query { assumptions: &[one, other], clause: None, cone: true };
            match self.solver.query(&query, budget) {
                Ok(SatResult::Sat) => return Ok(Comparison::Different),
                Ok(SatResult::Unsat) => {}
                Err(Exhausted::Effort) => return Ok(Comparison::GivenUp),
                Err(exhausted) => return Err(exhausted),
            }
        }
        Ok(Comparison::Equal)
    }

    /// Simulates the solver's model, filled up with parts of `sample`. Returns the lanes in which
    /// all that is assumed in the pair before holds there; `simulation` then is the checked pair.
    pub(crate) fn replay(
        &self,
        circuit: &Circuit,
        assumed: &Classes,
        sample: &ParallelSimulation,
        simulation: &mut ParallelSimulation,
        random: &mut Random,
    ) -> u64 {
        let earliest = self.before.as_ref().unwrap_or(&self.now);
        let mut leaves = IndexVec::<Var, u64>::filled(0, self.graph.circuit.vars());
        let latches = circuit.latches.iter().map(|latch| latch.var);
        for source in latches.chain(circuit.inputs.iter().copied()) {
            let leaf = earliest.defined[source];
            // A latch that is used as its representative has that one's leaf.
            let is_shared = self.before.is_some() && assumed.representative(source).is_some();
            if leaf.var() != Var(0) && !is_shared {
                let word =
                    self.solver.value(leaf).map_or_else(|| sample.value(source.lit()), every_lane);
                leaves[leaf.var()] = word ^ every_lane(leaf.is_negative());
            }
        }
        let leaf = |lit: Lit| leaves[lit.var()] ^ every_lane(lit.is_negative());
        for latch in &circuit.latches {
            simulation.set(latch.var, leaf(earliest.defined[latch.var]));
        }
        let mut lanes = u64::MAX;
        if let Some(before) = &self.before {
            for &input in &circuit.inputs {
                simulation.set(input, leaf(before.defined[input]));
            }
            simulation.evaluate(circuit);
            lanes = simulation.legal(circuit);
            for var in assumed.candidates() {
                if let Some(representative) = assumed.representative(var) {
                    lanes &= !(simulation.value(var.lit()) ^ simulation.value(representative));
                }
            }
            simulation.advance(circuit);
        }
        // The inputs of the checked pair are free: half of the lanes vary them.
        for &input in &circuit.inputs {
            let model = self.solver.value(self.now.defined[input]).map(every_lane);
            // Few of them, for a wide conjunction is told apart by its neighbours.
            let flips = random.bits() & random.bits() & random.bits() & VARIED;
            simulation.set(input, model.map_or_else(|| random.bits(), |model| model ^ flips));
        }
        simulation.evaluate(circuit);
        lanes
    }
}

impl Pair {
    /// `latch` makes the definition of a latch, given its index and, if it has a
    /// representative, how it is used. Without classes, all is used as it is defined.
    fn new(
        graph: &mut CircuitBuilder,
        circuit: &Circuit,
        classes: Option<&Classes>,
        with_gates: bool,
        mut latch: impl FnMut(&mut CircuitBuilder, usize, Option<Lit>) -> Lit,
    ) -> Pair {
        let unknown = || IndexVec::filled(Lit::FALSE, circuit.vars());
        let mut pair = Pair { defined: unknown(), used: unknown() };
        for &input in &circuit.inputs {
            let leaf = graph.circuit.add_input().lit();
            pair.define(classes, input, leaf);
        }
        for (index, state) in circuit.latches.iter().enumerate() {
            let used = classes.and_then(|classes| classes.representative(state.var));
            let defined = latch(graph, index, used.map(|lit| signal(&pair.used, lit)));
            pair.define(classes, state.var, defined);
        }
        if with_gates {
            for &var in &circuit.ands {
                if let Node::And(left, right) = circuit.nodes[var] {
                    let gate = graph.and(signal(&pair.used, left), signal(&pair.used, right));
                    pair.define(classes, var, gate);
                }
            }
        }
        pair
    }

    fn define(&mut self, classes: Option<&Classes>, var: Var, defined: Lit) {
        self.defined[var] = defined;
        self.used[var] = match classes.and_then(|classes| classes.representative(var)) {
            Some(representative) => signal(&self.used, representative),
            None => defined,
        };
    }

    fn equalities(&self) -> impl Iterator<Item = (Lit, Lit)> {
        let both = self.defined.iter().copied().zip(self.used.iter().copied());
        both.filter(|(defined, used)| defined != used)
    }
}

/// What each variable depends on: its operands, and what is assumed of it.
fn fanin(graph: &Circuit, assumed: &[(Lit, Lit)]) -> Fanin {
    let mut edges: Vec<(Var, Var)> = Vec::new();
    for &(left, right) in assumed {
        let mut both = |one: Var, other: Var| edges.extend([(one, other), (other, one)]);
        match (left.var(), right.var()) {
            (Var(0), var) | (var, Var(0)) => {
                // A gate that is assumed constant ties its operands to each other.
                if let Node::And(one, other) = graph.nodes[var] {
                    both(one.var(), other.var());
                }
            }
            (one, other) => both(one, other),
        }
    }
    edges.sort_unstable();
    let mut edges = edges.into_iter().peekable();
    Fanin::new(graph.nodes.iter().enumerate().map(|(index, node)| {
        let mut row = match *node {
            Node::And(left, right) => vec![left.var(), right.var()],
            _ => Vec::new(),
        };
        while let Some((_, to)) = edges.next_if(|edge| edge.0.index() == index) {
            row.push(to);
        }
        row
    }))
}
