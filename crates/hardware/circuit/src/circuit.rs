//! A circuit: an and-inverter graph with latches, constraints and bad signals.
//!
//! Invariants, checked by `Circuit::finish`: variable 0 is the constant false; every and-gate
//! appears once in `ands`, after the gates it reads; every literal names a node of the
//! circuit; reset signals do not depend on the latch they reset (no cyclic reset).
//!
//! Meaning: a computation is a sequence of (state, input) pairs. In each of them, the last
//! included, every constraint holds. The first pair satisfies every reset (a reset signal is
//! read in that same first pair); the state of each later pair is given by the next-state
//! signals in the pair before it.

use std::fmt;

use buttress_prop::{IndexVec, Lit, Var};

/// What a variable stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Node {
    /// The constant false; variable 0 alone.
    False,
    /// An input, free in each step.
    Input,
    /// A latch; its index in `Circuit::latches`.
    Latch(u32),
    /// A conjunction.
    And(Lit, Lit),
    /// A variable that nothing defines; it occurs nowhere.
    Unused,
}

/// The value of a latch in the first state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reset {
    /// A constant.
    Value(bool),
    /// Uninitialised: any value.
    Free,
    /// The value of a signal in the first (state, input) pair.
    Signal(Lit),
}

/// A state variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Latch {
    /// The variable that carries its value.
    pub var: Var,
    /// Its value in the next state.
    pub next: Lit,
    /// Its value in the first state.
    pub reset: Reset,
}

/// A safety property: `bad` is never true in a (state, input) pair of a computation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Property {
    /// The signal that must stay false.
    pub bad: Lit,
}

/// A finite transition system.
#[derive(Clone, Debug, Default)]
pub struct Circuit {
    /// What each variable stands for.
    pub nodes: IndexVec<Var, Node>,
    /// The inputs in their order.
    pub inputs: Vec<Var>,
    /// The latches in their order.
    pub latches: Vec<Latch>,
    /// The and-gates, each after those it reads.
    pub ands: Vec<Var>,
    /// Signals that hold in every (state, input) pair of a computation.
    pub constraints: Vec<Lit>,
    /// The safety properties in their order.
    pub properties: Vec<Property>,
}

/// Why a set of definitions is not a circuit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CircuitError {
    /// A literal names a variable that nothing defines.
    Undefined(Lit),
    /// An and-gate depends on itself.
    Cycle(Var),
    /// The reset of this latch depends on the latch itself.
    CyclicReset(Var),
}

impl fmt::Display for CircuitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CircuitError::Undefined(lit) => {
                write!(
                    f,
                    "literal {} names variable {}, which is not defined",
                    lit.code(),
                    lit.var().0
                )
            }
            CircuitError::Cycle(var) => {
                write!(f, "and-gate {} depends on itself", var.lit().code())
            }
            CircuitError::CyclicReset(var) => {
                write!(f, "the reset of latch {} depends on the latch itself", var.lit().code())
            }
        }
    }
}

impl std::error::Error for CircuitError {}

impl Circuit {
    /// A circuit that holds only the constant.
    pub fn new() -> Circuit {
        let mut circuit = Circuit::default();
        circuit.nodes.push(Node::False);
        circuit
    }

    /// Adds an input.
    pub fn add_input(&mut self) -> Var {
        let var = self.push(Node::Input);
        self.inputs.push(var);
        var
    }

    /// Adds a latch; its next-state signal is given later with `set_next`.
    pub fn add_latch(&mut self, reset: Reset) -> Var {
        let var = self.push(Node::Latch(self.latches.len() as u32));
        self.latches.push(Latch { var, next: Lit::FALSE, reset });
        var
    }

    /// Gives a latch its next-state signal.
    pub fn set_next(&mut self, latch: Var, next: Lit) {
        if let Node::Latch(index) = self.nodes[latch] {
            self.latches[index as usize].next = next;
        }
    }

    /// Adds an and-gate of existing signals, without looking for an equal one.
    pub fn add_and(&mut self, left: Lit, right: Lit) -> Var {
        let var = self.push(Node::And(left, right));
        self.ands.push(var);
        var
    }

    fn push(&mut self, node: Node) -> Var {
        let var = Var(self.nodes.len() as u32);
        self.nodes.push(node);
        var
    }

    /// The two signals that a gate reads; none for what is no gate.
    pub fn fanins(&self, var: Var) -> Option<[Lit; 2]> {
        match self.nodes[var] {
            Node::And(left, right) => Some([left, right]),
            _ => None,
        }
    }

    /// The latch that `var` is, if it is one.
    pub fn latch(&self, var: Var) -> Option<&Latch> {
        match self.nodes[var] {
            Node::Latch(index) => Some(&self.latches[index as usize]),
            _ => None,
        }
    }

    /// Is `var` a latch?
    pub fn is_latch(&self, var: Var) -> bool {
        matches!(self.nodes[var], Node::Latch(_))
    }

    /// The next-state signal of a literal over a latch: `x′` is this signal now.
    ///
    /// Panics when `lit` is not over a latch.
    pub fn next(&self, lit: Lit) -> Lit {
        let latch = self.latch(lit.var()).expect("only a latch has a next value");
        latch.next.negate_if(lit.is_negative())
    }

    /// The number of variables, the constant included.
    pub fn vars(&self) -> usize {
        self.nodes.len()
    }

