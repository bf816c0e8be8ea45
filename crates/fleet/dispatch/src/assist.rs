//! Whom to help while no job waits: the running job with the fewest helpers, each in another way.

use std::collections::BTreeMap;

use buttress_exchange::{Exchange, JobId, Result};

use crate::design::DesignKind;
use crate::job::Job;
use crate::keys::Keys;

/// A job to help with.
pub(crate) struct Helped {
    pub(crate) job: Job,
    /// Which of several unlike ways is tried first; nobody else's, as far as known.
    pub(crate) variant: u32,
}

/// Chooses a job to help with, and says so.
pub(crate) fn choose(exchange: &dyn Exchange, worker: &str) -> Result<Option<Helped>> {
    let queue = exchange.queue()?;
    if !queue.waiting.is_empty() {
        return Ok(None);
    }
    let mut helpers: BTreeMap<String, Vec<u32>> = BTreeMap::new();
    for (helper, text) in exchange.notes(&Keys::helpers())? {
        // `JOB VARIANT`
        let text = String::from_utf8_lossy(&text).into_owned();
        let Some((job, variant)) = text.split_once(' ') else { continue };
        if let (true, Ok(variant)) = (helper != worker, variant.parse()) {
            helpers.entry(job.to_owned()).or_default().push(variant);
        }
    }
    let running = queue.running.iter().filter(|queued| queued.worker.as_deref() != Some(worker));
    let jobs = running.filter_map(|queued| Some((&queued.id, Job::decode(&queued.job)?)));
    // A program's or a script's job goes the same way whoever walks it.
    let jobs =
        jobs.filter(|(_, job)| matches!(job.kind, DesignKind::Circuit | DesignKind::Numbers));
    let count = |id: &JobId| helpers.get(&id.0).map_or(0, Vec::len);
    let Some((id, job)) = jobs.min_by_key(|(id, _)| count(id)) else { return Ok(None) };
    let taken = helpers.remove(&id.0).unwrap_or_default();
    let variant = (1..).find(|variant| !taken.contains(variant)).unwrap_or(1);
    exchange.note(&Keys::helpers(), worker, format!("{} {variant}", id.0).as_bytes())?;
    Ok(Some(Helped { job, variant }))
}

/// Is there better to do than to help with this job: has it ended, or does another wait? An exchange that is away knows nothing better.
pub(crate) fn is_over(exchange: &dyn Exchange, job: &Job) -> bool {
    let id = job.id();
    exchange.queue().is_ok_and(|queue| {
        !queue.waiting.is_empty() || !queue.running.iter().any(|queued| queued.id == id)
    })
}
