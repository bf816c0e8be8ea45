//! Every answer is certified here before anybody hears of it.
//!
//! The certifier follows the script with a reading of its own: names, terms and assertions are made again
//! from the text of each command, so that what the solver did to its terms cannot help it. The
//! evidence is certified as it is written, because that is what a user is given.

use std::collections::{BTreeMap, HashSet};

use buttress_budget::{Budget, Exhausted};
use buttress_certificate::smt::{self, Proof, Step, write_optimum};
use buttress_checker::smt::{SmtRejection, check_sat_in, check_unsat_in};
use buttress_decide::{Refutation, UnknownReason, Verdict};
use buttress_formats::smtlib::{Command, Reading, Script, Sexpr, long_numeral};
use buttress_logic::{Model, Term, Terms, print_model};
use buttress_optimum::Found;

use super::objective;
use super::quote::string;
use super::report::{CheckStatus, ModelShown, ProofShown, Unknown};
use super::settings::Settings;
use crate::no_answer::UnknownKind;
use buttress_present::formulas::{picture, table};

/// Judges answers to one script.
pub(super) struct Certifier {
    script: Script,
    terms: Terms,
    /// The assumptions of the check that the script stands at.
    assumptions: Vec<Term>,
    checks: usize,
}

/// An answer after judgement.
pub(super) struct Certified {
    pub(super) status: CheckStatus,
    pub(super) model: Option<Model>,
    /// The assertions and assumptions that a refutation used.
    pub(super) core: Vec<Term>,
}

impl Certifier {
    pub(super) fn new(reading: Reading) -> Certifier {
        let (script, terms) = (Script::new().with_reading(reading), Terms::new());
        Certifier { script, terms, assumptions: Vec::new(), checks: 0 }
    }

    /// Reads a command that the REPL has read, also one that it has refused: evidence names
    /// variables and quantifiers by numbers, and the parts of a command that fails late have some.
    pub(super) fn follow(&mut self, sexpr: &Sexpr) {
        // It reads the same text by the same rules; should only one of them fail, evidence will not
        // stand.
        match self.script.command(&mut self.terms, sexpr) {
            Ok(Command::CheckSat) => {
                self.checks += 1;
                self.assumptions.clear();
            }
            Ok(Command::CheckSatAssuming(assumptions)) => {
                self.checks += 1;
                self.assumptions = assumptions;
            }
            _ => {}
        }
    }

    /// Which check of the script, from 1, it stands at.
    pub(super) fn check(&self) -> usize {
        self.checks
    }

    /// The verdict of the solver, if its evidence stands.
    pub(super) fn accept(
        &mut self,
        verdict: Verdict,
        found: &[Found],
        script: &Script,
        terms: &mut Terms,
        settings: &Settings,
    ) -> Certified {
        match verdict {
            Verdict::Sat(model) => self.accept_sat(*model, found, script, terms, settings),
            Verdict::Unsat(refutation) => self.accept_unsat(&refutation, script, terms, settings),
            Verdict::Unknown(reason) => {
                let status = CheckStatus::Unknown(unknown(&reason, terms));
                Certified { status, model: None, core: Vec::new() }
            }
        }
    }

    fn accept_sat(
        &mut self,
        mut model: Model,
        found: &[Found],
        script: &Script,
        terms: &mut Terms,
        settings: &Settings,
    ) -> Certified {
        let (check, functions) = (self.checks, script.functions().to_vec());
        let text = print_model(terms, &mut model, &functions);
        let evidence = format!("; buttress model of check {check}\n{text}\n");
        let mut evidence = read_as(settings.reading, evidence);
        if !found.is_empty() {
            let write = |text| read_as(settings.reading, text);
            let claims = objective::claims(found, terms, &functions, write, check);
            evidence = read_as(settings.reading, write_optimum(check, &evidence, &claims));
        }
        let objectives = objective::shown(found, terms, script.objectives());
        if let Some(why) = long_numeral(evidence.as_bytes()) {
            return withheld("sat", &why);
        }
        if settings.check {
            let budget = Budget::new(settings.limits.clone());
            let Certifier { script, terms, assumptions, .. } = self;
            let checked =
                check_sat_in(script, terms, assumptions, check, evidence.as_bytes(), &budget);
            if let Err(SmtRejection::Exhausted(exhausted)) = checked {
                return open(exhausted, terms);
            }
            match checked {
                Err(rejection) if rejection.is_limit() => {
                    return withheld("sat", &rejection.to_string());
                }
                Err(rejection) => return rejected("sat", rejection.to_string(), evidence),
                Ok(_) => {}
            }
        }
        let table = settings.tables.then(|| table(terms, &mut model, &functions));
        let picture = settings.pictures.then(|| {
            let formulas = script.assertions().iter().map(|assertion| assertion.formula);
            picture(terms, &mut model, &functions, &formulas.collect::<Vec<Term>>())
        });
        let is_checked = settings.check;
        let shown = ModelShown { text, evidence, table, picture, objectives, is_checked };
        Certified { status: CheckStatus::Sat(shown), model: Some(model), core: Vec::new() }
    }

