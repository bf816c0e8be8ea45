//! Interpolants as an and-inverter graph over the latches.
//!
//! Invariant: variable 0 is the constant false, variable i + 1 is the i-th latch of the circuit, and a gate is newer than what it reads.

use buttress_aig::{Conjunction, GateTable};
use buttress_prop::{Lit, Var};

/// A hashed graph whose leaves are latches.
pub(crate) struct Graph {
    latches: usize,
    /// What each gate reads, the smaller literal first.
    gates: Vec<[Lit; 2]>,
    table: GateTable,
}

impl Graph {
    /// Without gates, over so many latches.
    pub(crate) fn new(latches: usize) -> Graph {
        Graph { latches, gates: Vec::new(), table: GateTable::with_capacity(1 << 10) }
    }

    /// The leaf of the latch at this place in the circuit.
    pub(crate) fn leaf(place: usize) -> Var {
        Var(place as u32 + 1)
    }

    /// The place of the latch that is this leaf.
    pub(crate) fn place(leaf: Var) -> usize {
        leaf.index() - 1
    }

    /// How many variables there are.
    pub(crate) fn vars(&self) -> usize {
        1 + self.latches + self.gates.len()
    }

    /// How many gates there are.
    pub(crate) fn size(&self) -> usize {
        self.gates.len()
    }

    /// What a gate reads; nothing for the constant and for leaves.
    pub(crate) fn fanins(&self, var: Var) -> Option<[Lit; 2]> {
        gate(&self.gates, self.latches, var)
    }

    /// left ∧ right
    pub(crate) fn and(&mut self, left: Lit, right: Lit) -> Lit {
        let fanins = |var: Var| self.fanins(var);
        let reads = match Conjunction::of(left, right, fanins) {
            Conjunction::Signal(lit) => return lit,
            Conjunction::Gate(reads) => reads,
        };
        if let Some(gate) = self.table.get(reads, fanins) {
            return gate.lit();
        }
        let new = Var(self.vars() as u32);
        self.gates.push(reads);
        let Graph { latches, gates, table } = self;
        table.insert(new, |var| gate(gates, *latches, var));
        new.lit()
    }

    /// left ∨ right
    pub(crate) fn or(&mut self, left: Lit, right: Lit) -> Lit {
        !self.and(!left, !right)
    }

    /// Places of latches whose values make a signal false; none if it is true.
    pub(crate) fn justified(&self, root: Lit, latches: &[bool]) -> Option<Vec<usize>> {
        let mut values: Vec<bool> = [false].into_iter().chain(latches.iter().copied()).collect();
        let value = |values: &[bool], lit: Lit| values[lit.var().index()] != lit.is_negative();
        for &[left, right] in &self.gates {
            values.push(value(&values, left) && value(&values, right));
        }
        if value(&values, root) {
            return None;
        }
        let mut is_met = vec![false; self.vars()];
        let mut justified = Vec::new();
        let mut open = vec![root.var()];
        while let Some(var) = open.pop() {
            if std::mem::replace(&mut is_met[var.index()], true) {
                continue;
            }
            match self.fanins(var) {
                None if var == Var(0) => {}
                None => justified.push(Graph::place(var)),
                Some(reads) if values[var.index()] => open.extend(reads.map(Lit::var)),
                Some(reads) => {
                    // One that is met already, else the one defined first.
                    let is_false =
                        reads.into_iter().filter(|&lit| !value(&values, lit)).map(Lit::var);
                    open.extend(is_false.min_by_key(|&var| (!is_met[var.index()], var)));
                }
            }
        }
        Some(justified)
    }
}

fn gate(gates: &[[Lit; 2]], latches: usize, var: Var) -> Option<[Lit; 2]> {
    gates.get(var.index().checked_sub(latches + 1)?).copied()
}
