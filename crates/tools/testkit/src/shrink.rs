//! Making a failing circuit small: try simpler circuits, keep each that still fails.
//!
//! Greedy and to a fixed point, so that the result is minimal with regard to each single
//! simplification: a property or constraint dropped, a gate or latch replaced by one of its
//! inputs or a constant, an input held, a reset or next-state signal made plain.

use buttress_circuit::{Circuit, Node, Property, Reset};
use buttress_prop::{IndexVec, Lit, Var};

/// A smallest circuit, found greedily, for which `fails` still holds.
///
/// `fails` holds for the circuit given; if it does not, the circuit is returned as it is.
pub fn shrink(mut circuit: Circuit, mut fails: impl FnMut(&Circuit) -> bool) -> Circuit {
    loop {
        let mut smaller = false;
        let mut position = 0;
        // Candidates are asked for one by one because each success renumbers the rest.
        while let Some(candidate) = candidate(&circuit, position) {
            match candidate.finish() {
                Ok(candidate) if fails(&candidate) => {
                    circuit = candidate;
                    smaller = true;
                }
                _ => position += 1,
            }
        }
        if !smaller {
            return circuit;
        }
    }
}

/// The simplification at `position` in a fixed order, the most drastic first.
fn candidate(circuit: &Circuit, position: usize) -> Option<Circuit> {
    let mut rest = position;
    // Takes the position down by `count`; answers with what is left if it lies within.
    let mut within = |count: usize| {
        let inside = rest < count;
        let index = rest;
        rest = rest.saturating_sub(count);
        inside.then_some(index)
    };
    let mut simpler = circuit.clone();
    let properties = if circuit.properties.len() > 1 { circuit.properties.len() } else { 0 };
    if let Some(index) = within(properties) {
        simpler.properties.remove(index);
        return Some(simpler);
    }
    if let Some(index) = within(circuit.constraints.len()) {
        simpler.constraints.remove(index);
        return Some(simpler);
    }
    let latch_values = [Lit::FALSE, Lit::TRUE];
    if let Some(index) = within(circuit.latches.len() * latch_values.len()) {
        let var = circuit.latches[index / 2].var;
        return Some(substituted(circuit, var, latch_values[index % 2]));
    }
    if let Some(index) = within(circuit.ands.len() * 4) {
        let var = circuit.ands[index / 4];
        let Node::And(left, right) = circuit.nodes[var] else { return Some(simpler) };
        return Some(substituted(circuit, var, [Lit::FALSE, Lit::TRUE, left, right][index % 4]));
    }
    if let Some(index) = within(circuit.inputs.len() * 2) {
        return Some(substituted(circuit, circuit.inputs[index / 2], latch_values[index % 2]));
    }
    let plainer = plainer_latches(circuit);
    if let Some(index) = within(plainer.len()) {
        let (latch, next, reset) = plainer[index];
        simpler.latches[latch].next = next;
        simpler.latches[latch].reset = reset;
        return Some(simpler);
    }
    None
}

/// Latches with a plainer next-state signal or reset: (position, next, reset).
fn plainer_latches(circuit: &Circuit) -> Vec<(usize, Lit, Reset)> {
    let mut plainer = Vec::new();
    for (position, latch) in circuit.latches.iter().enumerate() {
        // Each list is ordered; only what comes before the present choice is plainer, so
        // that shrinking ends.
        for next in [Lit::FALSE, Lit::TRUE, latch.var.lit()] {
            if latch.next == next {
                break;
            }
            plainer.push((position, next, latch.reset));
        }
        for reset in [Reset::Value(false), Reset::Value(true), Reset::Free] {
            if latch.reset == reset {
                break;
            }
            plainer.push((position, latch.next, reset));
        }
    }
    plainer
}

/// The circuit without `var`, which is replaced by `value` wherever it is read.
///
/// `value` is a constant or what `var` reads, so no new cycle arises. The variables are
/// numbered anew without gaps.
fn substituted(circuit: &Circuit, var: Var, value: Lit) -> Circuit {
    let mut numbers = IndexVec::<Var, Lit>::filled(Lit::FALSE, circuit.vars());
    let mut nodes = IndexVec::new();
    for (index, node) in circuit.nodes.iter().enumerate() {
        let old = Var(index as u32);
        if old != var && *node != Node::Unused {
            numbers[old] = Var(nodes.len() as u32).lit();
            nodes.push(*node);
        }
    }
    numbers[var] = numbers[value.var()].negate_if(value.is_negative());
    let renumbered = |lit: Lit| numbers[lit.var()].negate_if(lit.is_negative());
    let kept = |other: &&Var| **other != var;
    let mut smaller = Circuit {
        nodes,
        inputs: circuit.inputs.iter().filter(kept).map(|var| numbers[*var].var()).collect(),
        latches: circuit.latches.iter().filter(|latch| latch.var != var).copied().collect(),
        ands: circuit.ands.iter().filter(kept).map(|var| numbers[*var].var()).collect(),
        constraints: circuit.constraints.iter().map(|&lit| renumbered(lit)).collect(),
        properties: (circuit.properties.iter())
            .map(|property| Property { bad: renumbered(property.bad) })
            .collect(),
    };
    for (position, latch) in smaller.latches.iter_mut().enumerate() {
        latch.var = numbers[latch.var].var();
        latch.next = renumbered(latch.next);
        if let Reset::Signal(signal) = latch.reset {
            latch.reset = Reset::Signal(renumbered(signal));
        }
        smaller.nodes[latch.var] = Node::Latch(position as u32);
    }
    for &gate in &smaller.ands {
        if let Node::And(left, right) = smaller.nodes[gate] {
            smaller.nodes[gate] = Node::And(renumbered(left), renumbered(right));
        }
    }
    smaller
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Exploration, OracleVerdict, Shape, aag_text, generate};

    fn deep(circuit: &Circuit) -> bool {
        let answers = Exploration::new(circuit).unwrap().answers(circuit);
        answers
            .iter()
            .any(|answer| matches!(answer, OracleVerdict::Unsafe { depth } if *depth >= 3))
    }

    #[test]
    fn what_fails_still_fails_and_is_minimal() {
        let mut shrunken = 0;
        for seed in 0..300 {
            let circuit = generate(seed, &Shape::default());
            if !deep(&circuit) {
                continue;
            }
            let small = shrink(circuit.clone(), deep);
            assert!(deep(&small), "seed {seed}");
            assert_eq!(small.properties.len(), 1);
            assert!(small.vars() <= circuit.vars());
            let again = shrink(small.clone(), deep);
            assert_eq!(aag_text(&again), aag_text(&small), "seed {seed}: not a fixed point");
            shrunken += 1;
        }
        assert!(shrunken > 20);
    }

    #[test]
    fn a_lone_bad_latch_is_all_that_remains() {
        // Fails when some property is violated in a first pair: a constant shows that too.
        let violated = |circuit: &Circuit| {
            let answers = Exploration::new(circuit).unwrap().answers(circuit);
            answers.contains(&OracleVerdict::Unsafe { depth: 0 })
        };
        let circuit = (0..)
            .map(|seed| generate(seed, &Shape::default()))
            .find(|circuit| violated(circuit) && circuit.latches.len() > 3)
            .unwrap();
        let small = shrink(circuit, violated);
        assert_eq!(aag_text(&small), "aag 0 0 0 0 0 1\n1\n");
    }
}
