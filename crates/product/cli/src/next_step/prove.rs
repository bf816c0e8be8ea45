//! What to try after `prove` on a circuit or on a system over numbers.

use std::collections::BTreeSet;

use buttress_session::larger::further;
use buttress_session::{UnknownKind, hardware, numbers};

use super::larger::larger;
use super::step::NextStep;
use super::typed::TypedCommand;
use crate::args::ProveArgs;
use crate::limits::DEFAULT_THREADS;
use crate::select::justice_names;

/// What to try about a circuit.
pub fn of_circuit(
    file: &str,
    report: &hardware::Report,
    arguments: &ProveArgs,
    typed: &TypedCommand,
) -> Vec<NextStep> {
    let unknown = report.properties.iter().filter_map(|property| match &property.status {
        hardware::Status::Unknown(reason) => Some((property.name.as_str(), reason.into())),
        _ => None,
    });
    let unknown: Vec<(&str, UnknownKind)> = unknown.collect();
    let has_several = report.properties.len() > 1;
    let asked = Asked { file, arguments, typed, unknown, has_several };
    let mut steps = asked.steps();
    let refuter = arguments.engine.circuits.filter(|engine| !engine.can_prove());
    if let Some(engine) = refuter
        && let Some(step) = steps.iter_mut().find(|step| step.why == ALL_ENGINES)
    {
        step.why = format!("{} finds counterexamples only; the others prove", engine.name());
    }
    let skips = !justice_names(&report.model).is_empty();
    asked.or_page(steps, skips.then_some(JUSTICE))
}

/// What to try about a system over numbers.
pub fn of_numbers(
    file: &str,
    report: &numbers::Report,
    arguments: &ProveArgs,
    typed: &TypedCommand,
) -> Vec<NextStep> {
    let unknown = report.properties.iter().filter_map(|property| match &property.status {
        numbers::Status::Unknown(reason) => Some((property.name.as_str(), reason.kind)),
        _ => None,
    });
    let unknown: Vec<(&str, UnknownKind)> = unknown.collect();
    let has_several = report.properties.len() > 1;
    let asked = Asked { file, arguments, typed, unknown, has_several };
    let mut steps = asked.steps();
    let met = asked.met();
    // What templates say of cells and fields of structures is hardly ever what is missing there.
    let uses_templates = !report.contents.has_structures
        && matches!(
            arguments.engine.numbers,
            Some(numbers::EngineKind::Affine | numbers::EngineKind::Portfolio)
        );
    let is_late = met.contains(&UnknownKind::Time) && typed.has_time();
    let is_stuck = met.contains(&UnknownKind::GaveUp) || is_late;
    if is_stuck && uses_templates && arguments.numbers.template.is_none() {
        let command = typed.with("template", "quadratic").about(file);
        steps.push(NextStep::command(command, "also inequalities of degree two"));
    }
    if let (true, Some(samples)) = (is_stuck && uses_templates, arguments.numbers.samples) {
        let command = typed.with("samples", samples.saturating_mul(10)).about(file);
        steps.push(NextStep::command(command, "more states are sampled"));
    }
    if met.contains(&UnknownKind::Choice) {
        steps.push(NextStep::change(
            "guard the division, or ask for the constructor, where the trace needs it",
        ));
    }
    let skips = !report.contents.live.is_empty();
    asked.or_page(steps, skips.then_some(UnknownKind::Liveness.code()))
}

/// The code of justice properties, which are not decided.
const JUSTICE: &str = "AG0101";
/// Why all engines may be better than one.
const ALL_ENGINES: &str = "all engines, which share what they find";

/// What was asked, and what has no answer.
pub(super) struct Asked<'a> {
    pub(super) file: &'a str,
    pub(super) arguments: &'a ProveArgs,
    pub(super) typed: &'a TypedCommand,
    /// The properties without an answer.
    pub(super) unknown: Vec<(&'a str, UnknownKind)>,
    /// Were there several properties, which a name tells apart?
    pub(super) has_several: bool,
}

impl Asked<'_> {
    fn met(&self) -> BTreeSet<UnknownKind> {
        self.unknown.iter().map(|(_, kind)| *kind).collect()
    }

    /// The steps that are the same for both.
    pub(super) fn steps(&self) -> Vec<NextStep> {
        let Asked { file, arguments, typed, .. } = self;
        let met = self.met();
        let is_met = |kinds: &[UnknownKind]| kinds.iter().any(|kind| met.contains(kind));
        let mut steps = larger(&met, typed, |typed| typed.about(file));
        let mut offer = |command: TypedCommand, why: &str| {
            steps.push(NextStep::command(command.about(file), why));
        };
        let is_limited = is_met(&[UnknownKind::Time, UnknownKind::Memory]);
        let was_tried = is_limited && typed.has_time();
        let is_stuck = was_tried
            || is_met(&[UnknownKind::Bound, UnknownKind::GaveUp, UnknownKind::Uncertified]);
        let is_alone = arguments.engine.name != "portfolio";
        if is_stuck && is_alone {
            offer(typed.with("engine", "portfolio"), ALL_ENGINES);
        }
        if let (true, Some(bound)) = (is_met(&[UnknownKind::Bound]), arguments.bound) {
            offer(typed.with("bound", further(bound)), "searched further");
        }
        if was_tried && arguments.no_reduce {
            offer(typed.without("no-reduce"), "simplified first");
        }
        // Of a fleet each worker has the threads that it was started with.
        let is_here = arguments.exchange.is_none();
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        if met.contains(&UnknownKind::Time)
            && was_tried
            && is_here
            && !is_alone
            && arguments.thread_count() == 1
            && cores > 1
        {
            offer(typed.with("threads", cores.min(DEFAULT_THREADS)), "engines at the same time");
        }
        let is_shared = was_tried && self.has_several;
        if let (true, Some((name, _))) = (is_shared, self.unknown.first()) {
            offer(typed.with("property", name), "this property alone");
        }
        steps
    }

    /// The steps, or the page about what was met if there are none; or about what was left aside.
    fn or_page(&self, steps: Vec<NextStep>, skipped: Option<&str>) -> Vec<NextStep> {
        // Whoever stops a run knows why.
        let mut kinds = self.unknown.iter().filter(|(_, kind)| *kind != UnknownKind::Interrupt);
        let code = kinds.next().map(|(_, kind)| kind.code()).or(skipped);
        match (steps.is_empty(), code) {
            (true, Some(code)) => vec![NextStep::page(code)],
            _ => steps,
        }
    }
}
