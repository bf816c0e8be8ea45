//! What the literals around a model say about common terms, found by asking.

use std::collections::{HashMap, HashSet};

use buttress_budget::Budget;
use buttress_decide::{Evidence, Settings, Solver, Verdict};
use buttress_logic::{Evaluator, Function, Model, Op, Sort, Term, Terms, Walk, substitute};
use buttress_project::variables_of;

use crate::limits::MOST_COMMON_TERMS;
use crate::symbols::is_over;

/// Literals over the common symbols that follow from the truth values that a model gives to the atoms of a formula.
pub(crate) fn consequences(
    terms: &mut Terms,
    model: &mut Model,
    formula: Term,
    common: &HashSet<Function>,
    budget: &Budget,
) -> Option<Vec<Term>> {
    let mut around = Vec::new();
    for atom in atoms(terms, formula) {
        let is_true = Evaluator::new(terms, model).holds(atom).ok()?;
        around.push(if is_true { atom } else { terms.not(atom) });
    }
    let mut found: Vec<Term> =
        around.iter().copied().filter(|literal| is_over(terms, *literal, common)).collect();
    let mut solver = Solver::new(Settings::new(0, Evidence::None));
    around.iter().for_each(|literal| solver.assert(*literal));
    let shared = common_terms(terms, formula, common);
    // Local constants that are equal to common terms are told by these.
    let mut told: HashMap<Term, Term> = HashMap::new();
    for constant in variables_of(terms, [formula]) {
        if is_over(terms, constant, common) {
            continue;
        }
        for known in &shared {
            if terms.sort_of(*known) != terms.sort_of(constant) {
                continue;
            }
            let equation = terms.equal(constant, *known);
            let denied = terms.not(equation);
            if Evaluator::new(terms, model).holds(equation).ok()?
                && let Verdict::Unsat(_) = solver.check(terms, &[denied], budget)
            {
                told.insert(constant, *known);
                break;
            }
        }
    }
    for literal in &around {
        let replaced = substitute(terms, *literal, &told);
        if replaced != *literal && is_over(terms, replaced, common) {
            found.push(replaced);
        }
    }
    for (place, left) in shared.iter().enumerate() {
        for right in &shared[place + 1..] {
            if terms.sort_of(*left) != terms.sort_of(*right) {
                continue;
            }
            let equation = terms.equal(*left, *right);
            let is_true = Evaluator::new(terms, model).holds(equation).ok()?;
            let denied = terms.not(equation);
            let (claim, denial) = if is_true { (equation, denied) } else { (denied, equation) };
            if let Verdict::Unsat(_) = solver.check(terms, &[denial], budget) {
                found.push(claim);
            }
        }
    }
    let mut seen = HashSet::new();
    found.retain(|literal| seen.insert(*literal));
    Some(found)
}

/// The parts of a formula that no connective makes.
fn atoms(terms: &Terms, formula: Term) -> Vec<Term> {
    let (mut found, mut walk) = (Vec::new(), Walk::of(&[formula]));
    while let Some(term) = walk.step() {
        let arguments = terms.arguments(term);
        let is_formula = terms.sort_of(term) == Sort::BOOL;
        let is_connective = match terms.op(term) {
            Op::Not | Op::And | Op::Or | Op::Ite => true,
            Op::Equal | Op::Distinct => terms.sort_of(arguments[0]) == Sort::BOOL,
            _ => false,
        };
        if is_formula && !is_connective {
            found.push(term);
        }
        // Conditions may be inside of terms.
        walk.enter(arguments);
    }
    found
}

/// Terms over common symbols, of sorts that can be compared, the small ones first.
fn common_terms(terms: &Terms, formula: Term, common: &HashSet<Function>) -> Vec<Term> {
    let (mut found, mut walk) = (Vec::new(), Walk::of(&[formula]));
    while let Some(term) = walk.step() {
        let is_plain =
            !matches!(terms.op(term), Op::Number(_)) && terms.sort_of(term) != Sort::BOOL;
        if is_plain && is_over(terms, term, common) {
            found.push(term);
        }
        walk.enter(terms.arguments(term));
    }
    found.sort_unstable();
    found.truncate(MOST_COMMON_TERMS);
    found
}
