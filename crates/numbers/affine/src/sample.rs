//! The sampling strategy: states of a formula, spread out.
//!
//! A solver's own models crowd together. Random bounds on the state, each kept if the formula allows
//! it, spread them; the seed decides on all of it.

use std::collections::{BTreeSet, HashMap, HashSet};

use buttress_budget::{Budget, Exhausted};
use buttress_decide::{Evidence, Settings, Solver};
use buttress_logic::{Op, Rational, Sort, Term, Terms, substitute};
use buttress_prop::Random;

use crate::limits::{SAMPLE_BOUNDS, SAMPLE_GUESSES, SAMPLE_WIDTHS};
use crate::model_search::{ModelSearch, ask};

/// A model of the formula in which the `state` terms have a random position, where possible none of
/// those in `avoid`.
pub fn sample(
    terms: &mut Terms,
    random: &mut Random,
    formula: Term,
    state: &[Term],
    avoid: &[Term],
    budget: &Budget,
) -> Result<ModelSearch, Exhausted> {
    let mut solver = Solver::new(Settings::new(random.bits(), Evidence::None));
    solver.assert(formula);
    let mut model = match ask(&mut solver, terms, &[], budget)? {
        ModelSearch::Model(model) => model,
        ModelSearch::Nothing => return Ok(ModelSearch::Nothing),
        ModelSearch::Unknown => return guess(terms, random, formula, budget),
    };
    let numbers: Vec<Term> =
        state.iter().copied().filter(|term| terms.sort_of(*term).is_arithmetic()).collect();
    let mut wishes: Vec<Term> = avoid.to_vec();
    for _ in 0..SAMPLE_BOUNDS {
        let Some(term) = random.pick(&numbers) else { break };
        let number = number(terms, random, terms.sort_of(term));
        wishes.push(if random.coin() {
            terms.less_equal(number, term)
        } else {
            terms.less_equal(term, number)
        });
    }
    let mut bounds: Vec<Term> = Vec::new();
    for wish in wishes {
        bounds.push(wish);
        match ask(&mut solver, terms, &bounds, budget)? {
            ModelSearch::Model(better) => model = better,
            ModelSearch::Nothing | ModelSearch::Unknown => {
                bounds.pop();
            }
        }
    }
    Ok(ModelSearch::Model(model))
}

fn number(terms: &mut Terms, random: &mut Random, sort: Sort) -> Term {
    let width = random.pick(&SAMPLE_WIDTHS).unwrap_or(1);
    let value = random.below(2 * width + 1) as i64 - width as i64;
    terms.numeral(&Rational::from(value), sort)
}

/// Random numbers for the variables that occur in products make the formula linear.
fn guess(
    terms: &mut Terms,
    random: &mut Random,
    formula: Term,
    budget: &Budget,
) -> Result<ModelSearch, Exhausted> {
    let factors = factors(terms, formula);
    if factors.is_empty() {
        return Ok(ModelSearch::Unknown);
    }
    for _ in 0..SAMPLE_GUESSES {
        let map: HashMap<Term, Term> = factors
            .iter()
            .map(|factor| (*factor, number(terms, random, terms.sort_of(*factor))))
            .collect();
        let linear = substitute(terms, formula, &map);
        let mut solver = Solver::new(Settings::new(random.bits(), Evidence::None));
        solver.assert(linear);
        let ModelSearch::Model(mut model) = ask(&mut solver, terms, &[], budget)? else { continue };
        for factor in &factors {
            let (Op::Apply(function), Some(value)) =
                (terms.op(*factor), terms.as_number(map[factor]))
            else {
                continue;
            };
            let value = model.values.number(terms.sort_of(*factor), value.clone());
            model.set_constant(function, value);
        }
        return Ok(ModelSearch::Model(model));
    }
    Ok(ModelSearch::Unknown)
}

/// The constants that are multiplied with others.
pub fn factors(terms: &Terms, formula: Term) -> BTreeSet<Term> {
    let mut factors = BTreeSet::new();
    let mut seen = HashSet::new();
    // Terms, and whether they are a factor of a product.
    let mut stack = vec![(formula, false)];
    while let Some((term, is_factor)) = stack.pop() {
        if !seen.insert((term, is_factor)) {
            continue;
        }
        let arguments = terms.arguments(term);
        let is_product = match terms.op(term) {
            Op::Multiply => {
                let others = arguments.iter().filter(|it| terms.as_number(**it).is_none());
                is_factor || others.count() > 1
            }
            Op::Add | Op::ToReal => is_factor,
            Op::Apply(_) if is_factor && arguments.is_empty() => {
                factors.insert(term);
                false
            }
            _ => false,
        };
        stack.extend(arguments.iter().map(|argument| (*argument, is_product)));
    }
    factors
}
