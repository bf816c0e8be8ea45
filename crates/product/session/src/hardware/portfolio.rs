//! The portfolio: engines take turns on one or more threads until every property has its answer.
//!
//! The next turn goes to the engine whose turn would end first if each engine were as fast as its
//! weight, so that light engines wait until heavy ones have had a fair try. Effort is counted
//! in solver propagations, so on one thread the turns, and with them the whole run, do not depend on
//! the clock. With more threads the schedule varies; answers do not, because each is
//! checked.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use buttress_budget::{Budget, Exhausted, Limits};
use buttress_circuit::{Circuit, CircuitUnknown, Verdict};

use super::certified::{Certifier, also_violated, timed};
use super::engine::{Engine, Finding, Progress};
use super::observer::{Event, Observer};
use super::store::Store;
use super::{EngineKind, Figures, PropertyReport, Status};
use crate::limits::{
    CROWD, FIRST_CIRCUIT_TURN, FIRST_TURN_IN_A_CROWD, LONGEST_CIRCUIT_TURN, TURN_SHARE,
};

/// Makes an engine when its first turn is due.
pub(super) type MakeEngine = Arc<dyn Fn() -> Box<dyn Engine> + Send + Sync>;

/// An engine with its place in the queue.
pub(super) struct Member {
    pub(super) property: Option<usize>,
    pub(super) weight: f64,
    pub(super) make: MakeEngine,
}

struct Slot {
    property: Option<usize>,
    weight: f64,
    make: MakeEngine,
    engine: Option<Box<dyn Engine>>,
    spent: u64,
    state: SlotState,
    /// Is the engine made anew for each turn?
    forgets: bool,
}

