//! A design that was handed out, and the verdicts on it as they come in.
//!
//! Whoever submits the same design later, or from elsewhere, meets the same jobs and the same verdicts; so a submitter may go away and come back.

use std::collections::BTreeSet;
use std::time::Instant;

use buttress_budget::Limits;
use buttress_exchange::{Cursor, Exchange, ExchangeError, JobId, Queue};

use crate::belief::{Belief, Look};
use crate::design::{Design, DesignKind};
use crate::job::{Job, Options};
use crate::keys::Keys;
use crate::limits::{LARGEST_GROUP, MOST_SUBMISSIONS, READ_AT_ONCE, SWEEP_INTERVAL};
use crate::roll::{Roll, enrol};
use crate::verdict::{Accepted, Outcome};
use crate::worker::unknown;

/// A design that was handed out.
pub struct Submission<'a> {
    exchange: &'a dyn Exchange,
    design: &'a Design,
    keys: &'a Keys,
    belief: Belief<'a>,
    jobs: Vec<HandedOut>,
    /// In the order of the file.
    units: Vec<UnitState>,
    cursor: Cursor,
    swept: Option<Instant>,
    queue: Queue,
    /// Verdicts that did not stand.
    refuted: usize,
}

/// A job of ours.
struct HandedOut {
    job: Job,
    id: JobId,
    /// How often it was enqueued.
    submissions: u32,
}

/// What is known of a unit.
struct UnitState {
    label: String,
    job: usize,
    is_accepted: bool,
    /// Why there will be no verdict.
    ended: Option<Outcome>,
}

/// How far a submission is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Units in all.
    pub units: usize,
    /// Units with a verdict that stands, or a reason for none.
    pub done: usize,
    /// Units whose job somebody holds.
    pub running: usize,
    /// Units whose job waits.
    pub waiting: usize,
    /// Verdicts that did not stand and were dropped.
    pub refuted: usize,
}

impl<'a> Submission<'a> {
    /// Hands out the units with these labels: verdicts that are there already are taken, the rest become jobs.
    pub fn hand_out(
        exchange: &'a dyn Exchange,
        design: &'a Design,
        (file, options): (&str, &'a Options),
        (keys, labels): (&'a Keys, &[String]),
        limits: Limits,
    ) -> Result<Submission<'a>, ExchangeError> {
        exchange.put(&design.bytes)?;
        enrol(exchange, &Roll::new(design, file, options, labels))?;
        let jobs = jobs(design, file, options, labels);
        let place = |label: &String| jobs.iter().position(|job| job.units.contains(label));
        let units = labels.iter().map(|label| UnitState {
            label: label.clone(),
            job: place(label).unwrap_or(0),
            is_accepted: false,
            ended: None,
        });
        let units = units.collect();
        let handed_out = |job: Job| HandedOut { id: job.id(), job, submissions: 0 };
        let mut submission = Submission {
            exchange,
            design,
            keys,
            belief: Belief::new(exchange, design, options, keys, limits),
            jobs: jobs.into_iter().map(handed_out).collect(),
            units,
            cursor: Cursor::default(),
            swept: None,
            queue: Queue::default(),
            refuted: 0,
        };
        for unit in 0..submission.units.len() {
            submission.look(unit)?;
        }
        for job in 0..submission.jobs.len() {
            let has_open = submission.units.iter().any(|unit| unit.job == job && !unit.is_accepted);
            if has_open {
                submission.enqueue(job)?;
            }
        }
        Ok(submission)
    }

    /// Looks once what has come in. The units that are done since the last look, by position.
    pub fn collect(&mut self) -> Result<Vec<usize>, ExchangeError> {
        let before: BTreeSet<usize> = self.done().collect();
        let answered = self.exchange.read(&self.keys.answered(), &mut self.cursor, READ_AT_ONCE)?;
        let answered: BTreeSet<Vec<u8>> = answered.into_iter().collect();
        let is_time = self.swept.is_none_or(|swept| swept.elapsed() >= SWEEP_INTERVAL);
        // The queue is read before the verdicts: a job that is gone has stored its results before.
        if is_time {
            self.queue = self.exchange.queue()?;
        }
        for unit in 0..self.units.len() {
            let is_named = answered.contains(self.units[unit].label.as_bytes());
            if self.units[unit].is_open() && (is_time || is_named) {
                self.look(unit)?;
            }
        }
        if is_time {
            self.sweep()?;
            self.swept = Some(Instant::now());
        }
        Ok(self.done().filter(|unit| !before.contains(unit)).collect())
    }

    /// Is there nothing more to come?
    pub fn is_done(&self) -> bool {
        self.units.iter().all(|unit| !unit.is_open())
    }

    /// How far it is.
    pub fn progress(&self) -> Progress {
        let running: BTreeSet<&JobId> = self.queue.running.iter().map(|job| &job.id).collect();
        let mut progress =
            Progress { units: self.units.len(), refuted: self.refuted, ..Progress::default() };
        for unit in &self.units {
            let count = match () {
                () if !unit.is_open() => &mut progress.done,
                () if running.contains(&self.jobs[unit.job].id) => &mut progress.running,
                () => &mut progress.waiting,
            };
            *count += 1;
        }
        progress
    }

    /// The design.
    pub fn design(&self) -> &Design {
        self.design
    }

    /// The verdict on a unit, by position; its evidence was checked here.
    pub fn accepted(&self, unit: usize) -> Option<&Accepted> {
        self.belief.accepted(&self.units[unit].label)
    }

    /// Why a unit, by position, has no verdict.
    pub fn ended(&self, unit: usize) -> Option<&Outcome> {
        self.units[unit].ended.as_ref()
    }

    /// Takes back what is left of the jobs.
    pub fn withdraw(&self) -> Result<(), ExchangeError> {
        let ids: Vec<JobId> = self.jobs.iter().map(|handed_out| handed_out.id.clone()).collect();
        self.exchange.withdraw(&ids)
    }

    fn done(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.units.len()).filter(|&unit| !self.units[unit].is_open())
    }

