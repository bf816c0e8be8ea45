//! What the contract says of one index, or of the length, said of where a counter is.
//!
//! `|a| > 0 -> car(rv) = a[0]` becomes `|a| > i + 1 -> car(l) = a[i + 1]`.

use buttress_pi::program::{Expression, ExpressionKind, Type};

use super::context::{Filled, Template, TemplateContext, TemplateShape};
use super::saying::outermost;
use crate::expressions::{bare, replace_parts};

/// Instances of what was said without quantifiers, at one loop.
pub(super) fn instances(context: &TemplateContext<'_>, sayings: &[Expression]) -> Vec<Template> {
    let mut found: Vec<Template> = Vec::new();
    let plain = sayings.iter().filter(|saying| outermost(saying).is_empty());
    for saying in plain.filter(|saying| context.is_in_scope(saying)) {
        for subject in subjects(saying) {
            for form in context.ends.iter().filter(|form| context.is_moving(form)) {
                let formula = replace_parts(saying, &|part| {
                    (bare(part) == subject).then(|| context.written(form))
                });
                let shape = TemplateShape::Moved(found.len());
                let (ranges, filled) = (vec![], Filled::Every);
                found.push(Template { formula, shape, ranges, least: 1, filled });
            }
        }
    }
    found
}

/// Numbers and lengths that are mentioned.
fn subjects(saying: &Expression) -> Vec<Expression> {
    let mut found = Vec::new();
    saying.visit(&mut |part| {
        let is_subject = match &part.kind {
            ExpressionKind::Number(_) => part.ty == Type::Int,
            ExpressionKind::Length(_) => true,
            _ => false,
        };
        if is_subject && !found.contains(&bare(part)) {
            found.push(bare(part));
        }
    });
    found
}
