//! The interpolants of one proof, one for each time, by McMillan's rules.
//!
//! For the cut at time t, the clauses before t are one side, those from t on the other. A clause that rests on the first side alone stands for its literals
//! over latches at t, one that rests on the other side alone for true. A resolution on a variable of a time before t is a disjunction of the two, on any
//! other a conjunction. All interpolants of one proof make a sequence: each, with the clauses of its time, implies the next.

use buttress_budget::{Budget, Exhausted};
use buttress_prop::Lit;

use crate::graph::Graph;
use crate::limits::HINTS_PER_REPORT;
use crate::refutation::Refutation;
use crate::unrolling::Unrolling;

/// Interpolants that are read from a proof.
pub(crate) struct Sequence {
    pub(crate) graph: Graph,
    /// For times 1, 2, …, as far as they are read.
    pub(crate) interpolants: Vec<Lit>,
    refutation: Refutation,
    /// The partial interpolants of the clauses, for the cut under way.
    partial: Vec<Lit>,
}

impl Sequence {
    /// Nothing is read yet; the circuit has so many latches.
    pub(crate) fn new(refutation: Refutation, latches: usize) -> Sequence {
        let (interpolants, partial) = (Vec::new(), Vec::new());
        Sequence { graph: Graph::new(latches), interpolants, refutation, partial }
    }

    /// How many steps the proof has.
    pub(crate) fn steps(&self) -> usize {
        self.refutation.steps()
    }

    /// Reads the interpolants of all times, on from where it stopped.
    pub(crate) fn run(&mut self, unrolling: &Unrolling, budget: &Budget) -> Result<(), Exhausted> {
        self.refutation.run(unrolling, budget)?;
        while self.interpolants.len() < unrolling.last() {
            let cut = self.interpolants.len() as u32 + 1;
            let mut work = 0;
            while self.partial.len() <= self.refutation.root() {
                let node = self.partial.len();
                work += 1 + self.refutation.resolutions(node).len() as u64;
                let partial = self.read(node, cut, unrolling);
                self.partial.push(partial);
                if work >= HINTS_PER_REPORT {
                    budget.spend(std::mem::take(&mut work))?;
                }
            }
            self.interpolants.push(self.partial[self.refutation.root()]);
            self.partial.clear();
            budget.spend(work)?;
        }
        Ok(())
    }

    /// The partial interpolant of a clause.
    fn read(&mut self, node: usize, cut: u32, unrolling: &Unrolling) -> Lit {
        let span = self.refutation.node(node).span;
        if span.first >= cut {
            return Lit::TRUE;
        }
        if span.last < cut {
            let mut any = Lit::FALSE;
            for &lit in self.refutation.clause(node) {
                if unrolling.time(lit.var()) >= cut {
                    let place = unrolling.latch(lit.var());
                    let place = place.expect("clauses before the cut speak of latches after it");
                    let leaf = Graph::leaf(place).lit().negate_if(lit.is_negative());
                    any = self.graph.or(any, leaf);
                }
            }
            return any;
        }
        let mut resolved = Lit::FALSE;
        for (place, &(other, pivot)) in self.refutation.resolutions(node).iter().enumerate() {
            let other = self.partial[other as usize];
            resolved = match place {
                0 => other,
                _ if unrolling.time(pivot) < cut => self.graph.or(resolved, other),
                _ => self.graph.and(resolved, other),
            };
        }
        resolved
    }
}
