//! Effort and sizes: what is too large to be checked.

/// The number of literals that the formula of one obligation may have. Chosen so that they can be counted with 32
/// bits.
pub(crate) const MOST_LITERALS: u64 = 1 << 31;

/// The most steps that the evaluation of quantified formulas of one model may take, all together. Not tuned.
pub(crate) const MOST_STEPS: u64 = 20_000_000;

/// The most bits that a number in evidence, or computed from it, may have: repeated squaring would outgrow every
/// memory.
pub(crate) const MOST_BITS: usize = 1 << 20;

/// A sort with more values is not listed. Not tuned.
pub(crate) const MOST_VALUES: u64 = 1 << 16;

/// How deep definitions and quantifiers may nest: their evaluation is recursive.
pub(crate) const MOST_NESTING: usize = 200;

/// So many parts of the bodies of recursive definitions are looked at, each as often as there are ways to it: shared parts can
/// have exponentially many. Not tuned.
pub(crate) const MOST_CALL_STEPS: usize = 1 << 16;

/// Past this many residue classes a gap of a quantified variable is not split. Not tuned.
pub(crate) const MOST_CLASSES: i64 = 1 << 16;

/// So many single points of an infinite gap are tried. Not tuned.
pub(crate) const MOST_LONELY: usize = 64;

/// How deep a value that depends on open variables may be built: it is compared and dropped by recursion.
pub(crate) const MOST_HEIGHT: usize = 200;

/// The most levels of a predicate in a ranking: what must be shown of a step grows with their square. Not tuned.
pub(crate) const MOST_LEVELS: usize = 1000;

/// The most hypotheses of all conditions of a function together. Not tuned.
pub(crate) const MOST_HYPOTHESES: usize = 1 << 24;

/// The most expressions that are gone through for the conditions of a function: predicates that use each other can
/// expand to exponentially many. Chosen to be more than the engine goes through.
pub(crate) const MOST_EXPRESSIONS: u64 = 40_000_000;

/// The deepest nesting of expressions, and of predicates within each other. The engine has the same bound.
pub(crate) const MOST_EXPRESSION_DEPTH: usize = 900;

/// The most terms of one value of a program; nested structs can have exponentially many. The engine has the same
/// bound.
pub(crate) const MOST_LEAVES: usize = 1 << 10;

/// The deepest nesting of types of a program. The engine has the same bound.
pub(crate) const MOST_TYPE_DEPTH: usize = 100;

/// With more sides of an equality lemma than this, what they have in common stands for all of them: a matter of speed.
/// Not tuned.
pub(crate) const MANY_SIDES: usize = 8;

/// Connectives with more arguments than this are looked up in an index, since each of them may have as many clauses as
/// arguments: a matter of speed. Not tuned.
pub(crate) const FEW_ARGUMENTS: usize = 8;

/// The lines of one derivation in arithmetic have at most so many coefficients together. Not tuned.
pub(crate) const MOST_COEFFICIENTS: usize = 1 << 22;

/// So many variables are looked at in all to know which are free in terms; what comes later is not known. Without a
/// limit, deep nests of quantifiers would cost the square of their size.
pub(crate) const MOST_FREE_WORK: usize = 1 << 25;

/// So many coefficients are kept for atoms that come again: a matter of speed. Not tuned.
pub(crate) const MOST_KEPT: usize = 1 << 20;

/// Constants with more bits than this are not computed from smaller ones: repeated squaring in the input would
/// otherwise outgrow every memory.
pub(crate) const MOST_CONSTANT_BITS: usize = 1 << 14;

/// The summands of a product of two constraints of a derivation, before like ones are put together. Not tuned.
pub(crate) const MOST_PRODUCT_SUMMANDS: usize = 1 << 18;

/// The factors of a monomial in such a product. Not tuned.
pub(crate) const MOST_PRODUCT_DEGREE: usize = 256;

/// The summands of a product of terms that is multiplied out, before like ones are put together. Not tuned.
pub(crate) const MOST_EXPANDED_SUMMANDS: usize = 1024;

/// The factors of a monomial in a product of terms that is multiplied out. Not tuned.
pub(crate) const MOST_EXPANDED_DEGREE: usize = 64;

/// Values of derivations, one inside the other: reading goes as deep. Not tuned.
pub(crate) const MOST_VALUE_NESTING: usize = 4_000;

/// Beyond so many ways from one annotation of a program, walks are joined where they meet. `docs/certificate-programs.md` fixes the number.
pub(crate) const MOST_LISTED: u64 = 256;
