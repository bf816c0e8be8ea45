//! Statements, and the places that they assign.

use super::annotation::Annotation;
use super::expression::Expression;
use super::id::{LoopId, VariableId};
use crate::Span;

/// A statement, and where it is.
#[derive(Clone, PartialEq, Debug)]
pub struct Statement {
    /// What it does.
    pub kind: StatementKind,
    /// With its semicolon; of `if` and loops, all of it.
    pub span: Span,
}

/// The statements.
#[derive(Clone, PartialEq, Debug)]
pub enum StatementKind {
    /// A local begins to exist, with any value or with this one. In a loop it does so anew each time.
    Declare(VariableId, Option<Expression>),
    /// `x.f[i] := e`: the index expressions are evaluated first, in order, then e.
    Assign(Place, Expression),
    /// Only calls in it matter.
    Evaluate(Expression),
    /// `{ … }`
    Block(Vec<Statement>),
    /// `if (c) … else …`
    If(Expression, Vec<Statement>, Vec<Statement>),
    /// init; then, from the annotation on: if the condition holds, body, step, and again.
    Loop(Box<Loop>),
    /// Leaves the innermost loop, without its step.
    Break,
    /// Leaves the function.
    Return(Option<Expression>),
    /// `@ F;`
    Assert(Annotation),
}

/// A loop.
#[derive(Clone, PartialEq, Debug)]
pub struct Loop {
    /// Which one; what is said about it is in `Function::loops`.
    pub id: LoopId,
    /// What `for` does first.
    pub init: Vec<Statement>,
    /// When to go on.
    pub condition: Expression,
    /// What `for` does after the body.
    pub step: Vec<Statement>,
    /// The body.
    pub body: Vec<Statement>,
}

/// What can be assigned: a variable, or a part of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Place {
    /// The variable.
    pub variable: VariableId,
    /// From the outside in.
    pub parts: Vec<Part>,
    /// Where it is written.
    pub span: Span,
}

/// A part of a value.
#[derive(Clone, PartialEq, Debug)]
pub enum Part {
    /// `[i]`, and where it is written, with the brackets.
    Index(Expression, Span),
    /// The field with this position.
    Field(usize),
}
