//! Polynomial equations: found by linear algebra at reachable states, proved by exact arithmetic.
//!
//! On each path of a clause the variables that equations determine are replaced; an equation of the
//! head follows if it is then a combination, with polynomial multipliers of low degree, of the
//! equations of the premises and of the path. Combinations that do not follow are given up, until
//! all that is left does.

use std::collections::HashMap;

use buttress_budget::{Budget, Exhausted};
use buttress_horn::{Application, Clause, PredicateId};
use buttress_logic::{Op, Rational, Term, Terms};
use buttress_numeric::{Monomial, Polynomial, Variable};

use crate::form;
use crate::limits::{MOST_EQUATION_DEGREE, MOST_EQUATION_MONOMIALS, MOST_PROOF_PRODUCTS};
use crate::samples::State;
use crate::space::Space;
use crate::text::Text;

/// Equations that hold at all samples of a predicate.
pub(crate) fn conjecture(
    terms: &Terms,
    parameters: &[Term],
    states: &[State],
    budget: &Budget,
) -> Result<Vec<Polynomial>, Exhausted> {
    let numeric = parameters.iter().enumerate();
    let all: Vec<usize> = numeric
        .filter(|(_, parameter)| terms.sort_of(**parameter).is_arithmetic())
        .map(|(place, _)| place)
        .collect();
    let mut space = Space::new(Space::monomials(&all, 1));
    for state in states {
        space.join(state);
    }
    let mut found: Vec<Polynomial> = space.equations();
    // Equations of degree one determine some parameters, which need not be multiplied.
    let places: Vec<usize> = all
        .into_iter()
        .filter(|place| !found.iter().any(|equation| last_place(equation) == Some(*place)))
        .collect();
    for degree in 2..=MOST_EQUATION_DEGREE {
        let monomials = Space::monomials(&places, degree);
        if monomials.len() > MOST_EQUATION_MONOMIALS || monomials.len() + 8 > states.len() {
            break;
        }
        let mut space = Space::new(monomials);
        for state in states {
            budget.spend(100)?;
            space.join(state);
        }
        // Multiples of equations of lower degrees follow from those.
        let mut products = Products::default();
        for equation in found.iter().filter(|equation| equation.degree() > 1) {
            let room = u64::from(degree).saturating_sub(equation.degree());
            for multiplier in Space::monomials(&places, room as u32) {
                budget.spend(20)?;
                products.add(equation, &multiplier);
            }
        }
        for equation in space.equations() {
            budget.spend(100)?;
            if !products.contains(&equation) {
                products.add(&equation, &Monomial::ONE);
                found.push(equation);
            }
        }
        // Higher degrees are for those who found nothing at lower ones.
        if degree >= 3 && found.iter().any(|equation| equation.degree() > 1) {
            break;
        }
    }
    Ok(found)
}

/// The last parameter of a linear equation.
fn last_place(equation: &Polynomial) -> Option<usize> {
    form::mentioned_parameters(equation).max()
}

/// The inductive part of equations, by predicate.
pub(crate) fn inductive(
    terms: &Terms,
    text: &Text,
    mut equations: Vec<Vec<Polynomial>>,
    budget: &Budget,
) -> Result<Vec<Vec<Polynomial>>, Exhausted> {
    let mut scenes: Vec<(PredicateId, Scene)> = Vec::new();
    for (clause, paths) in text.clauses.iter().zip(&text.paths) {
        let Some(head) = &clause.head else { continue };
        match paths {
            None => equations[head.predicate.index()].clear(),
            Some(paths) => {
                for path in paths {
                    scenes.push((head.predicate, Scene::new(terms, clause, head, path)));
                }
            }
        }
    }
    loop {
        let mut changed = false;
        for (predicate, scene) in &scenes {
            let asked = &equations[predicate.index()];
            if asked.is_empty() {
                continue;
            }
            let residues = scene.residues(asked, &equations, budget)?;
            if residues.iter().any(|residue| residue.as_ref().is_none_or(|rest| !rest.is_zero())) {
                changed = true;
                equations[predicate.index()] = vanishing(asked, residues);
            }
        }
        if !changed {
            return Ok(equations);
        }
    }
}

