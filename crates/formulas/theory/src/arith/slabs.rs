//! Slabs: forms that are bounded from both sides, and the coordinates in which they look round.
//!
//! A polytope may be long and flat in a direction that no variable shows: branching on variables
//! then creeps along it. Measured by how much of each slab's width a step takes, the integer
//! points are a lattice; in a reduced basis of it, long steps across the slabs come last, and
//! few layers of the last coordinates meet the polytope.
//! Source: Aardal, Hurkens and Lenstra, Solving a system of linear Diophantine equations with
//! lower and upper bounds on the variables, 2000; Lovász and Scarf, The generalized basis
//! reduction algorithm, 1992.

use buttress_budget::{Budget, Exhausted};
use buttress_numeric::{LinearForm, Rational, Reduction, Side, Variable, primitive_scale};

use super::solver::Arithmetic;
use crate::limits::{REDUCTION_STEPS, SLAB_VARIABLES, SLABS};

/// A step of a whole width has this length; steps that are shorter than its inverse are not told
/// apart, which only means that the polytope is very long there.
const UNIT: Rational = Rational::whole(1 << 30);

/// A form and how far apart its bounds are.
struct Slab {
    form: LinearForm,
    width: Rational,
}

impl Arithmetic {
    /// Integer forms that are coordinates of all integer points, those with few layers first;
    /// none if the system is too large or nothing is bounded.
    pub(super) fn flat_forms(&mut self, budget: &Budget) -> Result<Vec<LinearForm>, Exhausted> {
        let Some(slabs) = self.slabs(budget)? else { return Ok(Vec::new()) };
        let slabs = self.without_reals(slabs);
        let mut variables: Vec<Variable> =
            slabs.iter().flat_map(|it| it.form.terms().iter().map(|(it, _)| *it)).collect();
        variables.sort_unstable();
        variables.dedup();
        if variables.is_empty() || variables.len() > SLAB_VARIABLES {
            return Ok(Vec::new());
        }
        let mut vectors: Vec<Vec<Rational>> = vec![Vec::new(); variables.len()];
        for slab in &slabs {
            // An equation counts as a slab that is flatter than others.
            let scale = match slab.width.recip() {
                Some(inverse) => inverse * UNIT,
                None => primitive_scale(slab.form.terms()).unwrap_or_default() * UNIT * UNIT,
            };
            for (vector, variable) in vectors.iter_mut().zip(&variables) {
                let component = slab.form.coefficient(*variable) * &scale;
                vector.push(component.floor().into_rational());
            }
        }
        // Unbounded directions would leave the vectors dependent.
        for (place, vector) in vectors.iter_mut().enumerate() {
            let units = (0..variables.len()).map(|other| other == place);
            vector.extend(units.map(|it| if it { Rational::ONE } else { Rational::ZERO }));
        }
        let mut steps = REDUCTION_STEPS * variables.len() * variables.len();
        let reduction = Reduction::of(vectors, || {
            steps = steps.saturating_sub(1);
            steps > 0 && budget.spend(variables.len() as u64).is_ok()
        });
        budget.poll()?;
        let Some(reduction) = reduction else { return Ok(Vec::new()) };
        let forms = reduction.coordinates().iter().rev().map(|row| {
            let terms = variables.iter().copied().zip(row.iter().cloned());
            LinearForm::new(Rational::ZERO, terms)
        });
        Ok(forms.collect())
    }

    /// The forms that are bounded from both sides, by a bound or by the others; `None` if there
    /// are too many.
    fn slabs(&mut self, budget: &Budget) -> Result<Option<Vec<Slab>>, Exhausted> {
        let variables = (0..self.simplex.variable_count() as u32).map(Variable);
        let has = |variable, side| self.simplex.limit(variable, side).is_some();
        let bounded = variables.filter(|it| has(*it, Side::Lower) || has(*it, Side::Upper));
        let bounded: Vec<Variable> = bounded.take(SLABS + 1).collect();
        if bounded.len() > SLABS {
            return Ok(None);
        }
        let mut slabs = Vec::new();
        for variable in bounded {
            let form = self.meaning_of(variable);
            let width = match self.width(variable) {
                Some(width) => Some(width),
                None => self.range(&form, budget)?.map(|range| range.width()),
            };
            slabs.extend(width.map(|width| Slab { form, width }));
        }
        Ok(Some(slabs))
    }

    /// Adds slabs so that the real variables cancel; each is expressed by the slab that says
    /// most about it.
    fn without_reals(&self, mut slabs: Vec<Slab>) -> Vec<Slab> {
        loop {
            let reals = slabs.iter().enumerate().filter_map(|(place, slab)| {
                let terms = slab.form.terms().iter();
                let mut reals = terms.filter(|(variable, _)| !self.is_integer(*variable));
                let (variable, coefficient) = reals.next()?;
                Some((slab.width.checked_div(&coefficient.abs())?, place, *variable))
            });
            let Some((_, place, variable)) = reals.min() else { return slabs };
            let Slab { form, width } = slabs.swap_remove(place);
            let own = form.coefficient(variable);
            for slab in &mut slabs {
                let coefficient = slab.form.coefficient(variable);
                let factor = coefficient.checked_div(&own).unwrap_or_default();
                if !factor.is_zero() {
                    slab.form.add_scaled(&-&factor, &form);
                    slab.width.add_product(&factor.abs(), &width);
                }
            }
            slabs.retain(|slab| !slab.form.is_constant());
        }
    }
}
