//! The independent check of answers to SMT-LIB scripts: a proof for `unsat`, a model for `sat`.
//!
//! The script is read again, up to the check in question. A proof is then replayed clause by
//! clause (`docs/proof.md`): own congruence closure, own linear forms, sums and rounding, own unit
//! propagation. A model is evaluated on every assertion and assumption of the check.

mod about;
mod arith;
mod closure;
mod form;
mod free;
mod layer;
mod model;
mod monomial;
mod optimum;
pub(crate) mod read;
mod recursion;
mod rejection;
mod shape;
pub(crate) mod text;
mod values;
mod verdict;
pub(crate) mod verify;
mod written;

use buttress_budget::{Budget, Limits};
use buttress_certificate::smt::{Literal, Proof, Step};
use buttress_formats::smtlib::{Command, Reader, Reading, Script};
use buttress_logic::{Term, Terms};

use crate::{Checked, Statistics};
use about::is_about;
pub use rejection::{ClauseFlaw, LineFlaw, OptimumFlaw, Place, SmtRejection, TextFlaw};
pub use verdict::{Sat, SmtVerdict, Unsat};
use verify::Verifier;
use written::WrittenLiteral;

/// A script, kept as its text: every check reads it again.
pub struct SmtChecker<'a> {
    script: &'a [u8],
    reading: Reading,
    limits: Limits,
}

impl<'a> SmtChecker<'a> {
    /// A checker for the answers to one script.
    pub fn new(script: &'a [u8]) -> SmtChecker<'a> {
        SmtChecker { script, reading: Reading::PLAIN, limits: Limits::none() }
    }

    /// The same, with the script read in this way. Evidence that reads it in another way is
    /// rejected.
    #[must_use]
    pub fn with_reading(self, reading: Reading) -> SmtChecker<'a> {
        SmtChecker { reading, ..self }
    }

    /// The same, within these limits.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> SmtChecker<'a> {
        SmtChecker { limits, ..self }
    }

    /// Checks a proof or a model, which says itself of which check it is evidence.
    pub fn check(&self, evidence: &[u8]) -> Result<Checked<SmtVerdict>, SmtRejection> {
        if let Some((check, _)) = read::check_of(evidence) {
            return Ok(self.check_unsat(check, evidence)?.map(SmtVerdict::Unsat));
        }
        let found = optimum::check_of(evidence).or_else(|| model::check_of(evidence));
        match found {
            Some((check, _)) => Ok(self.check_sat(check, evidence)?.map(SmtVerdict::Sat)),
            None => Err(SmtRejection::NotEvidence),
        }
    }

    /// Checks a proof that the check with this number, from 1, has the answer `unsat`.
    pub fn check_unsat(&self, check: usize, proof: &[u8]) -> Result<Checked<Unsat>, SmtRejection> {
        let mut state = self.run_to(check)?;
        let budget = Budget::new(self.limits.clone());
        let State { script, terms, assumptions } = &mut state;
        check_unsat_in(script, terms, assumptions, check, proof, &budget)
    }

    /// Checks a model that shows that the check with this number, from 1, has the answer `sat`.
    pub fn check_sat(&self, check: usize, model: &[u8]) -> Result<Checked<Sat>, SmtRejection> {
        let mut state = self.run_to(check)?;
        let budget = Budget::new(self.limits.clone());
        let State { script, terms, assumptions } = &mut state;
        check_sat_in(script, terms, assumptions, check, model, &budget)
    }

    /// Runs the script to a check.
    fn run_to(&self, check: usize) -> Result<State, SmtRejection> {
        let script = Script::new().with_reading(self.reading);
        let mut state = State { script, terms: Terms::new(), assumptions: Vec::new() };
        let mut reader = Reader::of(self.script);
        let mut checks = 0;
        while let Some(command) = reader.next_command() {
            let command = command.map_err(SmtRejection::Script)?;
            let applied = state.script.command(&mut state.terms, &command);
            let assumptions = match applied.map_err(SmtRejection::Script)? {
                Command::CheckSat => Vec::new(),
                Command::CheckSatAssuming(assumptions) => assumptions,
                Command::Exit => break,
                _ => continue,
            };
            checks += 1;
            if checks == check {
                state.assumptions = assumptions;
                return Ok(state);
            }
        }
        Err(SmtRejection::NoCheck { check, checks })
    }
}

