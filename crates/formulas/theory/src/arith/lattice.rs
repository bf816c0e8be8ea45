//! Bounded directions: a way of branching that ends on every system, bounded or not.
//!
//! Let P be the polyhedron of the bounds in force and C its cone of directions (what the
//! constraints are without their constants). A constraint is *double-bounded* if its form is
//! constant along C, that is, bounded on P from both sides. There is a direction r ∈ C along
//! which all other constraints become slack, and it can be taken with integer components. So a
//! mixed point that satisfies the double-bounded constraints satisfies all of them after enough
//! steps along r: the others may be left out.
//!
//! Let F be the integer forms that are combinations of double-bounded forms. A unimodular change
//! of variables (the Hermite normal form) gives integer forms y₁ … yᵣ such that F consists of
//! their integer combinations, and that extend to coordinates of all integer points. If all yᵢ
//! are whole at a point of P, there is an integer point with the same values of yᵢ, real
//! variables can be changed so that the double-bounded forms keep their values, and steps along
//! r repair the rest: the system is satisfied. Otherwise one yᵢ is split.
//!
//! Why it ends: yᵢ is bounded on P, and bounding it further changes neither C nor F, so that the
//! same y₁ … yᵣ are found below each split (they are computed from the reduced echelon form of
//! the double-bounded rows, which depends on their span only). Finitely many forms with finitely
//! many values each can be split finitely often. This is said of one set of asserted constraints
//! and the splits below it; a driver that keeps old splits as decisions for other sets should
//! make them last.
//! Source: Bromberger, A reduction from unbounded linear mixed arithmetic problems into bounded
//! problems, IJCAR 2018.

use buttress_budget::{Budget, Exhausted};
use buttress_numeric::{
    Constraint, ConstraintTag, Delta, Feasibility, Integer, LinearForm, Rational, Side, Simplex,
    Variable, primitive_scale,
};

use super::integrality::floor;
use super::outcome::Integrality;
use super::solver::Arithmetic;
use crate::limits::PIVOT_EFFORT;

/// The directions of the polyhedron.
struct Cone {
    /// Forms over the driver's variables that are constant along it.
    bounded: Vec<LinearForm>,
    /// A direction along which every other constraint becomes slack.
    ray: LinearForm,
}

/// Integer coordinates: `rows` are forms, `columns` the points they are coordinates of.
struct Coordinates {
    /// The variables that bounded forms speak of.
    variables: Vec<Variable>,
    /// The first `rank` forms span the bounded ones.
    rank: usize,
    rows: Vec<Vec<Rational>>,
    columns: Vec<Vec<Rational>>,
}

impl Arithmetic {
    /// Splits a bounded integer form that is not whole; if there is none, moves to a solution.
    /// `None` if neither is possible, which the argument above excludes.
    pub(super) fn split_bounded(
        &mut self,
        budget: &Budget,
    ) -> Result<Option<Integrality>, Exhausted> {
        let cone = self.cone(budget)?;
        let integers: Vec<Variable> =
            self.structural.iter().filter(|it| self.is_integer(**it)).copied().collect();
        let reals: Vec<Variable> =
            self.structural.iter().filter(|it| !self.is_integer(**it)).copied().collect();
        let basis = echelon(&cone.bounded, &reals, &integers, budget)?;
        let coordinates = Coordinates::of(&basis, &integers, budget)?;
        for row in &coordinates.rows[..coordinates.rank] {
            let mut value = Delta::default();
            for (variable, coefficient) in coordinates.variables.iter().zip(row) {
                value.add_product(coefficient, self.simplex.value(*variable));
            }
            if !value.is_standard() || !value.value.is_integer() {
                let terms = coordinates.variables.iter().copied().zip(row.iter().cloned());
                let form = LinearForm::new(Rational::ZERO, terms);
                return Ok(Some(Integrality::Branch { form, floor: floor(&value) }));
            }
        }
        if !self.move_to_integers(&cone, &coordinates, &integers, budget)? {
            debug_assert!(false, "whole bounded coordinates extend to a solution");
            return Ok(None);
        }
        self.branches = 0;
        Ok(Some(Integrality::Satisfied))
    }

