//! The general simplex method with bounded variables, exact and incremental.
//!
//! Each linear form that is compared with a constant gets a variable of its own and a row in the
//! tableau; what is asserted are bounds on variables. Bounds are pushed and popped, rows and the
//! current point stay, so that the next check starts where the last one ended.
//!
//! Invariant: variables that are not basic lie within their bounds; basic variables that do not
//! are among the infeasible rows.
//! Source: Dutertre and de Moura, A fast linear-arithmetic solver for DPLL(T), CAV 2006.

mod bounds;
mod explore;
mod infeasible;
mod optimise;
mod pivot;
mod tableau;

use std::collections::HashMap;

use crate::linear::Term;
use crate::{
    Constraint, ConstraintTag, Delta, FarkasCertificate, LinearForm, Rational, Relation, Variable,
};

pub use bounds::{Bound, Limit, Side};
pub use optimise::Optimum;
pub use tableau::Entry;

use bounds::Bounds;
use infeasible::InfeasibleRows;
use tableau::{Tableau, ratio};

/// How the variables that leave and enter the basis are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PivotRule {
    /// The least variable: slow, but it cannot cycle.
    Bland,
    /// The basic variable furthest outside its bounds leaves, and one on which few bounded
    /// variables depend enters (or, in optimisation, a steep ascent), for this many pivots of one
    /// question; then Bland's rule, so that the question ends. On random difference and linear
    /// constraints this takes half the pivots of letting the least variable leave.
    GreedyThenBland {
        /// How many pivots are chosen greedily.
        pivots: u32,
    },
}

/// Can all asserted constraints hold together?
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Feasibility {
    /// They can; [`Simplex::point`] is a witness.
    Feasible,
    /// They cannot; the certificate refutes them.
    Infeasible(FarkasCertificate),
    /// The caller did not want to go on.
    Interrupted,
}

/// A set of linear constraints with a point that tries to satisfy them.
///
/// Each asserted constraint carries a [`ConstraintTag`], and certificates speak of constraints by it; a
/// reason names one constraint at a time.
#[derive(Clone, Debug)]
pub struct Simplex {
    tableau: Tableau,
    bounds: Bounds,
    values: Vec<Delta>,
    /// Basic variables that may lie outside their bounds.
    infeasible: InfeasibleRows,
    /// The form over structural variables that a row variable stands for.
    definitions: Vec<Option<LinearForm>>,
    defined: HashMap<Vec<Term>, Variable>,
    /// Row variables that were removed and may be used again.
    vacant: Vec<Variable>,
    /// Variables with a tighter bound since somebody last asked.
    tightened: Vec<Variable>,
    rule: PivotRule,
    pivots: u64,
}

impl Default for Simplex {
    fn default() -> Simplex {
        Simplex::new(PivotRule::GreedyThenBland { pivots: 1000 })
    }
}

impl Simplex {
    /// No variables and no constraints.
    pub fn new(rule: PivotRule) -> Simplex {
        Simplex {
            tableau: Tableau::default(),
            bounds: Bounds::default(),
            values: Vec::new(),
            infeasible: InfeasibleRows::default(),
            definitions: Vec::new(),
            defined: HashMap::new(),
            vacant: Vec::new(),
            tightened: Vec::new(),
            rule,
            pivots: 0,
        }
    }

    /// A new structural variable without bounds.
    ///
    /// All forms given to the simplex speak of variables that it made; others are a programming
    /// error, and the methods that take forms panic on them.
    pub fn new_variable(&mut self) -> Variable {
        self.add_variable(Delta::default(), None)
    }

    /// A variable that always equals the linear part of `form`; its constant is left out and
    /// belongs into the bound. Equal linear parts share a variable.
    pub fn define(&mut self, form: &LinearForm) -> Variable {
        if let [(variable, coefficient)] = form.terms()
            && coefficient.is_one()
        {
            return *variable;
        }
        if let Some(variable) = self.defined.get(form.terms()) {
            return *variable;
        }
        let mut value = Delta::default();
        for (variable, coefficient) in form.terms() {
            value.add_product(coefficient, &self.values[variable.index()]);
        }
        let mut definition = self.expand(form);
        definition.add_constant(&-form.constant_part());
        let variable = self.add_variable(value, Some(definition));
        self.tableau.add_row(variable, form.terms());
        self.defined.insert(form.terms().to_vec(), variable);
        variable
    }

