//! What the contract says of whole ranges, said of the part that a loop has come through: an end of the range is
//! where a counter is.
//!
//! `forall k. (0 <= k && k < |a| -> a[k] = 0)` becomes `forall k. (0 <= k && k < i -> a[k] = 0)`. The same is said of other arrays of the
//! same type, which may be on their way to what the contract says of one.

use buttress_pi::BinaryOp;
use buttress_pi::program::{Expression, ExpressionKind, Type, VariableId};

use super::context::{Filled, Template, TemplateContext, TemplateShape};
use super::saying::{guards, outermost};
use crate::build::variable;
use crate::expressions::{mentioned, replace};
use crate::limits::{MOST_CHANGED_ENDS, MOST_WEAKENED};
use crate::measure::Measure;

/// One side of a range that a guard bounds.
struct End {
    /// Which part of the formula the guard is, in the order of a visit.
    place: usize,
    /// The bound variable.
    bound: Expression,
    /// Its first or its last index?
    is_first: bool,
    /// The index itself.
    at: Measure,
}

/// Instances of what was said, at one loop.
pub(super) fn instances(context: &TemplateContext<'_>, sayings: &[Expression]) -> Vec<Template> {
    let mut found = Vec::new();
    let mut number = 0;
    for saying in sayings.iter().filter(|saying| !outermost(saying).is_empty()) {
        for variant in variants(context, saying) {
            number += 1;
            if context.is_in_scope(&variant) {
                weaken(context, &variant, number, &mut found);
            }
        }
    }
    found
}

/// The saying, and the same about another array in the place of one.
fn variants(context: &TemplateContext<'_>, saying: &Expression) -> Vec<Expression> {
    let mut found = vec![saying.clone()];
    let all = mentioned(saying);
    for array in all.iter().copied() {
        if !matches!(context.function.variable(array).ty, Type::Array(_)) {
            continue;
        }
        let twins = context.twins(array).filter(|twin| !all.contains(twin));
        for twin in twins.filter(|twin| context.changing.contains(twin)) {
            let by = |id: VariableId| (id == array).then(|| variable(context.function, twin));
            found.push(replace(saying, &by));
        }
    }
    found
}

/// The saying with some ends elsewhere.
fn weaken(
    context: &TemplateContext<'_>,
    saying: &Expression,
    number: usize,
    found: &mut Vec<Template>,
) {
    let ends = End::all(context, saying);
    // Of several quantified parts, some may have nothing to say yet.
    let filled = match outermost(saying).len() {
        1 => Filled::Every,
        _ => Filled::Some,
    };
    // One variable up to another is compared with itself, which takes two cells.
    let firsts = ends.iter().filter(|end| end.is_first);
    let is_chain = |first: &End| !ends.iter().any(|end| !end.is_first && end.is_of(first));
    let least = if firsts.into_iter().any(is_chain) { 2 } else { 1 };
    for change in changes(context, &ends) {
        let mut at: Vec<Measure> = ends.iter().map(|end| end.at.clone()).collect();
        for (place, form) in change {
            at[place] = form.clone();
        }
        found.push(Template {
            formula: with_ends(context, saying, &ends, &at),
            shape: TemplateShape::Weakened(number),
            ranges: ranges(&ends, &at),
            least,
            filled,
        });
    }
}

/// Other indices for some ends: for one or two of them, and for all that are last ones if they are more.
fn changes<'c>(context: &'c TemplateContext<'_>, ends: &[End]) -> Vec<Vec<(usize, &'c Measure)>> {
    let mut found = vec![vec![]];
    for (one, end) in ends.iter().enumerate() {
        for form in context.ends.iter().filter(|form| **form != end.at) {
            if context.is_moving(form) {
                found.push(vec![(one, form)]);
            }
            for (other, end) in ends.iter().enumerate().skip(one + 1) {
                for second in context.ends.iter().filter(|second| **second != end.at) {
                    if context.is_moving(form) || context.is_moving(second) {
                        found.push(vec![(one, form), (other, second)]);
                    }
                }
            }
        }
    }
    let last: Vec<usize> = (0..ends.len()).filter(|place| !ends[*place].is_first).collect();
    if (3..=MOST_CHANGED_ENDS).contains(&last.len()) {
        // Up to a counter, or nothing at all.
        let moving = context.ends.iter().filter(|form| context.is_moving(form));
        let before: Vec<&Measure> =
            moving.filter(|form| form.constant == -1).chain([&context.nothing]).collect();
        let mut together: Vec<Vec<(usize, &Measure)>> = vec![vec![]];
        for place in last {
            together = together
                .iter()
                .flat_map(|some| {
                    let own = before.iter().map(|form| [&some[..], &[(place, *form)]].concat());
                    [some.clone()].into_iter().chain(own).collect::<Vec<_>>()
                })
                .take(MOST_WEAKENED)
                .collect();
        }
        found.extend(together.into_iter().filter(|changed| changed.len() > 2));
    }
    found
}

