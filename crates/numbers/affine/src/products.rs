//! Products of rows: what the rows of a path say about products of atoms.
//!
//! The polynomial lemma sums rows as they are. Where products occur, equations times atoms, and
//! inequalities times each other, are rows as well; and an integer is at most its square.

use std::collections::BTreeSet;

use buttress_numeric::{Monomial, Polynomial, Relation, Variable};

use crate::atoms::Atoms;
use crate::inequality::Inequality;
use crate::limits::{MOST_PRODUCT_DEGREE, MOST_PRODUCT_ROWS};

/// Rows that follow, for rows and templates with monomials like the ones in `others`; none if there are
/// no products.
pub fn products<'a>(
    atoms: &Atoms,
    rows: &'a [Inequality],
    others: impl IntoIterator<Item = &'a Polynomial>,
) -> Vec<Inequality> {
    let polynomials: Vec<&Polynomial> =
        rows.iter().map(|row| &row.polynomial).chain(others).collect();
    let highest = polynomials.iter().map(|polynomial| polynomial.degree()).max().unwrap_or(0);
    if highest < 2 {
        return Vec::new();
    }
    let monomials: BTreeSet<&Monomial> =
        polynomials.iter().flat_map(|polynomial| polynomial.terms()).map(|(it, _)| it).collect();
    let variables: BTreeSet<Variable> = monomials
        .iter()
        .flat_map(|monomial| monomial.factors().iter().map(|(variable, _)| *variable))
        .collect();
    let mut found = Vec::new();
    for variable in variables.iter().filter(|variable| atoms.is_integer(**variable)) {
        let itself = Polynomial::variable(*variable);
        let Some(square) = itself.power(2) else { continue };
        if square.terms().all(|(monomial, _)| monomials.contains(monomial)) {
            found.push(Inequality::non_negative(&square - &itself));
            found.push(Inequality::non_negative(&square + &itself));
        }
    }
    let highest = highest.max(MOST_PRODUCT_DEGREE);
    let is_low = |row: &&Inequality| row.polynomial.degree() < highest;
    let (equations, inequalities): (Vec<&Inequality>, Vec<&Inequality>) =
        rows.iter().filter(is_low).partition(|row| row.relation == Relation::Zero);
    for equation in equations {
        for variable in &variables {
            if let Some(product) = equation.polynomial.product(&Polynomial::variable(*variable)) {
                found.push(Inequality::zero(product));
            }
        }
    }
    for (place, left) in inequalities.iter().enumerate() {
        for right in &inequalities[place..] {
            if left.polynomial.degree() + right.polynomial.degree() <= highest
                && let Some(product) = left.polynomial.product(&right.polynomial)
            {
                found.push(Inequality::non_negative(product));
            }
        }
    }
    found.truncate(MOST_PRODUCT_ROWS);
    found
}