    /// Takes the verdict on a unit, if one stands.
    fn look(&mut self, unit: usize) -> Result<(), ExchangeError> {
        match self.belief.look(&self.units[unit].label)? {
            Look::Accepted => self.units[unit].is_accepted = true,
            Look::Refuted(_) => self.refuted += 1,
            Look::Nothing | Look::Open(_) => {}
        }
        Ok(())
    }

    /// Looks after units whose job is gone: there is a reason, or they are handed out again.
    fn sweep(&mut self) -> Result<(), ExchangeError> {
        let queued = self.queue.waiting.iter().chain(&self.queue.running);
        let queued: BTreeSet<JobId> = queued.map(|job| job.id.clone()).collect();
        let is_gone =
            |unit: &UnitState| unit.is_open() && !queued.contains(&self.jobs[unit.job].id);
        let gone: Vec<usize> =
            (0..self.units.len()).filter(|&unit| is_gone(&self.units[unit])).collect();
        if gone.is_empty() {
            return Ok(());
        }
        let outcomes = self.exchange.notes(&self.keys.outcomes())?;
        let mut lost: BTreeSet<usize> = BTreeSet::new();
        for unit in gone {
            let state = &self.units[unit];
            let noted = outcomes.iter().find(|(label, _)| *label == state.label);
            let outcome = noted.and_then(|(_, text)| Outcome::decode(text));
            let job = &self.jobs[state.job];
            match outcome.filter(|outcome| outcome.job == job.id.0 && !outcome.word.is_evident()) {
                Some(outcome) => self.units[unit].ended = Some(outcome),
                None if job.submissions >= MOST_SUBMISSIONS => {
                    let reason = format!("the job vanished {} times", job.submissions);
                    let outcome = unknown(&state.label, &job.job, "", &reason);
                    self.units[unit].ended = Some(outcome);
                }
                None => {
                    lost.insert(state.job);
                }
            }
        }
        lost.into_iter().try_for_each(|job| self.enqueue(job))
    }

    /// Enqueues a job, unless it is there. What was said of its units before is said no longer.
    fn enqueue(&mut self, job: usize) -> Result<(), ExchangeError> {
        let handed_out = &mut self.jobs[job];
        for unit in &handed_out.job.units {
            self.exchange.erase(&self.keys.outcomes(), unit)?;
        }
        // Of a long queue only the beginning is seen: a job that is there after all has not vanished.
        let is_added = self.exchange.enqueue(&handed_out.id, &handed_out.job.encode())?;
        handed_out.submissions += u32::from(is_added);
        Ok(())
    }
}

impl UnitState {
    fn is_open(&self) -> bool {
        !self.is_accepted && self.ended.is_none()
    }
}

/// The jobs for these units: one for each group, or for a part of a large one.
fn jobs(design: &Design, file: &str, options: &Options, labels: &[String]) -> Vec<Job> {
    let units = design.units.iter().filter(|unit| labels.contains(&unit.label));
    let mut groups: Vec<(usize, Vec<String>)> = Vec::new();
    // Whether functions end can depend on all of them, so such a question is not taken apart.
    let is_whole = design.kind == DesignKind::Program && options.termination == Some(true);
    for unit in units {
        let group = if is_whole { 0 } else { unit.group };
        let has_room = |(known, labels): &&mut (usize, Vec<String>)| {
            *known == group && (is_whole || labels.len() < LARGEST_GROUP)
        };
        match groups.iter_mut().find(has_room) {
            Some((_, labels)) => labels.push(unit.label.clone()),
            None => groups.push((group, vec![unit.label.clone()])),
        }
    }
    let job = |(_, units)| Job {
        design: design.digest.to_string(),
        kind: design.kind,
        file: file.to_owned(),
        units,
        options: options.clone(),
    };
    groups.into_iter().map(job).collect()
}
