//! The fleet as somebody sees it from outside: who works on what, and what has come of it.

use std::collections::BTreeMap;
use std::time::Duration;

use buttress_budget::Limits;
use buttress_exchange::{Exchange, ExchangeError, JobId};

use crate::belief::{Belief, Look};
use crate::design::{Design, DesignKind};
use crate::job::Job;
use crate::keys::Keys;
use crate::limits::LARGEST_MODEL;
use crate::roll::{Roll, enrolled};
use crate::verdict::{Accepted, Outcome};
use crate::worker::Beat;

/// The fleet at one moment.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Snapshot {
    /// What the exchange says of itself.
    pub exchange: String,
    /// By name.
    pub workers: Vec<WorkerState>,
    /// In the order of their digests.
    pub designs: Vec<DesignState>,
    /// Are workers asked to stop?
    pub is_drained: bool,
}

/// A worker.
#[derive(Clone, PartialEq, Debug)]
pub struct WorkerState {
    /// Its name.
    pub name: String,
    /// Was it heard of while we looked?
    pub is_alive: bool,
    /// The file that it works on.
    pub file: Option<String>,
    /// The units that it works on.
    pub units: Vec<String>,
    /// Does somebody else hold the job?
    pub is_help: bool,
    /// Units that it has answered.
    pub answered: u64,
    /// Clauses that it has sent in its job.
    pub sent: u64,
    /// Clauses that it has received in its job.
    pub received: u64,
}

/// A design.
#[derive(Clone, PartialEq, Debug)]
pub struct DesignState {
    /// Its digest.
    pub digest: String,
    /// What it is.
    pub kind: DesignKind,
    /// What the file was called.
    pub file: String,
    /// What is asked, beside the usual.
    pub question: String,
    /// In the order of the file.
    pub units: Vec<UnitReport>,
}

/// A unit of a design.
#[derive(Clone, PartialEq, Debug)]
pub struct UnitReport {
    /// Its label.
    pub label: String,
    /// Its name.
    pub name: String,
    /// `waiting`, `running`, `answered`, or `idle` if it is in no job.
    pub state: &'static str,
    /// What was claimed. Not checked: see `results`.
    pub claimed: Option<Outcome>,
    /// How many steps are said to be free of anything bad.
    pub depth: Option<usize>,
}

/// Looks at the fleet. Whether workers are alive is seen by looking twice, `patience` apart.
pub fn snapshot(exchange: &dyn Exchange, patience: Duration) -> Result<Snapshot, ExchangeError> {
    let described = exchange.describe()?;
    let before = beats(exchange)?;
    std::thread::sleep(patience);
    let workers = beats(exchange)?.into_iter().map(|(name, beat)| WorkerState {
        is_alive: before.get(&name).is_none_or(|known| known.beat != beat.beat),
        name,
        file: beat.file,
        units: beat.units,
        is_help: beat.is_help,
        answered: beat.answered,
        sent: beat.sent,
        received: beat.received,
    });
    let workers = workers.collect();
    let queue = exchange.queue()?;
    let mut states: BTreeMap<(String, String), &'static str> = BTreeMap::new();
    for (queued, state) in [(&queue.running, "running"), (&queue.waiting, "waiting")] {
        for job in queued.iter().filter_map(|queued| Job::decode(&queued.job)) {
            let design = format!("{}{}", job.design, job.options.question());
            for unit in job.units {
                states.insert((design.clone(), unit), state);
            }
        }
    }
    let rolls = enrolled(exchange)?;
    let designs = rolls.iter().map(|roll| design_state(exchange, roll, &states));
    Ok(Snapshot {
        exchange: described,
        workers,
        designs: designs.collect::<Result<_, _>>()?,
        is_drained: is_drained(exchange)?,
    })
}

/// How many workers have said that they are there, and have not said goodbye.
pub fn workers(exchange: &dyn Exchange) -> Result<usize, ExchangeError> {
    Ok(beats(exchange)?.len())
}

fn beats(exchange: &dyn Exchange) -> Result<BTreeMap<String, Beat>, ExchangeError> {
    let notes = exchange.notes(&Keys::workers())?.into_iter();
    Ok(notes.filter_map(|(name, text)| Some((name, serde_json::from_slice(&text).ok()?))).collect())
}

