//! How the value of a term depends on quantified variables.

mod linear_forms;

use buttress_numeric::Rational;

use crate::{Sort, Value};
pub(super) use linear_forms::{LinearForms, Rests};

/// A variable, by its number in the formula that is evaluated.
pub(super) type Place = usize;

/// How the value of a term depends on the variables.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    /// Not at all.
    Fixed(Value),
    /// By their type alone: see `regions`.
    Steady,
    /// As one of several sums of multiples of variables and of a number; which sum and which number
    /// depends on the type of the variables alone.
    Linear(LinearForms),
    /// It is this variable, of an infinite sort that is not of numbers.
    Variable(Place),
    /// An array whose reading at any index that does not depend on variables has one of the shapes
    /// above: indices or values that are written depend on them.
    Written,
}

impl Shape {
    /// Is the value the same for all assignments of one type?
    pub fn is_steady(&self) -> bool {
        matches!(self, Shape::Fixed(_) | Shape::Steady)
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
