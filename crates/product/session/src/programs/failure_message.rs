//! The message about a condition that was not proved.

use buttress_pi::paths::{GoalKind, Point};
use buttress_pi::program::Role;
use buttress_pi::{Program, Severity, Span, Value};
use buttress_present::programs::Cause;

use super::finding::Finding;
use super::message::{Message, Subject};
use super::report::{
    ConditionVerdict, ConditionWord, CoreShown, FailingRun, Failure, FunctionReport,
};
use super::state_drawing::State;
use crate::limits::{INLINE_LETTERS, PATH_STEPS};
use crate::shell::quoted;

/// The message about one finding.
pub fn finding_message(program: &Program, finding: &Finding<'_>, subject: Subject<'_>) -> Message {
    let mut message = Message {
        word: word(finding),
        severity: severity(finding.word()),
        code: finding.code(),
        title: finding.title(),
        place: Some((finding.condition.span, finding.label().to_owned())),
        others: steps(finding),
        notes: Vec::new(),
        help: Vec::new(),
    };
    let path = &finding.path.name;
    match &finding.condition.verdict {
        ConditionVerdict::False(_, run) => of_run(program, finding, run, subject, &mut message),
        ConditionVerdict::Open(failure) => {
            of_state(program, finding, failure, subject, &mut message)
        }
        ConditionVerdict::Unknown(why) => {
            if let Some(span) = why.span {
                message.others.clear();
                if span != finding.condition.span {
                    let needed = format!("for this condition (path {path})");
                    message.others.push((finding.condition.span, needed));
                }
                message.place = Some((span, String::new()));
            }
            message.notes.extend(why.note.clone());
            if why.runs > 0 {
                let runs = grouped(why.runs);
                message.notes.push(format!("{runs} runs on small inputs never violated it"));
            }
            message.help.extend(why.help.clone());
        }
        ConditionVerdict::Proved { .. } => {}
    }
    if finding.is_superfluous() {
        let help = "delete it: the remaining conjuncts are inductive and prove the rest";
        message.help.push(help.to_owned());
    }
    if let GoalKind::RankNotNegative(_) = finding.condition.kind
        && let Some(scalars) = scalars(program, finding)
    {
        message.title = format!("{}: {scalars}", message.title);
    }
    if finding.others > 0 {
        let paths = if finding.others == 1 { "path" } else { "paths" };
        message.notes.push(format!("also not proved on {} other {paths}", finding.others));
    }
    message
}

/// The variables in which a ranking fails, if they are few.
fn scalars(program: &Program, finding: &Finding<'_>) -> Option<String> {
    let end = match &finding.condition.verdict {
        ConditionVerdict::False(_, run) => &run.state,
        ConditionVerdict::Open(failure) => &failure.start,
        _ => return None,
    };
    let function = program.function(finding.function.function);
    let state = State { program, function, start: None, end };
    let scalars = state.scalars();
    (!scalars.is_empty() && scalars.len() <= INLINE_LETTERS).then_some(scalars)
}

/// The message about conjuncts that are not inductive.
pub fn core_message(
    function: &FunctionReport,
    core: &CoreShown,
    subject: Subject<'_>,
) -> Option<Message> {
    let first = core.dropped.first()?;
    let line = |span: Span| span.place(subject.text).0;
    let title = match &core.dropped[..] {
        [one] => format!(
            "{} is not inductive at {} (line {}); everything else is",
            one.text,
            one.label,
            line(one.span)
        ),
        all => format!(
            "{} conjuncts of {} are not inductive; everything else is",
            all.len(),
            function.name
        ),
    };
    let others = core.dropped.iter().skip(1).map(|dropped| (dropped.span, "nor this".to_owned()));
    let them = if core.dropped.len() == 1 { "it" } else { "them" };
    let help = match core.suffices {
        true => format!("delete {them}: the remaining conjuncts prove the rest"),
        false => format!("without {them} the rest is not proved: strengthen the annotations"),
    };
    Some(Message {
        word: "open",
        severity: Severity::Error,
        code: "PI0307",
        title,
        place: Some((first.span, "not inductive".to_owned())),
        others: others.collect(),
        notes: Vec::new(),
        help: vec![help],
    })
}