/// A basis of the combinations of equations whose residues vanish.
fn vanishing(equations: &[Polynomial], residues: Vec<Option<Polynomial>>) -> Vec<Polynomial> {
    let mut kept: Vec<Polynomial> = Vec::new();
    // Residues that do not vanish, by their leading monomials, with the combinations they belong to.
    let mut pivots: HashMap<Monomial, (Polynomial, Polynomial)> = HashMap::new();
    for (equation, residue) in equations.iter().zip(residues) {
        let Some(mut residue) = residue else { continue };
        let mut combination = equation.clone();
        loop {
            let Some((monomial, coefficient)) = leading(&residue) else {
                kept.push(combination.scaled(&form::primitive(&combination)));
                break;
            };
            match pivots.get(&monomial) {
                Some((other, whole)) => {
                    residue = &residue - &other.scaled(&coefficient);
                    combination = &combination - &whole.scaled(&coefficient);
                }
                None => {
                    if let Some(inverse) = coefficient.recip() {
                        let pivot = (residue.scaled(&inverse), combination.scaled(&inverse));
                        pivots.insert(monomial, pivot);
                    }
                    break;
                }
            }
        }
    }
    kept
}

/// A path with its variables replaced as far as its equations determine them.
struct Scene {
    /// Equations of the path that are left.
    given: Vec<Polynomial>,
    /// The arguments of the premises; none where an argument is no polynomial.
    body: Vec<(PredicateId, Vec<Option<Polynomial>>)>,
    head: Vec<Option<Polynomial>>,
}

impl Scene {
    fn new(terms: &Terms, clause: &Clause, head: &Application, path: &[Term]) -> Scene {
        let mut ring = Ring::default();
        let mut given: Vec<Polynomial> = Vec::new();
        for literal in path {
            if terms.op(*literal) == Op::Equal {
                let left = ring.of(terms, terms.argument(*literal, 0));
                let right = ring.of(terms, terms.argument(*literal, 1));
                given.extend(left.zip(right).map(|(left, right)| &left - &right));
            }
        }
        let mut of = |application: &Application| -> Vec<Option<Polynomial>> {
            let arguments = application.arguments.iter();
            arguments.map(|argument| ring.of(terms, *argument)).collect()
        };
        let mut body: Vec<(PredicateId, Vec<Option<Polynomial>>)> =
            clause.body.iter().map(|premise| (premise.predicate, of(premise))).collect();
        let mut head = of(head);
        given.extend(ring.divisions(terms));
        // Variables go one after the other; those that are left stand for any values.
        while let Some((place, variable, value)) = determined(&given) {
            given.swap_remove(place);
            let replace = |polynomial: &Polynomial| polynomial.substitute(variable, &value);
            given = given.iter().filter_map(replace).collect();
            for argument in body.iter_mut().flat_map(|(_, arguments)| arguments).chain(&mut head) {
                *argument = argument.as_ref().and_then(replace);
            }
        }
        given.retain(|equation| !equation.is_zero());
        Scene { given, body, head }
    }

    /// What is left of each equation at the head, after combinations of the equations of the premises
    /// and the path are taken away; none if an argument is no polynomial.
    fn residues(
        &self,
        asked: &[Polynomial],
        equations: &[Vec<Polynomial>],
        budget: &Budget,
    ) -> Result<Vec<Option<Polynomial>>, Exhausted> {
        let mut goals: Vec<Option<Polynomial>> =
            asked.iter().map(|equation| at(equation, &self.head)).collect();
        let mut hypotheses = self.given.clone();
        for (predicate, arguments) in &self.body {
            let facts = equations[predicate.index()].iter();
            hypotheses.extend(facts.filter_map(|fact| at(fact, arguments)));
        }
        let open = goals.iter().flatten();
        let degree = open.clone().map(Polynomial::degree).max().unwrap_or(0);
        let mut places: Vec<usize> =
            hypotheses.iter().chain(open).flat_map(form::mentioned_parameters).collect();
        places.sort_unstable();
        places.dedup();
        let mut products = Products::default();
        let mut count = 0;
        for room in 0..=2u32 {
            if goals.iter().flatten().all(Polynomial::is_zero) {
                break;
            }
            for hypothesis in &hypotheses {
                if room > 0 && hypothesis.degree() + u64::from(room) > degree {
                    continue;
                }
                for multiplier in Space::monomials(&places, room) {
                    if multiplier.degree() == u64::from(room) && count < MOST_PROOF_PRODUCTS {
                        budget.spend(100)?;
                        products.add(hypothesis, &multiplier);
                        count += 1;
                    }
                }
            }
            for goal in goals.iter_mut().flatten() {
                budget.spend(100)?;
                *goal = products.reduce(goal);
            }
        }
        Ok(goals)
    }
}

/// A polynomial over parameters at arguments.
fn at(polynomial: &Polynomial, arguments: &[Option<Polynomial>]) -> Option<Polynomial> {
    let mut sum = Polynomial::default();
    for (monomial, coefficient) in polynomial.terms() {
        let mut product = Polynomial::constant(coefficient.clone());
        for (Variable(place), exponent) in monomial.factors() {
            let argument = arguments.get(*place as usize)?.as_ref()?;
            product = product.product(&argument.power(*exponent)?)?;
        }
        sum = &sum + &product;
    }
    Some(sum)
}

