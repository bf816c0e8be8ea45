//! A formula as a union of conjunctions, by its connectives alone.
//!
//! The slow way, for formulas with products, where no model leads the way: branches that
//! contradict themselves are not noticed here.

use std::collections::HashMap;

use buttress_logic::{Op, Sort, Term, Terms, Walk, substitute};

use crate::limits::MOST_SPLIT_STEPS;

/// A conjunction under way.
struct Branch {
    open: Vec<Term>,
    literals: Vec<Term>,
}

/// Conjunctions of literals whose disjunction is the formula; none if there are more than `most`.
pub fn split(terms: &mut Terms, formula: Term, most: usize) -> Option<Vec<Vec<Term>>> {
    let mut branches = vec![Branch { open: vec![formula], literals: Vec::new() }];
    let mut done: Vec<Vec<Term>> = Vec::new();
    let mut steps = 0;
    while let Some(mut branch) = branches.pop() {
        steps += 1;
        let Some(formula) = branch.open.pop() else {
            done.push(branch.literals);
            continue;
        };
        // Branches that contradict themselves are not counted among the results, but take time.
        if branches.len() + done.len() > most || steps > MOST_SPLIT_STEPS {
            return None;
        }
        match step(terms, formula) {
            Step::Literal => {
                if formula == terms.boolean(false) {
                    continue;
                }
                let negation = terms.not(formula);
                if !branch.literals.contains(&negation) {
                    if formula != terms.boolean(true) && !branch.literals.contains(&formula) {
                        branch.literals.push(formula);
                    }
                    branches.push(branch);
                }
            }
            Step::Cases(cases) => {
                // The first case is looked at first.
                for case in cases.into_iter().rev() {
                    let mut open = branch.open.clone();
                    open.extend(case);
                    branches.push(Branch { open, literals: branch.literals.clone() });
                }
            }
        }
    }
    Some(done)
}

/// What a formula means for a branch.
enum Step {
    Literal,
    /// One of these conjunctions holds.
    Cases(Vec<Vec<Term>>),
}

fn step(terms: &mut Terms, formula: Term) -> Step {
    let (inner, is_positive) = match terms.op(formula) {
        Op::Not => (terms.argument(formula, 0), false),
        _ => (formula, true),
    };
    let arguments = terms.arguments(inner).to_vec();
    let signed = |terms: &mut Terms, term: Term| if is_positive { term } else { terms.not(term) };
    match (terms.op(inner), arguments.as_slice()) {
        (Op::And | Op::Or, parts) => {
            let parts: Vec<Term> = parts.iter().map(|part| signed(terms, *part)).collect();
            if (terms.op(inner) == Op::And) == is_positive {
                Step::Cases(vec![parts])
            } else {
                Step::Cases(parts.into_iter().map(|part| vec![part]).collect())
            }
        }
        (Op::Ite, &[condition, then, otherwise]) => {
            let (then, otherwise) = (signed(terms, then), signed(terms, otherwise));
            let negation = terms.not(condition);
            Step::Cases(vec![vec![condition, then], vec![negation, otherwise]])
        }
        (Op::Equal, &[left, right]) if terms.sort_of(left) == Sort::BOOL => {
            let (not_left, not_right) = (terms.not(left), terms.not(right));
            let (with_left, without) =
                if is_positive { (right, not_right) } else { (not_right, right) };
            Step::Cases(vec![vec![left, with_left], vec![not_left, without]])
        }
        (Op::Distinct, parts) => {
            let mut pairs = Vec::new();
            for (place, left) in parts.iter().enumerate() {
                for right in &parts[place + 1..] {
                    let equal = terms.equal(*left, *right);
                    pairs.push(if is_positive { terms.not(equal) } else { equal });
                }
            }
            if is_positive {
                Step::Cases(vec![pairs])
            } else {
                Step::Cases(pairs.into_iter().map(|pair| vec![pair]).collect())
            }
        }
        _ => match conditional(terms, inner) {
            Some(chosen) => by_condition(terms, formula, chosen),
            None => match (terms.op(inner), arguments.as_slice()) {
                (Op::Equal, &[left, right])
                    if !is_positive && terms.sort_of(left).is_arithmetic() =>
                {
                    let (below, above) = (terms.less(left, right), terms.less(right, left));
                    Step::Cases(vec![vec![below], vec![above]])
                }
                _ => Step::Literal,
            },
        },
    }
}

