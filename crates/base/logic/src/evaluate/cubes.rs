//! What must hold for a quantified formula to be decided, as few literals at a time.
//!
//! ∀i, j, k. i ≤ j ∧ j ≤ k → a\[i\] ≤ a\[j\] ∧ a\[j\] ≤ a\[k\] fails in one of two ways, each of which
//! is settled by two of the three variables. So the body, or its negation, is taken apart into a
//! disjunction of *cubes*, conjunctions of literals, as long as these are few; and for each cube the
//! variables come in an order in which its literals are decided early.

use super::analysis::Reach;
use super::shape::Place;
use crate::limits::BODY_CUBES;
use crate::{Op, Term, Terms};

/// A formula, and the truth value that it must have.
pub(super) type Literal = (Term, bool);

/// Cubes of which one holds exactly if the body has the truth value `goal`.
pub(super) fn cubes(terms: &Terms, body: Term, goal: bool, reach: &Reach) -> Vec<Vec<Literal>> {
    let mut done = Vec::new();
    // Cubes under way: literals to be looked at, and those that stay.
    let mut open: Vec<(Vec<Literal>, Vec<Literal>)> = vec![(vec![(body, goal)], Vec::new())];
    while let Some((mut todo, mut kept)) = open.pop() {
        let Some((term, value)) = todo.pop() else {
            done.push(kept);
            continue;
        };
        let parts = terms.arguments(term);
        let op = terms.op(term);
        if !reach.is_dependent(term) {
            kept.push((term, value));
        } else if op == Op::Not {
            todo.extend(parts.iter().map(|part| (*part, !value)));
        } else if (op == Op::And && value) || (op == Op::Or && !value) {
            todo.extend(parts.iter().map(|part| (*part, value)));
        } else if matches!(op, Op::And | Op::Or)
            && done.len() + open.len() + parts.len() <= BODY_CUBES
        {
            for part in parts {
                let mut todo = todo.clone();
                todo.push((*part, value));
                open.push((todo, kept.clone()));
            }
            continue;
        } else {
            kept.push((term, value));
        }
        open.push((todo, kept));
    }
    done
}

/// The variables of a block in an order in which the literals of a cube are decided early: next
/// comes the one that completes most literals, of several the one that occurs in most.
pub(super) fn order(cube: &[Literal], block: &[Place], reach: &Reach) -> Vec<Place> {
    let masks: Vec<u128> = cube.iter().map(|literal| reach.mask(literal.0)).collect();
    let mut left = block.to_vec();
    let block: u128 = block.iter().fold(0, |mask, place| mask | 1 << place);
    let mut chosen = 0_u128;
    let mut order = Vec::with_capacity(left.len());
    while !left.is_empty() {
        let rank = |place: &Place| {
            let with = chosen | 1 << place;
            let open = masks.iter().filter(|mask| *mask >> place & 1 == 1);
            let completed = open.clone().filter(|mask| *mask & block & !with == 0).count();
            (completed, open.count())
        };
        let best = (0..left.len()).rev().max_by_key(|at| rank(&left[*at])).unwrap_or(0);
        let place = left.remove(best);
        chosen |= 1 << place;
        order.push(place);
    }
    order
}
