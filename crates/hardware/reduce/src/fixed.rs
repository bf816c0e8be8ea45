//! Inputs that a constraint fixes: the constraint is an input or its negation.
//!
//! Every legal pair has that value there, so the input can be a constant and the constraint
//! goes. No fact is needed: a certificate's steps all include the constraints.

use buttress_circuit::{Circuit, Node};
use buttress_prop::Lit;

use crate::rebuild::{Substitution, identity};

/// The fixed inputs, replaced; and how many there are. None if there are none.
pub(crate) fn fixed_inputs(circuit: &Circuit) -> Option<(Substitution, usize)> {
    let is_input = |lit: &&Lit| circuit.nodes[lit.var()] == Node::Input;
    let mut fixed = circuit.constraints.iter().filter(is_input).peekable();
    fixed.peek()?;
    let mut substitution = identity(circuit);
    let mut count = 0;
    for lit in fixed {
        if substitution[lit.var()] == lit.var().lit() {
            count += 1;
        }
        substitution[lit.var()] = Lit::TRUE.negate_if(lit.is_negative());
    }
    Some((substitution, count))
}
