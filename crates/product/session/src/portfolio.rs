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

use crate::engine::{Engine, Finding, Standing};
use crate::evidence::{Court, also_violated, timed};
use crate::observer::{Event, Observer};
use crate::store::Store;
use crate::{EngineKind, Figures, PropertyReport, Status};

/// Makes an engine when its first turn is due.
pub(crate) type Recruit = Arc<dyn Fn() -> Box<dyn Engine> + Send + Sync>;

/// An engine with its place in the queue.
pub(crate) struct Member {
    pub(crate) property: Option<usize>,
    pub(crate) weight: f64,
    pub(crate) recruit: Recruit,
}

struct Seat {
    property: Option<usize>,
    weight: f64,
    recruit: Recruit,
    engine: Option<Box<dyn Engine>>,
    spent: u64,
    state: SeatState,
    /// Is the engine made anew for each turn?
    forgets: bool,
}

impl Seat {
    /// The effort of its next turn.
    fn turn(&self) -> u64 {
        if self.forgets {
            self.spent.max(FIRST_TURN_IN_A_CROWD)
        } else {
            (self.spent / TURN_SHARE).clamp(FIRST_TURN, LONGEST_TURN)
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum SeatState {
    Waiting,
    Running,
    Gone,
}

/// What all threads share, and what is kept from one stage of a run to the next.
pub(crate) struct Table {
    seats: Vec<Seat>,
    reports: Vec<Option<PropertyReport>>,
    /// Why an engine had to stop; the answer for properties that are left.
    stopped: Option<Exhausted>,
    /// Why the last engine had no more to say.
    finished: Option<CircuitUnknown>,
    depth: Vec<usize>,
    /// Effort that may be spent until this stage ends.
    left: u64,
}

pub(crate) struct Portfolio<'a> {
    pub(crate) court: Court<'a>,
    /// The positions in the file of the properties being proved.
    pub(crate) properties: &'a [usize],
    pub(crate) names: &'a (dyn Fn(usize) -> String + Sync),
    pub(crate) cone_latches: &'a [usize],
    pub(crate) store: &'a Store,
    pub(crate) limits: &'a Limits,
    pub(crate) observer: &'a dyn Observer,
    pub(crate) start: Instant,
    pub(crate) threads: usize,
}

/// The effort of a first turn. An engine that is interrupted loses the clause it was generalising:
/// with turns of a thirteenth of this, IC3 asked 5095 queries instead of 1365 on picojava/pj2005.
const FIRST_TURN: u64 = 400_000;
/// Later turns are this share of what the engine has spent, so that changing turns costs little.
const TURN_SHARE: u64 = 4;
/// With more properties than this, engines of single properties do not keep their memory between
/// turns: they start again from the clauses in the store, with twice the effort. First turns
/// are shorter, as most of many properties tend to be easy.
const CROWD: usize = 32;
/// The effort of a first turn in a crowd.
const FIRST_TURN_IN_A_CROWD: u64 = 50_000;
/// No turn is longer than this, so that an engine whose property is answered elsewhere goes soon.
const LONGEST_TURN: u64 = 4_000_000;

impl Portfolio<'_> {
    /// Lets the engines take turns until all is settled or `effort` is spent.
    pub(crate) fn run(&self, mut table: Table, effort: u64) -> Table {
        table.left = effort;
        let table = Mutex::new(table);
        let idle = Condvar::new();
        let done = Arc::new(AtomicBool::new(false));
        let limits = self.limits.clone().with_interrupt(done.clone());
        std::thread::scope(|scope| {
            for _ in 1..self.threads.max(1) {
                scope.spawn(|| self.work(&table, &idle, &limits, &done));
            }
            self.work(&table, &idle, &limits, &done);
        });
        table.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// One report per property; those without an answer are unknown.
    pub(crate) fn reports(&self, table: Table) -> Vec<PropertyReport> {
        let reason = match (table.stopped, table.finished) {
            (Some(exhausted), _) => CircuitUnknown::Budget(exhausted),
            (None, Some(reason)) => reason,
            (None, None) => CircuitUnknown::Budget(Exhausted::Interrupt),
        };
        let reports = table.reports.into_iter().enumerate();
        let filled = reports.map(|(local, report)| {
            report.unwrap_or_else(|| {
                let standing = Standing { depth: table.depth[local], ..Standing::default() };
                let status = Status::Unknown(reason.clone());
                self.report(local, status, None, standing, Duration::ZERO, 0)
            })
        });
        filled.collect()
    }

    fn work(&self, table: &Mutex<Table>, idle: &Condvar, limits: &Limits, done: &AtomicBool) {
        let mut guard = lock(table);
        loop {
            if guard.is_settled() || guard.left == 0 {
                // When all is settled, whoever is still running has nothing to add. At the end of a
                // stage, a running engine finishes its turn: it may go on in the next.
                done.store(guard.is_settled(), Ordering::Relaxed);
                idle.notify_all();
                return;
            }
            let Some(index) = guard.next_seat() else {
                guard = idle.wait(guard).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let seat = &mut guard.seats[index];
            seat.state = SeatState::Running;
            let (turn, spent) = (seat.turn(), seat.spent);
            let engine = seat.engine.take();
            let recruit = seat.recruit.clone();
            drop(guard);

            let mut engine = engine.unwrap_or_else(|| recruit());
            let budget = Budget::with_effort(limits.clone(), turn);
            engine.exchange(self.store);
            let result = engine.run(&budget);
            engine.exchange(self.store);
            let ending = self.conclude(table, &*engine, result, spent + budget.spent());

            guard = lock(table);
            guard.settle(index, engine, budget.spent().max(1), ending);
            idle.notify_all();
        }
    }

    /// Takes in what a turn has found.
    fn conclude(
        &self,
        table: &Mutex<Table>,
        engine: &dyn Engine,
        result: Result<Finding, Exhausted>,
        spent: u64,
    ) -> Ending {
        match result {
            Ok(Finding::Verdict(local, verdict)) => {
                match self.answer(table, engine, local, verdict, spent) {
                    // An engine for one property would only say the same again.
                    Some(reason) if engine.property().is_some() => Ending::Finished(reason),
                    _ => Ending::Continues,
                }
            }
            Ok(Finding::Finished(reason)) => Ending::Finished(reason),
            Err(Exhausted::Effort) => {
                let standing = engine.standing();
                self.observer.notice(&Event::Turn {
                    engine: engine.kind(),
                    property: engine.property().map(|local| self.properties[local]),
                    depth: standing.depth,
                    clauses: standing.clauses,
                    elapsed: self.start.elapsed(),
                });
                Ending::Continues
            }
            Err(exhausted) => Ending::Stopped(exhausted),
        }
    }

    /// Has a verdict checked and enters it, with those that follow from it. Answers why, if
    /// the verdict could not be certified.
    fn answer(
        &self,
        table: &Mutex<Table>,
        engine: &dyn Engine,
        local: usize,
        verdict: Verdict,
        spent: u64,
    ) -> Option<CircuitUnknown> {
        if lock(table).reports[local].is_some() {
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
        let (status, checking) = timed(|| self.court.judge(property, verdict, &lent, spent));
        match &status {
            Status::Proved(proof) if proof.k_induction.is_none() => {
                let bad = self.bad(local);
                let absolute = found.iter().cloned().chain(self.store.relative(local));
                self.store.publish_absolute(absolute.chain([[!bad].into_iter().collect()]));
            }
            Status::False(proof) => {
                let open: Vec<usize> = {
                    let table = lock(table);
                    let open = (0..self.properties.len())
                        .filter(|&other| other != local && table.reports[other].is_none());
                    open.collect()
                };
                self.spread(table, engine, &proof.shown, &open);
            }
            Status::Unknown(reason) => return Some(reason.clone()),
            _ => {}
        }
        let report = self.report(
            local,
            status,
            Some(engine.kind()),
            engine.standing(),
            checking,
            found.len(),
        );
        self.enter(table, local, report);
        None
    }

    /// A trace for one property may pass through the bad signals of others.
    fn spread(
        &self,
        table: &Mutex<Table>,
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
                timed(|| self.court.certified(property, Verdict::Unsafe(trace)));
            let standing = engine.standing();
            let report = self.report(*local, status, Some(engine.kind()), standing, checking, 0);
            self.enter(table, *local, report);
        }
    }

    fn enter(&self, table: &Mutex<Table>, local: usize, report: PropertyReport) {
        // Out of time while certifying is not an answer: another engine may still give one.
        if matches!(report.status, Status::Unknown(_)) {
            return;
        }
        let mut table = lock(table);
        if table.reports[local].is_none() {
            self.observer.notice(&Event::Answered(&report));
            table.reports[local] = Some(report);
        }
    }

    fn circuit(&self) -> &Circuit {
        self.court.circuit
    }

    fn bad(&self, local: usize) -> buttress_prop::Lit {
        self.court.reduced.circuit.properties[local].bad
    }

    fn report(
        &self,
        local: usize,
        status: Status,
        engine: Option<EngineKind>,
        standing: Standing,
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
                queries: standing.queries,
                cone_latches: self.cone_latches[local],
                depth: standing.depth,
                checking,
            },
        }
    }
}

enum Ending {
    Continues,
    Finished(CircuitUnknown),
    Stopped(Exhausted),
}

impl Table {
    /// A table at which nobody sits, for so many properties.
    pub(crate) fn new(properties: usize) -> Table {
        Table {
            seats: Vec::new(),
            reports: vec![None; properties],
            stopped: None,
            finished: None,
            depth: vec![0; properties],
            left: 0,
        }
    }

