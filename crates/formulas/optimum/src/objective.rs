//! Objectives and what is found of them.

use buttress_certificate::smt::Proof;
use buttress_logic::{Model, Sort, Term, Terms};
use buttress_numeric::Rational;

use crate::family::Family;

/// Is less better, or more?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sense {
    /// Less.
    Minimum,
    /// More.
    Maximum,
}

impl Sense {
    /// Is the first value better than the second?
    pub fn is_better(self, first: &Rational, second: &Rational) -> bool {
        match self {
            Sense::Minimum => first < second,
            Sense::Maximum => first > second,
        }
    }
}

/// A number to be made as small or as large as possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Objective {
    /// The number.
    pub term: Term,
    /// Smaller or larger?
    pub sense: Sense,
}

impl Objective {
    /// The number is better than a value.
    pub fn better(self, terms: &mut Terms, value: &Rational) -> Term {
        let value = self.numeral(terms, value);
        match self.sense {
            Sense::Minimum => terms.less(self.term, value),
            Sense::Maximum => terms.less(value, self.term),
        }
    }

    /// The number is as good as a value, or better.
    pub fn as_good(self, terms: &mut Terms, value: &Rational) -> Term {
        let value = self.numeral(terms, value);
        match self.sense {
            Sense::Minimum => terms.less_equal(self.term, value),
            Sense::Maximum => terms.less_equal(value, self.term),
        }
    }

    /// The number has a value.
    pub fn equal(self, terms: &mut Terms, value: &Rational) -> Term {
        let value = self.numeral(terms, value);
        terms.equal(self.term, value)
    }

    pub(crate) fn is_integral(self, terms: &Terms) -> bool {
        terms.sort_of(self.term) == Sort::INT
    }

    fn numeral(self, terms: &mut Terms, value: &Rational) -> Term {
        let sort = terms.sort_of(self.term);
        terms.numeral(value, sort)
    }
}

/// The best value of an objective.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BestValue {
    /// A model has it, and none has a better one.
    Attained(Rational),
    /// No model has it, and models come as near as one likes.
    Open(Rational),
    /// Models are as good as one likes.
    Unbounded,
    /// An objective that counts more has no model that is best for it, so that there is nothing to choose from.
    Undefined,
}

/// What is found of one objective.
#[derive(Clone, Debug)]
pub struct Found {
    /// Its best value.
    pub value: BestValue,
    /// A refutation of everything better, or as good if no model attains the value.
    pub bound: Option<Proof>,
    /// Models that come near, or go far.
    pub family: Option<Family>,
}

/// What is found of all objectives.
#[derive(Clone, Debug)]
pub struct Optimum {
    /// A model that attains every value that is attained.
    pub model: Box<Model>,
    /// By objective.
    pub found: Vec<Found>,
}