/// A script that has been run to a check.
struct State {
    script: Script,
    terms: Terms,
    assumptions: Vec<Term>,
}

/// Is the text a proof about formulas?
pub fn is_proof(text: &[u8]) -> bool {
    read::check_of(text).is_some()
}

/// Is the text a model of formulas, perhaps with evidence that it is the best?
pub fn is_model(text: &[u8]) -> bool {
    model::check_of(text).is_some() || optimum::check_of(text).is_some()
}

/// Checks a proof of `unsat` for a script that stands at its check with this number.
///
/// This is for interactive sessions, which need not read the whole script for each of many
/// answers; the caller answers for the state of the script.
pub fn check_unsat_in(
    script: &mut Script,
    terms: &mut Terms,
    assumptions: &[Term],
    check: usize,
    proof: &[u8],
    budget: &Budget,
) -> Result<Checked<Unsat>, SmtRejection> {
    is_about(script, check, read::check_of(proof))?;
    let assertions = script.assertions().iter().map(|assertion| assertion.formula);
    let inputs = assertions.chain(assumptions.iter().copied());
    let mut verifier = Verifier::new(terms, inputs).within(budget);
    Ok(accepted(read::replay(proof, script, &mut verifier)?, check))
}

/// Checks a model that shows `sat`, with the evidence that it is the best if there is some, for a script that stands at its check with this number: see
/// [`check_unsat_in`].
pub fn check_sat_in(
    script: &mut Script,
    terms: &mut Terms,
    assumptions: &[Term],
    check: usize,
    model: &[u8],
    budget: &Budget,
) -> Result<Checked<Sat>, SmtRejection> {
    if let Some(found) = optimum::check_of(model) {
        is_about(script, check, Some(found))?;
        let sat = optimum::check(script, terms, assumptions, check, model, budget)?;
        return Ok(accepted(sat, check));
    }
    is_about(script, check, model::check_of(model))?;
    let (sat, _) = model::evaluate(script, terms, assumptions, &[], model, budget)?;
    Ok(accepted(sat, check))
}

/// Checks a proof of `unsat` that has not been written down, over the store of its terms.
///
/// `inputs` are the assertions and assumptions of the check with this number.
pub fn check_proof(
    terms: &mut Terms,
    inputs: impl IntoIterator<Item = Term>,
    check: usize,
    proof: &Proof,
) -> Result<Checked<Unsat>, SmtRejection> {
    let mut unsat = Unsat::default();
    let mut verifier = Verifier::new(terms, inputs.into_iter());
    for (index, step) in proof.steps.iter().enumerate() {
        let (clause, rule) = match step {
            Step::Axiom { clause, rule } => (clause, rule.name()),
            Step::Derived { clause, .. } => (clause, "propagation"),
        };
        let clause: Vec<WrittenLiteral> = clause
            .iter()
            .map(|literal| {
                // The atom of a literal should be no negation; if it is, the literal is another.
                let proper = Literal::of(verifier.terms, literal.atom);
                let literal = if literal.is_positive { proper } else { proper.negated() };
                WrittenLiteral { literal, is_turned: false }
            })
            .collect();
        let accepted = match step {
            Step::Axiom { rule, .. } => {
                unsat.axioms += 1;
                verifier.axiom(&clause, rule)
            }
            Step::Derived { hints, .. } => {
                unsat.derived += 1;
                let hints: Vec<usize> = hints.iter().map(|hint| *hint as usize + 1).collect();
                verifier.derived(&clause, &hints)
            }
        };
        accepted.map_err(|flaw| SmtRejection::clause(index + 1, None, rule, flaw))?;
    }
    if !verifier.is_refuted() {
        return Err(SmtRejection::Unfinished { clauses: proof.steps.len() });
    }
    Ok(accepted(unsat, check))
}

fn accepted<T>(claim: T, check: usize) -> Checked<T> {
    Checked { claim, property: check, statistics: Statistics::default() }
}