    /// Replaces whoever sits at the table.
    pub(crate) fn seat(&mut self, members: Vec<Member>) {
        let is_crowded = self.reports.len() > CROWD;
        let seats = members.into_iter().map(|member| Seat {
            forgets: is_crowded && member.property.is_some(),
            property: member.property,
            weight: member.weight,
            recruit: member.recruit,
            engine: None,
            spent: 0,
            state: SeatState::Waiting,
        });
        self.seats = seats.collect();
        self.finished = None;
    }

    /// Is there nothing left to do, whatever the effort?
    pub(crate) fn is_settled(&self) -> bool {
        self.stopped.is_some()
            || self.reports.iter().all(Option::is_some)
            || self.seats.iter().all(|seat| seat.state == SeatState::Gone)
    }

    /// The waiting seat whose next turn would end first.
    fn next_seat(&self) -> Option<usize> {
        let waiting = self.seats.iter().enumerate().filter(|(_, seat)| {
            seat.state == SeatState::Waiting
                && seat.property.is_none_or(|local| self.reports[local].is_none())
        });
        let ending = |seat: &Seat| (seat.spent + seat.turn()) as f64 / seat.weight;
        let first = waiting.min_by(|(_, a), (_, b)| ending(a).total_cmp(&ending(b)));
        first.map(|(index, _)| index)
    }

