//! Interpolation sequences against the explicit-state oracle, whole and in small turns.

use std::sync::Arc;

use buttress_budget::{Budget, Exhausted, Limits};
use buttress_circuit::{Circuit, Strengthening, Verdict};
use buttress_clausal::TransitionRelation;
use buttress_hardware_certify::certify;
use buttress_ic3::Generalization;
use buttress_interpolate::{Interpolation, Settings};
use buttress_prop::Random;
use buttress_testkit::{Exploration, ProverClaim, Shape, contest, rumour};

/// Now one, now the other.
fn generalization(seed: u64) -> Generalization {
    match seed.is_multiple_of(2) {
        true => Generalization::DropLiterals,
        false => Generalization::WithCtgs { depth: 1, per_call: 3 },
    }
}

/// Between turns, so many clauses are offered as anybody might send them. Every invariant is certified, every trace replayed.
fn claims(circuit: &Circuit, seed: u64, effort: u64, rumours: usize) -> Vec<ProverClaim> {
    let mut random = Random::new(seed);
    let settings = Settings { seed, generalization: generalization(seed) };
    let exploration = Exploration::new(circuit).expect("small circuits are generated");
    let relation = Arc::new(TransitionRelation::new(circuit.clone()));
    let claim = |property: usize| {
        let bad = circuit.properties[property].bad;
        let mut engine = Interpolation::new(relation.clone(), bad, settings);
        let mut turn = effort;
        let verdict = loop {
            match engine.run(&Budget::with_effort(Limits::none(), turn)) {
                Ok(verdict) => break verdict,
                Err(exhausted) => assert_eq!(exhausted, Exhausted::Effort),
            }
            for _ in 0..rumours {
                let (frame, clause) = rumour(circuit, &mut random);
                let budget = Budget::with_effort(Limits::none(), 200);
                let _ = match random.below(2) {
                    0 => engine.frames_mut().offer(frame, &clause, &budget),
                    _ => engine.frames_mut().grant(frame, &clause, &budget),
                };
            }
            turn += turn / 4;
        };
        match verdict {
            Verdict::Safe(Strengthening::Clauses(clauses)) => {
                assert!(clauses.iter().all(|clause| exploration.is_invariant(clause)));
                let verdict = Verdict::Safe(Strengthening::Clauses(clauses));
                let budget = Budget::unlimited();
                certify(circuit, property, &verdict, Default::default(), &budget).unwrap();
                ProverClaim::Safe
            }
            Verdict::Unsafe(trace) => {
                assert_eq!(trace.replay(circuit, bad), Ok(()));
                ProverClaim::Unsafe { depth: trace.depth(), shortest: true }
            }
            other => panic!("it does not answer {other:?}"),
        }
    };
    (0..circuit.properties.len()).map(claim).collect()
}

#[test]
fn agrees_with_the_oracle() {
    for seed in 0..3000 {
        let outcome =
            contest(seed, &Shape::NORMALISED, true, |circuit| claims(circuit, seed, u64::MAX, 0));
        outcome.unwrap_or_else(|disagreement| panic!("{disagreement}"));
    }
}

#[test]
fn agrees_with_the_oracle_when_interrupted_all_the_time() {
    for seed in 10_000..10_500 {
        let outcome =
            contest(seed, &Shape::NORMALISED, true, |circuit| claims(circuit, seed, 300, 0));
        outcome.unwrap_or_else(|disagreement| panic!("{disagreement}"));
    }
}

#[test]
fn rumours_change_no_verdict() {
    for seed in 30_000..30_500 {
        let outcome =
            contest(seed, &Shape::NORMALISED, true, |circuit| claims(circuit, seed, 700, 10));
        outcome.unwrap_or_else(|disagreement| panic!("{disagreement}"));
    }
}
