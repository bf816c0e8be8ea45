//! What a condition says of one cell, said of all cells on one side of a counter.

use buttress_pi::BinaryOp;
use buttress_pi::program::{Expression, ExpressionKind, Type, VariableId};

use super::context::{Filled, Template, TemplateContext, TemplateShape};
use crate::build::{expression, relate, variable};
use crate::expressions::replace;
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
            if is_plain && reads_at(condition, counter) && context.is_in_scope(condition) {
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
    for end in context.ends.iter().filter(|end| end.parts != at(place, 0).parts) {
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
            let formula = context.forall(&range, next_bound, |bound| {
                let by = |variable: VariableId| (variable == counter).then(|| bound.clone());
                let mut said = replace(condition, &by);
                if let ExpressionKind::Binary(own, ..) = &mut said.kind {
                    *own = op;
                }
                said
            });
            let shape = TemplateShape::Cells { counter, op, condition: condition.span };
            found.push(Template {
                formula,
                shape,
                ranges: vec![range.clone()],
                least: 1,
                filled: Filled::Every,
            });
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
                found.push(Template { formula, shape, ranges, least: 1, filled: Filled::Every });
            }
        }
    }
    found
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
