//! The circuits in `examples/hardware` say of themselves what the oracle finds.

use std::fs;
use std::path::{Path, PathBuf};

use buttress_formats::aiger;
use buttress_testkit::{Exploration, OracleVerdict};

/// A property's name, and the depth of its shortest counterexample if it has one.
type Expected = (&'static str, Option<usize>);

/// Each example with its properties.
const EXAMPLES: [(&str, &[Expected]); 9] = [
    ("constrained_arbiter", &[("both_granted", None)]),
    ("deep_counter", &[("count_is_eleven", Some(11))]),
    ("fifo", &[("count_beyond_four", None), ("pointers_disagree_with_count", None)]),
    ("mod_counter", &[("count_beyond_nine", None)]),
    ("peterson", &[("both_critical", None)]),
    ("shift_registers", &[("outputs_differ", None)]),
    (
        "strapped_reset",
        &[
            ("mode_equals_its_inverse", None),
            ("copy_differs", None),
            ("strap_differs_from_mode", Some(1)),
        ],
    ),
    (
        "traffic_light",
        &[
            ("both_ways_open", None),
            ("both_ways_closed", None),
            ("side_green_at_all", Some(8)),
            ("car_meets_yellow", Some(12)),
            ("two_lights_on_main", None),
        ],
    ),
    ("uninitialised", &[("valid_but_different", None), ("different_before_valid", Some(0))]),
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../examples/hardware")
}

fn read(name: &str) -> aiger::Model {
    let bytes = fs::read(folder().join(format!("{name}.aag"))).unwrap();
    aiger::read(&bytes).unwrap_or_else(|problems| panic!("{name}: {problems:?}"))
}

#[test]
fn every_example_has_the_answers_it_claims() {
    for (name, expected) in EXAMPLES {
        let model = read(name);
        let exploration = Exploration::new(&model.circuit).unwrap();
        let found: Vec<(String, Option<usize>)> = model
            .circuit
            .properties
            .iter()
            .enumerate()
            .map(|(index, property)| {
                let depth = match exploration.answer(property.bad) {
                    OracleVerdict::Safe => None,
                    OracleVerdict::Unsafe { depth } => Some(depth),
                };
                (model.names.property(index), depth)
            })
            .collect();
        let expected: Vec<(String, Option<usize>)> =
            expected.iter().map(|&(name, depth)| (name.to_owned(), depth)).collect();
        assert_eq!(found, expected, "{name}");
    }
}

#[test]
fn the_constraints_are_what_keeps_two_of_them_safe() {
    for (name, depth) in [("constrained_arbiter", 1), ("fifo", 1)] {
        let mut circuit = read(name).circuit;
        circuit.constraints.clear();
        let answers = Exploration::new(&circuit).unwrap().answers(&circuit);
        assert_eq!(answers[0], OracleVerdict::Unsafe { depth }, "{name}");
    }
}

#[test]
fn no_example_is_left_out() {
    let mut files: Vec<String> = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|suffix| suffix == "aag"))
        .filter_map(|path| path.file_stem().map(|stem| stem.to_string_lossy().into_owned()))
        .collect();
    files.sort();
    assert_eq!(files, EXAMPLES.map(|(name, _)| name.to_owned()));
}
