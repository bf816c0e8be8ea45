//! Sums of leaves: what a ranking counts.

use buttress_logic::{Rational, Sort, Term, Terms};
use buttress_pi::BinaryOp;
use buttress_pi::paths::State;
use buttress_pi::program::{Expression, ExpressionKind};

use crate::build::{calculate, int, number, plus};
use crate::leaf::Leaf;

/// constant + Σ coefficient · leaf, over leaves of type `int`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Measure {
    /// By the places of leaves, in order; no coefficient is zero.
    pub(crate) parts: Vec<(usize, i64)>,
    /// The constant.
    pub(crate) constant: i64,
}

impl Measure {
    /// One leaf.
    pub(crate) fn leaf(place: usize) -> Measure {
        Measure { parts: vec![(place, 1)], constant: 0 }
    }

    /// The form that a linear expression over leaves is; none for others.
    pub(crate) fn of(expression: &Expression, leaves: &[Leaf]) -> Option<Measure> {
        let place = leaves
            .iter()
            .position(|leaf| leaf.sort() == Sort::INT && is_same(&leaf.expression, expression));
        if let Some(place) = place {
            return Some(Measure::leaf(place));
        }
        match &expression.kind {
            ExpressionKind::Number(value) => {
                Some(Measure { parts: vec![], constant: value.to_i64()? })
            }
            ExpressionKind::Negate(inner) => {
                Measure::default().plus(&Measure::of(inner, leaves)?, -1)
            }
            ExpressionKind::Binary(op, left, right) => {
                let (left, right) = (Measure::of(left, leaves)?, Measure::of(right, leaves)?);
                match op {
                    BinaryOp::Add => left.plus(&right, 1),
                    BinaryOp::Subtract => left.plus(&right, -1),
                    BinaryOp::Multiply if left.parts.is_empty() => {
                        Measure::default().plus(&right, left.constant)
                    }
                    BinaryOp::Multiply if right.parts.is_empty() => {
                        Measure::default().plus(&left, right.constant)
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The form plus another one, `factor` times; none if numbers become too large.
    pub(crate) fn plus(&self, other: &Measure, factor: i64) -> Option<Measure> {
        let mut sum = self.clone();
        sum.constant = sum.constant.checked_add(other.constant.checked_mul(factor)?)?;
        for (place, coefficient) in &other.parts {
            let change = coefficient.checked_mul(factor)?;
            match sum.parts.binary_search_by_key(place, |(place, _)| *place) {
                Ok(at) => sum.parts[at].1 = sum.parts[at].1.checked_add(change)?,
                Err(at) => sum.parts.insert(at, (*place, change)),
            }
        }
        sum.parts.retain(|(_, coefficient)| *coefficient != 0);
        Some(sum)
    }

    /// Its value at a state; none where a variable does not exist.
    pub(crate) fn at(&self, terms: &mut Terms, leaves: &[Leaf], state: &State) -> Option<Term> {
        let mut sum = Vec::new();
        for (place, coefficient) in &self.parts {
            let leaf = leaves.get(*place)?.of(state)?;
            let factor = terms.numeral(&Rational::from(*coefficient), Sort::INT);
            sum.push(terms.multiply(&[factor, leaf]));
        }
        sum.push(terms.numeral(&Rational::from(self.constant), Sort::INT));
        Some(terms.add(&sum))
    }

    /// Its value at numbers; none if one is missing or too large.
    pub(crate) fn value(&self, numbers: &[Option<i64>]) -> Option<i64> {
        let mut sum = self.constant;
        for (place, coefficient) in &self.parts {
            let number = (*numbers.get(*place)?)?;
            sum = sum.checked_add(number.checked_mul(*coefficient)?)?;
        }
        Some(sum)
    }

    /// In the words of the program, what is added before what is subtracted.
    pub(crate) fn expression(&self, leaves: &[Leaf]) -> Expression {
        let mut whole: Option<Expression> = None;
        let (added, subtracted): (Vec<(usize, i64)>, Vec<_>) =
            self.parts.iter().copied().partition(|(_, coefficient)| *coefficient > 0);
        for (place, coefficient) in added.into_iter().chain(subtracted) {
            let mut part = leaves[place].expression.clone();
            if coefficient.abs() != 1 {
                let factor = number(Rational::from(coefficient).abs(), part.ty.clone());
                part = calculate(BinaryOp::Multiply, factor, part);
            }
            let op = if coefficient > 0 { BinaryOp::Add } else { BinaryOp::Subtract };
            whole = Some(match (whole, op) {
                (None, BinaryOp::Add) => part,
                // -x reads as 0 - x or, better, as what the constant leaves.
                (None, _) => calculate(op, int(self.constant), part),
                (Some(before), _) => calculate(op, before, part),
            });
        }
        let begins_with_constant = self.parts.iter().all(|(_, coefficient)| *coefficient < 0);
        match whole {
            None => int(self.constant),
            Some(whole) if begins_with_constant => whole,
            Some(whole) => plus(whole, self.constant),
        }
    }
}

/// Are expressions the same, wherever they are written?
pub(crate) fn is_same(left: &Expression, right: &Expression) -> bool {
    use ExpressionKind as Kind;
    match (&left.kind, &right.kind) {
        (Kind::Variable(left), Kind::Variable(right)) => left == right,
        (Kind::Length(left), Kind::Length(right)) => is_same(left, right),
        (Kind::Field(left, one), Kind::Field(right, other)) => one == other && is_same(left, right),
        _ => false,
    }
}
