//! Systems of equations over the integers: those that the bounds in force fix.
//!
//! Elimination with integer coefficients either finds a combination of equations that no
//! integers satisfy (coprime coefficients, a constant that is not whole), or solves the system
//! with parameters. In the second case a bounded form that is g·(…) + c in the parameters has
//! values c modulo g only, and its bounds move there.
//! Source: Griggio, A practical approach to satisfiability modulo linear integer arithmetic,
//! JSAT 2012.

use std::collections::VecDeque;

use buttress_budget::{Budget, Exhausted};
use buttress_numeric::{Delta, Integer, LinearForm, Rational, Side, Variable, primitive_scale};

use super::facts::Sum;
use super::outcome::Conflict;
use super::solver::Arithmetic;
use crate::limits::SOLVED_EQUATIONS;

/// Parameters are numbered from here, above all variables.
const PARAMETERS: u32 = 1 << 31;

/// An equation `form = 0` and the combination of fixed variables that it is.
///
/// A combination is written as a form over the fixed variables: `λ·x` stands for `λ·(x − value)`.
struct Equation {
    form: LinearForm,
    combination: LinearForm,
}

/// `variable = form`, where `variable − form` is a combination of fixed variables.
struct Solved {
    variable: Variable,
    form: LinearForm,
    combination: LinearForm,
}

/// What became of a system.
enum Outcome {
    /// The combination has no integer solution.
    Impossible(LinearForm),
    Solved(Vec<Solved>),
}

impl Arithmetic {
    /// Looks for a contradiction among the fixed integer variables, and tightens bounds of others
    /// by them. Was there anything to tighten?
    pub(super) fn solve_equations(
        &mut self,
        budget: &Budget,
    ) -> Result<Result<bool, Conflict>, Exhausted> {
        let equations = self.fixed_equations();
        if equations.is_empty() || equations.len() > SOLVED_EQUATIONS {
            return Ok(Ok(false));
        }
        match eliminate(equations, budget)? {
            Outcome::Impossible(combination) => Ok(Err(self.refute(&combination))),
            Outcome::Solved(solved) => self.tighten(&solved, budget),
        }
    }

    fn fixed_equations(&self) -> VecDeque<Equation> {
        let variables = (0..self.simplex.variable_count() as u32).map(Variable);
        let fixed = variables.filter_map(|variable| {
            let value = self.simplex.fixed(variable)?;
            let is_whole = self.is_integer(variable);
            is_whole.then(|| {
                let mut form = self.meaning_of(variable);
                form.add_constant(&-&value.value);
                Equation { form, combination: LinearForm::variable(variable) }
            })
        });
        fixed.collect()
    }

    /// The conflict of a combination of fixed variables whose rounding fails.
    fn refute(&mut self, combination: &LinearForm) -> Conflict {
        let mut sides = Sum::new();
        // Rounded from below and from above, the combination leaves a gap of one; an equation
        // shows that at once.
        for by in [Rational::ONE, Rational::MINUS_ONE] {
            let sum = self.combined(combination, &by);
            let is_equation = self.facts.is_equation(&sum);
            let fact = self.facts.add(sum, true);
            if is_equation {
                return self.facts.derive(&[(fact, Rational::ONE)], None);
            }
            sides.push((fact, Rational::ONE));
        }
        self.facts.derive(&sides, None)
    }

    /// A multiple of a combination, as bounds in force that add up to it.
    fn combined(&self, combination: &LinearForm, by: &Rational) -> Sum {
        let terms = combination.terms().iter();
        terms
            .filter_map(|(variable, multiplier)| self.fixing(*variable, &(multiplier * by)))
            .collect()
    }

    fn tighten(
        &mut self,
        solved: &[Solved],
        budget: &Budget,
    ) -> Result<Result<bool, Conflict>, Exhausted> {
        let mut is_tighter = false;
        for index in 0..self.simplex.variable_count() as u32 {
            let variable = Variable(index);
            let is_bounded = [Side::Lower, Side::Upper]
                .into_iter()
                .any(|side| self.simplex.limit(variable, side).is_some());
            if !self.is_integer(variable) || !is_bounded || self.simplex.fixed(variable).is_some() {
                continue;
            }
            budget.spend(10)?;
            let mut reduced = self.meaning_of(variable);
            let mut combination = LinearForm::default();
            for step in solved {
                let coefficient = reduced.coefficient(step.variable);
                if !coefficient.is_zero() {
                    reduced = reduced.substitute(step.variable, &step.form);
                    combination.add_scaled(&coefficient, &step.combination);
                }
            }
            if combination.is_constant() {
                continue;
            }
            for side in [Side::Lower, Side::Upper] {
                match self.tighten_side(variable, side, &combination) {
                    Ok(changes) => is_tighter |= changes,
                    Err(conflict) => return Ok(Err(conflict)),
                }
            }
        }
        Ok(Ok(is_tighter))
    }

