//! Π′: the circuit with a second copy of the property, read in the next pair.
//!
//! The property may depend on inputs, so ¬Π′ speaks of the inputs of the next step as well. Only
//! the gates of the bad signal and of the constraints are copied; a latch of the copy is the
//! next-state signal of the original, an input of the copy is a new input.

use std::collections::HashMap;

use buttress_circuit::{Circuit, Node};
use buttress_prop::{IndexVec, Lit, Var};

use crate::TransitionRelation;

/// A circuit's step, extended by the signal ¬Π′.
#[derive(Clone, Debug)]
pub struct PrimedProperty {
    /// The extended step; its variables begin with the circuit's own.
    pub relation: TransitionRelation,
    /// ¬Π′: bad′ ∧ C′, in the next pair.
    pub violation: Lit,
    /// The input of the next pair that belongs to each input, if the copy reads it.
    pub next_inputs: Vec<Option<Var>>,
}

impl PrimedProperty {
    /// Extends the step of a circuit for the property that `bad` is never true.
    pub fn new(circuit: &Circuit, bad: Lit) -> PrimedProperty {
        let mut copy = Copy::of(circuit);
        let mut violation = copy.copied(bad);
        for &constraint in &circuit.constraints {
            let constraint = copy.copied(constraint);
            violation = copy.and(violation, constraint);
        }
        let next_inputs =
            circuit.inputs.iter().map(|&input| copy.image[input].map(Lit::var)).collect();
        let relation = TransitionRelation::with_roots(copy.extended, [bad, violation]);
        PrimedProperty { relation, violation, next_inputs }
    }
}

struct Copy {
    extended: Circuit,
    /// The signal of the next pair, for the original variables that were copied.
    image: IndexVec<Var, Option<Lit>>,
    gates: HashMap<(Lit, Lit), Lit>,
}

impl Copy {
    fn of(circuit: &Circuit) -> Copy {
        let gates = circuit.ands.iter().filter_map(|&var| match circuit.nodes[var] {
            Node::And(left, right) => Some(((left.min(right), left.max(right)), var.lit())),
            _ => None,
        });
        Copy {
            extended: circuit.clone(),
            image: IndexVec::filled(None, circuit.vars()),
            gates: gates.collect(),
        }
    }

    /// The image of an original signal; depth first without recursion, as circuits can be deep.
    fn copied(&mut self, signal: Lit) -> Lit {
        let mut stack = vec![signal.var()];
        while let Some(&var) = stack.last() {
            if self.image[var].is_some() {
                stack.pop();
                continue;
            }
            let image = match self.extended.nodes[var] {
                Node::False | Node::Unused => Lit::FALSE,
                Node::Input => self.extended.add_input().lit(),
                Node::Latch(_) => self.extended.next(var.lit()),
                Node::And(left, right) => match (self.known(left), self.known(right)) {
                    (Some(left), Some(right)) => self.and(left, right),
                    _ => {
                        stack.extend([left.var(), right.var()]);
                        continue;
                    }
                },
            };
            self.image[var] = Some(image);
            stack.pop();
        }
        self.known(signal).unwrap_or(Lit::FALSE)
    }

    fn known(&self, lit: Lit) -> Option<Lit> {
        self.image[lit.var()].map(|image| image.negate_if(lit.is_negative()))
    }

    fn and(&mut self, left: Lit, right: Lit) -> Lit {
        let (left, right) = (left.min(right), left.max(right));
        if left == Lit::FALSE || left == !right {
            return Lit::FALSE;
        }
        if left == Lit::TRUE || left == right {
            return right;
        }
        *self.gates.entry((left, right)).or_insert_with(|| self.extended.add_and(left, right).lit())
    }
}
