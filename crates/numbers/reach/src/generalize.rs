//! Generalization: from a refuted obligation to a lemma that says more.
//!
//! In this order: what the arithmetic of the refutations adds up to, literals dropped, sums in which a variable cancels.

use std::collections::HashSet;

use buttress_budget::Budget;
use buttress_decide::Refutation;
use buttress_horn::{HornUnknown, PredicateId};
use buttress_logic::Terms;

use crate::bounds::Bounds;
use crate::cube::Cube;
use crate::interpolate::weaken;
use crate::limits::MOST_COMBINATIONS;
use crate::obligation::Obligation;

/// Learns a lemma that denies the cube of a refuted obligation, and more if it can, in frames up to `height`.
pub(crate) fn block(
    bounds: &mut Bounds<'_>,
    terms: &mut Terms,
    predicate: PredicateId,
    obligation: &Obligation,
    refutations: &[(usize, Refutation)],
    height: usize,
    budget: &Budget,
) -> Result<(), HornUnknown> {
    let literals = obligation.cube.halved(terms).literals;
    let mut weakened = Vec::new();
    for (rule, refutation) in refutations {
        let instances = bounds.at_head(terms, bounds.clause(*rule), &literals);
        weakened.extend(weaken(terms, refutation, &literals, &instances));
    }
    let cube = Cube::of(terms, weakened);
    let cube =
        match bounds.relatively_inductive(terms, predicate, &cube, obligation.level, budget)? {
            Some(needed) => needed,
            None => Cube::of(terms, literals),
        };
    let cube = drop_literals(bounds, terms, predicate, cube, obligation.level, budget)?;
    let cube = combine_inequalities(bounds, terms, predicate, cube, obligation.level, budget)?;
    let mut level = obligation.level;
    while level < height
        && bounds.relatively_inductive(terms, predicate, &cube, level + 1, budget)?.is_some()
    {
        level += 1;
    }
    bounds.learn(terms, predicate, cube, level);
    Ok(())
}

/// Gives up literals of the cube as long as its denial stays inductive relative to the frame.
fn drop_literals(
    bounds: &mut Bounds<'_>,
    terms: &mut Terms,
    predicate: PredicateId,
    mut cube: Cube,
    level: usize,
    budget: &Budget,
) -> Result<Cube, HornUnknown> {
    // The literals that were tried and must stay.
    let mut kept = HashSet::new();
    while cube.literals.len() > 1 {
        let Some(place) = cube.literals.iter().rposition(|literal| !kept.contains(literal)) else {
            break;
        };
        let mut smaller = cube.clone();
        kept.insert(smaller.literals.remove(place));
        if let Some(needed) =
            bounds.relatively_inductive(terms, predicate, &smaller, level, budget)?
        {
            cube = needed;
        }
    }
    Ok(cube)
}

/// Replaces two inequalities by the sum in which a variable cancels, where that is enough: the
/// lemma then speaks of fewer variables.
fn combine_inequalities(
    bounds: &mut Bounds<'_>,
    terms: &mut Terms,
    predicate: PredicateId,
    mut cube: Cube,
    level: usize,
    budget: &Budget,
) -> Result<Cube, HornUnknown> {
    let mut tries = 0;
    'again: loop {
        for smaller in cube.combinations(terms) {
            tries += 1;
            if tries > MOST_COMBINATIONS {
                break 'again;
            }
            if let Some(needed) =
                bounds.relatively_inductive(terms, predicate, &smaller, level, budget)?
            {
                cube = needed;
                continue 'again;
            }
        }
        break;
    }
    Ok(cube)
}
