//! A circuit as ASCII AIGER text, for failure messages.
//!
//! Written apart from `formats`, so that a mistake in the writer there is not repeated here.
//! The text keeps the circuit's own variable numbers.

use std::fmt::Write;

use buttress_circuit::{Circuit, Node, Reset};

/// The circuit in the ASCII AIGER 1.9 format, bad signals in the B section.
pub fn aag_text(circuit: &Circuit) -> String {
    let mut text = format!(
        "aag {} {} {} 0 {} {}",
        circuit.vars().saturating_sub(1),
        circuit.inputs.len(),
        circuit.latches.len(),
        circuit.ands.len(),
        circuit.properties.len()
    );
    if !circuit.constraints.is_empty() {
        write!(text, " {}", circuit.constraints.len()).expect("a string takes all text");
    }
    text.push('\n');
    let mut line = |numbers: &[u32]| {
        let words: Vec<String> = numbers.iter().map(u32::to_string).collect();
        text.push_str(&words.join(" "));
        text.push('\n');
    };
    for input in &circuit.inputs {
        line(&[input.lit().code()]);
    }
    for latch in &circuit.latches {
        let (var, next) = (latch.var.lit().code(), latch.next.code());
        match latch.reset {
            Reset::Value(false) => line(&[var, next]),
            Reset::Value(true) => line(&[var, next, 1]),
            Reset::Free => line(&[var, next, var]),
            Reset::Signal(signal) => line(&[var, next, signal.code()]),
        }
    }
    for property in &circuit.properties {
        line(&[property.bad.code()]);
    }
    for constraint in &circuit.constraints {
        line(&[constraint.code()]);
    }
    for &var in &circuit.ands {
        if let Node::And(left, right) = circuit.nodes[var] {
            line(&[var.lit().code(), left.code(), right.code()]);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use buttress_circuit::Property;

    use super::*;

    #[test]
    fn every_section_is_written() {
        let mut circuit = Circuit::new();
        let input = circuit.add_input();
        let held = circuit.add_latch(Reset::Free);
        let set = circuit.add_latch(Reset::Value(true));
        let loaded = circuit.add_latch(Reset::Signal(!input.lit()));
        let both = circuit.add_and(!input.lit(), set.lit());
        circuit.set_next(held, held.lit());
        circuit.set_next(loaded, both.lit());
        circuit.properties.push(Property { bad: !both.lit() });
        circuit.constraints.push(input.lit());
        let circuit = circuit.finish().unwrap();
        assert_eq!(
            aag_text(&circuit),
            "aag 5 1 3 0 1 1 1\n2\n4 4 4\n6 0 1\n8 10 3\n11\n2\n10 3 6\n"
        );
    }
}
