//! Paths: the convex parts of clauses.
//!
//! A path is a conjunction of rows over atoms, with what the premises and the conclusion are
//! applied to. Equations have been used up where they can be: a variable that an equation defines
//! does not occur in the path any more.

use std::collections::BTreeSet;

use buttress_horn::{Application, PredicateId};
use buttress_logic::{Op, Rational, Term, Terms};
use buttress_numeric::{
    ConstraintTag, Feasibility, LinearForm, Monomial, Polynomial, Relation, Simplex, Variable,
};

use crate::atoms::Atoms;
use crate::inequality::{Inequality, Substitution, substituted};
use crate::products::products;

/// A predicate applied to polynomials; none where an argument is no number.
#[derive(Clone, Debug)]
pub struct PathApplication {
    /// The predicate.
    pub predicate: PredicateId,
    /// Its arguments.
    pub arguments: Vec<Option<Polynomial>>,
}

/// A convex part of a clause.
#[derive(Clone, Debug)]
pub struct Path {
    /// The premises.
    pub body: Vec<PathApplication>,
    /// The conclusion.
    pub head: Option<PathApplication>,
    /// What holds on the path.
    pub rows: Vec<Inequality>,
}

impl Path {
    /// The path of a conjunction of literals; none if its rows contradict each other plainly.
    ///
    /// Literals that are no rows are left out: then the path allows more than it should.
    pub fn new(
        terms: &mut Terms,
        atoms: &mut Atoms,
        body: &[Application],
        head: Option<&Application>,
        literals: &[Term],
    ) -> Option<Path> {
        let mut rows: Vec<Inequality> = literals
            .iter()
            .filter_map(|literal| Inequality::of_literal(terms, atoms, *literal))
            .collect();
        let mut place = |application: &Application| {
            let arguments = application.arguments.iter();
            let arguments = arguments.map(|argument| atoms.polynomial(terms, *argument)).collect();
            PathApplication { predicate: application.predicate, arguments }
        };
        let body: Vec<PathApplication> = body.iter().map(&mut place).collect();
        let head = head.map(&mut place);
        let arguments = body.iter().chain(&head).flat_map(|place| &place.arguments).flatten();
        let used: BTreeSet<Variable> =
            rows.iter().map(|row| &row.polynomial).chain(arguments).flat_map(variables).collect();
        rows.extend(definitions(terms, atoms, used));
        Path { body, head, rows }.reduced(atoms)
    }

    /// The path with further rows.
    pub fn with(
        mut self,
        atoms: &Atoms,
        rows: impl IntoIterator<Item = Inequality>,
    ) -> Option<Path> {
        self.rows.extend(rows);
        self.reduced(atoms)
    }

    /// Uses up equations, rounds rows, drops what is true or said twice; none if a row is false.
    fn reduced(mut self, atoms: &Atoms) -> Option<Path> {
        let mut waiting = std::mem::take(&mut self.rows);
        loop {
            let mut seen = BTreeSet::new();
            let mut kept: Vec<Inequality> = Vec::new();
            for row in waiting {
                let row = row.rounded(atoms);
                match row.truth() {
                    Some(true) => continue,
                    Some(false) => return None,
                    None => {}
                }
                let key: Vec<(Monomial, Rational)> = row
                    .polynomial
                    .terms()
                    .map(|(monomial, coefficient)| (monomial.clone(), coefficient.clone()))
                    .collect();
                if seen.insert((key, row.relation == Relation::Zero)) {
                    kept.push(row);
                }
            }
            // Two inequalities that are an equation: the second copy goes as a duplicate next time.
            for place in 0..kept.len() {
                let opposite = kept[place].polynomial.scaled(&Rational::MINUS_ONE);
                let both = |row: &&Inequality| row.relation == Relation::NonNegative;
                if both(&&kept[place])
                    && kept.iter().filter(both).any(|other| other.polynomial == opposite)
                {
                    kept[place].relation = Relation::Zero;
                }
            }
            let solved = kept.iter().enumerate().find_map(|(place, row)| {
                (row.relation == Relation::Zero)
                    .then(|| solved(&row.polynomial))
                    .flatten()
                    .map(|definition| (place, definition))
            });
            let Some((place, (variable, definition))) = solved else {
                self.rows = kept;
                return Some(self);
            };
            kept.remove(place);
            let substitution = Substitution::from([(variable, definition)]);
            waiting =
                kept.iter().map(|row| row.substituted(&substitution)).collect::<Option<_>>()?;
            let places = self.body.iter_mut().chain(&mut self.head);
            for argument in places.flat_map(|place| &mut place.arguments).flatten() {
                *argument = substituted(argument, &substitution)?;
            }
        }
    }

