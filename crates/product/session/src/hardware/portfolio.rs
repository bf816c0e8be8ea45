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
use super::link::Link;
use super::observer::{Event, Observer};
use super::store::Store;
use super::{EngineKind, Figures, PropertyReport, Status};
use crate::limits::{CROWD, FIRST_TURN_IN_A_CROWD, LONGEST_CIRCUIT_TURN, TURN_SHARE};
use crate::schedule::{Schedule, TurnLength};

/// How long engines take turns if all is not settled before, and how many of them at once.
pub(super) struct Stage<'s> {
    pub(super) effort: u64,
    pub(super) threads: usize,
    /// Somebody else ends it; turns that are under way are finished.
    pub(super) is_over: Option<&'s AtomicBool>,
}

/// Makes an engine when its first turn is due.
pub(super) type MakeEngine = Arc<dyn Fn() -> Box<dyn Engine> + Send + Sync>;

/// An engine with its place in the queue.
pub(super) struct Member {
    pub(super) property: Option<usize>,
    pub(super) weight: f64,
    /// The effort of its first turn.
    pub(super) first_turn: u64,
    pub(super) make: MakeEngine,
}

/// An engine that takes turns, made when the first is due.
struct TurnTaker {
    property: Option<usize>,
    make: MakeEngine,
    engine: Option<Box<dyn Engine>>,
    /// Is the engine made anew for each turn?
    forgets: bool,
    /// How far it was after its last turn.
    reached: Progress,
}

/// What all threads share, and what is kept from one stage of a run to the next.
pub(super) struct Board {
    schedule: Schedule<TurnTaker>,
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
    pub(super) link: Option<Link<'a>>,
    pub(super) limits: &'a Limits,
    pub(super) observer: &'a dyn Observer,
    pub(super) start: Instant,
}

