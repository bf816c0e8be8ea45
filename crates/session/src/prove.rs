//! The run: read, reduce, recruit engines, and let them take turns.

use std::sync::Arc;
use std::time::Instant;

use buttress_budget::Budget;
use buttress_checker::Checker;
use buttress_clausal::Step;
use buttress_formats::{Diagnostic, aiger};
use buttress_reduce::Reduced;
use buttress_system::{Circuit, cone_of};
use buttress_unroll::{BmcSettings, KInductionSettings};

use crate::engine::{BmcEngine, Engine, FsisEngine, Ic3Engine, KInductionEngine};
use crate::evidence::Court;
use crate::observer::{Event, Observer};
use crate::portfolio::{Member, Portfolio};
use crate::store::Store;
use crate::{EngineKind, Report, Settings};

/// Proves or refutes the safety properties of an AIGER file.
///
/// A property index in `settings` that the file does not have is ignored.
pub fn prove(
    bytes: &[u8],
    settings: &Settings,
    observer: &dyn Observer,
) -> Result<Report, Vec<Diagnostic>> {
    let start = Instant::now();
    let model = aiger::read(bytes)?;
    // The checker reads the file by itself; that it can is known from the line before.
    let checker = Checker::new(bytes)?;
    let circuit = &model.circuit;
    let all = 0..circuit.properties.len();
    let properties: Vec<usize> = match &settings.properties {
        None => all.collect(),
        Some(chosen) => all.filter(|index| chosen.contains(index)).collect(),
    };
    observer.notice(&Event::Loaded {
        latches: circuit.latches.len(),
        ands: circuit.ands.len(),
        properties: properties.len(),
    });
    if properties.is_empty() {
        return Ok(Report {
            model,
            properties: Vec::new(),
            reduction: None,
            elapsed: start.elapsed(),
        });
    }
    let reduction = if settings.reduce {
        buttress_reduce::Settings::default()
    } else {
        buttress_reduce::Settings { constants: false, latches: None, gates: None }
    };
    let budget = Budget::new(settings.limits.clone());
    let reduced = Reduced::new(circuit, &properties, &reduction, &budget);
    observer.notice(&Event::Reduced {
        latches: reduced.circuit.latches.len(),
        ands: reduced.circuit.ands.len(),
    });
    let cone_latches: Vec<usize> =
        properties.iter().map(|&index| latches_in_cone(circuit, index)).collect();
    let store = Store::new(properties.len());
    let portfolio = Portfolio {
        court: Court {
            circuit,
            checker: &checker,
            reduced: &reduced,
            settings,
            limits: &settings.limits,
        },
        properties: &properties,
        names: &|index| model.names.property(index),
        cone_latches: &cone_latches,
        store: &store,
        limits: &settings.limits,
        observer,
        start,
        threads: settings.threads,
    };
    let reports = portfolio.run(members(&reduced.circuit, settings));
    let counts = reduced.counts;
    Ok(Report { properties: reports, reduction: Some(counts), elapsed: start.elapsed(), model })
}

fn latches_in_cone(circuit: &Circuit, property: usize) -> usize {
    let bad = circuit.properties[property].bad;
    cone_of(circuit, circuit.constraints.iter().copied().chain([bad])).latches
}

/// The engines of a run and the shares of effort they get.
fn members(circuit: &Circuit, settings: &Settings) -> Vec<Member> {
    let step = Arc::new(Step::new(circuit.clone()));
    let circuit = Arc::new(circuit.clone());
    let seed = settings.seed;
    let bound = settings.bound;
    let count = circuit.properties.len();
    let mut members = Vec::new();
    let wants =
        |kind: EngineKind| settings.engine == kind || settings.engine == EngineKind::Portfolio;
    for property in 0..count {
        if wants(EngineKind::Ic3) {
            let step = step.clone();
            let ic3 = buttress_ic3::Settings { seed, ..Default::default() };
            members.push(member(Some(property), 6.0, move || {
                Box::new(Ic3Engine::new(step.clone(), property, ic3))
            }));
        }
        if wants(EngineKind::KInduction) {
            let circuit = circuit.clone();
            let k_induction = KInductionSettings { bound, seed, ..Default::default() };
            members.push(member(Some(property), 1.0, move || {
                Box::new(KInductionEngine::new(circuit.clone(), property, k_induction))
            }));
        }
        if wants(EngineKind::Fsis) {
            let step = step.clone();
            let fsis = buttress_clausal::Settings { seed, ..Default::default() };
            members.push(member(Some(property), 0.5, move || {
                Box::new(FsisEngine::new(step.clone(), property, fsis.clone()))
            }));
        }
    }
    if wants(EngineKind::Bmc) {
        let bmc = BmcSettings { bound, seed };
        let weight = 3.0 * count as f64;
        members.push(member(None, weight, move || Box::new(BmcEngine::new(circuit.clone(), bmc))));
    }
    members
}

fn member(
    property: Option<usize>,
    weight: f64,
    recruit: impl Fn() -> Box<dyn Engine> + Send + Sync + 'static,
) -> Member {
    Member { property, weight, recruit: Arc::new(recruit) }
}
