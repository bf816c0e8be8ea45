//! Constraints: linear forms compared with zero.

use std::fmt;

use crate::{Integer, LinearForm, Rational, Variable};

/// How a form compares with zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// `form ≥ 0`
    NonNegative,
    /// `form > 0`
    Positive,
    /// `form = 0`
    Zero,
}

/// A linear form compared with zero.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Constraint {
    /// The left side.
    pub form: LinearForm,
    /// The comparison.
    pub relation: Relation,
}

/// The name that the one who asserts a constraint gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConstraintTag(pub u32);

impl Constraint {
    /// `form ≥ 0`
    pub fn non_negative(form: LinearForm) -> Constraint {
        Constraint { form, relation: Relation::NonNegative }
    }

    /// `form > 0`
    pub fn positive(form: LinearForm) -> Constraint {
        Constraint { form, relation: Relation::Positive }
    }

    /// `form = 0`
    pub fn zero(form: LinearForm) -> Constraint {
        Constraint { form, relation: Relation::Zero }
    }

    /// Does the constraint hold where the variables have these values?
    pub fn holds(&self, value: impl Fn(Variable) -> Rational) -> bool {
        self.relation.holds(&self.form.evaluate(value))
    }

    /// What holds where this does not; an equation's denial is no constraint.
    pub fn negation(&self) -> Option<Constraint> {
        let relation = match self.relation {
            Relation::NonNegative => Relation::Positive,
            Relation::Positive => Relation::NonNegative,
            Relation::Zero => return None,
        };
        Some(Constraint { form: self.form.scaled(&Rational::MINUS_ONE), relation })
    }

    /// The strongest consequence over the integers that has the same linear part up to scale: the
    /// coefficients become coprime integers, `c` in `… + c ≥ 0` is rounded down, `> 0` becomes
    /// `≥ 0` with the greatest integer below `c`, and an equation whose constant is not whole
    /// becomes −1 ≥ 0. A constant is not changed. All variables must be integers.
    #[must_use]
    pub fn rounded(&self) -> Constraint {
        let Some(scale) = primitive_scale(self.form.terms()) else { return self.clone() };
        let mut form = self.form.scaled(&scale);
        let constant = form.constant_part().clone();
        let rounded = match self.relation {
            Relation::NonNegative => constant.floor().into_rational(),
            Relation::Positive => constant.ceil().into_rational() - Rational::ONE,
            Relation::Zero if constant.is_integer() => return Constraint::zero(form),
            Relation::Zero => {
                return Constraint::non_negative(LinearForm::constant(Rational::MINUS_ONE));
            }
        };
        form.add_constant(&(rounded - constant));
        Constraint::non_negative(form)
    }
}

impl Relation {
    /// Does a number compare with zero in this way?
    pub fn holds(self, number: &Rational) -> bool {
        match self {
            Relation::NonNegative => !number.is_negative(),
            Relation::Positive => number.is_positive(),
            Relation::Zero => number.is_zero(),
        }
    }

    /// The relation of a sum of constraints with these relations.
    pub fn plus(self, other: Relation) -> Relation {
        match (self, other) {
            (Relation::Positive, _) | (_, Relation::Positive) => Relation::Positive,
            (Relation::Zero, Relation::Zero) => Relation::Zero,
            _ => Relation::NonNegative,
        }
    }
}

impl fmt::Display for Constraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let relation = match self.relation {
            Relation::NonNegative => "≥",
            Relation::Positive => ">",
            Relation::Zero => "=",
        };
        write!(f, "{} {relation} 0", self.form)
    }
}

/// The positive number that makes the coefficients coprime integers; `None` without terms.
pub fn primitive_scale(terms: &[(Variable, Rational)]) -> Option<Rational> {
    let mut divisor = Integer::ZERO;
    let mut multiple = Integer::ONE;
    for (_, coefficient) in terms {
        // The coefficients are n/d in lowest terms; gcd(n/d, n'/d') = gcd(n, n')/lcm(d, d').
        if divisor != Integer::ONE {
            divisor = divisor.gcd(&coefficient.numerator());
        }
        if !coefficient.is_integer() {
            multiple = multiple.lcm(&coefficient.denominator());
        }
    }
    multiple.as_rational().checked_div(divisor.as_rational())
}