    /// The form with row variables replaced by what they stand for.
    pub fn expand(&self, form: &LinearForm) -> LinearForm {
        let mut expanded = LinearForm::constant(form.constant_part().clone());
        for (variable, coefficient) in form.terms() {
            match &self.definitions[variable.index()] {
                Some(definition) => expanded.add_scaled(coefficient, definition),
                None => expanded.add_scaled(coefficient, &LinearForm::variable(*variable)),
            }
        }
        expanded
    }

    /// How many variables there are, row variables included.
    pub fn variable_count(&self) -> usize {
        self.values.len()
    }

    /// How many pivots were made so far.
    pub fn pivots(&self) -> u64 {
        self.pivots
    }

    /// Asserts a constraint. A contradiction with a single bound shows at once; then nothing has
    /// been asserted.
    pub fn assert(
        &mut self,
        constraint: &Constraint,
        reason: ConstraintTag,
    ) -> Result<(), FarkasCertificate> {
        let form = &constraint.form;
        let Some((_, leading)) = form.terms().first() else {
            if constraint.relation.holds(form.constant_part()) {
                return Ok(());
            }
            return Err(FarkasCertificate { multipliers: vec![(reason, Rational::ONE)] });
        };
        // The linear part is leading · variable; dividing by `leading` lets constraints share
        // rows, and turns the inequality around if it is negative.
        let scale = leading.recip().expect("a form has no zero coefficients");
        let variable = self.define(&form.scaled(&scale));
        let value = -(form.constant_part() * &scale);
        let limit = |side: Side, is_strict| {
            let scale = if side == Side::Lower { scale.clone() } else { -&scale };
            let value = Bound { side, value: value.clone(), is_strict }.to_delta();
            (side, Limit { value, reason, scale })
        };
        let side = if leading.is_positive() { Side::Lower } else { Side::Upper };
        let limits = match constraint.relation {
            Relation::NonNegative => vec![limit(side, false)],
            Relation::Positive => vec![limit(side, true)],
            Relation::Zero => vec![limit(Side::Lower, false), limit(Side::Upper, false)],
        };
        self.assert_limits(variable, limits)
    }

    /// Asserts a bound on one variable; for certificates it is the constraint `x - value ≥ 0`, or
    /// `value - x ≥ 0`, or their strict forms.
    pub fn assert_bound(
        &mut self,
        variable: Variable,
        bound: &Bound,
        reason: ConstraintTag,
    ) -> Result<(), FarkasCertificate> {
        let limit = Limit { value: bound.to_delta(), reason, scale: Rational::ONE };
        self.assert_limits(variable, vec![(bound.side, limit)])
    }

    fn assert_limits(
        &mut self,
        variable: Variable,
        limits: Vec<(Side, Limit)>,
    ) -> Result<(), FarkasCertificate> {
        for (side, limit) in &limits {
            self.is_compatible(variable, *side, limit)?;
        }
        for (side, limit) in limits {
            self.impose(variable, side, limit);
        }
        Ok(())
    }

    /// Asserts a bound on one variable as it is kept. Was it tighter than the present one?
    pub fn restrict(
        &mut self,
        variable: Variable,
        side: Side,
        limit: Limit,
    ) -> Result<bool, FarkasCertificate> {
        self.is_compatible(variable, side, &limit)?;
        Ok(self.impose(variable, side, limit))
    }

    fn is_compatible(
        &self,
        variable: Variable,
        side: Side,
        limit: &Limit,
    ) -> Result<(), FarkasCertificate> {
        match self.bounds.get(variable, side.opposite()) {
            Some(other) if side.is_outside(&other.value, &limit.value) => {
                Err(summed([(limit, Rational::ONE), (other, Rational::ONE)]))
            }
            _ => Ok(()),
        }
    }

