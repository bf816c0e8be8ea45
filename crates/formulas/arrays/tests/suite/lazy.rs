//! The small index sets, used as a lazy solver uses them: against brute force over small universes.

use std::collections::HashMap;

use buttress_arrays::reduce::Strength;
use buttress_arrays::{ArrayProperty, Candidates, Normal, Reading, normalise, reduce};
use buttress_decide::Verdict;
use buttress_logic::{Bound, Model, Sort, SortKind, Term, Terms, Value, evaluate, substitute};
use buttress_prop::Random;

use crate::common::{constants, decide, expand, holds, one, word};

/// Solves the ground part, adds the instances that the model violates, and begins again.
fn lazily(terms: &mut Terms, normal: &Normal) -> &'static str {
    let properties: Vec<ArrayProperty> =
        normal.properties.iter().map(|(_, property)| property.clone()).collect();
    let candidates = Candidates::new(terms, &[normal.formula], &properties, Reading::SmtLib);
    assert!(candidates.is_closed());
    // Each property has a name in the ground part.
    let mut names = HashMap::new();
    for (formula, _) in &normal.properties {
        names.insert(*formula, terms.fresh_constant("property", Sort::BOOL));
    }
    let mut ground = vec![substitute(terms, normal.formula, &names)];
    loop {
        let formula = terms.and(&ground);
        let mut model = match decide(terms, formula) {
            Verdict::Sat(model) => model,
            verdict => return word(&verdict),
        };
        let before = ground.len();
        for (formula, property) in &normal.properties {
            let name = names[formula];
            if !holds(terms, &mut model, name) {
                continue;
            }
            let violated = violated(terms, &mut model, &candidates, property);
            ground.extend(violated.into_iter().map(|instance| terms.implies(name, instance)));
        }
        if ground.len() == before {
            return "sat";
        }
    }
}

/// The instances that do not hold, over one representative of all other elements.
fn violated(
    terms: &mut Terms,
    model: &mut Model,
    candidates: &Candidates,
    property: &ArrayProperty,
) -> Vec<Term> {
    let mut instances = vec![property.body(terms)];
    for bound in &property.universals {
        let component = candidates.of(*bound).expect("each variable has a component");
        let mut value = |term: Term| evaluate(terms, model, term).expect("indices are ground");
        let mut indices: Vec<Term> = component.indices.iter().map(|index| index.term).collect();
        let known: Vec<Value> = indices.iter().map(|index| value(*index)).collect();
        let other = component.others.iter().find(|index| !known.contains(&value(index.term)));
        indices.extend(other.map(|index| index.term));
        let variable = terms.bound(*bound);
        let mut longer = Vec::new();
        for index in indices {
            let map = HashMap::from([(variable, index)]);
            longer.extend(instances.iter().map(|instance| substitute(terms, *instance, &map)));
        }
        instances = longer;
    }
    instances.retain(|instance| !holds(terms, model, *instance));
    instances
}

struct Maker {
    random: Random,
    index: Sort,
    sets: Vec<Term>,
    elements: Vec<Term>,
}

impl Maker {
    fn new(terms: &mut Terms, seed: u64) -> Maker {
        let declaration = terms.declare_sort();
        let index = terms.sort(SortKind::Uninterpreted {
            name: "I".into(),
            declaration,
            arguments: vec![],
        });
        let set = terms.array_sort(index, Sort::BOOL);
        let sets = ["a", "b"].map(|name| terms.fresh_constant(name, set)).to_vec();
        let elements = ["k", "l"].map(|name| terms.fresh_constant(name, index)).to_vec();
        Maker { random: Random::new(seed), index, sets, elements }
    }

    fn element(&mut self) -> Term {
        self.elements[self.random.below(2)]
    }

    fn literal(&mut self, terms: &mut Terms, variables: &[Term]) -> Term {
        let variable = one(&mut self.random, variables);
        let set = self.sets[self.random.below(2)];
        let atom = match self.random.below(5) {
            0 | 1 => {
                let element = self.element();
                terms.equal(variable, element)
            }
            2 => {
                let other = one(&mut self.random, variables);
                terms.equal(variable, other)
            }
            3 => {
                let (at, other) = (self.element(), self.random.below(2) == 0);
                let stored = terms.store(set, at, terms.boolean(other));
                terms.select(stored, variable)
            }
            _ => terms.select(set, variable),
        };
        if self.random.below(2) == 0 { atom } else { terms.not(atom) }
    }

    fn quantified(&mut self, terms: &mut Terms, count: usize) -> Term {
        let bounds: Vec<Bound> =
            ["x", "y"][..count].iter().map(|name| terms.new_bound(name, self.index)).collect();
        let variables: Vec<Term> = bounds.iter().map(|bound| terms.bound(*bound)).collect();
        let literals: Vec<Term> =
            (0..2 + self.random.below(2)).map(|_| self.literal(terms, &variables)).collect();
        let body = terms.or(&literals);
        let binder = terms.new_binder(&bounds);
        terms.forall(binder, body)
    }

