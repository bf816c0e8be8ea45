//! The run: read, reduce, make engines, and let them take turns.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use buttress_budget::{Budget, Limits};
use buttress_checker::Checker;
use buttress_circuit::{Circuit, cone_of};
use buttress_clausal::TransitionRelation;
use buttress_formats::{Diagnostic, aiger};
use buttress_hardware_reduce::{Counts, Reduced};
use buttress_ic3::{Generalization, PropertyUse};
use buttress_unroll::{BmcSettings, KInductionSettings, Stride};

use super::certified::Certifier;
use super::cube::{cube, with_part};
use super::engine::{
    BackwardEngine, BmcEngine, Engine, FsisEngine, Ic3Engine, InterpolationEngine, KInductionEngine,
};
use super::link::Link;
use super::observer::{Event, Observer};
use super::portfolio::{Board, Member, Portfolio, Stage};
use super::store::Store;
use super::{EngineKind, PropertyReport, Report, Settings};
use crate::limits::{
    BACKWARD_WEIGHT, CROWD, FIRST_CIRCUIT_TURN, FIRST_CUBE, FIRST_STAGE_EFFORT,
    FIRST_UNROLLING_TURN, FSIS_WEIGHT, IC3_WEIGHTS, INTERPOLATION_WEIGHT, K_INDUCTION_WEIGHT,
    PART_WEIGHT, bmc_weight,
};

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
    let cone_latches: Vec<usize> =
        properties.iter().map(|&index| latches_in_cone(circuit, index)).collect();
    let run = Run {
        circuit,
        checker: &checker,
        settings,
        observer,
        properties: &properties,
        names: &|index| model.names.property(index),
        cone_latches: &cone_latches,
        start,
    };
    let (reports, counts) = run.stages();
    Ok(Report { properties: reports, reduction: Some(counts), elapsed: start.elapsed(), model })
}

/// What the stages of a run have in common.
struct Run<'a> {
    circuit: &'a Circuit,
    checker: &'a Checker,
    settings: &'a Settings,
    observer: &'a dyn Observer,
    properties: &'a [usize],
    names: &'a (dyn Fn(usize) -> String + Sync),
    cone_latches: &'a [usize],
    start: Instant,
}

