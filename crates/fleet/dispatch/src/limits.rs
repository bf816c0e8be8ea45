//! Bounds on sizes, and how often things happen.

use std::time::Duration;

/// The largest model that is taken from an exchange, in bytes.
pub(crate) const LARGEST_MODEL: usize = 1 << 28;

/// The largest evidence that is taken, in bytes.
pub(crate) const LARGEST_EVIDENCE: usize = 1 << 28;

/// The longest reason that is noted, in characters.
pub(crate) const LONGEST_REASON: usize = 10_000;

/// A stream of clauses keeps about so many. Not tuned.
pub(crate) const KEPT_LEMMAS: usize = 100_000;

/// A stream of facts about numbers keeps about so many. Not tuned.
pub(crate) const KEPT_FACTS: usize = 200;

/// So many facts wait to be sent, and so many to be heard.
pub(crate) const MOST_FACTS_IN_TRANSIT: usize = 50;

/// A stream of answers keeps so many; whoever misses one finds it when he looks at all units.
pub(crate) const KEPT_ANSWERS: usize = 10_000;

/// So many records are read at once.
pub(crate) const READ_AT_ONCE: usize = 2_000;

/// So many clauses wait to be sent, and so many to be heard; older ones go. Not tuned.
pub(crate) const MOST_IN_TRANSIT: usize = 20_000;

/// How often clauses are sent and fetched.
pub(crate) const WIRE_INTERVAL: Duration = Duration::from_millis(100);

/// How often a worker tells that it is there.
pub(crate) const BEAT_INTERVAL: Duration = Duration::from_secs(1);

/// How often somebody who waits for verdicts looks.
pub const COLLECT_INTERVAL: Duration = Duration::from_millis(150);

/// How often he looks at all units, whatever the stream of answers says.
pub(crate) const SWEEP_INTERVAL: Duration = Duration::from_secs(3);

/// The first wait for an exchange that is away; each is twice the last.
pub(crate) const FIRST_WAIT: Duration = Duration::from_millis(100);

/// The longest wait.
pub(crate) const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// The longest wait for a job.
pub(crate) const IDLE_WAIT: Duration = Duration::from_millis(500);

/// A job that was handed out so often takes its workers with it, and is given up.
pub(crate) const MOST_DELIVERIES: u64 = 6;

/// A job that vanishes without an outcome is handed out again so often.
pub(crate) const MOST_SUBMISSIONS: u32 = 5;

/// A job is worth help after it has run for so long.
pub(crate) const HELP_AFTER: Duration = Duration::from_secs(2);

/// If the names of all units do not fit into the roll of designs, so many are listed.
pub(crate) const MOST_LISTED: usize = 1_000;

/// A worker looks at what others claim if the evidence is not larger than this; whoever submits looks at everything. In bytes.
pub(crate) const LARGEST_JUDGED: usize = 1 << 24;

/// So many units are looked at together, at most.
pub(crate) const LARGEST_GROUP: usize = 16;

/// So many verdicts that do not stand are moved out of the way of one that does.
pub(crate) const MOST_CLAIMS: usize = 50;

/// The longest clause that is read.
pub(crate) const LONGEST_LEMMA: usize = 1_000;
