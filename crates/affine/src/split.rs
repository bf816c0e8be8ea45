//! A formula as a union of conjunctions, by its connectives alone.
//!
//! The slow way, for formulas with products, where no model leads the way: branches that
//! contradict themselves are not noticed here.

use std::collections::HashMap;

use buttress_logic::{Op, Sort, Term, Terms, substitute};

/// How many formulas are taken apart.
const STEPS: usize = 10_000;

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
        if branches.len() + done.len() > most || steps > STEPS {
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
    let mut stack = vec![atom];
    while let Some(term) = stack.pop() {
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
            | Op::IntegerDivide => stack.extend(terms.arguments(term)),
            _ => {}
        }
    }
    None
}
