//! The and-inverter graph of all time frames, simplified while it grows.
//!
//! Most first values are constants, so much of the first frames vanishes here before the solver
//! sees it. Invariant: a gate is newer than what it reads, no two gates read the same
//! signals, and no gate is constant, equal to a signal it reads, or such by looking one level
//! further down.

use buttress_prop::{Lit, Var};

/// A hashed and-inverter graph. Variable 0 is the constant false.
pub(crate) struct Graph {
    /// What each gate reads, the smaller literal first; `LEAF` for leaves.
    fanins: Vec<[Lit; 2]>,
    /// Has the gate readers enough to deserve a variable of its own in the solver?
    shared: Vec<bool>,
    /// Open addressing; 0 is an empty place.
    table: Vec<u32>,
    gates: usize,
}

const LEAF: [Lit; 2] = [Lit::TRUE; 2];

impl Graph {
    pub(crate) fn new() -> Graph {
        Graph { fanins: vec![LEAF], shared: vec![true], table: vec![0; 1 << 10], gates: 0 }
    }

    /// A new signal that nothing defines.
    pub(crate) fn leaf(&mut self) -> Lit {
        self.push(LEAF, true).lit()
    }

    /// What a gate reads; nothing for a leaf.
    pub(crate) fn fanins(&self, var: Var) -> Option<[Lit; 2]> {
        let fanins = self.fanins[var.index()];
        (fanins != LEAF).then_some(fanins)
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
        // The rule `p ∧ ¬(p ∧ r) = p ∧ ¬r` leads to a smaller question of the same kind.
        let (mut left, mut right) = (left, right);
        loop {
            match self.simplify(left, right) {
                Simplified::Signal(lit) => return lit,
                Simplified::Gate => break,
                Simplified::Instead(other_left, other_right) => {
                    (left, right) = (other_left, other_right);
                }
            }
        }
        let fanins = if left < right { [left, right] } else { [right, left] };
        let place = self.place(fanins);
        if self.table[place] != 0 {
            let var = Var(self.table[place]);
            self.share(var);
            return var.lit();
        }
        let var = self.push(fanins, false);
        self.table[place] = var.0;
        self.gates += 1;
        if self.gates * 2 > self.table.len() {
            self.grow();
        }
        var.lit()
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

    fn simplify(&self, left: Lit, right: Lit) -> Simplified {
        if left == Lit::FALSE || right == Lit::FALSE || left == !right {
            return Simplified::Signal(Lit::FALSE);
        }
        if left == Lit::TRUE || left == right {
            return Simplified::Signal(right);
        }
        if right == Lit::TRUE {
            return Simplified::Signal(left);
        }
        for (one, other) in [(left, right), (right, left)] {
            let Some([first, second]) = self.fanins(other.var()) else { continue };
            let reads = |lit: Lit| first == lit || second == lit;
            if other.is_positive() {
                if reads(one) {
                    return Simplified::Signal(other);
                }
                if reads(!one) {
                    return Simplified::Signal(Lit::FALSE);
                }
            } else {
                if reads(!one) {
                    return Simplified::Signal(one);
                }
                if first == one {
                    return Simplified::Instead(one, !second);
                }
                if second == one {
                    return Simplified::Instead(one, !first);
                }
            }
        }
        if left.is_positive()
            && right.is_positive()
            && let (Some(ours), Some(theirs)) = (self.fanins(left.var()), self.fanins(right.var()))
            && ours.iter().any(|&lit| theirs.contains(&!lit))
        {
            return Simplified::Signal(Lit::FALSE);
        }
        Simplified::Gate
    }

    /// Where these fan-ins are, or belong, in the table.
    fn place(&self, fanins: [Lit; 2]) -> usize {
        let key = u64::from(fanins[0].code()) << 32 | u64::from(fanins[1].code());
        let mixed = (key ^ key >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mask = self.table.len() - 1;
        let mut place = (mixed >> 32) as usize & mask;
        while self.table[place] != 0 && self.fanins[self.table[place] as usize] != fanins {
            place = (place + 1) & mask;
        }
        place
    }

    fn grow(&mut self) {
        self.table = vec![0; self.table.len() * 2];
        for var in 1..self.fanins.len() {
            if self.fanins[var] != LEAF {
                let place = self.place(self.fanins[var]);
                self.table[place] = var as u32;
            }
        }
    }
}

enum Simplified {
    /// The conjunction is this signal.
    Signal(Lit),
    /// The conjunction equals that of these two.
    Instead(Lit, Lit),
    /// It needs a gate.
    Gate,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(graph: &Graph, lit: Lit, leaves: &[(Lit, bool)]) -> bool {
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
        let mut state = 1_u64;
        let mut random = move |bound: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as usize % bound
        };
        for _ in 0..300 {
            let mut graph = Graph::new();
            let leaves: Vec<Lit> = (0..4).map(|_| graph.leaf()).collect();
            let mut signals = leaves.clone();
            signals.push(Lit::FALSE);
            for _ in 0..40 {
                let pick = |random: &mut dyn FnMut(usize) -> usize| {
                    signals[random(signals.len())].negate_if(random(2) == 1)
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
        let mut graph = Graph::new();
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
