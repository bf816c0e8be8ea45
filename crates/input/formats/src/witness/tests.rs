//! Witnesses: what is written is read, and what is wrong is told.

use buttress_circuit::Property;
use buttress_prop::Lit;

use super::*;

/// Two inputs; three latches with resets 0, 1 and free; two bad signals.
fn circuit() -> Circuit {
    let mut circuit = Circuit::new();
    circuit.add_input();
    circuit.add_input();
    for reset in [Reset::Value(false), Reset::Value(true), Reset::Free] {
        circuit.add_latch(reset);
    }
    circuit.properties = vec![Property { bad: Lit::FALSE }; 2];
    circuit.finish().unwrap()
}

fn bits(text: &str) -> Vec<bool> {
    text.bytes().map(|byte| byte == b'1').collect()
}

fn trace(initial: &str, inputs: &[&str]) -> Trace {
    Trace { initial: bits(initial), inputs: inputs.iter().map(|step| bits(step)).collect() }
}

fn violated(text: &str) -> Witness {
    let mut witnesses = read(text.as_bytes(), &circuit()).unwrap_or_else(|problems| {
        panic!("{text:?}: {problems:?}");
    });
    assert_eq!(witnesses.len(), 1, "{text:?}");
    witnesses.remove(0)
}

#[test]
fn what_is_written_is_read() {
    let witness = Witness::violated(1, trace("011", &["10", "01"]));
    let text = witness.write();
    assert_eq!(text, "1\nb1\n011\n10\n01\n.\n");
    assert_eq!(violated(&text), witness);
    let holds = Witness { bads: vec![0, 1], justice: vec![], outcome: WitnessStatus::Holds };
    assert_eq!(holds.write(), "0\nb0b1\n.\n");
    assert_eq!(read(holds.write().as_bytes(), &circuit()).unwrap(), [holds]);
}

#[test]
fn an_x_is_the_reset_or_zero() {
    let witness = violated("1\nb0\nxxx\nx1\n.\n");
    assert_eq!(witness.outcome, WitnessStatus::Violated(trace("010", &["01"])));
}

#[test]
fn remarks_carriage_returns_and_words_are_accepted() {
    let text = "c by hand\nu5\nsat\r\n# more\nb0\r\n010\r\nu7\n00\r\n.\r\nanything\nelse";
    assert_eq!(violated(text), Witness::violated(0, trace("010", &["00"])));
}

#[test]
fn the_older_styles_have_no_property_and_perhaps_no_state() {
    assert_eq!(violated("1\n010\n00\n.\n"), Witness::violated(0, trace("010", &["00"])));
    assert_eq!(violated("1\n11\n00\n.\n"), Witness::violated(0, trace("010", &["11", "00"])));
}

#[test]
fn several_statements_follow_each_other() {
    let text = "1\nb0\n010\n11\n.\nu3\nunsat\nb1\n.\n2\nj0\n.\nc end\n";
    let witnesses = read(text.as_bytes(), &circuit()).unwrap();
    assert_eq!(witnesses[0], Witness::violated(0, trace("010", &["11"])));
    assert_eq!(witnesses[1].outcome, WitnessStatus::Holds);
    assert_eq!(
        (&witnesses[2].outcome, &witnesses[2].justice[..]),
        (&WitnessStatus::Unknown, &[0][..])
    );
}

#[test]
fn vectors_of_no_values_are_blank_lines() {
    let mut circuit = Circuit::new();
    circuit.properties.push(Property { bad: Lit::TRUE });
    let witness = Witness::violated(0, Trace { initial: vec![], inputs: vec![vec![]; 3] });
    let text = witness.write();
    assert_eq!(text, "1\nb0\n\n\n\n\n.\n");
    assert_eq!(read(text.as_bytes(), &circuit).unwrap(), [witness]);
}

#[test]
fn every_error_has_its_code_and_place() {
    let cases = [
        ("", Code::WitnessForm, (1, 1)),
        ("hello\n", Code::WitnessForm, (1, 1)),
        ("1\n", Code::WitnessEnds, (2, 1)),
        ("1\nb\n", Code::WitnessForm, (2, 1)),
        ("1\nb0k\n", Code::WitnessForm, (2, 3)),
        ("1\nb0b2 \n", Code::WitnessProperty, (2, 3)),
        ("1\nb0\n01\n10\n.\n", Code::WitnessVector, (3, 3)),
        ("1\nb0\n012\n", Code::WitnessVector, (3, 3)),
        ("1\nb0\n010\n1\n.\n", Code::WitnessVector, (4, 2)),
        ("1\nb0\n010\n\n.\n", Code::WitnessVector, (4, 1)),
        ("1\nb0\n010\n.\n", Code::WitnessForm, (4, 1)),
        ("1\nb0\n010\n10\n", Code::WitnessEnds, (5, 1)),
        ("0\nb0\n010\n.\n", Code::WitnessForm, (3, 1)),
    ];
    for (text, code, (line, column)) in cases {
        let problems = read(text.as_bytes(), &circuit()).unwrap_err();
        let place = problems[0].place.unwrap();
        assert_eq!((problems[0].code, place.line, place.column), (code, line, column), "{text:?}");
    }
}