    /// Moves a bound to the next value that a variable, less a combination of fixed ones, leaves.
    fn tighten_side(
        &mut self,
        variable: Variable,
        side: Side,
        combination: &LinearForm,
    ) -> Result<bool, Conflict> {
        let Some(limit) = self.simplex.limit(variable, side) else { return Ok(false) };
        let (value, reason, scale) = (limit.value.value.clone(), limit.reason, limit.scale.clone());
        // At all solutions the variable equals this form, which is modulus·(…) + constant.
        let mut rest = self.meaning_of(variable);
        for (fixed, multiplier) in combination.terms() {
            let Some(at) = self.simplex.fixed(*fixed) else { return Ok(false) };
            let constant = &at.value * multiplier;
            rest.add_scaled(&-multiplier, &self.meaning_of(*fixed));
            rest.add_constant(&constant);
        }
        let Some(modulus) = primitive_scale(rest.terms()).and_then(|scale| scale.recip()) else {
            return Ok(false);
        };
        let steps = (&value - rest.constant_part()).checked_div(&modulus).unwrap_or_default();
        let steps = match side {
            Side::Lower => steps.ceil(),
            Side::Upper => steps.floor(),
        };
        let tighter = steps.into_rational() * &modulus + rest.constant_part();
        if tighter == value || !tighter.is_integer() {
            return Ok(false);
        }
        // ±(x − value) ≥ 0 less the combination is rounded; then the combination comes back.
        let sign = if side == Side::Lower { Rational::ONE } else { Rational::MINUS_ONE };
        let mut sum = self.combined(combination, &-&sign);
        sum.push((reason, scale));
        let rounded = self.facts.add(sum, true);
        let mut sum = self.combined(combination, &sign);
        sum.push((rounded, modulus));
        let fact = self.facts.add(sum, false);
        self.restrict(variable, side, Delta::from(tighter), fact, Rational::ONE)?;
        Ok(true)
    }

    /// Refutes a row whose fixed variables leave a remainder that the others cannot make.
    pub(super) fn divisibility(&mut self) -> Result<(), Conflict> {
        let variables = (0..self.simplex.variable_count() as u32).map(Variable);
        let mut basic = variables.filter(|variable| self.simplex.is_basic(*variable));
        let Some(basic) = basic.find(|basic| self.leaves_remainder(*basic)) else { return Ok(()) };
        let row = self.simplex.row(basic).iter();
        let fixed = row.filter(|entry| self.simplex.fixed(entry.variable).is_some());
        let terms = fixed.map(|entry| (entry.variable, entry.coefficient.clone()));
        let combination = LinearForm::new(Rational::ZERO, terms);
        Err(self.refute(&combination))
    }

    /// Is what the fixed variables of a row of integers add up to no multiple of what the
    /// coefficients of the others have in common?
    fn leaves_remainder(&self, basic: Variable) -> bool {
        let row = self.simplex.row(basic);
        let mut divisor = Integer::ZERO;
        for entry in row {
            if self.simplex.fixed(entry.variable).is_none() {
                divisor = divisor.gcd(&entry.coefficient.numerator());
                // Nothing is left over by one, and most rows have no other divisor.
                if divisor == Integer::ONE {
                    return false;
                }
            }
        }
        if divisor.is_zero() || row.iter().any(|entry| !self.is_integer(entry.variable)) {
            return false;
        }
        let mut constant = Rational::ZERO;
        for entry in row {
            if let Some(value) = self.simplex.fixed(entry.variable) {
                constant.add_product(&entry.coefficient, &value.value);
            }
        }
        constant.checked_div(divisor.as_rational()).is_some_and(|quotient| !quotient.is_integer())
    }
}

/// Solves equations over the integers.
fn eliminate(mut open: VecDeque<Equation>, budget: &Budget) -> Result<Outcome, Exhausted> {
    let mut solved: Vec<Solved> = Vec::new();
    let mut parameters = PARAMETERS;
    while let Some(mut equation) = open.pop_front() {
        budget.spend(10 + equation.form.terms().len() as u64)?;
        // Without variables it is 0 = 0, since the rationals satisfy all equations.
        let Some(scale) = primitive_scale(equation.form.terms()) else { continue };
        equation.form = equation.form.scaled(&scale);
        equation.combination = equation.combination.scaled(&scale);
        if !equation.form.constant_part().is_integer() {
            return Ok(Outcome::Impossible(equation.combination));
        }
        let least = equation.form.terms().iter().min_by_key(|(_, coefficient)| coefficient.abs());
        let Some((variable, coefficient)) = least.cloned() else { continue };
        let step = if coefficient.abs().is_one() {
            // a·x + rest = 0 with a = ±1: x = −a·rest.
            let form = equation.form.scaled(&-&coefficient);
            let mut rest = LinearForm::variable(variable);
            rest.add_scaled(&Rational::ONE, &form);
            let combination = equation.combination.scaled(&coefficient);
            Solved { variable, form: rest, combination }
        } else {
            // a·x + Σ bᵢyᵢ + c = 0: with bᵢ = a·qᵢ + rᵢ the parameter t = x + Σ qᵢyᵢ + q takes the
            // place of x, and what remains has smaller coefficients.
            let parameter = Variable(parameters);
            parameters += 1;
            let mut form = LinearForm::variable(parameter);
            for (other, factor) in equation.form.terms() {
                if *other != variable {
                    let quotient = nearest(factor, &coefficient);
                    form.add_scaled(&-quotient, &LinearForm::variable(*other));
                }
            }
            form.add_constant(&-nearest(equation.form.constant_part(), &coefficient));
            open.push_front(equation);
            Solved { variable, form, combination: LinearForm::default() }
        };
        for equation in &mut open {
            let coefficient = equation.form.coefficient(step.variable);
            if !coefficient.is_zero() {
                equation.form = equation.form.substitute(step.variable, &step.form);
                equation.combination.add_scaled(&-coefficient, &step.combination);
            }
        }
        solved.push(step);
    }
    Ok(Outcome::Solved(solved))
}

/// The quotient rounded to the nearest integer.
fn nearest(number: &Rational, divisor: &Rational) -> Rational {
    let quotient = number.checked_div(divisor).unwrap_or_default();
    let half = Rational::new(1, 2).unwrap_or_default();
    (quotient + half).floor().into_rational()
}