    /// Do the rows contradict each other over the rationals, monomials being variables of their own
    /// and squares not negative?
    pub fn is_disabled(&self, atoms: &Atoms, go_on: impl FnMut() -> bool) -> bool {
        let rows: Vec<Inequality> =
            self.rows.iter().cloned().chain(products(atoms, &self.rows, [])).collect();
        let mut monomials: Vec<Monomial> = Vec::new();
        let mut simplex = Simplex::default();
        let mut number = |simplex: &mut Simplex, monomial: &Monomial| match monomials
            .iter()
            .position(|other| other == monomial)
        {
            Some(place) => Variable(place as u32),
            None => {
                monomials.push(monomial.clone());
                simplex.new_variable()
            }
        };
        // All variables come before the rows, so that they are numbered as the monomials are.
        let forms: Vec<LinearForm> = rows
            .iter()
            .map(|row| {
                let constant = row.polynomial.coefficient(&Monomial::ONE);
                let others = row.polynomial.terms().filter(|(it, _)| **it != Monomial::ONE);
                let others: Vec<(Variable, Rational)> = others
                    .map(|(monomial, by)| (number(&mut simplex, monomial), by.clone()))
                    .collect();
                LinearForm::new(constant, others)
            })
            .collect();
        let squares = monomials.iter().zip(0..).filter(|(monomial, _)| monomial.is_even());
        let squares = squares
            .map(|(_, place)| (LinearForm::variable(Variable(place)), Relation::NonNegative));
        let rows = forms.into_iter().zip(rows.iter().map(|row| row.relation));
        for ((form, relation), reason) in rows.chain(squares).zip(0..) {
            let constraint = buttress_numeric::Constraint { form, relation };
            if simplex.assert(&constraint, ConstraintTag(reason)).is_err() {
                return true;
            }
        }
        matches!(simplex.check_while(go_on), Feasibility::Infeasible(_))
    }
}

/// The variables of a polynomial.
fn variables(polynomial: &Polynomial) -> Vec<Variable> {
    let factors = polynomial.terms().flat_map(|(monomial, _)| monomial.factors());
    factors.map(|(variable, _)| *variable).collect()
}

/// A variable that the equation polynomial = 0 defines, and as what. A coefficient of one is liked best,
/// then the latest variable: among the variables of a clause the state after the step.
fn solved(polynomial: &Polynomial) -> Option<(Variable, Polynomial)> {
    let candidates = polynomial.terms().filter_map(|(monomial, coefficient)| {
        let [(variable, 1)] = monomial.factors() else { return None };
        let is_alone = polynomial.terms().all(|(other, _)| {
            other == monomial || other.factors().iter().all(|(factor, _)| factor != variable)
        });
        is_alone.then(|| (coefficient.abs().is_one(), *variable, coefficient))
    });
    let (_, variable, coefficient) =
        candidates.max_by_key(|(is_one, variable, _)| (*is_one, *variable))?;
    let own = Polynomial::variable(variable).scaled(coefficient);
    let rest = polynomial - &own;
    Some((variable, rest.scaled(&-coefficient.recip()?)))
}

