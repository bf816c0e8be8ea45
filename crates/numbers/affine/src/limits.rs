//! Bounds on the effort and the sizes of the analysis.
//!
//! Unless a line says how a number was chosen, it was not tuned.

/// So many samples in a row without a fact, and the analysis gives up.
pub(crate) const MOST_FRUITLESS_SAMPLES: usize = 24;

/// How many states without a fact are avoided by later samples.
pub(crate) const MOST_AVOIDED_STATES: usize = 12;

/// More predicates do not get templates at the same time.
pub(crate) const MOST_TEMPLATES: usize = 8;

/// The effort of one question to the solver: chosen to be about a second. Products can take any time.
pub(crate) const QUERY_EFFORT: u64 = 2_000_000;

/// The effort of a pivot, in propagations.
pub(crate) const PIVOT_EFFORT: u64 = 200;

/// How many linear programs one search for multipliers may solve, whatever the number of paths.
pub(crate) const MOST_PROGRAMS: usize = 60;

/// So many more linear programs for each path.
pub(crate) const MOST_PROGRAMS_PER_PATH: usize = 12;

/// More templates than this on one path get the same multiplier.
pub(crate) const MOST_FREE_MULTIPLIERS: usize = 3;

/// More paths than this are not made of one clause with, and without, the property.
pub(crate) const MOST_PATHS: [usize; 2] = [12, 48];

/// Most monomials that a template has; the simplest come first.
pub(crate) const MOST_TEMPLATE_MONOMIALS: usize = 120;

/// Products with more monomials count as atoms.
pub(crate) const MOST_PRODUCT_MONOMIALS: usize = 400;

/// How many products of rows are added to a path at most.
pub(crate) const MOST_PRODUCT_ROWS: usize = 48;

/// Products of rows are not made to be of a higher degree than what is there already, or than this.
pub(crate) const MOST_PRODUCT_DEGREE: u64 = 3;

/// How many formulas are taken apart before a union of conjunctions is given up.
pub(crate) const MOST_SPLIT_STEPS: usize = 10_000;

/// How many branches a formula may have that the polynomial lemma is to refute.
pub(crate) const MOST_BRANCHES: usize = 256;

/// How far from zero a bound on a sample may lie; one of these is taken.
pub(crate) const SAMPLE_WIDTHS: [usize; 4] = [3, 10, 40, 300];

/// How many bounds are tried for one sample.
pub(crate) const SAMPLE_BOUNDS: usize = 4;

/// How many times values are guessed where the solver does not know.
pub(crate) const SAMPLE_GUESSES: usize = 24;

/// The most polyhedra that a step of a cycle may consist of.
pub(crate) const MOST_STEP_POLYHEDRA: usize = 64;

/// The most questions to the solver in the search for a lasso.
pub(crate) const MOST_LASSO_QUESTIONS: usize = 100;
