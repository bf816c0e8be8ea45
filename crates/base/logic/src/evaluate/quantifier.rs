//! Quantified formulas: values are tried for their variables, one variable after the other.
//!
//! For each variable the representatives of `regions` are tried. As soon as the body is decided by
//! the variables that have values, the others need none.

use std::collections::HashMap;
use std::rc::Rc;

use super::analysis::{Analysis, Dependence, Domain, Reach};
use super::body::Body;
use super::cubes::{Literal, cubes, order};
use super::error::EvaluateError;
use super::evaluator::Evaluator;
use super::plan::Plan;
use super::shape::Place;
use crate::limits::QUANTIFIER_DEPTH;
use crate::{Bound, Op, Term, Terms, Value};

/// A quantified formula, made ready.
pub(super) struct Quantified {
    pub(super) formula: Term,
    pub(super) dependence: Dependence,
    places: HashMap<Bound, Place>,
    /// For each quantified formula within, and for itself.
    attempts: HashMap<Term, Rc<[Attempt]>>,
    reach: Reach,
}

/// One way in which a formula may be decided.
struct Attempt {
    /// What must hold.
    cube: Vec<Literal>,
    /// For each variable of the formula, in the order in which values are tried.
    plans: Vec<Plan>,
}

impl Evaluator<'_> {
    /// Up to `most` values for the variables of a quantified formula that decide it: that make the
    /// body false under ∀, true under ∃.
    pub(super) fn deciding(
        &mut self,
        formula: Term,
        bounds: &HashMap<Bound, Value>,
        most: usize,
    ) -> Result<Vec<Vec<(Bound, Value)>>, EvaluateError> {
        let (mut quantified, mut body) = self.prepare(formula, bounds)?;
        self.nesting += 1;
        let found = quantified.search(self, &mut body, formula, most)?;
        self.nesting -= 1;
        Ok(found)
    }

    /// A quantified formula or lambda, made ready.
    pub(super) fn prepare(
        &mut self,
        formula: Term,
        bounds: &HashMap<Bound, Value>,
    ) -> Result<(Quantified, Body), EvaluateError> {
        let refusal = EvaluateError::Quantifier(formula);
        let terms = self.terms;
        let is_binder = matches!(terms.op(formula), Op::Forall(_) | Op::Exists(_) | Op::Lambda(_));
        if !is_binder || self.nesting == QUANTIFIER_DEPTH {
            return Err(refusal);
        }
        self.nesting += 1;
        let reach = Reach::new(terms, formula).ok_or(refusal)?;
        let root = terms.argument(formula, 0);
        let mut analysis = Analysis::new(self, formula, bounds);
        let shapes = analysis.run(&reach)?;
        let dependence = analysis.dependence;
        if !shapes.get(&root).is_some_and(|shape| shape.is_steady()) {
            return Err(refusal);
        }
        self.nesting -= 1;
        let body = Body::new(self, root, &reach, &shapes);
        let variables = reach.variables().iter().enumerate();
        let places = variables.map(|(place, bound)| (*bound, place)).collect();
        let attempts = HashMap::new();
        Ok((Quantified { formula, dependence, places, attempts, reach }, body))
    }
}

impl Quantified {
    /// Up to `most` values for the variables of this quantified formula or one within that decide
    /// it. Its free variables have values.
    fn search(
        &mut self,
        evaluator: &mut Evaluator<'_>,
        body: &mut Body,
        formula: Term,
        most: usize,
    ) -> Result<Vec<Vec<(Bound, Value)>>, EvaluateError> {
        let attempts = self.attempts(evaluator, formula)?;
        let mut search = Search { quantified: self, evaluator, body, formula, most };
        let mut found = Vec::new();
        for attempt in attempts.iter() {
            let plans = &attempt.plans;
            if plans.iter().any(|plan| search.body.variable(plan.place).is_some()) {
                // A variable that is bound within the scope of itself.
                return Err(EvaluateError::Quantifier(search.quantified.formula));
            }
            if search.try_values(&attempt.cube, plans, &mut found)? {
                break;
            }
        }
        Ok(found)
    }

    /// The value of a term of the body, if it is decided.
    pub(super) fn value(
        &mut self,
        evaluator: &mut Evaluator<'_>,
        body: &mut Body,
        term: Term,
    ) -> Result<Option<Value>, EvaluateError> {
        body.value(evaluator, term, &mut |body, evaluator, formula| {
            if evaluator.nesting == QUANTIFIER_DEPTH {
                return Err(EvaluateError::Quantifier(formula));
            }
            evaluator.nesting += 1;
            let is_decided = !self.search(evaluator, body, formula, 1)?.is_empty();
            evaluator.nesting -= 1;
            Ok(is_decided == matches!(evaluator.terms.op(formula), Op::Exists(_)))
        })
    }