impl Portfolio<'_> {
    /// Lets the engines take turns until all is settled or the stage ends.
    pub(super) fn run(&self, mut board: Board, stage: &Stage<'_>) -> Board {
        board.left = stage.effort;
        let board = Mutex::new(board);
        let idle = Condvar::new();
        let done = Arc::new(AtomicBool::new(false));
        let limits = self.limits.clone().with_interrupt(done.clone());
        std::thread::scope(|scope| {
            for _ in 1..stage.threads.max(1) {
                scope.spawn(|| self.work(&board, &idle, &limits, &done, stage));
            }
            self.work(&board, &idle, &limits, &done, stage);
        });
        board.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// One report per property; those without an answer are unknown.
    pub(super) fn reports(&self, board: Board) -> Vec<PropertyReport> {
        let reason = match (board.stopped, board.finished) {
            (Some(exhausted), _) => CircuitUnknown::Budget(exhausted),
            (None, Some(reason)) => reason,
            (None, None) => CircuitUnknown::Budget(Exhausted::Interrupt),
        };
        let reports = board.reports.into_iter().enumerate();
        let filled = reports.map(|(local, report)| {
            report.unwrap_or_else(|| {
                let progress = Progress { depth: board.depth[local], ..Progress::default() };
                let status = Status::Unknown(reason.clone());
                self.report(local, status, None, progress, Duration::ZERO, 0)
            })
        });
        filled.collect()
    }

    fn work(
        &self,
        board: &Mutex<Board>,
        idle: &Condvar,
        limits: &Limits,
        done: &AtomicBool,
        stage: &Stage<'_>,
    ) {
        let mut guard = lock(board);
        loop {
            let is_over = || stage.is_over.is_some_and(|flag| flag.load(Ordering::Relaxed));
            if guard.is_settled() || guard.left == 0 || is_over() {
                // When all is settled, whoever is still running has nothing to add. At the end of a
                // stage, a running engine finishes its turn: it may go on in the next.
                done.store(guard.is_settled(), Ordering::Relaxed);
                idle.notify_all();
                return;
            }
            let Some(index) = guard.next() else {
                guard = idle.wait(guard).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let turn = guard.schedule.begin(index);
            let slot = &mut guard.schedule.slots[index];
            let (engine, make, spent) =
                (slot.item.engine.take(), slot.item.make.clone(), slot.spent());
            let free_below = guard.free_below(guard.schedule.slots[index].item.property);
            drop(guard);

            let mut engine = engine.unwrap_or_else(|| make());
            let budget = Budget::with_effort(limits.clone(), turn);
            engine.exchange(self.store, limits);
            engine.assume_free_below(free_below);
            let result = engine.run(&budget);
            engine.exchange(self.store, limits);
            if let Some(link) = &self.link {
                link.visit(self.store, budget.spent(), limits);
                if let Some(local) = engine.property() {
                    link.report_depth(local, engine.progress().depth);
                }
            }
            let end = self.conclude(board, &*engine, result, spent + budget.spent());

            guard = lock(board);
            guard.settle(index, engine, budget.spent().max(1), end);
            idle.notify_all();
        }
    }

    /// Takes in what a turn has found.
    fn conclude(
        &self,
        board: &Mutex<Board>,
        engine: &dyn Engine,
        result: Result<Finding, Exhausted>,
        spent: u64,
    ) -> TurnEnd {
        match result {
            Ok(Finding::Verdict(local, verdict)) => {
                match self.answer(board, engine, local, verdict, spent) {
                    // An engine for one property would only say the same again.
                    Some(reason) if engine.property().is_some() => TurnEnd::Finished(reason),
                    _ => TurnEnd::Continues,
                }
            }
            Ok(Finding::Part(local, clauses)) => {
                self.store.publish(local, clauses);
                if let Some(link) = &self.link {
                    link.export_at_end(self.store);
                }
                TurnEnd::Done
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
        board: &Mutex<Board>,
        engine: &dyn Engine,
        local: usize,
        verdict: Verdict,
        spent: u64,
    ) -> Option<CircuitUnknown> {
        if lock(board).reports[local].is_some() {
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
                if let Some(link) = &self.link {
                    link.export_at_end(self.store);
                }
            }
            Status::False(proof) => {
                let open: Vec<usize> = {
                    let board = lock(board);
                    let open = (0..self.properties.len())
                        .filter(|&other| other != local && board.reports[other].is_none());
                    open.collect()
                };
                self.refute_also(board, engine, &proof.shown, &open);
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
        self.record(board, local, report);
        None
    }

    /// A trace for one property may pass through the bad signals of others.
    fn refute_also(
        &self,
        board: &Mutex<Board>,
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
                timed(|| self.certifier.certified(property, Verdict::Unsafe(trace), 0));
            let progress = engine.progress();
            let report = self.report(*local, status, Some(engine.kind()), progress, checking, 0);
            self.record(board, *local, report);
        }
    }

    fn record(&self, board: &Mutex<Board>, local: usize, report: PropertyReport) {
        // Out of time while certifying is not an answer: another engine may still give one.
        if matches!(report.status, Status::Unknown(_)) {
            return;
        }
        let mut board = lock(board);
        if board.reports[local].is_none() {
            self.observer.notice(&Event::Answered(&report));
            board.reports[local] = Some(report);
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
    /// It has done what it was there for; others go on.
    Done,
    Finished(CircuitUnknown),
    Stopped(Exhausted),
}

impl Board {
    /// A board without engines, for so many properties.
    pub(super) fn new(properties: usize) -> Board {
        Board {
            schedule: Schedule::new(),
            reports: vec![None; properties],
            stopped: None,
            finished: None,
            depth: vec![0; properties],
            left: 0,
        }
    }

    /// Replaces the engines.
    pub(super) fn enlist(&mut self, members: Vec<Member>) {
        let is_crowded = self.reports.len() > CROWD;
        self.schedule = Schedule::new();
        for Member { property, weight, first_turn, make } in members {
            let forgets = is_crowded && property.is_some();
            let length = match forgets {
                true => TurnLength::Doubling { first: FIRST_TURN_IN_A_CROWD },
                false => TurnLength::Part {
                    of: TURN_SHARE,
                    first: first_turn,
                    longest: LONGEST_CIRCUIT_TURN,
                },
            };
            let reached = Progress::default();
            let taker = TurnTaker { property, make, engine: None, forgets, reached };
            self.schedule.add(taker, weight, length);
        }
        self.finished = None;
    }

    /// Is there nothing left to do, whatever the effort?
    pub(super) fn is_settled(&self) -> bool {
        self.stopped.is_some()
            || self.reports.iter().all(Option::is_some)
            || self.schedule.is_over()
    }

    /// No counterexample to the property, or to any that is open, has fewer steps than this.
    fn free_below(&self, property: Option<usize>) -> usize {
        let open = (0..self.depth.len()).filter(|&local| self.reports[local].is_none());
        match property {
            Some(local) => self.depth[local],
            None => open.map(|local| self.depth[local]).min().unwrap_or(0),
        }
    }

    /// Whose turn it is.
    fn next(&self) -> Option<usize> {
        let is_open = |local: usize| self.reports[local].is_none();
        self.schedule.next(|taker| taker.property.is_none_or(is_open))
    }

    /// Ends a turn.
    fn settle(&mut self, index: usize, engine: Box<dyn Engine>, spent: u64, end: TurnEnd) {
        let progress = engine.progress();
        let depth = progress.depth;
        let affected = match engine.property() {
            Some(local) => local..local + 1,
            None => 0..self.depth.len(),
        };
        for local in affected {
            self.depth[local] = self.depth[local].max(depth);
        }
        self.left = self.left.saturating_sub(spent);
        self.schedule.end(index, spent);
        let reached = &mut self.schedule.slots[index].item.reached;
        let before = std::mem::replace(reached, progress);
        self.schedule.note_progress(index, progress.steps != before.steps);
        let taker = &mut self.schedule.slots[index].item;
        taker.engine = if taker.forgets { None } else { Some(engine) };
        match end {
            TurnEnd::Continues => {}
            TurnEnd::Done => {
                taker.engine = None;
                self.schedule.retire(index);
            }
            TurnEnd::Finished(reason) => {
                taker.engine = None;
                self.schedule.retire(index);
                self.finished = Some(reason);
            }
            TurnEnd::Stopped(exhausted) => {
                self.stopped.get_or_insert(exhausted);
            }
        }
        let answered: Vec<usize> =
            (0..self.reports.len()).filter(|&local| self.reports[local].is_some()).collect();
        for index in 0..self.schedule.slots.len() {
            let slot = &mut self.schedule.slots[index];
            let is_answered = slot.item.property.is_some_and(|local| self.reports[local].is_some());
            if let (None, Some(engine)) = (slot.item.property, &mut slot.item.engine) {
                answered.iter().for_each(|&local| engine.retire(local));
            }
            if is_answered && slot.is_waiting() {
                slot.item.engine = None;
                self.schedule.retire(index);
            }
        }
    }
}

fn lock(board: &Mutex<Board>) -> MutexGuard<'_, Board> {
    board.lock().unwrap_or_else(PoisonError::into_inner)
}
