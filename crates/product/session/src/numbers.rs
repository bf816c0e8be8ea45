//! One system over numbers from its file to checked verdicts.
//!
//! The file is SMT-LIB of the logic `HORN`, or VMT-LIB; both become Horn clauses. Engines work on a reduced
//! system; what they say is mapped back to the user's clauses, certified there, and judged by the
//! checker, which reads the file by itself.

mod arrays;
mod certified;
mod clauses;
mod input;
mod invariants;
mod observer;
mod portfolio;
mod reduced;
mod report;
mod settings;
mod terminates;
mod turn;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use buttress_affine::Template;
use buttress_budget::Budget;
use buttress_checker::horn::{HornChecker, HornRejection};
use buttress_horn::{Horn, Verdict};
use buttress_logic::Terms;
use buttress_numbers_reduce::has_arrays;

use self::arrays::{Answered, Watch};
use self::certified::Certifier;
pub use self::clauses::{ClauseShown, Explanation, explain};
use self::input::{Input, Question};
pub use self::input::{InputError, is_input};
pub use self::invariants::{InvariantLine, InvariantsReport, PlotChoice, discover};
pub use self::observer::{Event, Observer, Silent};
use self::reduced::Reduced;
pub use self::report::{
    CheckFigures, Definition, Evident, Figures, Format, Info, PropertyReport, Report, Status,
};
pub use self::settings::{EngineKind, Settings, TemplateChoice};
pub use self::terminates::{
    FunctionsShown, Lasso, RankingShown, TerminationProof, TerminationReport, TerminationStatus,
    terminates,
};
use self::turn::Engines;
use buttress_numbers_certify::minimise;
use buttress_present::numbers::parameter_names;
pub use buttress_present::numbers::{
    Border, Curve, DerivationShown, Plot, Point, Sign, StateShown, StepShown, svg,
};

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

/// What a system over numbers holds, without proving anything.
pub fn info(bytes: &[u8]) -> Result<Info, InputError> {
    Ok(Input::read_all(bytes)?.contents())
}

/// The search for locations may take this much effort.
const LOCATE_EFFORT: u64 = 500_000;

/// Minimisation may take this much effort.
const MINIMISE_EFFORT: u64 = 2_000_000;

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
    let budget = Budget::with_effort(settings.limits.clone(), LOCATE_EFFORT);
    let reduced = Reduced::of(&mut terms, &question.horn, &how, settings.reduce, &budget);
    let small = reduced.horn();
    let (samples, found) = (AtomicUsize::new(0), AtomicUsize::new(0));
    if has_arrays(&terms, small) {
        let watch = Watch { property: index, observer, samples: &samples, found: &found };
        let Answered { status, engine, checking } =
            arrays::answer(&mut terms, accept, &reduced, &how, &watch)?;
        let figures = Figures {
            elapsed: start.elapsed(),
            checking: checking.elapsed(),
            samples: samples.load(Ordering::Relaxed),
            found: found.load(Ordering::Relaxed),
            predicates: small.predicates.len(),
            clauses: small.clauses.len(),
        };
        return Ok(PropertyReport { index, name: question.name.clone(), status, engine, figures });
    }
    observer.notice(&Event::Reduced {
        predicates: small.predicates.len(),
        clauses: small.clauses.len(),
    });
    let engines = Engines {
        horn: small,
        settings,
        template: template(&terms, small, &settings.template)?,
        property: index,
        observer,
        samples: &samples,
        found: &found,
    };
    let mut without: Vec<EngineKind> = Vec::new();
    // Why the first answer did not stand, which tells more than why there was no other.
    let mut first_reason: Option<String> = None;
    let (status, engine, checking) = loop {
        let outcome = portfolio::run(&engines, &mut terms, &without, &settings.limits);
        let checking = Instant::now();
        let verdict = match outcome.verdict {
            Verdict::Safe(facts) if settings.minimise => {
                let budget = Budget::with_effort(settings.limits.clone(), MINIMISE_EFFORT);
                Verdict::Safe(minimise(&mut terms, small, &facts, &budget))
            }
            verdict => verdict,
        };
        let verdict = reduced.verdict(&mut terms, verdict);
        let status = accept.accept(&mut terms, verdict);
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
            (Status::Unknown(_), _) if first_reason.is_some() => {
                let reason = first_reason.take().unwrap_or_default();
                break (Status::Unknown(reason), None, checking);
            }
            _ => break (status, outcome.engine, checking),
        }
    };
    let figures = Figures {
        elapsed: start.elapsed(),
        checking: checking.elapsed(),
        samples: samples.load(Ordering::Relaxed),
        found: found.load(Ordering::Relaxed),
        predicates: small.predicates.len(),
        clauses: small.clauses.len(),
    };
    Ok(PropertyReport { index, name: question.name.clone(), status, engine, figures })
}

/// What the checker says of a file that it cannot read.
fn unreadable(rejection: HornRejection) -> InputError {
    match rejection {
        HornRejection::Damaged(diagnostic) => InputError::Damaged(diagnostic),
        HornRejection::Input(error) => InputError::Script(error),
        other => InputError::Other(other.to_string()),
    }
}

/// The template with monomials as places among the parameters.
fn template(terms: &Terms, horn: &Horn, choice: &TemplateChoice) -> Result<Template, InputError> {
    let monomials = match choice {
        TemplateChoice::Affine => return Ok(Template::Affine),
        TemplateChoice::Degree(degree) => return Ok(Template::Polynomial { degree: *degree }),
        TemplateChoice::Monomials(monomials) => monomials,
    };
    let mut missing = None;
    for predicate in horn.predicate_ids() {
        let names = parameter_names(terms, horn, predicate);
        let place =
            |name: &String| names.iter().position(|known| known == name).ok_or(name.clone());
        let places =
            |monomial: &Vec<String>| monomial.iter().map(place).collect::<Result<Vec<_>, _>>();
        match monomials.iter().map(places).collect() {
            Ok(places) => return Ok(Template::Monomials(places)),
            Err(name) => missing = missing.or(Some(name)),
        }
    }
    Err(InputError::Variable(missing.unwrap_or_default()))
}
