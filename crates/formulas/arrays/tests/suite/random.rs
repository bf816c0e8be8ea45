//! Random formulas against models: the normal form says the same, and the reduction is complete.

use std::collections::HashMap;

use buttress_arrays::reduce::Strength;
use buttress_arrays::{
    ArrayProperty, Candidates, Fragment, Neighbours, Reading, normalise, reduce,
};
use buttress_decide::Verdict;
use buttress_logic::{Bound, Model, Rational, Sort, Term, Terms, Value, evaluate, substitute};
use buttress_prop::Random;

use crate::common::{
    array, constants, decide, expand, holds, integer, integers, one, witnesses, word,
};

/// Constants are kept between these.
const LOW: i64 = -2;
const HIGH: i64 = 2;

/// Terms to make formulas of.
struct Maker {
    random: Random,
    arrays: Vec<Term>,
    integers: Vec<Term>,
}

impl Maker {
    fn new(terms: &mut Terms, seed: u64) -> Maker {
        let sort = terms.array_sort(Sort::INT, Sort::INT);
        let arrays = ["a", "b"].map(|name| terms.fresh_constant(name, sort)).to_vec();
        let integers = ["k", "l"].map(|name| terms.fresh_constant(name, Sort::INT)).to_vec();
        Maker { random: Random::new(seed), arrays, integers }
    }

    fn number(&mut self, terms: &mut Terms) -> Term {
        let number = self.random.below(5) as i64 - 2;
        terms.numeral(&Rational::from(number), Sort::INT)
    }

    /// A term without variables.
    fn ground(&mut self, terms: &mut Terms) -> Term {
        match self.random.below(6) {
            0 => self.number(terms),
            1 => {
                let (constant, one) =
                    (one(&mut self.random, &self.integers.clone()), self.number(terms));
                terms.add(&[constant, one])
            }
            2 => {
                let index = one(&mut self.random, &self.integers.clone());
                let array = one(&mut self.random, &self.arrays.clone());
                terms.select(array, index)
            }
            _ => one(&mut self.random, &self.integers.clone()),
        }
    }

    fn array(&mut self, terms: &mut Terms) -> Term {
        let array = one(&mut self.random, &self.arrays.clone());
        if self.random.below(4) > 0 {
            return array;
        }
        let index = one(&mut self.random, &self.integers.clone());
        let value = self.number(terms);
        terms.store(array, index, value)
    }

    fn compare(&mut self, terms: &mut Terms, left: Term, right: Term) -> Term {
        let (left, right) = if self.random.below(2) == 0 { (left, right) } else { (right, left) };
        match self.random.below(4) {
            0 => terms.equal(left, right),
            1 => terms.less(left, right),
            2 => terms.distinct(&[left, right]),
            _ => terms.less_equal(left, right),
        }
    }

    /// A comparison of a variable with something without variables, or of reads.
    fn atom(&mut self, terms: &mut Terms, bounds: &[Bound]) -> Term {
        let bound = one(&mut self.random, bounds);
        let variable = terms.bound(bound);
        match self.random.below(5) {
            0 | 1 => {
                let other = self.ground(terms);
                self.compare(terms, variable, other)
            }
            2 if bounds.len() > 1 => {
                let (left, right) = (terms.bound(bounds[0]), terms.bound(bounds[1]));
                let guard = terms.less_equal(left, right);
                terms.not(guard)
            }
            3 => {
                let (array, other) = (self.array(terms), self.ground(terms));
                let read = terms.select(array, variable);
                self.compare(terms, read, other)
            }
            _ => {
                let (left, right) = (self.array(terms), self.array(terms));
                let other = one(&mut self.random, bounds);
                let other = terms.bound(other);
                let (left, right) = (terms.select(left, variable), terms.select(right, other));
                self.compare(terms, left, right)
            }
        }
    }

    fn body(&mut self, terms: &mut Terms, bounds: &[Bound], depth: usize) -> Term {
        if depth == 0 {
            return self.atom(terms, bounds);
        }
        let (left, right) =
            (self.body(terms, bounds, depth - 1), self.body(terms, bounds, depth - 1));
        match self.random.below(8) {
            0 => terms.and(&[left, right]),
            1 => terms.equal(left, right),
            2 => {
                let condition = self.atom(terms, bounds);
                terms.ite(condition, left, right)
            }
            _ => terms.or(&[left, right]),
        }
    }

