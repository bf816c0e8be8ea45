//! The part of the graph that the solver knows.
//!
//! A signal gets a solver variable when a question or another encoded signal depends on it.
//! Gates with one reader are folded into it: wide conjunctions, exclusive or and
//! multiplexers become one definition. If such a gate finds a second reader later, it is
//! defined then; folding is never needed for soundness.
//!
//! Invariant: every signal with a solver variable is a leaf, is defined by clauses, or waits in
//! `pending`; no question is asked while something is pending.

use buttress_budget::{Budget, Exhausted};
use buttress_prop::{Lit, Var};
use buttress_sat::{SatResult, Solver};

use crate::graph::FrameGraph;
use crate::limits::WIDEST_AND;

/// A growing graph and the solver that answers questions about it.
pub(crate) struct Formula {
    pub(crate) graph: FrameGraph,
    solver: Solver,
    /// The solver's literal for each encoded signal.
    encoded: Vec<Option<Lit>>,
    /// Encoded signals whose clauses are still to be added.
    pending: Vec<Var>,
    /// Do the solver's values hold for good, being those of level 0?
    settled: bool,
}

enum Definition {
    And(Vec<Lit>),
    /// output = if condition then yes else no
    Mux(Lit, Lit, Lit),
}

impl Formula {
    pub(crate) fn new(seed: u64) -> Formula {
        let mut solver = Solver::with_seed(seed);
        let constant = solver.new_var().lit();
        solver.add_clause(&[!constant]);
        Formula {
            graph: FrameGraph::new(),
            solver,
            encoded: vec![Some(constant)],
            pending: Vec::new(),
            settled: true,
        }
    }

    /// A solver variable that stands for no signal.
    pub(crate) fn fresh(&mut self) -> Lit {
        self.solver.new_var().lit()
    }

    /// The solver's literal for a signal; its definition may still be pending.
    pub(crate) fn encode(&mut self, lit: Lit) -> Lit {
        let index = lit.var().index();
        if index >= self.encoded.len() {
            self.encoded.resize(index + 1, None);
        }
        let positive = match self.encoded[index] {
            Some(known) => known,
            None => {
                let fresh = self.solver.new_var().lit();
                self.encoded[index] = Some(fresh);
                if self.graph.fanins(lit.var()).is_some() {
                    self.pending.push(lit.var());
                }
                fresh
            }
        };
        positive.negate_if(lit.is_negative())
    }

    /// Makes a signal true for good.
    pub(crate) fn assert(&mut self, lit: Lit) {
        let encoded = self.encode(lit);
        self.add_clause(&[encoded]);
    }

    /// Makes two signals equal for good.
    pub(crate) fn equate(&mut self, left: Lit, right: Lit) {
        if left == right {
            return;
        }
        let (left, right) = (self.encode(left), self.encode(right));
        self.add_clause(&[!left, right]);
        self.add_clause(&[left, !right]);
    }

    /// Adds a clause of the solver's literals.
    pub(crate) fn add_clause(&mut self, clause: &[Lit]) {
        self.solver.add_clause(clause);
        self.settled = true;
    }

    /// How many questions were asked.
    pub(crate) fn queries(&self) -> u64 {
        self.solver.stats().queries
    }

    /// The clauses contradict each other, whatever is assumed.
    pub(crate) fn is_inconsistent(&self) -> bool {
        self.solver.is_inconsistent()
    }

    /// Forgets the last model, so that `simplified` may be used.
    pub(crate) fn settle(&mut self) {
        if !self.settled {
            self.add_clause(&[!Lit::FALSE]);
        }
    }

    /// The signal, or the constant that the clauses make of it.
    pub(crate) fn simplified(&self, lit: Lit) -> Lit {
        debug_assert!(self.settled);
        match self.value(lit) {
            Some(true) => Lit::TRUE,
            Some(false) => Lit::FALSE,
            None => lit,
        }
    }

