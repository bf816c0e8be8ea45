//! Objectives of a script: asked for after `sat`, and told as z3 tells them.

use buttress_budget::Budget;
use buttress_certificate::smt::{self, ClaimedOptimum, ClaimedValue};
use buttress_decide::Verdict;
use buttress_formats::smtlib;
use buttress_logic::{Function, Term, Terms, print};
use buttress_numeric::Rational;
use buttress_optimum::{Asked, BestValue, Found, Objective, Sense, optimise};

use super::repl::Repl;

/// The best value of an objective, as it is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ObjectiveShown {
    /// The objective as it is written.
    pub text: String,
    /// Its best value: a number, near a number (`epsilon`), without bound (`oo`), or an interval if
    /// nothing is said.
    pub value: String,
}

impl Repl {
    /// The verdict of a check with the best values of the objectives, if there are any.
    pub(super) fn optimised(
        &mut self,
        verdict: Verdict,
        assumptions: &[Term],
        budget: &Budget,
    ) -> (Verdict, Vec<Found>) {
        let objectives: Vec<Objective> = self.script.objectives().iter().map(objective).collect();
        let model = match verdict {
            Verdict::Sat(model) if !objectives.is_empty() => model,
            verdict => return (verdict, Vec::new()),
        };
        let assertions = self.script.assertions().iter().map(|assertion| assertion.formula);
        let assertions: Vec<Term> = assertions.collect();
        let asked = Asked { assertions: &assertions, assumptions, objectives: &objectives };
        match optimise(&mut self.solver, &mut self.terms, &asked, model, budget) {
            Ok(optimum) => (Verdict::Sat(optimum.model), optimum.found),
            Err(reason) => (Verdict::Unknown(reason), Vec::new()),
        }
    }
}

fn objective(written: &smtlib::Objective) -> Objective {
    let sense = if written.is_maximum { Sense::Maximum } else { Sense::Minimum };
    Objective { term: written.term, sense }
}

/// What evidence claims of each objective; `check` is the number of the check, and `functions` are those in scope.
pub(super) fn claims(
    found: &[Found],
    terms: &Terms,
    functions: &[Function],
    write: impl Fn(String) -> String,
    check: usize,
) -> Vec<ClaimedOptimum> {
    let claim = |found: &Found| {
        let value = match &found.value {
            BestValue::Attained(value) => ClaimedValue::Attained(value.clone()),
            BestValue::Open(value) => ClaimedValue::Open(value.clone()),
            BestValue::Unbounded => ClaimedValue::Unbounded,
            BestValue::Undefined => ClaimedValue::Undefined,
        };
        let bound = found.bound.as_ref().map(|proof| write(smt::write(proof, terms, check)));
        let family = found.family.as_ref().map(|family| {
            let slopes = family.slopes.iter().filter_map(|(function, slope)| {
                let place = functions.iter().position(|known| known == function)?;
                Some((place, slope.clone()))
            });
            (slopes.collect(), write(smt::write(&family.proof, terms, check)))
        });
        ClaimedOptimum { value, bound, family }
    };
    found.iter().map(claim).collect()
}

/// The best values in words.
pub(super) fn shown(
    found: &[Found],
    terms: &mut Terms,
    objectives: &[smtlib::Objective],
) -> Vec<ObjectiveShown> {
    let mut all = Vec::new();
    for (found, objective) in found.iter().zip(objectives) {
        let sort = terms.sort_of(objective.term);
        let mut number = |value: &Rational| {
            let numeral = terms.numeral(value, sort);
            print(terms, numeral)
        };
        let value = match (&found.value, objective.is_maximum) {
            (BestValue::Attained(value), _) => number(value),
            (BestValue::Open(value), true) => {
                format!("(+ {} (* (- 1.0) epsilon))", number(value))
            }
            (BestValue::Open(value), false) => format!("(+ {} epsilon)", number(value)),
            (BestValue::Unbounded, true) => "oo".to_owned(),
            (BestValue::Unbounded, false) => "(* (- 1) oo)".to_owned(),
            (BestValue::Undefined, _) => "(interval (* (- 1) oo) oo)".to_owned(),
        };
        all.push(ObjectiveShown { text: objective.text.clone(), value });
    }
    all
}
