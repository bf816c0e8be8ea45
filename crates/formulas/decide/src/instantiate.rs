//! Instances that the candidate model violates.
//!
//! At a full assignment with which the theories agree, a candidate model is built by projection onto
//! the index sets. A quantified formula on which the assertions rest is then evaluated at the points
//! of the index sets, and each point at which it fails is an instance that the search has not seen,
//! for otherwise the model would satisfy it. If no point fails, the model is evaluated everywhere; a
//! formula inside the fragments then holds, and outside them the value at which it fails is itself an
//! instance, a limited number of times.

use std::collections::HashMap;

use buttress_budget::Exhausted;
use buttress_logic::{
    Bound, EvaluateError, Evaluator, Op, Rational, Sort, SortKind, Term, Terms, Value,
};
use buttress_theory::congruence::Node;

use crate::model::{self, Built};
use crate::quantifiers::is_forall;
use crate::search::Search;

/// How many instances of one formula are added at once.
const AT_ONCE: usize = 12;
/// If a formula has more tuples of points, they are not looked at one by one.
const FEW_TUPLES: u64 = 64;
/// Unless it cannot be evaluated otherwise.
const MANY_TUPLES: u64 = 4096;
/// How many values that no index set has may be tried in all.
const STRAYS: u32 = 400;
/// How many candidate models may fail while a formula outside the fragments is needed.
const ROUNDS: u32 = 200;
/// How many instances a check may give when such a formula is needed.
const INSTANCES: usize = 500;

/// What came of looking at quantified formulas.
pub(crate) enum Outcome {
    /// Terms were entered: the theories should look again.
    Again,
    /// Lemmas were given, or nothing is left to say.
    Done,
}

