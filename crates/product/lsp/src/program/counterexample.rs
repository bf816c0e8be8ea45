//! A counterexample as data that a client can draw: the condition, its path, the states, and the run step by step.

use buttress_budget::{Budget, Limits};
use buttress_pi::interpret::{self, RunOutcome};
use buttress_pi::program::{FunctionId, Program, VariableId};
use buttress_pi::{Facts, Lines, Span, Value};
use buttress_session::programs::{
    ConditionEntry, ConditionVerdict, ConditionWord, FailingRun, FunctionEntry, Message,
    PointersEntry, RunRecorder, TerminationVerdict, ValueEntry, pointer_names,
};
use lsp_types::Range;
use serde::Serialize;

use super::analysis::ProgramAnalysis;
use super::diagnostics::about;
use super::found::{Found, found};
use crate::client::Client;
use crate::document::Document;
use crate::limits::{CALL_DEPTH, MOST_STEPS, RUN_STEPS, RUN_TIME};
use crate::names::holds;

/// A counterexample.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Counterexample {
    /// The function.
    function: String,
    /// The verdict on the condition.
    verdict: &'static str,
    /// The condition, where it is.
    range: Range,
    /// What is said of it: title, notes with drawings, help.
    text: Vec<String>,
    /// The path on which it fails, as in `L1 -> post`.
    path: String,
    /// What happens on the path.
    path_steps: Vec<PathStep>,
    /// The condition as `buttress prove --json` has it; its place is that of the text when it was proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    condition: Option<ConditionEntry>,
    /// The variables of the function that are indices.
    pointers: Vec<String>,
    /// The run that violates it, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<Run>,
}

/// A step of the path.
#[derive(Serialize)]
struct PathStep {
    text: String,
    range: Option<Range>,
}

/// A run, replayed.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run {
    /// The arguments, in order.
    arguments: Vec<ValueEntry>,
    /// Globals at the beginning.
    globals: Vec<ValueEntry>,
    /// What was executed, in order; what is violated comes last.
    steps: Vec<Step>,
    /// For each function in it, the variables that are indices.
    pointers: Vec<PointersEntry>,
    /// Were there more steps than are listed?
    is_cut: bool,
    /// How it ended: `returned`, `violated`, `too long` or `undetermined`.
    outcome: &'static str,
}

/// A step of a run.
#[derive(Serialize)]
struct Step {
    /// The function that runs.
    function: String,
    /// Where the statement or the loop is.
    range: Option<Range>,
    /// The line, or the name of the loop's annotation.
    text: String,
    /// The variables before it.
    variables: Vec<ValueEntry>,
}

/// The counterexample of a function, or of what is at a place; the worst one if there are several.
pub(crate) fn counterexample(
    document: &Document,
    client: &Client,
    analysis: &ProgramAnalysis,
    function: Option<&str>,
    place: Option<u32>,
) -> Option<Counterexample> {
    let file = client.file_name(document.uri.as_str());
    let is_asked = |found: &Found<'_>| match (function, place) {
        (Some(name), _) => found.member.name == name,
        (None, Some(place)) => holds(found.member.whole, place),
        (None, None) => found.report.word() != ConditionWord::Proved,
    };
    let found = found(document, analysis).find(is_asked)?;
    let picked = picked(&found, place);
    let Some((path, at)) = picked else { return endless(document, &found, &file) };
    let old = &found.outcome.source;
    let entry = FunctionEntry::of(&old.text, &Lines::new(&old.text), found.program, found.report);
    let (path_report, condition) =
        (&found.report.paths[path], &found.report.paths[path].conditions[at]);
    let entry = entry.paths.into_iter().nth(path).and_then(|it| it.conditions.into_iter().nth(at));
    let range = |span: Span| found.relocation.span(span).map(|span| document.range(span));
    let run = match &condition.verdict {
        ConditionVerdict::False(_, run) => Some(replayed(document, &found, run)),
        _ => None,
    };
    let here = found.relocation.span(condition.span);
    let is_here = |message: &Message| message.place.as_ref().map(|(span, _)| *span) == here;
    let message = about(&found, &file).into_iter().find(is_here);
    Some(Counterexample {
        function: found.member.name.clone(),
        verdict: condition.verdict.word().as_str(),
        range: here.map_or_else(|| document.range(found.member.span), |span| document.range(span)),
        text: message.map_or_else(Vec::new, lines),
        path: found.relocation.sentence(&path_report.name),
        path_steps: path_report
            .steps
            .iter()
            .map(|step| PathStep { text: step.text.clone(), range: range(step.span) })
            .collect(),
        condition: entry,
        pointers: pointer_names(found.program.function(found.report.function)),
        run,
    })
}

