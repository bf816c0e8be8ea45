//! How the value of a term depends on quantified variables.

use std::collections::{BTreeMap, BTreeSet};

use buttress_numeric::Rational;

use crate::{Sort, Value};

/// A variable, by its number in the formula that is evaluated.
pub(super) type Place = usize;

/// How the value of a term depends on the variables.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    /// Not at all.
    Fixed(Value),
    /// By their type alone: see `regions`.
    Steady,
    /// As a sum of multiples of variables and of a number that depends on their type alone.
    Linear(Linear),
    /// It is this variable, of an infinite sort that is not of numbers.
    Variable(Place),
    /// An array whose reading at any index that does not depend on variables has one of the shapes
    /// above: it is written to at indices that depend on them.
    Written,
}

impl Shape {
    /// Is the value the same for all assignments of one type?
    pub fn is_steady(&self) -> bool {
        matches!(self, Shape::Fixed(_) | Shape::Steady)
    }
}

/// Σ cᵢ xᵢ + r. All numbers are of one sort.
#[derive(Clone, Default, Debug)]
pub(super) struct Linear {
    /// The factors, none of them 0.
    pub factors: BTreeMap<Place, Rational>,
    /// The numbers that r can be.
    pub rests: BTreeSet<Rational>,
}

/// Sets of possible values grow no larger than this.
pub(super) const MOST_VALUES: usize = 1 << 12;

impl Linear {
    /// One of these numbers.
    pub fn constant(rests: BTreeSet<Rational>) -> Linear {
        Linear { factors: BTreeMap::new(), rests }
    }

    /// A variable.
    pub fn variable(place: Place) -> Linear {
        let factors = BTreeMap::from([(place, Rational::ONE)]);
        Linear { factors, rests: BTreeSet::from([Rational::ZERO]) }
    }

    /// The form times a number.
    pub fn scaled(&self, by: &Rational) -> Linear {
        if by.is_zero() {
            return Linear::constant(BTreeSet::from([Rational::ZERO]));
        }
        Linear {
            factors: self.factors.iter().map(|(place, factor)| (*place, factor * by)).collect(),
            rests: self.rests.iter().map(|rest| rest * by).collect(),
        }
    }

    /// The sum of two forms, if it has not too many possible rests.
    pub fn plus(&self, other: &Linear) -> Option<Linear> {
        let mut factors = self.factors.clone();
        for (place, factor) in &other.factors {
            *factors.entry(*place).or_insert(Rational::ZERO) += factor;
        }
        factors.retain(|_, factor| !factor.is_zero());
        let mut rests = BTreeSet::new();
        for rest in &other.rests {
            rests.extend(self.rests.iter().map(|own| own + rest));
            if rests.len() > MOST_VALUES {
                return None;
            }
        }
        Some(Linear { factors, rests })
    }
}

/// How a form is compared with 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Relation {
    Equal,
    LessEqual,
    Less,
}

/// The cuts (of integers) or points (of reals) of x at which the truth of c·x + r ⋈ 0 may change.
pub(super) fn cuts(
    sort: Sort,
    factor: &Rational,
    rest: &Rational,
    relation: Relation,
) -> Vec<Rational> {
    // c·x + r = 0 at the bound.
    let Some(bound) = (-rest).checked_div(factor) else { return Vec::new() };
    if sort != Sort::INT {
        return vec![bound];
    }
    let at_or_above = || bound.ceil().into_rational();
    let above = || bound.floor().into_rational() + Rational::ONE;
    match (relation, factor.is_positive()) {
        (Relation::Equal, _) if bound.is_integer() => vec![at_or_above(), above()],
        (Relation::Equal, _) => Vec::new(),
        // x ≤ bound, x > bound
        (Relation::LessEqual, true) | (Relation::Less, false) => vec![above()],
        // x < bound, x ≥ bound
        (Relation::Less, true) | (Relation::LessEqual, false) => vec![at_or_above()],
    }
}
