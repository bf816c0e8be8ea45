//! The status of everything that can be proved, as it is told to the client for its gutter.

use lsp_types::{Range, Uri};
use serde::Serialize;

/// How something stands.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Status {
    /// It will be looked at.
    Waiting,
    /// It is being looked at.
    Running,
    /// It holds; the evidence was checked.
    Proved,
    /// Something violates it.
    False,
    /// A state that annotations allow violates it.
    Open,
    /// It was not found out.
    Unknown,
    /// Of a check: there is a model, which was checked.
    Sat,
    /// Of a check: there is none; the proof was checked.
    Unsat,
}

/// What is told: `buttress/status`.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub(crate) struct StatusParams {
    /// The document.
    pub(crate) uri: Uri,
    /// Its version.
    pub(crate) version: i32,
    /// In the order of the text.
    pub(crate) functions: Vec<StatusEntry>,
}

/// How one thing stands.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StatusEntry {
    /// The function, or `check 2`, or the property of a system over numbers.
    pub(crate) name: String,
    /// All of it.
    pub(crate) range: Range,
    /// Its name.
    pub(crate) selection_range: Range,
    /// How it stands.
    pub(crate) status: Status,
    /// Seconds that were spent on its conditions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) seconds: Option<f64>,
    /// Its annotations, calls and checks, once there is a verdict.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) annotations: Vec<MarkEntry>,
}

/// How an annotation stands.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub(crate) struct MarkEntry {
    /// Where it is.
    pub(crate) range: Range,
    /// The worst of its conditions.
    pub(crate) status: Status,
}
