//! ρ, prepared for solvers: the clauses of one step of a circuit, and quick tables about its latches.
//!
//! Invariant: every latch resets to a constant or is uninitialised, so θ is a cube over the
//! latches. Initiation of a clause over latches is then a look at its literals:
//! θ ⇒ clause iff one of its literals is the reset value of its latch.

use std::sync::Arc;

use buttress_circuit::{Circuit, Encoding, Reset};
use buttress_prop::{Fanin, Gates, IndexVec, Lit, Var};
use buttress_sat::Solver;

/// A normalised circuit, its cached CNF, and what θ and ρ say of each latch.
///
/// Engines share it behind an `Arc`.
#[derive(Clone, Debug)]
pub struct TransitionRelation {
    /// The circuit.
    pub circuit: Circuit,
    /// The clauses of one step; solver variable v is circuit variable v.
    pub encoding: Encoding,
    fanin: Arc<Fanin>,
    gates: Arc<Gates>,
    next: IndexVec<Var, Lit>,
    reset: IndexVec<Var, Option<bool>>,
}

impl TransitionRelation {
    /// Prepares a circuit. Signals that queries name must be next-state signals, constraints or
    /// properties of the circuit.
    ///
    /// Panics when a latch resets to a signal: such circuits are normalised first.
    pub fn new(circuit: Circuit) -> TransitionRelation {
        TransitionRelation::with_roots(circuit, [])
    }

    /// Prepares a circuit whose signals `roots` will be named by queries as well.
    pub fn with_roots(
        circuit: Circuit,
        roots: impl IntoIterator<Item = Lit>,
    ) -> TransitionRelation {
        let encoding = Encoding::new(&circuit, roots);
        let fanin = Arc::new(encoding.fanin.clone());
        let gates = Arc::new(encoding.gates.clone());
        let mut next = IndexVec::filled(Lit::FALSE, circuit.vars());
        let mut reset = IndexVec::filled(None, circuit.vars());
        for latch in &circuit.latches {
            next[latch.var] = latch.next;
            reset[latch.var] = match latch.reset {
                Reset::Value(value) => Some(value),
                Reset::Free => None,
                Reset::Signal(_) => panic!("latch {:?} resets to a signal", latch.var),
            };
        }
        TransitionRelation { circuit, encoding, fanin, gates, next, reset }
    }

    /// `lit′` as a signal of this step; `lit` is over a latch.
    pub fn next(&self, lit: Lit) -> Lit {
        debug_assert!(self.circuit.is_latch(lit.var()), "{lit:?} is not over a latch");
        self.next[lit.var()].negate_if(lit.is_negative())
    }

    /// The value of a latch in the first state; none when it is uninitialised.
    pub fn reset(&self, latch: Var) -> Option<bool> {
        self.reset[latch]
    }

    /// θ ⇒ `lit`?
    pub fn is_reset(&self, lit: Lit) -> bool {
        self.reset[lit.var()] == Some(lit.is_positive())
    }

    /// θ ⇒ clause? (For a clause over latches that is no tautology.)
    pub fn initiation(&self, clause: &[Lit]) -> bool {
        clause.iter().any(|&lit| self.is_reset(lit))
    }

    /// Does the cube over latches hold a first state?
    pub fn is_initial(&self, cube: &[Lit]) -> bool {
        !cube.iter().any(|&lit| self.is_reset(!lit))
    }

    /// θ as literals: the reset value of each latch that has one.
    pub fn theta(&self) -> impl Iterator<Item = Lit> + '_ {
        self.circuit
            .latches
            .iter()
            .filter_map(|latch| self.reset[latch.var].map(|value| latch.var.lit_with(value)))
    }

    /// Which gate each encoded variable is the output of.
    pub fn gates(&self) -> &Gates {
        &self.gates
    }

    /// A solver like that of `solver` whose models leave open what does not matter: see
    /// `Solver::set_gates`.
    pub fn justifying_solver(&self, seed: u64) -> Solver {
        let mut solver = self.solver(seed);
        solver.set_gates(self.gates.clone());
        solver
    }

    /// A solver that holds the clauses of the step and knows the cones of its signals.
    /// Constraints are not asserted.
    pub fn solver(&self, seed: u64) -> Solver {
        let mut solver = Solver::with_seed(seed);
        solver.reserve(self.encoding.vars);
        solver.set_fanin(self.fanin.clone());
        for clause in self.encoding.cnf.iter() {
            solver.add_clause(clause);
        }
        solver
    }
}
