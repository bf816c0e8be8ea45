//! Expressions of code and of annotations, each with its type.

use buttress_numeric::Rational;

use super::id::{BoundId, FunctionId, PredicateId, VariableId};
use super::types::Type;
use crate::{BinaryOp, Span};

/// An expression with its type.
#[derive(Clone, PartialEq, Debug)]
pub struct Expression {
    /// What it is.
    pub kind: ExpressionKind,
    /// What it ranges over.
    pub ty: Type,
    /// Where.
    pub span: Span,
}

/// The expressions.
#[derive(Clone, PartialEq, Debug)]
pub enum ExpressionKind {
    /// A number of type `int` or `float`, as the expression's type says.
    Number(Rational),
    /// `true`, `false`
    Bool(bool),
    /// A variable of the function.
    Variable(VariableId),
    /// A variable of a quantifier around it, or a parameter of the predicate.
    Bound(BoundId),
    /// `|a|`
    Length(Box<Expression>),
    /// `new T[n]`; the expression's type is `T[]`. In code only.
    New(Box<Expression>),
    /// `!e`
    Not(Box<Expression>),
    /// `-e`
    Negate(Box<Expression>),
    /// `l ∘ r`. `&&`, `||` and `->` evaluate their right side only when it matters. Chains are conjunctions.
    Binary(BinaryOp, Box<Expression>, Box<Expression>),
    /// In annotations only.
    Quantified {
        /// Or `exists`?
        is_forall: bool,
        /// In order.
        bounds: Vec<Bound>,
        /// F; a bounded form is expanded: `forall k in keys(h). F` is `forall k. (k in keys(h) -> F)`.
        body: Box<Expression>,
    },
    /// `a[i]`
    Index(Box<Expression>, Box<Expression>),
    /// The field with this position.
    Field(Box<Expression>, usize),
    /// `a{i <- v}`: an array like a but for one cell.
    Update(Box<Expression>, Box<Expression>, Box<Expression>),
    /// `f(e, …)`, in code only; of a `void` function only as a whole statement, and then of type `bool`.
    Call(FunctionId, Vec<Expression>),
    /// `p(e, …)`, in annotations only.
    Predicate(PredicateId, Vec<Expression>),
    /// An operation on tables or lists.
    Builtin(Builtin, Vec<Expression>),
}

/// A bound variable.
#[derive(Clone, PartialEq, Debug)]
pub struct Bound {
    /// Its number.
    pub id: BoundId,
    /// As written.
    pub name: String,
    /// What it ranges over.
    pub ty: Type,
}

/// Operations on tables and lists.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Builtin {
    /// `get(h, k)`: some fixed but unknown value if h has no k; in code, h must have it.
    Get,
    /// `put(h, k, v)`
    Put,
    /// `remove(h, k)`
    Remove,
    /// `k in keys(h)`, as (k, h)
    In,
    /// `init(h)`: has h no keys?
    IsInit,
    /// `empty()`, a table without keys; the expression's type says which.
    Empty,
    /// `nil`
    Nil,
    /// `cons(x, l)`
    Cons,
    /// `car(l)`; in code, l must not be an atom.
    Car,
    /// `cdr(l)`; in code, l must not be an atom.
    Cdr,
    /// `atom(l)`: is l `nil`?
    Atom,
}

/// The one walk over an expression, for those who look and those who change: both see a node before what is inside of it, in the
/// order of the text.
macro_rules! walk {
    ($walk:ident, $kind:expr, $see:ident) => {
        match $kind {
            ExpressionKind::Number(_)
            | ExpressionKind::Bool(_)
            | ExpressionKind::Variable(_)
            | ExpressionKind::Bound(_) => {}
            ExpressionKind::Length(inner)
            | ExpressionKind::New(inner)
            | ExpressionKind::Not(inner)
            | ExpressionKind::Negate(inner)
            | ExpressionKind::Quantified { body: inner, .. }
            | ExpressionKind::Field(inner, _) => inner.$walk($see),
            ExpressionKind::Binary(_, left, right) | ExpressionKind::Index(left, right) => {
                left.$walk($see);
                right.$walk($see);
            }
            ExpressionKind::Update(array, index, value) => {
                array.$walk($see);
                index.$walk($see);
                value.$walk($see);
            }
            ExpressionKind::Call(_, arguments)
            | ExpressionKind::Predicate(_, arguments)
            | ExpressionKind::Builtin(_, arguments) => {
                for argument in arguments {
                    argument.$walk($see);
                }
            }
        }
    };
}

impl Expression {
    /// Shows this expression and then everything inside of it, in the order of the text.
    pub fn visit<'e>(&'e self, see: &mut impl FnMut(&'e Expression)) {
        see(self);
        walk!(visit, &self.kind, see);
    }

    /// Lets this expression and then everything inside of it be changed.
    pub fn visit_mut(&mut self, see: &mut impl FnMut(&mut Expression)) {
        see(self);
        walk!(visit_mut, &mut self.kind, see);
    }
}
