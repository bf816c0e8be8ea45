//! What is told of functions as JSON: entries that are the same in every front end.

use schemars::JsonSchema;
use serde::Serialize;

use super::trail::TrailEntry;
use crate::verdict::VerdictWord;

/// A stretch of the text.
#[derive(Serialize, JsonSchema, Clone, Copy, PartialEq, Eq)]
pub struct PlaceEntry {
    /// The line of its beginning, counted from 1.
    pub line: usize,
    /// The column of its beginning, counted from 1, in characters.
    pub column: usize,
    /// The line of its end.
    pub end_line: usize,
    /// The column behind its end.
    pub end_column: usize,
}

/// The report on one function.
#[derive(Serialize, JsonSchema, Clone)]
pub struct FunctionEntry {
    /// Its name.
    pub name: String,
    /// Where its name stands.
    pub place: PlaceEntry,
    /// The worst verdict of its conditions.
    pub verdict: VerdictWord,
    /// Why it is unknown, where no condition says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The code of that reason, for `buttress explain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<&'static str>,
    /// Does it end: `proved`, `plain`, `unproved`, `not found`, `never` or `ignored`?
    pub termination: &'static str,
    /// A call that never ends, if one was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub endless: Option<EndlessEntry>,
    /// Rankings that were inferred, each with the point it belongs to.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rankings: Vec<RankingEntry>,
    /// What was inferred for its contract, and holds like what is written.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub contract: Vec<ContractEntry>,
    /// Inferred facts that proofs lean on.
    pub facts: Vec<FactEntry>,
    /// Conjuncts that are not inductive, if that was looked into.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub core: Option<CoreEntry>,
    /// Its variables that are indices: drawings put their names at cells.
    pub pointers: Vec<String>,
    /// Its basic paths.
    pub paths: Vec<PathEntry>,
    /// Can no way to its end be taken?
    pub never_returns: bool,
    /// Time spent on its conditions, of all threads.
    pub seconds: f64,
    /// Time spent on looking for facts and rankings.
    pub inference_seconds: f64,
}

/// A ranking that was inferred.
#[derive(Serialize, JsonSchema, Clone)]
pub struct RankingEntry {
    /// The name of the point.
    pub point: String,
    /// The ranking.
    pub ranking: String,
}

/// A conjunct that was inferred for a contract.
#[derive(Serialize, JsonSchema, Clone)]
pub struct ContractEntry {
    /// Where it belongs.
    #[schemars(extend("enum" = ["pre", "post"]))]
    pub part: &'static str,
    /// The conjunct, as it can be written in the program.
    pub text: String,
}

/// A fact that was inferred.
#[derive(Serialize, JsonSchema, Clone)]
pub struct FactEntry {
    /// The name of the loop.
    pub loop_name: String,
    /// The annotation of the loop.
    pub place: PlaceEntry,
    /// The fact, as it can be written in the program.
    pub text: String,
}

/// Conjuncts that are not inductive.
#[derive(Serialize, JsonSchema, Clone)]
pub struct CoreEntry {
    /// Do the others prove everything else?
    pub suffices: bool,
    /// The conjuncts.
    pub dropped: Vec<FactEntry>,
}

/// A basic path.
#[derive(Serialize, JsonSchema, Clone)]
pub struct PathEntry {
    /// As in `L1 -> post`.
    pub name: String,
    /// What happens on the way.
    pub steps: Vec<StepEntry>,
    /// What has to hold at its end.
    pub conditions: Vec<ConditionEntry>,
}

/// A step of a path.
#[derive(Serialize, JsonSchema, Clone)]
pub struct StepEntry {
    /// As in `assume n < m`.
    pub text: String,
    /// Where it is.
    pub place: PlaceEntry,
}

/// A condition.
#[derive(Serialize, JsonSchema, Clone)]
pub struct ConditionEntry {
    /// What it is.
    #[schemars(extend("enum" = ["conjunct", "fact", "runtime", "ranking"]))]
    pub kind: &'static str,
    /// In the words of the program.
    pub text: String,
    /// Where it is written.
    pub place: PlaceEntry,
    /// The verdict.
    pub verdict: VerdictWord,
    /// The code of what is the matter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<&'static str>,
    /// What is the matter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The state at the beginning of the path.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub start: Vec<ValueEntry>,
    /// The state when the condition failed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub end: Vec<ValueEntry>,
    /// Values of quantified variables for which it fails.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub witnesses: Vec<ValueEntry>,
    /// What is left of it then, as in `7 <= 3`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instance: Option<String>,
    /// The arguments of a run that violates it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<RunEntry>,
    /// Runs that did not violate it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub runs: Option<u64>,
    /// Steps of the proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof_steps: Option<usize>,
    /// The same as long as function, path and condition are.
    pub fingerprint: String,
    /// Was the answer known from an earlier run, and checked again?
    pub cached: bool,
    /// How long it took.
    pub seconds: f64,
}

/// A variable and its value.
#[derive(Serialize, JsonSchema, Clone)]
pub struct ValueEntry {
    /// The variable.
    pub name: String,
    /// Its value, as `buttress run` reads it.
    pub value: String,
}

/// The variables of a function that are indices: drawings put their names at cells.
#[derive(Serialize, JsonSchema, Clone)]
pub struct PointersEntry {
    /// The function.
    pub function: String,
    /// Its variables.
    pub names: Vec<String>,
}

/// A call that never ends.
#[derive(Serialize, JsonSchema, Clone)]
pub struct EndlessEntry {
    /// The code.
    pub code: &'static str,
    /// What is the matter, in a line.
    pub message: String,
    /// The loop that is met again and again, or the function that is called again and again.
    pub place: PlaceEntry,
    /// The arguments, in order.
    pub arguments: Vec<ValueEntry>,
    /// Globals at the beginning.
    pub globals: Vec<ValueEntry>,
    /// The variables there.
    pub state: Vec<ValueEntry>,
    /// Which visit of the place they are from, from 1.
    pub visit: u64,
    /// A formula that holds from then on at each visit, and excludes an end; none if the state comes back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub set: Option<String>,
}

/// A run that violates a condition.
#[derive(Serialize, JsonSchema, Clone)]
pub struct RunEntry {
    /// The arguments, in order.
    pub arguments: Vec<ValueEntry>,
    /// Globals at the beginning.
    pub globals: Vec<ValueEntry>,
    /// Statements that are executed before.
    pub steps: u64,
    /// The run, step by step; with --pictures.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trail: Option<TrailEntry>,
}