    fn accept_unsat(
        &mut self,
        refutation: &Refutation,
        script: &Script,
        terms: &Terms,
        settings: &Settings,
    ) -> Certified {
        let Refutation { proof, core } = refutation;
        let none = Proof::default();
        let proof = proof.as_ref().unwrap_or(&none);
        let evidence = read_as(settings.reading, smt::write(proof, terms, self.checks));
        if let Some(why) = long_numeral(evidence.as_bytes()) {
            return withheld("unsat", &why);
        }
        if settings.check {
            let budget = Budget::new(settings.limits.clone());
            let Certifier { script, terms, assumptions, checks } = self;
            let checked =
                check_unsat_in(script, terms, assumptions, *checks, evidence.as_bytes(), &budget);
            if let Err(SmtRejection::Exhausted(exhausted)) = checked {
                return open(exhausted, terms);
            }
            match checked {
                Err(rejection) if rejection.is_limit() => {
                    return withheld("unsat", &rejection.to_string());
                }
                Err(rejection) => return rejected("unsat", rejection.to_string(), evidence),
                Ok(_) => {}
            }
        }
        // Of several names for one formula, one is enough.
        let mut unnamed: HashSet<Term> = core.iter().copied().collect();
        let names = script.assertions().iter().filter_map(|assertion| {
            let name = assertion.name.as_ref()?;
            unnamed.remove(&assertion.formula).then(|| name.clone())
        });
        let mut names: Vec<String> = names.collect();
        // The formulas of one command stand beside each other.
        names.dedup();
        let mut rules = BTreeMap::new();
        for step in &proof.steps {
            let name = match step {
                Step::Axiom { rule, .. } => rule.name(),
                Step::Derived { .. } => "propagation",
            };
            *rules.entry(name).or_default() += 1;
        }
        let (steps, is_checked) = (proof.steps.len(), settings.check);
        let shown = ProofShown { evidence, core: names, steps, rules, is_checked };
        Certified { status: CheckStatus::Unsat(shown), model: None, core: core.clone() }
    }
}

/// Evidence that says in its first line how the script is read.
fn read_as(reading: Reading, mut evidence: String) -> String {
    if reading != Reading::PLAIN
        && let Some(end) = evidence.find('\n')
    {
        evidence.insert_str(end, &format!(" {}", reading.text()));
    }
    evidence
}

/// An answer that cannot be checked is none.
fn withheld(claimed: &str, why: &str) -> Certified {
    let text = format!("{claimed}, but {why}");
    let kind = UnknownKind::Uncertified;
    let unknown = Unknown { kind, keyword: string(&text), text, out_of_fragment: None };
    Certified { status: CheckStatus::Unknown(unknown), model: None, core: Vec::new() }
}

fn rejected(claimed: &'static str, why: String, evidence: String) -> Certified {
    let status = CheckStatus::Rejected { claimed, why, evidence };
    Certified { status, model: None, core: Vec::new() }
}

/// No answer, for the check of it met a limit.
fn open(exhausted: Exhausted, terms: &Terms) -> Certified {
    let status = CheckStatus::Unknown(unknown(&UnknownReason::Exhausted(exhausted), terms));
    Certified { status, model: None, core: Vec::new() }
}

fn unknown(reason: &UnknownReason, terms: &Terms) -> Unknown {
    let text = reason.display(terms).to_string();
    let keyword = match reason {
        UnknownReason::Exhausted(Exhausted::Time) => "timeout".to_owned(),
        UnknownReason::Exhausted(Exhausted::Memory) => "memout".to_owned(),
        UnknownReason::Exhausted(Exhausted::Interrupt) => "interrupted".to_owned(),
        UnknownReason::Exhausted(Exhausted::Effort) => "resourceout".to_owned(),
        UnknownReason::Nonlinear(_)
        | UnknownReason::Quantifier(_)
        | UnknownReason::Outside(..)
        | UnknownReason::Incomplete(_) => string(&text),
    };
    Unknown { kind: reason.into(), keyword, text, out_of_fragment: None }
}
