//! Every verdict is certified and judged here before anybody hears of it.

use std::fmt;

use buttress_budget::Budget;
use buttress_certificate::horn::Identity;
use buttress_checker::horn::{HornChecker, HornClaim};
use buttress_formats::chc::write_definitions;
use buttress_formats::smtlib::{Script, long_numeral};
use buttress_horn::{Horn, Interpretation, PredicateId, Verdict};
use buttress_logic::Terms;

use super::input::Question;
use super::report::{CheckFigures, Definition, Evident, Status};
use super::settings::Settings;
use buttress_numbers_certify::certify;
use buttress_present::numbers::DerivationShown;
use buttress_present::numbers::{Infix, Invariant, names, parameter_names, scenes};

use crate::limits::PLOT_EFFORT;
use crate::no_answer::{NoAnswer, UnknownKind};

/// Judges verdicts on one property.
pub(super) struct Certifier<'a> {
    pub(super) question: &'a Question,
    /// Knows the sorts of the file.
    pub(super) sorts: &'a Script,
    /// The file and the property.
    pub(super) about: Identity,
    /// The file as the checker has read it by itself.
    pub(super) checker: &'a HornChecker,
    pub(super) settings: &'a Settings,
}

/// Why a trace is not enough although it was found.
const BY_ZERO: &str = "the trace found divides by zero, or reads a field of another constructor, and \
                       SMT-LIB leaves open what that gives";

/// Accepted evidence; none if nobody asked for it.
type Accepted = Option<(String, CheckFigures)>;

impl Certifier<'_> {
    /// What is told of a verdict on the property.
    pub(super) fn accept(&self, terms: &mut Terms, verdict: Verdict) -> Status {
        let horn = &self.question.horn;
        match &verdict {
            Verdict::Unknown(reason) => Status::Unknown(reason.into()),
            Verdict::Safe(facts) => {
                let mut shown = definitions(terms, horn, facts);
                if self.settings.scenes {
                    add_scenes(terms, horn, facts, self.settings, &mut shown);
                }
                match self.certified(terms, &verdict) {
                    Ok(accepted) => Status::Proved(evident(shown, accepted)),
                    Err(status) => status,
                }
            }
            Verdict::Unsafe(derivation) => {
                let is_open = derivation.rests_on_choice(terms, horn);
                if is_open && !self.settings.check {
                    return by_zero();
                }
                let shown = match DerivationShown::of(terms, horn, &self.question.lines, derivation)
                {
                    Ok(shown) => shown,
                    Err(_) if is_open => return by_zero(),
                    Err(error) => return rejected("false", error.to_string()),
                };
                match self.certified(terms, &verdict) {
                    Ok(accepted) => Status::False(evident(shown, accepted)),
                    Err(_) if is_open => by_zero(),
                    Err(status) => status,
                }
            }
        }
    }

    /// Makes evidence and has it checked, as it is written.
    fn certified(&self, terms: &mut Terms, verdict: &Verdict) -> Result<Accepted, Status> {
        if !self.settings.check {
            return Ok(None);
        }
        let claimed = match verdict {
            Verdict::Safe(_) => "proved",
            _ => "false",
        };
        let budget = Budget::new(self.settings.limits.clone());
        let evidence =
            certify(terms, &self.question.horn, self.sorts, verdict, self.about, &budget)
                .map_err(|failure| uncertified((&failure).into(), claimed, &failure))?;
        if let Some(why) = long_numeral(evidence.as_bytes()) {
            return Err(uncertified(UnknownKind::Uncertified, claimed, &why));
        }
        let checked = self.checker.check(evidence.as_bytes());
        let checked = checked.map_err(|rejection| match rejection.is_limit() {
            true => uncertified(UnknownKind::Uncertified, claimed, &rejection),
            false => rejected(claimed, rejection.to_string()),
        })?;
        match (verdict, checked.claim()) {
            (Verdict::Safe(_), claim @ HornClaim::Safe { .. })
            | (Verdict::Unsafe(_), claim @ HornClaim::Unsafe { .. }) => {
                let figures = CheckFigures::of(claim, checked.statistics().obligations);
                Ok(Some((evidence, figures)))
            }
            _ => Err(rejected(claimed, "the evidence shows something else".to_owned())),
        }
    }
}

/// What is told, with its evidence.
pub(super) fn evident<T>(shown: T, accepted: Accepted) -> Evident<T> {
    let (evidence, checked) = accepted.unzip();
    Evident { shown, evidence, checked }
}

/// A trace that is not enough.
fn by_zero() -> Status {
    Status::Unknown(NoAnswer::new(UnknownKind::Choice, BY_ZERO))
}

/// A claim whose evidence could not be made, or is more than the checker can do.
fn uncertified(kind: UnknownKind, claimed: &str, why: &dyn fmt::Display) -> Status {
    Status::Unknown(NoAnswer::new(kind, format!("{claimed}, but {why}")))
}

fn rejected(claimed: &'static str, why: String) -> Status {
    Status::Rejected { claimed, why }
}

/// What each predicate stands for, in words and as SMT-LIB.
pub(super) fn definitions(
    terms: &mut Terms,
    horn: &Horn,
    facts: &Interpretation,
) -> Vec<Definition> {
    let texts = write_definitions(terms, horn, facts);
    let definition = |(predicate, text): (PredicateId, String)| {
        let names = names(terms, horn, predicate);
        Definition {
            name: horn.predicate(predicate).name.clone(),
            parameters: parameter_names(terms, horn, predicate),
            conjuncts: Infix::new(terms, &names).conjuncts(facts.of(predicate)),
            text,
            scene: None,
        }
    };
    horn.predicate_ids().zip(texts).map(definition).collect()
}

/// Gives each definition its scene: a conjunct is an invariant there.
fn add_scenes(
    terms: &mut Terms,
    horn: &Horn,
    facts: &Interpretation,
    settings: &Settings,
    definitions: &mut [Definition],
) {
    let mut found = Vec::new();
    for predicate in horn.predicate_ids() {
        let conjuncts = terms.conjuncts(facts.of(predicate)).into_iter();
        found.extend(conjuncts.map(|formula| Invariant { predicate, formula, excludes: None }));
    }
    let found: Vec<&Invariant> = found.iter().collect();
    // What is reached in a few steps is found soon, or not at all.
    let budget = Budget::with_effort(settings.limits.clone(), PLOT_EFFORT);
    let scenes = scenes(terms, horn, &found, settings.seed, &budget);
    for (definition, scene) in definitions.iter_mut().zip(scenes) {
        definition.scene = Some(scene);
    }
}
