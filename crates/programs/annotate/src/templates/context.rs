//! A loop as templates see it: its states, and what can bound a range of indices there.

use std::cell::Cell;
use std::collections::BTreeSet;

use buttress_logic::Sort;
use buttress_pi::interpret::StateFormula;
use buttress_pi::program::{
    Bound, BoundId, Expression, ExpressionKind, Function, LoopId, PredicateId, Program, Type,
    VariableId,
};
use buttress_pi::{BinaryOp, Span};

use crate::build::{expression, relate};
use crate::expressions::mentioned;
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
    /// How many cells ranges must have for the formula to say something.
    pub(super) least: i64,
    /// Which of them.
    pub(super) filled: Filled,
}

/// Which ranges must have cells for a formula to say something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Filled {
    /// All of them.
    Every,
    /// Any.
    Some,
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
    /// The formula with this number among those that the contract gives, with other ends.
    Weakened(usize),
    /// The one with this number among those that speak of where a counter is.
    Moved(usize),
    /// The cells of an array are those of another.
    Equal(VariableId, VariableId),
    /// What the statement at the span writes, to be found in these arrays.
    Written { write: Span, source: Option<VariableId> },
    /// The cells of an array are not larger than those of another.
    Across(VariableId, VariableId),
    /// The cells of an array compare in this way with the value that has this number.
    Compared { array: VariableId, op: BinaryOp, value: usize },
}

