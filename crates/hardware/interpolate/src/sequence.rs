//! The interpolants of one proof, one for each state after the first, by McMillan's rules with the sides changed.
//!
//! For the cut at distance d, the clauses of greater distances are one side, the others the other side. A clause that rests on the other side alone stands
//! for the negation of its literals over latches at d, one that rests on the first side alone for false. A resolution on a variable of the other side alone is a
//! conjunction of the two, on any other a disjunction. These are the weakest interpolants that the proof has: little is excluded by them.
//! All interpolants of one proof make a sequence: each, with the clauses of its distance, implies the next.

use buttress_budget::{Budget, Exhausted};
use buttress_clausal::TransitionRelation;
use buttress_ic3::FrameSequence;
use buttress_prop::{Cube, Lit, Var};

use crate::graph::Graph;
use crate::limits::HINTS_PER_REPORT;
use crate::refutation::Refutation;
use crate::unrolling::Unrolling;

/// Interpolants that are read from a proof.
pub(crate) struct Sequence {
    pub(crate) graph: Graph,
    /// For the states after the first, in their order, as far as they are read.
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

    /// Reads all interpolants, on from where it stopped.
    pub(crate) fn run(&mut self, unrolling: &Unrolling, budget: &Budget) -> Result<(), Exhausted> {
        self.refutation.run(unrolling, budget)?;
        while self.interpolants.len() < unrolling.first() {
            let cut = (unrolling.first() - 1 - self.interpolants.len()) as u32;
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

    /// All states around one that is to be excluded from a frame that lie, for the same reasons, neither in the interpolant nor in the frame before; none if
    /// the state itself lies in one of them.
    pub(crate) fn widened(
        &self,
        state: &Cube,
        frame: usize,
        relation: &TransitionRelation,
        frames: &FrameSequence,
    ) -> Option<Cube> {
        let first = frames.last() - self.interpolants.len();
        let interpolant = *self.interpolants.get(frame.checked_sub(first + 1)?)?;
        let is_true = |lit: Lit| state.binary_search(&lit).is_ok();
        // What is not determined may be false.
        let holds = |lit: Lit| is_true(lit) || lit.is_negative() && !is_true(!lit);
        let latches = &relation.circuit.latches;
        let values: Vec<bool> = latches.iter().map(|latch| holds(latch.var.lit())).collect();
        let justified = self.graph.justified(interpolant, &values)?.into_iter();
        let justified = justified.map(|place| latches[place].var.lit_with(values[place]));
        let outside = if frame == 1 {
            Cube::new([!relation.theta().find(|&lit| !holds(lit))?])
        } else {
            let around = frames.excluded(frame - 1);
            let around = around.filter(|cube| cube.iter().all(|&lit| holds(lit)));
            around.min_by_key(|cube| cube.len())?.clone()
        };
        Some(justified.chain(outside.iter().copied()).collect())
    }

    /// The partial interpolant of a clause.
    fn read(&mut self, node: usize, cut: u32, unrolling: &Unrolling) -> Lit {
        let span = self.refutation.node(node).span;
        if span.least > cut {
            return Lit::FALSE;
        }
        if span.most <= cut {
            let mut all = Lit::TRUE;
            for &lit in self.refutation.clause(node) {
                if let Some(place) = shared(lit.var(), cut, unrolling) {
                    let leaf = Graph::leaf(place).lit().negate_if(lit.is_negative());
                    all = self.graph.and(all, !leaf);
                }
            }
            return all;
        }
        let mut resolved = Lit::FALSE;
        for (place, &(other, pivot)) in self.refutation.resolutions(node).iter().enumerate() {
            let other = self.partial[other as usize];
            let is_later =
                unrolling.distance(pivot) <= cut && shared(pivot, cut, unrolling).is_none();
            resolved = match place {
                0 => other,
                _ if is_later => self.graph.and(resolved, other),
                _ => self.graph.or(resolved, other),
            };
        }
        resolved
    }
}

/// The place in the circuit of the latch at the cut that a variable is, if it is one.
fn shared(var: Var, cut: u32, unrolling: &Unrolling) -> Option<usize> {
    if unrolling.distance(var) == cut { unrolling.latch(var) } else { None }
}
