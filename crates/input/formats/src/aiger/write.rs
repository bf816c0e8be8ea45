//! The writers.
//!
//! Both list the properties as bad signals, unless the model says that its outputs are the
//! bad signals. (A model with outputs but no property cannot say so in AIGER: read back, its
//! outputs are the properties.)

use buttress_circuit::{Circuit, Node, Reset};
use buttress_prop::Lit;

use super::{Model, renumbered};

/// The model in ASCII, its numbers kept.
pub fn write_ascii(model: &Model) -> Vec<u8> {
    let circuit = &model.circuit;
    let mut text = header("aag", model);
    for input in &circuit.inputs {
        text.push_str(&format!("{}\n", input.lit().code()));
    }
    for latch in &circuit.latches {
        let own = latch.var.lit();
        text.push_str(&format!("{} {}", own.code(), latch.next.code()));
        push_reset(&mut text, own, latch.reset);
    }
    push_lists(&mut text, model);
    for (lhs, left, right) in gates(circuit) {
        text.push_str(&format!("{} {} {}\n", lhs.code(), left.code(), right.code()));
    }
    push_symbols(&mut text, model);
    text.into_bytes()
}

/// The model in binary, with the numbers that [`renumbered`] gives.
pub fn write_binary(model: &Model) -> Vec<u8> {
    let model = &renumbered(model).model;
    let mut text = header("aig", model);
    for latch in &model.circuit.latches {
        text.push_str(&latch.next.code().to_string());
        push_reset(&mut text, latch.var.lit(), latch.reset);
    }
    push_lists(&mut text, model);
    let mut bytes = text.into_bytes();
    for (lhs, left, right) in gates(&model.circuit) {
        // Renumbering has put them in this order: lhs > left ≥ right.
        push_difference(&mut bytes, lhs.code() - left.code());
        push_difference(&mut bytes, left.code() - right.code());
    }
    let mut text = String::new();
    push_symbols(&mut text, model);
    bytes.extend_from_slice(text.as_bytes());
    bytes
}

fn header(magic: &str, model: &Model) -> String {
    let circuit = &model.circuit;
    let bads = if model.bads_are_outputs { 0 } else { circuit.properties.len() };
    let later = [bads, circuit.constraints.len(), model.justice.len(), model.fairness.len()];
    let mut fields = vec![
        circuit.vars() - 1,
        circuit.inputs.len(),
        circuit.latches.len(),
        model.outputs.len(),
        circuit.ands.len(),
    ];
    // The fields of 1.9 are left out from the last one that says something.
    let kept = later.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1);
    fields.extend_from_slice(&later[..kept]);
    let fields: Vec<String> = fields.iter().map(usize::to_string).collect();
    format!("{magic} {}\n", fields.join(" "))
}

fn push_reset(text: &mut String, own: Lit, reset: Reset) {
    match reset {
        Reset::Value(false) => text.push('\n'),
        Reset::Value(true) => text.push_str(" 1\n"),
        Reset::Free => text.push_str(&format!(" {}\n", own.code())),
        Reset::Signal(signal) => text.push_str(&format!(" {}\n", signal.code())),
    }
}

fn push_lists(text: &mut String, model: &Model) {
    let mut push = |code: usize| text.push_str(&format!("{code}\n"));
    for lit in &model.outputs {
        push(lit.index());
    }
    if !model.bads_are_outputs {
        for property in &model.circuit.properties {
            push(property.bad.index());
        }
    }
    for lit in &model.circuit.constraints {
        push(lit.index());
    }
    for property in &model.justice {
        push(property.len());
    }
    for lit in model.justice.iter().flatten().chain(&model.fairness) {
        push(lit.index());
    }
}

fn gates(circuit: &Circuit) -> impl Iterator<Item = (Lit, Lit, Lit)> {
    circuit.ands.iter().filter_map(|&var| match circuit.nodes[var] {
        Node::And(left, right) => Some((var.lit(), left, right)),
        _ => None,
    })
}

fn push_symbols(text: &mut String, model: &Model) {
    for (kind, index, name) in model.symbols.iter() {
        // A name is one line; an empty one is none.
        let name: String = name.chars().map(|c| if "\r\n".contains(c) { ' ' } else { c }).collect();
        if !name.is_empty() {
            text.push_str(&format!("{}{index} {name}\n", kind.letter()));
        }
    }
    if !model.comments.is_empty() {
        text.push_str("c\n");
        text.push_str(&model.comments);
        if !model.comments.ends_with('\n') {
            text.push('\n');
        }
    }
}

fn push_difference(bytes: &mut Vec<u8>, mut value: u32) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}