impl Search<'_> {
    /// Gives the witnesses and instances that the assignment lacks.
    pub(crate) fn quantify(&mut self) -> Result<Outcome, Exhausted> {
        self.theories.quantifiers.failed = None;
        let needed = self.theories.needed(self.terms);
        let mut is_any = false;
        for formula in &needed.existential {
            if !self.theories.quantifiers.is_witnessed(*formula) {
                self.theories.give_witness(self.terms, *formula);
                is_any = true;
            }
        }
        if is_any || needed.universal.is_empty() {
            return Ok(Outcome::Done);
        }
        if self.theories.refresh_candidates(self.terms) {
            return Ok(Outcome::Again);
        }
        let mut outside = needed.universal.iter().copied();
        if let Some(outside) = outside.find(|it| self.theories.violation(*it).is_some()) {
            self.theories.quantifiers.rounds += 1;
            let quantifiers = &self.theories.quantifiers;
            if quantifiers.rounds > ROUNDS || quantifiers.instance_count() > INSTANCES {
                self.theories.quantifiers.failed = Some(outside);
                return Ok(Outcome::Done);
            }
        }
        let Some(mut built) = model::build(self.terms, self.theories, 0) else {
            self.theories.quantifiers.failed = needed.universal.first().copied();
            return Ok(Outcome::Done);
        };
        for formula in &needed.universal {
            for values in self.violated_points(&mut built, *formula, FEW_TUPLES)? {
                is_any |= self.theories.give_instance(self.terms, *formula, values);
            }
        }
        if is_any {
            return Ok(Outcome::Done);
        }
        for formula in &needed.universal {
            let is_over = || self.budget.poll().is_err();
            let mut evaluator = Evaluator::new(self.terms, &mut built.model).polling(&is_over);
            let found = evaluator.counterexamples(*formula, AT_ONCE);
            self.budget.poll()?;
            let mut is_helped = false;
            let found = match found {
                Ok(found) if found.is_empty() => continue,
                Ok(found) => found,
                Err(_) => {
                    for values in self.violated_points(&mut built, *formula, MANY_TUPLES)? {
                        is_helped |= self.theories.give_instance(self.terms, *formula, values);
                    }
                    Vec::new()
                }
            };
            for values in &found {
                let tuple = self.nearest(&mut built, *formula, values);
                is_helped |= tuple
                    .is_some_and(|tuple| self.theories.give_instance(self.terms, *formula, tuple));
            }
            if is_helped {
                continue;
            }
            for values in &found {
                is_helped |= self.give_stray(&mut built, *formula, values);
            }
            if !is_helped {
                self.theories.quantifiers.failed = Some(*formula);
            }
        }
        if self.theories.quantifiers.failed.is_some() && self.compare_differences(&mut built) {
            self.theories.quantifiers.failed = None;
        }
        Ok(Outcome::Done)
    }

    /// Arrays of different classes may have one value in the candidate model, and then the model has one
    /// index for the differences of several pairs, while the classes have several. Asks the search
    /// whether such arrays are equal; answers whether there was something to ask.
    fn compare_differences(&mut self, built: &mut Built) -> bool {
        let congruence = &self.theories.graph.congruence;
        let is_over = || self.budget.poll().is_err();
        let mut evaluator = Evaluator::new(self.terms, &mut built.model).polling(&is_over);
        let mut known: HashMap<[Value; 2], (Node, [Node; 2])> = HashMap::new();
        let mut pairs: Vec<(Node, Node)> = Vec::new();
        for node in (0..congruence.len() as u32).map(Node) {
            let is_difference =
                matches!(self.terms.op(self.theories.graph.term(node)), Op::Difference);
            let &[left, right] = congruence.arguments(node) else { continue };
            if !is_difference {
                continue;
            }
            let mut value = |node: Node| evaluator.value(self.theories.graph.term(node));
            let (Ok(one), Ok(two)) = (value(left), value(right)) else { continue };
            match known.get(&[one, two]) {
                Some((other, others)) if !congruence.are_equal(*other, node) => {
                    pairs.extend(others.iter().copied().zip([left, right]));
                }
                Some(_) => {}
                None => {
                    known.insert([one, two], (node, [left, right]));
                }
            }
        }
        pairs.retain(|(left, right)| !congruence.are_equal(*left, *right));
        let atoms = self.theories.atoms.len();
        for (left, right) in pairs {
            let [left, right] = [left, right].map(|node| self.theories.graph.term(node));
            let equal = self.terms.equal(left, right);
            self.theories.enter_formula(self.terms, equal);
        }
        self.theories.atoms.len() > atoms
    }

    /// The points that values are projected to, as terms.
    fn nearest(
        &mut self,
        built: &mut Built,
        formula: Term,
        values: &[(Bound, Value)],
    ) -> Option<Vec<Term>> {
        let candidates = self.theories.quantifiers.candidates.as_ref()?;
        let mut tuple = Vec::new();
        for (bound, value) in values {
            let points = candidates.component(*bound).and_then(|it| built.points.get(it));
            tuple.push(match (built.model.values.as_number(*value), points) {
                (Some(number), Some(points)) if self.terms.bound_sort(*bound) == Sort::INT => {
                    let after = points.partition_point(|point| point.0 <= *number);
                    points.get(after.saturating_sub(1))?.1
                }
                _ => term_of(self.terms, built, *value)?,
            });
        }
        debug_assert_eq!(tuple.len(), self.terms.quantified(formula).len());
        Some(tuple)
    }

    /// An instance at values that need not be points.
    fn give_stray(&mut self, built: &mut Built, formula: Term, values: &[(Bound, Value)]) -> bool {
        if self.theories.quantifiers.stray >= STRAYS {
            return false;
        }
        let bounds = self.terms.quantified(formula).to_vec();
        let mut tuple = Vec::new();
        for bound in bounds {
            let value = values.iter().find(|(other, _)| *other == bound).map(|(_, value)| *value);
            let Some(term) = value.and_then(|value| term_of(self.terms, built, value)) else {
                return false;
            };
            tuple.push(term);
        }
        self.theories.quantifiers.stray += 1;
        self.theories.give_instance(self.terms, formula, tuple)
    }

    /// Points of the index sets at which a formula fails, as terms; none if there are too many to
    /// look at.
    fn violated_points(
        &mut self,
        built: &mut Built,
        formula: Term,
        most: u64,
    ) -> Result<Vec<Vec<Term>>, Exhausted> {
        let bounds = self.terms.quantified(formula).to_vec();
        let mut ranges: Vec<Vec<(Value, Term)>> = Vec::new();
        for place in 0..bounds.len() {
            ranges.push(self.range(built, formula, place));
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
        let mut evaluator = Evaluator::new(self.terms, &mut built.model).polling(&is_over);
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
                if found.len() >= AT_ONCE {
                    break;
                }
            }
        }
        Ok(found)
    }

    /// The points that the variable at a place of a formula ranges over, with terms for them.
    fn range(&mut self, built: &mut Built, formula: Term, place: usize) -> Vec<(Value, Term)> {
        let bound = self.terms.quantified(formula)[place];
        let sort = self.terms.bound_sort(bound);
        if sort == Sort::BOOL {
            return vec![(Value::FALSE, Term::FALSE), (Value::TRUE, Term::TRUE)];
        }
        let candidates = self.theories.quantifiers.candidates.as_ref();
        if sort == Sort::INT {
            let component = candidates.and_then(|candidates| candidates.component(bound));
            let points = component.and_then(|component| built.points.get(component));
            let points = points.into_iter().flatten();
            let mut range: Vec<(Value, Term)> = points
                .map(|(number, term)| (built.model.values.number(sort, number.clone()), *term))
                .collect();
            if range.is_empty() {
                // A variable that occurs nowhere: any number will do.
                let zero = self.terms.numeral(&Rational::ZERO, sort);
                range.push((built.model.values.number(sort, Rational::ZERO), zero));
            }
            return range;
        }
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
    let mut stack = vec![term];
    let mut seen: HashMap<Term, ()> = HashMap::new();
    while let Some(term) = stack.pop() {
        if matches!(terms.op(term), Op::Element(_)) {
            return false;
        }
        if seen.insert(term, ()).is_none() {
            stack.extend(terms.arguments(term));
        }
    }
    true
}
