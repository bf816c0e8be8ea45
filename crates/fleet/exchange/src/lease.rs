//! Jobs and who holds them.

use std::time::Duration;

/// The name of a job: the same work has the same name.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct JobId(pub String);

/// A job that a worker holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lease {
    /// Its name.
    pub id: JobId,
    /// What is to be done.
    pub job: Vec<u8>,
    /// Who holds it.
    pub worker: String,
    /// For how long without renewal.
    pub lease: Duration,
    /// How often it was handed out, this time included.
    pub deliveries: u64,
    /// Where the home keeps it.
    pub(crate) place: String,
}

/// All jobs that are not done.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Queue {
    /// In the order in which they will be taken.
    pub waiting: Vec<QueuedJob>,
    /// Held by somebody.
    pub running: Vec<QueuedJob>,
}

/// A job in the queue.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QueuedJob {
    /// Its name.
    pub id: JobId,
    /// What is to be done.
    pub job: Vec<u8>,
    /// Who holds it.
    pub worker: Option<String>,
}
