//! Effort and sizes: how hard inference tries.

/// Effort for the question whether a fact follows from others. Not tuned.
pub(crate) const IMPLIED_EFFORT: u64 = 100_000;

/// Open goals of a function that the engines over numbers are directed at, one after the other. Not tuned.
pub(crate) const MOST_GOALS: usize = 4;

/// Effort for facts about numbers without a goal in mind. Not tuned.
pub(crate) const DISCOVERY_EFFORT: u64 = 6_000_000;

/// Effort of each engine over numbers for one goal. Not tuned.
pub(crate) const GOAL_EFFORT: u64 = 1_000_000;

/// Effort for one question about numbers when the inductive part of candidates is sought. Not tuned.
pub(crate) const NUMERIC_EFFORT: u64 = 300_000;

/// Effort for one question about everything when the inductive part of candidates is sought. Not tuned.
pub(crate) const FULL_EFFORT: u64 = 1_500_000;

/// Effort for one condition when the inductive core of annotations is sought. Not tuned.
pub(crate) const CORE_EFFORT: u64 = 2_000_000;

/// Effort for one question about a closed set; many sets are guessed. Not tuned.
pub(crate) const CLOSED_EFFORT: u64 = 100_000;

/// Effort for one question about a measure of a loop. Not tuned.
pub(crate) const MEASURE_EFFORT: u64 = 200_000;

/// Measures of a loop that are asked about, beyond those that runs refute. Not tuned.
pub(crate) const MOST_MEASURES: usize = 24;

/// Effort for one question about a measure of functions that call each other. Not tuned.
pub(crate) const RECURSION_EFFORT: u64 = 200_000;

/// Combinations of measures, one for each function that calls another, that are tried. Not tuned.
pub(crate) const MOST_COMBINATIONS: usize = 40;

/// Beyond so many steps the truth of a formula in a model is left open. Not tuned.
pub(crate) const MOST_EVALUATION_STEPS: u64 = 200_000;

/// Inputs that a function is run on at most, those that violate `@pre` included. Not tuned.
pub(crate) const MOST_INPUTS: usize = 1_500;

/// Runs of a function that suffice. Not tuned.
pub(crate) const ENOUGH_RUNS: usize = 120;

/// Visits of loops in one run that are kept. Not tuned.
pub(crate) const MOST_SAMPLE_VISITS: usize = 60;

/// Statements of one such run. Not tuned.
pub(crate) const MOST_SAMPLE_STEPS: u64 = 3_000;

/// The deepest recursion of one such run. Not tuned.
pub(crate) const MOST_SAMPLE_DEPTH: u32 = 30;

/// States at which a template is evaluated. Not tuned.
pub(crate) const MOST_STATES: usize = 200;

/// Effort for facts about the contents of arrays in one function. Not tuned.
pub(crate) const CONTENTS_EFFORT: u64 = 16_000_000;

/// Instances of one kind of template for one loop that are tried at a time: of those that no run refutes, the strongest. Not tuned.
pub(crate) const MOST_TEMPLATES: usize = 20;

/// How often the strongest instances of templates are tried, each time without those of before. Not tuned.
pub(crate) const MOST_LAYERS: usize = 3;

/// Formulas of a contract with more ends of ranges are not weakened at all of them. Not tuned.
pub(crate) const MOST_CHANGED_ENDS: usize = 4;

/// Ways to weaken all ends of a formula of a contract. Not tuned.
pub(crate) const MOST_WEAKENED: usize = 2_000;

/// Instances of one quantified hypothesis at the cells that a path reads. Not tuned.
pub(crate) const MOST_INSTANCES: usize = 16;

/// Effort for the question whether a fact follows from itself alone, before all others are taken in. Not tuned.
pub(crate) const ALONE_EFFORT: u64 = 100_000;

/// So many numbers are related with each other when a closed set is guessed. Not tuned.
pub(crate) const MOST_RELATED: usize = 8;

/// So many cells of an array are looked at when a closed set is guessed. Not tuned.
pub(crate) const MOST_CELLS_SEEN: usize = 6;

/// So many numbers and truth values of the variables of a loop are looked at: structs can have exponentially many. Not
/// tuned.
pub(crate) const MOST_LEAVES: usize = 200;

/// So many candidates for one part of a contract. Not tuned.
pub(crate) const MOST_CONTRACT_CANDIDATES: usize = 40;

/// Runs that an equation for the result of a function must fit. Not tuned.
pub(crate) const FITTED_RUNS: u64 = 400;

/// Statements of each of these runs. Not tuned.
pub(crate) const FITTED_STEPS: u64 = 2_000;