    /// Analyses the directions of the bounds in force.
    fn cone(&self, budget: &Budget) -> Result<Cone, Exhausted> {
        let mut directions = Directions::new(&self.structural);
        let mut bounded = Vec::new();
        // Forms that are bounded from below, so far as is known from below only.
        let mut open: Vec<LinearForm> = Vec::new();
        for variable in (0..self.simplex.variable_count() as u32).map(Variable) {
            let has = |side| self.simplex.limit(variable, side).is_some();
            let form = self.meaning_of(variable);
            match (has(Side::Lower), has(Side::Upper)) {
                (false, false) => {}
                (true, true) => {
                    directions.assert(&Constraint::zero(form.clone()));
                    bounded.push(form);
                }
                (is_below, _) => {
                    let sign = if is_below { Rational::ONE } else { Rational::MINUS_ONE };
                    let form = form.scaled(&sign);
                    directions.assert(&Constraint::non_negative(form.clone()));
                    open.push(form);
                }
            }
        }
        let mut ray = LinearForm::default();
        while !open.is_empty() {
            // Is there a direction in which some open form grows?
            let mut growth = LinearForm::constant(Rational::MINUS_ONE);
            for form in &open {
                growth.add_scaled(&Rational::ONE, form);
            }
            let Some(direction) = directions.find(&growth, budget)? else { break };
            open.retain(|form| form.evaluate(|it| direction.coefficient(it)).is_zero());
            ray.add_scaled(&Rational::ONE, &direction);
        }
        bounded.extend(open);
        let whole: Vec<(Variable, Rational)> =
            ray.terms().iter().filter(|(it, _)| self.is_integer(*it)).cloned().collect();
        if let Some(scale) = primitive_scale(&whole) {
            ray = ray.scaled(&scale);
        }
        Ok(Cone { bounded, ray })
    }

    /// Moves the point, at which the bounded coordinates are whole, to integers. Is there a
    /// solution?
    fn move_to_integers(
        &mut self,
        cone: &Cone,
        coordinates: &Coordinates,
        integers: &[Variable],
        budget: &Budget,
    ) -> Result<bool, Exhausted> {
        let there = coordinates.nearest_integers(|it| self.value(it));
        // The step keeps all bounded forms: a linear system that has a solution.
        let mut directions = Directions::new(&self.structural);
        for form in &cone.bounded {
            directions.assert(&Constraint::zero(form.clone()));
        }
        for variable in integers {
            // What no bounded form speaks of may go to any integer.
            let here = self.value(*variable);
            let there = match coordinates.variables.binary_search(variable) {
                Ok(place) => there[place].clone(),
                Err(_) => here.floor().into_rational(),
            };
            let mut form = LinearForm::variable(*variable);
            form.add_constant(&(here - there));
            directions.assert(&Constraint::zero(form));
        }
        let always = LinearForm::constant(Rational::ONE);
        let Some(step) = directions.find(&always, budget)? else { return Ok(false) };
        let moved = |it: Variable| self.value(it) + step.coefficient(it);
        let mut steps = Rational::ZERO;
        for variable in (0..self.simplex.variable_count() as u32).map(Variable) {
            let form = self.meaning_of(variable);
            let slope = form.evaluate(|it| cone.ray.coefficient(it));
            for side in [Side::Lower, Side::Upper] {
                let Some(limit) = self.simplex.limit(variable, side) else { continue };
                let missing = &limit.value.value - form.evaluate(moved);
                // One step more than needed, so that strict bounds hold as well.
                if let Some(needed) = missing.checked_div(&slope)
                    && side == Side::Lower.scaled_by(&slope)
                {
                    steps = steps.max(needed.floor().into_rational() + Rational::ONE);
                }
            }
        }
        let values: Vec<(Variable, Rational)> = self
            .structural
            .iter()
            .map(|it| (*it, moved(*it) + &steps * cone.ray.coefficient(*it)))
            .collect();
        let point = LinearForm::new(Rational::ZERO, values);
        if !self.is_solution(&point) {
            return Ok(false);
        }
        self.simplex.move_to(|it| point.coefficient(it));
        self.epsilon.take();
        Ok(true)
    }
}

