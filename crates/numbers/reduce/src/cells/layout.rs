//! The arguments of a predicate over arrays and datatypes, and of that over what is seen of them.

use std::collections::HashMap;

use buttress_horn::Predicate;
use buttress_logic::{Bound, Op, Sort, Term, Terms, print, substitute};

use super::observation::{is_scalar, is_simple_array, observations as observed};
use super::view::View;
use crate::variables::variables_of;

/// A predicate and its arrays.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// Over cells: scalars, what is seen of values of datatypes, then for each group an index and the cells there, once for each
    /// index.
    pub predicate: Predicate,
    /// The places of the scalars before.
    pub scalars: Vec<usize>,
    /// Scalars that are read from a parameter at a place.
    pub observations: Vec<(usize, Term)>,
    pub groups: Vec<Group>,
    /// The parameters before.
    parameters: Vec<Term>,
}

/// The arrays of a predicate whose indices have one sort.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub sort: Sort,
    /// How many indices they are seen at.
    pub count: usize,
    /// The places of the arrays.
    pub arrays: Vec<usize>,
}

impl Layout {
    /// Of arrays of arrays or of datatypes nothing is seen.
    pub fn of(terms: &mut Terms, predicate: &Predicate, view: View) -> Option<Layout> {
        let mut scalars = Vec::new();
        let mut observations = Vec::new();
        let mut groups: Vec<Group> = Vec::new();
        for (place, parameter) in predicate.parameters.iter().enumerate() {
            let sort = terms.sort_of(*parameter);
            if is_scalar(sort) {
                scalars.push(place);
                continue;
            }
            if !is_simple_array(terms, sort) {
                let seen = observed(terms, *parameter).into_iter();
                observations.extend(seen.map(|seen| (place, seen)));
                continue;
            }
            let (index, _) = terms.array_parts(sort)?;
            match groups.iter_mut().find(|group| group.sort == index) {
                Some(group) => group.arrays.push(place),
                None => {
                    // Only numbers have an order.
                    let count = if view == View::Pair && index.is_arithmetic() { 2 } else { 1 };
                    groups.push(Group { sort: index, count, arrays: vec![place] });
                }
            }
        }
        let parameters = predicate.parameters.clone();
        let mut small: Vec<Term> = scalars.iter().map(|place| parameters[*place]).collect();
        for (_, seen) in &observations {
            let name = print(terms, *seen);
            small.push(terms.fresh_constant(&name, terms.sort_of(*seen)));
        }
        let mut taken: Vec<String> = parameters.iter().map(|term| name_of(terms, *term)).collect();
        for group in &groups {
            for copy in 0..group.count {
                let mut name = if copy == 0 { "k" } else { "l" }.to_owned();
                while taken.contains(&name) {
                    name.push('\'');
                }
                small.push(terms.fresh_constant(&name, group.sort));
                for place in &group.arrays {
                    let array = parameters[*place];
                    let (_, element) = terms.array_parts(terms.sort_of(array))?;
                    let cell = format!("{}[{name}]", name_of(terms, array));
                    small.push(terms.fresh_constant(&cell, element));
                }
                taken.push(name);
            }
        }
        let predicate = Predicate { name: predicate.name.clone(), parameters: small };
        Some(Layout { predicate, scalars, observations, groups, parameters })
    }

    /// What is seen of an argument in place of the parameter.
    pub fn observed_at(&self, terms: &mut Terms, arguments: &[Term]) -> Vec<Term> {
        let mut found = Vec::new();
        for (place, seen) in &self.observations {
            let map = HashMap::from([(self.parameters[*place], arguments[*place])]);
            found.push(substitute(terms, *seen, &map));
        }
        found
    }

    /// ∀k. F(x̄, k, a[k]), conjunct by conjunct: what speaks of no cell needs no quantifier.
    pub fn quantified(&self, terms: &mut Terms, formula: Term) -> Term {
        let conjuncts = terms.conjuncts(formula).into_iter();
        let parts: Vec<Term> = conjuncts.map(|part| self.universal(terms, part)).collect();
        terms.and(&parts)
    }

    fn universal(&self, terms: &mut Terms, formula: Term) -> Term {
        let mentioned = variables_of(terms, formula);
        let mut map: HashMap<Term, Term> = HashMap::new();
        let mut bounds: Vec<Bound> = Vec::new();
        let mut guards = Vec::new();
        let mut small = self.predicate.parameters.iter().skip(self.scalars.len()).copied();
        for ((_, seen), parameter) in self.observations.iter().zip(small.by_ref()) {
            map.insert(parameter, *seen);
        }
        for group in &self.groups {
            let mut variables = Vec::new();
            for _ in 0..group.count {
                let parameters: Vec<Term> = small.by_ref().take(1 + group.arrays.len()).collect();
                let Some((index, cells)) = parameters.split_first() else { continue };
                if !parameters.iter().any(|parameter| mentioned.contains(parameter)) {
                    continue;
                }
                let bound = terms.scratch_bound(&name_of(terms, *index), group.sort);
                let variable = terms.bound(bound);
                map.insert(*index, variable);
                for (cell, place) in cells.iter().zip(&group.arrays) {
                    let read = terms.select(self.parameters[*place], variable);
                    map.insert(*cell, read);
                }
                bounds.push(bound);
                variables.push(variable);
            }
            if let [first, second] = variables[..] {
                let order = terms.less_equal(first, second);
                guards.push(terms.not(order));
            }
        }
        if bounds.is_empty() {
            return substitute(terms, formula, &map);
        }
        guards.push(substitute(terms, formula, &map));
        let body = terms.or(&guards);
        let binder = terms.scratch_binder(&bounds);
        terms.forall(binder, body)
    }
}

fn name_of(terms: &Terms, constant: Term) -> String {
    match terms.op(constant) {
        Op::Apply(function) => terms.function_name(function).to_owned(),
        _ => "a".to_owned(),
    }
}
