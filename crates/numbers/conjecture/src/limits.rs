//! Bounds on the effort and the sizes of conjectures.
//!
//! Unless a line says how a number was chosen, it was not tuned.

/// Effort for the conjectures of one split: chosen so that one that is hard does not keep the others waiting.
pub(crate) const SPLIT_EFFORT: u64 = 2_000_000;

/// Effort for the obligation of one clause.
pub(crate) const OBLIGATION_EFFORT: u64 = 2_000_000;

/// Effort for all candidates of a pass together.
pub(crate) const SETTLE_EFFORT: u64 = 300_000;

/// The largest fact of others that is looked at, in words. Not tuned.
pub(crate) const LARGEST_IMPORTED: usize = 2_000;

/// So many facts of others are looked at, for one predicate.
pub(crate) const MOST_IMPORTED: usize = 40;

/// Effort for one candidate.
pub(crate) const CANDIDATE_EFFORT: u64 = 60_000;

/// Steps that are executed from the state of a counterexample.
pub(crate) const MOST_FOLLOWED_STEPS: usize = 12;

/// Effort for one question whether a fact follows from the others.
pub(crate) const REDUNDANCY_EFFORT: u64 = 20_000;

/// More than this is too much to read, and is not counted: written out, shared parts may be exponentially many.
pub(crate) const MOST_WEIGHT: usize = 20_000;

/// States kept for one combination of guards.
pub(crate) const MOST_STATES_PER_BUCKET: usize = 60;

/// States kept for one predicate.
pub(crate) const MOST_STATES_PER_PREDICATE: usize = 400;

/// States remembered in all.
pub(crate) const MOST_VISITS: usize = 60_000;

/// Work of all walks, in nodes evaluated.
pub(crate) const MOST_EVALUATED_NODES: usize = 4_000_000;

/// Lengths of the walks, in this order: mostly short ones, for many first states; a few long ones, for loops that run long.
pub(crate) const WALK_LENGTHS: [usize; 20] =
    [30, 30, 30, 12_000, 30, 30, 100, 30, 30, 100, 1_500, 30, 30, 100, 30, 30, 100, 30, 30, 12_000];

/// Short walks after these, while there are few states.
pub(crate) const MOST_FURTHER_WALKS: usize = 80;

/// So many states are few.
pub(crate) const FEW_STATES: usize = 150;

/// How often a run of a clause may return to a choice.
pub(crate) const MOST_RETURNS: u32 = 40;

/// How often a variable is drawn anew.
pub(crate) const MOST_DRAWS: u32 = 3;

/// Guards of one predicate that are tried alone or in pairs.
pub(crate) const MOST_GUARDS: usize = 10;

/// Parts of one predicate.
pub(crate) const MOST_PARTS: usize = 14;

/// Forms for every part, however many parts there are.
pub(crate) const FEWEST_FORMS: usize = 10;

/// Bounds rise so often before they jump to thresholds.
pub(crate) const MOST_RAISES: u32 = 2;

/// Lists of values grow up to this length.
pub(crate) const MOST_VALUES: usize = 8;

/// Steps of taking a constraint apart into paths; more work is not worth it.
pub(crate) const MOST_PATH_STEPS: usize = 100_000;

/// Clauses with more paths are taken as one.
pub(crate) const MOST_PATHS: usize = 64;

/// Suggestions of one kind for one predicate.
pub(crate) const MOST_SUGGESTIONS: usize = 60;

/// A number with more values is no program counter.
pub(crate) const MOST_COUNTER_VALUES: usize = 16;

/// The search for locations with such counters; without them, it is the caller's.
pub(crate) const COUNTERS_EFFORT: u64 = 300_000;

/// More locations are no control.
pub(crate) const MOST_LOCATIONS: usize = 64;

/// With more clauses, control is not made explicit.
pub(crate) const MOST_CONTROL_CLAUSES: usize = 600;

/// Equations with more monomials are not tried.
pub(crate) const MOST_EQUATION_MONOMIALS: usize = 90;

/// Degrees of equations that are tried.
pub(crate) const MOST_EQUATION_DEGREE: u32 = 6;

/// Products of multipliers and equations in one proof.
pub(crate) const MOST_PROOF_PRODUCTS: usize = 600;

/// Polynomials with more monomials are of no use as forms.
pub(crate) const MOST_FORM_TERMS: usize = 200;

/// Nor are those of a higher degree.
pub(crate) const MOST_FORM_DEGREE: u64 = 8;