/// A loop, its states, and what can bound a range there.
pub(super) struct TemplateContext<'a> {
    pub(super) program: &'a Program,
    pub(super) function: &'a Function,
    head: LoopId,
    pub(super) leaves: Vec<Leaf>,
    /// The numbers at leaves, state by state.
    pub(super) numbers: Vec<Vec<Option<i64>>>,
    pub(super) stores: Vec<&'a Store>,
    /// The state that refuted a template last.
    refuter: Cell<usize>,
    /// Variables of type `int` that change in a loop.
    pub(super) counters: Vec<usize>,
    /// Lengths, less one, and indices that do not.
    pub(super) constants: Vec<Measure>,
    /// What a range may begin or end with, those of equal values once.
    pub(super) ends: Vec<Measure>,
    /// The last index of a range from 0 that is empty.
    pub(super) nothing: Measure,
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
        let numbers: Vec<_> = stores.iter().map(|store| numbers(&leaves, store)).collect();
        let changed: BTreeSet<VariableId> =
            structure.loops.iter().flat_map(|found| found.changed.iter().copied()).collect();
        let is_int = |place: &usize| leaves[*place].sort() == Sort::INT;
        let is_moving = |place: &usize| {
            changed.contains(&leaves[*place].variable) && !leaves[*place].is_length()
        };
        let integers: Vec<usize> = (0..leaves.len()).filter(is_int).collect();
        let counters: Vec<usize> = integers.iter().copied().filter(is_moving).collect();
        let indices = index_variables(function, structure);
        let is_index = |place: &usize| indices.contains(&leaves[*place].variable);
        let mut constants = vec![Measure::default()];
        for place in integers.iter().filter(|place| !is_moving(place)) {
            if leaves[*place].is_length() {
                constants.push(Measure { constant: -1, ..Measure::leaf(*place) });
            } else if is_index(place) {
                constants.push(Measure::leaf(*place));
            }
        }
        let mut ends = constants.clone();
        for place in counters.iter().filter(|place| is_index(place)) {
            for constant in [0, -1, 1, 2] {
                ends.push(Measure { constant, ..Measure::leaf(*place) });
            }
        }
        ends.extend(subscripts(structure, &leaves, &counters));
        let ends = distinct(ends, &numbers);
        let is_array = |id: &&VariableId| matches!(function.variable(**id).ty, Type::Array(_));
        let arrays: Vec<VariableId> = scope.iter().filter(is_array).copied().collect();
        let changing = arrays.iter().copied().filter(|id| changed.contains(id)).collect();
        Some(TemplateContext {
            program,
            function,
            head,
            leaves,
            numbers,
            stores,
            refuter: Cell::new(0),
            counters,
            constants,
            ends,
            nothing: Measure { constant: -1, ..Measure::default() },
            arrays,
            changing,
        })
    }

    /// Can it be written at the loop, without a call?
    pub(super) fn is_in_scope(&self, formula: &Expression) -> bool {
        let mut has_call = false;
        formula.visit(&mut |part| has_call |= matches!(part.kind, ExpressionKind::Call(..)));
        let scope = &self.function.head(self.head).scope;
        !has_call && mentioned(formula).iter().all(|id| scope.contains(id))
    }

    /// Does the value of a form change in loops?
    pub(super) fn is_moving(&self, form: &Measure) -> bool {
        form.parts.iter().any(|(place, _)| self.counters.contains(place))
    }

    /// The ranges between two ends, one of which moves.
    pub(super) fn moving_ranges(&self) -> Vec<(Measure, Measure)> {
        let mut found = Vec::new();
        for first in &self.ends {
            for last in self.ends.iter().filter(|last| *last != first) {
                if self.is_moving(first) || self.is_moving(last) {
                    found.push((first.clone(), last.clone()));
                }
            }
        }
        found
    }

    /// Other arrays of the same type.
    pub(super) fn twins(&self, array: VariableId) -> impl Iterator<Item = VariableId> {
        let ty = &self.function.variable(array).ty;
        let is_twin =
            move |id: &&VariableId| **id != array && self.function.variable(**id).ty == *ty;
        self.arrays.iter().filter(is_twin).copied()
    }

    /// Is it false at no state, and does it say something at one at least?
    pub(super) fn is_plausible(&self, template: &Template) -> bool {
        let is_full = |numbers: &Vec<Option<i64>>| {
            let mut full = template.ranges.iter().map(|(first, last)| {
                matches!((first.value(numbers), last.value(numbers)),
                    (Some(first), Some(last)) if last - first >= template.least - 1)
            });
            match template.filled {
                Filled::Every => full.all(|is_full| is_full),
                Filled::Some => full.any(|is_full| is_full),
            }
        };
        if !self.numbers.iter().any(is_full) {
            return false;
        }
        let condition = StateFormula::new(self.program, &template.formula);
        // What refuted a template refutes most of those that are like it.
        if condition.holds(self.stores[self.refuter.get()]) == Some(false) {
            return false;
        }
        let mut is_met = false;
        for (place, store) in self.stores.iter().enumerate() {
            match condition.holds(store) {
                Some(false) => {
                    self.refuter.set(place);
                    return false;
                }
                holds => is_met |= holds.is_some(),
            }
        }
        is_met
    }

    /// A bound, as it is written.
    pub(super) fn written(&self, bound: &Measure) -> Expression {
        bound.expression(&self.leaves)
    }

    /// `first <= k`, or the same with `<` where that is shorter.
    pub(super) fn above(&self, bound: &Expression, first: &Measure) -> Expression {
        if first.constant == 1 && !first.parts.is_empty() {
            let below = Measure { constant: 0, ..first.clone() };
            return relate(BinaryOp::Less, self.written(&below), bound.clone());
        }
        relate(BinaryOp::LessEqual, self.written(first), bound.clone())
    }

    /// `k <= last`, or the same with `<` where that is shorter.
    pub(super) fn below(&self, bound: &Expression, last: &Measure) -> Expression {
        if last.constant == -1 && !last.parts.is_empty() {
            let above = Measure { constant: 0, ..last.clone() };
            return relate(BinaryOp::Less, bound.clone(), self.written(&above));
        }
        relate(BinaryOp::LessEqual, bound.clone(), self.written(last))
    }

    /// `forall k. (first <= k <= last -> F)` for what F says of k.
    pub(super) fn forall(
        &self,
        (first, last): &(Measure, Measure),
        next_bound: &mut u32,
        said: impl FnOnce(&Expression) -> Expression,
    ) -> Expression {
        let id = BoundId(*next_bound);
        *next_bound += 1;
        let bound = expression(ExpressionKind::Bound(id), Type::Int);
        let within = relate(BinaryOp::And, self.above(&bound, first), self.below(&bound, last));
        let body = relate(BinaryOp::Implies, within, said(&bound));
        let bounds = vec![Bound { id, name: self.fresh_name(), ty: Type::Int }];
        let kind = ExpressionKind::Quantified { is_forall: true, bounds, body: Box::new(body) };
        expression(kind, Type::Bool)
    }

    /// A name that no variable of the function has.
    fn fresh_name(&self) -> String {
        let is_taken = |name: &str| self.function.variables.iter().any(|it| it.name == name);
        let mut names = ["k", "ix", "at"].into_iter().filter(|name| !is_taken(name));
        if let Some(name) = names.next() {
            return name.to_owned();
        }
        let mut number = 0;
        while is_taken(&format!("k{number}")) {
            number += 1;
        }
        format!("k{number}")
    }
}

