//! Every answer is certified and judged here before anybody hears of it.

use std::fmt;

use buttress_affine::ranking::{Component, Ranking};
use buttress_budget::Budget;
use buttress_certificate::horn::{HornEvidence, HornEvidenceKind, write};
use buttress_checker::horn::{HornChecker, HornClaim};
use buttress_formats::smtlib::long_numeral;
use buttress_horn::{ClauseId, Derivation, Horn, Interpretation};
use buttress_logic::Terms;
use buttress_numbers_certify::{Failure, certify_ranking, minimise, with_queries};

use super::report::{FunctionsShown, Lasso, RankingShown, TerminationProof, TerminationStatus};
use super::search::TerminationAnswer;
use crate::limits::MINIMISE_INTERPRETATION_EFFORT;
use crate::no_answer::{NoAnswer, UnknownKind};
use crate::numbers::certified::{definitions, evident};
use crate::numbers::input::Input;
use crate::numbers::report::CheckFigures;
use crate::numbers::settings::Settings;
use buttress_present::numbers::DerivationShown;
use buttress_present::numbers::{Infix, names, parameter_names};

/// Judges answers on one file.
pub(super) struct Certifier<'a> {
    pub(super) input: &'a Input,
    /// The clauses of the file without its queries: what answers speak of.
    pub(super) horn: &'a Horn,
    /// The file as the checker has read it by itself.
    pub(super) checker: &'a HornChecker,
    pub(super) settings: &'a Settings,
}

/// Accepted evidence; none if nobody asked for it.
type Accepted = Option<(String, CheckFigures)>;

