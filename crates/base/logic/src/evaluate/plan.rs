//! Which values are tried for one variable: the representatives of `regions`.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use buttress_numeric::{Integer, Rational};

use super::analysis::{Dependence, Domain};
use super::body::Body;
use super::error::EvaluateError;
use super::evaluator::Evaluator;
use super::quantifier::Quantified;
use super::regions::{Neighbourhood, between};
use super::shape::Place;
use crate::limits::TRIED_VALUES;
use crate::{Sort, Value};

/// How values are found for one variable of one quantifier.
pub(super) struct Plan {
    pub place: Place,
    /// Values that are tried always.
    pub standing: Rc<[Value]>,
    /// Other variables that this one, or one bound later with which it is connected, is compared
    /// with at these offsets. Those that have values make more values to try.
    related: Vec<(Place, BTreeSet<Rational>)>,
    neighbourhood: Neighbourhood,
    /// What is said of the variable depends on its remainder modulo this.
    pub period: i64,
    /// Cuts or points, for reals.
    cuts: BTreeSet<Rational>,
}

impl Plan {
    /// The plan for the first variable of what is left of a block, with others further in.
    pub fn new(
        quantified: &Quantified,
        evaluator: &mut Evaluator<'_>,
        block: &[Place],
        inner: &[Place],
    ) -> Result<Plan, EvaluateError> {
        let Some(&place) = block.first() else {
            return Err(EvaluateError::Quantifier(quantified.formula));
        };
        let dependence = &quantified.dependence;
        let later: BTreeSet<Place> = block.iter().chain(inner).copied().collect();
        // The variable with those bound later that it is compared with, directly or not.
        let mut connected = BTreeSet::from([place]);
        let mut stack = vec![place];
        while let Some(next) = stack.pop() {
            for (x, y) in dependence.offsets.keys() {
                if *x == next && later.contains(y) && connected.insert(*y) {
                    stack.push(*y);
                }
            }
        }
        let (mut offsets, mut related) = (BTreeSet::new(), BTreeMap::new());
        for ((x, y), numbers) in &dependence.offsets {
            if connected.contains(x) && connected.contains(y) {
                offsets.extend(numbers.iter().cloned());
            } else if connected.contains(x) {
                related.entry(*y).or_insert_with(BTreeSet::new).extend(numbers.iter().cloned());
            }
        }
        let related: Vec<(Place, BTreeSet<Rational>)> = related.into_iter().collect();
        let mut cuts = BTreeSet::new();
        let mut points = BTreeSet::new();
        let mut period = Integer::ONE;
        for variable in connected.iter().map(|place| &dependence.variables[*place]) {
            cuts.extend(variable.cuts.iter().cloned());
            points.extend(variable.points.iter().copied());
            period = period.lcm(&variable.period);
        }
        let period = period.to_i64().ok_or(EvaluateError::Limit)?;
        let further = connected.iter().filter(|place| !block.contains(place)).count();
        let others = connected.len() - 1 - further;
        let terms = evaluator.terms;
        let values = &mut evaluator.model.values;
        let variable = &dependence.variables[place];
        let mut neighbourhood = Neighbourhood { moves: BTreeSet::from([Rational::ZERO]), below: 1 };
        let mut standing = Vec::new();
        match variable.domain {
            Domain::Finite => {
                let mut number = 0;
                while let Some(value) = values.nth_value(terms, variable.sort, number) {
                    standing.push(value);
                    number += 1;
                    if standing.len() > TRIED_VALUES {
                        return Err(EvaluateError::Limit);
                    }
                }
            }
            Domain::Integers => {
                neighbourhood = Neighbourhood::new(&offsets, others, further, period)
                    .ok_or(EvaluateError::Limit)?;
                if cuts.is_empty() {
                    // A cut more does no harm.
                    cuts.insert(Rational::ZERO);
                }
                if cuts.len().saturating_mul(neighbourhood.moves.len()) > TRIED_VALUES {
                    return Err(EvaluateError::Limit);
                }
                let numbers = neighbourhood.around(cuts.iter().cloned()).into_iter();
                standing.extend(numbers.map(|number| values.number(Sort::INT, number)));
            }
            Domain::Reals => {
                let is_plain = offsets.iter().all(Rational::is_zero);
                if !is_plain && others + further > 0 {
                    return Err(EvaluateError::Quantifier(quantified.formula));
                }
                let numbers = between(&cuts).into_iter();
                standing.extend(numbers.map(|number| values.number(Sort::REAL, number)));
            }
            Domain::Others => {
                standing.extend(points.iter().copied());
                standing.extend(
                    values.fresh_value(terms, variable.sort, |value| points.contains(&value)),
                );
            }
        }
        Ok(Plan { place, standing: standing.into(), related, neighbourhood, period, cuts })
    }

    /// The values to try because of the values that other variables have.
    pub fn more_values(
        &self,
        dependence: &Dependence,
        evaluator: &mut Evaluator<'_>,
        body: &Body,
    ) -> Result<Vec<Value>, EvaluateError> {
        let variable = &dependence.variables[self.place];
        let terms = evaluator.terms;
        let values = &mut evaluator.model.values;
        let mut others = BTreeSet::new();
        let mut numbers = BTreeSet::new();
        for (place, offsets) in &self.related {
            let Some(value) = body.variable(*place) else { continue };
            others.insert(value);
            if let Some(number) = values.as_number(value) {
                numbers.extend(offsets.iter().map(|offset| number + offset));
            }
        }
        if others.is_empty() {
            return Ok(Vec::new());
        }
        match variable.domain {
            Domain::Finite => Ok(Vec::new()),
            Domain::Integers => {
                let one = Rational::ONE;
                let cuts: Vec<Rational> =
                    numbers.into_iter().flat_map(|cut| [&cut + &one, cut]).collect();
                let numbers = self.neighbourhood.around(cuts);
                evaluator.effort.spend(numbers.len() as u64)?;
                let values = &mut evaluator.model.values;
                Ok(numbers.into_iter().map(|number| values.number(Sort::INT, number)).collect())
            }
            Domain::Reals => {
                numbers.extend(self.cuts.iter().cloned());
                let numbers = between(&numbers).into_iter();
                Ok(numbers.map(|number| values.number(Sort::REAL, number)).collect())
            }
            Domain::Others => {
                let taken: BTreeSet<Value> =
                    others.iter().chain(self.standing.iter()).copied().collect();
                let fresh =
                    values.fresh_value(terms, variable.sort, |value| taken.contains(&value));
                others.extend(fresh);
                Ok(others.into_iter().collect())
            }
        }
    }
}