    /// The value of a signal in the model; none if no clause speaks of it.
    pub(crate) fn value(&self, lit: Lit) -> Option<bool> {
        let encoded = self.encoded.get(lit.var().index()).copied().flatten()?;
        self.solver.value(encoded.negate_if(lit.is_negative()))
    }

    /// Is `assumption`, a literal of the solver, to blame for the last `Unsat`?
    pub(crate) fn is_blamed(&self, assumption: Lit) -> bool {
        self.solver.failed(assumption)
    }

    /// Are the clauses satisfiable together with these literals of the solver?
    pub(crate) fn solve(
        &mut self,
        assumptions: &[Lit],
        budget: &Budget,
    ) -> Result<SatResult, Exhausted> {
        self.define_pending(budget)?;
        self.settled = false;
        self.solver.solve(assumptions, budget)
    }

    fn define_pending(&mut self, budget: &Budget) -> Result<(), Exhausted> {
        while let Some(&var) = self.pending.last() {
            budget.spend(1)?;
            self.pending.pop();
            let output = self.encode(var.lit());
            match self.definition(var) {
                Definition::And(inputs) => {
                    let mut long = vec![output];
                    for input in inputs {
                        let input = self.encode(input);
                        self.add_clause(&[!output, input]);
                        long.push(!input);
                    }
                    self.add_clause(&long);
                }
                Definition::Mux(condition, yes, no) => {
                    let exclusive = yes == !no;
                    let (condition, yes) = (self.encode(condition), self.encode(yes));
                    let no = self.encode(no);
                    self.add_clause(&[!condition, !yes, output]);
                    self.add_clause(&[!condition, yes, !output]);
                    self.add_clause(&[condition, !no, output]);
                    self.add_clause(&[condition, no, !output]);
                    if !exclusive {
                        // Implied, but they let the output follow while the condition is open.
                        self.add_clause(&[!yes, !no, output]);
                        self.add_clause(&[yes, no, !output]);
                    }
                }
            }
        }
        Ok(())
    }

    fn definition(&self, var: Var) -> Definition {
        let Some([left, right]) = self.graph.fanins(var) else {
            return Definition::And(Vec::new());
        };
        if let Some((condition, yes, no)) = self.multiplexer(left, right) {
            return Definition::Mux(condition, yes, no);
        }
        let mut inputs = Vec::new();
        let mut open = vec![left, right];
        while let Some(lit) = open.pop() {
            let room = inputs.len() + open.len() + 2 <= WIDEST_AND;
            match self.folded(lit.var()) {
                Some([left, right])
                    if lit.is_positive() && room && self.multiplexer(left, right).is_none() =>
                {
                    open.extend([left, right]);
                }
                _ => inputs.push(lit),
            }
        }
        inputs.sort_unstable();
        inputs.dedup();
        Definition::And(inputs)
    }

    /// What a gate reads, if it may be folded into its reader.
    fn folded(&self, var: Var) -> Option<[Lit; 2]> {
        let is_encoded = self.encoded.get(var.index()).is_some_and(Option::is_some);
        if is_encoded || self.graph.is_shared(var) { None } else { self.graph.fanins(var) }
    }

    /// ¬(c ∧ a) ∧ ¬(¬c ∧ b) is `if c then ¬a else ¬b`, when both inner gates may be folded.
    fn multiplexer(&self, left: Lit, right: Lit) -> Option<(Lit, Lit, Lit)> {
        if left.is_positive() || right.is_positive() {
            return None;
        }
        let (ours, theirs) = (self.folded(left.var())?, self.folded(right.var())?);
        for (condition, yes) in [(ours[0], ours[1]), (ours[1], ours[0])] {
            for (other, no) in [(theirs[0], theirs[1]), (theirs[1], theirs[0])] {
                if condition == !other {
                    return Some((condition, !yes, !no));
                }
            }
        }
        None
    }
}
