//! Facts about the contents of arrays, from templates.
//!
//! Four kinds: predicates that the contract uses, over other bounds (`sorted(a, l, u)` becomes `sorted(a, i, |a| - 1)`);
//! arrays split at a counter (`partitioned(a, 0, i, i + 1, |a| - 1)`); what a condition says of one cell, said of all
//! cells on one side of a counter (`a[i] = e` becomes `forall k. (l <= k && k < i -> a[k] != e)`); and cells that keep what was
//! put there (`a[u] = e`). Runs refute most of them;
//! of what is left only the strongest are tried.

mod cells;
mod ranges;

use std::collections::BTreeSet;

use buttress_logic::Sort;
use buttress_pi::interpret::StateFormula;
use buttress_pi::program::{
    Expression, ExpressionKind, Function, LoopId, PredicateId, Program, Type, VariableId,
};

use crate::houdini::Candidate;
use crate::leaf::{Leaf, leaves};
use crate::measure::Measure;
use crate::samples::{Samples, Store, numbers};
use crate::survey::{Survey, visit};

/// States at which a template is evaluated, and candidates for one loop that are tried.
const STATES: usize = 120;
const MOST: usize = 20;

/// A candidate, and the ranges of indices that it speaks of: the wider, the stronger.
pub(crate) struct Template {
    /// The formula.
    formula: Expression,
    /// What it says, whatever the ranges are.
    shape: String,
    /// The first and the last index of each range.
    ranges: Vec<(Measure, Measure)>,
    /// How many cells each range must have for the formula to say something.
    least: i64,
}

/// A loop, its states, and what can bound a range there.
pub(crate) struct Site<'a> {
    program: &'a Program,
    function: &'a Function,
    leaves: Vec<Leaf>,
    /// The numbers at leaves, state by state.
    numbers: Vec<Vec<Option<i64>>>,
    stores: Vec<&'a Store>,
    /// Variables of type `int` that change in a loop.
    counters: Vec<usize>,
    /// Numbers that do not.
    constants: Vec<Measure>,
    arrays: Vec<VariableId>,
    /// The arrays that change in a loop.
    changing: Vec<VariableId>,
}

/// Candidates for a loop.
pub(crate) fn templates(
    program: &Program,
    function: &Function,
    survey: &Survey,
    samples: &Samples,
    head: LoopId,
    next_bound: &mut u32,
) -> Vec<Candidate> {
    let Some(site) = Site::new(program, function, survey, samples, head) else { return vec![] };
    let mut found = Vec::new();
    for predicate in predicates(program, function, survey) {
        found.extend(ranges::instances(&site, predicate));
    }
    found.extend(cells::instances(&site, survey, next_bound));
    found.extend(cells::keepers(&site));
    found.retain(|template| site.is_plausible(template));
    let strongest = site.strongest(found);
    let formulas = strongest.into_iter().take(MOST).map(|template| template.formula);
    formulas.map(|expression| Candidate { head, expression }).collect()
}

/// The predicates that contracts and annotations use, with arrays first and then integers.
fn predicates(program: &Program, function: &Function, survey: &Survey) -> Vec<PredicateId> {
    let mut found = BTreeSet::new();
    let mut conjuncts: Vec<&Expression> = Vec::new();
    conjuncts.extend(function.pre.conjuncts.iter().chain(&function.post.conjuncts));
    conjuncts.extend(function.loops.iter().flat_map(|head| &head.annotation.conjuncts));
    for called in &survey.called {
        conjuncts.extend(&program.function(*called).pre.conjuncts);
    }
    for conjunct in conjuncts {
        visit(conjunct, &mut |part| {
            if let ExpressionKind::Predicate(id, _) = part.kind {
                found.insert(id);
            }
        });
    }
    // What gets sorted is usually partitioned on the way.
    let is_sorted = found.iter().any(|id| program.predicate(*id).name.text == "sorted");
    let numbered = (0..).map(PredicateId).zip(&program.predicates);
    let partitioned = numbered.filter(|(_, predicate)| predicate.name.text == "partitioned");
    if is_sorted {
        found.extend(partitioned.map(|(id, _)| id));
    }
    found.into_iter().collect()
}

impl<'a> Site<'a> {
    /// None if runs never met the loop.
    fn new(
        program: &'a Program,
        function: &'a Function,
        survey: &Survey,
        samples: &'a Samples,
        head: LoopId,
    ) -> Option<Site<'a>> {
        let scope = &function.head(head).scope;
        let leaves = leaves(program, function, scope);
        let all: Vec<&Store> = samples.at(head).collect();
        let step = all.len() / STATES + 1;
        let stores: Vec<&Store> = all.into_iter().step_by(step).collect();
        if stores.is_empty() {
            return None;
        }
        let states = stores.iter().map(|store| numbers(&leaves, store)).collect();
        let changed: BTreeSet<VariableId> =
            survey.loops.iter().flat_map(|found| found.changed.iter().copied()).collect();
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
        Some(Site {
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
    fn ends(&self) -> Vec<Measure> {
        let mut found = self.constants.clone();
        for place in &self.counters {
            for constant in [-1, 0, 1] {
                found.push(Measure { constant, ..Measure::leaf(*place) });
            }
        }
        found
    }

    /// Is it true at all states, and does it say something at one at least?
    fn is_plausible(&self, template: &Template) -> bool {
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
    fn strongest(&self, all: Vec<Template>) -> Vec<Template> {
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
    fn written(&self, bound: &Measure) -> Expression {
        bound.expression(&self.leaves)
    }
}
