//! Representatives of variables without bounds: the numbers around points.

use std::borrow::Cow;
use std::collections::BTreeMap;

use buttress_numeric::Rational;

use super::range::Range;
use crate::interpret::cube::{PointSource, Points};
use crate::interpret::evaluate::{Evaluation, Undetermined};
use crate::interpret::formula::Node;
use crate::limits::{FARTHEST, WIDEST_SURROUNDINGS};
use crate::{ArrayValue, Value};

impl<'a> Evaluation<'a> {
    /// The numbers around the points of a variable; none if some point is not known.
    pub(super) fn integers(&mut self, points: &'a Points, range: Range) -> Option<Vec<i64>> {
        let mut distance: i64 = 0;
        for node in &points.distances {
            let number = self.number(node).ok()?.to_i64()?;
            distance = distance.max(number.checked_abs()?);
        }
        for _ in 0..points.rounds {
            distance = distance.checked_mul(2)?.checked_add(1)?;
        }
        if distance > WIDEST_SURROUNDINGS {
            return None;
        }
        let mut at = vec![];
        for source in &points.sources {
            self.points_of(source, &mut at)?;
        }
        // The ends of the range may come from atoms of other variables, by propagation.
        at.extend(range.low);
        at.extend(range.high);
        if at.is_empty() {
            at.push(0);
        }
        at.sort_unstable();
        at.dedup();
        let mut numbers: Vec<i64> = vec![];
        for point in at {
            let from = (point - distance - 1).max(numbers.last().map_or(i64::MIN, |last| last + 1));
            numbers.extend(from..=point + distance + 1);
            if numbers.len() as i64 > WIDEST_SURROUNDINGS {
                return None;
            }
        }
        Some(numbers)
    }

    /// Adds the points of one source.
    fn points_of(&mut self, source: &'a PointSource, into: &mut Vec<i64>) -> Option<()> {
        let mut solve = |factor: i64, constant: i64| -> Option<()> {
            // factor · y + constant = 0, or the two whole numbers around the solution.
            let quotient = constant.checked_neg()?.checked_div_euclid(factor)?;
            let is_near = |point: &i64| point.abs() <= FARTHEST;
            into.push(Some(quotient).filter(is_near)?);
            if factor.abs() != 1 {
                into.push(quotient + factor.signum());
                into.push(quotient + 1);
            }
            Some(())
        };
        let word = |number: &Rational| number.to_i64().filter(|word| word.abs() <= FARTHEST);
        match source {
            PointSource::Zero { factor, rest } => solve(*factor, word(&self.number(rest).ok()?)?),
            PointSource::Cells { array, factor, rest } => {
                let rest = word(&self.number(rest).ok()?)?;
                let array = self.array(array)?;
                for position in 0..array.cells.len() {
                    solve(*factor, rest.checked_sub(i64::try_from(position).ok()?)?)?;
                }
                for index in array.outside.keys() {
                    solve(*factor, rest.checked_sub(word(index.as_rational())?)?)?;
                }
                Some(())
            }
            PointSource::Contents { array, factor, scale, rest } => {
                let rest = word(&self.number(rest).ok()?)?;
                let array = self.array(array)?;
                let all = array.cells.iter().chain(array.outside.values()).chain([&array.beyond]);
                for cell in all {
                    let Value::Int(content) = cell else { return None };
                    let content = word(content.as_rational())?.checked_mul(*scale)?;
                    solve(*factor, rest.checked_add(content)?)?;
                }
                Some(())
            }
            PointSource::Keys { table, factor, rest } => {
                let rest = word(&self.number(rest).ok()?)?;
                for key in self.table(table)?.keys() {
                    let Value::Int(key) = key else { return None };
                    solve(*factor, rest.checked_sub(word(key.as_rational())?)?)?;
                }
                Some(())
            }
            PointSource::Number(_) | PointSource::Key(_) => None,
        }
    }

    fn array(&mut self, node: &'a Node) -> Option<Cow<'a, ArrayValue>> {
        match self.value(node).ok()? {
            Cow::Borrowed(Value::Array(array)) => Some(Cow::Borrowed(&**array)),
            Cow::Owned(Value::Array(array)) => Some(Cow::Owned(*array)),
            _ => None,
        }
    }

    fn table(&mut self, node: &'a Node) -> Option<Cow<'a, BTreeMap<Value, Value>>> {
        match self.value(node).ok()? {
            Cow::Borrowed(Value::Table(entries)) => Some(Cow::Borrowed(entries)),
            Cow::Owned(Value::Table(entries)) => Some(Cow::Owned(entries)),
            _ => None,
        }
    }

    /// The points of a float variable and one number in each gap.
    pub(super) fn floats(&mut self, points: &'a Points) -> Result<Vec<Value>, Undetermined> {
        let mut at = vec![];
        for source in &points.sources {
            match source {
                PointSource::Number(node) => at.push(self.number(node)?),
                PointSource::Key(node) => {
                    for key in self.table(node).ok_or(Undetermined)?.keys() {
                        let Value::Float(key) = key else { return Err(Undetermined) };
                        at.push(key.clone());
                    }
                }
                _ => return Err(Undetermined),
            }
        }
        at.sort();
        at.dedup();
        let half = Rational::new(1, 2).unwrap_or_default();
        let mut numbers = vec![];
        match (at.first(), at.last()) {
            (Some(first), Some(last)) => {
                numbers.push(first - Rational::ONE);
                numbers.push(last + Rational::ONE);
            }
            _ => numbers.push(Rational::ZERO),
        }
        numbers.extend(at.windows(2).map(|pair| &(&pair[0] + &pair[1]) * &half));
        numbers.extend(at);
        Ok(numbers.into_iter().map(Value::Float).collect())
    }
}
