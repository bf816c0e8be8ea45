//! A worker: takes a job, carries it out, stores what it found, and takes the next; helps others while there is none.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use buttress_budget::Limits;
use buttress_exchange::{Exchange, ExchangeError, Lease};
use buttress_session::{hardware::Peers, numbers};
use serde::{Deserialize, Serialize};

use crate::assist::{self, Helped};
use crate::backoff::Backoff;
use crate::belief::Belief;
use crate::design::{Design, DesignKind};
use crate::error::DispatchError;
use crate::fact_wire::FactWire;
use crate::job::Job;
use crate::keeper::{Keeper, Supervisor, doze};
use crate::keys::Keys;
use crate::limits::{HELP_AFTER, IDLE_WAIT, LARGEST_MODEL, MOST_DELIVERIES};
use crate::line::Line;
use crate::perform::{Found, Means, perform};
use crate::results::Results;
use crate::verdict::{Outcome, Word};
use crate::wire::{Wire, WireFigures};

/// Until when a worker works.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shift {
    /// Until it is interrupted or the fleet is drained.
    Endless,
    /// Also until there was nothing to do for so long.
    UntilIdle(Duration),
}

/// Something that a worker tells people.
#[derive(Clone, Debug)]
pub enum WorkerNews<'a> {
    /// It begins with a job, or helps with one.
    Begins {
        /// The job.
        job: &'a Job,
        /// Does somebody else hold it?
        is_help: bool,
    },
    /// Clauses have gone back and forth: what has gone over the line of this job so far.
    Exchanged(WireFigures),
    /// A unit has its answer.
    Answered(&'a Outcome),
    /// What somebody else has stored does not stand.
    Refuted {
        /// The job.
        job: &'a Job,
        /// The unit.
        unit: &'a str,
        /// Why it does not stand.
        why: &'a str,
    },
    /// The exchange does not do what it is asked; the worker waits and tries again.
    Trouble(&'a ExchangeError),
    /// The exchange is there again.
    Reconnected,
}

/// What a worker says of itself, again and again.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Beat {
    /// Counts up: whoever sees it change knows that the worker is alive, whatever the clocks say.
    pub(crate) beat: u64,
    pub(crate) job: Option<String>,
    pub(crate) file: Option<String>,
    pub(crate) units: Vec<String>,
    pub(crate) is_help: bool,
    pub(crate) answered: u64,
    pub(crate) sent: u64,
    pub(crate) received: u64,
}

/// A worker.
pub struct Worker<'a> {
    /// Where the work is.
    pub exchange: &'a dyn Exchange,
    /// Its name, which no other worker has.
    pub name: String,
    /// After so long without a sign of life, a job is handed to somebody else.
    pub lease: Duration,
    /// For every job: memory, and whatever else holds for all.
    pub limits: Limits,
    /// No job may take longer, whatever its submitter allows.
    pub longest_job: Option<Duration>,
    /// Until when it works.
    pub shift: Shift,
    /// Set when it is to end.
    pub interrupt: Arc<AtomicBool>,
    /// Told what happens.
    pub news: &'a (dyn Fn(&WorkerNews<'_>) + Sync),
}

/// What a worker remembers between jobs.
#[derive(Default)]
struct Memory {
    beat: Mutex<Beat>,
    /// The last design, as most jobs are about the same.
    design: Option<Arc<Design>>,
}

