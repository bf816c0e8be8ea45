//! Facts that exclude a state: steps 2 and 3 of the procedure.

use buttress_budget::{Budget, Exhausted};
use buttress_logic::Rational;
use buttress_numeric::{Bound, Constraint, LinearForm, Monomial, Optimum, Simplex, Variable};

use crate::atoms::Atoms;
use crate::bilinear::{self, exhausted};
use crate::dual::{Dual, TemplateRelation, UNUSED_REASON};
use crate::inequality::Inequality;
use crate::limits::PIVOT_EFFORT;
use crate::path::Path;
use crate::template::{TemplateShape, Unknowns, instance};

/// Coefficients are scaled so that their absolute values sum to at most this. It is no number of
/// any meaning; the −1 of a disabled path is small beside it.
const NORM: i64 = 1000;

/// What the search for a fact may use.
pub struct FactSearch<'a> {
    /// The paths of all clauses with a conclusion, with what is known on them.
    pub paths: &'a [Path],
    /// By predicate.
    pub shapes: &'a [TemplateShape],
    /// Which predicates get a template; others stay at what is known.
    pub is_active: &'a [bool],
    /// Equations or inequalities?
    pub kind: TemplateRelation,
    /// Monomials of a higher degree have the coefficient zero.
    pub degree: u64,
    /// For the multipliers that meet templates.
    pub multipliers: &'a [Rational],
    /// For rounding.
    pub atoms: &'a Atoms,
}

/// A template with numbers for its unknowns.
struct FoundTemplate {
    constant: Rational,
    coefficients: Vec<Rational>,
}

impl FoundTemplate {
    fn new(unknowns: &Unknowns, point: &[Rational]) -> FoundTemplate {
        let constant = point[unknowns.constant.index()].clone();
        FoundTemplate { constant, coefficients: unknowns.values(point) }
    }
}

