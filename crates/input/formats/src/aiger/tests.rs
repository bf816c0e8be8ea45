//! Reading and writing AIGER: every feature and every error, on files small enough to read.

use buttress_circuit::{Circuit, Latch, Node, Property, Reset};
use buttress_prop::{Lit, Var};

use super::*;
use crate::{Code, Diagnostic};

fn model(bytes: impl AsRef<[u8]>) -> Model {
    let bytes = bytes.as_ref();
    read(bytes).unwrap_or_else(|problems| {
        panic!("{:?}: {problems:#?}", String::from_utf8_lossy(bytes));
    })
}

fn problems(bytes: impl AsRef<[u8]>) -> Vec<Diagnostic> {
    let bytes = bytes.as_ref();
    match read(bytes) {
        Ok(_) => panic!("{:?} was accepted", String::from_utf8_lossy(bytes)),
        Err(problems) => problems,
    }
}

fn lit(code: u32) -> Lit {
    Lit::from_code(code)
}

fn lits(codes: &[u32]) -> Vec<Lit> {
    codes.iter().map(|&code| lit(code)).collect()
}

/// Everything at once: all lists, all resets, gates out of order, variable 7 unused.
const FULL: &str = "aag 9 2 4 1 2 2 1 2 1
2
4
6 16
8 18 1
10 10 10
12 3 2
16
18
7
1
1
2
8
10
12
4
18 16 5
16 2 4
i0 request
i1 top/x[3]
l2 a.b c
o0 out
b1 broken
c0 assumed
j1 again
f0 fair
c
A remark.
And more.
";

#[test]
fn all_of_the_format_is_read() {
    let model = model(FULL);
    let circuit = &model.circuit;
    assert_eq!(circuit.inputs, [Var(1), Var(2)]);
    let latch = |var, next, reset| Latch { var: Var(var), next: lit(next), reset };
    assert_eq!(
        circuit.latches,
        [
            latch(3, 16, Reset::Value(false)),
            latch(4, 18, Reset::Value(true)),
            latch(5, 10, Reset::Free),
            latch(6, 3, Reset::Signal(lit(2))),
        ]
    );
    assert_eq!(circuit.ands, [Var(8), Var(9)], "sorted");
    assert_eq!(circuit.nodes[Var(9)], Node::And(lit(16), lit(5)));
    assert_eq!(circuit.nodes[Var(7)], Node::Unused);
    assert_eq!(circuit.properties, [Property { bad: lit(18) }, Property { bad: lit(7) }]);
    assert_eq!(circuit.constraints, lits(&[1]));
    assert_eq!(model.outputs, lits(&[16]));
    assert!(!model.bads_are_outputs);
    assert_eq!(model.justice, [lits(&[8]), lits(&[10, 12])]);
    assert_eq!(model.fairness, lits(&[4]));
    assert_eq!(model.comments, "A remark.\nAnd more.\n");
    assert_eq!(model.plain_outputs(), [("out".to_string(), lit(16))]);
    let names = &model.names;
    assert_eq!(names.var(Var(1)), Some("request"));
    assert_eq!(names.var(Var(5)), Some("a.b c"));
    assert_eq!(names.var(Var(3)), None);
    assert_eq!([names.property(0), names.property(1)], ["bad0", "broken"]);
    assert_eq!(names.constraint(0), Some("assumed"));
    assert_eq!(model.symbols.len(), 8);
    assert_eq!(model.symbols.get(SymbolKind::Justice, 1), Some("again"));
}

#[test]
fn windows_line_ends_and_a_missing_last_one_are_accepted() {
    let windows = FULL.replace('\n', "\r\n");
    assert_eq!(write_ascii(&model(FULL.trim_end())), write_ascii(&model(FULL)));
    let mut read = model(windows);
    assert_eq!(read.comments, "A remark.\r\nAnd more.\r\n");
    read.comments = read.comments.replace('\r', "");
    assert_eq!(write_ascii(&read), write_ascii(&model(FULL)));
}

#[test]
fn ascii_keeps_the_numbers() {
    let text = String::from_utf8(write_ascii(&model(FULL))).unwrap();
    // Only the order of the gates differs.
    assert_eq!(text, FULL.replace("18 16 5\n16 2 4\n", "16 2 4\n18 16 5\n"));
}

