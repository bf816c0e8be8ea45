//! Bounds of variables, and the trail that takes them back.

use crate::{ConstraintTag, Delta, Rational, Variable};

/// From where a bound bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// From below.
    Lower,
    /// From above.
    Upper,
}

/// A bound on a variable, as callers state it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Bound {
    /// From where it bounds.
    pub side: Side,
    /// Where it lies.
    pub value: Rational,
    /// Is the value itself excluded?
    pub is_strict: bool,
}

impl Side {
    /// The other side.
    pub fn opposite(self) -> Side {
        match self {
            Side::Lower => Side::Upper,
            Side::Upper => Side::Lower,
        }
    }

    /// The side on which `x` is bounded or moves where `factor · x` does so on this one.
    pub fn scaled_by(self, factor: &Rational) -> Side {
        if factor.is_negative() { self.opposite() } else { self }
    }

    /// Does `value` lie beyond a limit on this side?
    pub fn is_outside(self, value: &Delta, limit: &Delta) -> bool {
        match self {
            Side::Lower => value < limit,
            Side::Upper => value > limit,
        }
    }
}

impl Bound {
    /// `x ≥ value`
    pub fn at_least(value: Rational) -> Bound {
        Bound { side: Side::Lower, value, is_strict: false }
    }

    /// `x > value`
    pub fn above(value: Rational) -> Bound {
        Bound { side: Side::Lower, value, is_strict: true }
    }

    /// `x ≤ value`
    pub fn at_most(value: Rational) -> Bound {
        Bound { side: Side::Upper, value, is_strict: false }
    }

    /// `x < value`
    pub fn below(value: Rational) -> Bound {
        Bound { side: Side::Upper, value, is_strict: true }
    }

    /// The bound as a number that may be reached.
    pub(super) fn to_delta(&self) -> Delta {
        match (self.is_strict, self.side) {
            (false, _) => Delta::from(self.value.clone()),
            (true, Side::Lower) => Delta::above(self.value.clone()),
            (true, Side::Upper) => Delta::below(self.value.clone()),
        }
    }
}

/// A bound in force.
#[derive(Clone, Debug)]
pub struct Limit {
    /// Where it lies.
    pub value: Delta,
    /// The constraint it comes from.
    pub reason: ConstraintTag,
    /// The bound (`x - value ≥ 0` or `value - x ≥ 0`) is the reason's constraint times this.
    pub scale: Rational,
}

/// The bounds of all variables.
#[derive(Clone, Debug, Default)]
pub(super) struct Bounds {
    lower: Vec<Option<Limit>>,
    upper: Vec<Option<Limit>>,
    /// What each change replaced.
    trail: Vec<(Variable, Side, Option<Limit>)>,
    /// The length of the trail where each open level began.
    levels: Vec<usize>,
}

impl Bounds {
    pub(super) fn add_variable(&mut self) {
        self.lower.push(None);
        self.upper.push(None);
    }

    pub(super) fn get(&self, variable: Variable, side: Side) -> Option<&Limit> {
        match side {
            Side::Lower => self.lower[variable.index()].as_ref(),
            Side::Upper => self.upper[variable.index()].as_ref(),
        }
    }

    pub(super) fn is_bounded(&self, variable: Variable) -> bool {
        self.lower[variable.index()].is_some() || self.upper[variable.index()].is_some()
    }

    /// Puts a limit into force if it is tighter than the present one.
    pub(super) fn tighten(&mut self, variable: Variable, side: Side, limit: Limit) -> bool {
        let present = self.get(variable, side);
        if present.is_some_and(|present| !side.is_outside(&present.value, &limit.value)) {
            return false;
        }
        let replaced = self.slot(variable, side).replace(limit);
        // Without an open level nothing is ever taken back.
        if !self.levels.is_empty() {
            self.trail.push((variable, side, replaced));
        }
        true
    }

    pub(super) fn push(&mut self) {
        self.levels.push(self.trail.len());
    }

    pub(super) fn pop(&mut self) -> bool {
        let Some(start) = self.levels.pop() else { return false };
        while self.trail.len() > start
            && let Some((variable, side, replaced)) = self.trail.pop()
        {
            *self.slot(variable, side) = replaced;
        }
        true
    }

    pub(super) fn level(&self) -> usize {
        self.levels.len()
    }

    fn slot(&mut self, variable: Variable, side: Side) -> &mut Option<Limit> {
        match side {
            Side::Lower => &mut self.lower[variable.index()],
            Side::Upper => &mut self.upper[variable.index()],
        }
    }
}
