//! The cached CNF of one step: the clauses that tie each gate to its inputs.
//!
//! Solver variable v is circuit variable v. There are no variables for the next state:
//! x′ of a latch is its next-state signal, a literal of the same step. Gates that only serve
//! a larger gate (wide conjunctions, exclusive or, multiplexers) are folded into it and get no
//! clauses of their own; `Encoding::roots` names the variables that must keep theirs.
//!
//! Invariant: if v is encoded, so is everything in `fanin(v)`, and any assignment to the
//! leaves extends to the encoded gates. So a query restricted to the cone of its
//! literals under `fanin` has the same answer as the unrestricted one.

use buttress_prop::{Cnf, Fanin, Gate, Gates, IndexVec, Lit, Var};

use crate::limits::WIDEST_AND;
use crate::{Circuit, Node};

/// The clauses of one step and the dependencies between their variables.
#[derive(Clone, Debug)]
pub struct Encoding {
    /// One clause set per encoded gate, and the unit clause that makes variable 0 false.
    pub cnf: Cnf,
    /// What each gate's clauses mention.
    pub fanin: Fanin,
    /// Which gate each encoded variable is the output of.
    pub gates: Gates,
    /// The number of variables, the circuit's own.
    pub vars: usize,
}

/// How a gate is defined after smaller gates were folded into it.
enum Definition {
    And(Vec<Lit>),
    /// output = if condition then yes else no
    Mux(Lit, Lit, Lit),
}

impl Encoding {
    /// Encodes the circuit, keeping a variable for every signal that `roots`, latches, next-state
    /// signals, resets, constraints or properties name, and for gates that are read more than once.
    pub fn new(circuit: &Circuit, roots: impl IntoIterator<Item = Lit>) -> Encoding {
        let mut named = IndexVec::<Var, bool>::filled(false, circuit.vars());
        for lit in roots {
            named[lit.var()] = true;
        }
        for latch in &circuit.latches {
            named[latch.next.var()] = true;
            if let crate::Reset::Signal(signal) = latch.reset {
                named[signal.var()] = true;
            }
        }
        for &lit in &circuit.constraints {
            named[lit.var()] = true;
        }
        for property in &circuit.properties {
            named[property.bad.var()] = true;
        }
        Encoder::new(circuit, named).encode()
    }

    /// Encodes the circuit with three clauses for each gate and nothing folded away.
    pub fn plain(circuit: &Circuit) -> Encoding {
        Encoding::new(circuit, circuit.ands.iter().map(|var| var.lit()))
    }
}

struct Encoder<'a> {
    circuit: &'a Circuit,
    named: IndexVec<Var, bool>,
    readers: IndexVec<Var, u32>,
    definitions: IndexVec<Var, Option<Definition>>,
}

