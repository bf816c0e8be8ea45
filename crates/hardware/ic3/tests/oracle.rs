//! IC3 against the explicit-state oracle, whole and in small turns.

use std::sync::Arc;

use buttress_budget::{Budget, Exhausted, Limits};
use buttress_circuit::{Circuit, Strengthening, Verdict};
use buttress_clausal::TransitionRelation;
use buttress_ic3::{Generalization, Ic3, PropertyUse, Settings};
use buttress_prop::Random;
use buttress_testkit::{Exploration, ProverClaim, Shape, contest, rumour};

/// Now one, now the other.
fn property_use(seed: u64) -> PropertyUse {
    if seed.is_multiple_of(2) { PropertyUse::Given } else { PropertyUse::Learnt }
}

fn claims(circuit: &Circuit, settings: Settings, effort: u64) -> Vec<ProverClaim> {
    claims_among_rumours(circuit, settings, effort, 0).0
}

/// Between turns, so many clauses are offered as anybody might send them. Also says how many were taken.
fn claims_among_rumours(
    circuit: &Circuit,
    settings: Settings,
    effort: u64,
    rumours: usize,
) -> (Vec<ProverClaim>, u64) {
    let mut random = Random::new(settings.seed);
    let mut taken = 0;
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
                    taken = ic3.counters().offered;
                }
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
    let claims = circuit.properties.iter().map(|property| claim(property.bad)).collect();
    (claims, taken)
}

#[test]
fn rumours_change_no_verdict() {
    let mut taken = 0;
    for seed in 30_000..31_500 {
        let settings = Settings { seed, property: property_use(seed), ..Settings::default() };
        let outcome = contest(seed, &Shape::NORMALISED, true, |circuit| {
            let (claims, offered) = claims_among_rumours(circuit, settings, 700, 20);
            taken += offered;
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
        let settings = Settings { seed, generalization, property: property_use(seed) };
        let outcome =
            contest(seed, &Shape::NORMALISED, true, |circuit| claims(circuit, settings, u64::MAX));
        outcome.unwrap_or_else(|disagreement| panic!("{disagreement}"));
    }
}
