//! How much evaluation and printing do: bounds on steps, sizes and depths.
//!
//! They were chosen so that what scripts and models of the test corpus contain stays well below them; none was tuned.

/// How many steps one evaluation may take unless the caller says otherwise: some seconds.
pub(crate) const EVALUATION_STEPS: u64 = 100_000_000;
/// Steps between two questions whether to stop. Often, since a step may be a search of its own.
pub(crate) const STEPS_PER_POLL: u64 = 1 << 6;

/// A quantified body is taken apart into no more cubes than this.
pub(crate) const BODY_CUBES: usize = 32;

/// How often what variables are compared with each other narrows the ranges of a formula's variables.
pub(crate) const RANGE_ROUNDS: usize = 4;

/// Sets of possible values of a term grow no larger than this.
pub(crate) const POSSIBLE_VALUES: usize = 1 << 12;

/// A term is one of no more linear forms than this.
pub(crate) const LINEAR_FORMS: usize = 64;

/// How deep definitions may call one another, and terms of which all possible values are needed
/// may nest: these functions recur, so that the stack bounds it.
pub(crate) const CALL_DEPTH: usize = 64;

/// How many calls of recursive definitions may be within one another; they are kept on a stack of our own.
pub(crate) const RECURSIVE_CALLS: usize = 1_000;

/// How deep quantified formulas may be evaluated within one another: these functions recur, too.
pub(crate) const QUANTIFIER_DEPTH: usize = 32;

/// More moves of cuts than this make too many representatives.
pub(crate) const CUT_MOVES: usize = 1 << 14;

/// Past this offset, a block is treated like variables bound further in: that takes more moves for
/// small offsets and fewer for large ones.
pub(crate) const LARGE_OFFSET: i64 = 32;

/// More values are not tried for one variable.
pub(crate) const TRIED_VALUES: usize = 1 << 18;

/// Remainders are told apart modulo no more than this.
pub(crate) const LONGEST_PERIOD: i64 = 1_000;

/// Past this many, exceptions of an array are not listed one by one.
pub(crate) const LISTED_EXCEPTIONS: usize = 1 << 20;

/// Up to this many exceptions of an array over the integers are always printed one by one.
pub(crate) const PRINTED_EXCEPTIONS: usize = 64;

/// Past this many parts, a value is printed with its repeated parts shared.
pub(crate) const PRINTED_PARTS: usize = 10_000;