/// A literal around a term with a condition, or around an absolute value: a case for each side.
fn by_condition(terms: &mut Terms, formula: Term, chosen: Term) -> Step {
    let (condition, then, otherwise) = match (terms.op(chosen), terms.arguments(chosen)) {
        (Op::Ite, &[condition, then, otherwise]) => (condition, then, otherwise),
        (_, arguments) => {
            let number = arguments[0];
            let zero = terms.numeral(&buttress_logic::Rational::ZERO, terms.sort_of(number));
            (terms.less_equal(zero, number), number, terms.negate(number))
        }
    };
    let negation = terms.not(condition);
    let mut case = |value: Term| substitute(terms, formula, &HashMap::from([(chosen, value)]));
    let (with, without) = (case(then), case(otherwise));
    Step::Cases(vec![vec![condition, with], vec![negation, without]])
}

/// A term with a condition, or an absolute value, inside the arithmetic of an atom.
fn conditional(terms: &Terms, atom: Term) -> Option<Term> {
    let mut walk = Walk::of(&[atom]);
    while let Some(term) = walk.step() {
        match terms.op(term) {
            Op::Ite | Op::Absolute => return Some(term),
            Op::Equal
            | Op::LessEqual
            | Op::Less
            | Op::Add
            | Op::Multiply
            | Op::ToReal
            | Op::Divide
            | Op::Modulo
            | Op::IntegerDivide => walk.enter(terms.arguments(term)),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use buttress_budget::Budget;
    use buttress_decide::{Settings, Solver, Verdict};
    use buttress_logic::Rational;
    use buttress_prop::Random;

    use super::*;

    fn number(terms: &mut Terms, random: &mut Random, depth: usize, numbers: &[Term]) -> Term {
        let choice = if depth == 0 { random.below(2) } else { random.below(6) };
        match choice {
            0 => terms.numeral(&Rational::from(random.below(7) as i64 - 3), Sort::INT),
            1 => numbers[random.below(numbers.len())],
            2 => {
                let inner = number(terms, random, depth - 1, numbers);
                terms.absolute(inner)
            }
            3 => {
                let condition = formula(terms, random, depth - 1, numbers);
                let then = number(terms, random, depth - 1, numbers);
                let otherwise = number(terms, random, depth - 1, numbers);
                terms.ite(condition, then, otherwise)
            }
            _ => {
                let left = number(terms, random, depth - 1, numbers);
                let right = number(terms, random, depth - 1, numbers);
                terms.add(&[left, right])
            }
        }
    }

    fn formula(terms: &mut Terms, random: &mut Random, depth: usize, numbers: &[Term]) -> Term {
        if depth == 0 {
            let left = number(terms, random, 0, numbers);
            let right = number(terms, random, 0, numbers);
            return terms.less(left, right);
        }
        let left = formula(terms, random, depth - 1, numbers);
        let right = formula(terms, random, depth - 1, numbers);
        match random.below(7) {
            0 => terms.and(&[left, right]),
            1 => terms.or(&[left, right]),
            2 => terms.not(left),
            3 => terms.equal(left, right),
            4 => {
                let condition = formula(terms, random, depth - 1, numbers);
                terms.ite(condition, left, right)
            }
            5 => {
                let parts = [0, 1, 2].map(|_| number(terms, random, depth - 1, numbers));
                terms.distinct(&parts)
            }
            _ => {
                let left = number(terms, random, depth - 1, numbers);
                let right = number(terms, random, depth - 1, numbers);
                terms.equal(left, right)
            }
        }
    }

    #[test]
    fn branches_are_the_formula() {
        let mut branches_met = 0;
        for seed in 0..80 {
            let mut terms = Terms::new();
            let numbers = ["x", "y"].map(|name| terms.fresh_constant(name, Sort::INT));
            let formula = formula(&mut terms, &mut Random::new(seed), 3, &numbers);
            let Some(branches) = split(&mut terms, formula, 500) else { continue };
            branches_met += branches.len();
            let parts: Vec<Term> = branches.iter().map(|literals| terms.and(literals)).collect();
            let union = terms.or(&parts);
            let differs = terms.xor(union, formula);
            let mut solver = Solver::new(Settings::default());
            solver.assert(differs);
            let verdict = solver.check(&mut terms, &[], &Budget::unlimited());
            assert!(matches!(verdict, Verdict::Unsat(_)), "seed {seed}");
        }
        assert!(branches_met > 200);
    }

    #[test]
    fn too_many_branches_are_not_made() {
        let mut terms = Terms::new();
        let mut parts = Vec::new();
        for _ in 0..20 {
            let pair = ["b", "c"].map(|name| terms.fresh_constant(name, Sort::BOOL));
            parts.push(terms.or(&pair));
        }
        let formula = terms.and(&parts);
        assert_eq!(split(&mut terms, formula, 100), None);
        assert_eq!(split(&mut terms, parts[0], 100).map(|branches| branches.len()), Some(2));
    }
}
