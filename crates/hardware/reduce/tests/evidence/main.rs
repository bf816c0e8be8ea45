//! Evidence about the reduced circuit, mapped back, is evidence about the user's circuit.
//!
//! The reference is brute force over all pairs of small random circuits, with an evaluator of
//! its own: a pair is (first, state, inputs), and a clause set is checked by its definition.

mod brute_force;
mod relations;

use buttress_budget::{Budget, Limits};
use buttress_circuit::{Circuit, Property, Reset, Trace};
use buttress_hardware_reduce::{Correspondence, Reduced, Settings};
use buttress_prop::{Clause, Lit, Var};
use buttress_testkit::{Shape, generate};

use brute_force::{Census, Pairs, check, check_shape};

fn bounds(effort: u64, effort_per_query: u64, steps: usize) -> Option<Correspondence> {
    Some(Correspondence { effort, effort_per_query, gate_limit: 1_000, steps })
}

fn collect_census(settings: &Settings, shape: &Shape, seeds: std::ops::Range<u64>) -> Census {
    let mut census = Census::default();
    for seed in seeds {
        let circuit = generate(seed, shape);
        let all: Vec<usize> = (0..circuit.properties.len()).collect();
        check(&circuit, &all, settings, seed, &mut census);
        if all.len() > 1 {
            check(&circuit, &all[1..2], settings, seed, &mut census);
        }
    }
    census
}

fn small_shape() -> Shape {
    Shape { latches: 5, inputs: 3, special_latch: 50, ..Shape::default() }
}

#[test]
fn cheap_reductions() {
    let census = collect_census(&Settings::CHEAP, &small_shape(), 0..3_000);
    assert!(census.safe > 500 && census.violated > 500, "{census:?}");
    assert!(census.constants > 300 && census.fixed > 50 && census.split > 300, "{census:?}");
}

#[test]
fn equal_latches() {
    let settings = Settings { gates: None, ..Settings::default() };
    let census = collect_census(&settings, &small_shape(), 3_000..5_000);
    assert!(census.merged_latches > 200 && census.given_up == 0, "{census:?}");
}

#[test]
fn equal_signals() {
    let census = collect_census(&Settings::default(), &small_shape(), 5_000..7_000);
    assert!(census.merged_gates > 500 && census.given_up == 0, "{census:?}");
    // Without help from the cheap steps, and with classes that simulation hardly refined.
    let settings =
        Settings { constants: false, gates: bounds(1_000_000, 10_000, 1), ..Settings::CHEAP };
    let census = collect_census(&settings, &small_shape(), 7_000..9_000);
    assert!(census.merged_gates > 500 && census.merged_latches > 200, "{census:?}");
}

#[test]
fn running_out_is_harmless() {
    let settings =
        Settings { latches: bounds(40, 10_000, 4), gates: bounds(150, 25, 4), ..Settings::CHEAP };
    let census = collect_census(&settings, &small_shape(), 9_000..10_500);
    assert!(census.given_up > 200 && census.merged_gates > 50, "{census:?}");
}

/// A constraint must not be simplified away by what follows from it.
#[test]
fn a_constraint_survives_its_own_consequences() {
    let mut circuit = Circuit::new();
    let (x, y) = (circuit.add_input().lit(), circuit.add_input().lit());
    let latch = circuit.add_latch(Reset::Value(false));
    let neither = circuit.add_and(!x, !y).lit();
    let also_neither = circuit.add_and(neither, !x).lit();
    circuit.set_next(latch, also_neither);
    circuit.constraints.push(!neither);
    for bad in [also_neither, latch.lit(), neither] {
        circuit.properties.push(Property { bad });
    }
    let circuit = circuit.finish().unwrap();
    let mut census = Census::default();
    check(&circuit, &[0, 1, 2], &Settings::default(), 0, &mut census);
    assert_eq!(census.safe, 3);
}

/// Two counters that count alike, one of them upside down: only signals of both prove it.
#[test]
fn two_counters_that_count_alike_are_one() {
    let mut circuit = Circuit::new();
    let enable = circuit.add_input().lit();
    let counters: Vec<Vec<Lit>> = [false, true]
        .map(|is_negated| {
            let latches: Vec<Var> =
                (0..4).map(|_| circuit.add_latch(Reset::Value(is_negated))).collect();
            let bits: Vec<Lit> =
                latches.iter().map(|var| var.lit().negate_if(is_negated)).collect();
            let mut carry = enable;
            for (&latch, &bit) in latches.iter().zip(&bits) {
                let both = circuit.add_and(bit, carry).lit();
                let neither = circuit.add_and(!bit, !carry).lit();
                let flipped = circuit.add_and(!both, !neither).lit();
                circuit.set_next(latch, flipped.negate_if(is_negated));
                carry = both;
            }
            bits
        })
        .into();
    let differ = circuit.add_and(counters[0][3], !counters[1][3]).lit();
    circuit.properties.push(Property { bad: differ });
    let circuit = circuit.finish().unwrap();
    let reduced = Reduced::new(&circuit, &[0], &Settings::default(), &Budget::unlimited());
    assert_eq!(reduced.circuit.properties[0].bad, Lit::FALSE);
    assert_eq!(reduced.counts.after.latches, 0);
    assert_eq!(reduced.counts.merged_latches, 4);
    let mut facts = reduced.facts().to_vec();
    facts.push(Clause::new([!differ]));
    assert!(Pairs::new(&circuit).is_inductive(&facts));
}

/// What no simulation will see: a wide conjunction that is possible in the first pair alone.
#[test]
fn a_rare_first_pair_is_not_overlooked() {
    let mut circuit = Circuit::new();
    let first = circuit.add_latch(Reset::Value(true));
    let mut wide = first.lit();
    for _ in 0..40 {
        let input = circuit.add_input().lit();
        wide = circuit.add_and(wide, input).lit();
    }
    circuit.properties.push(Property { bad: wide });
    let circuit = circuit.finish().unwrap();
    let reduced = Reduced::new(&circuit, &[0], &Settings::default(), &Budget::unlimited());
    let small = &reduced.circuit;
    let trace = Trace { initial: vec![true], inputs: vec![vec![true; 40]] };
    assert_eq!(trace.replay(small, small.properties[0].bad), Ok(()));
    assert_eq!(reduced.trace_back(&trace).replay(&circuit, wide), Ok(()));
}

#[test]
fn without_time_the_circuit_is_still_normalised() {
    let limits = Limits::none().with_timeout(std::time::Duration::ZERO);
    let circuit = generate(3, &small_shape());
    let reduced = Reduced::new(&circuit, &[0], &Settings::default(), &Budget::new(limits));
    check_shape(&reduced.circuit, "no time");
    assert_eq!(reduced.counts.merged_gates, 0);
}
