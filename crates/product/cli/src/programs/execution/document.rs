//! What `buttress run` prints as JSON.

use buttress_session::programs::TrailEntry;
use buttress_session::programs::{PlaceEntry, PointersEntry, ValueEntry};
use schemars::JsonSchema;
use serde::Serialize;

use crate::next_step::NextStep;

/// A run as JSON.
#[derive(Serialize, JsonSchema)]
pub struct RunDocument {
    /// The path as it was given.
    pub file: String,
    /// What was called.
    pub call: String,
    /// How it ended.
    #[schemars(extend("enum" = ["returned", "violated", "bad arguments", "too long", "undetermined"]))]
    pub outcome: &'static str,
    /// The result, as it can be typed.
    pub result: Option<String>,
    /// What did not hold, or why there is no result.
    pub message: Option<String>,
    /// The line of what did not hold.
    pub line: Option<usize>,
    /// The text of the program; with --pictures.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The run, step by step; with --pictures.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trail: Option<TrailEntry>,
    /// With `--step`: what was executed.
    #[serde(flatten)]
    pub steps: Option<RunSteps>,
    /// What to try where the run has come to no end.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub next_steps: Vec<NextStep>,
    /// The exit code.
    pub exit_code: u8,
}

impl RunDocument {
    /// The same with what to try.
    #[cfg(feature = "cli")]
    pub fn with_next_steps(self, next_steps: Vec<NextStep>) -> RunDocument {
        RunDocument { next_steps, ..self }
    }
}

/// What was executed in a run.
#[derive(Serialize, JsonSchema)]
pub struct RunSteps {
    /// In order; what is violated comes last.
    pub steps: Vec<RunStepEntry>,
    /// Were there more steps than are listed?
    pub steps_cut: bool,
    /// For each function in it, the variables that are indices.
    pub pointers: Vec<PointersEntry>,
}

/// A step of a run.
#[derive(Serialize, JsonSchema)]
pub struct RunStepEntry {
    /// The function that runs.
    pub function: String,
    /// The statement, or the loop.
    pub place: PlaceEntry,
    /// Its first line, or the name of the loop's annotation.
    pub text: String,
    /// The variables before it.
    pub variables: Vec<ValueEntry>,
}
