//! What to try after `prove` on a program.

use std::collections::BTreeSet;

use buttress_pi::Lines;
use buttress_session::UnknownKind;
use buttress_session::larger::longer;
use buttress_session::programs::{self, ConditionVerdict, findings};

use super::larger::larger;
use super::step::NextStep;
use super::typed::TypedCommand;
use crate::args::{Infer, ProveArgs};

/// What to try about a program.
pub fn of_program(
    file: &str,
    text: &str,
    report: &programs::Report,
    arguments: &ProveArgs,
    typed: &TypedCommand,
) -> Vec<NextStep> {
    let open = Open::of(report);
    let options = &arguments.programs;
    let mut steps = Vec::new();
    let mut offer = |command: TypedCommand, why: &str| {
        steps.push(NextStep::command(command.about(file), why));
    };
    if open.is_anything() {
        match options.infer {
            Infer::None if report.closable == 0 => {}
            Infer::None => {
                let conditions = crate::plural::counted(report.closable, "condition");
                offer(typed.with("infer", "all"), &format!("{conditions} would be proved"));
            }
            Infer::Numeric => offer(typed.with("infer", "all"), "facts about arrays, too"),
            Infer::All | Infer::Show | Infer::Write | Infer::Contracts => {}
        }
        if open.leans_on_callee && !matches!(options.infer, Infer::Contracts | Infer::Write) {
            offer(typed.with("infer", "contracts"), "also what helpers promise their callers");
        }
    }
    let all_time = typed.timeout.filter(|timeout| report.elapsed >= *timeout);
    match (all_time, options.condition_timeout) {
        (None, Some(time)) if open.met.contains(&UnknownKind::Time) => {
            offer(typed.with("condition-timeout", longer(time)), "more time for each condition");
        }
        _ => steps.extend(larger(&open.met, typed, |typed| typed.about(file))),
    }
    let mut offer = |command: TypedCommand, why: &str| {
        steps.push(NextStep::command(command.about(file), why));
    };
    if let (true, Some(budget)) = (open.met.contains(&UnknownKind::Effort), options.budget) {
        offer(typed.with("budget", budget.saturating_mul(10)), "more effort for each condition");
    }
    let is_limited =
        [UnknownKind::Time, UnknownKind::Memory].iter().any(|it| open.met.contains(it));
    if let (true, Some(function)) = (is_limited && report.functions.len() > 1, open.function) {
        offer(typed.with("function", function), "this function alone");
    }
    steps.extend(annotations(text, report));
    if let (true, Some(code)) = (steps.is_empty(), open.code) {
        steps.push(NextStep::page(code));
    }
    steps
}

/// What is not proved, and not false either.
#[derive(Default)]
struct Open<'a> {
    /// Limits that were met.
    met: BTreeSet<UnknownKind>,
    /// The first code.
    code: Option<&'static str>,
    /// The first function.
    function: Option<&'a str>,
    /// Does a state that fails come from a call whose contract says too little?
    leans_on_callee: bool,
}

impl<'a> Open<'a> {
    fn of(report: &'a programs::Report) -> Open<'a> {
        let mut open = Open::default();
        for function in &report.functions {
            let word = function.word();
            if word == programs::ConditionWord::Proved {
                continue;
            }
            if let Some(why) = &function.incomplete {
                open.met.insert(why.kind);
                open.code.get_or_insert(why.kind.code());
                open.function.get_or_insert(&function.name);
            }
            for finding in findings(&report.program, function) {
                match &finding.condition.verdict {
                    ConditionVerdict::Unknown(why) => {
                        open.met.extend(why.exhausted.map(UnknownKind::from));
                    }
                    ConditionVerdict::Open(failure) => {
                        let is_call =
                            |cause: &programs::Cause| matches!(cause, programs::Cause::Call { .. });
                        open.leans_on_callee |= failure.causes.iter().any(is_call);
                    }
                    _ => continue,
                }
                open.code.get_or_insert(finding.code());
                open.function.get_or_insert(&function.name);
            }
        }
        open
    }

    fn is_anything(&self) -> bool {
        self.code.is_some()
    }
}

/// Annotations that are known to be missing, or to be too many.
fn annotations(text: &str, report: &programs::Report) -> Vec<NextStep> {
    let lines = Lines::new(text);
    let line = |span: buttress_pi::Span| lines.place(text, span).0;
    let mut steps = Vec::new();
    for function in &report.functions {
        for dropped in function.core.iter().filter(|core| core.suffices).flat_map(|it| &it.dropped)
        {
            let (text, label, line) = (&dropped.text, &dropped.label, line(dropped.span));
            let change = format!("delete {text} at {label} (line {line}): the rest is proved");
            steps.push(NextStep::change(change));
        }
        if let programs::TerminationVerdict::NotFound { place, span, is_demanded: true } =
            &function.termination
        {
            let change =
                format!("write a ranking for {place} (line {}), as in # (n - i)", line(*span));
            steps.push(NextStep::change(change));
        }
        if let programs::TerminationVerdict::IfCallees { callees, is_demanded: true } =
            &function.termination
        {
            let change =
                format!("write rankings for {}, which {} calls", callees.join(", "), function.name);
            steps.push(NextStep::change(change));
        }
    }
    steps
}