impl<'a> Encoder<'a> {
    fn new(circuit: &'a Circuit, named: IndexVec<Var, bool>) -> Encoder<'a> {
        let mut readers = IndexVec::<Var, u32>::filled(0, circuit.vars());
        for &var in &circuit.ands {
            if let Node::And(left, right) = circuit.nodes[var] {
                readers[left.var()] += 1;
                readers[right.var()] += 1;
            }
        }
        let definitions = (0..circuit.vars()).map(|_| None).collect();
        Encoder { circuit, named, readers, definitions }
    }

    fn encode(mut self) -> Encoding {
        // From outputs to inputs, so that a gate is asked for before it is defined.
        let mut wanted = self.named.clone();
        for &var in self.circuit.ands.iter().rev() {
            if !wanted[var] && !self.is_shared(var) {
                continue;
            }
            let definition = self.define(var);
            match &definition {
                Definition::And(literals) => {
                    literals.iter().for_each(|lit| wanted[lit.var()] = true);
                }
                Definition::Mux(condition, yes, no) => {
                    [condition, yes, no].into_iter().for_each(|lit| wanted[lit.var()] = true);
                }
            }
            self.definitions[var] = Some(definition);
        }
        let mut cnf = Cnf::new();
        cnf.add(&[Lit::TRUE]);
        for &var in &self.circuit.ands {
            if let Some(definition) = &self.definitions[var] {
                clauses_of(var.lit(), definition, &mut cnf);
            }
        }
        let rows = self.definitions.iter().map(|definition| match definition {
            None => Vec::new(),
            Some(Definition::And(literals)) => literals.iter().map(|lit| lit.var()).collect(),
            Some(Definition::Mux(condition, yes, no)) => {
                let mut vars = vec![condition.var(), yes.var(), no.var()];
                vars.dedup();
                vars
            }
        });
        let gates = self.definitions.iter().map(|definition| {
            definition.as_ref().map(|definition| match definition {
                Definition::And(literals) => Gate::And(literals),
                &Definition::Mux(condition, yes, no) => Gate::Mux(condition, yes, no),
            })
        });
        let (fanin, gates) = (Fanin::new(rows), Gates::new(gates));
        Encoding { cnf, fanin, gates, vars: self.circuit.vars() }
    }

    fn is_shared(&self, var: Var) -> bool {
        self.readers[var] > 1
    }

    /// May this gate be folded into its only reader?
    fn is_foldable(&self, var: Var) -> bool {
        !self.named[var] && !self.is_shared(var) && matches!(self.circuit.nodes[var], Node::And(..))
    }

    fn define(&self, var: Var) -> Definition {
        let Node::And(left, right) = self.circuit.nodes[var] else {
            unreachable!("only and-gates are defined");
        };
        if let Some((condition, yes, no)) = self.multiplexer(left, right) {
            return Definition::Mux(condition, yes, no);
        }
        let mut literals = Vec::new();
        let mut pending = vec![left, right];
        while let Some(lit) = pending.pop() {
            let room = literals.len() + pending.len() + 2 <= WIDEST_AND;
            match self.circuit.nodes[lit.var()] {
                Node::And(left, right)
                    if lit.is_positive()
                        && room
                        && self.is_foldable(lit.var())
                        && self.multiplexer(left, right).is_none() =>
                {
                    pending.extend([left, right]);
                }
                _ => literals.push(lit),
            }
        }
        literals.sort_unstable();
        literals.dedup();
        Definition::And(literals)
    }

    /// ¬(c ∧ a) ∧ ¬(¬c ∧ b) is `if c then ¬a else ¬b`, when both inner gates may be folded.
    fn multiplexer(&self, left: Lit, right: Lit) -> Option<(Lit, Lit, Lit)> {
        if left.is_positive() || right.is_positive() {
            return None;
        }
        if left.var() == right.var() {
            return None;
        }
        if !self.is_foldable(left.var()) || !self.is_foldable(right.var()) {
            return None;
        }
        let Node::And(a0, a1) = self.circuit.nodes[left.var()] else { return None };
        let Node::And(b0, b1) = self.circuit.nodes[right.var()] else { return None };
        for (condition, yes) in [(a0, a1), (a1, a0)] {
            for (other, no) in [(b0, b1), (b1, b0)] {
                if condition == !other {
                    return Some((condition, !yes, !no));
                }
            }
        }
        None
    }
}

fn clauses_of(output: Lit, definition: &Definition, cnf: &mut Cnf) {
    match definition {
        Definition::And(literals) => {
            let mut long: Vec<Lit> = vec![output];
            for &lit in literals {
                cnf.add(&[!output, lit]);
                long.push(!lit);
            }
            cnf.add(&long);
        }
        &Definition::Mux(condition, yes, no) => {
            cnf.add(&[!condition, !yes, output]);
            cnf.add(&[!condition, yes, !output]);
            cnf.add(&[condition, !no, output]);
            cnf.add(&[condition, no, !output]);
            if yes != !no {
                // Implied, but they let the output follow when the condition is open.
                cnf.add(&[!yes, !no, output]);
                cnf.add(&[yes, no, !output]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every assignment to the leaves: the encoded gates take exactly the simulated values.
    fn check_encoding(circuit: &Circuit, encoding: &Encoding) {
        let width = circuit.inputs.len();
        for bits in 0u32..1 << width {
            let inputs: Vec<bool> = (0..width).map(|index| bits >> index & 1 == 1).collect();
            let mut simulation = crate::Simulation::new(circuit);
            simulation.load(circuit, &[], &inputs);
            for clause in encoding.cnf.iter() {
                assert!(clause.iter().any(|&lit| simulation.value(lit)), "{clause:?} at {bits:b}");
            }
            // Flipping one encoded gate alone falsifies a clause: it is defined, both ways.
            for &var in &circuit.ands {
                if encoding.fanin.of(var).is_empty() {
                    continue;
                }
                let value = |lit: Lit| simulation.value(lit) != (lit.var() == var);
                let defining = encoding.cnf.iter().filter(|clause| {
                    clause
                        .iter()
                        .all(|lit| lit.var() == var || encoding.fanin.of(var).contains(&lit.var()))
                });
                let mut defining = defining.peekable();
                assert!(defining.peek().is_some());
                assert!(defining.any(|clause| !clause.iter().any(|&lit| value(lit))));
            }
        }
    }

    #[test]
    fn multiplexers_and_wide_gates_keep_their_meaning() {
        let mut circuit = Circuit::new();
        let inputs: Vec<Lit> = (0..5).map(|_| circuit.add_input().lit()).collect();
        let yes = circuit.add_and(inputs[0], inputs[1]).lit();
        let no = circuit.add_and(!inputs[0], inputs[2]).lit();
        let mux = circuit.add_and(!yes, !no).lit();
        let both = circuit.add_and(inputs[3], inputs[4]).lit();
        let wide = circuit.add_and(both, mux).lit();
        let contradiction = circuit.add_and(wide, !inputs[3]).lit();
        circuit.properties.push(crate::Property { bad: contradiction });
        let circuit = circuit.finish().unwrap();
        let folded = Encoding::new(&circuit, []);
        check_encoding(&circuit, &folded);
        assert!(folded.fanin.of(yes.var()).is_empty(), "folded into the multiplexer");
        let plain = Encoding::plain(&circuit);
        check_encoding(&circuit, &plain);
        assert_eq!(plain.cnf.len(), 1 + 3 * circuit.ands.len());
    }
}
