//! Measures worth trying: what conditions compare, what changes, and what makes these non-negative.

use std::collections::BTreeSet;

use buttress_logic::Sort;
use buttress_pi::BinaryOp;
use buttress_pi::program::{Expression, ExpressionKind, VariableId};

use crate::leaf::Leaf;
use crate::measure::Measure;

/// The differences that comparisons keep positive or non-negative while they hold.
pub(super) fn differences(compared: &[Expression], leaves: &[Leaf]) -> Vec<Measure> {
    let mut found = Vec::new();
    for comparison in compared {
        let ExpressionKind::Binary(op, left, right) = &comparison.kind else { continue };
        let (Some(left), Some(right)) = (Measure::of(left, leaves), Measure::of(right, leaves))
        else {
            continue;
        };
        let (rising, falling) = (right.plus(&left, -1), left.plus(&right, -1));
        match op {
            BinaryOp::Less | BinaryOp::LessEqual => found.extend(rising),
            BinaryOp::Greater | BinaryOp::GreaterEqual => found.extend(falling),
            _ => found.extend(rising.into_iter().chain(falling)),
        }
    }
    found
}

/// Forms that may fall in a loop: those of its guards first, with their constants.
pub(super) fn bases(
    guards: &[Expression],
    leaves: &[Leaf],
    changed: &BTreeSet<VariableId>,
) -> Vec<Measure> {
    let moves = |measure: &Measure| {
        measure.parts.iter().any(|(place, _)| changed.contains(&leaves[*place].variable))
    };
    let mut found: Vec<Measure> = differences(guards, leaves);
    found.retain(moves);
    let singles = found.clone();
    for (number, one) in singles.iter().enumerate() {
        for other in &singles[..number] {
            found.extend(one.plus(other, 1));
        }
    }
    let moving: Vec<usize> = integers(leaves)
        .filter(|place| changed.contains(&leaves[*place].variable) && !leaves[*place].is_length())
        .collect();
    let zero = Measure::default();
    for place in &moving {
        for sign in [1, -1] {
            found.extend(zero.plus(&Measure::leaf(*place), sign));
        }
    }
    for (number, one) in moving.iter().enumerate() {
        for other in &moving[..number] {
            for (first, second) in [(1, -1), (-1, 1), (1, 1), (-1, -1)] {
                let form = zero.plus(&Measure::leaf(*one), first);
                found.extend(form.and_then(|form| form.plus(&Measure::leaf(*other), second)));
            }
        }
    }
    let mut seen: Vec<Measure> = Vec::new();
    for form in found {
        if !form.parts.is_empty() && !seen.iter().any(|known| known.parts == form.parts) {
            seen.push(form);
        }
    }
    seen
}

/// What may be added to a form without disturbing how it falls: sums of at most two leaves that stay.
pub(super) fn extras(leaves: &[Leaf], changed: &BTreeSet<VariableId>) -> Vec<Measure> {
    let staying: Vec<usize> = integers(leaves)
        .filter(|place| leaves[*place].is_length() || !changed.contains(&leaves[*place].variable))
        .collect();
    let zero = Measure::default();
    let mut found = vec![zero.clone()];
    for sign in [1, -1] {
        found.extend(staying.iter().filter_map(|place| zero.plus(&Measure::leaf(*place), sign)));
    }
    let singles = found[1..].to_vec();
    for (number, one) in singles.iter().enumerate() {
        for other in &singles[..number] {
            found.extend(one.plus(other, 1).filter(|sum| sum.parts.len() == 2));
        }
    }
    found
}

fn integers(leaves: &[Leaf]) -> impl Iterator<Item = usize> {
    let numbered = leaves.iter().enumerate();
    numbered.filter(|(_, leaf)| leaf.sort() == Sort::INT).map(|(place, _)| place)
}
