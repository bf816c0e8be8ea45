//! Expressions looked into and changed.

use std::collections::BTreeSet;

use buttress_pi::program::{BoundId, Expression, ExpressionKind, VariableId};
use buttress_pi::{BinaryOp, Span};

/// The variables of the function that an expression mentions.
pub(crate) fn mentioned(whole: &Expression) -> BTreeSet<VariableId> {
    let mut found = BTreeSet::new();
    whole.visit(&mut |part| {
        if let ExpressionKind::Variable(variable) = part.kind {
            found.insert(variable);
        }
    });
    found
}

/// Are unknowns multiplied with each other?
pub(crate) fn has_products(whole: &Expression) -> bool {
    let mut found = false;
    whole.visit(&mut |part| {
        if let ExpressionKind::Binary(BinaryOp::Multiply, left, right) = &part.kind {
            found |= !mentioned(left).is_empty() && !mentioned(right).is_empty();
        }
    });
    found
}

/// The expression with some variables replaced.
pub(crate) fn replace(
    whole: &Expression,
    by: &dyn Fn(VariableId) -> Option<Expression>,
) -> Expression {
    replace_parts(whole, &|part| match part.kind {
        ExpressionKind::Variable(variable) => by(variable),
        _ => None,
    })
}

/// The expression with some parts replaced; what is put in their place is not looked into.
pub(crate) fn replace_parts(
    whole: &Expression,
    by: &dyn Fn(&Expression) -> Option<Expression>,
) -> Expression {
    let mut copy = whole.clone();
    replace_in(&mut copy, by);
    copy
}

fn replace_in(whole: &mut Expression, by: &dyn Fn(&Expression) -> Option<Expression>) {
    if let Some(other) = by(whole) {
        *whole = other;
        return;
    }
    match &mut whole.kind {
        ExpressionKind::Variable(_)
        | ExpressionKind::Number(_)
        | ExpressionKind::Bool(_)
        | ExpressionKind::Bound(_) => {}
        ExpressionKind::Length(inner)
        | ExpressionKind::New(inner)
        | ExpressionKind::Not(inner)
        | ExpressionKind::Negate(inner)
        | ExpressionKind::Field(inner, _)
        | ExpressionKind::Quantified { body: inner, .. } => replace_in(inner, by),
        ExpressionKind::Binary(_, left, right) | ExpressionKind::Index(left, right) => {
            replace_in(left, by);
            replace_in(right, by);
        }
        ExpressionKind::Update(array, index, value) => {
            for part in [array, index, value] {
                replace_in(part, by);
            }
        }
        ExpressionKind::Call(_, arguments)
        | ExpressionKind::Predicate(_, arguments)
        | ExpressionKind::Builtin(_, arguments) => {
            for part in arguments {
                replace_in(part, by);
            }
        }
    }
}

/// The expression without spans and with its bound variables numbered in order, so that what says the same in the same
/// words is equal.
pub(crate) fn bare(expression: &Expression) -> Expression {
    let mut copy = expression.clone();
    strip(&mut copy, &mut Vec::new());
    copy
}

fn strip(whole: &mut Expression, bounds: &mut Vec<BoundId>) {
    whole.span = Span::default();
    match &mut whole.kind {
        ExpressionKind::Number(_) | ExpressionKind::Bool(_) | ExpressionKind::Variable(_) => {}
        ExpressionKind::Bound(id) => {
            if let Some(place) = bounds.iter().rposition(|bound| bound == id) {
                *id = BoundId(place as u32);
            }
        }
        ExpressionKind::Quantified { bounds: own, body, .. } => {
            let depth = bounds.len();
            for bound in own {
                bounds.push(bound.id);
                bound.id = BoundId(bounds.len() as u32 - 1);
                bound.name.clear();
            }
            strip(body, bounds);
            bounds.truncate(depth);
        }
        ExpressionKind::Length(inner)
        | ExpressionKind::New(inner)
        | ExpressionKind::Not(inner)
        | ExpressionKind::Negate(inner)
        | ExpressionKind::Field(inner, _) => strip(inner, bounds),
        ExpressionKind::Binary(_, left, right) | ExpressionKind::Index(left, right) => {
            strip(left, bounds);
            strip(right, bounds);
        }
        ExpressionKind::Update(array, index, value) => {
            for part in [array, index, value] {
                strip(part, bounds);
            }
        }
        ExpressionKind::Call(_, arguments)
        | ExpressionKind::Predicate(_, arguments)
        | ExpressionKind::Builtin(_, arguments) => {
            for part in arguments {
                strip(part, bounds);
            }
        }
    }
}
