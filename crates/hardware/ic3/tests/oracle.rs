//! IC3 against the explicit-state oracle, whole and in small turns.

use std::sync::Arc;

use buttress_budget::{Budget, Exhausted, Limits};
use buttress_circuit::{Circuit, Strengthening, Verdict};
use buttress_clausal::TransitionRelation;
use buttress_ic3::{Counters, Generalization, Ic3, PropertyUse, Settings};
use buttress_prop::Random;
use buttress_testkit::{Exploration, ProverClaim, Shape, contest, rumour};

/// Now one, now the other.
fn property_use(seed: u64) -> PropertyUse {
    if seed.is_multiple_of(2) { PropertyUse::Given } else { PropertyUse::Learnt }
}

fn claims(circuit: &Circuit, settings: Settings, effort: u64) -> Vec<ProverClaim> {
    claims_among_rumours(circuit, settings, effort, 0).0
}

/// Between turns, so many clauses are offered as anybody might send them. Also says what was done for all properties.
fn claims_among_rumours(
    circuit: &Circuit,
    settings: Settings,
    effort: u64,
    rumours: usize,
) -> (Vec<ProverClaim>, Counters) {
    let mut random = Random::new(settings.seed);
    let mut counters = Counters::default();
    let exploration = Exploration::new(circuit).expect("small circuits are generated");
    let relation = Arc::new(TransitionRelation::new(circuit.clone()));
    let mut claim = |bad| {
        let mut ic3 = Ic3::new(relation.clone(), bad, settings);
        // What others offer makes questions longer, so turns grow.
        let mut growth = 0;
        let verdict = loop {
            growth += rumours as u64;
            match ic3.run(&Budget::with_effort(Limits::none(), effort.saturating_add(growth))) {
                Ok(verdict) => break verdict,
                Err(Exhausted::Effort) => {
                    for _ in 0..rumours {
                        let (frame, clause) = rumour(circuit, &mut random);
                        let budget = Budget::with_effort(Limits::none(), 200);
                        let _ = match random.below(2) {
                            0 => ic3.frames_mut().offer(frame, &clause, &budget),
                            _ => ic3.frames_mut().grant(frame, &clause, &budget),
                        };
                    }
                }
                Err(other) => panic!("{other}"),
            }
        };
        counters.offered += ic3.counters().offered;
        counters.let_go += ic3.counters().let_go;
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
    let claims = circuit.properties.iter().map(|property| claim(property.bad)).collect();
    (claims, counters)
}

#[test]
fn rumours_change_no_verdict() {
    let mut taken = 0;
    for seed in 30_000..31_500 {
        let settings = Settings { seed, property: property_use(seed), ..Settings::default() };
        let outcome = contest(seed, &Shape::NORMALISED, true, |circuit| {
            let (claims, counters) = claims_among_rumours(circuit, settings, 700, 20);
            taken += counters.offered;
            claims
        });
        outcome.unwrap_or_else(|disagreement| panic!("{disagreement}"));
    }
    assert!(taken > 100, "only {taken} clauses were taken");
}

#[test]
fn agrees_with_the_oracle() {
    for seed in 0..3000 {
        let settings = Settings { seed, property: property_use(seed), ..Settings::default() };
        let outcome =
            contest(seed, &Shape::NORMALISED, true, |circuit| claims(circuit, settings, u64::MAX));
        outcome.unwrap_or_else(|disagreement| panic!("{disagreement}"));
    }
}

#[test]
fn agrees_with_the_oracle_when_interrupted_all_the_time() {
    // Each turn allows a few queries, and each turn more than the last so that it ends.
    for seed in 10_000..10_500 {
        let settings = Settings { seed, property: property_use(seed), ..Settings::default() };
        let outcome =
            contest(seed, &Shape::NORMALISED, true, |circuit| claims(circuit, settings, 700));
        outcome.unwrap_or_else(|disagreement| panic!("{disagreement}"));
    }
}

#[test]
fn agrees_with_the_oracle_without_ctgs() {
    let generalization = Generalization::DropLiterals;
    for seed in 20_000..20_500 {
        let property = property_use(seed);
        let settings = Settings { seed, generalization, property, ..Settings::default() };
        let outcome =
            contest(seed, &Shape::NORMALISED, true, |circuit| claims(circuit, settings, u64::MAX));
        outcome.unwrap_or_else(|disagreement| panic!("{disagreement}"));
    }
}

#[test]
fn obligations_that_are_let_go_change_no_verdict() {
    let mut let_go = 0;
    for seed in 40_000..42_000 {
        let settings = Settings {
            seed,
            property: property_use(seed),
            patience: (seed % 3) as f64,
            ..Settings::default()
        };
        let outcome = contest(seed, &Shape::NORMALISED, true, |circuit| {
            let (claims, counters) = claims_among_rumours(circuit, settings, u64::MAX, 0);
            let_go += counters.let_go;
            claims
        });
        outcome.unwrap_or_else(|disagreement| panic!("{disagreement}"));
    }
    assert!(let_go > 100, "only {let_go} obligations were let go");
}
