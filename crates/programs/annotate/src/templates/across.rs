//! Arrays that are filled in order from others: what is written is not larger than what is left to be read.
//!
//! `forall x, y. (l <= x && x < k && i <= y && y <= m -> a[x] <= b[y])` is what keeps the two halves of a merge in order.

use buttress_pi::BinaryOp;
use buttress_pi::program::{Bound, BoundId, Expression, ExpressionKind, Type};

use super::context::{Filled, Template, TemplateContext, TemplateShape};
use super::written::cell;
use crate::build::{expression, relate};
use crate::measure::Measure;

/// Instances for arrays that change and others of the same type.
pub(super) fn instances(context: &TemplateContext<'_>, next_bound: &mut u32) -> Vec<Template> {
    let (moving, staying): (Vec<&Measure>, Vec<&Measure>) =
        context.ends.iter().partition(|form| context.is_moving(form));
    let mut found = Vec::new();
    for array in &context.changing {
        let Type::Array(element) = &context.function.variable(*array).ty else { continue };
        if !element.is_number() {
            continue;
        }
        for other in context.twins(*array) {
            for (first, last) in pairs(&staying, &moving, -1) {
                for (end, next) in pairs(&staying, &moving, 0) {
                    let below = (first.clone(), last.clone());
                    let above = (next.clone(), end.clone());
                    let formula = ordered(context, next_bound, [&below, &above], |x, y| {
                        let (x, y) = (cell(context, *array, x), cell(context, other, y));
                        relate(BinaryOp::LessEqual, x, y)
                    });
                    let shape = TemplateShape::Across(*array, other);
                    found.push(Template {
                        formula,
                        shape,
                        ranges: vec![below, above],
                        least: 1,
                        filled: Filled::Every,
                    });
                }
            }
        }
    }
    found
}

/// Indices that stay with those that move and have this constant.
fn pairs<'m>(
    staying: &[&'m Measure],
    moving: &[&'m Measure],
    constant: i64,
) -> Vec<(&'m Measure, &'m Measure)> {
    let mut found = Vec::new();
    for one in staying {
        let fitting = moving.iter().filter(|form| form.constant == constant);
        found.extend(fitting.map(|other| (*one, *other)));
    }
    found
}

fn ordered(
    context: &TemplateContext<'_>,
    next_bound: &mut u32,
    [below, above]: [&(Measure, Measure); 2],
    said: impl FnOnce(&Expression, &Expression) -> Expression,
) -> Expression {
    let mut bounds = Vec::new();
    let mut variables = Vec::new();
    for name in ["x", "y"] {
        let id = BoundId(*next_bound);
        *next_bound += 1;
        bounds.push(Bound { id, name: name.to_owned(), ty: Type::Int });
        variables.push(expression(ExpressionKind::Bound(id), Type::Int));
    }
    let (x, y) = (&variables[0], &variables[1]);
    let guards = [
        context.above(x, &below.0),
        context.below(x, &below.1),
        context.above(y, &above.0),
        context.below(y, &above.1),
    ];
    let said = said(x, y);
    let guard = guards.into_iter().reduce(|all, next| relate(BinaryOp::And, all, next));
    let body = match guard {
        Some(guard) => relate(BinaryOp::Implies, guard, said),
        None => said,
    };
    let kind = ExpressionKind::Quantified { is_forall: true, bounds, body: Box::new(body) };
    expression(kind, Type::Bool)
}
