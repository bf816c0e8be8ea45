//! Effort and sizes: how much of everything there may be.

/// How deep statements and expressions may nest, together; each operator of a sum or conjunction is a level. Whoever
/// works on the tree by recursion relies on it: chosen so that such walks fit a thread's stack in debug builds.
pub const LEVELS: u32 = 400;

/// After so many messages a file is given up: nobody reads more. Not tuned.
pub(crate) const MOST_MESSAGES: usize = 100;

/// How many tokens may lie between a mistake and the parenthesis that is sought: without a limit, a file full of open
/// parentheses would take quadratic time. Not tuned.
pub(crate) const MOST_LOOKAHEAD: usize = 1_000;

/// Brackets within brackets beyond this are not read in the text of a value, which is read by recursion. Not tuned.
pub(crate) const MOST_LITERAL_DEPTH: u32 = 64;

/// The most basic paths of one function, unless the caller says otherwise.
pub(crate) const MOST_PATHS: usize = 20_000;

/// The most basic paths of a function with a closed set; many such sets are guessed, so that each must be cheap. Not
/// tuned.
pub(crate) const MOST_CLOSED_PATHS: usize = 2_000;

/// The most ways from one annotation to the next ones that are followed one by one; beyond, paths are joined where
/// branches meet. `docs/certificate-programs.md` fixes the number: the checker has its own copy.
pub const MOST_LISTED: u64 = 256;

/// How many hypotheses and steps there may be for each path that is allowed: bounds the memory of all paths of a
/// function. Not tuned.
pub(crate) const SIZE_OF_PATH: usize = 200;

/// The most expressions that are gone through for one expression; predicates that use each other can expand to
/// exponentially many. Not tuned.
pub(crate) const MOST_LOWERED: u64 = 500_000;

/// The most expressions that are gone through for one function in all. Not tuned.
pub(crate) const MOST_LOWERED_IN_ALL: u64 = 20_000_000;

/// The deepest nesting of expressions, and of predicates within each other, that becomes a term: lowering is
/// recursive.
pub(crate) const MOST_LOWERED_DEPTH: u32 = 900;

/// The most leaves of one value; nested structs can have exponentially many. The checker has the same bound.
pub(crate) const MOST_LEAVES: usize = 1 << 10;

/// The deepest nesting of types. The checker has the same bound.
pub(crate) const MOST_TYPE_DEPTH: u32 = 100;

/// The longest array that is read from a model: what people are shown is small, and inputs are made small anyway.
pub const MOST_CELLS: usize = 64;

/// How many cells outside an array are told of each stretch of equal ones. Not tuned.
pub(crate) const MOST_OUTSIDE_CELLS: usize = 16;

/// The longest list that is read from a model. Not tuned.
pub(crate) const LONGEST_LIST: usize = 1_000;

/// The statements of a run, unless the caller says otherwise. Evidence is replayed with this limit: lowering it would
/// refuse what was accepted.
pub(crate) const MOST_STATEMENTS: u64 = 100_000;

/// The deepest recursion of a run, unless the caller says otherwise. Evidence is replayed with this limit as well.
pub(crate) const MOST_CALL_DEPTH: u32 = 200;

/// Longer arrays are not made by `new`: the run is too long then. Not tuned.
pub(crate) const LONGEST_ARRAY: i64 = 1_000_000;

/// So many cells that are made or copied cost as much as a statement. Not tuned.
pub(crate) const CELLS_PER_STEP: u64 = 16;

/// So many values that quantifiers try cost as much as a statement; chosen so that the usual annotations of arrays are
/// for free.
pub(crate) const TRIALS_PER_STEP: u64 = 256;

/// Numbers with more binary digits than this are not computed with: a run that needs them is given up. Not tuned.
pub(crate) const MOST_BITS: usize = 1 << 13;

/// The last visits of an activation that are kept: closed sets are guessed from them. Not tuned.
pub(crate) const MOST_VISITS: usize = 400;

/// The values that quantifiers of one conjunct may try; beyond, the conjunct is undetermined. Not tuned.
pub(crate) const MOST_TRIALS: u64 = 200_000;

/// The most nodes of a formula once its predicates are written out; a parser's tree has far less. Not tuned.
pub(crate) const MOST_NODES: usize = 8_000;

/// The deepest nesting of such a formula: it is evaluated by recursion.
pub(crate) const MOST_FORMULA_DEPTH: u32 = 600;

/// The most variables of one quantifier that is evaluated. Not tuned.
pub(crate) const MOST_BOUND_VARIABLES: usize = 12;

/// More cubes than this are not made of one quantified formula: alternatives are split while variables are unbounded.
/// Not tuned.
pub(crate) const MOST_CUBES: usize = 32;

/// Cubes with more nodes than this are not searched for points. Not tuned.
pub(crate) const MOST_CUBE_NODES: usize = 1_000;

/// Numbers up to this size bound variables of quantifiers; what is larger is not searched. Chosen so that sums of a
/// few of them fit a machine word.
pub(crate) const FARTHEST: i64 = 1 << 60;

/// Ranges of variables that are wider are searched at points only. Not tuned.
pub(crate) const WIDEST_RANGE: i64 = 400;

/// Points whose surroundings hold more numbers than this are not searched. Not tuned.
pub(crate) const WIDEST_SURROUNDINGS: i64 = 1 << 12;

/// The longest piece of source text within a description, in characters.
pub(crate) const LONGEST_DESCRIBED: usize = 60;