    fn quantified(&mut self, terms: &mut Terms) -> Term {
        let count = 1 + self.random.below(2);
        let bounds: Vec<Bound> =
            ["i", "j"][..count].iter().map(|name| terms.new_bound(name, Sort::INT)).collect();
        let depth = 1 + self.random.below(2);
        let body = self.body(terms, &bounds, depth);
        let binder = terms.new_binder(&bounds);
        terms.forall(binder, body)
    }

    /// The model in which constants are small and arrays are random between −6 and 6.
    fn model(&mut self, terms: &Terms) -> Model {
        let mut model = Model::new();
        for term in self.integers.clone() {
            let number = Rational::from(LOW + self.random.below((HIGH - LOW + 1) as usize) as i64);
            let value = model.values.number(Sort::INT, number);
            set(terms, &mut model, term, value);
        }
        for term in self.arrays.clone() {
            let mut readings = Vec::new();
            for _ in 0..13 {
                let number = Rational::from(self.random.below(4) as i64 - 1);
                readings.push(model.values.number(Sort::INT, number));
            }
            let default = readings[0];
            let value =
                array(terms, &mut model.values, terms.sort_of(term), -6, &readings, default);
            set(terms, &mut model, term, value);
        }
        model
    }

    /// LOW ≤ k ≤ HIGH for all constants.
    fn bounds(&self, terms: &mut Terms) -> Term {
        let low = terms.numeral(&Rational::from(LOW), Sort::INT);
        let high = terms.numeral(&Rational::from(HIGH), Sort::INT);
        let mut bounds = Vec::new();
        for constant in &self.integers {
            bounds.push(terms.less_equal(low, *constant));
            bounds.push(terms.less_equal(*constant, high));
        }
        terms.and(&bounds)
    }
}

fn set(terms: &Terms, model: &mut Model, constant: Term, value: Value) {
    for (function, term) in constants(terms, constant) {
        assert_eq!(term, constant);
        model.set_constant(function, value);
    }
}

/// The arrays by projection to these points, in a model that is as the given one otherwise. What is
/// further away from the points than any quantifier will look is left out.
fn projected(
    terms: &Terms,
    model: &mut Model,
    arrays: &[Term],
    points: &[Rational],
    reach: (i64, i64),
) -> Model {
    let neighbours = Neighbours::new(points.iter().cloned());
    let mut result = model.clone();
    for constant in arrays {
        let value = evaluate(terms, model, *constant).expect("constants have values");
        let intervals = neighbours.array(|point| {
            let index = model.values.number(Sort::INT, point.clone());
            model.values.read(value, index).expect("it is an array")
        });
        let readings: Vec<Value> = (reach.0..=reach.1)
            .map(|n| {
                let value = *intervals.read(&Rational::from(n));
                let number = model.values.as_number(value).expect("elements are integers").clone();
                result.values.number(Sort::INT, number)
            })
            .collect();
        let sort = terms.sort_of(*constant);
        let array = array(terms, &mut result.values, sort, reach.0, &readings, readings[0]);
        set(terms, &mut result, *constant, array);
    }
    result
}

#[test]
fn normal_forms_say_the_same() {
    let (mut agreed, mut inside) = ((0, 0), 0);
    for seed in 0..300 {
        let mut terms = Terms::new();
        let mut maker = Maker::new(&mut terms, seed);
        let formula = maker.quantified(&mut terms);
        let normal = normalise(&mut terms, formula);
        inside += usize::from(normal.violation().is_none());
        let box_ = integers(&mut terms, -5, 5);
        let original = expand(&mut terms, formula, &box_);
        let other = expand(&mut terms, normal.formula, &box_);
        for _ in 0..20 {
            let mut model = maker.model(&terms);
            let expected = holds(&terms, &mut model, original);
            let found = holds(&terms, &mut model, other);
            assert_eq!(found, expected, "seed {seed}: {}", buttress_logic::print(&terms, formula));
            if expected { agreed.0 += 1 } else { agreed.1 += 1 }
        }
    }
    assert!(agreed.0 > 300 && agreed.1 > 300, "{agreed:?}");
    assert!(inside > 100, "{inside}");
}