impl Run<'_> {
    /// First a quick try on the cone with constant latches removed; then, if something is
    /// open, a thorough reduction, and on from there if it did not help.
    fn stages(&self) -> (Vec<PropertyReport>, Counts) {
        // k-induction alone is complete by simple paths, which some reductions take away.
        let relations = self.settings.reduce && self.settings.engine != EngineKind::KInduction;
        let cheap = buttress_hardware_reduce::Settings {
            constants: self.settings.reduce,
            relations,
            ..buttress_hardware_reduce::Settings::CHEAP
        };
        let thorough = buttress_hardware_reduce::Settings { relations, ..Default::default() };
        let first = self.reduced(&cheap);
        let store = self.store();
        let portfolio = self.portfolio(&first, &store);
        let mut board = Board::new(self.properties.len());
        board.enlist(members(&first, self.settings));
        let threads = self.settings.threads;
        if self.settings.reduce {
            let stage = Stage { effort: FIRST_STAGE_EFFORT, threads, is_over: None };
            board = portfolio.run(board, &stage);
            if !board.is_settled() {
                let second;
                (second, board) = self.reduced_meanwhile(&thorough, &portfolio, board);
                if !board.is_settled() && is_worth_it(&first, &second) {
                    let store = self.store();
                    let portfolio = self.portfolio(&second, &store);
                    board.enlist(members(&second, self.settings));
                    let stage = Stage { effort: u64::MAX, threads, is_over: None };
                    let board = portfolio.run(board, &stage);
                    return (portfolio.reports(board), second.counts);
                }
            }
        }
        let board = portfolio.run(board, &Stage { effort: u64::MAX, threads, is_over: None });
        (portfolio.reports(board), first.counts)
    }

    /// Reduces the circuit on one thread, while engines go on in the others if there are any.
    fn reduced_meanwhile(
        &self,
        settings: &buttress_hardware_reduce::Settings,
        portfolio: &Portfolio<'_>,
        board: Board,
    ) -> (Reduced, Board) {
        let others = self.settings.threads.saturating_sub(1);
        if others == 0 {
            return (self.reduced(settings), board);
        }
        let is_reduced = AtomicBool::new(false);
        let is_settled = Arc::new(AtomicBool::new(false));
        let limits = self.settings.limits.clone().with_interrupt(is_settled.clone());
        std::thread::scope(|scope| {
            let reduction = scope.spawn(|| {
                let reduced = self.reduced_within(settings, limits);
                is_reduced.store(true, Ordering::Relaxed);
                reduced
            });
            let stage = Stage { effort: u64::MAX, threads: others, is_over: Some(&is_reduced) };
            let board = portfolio.run(board, &stage);
            is_settled.store(board.is_settled(), Ordering::Relaxed);
            let reduced = reduction.join();
            (reduced.unwrap_or_else(|panic| std::panic::resume_unwind(panic)), board)
        })
    }

    fn reduced(&self, settings: &buttress_hardware_reduce::Settings) -> Reduced {
        self.reduced_within(settings, self.settings.limits.clone())
    }

    fn reduced_within(
        &self,
        settings: &buttress_hardware_reduce::Settings,
        limits: Limits,
    ) -> Reduced {
        let budget = Budget::new(limits);
        let reduced = Reduced::new(self.circuit, self.properties, settings, &budget);
        self.observer.notice(&Event::Reduced {
            latches: reduced.circuit.latches.len(),
            ands: reduced.circuit.ands.len(),
        });
        reduced
    }

    /// An empty store; clauses of frames are shared if there is somebody to share them with.
    fn store(&self) -> Store {
        let has_unlike_ways =
            self.settings.engine == EngineKind::Portfolio && self.properties.len() <= CROWD;
        let shares_frames = has_unlike_ways || self.settings.peers.is_some();
        Store::new(self.properties.len(), shares_frames)
    }

    fn portfolio<'a>(&'a self, reduced: &'a Reduced, store: &'a Store) -> Portfolio<'a> {
        Portfolio {
            certifier: Certifier {
                circuit: self.circuit,
                checker: self.checker,
                reduced,
                settings: self.settings,
                limits: &self.settings.limits,
            },
            properties: self.properties,
            names: self.names,
            cone_latches: self.cone_latches,
            store,
            link: self.settings.peers.as_ref().map(|peers| {
                let seed = self.settings.seed;
                Link::new(&**peers, self.circuit, reduced, self.properties, seed)
            }),
            limits: &self.settings.limits,
            observer: self.observer,
            start: self.start,
        }
    }
}

/// Is the second circuit enough smaller to start anew on it?
fn is_worth_it(first: &Reduced, second: &Reduced) -> bool {
    let (before, after) = (&first.circuit, &second.circuit);
    20 * after.latches.len() < 19 * before.latches.len()
        || 10 * after.ands.len() < 9 * before.ands.len()
}

fn latches_in_cone(circuit: &Circuit, property: usize) -> usize {
    let bad = circuit.properties[property].bad;
    cone_of(circuit, circuit.constraints.iter().copied().chain([bad])).latches
}

