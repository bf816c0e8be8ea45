//! Implicants, disjuncts and projections of random formulas, against what they promise.

use std::collections::HashMap;

use buttress_budget::Budget;
use buttress_decide::{Settings, Solver, Verdict};
use buttress_logic::{Evaluator, Model, Sort, Term, Terms, substitute};
use buttress_numeric::Rational;
use buttress_project::{disjuncts, implicant, project, variables_of};
use buttress_prop::Random;

fn sum(terms: &mut Terms, random: &mut Random, variables: &[Term], sort: Sort) -> Term {
    let mut parts = Vec::new();
    for variable in variables {
        let coefficient = random.integer(-3, 3);
        if coefficient != 0 {
            let factor = terms.numeral(&Rational::from(coefficient), sort);
            parts.push(terms.multiply(&[factor, *variable]));
        }
    }
    parts.push(terms.numeral(&Rational::from(random.integer(-6, 6)), sort));
    let sum = terms.add(&parts);
    match random.below(8) {
        0 if sort == Sort::INT => {
            let divisor = terms.numeral(&Rational::from(random.integer(2, 4)), sort);
            terms.modulo(sum, divisor)
        }
        1 if sort == Sort::INT => {
            let divisor = terms.numeral(&Rational::from(random.integer(2, 3)), sort);
            terms.integer_divide(sum, divisor)
        }
        2 if sort == Sort::INT => terms.absolute(sum),
        _ => sum,
    }
}

fn formula(
    terms: &mut Terms,
    random: &mut Random,
    variables: &[Term],
    sort: Sort,
    depth: usize,
) -> Term {
    let shape = if depth == 0 { 6 + random.below(4) } else { random.below(10) };
    match shape {
        0..=2 | 4 => {
            let parts: Vec<Term> =
                (0..3).map(|_| formula(terms, random, variables, sort, depth - 1)).collect();
            if shape < 2 { terms.and(&parts) } else { terms.or(&parts) }
        }
        3 => {
            let inner = formula(terms, random, variables, sort, depth - 1);
            terms.not(inner)
        }
        5 => {
            let condition = formula(terms, random, variables, sort, depth - 1);
            let [then, otherwise, other] = [0; 3].map(|_| sum(terms, random, variables, sort));
            let chosen = terms.ite(condition, then, otherwise);
            terms.less_equal(chosen, other)
        }
        6 => {
            let (left, right) =
                (sum(terms, random, variables, sort), sum(terms, random, variables, sort));
            terms.equal(left, right)
        }
        7 => {
            let (left, right) =
                (sum(terms, random, variables, sort), sum(terms, random, variables, sort));
            terms.distinct(&[left, right])
        }
        8 => {
            let (left, right) =
                (sum(terms, random, variables, sort), sum(terms, random, variables, sort));
            terms.less(left, right)
        }
        _ => {
            let (left, right) =
                (sum(terms, random, variables, sort), sum(terms, random, variables, sort));
            terms.less_equal(left, right)
        }
    }
}

fn model_of(terms: &mut Terms, formula: Term) -> Option<Box<Model>> {
    let mut solver = Solver::new(Settings::default());
    solver.assert(formula);
    match solver.check(terms, &[], &Budget::unlimited()) {
        Verdict::Sat(model) => Some(model),
        _ => None,
    }
}

fn holds(terms: &Terms, model: &mut Model, formula: Term) -> bool {
    matches!(Evaluator::new(terms, model).holds(formula), Ok(true))
}

