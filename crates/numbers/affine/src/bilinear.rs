//! The search for the multipliers that meet parameters.
//!
//! Each path has a few choices; the linear program of the choices made so far is a relaxation of the whole,
//! so a search in depth is cut off as soon as it has no solution. A branch starts from the simplex
//! of the branch above, which stays where its point is.
//! Source: thesis, solving bilinear constraint problems.

use buttress_budget::{Budget, Exhausted};
use buttress_logic::Rational;
use buttress_numeric::{Feasibility, Simplex};

use crate::dual::{Choice, Dual};
use crate::limits::{MOST_FREE_MULTIPLIERS, MOST_PROGRAMS, MOST_PROGRAMS_PER_PATH, PIVOT_EFFORT};
use crate::template::Unknowns;

/// A linear program to which choices are still to be made.
struct Node {
    simplex: Simplex,
    path: usize,
    choice: usize,
}

/// A feasible program with every path dualised, from the constraints that `root` holds; none if there
/// is none, or if the search takes too long.
pub fn search(
    root: Simplex,
    duals: &[Dual],
    unknowns: &[Option<Unknowns>],
    multipliers: &[Rational],
    budget: &Budget,
) -> Result<Option<Simplex>, Exhausted> {
    let choices: Vec<Vec<Choice>> = duals.iter().map(|dual| choices(dual, multipliers)).collect();
    // Paths without a choice come first: they prune everything below.
    let mut order: Vec<usize> = (0..duals.len()).collect();
    order.sort_by_key(|path| choices[*path].len());
    let mut stack = vec![Node { simplex: root, path: 0, choice: 0 }];
    let most = MOST_PROGRAMS + MOST_PROGRAMS_PER_PATH * duals.len();
    for _ in 0..most {
        let Some(node) = stack.last_mut() else { return Ok(None) };
        let Some(&path) = order.get(node.path) else {
            return Ok(stack.pop().map(|node| node.simplex));
        };
        let Some(choice) = choices[path].get(node.choice) else {
            stack.pop();
            continue;
        };
        node.choice += 1;
        let is_last = node.choice == choices[path].len();
        let next = node.path + 1;
        let mut simplex = if is_last {
            stack.pop().map(|node| node.simplex).unwrap_or_default()
        } else {
            node.simplex.clone()
        };
        if duals[path].impose(&mut simplex, unknowns, choice) && is_feasible(&mut simplex, budget)?
        {
            stack.push(Node { simplex, path: next, choice: 0 });
        }
    }
    Ok(None)
}

/// Has the program a solution?
pub fn is_feasible(simplex: &mut Simplex, budget: &Budget) -> Result<bool, Exhausted> {
    match simplex.check_while(|| budget.spend(PIVOT_EFFORT).is_ok()) {
        Feasibility::Feasible => Ok(true),
        Feasibility::Infeasible(_) => Ok(false),
        Feasibility::Interrupted => Err(exhausted(budget)),
    }
}

/// Which limit was met.
pub fn exhausted(budget: &Budget) -> Exhausted {
    budget.poll().err().unwrap_or(Exhausted::Interrupt)
}

fn choices(dual: &Dual, multipliers: &[Rational]) -> Vec<Choice> {
    let count = dual.template_count();
    // A loop that keeps the template as it is takes it once; this is tried first.
    let (one, others): (Vec<&Rational>, Vec<&Rational>) =
        multipliers.iter().partition(|multiplier| multiplier.is_one());
    let values: Vec<&Rational> = one.into_iter().chain(others).collect();
    let mut tuples: Vec<Vec<Rational>> = vec![Vec::new()];
    if count > MOST_FREE_MULTIPLIERS {
        tuples = values.iter().map(|value| vec![(*value).clone(); count]).collect();
    } else {
        for _ in 0..count {
            let longer = |tuple: &Vec<Rational>| -> Vec<Vec<Rational>> {
                let with = |value: &&Rational| {
                    let mut tuple = tuple.clone();
                    tuple.push((*value).clone());
                    tuple
                };
                values.iter().map(with).collect()
            };
            tuples = tuples.iter().flat_map(longer).collect();
        }
    }
    let disabled: Vec<Choice> = tuples
        .iter()
        .filter(|_| dual.can_be_disabled())
        .filter(|tuple| tuple.iter().any(|multiple| !multiple.is_zero()))
        .map(|tuple| Choice::Disabled(tuple.clone()))
        .collect();
    tuples.into_iter().map(Choice::Preserved).chain(disabled).collect()
}
