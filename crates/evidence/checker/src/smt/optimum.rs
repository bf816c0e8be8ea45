//! Evidence that values are the best: a model, a proof that nothing is better, and where no model has the value, a
//! family of models that comes near or goes far.
//!
//! Objectives count in order. With I the assertions and assumptions of the check, and the equations of all earlier
//! objectives with their values,
//!
//! - a value v is *attained*: the model has it, and I with `t better than v` is refuted;
//! - v is *open*: I with `t as good as v` is refuted, and all members of a family are models of I whose values come as near to v
//!   as one likes;
//! - there is no bound: all members of a family are models of I, and their values grow without end.
//!
//! A family: every constant c of Int or Real is M(c) + d(c)·k, with the value M(c) of the model and the
//! slope d(c), and every constant of Bool is what it is in the model. Its proof refutes `0 ≤ k` (and
//! `k < 1`, if the value is open) with `not (and I)`, I being about the members. Other symbols may mean anything there.

mod family;
mod text;

use std::collections::HashMap;

use buttress_budget::Budget;
use buttress_formats::smtlib::{Objective, Script};
use buttress_logic::{Sort, Term, Terms};
use buttress_numeric::Rational;

use super::about::is_about;
use super::rejection::{OptimumFlaw, SmtRejection};
use super::verdict::Sat;
use super::verify::Verifier;
use super::{model, read};
use family::Family;
use text::{Claim, Claims};

pub use text::check_of;

/// A script at a check, with what evidence is checked against.
struct Optimality<'a> {
    script: &'a mut Script,
    terms: &'a mut Terms,
    check: usize,
    budget: &'a Budget,
}

/// Checks the evidence; the script is at the check that it is about.
pub fn check(
    script: &mut Script,
    terms: &mut Terms,
    assumptions: &[Term],
    check: usize,
    text: &[u8],
    budget: &Budget,
) -> Result<Sat, SmtRejection> {
    let claims = Claims::read(text)?;
    let objectives: Vec<Objective> = script.objectives().to_vec();
    if claims.values.len() != objectives.len() {
        return Err(flaw(0, OptimumFlaw::Count(objectives.len())));
    }
    is_about(script, check, model::check_of(claims.model))?;
    let constants = constants(script, terms);
    let objective_terms = objectives.iter().map(|objective| objective.term);
    let wanted: Vec<Term> = objective_terms.chain(constants.iter().copied()).collect();
    let (mut sat, found) =
        model::evaluate(script, terms, assumptions, &wanted, claims.model, budget)?;
    let (values, constant_values) = found.split_at(objectives.len());
    let constants: HashMap<Term, _> =
        constants.into_iter().zip(constant_values.iter().cloned()).collect();
    let asserted = script.assertions().iter().map(|assertion| assertion.formula);
    let mut inputs: Vec<Term> = asserted.chain(assumptions.iter().copied()).collect();
    let mut optimality = Optimality { script, terms, check, budget };
    let mut is_defined = true;
    for (place, (objective, claim)) in (1..).zip(objectives.iter().zip(&claims.values)) {
        let is_claimed = !matches!(claim, Claim::Undefined);
        if is_claimed != is_defined {
            return Err(flaw(place, OptimumFlaw::Order));
        }
        let bound = claims.part("bound", place);
        match claim {
            Claim::Undefined => continue,
            Claim::Attained(value) => {
                if values[place - 1].number() != Some(value) {
                    return Err(flaw(place, OptimumFlaw::Value));
                }
                let better = optimality.bound(objective, value, true);
                optimality.refuted(place, &inputs, better, bound)?;
                let numeral = optimality.numeral(objective, value);
                inputs.push(optimality.terms.equal(objective.term, numeral));
            }
            Claim::Open(value) => {
                let as_good = optimality.bound(objective, value, false);
                optimality.refuted(place, &inputs, as_good, bound)?;
                let family = Family::of(&claims, place, &constants, optimality.script)?;
                family.check(&mut optimality, &inputs, objective, Some(value))?;
                is_defined = false;
            }
            Claim::Unbounded => {
                let family = Family::of(&claims, place, &constants, optimality.script)?;
                family.check(&mut optimality, &inputs, objective, None)?;
                is_defined = false;
            }
        }
        sat.objectives += 1;
    }
    Ok(sat)
}

impl Optimality<'_> {
    fn numeral(&mut self, objective: &Objective, value: &Rational) -> Term {
        let sort = self.terms.sort_of(objective.term);
        self.terms.numeral(value, sort)
    }

    /// The objective is better than a value, or as good.
    fn bound(&mut self, objective: &Objective, value: &Rational, is_strict: bool) -> Term {
        let numeral = self.numeral(objective, value);
        let (low, high) = match objective.is_maximum {
            true => (numeral, objective.term),
            false => (objective.term, numeral),
        };
        match is_strict {
            true => self.terms.less(low, high),
            false => self.terms.less_equal(low, high),
        }
    }

    /// Refutes the inputs with one more.
    fn refuted(
        &mut self,
        place: usize,
        inputs: &[Term],
        more: Term,
        proof: Option<&[u8]>,
    ) -> Result<(), SmtRejection> {
        let proof = proof.ok_or(flaw(place, OptimumFlaw::Missing("bound")))?;
        self.replay(inputs.iter().copied().chain([more]), &HashMap::new(), proof)
    }

    fn replay(
        &mut self,
        inputs: impl Iterator<Item = Term>,
        scope: &HashMap<String, Term>,
        proof: &[u8],
    ) -> Result<(), SmtRejection> {
        is_about(self.script, self.check, read::check_of(proof))?;
        let mut verifier = Verifier::new(self.terms, inputs).within(self.budget);
        read::replay_in(proof, self.script, scope, &mut verifier).map(drop)
    }
}

/// The constants in scope that a family speaks of.
fn constants(script: &Script, terms: &mut Terms) -> Vec<Term> {
    let mut constants = Vec::new();
    for function in script.functions() {
        let is_plain =
            matches!(terms.function_result(*function), Sort::BOOL | Sort::INT | Sort::REAL);
        if is_plain && terms.function_arguments(*function).is_empty() {
            constants.push(terms.apply(*function, &[]));
        }
    }
    constants
}

fn flaw(objective: usize, flaw: OptimumFlaw) -> SmtRejection {
    SmtRejection::Optimum { objective, flaw }
}
