//! What a condition says of one cell, said of all cells on one side of a counter.

use buttress_pi::BinaryOp;
use buttress_pi::program::{Bound, BoundId, Expression, ExpressionKind, Type, VariableId};

use super::context::{Template, TemplateContext, TemplateShape};
use crate::build::{expression, relate, variable};
use crate::expressions::{mentioned, replace};
use crate::measure::Measure;
use crate::structure::FunctionStructure;

/// `forall k. (first <= k && k <= last -> C)` for conditions C of the function, or their opposites, with k for a counter.
pub(super) fn instances(
    context: &TemplateContext<'_>,
    structure: &FunctionStructure,
    next_bound: &mut u32,
) -> Vec<Template> {
    let mut found = Vec::new();
    for condition in &structure.compared {
        for place in &context.counters {
            let counter = context.leaves[*place].variable;
            let is_plain =
                matches!(context.leaves[*place].expression.kind, ExpressionKind::Variable(_));
            if is_plain && reads_at(condition, counter) && is_in_scope(context, condition) {
                sides(context, condition, *place, next_bound, &mut found);
            }
        }
    }
    found
}

/// Is an array read at an index that the counter determines?
fn reads_at(condition: &Expression, counter: VariableId) -> bool {
    let mut is_met = false;
    condition.visit(&mut |part| {
        if let ExpressionKind::Index(_, index) = &part.kind {
            is_met |= matches!(index.kind, ExpressionKind::Variable(id) if id == counter);
        }
    });
    is_met
}

fn is_in_scope(context: &TemplateContext<'_>, condition: &Expression) -> bool {
    let mut has_call = false;
    condition.visit(&mut |part| has_call |= matches!(part.kind, ExpressionKind::Call(..)));
    let known = |id: &VariableId| {
        context.arrays.contains(id) || context.leaves.iter().any(|leaf| leaf.variable == *id)
    };
    !has_call && mentioned(condition).iter().all(known)
}

fn sides(
    context: &TemplateContext<'_>,
    condition: &Expression,
    place: usize,
    next_bound: &mut u32,
    found: &mut Vec<Template>,
) {
    let counter = context.leaves[place].variable;
    let at = |place, constant| Measure { constant, ..Measure::leaf(place) };
    let mut ranges = Vec::new();
    for end in context.ends().iter().filter(|end| end.parts != at(place, 0).parts) {
        ranges.extend([(end.clone(), at(place, -1)), (at(place, 1), end.clone())]);
    }
    // Cells that pass a test may be moved to where another counter says.
    for other in context.counters.iter().filter(|other| **other != place) {
        for end in &context.constants {
            ranges.extend([-1, 0].map(|constant| (end.clone(), at(*other, constant))));
            ranges.extend([0, 1].map(|constant| (at(*other, constant), end.clone())));
        }
    }
    for range in ranges {
        for op in relations(condition) {
            let id = BoundId(*next_bound);
            *next_bound += 1;
            let formula = forall(context, condition, counter, &range, op, id);
            let shape = TemplateShape::Cells { counter, op, condition: condition.span };
            found.extend(formula.map(|formula| Template {
                formula,
                shape,
                ranges: vec![range.clone()],
                least: 1,
            }));
        }
    }
}

/// `a[c] = e` for arrays that change, at indices that do not, and variables that do not.
pub(super) fn keepers(context: &TemplateContext<'_>) -> Vec<Template> {
    let mut found = Vec::new();
    let staying = context.leaves.iter().enumerate().filter(|(place, leaf)| {
        let is_plain = matches!(leaf.expression.kind, ExpressionKind::Variable(_));
        is_plain && !context.counters.contains(place)
    });
    for (place, kept) in staying {
        for array in &context.changing {
            let array = variable(context.function, *array);
            let Type::Array(element) = &array.ty else { continue };
            if **element != kept.expression.ty {
                continue;
            }
            for at in context.constants.iter().filter(|at| at.parts != Measure::leaf(place).parts) {
                let element = (**element).clone();
                let index = Box::new(context.written(at));
                let cell =
                    expression(ExpressionKind::Index(Box::new(array.clone()), index), element);
                let formula = relate(BinaryOp::Equal, cell, kept.expression.clone());
                let shape = TemplateShape::Kept { variable: kept.variable, index: at.clone() };
                let ranges = vec![(at.clone(), at.clone())];
                found.push(Template { formula, shape, ranges, least: 1 });
            }
        }
    }
    found
}

fn forall(
    context: &TemplateContext<'_>,
    condition: &Expression,
    counter: VariableId,
    (first, last): &(Measure, Measure),
    relation: BinaryOp,
    id: BoundId,
) -> Option<Expression> {
    let bound = expression(ExpressionKind::Bound(id), Type::Int);
    let mut said = replace(condition, &|variable| (variable == counter).then(|| bound.clone()));
    let ExpressionKind::Binary(op, ..) = &mut said.kind else { return None };
    *op = relation;
    let low = relate(BinaryOp::LessEqual, context.written(first), bound.clone());
    let high = relate(BinaryOp::LessEqual, bound, context.written(last));
    let within = relate(BinaryOp::And, low, high);
    let body = relate(BinaryOp::Implies, within, said);
    let bounds = vec![Bound { id, name: name(context), ty: Type::Int }];
    let kind = ExpressionKind::Quantified { is_forall: true, bounds, body: Box::new(body) };
    Some(expression(kind, Type::Bool))
}

/// What may hold of all cells where the condition was tried: its opposite, strict or not, or itself.
fn relations(condition: &Expression) -> Vec<BinaryOp> {
    use BinaryOp::{Different, Equal, Greater, GreaterEqual, Less, LessEqual};
    let ExpressionKind::Binary(op, ..) = &condition.kind else { return vec![] };
    match op {
        Equal => vec![Different, Equal],
        Different => vec![Equal, Different],
        Less => vec![GreaterEqual, Less],
        LessEqual => vec![Greater, GreaterEqual, LessEqual],
        Greater => vec![LessEqual, Greater],
        GreaterEqual => vec![Less, LessEqual, GreaterEqual],
        _ => vec![],
    }
}

/// A name that no variable of the function has.
fn name(context: &TemplateContext<'_>) -> String {
    let is_taken = |name: &str| context.function.variables.iter().any(|other| other.name == name);
    let mut names = ["k", "ix", "at"].into_iter().filter(|name| !is_taken(name));
    match names.next() {
        Some(name) => name.to_string(),
        None => {
            let mut number = 0;
            while is_taken(&format!("k{number}")) {
                number += 1;
            }
            format!("k{number}")
        }
    }
}
