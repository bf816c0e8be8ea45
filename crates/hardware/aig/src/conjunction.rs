//! Conjunctions simplified: what `left ∧ right` is, looking at the gates that the two are.
//!
//! Every rule yields an existing signal or one gate of existing signals, so that whoever applies them while a graph grows
//! makes no gate that a rule of one or two levels makes superfluous.
//! Source of the two-level rules: Brummayer and Biere, local two-level and-inverter graph
//! minimization without blowup.

use buttress_prop::{Lit, Var};

/// What a conjunction is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Conjunction {
    /// An existing signal.
    Signal(Lit),
    /// A gate of these signals, the smaller literal first; nothing simpler has the same value.
    Gate([Lit; 2]),
}

/// What one rule makes of a conjunction.
enum Simplified {
    Signal(Lit),
    /// The conjunction of these instead.
    Pair(Lit, Lit),
    Unchanged,
}

impl Conjunction {
    /// `left ∧ right`, where `fanins` says which two signals a gate reads.
    pub fn of(left: Lit, right: Lit, fanins: impl Fn(Var) -> Option<[Lit; 2]>) -> Conjunction {
        let (mut left, mut right) = (left, right);
        // A rule such as `p ∧ ¬(p ∧ r) = p ∧ ¬r` leads to a smaller question of the same kind.
        loop {
            match simplified(left, right, &fanins) {
                Simplified::Signal(lit) => return Conjunction::Signal(lit),
                Simplified::Pair(one, other) => (left, right) = (one, other),
                Simplified::Unchanged => {
                    return Conjunction::Gate([left.min(right), left.max(right)]);
                }
            }
        }
    }
}

fn simplified(left: Lit, right: Lit, fanins: &impl Fn(Var) -> Option<[Lit; 2]>) -> Simplified {
    if left == Lit::FALSE || right == Lit::FALSE || left == !right {
        return Simplified::Signal(Lit::FALSE);
    }
    if left == Lit::TRUE || left == right {
        return Simplified::Signal(right);
    }
    if right == Lit::TRUE {
        return Simplified::Signal(left);
    }
    for (gate, other) in [(left, right), (right, left)] {
        if let Some(operands) = fanins(gate.var()) {
            match one_gate(gate, operands, other) {
                Simplified::Unchanged => {}
                simplified => return simplified,
            }
        }
    }
    match (fanins(left.var()), fanins(right.var())) {
        (Some(ours), Some(theirs)) => two_gates(left, ours, right, theirs),
        _ => Simplified::Unchanged,
    }
}

/// `gate ∧ other`, where `gate` is the conjunction of `operands` or its negation.
fn one_gate(gate: Lit, [x, y]: [Lit; 2], other: Lit) -> Simplified {
    if gate.is_positive() {
        if other == x || other == y {
            return Simplified::Signal(gate);
        }
        if other == !x || other == !y {
            return Simplified::Signal(Lit::FALSE);
        }
        return Simplified::Unchanged;
    }
    // ¬(x ∧ y) ∧ other
    if other == !x || other == !y {
        return Simplified::Signal(other);
    }
    if other == x {
        return Simplified::Pair(other, !y);
    }
    if other == y {
        return Simplified::Pair(other, !x);
    }
    Simplified::Unchanged
}

/// `left ∧ right`, both gates or negated gates.
fn two_gates(left: Lit, ours: [Lit; 2], right: Lit, theirs: [Lit; 2]) -> Simplified {
    let clash = ours.iter().any(|&lit| theirs.contains(&!lit));
    match (left.is_positive(), right.is_positive()) {
        (true, true) if clash => Simplified::Signal(Lit::FALSE),
        (true, true) => Simplified::Unchanged,
        (true, false) => positive_and_negative(left, ours, theirs, clash),
        (false, true) => positive_and_negative(right, theirs, ours, clash),
        (false, false) => {
            // ¬(x ∧ y) ∧ ¬(x ∧ ¬y) is ¬x.
            for (x, y) in [(ours[0], ours[1]), (ours[1], ours[0])] {
                if theirs.contains(&x) && theirs.contains(&!y) {
                    return Simplified::Signal(!x);
                }
            }
            Simplified::Unchanged
        }
    }
}

/// `gate ∧ ¬(z ∧ w)`, where `gate` is the conjunction of `operands`.
fn positive_and_negative(
    gate: Lit,
    operands: [Lit; 2],
    [z, w]: [Lit; 2],
    clash: bool,
) -> Simplified {
    if clash {
        return Simplified::Signal(gate);
    }
    if operands.contains(&z) {
        return Simplified::Pair(gate, !w);
    }
    if operands.contains(&w) {
        return Simplified::Pair(gate, !z);
    }
    Simplified::Unchanged
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gates after three leaves, which are variables 1 to 3.
    struct Graph(Vec<[Lit; 2]>);

    impl Graph {
        fn fanins(&self, var: Var) -> Option<[Lit; 2]> {
            self.0.get(var.index().checked_sub(4)?).copied()
        }

        fn and(&mut self, left: Lit, right: Lit) -> Lit {
            match Conjunction::of(left, right, |var| self.fanins(var)) {
                Conjunction::Signal(lit) => lit,
                Conjunction::Gate(reads) => {
                    self.0.push(reads);
                    Var(self.0.len() as u32 + 3).lit()
                }
            }
        }

        /// The truth table of a signal.
        fn table(&self, lit: Lit) -> u8 {
            const LEAVES: [u8; 4] = [0, 0b1010_1010, 0b1100_1100, 0b1111_0000];
            let value = match self.fanins(lit.var()) {
                Some([left, right]) => self.table(left) & self.table(right),
                None => LEAVES[lit.var().index()],
            };
            if lit.is_negative() { !value } else { value }
        }
    }

    /// All conjunctions of conjunctions of three leaves: the rules keep the meaning.
    #[test]
    fn rules_keep_the_meaning() {
        let literals: Vec<Lit> = (0..8).map(Lit::from_code).collect();
        let mut simplified = 0;
        for &a in &literals {
            for &b in &literals {
                for &c in &literals {
                    for &d in &literals {
                        for signs in 0..4 {
                            let mut graph = Graph(Vec::new());
                            let left = graph.and(a, b).negate_if(signs & 1 == 1);
                            let right = graph.and(c, d).negate_if(signs & 2 == 2);
                            let before = graph.0.len();
                            let both = graph.and(left, right);
                            assert_eq!(graph.table(both), graph.table(left) & graph.table(right));
                            simplified += usize::from(graph.0.len() == before);
                        }
                    }
                }
            }
        }
        assert!(simplified > 7_000, "{simplified}");
    }
}
