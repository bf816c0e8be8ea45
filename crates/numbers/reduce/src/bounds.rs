//! Bounds: of the conjuncts that compare the same sum with numbers only the tightest are needed.

use std::collections::BTreeMap;

use buttress_logic::{Op, Rational, Term, Terms};

use super::linear::Linear;

/// A limit of a sum, and the conjunct that gives it.
#[derive(Clone)]
struct Limit {
    value: Rational,
    is_strict: bool,
    source: usize,
}

/// What is known of a sum Σ coefficient · atom.
#[derive(Default)]
struct Range {
    lower: Option<Limit>,
    upper: Option<Limit>,
}

/// The folded conjuncts without those that others imply in this way; none if they contradict each
/// other.
pub(super) fn tightened(terms: &Terms, conjuncts: &[Term]) -> Option<Vec<Term>> {
    let mut ranges: BTreeMap<Vec<(Term, Rational)>, Range> = BTreeMap::new();
    let mut is_needed = vec![true; conjuncts.len()];
    for (source, &conjunct) in conjuncts.iter().enumerate() {
        let (op, &[left, right]) = (terms.op(conjunct), terms.arguments(conjunct)) else {
            continue;
        };
        let is_comparison = matches!(op, Op::LessEqual | Op::Less | Op::Equal);
        if !is_comparison || !terms.sort_of(left).is_arithmetic() {
            continue;
        }
        let form = Linear::difference(terms, right, left);
        // scale · form has a first coefficient of 1: the form bounds the sum from below if the
        // scale is positive.
        let Some(scale) = form.coefficients.values().next().and_then(Rational::recip) else {
            continue;
        };
        let is_integral = form.content(terms).is_some();
        let is_below = scale.is_positive();
        let scaled = form.scaled(&scale);
        let mut value = -&scaled.constant;
        let mut is_strict = op == Op::Less;
        if is_strict && is_integral {
            // form > 0 means form ≥ 1 over the integers, where folded constants are integers.
            value = &value + &scale;
            is_strict = false;
        }
        let range = ranges.entry(scaled.coefficients.into_iter().collect()).or_default();
        let limit = Limit { value, is_strict, source };
        let is_equation = op == Op::Equal;
        if is_equation || is_below {
            replace(&mut range.lower, limit.clone(), &mut is_needed, is_equation, |new, old| {
                new > old
            });
        }
        if is_equation || !is_below {
            replace(&mut range.upper, limit, &mut is_needed, is_equation, |new, old| new < old);
        }
        if let (Some(lower), Some(upper)) = (&range.lower, &range.upper)
            && (lower.value > upper.value
                || (lower.value == upper.value && (lower.is_strict || upper.is_strict)))
        {
            return None;
        }
    }
    let kept = conjuncts.iter().zip(is_needed).filter(|(_, is_needed)| *is_needed);
    Some(kept.map(|(conjunct, _)| *conjunct).collect())
}

/// Puts a limit in the place of the present one if it is tighter; the other is not needed.
///
/// An equation is both limits at once, so that it is never told to be superfluous.
fn replace(
    present: &mut Option<Limit>,
    limit: Limit,
    is_needed: &mut [bool],
    is_equation: bool,
    is_tighter: impl Fn(&Rational, &Rational) -> bool,
) {
    let Some(old) = present else {
        *present = Some(limit);
        return;
    };
    let is_better = is_tighter(&limit.value, &old.value)
        || (limit.value == old.value && (is_equation || (limit.is_strict && !old.is_strict)));
    let loser = if is_better { std::mem::replace(old, limit).source } else { limit.source };
    if !is_equation || is_better {
        is_needed[loser] = false;
    }
}
