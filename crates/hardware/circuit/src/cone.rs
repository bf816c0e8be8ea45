//! The cone of influence: what a set of signals depends on, through latches too.

use buttress_prop::{IndexVec, Lit, Var};

use crate::{Circuit, Node, Reset};

/// The variables that some signals depend on.
#[derive(Clone, Debug)]
pub struct Cone {
    member: IndexVec<Var, bool>,
    /// How many latches it holds.
    pub latches: usize,
    /// How many inputs it holds.
    pub inputs: usize,
    /// How many and-gates it holds.
    pub ands: usize,
}

impl Cone {
    /// Is `var` in the cone?
    pub fn contains(&self, var: Var) -> bool {
        self.member[var]
    }
}

/// The sequential cone of `roots`: closed under gate inputs, next-state and reset signals.
///
/// The constraints are *not* added here: a caller that wants to keep the meaning of a
/// property includes them among the roots, because a constraint outside the property's
/// own cone can still cut off every computation.
pub fn cone_of(circuit: &Circuit, roots: impl IntoIterator<Item = Lit>) -> Cone {
    let mut member = IndexVec::<Var, bool>::filled(false, circuit.vars());
    let mut stack: Vec<Var> = roots.into_iter().map(Lit::var).collect();
    let (mut latches, mut inputs, mut ands) = (0, 0, 0);
    while let Some(var) = stack.pop() {
        if std::mem::replace(&mut member[var], true) {
            continue;
        }
        match circuit.nodes[var] {
            Node::And(left, right) => {
                ands += 1;
                stack.extend([left.var(), right.var()]);
            }
            Node::Latch(index) => {
                latches += 1;
                let latch = circuit.latches[index as usize];
                stack.push(latch.next.var());
                if let Reset::Signal(signal) = latch.reset {
                    stack.push(signal.var());
                }
            }
            Node::Input => inputs += 1,
            Node::False | Node::Unused => {}
        }
    }
    Cone { member, latches, inputs, ands }
}
