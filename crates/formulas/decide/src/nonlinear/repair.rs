//! Repair: a point at which products have their values, found by fixing factors.
//!
//! Once all factors of a monomial but one are numbers, the monomial is linear. Factors are fixed one
//! by one, to the value at hand or another simple one, as long as arithmetic agrees. Nothing of
//! this is ever explained: what fails is taken back.

use buttress_budget::{Budget, Exhausted};
use buttress_numeric::{
    Constraint, ConstraintTag, LinearForm, Monomial, Polynomial, Rational, Side, Variable,
};
use buttress_theory::arith::{Integrality, Lifetime};

use super::deduction::simple;
use crate::limits::REPAIR_BRANCHES;
use crate::numbers::Unknowns;
use crate::point::Point;

/// The name of constraints that are taken back before anybody asks.
const TRIAL: ConstraintTag = ConstraintTag(u32::MAX);

/// A factor that is being fixed.
struct Trial {
    variable: Variable,
    /// Values still to be tried, the best last.
    values: Vec<Rational>,
}

/// Looks for a point near that of arithmetic, whose state is as before afterwards.
pub(super) struct Repair<'a> {
    pub(super) unknowns: &'a mut Unknowns,
    pub(super) budget: &'a Budget,
}

impl Repair<'_> {
    /// A point that respects all products, sought with at most so many trials.
    pub(super) fn point(&mut self, trials: usize) -> Result<Option<Point>, Exhausted> {
        let base = self.unknowns.arithmetic.level();
        let found = self.fix_factors(trials);
        self.unknowns.arithmetic.pop(self.unknowns.arithmetic.level() - base);
        let found = found?;
        if found.is_none() {
            // The point may have been left anywhere.
            let is_feasible = self.unknowns.arithmetic.check(self.budget)?.is_ok();
            debug_assert!(is_feasible, "what was feasible stays so");
        }
        Ok(found)
    }

    fn fix_factors(&mut self, trials: usize) -> Result<Option<Point>, Exhausted> {
        let products: Vec<(Variable, Monomial)> = {
            let proper = self.unknowns.monomials.proper();
            proper.map(|(variable, monomial)| (variable, monomial.clone())).collect()
        };
        let mut fixed: Vec<(Variable, Rational)> = Vec::new();
        let mut stack: Vec<Trial> = Vec::new();
        let mut is_new = true;
        let mut left = trials;
        loop {
            if is_new {
                match next_factor(&products, &fixed) {
                    Some(variable) => {
                        let values = self.trial_values(variable, &products);
                        stack.push(Trial { variable, values });
                    }
                    None => {
                        if let Some(point) = self.whole_point()? {
                            return Ok(Some(point));
                        }
                        self.unknowns.arithmetic.pop(1);
                        fixed.pop();
                    }
                }
            }
            let Some(trial) = stack.last_mut() else { return Ok(None) };
            let variable = trial.variable;
            let Some(value) = trial.values.pop() else {
                stack.pop();
                if fixed.pop().is_none() {
                    return Ok(None);
                }
                self.unknowns.arithmetic.pop(1);
                is_new = false;
                continue;
            };
            if left == 0 {
                return Ok(None);
            }
            left -= 1;
            self.unknowns.arithmetic.push();
            fixed.push((variable, value));
            is_new = self.fix(&products, &fixed)?;
            if !is_new {
                self.unknowns.arithmetic.pop(1);
                fixed.pop();
            }
        }
    }

    /// Asserts the last value and the products that have become linear. Can it be?
    fn fix(
        &mut self,
        products: &[(Variable, Monomial)],
        fixed: &[(Variable, Rational)],
    ) -> Result<bool, Exhausted> {
        let Some((variable, value)) = fixed.last() else { return Ok(true) };
        let mut equation = LinearForm::variable(*variable);
        equation.add_constant(&-value);
        let mut equations = vec![equation];
        for (product, monomial) in products {
            let mut rest = Monomial::ONE;
            let mut coefficient = Rational::ONE;
            let mut is_due = false;
            for (factor, exponent) in monomial.factors() {
                let number = fixed.iter().find(|(known, _)| known == factor);
                is_due |= factor == variable;
                for _ in 0..*exponent {
                    match number {
                        Some((_, number)) => coefficient = &coefficient * number,
                        None => match rest.product(&Monomial::variable(*factor)) {
                            Some(product) => rest = product,
                            None => is_due = false,
                        },
                    }
                }
            }
            if is_due && (rest.degree() <= 1 || coefficient.is_zero()) {
                let value = Polynomial::new([(rest, coefficient)]);
                let mut equation = value.to_linear().unwrap_or_default();
                equation.add_scaled(&Rational::MINUS_ONE, &LinearForm::variable(*product));
                equations.push(equation);
            }
        }
        for equation in equations {
            let constraint = Constraint::zero(equation);
            let asserted =
                self.unknowns.arithmetic.assert_constraint(&constraint, Lifetime::Passing, TRIAL);
            if asserted.is_err() {
                return Ok(false);
            }
        }
        Ok(self.unknowns.arithmetic.check(self.budget)?.is_ok())
    }

    /// Values to be tried for a factor, the best last.
    fn trial_values(&self, variable: Variable, products: &[(Variable, Monomial)]) -> Vec<Rational> {
        let value = self.unknowns.arithmetic.value(variable);
        let bound =
            |side| self.unknowns.arithmetic.bound(variable, side).map(|bound| bound.value.clone());
        let mut values = vec![simple(&value), Rational::from(value.floor())];
        // A square may know its root.
        for (product, monomial) in products {
            if *monomial.factors() == [(variable, 2)]
                && let Some(root) = square_root(&self.unknowns.arithmetic.value(*product))
            {
                values.extend([root.clone(), -root]);
            }
        }
        values.extend([Rational::ZERO, Rational::ONE, Rational::MINUS_ONE]);
        values.extend([bound(Side::Lower), bound(Side::Upper)].into_iter().flatten());
        let floor = Rational::from(value.floor());
        values.extend([&floor + &Rational::ONE, &floor - &Rational::ONE, Rational::from(2)]);
        values.retain(Rational::is_small);
        if self.unknowns.arithmetic.is_integer(variable) {
            values.retain(Rational::is_integer);
        }
        let mut kept: Vec<Rational> = Vec::new();
        for value in values {
            let is_within = |side: Side, is_outside: fn(&Rational, &Rational) -> bool| {
                bound(side).is_none_or(|bound| !is_outside(&value, &bound))
            };
            if is_within(Side::Lower, |value, bound| value < bound)
                && is_within(Side::Upper, |value, bound| value > bound)
                && !kept.contains(&value)
            {
                kept.push(value);
            }
        }
        kept.reverse();
        kept
    }

    /// The point if integers can be made whole.
    fn whole_point(&mut self) -> Result<Option<Point>, Exhausted> {
        let base = self.unknowns.arithmetic.level();
        let mut found = None;
        for _ in 0..REPAIR_BRANCHES {
            match self.unknowns.arithmetic.integrality(self.budget)? {
                Integrality::Satisfied => {
                    found = Some(Point::current(self.unknowns));
                    break;
                }
                Integrality::Conflict(_) => break,
                Integrality::Branch { form, floor } => {
                    let floor = Rational::from(floor);
                    let mut below = form.scaled(&Rational::MINUS_ONE);
                    below.add_constant(&floor);
                    let mut above = form;
                    above.add_constant(&-(&floor + &Rational::ONE));
                    let mut is_possible = false;
                    for side in [below, above] {
                        self.unknowns.arithmetic.push();
                        let side = Constraint::non_negative(side);
                        let asserted = self.unknowns.arithmetic.assert_constraint(
                            &side,
                            Lifetime::Passing,
                            TRIAL,
                        );
                        is_possible = asserted.is_ok()
                            && self.unknowns.arithmetic.check(self.budget)?.is_ok();
                        if is_possible {
                            break;
                        }
                        self.unknowns.arithmetic.pop(1);
                    }
                    if !is_possible {
                        break;
                    }
                }
            }
        }
        self.unknowns.arithmetic.pop(self.unknowns.arithmetic.level() - base);
        Ok(found)
    }
}

