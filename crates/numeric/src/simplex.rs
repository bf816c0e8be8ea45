//! The general simplex method with bounded variables, exact and incremental.
//!
//! Each linear form that is compared with a constant gets a variable of its own and a row in the
//! tableau; what is asserted are bounds on variables. Bounds are pushed and popped, rows and the
//! current point stay, so that the next check starts where the last one ended.
//!
//! Invariant: variables that are not basic lie within their bounds; basic variables that do not
//! are among the suspects.
//! Source: Dutertre and de Moura, A fast linear-arithmetic solver for DPLL(T), CAV 2006.

mod bounds;
mod optimise;
mod tableau;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::linear::Term;
use crate::{
    Constraint, Delta, FarkasCertificate, LinearForm, Rational, Reason, Relation, Variable,
};

pub use bounds::{Bound, Side};
pub use optimise::Optimum;

use bounds::{Bounds, Limit};
use tableau::Tableau;

/// How the variable that enters the basis is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PivotRule {
    /// The least variable: slow, but it cannot cycle.
    Bland,
    /// A variable that promises little fill-in (or, in optimisation, a steep ascent) for this
    /// many pivots of one question, then Bland's rule, so that the question ends.
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
/// Each asserted constraint carries a [`Reason`], and certificates speak of constraints by it; a
/// reason names one constraint at a time.
#[derive(Clone, Debug)]
pub struct Simplex {
    tableau: Tableau,
    bounds: Bounds,
    values: Vec<Delta>,
    /// Basic variables that may lie outside their bounds.
    suspects: BTreeSet<Variable>,
    /// The form over structural variables that a row variable stands for.
    definitions: Vec<Option<LinearForm>>,
    defined: HashMap<Vec<Term>, Variable>,
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
            suspects: BTreeSet::new(),
            definitions: Vec::new(),
            defined: HashMap::new(),
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
        let terms = self.tableau.express(form.terms());
        let mut value = Delta::default();
        for (variable, coefficient) in &terms {
            value.add_product(coefficient, &self.values[variable.index()]);
        }
        let mut definition = self.expand(form);
        definition.add_constant(&-form.constant_part());
        let variable = self.add_variable(value, Some(definition));
        self.tableau.add_row(variable, terms);
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
        reason: Reason,
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
        reason: Reason,
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
            if let Some(other) = self.bounds.get(variable, side.opposite())
                && side.is_outside(&other.value, &limit.value)
            {
                return Err(summed([(limit, Rational::ONE), (other, Rational::ONE)]));
            }
        }
        for (side, limit) in limits {
            if !self.bounds.tighten(variable, side, limit) {
                continue;
            }
            if self.tableau.is_basic(variable) {
                self.suspects.insert(variable);
            } else if let Some(limit) = self.bounds.get(variable, side)
                && side.is_outside(&self.values[variable.index()], &limit.value)
            {
                let change = &limit.value - &self.values[variable.index()];
                self.shift(variable, &change);
            }
        }
        Ok(())
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
        while let Some((basic, side)) = self.violated() {
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
        if self.suspects.iter().any(|suspect| self.violation(*suspect).is_some()) {
            return None;
        }
        let epsilon = self.epsilon();
        Some(self.values.iter().map(|value| value.at(&epsilon)).collect())
    }

    /// A number for ε so small that every bound still holds.
    fn epsilon(&self) -> Rational {
        let mut epsilon = Rational::ONE;
        for (index, value) in self.values.iter().enumerate() {
            for side in [Side::Lower, Side::Upper] {
                let Some(limit) = self.bounds.get(Variable(index as u32), side) else { continue };
                // The room between limit and value, which is never negative as a Delta.
                let room = match side {
                    Side::Lower => value - &limit.value,
                    Side::Upper => &limit.value - value,
                };
                if room.infinitesimal.is_negative()
                    && let Some(most) = room.value.checked_div(&-room.infinitesimal)
                    && most < epsilon
                {
                    epsilon = most;
                }
            }
        }
        epsilon
    }

    fn add_variable(&mut self, value: Delta, definition: Option<LinearForm>) -> Variable {
        let variable =
            Variable(u32::try_from(self.values.len()).expect("fewer than 2^32 variables"));
        self.values.push(value);
        self.definitions.push(definition);
        self.bounds.add_variable();
        self.tableau.add_variable();
        variable
    }

    fn is_greedy(&self, steps: u32) -> bool {
        match self.rule {
            PivotRule::Bland => false,
            PivotRule::GreedyThenBland { pivots } => steps < pivots,
        }
    }

    /// The least basic variable outside its bounds, with the bound that it misses. It stays
    /// among the suspects; the innocent before it are struck off.
    fn violated(&mut self) -> Option<(Variable, Side)> {
        while let Some(suspect) = self.suspects.first().copied() {
            if let Some(side) = self.violation(suspect) {
                return Some((suspect, side));
            }
            self.suspects.pop_first();
        }
        None
    }

    fn violation(&self, variable: Variable) -> Option<Side> {
        let value = &self.values[variable.index()];
        [Side::Lower, Side::Upper].into_iter().find(|side| {
            let limit = self.bounds.get(variable, *side);
            limit.is_some_and(|limit| side.is_outside(value, &limit.value))
        })
    }

    /// A variable in the row of `basic` that can move so as to repair its violation.
    fn entering(&self, basic: Variable, violated: Side, is_greedy: bool) -> Option<Variable> {
        let row = self.tableau.row(basic).into_iter().flatten();
        let mut able = row.filter(|(variable, coefficient)| {
            self.can_move(*variable, violated.opposite().scaled_by(coefficient))
        });
        let able = able.by_ref().map(|(variable, _)| *variable);
        if is_greedy {
            // The length of the column bounds the work and the fill-in of the pivot.
            able.min_by_key(|variable| (self.tableau.column(*variable).len(), *variable))
        } else {
            able.min()
        }
    }

    /// Can a non-basic variable move towards this side?
    fn can_move(&self, variable: Variable, towards: Side) -> bool {
        // It lies within its bounds, so it is stuck only exactly on the limit.
        let limit = self.bounds.get(variable, towards);
        limit.is_none_or(|limit| limit.value != self.values[variable.index()])
    }

    /// The row of `basic` sums its bounds to a contradiction.
    fn conflict(&self, basic: Variable, violated: Side) -> FarkasCertificate {
        let own = self.bounds.get(basic, violated).map(|limit| (limit, Rational::ONE));
        let row = self.tableau.row(basic).into_iter().flatten();
        summed(own.into_iter().chain(self.blocking(row, violated.opposite())))
    }

    /// The bounds that keep a sum of stuck variables from moving towards a side.
    fn blocking<'a>(
        &'a self,
        terms: impl IntoIterator<Item = &'a Term>,
        towards: Side,
    ) -> impl Iterator<Item = (&'a Limit, Rational)> {
        terms.into_iter().filter_map(move |(variable, coefficient)| {
            let limit = self.bounds.get(*variable, towards.scaled_by(coefficient))?;
            Some((limit, coefficient.abs()))
        })
    }

    /// Moves a non-basic variable, and the basic ones with it.
    fn shift(&mut self, variable: Variable, change: &Delta) {
        self.values[variable.index()] += change;
        for (basic, coefficient) in self.tableau.occurrences(variable) {
            self.values[basic.index()].add_product(coefficient, change);
            self.suspects.insert(basic);
        }
    }

    /// Moves `entering` so that `basic` reaches `target`, then exchanges the two.
    fn pivot_to(&mut self, basic: Variable, entering: Variable, target: &Delta) {
        let coefficient = self.tableau.coefficient(basic, entering);
        let inverse = coefficient.recip().expect("an entry of a row is not zero");
        let change = &(target - &self.values[basic.index()]) * &inverse;
        self.shift(entering, &change);
        debug_assert_eq!(&self.values[basic.index()], target, "the basic variable arrives");
        self.tableau.pivot(basic, entering);
        self.pivots += 1;
        self.suspects.remove(&basic);
        self.suspects.insert(entering);
    }
}

/// The certificate that takes each bound as often as it says; several bounds of one equation
/// become one multiplier of it.
fn summed<'a>(limits: impl IntoIterator<Item = (&'a Limit, Rational)>) -> FarkasCertificate {
    let mut multipliers: BTreeMap<Reason, Rational> = BTreeMap::new();
    for (limit, times) in limits {
        multipliers.entry(limit.reason).or_default().add_product(&times, &limit.scale);
    }
    multipliers.retain(|_, multiplier| !multiplier.is_zero());
    FarkasCertificate { multipliers: multipliers.into_iter().collect() }
}
