//! Templates that no run refutes, and which of them say most.

use buttress_pi::print;
use buttress_pi::program::Expression;

use super::context::{Template, TemplateContext, TemplateShape};

/// A template that no run refutes, with what is asked about it again and again.
pub(super) struct PlausibleTemplate {
    /// The formula.
    pub(super) formula: Expression,
    /// The formula, as it is written.
    pub(super) text: String,
    shape: TemplateShape,
    /// The first and the last index of each range, state by state.
    extents: Vec<Vec<(Option<i64>, Option<i64>)>>,
}

impl PlausibleTemplate {
    /// None if a run refutes it.
    pub(super) fn new(
        context: &TemplateContext<'_>,
        template: Template,
    ) -> Option<PlausibleTemplate> {
        if !context.is_plausible(&template) {
            return None;
        }
        let Template { formula, shape, ranges, .. } = template;
        let extents = context.numbers.iter().map(|numbers| {
            ranges.iter().map(|(first, last)| (first.value(numbers), last.value(numbers))).collect()
        });
        let extents = extents.collect();
        let text = print::expression(context.program, context.function, &formula);
        Some(PlausibleTemplate { formula, text, shape, extents })
    }

    /// Do its ranges contain those of another of the same shape, wherever these are not empty?
    pub(super) fn is_wider(&self, other: &PlausibleTemplate) -> bool {
        if self.shape != other.shape {
            return false;
        }
        self.extents.iter().zip(&other.extents).all(|(outer, inner)| {
            outer.len() == inner.len()
                && (inner.iter().any(|(from, to)| from > to)
                    || outer.iter().zip(inner).all(|(o, i)| o.0 <= i.0 && i.1 <= o.1))
        })
    }
}

/// Templates without those that a stronger one of the same shape makes superfluous on all states.
pub(super) fn strongest(all: Vec<&PlausibleTemplate>) -> Vec<&PlausibleTemplate> {
    let mut kept: Vec<&PlausibleTemplate> = Vec::new();
    for template in all {
        if kept.iter().any(|other| other.is_wider(template)) {
            continue;
        }
        kept.retain(|other| !template.is_wider(other));
        kept.push(template);
    }
    kept
}
