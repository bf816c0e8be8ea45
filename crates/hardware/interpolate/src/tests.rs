//! Interpolants against their definition, pair by pair, whenever a run reads some.

use std::sync::Arc;

use buttress_budget::Budget;
use buttress_circuit::{Circuit, Simulation};
use buttress_clausal::TransitionRelation;
use buttress_prop::{Lit, Var};
use buttress_testkit::{Shape, generate};

use crate::engine::{Interpolation, Stage};
use crate::graph::Graph;
use crate::sequence::Sequence;
use crate::settings::Settings;

/// The value of a signal of the graph in a state.
fn value(graph: &Graph, lit: Lit, state: &[bool]) -> bool {
    let value = match graph.fanins(lit.var()) {
        Some([left, right]) => value(graph, left, state) && value(graph, right, state),
        None => lit.var() != Var(0) && state[Graph::place(lit.var())],
    };
    value != lit.is_negative()
}

fn bits(number: usize, count: usize) -> Vec<bool> {
    (0..count).map(|index| number >> index & 1 == 1).collect()
}

/// Calls `look` with every pair that satisfies the constraints: its state, is it a first state, is it bad, and the state after it.
fn pairs(circuit: &Circuit, bad: Lit, mut look: impl FnMut(&[bool], bool, bool, &[bool])) {
    let mut simulation = Simulation::new(circuit);
    for state in 0..1 << circuit.latches.len() {
        let state = bits(state, circuit.latches.len());
        let has_reset = |(latch, &value): (&buttress_circuit::Latch, &bool)| match latch.reset {
            buttress_circuit::Reset::Value(reset) => reset == value,
            _ => true,
        };
        let is_first = circuit.latches.iter().zip(&state).all(has_reset);
        for inputs in 0..1 << circuit.inputs.len() {
            simulation.load(circuit, &state, &bits(inputs, circuit.inputs.len()));
            if circuit.constraints.iter().all(|&lit| simulation.value(lit)) {
                let next: Vec<bool> =
                    circuit.latches.iter().map(|latch| simulation.value(latch.next)).collect();
                look(&state, is_first, simulation.value(bad), &next);
            }
        }
    }
}

/// Is the sequence one of interpolants for these frames?
fn check(engine: &Interpolation, sequence: &Sequence, circuit: &Circuit, bad: Lit) {
    let frames = engine.frames();
    let last = frames.last();
    let is_in_frame = |state: &[bool], frame: usize| {
        let place = |lit: &Lit| circuit.latches.iter().position(|latch| latch.var == lit.var());
        let is_true = |lit: &Lit| place(lit).is_some_and(|it| state[it] == lit.is_positive());
        let mut excluded = (frame..=last).flat_map(|later| frames.excluded(later));
        !excluded.any(|cube| cube.iter().all(is_true))
            && frames.invariants().all(|clause| clause.iter().any(is_true))
    };
    // Before the first interpolant stands the frame itself.
    let first = last - sequence.interpolants.len();
    let holds =
        |frame: usize, state: &[bool], is_first_state: bool| match frame.checked_sub(first + 1) {
            Some(place) => value(&sequence.graph, sequence.interpolants[place], state),
            None => frame > 0 || is_first_state,
        };
    pairs(circuit, bad, |state, is_first_state, is_bad, next| {
        for frame in first..=last {
            if holds(frame, state, is_first_state) && (frame == 0 || is_in_frame(state, frame)) {
                if frame == last {
                    assert!(!is_bad, "the last interpolant excludes bad pairs");
                } else if !is_bad {
                    assert!(holds(frame + 1, next, false), "{frame} leads into the next");
                }
            }
        }
    });
}

#[test]
fn interpolants_are_sequences() {
    let (mut checked, mut proper) = (0, 0);
    for seed in 0..1500 {
        let circuit = generate(seed, &Shape::NORMALISED);
        let relation = Arc::new(TransitionRelation::new(circuit.clone()));
        for property in &circuit.properties {
            let settings = Settings { seed, ..Settings::default() };
            let mut engine = Interpolation::new(relation.clone(), property.bad, settings);
            let mut depth = 0;
            while engine.advance(&Budget::unlimited()).unwrap().is_none() {
                if let Stage::Exclude(sequence, open) = &engine.stage
                    && open.is_empty()
                    && std::mem::replace(&mut depth, engine.depth()) != engine.depth()
                {
                    check(&engine, sequence, &circuit, property.bad);
                    checked += 1;
                    proper += sequence.graph.size();
                }
            }
        }
    }
    assert!(checked > 1000 && proper > 1000, "{checked} sequences with {proper} gates");
}