#[test]
fn the_reduction_is_sound_and_complete() {
    let (mut sat, mut unsat) = (0, 0);
    for seed in 0..400 {
        let mut terms = Terms::new();
        let mut maker = Maker::new(&mut terms, 1000 + seed);
        let mut conjuncts = vec![maker.bounds(&mut terms)];
        for _ in 0..2 + maker.random.below(3) {
            let quantified = maker.quantified(&mut terms);
            conjuncts.push(match maker.random.below(4) {
                0 => terms.not(quantified),
                1 => {
                    let (left, right) = (maker.ground(&mut terms), maker.ground(&mut terms));
                    let atom = maker.compare(&mut terms, left, right);
                    terms.equal(atom, quantified)
                }
                _ => quantified,
            });
        }
        let formula = terms.and(&conjuncts);
        let Ok(reduction) = reduce(&mut terms, formula, Reading::SmtLib, 3000) else { continue };
        if reduction.strength != Strength::Equisatisfiable {
            continue;
        }
        let text = buttress_logic::print(&terms, formula);
        let verdict = decide(&mut terms, reduction.formula);
        let properties: Vec<ArrayProperty> =
            reduction.normal.properties.iter().map(|(_, property)| property.clone()).collect();
        check_small_sets(&mut terms, formula, word(&verdict), &text);
        match verdict {
            Verdict::Sat(mut model) => {
                sat += 1;
                let points: Vec<Rational> = reduction
                    .index_set
                    .of_sort(Sort::INT)
                    .iter()
                    .map(|index| integer(&terms, &mut model, index.term))
                    .collect();
                assert!(!points.is_empty() || properties.is_empty());
                // Quantifiers must see the witnesses too, which need not be indices.
                let mut seen = points.clone();
                let constants = constants(&terms, reduction.formula).into_iter().map(|it| it.1);
                for constant in constants.chain(witnesses(&terms, reduction.formula)) {
                    if terms.sort_of(constant) == Sort::INT {
                        seen.push(integer(&terms, &mut model, constant));
                    }
                }
                let edge = |point: Option<&Rational>| point.and_then(Rational::to_i64).unwrap_or(0);
                let reach = (edge(seen.iter().min()) - 2, edge(seen.iter().max()) + 2);
                // Reads at elements may reach far: such a model is not written out.
                if reach.1 - reach.0 > 40 {
                    continue;
                }
                // Without variables there is nothing to project.
                let arrays = if points.is_empty() { &[][..] } else { &maker.arrays };
                let mut model = projected(&terms, &mut model, arrays, &points, reach);
                let box_ = integers(&mut terms, reach.0, reach.1);
                let original = expand(&mut terms, formula, &box_);
                assert!(holds(&terms, &mut model, original), "seed {seed}: {text}");
            }
            Verdict::Unsat(_) => {
                unsat += 1;
                let box_ = integers(&mut terms, -5, 5);
                let original = expand(&mut terms, formula, &box_);
                for _ in 0..200 {
                    let mut model = maker.model(&terms);
                    // Outside the box the arrays are constant, as they are at its edges.
                    for array in &maker.arrays {
                        let points: Vec<Rational> = (-4..=4).map(Rational::from).collect();
                        model = projected(&terms, &mut model, &[*array], &points, (-8, 8));
                    }
                    assert!(!holds(&terms, &mut model, original), "seed {seed}: {text}");
                }
            }
            Verdict::Unknown(reason) => panic!("seed {seed}: {}", reason.display(&terms)),
        }
    }
    assert!(sat > 60 && unsat > 30, "{sat} sat, {unsat} unsat");
}

/// Instances over the small index sets give the same answer as those over the thesis's.
fn check_small_sets(terms: &mut Terms, formula: Term, expected: &str, text: &str) {
    let normal = normalise(terms, formula);
    let properties: Vec<ArrayProperty> =
        normal.properties.iter().map(|(_, property)| property.clone()).collect();
    let candidates = Candidates::new(terms, &[normal.formula], &properties, Reading::SmtLib);
    let mut map = HashMap::new();
    for (formula, property) in &normal.properties {
        assert!(!matches!(property.fragment, Fragment::Outside(_)));
        let mut instances = vec![property.body(terms)];
        for bound in &property.universals {
            let component = candidates.of(*bound).expect("each variable has a component");
            let variable = terms.bound(*bound);
            let mut longer = Vec::new();
            for index in component.indices.iter().chain(&component.others) {
                let map = HashMap::from([(variable, index.term)]);
                for instance in &instances {
                    longer.push(substitute(terms, *instance, &map));
                }
            }
            instances = longer;
        }
        map.insert(*formula, terms.and(&instances));
        let global = candidates.global();
        for bound in &property.universals {
            let small = candidates.of(*bound).map_or(0, |component| component.indices.len());
            assert!(small <= global.of_sort(terms.bound_sort(*bound)).len());
        }
    }
    let reduced = substitute(terms, normal.formula, &map);
    assert_eq!(word(&decide(terms, reduced)), expected, "{text}");
}
