//! Conjectures for a cell: intervals, octagons, forms of the text, equations, congruences.

use std::collections::BTreeSet;

use buttress_horn::{Horn, PredicateId};
use buttress_logic::{Rational, Sort, Term, Terms};
use buttress_numeric::{Polynomial, Variable};

use crate::element::Element;
use crate::form;
use crate::houdini::Cell;
use crate::space::Space;
use crate::text::{Suggestions, Text};

/// What is conjectured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Kinds {
    /// Linear equations.
    pub(crate) equations: bool,
    /// Inequalities between at most two variables, and those of the text.
    pub(crate) rows: bool,
    /// Congruences of variables and of forms of the text.
    pub(crate) congruences: bool,
    /// Goals and other atoms of the text.
    pub(crate) formulas: bool,
    /// So many forms at most.
    pub(crate) forms: usize,
}

/// Parameters by their places.
fn numeric(terms: &Terms, parameters: &[Term]) -> Vec<(usize, Sort)> {
    let numbered = parameters.iter().enumerate();
    numbered
        .map(|(place, parameter)| (place, terms.sort_of(*parameter)))
        .filter(|(_, sort)| sort.is_arithmetic())
        .collect()
}

/// A cell with everything that is conjectured of its states.
pub(crate) fn cell(
    terms: &mut Terms,
    horn: &Horn,
    text: &Text,
    predicate: PredicateId,
    guard: Term,
    kinds: Kinds,
    known: &[Polynomial],
) -> Cell {
    let parameters = horn.predicate(predicate).parameters.clone();
    let suggestions = &text.of[predicate.index()];
    let numeric = numeric(terms, &parameters);
    let mut elements = Vec::new();
    for sort in [Sort::INT, Sort::REAL] {
        let places: Vec<usize> =
            numeric.iter().filter(|(_, own)| *own == sort).map(|(place, _)| *place).collect();
        if !places.is_empty() && kinds.equations {
            elements.push(Element::Space(Space::new(Space::monomials(&places, 1))));
        }
    }
    let forms = linear_forms(terms, text, predicate, &parameters, &numeric, known, kinds.forms);
    for (form, sort, thresholds) in &forms {
        if kinds.rows {
            let opposite: Vec<Rational> = thresholds.iter().map(|threshold| -threshold).collect();
            let negated = form.scaled(&Rational::MINUS_ONE);
            elements.push(Element::row(form.clone(), *sort, thresholds.clone()));
            elements.push(Element::row(negated, *sort, opposite));
        }
        if kinds.congruences && *sort == Sort::INT {
            elements.push(Element::congruence(form.clone()));
        }
    }
    if kinds.rows {
        elements.extend(numeric.iter().map(|(place, _)| Element::few(*place)));
    }
    if kinds.formulas {
        let formulas = formulas(terms, &parameters, suggestions);
        elements.extend(formulas.into_iter().map(Element::Formula));
    }
    Cell { predicate, guard, elements }
}

/// Truth values, atoms of the text with their negations, and goals.
fn formulas(terms: &mut Terms, parameters: &[Term], suggestions: &Suggestions) -> Vec<Term> {
    let booleans = parameters.iter().filter(|parameter| terms.sort_of(**parameter) == Sort::BOOL);
    let booleans: Vec<Term> = booleans.copied().collect();
    let mut formulas: Vec<Term> = Vec::new();
    for (place, boolean) in booleans.iter().enumerate() {
        formulas.push(*boolean);
        for other in &booleans[place + 1..] {
            formulas.push(terms.equal(*boolean, *other));
        }
    }
    formulas.extend(&suggestions.others);
    for equation in &suggestions.equations {
        if let Some(sort) = form::sort_of(terms, parameters, equation) {
            let zero = form::Comparison::Zero;
            formulas.push(form::compare(terms, parameters, sort, equation, zero));
        }
    }
    let negations: Vec<Term> = formulas.iter().map(|formula| terms.not(*formula)).collect();
    formulas.extend(negations);
    formulas.extend(&suggestions.goals);
    formulas
}

type Form = (Polynomial, Sort, Vec<Rational>);

/// Variables, sums and differences of two, and what the text compares, each with thresholds.
///
/// Known equations remove variables first, so that no form says what another says.
fn linear_forms(
    terms: &Terms,
    text: &Text,
    predicate: PredicateId,
    parameters: &[Term],
    numeric: &[(usize, Sort)],
    known: &[Polynomial],
    most: usize,
) -> Vec<Form> {
    let solved = solved(known);
    let mut forms: Vec<Form> = Vec::new();
    let mut add = |form: Polynomial, thresholds: &[Rational]| {
        let (reduced, constant) = form::split(&reduce(form, &solved));
        let factor = form::primitive(&reduced);
        let form = reduced.scaled(&factor);
        let Some(sort) = form::sort_of(terms, parameters, &form) else { return };
        let moved = thresholds.iter().map(|threshold| (threshold - &constant) * &factor);
        match forms.iter().position(|(other, ..)| *other == form) {
            Some(place) => forms[place].2.extend(moved),
            None if forms.len() < most => forms.push((form, sort, moved.collect())),
            None => {}
        }
    };
    let near: Vec<Rational> = [0, 1, -1].map(Rational::from).to_vec();
    for found in &text.of[predicate.index()].forms {
        let mut thresholds: BTreeSet<Rational> = found.constants.clone();
        thresholds.extend(near.iter().cloned());
        let thresholds: Vec<Rational> = thresholds.into_iter().collect();
        add(found.form.clone(), &thresholds);
    }
    let variable = |place: usize| Polynomial::variable(Variable(place as u32));
    for (place, _) in numeric {
        add(variable(*place), &text.constants);
    }
    for (number, (place, sort)) in numeric.iter().enumerate() {
        for (other, _) in numeric[number + 1..].iter().filter(|(_, other)| other == sort) {
            add(&variable(*place) - &variable(*other), &near);
            add(&variable(*place) + &variable(*other), &near);
        }
    }
    forms
}

/// Linear equations solved for one variable each, in which no solved variable occurs.
fn solved(equations: &[Polynomial]) -> Vec<(Variable, Polynomial)> {
    let mut solved: Vec<(Variable, Polynomial)> = Vec::new();
    for equation in equations.iter().filter(|equation| equation.degree() == 1) {
        let equation = reduce(equation.clone(), &solved);
        // The last variable goes: parameters that come first tend to be the program's own.
        let Some((monomial, coefficient)) = equation.terms().last() else { continue };
        let &[(variable, 1)] = monomial.factors() else { continue };
        let Some(factor) = Rational::MINUS_ONE.checked_div(coefficient) else { continue };
        let own = Polynomial::new([(monomial.clone(), coefficient.clone())]);
        let value = (&equation - &own).scaled(&factor);
        for (_, other) in &mut solved {
            if let Some(replaced) = other.substitute(variable, &value) {
                *other = replaced;
            }
        }
        solved.push((variable, value));
    }
    solved
}

fn reduce(form: Polynomial, solved: &[(Variable, Polynomial)]) -> Polynomial {
    solved
        .iter()
        .fold(form, |form, (variable, value)| form.substitute(*variable, value).unwrap_or_default())
}
