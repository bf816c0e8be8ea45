//! Optimisation: from a feasible point uphill along the edges until the bounds block the form.

use super::{Feasibility, Side, Simplex, ratio, summed};
use crate::linear::Term;
use crate::{Delta, FarkasCertificate, LinearForm, Rational, Variable};

/// How far a linear form can go under the asserted constraints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Optimum {
    /// No further than `value`; with an infinitesimal part, it comes as near as one likes but
    /// does not get there. [`Simplex::point`] is where it is reached, or near.
    ///
    /// The certificate entails `value - form ≥ 0` of a maximum and `form - value ≥ 0` of a
    /// minimum, or their strict forms.
    Bounded {
        /// The optimal value.
        value: Delta,
        /// Why it goes no further.
        certificate: FarkasCertificate,
    },
    /// As far as one likes: from [`Simplex::point`] along the ray every constraint stays true.
    Unbounded {
        /// The direction, in structural variables.
        ray: Vec<(Variable, Rational)>,
    },
    /// The constraints contradict each other.
    Infeasible(FarkasCertificate),
    /// The caller did not want to go on.
    Interrupted,
}

/// What stops a non-basic variable that moves.
enum Stop {
    /// Nothing.
    Never,
    /// Its own other bound, after this change.
    Own(Delta),
    /// A basic variable that reaches this value.
    Basic(Variable, Delta),
}

impl Simplex {
    /// The greatest value of a form.
    pub fn maximise(&mut self, form: &LinearForm) -> Optimum {
        self.maximise_while(form, || true)
    }

    /// The least value of a form.
    pub fn minimise(&mut self, form: &LinearForm) -> Optimum {
        self.minimise_while(form, || true)
    }

    /// The least value of a form. Asks `go_on` before each step.
    pub fn minimise_while(&mut self, form: &LinearForm, go_on: impl FnMut() -> bool) -> Optimum {
        match self.maximise_while(&form.scaled(&Rational::MINUS_ONE), go_on) {
            Optimum::Bounded { value, certificate } => {
                Optimum::Bounded { value: -value, certificate }
            }
            other => other,
        }
    }

    /// The greatest value of a form. Asks `go_on` before each step.
    pub fn maximise_while(
        &mut self,
        form: &LinearForm,
        mut go_on: impl FnMut() -> bool,
    ) -> Optimum {
        match self.check_while(&mut go_on) {
            Feasibility::Feasible => {}
            Feasibility::Infeasible(certificate) => return Optimum::Infeasible(certificate),
            Feasibility::Interrupted => return Optimum::Interrupted,
        }
        // The form over non-basic variables, kept so by each pivot.
        let mut objective = self.tableau.express(form.terms());
        let mut steps = 0;
        loop {
            let Some((entering, towards)) = self.ascent(&objective, self.is_greedy(steps)) else {
                let certificate = summed(self.blocking(
                    objective.iter().map(|(variable, coefficient)| (*variable, coefficient)),
                    Side::Upper,
                ));
                let mut value = Delta::from(form.constant_part().clone());
                for (variable, coefficient) in &objective {
                    value.add_product(coefficient, self.value(*variable));
                }
                return Optimum::Bounded { value, certificate };
            };
            if !go_on() {
                return Optimum::Interrupted;
            }
            match self.stop(entering, towards) {
                Stop::Never => return Optimum::Unbounded { ray: self.ray(entering, towards) },
                Stop::Own(change) => self.shift(entering, &change),
                Stop::Basic(leaving, target) => {
                    self.pivot_to(leaving, entering, &target);
                    objective = self.tableau.express(&objective);
                }
            }
            steps += 1;
        }
    }

    /// A variable whose movement lets the objective grow.
    fn ascent(&self, objective: &[Term], is_greedy: bool) -> Option<(Variable, Side)> {
        let direction =
            |(variable, coefficient): &Term| (*variable, Side::Upper.scaled_by(coefficient));
        let able = objective.iter().filter(|term| {
            let (variable, towards) = direction(term);
            self.can_move(variable, towards)
        });
        let chosen = if is_greedy {
            able.max_by_key(|(_, coefficient)| coefficient.abs())
        } else {
            able.min_by_key(|(variable, _)| *variable)
        };
        chosen.map(direction)
    }

    /// The first bound that a moving variable meets; among equals its own, then that of the least
    /// basic variable, as Bland's rule wants it.
    fn stop(&self, entering: Variable, towards: Side) -> Stop {
        let mut stop = Stop::Never;
        let mut nearest = None;
        if let Some(limit) = self.bounds.get(entering, towards) {
            let change = &limit.value - self.value(entering);
            nearest = Some((magnitude(change.clone()), None));
            stop = Stop::Own(change);
        }
        for (basic, own, coefficient) in self.tableau.column(entering) {
            let rate = ratio(coefficient, own);
            let Some(limit) = self.bounds.get(basic, towards.scaled_by(&rate)) else {
                continue;
            };
            let inverse = rate.recip().expect("an entry of a row is not zero");
            let change = &(&limit.value - self.value(basic)) * &inverse;
            // The own bound is None, which comes before every basic variable.
            let candidate = (magnitude(change), Some(basic));
            if nearest.as_ref().is_none_or(|nearest| candidate < *nearest) {
                nearest = Some(candidate);
                stop = Stop::Basic(basic, limit.value.clone());
            }
        }
        stop
    }

    fn ray(&self, entering: Variable, towards: Side) -> Vec<(Variable, Rational)> {
        let step = match towards {
            Side::Upper => Rational::ONE,
            Side::Lower => Rational::MINUS_ONE,
        };
        let moved = self.tableau.column(entering);
        let moved = moved.map(|(basic, own, coefficient)| (basic, ratio(coefficient, own) * &step));
        let mut ray: Vec<Term> = moved.chain([(entering, step.clone())]).collect();
        ray.retain(|(variable, _)| self.definitions[variable.index()].is_none());
        ray.sort_by_key(|(variable, _)| *variable);
        ray
    }
}

fn magnitude(change: Delta) -> Delta {
    if change < Delta::default() { -change } else { change }
}