    /// Is there a model with at most three elements?
    fn brute_force(&self, terms: &mut Terms, formula: Term) -> bool {
        (1..=3_u32).any(|size| {
            let elements: Vec<Term> = (0..size).map(|n| terms.element(self.index, n)).collect();
            let domains = HashMap::from([(self.index, elements)]);
            let formula = expand(terms, formula, &domains);
            let sets = 1_u32 << size;
            let count = size * size * sets * sets;
            (0..count).any(|mut number| {
                let mut next = |limit: u32| {
                    let choice = number % limit;
                    number /= limit;
                    choice
                };
                let mut model = Model::new();
                model.values.set_universe(self.index, size);
                for element in &self.elements {
                    let value = model.values.element(self.index, next(size));
                    set(terms, &mut model, *element, value);
                }
                for array in &self.sets {
                    let bits = next(sets);
                    let sort = terms.sort_of(*array);
                    let mut value = model.values.constant_array(sort, Value::FALSE);
                    for n in (0..size).filter(|n| bits >> n & 1 == 1) {
                        let index = model.values.element(self.index, n);
                        value = model
                            .values
                            .store(terms, value, index, Value::TRUE)
                            .expect("it is an array");
                    }
                    set(terms, &mut model, *array, value);
                }
                holds(terms, &mut model, formula)
            })
        })
    }
}

fn set(terms: &Terms, model: &mut Model, constant: Term, value: Value) {
    for (function, _) in constants(terms, constant) {
        model.set_constant(function, value);
    }
}

#[test]
fn uninterpreted_indices_against_all_small_models() {
    let mut counts = HashMap::from([("sat", 0), ("unsat", 0)]);
    for seed in 0..400 {
        let mut terms = Terms::new();
        let mut maker = Maker::new(&mut terms, seed);
        let mut conjuncts = Vec::new();
        for _ in 0..2 + maker.random.below(4) {
            let count = 1 + maker.random.below(2);
            conjuncts.push(maker.quantified(&mut terms, count));
        }
        // With one witness beside the two constants, three elements are enough.
        if maker.random.below(2) == 0 {
            let quantified = maker.quantified(&mut terms, 1);
            conjuncts.push(terms.not(quantified));
        }
        if maker.random.below(2) == 0 {
            conjuncts.push(terms.distinct(&maker.elements));
        }
        let formula = terms.and(&conjuncts);
        let expected = if maker.brute_force(&mut terms, formula) { "sat" } else { "unsat" };
        let text = buttress_logic::print(&terms, formula);
        let reduction =
            reduce(&mut terms, formula, Reading::SmtLib, 10_000).expect("few instances");
        assert_eq!(reduction.strength, Strength::Equisatisfiable);
        assert_eq!(word(&decide(&mut terms, reduction.formula)), expected, "seed {seed}: {text}");
        let normal = normalise(&mut terms, formula);
        assert_eq!(lazily(&mut terms, &normal), expected, "seed {seed}, lazily: {text}");
        *counts.entry(expected).or_default() += 1;
    }
    assert!(counts["sat"] > 80 && counts["unsat"] > 80, "{counts:?}");
}

#[test]
fn components_keep_strangers_apart() {
    let mut terms = Terms::new();
    let formula = crate::common::read(
        &mut terms,
        "(declare-const a (Array Int Int)) (declare-const b (Array Int Int)) (declare-const c (Array Int Int))
         (declare-const k Int) (declare-const l Int) (declare-const u Int)
         (assert (forall ((i Int)) (=> (<= i k) (= (select a i) 0))))
         (assert (forall ((j Int)) (=> (<= l j) (= (select b j) 1))))
         (assert (= (select (store c u 3) 7) 0)) (assert (= b c))",
    );
    let normal = normalise(&mut terms, formula);
    let properties: Vec<ArrayProperty> =
        normal.properties.iter().map(|(_, property)| property.clone()).collect();
    let candidates = Candidates::new(&mut terms, &[normal.formula], &properties, Reading::SmtLib);
    let of = |terms: &Terms, property: usize| -> Vec<String> {
        let component = candidates.of(properties[property].universals[0]).expect("it has one");
        component.indices.iter().map(|index| buttress_logic::print(terms, index.term)).collect()
    };
    assert_eq!(of(&terms, 0), ["k"]);
    let mut second = of(&terms, 1);
    second.sort();
    assert_eq!(second, ["(+ u (- 1))", "(+ u 1)", "(@difference b c)", "7", "l", "u"]);
    assert_eq!(candidates.global().of_sort(Sort::INT).len(), 7);
    let arrays: Vec<Option<usize>> = constants(&terms, formula)
        .iter()
        .filter(|(_, term)| terms.array_parts(terms.sort_of(*term)).is_some())
        .map(|(_, term)| candidates.component_of_array(&terms, *term))
        .collect();
    assert!(arrays[0].is_some() && arrays[1].is_some() && arrays[0] != arrays[1]);
    assert_eq!(arrays[1], arrays[2]);
}