impl Arithmetic {
    /// Do all bounds hold at a point, and are its integers whole?
    fn is_solution(&self, point: &LinearForm) -> bool {
        let mut variables = (0..self.simplex.variable_count() as u32).map(Variable);
        variables.all(|variable| {
            let value = self.meaning_of(variable).evaluate(|it| point.coefficient(it));
            let is_whole = !self.is_integer(variable) || value.is_integer();
            let value = Delta::from(value);
            is_whole
                && [Side::Lower, Side::Upper].into_iter().all(|side| {
                    let limit = self.simplex.limit(variable, side);
                    limit.is_none_or(|limit| !side.is_outside(&value, &limit.value))
                })
        })
    }
}

/// A simplex over copies of the driver's variables.
struct Directions<'a> {
    simplex: Simplex,
    variables: &'a [Variable],
}

impl<'a> Directions<'a> {
    fn new(variables: &'a [Variable]) -> Directions<'a> {
        let mut simplex = Simplex::default();
        for _ in variables {
            simplex.new_variable();
        }
        Directions { simplex, variables }
    }

    fn translated(&self, form: &LinearForm) -> LinearForm {
        let terms = form.terms().iter().filter_map(|(variable, coefficient)| {
            let place = self.variables.binary_search(variable).ok()?;
            Some((Variable(place as u32), coefficient.clone()))
        });
        LinearForm::new(form.constant_part().clone(), terms)
    }

    fn assert(&mut self, constraint: &Constraint) {
        let form = self.translated(&constraint.form);
        let constraint = Constraint { form, relation: constraint.relation };
        // A contradiction at once shows again in the check.
        let _ = self.simplex.assert(&constraint, ConstraintTag(0));
    }

    /// A point at which `form` is not negative either.
    fn find(
        &mut self,
        form: &LinearForm,
        budget: &Budget,
    ) -> Result<Option<LinearForm>, Exhausted> {
        self.simplex.push();
        let constraint = Constraint::non_negative(self.translated(form));
        let answer = match self.simplex.assert(&constraint, ConstraintTag(0)) {
            Ok(()) => self.simplex.check_while(|| budget.spend(PIVOT_EFFORT).is_ok()),
            Err(certificate) => Feasibility::Infeasible(certificate),
        };
        let point = match answer {
            Feasibility::Feasible => self.simplex.point(),
            Feasibility::Infeasible(_) => None,
            Feasibility::Interrupted => {
                return Err(budget.poll().err().unwrap_or(Exhausted::Interrupt));
            }
        };
        self.simplex.pop();
        Ok(point.map(|point| {
            let terms = self.variables.iter().copied().zip(point);
            LinearForm::new(Rational::ZERO, terms)
        }))
    }
}

/// The combinations of forms that speak of integers only: their reduced echelon form, scaled to
/// coprime integers.
fn echelon(
    forms: &[LinearForm],
    reals: &[Variable],
    integers: &[Variable],
    budget: &Budget,
) -> Result<Vec<LinearForm>, Exhausted> {
    let mut open: Vec<LinearForm> = forms.to_vec();
    let mut basis: Vec<LinearForm> = Vec::new();
    let columns = reals.iter().map(|it| (*it, true)).chain(integers.iter().map(|it| (*it, false)));
    for (variable, is_real) in columns {
        budget.spend(open.len() as u64)?;
        let Some(place) = open.iter().position(|it| !it.coefficient(variable).is_zero()) else {
            continue;
        };
        let pivot = open.swap_remove(place);
        let Some(inverse) = pivot.coefficient(variable).recip() else { continue };
        let pivot = pivot.scaled(&inverse);
        for form in open.iter_mut().chain(&mut basis) {
            let coefficient = form.coefficient(variable);
            if !coefficient.is_zero() {
                form.add_scaled(&-coefficient, &pivot);
            }
        }
        open.retain(|form| !form.is_constant());
        if !is_real {
            basis.push(pivot);
        }
    }
    let scaled = basis.iter().filter_map(|form| Some(form.scaled(&primitive_scale(form.terms())?)));
    Ok(scaled.collect())
}

impl Coordinates {
    /// Column operations bring the basis into lower triangular form [H 0]; the product U of the
    /// operations has integer columns, and its inverse has the coordinates as rows.
    fn of(
        basis: &[LinearForm],
        integers: &[Variable],
        budget: &Budget,
    ) -> Result<Coordinates, Exhausted> {
        let occurs = |it: &&Variable| basis.iter().any(|form| !form.coefficient(**it).is_zero());
        let variables: Vec<Variable> = integers.iter().filter(occurs).copied().collect();
        let size = variables.len();
        let unit = |place: usize| {
            let entry = |other: usize| if other == place { Rational::ONE } else { Rational::ZERO };
            (0..size).map(entry).collect::<Vec<_>>()
        };
        let mut columns: Vec<Vec<Rational>> = (0..size).map(unit).collect();
        let mut rows: Vec<Vec<Rational>> = (0..size).map(unit).collect();
        // The basis by columns.
        let mut matrix: Vec<Vec<Rational>> = variables
            .iter()
            .map(|it| basis.iter().map(|form| form.coefficient(*it)).collect())
            .collect();
        let mut rank = 0;
        for place in 0..basis.len() {
            // Euclid's algorithm on the entries of this row from `rank` on.
            loop {
                budget.spend(size as u64)?;
                let live = (rank..size).filter(|column| !matrix[*column][place].is_zero());
                let Some(least) = live.min_by_key(|column| matrix[*column][place].abs()) else {
                    break;
                };
                matrix.swap(rank, least);
                columns.swap(rank, least);
                rows.swap(rank, least);
                let mut is_done = true;
                for column in rank + 1..size {
                    let entry = &matrix[column][place];
                    let quotient = entry.checked_div(&matrix[rank][place]).unwrap_or_default();
                    let quotient = quotient.floor();
                    if entry.is_zero() {
                        continue;
                    }
                    subtract(&mut matrix, column, rank, quotient.as_rational());
                    subtract(&mut columns, column, rank, quotient.as_rational());
                    // The inverse operation on the other side.
                    subtract(&mut rows, rank, column, &-quotient.as_rational());
                    is_done &= matrix[column][place].is_zero();
                }
                if is_done {
                    rank += 1;
                    break;
                }
            }
        }
        Ok(Coordinates { variables, rank, rows, columns })
    }

    /// The integer point whose bounded coordinates are those of `point`, the others near them.
    fn nearest_integers(&self, value: impl Fn(Variable) -> Rational) -> Vec<Rational> {
        let point: Vec<Rational> = self.variables.iter().map(|it| value(*it)).collect();
        let mut nearest = vec![Rational::ZERO; point.len()];
        for (row, column) in self.rows.iter().zip(&self.columns) {
            let mut coordinate = Rational::ZERO;
            for (coefficient, value) in row.iter().zip(&point) {
                coordinate.add_product(coefficient, value);
            }
            let coordinate: Integer = coordinate.floor();
            for (sum, entry) in nearest.iter_mut().zip(column) {
                sum.add_product(coordinate.as_rational(), entry);
            }
        }
        nearest
    }
}

/// Subtracts a multiple of one vector from another.
fn subtract(vectors: &mut [Vec<Rational>], target: usize, source: usize, factor: &Rational) {
    if factor.is_zero() {
        return;
    }
    let source = vectors[source].clone();
    for (entry, other) in vectors[target].iter_mut().zip(&source) {
        entry.add_product(&-factor, other);
    }
}