fn word(finding: &Finding<'_>) -> &'static str {
    match (finding.word(), finding.condition.kind) {
        // The title says that it is false.
        (ConditionWord::False, GoalKind::Conjunct(_) | GoalKind::Fact(_)) => "error",
        (word, _) => word.as_str(),
    }
}

fn severity(word: ConditionWord) -> Severity {
    match word {
        ConditionWord::False | ConditionWord::Open => Severity::Error,
        ConditionWord::Unknown => Severity::Warning,
        ConditionWord::Proved => Severity::Note,
    }
}

/// The path in the text: branches with how they went, and the last step.
fn steps(finding: &Finding<'_>) -> Vec<(Span, String)> {
    let last = finding.last_span();
    let path = format!("(path {})", finding.path.name);
    let mut shown: Vec<(Span, String)> = Vec::new();
    let taken = finding.condition.verdict.failure().and_then(|failure| failure.taken.as_ref());
    let steps = taken.unwrap_or(&finding.path.steps);
    if steps.len() <= PATH_STEPS {
        for step in steps {
            let label = match step.branch {
                Some(true) => "holds",
                Some(false) => "does not hold",
                None => "",
            };
            let is_known = shown.iter().any(|(span, _)| *span == step.span);
            if !is_known && step.span != finding.condition.span {
                shown.push((step.span, label.to_owned()));
            }
        }
    }
    let Some(last) = last.filter(|last| *last != finding.condition.span) else { return shown };
    let label = match finding.path.to {
        Point::Post => format!("on this return {path}"),
        Point::Call(..) => format!("in this call {path}"),
        Point::Runtime(..) => path,
        _ => format!("after this {path}"),
    };
    match shown.iter_mut().find(|(span, _)| *span == last) {
        Some((_, known)) if known.is_empty() => *known = label,
        Some((_, known)) => *known = format!("{known}; {label}"),
        None => shown.push((last, label)),
    }
    shown
}

/// A run that fails.
fn of_run(
    program: &Program,
    finding: &Finding<'_>,
    run: &FailingRun,
    subject: Subject<'_>,
    message: &mut Message,
) {
    let function = program.function(finding.function.function);
    let call = call(program, finding.function, run);
    let result = function.result.filter(|_| finding.path.to == Point::Post && run.depth == 0);
    let result = result.and_then(|rv| {
        let value = run.state.get(rv.0 as usize)?.as_ref()?;
        Some(format!(" = {}", value.shown(program, &function.variable(rv).ty)))
    });
    let mut lines = vec![format!("a run that ends there:  {call}{}", result.unwrap_or_default())];
    let state = State { program, function, start: None, end: &run.state };
    let diagram = state.diagram(finding);
    let remark = diagram.remark.clone();
    let drawn = diagram.lines(subject.width.saturating_sub(NOTE_MARGIN));
    if drawn.is_empty() && !remark.is_empty() {
        lines.push(format!("  {remark}"));
    }
    lines.extend(drawn.iter().map(|line| format!("  {line}")));
    let scalars = state.scalars();
    if !scalars.is_empty() {
        lines.push(format!("  {scalars}"));
    }
    message.notes.push(lines.join("\n"));
    let steps = if run.steps == 1 { "step" } else { "steps" };
    message
        .notes
        .push(format!("replayed: the interpreter reaches this state in {} {steps}", run.steps));
    message.help.push(command(program, finding.function, run, subject.file));
}

/// A state that fails, and that annotations do not exclude.
fn of_state(
    program: &Program,
    finding: &Finding<'_>,
    failure: &Failure,
    subject: Subject<'_>,
    message: &mut Message,
) {
    let function = program.function(finding.function.function);
    let state = State { program, function, start: Some(&failure.start), end: &failure.end };
    let beginning = &finding.path.from_name;
    let mut lines = vec![format!("from a state that satisfies {beginning}:  {}", state.scalars())];
    let diagram = state.diagram(finding);
    let remark = diagram.remark.clone();
    let drawn = diagram.lines(subject.width.saturating_sub(NOTE_MARGIN));
    if drawn.is_empty() && !remark.is_empty() {
        lines.push(format!("  {remark}"));
    }
    lines.extend(drawn.iter().map(|line| format!("  {line}")));
    // The interpreter has one value for what may be anything.
    let is_any = |cause: &Cause| matches!(cause, Cause::New { .. } | Cause::Unset { .. });
    let runs = match failure.runs {
        _ if failure.causes.iter().any(is_any) => {
            "a run does not show it: the interpreter starts new cells and locals with 0".to_owned()
        }
        0 => "this state may be unreachable".to_owned(),
        runs => {
            format!(
                "this state may be unreachable; {} runs on small inputs never met it",
                grouped(runs)
            )
        }
    };
    lines.push(format!("({runs})"));
    message.notes.push(lines.join("\n"));
    if let Some(list) = conjuncts(finding) {
        message.notes.push(list);
    }
    message.help.extend(failure.causes.iter().map(|cause| remedy(cause, subject)));
    let point = match finding.path.from {
        // Arguments are not to blame for what comes later.
        Point::Pre if !failure.causes.is_empty() => return,
        Point::Pre => "the precondition",
        _ => beginning,
    };
    message
        .help
        .push(format!("strengthen {point} so that it excludes this state, or correct the program"));
}

/// What helps against a value that may be anything.
fn remedy(cause: &Cause, subject: Subject<'_>) -> String {
    let line = |span: &Span| span.place(subject.text).0;
    match cause {
        Cause::Call { callee, post, place } => format!(
            "strengthen the @post of {callee} (line {}), or try --infer contracts: it is all that is known after the call at line {}",
            line(post),
            line(place)
        ),
        Cause::New { place } => {
            let place = place.map_or_else(String::new, |place| format!(" (line {})", line(&place)));
            format!(
                "the cells of a new array{place} may hold anything: assign them before they matter"
            )
        }
        Cause::Unset { name, place } => {
            format!(
                "{name} (line {}) is declared without a value and may be anything: give it one",
                line(place)
            )
        }
    }
}

/// The conjuncts at the end of the path, each with its verdict.
fn conjuncts(finding: &Finding<'_>) -> Option<String> {
    let is_own = |kind: GoalKind| matches!(kind, GoalKind::Conjunct(_));
    let all: Vec<_> =
        finding.path.conditions.iter().filter(|condition| is_own(condition.kind)).collect();
    if all.len() < 2 || !is_own(finding.condition.kind) {
        return None;
    }
    let mut lines = vec![format!("{} at the end of this path:", finding.path.to_name)];
    for condition in all {
        let sign = match condition.verdict.word() {
            ConditionWord::Proved => "✓",
            ConditionWord::Unknown => "?",
            ConditionWord::Open | ConditionWord::False => "✗",
        };
        lines.push(format!("  {sign} {}", condition.text));
    }
    Some(lines.join("\n"))
}

/// `BubbleSort([7, 3], l = 0, u = 0)`
pub fn call(program: &Program, function: &FunctionReport, run: &FailingRun) -> String {
    let written = program.function(function.function);
    let arguments = written.parameters.iter().zip(&run.arguments).map(|(id, value)| {
        let parameter = written.variable(*id);
        let shown = value.shown(program, &parameter.ty);
        match value {
            Value::Array(_) => shown.to_string(),
            _ => format!("{} = {shown}", parameter.name),
        }
    });
    let arguments: Vec<String> = arguments.collect();
    let globals = globals(program, function, run);
    let with = if globals.is_empty() { String::new() } else { format!(" with {globals}") };
    format!("{}({}){with}", function.name, arguments.join(", "))
}

fn globals(program: &Program, function: &FunctionReport, run: &FailingRun) -> String {
    let written = program.function(function.function);
    let globals = run.globals.iter().map(|(id, value)| {
        let variable = written.variable(*id);
        format!("{} = {}", variable.name, value.shown(program, &variable.ty))
    });
    globals.collect::<Vec<_>>().join(", ")
}

/// The command that shows the run step by step.
pub fn command(
    program: &Program,
    function: &FunctionReport,
    run: &FailingRun,
    file: &str,
) -> String {
    let written = program.function(function.function);
    let mut words = vec!["buttress run".to_owned(), quoted(file), function.name.clone()];
    for (id, value) in written.parameters.iter().zip(&run.arguments) {
        words.push(quoted(&value.shown(program, &written.variable(*id).ty).to_string()));
    }
    for (id, value) in &run.globals {
        let variable = written.variable(*id);
        if variable.role == Role::Global || variable.role == Role::Free {
            let shown = value.shown(program, &variable.ty);
            words.push(format!("--global {}", quoted(&format!("{} = {shown}", variable.name))));
        }
    }
    words.push("--step".to_owned());
    words.join(" ")
}

/// Columns that front ends need before a note.
pub const NOTE_MARGIN: usize = 12;

/// A number with blanks between thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        assert_eq!(grouped(7), "7");
        assert_eq!(grouped(10_000), "10 000");
        assert_eq!(grouped(1_234_567), "1 234 567");
    }
}
