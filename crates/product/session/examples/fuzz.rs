//! Random circuits through whole runs, each claim compared with the explicit-state oracle.
//!
//! Run it as `cargo xtask fuzz hw --count N --seed S --jobs J`. Each seed picks its engine and whether
//! the circuit is reduced first; a disagreement is printed shrunken, as AIGER text.

use std::io::{stderr, stdout};
use std::process::ExitCode;
use std::time::Duration;

use buttress_budget::Limits;
use buttress_circuit::{Circuit, CircuitUnknown};
use buttress_session::hardware;
use buttress_testkit::harness::{Options, Tally, run_contest};
use buttress_testkit::{ProverClaim, Shape, aag_text, contest};

const USAGE: &str = "\
usage: cargo xtask fuzz hw [--count N] [--seed S] [--jobs J]

Exit: 0 all well; 1 a disagreement with the oracle; 2 usage.
";

const ENGINES: u64 = hardware::EngineKind::ALL.len() as u64;

fn main() -> ExitCode {
    run_contest(USAGE, (&mut stdout(), &mut stderr()), |options| run(&options))
}

/// Runs it; the number of disagreements.
fn run(options: &Options) -> Result<u64, String> {
    let rounds = options.rounds(10_000)?;
    let wrong = Tally::<u64>::default();
    let round = |seed: u64, (): &mut ()| {
        let engine = hardware::EngineKind::ALL[(seed % ENGINES) as usize];
        let complete = engine.can_prove();
        let prover = |circuit: &Circuit| claims(circuit, seed, engine);
        if let Err(disagreement) = contest(seed, &Shape::default(), complete, prover) {
            println!("engine {}, {disagreement}", engine.name());
            wrong.add(engine.name(), 1);
        }
    };
    rounds.run(|| Ok(()), |done| eprintln!("{done} of {}", rounds.count), round)?;
    let wrong = wrong.into_counts().values().sum();
    println!("{} circuits from seed {}: {wrong} disagreements", rounds.count, rounds.first);
    Ok(wrong)
}

fn claims(circuit: &Circuit, seed: u64, engine: hardware::EngineKind) -> Vec<ProverClaim> {
    let settings = hardware::Settings {
        engine,
        seed,
        reduce: !(seed / ENGINES).is_multiple_of(2),
        bound: (!engine.can_prove()).then_some(64),
        limits: Limits::none().with_timeout(Duration::from_secs(20)),
        ..hardware::Settings::default()
    };
    // From text, so that reading is part of the contest; a refusal is a disagreement.
    let Ok(report) = hardware::prove(aag_text(circuit).as_bytes(), &settings, &hardware::Silent)
    else {
        return Vec::new();
    };
    let claim = |status: &hardware::Status| match status {
        hardware::Status::Proved(_) => ProverClaim::Safe,
        hardware::Status::False(proof) => {
            let shortest = engine == hardware::EngineKind::Bmc;
            ProverClaim::Unsafe { depth: proof.shown.depth(), shortest }
        }
        // k-induction alone claims a proof that it cannot certify: not an answer, but compared.
        hardware::Status::Unknown(CircuitUnknown::NoCertificate)
            if engine == hardware::EngineKind::KInduction =>
        {
            ProverClaim::Safe
        }
        hardware::Status::Unknown(_) => ProverClaim::Unknown,
        hardware::Status::Unchecked(_) | hardware::Status::Rejected { .. } => ProverClaim::Rejected,
    };
    report.properties.iter().map(|property| claim(&property.status)).collect()
}
