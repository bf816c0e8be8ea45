//! Predicates over other arrays and bounds.

use buttress_pi::program::{Expression, ExpressionKind, PredicateId, Program, Type, VariableId};

use super::context::{Filled, Template, TemplateContext, TemplateShape};
use crate::build::{expression, variable};
use crate::measure::Measure;

/// Has a predicate arrays as parameters and then the ends of one or two ranges?
pub(super) fn is_of_ranges(program: &Program, predicate: PredicateId) -> bool {
    let parameters = &program.predicate(predicate).parameters;
    let arrays = parameters.iter().take_while(|bound| matches!(bound.ty, Type::Array(_))).count();
    let ends = &parameters[arrays..];
    let are_ends = ends.iter().all(|bound| bound.ty == Type::Int);
    (1..=2).contains(&arrays) && are_ends && matches!(ends.len(), 2 | 4)
}

/// Applications of a predicate whose parameters are arrays and then the ends of one or two ranges.
pub(super) fn instances(context: &TemplateContext<'_>, predicate: PredicateId) -> Vec<Template> {
    let parameters = &context.program.predicate(predicate).parameters;
    let arrays = parameters.iter().take_while(|bound| matches!(bound.ty, Type::Array(_))).count();
    if !is_of_ranges(context.program, predicate) {
        return vec![];
    }
    let ranges = match parameters.len() - arrays {
        2 => single(context),
        _ => pairs(context),
    };
    let wanted: Vec<&Type> = parameters[..arrays].iter().map(|bound| &bound.ty).collect();
    let mut found = Vec::new();
    for chosen in choices(context, &wanted) {
        // What never changes is as the contract says.
        if !chosen.iter().any(|id| context.changing.contains(id)) {
            continue;
        }
        for ranges in &ranges {
            found.push(instance(context, predicate, &chosen, ranges));
        }
    }
    found
}

type Range = (Measure, Measure);

fn instance(
    context: &TemplateContext<'_>,
    predicate: PredicateId,
    arrays: &[VariableId],
    ranges: &[Range],
) -> Template {
    let mut arguments: Vec<Expression> =
        arrays.iter().map(|id| variable(context.function, *id)).collect();
    for (first, last) in ranges {
        arguments.push(context.written(first));
        arguments.push(context.written(last));
    }
    let formula = expression(ExpressionKind::Predicate(predicate, arguments), Type::Bool);
    let shape = TemplateShape::Predicate(predicate, arrays.to_vec());
    // One array in one range is compared with itself, which takes two cells.
    let least = if arrays.len() + ranges.len() == 2 { 2 } else { 1 };
    Template { formula, shape, ranges: ranges.to_vec(), least, filled: Filled::Every }
}

/// Distinct arrays of these types, at most two of them, in order.
fn choices(context: &TemplateContext<'_>, wanted: &[&Type]) -> Vec<Vec<VariableId>> {
    let of_type = |ty: &Type| {
        let fitting = context.arrays.iter().filter(|id| context.function.variable(**id).ty == *ty);
        fitting.copied().collect::<Vec<VariableId>>()
    };
    match wanted {
        [ty] => of_type(ty).into_iter().map(|id| vec![id]).collect(),
        [first, second] => {
            let mut found = Vec::new();
            for one in of_type(first) {
                let others = of_type(second).into_iter().filter(|other| *other > one);
                found.extend(others.map(|other| vec![one, other]));
            }
            found
        }
        _ => vec![],
    }
}

/// One range between any two ends.
fn single(context: &TemplateContext<'_>) -> Vec<Vec<Range>> {
    let ends = &context.ends;
    let mut found = Vec::new();
    for first in ends {
        for last in ends.iter().filter(|last| *last != first) {
            found.push(vec![(first.clone(), last.clone())]);
        }
    }
    found
}

/// Two ranges of which one ends near where the other begins, at a counter.
fn pairs(context: &TemplateContext<'_>) -> Vec<Vec<Range>> {
    let mut found = Vec::new();
    let moving = |form: &&Measure| context.is_moving(form);
    for last in context.ends.iter().filter(moving) {
        for gap in [1, 2] {
            let next = Measure { constant: last.constant.saturating_add(gap), ..last.clone() };
            let begins = context.ends.iter().filter(|first| *first != last);
            for first in begins {
                for end in context.ends.iter().filter(|end| **end != next) {
                    let below = (first.clone(), last.clone());
                    found.push(vec![below, (next.clone(), end.clone())]);
                }
            }
        }
        for first in context.ends.iter().filter(|first| *first != last) {
            let next = Measure { constant: last.constant.saturating_add(1), ..last.clone() };
            found.push(vec![(first.clone(), last.clone()), (next.clone(), next.clone())]);
            found.push(vec![(last.clone(), last.clone()), (next, first.clone())]);
        }
    }
    found
}
