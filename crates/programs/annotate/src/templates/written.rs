//! What a loop has written: all cells that it has come to hold what it writes.
//!
//! `b[i] := a[i] + 1` becomes `forall k. (0 <= k && k < i -> b[k] = a[k] + 1)`. What is read from an array that changes is taken from one that does
//! not, which may be its copy.

use buttress_pi::BinaryOp;
use buttress_pi::program::{Expression, ExpressionKind, Type, VariableId};

use super::context::{Filled, Template, TemplateContext, TemplateShape};
use crate::build::{calculate, expression, plus, relate, variable};
use crate::expressions::{mentioned, replace};
use crate::measure::Measure;
use crate::structure::{CellWrite, FunctionStructure};

/// `forall k. (first <= k && k <= last -> x[k] = e)` for what is written to cells.
pub(super) fn instances(
    context: &TemplateContext<'_>,
    structure: &FunctionStructure,
    next_bound: &mut u32,
) -> Vec<Template> {
    let mut found = Vec::new();
    let ranges = context.moving_ranges();
    for write in structure.writes.iter().filter(|write| context.changing.contains(&write.array)) {
        for place in &context.counters {
            let Some(form) = Measure::of(&write.index, &context.leaves) else { continue };
            let Some(solved) = Solved::new(context, &form, *place) else { continue };
            for source in sources(context, write) {
                let value = from_source(context, &write.value, source);
                if !context.is_in_scope(&value) {
                    continue;
                }
                for range in &ranges {
                    let formula = context.forall(range, next_bound, |bound| {
                        let said = solved.of(&value, bound);
                        relate(BinaryOp::Equal, cell(context, write.array, bound), said)
                    });
                    let shape = TemplateShape::Written { write: write.value.span, source };
                    let ranges = vec![range.clone()];
                    found.push(Template {
                        formula,
                        shape,
                        ranges,
                        least: 2,
                        filled: Filled::Every,
                    });
                }
            }
        }
    }
    found
}

/// `forall k. (first <= k && k <= last -> x[k] = y[k])` for arrays that change.
pub(super) fn copies(context: &TemplateContext<'_>, next_bound: &mut u32) -> Vec<Template> {
    let mut found = Vec::new();
    let mut ranges = context.moving_ranges();
    for first in &context.constants {
        ranges.extend(context.constants.iter().map(|last| (first.clone(), last.clone())));
    }
    for array in &context.changing {
        for twin in context.twins(*array) {
            // Of two that change, once is enough.
            if context.changing.contains(&twin) && twin < *array {
                continue;
            }
            for range in &ranges {
                let formula = context.forall(range, next_bound, |bound| {
                    relate(
                        BinaryOp::Equal,
                        cell(context, *array, bound),
                        cell(context, twin, bound),
                    )
                });
                let shape = TemplateShape::Equal(*array, twin);
                found.push(Template {
                    formula,
                    shape,
                    ranges: vec![range.clone()],
                    least: 2,
                    filled: Filled::Every,
                });
            }
        }
    }
    found
}

/// x[k]
pub(super) fn cell(
    context: &TemplateContext<'_>,
    array: VariableId,
    index: &Expression,
) -> Expression {
    let array = variable(context.function, array);
    let element = match &array.ty {
        Type::Array(element) => (**element).clone(),
        other => other.clone(),
    };
    expression(ExpressionKind::Index(Box::new(array), Box::new(index.clone())), element)
}

/// The counter of an index, as what the index is: of k = i + 1 it is k - 1, of k = |a| - 1 - i it is |a| - 1 - k.
struct Solved {
    counter: VariableId,
    /// k = others ± i
    others: Measure,
    /// How the others are written.
    written: Expression,
    is_added: bool,
}

impl Solved {
    fn new(context: &TemplateContext<'_>, form: &Measure, place: usize) -> Option<Solved> {
        let leaf = &context.leaves[place];
        let ExpressionKind::Variable(counter) = leaf.expression.kind else { return None };
        let coefficient = form.parts.iter().find(|(part, _)| *part == place)?.1;
        let others = form.plus(&Measure::leaf(place), -coefficient)?;
        let written = context.written(&others);
        let is_added = coefficient == 1;
        (coefficient.abs() == 1).then_some(Solved { counter, others, written, is_added })
    }

    /// The value with the counter replaced.
    fn of(&self, value: &Expression, bound: &Expression) -> Expression {
        let solved = if !self.is_added {
            calculate(BinaryOp::Subtract, self.written.clone(), bound.clone())
        } else if self.others.parts.is_empty() {
            plus(bound.clone(), -self.others.constant)
        } else {
            calculate(BinaryOp::Subtract, bound.clone(), self.written.clone())
        };
        replace(value, &|variable| (variable == self.counter).then(|| solved.clone()))
    }
}

/// The arrays from which a value may have been read: none of its own if it reads nothing that changes.
fn sources(context: &TemplateContext<'_>, write: &CellWrite) -> Vec<Option<VariableId>> {
    let read = mentioned(&write.value);
    if !read.iter().any(|id| context.changing.contains(id)) {
        return vec![None];
    }
    let staying = context.arrays.iter().filter(|id| !context.changing.contains(id));
    let ty = &context.function.variable(write.array).ty;
    staying.filter(|id| context.function.variable(**id).ty == *ty).map(|id| Some(*id)).collect()
}

fn from_source(
    context: &TemplateContext<'_>,
    value: &Expression,
    source: Option<VariableId>,
) -> Expression {
    let Some(source) = source else { return value.clone() };
    replace(value, &|id| context.changing.contains(&id).then(|| variable(context.function, source)))
}