/// The variables that serve as indices: in subscripts, in guards of loops, or where the contract bounds indices.
fn index_variables(function: &Function, structure: &FunctionStructure) -> BTreeSet<VariableId> {
    let mut found = BTreeSet::new();
    for cell in &structure.cells {
        if let ExpressionKind::Index(_, index) = &cell.kind {
            found.append(&mut mentioned(index));
        }
    }
    let guards = structure.loops.iter().flat_map(|one| &one.guards);
    for guard in guards.filter(|guard| !reads(guard)) {
        found.append(&mut mentioned(guard));
    }
    let contract = function.pre.conjuncts.iter().chain(&function.post.conjuncts);
    for conjunct in contract {
        conjunct.visit(&mut |part| match &part.kind {
            ExpressionKind::Binary(_, left, right) => {
                for (one, other) in [(left, right), (right, left)] {
                    if matches!(one.kind, ExpressionKind::Bound(_)) && !reads(other) {
                        found.append(&mut mentioned(other));
                    }
                }
            }
            ExpressionKind::Predicate(_, arguments) => {
                for argument in arguments.iter().filter(|argument| argument.ty == Type::Int) {
                    found.append(&mut mentioned(argument));
                }
            }
            _ => {}
        });
    }
    found
}

/// Is a cell of an array read?
pub(super) fn reads(whole: &Expression) -> bool {
    let mut is_met = false;
    whole.visit(&mut |part| is_met |= matches!(part.kind, ExpressionKind::Index(..)));
    is_met
}

/// Sums in subscripts that move, and their neighbours.
fn subscripts(structure: &FunctionStructure, leaves: &[Leaf], counters: &[usize]) -> Vec<Measure> {
    let mut found = Vec::new();
    for cell in &structure.cells {
        let ExpressionKind::Index(_, index) = &cell.kind else { continue };
        let Some(form) = Measure::of(index, leaves) else { continue };
        if form.parts.iter().any(|(place, _)| counters.contains(place)) {
            let near =
                [0, -1, 1].into_iter().filter_map(|change| form.constant.checked_add(change));
            found.extend(near.map(|constant| Measure { constant, ..form.clone() }));
        }
    }
    found
}

/// The forms without those whose values are the same as an earlier one's in all states.
fn distinct(forms: Vec<Measure>, states: &[Vec<Option<i64>>]) -> Vec<Measure> {
    let mut seen = BTreeSet::new();
    let mut kept = Vec::new();
    for form in forms {
        let values: Vec<Option<i64>> = states.iter().map(|numbers| form.value(numbers)).collect();
        if seen.insert(values) {
            kept.push(form);
        }
    }
    kept
}
