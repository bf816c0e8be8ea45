//! From the file of a system to the report on its properties.

use std::time::Instant;

use buttress_budget::Budget;
use buttress_checker::horn::HornChecker;
use buttress_horn::Verdict;
use buttress_logic::Terms;
use buttress_numbers_certify::minimise;
use buttress_numbers_reduce::has_structures;

use super::certified::Certifier;
use super::input::{Input, InputError, Question, unreadable};
use super::observer::{Event, Observer};
use super::portfolio::{self, Progress};
use super::reduced::Reduced;
use super::report::{Figures, PropertyReport, Report, Status};
use super::settings::{EngineKind, Settings};
use super::structures::{self, Answered, Watch};
use super::template::template;
use super::turn::{Counters, Engines};
use crate::limits::{LOCATE_EFFORT, MINIMISE_INTERPRETATION_EFFORT};
use crate::no_answer::NoAnswer;

/// Proves or refutes the properties of a system over numbers.
///
/// A property index in `settings` that the file does not have is ignored.
pub fn prove(
    bytes: &[u8],
    settings: &Settings,
    observer: &dyn Observer,
) -> Result<Report, InputError> {
    let start = Instant::now();
    let input = Input::read_all(bytes)?;
    // The checker reads the file by itself; that it can is known from the line before.
    let checker = HornChecker::new(bytes).map_err(unreadable)?;
    let contents = input.contents();
    let is_chosen =
        |index: &usize| settings.properties.as_ref().is_none_or(|some| some.contains(index));
    let chosen: Vec<usize> = (0..input.questions.len()).filter(is_chosen).collect();
    observer.notice(&Event::Loaded {
        predicates: contents.predicates,
        clauses: contents.clauses,
        properties: chosen.len(),
    });
    let mut properties = Vec::new();
    for index in chosen {
        let question = &input.questions[index];
        let accept = Certifier {
            question,
            sorts: &input.sorts,
            about: input.identity.with_property(index),
            checker: &checker,
            settings,
        };
        let property = answer(input.terms.clone(), &accept, index, observer, start)?;
        observer.notice(&Event::Answered(&property));
        properties.push(property);
    }
    Ok(Report { contents, properties, elapsed: start.elapsed() })
}

/// One property from its clauses to a judged verdict.
fn answer(
    mut terms: Terms,
    accept: &Certifier<'_>,
    index: usize,
    observer: &dyn Observer,
    start: Instant,
) -> Result<PropertyReport, InputError> {
    let (question, settings): (&Question, _) = (accept.question, accept.settings);
    let how = buttress_numbers_reduce::Settings {
        blocks: settings.reduce.then_some(0),
        ..Default::default()
    };
    let reduced = Reduced::of(&mut terms, &question.horn, &how);
    let small = reduced.horn();
    let counters = Counters::default();
    if has_structures(&terms, small) {
        let watch = Watch { property: index, observer, counters: &counters };
        let Answered { status, engine, checking } =
            structures::answer(&mut terms, accept, &reduced, &how, &watch)?;
        let figures = Figures {
            elapsed: start.elapsed(),
            checking: checking.elapsed(),
            samples: counters.samples(),
            found: counters.found(),
            depth: counters.depth(),
            predicates: small.predicates.len(),
            clauses: small.clauses.len(),
        };
        return Ok(PropertyReport { index, name: question.name.clone(), status, engine, figures });
    }
    let engines = |terms: &Terms, horn| -> Result<Engines<'_>, InputError> {
        let template = template(terms, horn, &settings.template)?;
        Ok(Engines { horn, settings, template, property: index, observer, counters: &counters })
    };
    let on_reduced = engines(&terms, small)?;
    let mut progress = Progress::none(&terms, &on_reduced);
    let mut opening = portfolio::begin(&on_reduced, &mut terms, &mut progress, &settings.limits);
    // Locations are only looked for where short turns have no answer.
    let located = match settings.reduce && opening.is_none() {
        true => {
            let budget = Budget::with_effort(settings.limits.clone(), LOCATE_EFFORT);
            reduced.located(&mut terms, &how, &budget)
        }
        false => None,
    };
    let engines = match &located {
        Some(located) => engines(&terms, located.horn())?,
        None => on_reduced,
    };
    let mut progress = located.is_none().then_some(progress);
    let reduced = located.as_ref().unwrap_or(&reduced);
    let small = reduced.horn();
    observer.notice(&Event::Reduced {
        predicates: small.predicates.len(),
        clauses: small.clauses.len(),
    });
    let mut without: Vec<EngineKind> = Vec::new();
    // Why the first answer did not stand, which tells more than why there was no other.
    let mut first_reason: Option<NoAnswer> = None;
    let (status, engine, checking) = loop {
        let outcome = opening.take().unwrap_or_else(|| {
            let progress = progress.take().unwrap_or_else(|| Progress::none(&terms, &engines));
            portfolio::run(&engines, &mut terms, progress, &without, &settings.limits)
        });
        let checking = Instant::now();
        let status = judged(&mut terms, accept, reduced, outcome.verdict);
        match (&status, outcome.engine) {
            // An answer without evidence is none; the others may have one that can be certified.
            (Status::Unknown(reason), Some(engine))
                if settings.engine == EngineKind::Portfolio
                    && settings.limits.exhausted().is_none()
                    && !without.contains(&engine) =>
            {
                without.push(engine);
                first_reason.get_or_insert_with(|| reason.clone());
            }
            _ => {
                let first = first_reason.filter(|_| matches!(status, Status::Unknown(_)));
                match first {
                    Some(reason) => break (Status::Unknown(reason), None, checking),
                    None => break (status, outcome.engine, checking),
                }
            }
        }
    };
    let figures = Figures {
        elapsed: start.elapsed(),
        checking: checking.elapsed(),
        samples: counters.samples(),
        found: counters.found(),
        depth: counters.depth(),
        predicates: small.predicates.len(),
        clauses: small.clauses.len(),
    };
    Ok(PropertyReport { index, name: question.name.clone(), status, engine, figures })
}

/// A verdict on a reduced system, mapped back and judged.
fn judged(
    terms: &mut Terms,
    accept: &Certifier<'_>,
    reduced: &Reduced,
    verdict: Verdict,
) -> Status {
    let settings = accept.settings;
    let verdict = match verdict {
        Verdict::Safe(facts) if settings.minimise => {
            let limits = settings.limits.clone();
            let budget = Budget::with_effort(limits, MINIMISE_INTERPRETATION_EFFORT);
            Verdict::Safe(minimise(terms, reduced.horn(), &facts, &budget))
        }
        verdict => verdict,
    };
    let verdict = reduced.verdict(terms, verdict);
    accept.accept(terms, verdict)
}