    /// Ends a turn.
    fn settle(&mut self, index: usize, engine: Box<dyn Engine>, spent: u64, ending: Ending) {
        let depth = engine.standing().depth;
        let affected = match engine.property() {
            Some(local) => local..local + 1,
            None => 0..self.depth.len(),
        };
        for local in affected {
            self.depth[local] = self.depth[local].max(depth);
        }
        self.left = self.left.saturating_sub(spent);
        let seat = &mut self.seats[index];
        seat.spent += spent;
        seat.state = SeatState::Waiting;
        seat.engine = if seat.forgets { None } else { Some(engine) };
        match ending {
            Ending::Continues => {}
            Ending::Finished(reason) => {
                self.seats[index].state = SeatState::Gone;
                self.seats[index].engine = None;
                self.finished = Some(reason);
            }
            Ending::Stopped(exhausted) => {
                self.stopped.get_or_insert(exhausted);
            }
        }
        let answered: Vec<usize> =
            (0..self.reports.len()).filter(|&local| self.reports[local].is_some()).collect();
        for seat in &mut self.seats {
            if seat.property.is_some_and(|local| self.reports[local].is_some())
                && seat.state == SeatState::Waiting
            {
                seat.state = SeatState::Gone;
                seat.engine = None;
            }
            if let (None, Some(engine)) = (seat.property, &mut seat.engine) {
                answered.iter().for_each(|&local| engine.retire(local));
            }
        }
    }
}

fn lock(table: &Mutex<Table>) -> MutexGuard<'_, Table> {
    table.lock().unwrap_or_else(PoisonError::into_inner)
}
