//! The cells of an array in a range, compared with one value: a variable, a cell that is read, or zero.
//!
//! No condition of the program need say so: runs tell how the cells compare.

use buttress_pi::BinaryOp;
use buttress_pi::program::{Expression, ExpressionKind, Type, VariableId};

use super::context::{Filled, Template, TemplateContext, TemplateShape, reads};
use super::written::cell;
use crate::build::{int, relate};
use crate::expressions::mentioned;
use crate::structure::FunctionStructure;

/// `forall k. (first <= k && k <= last -> x[k] ∘ v)`, of each range and value the strongest ∘ that runs allow.
pub(super) fn instances(
    context: &TemplateContext<'_>,
    structure: &FunctionStructure,
    next_bound: &mut u32,
) -> Vec<Template> {
    let mut found: Vec<Template> = Vec::new();
    let values = values(context, structure);
    let ranges = context.moving_ranges();
    for array in &context.arrays {
        for (number, value) in values.iter().enumerate() {
            let Type::Array(element) = &context.function.variable(*array).ty else { continue };
            if **element != value.ty {
                continue;
            }
            for range in &ranges {
                let mut instance = |op: BinaryOp| {
                    let formula = context.forall(range, next_bound, |bound| {
                        relate(op, cell(context, *array, bound), value.clone())
                    });
                    let shape = TemplateShape::Compared { array: *array, op, value: number };
                    Template {
                        formula,
                        shape,
                        ranges: vec![range.clone()],
                        least: 2,
                        filled: Filled::Every,
                    }
                };
                let strongest = RELATIONS.iter().find_map(|ops| {
                    let mut all: Vec<Template> = ops.iter().map(|op| instance(*op)).collect();
                    all.retain(|template| context.is_plausible(template));
                    (!all.is_empty()).then_some(all)
                });
                found.extend(strongest.into_iter().flatten());
            }
        }
    }
    found
}

/// The strongest first.
const RELATIONS: [&[BinaryOp]; 3] = [
    &[BinaryOp::Equal],
    &[BinaryOp::Less, BinaryOp::Greater],
    &[BinaryOp::LessEqual, BinaryOp::GreaterEqual, BinaryOp::Different],
];

/// What cells may be compared with: variables that meet cells in the text, cells that are read at a variable, and zero.
fn values(context: &TemplateContext<'_>, structure: &FunctionStructure) -> Vec<Expression> {
    let mut found = vec![int(0)];
    let meets = |id: VariableId| {
        let compared = structure.compared.iter().filter(|one| reads(one));
        let mut written = structure.writes.iter().map(|write| &write.value).chain(compared);
        written.any(|one| mentioned(one).contains(&id)) || structure.taken.contains(&id)
    };
    for leaf in &context.leaves {
        if let ExpressionKind::Variable(id) = leaf.expression.kind
            && meets(id)
        {
            found.push(leaf.expression.clone());
        }
    }
    for read in &structure.cells {
        let ExpressionKind::Index(array, index) = &read.kind else { continue };
        let is_plain = |side: &Expression| matches!(side.kind, ExpressionKind::Variable(_));
        if is_plain(array) && is_plain(index) && context.is_in_scope(read) {
            found.push(read.clone());
        }
    }
    found
}
