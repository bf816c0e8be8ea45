//! Interpolants between parts of a check that was answered `unsat`.
//!
//! No interpolant is told before the checker has accepted both of its proofs, and before its symbols were looked at.

use std::collections::HashSet;

use buttress_checker::smt::check_proof;
use buttress_interpolant::{Failure, sequence};
use buttress_logic::{Function, Op, Term, Terms, Walk, print_shared};

use super::repl::{Repl, Response};

impl Repl {
    /// `(get-interpolants P Q …)`
    pub(super) fn get_interpolants(&mut self, parts: &[Vec<String>]) -> Response {
        if let Err(answer) =
            self.allowed(":produce-interpolants").and_then(|()| self.after("unsat"))
        {
            return answer;
        }
        let mut formulas = Vec::new();
        for names in parts {
            match self.named_assertions(names) {
                Ok(part) => formulas.push(part),
                Err(answer) => return answer,
            }
        }
        let budget = self.budget();
        let found = match sequence(&mut self.terms, &formulas, &budget) {
            Ok(found) => found,
            Err(Failure::Unknown(reason)) => {
                let reason = reason.display(&self.terms).to_string();
                return Response::Refused(format!("no interpolant was found: {reason}"));
            }
            Err(failure) => return Response::Refused(failure.to_string()),
        };
        let check = self.last.as_ref().map_or(0, |checked| checked.report.number);
        let mut interpolants: Vec<Term> = Vec::new();
        for (place, interpolant) in found.iter().enumerate() {
            let formula = interpolant.formula;
            let first: Vec<Term> =
                interpolants.last().into_iter().chain(&formulas[place]).copied().collect();
            let second: Vec<Term> = formulas[place + 1..].concat();
            let denied = self.terms.not(formula);
            let sides = [
                (&first, denied, &interpolant.follows),
                (&second, formula, &interpolant.contradicts),
            ];
            for (side, more, proof) in sides {
                let inputs = side.iter().copied().chain([more]);
                if let Err(rejection) = check_proof(&mut self.terms, inputs, check, proof) {
                    self.figures.rejected += 1;
                    return Response::Refused(format!(
                        "an interpolant was found, but the checker says: {rejection}"
                    ));
                }
            }
            let common = &symbols(&self.terms, &first) & &symbols(&self.terms, &second);
            if !symbols(&self.terms, &[formula]).is_subset(&common) {
                return Response::Refused("an interpolant speaks of local symbols".to_owned());
            }
            interpolants.push(formula);
        }
        let texts: Vec<String> =
            interpolants.iter().map(|it| print_shared(&self.terms, *it)).collect();
        Response::Text(format!("({})", texts.join("\n ")))
    }

    /// The assertions with these names.
    fn named_assertions(&self, names: &[String]) -> Result<Vec<Term>, Response> {
        let mut formulas = Vec::new();
        for name in names {
            let named = self.script.assertions().iter();
            let named = named.filter(|assertion| assertion.name.as_ref() == Some(name));
            let before = formulas.len();
            formulas.extend(named.map(|assertion| assertion.formula));
            if formulas.len() == before {
                let hint = format!("write `(assert (! … :named {name}))`");
                return Err(Response::Refused(format!("no assertion is named {name}; {hint}")));
            }
        }
        Ok(formulas)
    }
}

/// The functions and constants that occur in formulas.
fn symbols(terms: &Terms, formulas: &[Term]) -> HashSet<Function> {
    let (mut found, mut walk) = (HashSet::new(), Walk::of(formulas));
    while let Some(term) = walk.step() {
        if let Op::Apply(function) = terms.op(term) {
            found.insert(function);
        }
        walk.enter(terms.arguments(term));
    }
    found
}
