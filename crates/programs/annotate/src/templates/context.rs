//! A loop as templates see it: its states, and what can bound a range of indices there.

use std::collections::BTreeSet;

use buttress_logic::Sort;
use buttress_pi::interpret::StateFormula;
use buttress_pi::program::{Expression, Function, LoopId, PredicateId, Program, Type, VariableId};
use buttress_pi::{BinaryOp, Span};

use crate::leaf::{Leaf, leaves};
use crate::limits::MOST_STATES;
use crate::measure::Measure;
use crate::samples::{Samples, Store, numbers};
use crate::structure::FunctionStructure;

/// A candidate, and the ranges of indices that it speaks of: the wider, the stronger.
pub(super) struct Template {
    /// The formula.
    pub(super) formula: Expression,
    /// What it says, whatever the ranges are.
    pub(super) shape: TemplateShape,
    /// The first and the last index of each range.
    pub(super) ranges: Vec<(Measure, Measure)>,
    /// How many cells each range must have for the formula to say something.
    pub(super) least: i64,
}

/// What an instance of a template says, whatever the ranges are.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum TemplateShape {
    /// A predicate of these arrays.
    Predicate(PredicateId, Vec<VariableId>),
    /// What the condition at the span says of the cell at this counter, compared in this way.
    Cells { counter: VariableId, op: BinaryOp, condition: Span },
    /// A variable equals a cell at this index.
    Kept { variable: VariableId, index: Measure },
}

/// A loop, its states, and what can bound a range there.
pub(super) struct TemplateContext<'a> {
    pub(super) program: &'a Program,
    pub(super) function: &'a Function,
    pub(super) leaves: Vec<Leaf>,
    /// The numbers at leaves, state by state.
    pub(super) numbers: Vec<Vec<Option<i64>>>,
    pub(super) stores: Vec<&'a Store>,
    /// Variables of type `int` that change in a loop.
    pub(super) counters: Vec<usize>,
    /// Numbers that do not.
    pub(super) constants: Vec<Measure>,
    pub(super) arrays: Vec<VariableId>,
    /// The arrays that change in a loop.
    pub(super) changing: Vec<VariableId>,
}

impl<'a> TemplateContext<'a> {
    /// None if runs never met the loop.
    pub(super) fn new(
        program: &'a Program,
        function: &'a Function,
        structure: &FunctionStructure,
        samples: &'a Samples,
        head: LoopId,
    ) -> Option<TemplateContext<'a>> {
        let scope = &function.head(head).scope;
        let leaves = leaves(program, function, scope);
        let all: Vec<&Store> = samples.at(head).collect();
        let step = all.len() / MOST_STATES + 1;
        let stores: Vec<&Store> = all.into_iter().step_by(step).collect();
        if stores.is_empty() {
            return None;
        }
        let states = stores.iter().map(|store| numbers(&leaves, store)).collect();
        let changed: BTreeSet<VariableId> =
            structure.loops.iter().flat_map(|found| found.changed.iter().copied()).collect();
        let is_int = |place: &usize| leaves[*place].sort() == Sort::INT;
        let is_moving = |place: &usize| {
            changed.contains(&leaves[*place].variable) && !leaves[*place].is_length()
        };
        let integers: Vec<usize> = (0..leaves.len()).filter(is_int).collect();
        let counters = integers.iter().copied().filter(is_moving).collect();
        let mut constants = vec![Measure::default()];
        for place in integers.iter().filter(|place| !is_moving(place)) {
            let constant = if leaves[*place].is_length() { -1 } else { 0 };
            constants.push(Measure { constant, ..Measure::leaf(*place) });
        }
        let is_array = |id: &&VariableId| matches!(function.variable(**id).ty, Type::Array(_));
        let arrays: Vec<VariableId> = scope.iter().filter(is_array).copied().collect();
        let changing = arrays.iter().copied().filter(|id| changed.contains(id)).collect();
        Some(TemplateContext {
            program,
            function,
            leaves,
            numbers: states,
            stores,
            counters,
            constants,
            arrays,
            changing,
        })
    }

    /// What a range may begin or end with.
    pub(super) fn ends(&self) -> Vec<Measure> {
        let mut found = self.constants.clone();
        for place in &self.counters {
            for constant in [-1, 0, 1] {
                found.push(Measure { constant, ..Measure::leaf(*place) });
            }
        }
        found
    }

    /// Is it true at all states, and does it say something at one at least?
    pub(super) fn is_plausible(&self, template: &Template) -> bool {
        let is_full = |numbers: &Vec<Option<i64>>| {
            template.ranges.iter().all(|(first, last)| {
                matches!((first.value(numbers), last.value(numbers)),
                    (Some(first), Some(last)) if last - first >= template.least - 1)
            })
        };
        if !self.numbers.iter().any(is_full) {
            return false;
        }
        let condition = StateFormula::new(self.program, &template.formula);
        self.stores.iter().all(|store| condition.holds(store) == Some(true))
    }

    /// Templates without those that a stronger one of the same shape makes superfluous on all states.
    pub(super) fn strongest(&self, all: Vec<Template>) -> Vec<Template> {
        let mut kept: Vec<Template> = Vec::new();
        for template in all {
            if kept.iter().any(|other| self.is_wider(other, &template)) {
                continue;
            }
            kept.retain(|other| !self.is_wider(&template, other));
            kept.push(template);
        }
        kept
    }

    /// Do the ranges of the first contain those of the second, wherever these are not empty?
    fn is_wider(&self, first: &Template, second: &Template) -> bool {
        if first.shape != second.shape || first.ranges.len() != second.ranges.len() {
            return false;
        }
        self.numbers.iter().all(|numbers| {
            let value = |form: &Measure| form.value(numbers);
            let inner: Vec<_> =
                second.ranges.iter().map(|(from, to)| (value(from), value(to))).collect();
            if inner.iter().any(|(from, to)| from > to) {
                return true;
            }
            let outer = first.ranges.iter().map(|(from, to)| (value(from), value(to)));
            outer.zip(&inner).all(|(outer, inner)| outer.0 <= inner.0 && inner.1 <= outer.1)
        })
    }

    /// A bound, as it is written.
    pub(super) fn written(&self, bound: &Measure) -> Expression {
        bound.expression(&self.leaves)
    }
}