impl Slot {
    /// The effort of its next turn.
    fn turn(&self) -> u64 {
        if self.forgets {
            self.spent.max(FIRST_TURN_IN_A_CROWD)
        } else {
            (self.spent / TURN_SHARE).clamp(FIRST_CIRCUIT_TURN, LONGEST_CIRCUIT_TURN)
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum SlotState {
    Waiting,
    Running,
    Gone,
}

/// What all threads share, and what is kept from one stage of a run to the next.
pub(super) struct Schedule {
    slots: Vec<Slot>,
    reports: Vec<Option<PropertyReport>>,
    /// Why an engine had to stop; the answer for properties that are left.
    stopped: Option<Exhausted>,
    /// Why the last engine had no more to say.
    finished: Option<CircuitUnknown>,
    depth: Vec<usize>,
    /// Effort that may be spent until this stage ends.
    left: u64,
}

pub(super) struct Portfolio<'a> {
    pub(super) certifier: Certifier<'a>,
    /// The positions in the file of the properties being proved.
    pub(super) properties: &'a [usize],
    pub(super) names: &'a (dyn Fn(usize) -> String + Sync),
    pub(super) cone_latches: &'a [usize],
    pub(super) store: &'a Store,
    pub(super) limits: &'a Limits,
    pub(super) observer: &'a dyn Observer,
    pub(super) start: Instant,
    pub(super) threads: usize,
}

impl Portfolio<'_> {
    /// Lets the engines take turns until all is settled or `effort` is spent.
    pub(super) fn run(&self, mut schedule: Schedule, effort: u64) -> Schedule {
        schedule.left = effort;
        let schedule = Mutex::new(schedule);
        let idle = Condvar::new();
        let done = Arc::new(AtomicBool::new(false));
        let limits = self.limits.clone().with_interrupt(done.clone());
        std::thread::scope(|scope| {
            for _ in 1..self.threads.max(1) {
                scope.spawn(|| self.work(&schedule, &idle, &limits, &done));
            }
            self.work(&schedule, &idle, &limits, &done);
        });
        schedule.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// One report per property; those without an answer are unknown.
    pub(super) fn reports(&self, schedule: Schedule) -> Vec<PropertyReport> {
        let reason = match (schedule.stopped, schedule.finished) {
            (Some(exhausted), _) => CircuitUnknown::Budget(exhausted),
            (None, Some(reason)) => reason,
            (None, None) => CircuitUnknown::Budget(Exhausted::Interrupt),
        };
        let reports = schedule.reports.into_iter().enumerate();
        let filled = reports.map(|(local, report)| {
            report.unwrap_or_else(|| {
                let progress = Progress { depth: schedule.depth[local], ..Progress::default() };
                let status = Status::Unknown(reason.clone());
                self.report(local, status, None, progress, Duration::ZERO, 0)
            })
        });
        filled.collect()
    }

    fn work(&self, schedule: &Mutex<Schedule>, idle: &Condvar, limits: &Limits, done: &AtomicBool) {
        let mut guard = lock(schedule);
        loop {
            if guard.is_settled() || guard.left == 0 {
                // When all is settled, whoever is still running has nothing to add. At the end of a
                // stage, a running engine finishes its turn: it may go on in the next.
                done.store(guard.is_settled(), Ordering::Relaxed);
                idle.notify_all();
                return;
            }
            let Some(index) = guard.next_slot() else {
                guard = idle.wait(guard).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let slot = &mut guard.slots[index];
            slot.state = SlotState::Running;
            let (turn, spent) = (slot.turn(), slot.spent);
            let engine = slot.engine.take();
            let make = slot.make.clone();
            drop(guard);

            let mut engine = engine.unwrap_or_else(|| make());
            let budget = Budget::with_effort(limits.clone(), turn);
            engine.exchange(self.store);
            let result = engine.run(&budget);
            engine.exchange(self.store);
            let end = self.conclude(schedule, &*engine, result, spent + budget.spent());

            guard = lock(schedule);
            guard.settle(index, engine, budget.spent().max(1), end);
            idle.notify_all();
        }
    }

    /// Takes in what a turn has found.
    fn conclude(
        &self,
        schedule: &Mutex<Schedule>,
        engine: &dyn Engine,
        result: Result<Finding, Exhausted>,
        spent: u64,
    ) -> TurnEnd {
        match result {
            Ok(Finding::Verdict(local, verdict)) => {
                match self.answer(schedule, engine, local, verdict, spent) {
                    // An engine for one property would only say the same again.
                    Some(reason) if engine.property().is_some() => TurnEnd::Finished(reason),
                    _ => TurnEnd::Continues,
                }
            }
            Ok(Finding::Finished(reason)) => TurnEnd::Finished(reason),
            Err(Exhausted::Effort) => {
                let progress = engine.progress();
                self.observer.notice(&Event::Turn {
                    engine: engine.kind(),
                    property: engine.property().map(|local| self.properties[local]),
                    depth: progress.depth,
                    clauses: progress.clauses,
                    elapsed: self.start.elapsed(),
                });
                TurnEnd::Continues
            }
            Err(exhausted) => TurnEnd::Stopped(exhausted),
        }
    }

    /// Has a verdict checked and enters it, with those that follow from it. Answers why, if
    /// the verdict could not be certified.
    fn answer(
        &self,
        schedule: &Mutex<Schedule>,
        engine: &dyn Engine,
        local: usize,
        verdict: Verdict,
        spent: u64,
    ) -> Option<CircuitUnknown> {
        if lock(schedule).reports[local].is_some() {
            return None;
        }
        let property = self.properties[local];
        let mut lent = self.store.absolute();
        let found = match &verdict {
            Verdict::Safe(
                buttress_circuit::Strengthening::Clauses(clauses)
                | buttress_circuit::Strengthening::KInduction { clauses, .. },
            ) => clauses.clone(),
            _ => Vec::new(),
        };
        if engine.kind() != EngineKind::KInduction {
            lent.extend(self.store.relative(local));
        }
        let (status, checking) = timed(|| self.certifier.accept(property, verdict, &lent, spent));
        match &status {
            Status::Proved(proof) if proof.k_induction.is_none() => {
                let bad = self.bad(local);
                let absolute = found.iter().cloned().chain(self.store.relative(local));
                self.store.publish_absolute(absolute.chain([[!bad].into_iter().collect()]));
            }
            Status::False(proof) => {
                let open: Vec<usize> = {
                    let schedule = lock(schedule);
                    let open = (0..self.properties.len())
                        .filter(|&other| other != local && schedule.reports[other].is_none());
                    open.collect()
                };
                self.refute_also(schedule, engine, &proof.shown, &open);
            }
            Status::Unknown(reason) => return Some(reason.clone()),
            _ => {}
        }
        let report = self.report(
            local,
            status,
            Some(engine.kind()),
            engine.progress(),
            checking,
            found.len(),
        );
        self.record(schedule, local, report);
        None
    }

    /// A trace for one property may pass through the bad signals of others.
    fn refute_also(
        &self,
        schedule: &Mutex<Schedule>,
        engine: &dyn Engine,
        trace: &buttress_circuit::Trace,
        open: &[usize],
    ) {
        let positions: Vec<usize> = open.iter().map(|&local| self.properties[local]).collect();
        for (property, trace) in also_violated(self.circuit(), trace, &positions) {
            let Some(local) = open.iter().find(|&&local| self.properties[local] == property) else {
                continue;
            };
            let (status, checking) =
                timed(|| self.certifier.certified(property, Verdict::Unsafe(trace)));
            let progress = engine.progress();
            let report = self.report(*local, status, Some(engine.kind()), progress, checking, 0);
            self.record(schedule, *local, report);
        }
    }

    fn record(&self, schedule: &Mutex<Schedule>, local: usize, report: PropertyReport) {
        // Out of time while certifying is not an answer: another engine may still give one.
        if matches!(report.status, Status::Unknown(_)) {
            return;
        }
        let mut schedule = lock(schedule);
        if schedule.reports[local].is_none() {
            self.observer.notice(&Event::Answered(&report));
            schedule.reports[local] = Some(report);
        }
    }

    fn circuit(&self) -> &Circuit {
        self.certifier.circuit
    }

    fn bad(&self, local: usize) -> buttress_prop::Lit {
        self.certifier.reduced.circuit.properties[local].bad
    }

    fn report(
        &self,
        local: usize,
        status: Status,
        engine: Option<EngineKind>,
        progress: Progress,
        checking: Duration,
        clauses_found: usize,
    ) -> PropertyReport {
        PropertyReport {
            index: self.properties[local],
            name: (self.names)(self.properties[local]),
            status,
            engine,
            figures: Figures {
                elapsed: self.start.elapsed(),
                clauses_found,
                queries: progress.queries,
                cone_latches: self.cone_latches[local],
                depth: progress.depth,
                checking,
            },
        }
    }
}

enum TurnEnd {
    Continues,
    Finished(CircuitUnknown),
    Stopped(Exhausted),
}

impl Schedule {
    /// A schedule without engines, for so many properties.
    pub(super) fn new(properties: usize) -> Schedule {
        Schedule {
            slots: Vec::new(),
            reports: vec![None; properties],
            stopped: None,
            finished: None,
            depth: vec![0; properties],
            left: 0,
        }
    }

    /// Replaces the engines of the schedule.
    pub(super) fn slot(&mut self, members: Vec<Member>) {
        let is_crowded = self.reports.len() > CROWD;
        let slots = members.into_iter().map(|member| Slot {
            forgets: is_crowded && member.property.is_some(),
            property: member.property,
            weight: member.weight,
            make: member.make,
            engine: None,
            spent: 0,
            state: SlotState::Waiting,
        });
        self.slots = slots.collect();
        self.finished = None;
    }

    /// Is there nothing left to do, whatever the effort?
    pub(super) fn is_settled(&self) -> bool {
        self.stopped.is_some()
            || self.reports.iter().all(Option::is_some)
            || self.slots.iter().all(|slot| slot.state == SlotState::Gone)
    }

    /// The waiting slot whose next turn would end first.
    fn next_slot(&self) -> Option<usize> {
        let waiting = self.slots.iter().enumerate().filter(|(_, slot)| {
            slot.state == SlotState::Waiting
                && slot.property.is_none_or(|local| self.reports[local].is_none())
        });
        let end = |slot: &Slot| (slot.spent + slot.turn()) as f64 / slot.weight;
        let first = waiting.min_by(|(_, a), (_, b)| end(a).total_cmp(&end(b)));
        first.map(|(index, _)| index)
    }

    /// Ends a turn.
    fn settle(&mut self, index: usize, engine: Box<dyn Engine>, spent: u64, end: TurnEnd) {
        let depth = engine.progress().depth;
        let affected = match engine.property() {
            Some(local) => local..local + 1,
            None => 0..self.depth.len(),
        };
        for local in affected {
            self.depth[local] = self.depth[local].max(depth);
        }
        self.left = self.left.saturating_sub(spent);
        let slot = &mut self.slots[index];
        slot.spent += spent;
        slot.state = SlotState::Waiting;
        slot.engine = if slot.forgets { None } else { Some(engine) };
        match end {
            TurnEnd::Continues => {}
            TurnEnd::Finished(reason) => {
                self.slots[index].state = SlotState::Gone;
                self.slots[index].engine = None;
                self.finished = Some(reason);
            }
            TurnEnd::Stopped(exhausted) => {
                self.stopped.get_or_insert(exhausted);
            }
        }
        let answered: Vec<usize> =
            (0..self.reports.len()).filter(|&local| self.reports[local].is_some()).collect();
        for slot in &mut self.slots {
            if slot.property.is_some_and(|local| self.reports[local].is_some())
                && slot.state == SlotState::Waiting
            {
                slot.state = SlotState::Gone;
                slot.engine = None;
            }
            if let (None, Some(engine)) = (slot.property, &mut slot.engine) {
                answered.iter().for_each(|&local| engine.retire(local));
            }
        }
    }
}

fn lock(schedule: &Mutex<Schedule>) -> MutexGuard<'_, Schedule> {
    schedule.lock().unwrap_or_else(PoisonError::into_inner)
}
