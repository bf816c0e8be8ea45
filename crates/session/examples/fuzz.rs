//! Random circuits through whole runs, each claim compared with the explicit-state oracle.
//!
//! Run it as `cargo xtask fuzz hw --count N --seed S --jobs J`. Each seed picks its engine and whether
//! the circuit is reduced first; a disagreement is printed shrunken, as AIGER text.

use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use buttress_budget::Limits;
use buttress_session::{EngineKind, Settings, Silent, Status, prove};
use buttress_system::{Circuit, Reason};
use buttress_testkit::{Claim, Shape, aag_text, contest};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let option = |name: &str, default: u64| {
        let position = words.iter().position(|word| word == name);
        position.and_then(|at| words.get(at + 1)?.parse().ok()).unwrap_or(default)
    };
    let (count, first, jobs) =
        (option("--count", 10_000), option("--seed", 0), option("--jobs", 1));
    let (next, wrong) = (AtomicU64::new(0), AtomicU64::new(0));
    thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            scope.spawn(|| {
                loop {
                    let done = next.fetch_add(1, Ordering::Relaxed);
                    if done >= count {
                        return;
                    }
                    if done > 0 && done.is_multiple_of(10_000) {
                        eprintln!("{done} of {count}");
                    }
                    let seed = first.wrapping_add(done);
                    let engine = EngineKind::ALL[(seed % 5) as usize];
                    let complete = engine != EngineKind::Bmc;
                    let prover = |circuit: &Circuit| claims(circuit, seed, engine);
                    if let Err(disagreement) = contest(seed, &Shape::default(), complete, prover) {
                        println!("engine {}, {disagreement}", engine.name());
                        wrong.fetch_add(1, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner();
    println!("{count} circuits from seed {first}: {wrong} disagreements");
    if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) }
}

fn claims(circuit: &Circuit, seed: u64, engine: EngineKind) -> Vec<Claim> {
    let settings = Settings {
        engine,
        seed,
        reduce: !(seed / 5).is_multiple_of(2),
        bound: (engine == EngineKind::Bmc).then_some(64),
        limits: Limits::none().with_timeout(Duration::from_secs(20)),
        ..Settings::default()
    };
    // From text, so that reading is part of the contest; a refusal is a disagreement.
    let Ok(report) = prove(aag_text(circuit).as_bytes(), &settings, &Silent) else {
        return Vec::new();
    };
    let claim = |status: &Status| match status {
        Status::Proved(_) => Claim::Safe,
        Status::False(proof) => {
            let shortest = engine == EngineKind::Bmc;
            Claim::Unsafe { depth: proof.shown.depth(), shortest }
        }
        // k-induction alone claims a proof that it cannot certify: not an answer, but compared.
        Status::Unknown(Reason::NoCertificate) if engine == EngineKind::KInduction => Claim::Safe,
        Status::Unknown(_) => Claim::Unknown,
        Status::Unchecked(_) | Status::Rejected { .. } => Claim::Rejected,
    };
    report.properties.iter().map(|property| claim(&property.status)).collect()
}
