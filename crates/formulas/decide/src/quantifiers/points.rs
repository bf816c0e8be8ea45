//! The points at which a quantified formula is looked at, as values and as terms.

use buttress_arrays::Candidates;
use buttress_budget::{Budget, Exhausted};
use buttress_logic::{
    Bound, EvaluateError, Evaluator, Op, Rational, Sort, SortKind, Term, Terms, Value, Walk,
};

use super::instance::is_forall;
use crate::limits::INSTANCES_AT_ONCE;
use crate::model::Built;

/// A candidate model and its index sets.
pub(super) struct Points<'a> {
    pub(super) candidates: Option<&'a Candidates>,
    pub(super) terms: &'a mut Terms,
    pub(super) budget: &'a Budget,
    pub(super) built: &'a mut Built,
}

impl Points<'_> {
    /// The points that values are projected to, as terms.
    pub(super) fn nearest(
        &mut self,
        formula: Term,
        values: &[(Bound, Value)],
    ) -> Option<Vec<Term>> {
        let candidates = self.candidates?;
        let mut tuple = Vec::new();
        for (bound, value) in values {
            let points = candidates.component(*bound).and_then(|it| self.built.points.get(it));
            tuple.push(match (self.built.model.values.as_number(*value), points) {
                (Some(number), Some(points)) if self.terms.bound_sort(*bound) == Sort::INT => {
                    let after = points.partition_point(|point| point.0 <= *number);
                    points.get(after.saturating_sub(1))?.1
                }
                _ => term_of(self.terms, self.built, *value)?,
            });
        }
        debug_assert_eq!(tuple.len(), self.terms.quantified(formula).len());
        Some(tuple)
    }

    /// The values of a formula's variables as terms, which need not be points.
    pub(super) fn named(&mut self, formula: Term, values: &[(Bound, Value)]) -> Option<Vec<Term>> {
        let bounds = self.terms.quantified(formula).to_vec();
        let mut tuple = Vec::new();
        for bound in bounds {
            let (_, value) = values.iter().find(|(other, _)| *other == bound)?;
            tuple.push(term_of(self.terms, self.built, *value)?);
        }
        Some(tuple)
    }

    /// Points of the index sets at which a formula fails, as terms; none if there are too many to
    /// look at.
    pub(super) fn violated(
        &mut self,
        formula: Term,
        most: u64,
    ) -> Result<Vec<Vec<Term>>, Exhausted> {
        let bounds = self.terms.quantified(formula).to_vec();
        // Of many points no values are made.
        let points = bounds.iter().map(|bound| self.integers(*bound).len().max(1) as u64);
        if points.fold(1_u64, u64::saturating_mul) > most {
            return Ok(Vec::new());
        }
        let mut ranges: Vec<Vec<(Value, Term)>> = Vec::new();
        for place in 0..bounds.len() {
            ranges.push(self.range(formula, place));
        }
        let total = ranges.iter().map(|range| range.len() as u64);
        let total = total.fold(1_u64, u64::saturating_mul);
        if total > most {
            return Ok(Vec::new());
        }
        let body = self.terms.argument(formula, 0);
        let is_wanted = is_forall(self.terms, formula);
        let mut found = Vec::new();
        let is_over = || self.budget.poll().is_err();
        let mut evaluator = Evaluator::new(self.terms, &mut self.built.model).polling(&is_over);
        for number in 0..total {
            if number % 256 == 255 {
                self.budget.poll()?;
            }
            let mut rest = number;
            let mut tuple = Vec::new();
            for (bound, range) in bounds.iter().zip(&ranges) {
                let (value, term) = range[(rest % range.len() as u64) as usize];
                rest /= range.len() as u64;
                evaluator.bind(*bound, value);
                tuple.push(term);
            }
            let holds = evaluator.holds(body);
            if matches!(holds, Err(EvaluateError::Interrupted)) {
                self.budget.poll()?;
            }
            if matches!(holds, Ok(holds) if holds != is_wanted) {
                found.push(tuple);
                if found.len() >= INSTANCES_AT_ONCE {
                    break;
                }
            }
        }
        Ok(found)
    }

    /// The points of an integer variable.
    fn integers(&self, bound: Bound) -> &[(Rational, Term)] {
        let component = self.candidates.and_then(|candidates| candidates.component(bound));
        let points = component.and_then(|component| self.built.points.get(component));
        points.filter(|_| self.terms.bound_sort(bound) == Sort::INT).map_or(&[], Vec::as_slice)
    }

    /// The points that the variable at a place of a formula ranges over, with terms for them.
    fn range(&mut self, formula: Term, place: usize) -> Vec<(Value, Term)> {
        let bound = self.terms.quantified(formula)[place];
        let sort = self.terms.bound_sort(bound);
        if sort == Sort::BOOL {
            return vec![(Value::FALSE, Term::FALSE), (Value::TRUE, Term::TRUE)];
        }
        if sort == Sort::INT {
            let points = self.integers(bound).to_vec();
            let values = &mut self.built.model.values;
            let mut range: Vec<(Value, Term)> = points
                .into_iter()
                .map(|(number, term)| (values.number(sort, number), term))
                .collect();
            if range.is_empty() {
                // A variable that occurs nowhere: any number will do.
                let zero = self.terms.numeral(&Rational::ZERO, sort);
                range.push((values.number(sort, Rational::ZERO), zero));
            }
            return range;
        }
        let built = &mut *self.built;
        let mut named: Vec<(Value, Term)> = built
            .names
            .iter()
            .filter(|(_, term)| self.terms.sort_of(**term) == sort)
            .map(|(value, term)| (*value, *term))
            .collect();
        named.sort_by_key(|pair| pair.1);
        if named.is_empty() && matches!(self.terms.sort_kind(sort), SortKind::Uninterpreted { .. })
        {
            // Every sort has an element: a constant of which nothing is known.
            let value = built.model.values.default_value(self.terms, sort);
            named.push((value, self.terms.witness(formula, place)));
        }
        named
    }
}

/// A term that has a value in the model.
fn term_of(terms: &mut Terms, built: &mut Built, value: Value) -> Option<Term> {
    if let Some(term) = built.names.get(&value) {
        return Some(*term);
    }
    // An instance beside a term that is known says more than one at a number.
    let is_integer = built.model.values.sort_of(terms, value) == Sort::INT;
    let number = built.model.values.as_number(value).filter(|_| is_integer).cloned();
    if let Some(number) = number {
        for step in [Rational::ONE, Rational::MINUS_ONE] {
            let beside = built.model.values.number(Sort::INT, &number + &step);
            if let Some(term) = built.names.get(&beside) {
                let back = terms.numeral(&-&step, Sort::INT);
                return Some(terms.add(&[*term, back]));
            }
        }
    }
    built.model.values.term(terms, value).filter(|term| is_closed(terms, *term))
}

/// Is the term free of elements, which only models name?
fn is_closed(terms: &Terms, term: Term) -> bool {
    let mut walk = Walk::of(&[term]);
    while let Some(part) = walk.step() {
        if matches!(terms.op(part), Op::Element(_)) {
            return false;
        }
        walk.enter(terms.arguments(part));
    }
    true
}
