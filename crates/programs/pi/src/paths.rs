//! Basic paths and their verification conditions.
//!
//! A function is cut at its annotations. From `@pre` and from every loop annotation the statements are executed
//! with symbols for values, along every branch, until the next annotation. An assignment gives its value a
//! name instead of being substituted, so that conditions stay as small as the text: this is the weakest
//! precondition with its substitutions written as definitions.
//!
//! On the way every subscript, division, call and `new` has a condition of its own, which is met with what the path
//! has assumed so far, and is assumed afterwards.

mod check;
mod cycles;
mod describe;
mod evaluate;
mod flow;
mod join;
mod lower;
mod model;
mod operate;
mod rank;
mod shape;
mod symbolic;
mod taken;
mod walk;

use std::sync::Arc;

use buttress_budget::Budget;
use buttress_logic::{Term, Terms};

pub(crate) use self::cycles::Graph;
pub use self::cycles::{ProgramPoint, Ranking, callees, cycles, ranking, unranked};
pub use self::describe::{describe, describe_goal, point_name};
pub use self::lower::lower;
pub use self::model::{MOST_CELLS, value_in};
pub use self::shape::{Leaf, leaves};
pub use self::taken::steps_in;
use crate::program::{FunctionId, LoopId, Program, Type, VariableId};
use crate::{Facts, Span};

/// What to generate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Conditions for subscripts, divisions and lengths of new arrays?
    pub runtime: bool,
    /// Conditions for rankings?
    pub termination: bool,
    /// The most basic paths of one function; beyond, [`Paths::is_complete`] is false.
    pub most: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options { runtime: true, termination: true, most: 20_000 }
    }
}

/// The most ways from one annotation to the next ones that are followed one by one.
pub const MOST_LISTED: u64 = 256;

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

/// The paths of one function, in the order of the text.
#[derive(Clone, Debug)]
pub struct Paths {
    /// In the order found.
    pub paths: Vec<BasicPath>,
    /// Were there no more than allowed?
    pub is_complete: bool,
}

/// From one annotation to the next.
///
/// If there are more than [`MOST_LISTED`] ways from an annotation on, the paths from there are joined where branches meet: a
/// path stands for all ways to its end, which its steps list.
#[derive(Clone, Debug)]
pub struct BasicPath {
    /// In which function.
    pub function: FunctionId,
    /// `Pre` or a loop.
    pub from: Point,
    /// Where it ends.
    pub to: Point,
    /// What happens on the way, for people.
    pub steps: Vec<Step>,
    /// What may be assumed, in order.
    pub hypotheses: Vec<Hypothesis>,
    /// The variables at the beginning.
    pub start: State,
    /// The variables at the end; at `Post`, `rv` among them.
    pub end: State,
    /// What has to be shown, each by itself. Never empty except at points whose annotation is `true`.
    pub goals: Vec<Goal>,
}

/// A formula that may be assumed, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hypothesis {
    /// The formula.
    pub formula: Term,
    /// Why.
    pub origin: Origin,
}

/// Why something may be assumed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// A conjunct of the annotation where the path begins, with its position; inferred facts come after the user's own.
    Annotation(usize),
    /// A branch was taken because of the condition at this span.
    Branch(Span),
    /// An assignment, or a declaration with a value.
    Assignment(Span),
    /// A conjunct of the `@post` of a function that was called at this span.
    Call(Span),
    /// A statement `@ F;`, or a check as the program runs, that has been passed.
    Passed(Span),
    /// Lengths are not negative, and the like.
    Nature,
    /// The name of a value where branches meet, under the guard of one of them.
    Joined,
    /// One of the branches that meet was taken.
    Ways,
}

/// One thing that happens on a path, for people.
#[derive(Clone, PartialEq, Debug)]
pub enum Step {
    /// `assume c`, or `assume !c`
    Assume {
        /// Where c is.
        condition: Span,
        /// Did it hold?
        holds: bool,
    },
    /// A statement that was executed.
    Execute {
        /// Where it is.
        statement: Span,
        /// The variable that changed and its value afterwards, if one did.
        changed: Option<(VariableId, Symbolic)>,
    },
    /// A call, by contract.
    Call {
        /// Of what.
        function: FunctionId,
        /// Where.
        span: Span,
        /// What the arguments are.
        arguments: Vec<Symbolic>,
        /// What it answered.
        result: Option<Symbolic>,
    },
    /// One of several ways, which meet again.
    Either(Arc<Vec<Way>>),
}

/// One of several ways that meet again.
#[derive(Clone, PartialEq, Debug)]
pub struct Way {
    /// It holds if this way was taken, and then no other one does.
    pub guard: Term,
    /// What happens on it.
    pub steps: Vec<Step>,
}

/// Something to be shown at the end of a path.
#[derive(Clone, PartialEq, Debug)]
pub struct Goal {
    /// What it is.
    pub kind: GoalKind,
    /// The formula.
    pub formula: Term,
    /// Where it is written; for an inferred fact, the loop.
    pub span: Span,
}

/// What kinds of goals there are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GoalKind {
    /// A conjunct of the annotation at the end, with its position.
    Conjunct(usize),
    /// An inferred fact of the loop at the end, with its position among the facts.
    Fact(usize),
    /// A check as the program runs.
    Runtime(Check),
    /// The component with this position is not negative.
    RankNotNegative(usize),
    /// The ranking at the end is smaller than that at the beginning.
    RankDecreases,
}

/// The value of each variable, by its number; none for variables that do not exist there.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct State {
    /// By the numbers of variables.
    pub values: Vec<Option<Symbolic>>,
}

/// A value as terms. Scalars, tables and lists have one leaf; a struct has those of its fields, in order; an array
/// has those of its elements, each as an array over the integers, and then its length.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbolic {
    /// What it is the value of.
    pub ty: Type,
    /// The terms.
    pub leaves: Vec<Term>,
}

/// The basic paths of a function, with their conditions.
///
/// The same program, facts and options give the same conditions in any store of terms, up to the names of constants.
pub fn basic_paths(
    terms: &mut Terms,
    program: &Program,
    facts: &Facts,
    function: FunctionId,
    options: &Options,
) -> Paths {
    basic_paths_within(terms, program, facts, function, options, &Budget::unlimited())
}

/// The same within a budget: if it does not suffice, the paths are not complete.
pub fn basic_paths_within(
    terms: &mut Terms,
    program: &Program,
    facts: &Facts,
    function: FunctionId,
    options: &Options,
    budget: &Budget,
) -> Paths {
    walk::Walker::new(terms, program, facts, function, options, budget).walk()
}

#[cfg(test)]
mod tests;
