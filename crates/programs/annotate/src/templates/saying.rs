//! What contracts and assertions say of more than numbers: whole conjuncts, and each quantified part by itself.
//!
//! Predicates are opened, `rv` is what the function returns, and of `exists` it is also considered what holds if there is none.

use buttress_pi::BinaryOp;
use buttress_pi::program::{Expression, ExpressionKind, Function, Program, Type, VariableId};

use super::ranges;
use crate::annotation_candidates::is_about_numbers;
use crate::build::{expression, not, relate};
use crate::expressions::{bare, replace, replace_parts};
use crate::structure::FunctionStructure;

/// What the contract, annotations and assertions of a function say of more than numbers.
pub(super) fn sayings(
    program: &Program,
    function: &Function,
    structure: &FunctionStructure,
) -> Vec<Expression> {
    let mut formulas: Vec<Expression> = Vec::new();
    for conjunct in &function.post.conjuncts {
        formulas.extend(returned(function, structure, conjunct));
    }
    formulas.extend(structure.asserted.iter().cloned());
    formulas.extend(function.pre.conjuncts.iter().cloned());
    formulas
        .extend(function.loops.iter().flat_map(|head| head.annotation.conjuncts.iter().cloned()));
    let mut found: Vec<Expression> = Vec::new();
    let mut seen: Vec<Expression> = Vec::new();
    let mut add = |saying: Expression| {
        let words = bare(&saying);
        if !seen.contains(&words) {
            seen.push(words);
            found.push(saying);
        }
    };
    // Predicates of ranges have templates of their own.
    formulas.retain(|formula| match &formula.kind {
        ExpressionKind::Predicate(id, _) => !ranges::is_of_ranges(program, *id),
        _ => true,
    });
    for formula in formulas {
        let formula = opened(program, &formula);
        let quantified: Vec<Expression> = outermost(&formula).into_iter().cloned().collect();
        for part in &quantified {
            add(universal(part));
        }
        // With a truth value in it, a conjunct says what its parts do.
        let mut is_settled = false;
        formula.visit(&mut |part| is_settled |= matches!(part.kind, ExpressionKind::Bool(_)));
        if !is_settled && !is_about_numbers(program, &formula) {
            add(formula);
        }
    }
    found
}

/// The quantified parts of a formula that are inside no other.
pub(super) fn outermost(formula: &Expression) -> Vec<&Expression> {
    match &formula.kind {
        ExpressionKind::Quantified { .. } => vec![formula],
        ExpressionKind::Not(inner) => outermost(inner),
        ExpressionKind::Binary(_, left, right) => [outermost(left), outermost(right)].concat(),
        _ => vec![],
    }
}

/// The conjuncts that say for which values of its variables a quantified formula says something.
pub(super) fn guards(formula: &Expression) -> Vec<&Expression> {
    let mut found = Vec::new();
    let ExpressionKind::Quantified { is_forall, body, .. } = &formula.kind else { return found };
    if !is_forall {
        conjuncts(body, &mut found);
        return found;
    }
    let mut said = &**body;
    while let ExpressionKind::Binary(BinaryOp::Implies, guard, inner) = &said.kind {
        conjuncts(guard, &mut found);
        said = inner;
    }
    found
}

fn conjuncts<'e>(formula: &'e Expression, found: &mut Vec<&'e Expression>) {
    match &formula.kind {
        ExpressionKind::Binary(BinaryOp::And, left, right) => {
            conjuncts(left, found);
            conjuncts(right, found);
        }
        _ => found.push(formula),
    }
}

/// A quantified formula, or the opposite of one that says that something exists.
fn universal(formula: &Expression) -> Expression {
    let ExpressionKind::Quantified { is_forall: false, bounds, .. } = &formula.kind else {
        return formula.clone();
    };
    let parts = guards(formula).into_iter().cloned();
    let (guards, rest): (Vec<Expression>, Vec<Expression>) = parts.partition(is_about_indices);
    let all = |parts: Vec<Expression>| {
        parts.into_iter().reduce(|all, next| relate(BinaryOp::And, all, next))
    };
    let body = match (all(guards), all(rest)) {
        (Some(guard), Some(rest)) => relate(BinaryOp::Implies, guard, opposite(rest)),
        (Some(only), None) | (None, Some(only)) => opposite(only),
        (None, None) => return formula.clone(),
    };
    let (bounds, body) = (bounds.clone(), Box::new(body));
    let kind = ExpressionKind::Quantified { is_forall: true, bounds, body };
    expression(kind, Type::Bool)
}

/// Does it compare numbers, without a look at cells?
fn is_about_indices(part: &Expression) -> bool {
    let ExpressionKind::Binary(op, left, right) = &part.kind else { return false };
    let is_plain = |side: &Expression| {
        let mut is_plain = side.ty == Type::Int;
        side.visit(&mut |part| {
            is_plain &=
                !matches!(part.kind, ExpressionKind::Index(..) | ExpressionKind::Builtin(..));
        });
        is_plain
    };
    op.negated() != *op && is_plain(left) && is_plain(right)
}

fn opposite(formula: Expression) -> Expression {
    match formula.kind {
        ExpressionKind::Binary(op, left, right) if op.negated() != op => {
            relate(op.negated(), *left, *right)
        }
        ExpressionKind::Not(inner) => *inner,
        _ => not(formula),
    }
}

/// A conjunct of `@post`, with each expression that is returned in the place of `rv`.
fn returned(
    function: &Function,
    structure: &FunctionStructure,
    conjunct: &Expression,
) -> Vec<Expression> {
    let Some(result) = function.result else { return vec![conjunct.clone()] };
    let mut found = Vec::new();
    for returned in structure.returned.iter().filter(|returned| !has_calls(returned)) {
        let said = match returned.kind {
            ExpressionKind::Variable(variable) => {
                with_fields(structure, variable, result, conjunct)
            }
            _ => conjunct.clone(),
        };
        found.push(replace(&said, &|variable| (variable == result).then(|| returned.clone())));
    }
    if found.is_empty() {
        found.push(conjunct.clone());
    }
    found
}

/// In the place of a field of `rv`, what that field of the returned variable was assigned.
fn with_fields(
    structure: &FunctionStructure,
    returned: VariableId,
    result: VariableId,
    said: &Expression,
) -> Expression {
    replace_parts(said, &|part| {
        let ExpressionKind::Field(inner, field) = &part.kind else { return None };
        if !matches!(inner.kind, ExpressionKind::Variable(variable) if variable == result) {
            return None;
        }
        let mut fields = structure.fields.iter().rev();
        let assigned = fields.find(|(variable, at, _)| (*variable, at) == (returned, field));
        assigned.filter(|(_, _, value)| !has_calls(value)).map(|(_, _, value)| value.clone())
    })
}

fn has_calls(whole: &Expression) -> bool {
    let mut is_met = false;
    whole.visit(&mut |part| {
        is_met |= matches!(part.kind, ExpressionKind::Call(..) | ExpressionKind::New(_));
    });
    is_met
}

/// The formula with its predicates opened.
fn opened(program: &Program, formula: &Expression) -> Expression {
    let mut copy = formula.clone();
    // Predicates are not recursive, and what is put in place is looked into next.
    copy.visit_mut(&mut |part| {
        while let ExpressionKind::Predicate(id, arguments) = &part.kind {
            let predicate = program.predicate(*id);
            let body = replace_parts(&predicate.body, &|inner| {
                let ExpressionKind::Bound(id) = inner.kind else { return None };
                let place = predicate.parameters.iter().position(|bound| bound.id == id)?;
                arguments.get(place).cloned()
            });
            *part = body;
        }
    });
    copy
}