/// The engines of a run and the shares of effort they get.
fn members(reduced: &Reduced, settings: &Settings) -> Vec<Member> {
    let step = Arc::new(TransitionRelation::new(reduced.circuit.clone()));
    let circuit = Arc::new(reduced.circuit.clone());
    let simple_path = reduced.keeps_differences();
    let seed = settings.seed.wrapping_add(u64::from(settings.variant));
    let bound = settings.bound;
    let count = circuit.properties.len();
    let mut members = Vec::new();
    let wants =
        |kind: EngineKind| settings.engine == kind || settings.engine == EngineKind::Portfolio;
    for property in 0..count {
        if wants(EngineKind::Ic3) {
            // Which way is better differs from circuit to circuit, often by a lot.
            let ways = match settings.engine {
                EngineKind::Portfolio if count <= CROWD => IC3_WEIGHTS.len() as u32,
                _ => 1,
            };
            for (way, weight) in (0..ways).zip(IC3_WEIGHTS) {
                let step = step.clone();
                let seed = seed.wrapping_add(u64::from(way));
                let ic3 = way_of_ic3(settings.variant.wrapping_add(way), seed);
                members.push(member(Some(property), weight, move || {
                    Box::new(Ic3Engine::new(step.clone(), property, ic3))
                }));
            }
            // Whoever joins when all ways are taken takes a part of the property.
            if let Some(number) = settings.variant.checked_sub(FIRST_CUBE)
                && let bad = circuit.properties[property].bad
                && let Some(cube) = cube(&circuit, bad, number)
            {
                let (circuit, part) = with_part(&circuit, bad, &cube);
                let step = Arc::new(TransitionRelation::new(circuit));
                let ic3 = way_of_ic3(settings.variant, seed);
                members.push(member(Some(property), PART_WEIGHT, move || {
                    Box::new(Ic3Engine::of_part(step.clone(), (property, part), ic3))
                }));
            }
        }
        if wants(EngineKind::KInduction) {
            let circuit = circuit.clone();
            let k_induction = KInductionSettings { simple_path, bound, seed };
            members.push(patient_member(Some(property), K_INDUCTION_WEIGHT, move || {
                Box::new(KInductionEngine::new(circuit.clone(), property, k_induction))
            }));
        }
        // In a crowd an engine keeps only what it has put into the store, and this one puts nothing there.
        let is_crowd = settings.engine == EngineKind::Portfolio && count > CROWD;
        if wants(EngineKind::Backward) && !is_crowd {
            let step = step.clone();
            let backward = buttress_backward::Settings { seed };
            members.push(member(Some(property), BACKWARD_WEIGHT, move || {
                Box::new(BackwardEngine::new(step.clone(), property, backward))
            }));
        }
        if settings.engine == EngineKind::Interpolation {
            let step = step.clone();
            let interpolation = buttress_interpolate::Settings { seed, ..Default::default() };
            members.push(member(Some(property), INTERPOLATION_WEIGHT, move || {
                Box::new(InterpolationEngine::new(step.clone(), property, interpolation))
            }));
        }
        if wants(EngineKind::Fsis) {
            let step = step.clone();
            // Whoever joins others looks elsewhere than they do.
            let sample = settings.variant % 2 == 1;
            let fsis = buttress_clausal::Settings { seed, sample, ..Default::default() };
            members.push(member(Some(property), FSIS_WEIGHT, move || {
                Box::new(FsisEngine::new(step.clone(), property, fsis.clone()))
            }));
        }
    }
    // Whoever joins others may step over what they prove depth by depth.
    let unrolls = match settings.engine {
        EngineKind::Portfolio if settings.variant % 2 == 1 => Some(Stride::Growing),
        EngineKind::Portfolio | EngineKind::Bmc => Some(Stride::One),
        EngineKind::Strides => Some(Stride::Growing),
        _ => None,
    };
    if let Some(stride) = unrolls {
        let bmc = BmcSettings { bound, stride, seed };
        members.push(patient_member(None, bmc_weight(count), move || {
            Box::new(BmcEngine::new(circuit.clone(), bmc))
        }));
    }
    members
}

/// Unlike ways of IC3, in the order in which they are added to a run, or taken by those who join one.
fn way_of_ic3(variant: u32, seed: u64) -> buttress_ic3::Settings {
    let ctgs = |depth, per_call| Generalization::WithCtgs { depth, per_call };
    let (generalization, property) = match variant % 6 {
        0 => (ctgs(1, 3), PropertyUse::Learnt),
        1 => (Generalization::DropLiterals, PropertyUse::Given),
        2 => (Generalization::Adaptive, PropertyUse::Learnt),
        3 => (ctgs(1, 3), PropertyUse::Given),
        4 => (Generalization::DropLiterals, PropertyUse::Learnt),
        _ => (ctgs(2, 5), PropertyUse::Learnt),
    };
    buttress_ic3::Settings { seed, generalization, property, ..Default::default() }
}

fn member(
    property: Option<usize>,
    weight: f64,
    make: impl Fn() -> Box<dyn Engine> + Send + Sync + 'static,
) -> Member {
    Member { property, weight, first_turn: FIRST_CIRCUIT_TURN, make: Arc::new(make) }
}

/// An engine that loses nothing when its turn ends: its first turn is short.
fn patient_member(
    property: Option<usize>,
    weight: f64,
    make: impl Fn() -> Box<dyn Engine> + Send + Sync + 'static,
) -> Member {
    Member { first_turn: FIRST_UNROLLING_TURN, ..member(property, weight, make) }
}