#[test]
fn binary_renumbers_and_tells_how() {
    let original = model(FULL);
    let Renumbered { model: moved, map } = renumbered(&original);
    assert_eq!(map[Var(0)], Some(Lit::FALSE));
    assert_eq!(map[Var(7)], None);
    assert_eq!(map[Var(8)], Some(lit(14)));
    assert_eq!(map[Var(9)], Some(lit(16)));
    let again = model(write_binary(&original));
    assert_eq!(write_ascii(&again), write_ascii(&moved));
    assert_eq!(again.circuit.latches[2].reset, Reset::Free);
    assert_eq!(again.circuit.latches[3].reset, Reset::Signal(lit(2)));
    assert_eq!(again.circuit.properties[0].bad, lit(16));
    assert_eq!((again.justice, again.fairness), (moved.justice, moved.fairness));
    assert_eq!(again.comments, original.comments);
    assert_eq!(again.names.var(Var(5)), Some("a.b c"));
}

#[test]
fn a_binary_file_by_hand() {
    // A toggle with enable and reset: the example of the format report.
    let model = model(b"aig 7 2 1 2 4\n10\n6\n7\n\x02\x04\x03\x04\x01\x02\x02\x08");
    let expected = "aag 7 2 1 2 4\n2\n4\n6 10\n6\n7\n8 6 2\n10 7 3\n12 11 9\n14 12 4\n";
    assert_eq!(String::from_utf8(write_ascii(&model)).unwrap(), expected);
    assert!(model.bads_are_outputs);
    assert_eq!(model.circuit.properties.len(), 2);
    assert!(model.plain_outputs().is_empty());
}

#[test]
fn differences_of_more_than_one_byte() {
    let inputs = 20_000u32;
    let mut circuit = Circuit::new();
    for _ in 0..inputs {
        circuit.add_input();
    }
    let gate = circuit.add_and(lit(3), lit(inputs * 2));
    circuit.properties.push(Property { bad: gate.lit() });
    let again = model(write_binary(&Model::new(circuit, Symbols::new())));
    assert_eq!(again.circuit.nodes[gate], Node::And(lit(inputs * 2), lit(3)));
}

#[test]
fn without_bad_signals_the_outputs_are_the_properties() {
    let model = model("aag 1 1 0 2 0\n2\n2\n3\no1 never\n");
    assert!(model.bads_are_outputs);
    let bads: Vec<Lit> = model.circuit.properties.iter().map(|property| property.bad).collect();
    assert_eq!(bads, lits(&[2, 3]));
    assert_eq!([model.names.property(0), model.names.property(1)], ["bad0", "never"]);
}

#[test]
fn a_model_of_justice_alone_has_no_safety_property() {
    let model = model("aag 1 1 0 0 0 0 0 1\n2\n1\n2\n");
    assert!(model.circuit.properties.is_empty());
    assert_eq!(model.justice, [lits(&[2])]);
}

#[test]
fn the_letter_c_is_a_symbol_or_the_comments() {
    let text = "aag 1 1 0 0 0 0 1\n2\n2\nc0 kept\nc\nc0 not a symbol\n";
    let model = model(text);
    assert_eq!(model.names.constraint(0), Some("kept"));
    assert_eq!(model.comments, "c0 not a symbol\n");
}

/// The witness circuits of the competition map latches by symbols such as `l0 = 12`.
#[test]
fn a_circuit_is_written_with_mapping_symbols() {
    let mut circuit = Circuit::new();
    let latch = circuit.add_latch(Reset::Value(true));
    circuit.set_next(latch, latch.lit());
    circuit.properties.push(Property { bad: !latch.lit() });
    let mut symbols = Symbols::new();
    symbols.insert(SymbolKind::Latch, 0, "= 12");
    let mut model = Model::with_bads_as_outputs(circuit, symbols);
    model.comments.push_str("WITNESS");
    let expected = "aag 1 0 1 1 0\n2 2 1\n3\nl0 = 12\nc\nWITNESS\n";
    assert_eq!(String::from_utf8(write_ascii(&model)).unwrap(), expected);
    assert_eq!(model.names.var(latch), Some("= 12"));
    let model = Model::new(model.circuit, model.symbols);
    let expected = "aag 1 0 1 0 0 1\n2 2 1\n3\nl0 = 12\n";
    assert_eq!(String::from_utf8(write_ascii(&model)).unwrap(), expected);
}

#[test]
fn names_of_two_lines_are_written_as_one() {
    let mut circuit = Circuit::new();
    circuit.add_input();
    let mut symbols = Symbols::new();
    assert_eq!(symbols.insert(SymbolKind::Input, 0, "a\nb"), None);
    let text = String::from_utf8(write_ascii(&Model::new(circuit, symbols))).unwrap();
    assert_eq!(text, "aag 1 1 0 0 0\n2\ni0 a b\n");
}

