//! Where basic paths begin and end.

use super::id::{FunctionId, LoopId};
use crate::Span;

/// Where basic paths begin and end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Point {
    /// `@pre`
    Pre,
    /// The annotation of a loop.
    Loop(LoopId),
    /// `@post`
    Post,
    /// A statement `@ F;`
    Assert(Span),
    /// The `@pre` of a function that is called at this span.
    Call(FunctionId, Span),
    /// Something that is checked as the program runs.
    Runtime(Check, Span),
    /// A ranking at the beginning of the path, which must not be negative there.
    Rank,
}

/// A point of a program: the `@pre` of a function, or one of its loops.
pub type ProgramPoint = (FunctionId, Point);

/// What is checked as a program runs. Each has the span of the expression it is about: the subscript, the divisor, the
/// length, the key, the list.
///
/// The checks of an expression are made when its operands have their values. The subscripts in the target of an
/// assignment are checked last, when the cell is written; those of `a{i <- v}` are checked like those of `a[i]`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Check {
    /// 0 ≤ i
    NotNegative,
    /// i < |a|
    BelowLength,
    /// divisor ≠ 0
    Divisor,
    /// `new T[n]`: 0 ≤ n
    NewLength,
    /// `get(h, k)`: k ∈ keys(h)
    HasKey,
    /// `car(l)`, `cdr(l)`: ¬atom(l)
    NotAtom,
}
