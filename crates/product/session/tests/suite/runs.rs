//! Whole runs: every engine and the portfolio against the oracle, limits, and repeatability.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use buttress_budget::{Exhausted, Limits};
use buttress_circuit::{Circuit, CircuitUnknown};
use buttress_session::hardware;
use buttress_testkit::{ProverClaim, Shape, aag_text, contest};

fn claims(circuit: &Circuit, settings: &hardware::Settings) -> Vec<ProverClaim> {
    let text = aag_text(circuit);
    let report = hardware::prove(text.as_bytes(), settings, &hardware::Silent)
        .expect("generated text is read");
    let claim = |status: &hardware::Status| match status {
        hardware::Status::Proved(_) => ProverClaim::Safe,
        hardware::Status::False(proof) => {
            ProverClaim::Unsafe { depth: proof.shown.depth(), shortest: false }
        }
        hardware::Status::Unknown(_) => ProverClaim::Unknown,
        hardware::Status::Unchecked(_) | hardware::Status::Rejected { .. } => ProverClaim::Rejected,
    };
    report.properties.iter().map(|property| claim(&property.status)).collect()
}

fn check_against_oracle(seeds: std::ops::Range<u64>, settings: impl Fn(u64) -> hardware::Settings) {
    for seed in seeds {
        let settings = settings(seed);
        let outcome = contest(seed, &Shape::default(), true, |circuit| claims(circuit, &settings));
        outcome.unwrap_or_else(|disagreement| panic!("{disagreement}"));
    }
}

#[test]
fn each_engine_agrees_with_the_oracle() {
    for (offset, engine) in hardware::EngineKind::ALL.into_iter().enumerate() {
        // BMC alone proves nothing; it takes part in the portfolio.
        if !engine.can_prove() {
            continue;
        }
        let first = 1000 * offset as u64;
        check_against_oracle(first..first + 150, |seed| hardware::Settings {
            engine,
            seed,
            reduce: seed % 2 == 0,
            ..hardware::Settings::default()
        });
    }
}

#[test]
fn whoever_takes_a_part_agrees_with_the_oracle() {
    check_against_oracle(70_000..70_400, |seed| hardware::Settings {
        seed,
        reduce: seed % 2 == 0,
        variant: 6 + (seed % 14) as u32,
        ..hardware::Settings::default()
    });
}

#[test]
fn several_threads_agree_with_the_oracle() {
    check_against_oracle(50_000..50_200, |seed| hardware::Settings {
        seed,
        threads: 3,
        ..hardware::Settings::default()
    });
}

/// A 24-bit counter that is bad only at its last value: out of reach for a moment's work.
fn long_counter() -> String {
    let bits = 24u32;
    let mut circuit = Circuit::new();
    let latches: Vec<_> =
        (0..bits).map(|_| circuit.add_latch(buttress_circuit::Reset::Value(false))).collect();
    let mut carry = buttress_prop::Lit::TRUE;
    for &latch in &latches {
        let both = circuit.add_and(latch.lit(), carry).lit();
        let neither = circuit.add_and(!latch.lit(), !carry).lit();
        let next = circuit.add_and(!both, !neither).lit();
        circuit.set_next(latch, next);
        carry = both;
    }
    circuit.properties.push(buttress_circuit::Property { bad: carry });
    aag_text(&circuit.finish().expect("a counter is a circuit"))
}

fn reason(report: &hardware::Report) -> &CircuitUnknown {
    match &report.properties[0].status {
        hardware::Status::Unknown(reason) => reason,
        other => panic!("{other:?}"),
    }
}

#[test]
fn limits_end_in_unknown() {
    let text = long_counter();
    let run = |limits: Limits| {
        let settings = hardware::Settings { limits, ..hardware::Settings::default() };
        hardware::prove(text.as_bytes(), &settings, &hardware::Silent).expect("the counter is read")
    };
    let out_of_time = run(Limits::none().with_timeout(Duration::from_millis(100)));
    assert_eq!(reason(&out_of_time), &CircuitUnknown::Budget(Exhausted::Time));
    assert_eq!(out_of_time.exit_code(), 3);
    let out_of_memory = run(Limits::none().with_memory(1000, || 1001));
    assert_eq!(reason(&out_of_memory), &CircuitUnknown::Budget(Exhausted::Memory));
    let stopped = run(Limits::none().with_interrupt(Arc::new(AtomicBool::new(true))));
    assert_eq!(reason(&stopped), &CircuitUnknown::Budget(Exhausted::Interrupt));
}

/// Memory readings that are fine until this many were taken.
static READINGS_LEFT: AtomicUsize = AtomicUsize::new(0);

fn gauge() -> usize {
    let left = READINGS_LEFT.load(Ordering::Relaxed);
    READINGS_LEFT.store(left.saturating_sub(1), Ordering::Relaxed);
    if left == 0 { 2 } else { 0 }
}

/// Wherever a limit is met, be it while certifying, the run ends, and never with a wrong answer.
#[test]
fn a_limit_may_be_met_anywhere() {
    let text = include_str!("../../../../../examples/hardware/peterson.aag");
    for engine in hardware::EngineKind::ALL {
        let mut proved = false;
        for readings in 0..400 {
            READINGS_LEFT.store(readings, Ordering::Relaxed);
            let limits = Limits::none().with_memory(1, gauge);
            let bound = (!engine.can_prove()).then_some(20);
            let settings =
                hardware::Settings { engine, limits, bound, ..hardware::Settings::default() };
            let report = hardware::prove(text.as_bytes(), &settings, &hardware::Silent)
                .expect("the example is read");
            for property in &report.properties {
                match &property.status {
                    hardware::Status::Proved(_) => proved = true,
                    hardware::Status::Unknown(_) => {}
                    other => panic!("{other:?}"),
                }
            }
            // Where readings are left no limit was met, and with more of them the run is the same.
            if READINGS_LEFT.load(Ordering::Relaxed) > 0 {
                break;
            }
        }
        assert_eq!(proved, engine.can_prove(), "{engine:?}");
    }
}

#[test]
fn a_bound_ends_bmc_and_k_induction() {
    let text = long_counter();
    for engine in [hardware::EngineKind::Bmc, hardware::EngineKind::KInduction] {
        let settings =
            hardware::Settings { engine, bound: Some(5), ..hardware::Settings::default() };
        let report = hardware::prove(text.as_bytes(), &settings, &hardware::Silent)
            .expect("the counter is read");
        assert!(matches!(reason(&report), CircuitUnknown::Bound(_)), "{engine:?}");
    }
}

#[test]
fn equal_seeds_give_equal_evidence_on_one_thread() {
    for seed in 0..40 {
        let text = aag_text(&buttress_testkit::generate(seed, &Shape::default()));
        let run = || {
            let settings = hardware::Settings { seed, ..hardware::Settings::default() };
            let report =
                hardware::prove(text.as_bytes(), &settings, &hardware::Silent).expect("it is read");
            let shown = |status: &hardware::Status| match status {
                hardware::Status::Proved(proof) => format!("{:?}", proof.certificate),
                hardware::Status::False(proof) => format!("{:?}", proof.shown),
                other => panic!("{other:?}"),
            };
            report.properties.iter().map(|property| shown(&property.status)).collect::<Vec<_>>()
        };
        assert_eq!(run(), run(), "seed {seed}");
    }
}