/// What is known of atoms that arithmetic does not look into: truth values lie between 0 and 1, and
/// remainders and quotients belong together.
fn definitions(terms: &mut Terms, atoms: &mut Atoms, used: BTreeSet<Variable>) -> Vec<Inequality> {
    let mut rows = Vec::new();
    let mut waiting: Vec<Variable> = used.iter().copied().collect();
    let mut seen = used;
    let constant = |number: Rational| Polynomial::constant(number);
    while let Some(variable) = waiting.pop() {
        let itself = Polynomial::variable(variable);
        if atoms.is_boolean(variable) {
            rows.push(Inequality::non_negative(&constant(Rational::ONE) - &itself));
            rows.push(Inequality::non_negative(itself));
            continue;
        }
        let term = atoms.term(variable);
        let (Op::Modulo | Op::IntegerDivide, &[number, by]) =
            (terms.op(term), terms.arguments(term))
        else {
            continue;
        };
        let Some(divisor) = terms.as_number(by).filter(|divisor| !divisor.is_zero()).cloned()
        else {
            continue;
        };
        let (quotient, remainder) = (terms.integer_divide(number, by), terms.modulo(number, by));
        let parts = [number, quotient, remainder].map(|part| atoms.polynomial(terms, part));
        let [Some(number), Some(quotient), Some(remainder)] = parts else { continue };
        let sum = &quotient.scaled(&divisor) + &remainder;
        let greatest = constant(divisor.abs() - Rational::ONE);
        let new = [
            Inequality::zero(&number - &sum),
            Inequality::non_negative(&greatest - &remainder),
            Inequality::non_negative(remainder),
        ];
        for variable in new.iter().flat_map(|row| variables(&row.polynomial)) {
            if seen.insert(variable) {
                waiting.push(variable);
            }
        }
        rows.extend(new);
    }
    rows
}

#[cfg(test)]
mod tests {
    use buttress_logic::Sort;

    use super::*;

    /// A path over x, y and z; a row gives their coefficients, then the constant.
    fn path(terms: &mut Terms, atoms: &mut Atoms, rows: &[([i64; 4], Relation)]) -> Option<Path> {
        let variables: Vec<Variable> = ["x", "y", "z"]
            .map(|name| terms.fresh_constant(name, Sort::INT))
            .iter()
            .map(|term| atoms.variable(terms, *term))
            .collect();
        let rows = rows.iter().map(|([x, y, z, constant], relation)| {
            let sum = variables.iter().zip([x, y, z]);
            let sum = sum.map(|(it, by)| (Monomial::variable(*it), Rational::from(*by)));
            let constant = (Monomial::ONE, Rational::from(*constant));
            Inequality { polynomial: Polynomial::new(sum.chain([constant])), relation: *relation }
        });
        let rows = rows.collect();
        Path { body: Vec::new(), head: None, rows }.reduced(atoms)
    }

    const ZERO: Relation = Relation::Zero;
    const MORE: Relation = Relation::NonNegative;

    #[test]
    fn equations_are_used_up() {
        let (mut terms, mut atoms) = (Terms::new(), Atoms::default());
        // z = x + 1, y ≥ z, z ≥ y: nothing is left to say.
        let rows = [([1, 0, -1, 1], ZERO), ([0, 1, -1, 0], MORE), ([0, -1, 1, 0], MORE)];
        let path = path(&mut terms, &mut atoms, &rows).expect("it has solutions");
        assert_eq!(path.rows, []);
    }

    #[test]
    fn integers_are_rounded() {
        let (mut terms, mut atoms) = (Terms::new(), Atoms::default());
        // 2x = 2y + 1 has no solution, and 3x ≥ 1 means x ≥ 1.
        assert!(path(&mut terms, &mut atoms, &[([2, -2, 0, -1], ZERO)]).is_none());
        let path =
            path(&mut terms, &mut atoms, &[([3, 0, 0, -1], MORE)]).expect("it has solutions");
        assert_eq!(path.rows[0].polynomial.coefficient(&Monomial::ONE), Rational::MINUS_ONE);
    }

    #[test]
    fn a_contradiction_of_several_rows_disables() {
        let (mut terms, mut atoms) = (Terms::new(), Atoms::default());
        // x ≥ y + 1, y ≥ z, z ≥ x
        let mut rows = vec![([1, -1, 0, -1], MORE), ([0, 1, -1, 0], MORE), ([-1, 0, 1, 0], MORE)];
        let contradiction = path(&mut terms, &mut atoms, &rows).expect("no row is false by itself");
        assert!(contradiction.is_disabled(&atoms, || true));
        rows.pop();
        let path = path(&mut terms, &mut atoms, &rows).expect("it has solutions");
        assert!(!path.is_disabled(&atoms, || true));
    }
}