impl Worker<'_> {
    /// Works until the shift is over. An exchange that refuses from the start is an error; one that is away is waited for.
    pub fn run(&self) -> Result<(), DispatchError> {
        let mut memory = Memory::default();
        let mut backoff = Backoff::new();
        let mut idle = Instant::now();
        let mut has_begun = false;
        while !self.interrupt.load(Ordering::Relaxed) {
            let step = self.step(&mut memory, idle);
            let was_away = backoff.wait().is_some();
            backoff.note(&step);
            match step {
                Ok(step) => {
                    has_begun = true;
                    if was_away {
                        (self.news)(&WorkerNews::Reconnected);
                    }
                    match step {
                        Step::Drained => break,
                        Step::Worked => idle = Instant::now(),
                        Step::Helped => {}
                        Step::Idle => {
                            let is_over = matches!(self.shift, Shift::UntilIdle(most) if idle.elapsed() >= most);
                            if is_over {
                                break;
                            }
                            self.beat(&memory);
                            doze(IDLE_WAIT.min(self.lease / 3), &self.interrupt);
                        }
                    }
                }
                Err(error) if !has_begun && !error.may_pass() => return Err(error.into()),
                Err(error) => {
                    if !was_away {
                        (self.news)(&WorkerNews::Trouble(&error));
                    }
                    doze(backoff.wait().unwrap_or(IDLE_WAIT), &self.interrupt);
                }
            }
        }
        // Whoever looks sees that it is gone; if nobody can be told, it will be seen to be silent.
        let _ = self.exchange.erase(&Keys::workers(), &self.name);
        Ok(())
    }

    fn step(&self, memory: &mut Memory, idle: Instant) -> Result<Step, ExchangeError> {
        if self.exchange.settled(&Keys::drain())?.is_some() {
            return Ok(Step::Drained);
        }
        if let Some(lease) = self.exchange.take(&self.name, self.lease)? {
            self.hold(&lease, memory)?;
            return Ok(Step::Worked);
        }
        if idle.elapsed() >= HELP_AFTER
            && let Some(helped) = assist::choose(self.exchange, &self.name)?
        {
            self.help(&helped, memory)?;
            return Ok(Step::Helped);
        }
        Ok(Step::Idle)
    }

    /// Carries out a job that is ours.
    fn hold(&self, lease: &Lease, memory: &mut Memory) -> Result<(), ExchangeError> {
        let Some(job) = Job::decode(&lease.job) else {
            self.exchange.finish(lease)?;
            return Ok(());
        };
        let given_up = match self.design(&job, memory)? {
            Err(why) => Some(why),
            Ok(_) if lease.deliveries > MOST_DELIVERIES => {
                let count = lease.deliveries - 1;
                Some(format!("given up: {count} workers were lost over it"))
            }
            Ok(design) => {
                memory.design = Some(design);
                None
            }
        };
        if let Some(reason) = given_up {
            let trouble = self.trouble();
            let results = Results::new(self.exchange, &job, &self.name, &trouble);
            results.give_up(&reason)?;
            self.exchange.finish(lease)?;
            return Ok(());
        }
        let Some(design) = memory.design.clone() else { return Ok(()) };
        let end = self.carry_out(&job, &design, Some(lease), 0, memory);
        if end == End::Interrupted || end == End::Lost {
            return Ok(());
        }
        self.exchange.finish(lease)?;
        Ok(())
    }

    /// Helps with a job that somebody else holds.
    fn help(&self, helped: &Helped, memory: &mut Memory) -> Result<(), ExchangeError> {
        let Ok(design) = self.design(&helped.job, memory)? else { return Ok(()) };
        memory.design = Some(design.clone());
        self.carry_out(&helped.job, &design, None, helped.variant, memory);
        self.exchange.erase(&Keys::helpers(), &self.name)
    }

    /// The model of a job: from memory, or from the exchange, where its digest is verified. If it cannot be used, why.
    fn design(
        &self,
        job: &Job,
        memory: &Memory,
    ) -> Result<Result<Arc<Design>, String>, ExchangeError> {
        let Some(digest) = job.digest() else {
            return Ok(Err("its design has no name".to_owned()));
        };
        if let Some(design) = &memory.design
            && (design.digest, design.kind) == (digest, job.kind)
        {
            return Ok(Ok(design.clone()));
        }
        let bytes = match self.exchange.get(digest, LARGEST_MODEL) {
            Ok(Some(bytes)) => bytes,
            Ok(None) => return Ok(Err("its design is not there".to_owned())),
            Err(error @ (ExchangeError::Corrupt(_) | ExchangeError::TooLarge { .. })) => {
                return Ok(Err(error.to_string()));
            }
            Err(error) => return Err(error),
        };
        Ok(Ok(Arc::new(Design::received(bytes, job.kind))))
    }

    /// Carries out a job, in company.
    fn carry_out(
        &self,
        job: &Job,
        design: &Design,
        lease: Option<&Lease>,
        variant: u32,
        memory: &Memory,
    ) -> End {
        (self.news)(&WorkerNews::Begins { job, is_help: lease.is_none() });
        let keys = Keys::new(design.digest, &job.options);
        let stop = Arc::new(AtomicBool::new(false));
        let [is_lost, is_watched, is_over] = [false; 3].map(AtomicBool::new);
        let properties: Vec<usize> =
            job.units.iter().filter_map(|unit| unit.parse().ok()).collect();
        let wire = (job.kind == DesignKind::Circuit)
            .then(|| Arc::new(Wire::new(keys.clone(), &self.name, properties.clone())));
        let fact_wire = (job.kind == DesignKind::Numbers)
            .then(|| Arc::new(FactWire::new(keys.clone(), &self.name, properties)));
        let line = wire.clone().map(|wire| wire as Arc<dyn Line>);
        let line = line.or_else(|| fact_wire.clone().map(|wire| wire as Arc<dyn Line>));
        let mut limits = self.limits.clone().with_interrupt(stop.clone());
        if let Some(time) = job.options.time().into_iter().chain(self.longest_job).min() {
            limits = limits.with_timeout(time);
        }
        let trouble = self.trouble();
        let results = Results::new(self.exchange, job, &self.name, &trouble);
        let belief = Belief::new(self.exchange, design, &job.options, &keys, self.limits.clone());
        let belief = Mutex::new(belief);
        let report = |found: Found| {
            if found.word.is_evident() {
                let outcome = results.keep(found, &belief);
                self.answered(memory, &outcome);
            } else {
                results.leave(found);
            }
        };
        let is_pointless = || {
            let is_alone = lease.is_none() && assist::is_over(self.exchange, job);
            let mut belief = belief.lock().unwrap_or_else(PoisonError::into_inner);
            let refuted = |unit: &str, why: &str| {
                (self.news)(&WorkerNews::Refuted { job, unit, why });
            };
            is_alone || belief.covers(&job.units, &refuted)
        };
        self.begin_beat(memory, job, lease.is_none());
        let keeper = Keeper {
            exchange: self.exchange,
            lease,
            line: line.clone(),
            stop: stop.clone(),
            is_lost: &is_lost,
            is_over: &is_over,
            interrupt: &self.interrupt,
            beat: &|| self.beat_with(memory, wire.as_deref()),
        };
        let supervisor = Supervisor { stop, is_over: &is_watched, is_pointless: &is_pointless };
        let end = std::thread::scope(|scope| {
            let keeping = scope.spawn(|| keeper.keep());
            let watching = scope.spawn(|| supervisor.watch());
            // Should the run panic, its company goes, too, and the job is handed to somebody else.
            let over = [&is_watched, &is_over].map(Ending);
            // Somebody may have answered already.
            if !is_pointless() {
                let peers = wire.clone().map(|wire| wire as Arc<dyn Peers>);
                let fact_peers = fact_wire.clone().map(|wire| wire as Arc<dyn numbers::Peers>);
                let bytes = &design.bytes;
                let means = Means { bytes, limits, variant, peers, fact_peers, report: &report };
                perform(job, &means);
                // What was learnt last is sent, too; if it cannot be, nobody misses it.
                let _ = line.map_or(Ok(()), |line| line.exchange(self.exchange));
            }
            // The job is held until all is stored.
            let end = self.store(lease, &results, &belief, &is_lost);
            // A claim may still be under examination: until that ends, the job is ours.
            let [watched, over] = over;
            drop(watched);
            watching.thread().unpark();
            let _ = watching.join();
            drop(over);
            keeping.thread().unpark();
            end
        });
        self.end_beat(memory);
        end
    }

    /// What was found is stored, whoever holds the job by now; why nothing was found is said only by its holder.
    fn store(
        &self,
        lease: Option<&Lease>,
        results: &Results<'_>,
        belief: &Mutex<Belief<'_>>,
        is_lost: &AtomicBool,
    ) -> End {
        let is_interrupted = self.interrupt.load(Ordering::Relaxed);
        if !results.store(belief, &self.interrupt) || is_interrupted {
            return End::Interrupted;
        }
        if lease.is_none() || is_lost.load(Ordering::Relaxed) {
            return End::Lost;
        }
        match results.store_reasons(&self.interrupt) {
            true => End::Done,
            false => End::Interrupted,
        }
    }

    /// Tells people what the exchange does not do.
    fn trouble(&self) -> impl Fn(&ExchangeError) + Sync {
        |error| (self.news)(&WorkerNews::Trouble(error))
    }

    fn answered(&self, memory: &Memory, outcome: &Outcome) {
        lock(&memory.beat).answered += 1;
        (self.news)(&WorkerNews::Answered(outcome));
    }

    fn begin_beat(&self, memory: &Memory, job: &Job, is_help: bool) {
        let mut beat = lock(&memory.beat);
        beat.job = Some(job.id().0);
        beat.file = Some(job.file.clone());
        beat.units = job.units.clone();
        beat.is_help = is_help;
        drop(beat);
        self.beat(memory);
    }

    fn end_beat(&self, memory: &Memory) {
        let mut beat = lock(&memory.beat);
        (beat.job, beat.file, beat.is_help) = (None, None, false);
        beat.units.clear();
    }

    /// A sign of life. If it cannot be given, the next one may.
    fn beat(&self, memory: &Memory) {
        let text = {
            let mut beat = lock(&memory.beat);
            beat.beat += 1;
            serde_json::to_vec(&*beat).unwrap_or_default()
        };
        let _ = self.exchange.note(&Keys::workers(), &self.name, &text);
    }

    fn beat_with(&self, memory: &Memory, wire: Option<&Wire>) {
        if let Some(wire) = wire {
            let figures = wire.figures();
            let mut beat = lock(&memory.beat);
            (beat.sent, beat.received) = (figures.sent, figures.received);
            drop(beat);
            (self.news)(&WorkerNews::Exchanged(figures));
        }
        self.beat(memory);
    }
}

/// What a look for work came to.
enum Step {
    Worked,
    Helped,
    Idle,
    Drained,
}

/// How a job ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    Done,
    /// Somebody else holds it.
    Lost,
    /// The worker is to end.
    Interrupted,
}

/// Says that something is over when it goes, be it by a panic.
struct Ending<'a>(&'a AtomicBool);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn lock(beat: &Mutex<Beat>) -> std::sync::MutexGuard<'_, Beat> {
    beat.lock().unwrap_or_else(PoisonError::into_inner)
}

/// No verdict, for this reason.
pub(crate) fn unknown(unit: &str, job: &Job, worker: &str, reason: &str) -> Outcome {
    Outcome {
        unit: unit.to_owned(),
        word: Word::Unknown,
        evidence: None,
        reason: Some(reason.to_owned()),
        code: None,
        engine: None,
        seconds: 0.0,
        worker: worker.to_owned(),
        job: job.id().0,
    }
}