    /// Orders the and-gates and checks the circuit's invariants.
    pub fn finish(mut self) -> Result<Circuit, CircuitError> {
        let defined = |lit: Lit| match self.nodes.get_at(lit.var()) {
            None | Some(Node::Unused) => Err(CircuitError::Undefined(lit)),
            Some(_) => Ok(()),
        };
        for &var in &self.ands {
            if let Node::And(left, right) = self.nodes[var] {
                defined(left)?;
                defined(right)?;
            }
        }
        for latch in &self.latches {
            defined(latch.next)?;
            if let Reset::Signal(signal) = latch.reset {
                defined(signal)?;
            }
        }
        for &lit in &self.constraints {
            defined(lit)?;
        }
        for property in &self.properties {
            defined(property.bad)?;
        }
        self.ands = self.sorted_ands()?;
        self.check_resets()?;
        Ok(self)
    }

    /// The and-gates in topological order, by depth-first search without recursion.
    fn sorted_ands(&self) -> Result<Vec<Var>, CircuitError> {
        let mut before = true;
        let mut seen = IndexVec::<Var, bool>::filled(false, self.vars());
        for &var in &self.ands {
            if let Node::And(left, right) = self.nodes[var] {
                for lit in [left, right] {
                    let is_and = matches!(self.nodes[lit.var()], Node::And(..));
                    before &= !is_and || seen[lit.var()];
                }
            }
            seen[var] = true;
        }
        if before {
            return Ok(self.ands.clone());
        }
        let fanin = |var: Var| match self.nodes[var] {
            Node::And(left, right) => [Some(left.var()), Some(right.var())],
            _ => [None, None],
        };
        let is_and = |var: &Var| matches!(self.nodes[*var], Node::And(..));
        let order = depth_first(self.vars(), self.ands.iter().copied(), fanin)
            .map_err(CircuitError::Cycle)?;
        Ok(order.into_iter().filter(is_and).collect())
    }

    fn check_resets(&self) -> Result<(), CircuitError> {
        let signals = self.latches.iter().filter(|latch| matches!(latch.reset, Reset::Signal(_)));
        let roots: Vec<Var> = signals.map(|latch| latch.var).collect();
        if roots.is_empty() {
            return Ok(());
        }
        self.reset_order(roots).map(drop).map_err(CircuitError::CyclicReset)
    }

    /// The variables that the resets of `roots` depend on, each after those it is computed
    /// from in the first state. `Err` names a variable on a cycle.
    pub(crate) fn reset_order(&self, roots: Vec<Var>) -> Result<Vec<Var>, Var> {
        let fanin = |var: Var| match self.nodes[var] {
            Node::And(left, right) => [Some(left.var()), Some(right.var())],
            Node::Latch(index) => match self.latches[index as usize].reset {
                Reset::Signal(signal) => [Some(signal.var()), None],
                _ => [None, None],
            },
            _ => [None, None],
        };
        depth_first(self.vars(), roots, fanin)
    }
}

/// All that is reachable from `roots`, children first; `Err` names a node on a cycle.
fn depth_first(
    vars: usize,
    roots: impl IntoIterator<Item = Var>,
    children: impl Fn(Var) -> [Option<Var>; 2],
) -> Result<Vec<Var>, Var> {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        Open,
        Done,
    }
    let mut marks = IndexVec::<Var, Mark>::filled(Mark::New, vars);
    let mut order = Vec::new();
    let mut stack = Vec::new();
    for root in roots {
        stack.push((root, false));
        while let Some((var, leaving)) = stack.pop() {
            if leaving {
                marks[var] = Mark::Done;
                order.push(var);
                continue;
            }
            match marks[var] {
                Mark::Done => continue,
                Mark::Open => return Err(var),
                Mark::New => {}
            }
            marks[var] = Mark::Open;
            stack.push((var, true));
            for child in children(var).into_iter().flatten() {
                match marks[child] {
                    Mark::Done => {}
                    Mark::Open => return Err(child),
                    Mark::New => stack.push((child, false)),
                }
            }
        }
    }
    Ok(order)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lit(code: u32) -> Lit {
        Lit::from_code(code)
    }

    #[test]
    fn gates_are_sorted() {
        let mut circuit = Circuit::new();
        let input = circuit.add_input();
        let late = circuit.add_and(lit(6), input.lit());
        let early = circuit.add_and(input.lit(), input.lit());
        assert_eq!(early.lit(), lit(6));
        let circuit = circuit.finish().unwrap();
        assert_eq!(circuit.ands, [early, late]);
    }

    #[test]
    fn cycles_are_refused() {
        let mut circuit = Circuit::new();
        let input = circuit.add_input();
        circuit.add_and(lit(6), input.lit());
        circuit.add_and(lit(4), input.lit());
        assert!(matches!(circuit.finish(), Err(CircuitError::Cycle(_))));
    }

    #[test]
    fn a_gate_that_reads_itself_twice_is_a_cycle() {
        let mut circuit = Circuit::new();
        circuit.add_and(lit(2), lit(3));
        assert!(matches!(circuit.finish(), Err(CircuitError::Cycle(_))));
    }

    #[test]
    fn shared_fanin_is_no_cycle() {
        let mut circuit = Circuit::new();
        circuit.add_and(lit(4), lit(6));
        circuit.add_and(lit(6), lit(6));
        let input = circuit.add_input();
        assert_eq!(input.lit(), lit(6));
        assert_eq!(circuit.finish().unwrap().ands, [Var(2), Var(1)]);
    }

    #[test]
    fn undefined_literals_are_refused() {
        let mut circuit = Circuit::new();
        circuit.properties.push(Property { bad: lit(8) });
        assert_eq!(circuit.finish().unwrap_err(), CircuitError::Undefined(lit(8)));
    }

    #[test]
    fn a_latch_may_not_reset_to_itself_through_a_gate() {
        let mut circuit = Circuit::new();
        let latch = circuit.add_latch(Reset::Signal(lit(5)));
        circuit.add_and(latch.lit(), latch.lit());
        assert!(matches!(circuit.finish(), Err(CircuitError::CyclicReset(_))));
    }
}