/// The factor that occurs most in products that are not linear yet.
fn next_factor(
    products: &[(Variable, Monomial)],
    fixed: &[(Variable, Rational)],
) -> Option<Variable> {
    let mut counts: Vec<(u32, Variable)> = Vec::new();
    for (_, monomial) in products {
        let known = |variable: &Variable| fixed.iter().find(|(other, _)| other == variable);
        let is_zero =
            |(variable, _): &(Variable, u32)| known(variable).is_some_and(|it| it.1.is_zero());
        let open: Vec<(Variable, u32)> = {
            let factors = monomial.factors().iter().copied();
            factors.filter(|(variable, _)| known(variable).is_none()).collect()
        };
        let degree: u32 = open.iter().map(|(_, exponent)| *exponent).sum();
        if degree < 2 || monomial.factors().iter().any(is_zero) {
            continue;
        }
        for (variable, exponent) in open {
            match counts.iter_mut().find(|(_, other)| *other == variable) {
                Some((count, _)) => *count += exponent,
                None => counts.push((exponent, variable)),
            }
        }
    }
    counts
        .into_iter()
        .max_by_key(|(count, variable)| (*count, std::cmp::Reverse(*variable)))
        .map(|it| it.1)
}

/// The rational square root of a small number, if it has one.
fn square_root(value: &Rational) -> Option<Rational> {
    let whole_root = |number: i64| {
        let root = number.checked_isqrt()?;
        (root * root == number).then_some(root)
    };
    let numerator = whole_root(value.numerator().to_i64()?)?;
    let denominator = whole_root(value.denominator().to_i64()?)?;
    Rational::new(numerator, denominator)
}