    fn impose(&mut self, variable: Variable, side: Side, limit: Limit) -> bool {
        let value = &self.values[variable.index()];
        let change = side.is_outside(value, &limit.value).then(|| &limit.value - value);
        if !self.bounds.tighten(variable, side, limit) {
            return false;
        }
        self.tightened.push(variable);
        if let Some(change) = change {
            if self.tableau.is_basic(variable) {
                self.infeasible.insert(variable);
            } else {
                self.shift(variable, &change);
            }
        }
        true
    }

    /// Opens a level: what is asserted from here on goes with [`Simplex::pop`].
    pub fn push(&mut self) {
        self.bounds.push();
    }

    /// Takes back what was asserted since the last open level began; false if none is open.
    ///
    /// Variables, rows and the current point stay: bounds only widen, so the invariant holds.
    pub fn pop(&mut self) -> bool {
        self.bounds.pop()
    }

    /// How many levels are open.
    pub fn level(&self) -> usize {
        self.bounds.level()
    }

    /// Can all asserted constraints hold together?
    pub fn check(&mut self) -> Feasibility {
        self.check_while(|| true)
    }

    /// Can all asserted constraints hold together? Asks `go_on` before each pivot.
    pub fn check_while(&mut self, mut go_on: impl FnMut() -> bool) -> Feasibility {
        let mut steps = 0;
        while let Some((basic, side)) = self.violated(self.is_greedy(steps)) {
            let Some(entering) = self.entering(basic, side, self.is_greedy(steps)) else {
                return Feasibility::Infeasible(self.conflict(basic, side));
            };
            if !go_on() {
                return Feasibility::Interrupted;
            }
            if let Some(limit) = self.bounds.get(basic, side) {
                let target = limit.value.clone();
                self.pivot_to(basic, entering, &target);
            }
            steps += 1;
        }
        Feasibility::Feasible
    }

    /// The current value of a variable, with its infinitesimal part.
    pub fn value(&self, variable: Variable) -> &Delta {
        &self.values[variable.index()]
    }

    /// Values of all variables, by index, that satisfy everything asserted; `None` if the current
    /// point does not, which [`Simplex::check`] repairs where possible.
    pub fn point(&self) -> Option<Vec<Rational>> {
        if self.infeasible.iter().any(|row| self.violation(row).is_some()) {
            return None;
        }
        let epsilon = self.epsilon();
        Some(self.values.iter().map(|value| value.at(&epsilon)).collect())
    }

    fn add_variable(&mut self, value: Delta, definition: Option<LinearForm>) -> Variable {
        // Structural variables are numbered in the order in which they are made.
        if definition.is_some()
            && let Some(variable) = self.vacant.pop()
        {
            self.values[variable.index()] = value;
            self.definitions[variable.index()] = definition;
            return variable;
        }
        let variable =
            Variable(u32::try_from(self.values.len()).expect("fewer than 2^32 variables"));
        self.values.push(value);
        self.definitions.push(definition);
        self.bounds.add_variable();
        self.tableau.add_variable();
        self.infeasible.add_variable();
        variable
    }
}

/// The certificate that takes each bound as often as it says; several bounds of one equation
/// become one multiplier of it.
fn summed<'a>(limits: impl IntoIterator<Item = (&'a Limit, Rational)>) -> FarkasCertificate {
    let summands = limits.into_iter().map(|(limit, times)| (limit.reason, times * &limit.scale));
    let mut summands: Vec<(ConstraintTag, Rational)> = summands.collect();
    summands.sort_by_key(|(reason, _)| *reason);
    let mut multipliers: Vec<(ConstraintTag, Rational)> = Vec::with_capacity(summands.len());
    for (reason, multiplier) in summands {
        match multipliers.last_mut() {
            Some((last, total)) if *last == reason => *total += &multiplier,
            _ => multipliers.push((reason, multiplier)),
        }
    }
    multipliers.retain(|(_, multiplier)| !multiplier.is_zero());
    FarkasCertificate { multipliers }
}
