//! Jobs: what a worker is asked to do.

use std::time::Duration;

use buttress_exchange::{Digest, JobId};
use buttress_formats::smtlib::Reading;
use serde::{Deserialize, Serialize};

use crate::design::DesignKind;

/// What a worker is asked to do. The model is fetched by its digest.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Job {
    /// The digest of the model.
    pub design: String,
    /// What the model is.
    pub kind: DesignKind,
    /// What the file is called, for people.
    pub file: String,
    /// The labels of the units to be answered.
    pub units: Vec<String>,
    /// How.
    pub options: Options,
}

/// The choices of the submitter.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Options {
    /// The engine, by name; the mix of them all if none is named.
    pub engine: Option<String>,
    /// Seeds every random choice.
    pub seed: u64,
    /// Seconds that a job may take.
    pub timeout: Option<f64>,
    /// Give up beyond this many steps.
    pub bound: Option<usize>,
    /// Prove the model as it is.
    pub no_reduce: bool,
    /// Leave evidence as it was found.
    pub no_minimise: bool,
    /// Programs: `all`, `numeric` or `none`.
    pub infer: Option<String>,
    /// Programs: must functions end (true), or are rankings left aside (false)?
    pub termination: Option<bool>,
    /// Programs: leave checks aside that are made as the program runs.
    pub no_runtime: bool,
    /// Scripts: arrays are partial.
    pub partial_arrays: bool,
    /// Scripts: declared sorts are infinite.
    pub infinite_sorts: bool,
}

impl Job {
    /// The same work has the same name.
    pub fn id(&self) -> JobId {
        JobId(Digest::of(&self.encode()).to_string()[..32].to_owned())
    }

    /// As it is sent.
    pub fn encode(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// As it was sent; none if it is no job.
    pub fn decode(bytes: &[u8]) -> Option<Job> {
        serde_json::from_slice(bytes).ok()
    }

    /// The digest of the model; none if it is no digest.
    pub fn digest(&self) -> Option<Digest> {
        self.design.parse().ok()
    }
}

impl Options {
    /// What is asked, as a part of keys: empty for what is asked most. Engines, seeds and limits are not part of the question.
    pub fn question(&self) -> String {
        let mut question = String::new();
        for (is_asked, mark) in [
            (self.no_runtime, "-noruntime"),
            (self.termination == Some(true), "-ends"),
            (self.termination == Some(false), "-noranking"),
            (self.partial_arrays, "-partial"),
            (self.infinite_sorts, "-infinite"),
        ] {
            if is_asked {
                question.push_str(mark);
            }
        }
        question
    }

    /// How a script is read.
    pub(crate) fn reading(&self) -> Reading {
        Reading { partial_arrays: self.partial_arrays, infinite_sorts: self.infinite_sorts }
    }

    /// The time that a job may take. Whatever a stranger writes there, it is a time.
    pub fn time(&self) -> Option<Duration> {
        let seconds = self.timeout.filter(|seconds| seconds.is_finite() && *seconds >= 0.0)?;
        Some(Duration::from_secs_f64(seconds.min(1e9)))
    }
}