/// The formula with its ends at other indices.
fn with_ends(
    context: &TemplateContext<'_>,
    saying: &Expression,
    ends: &[End],
    at: &[Measure],
) -> Expression {
    let mut copy = saying.clone();
    // From the last to the first, since what is replaced may have another number of parts.
    for (end, form) in ends.iter().zip(at).rev().filter(|(end, form)| end.at != **form) {
        let mut place = 0;
        copy.visit_mut(&mut |part| {
            if place == end.place {
                *part = match end.is_first {
                    true => context.above(&end.bound, form),
                    false => context.below(&end.bound, form),
                };
            }
            place += 1;
        });
    }
    copy
}

/// Each first index with a last one of the same variable, or of another that follows it; what is left alone stands for itself.
fn ranges(ends: &[End], at: &[Measure]) -> Vec<(Measure, Measure)> {
    let mut lasts: Vec<usize> = (0..ends.len()).filter(|place| !ends[*place].is_first).collect();
    let mut found = Vec::new();
    for first in (0..ends.len()).filter(|place| ends[*place].is_first) {
        let is_own = |last: &usize| ends[*last].is_of(&ends[first]);
        let own = lasts.iter().position(is_own).or((!lasts.is_empty()).then_some(0));
        let last = own.map_or(first, |place| lasts.remove(place));
        found.push((at[first].clone(), at[last].clone()));
    }
    found.extend(lasts.into_iter().map(|last| (at[last].clone(), at[last].clone())));
    found
}

impl End {
    /// Do both bound the same variable?
    fn is_of(&self, other: &End) -> bool {
        self.bound.kind == other.bound.kind
    }

    /// The ends of the ranges of all quantifiers in a formula.
    fn all(context: &TemplateContext<'_>, formula: &Expression) -> Vec<End> {
        let all: Vec<&Expression> = outermost(formula).into_iter().flat_map(guards).collect();
        let mut found = Vec::new();
        let mut place = 0;
        formula.visit(&mut |part| {
            if all.iter().any(|guard| std::ptr::eq(*guard, part)) {
                found.extend(End::of(context, place, part));
            }
            place += 1;
        });
        found
    }

    fn of(context: &TemplateContext<'_>, place: usize, formula: &Expression) -> Option<End> {
        let ExpressionKind::Binary(op, left, right) = &formula.kind else { return None };
        let is_bound = |side: &Expression| matches!(side.kind, ExpressionKind::Bound(_));
        let (bound, form, op) = if is_bound(left) {
            (left, right, *op)
        } else if is_bound(right) {
            (right, left, turned(*op))
        } else {
            return None;
        };
        // k ∘ form, where the form has no bound variables.
        let form = Measure::of(form, &context.leaves)?;
        let (is_first, change) = match op {
            BinaryOp::Less => (false, -1),
            BinaryOp::LessEqual => (false, 0),
            BinaryOp::Greater => (true, 1),
            BinaryOp::GreaterEqual => (true, 0),
            _ => return None,
        };
        let at = Measure { constant: form.constant.checked_add(change)?, ..form };
        Some(End { place, bound: (**bound).clone(), is_first, at })
    }
}

/// l ∘ r as r ∘′ l.
fn turned(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Less => BinaryOp::Greater,
        BinaryOp::LessEqual => BinaryOp::GreaterEqual,
        BinaryOp::Greater => BinaryOp::Less,
        BinaryOp::GreaterEqual => BinaryOp::LessEqual,
        other => other,
    }
}
