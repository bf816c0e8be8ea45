//! In how many ways the next annotations are reached, if every branch is open.

use buttress_pi::BinaryOp;
use buttress_pi::program::{
    Expression, ExpressionKind, LoopId, Part, Place, Statement, StatementKind,
};

/// The number of ways from the beginning of a body, or from the annotation of one of its loops. Falling off the
/// end is one way.
pub fn ways(body: &[Statement], from: Option<LoopId>) -> u64 {
    match from {
        None => through(body, 1, 0),
        Some(head) => from_loop(body, head, 1, 0).unwrap_or(0),
    }
}

/// The ways through statements, if there are `after` ways from their end and `leave` from a `break`.
fn through(statements: &[Statement], after: u64, leave: u64) -> u64 {
    statements.iter().rev().fold(after, |after, statement| match &statement.kind {
        StatementKind::Declare(_, value) => after.saturating_mul(all(value)),
        StatementKind::Assign(place, value) => {
            after.saturating_mul(all(indices(place))).saturating_mul(one(value))
        }
        StatementKind::Evaluate(value) => after.saturating_mul(one(value)),
        StatementKind::Block(inner) => through(inner, after, leave),
        StatementKind::If(condition, then, otherwise) => {
            let (then, otherwise) = (through(then, after, leave), through(otherwise, after, leave));
            one(condition).saturating_mul(then.saturating_add(otherwise))
        }
        StatementKind::Loop(inner) => through(&inner.init, 1, 0),
        StatementKind::Break => leave,
        StatementKind::Return(value) => all(value),
        StatementKind::Assert(_) => after,
    })
}

/// The same from the annotation of a loop among the statements.
fn from_loop(statements: &[Statement], head: LoopId, after: u64, leave: u64) -> Option<u64> {
    for (place, statement) in statements.iter().enumerate() {
        let after = || through(&statements[place + 1..], after, leave);
        let found = match &statement.kind {
            StatementKind::Block(inner) => from_loop(inner, head, after(), leave),
            StatementKind::If(_, then, otherwise) => {
                let after = after();
                from_loop(then, head, after, leave)
                    .or_else(|| from_loop(otherwise, head, after, leave))
            }
            StatementKind::Loop(inner) => {
                let (after, step) = (after(), through(&inner.step, 1, 0));
                match inner.id == head {
                    true => {
                        let body = through(&inner.body, step, after);
                        Some(one(&inner.condition).saturating_mul(body.saturating_add(after)))
                    }
                    false => from_loop(&inner.body, head, step, after),
                }
            }
            _ => None,
        };
        if found.is_some() {
            return found;
        }
    }
    None
}

/// The subscripts of a place, from the outside in.
pub fn indices(place: &Place) -> impl Iterator<Item = &Expression> {
    place.parts.iter().filter_map(|part| match part {
        Part::Index(index, _) => Some(index),
        Part::Field(_) => None,
    })
}

/// The ways to evaluate these.
fn all<'e>(expressions: impl IntoIterator<Item = &'e Expression>) -> u64 {
    expressions.into_iter().fold(1, |ways, it| ways.saturating_mul(one(it)))
}

/// The ways to evaluate an expression: a call on the right of `&&`, `||` or `->` is made or is not.
fn one(expression: &Expression) -> u64 {
    match &expression.kind {
        ExpressionKind::Binary(operator, left, right) => {
            match stops_early(*operator) && calls(right) {
                true => one(left).saturating_mul(one(right).saturating_add(1)),
                false => one(left).saturating_mul(one(right)),
            }
        }
        _ => all(parts(expression)),
    }
}

/// Is the right side evaluated only if it matters?
pub fn stops_early(operator: BinaryOp) -> bool {
    matches!(operator, BinaryOp::And | BinaryOp::Or | BinaryOp::Implies)
}

/// Is there a call in an expression?
pub fn calls(expression: &Expression) -> bool {
    matches!(expression.kind, ExpressionKind::Call(..)) || parts(expression).into_iter().any(calls)
}

/// What is evaluated for an expression of code, in order.
pub fn parts(expression: &Expression) -> Vec<&Expression> {
    match &expression.kind {
        ExpressionKind::Number(_)
        | ExpressionKind::Bool(_)
        | ExpressionKind::Variable(_)
        | ExpressionKind::Bound(_)
        | ExpressionKind::Quantified { .. } => Vec::new(),
        ExpressionKind::Length(inner)
        | ExpressionKind::New(inner)
        | ExpressionKind::Not(inner)
        | ExpressionKind::Negate(inner)
        | ExpressionKind::Field(inner, _) => vec![inner],
        ExpressionKind::Binary(_, left, right) | ExpressionKind::Index(left, right) => {
            vec![left, right]
        }
        ExpressionKind::Update(array, index, value) => vec![array, index, value],
        ExpressionKind::Call(_, arguments)
        | ExpressionKind::Predicate(_, arguments)
        | ExpressionKind::Builtin(_, arguments) => arguments.iter().collect(),
    }
}