    /// The values of a formula's variables; those that do not matter have default values.
    fn assignment(
        &self,
        evaluator: &mut Evaluator<'_>,
        body: &Body,
        formula: Term,
    ) -> Vec<(Bound, Value)> {
        let terms = evaluator.terms;
        let bounds = terms.quantified(formula).iter();
        let assigned = bounds.map(|bound| {
            let value = self.places.get(bound).and_then(|place| body.variable(*place));
            let sort = terms.bound_sort(*bound);
            (*bound, value.unwrap_or_else(|| evaluator.model.values.default_value(terms, sort)))
        });
        assigned.collect()
    }

    /// How values are found for the variables of a formula.
    fn attempts(
        &mut self,
        evaluator: &mut Evaluator<'_>,
        formula: Term,
    ) -> Result<Rc<[Attempt]>, EvaluateError> {
        if let Some(attempts) = self.attempts.get(&formula) {
            return Ok(attempts.clone());
        }
        let terms = evaluator.terms;
        let goal = matches!(terms.op(formula), Op::Exists(_));
        let (block, inner) = self.bound_by(terms, formula);
        let mut attempts = Vec::new();
        for cube in cubes(terms, terms.argument(formula, 0), goal, &self.reach) {
            let block = order(&cube, &block, &self.reach);
            let plans: Result<Vec<Plan>, EvaluateError> = (0..block.len())
                .map(|position| Plan::new(self, evaluator, &block[position..], &inner))
                .collect();
            attempts.push(Attempt { cube, plans: plans? });
        }
        let attempts: Rc<[Attempt]> = attempts.into();
        self.attempts.insert(formula, attempts.clone());
        Ok(attempts)
    }

    /// The variables that a formula binds, and those that are bound within it.
    fn bound_by(&self, terms: &Terms, formula: Term) -> (Vec<Place>, Vec<Place>) {
        let place = |bound: &Bound| self.places.get(bound).copied();
        let block = match terms.op(formula) {
            Op::Forall(binder) | Op::Exists(binder) | Op::Lambda(binder) => {
                terms.binder(binder).iter().filter_map(place).collect()
            }
            _ => Vec::new(),
        };
        let mut inner: Vec<Place> = Vec::new();
        for term in self.reach.dependent(terms, terms.argument(formula, 0)) {
            inner.extend(terms.quantified(term).iter().filter_map(place));
        }
        inner.sort_unstable();
        inner.dedup();
        (block, inner)
    }

    /// The variable of a lambda, its domain, and the values to try for it.
    pub(super) fn index(
        &mut self,
        evaluator: &mut Evaluator<'_>,
    ) -> Result<(Place, Domain, Rc<[Value]>), EvaluateError> {
        let (block, inner) = self.bound_by(evaluator.terms, self.formula);
        let plan = Plan::new(self, evaluator, &block, &inner)?;
        if plan.period > 1 {
            // Such an array is not constant on finitely many intervals.
            return Err(EvaluateError::Quantifier(self.formula));
        }
        let domain = self.dependence.variables[plan.place].domain;
        Ok((plan.place, domain, plan.standing))
    }

    /// Is the value of a variable one at which what is said of it changes?
    pub(super) fn is_point(&self, evaluator: &Evaluator<'_>, place: Place, value: Value) -> bool {
        let variable = &self.dependence.variables[place];
        match evaluator.model.values.as_number(value) {
            Some(number) => variable.cuts.contains(number),
            None => variable.points.contains(&value),
        }
    }
}

/// The search for values that decide one formula.
struct Search<'q, 'e, 'a> {
    quantified: &'q mut Quantified,
    evaluator: &'e mut Evaluator<'a>,
    body: &'q mut Body,
    formula: Term,
    most: usize,
}

impl Search<'_, '_, '_> {
    /// Tries values for the variable of the first plan, then for those of the others. Are enough
    /// found?
    fn try_values(
        &mut self,
        cube: &[Literal],
        plans: &[Plan],
        found: &mut Vec<Vec<(Bound, Value)>>,
    ) -> Result<bool, EvaluateError> {
        let mut is_open = false;
        for (literal, goal) in cube {
            match self.quantified.value(self.evaluator, self.body, *literal)? {
                None => is_open = true,
                Some(value) if (value == Value::TRUE) == *goal => {}
                Some(_) => return Ok(false),
            }
        }
        if !is_open {
            let assignment = self.quantified.assignment(self.evaluator, self.body, self.formula);
            if !found.contains(&assignment) {
                found.push(assignment);
            }
            return Ok(found.len() >= self.most);
        }
        let Some((plan, plans)) = plans.split_first() else {
            return Err(EvaluateError::Quantifier(self.quantified.formula));
        };
        let more = plan.more_values(&self.quantified.dependence, self.evaluator, self.body)?;
        for value in plan.standing.iter().chain(&more) {
            self.evaluator.effort.spend(1)?;
            self.body.assign(plan.place, Some(*value));
            if self.try_values(cube, plans, found)? {
                self.body.assign(plan.place, None);
                return Ok(true);
            }
        }
        self.body.assign(plan.place, None);
        Ok(false)
    }
}
