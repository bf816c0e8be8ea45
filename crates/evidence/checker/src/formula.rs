//! The formula of an obligation: its clauses, in the numbering and order of
//! `docs/certificate.md`. Names here are the names there.
//!
//! Invariant: every literal's variable is at most `variables()`, and that fits an `i32`;
//! `Formula::new` has computed the size beforehand and refuses what does not fit.

use buttress_circuit::{Circuit, Node, Reset};
use buttress_prop::{Cnf, Lit, Var};

use crate::cone::State;
use crate::limits::MOST_LITERALS;

/// Clauses over the variables of several steps and auxiliary ones; ids count from 1.
pub struct Formula<'a> {
    circuit: &'a Circuit,
    invariant: &'a Cnf,
    /// N, the number of variables per step.
    stride: usize,
    /// The last auxiliary variable that was allotted.
    last_auxiliary: usize,
    variables: usize,
    literals: Vec<i32>,
    ends: Vec<u32>,
}

/// The groups that a formula will have; what its size depends on.
#[derive(Clone, Copy, Default)]
pub struct Extent {
    /// The number of steps.
    pub steps: u64,
    /// Does it have the group NEG?
    pub negation: bool,
    /// The number of DIFF groups.
    pub pairs: u64,
}

impl<'a> Formula<'a> {
    /// A formula without clauses, with room for `extent`; `None` if that is too large.
    pub fn new(circuit: &'a Circuit, invariant: &'a Cnf, extent: Extent) -> Option<Formula<'a>> {
        let stride = circuit.vars() + 1;
        let (literals, ends) = (Vec::new(), Vec::new());
        let (last_auxiliary, variables) = (0, 0);
        let mut formula =
            Formula { circuit, invariant, stride, last_auxiliary, variables, literals, ends };
        formula.extend(extent)?;
        Some(formula)
    }

    /// Makes room for another extent, when no clause has an auxiliary variable.
    pub fn extend(&mut self, extent: Extent) -> Option<()> {
        let latches = self.circuit.latches.len() as u64;
        let auxiliary_start = extent.steps.checked_mul(self.stride as u64)?;
        let selectors = if extent.negation { self.invariant.len() as u64 } else { 0 };
        // At most: every latch, and `first`.
        let differences = extent.pairs.checked_mul(latches + 1)?;
        let variables = auxiliary_start.checked_add(selectors)?.checked_add(differences)?;
        if variables > i32::MAX as u64 {
            return None;
        }
        // Counted generously, an empty clause as one literal, so that the number of clauses is
        // bounded too. What is not checked for overflow is bounded by the memory in use.
        let invariant: u64 = self.invariant.iter().map(|clause| clause.len() as u64 + 1).sum();
        let gates = 7 * self.stride as u64 + self.circuit.constraints.len() as u64;
        let per_step = gates + 4 * latches + 2 + invariant;
        let negation = if extent.negation { 2 * invariant + 1 } else { 0 };
        let in_steps = extent.steps.checked_mul(per_step)?;
        let size =
            in_steps.checked_add(4 * latches + 2 + negation)?.checked_add(7 * differences)?;
        if size > MOST_LITERALS {
            return None;
        }
        self.last_auxiliary = auxiliary_start as usize;
        self.variables = variables as usize;
        Some(())
    }

    /// The number of clauses, which is the id of the last one.
    pub fn len(&self) -> u32 {
        self.ends.len() as u32
    }

    /// The largest variable that a clause may have.
    pub fn variables(&self) -> usize {
        self.variables
    }

    /// The clause with this id, if there is one.
    pub fn clause(&self, id: u32) -> Option<&[i32]> {
        let index = (id as usize).checked_sub(1)?;
        let end = *self.ends.get(index)? as usize;
        let start = if index == 0 { 0 } else { self.ends[index - 1] as usize };
        Some(&self.literals[start..end])
    }

    /// STEP(t): the gates compute their values, and the constraints hold.
    pub fn step(&mut self, t: usize) {
        self.add([-self.dimacs(Lit::FALSE, t)]);
        for (index, node) in self.circuit.nodes.iter().enumerate() {
            if let Node::And(left, right) = *node {
                let output = self.dimacs(Var(index as u32).lit(), t);
                let (left, right) = (self.dimacs(left, t), self.dimacs(right, t));
                self.add([-output, left]);
                self.add([-output, right]);
                self.add([output, -left, -right]);
            }
        }
        for &constraint in &self.circuit.constraints {
            self.add([self.dimacs(constraint, t)]);
        }
    }

    /// INIT: step 0 is a first pair.
    pub fn init(&mut self) {
        self.add([self.first(0)]);
        for latch in &self.circuit.latches {
            let value = self.dimacs(latch.var.lit(), 0);
            match latch.reset {
                Reset::Value(true) => self.add([value]),
                Reset::Value(false) => self.add([-value]),
                Reset::Free => {}
                Reset::Signal(signal) => {
                    let signal = self.dimacs(signal, 0);
                    self.add([-value, signal]);
                    self.add([value, -signal]);
                }
            }
        }
    }

    /// LINK(t): a transition leads from step t to step t + 1.
    pub fn link(&mut self, t: usize) {
        for latch in &self.circuit.latches {
            let value = self.dimacs(latch.var.lit(), t + 1);
            let next = self.dimacs(latch.next, t);
            self.add([-value, next]);
            self.add([value, -next]);
        }
        self.add([-self.first(t + 1)]);
    }

    /// INV(t): χ holds in step t.
    pub fn invariant(&mut self, t: usize) {
        for clause in self.invariant.iter() {
            for &lit in clause {
                self.literals.push(self.dimacs(lit, t));
            }
            self.close();
        }
    }

    /// NEG(t): χ fails in step t, at a selected clause.
    pub fn negation(&mut self, t: usize) {
        let first = self.last_auxiliary + 1;
        for clause in self.invariant.iter() {
            self.last_auxiliary += 1;
            let selector = self.last_auxiliary as i32;
            for &lit in clause {
                self.add([-selector, -self.dimacs(lit, t)]);
            }
        }
        self.any(first);
    }

    /// DIFF(i, j): the states of steps i and j differ.
    pub fn different(&mut self, state: &State, i: usize, j: usize) {
        let first = self.last_auxiliary + 1;
        for &latch in &state.latches {
            self.difference(self.dimacs(latch, i), self.dimacs(latch, j));
        }
        if state.first {
            self.difference(self.first(i), self.first(j));
        }
        self.any(first);
    }

    /// One literal holds in step t.
    pub fn assert(&mut self, lit: Lit, t: usize) {
        self.add([self.dimacs(lit, t)]);
    }

    /// Takes back all clauses but the first `clauses`.
    pub fn retract_to(&mut self, clauses: u32) {
        self.ends.truncate(clauses as usize);
        self.literals.truncate(self.ends.last().map_or(0, |&end| end as usize));
    }

    /// A new auxiliary variable that implies that the two literals differ.
    fn difference(&mut self, left: i32, right: i32) {
        self.last_auxiliary += 1;
        let differ = self.last_auxiliary as i32;
        self.add([-differ, left, right]);
        self.add([-differ, -left, -right]);
    }

    /// One of the auxiliary variables from `first` on holds.
    fn any(&mut self, first: usize) {
        self.literals.extend((first..=self.last_auxiliary).map(|variable| variable as i32));
        self.close();
    }

    /// D(v, t) = t·N + v + 1, with the sign of the literal.
    fn dimacs(&self, lit: Lit, t: usize) -> i32 {
        let variable = (t * self.stride + lit.var().index() + 1) as i32;
        if lit.is_negative() { -variable } else { variable }
    }

    /// The pseudo variable `first`, M + 1, in step t.
    fn first(&self, t: usize) -> i32 {
        self.dimacs(Var(self.circuit.vars() as u32).lit(), t)
    }

    fn add<const N: usize>(&mut self, clause: [i32; N]) {
        self.literals.extend_from_slice(&clause);
        self.close();
    }

    fn close(&mut self) {
        self.ends.push(self.literals.len() as u32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One input (1), a latch with a reset signal (2), a free one (3), a gate (4): M = 4, N = 6.
    fn circuit() -> Circuit {
        let mut circuit = Circuit::new();
        let input = circuit.add_input().lit();
        let x = circuit.add_latch(Reset::Signal(!input));
        let y = circuit.add_latch(Reset::Free);
        let gate = circuit.add_and(x.lit(), !input).lit();
        circuit.set_next(x, !gate);
        circuit.set_next(y, Lit::TRUE);
        circuit.constraints.push(!y.lit());
        circuit.finish().expect("a circuit")
    }

    fn clauses(formula: &Formula) -> Vec<Vec<i32>> {
        (1..=formula.len()).map(|id| formula.clause(id).expect("a clause").to_vec()).collect()
    }

    /// The groups, clause by clause, as the specification writes them.
    #[test]
    fn groups_are_written_as_specified() {
        let circuit = circuit();
        let mut invariant = Cnf::new();
        invariant.add(&[Lit::from_code(10), Lit::from_code(4)]);
        invariant.add(&[Lit::from_code(7)]);
        let extent = Extent { steps: 2, negation: true, pairs: 1 };
        let group = |build: fn(&mut Formula)| {
            let mut formula = Formula::new(&circuit, &invariant, extent).expect("small");
            assert_eq!(formula.variables(), 12 + 2 + 3);
            build(&mut formula);
            clauses(&formula)
        };
        let step = [vec![-7], vec![-11, 9], vec![-11, -8], vec![11, -9, 8], vec![-10]];
        assert_eq!(group(|formula| formula.step(1)), step);
        assert_eq!(group(|formula| formula.init()), [vec![6], vec![-3, -2], vec![3, 2]]);
        let link = [vec![-9, -5], vec![9, 5], vec![-10, -1], vec![10, 1], vec![-12]];
        assert_eq!(group(|formula| formula.link(0)), link);
        assert_eq!(group(|formula| formula.invariant(1)), [vec![12, 9], vec![-10]]);
        let negation = [vec![-13, -6], vec![-13, -3], vec![-14, 4], vec![13, 14]];
        assert_eq!(group(|formula| formula.negation(0)), negation);
        let mut different = vec![vec![-13, 3, 9], vec![-13, -3, -9], vec![-14, 4, 10]];
        different.extend([vec![-14, -4, -10], vec![-15, 6, 12], vec![-15, -6, -12]]);
        different.push(vec![13, 14, 15]);
        // The latch with the reset signal is behind the gate, the other one behind the constraint.
        let all = |formula: &mut Formula| {
            formula.different(&State::behind(formula.circuit, Lit::from_code(8)), 0, 1);
        };
        assert_eq!(group(all), different);
        assert_eq!(group(|formula| formula.assert(Lit::from_code(9), 1)), [vec![-11]]);
    }

    #[test]
    fn states_are_compared_behind_the_property_alone() {
        let mut circuit = circuit();
        circuit.constraints.clear();
        let state = State::behind(&circuit, Lit::from_code(6));
        assert_eq!((state.latches, state.first), (vec![Lit::from_code(6)], false));
        let state = State::behind(&circuit, Lit::from_code(9));
        assert_eq!((state.latches, state.first), (vec![Lit::from_code(4)], true));
    }

    #[test]
    fn ids_outside_the_formula_name_no_clause() {
        let (circuit, invariant) = (circuit(), Cnf::new());
        let extent = Extent { steps: 1, negation: false, pairs: 0 };
        let mut formula = Formula::new(&circuit, &invariant, extent).expect("small");
        assert_eq!(formula.clause(1), None);
        formula.negation(0);
        assert_eq!((formula.clause(0), formula.clause(1)), (None, Some(&[][..])));
        formula.init();
        formula.retract_to(formula.len() - 1);
        assert_eq!(clauses(&formula), [vec![], vec![6], vec![-3, -2]]);
    }

    /// What one obligation may have of everything, with as many steps as are allowed: never more literals and clauses than
    /// can be numbered, and no less than a sixteenth of them.
    #[test]
    fn sizes_are_counted_generously_and_not_wastefully() {
        let build = |latches: usize, gates: usize, constraints: usize| {
            let mut circuit = Circuit::new();
            let input = circuit.add_input().lit();
            for _ in 0..latches {
                let latch = circuit.add_latch(Reset::Signal(input));
                circuit.set_next(latch, input);
            }
            for _ in 0..gates {
                circuit.add_and(input, input);
            }
            circuit.constraints.extend(vec![input; constraints]);
            circuit.finish().expect("a circuit")
        };
        let (few, many) = (1, 200);
        for (latches, gates, constraints, clauses) in [
            (many, few, few, few),
            (few, many, few, few),
            (few, few, many, few),
            (few, few, few, many),
        ] {
            let circuit = build(latches, gates, constraints);
            let mut invariant = Cnf::new();
            (0..clauses).for_each(|_| invariant.add(&[Lit::from_code(2), Lit::from_code(3)]));
            for (has_negation, is_simple) in [(false, false), (true, false), (true, true)] {
                let extent = |steps: u64| Extent {
                    steps,
                    negation: has_negation,
                    pairs: if is_simple { steps } else { 0 },
                };
                // The size of a formula grows by the same amount with each step.
                let size = |steps: u64| {
                    let mut formula =
                        Formula::new(&circuit, &invariant, extent(steps)).expect("small");
                    let behind = State::behind(&circuit, Lit::from_code(4));
                    let state = State {
                        latches: circuit.latches.iter().map(|latch| latch.var.lit()).collect(),
                        ..behind
                    };
                    formula.init();
                    for t in 0..steps as usize {
                        formula.step(t);
                        formula.invariant(t);
                        if t > 0 {
                            formula.link(t - 1);
                        }
                        if is_simple {
                            formula.different(&state, 0, t);
                        }
                    }
                    if has_negation {
                        formula.negation(0);
                    }
                    assert!(formula.last_auxiliary <= formula.variables());
                    formula.literals.len() as u64
                };
                let (start, slope) = (size(1), size(3) - size(2));
                let fits = |steps: u64| Formula::new(&circuit, &invariant, extent(steps)).is_some();
                let (mut low, mut high) = (1, 1 << 31);
                while high - low > 1 {
                    let middle = (low + high) / 2;
                    if fits(middle) { low = middle } else { high = middle }
                }
                let most = start + slope * (low - 1);
                assert!((MOST_LITERALS / 16..=MOST_LITERALS).contains(&most), "{most} literals");
            }
        }
    }

    #[test]
    fn sizes_beyond_the_numbering_are_refused() {
        let (circuit, invariant) = (circuit(), Cnf::new());
        let fits = |steps, pairs| {
            let extent = Extent { steps, negation: false, pairs };
            Formula::new(&circuit, &invariant, extent).is_some()
        };
        assert!(fits(1 << 20, 1 << 20));
        for (steps, pairs) in
            [(1 << 29, 0), (u64::MAX, 0), (2, 1 << 30), (2, u64::MAX), (1 << 26, 0)]
        {
            assert!(!fits(steps, pairs), "{steps} steps, {pairs} pairs");
        }
    }
}