fn design_state(
    exchange: &dyn Exchange,
    roll: &Roll,
    states: &BTreeMap<(String, String), &'static str>,
) -> Result<DesignState, ExchangeError> {
    let mut units = Vec::new();
    if let Ok(digest) = roll.design.parse() {
        let keys = Keys::new(digest, &roll.options);
        let depths: BTreeMap<String, Vec<u8>> =
            exchange.notes(&keys.bounds())?.into_iter().collect();
        let outcomes: BTreeMap<String, Vec<u8>> =
            exchange.notes(&keys.outcomes())?.into_iter().collect();
        for (label, name) in &roll.units {
            let verdict = exchange.settled(&keys.verdict(label))?;
            let verdict = verdict.and_then(|text| Outcome::decode(&text));
            let state = match (&verdict, states.get(&(roll.field(), label.clone()))) {
                (Some(_), _) => "answered",
                (None, Some(state)) => *state,
                (None, None) => "idle",
            };
            let outcome = || outcomes.get(label).and_then(|text| Outcome::decode(text));
            let depth = depths.get(label).and_then(|text| std::str::from_utf8(text).ok());
            units.push(UnitReport {
                label: label.clone(),
                name: name.clone(),
                state,
                claimed: verdict.or_else(outcome),
                depth: depth.and_then(|depth| depth.parse().ok()),
            });
        }
    }
    Ok(DesignState {
        digest: roll.design.clone(),
        kind: roll.kind,
        file: roll.file.clone(),
        question: roll.options.question(),
        units,
    })
}

/// The verdicts that have come in on a design, each checked here: the unit's name, the verdict that stands, or why there is none.
#[derive(Clone, PartialEq, Debug)]
pub struct UnitResult {
    /// Its label.
    pub label: String,
    /// Its name.
    pub name: String,
    /// The verdict that stands.
    pub accepted: Option<Accepted>,
    /// Why there is none.
    pub reason: Option<String>,
}

/// The results of one design.
#[derive(Clone, PartialEq, Debug)]
pub struct DesignResults {
    /// Its digest.
    pub digest: String,
    /// What the file was called.
    pub file: String,
    /// What it is.
    pub kind: DesignKind,
    /// In the order of the file.
    pub units: Vec<UnitResult>,
}

/// Collects and checks what has come in on every design that `is_wanted`, by its digest and its file's name.
pub fn results(
    exchange: &dyn Exchange,
    limits: &Limits,
    is_wanted: impl Fn(&str, &str) -> bool,
) -> Result<Vec<DesignResults>, ExchangeError> {
    let rolls = enrolled(exchange)?.into_iter();
    let mut all = Vec::new();
    for roll in rolls.filter(|roll| is_wanted(&roll.design, &roll.file)) {
        let Ok(digest) = roll.design.parse() else { continue };
        let bytes = exchange.get(digest, LARGEST_MODEL)?;
        let Some(bytes) = bytes else { continue };
        let design = Design::received(bytes, roll.kind);
        let keys = Keys::new(digest, &roll.options);
        let mut belief = Belief::new(exchange, &design, &roll.options, &keys, limits.clone());
        let outcomes: BTreeMap<String, Vec<u8>> =
            exchange.notes(&keys.outcomes())?.into_iter().collect();
        let mut units = Vec::new();
        for (label, name) in &roll.units {
            let reason = match belief.look(label)? {
                Look::Accepted => None,
                Look::Refuted(why) => Some(format!("a verdict was claimed, but {why}")),
                Look::Open(why) => {
                    Some(format!("a verdict is claimed, but its check ended: {why}"))
                }
                Look::Nothing => {
                    let outcome = outcomes.get(label).and_then(|text| Outcome::decode(text));
                    outcome.and_then(|outcome| outcome.reason)
                }
            };
            let accepted = belief.accepted(label).cloned();
            units.push(UnitResult { label: label.clone(), name: name.clone(), accepted, reason });
        }
        let Roll { design: digest, file, kind, .. } = roll;
        all.push(DesignResults { digest, file, kind, units });
    }
    Ok(all)
}

/// Takes back the jobs of designs that are wanted, by digest and file name, and strikes them from the roll; how many jobs there were. What was found stays.
pub fn cancel(
    exchange: &dyn Exchange,
    is_wanted: impl Fn(&str, &str) -> bool,
) -> Result<usize, ExchangeError> {
    let queue = exchange.queue()?;
    let queued = queue.waiting.iter().chain(&queue.running);
    let jobs = queued.filter_map(|queued| Some((queued.id.clone(), Job::decode(&queued.job)?)));
    let jobs = jobs.filter(|(_, job)| is_wanted(&job.design, &job.file));
    let ids: Vec<JobId> = jobs.map(|(id, _)| id).collect();
    exchange.withdraw(&ids)?;
    for roll in enrolled(exchange)? {
        if is_wanted(&roll.design, &roll.file) {
            exchange.erase(&Keys::designs(), &roll.field())?;
        }
    }
    Ok(ids.len())
}

/// Asks workers to end after their jobs, or, if `undone`, to go on.
pub fn drain(exchange: &dyn Exchange, undone: bool) -> Result<(), ExchangeError> {
    match undone {
        false => exchange.settle(&Keys::drain(), b"yes").map(|_| ()),
        true => exchange.retract(&Keys::drain(), b"yes"),
    }
}

/// Are workers asked to end?
pub fn is_drained(exchange: &dyn Exchange) -> Result<bool, ExchangeError> {
    Ok(exchange.settled(&Keys::drain())?.is_some())
}