#[test]
fn projections_keep_the_model_and_imply_the_existential() {
    let mut projected_something = 0;
    for seed in 0..400 {
        let mut terms = Terms::new();
        let mut random = Random::new(seed * 7 + 1);
        let sort = if seed % 3 == 0 { Sort::REAL } else { Sort::INT };
        let variables: Vec<Term> =
            ["x", "y", "u", "v"].iter().map(|name| terms.fresh_constant(name, sort)).collect();
        let whole = formula(&mut terms, &mut random, &variables, sort, 2);
        let Some(mut model) = model_of(&mut terms, whole) else { continue };
        let literals = implicant(&mut terms, &mut model, whole).expect("a formula of arithmetic");
        for literal in &literals {
            assert!(holds(&terms, &mut model, *literal), "seed {seed}: a literal is false");
        }
        let conjunction = terms.and(&literals);
        let negation = terms.not(whole);
        let gap = terms.and(&[conjunction, negation]);
        assert!(
            model_of(&mut terms, gap).is_none(),
            "seed {seed}: literals do not imply the formula"
        );
        let projected =
            project(&mut terms, &mut model, &literals, &variables[2..]).expect("no array");
        let left = variables_of(&terms, projected.iter().copied());
        assert!(left.iter().all(|variable| variables[..2].contains(variable)), "seed {seed}");
        for literal in &projected {
            assert!(
                holds(&terms, &mut model, *literal),
                "seed {seed}: a projected literal is false"
            );
        }
        // Every point of a small box that satisfies the projection extends to the eliminated variables.
        let projection = terms.and(&projected);
        for (x, y) in (-4..=4).flat_map(|x| (-4..=4).map(move |y| (x, y))) {
            let map: HashMap<Term, Term> = [(variables[0], x), (variables[1], y)]
                .into_iter()
                .map(|(variable, value)| (variable, terms.numeral(&Rational::from(value), sort)))
                .collect();
            let here = substitute(&mut terms, projection, &map);
            if !holds(&terms, &mut Model::new(), here) {
                continue;
            }
            projected_something += 1;
            let fibre = substitute(&mut terms, conjunction, &map);
            assert!(
                model_of(&mut terms, fibre).is_some(),
                "seed {seed}: ({x}, {y}) does not extend"
            );
        }
    }
    assert!(projected_something > 1000);
}

#[test]
fn disjuncts_cover_exactly_the_formula() {
    for seed in 0..150 {
        let mut terms = Terms::new();
        let mut random = Random::new(seed * 13 + 5);
        let sort = if seed % 3 == 0 { Sort::REAL } else { Sort::INT };
        let variables: Vec<Term> =
            ["x", "y"].iter().map(|name| terms.fresh_constant(name, sort)).collect();
        let whole = formula(&mut terms, &mut random, &variables, sort, 2);
        let found = disjuncts(&mut terms, whole, 200, &Budget::unlimited()).expect("no limit");
        let Some(found) = found else { continue };
        let parts: Vec<Term> = found.iter().map(|literals| terms.and(literals)).collect();
        let union = if parts.is_empty() { terms.boolean(false) } else { terms.or(&parts) };
        let same = terms.equal(union, whole);
        let differ = terms.not(same);
        assert!(model_of(&mut terms, differ).is_none(), "seed {seed}");
    }
}

/// An array that is an element of what it is compared with, and read elsewhere: what is read must not be forgotten.
#[test]
fn reads_of_an_array_inside_of_its_equation_are_kept() {
    let mut terms = Terms::new();
    let row = terms.array_sort(Sort::INT, Sort::INT);
    let table = terms.array_sort(Sort::INT, row);
    let (a, m) = (terms.fresh_constant("a", row), terms.fresh_constant("m", table));
    let [zero, one, seven] =
        [0, 1, 7].map(|value| terms.numeral(&Rational::from(value), Sort::INT));
    let first = terms.select(a, zero);
    let inner = terms.select(m, first);
    let second = terms.select(a, one);
    let literals = vec![terms.equal(a, inner), terms.equal(second, seven)];
    let whole = terms.and(&literals);
    let mut model = model_of(&mut terms, whole).unwrap();
    let projected = project(&mut terms, &mut model, &literals, &[a]).unwrap();
    assert!(projected.iter().all(|literal| holds(&terms, &mut model, *literal)));
    let empty = terms.constant_array(row, zero);
    let empty = terms.constant_array(table, empty);
    let mut parts = projected.clone();
    parts.push(terms.equal(m, empty));
    let impossible = terms.and(&parts);
    assert!(!variables_of(&terms, projected).contains(&a));
    // In a table of zeros no row has a 7.
    assert!(model_of(&mut terms, impossible).is_none());
}