impl Certifier<'_> {
    /// What is told of an answer.
    pub(super) fn accept(&self, terms: &mut Terms, answer: TerminationAnswer) -> TerminationStatus {
        match answer {
            TerminationAnswer::Unknown(reason) => TerminationStatus::Unknown(reason),
            TerminationAnswer::Ends(ranking, known) => self.ends(terms, &ranking, &known),
            TerminationAnswer::ComesBack(derivation) => self.comes_back(terms, &derivation),
        }
    }

    fn ends(
        &self,
        terms: &mut Terms,
        ranking: &Ranking,
        known: &Interpretation,
    ) -> TerminationStatus {
        let mut known = known.clone();
        if self.settings.minimise {
            let budget =
                Budget::with_effort(self.settings.limits.clone(), MINIMISE_INTERPRETATION_EFFORT);
            let system = with_queries(terms, self.horn, ranking);
            known = minimise(terms, &system, &known, &budget);
        }
        let components = ranking.components.iter();
        let shown = TerminationProof {
            rankings: components.map(|it| self.shown(terms, it)).collect(),
            invariants: definitions(terms, self.horn, &known),
        };
        let kind = |this: &Self, terms: &mut Terms| {
            let budget = Budget::new(this.settings.limits.clone());
            let (file, number) = (&this.input.horn, |id| this.number(id));
            certify_ranking(terms, file, this.horn, number, ranking, known, &budget)
        };
        match self.certified(terms, "proved", kind) {
            Ok(accepted) => TerminationStatus::Proved(evident(shown, accepted)),
            Err(status) => status,
        }
    }

    fn comes_back(&self, terms: &mut Terms, derivation: &Derivation) -> TerminationStatus {
        let derivation = self.numbered(derivation);
        let (horn, lines) = (&self.input.horn, &self.input.lines);
        let steps = DerivationShown::of_steps(terms, horn, lines, &derivation);
        let shown = match steps.map_err(|error| error.to_string()).and_then(|derivation| {
            let start = start(&derivation).ok_or("no state comes back")?;
            Ok(Lasso { derivation, start })
        }) {
            Ok(shown) => shown,
            Err(why) => return TerminationStatus::Rejected { claimed: "false", why },
        };
        match self.certified(terms, "false", |_, _| Ok(HornEvidenceKind::Lasso(derivation))) {
            Ok(accepted) => TerminationStatus::False(evident(shown, accepted)),
            Err(status) => status,
        }
    }

    /// Makes evidence and has it checked, as it is written.
    fn certified(
        &self,
        terms: &mut Terms,
        claimed: &'static str,
        kind: impl FnOnce(&Self, &mut Terms) -> Result<HornEvidenceKind, Failure>,
    ) -> Result<Accepted, TerminationStatus> {
        if !self.settings.check {
            return Ok(None);
        }
        let rejected = |why: String| TerminationStatus::Rejected { claimed, why };
        let uncertified = |kind, why: &dyn fmt::Display| {
            TerminationStatus::Unknown(NoAnswer::new(kind, format!("{claimed}, but {why}")))
        };
        let kind = kind(self, terms).map_err(|failure| uncertified((&failure).into(), &failure))?;
        let evidence = HornEvidence { about: self.input.identity, kind };
        let evidence = write(&evidence, terms, &self.input.horn);
        if let Some(why) = long_numeral(evidence.as_bytes()) {
            return Err(uncertified(UnknownKind::Uncertified, &why));
        }
        let checked = self.checker.check(evidence.as_bytes());
        let checked = checked.map_err(|rejection| match rejection.is_limit() {
            true => uncertified(UnknownKind::Uncertified, &rejection),
            false => rejected(rejection.to_string()),
        })?;
        let is_claimed = match checked.claim() {
            HornClaim::Terminates { .. } => claimed == "proved",
            HornClaim::Loops { .. } => claimed == "false",
            HornClaim::Safe { .. } | HornClaim::Unsafe { .. } => false,
        };
        if !is_claimed {
            return Err(rejected("the evidence shows something else".to_owned()));
        }
        let figures = CheckFigures::of(checked.claim(), checked.statistics().obligations);
        Ok(Some((evidence, figures)))
    }

    /// The clause of the file.
    fn number(&self, id: ClauseId) -> ClauseId {
        let horn = &self.input.horn;
        let mut kept = horn.clause_ids().filter(|id| horn.clause(*id).head.is_some());
        kept.nth(id.index()).unwrap_or(id)
    }

    /// The derivation by the clauses of the file.
    fn numbered(&self, derivation: &Derivation) -> Derivation {
        let mut derivation = derivation.clone();
        for step in &mut derivation.steps {
            step.clause = self.number(step.clause);
        }
        derivation
    }

    /// The functions in words.
    fn shown(&self, terms: &Terms, component: &Component) -> RankingShown {
        let mut functions = Vec::new();
        for (place, predicate) in component.predicates.iter().enumerate() {
            let names = names(terms, self.horn, *predicate);
            let words = Infix::new(terms, &names);
            let arguments = &self.horn.predicate(*predicate).parameters;
            let levels = component.levels.iter().filter_map(|level| level.functions.get(place));
            let levels = levels.map(|function| {
                let parts = arguments.iter().copied().zip(&function.coefficients);
                words.form(parts, &function.constant)
            });
            functions.push(FunctionsShown {
                predicate: self.horn.predicate(*predicate).name.clone(),
                parameters: parameter_names(terms, self.horn, *predicate),
                levels: levels.collect(),
            });
        }
        let lines = component.clauses.iter().map(|id| self.number(*id).index());
        let lines = lines.filter_map(|place| self.input.lines.get(place).copied()).collect();
        RankingShown { functions, lines }
    }
}

/// The step that concludes first what the last one concludes again.
fn start(shown: &DerivationShown) -> Option<usize> {
    let (last, earlier) = shown.steps.split_last()?;
    let mut stack = last.premises.clone();
    let mut seen = vec![false; earlier.len()];
    while let Some(place) = stack.pop() {
        if std::mem::replace(seen.get_mut(place)?, true) {
            continue;
        }
        if earlier[place].state == last.state {
            return Some(place);
        }
        stack.extend(&earlier[place].premises);
    }
    None
}