#[test]
fn every_error_has_its_code_and_place() {
    let cases = [
        ("", Code::NotAiger, (1, 1)),
        ("aagh 0 0 0 0 0\n", Code::NotAiger, (1, 1)),
        (" aag 0 0 0 0 0\n", Code::NotAiger, (1, 1)),
        ("1 sort bitvec 1\n", Code::NotAiger, (1, 1)),
        ("aag 0 0 0 0\n", Code::Header, (1, 12)),
        ("aag 0 0 0 0 0 0 0 0 0 0\n", Code::Header, (1, 23)),
        ("aag 0 -1 0 0 0\n", Code::Header, (1, 7)),
        ("aag 1 1 1 0 0\n2\n4 2\n", Code::Header, (1, 5)),
        ("aig 2 1 0 0 0\n", Code::Header, (1, 5)),
        ("aag 4294967296 0 0 0 0\n", Code::Header, (1, 5)),
        ("aag 4294967295 0 4294967295 0 0\n", Code::TooLarge, (1, 5)),
        ("aig 4000000000 0 4000000000 0 0\n", Code::TooLarge, (1, 5)),
        ("aag 1 1 0 0 0\n", Code::FileEnds, (2, 1)),
        ("aag 1 0 1 0 0\n", Code::FileEnds, (2, 1)),
        ("aag 0 0 0 4000000000 0\n0\n", Code::FileEnds, (3, 1)),
        ("aag 0 0 0 0 0 0 0 4000000000\n0\n", Code::FileEnds, (3, 1)),
        ("aag 0 0 0 0 0 0 0 1\n4000000000\n0\n", Code::FileEnds, (4, 1)),
        ("aag 0 0 0 0 0 0 0 1\n1 1\n0\n", Code::Line, (2, 1)),
        ("aag 1 1 0 0 0\n2 4\n", Code::Line, (2, 1)),
        ("aag 1 1 0 0 0\nx\n", Code::Line, (2, 1)),
        ("aag 1 1 0 1 0\n2\n\n", Code::Line, (3, 1)),
        ("aag 1 0 1 0 0\n2\n", Code::Line, (2, 1)),
        ("aag 1 0 1 0 0\n2 2 2 2\n", Code::Line, (2, 1)),
        ("aag 2 1 0 0 1\n2\n4 2\n", Code::Line, (3, 1)),
        ("aag 1 1 0 1 0\n2\n4\n", Code::LiteralRange, (3, 1)),
        ("aag 2 1 0 0 1\n2\n4 2 6\n", Code::LiteralRange, (3, 5)),
        ("aag 1 1 0 0 0\n3\n", Code::NotDefinable, (2, 1)),
        ("aag 1 0 1 0 0\n0 1\n", Code::NotDefinable, (2, 1)),
        ("aag 1 0 0 0 1\n1 0 0\n", Code::NotDefinable, (2, 1)),
        ("aag 2 2 0 0 0\n2\n2\n", Code::DefinedTwice, (3, 1)),
        ("aag 2 1 0 0 1\n2\n2 1 1\n", Code::DefinedTwice, (3, 1)),
        ("aag 2 1 0 1 0\n2\n5\n", Code::Undefined, (3, 1)),
        ("aag 3 1 0 0 1\n2\n4 2 7\n", Code::Undefined, (3, 5)),
        ("aag 2 0 1 0 0\n2 0 4\n", Code::Undefined, (2, 5)),
        ("aag 2 1 0 0 0 0 0 1\n2\n1\n4\n", Code::Undefined, (4, 1)),
        ("aag 2 1 0 0 0 0 0 0 1\n2\n4\n", Code::Undefined, (3, 1)),
        ("aag 2 1 0 0 0 0 1\n2\n4\n", Code::Undefined, (3, 1)),
        ("aag 3 1 0 0 2\n2\n4 6 2\n6 4 2\n", Code::Cycle, (3, 1)),
        ("aag 1 0 1 0 0\n2 2 3\n", Code::CyclicReset, (2, 1)),
        ("aag 2 0 1 0 1\n2 2 4\n4 2 2\n", Code::CyclicReset, (2, 1)),
        ("aag 0 0 0 0 0\n14 2 4\n", Code::Symbol, (2, 1)),
        ("aag 1 1 0 0 0\n2\ni1 x\n", Code::Symbol, (3, 1)),
        ("aag 1 1 0 0 0\n2\nb0 x\n", Code::Symbol, (3, 1)),
        ("aag 1 1 0 0 0\n2\ni0\n", Code::Symbol, (3, 1)),
        ("aag 1 1 0 0 0\n2\ni0 x\ni0 y\n", Code::Symbol, (4, 1)),
        ("aag 1 1 0 0 0\n2\nz0 x\n", Code::Symbol, (3, 1)),
    ];
    for (text, code, (line, column)) in cases {
        let problem = &problems(text)[0];
        let place = problem.place.unwrap();
        assert_eq!((problem.code, place.line, place.column), (code, line, column), "{text:?}");
    }
}

