//! A path seen from one of its predicates: variables of the clause in terms of the parameters.

use std::collections::{HashMap, HashSet};

use buttress_horn::Application;
use buttress_logic::{Op, Rational, Sort, Term, Terms, substitute};
use buttress_numeric::{Monomial, Polynomial, Variable};

use crate::form;

/// What variables stand for, over the parameters of a predicate.
#[derive(Clone, Debug)]
pub(crate) struct View {
    map: HashMap<Term, Term>,
    parameters: HashSet<Term>,
}

impl View {
    /// Solves the equations of the path, and those between arguments and parameters, for variables.
    pub(crate) fn new(
        terms: &mut Terms,
        application: &Application,
        parameters: &[Term],
        literals: &[Term],
    ) -> View {
        let mut view =
            View { map: HashMap::new(), parameters: parameters.iter().copied().collect() };
        let mut equations: Vec<(Term, Term)> = Vec::new();
        equations.extend(application.arguments.iter().copied().zip(parameters.iter().copied()));
        for literal in literals {
            let (atom, sign) = match terms.op(*literal) {
                Op::Not => (terms.argument(*literal, 0), false),
                _ => (*literal, true),
            };
            match terms.op(atom) {
                Op::Equal if sign => {
                    equations.push((terms.argument(atom, 0), terms.argument(atom, 1)));
                }
                Op::Apply(_) => equations.push((atom, terms.boolean(sign))),
                _ => {}
            }
        }
        loop {
            let before = equations.len();
            equations.retain(|(left, right)| !view.solve(terms, *left, *right));
            if equations.len() == before {
                return view;
            }
        }
    }

    /// The same view, where parameters that the path equates are one: the first of them.
    pub(crate) fn merged(&self, terms: &mut Terms, literals: &[Term]) -> View {
        let mut merged = self.clone();
        let mut same: HashMap<Term, Term> = HashMap::new();
        for literal in literals {
            if terms.op(*literal) != Op::Equal {
                continue;
            }
            let Some(seen) = self.of(terms, *literal) else { continue };
            // Earlier equations may have merged them already.
            let seen = substitute(terms, seen, &same);
            let [left, right] = [0, 1].map(|side| terms.argument(seen, side));
            let is_parameter = |term: Term| self.parameters.contains(&term);
            if left != right && is_parameter(left) && is_parameter(right) {
                let (first, second) = (left.min(right), left.max(right));
                for representative in same.values_mut().filter(|other| **other == second) {
                    *representative = first;
                }
                same.insert(second, first);
            }
        }
        // In the order of the variables: terms are numbered as they are made, and a run must not depend on the order of a hash table.
        let mut defined: Vec<(&Term, &mut Term)> = merged.map.iter_mut().collect();
        defined.sort_unstable();
        for (_, value) in defined {
            *value = substitute(terms, *value, &same);
        }
        merged.map.extend(same);
        merged
    }

    /// Tries to define one more variable; is the equation of no more use?
    fn solve(&mut self, terms: &mut Terms, left: Term, right: Term) -> bool {
        let mut unknown = self.unknown(terms, left);
        unknown.extend(self.unknown(terms, right));
        let &[variable, ref others @ ..] = unknown.as_slice() else { return true };
        if others.iter().any(|other| *other != variable) {
            return false;
        }
        let value = if others.is_empty() && left == variable {
            Some(right)
        } else if others.is_empty() && right == variable {
            Some(left)
        } else {
            solve_for(terms, variable, left, right)
        };
        if let Some(value) = value {
            let value = substitute(terms, value, &self.map);
            self.map.insert(variable, value);
            return true;
        }
        false
    }

    /// The variables of a term that have no definition.
    fn unknown(&self, terms: &Terms, term: Term) -> Vec<Term> {
        let mut symbols = symbols(terms, term);
        symbols
            .retain(|symbol| !self.map.contains_key(symbol) && !self.parameters.contains(symbol));
        symbols
    }

    /// A term over variables of the clause as one over parameters, if all have definitions.
    pub(crate) fn of(&self, terms: &mut Terms, term: Term) -> Option<Term> {
        let seen = substitute(terms, term, &self.map);
        let is_closed = symbols(terms, seen).iter().all(|symbol| self.parameters.contains(symbol));
        is_closed.then_some(seen)
    }
}

/// The constants of a term, in a fixed order.
pub(crate) fn symbols(terms: &Terms, root: Term) -> Vec<Term> {
    let (mut found, mut seen, mut stack) = (Vec::new(), HashSet::new(), vec![root]);
    while let Some(term) = stack.pop() {
        if !seen.insert(term) {
            continue;
        }
        if matches!(terms.op(term), Op::Apply(_)) {
            found.push(term);
        }
        stack.extend(terms.arguments(term));
    }
    found
}

/// The value of a variable that an equation between polynomials determines.
fn solve_for(terms: &mut Terms, variable: Term, left: Term, right: Term) -> Option<Term> {
    let sort = terms.sort_of(variable);
    if !sort.is_arithmetic() {
        return None;
    }
    let mut all = symbols(terms, left);
    all.extend(symbols(terms, right));
    all.sort_unstable();
    all.dedup();
    if all.iter().any(|symbol| terms.sort_of(*symbol) != sort) {
        return None;
    }
    let numbered = all.iter().enumerate();
    let map: HashMap<Term, Polynomial> = numbered
        .map(|(place, symbol)| (*symbol, Polynomial::variable(Variable(place as u32))))
        .collect();
    let difference = &form::polynomial(terms, left, &map)? - &form::polynomial(terms, right, &map)?;
    let own = Variable(all.iter().position(|symbol| *symbol == variable)? as u32);
    let alone = Monomial::variable(own);
    let coefficient = difference.coefficient(&alone);
    let is_elsewhere = difference.terms().any(|(monomial, _)| {
        *monomial != alone && monomial.factors().iter().any(|(factor, _)| *factor == own)
    });
    let factor = Rational::MINUS_ONE.checked_div(&coefficient)?;
    if is_elsewhere || (sort == Sort::INT && !factor.abs().is_one()) {
        return None;
    }
    let own = Polynomial::variable(own).scaled(&coefficient);
    let rest = (&difference - &own).scaled(&factor);
    let is_whole = rest.terms().all(|(_, coefficient)| coefficient.is_integer());
    (sort == Sort::REAL || is_whole).then(|| form::term_of(terms, &all, sort, &rest))
}
