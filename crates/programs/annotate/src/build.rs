//! Expressions of programs, built by hand.
//!
//! They stand nowhere in the text, so their spans are empty.

use buttress_numeric::Rational;
use buttress_pi::program::{Expression, ExpressionKind, Function, Type, VariableId};
use buttress_pi::{BinaryOp, Span};

/// An expression of this type.
pub(crate) fn expression(kind: ExpressionKind, ty: Type) -> Expression {
    Expression { kind, ty, span: Span::default() }
}

/// A variable of a function.
pub(crate) fn variable(function: &Function, id: VariableId) -> Expression {
    expression(ExpressionKind::Variable(id), function.variable(id).ty.clone())
}

/// A number of type `int`.
pub(crate) fn int(value: i64) -> Expression {
    number(Rational::from(value), Type::Int)
}

/// A number; negative ones as the language writes them.
pub(crate) fn number(value: Rational, ty: Type) -> Expression {
    if value.is_negative() {
        let size = expression(ExpressionKind::Number(-&value), ty.clone());
        return expression(ExpressionKind::Negate(Box::new(size)), ty);
    }
    expression(ExpressionKind::Number(value), ty)
}

/// |a|
pub(crate) fn length(array: Expression) -> Expression {
    expression(ExpressionKind::Length(Box::new(array)), Type::Int)
}

/// !e
pub(crate) fn not(formula: Expression) -> Expression {
    expression(ExpressionKind::Not(Box::new(formula)), Type::Bool)
}

/// l ∘ r, where ∘ gives a number of the type of l.
pub(crate) fn calculate(op: BinaryOp, left: Expression, right: Expression) -> Expression {
    let ty = left.ty.clone();
    expression(ExpressionKind::Binary(op, Box::new(left), Box::new(right)), ty)
}

/// l ∘ r, where ∘ gives a truth value.
pub(crate) fn relate(op: BinaryOp, left: Expression, right: Expression) -> Expression {
    expression(ExpressionKind::Binary(op, Box::new(left), Box::new(right)), Type::Bool)
}

/// e + c
pub(crate) fn plus(left: Expression, constant: i64) -> Expression {
    match constant {
        0 => left,
        c if c < 0 => calculate(BinaryOp::Subtract, left, int(-c)),
        c => calculate(BinaryOp::Add, left, int(c)),
    }
}
