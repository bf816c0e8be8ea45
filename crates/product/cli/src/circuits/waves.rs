//! A counterexample as waves, for whoever draws it: every signal in the cone of the property, nearest first.

use std::collections::HashMap;

use buttress_circuit::{Circuit, Names, Node, Simulation, Trace, cone_of};
use buttress_prop::{Lit, Var};
use schemars::JsonSchema;
use serde::Serialize;

use crate::limits::WAVE_VALUES;

/// The signals of a counterexample.
#[derive(Serialize, JsonSchema, Clone)]
pub struct WavesEntry {
    /// The property, and the signals that it depends on.
    pub signals: Vec<SignalEntry>,
    /// Signals that are left out, because there are too many values.
    pub left_out: usize,
}

/// A signal, step by step.
#[derive(Serialize, JsonSchema, Clone)]
pub struct SignalEntry {
    /// Its name: the symbol, or `i` or `l` and its position.
    pub name: String,
    /// What it is.
    #[schemars(extend("enum" = ["property", "constraint", "latch", "input"]))]
    pub kind: &'static str,
    /// Through how many latches the property depends on it.
    pub distance: usize,
    /// A digit for each step.
    pub values: String,
}

/// The waves of a trace; none if it does not fit the circuit.
pub fn waves(
    circuit: &Circuit,
    names: &Names,
    property: usize,
    trace: &Trace,
) -> Option<WavesEntry> {
    let bad = circuit.properties.get(property)?.bad;
    let fits = trace.initial.len() == circuit.latches.len()
        && trace.inputs.iter().all(|step| step.len() == circuit.inputs.len());
    if !fits || trace.inputs.is_empty() {
        return None;
    }
    let mut signals = vec![(names.property(property), "property", 0, bad)];
    let constraints = circuit.constraints.iter().enumerate();
    signals.extend(
        constraints.map(|(index, lit)| (format!("constraint {index}"), "constraint", 0, *lit)),
    );
    signals.extend(near(circuit, names, bad));
    let most = WAVE_VALUES / trace.inputs.len();
    let left_out = signals.len().saturating_sub(most.max(1));
    signals.truncate(most.max(1));
    let mut values = vec![String::with_capacity(trace.inputs.len()); signals.len()];
    let mut simulation = Simulation::new(circuit);
    for (step, inputs) in trace.inputs.iter().enumerate() {
        match step {
            0 => simulation.load(circuit, &trace.initial, inputs),
            _ => simulation.step(circuit, inputs),
        }
        for (values, (.., lit)) in values.iter_mut().zip(&signals) {
            values.push(if simulation.value(*lit) { '1' } else { '0' });
        }
    }
    let signals = signals.into_iter().zip(values);
    let entry = |((name, kind, distance, _), values)| SignalEntry { name, kind, distance, values };
    Some(WavesEntry { signals: signals.map(entry).collect(), left_out })
}

/// The inputs and latches in the cone, by the number of latches between them and the property, then in the order of the file.
fn near(circuit: &Circuit, names: &Names, bad: Lit) -> Vec<(String, &'static str, usize, Lit)> {
    let cone = cone_of(circuit, circuit.constraints.iter().copied().chain([bad]));
    let distances = distances(circuit, bad);
    let name = |var: Var, letter: char, index: usize| match names.var(var) {
        Some(name) => name.to_owned(),
        None => format!("{letter}{index}"),
    };
    let latches = circuit.latches.iter().enumerate();
    let latches = latches.map(|(index, latch)| (latch.var, 'l', "latch", index));
    let inputs = circuit.inputs.iter().enumerate();
    let inputs = inputs.map(|(index, &var)| (var, 'i', "input", index));
    // What only constraints depend on is farthest.
    let farthest = distances.values().max().map_or(0, |most| most + 1);
    let signals = latches.chain(inputs).filter(|&(var, ..)| cone.contains(var));
    let signals = signals.map(|(var, letter, kind, index)| {
        let distance = distances.get(&var).copied().unwrap_or(farthest);
        (name(var, letter, index), kind, distance, var.lit())
    });
    let mut signals: Vec<_> = signals.collect();
    signals.sort_by_key(|(_, _, distance, _)| *distance);
    signals
}

/// Through how many latches a signal depends on each variable, breadth first.
fn distances(circuit: &Circuit, from: Lit) -> HashMap<Var, usize> {
    let (mut known, mut now, mut distance) = (HashMap::new(), vec![from.var()], 0);
    while !now.is_empty() {
        let mut next = Vec::new();
        while let Some(var) = now.pop() {
            if known.contains_key(&var) {
                continue;
            }
            known.insert(var, distance);
            match circuit.nodes[var] {
                Node::And(left, right) => now.extend([left.var(), right.var()]),
                Node::Latch(index) => next.push(circuit.latches[index as usize].next.var()),
                Node::Input | Node::False | Node::Unused => {}
            }
        }
        (now, distance) = (next, distance + 1);
    }
    known
}

#[cfg(test)]
mod tests {
    use buttress_formats::aiger;

    use super::*;

    #[test]
    fn signals_come_by_their_distance_from_the_property() {
        // near reads far, far reads the input; other is outside the cone.
        let text =
            b"aag 4 1 3 0 0 1\n2\n4 6\n6 2\n8 8\n4\ni0 go\nl0 near\nl1 far\nl2 other\nb0 stuck\n";
        let model = aiger::read(text).unwrap();
        let step = |go| vec![go];
        let trace = Trace {
            initial: vec![false, false, false],
            inputs: vec![step(true), step(false), step(false)],
        };
        let waves = waves(&model.circuit, &model.names, 0, &trace).unwrap();
        let shown = waves
            .signals
            .iter()
            .map(|it| (it.name.as_str(), it.kind, it.distance, it.values.as_str()));
        let expected = [
            ("stuck", "property", 0, "001"),
            ("near", "latch", 0, "001"),
            ("far", "latch", 1, "010"),
            ("go", "input", 2, "100"),
        ];
        assert_eq!(shown.collect::<Vec<_>>(), expected);
    }
}
