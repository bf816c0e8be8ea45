//! Expressions looked into and changed.

use std::collections::BTreeSet;

use buttress_pi::BinaryOp;
use buttress_pi::program::{Expression, ExpressionKind, VariableId};

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
    let mut copy = whole.clone();
    replace_in(&mut copy, by);
    copy
}

fn replace_in(whole: &mut Expression, by: &dyn Fn(VariableId) -> Option<Expression>) {
    match &mut whole.kind {
        ExpressionKind::Variable(variable) => {
            if let Some(other) = by(*variable) {
                *whole = other;
            }
        }
        ExpressionKind::Number(_) | ExpressionKind::Bool(_) | ExpressionKind::Bound(_) => {}
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