impl FactSearch<'_> {
    /// Facts by predicate, the first of them false in the state, where the parameters of the
    /// predicate have the values given; none if no template does it.
    pub fn excluding(
        &self,
        predicate: usize,
        state: &dyn Fn(Variable) -> Rational,
        budget: &Budget,
    ) -> Result<Option<Vec<(usize, Inequality)>>, Exhausted> {
        let shape = &self.shapes[predicate];
        let values: Vec<Rational> =
            shape.monomials.iter().map(|monomial| monomial.evaluate(state)).collect();
        let (mut root, unknowns) = self.program();
        let Some(ours) = &unknowns[predicate] else { return Ok(None) };
        let excess = ours.at(&values).scaled(&Rational::MINUS_ONE);
        if !self.bound(&mut root, ours, shape, &values)
            || root.assert(&Constraint::positive(excess.clone()), UNUSED_REASON).is_err()
        {
            return Ok(None);
        }
        let Some(mut simplex) = self.search(root, &unknowns, budget)? else { return Ok(None) };
        // Step 2: T(s) ≤ −ε for the greatest ε.
        match simplex.maximise_while(&excess, || budget.spend(PIVOT_EFFORT).is_ok()) {
            Optimum::Interrupted => return Err(exhausted(budget)),
            Optimum::Infeasible(_) => return Ok(None),
            Optimum::Bounded { .. } | Optimum::Unbounded { .. } => {}
        }
        let mut facts = Vec::new();
        let others = (0..self.shapes.len()).filter(|other| *other != predicate);
        for place in [predicate].into_iter().chain(others) {
            let Some(unknowns) = &unknowns[place] else { continue };
            let found = match self.kind {
                TemplateRelation::Equations => {
                    simplex.point().map(|point| FoundTemplate::new(unknowns, &point))
                }
                TemplateRelation::Inequalities => tightened(&mut simplex, unknowns, budget)?,
            };
            let Some(found) = found else { continue };
            let polynomial = instance(&self.shapes[place], &found.constant, &found.coefficients);
            let fact = match self.kind {
                TemplateRelation::Equations => Inequality::zero(polynomial),
                TemplateRelation::Inequalities => Inequality::non_negative(polynomial),
            };
            let fact = fact.rounded(self.atoms);
            if fact.truth() != Some(true) {
                facts.push((place, fact));
            }
        }
        // Rounding keeps the integer points, so the state stays excluded.
        let excludes =
            facts.first().is_some_and(|(place, fact)| *place == predicate && !fact.holds(state));
        Ok(excludes.then_some(facts))
    }

    /// Is −fact ≥ 0 a fact as well, so that together they are an equation? One template only.
    pub fn opposite(
        &self,
        predicate: usize,
        fact: &Inequality,
        budget: &Budget,
    ) -> Result<bool, Exhausted> {
        let (mut root, unknowns) = self.program();
        let Some(ours) = &unknowns[predicate] else { return Ok(false) };
        let wanted = fact.polynomial.scaled(&Rational::MINUS_ONE);
        let at = |monomial: &Monomial| wanted.coefficient(monomial);
        let monomials = self.shapes[predicate].monomials.iter().map(at).enumerate();
        let constant = LinearForm::variable(ours.constant);
        let equations = monomials
            .map(|(place, value)| (ours.coefficient(place), value))
            .chain([(constant, at(&Monomial::ONE))]);
        for (mut form, value) in equations {
            form.add_constant(&-value);
            if root.assert(&Constraint::zero(form), UNUSED_REASON).is_err() {
                return Ok(false);
            }
        }
        Ok(self.search(root, &unknowns, budget)?.is_some())
    }

    fn search(
        &self,
        root: Simplex,
        unknowns: &[Option<Unknowns>],
        budget: &Budget,
    ) -> Result<Option<Simplex>, Exhausted> {
        let duals: Vec<Dual> = self
            .paths
            .iter()
            .filter_map(|path| Dual::new(path, self.shapes, self.is_active, self.kind, self.atoms))
            .collect();
        bilinear::search(root, &duals, unknowns, self.multipliers, budget)
    }

    /// A program with the unknowns of the active templates.
    fn program(&self) -> (Simplex, Vec<Option<Unknowns>>) {
        let mut simplex = Simplex::default();
        let templates = self.shapes.iter().zip(self.is_active);
        let unknowns: Vec<Option<Unknowns>> = templates
            .map(|(shape, is_active)| is_active.then(|| Unknowns::new(&mut simplex, shape)))
            .collect();
        for (shape, unknowns) in self.shapes.iter().zip(&unknowns) {
            let parts = unknowns.iter().flat_map(|unknowns| &unknowns.coefficients);
            for (monomial, (positive, negative)) in shape.monomials.iter().zip(parts) {
                let zero = || Rational::ZERO;
                for part in [*positive, *negative] {
                    // A new variable has no bounds that these could contradict.
                    let _ = simplex.assert_bound(part, &Bound::at_least(zero()), UNUSED_REASON);
                    if monomial.degree() > self.degree {
                        let _ = simplex.assert_bound(part, &Bound::at_most(zero()), UNUSED_REASON);
                    }
                }
            }
        }
        (simplex, unknowns)
    }

    /// Σ weightᵢ·|pᵢ| ≤ NORM, so that the optimum is attained, and at a corner: there most coefficients
    /// are zero. Among products a monomial weighs as much as it is worth at the state, lest it be
    /// chosen for its size alone, and simple ones weigh less.
    fn bound(
        &self,
        simplex: &mut Simplex,
        ours: &Unknowns,
        shape: &TemplateShape,
        values: &[Rational],
    ) -> bool {
        let mut sum = LinearForm::constant(Rational::from(NORM));
        for ((monomial, value), place) in shape.monomials.iter().zip(values).zip(0..) {
            let weight = if self.degree == 1 {
                Rational::ONE
            } else {
                let degree = Rational::from(monomial.degree() as i64);
                (value.abs() + Rational::ONE) * degree
            };
            let (positive, negative) = ours.coefficients[place];
            for part in [positive, negative] {
                sum.add_scaled(&-&weight, &LinearForm::variable(part));
            }
        }
        simplex.assert(&Constraint::non_negative(sum), UNUSED_REASON).is_ok()
    }
}

/// Step 3: the coefficients stay, p₀ becomes as small as it can, and both are fixed.
fn tightened(
    simplex: &mut Simplex,
    unknowns: &Unknowns,
    budget: &Budget,
) -> Result<Option<FoundTemplate>, Exhausted> {
    let Some(point) = simplex.point() else { return Ok(None) };
    let FoundTemplate { constant, coefficients } = FoundTemplate::new(unknowns, &point);
    for (place, value) in coefficients.iter().enumerate() {
        let mut form = unknowns.coefficient(place);
        form.add_constant(&-value);
        if simplex.assert(&Constraint::zero(form), UNUSED_REASON).is_err() {
            return Ok(None);
        }
    }
    let own = LinearForm::variable(unknowns.constant);
    let constant = match simplex.minimise_while(&own, || budget.spend(PIVOT_EFFORT).is_ok()) {
        Optimum::Bounded { value, .. } => value.value,
        // As small as one likes: nothing gets here at all.
        Optimum::Unbounded { .. } if coefficients.iter().all(Rational::is_zero) => {
            Rational::MINUS_ONE
        }
        Optimum::Unbounded { .. } => constant,
        Optimum::Infeasible(_) => return Ok(None),
        Optimum::Interrupted => return Err(exhausted(budget)),
    };
    let mut fixed = own;
    fixed.add_constant(&-&constant);
    if simplex.assert(&Constraint::zero(fixed), UNUSED_REASON).is_err()
        || !bilinear::is_feasible(simplex, budget)?
    {
        return Ok(None);
    }
    Ok(Some(FoundTemplate { constant, coefficients }))
}
