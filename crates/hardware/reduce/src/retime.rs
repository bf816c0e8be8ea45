//! Latches that only delay an input are inputs.
//!
//! A latch x with x′ = j, where j is an input that nothing else reads, has any value at all in
//! every pair but the first. So x becomes (started ? y : reset) with a fresh input y, or y alone if
//! its reset is free.
//!
//! A computation of the one circuit is one of the other, with y now where j was one pair ago.
//! Read as x, y keeps every inductive clause inductive: a pair of the old circuit is a pair of the
//! new one with y ⇔ x, provided that x has its reset value where started is false; this
//! is a fact.

use buttress_circuit::{Circuit, Node, Reset};
use buttress_prop::{Clause, IndexVec, Lit, Var};

use crate::monitor::started;
use crate::origin::clause_back;
use crate::stage::Stage;

/// Replaces the latches that delay an input. How many?
pub(crate) fn retime(stage: &mut Stage) -> usize {
    let before = stage.circuit.clone();
    let started = started(&before);
    let readers = readers(&before);
    let mut circuit = before.clone();
    let mut origins = stage.origins.clone();
    let mut delayed: Vec<(Var, Lit)> = Vec::new();
    for latch in &before.latches {
        let input = latch.next.var();
        if before.nodes[input] != Node::Input || readers[input] != 1 {
            continue;
        }
        let (started, reset) = match (latch.reset, started) {
            (Reset::Free, _) => (Lit::TRUE, false),
            (Reset::Value(value), Some(started)) => (started, value),
            _ => continue,
        };
        // The fresh input is x, or ¬x if x starts true: then x is started ∧ y, or its negation.
        let Some(origin) = origins[latch.var].of_var(latch.var.lit().negate_if(reset)) else {
            continue;
        };
        let fresh = circuit.add_input().lit();
        let gate = circuit.add_and(started, fresh).lit();
        origins.push(origin);
        origins.push(origin);
        circuit.nodes[latch.var] = Node::And(gate.negate_if(reset), Lit::TRUE);
        circuit.ands.push(latch.var);
        circuit.nodes[input] = Node::Unused;
        let fact = Clause::new([started, latch.var.lit_with(reset)]);
        stage.facts.extend(clause_back(&stage.origins, &stage.guards, stage.first, &fact));
        delayed.push((input, fresh.negate_if(latch.next.is_negative() != reset)));
    }
    if delayed.is_empty() {
        return 0;
    }
    let is_kept = |var: Var| matches!(circuit.nodes[var], Node::Input | Node::Latch(_));
    let inputs = circuit.inputs.iter().copied().filter(|&var| is_kept(var)).collect();
    let latches: Vec<_> = circuit.latches.iter().copied().filter(|l| is_kept(l.var)).collect();
    for (index, latch) in latches.iter().enumerate() {
        circuit.nodes[latch.var] = Node::Latch(index as u32);
    }
    (circuit.inputs, circuit.latches) = (inputs, latches);
    let circuit = circuit.finish().expect("the new gates read inputs and started alone");
    let count = delayed.len();
    stage.pass_later(circuit, origins, delayed);
    count
}

/// How often each variable is read, in any role.
fn readers(circuit: &Circuit) -> IndexVec<Var, u32> {
    let mut readers = IndexVec::<Var, u32>::filled(0, circuit.vars());
    for &gate in &circuit.ands {
        if let Node::And(left, right) = circuit.nodes[gate] {
            readers[left.var()] += 1;
            readers[right.var()] += 1;
        }
    }
    let nexts = circuit.latches.iter().map(|latch| latch.next);
    let bads = circuit.properties.iter().map(|property| property.bad);
    for lit in nexts.chain(bads).chain(circuit.constraints.iter().copied()) {
        readers[lit.var()] += 1;
    }
    readers
}