/// The path and the position of the worst condition, at the place if there is one that fails.
fn picked(found: &Found<'_>, place: Option<u32>) -> Option<(usize, usize)> {
    let mut all = Vec::new();
    for (path, report) in found.report.paths.iter().enumerate() {
        for (at, condition) in report.conditions.iter().enumerate() {
            let word = condition.verdict.word();
            let span = found.relocation.span(condition.span);
            let is_here = place.is_some_and(|place| span.is_some_and(|span| holds(span, place)));
            if matches!(word, ConditionWord::False | ConditionWord::Open) {
                all.push((is_here, word, std::cmp::Reverse((path, at))));
            }
        }
    }
    all.into_iter().max().map(|(_, _, std::cmp::Reverse(picked))| picked)
}

/// A call that never ends.
fn endless(document: &Document, found: &Found<'_>, file: &str) -> Option<Counterexample> {
    let TerminationVerdict::Never(endless) = &found.report.termination else { return None };
    let message = about(found, file).pop();
    let here = found.relocation.span(endless.span).unwrap_or(found.member.span);
    Some(Counterexample {
        function: found.member.name.clone(),
        verdict: ConditionWord::False.as_str(),
        range: document.range(here),
        text: message.map_or_else(Vec::new, lines),
        path: found.relocation.sentence(&endless.place),
        path_steps: Vec::new(),
        condition: None,
        pointers: pointer_names(found.program.function(found.report.function)),
        run: Some(replayed(document, found, &endless.run)),
    })
}

fn lines(message: Message) -> Vec<String> {
    let title = format!("{}[{}]: {}", message.word, message.code, message.title);
    let help = message.help.into_iter().map(|help| format!("help: {help}"));
    std::iter::once(title).chain(message.notes).chain(help).collect()
}

/// The run, step by step.
fn replayed(document: &Document, found: &Found<'_>, run: &FailingRun) -> Run {
    let program = found.program;
    let id = found.report.function;
    let text = &found.outcome.source.text;
    let mut recorder = RunRecorder::new(program, text, MOST_STEPS).ending_run();
    let limits = interpret::Limits {
        steps: RUN_STEPS,
        depth: CALL_DEPTH,
        annotations: true,
        termination: false,
    };
    let budget = Budget::new(Limits::none().with_timeout(RUN_TIME));
    let facts = Facts::default();
    let (globals, arguments) = (&run.globals, &run.arguments);
    let outcome =
        interpret::call(program, &facts, id, globals, arguments, &limits, &mut recorder, &budget);
    recorder.end(&outcome);
    let outcome = match outcome {
        RunOutcome::Returned(_) => "returned",
        RunOutcome::Violated(_) | RunOutcome::BadArguments(_) => "violated",
        RunOutcome::TooLong(_) => "too long",
        RunOutcome::Undetermined(_) => "undetermined",
    };
    let (pointers, is_cut) = (recorder.pointers(), recorder.is_cut);
    let steps = recorder.steps.into_iter().map(|step| Step {
        function: program.function(step.function).name.text.clone(),
        range: found.relocation.span(step.span).map(|span| document.range(span)),
        text: step.text,
        variables: step.variables,
    });
    let entry = |(place, value): (&VariableId, &Value)| value_entry(program, id, place.0, value);
    let parameters = program.function(id).parameters.iter();
    Run {
        arguments: parameters.zip(arguments).map(entry).collect(),
        globals: globals.iter().map(|(place, value)| entry((place, value))).collect(),
        steps: steps.collect(),
        pointers,
        is_cut,
        outcome,
    }
}

fn value_entry(program: &Program, function: FunctionId, place: u32, value: &Value) -> ValueEntry {
    let variable = &program.function(function).variables[place as usize];
    let shown = value.shown(program, &variable.ty).to_string();
    ValueEntry { name: variable.name.clone(), value: shown }
}

impl Counterexample {
    /// For a client that draws nothing.
    pub(crate) fn shown(&self) -> String {
        self.text.join("\n")
    }
}
