//! What is written is read: random models through ASCII, binary and gzip, and traces of them
//! through the witness format.

use std::io::Write;

use super::random::{bits, model, reread};
use buttress_circuit::{Circuit, Reset, Simulation, Trace};
use buttress_formats::aiger::{Model, renumbered, write_ascii, write_binary};
use buttress_formats::vcd;
use buttress_formats::witness::{self, Witness};
use buttress_prop::Random;
use flate2::Compression;
use flate2::write::GzEncoder;

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// All signals that the lists of a model name, in their order.
fn listed(model: &Model) -> Vec<buttress_prop::Lit> {
    let circuit = &model.circuit;
    let properties = circuit.properties.iter().map(|property| property.bad);
    let lists = [&circuit.constraints, &model.outputs, &model.fairness];
    let lists = lists.into_iter().chain(&model.justice).flatten().copied();
    properties.chain(lists).collect()
}

fn check_same_lists(left: &Model, right: &Model) {
    let shape = |model: &Model| {
        let circuit = &model.circuit;
        let justice: Vec<usize> = model.justice.iter().map(Vec::len).collect();
        let sizes = [circuit.inputs.len(), circuit.latches.len(), circuit.ands.len()];
        let lists = [
            circuit.properties.len(),
            circuit.constraints.len(),
            model.outputs.len(),
            model.fairness.len(),
        ];
        (sizes, lists, justice, model.bads_are_outputs)
    };
    assert_eq!(shape(left), shape(right));
    assert_eq!(left.symbols, right.symbols);
    assert_eq!(left.comments, right.comments);
}

fn first_state(circuit: &Circuit, inputs: &[bool], free: &[bool]) -> Vec<bool> {
    let mut simulation = Simulation::new(circuit);
    let mut free = free.iter().copied();
    simulation.reset(circuit, inputs, |_| free.next().unwrap_or(false));
    simulation.state(circuit)
}

/// Do both models have the same listed signals on random computations?
fn check_same_meaning(left: &Model, right: &Model, random: &mut Random) {
    for _ in 0..4 {
        let free = bits(random, left.circuit.latches.len());
        let mut simulations = [Simulation::new(&left.circuit), Simulation::new(&right.circuit)];
        for step in 0..6 {
            let inputs = bits(random, left.circuit.inputs.len());
            for (simulation, model) in simulations.iter_mut().zip([left, right]) {
                if step == 0 {
                    let state = first_state(&model.circuit, &inputs, &free);
                    simulation.load(&model.circuit, &state, &inputs);
                } else {
                    simulation.step(&model.circuit, &inputs);
                }
            }
            let [left_values, right_values] = [(0, left), (1, right)].map(|(index, model)| {
                let values = listed(model).into_iter().map(|lit| simulations[index].value(lit));
                (values.collect::<Vec<bool>>(), simulations[index].state(&model.circuit))
            });
            assert_eq!(left_values, right_values);
        }
    }
}

#[test]
fn ascii_keeps_numbers_and_meaning() {
    for seed in 0..3000 {
        let mut random = Random::new(seed);
        let original = model(&mut random);
        let bytes = write_ascii(&original);
        let again = reread(&bytes);
        assert_eq!(write_ascii(&again), bytes, "seed {seed}");
        assert_eq!(again.circuit.nodes, original.circuit.nodes, "seed {seed}");
        assert_eq!(again.circuit.latches, original.circuit.latches, "seed {seed}");
        assert_eq!(listed(&again), listed(&original), "seed {seed}");
        check_same_lists(&again, &original);
        check_same_meaning(&again, &original, &mut random);
    }
}

#[test]
fn binary_keeps_the_meaning() {
    for seed in 0..3000 {
        let mut random = Random::new(seed);
        let original = model(&mut random);
        let bytes = write_binary(&original);
        let again = reread(&bytes);
        assert_eq!(write_binary(&again), bytes, "seed {seed}");
        check_same_lists(&again, &original);
        check_same_meaning(&again, &original, &mut random);
        let map = renumbered(&original).map;
        let moved = listed(&original).into_iter().map(|lit| {
            map[lit.var()].expect("every listed signal is defined").negate_if(lit.is_negative())
        });
        assert!(moved.eq(listed(&again)), "seed {seed}");
    }
}

#[test]
fn ascii_and_binary_say_the_same_and_gzip_changes_nothing() {
    for seed in 0..500 {
        let mut random = Random::new(seed);
        let original = model(&mut random);
        let (ascii, binary) = (write_ascii(&original), write_binary(&original));
        check_same_meaning(&reread(&ascii), &reread(&binary), &mut random);
        assert_eq!(write_binary(&reread(&ascii)), binary, "seed {seed}");
        assert_eq!(write_ascii(&reread(&gzip(&ascii))), ascii, "seed {seed}");
        assert_eq!(write_binary(&reread(&gzip(&binary))), binary, "seed {seed}");
    }
}

/// A trace written for the original replays on the binary copy, and can be drawn.
#[test]
fn witnesses_keep_their_traces() {
    let mut replayed = 0;
    for seed in 0..1000 {
        let mut random = Random::new(seed);
        let original = model(&mut random);
        let circuit = &original.circuit;
        let steps = 1 + random.below(4);
        let inputs: Vec<Vec<bool>> =
            (0..steps).map(|_| bits(&mut random, circuit.inputs.len())).collect();
        let free = bits(&mut random, circuit.latches.len());
        let trace = Trace { initial: first_state(circuit, &inputs[0], &free), inputs };
        let outputs = original.plain_outputs();
        assert!(vcd::write(circuit, &original.names, &outputs, &trace).is_ok());
        for (index, property) in circuit.properties.iter().enumerate() {
            let statement = Witness::violated(index, trace.clone());
            let text = statement.write();
            let copy = reread(&write_binary(&original)).circuit;
            let again = witness::read(text.as_bytes(), &copy).unwrap();
            assert_eq!(again, [statement]);
            let verdict = trace.replay(circuit, property.bad).is_ok();
            assert_eq!(trace.replay(&copy, copy.properties[index].bad).is_ok(), verdict);
            replayed += usize::from(verdict);
        }
    }
    assert!(replayed > 100, "only {replayed} traces were counterexamples");
}

#[test]
fn the_generator_reaches_every_feature() {
    let models: Vec<Model> = (0..200).map(|seed| model(&mut Random::new(seed))).collect();
    let latches = || models.iter().flat_map(|model| &model.circuit.latches);
    assert!(latches().any(|latch| latch.reset == Reset::Free));
    assert!(latches().any(|latch| latch.reset == Reset::Value(true)));
    assert!(latches().any(|latch| matches!(latch.reset, Reset::Signal(_))));
    assert!(models.iter().any(|model| !model.justice.is_empty() && !model.fairness.is_empty()));
    assert!(models.iter().any(|model| model.bads_are_outputs && !model.outputs.is_empty()));
    assert!(models.iter().any(|model| !model.bads_are_outputs && !model.outputs.is_empty()));
}
