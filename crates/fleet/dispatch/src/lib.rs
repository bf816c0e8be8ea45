//! One proof on many machines: a submitter hands out jobs, workers take them, tell each other what they find and store verdicts, and the
//! submitter believes what the checker accepts.
//!
//! Everything goes through an `Exchange`, and nobody believes what stands there: a model is known by its digest, a clause is shown again
//! before it is used, and a verdict counts after its evidence was checked by whoever reads it. `docs/fleet.md` has the messages.

mod assist;
mod backoff;
mod belief;
mod design;
mod error;
mod fact_wire;
mod job;
mod keeper;
mod keys;
mod lemma_text;
mod limits;
mod line;
mod perform;
mod results;
mod roll;
mod snapshot;
mod submission;
mod verdict;
mod verify;
mod wire;
mod worker;

pub use design::{Design, DesignKind, Unit};
pub use error::DispatchError;
pub use job::{Job, Options};
pub use keys::Keys;
pub use lemma_text::{read_lemma, write_lemma};
pub use limits::COLLECT_INTERVAL;
pub use snapshot::{
    DesignResults, DesignState, Snapshot, UnitReport, UnitResult, WorkerState, cancel, drain,
    is_drained, results, snapshot, workers,
};
pub use submission::{Progress, Submission};
pub use verdict::{Accepted, Outcome, Word};
pub use verify::{Unbelieved, verify};
pub use wire::{Wire, WireFigures};
pub use worker::{Shift, Worker, WorkerNews};
