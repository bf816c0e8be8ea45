//! Families of models along a line.

use std::collections::HashMap;

use buttress_formats::smtlib::{Objective, Script};
use buttress_logic::{Function, Op, Sort, Term};
use buttress_numeric::Rational;

use super::super::form::LinearForms;
use super::super::model::ModelValue;
use super::super::monomial::Monomials;
use super::super::rejection::{OptimumFlaw, SmtRejection};
use super::text::Claims;
use super::{Optimality, flaw};
use crate::substitute::substitute;

/// The name of k in proofs.
const PARAMETER: &str = "@k";

/// A family as it is claimed.
pub struct Family<'a> {
    place: usize,
    /// The constants, with their values in the model.
    constants: &'a HashMap<Term, ModelValue>,
    slopes: HashMap<Function, Rational>,
    proof: &'a [u8],
}

impl<'a> Family<'a> {
    /// The family that is claimed for the objective at a place.
    pub fn of(
        claims: &Claims<'a>,
        place: usize,
        constants: &'a HashMap<Term, ModelValue>,
        script: &Script,
    ) -> Result<Family<'a>, SmtRejection> {
        let proof = claims.part("family", place);
        let proof = proof.ok_or(flaw(place, OptimumFlaw::Missing("family")))?;
        let mut slopes = HashMap::new();
        for (_, constant, slope) in claims.slopes.iter().filter(|(of, ..)| *of == place) {
            let function = script.functions().get(*constant);
            let function = function.ok_or(flaw(place, OptimumFlaw::Slope(*constant)))?;
            slopes.insert(*function, slope.clone());
        }
        Ok(Family { place, constants, slopes, proof })
    }

    /// Are all members models of the inputs, and do their values come near to a limit, or grow without end?
    pub fn check(
        &self,
        optimality: &mut Optimality<'_>,
        inputs: &[Term],
        objective: &Objective,
        limit: Option<&Rational>,
    ) -> Result<(), SmtRejection> {
        // Towards a limit k is a rational, and integers stay; without end k is a natural number.
        let sort = if limit.is_some() { Sort::REAL } else { Sort::INT };
        let parameter = optimality.terms.declare_function(PARAMETER, &[], sort);
        let k = optimality.terms.apply(parameter, &[]);
        let mut members = HashMap::new();
        for (constant, value) in self.constants {
            members.insert(*constant, self.member(optimality, *constant, value, k)?);
        }
        let terms = &mut *optimality.terms;
        let members_of = |terms: &mut _, formula: &Term| substitute(terms, *formula, &members);
        let replaced: Vec<Term> = inputs.iter().map(|input| members_of(terms, input)).collect();
        let value = members_of(terms, &objective.term);
        let all = terms.and(&replaced);
        let some_false = terms.not(all);
        let zero = terms.numeral(&Rational::ZERO, sort);
        let mut given = vec![terms.less_equal(zero, k), some_false];
        if limit.is_some() {
            let one = terms.numeral(&Rational::ONE, sort);
            given.push(terms.less(k, one));
        }
        // What the objective is along the line: start + rate·k.
        let form = LinearForms::default().sum(terms, [(value, Rational::ONE)]);
        let [(variable, rate)] = form.terms() else {
            return Err(flaw(self.place, OptimumFlaw::Line));
        };
        let is_uphill = rate.is_positive() == objective.is_maximum;
        let is_there = limit.is_none_or(|limit| form.constant_part() + rate == *limit);
        if *variable != Monomials::variable(k) || !is_uphill || !is_there {
            return Err(flaw(self.place, OptimumFlaw::Line));
        }
        let scope = HashMap::from([(PARAMETER.to_owned(), k)]);
        optimality.replay(given.into_iter(), &scope, self.proof)
    }

    /// What a constant is in the member k.
    fn member(
        &self,
        optimality: &mut Optimality<'_>,
        constant: Term,
        value: &ModelValue,
        k: Term,
    ) -> Result<Term, SmtRejection> {
        let terms = &mut *optimality.terms;
        let sort = terms.sort_of(constant);
        let Op::Apply(function) = terms.op(constant) else {
            return Err(flaw(self.place, OptimumFlaw::Line));
        };
        let slope = self.slopes.get(&function).cloned().unwrap_or_default();
        let start = match value {
            ModelValue::Truth(truth) => return Ok(if *truth { Term::TRUE } else { Term::FALSE }),
            ModelValue::Number(number) => terms.numeral(number, sort),
            ModelValue::Other => return Err(flaw(self.place, OptimumFlaw::Line)),
        };
        if slope.is_zero() {
            return Ok(start);
        }
        let is_step = terms.sort_of(k) == Sort::INT && slope.is_integer();
        if sort == Sort::INT && !is_step {
            return Err(flaw(self.place, OptimumFlaw::Integer));
        }
        let k = match (sort, terms.sort_of(k)) {
            (Sort::REAL, Sort::INT) => terms.to_real(k),
            _ => k,
        };
        let slope = terms.numeral(&slope, sort);
        let change = terms.multiply(&[slope, k]);
        Ok(terms.add(&[start, change]))
    }
}
