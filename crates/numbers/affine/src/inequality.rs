//! Polynomials compared with zero: the rows of paths, and the facts.

use std::collections::BTreeMap;

use buttress_logic::{Op, Rational, Sort, Term, Terms};
use buttress_numeric::{Monomial, Polynomial, Relation, Variable, primitive_scale};

use crate::atoms::Atoms;

/// polynomial ⋈ 0
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Inequality {
    /// The left side.
    pub polynomial: Polynomial,
    /// ⋈
    pub relation: Relation,
}

/// A choice of polynomials for some variables.
pub type Substitution = BTreeMap<Variable, Polynomial>;

impl Inequality {
    /// polynomial ≥ 0
    pub fn non_negative(polynomial: Polynomial) -> Inequality {
        Inequality { polynomial, relation: Relation::NonNegative }
    }

    /// polynomial = 0
    pub fn zero(polynomial: Polynomial) -> Inequality {
        Inequality { polynomial, relation: Relation::Zero }
    }

    /// What a literal says about numbers; none for disequations and literals of other sorts. Over the
    /// integers it is rounded.
    pub fn of_literal(terms: &Terms, atoms: &mut Atoms, literal: Term) -> Option<Inequality> {
        let (atom, is_positive) = match terms.op(literal) {
            Op::Not => (terms.argument(literal, 0), false),
            _ => (literal, true),
        };
        let one = || Polynomial::constant(Rational::ONE);
        let relation = match (terms.op(atom), is_positive) {
            (Op::Apply(_), _) if terms.sort_of(atom) == Sort::BOOL => {
                let value = atoms.polynomial(terms, atom)?;
                let polynomial = if is_positive { &value - &one() } else { value };
                return Some(Inequality::zero(polynomial));
            }
            (Op::True, false) | (Op::False, true) => {
                return Some(Inequality::zero(one()));
            }
            (Op::Equal, true) => Relation::Zero,
            (Op::LessEqual, true) | (Op::Less, false) => Relation::NonNegative,
            (Op::Less, true) | (Op::LessEqual, false) => Relation::Positive,
            _ => return None,
        };
        let (left, right) = (terms.argument(atom, 0), terms.argument(atom, 1));
        if !terms.sort_of(left).is_arithmetic() {
            return None;
        }
        let (low, high) = if is_positive { (left, right) } else { (right, left) };
        let (low, high) = (atoms.polynomial(terms, low)?, atoms.polynomial(terms, high)?);
        Some(Inequality { polynomial: &high - &low, relation }.rounded(atoms))
    }

    /// Coprime integer coefficients where possible; over integer atoms, the constant is rounded so that
    /// the same integer points remain, and a strict inequality is made non-strict.
    #[must_use]
    pub fn rounded(self, atoms: &Atoms) -> Inequality {
        let Inequality { polynomial, relation } = self;
        let terms: Vec<(Variable, Rational)> = polynomial
            .terms()
            .filter(|(monomial, _)| **monomial != Monomial::ONE)
            .map(|(_, coefficient)| (Variable(0), coefficient.clone()))
            .collect();
        let Some(scale) = primitive_scale(&terms) else {
            return Inequality { polynomial, relation };
        };
        let mut polynomial = polynomial.scaled(&scale);
        let is_integral = polynomial
            .terms()
            .flat_map(|(monomial, _)| monomial.factors())
            .all(|(variable, _)| atoms.is_integer(*variable));
        if !is_integral {
            return Inequality { polynomial, relation };
        }
        let constant = polynomial.coefficient(&Monomial::ONE);
        let (rounded, relation) = match relation {
            Relation::NonNegative => (constant.floor().into_rational(), Relation::NonNegative),
            Relation::Positive => {
                (constant.ceil().into_rational() - Rational::ONE, Relation::NonNegative)
            }
            Relation::Zero if constant.is_integer() => (constant.clone(), Relation::Zero),
            // An integer that is no integer.
            Relation::Zero => return Inequality::zero(Polynomial::constant(Rational::ONE)),
        };
        polynomial = &polynomial + &Polynomial::constant(rounded - constant);
        Inequality { polynomial, relation }
    }

    /// Is it true, or false, whatever the atoms are?
    pub fn truth(&self) -> Option<bool> {
        if self.polynomial.degree() > 0 {
            return None;
        }
        Some(self.relation.holds(&self.polynomial.coefficient(&Monomial::ONE)))
    }

    /// Does it hold where the atoms have these values?
    pub fn holds(&self, value: impl Fn(Variable) -> Rational) -> bool {
        self.relation.holds(&self.polynomial.evaluate(value))
    }

    /// The inequality with polynomials for variables, all at once; none if an exponent grows too large.
    pub fn substituted(&self, substitution: &Substitution) -> Option<Inequality> {
        let polynomial = substituted(&self.polynomial, substitution)?;
        Some(Inequality { polynomial, relation: self.relation })
    }

    /// The formula. Terms that are subtracted stand on the other side of the comparison.
    pub fn term(&self, terms: &mut Terms, atoms: &Atoms) -> Term {
        let is_real = self
            .polynomial
            .terms()
            .flat_map(|(monomial, _)| monomial.factors())
            .any(|(variable, _)| !atoms.is_integer(*variable));
        let is_fraction = |(_, coefficient): (&Monomial, &Rational)| !coefficient.is_integer();
        let is_real = is_real || self.polynomial.terms().any(is_fraction);
        let sort = if is_real { Sort::REAL } else { Sort::INT };
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for (monomial, coefficient) in self.polynomial.terms() {
            let product = product(terms, atoms, monomial, &coefficient.abs(), sort);
            if coefficient.is_positive() { left.push(product) } else { right.push(product) }
        }
        let zero = terms.numeral(&Rational::ZERO, sort);
        let mut side = |summands: Vec<Term>| match summands.as_slice() {
            [] => zero,
            summands => terms.add(summands),
        };
        let (left, right) = (side(left), side(right));
        match self.relation {
            Relation::NonNegative => terms.less_equal(right, left),
            Relation::Positive => terms.less(right, left),
            Relation::Zero => terms.equal(left, right),
        }
    }
}

fn product(
    terms: &mut Terms,
    atoms: &Atoms,
    monomial: &Monomial,
    coefficient: &Rational,
    sort: Sort,
) -> Term {
    let mut factors = Vec::new();
    if !coefficient.is_one() || *monomial == Monomial::ONE {
        factors.push(terms.numeral(coefficient, sort));
    }
    for (variable, exponent) in monomial.factors() {
        let atom = atoms.term(*variable);
        let mut factor = atom;
        if atoms.is_boolean(*variable) {
            let one = terms.numeral(&Rational::ONE, sort);
            let zero = terms.numeral(&Rational::ZERO, sort);
            factor = terms.ite(atom, one, zero);
        } else if terms.sort_of(atom) != sort {
            factor = terms.to_real(atom);
        }
        factors.extend((0..*exponent).map(|_| factor));
    }
    terms.multiply(&factors)
}

/// A polynomial with polynomials for variables, all at once.
pub fn substituted(polynomial: &Polynomial, substitution: &Substitution) -> Option<Polynomial> {
    let mut result = Polynomial::default();
    for (monomial, coefficient) in polynomial.terms() {
        let mut product = Polynomial::constant(coefficient.clone());
        for (variable, exponent) in monomial.factors() {
            product = match substitution.get(variable) {
                Some(replacement) => product.product(&replacement.power(*exponent)?)?,
                None => product.product(&Polynomial::variable(*variable).power(*exponent)?)?,
            };
        }
        result = &result + &product;
    }
    Some(result)
}
