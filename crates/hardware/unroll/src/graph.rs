//! The and-inverter graph of all time frames, simplified while it grows.
//!
//! Most first values are constants, so much of the first frames vanishes here before the solver
//! sees it. Invariant: a gate is newer than what it reads, no two gates read the same
//! signals, and no rule of [`Conjunction`] makes a gate superfluous.

use buttress_aig::{Conjunction, GateTable};
use buttress_prop::{Lit, Var};

/// A hashed and-inverter graph. Variable 0 is the constant false.
pub(crate) struct FrameGraph {
    /// What each gate reads, the smaller literal first; `LEAF` for leaves.
    fanins: Vec<[Lit; 2]>,
    /// Has the gate readers enough to deserve a variable of its own in the solver?
    shared: Vec<bool>,
    table: GateTable,
}

const LEAF: [Lit; 2] = [Lit::TRUE; 2];

impl FrameGraph {
    pub(crate) fn new() -> FrameGraph {
        FrameGraph {
            fanins: vec![LEAF],
            shared: vec![true],
            table: GateTable::with_capacity(1 << 10),
        }
    }

    /// A new signal that nothing defines.
    pub(crate) fn leaf(&mut self) -> Lit {
        self.push(LEAF, true).lit()
    }

    /// What a gate reads; nothing for a leaf.
    pub(crate) fn fanins(&self, var: Var) -> Option<[Lit; 2]> {
        gate_fanins(&self.fanins, var)
    }

    pub(crate) fn is_shared(&self, var: Var) -> bool {
        self.shared[var.index()]
    }

    /// Says that more than one gate reads `var`.
    pub(crate) fn share(&mut self, var: Var) {
        self.shared[var.index()] = true;
    }

    /// left ∧ right, an existing signal if there is one.
    pub(crate) fn and(&mut self, left: Lit, right: Lit) -> Lit {
        let fanins = |var: Var| self.fanins(var);
        let reads = match Conjunction::of(left, right, fanins) {
            Conjunction::Signal(lit) => return lit,
            Conjunction::Gate(reads) => reads,
        };
        if let Some(gate) = self.table.get(reads, fanins) {
            self.share(gate);
            return gate.lit();
        }
        let gate = self.push(reads, false);
        let FrameGraph { fanins, table, .. } = self;
        table.insert(gate, |var| gate_fanins(fanins, var));
        gate.lit()
    }

    /// left ∨ right.
    pub(crate) fn or(&mut self, left: Lit, right: Lit) -> Lit {
        !self.and(!left, !right)
    }

    fn push(&mut self, fanins: [Lit; 2], shared: bool) -> Var {
        let var = Var(self.fanins.len() as u32);
        self.fanins.push(fanins);
        self.shared.push(shared);
        var
    }
}

fn gate_fanins(fanins: &[[Lit; 2]], var: Var) -> Option<[Lit; 2]> {
    let fanins = fanins[var.index()];
    (fanins != LEAF).then_some(fanins)
}

#[cfg(test)]
mod tests {
    use buttress_prop::Random;

    use super::*;

    fn value(graph: &FrameGraph, lit: Lit, leaves: &[(Lit, bool)]) -> bool {
        let var = lit.var();
        let plain = match graph.fanins(var) {
            Some([first, second]) => value(graph, first, leaves) && value(graph, second, leaves),
            None => leaves.iter().any(|&(leaf, value)| leaf.var() == var && value),
        };
        plain != lit.is_negative()
    }

    /// Random conjunctions of random signals mean what they say, simplified or not.
    #[test]
    fn simplified_conjunctions_keep_their_meaning() {
        let mut random = Random::new(1);
        for _ in 0..300 {
            let mut graph = FrameGraph::new();
            let leaves: Vec<Lit> = (0..4).map(|_| graph.leaf()).collect();
            let mut signals = leaves.clone();
            signals.push(Lit::FALSE);
            for _ in 0..40 {
                let pick = |random: &mut Random| {
                    signals[random.below(signals.len())].negate_if(random.coin())
                };
                let (left, right) = (pick(&mut random), pick(&mut random));
                let both = graph.and(left, right);
                for bits in 0..16_usize {
                    let values: Vec<(Lit, bool)> = leaves
                        .iter()
                        .enumerate()
                        .map(|(index, &leaf)| (leaf, bits >> index & 1 == 1))
                        .collect();
                    let value = |lit: Lit| value(&graph, lit, &values);
                    assert_eq!(value(both), value(left) && value(right));
                }
                signals.push(both);
            }
        }
    }

    #[test]
    fn equal_gates_are_one_gate_also_after_growing() {
        let mut graph = FrameGraph::new();
        let leaves: Vec<Lit> = (0..80).map(|_| graph.leaf()).collect();
        let mut pairs = Vec::new();
        for (index, &left) in leaves.iter().enumerate() {
            for &right in &leaves[index + 1..] {
                pairs.push((left, right, graph.and(left, right)));
            }
        }
        for (left, right, both) in pairs {
            assert_eq!(graph.and(right, left), both);
        }
    }
}
