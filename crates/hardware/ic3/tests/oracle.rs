//! IC3 against the explicit-state oracle, whole and in small turns.

use std::sync::Arc;

use buttress_budget::{Budget, Exhausted, Limits};
use buttress_circuit::{Circuit, Strengthening, Verdict};
use buttress_clausal::TransitionRelation;
use buttress_ic3::{Generalization, Ic3, Settings};
use buttress_testkit::{Exploration, ProverClaim, Shape, contest};

/// Engines see normalised circuits: no latch resets to a signal.
const NORMALISED: Shape = Shape {
    inputs: 4,
    latches: 6,
    gates: 25,
    constraints: 2,
    properties: 2,
    constrained: 50,
    free_reset: 20,
    signal_reset: 0,
    special_latch: 25,
    constant: 2,
    bad_reads_inputs: 40,
    mixed_order: 0,
};

fn claims(circuit: &Circuit, settings: Settings, effort: u64) -> Vec<ProverClaim> {
    let exploration = Exploration::new(circuit).expect("small circuits are generated");
    let relation = Arc::new(TransitionRelation::new(circuit.clone()));
    let claim = |bad| {
        let mut ic3 = Ic3::new(relation.clone(), bad, settings);
        let verdict = loop {
            match ic3.run(&Budget::with_effort(Limits::none(), effort)) {
                Ok(verdict) => break verdict,
                Err(Exhausted::Effort) => {}
                Err(other) => panic!("{other}"),
            }
        };
        match verdict {
            Verdict::Safe(Strengthening::Clauses(clauses)) => {
                for clause in &clauses {
                    assert!(exploration.is_invariant(clause), "{clause:?} is not invariant");
                }
                ProverClaim::Safe
            }
            Verdict::Unsafe(trace) => {
                assert_eq!(trace.replay(circuit, bad), Ok(()));
                ProverClaim::Unsafe { depth: trace.depth(), shortest: false }
            }
            other => panic!("IC3 does not answer {other:?}"),
        }
    };
    circuit.properties.iter().map(|property| claim(property.bad)).collect()
}

#[test]
fn agrees_with_the_oracle() {
    for seed in 0..3000 {
        let settings = Settings { seed, ..Settings::default() };
        let outcome =
            contest(seed, &NORMALISED, true, |circuit| claims(circuit, settings, u64::MAX));
        outcome.unwrap_or_else(|disagreement| panic!("{disagreement}"));
    }
}

#[test]
fn agrees_with_the_oracle_when_interrupted_all_the_time() {
    // Each turn allows a few queries, and each turn more than the last so that it ends.
    for seed in 10_000..10_500 {
        let settings = Settings { seed, ..Settings::default() };
        let outcome = contest(seed, &NORMALISED, true, |circuit| claims(circuit, settings, 700));
        outcome.unwrap_or_else(|disagreement| panic!("{disagreement}"));
    }
}

#[test]
fn agrees_with_the_oracle_without_ctgs() {
    let generalization = Generalization::DropLiterals;
    for seed in 20_000..20_500 {
        let settings = Settings { seed, generalization };
        let outcome =
            contest(seed, &NORMALISED, true, |circuit| claims(circuit, settings, u64::MAX));
        outcome.unwrap_or_else(|disagreement| panic!("{disagreement}"));
    }
}