#[test]
fn every_wrong_line_is_told_up_to_a_limit() {
    let found = problems("aag 3 3 0 2 0\n2\n2\n5\n8\nx\nz\n");
    let codes: Vec<Code> = found.iter().map(|problem| problem.code).collect();
    assert_eq!(
        codes,
        [Code::DefinedTwice, Code::NotDefinable, Code::LiteralRange, Code::Line, Code::Symbol]
    );
    assert_eq!(found[0].hint.as_deref(), Some("literal 2 is first defined in line 2"));
    assert_eq!(found[1].expected.as_deref(), Some("an even literal of at least 2"));
    let many = format!("aag 0 0 0 100 0\n{}", "x\n".repeat(100));
    assert_eq!(problems(many).len(), 20);
    let many = format!("aag 9 0 0 100 0\n{}", "18\n".repeat(100));
    assert_eq!(problems(many).len(), 20);
}

#[test]
fn a_file_that_ends_early_says_how_much_is_missing() {
    let text = b"aig 7 2 1 2 4\n10\n6\n7\n\x02\x04\x03\x04\x01";
    let found = &problems(text)[0];
    assert_eq!(
        found.to_string(),
        "error[AG0004]: file ends inside the and-gates \
         (gate 3 of 4 needs 1 more byte, offset 0x1a)"
    );
    assert_eq!((found.offset, found.place), (0x1a, None));
    let found = &problems(&text[..text.len() - 1])[0];
    assert!(found.message.contains("(gate 3 of 4 needs 2 more bytes, offset 0x19)"), "{found}");
    let found = &problems("aag 1 0 1 0 0\n")[0];
    assert_eq!(found.message, "file ends inside the latches (latch 1 of 1 is missing, offset 0xe)");
}

#[test]
fn impossible_differences_are_refused() {
    let cases: [&[u8]; 5] = [
        b"aig 2 1 0 0 1\n\x00\x01",
        b"aig 2 1 0 0 1\n\x05\x00",
        b"aig 2 1 0 0 1\n\x02\x03",
        b"aig 2 1 0 0 1\n\xff\xff\xff\xff\x1f\x00",
        b"aig 2 1 0 0 1\n\x80\x80\x80\x80\x80\x00",
    ];
    for bytes in cases {
        let found = &problems(bytes)[0];
        assert_eq!((found.code, found.place), (Code::Delta, None), "{bytes:?}");
        assert!(found.offset >= 14 && found.expected.is_some(), "{found:?}");
    }
}

#[test]
fn problems_behind_binary_data_have_no_line() {
    let found = &problems(b"aig 2 1 0 0 1\n\x02\x02zoo\n")[0];
    assert_eq!((found.code, found.offset, found.place), (Code::Symbol, 16, None));
    let found = &problems(b"aig 1 0 1 0 0\n4 0\n")[0];
    assert_eq!((found.code, found.offset), (Code::LiteralRange, 14));
    assert!(found.place.is_some());
    let found = &problems(b"aig 2 0 1 0 1\n2 4\n\x02\x00")[0];
    assert_eq!(found.code, Code::CyclicReset);
}

/// A chain of a hundred thousand gates, last first: neither recursion nor quadratic time.
#[test]
fn long_chains_backwards_are_fine() {
    let gates = 100_000u32;
    let mut text = format!("aag {} 1 0 1 {gates}\n2\n{}\n", gates + 1, 2 * (gates + 1));
    for var in (2..gates + 2).rev() {
        text.push_str(&format!("{} {} 2\n", 2 * var, 2 * (var - 1)));
    }
    let model = model(text);
    assert_eq!(model.circuit.ands[0], Var(2));
    assert_eq!(model.circuit.ands.len(), gates as usize);
}

#[test]
fn names_hold_nothing_that_moves_a_cursor() {
    let model = model("aag 1 1 0 0 0 0\n2\ni0 a\u{1b}[2Kb\tc\n");
    assert_eq!(model.symbols.get(SymbolKind::Input, 0), Some("a\u{fffd}[2Kb\u{fffd}c"));
}
