//! Random AIGER models for the tests of this crate.

use buttress_circuit::{Circuit, Node, Property, Reset};
use buttress_formats::aiger::{Model, SymbolKind, Symbols, read};
use buttress_prop::{Lit, Random, Var};

/// So many truth values.
pub fn bits(random: &mut Random, count: usize) -> Vec<bool> {
    (0..count).map(|_| random.coin()).collect()
}

/// A random model with everything in it: sparse numbers in random order, all resets, all lists.
pub fn model(random: &mut Random) -> Model {
    let (inputs, latches, ands) = (random.below(4), random.below(5), random.below(12));
    let vars = 1 + inputs + latches + ands + random.below(4);
    let mut numbers: Vec<u32> = (1..vars as u32).collect();
    for index in (1..numbers.len()).rev() {
        numbers.swap(index, random.below(index + 1));
    }
    let mut numbers = numbers.into_iter().map(Var);
    let mut take = |count: usize| -> Vec<Var> { numbers.by_ref().take(count).collect() };
    let (input_vars, latch_vars, and_vars) = (take(inputs), take(latches), take(ands));

    let mut circuit = Circuit::new();
    circuit.nodes.resize(vars, Node::Unused);
    let mut signals = vec![Lit::FALSE];
    for &var in &input_vars {
        circuit.nodes[var] = Node::Input;
        circuit.inputs.push(var);
        signals.push(var.lit());
    }
    let before_latches = signals.clone();
    signals.extend(latch_vars.iter().map(|var| var.lit()));
    let pick = |random: &mut Random, signals: &[Lit]| {
        signals[random.below(signals.len())].negate_if(random.coin())
    };
    for &var in &and_vars {
        let gate = Node::And(pick(random, &signals), pick(random, &signals));
        circuit.nodes[var] = gate;
        circuit.ands.push(var);
        signals.push(var.lit());
    }
    for (index, &var) in latch_vars.iter().enumerate() {
        let reset = match random.below(4) {
            0 => Reset::Value(false),
            1 => Reset::Value(true),
            2 => Reset::Free,
            _ => match pick(random, &before_latches) {
                Lit::FALSE => Reset::Value(false),
                Lit::TRUE => Reset::Value(true),
                signal => Reset::Signal(signal),
            },
        };
        circuit.nodes[var] = Node::Latch(index as u32);
        let next = pick(random, &signals);
        circuit.latches.push(buttress_circuit::Latch { var, next, reset });
    }
    let list = |random: &mut Random, most: usize| -> Vec<Lit> {
        (0..random.below(most + 1)).map(|_| pick(random, &signals)).collect()
    };
    circuit.constraints = list(random, 2);
    circuit.properties = list(random, 3).into_iter().map(|bad| Property { bad }).collect();
    let circuit = circuit.finish().expect("gates read earlier ones, resets read inputs");

    let mut symbols = Symbols::new();
    for index in (0..inputs).filter(|_| random.coin()).collect::<Vec<_>>() {
        symbols.insert(SymbolKind::Input, index as u32, format!("in {index}"));
    }
    for index in (0..latches).filter(|_| random.coin()).collect::<Vec<_>>() {
        symbols.insert(SymbolKind::Latch, index as u32, format!("top/x[{index}]"));
    }
    if random.coin() {
        return Model::with_bads_as_outputs(circuit, symbols);
    }
    let has_properties = !circuit.properties.is_empty();
    let mut model = Model::new(circuit, symbols);
    model.justice = (0..random.below(3)).map(|_| list(random, 3)).collect();
    // Outputs beside bad signals or justice are plain outputs; alone they would be bad signals.
    model.bads_are_outputs = !has_properties && model.justice.is_empty();
    if !model.bads_are_outputs {
        model.outputs = list(random, 2);
    }
    model.fairness = list(random, 2);
    if random.coin() {
        model.comments = "a remark\nof two lines\n".to_string();
    }
    model
}

/// The model that `read` finds, which must be there.
pub fn reread(bytes: &[u8]) -> Model {
    read(bytes).unwrap_or_else(|problems| {
        panic!("{:?}\n{problems:#?}", String::from_utf8_lossy(bytes));
    })
}