/// An equation that is linear in a variable with a constant coefficient, solved for it.
fn determined(given: &[Polynomial]) -> Option<(usize, Variable, Polynomial)> {
    for (place, equation) in given.iter().enumerate() {
        for (monomial, coefficient) in equation.terms() {
            let &[(variable, 1)] = monomial.factors() else { continue };
            let is_elsewhere = equation.terms().any(|(other, _)| {
                other != monomial && other.factors().iter().any(|(factor, _)| *factor == variable)
            });
            if is_elsewhere {
                continue;
            }
            let rest = equation - &Polynomial::new([(monomial.clone(), coefficient.clone())]);
            let factor = Rational::MINUS_ONE.checked_div(coefficient)?;
            return Some((place, variable, rest.scaled(&factor)));
        }
    }
    None
}

/// Variables of a clause, and terms that count as such, by number.
#[derive(Default)]
struct Ring {
    numbers: HashMap<Term, Variable>,
    order: Vec<Term>,
}

impl Ring {
    fn of(&mut self, terms: &Terms, term: Term) -> Option<Polynomial> {
        if !terms.sort_of(term).is_arithmetic() {
            return None;
        }
        let mut number = |term: Term| {
            let next = Variable(self.order.len() as u32);
            let variable = *self.numbers.entry(term).or_insert(next);
            if variable == next {
                self.order.push(term);
            }
            Some(Polynomial::variable(variable))
        };
        form::polynomial_over(terms, term, &mut |_| None, &mut number)
    }

    /// x = k · (x div k) + (x mod k), for what is divided by numbers.
    fn divisions(&mut self, terms: &Terms) -> Vec<Polynomial> {
        let mut found = Vec::new();
        let mut place = 0;
        let mut parts: HashMap<(Term, Term), [Option<Variable>; 2]> = HashMap::new();
        while let Some(&term) = self.order.get(place) {
            let kind = match terms.op(term) {
                Op::IntegerDivide => Some(0),
                Op::Modulo => Some(1),
                _ => None,
            };
            if let (Some(kind), &[left, right]) = (kind, terms.arguments(term)) {
                parts.entry((left, right)).or_default()[kind] = Some(Variable(place as u32));
            }
            place += 1;
        }
        let mut parts: Vec<_> = parts.into_iter().collect();
        parts.sort_unstable();
        for ((left, right), [quotient, rest]) in parts {
            let (Some(divisor), Some(dividend)) =
                (terms.as_number(right).cloned(), self.of(terms, left))
            else {
                continue;
            };
            if let (Some(quotient), Some(rest)) = (quotient, rest) {
                let multiple = Polynomial::variable(quotient).scaled(&divisor);
                found.push(&(&dividend - &multiple) - &Polynomial::variable(rest));
            }
        }
        found
    }
}

/// The span of polynomials, each with a leading monomial that no other has.
#[derive(Default)]
struct Products {
    rows: HashMap<Monomial, Polynomial>,
}

impl Products {
    fn reduce(&self, polynomial: &Polynomial) -> Polynomial {
        let mut rest = polynomial.clone();
        let mut done = Polynomial::default();
        while let Some((monomial, coefficient)) = leading(&rest) {
            match self.rows.get(&monomial) {
                Some(row) => rest = &rest - &row.scaled(&coefficient),
                None => {
                    let term = Polynomial::new([(monomial, coefficient)]);
                    rest = &rest - &term;
                    done = &done + &term;
                }
            }
        }
        done
    }

    fn add(&mut self, polynomial: &Polynomial, multiplier: &Monomial) {
        let multiplier = Polynomial::new([(multiplier.clone(), Rational::ONE)]);
        let Some(product) = polynomial.product(&multiplier) else { return };
        let reduced = self.reduce(&product);
        if let Some((monomial, coefficient)) = leading(&reduced)
            && let Some(inverse) = coefficient.recip()
        {
            self.rows.insert(monomial, reduced.scaled(&inverse));
        }
    }

    fn contains(&self, polynomial: &Polynomial) -> bool {
        self.reduce(polynomial).is_zero()
    }
}

/// The last monomial of the highest degree.
fn leading(polynomial: &Polynomial) -> Option<(Monomial, Rational)> {
    let last = polynomial.terms().max_by(|(left, _), (right, _)| {
        left.degree().cmp(&right.degree()).then_with(|| left.cmp(right))
    });
    last.map(|(monomial, coefficient)| (monomial.clone(), coefficient.clone()))
}
