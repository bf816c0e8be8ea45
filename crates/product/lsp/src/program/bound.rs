//! Missing bounds: a subscript, a divisor or a length that can be wrong is excluded by an annotation before it.

use buttress_pi::paths::{Check, GoalKind, Point};
use buttress_pi::program::{Annotation, Role};
use buttress_pi::{Span, read};
use buttress_session::programs::{
    Change, ConditionWord, Finding, changed, findings, with_conjunct,
};

use super::analysis::ProgramAnalysis;
use super::found::Found;
use crate::fix::Fix;
use crate::names::touches;

/// The fixes for checks of a function that can fail.
pub(super) fn fixes(found: &Found<'_>, analysis: &ProgramAnalysis, within: Span) -> Vec<Fix> {
    let mut fixes: Vec<Fix> = Vec::new();
    for finding in findings(found.program, found.report) {
        let here = found.relocation.span(finding.condition.span);
        let Some(here) = here.filter(|span| touches(*span, within)) else { continue };
        for (name, annotation) in annotations_before(found, &finding) {
            let bound = &finding.condition.text;
            let Some(changes) = inserted(found, analysis, annotation, bound) else { continue };
            let title = format!("Add `{bound}` to {name}");
            let answers = Some((finding.code(), here));
            let fix = Fix { title, changes, answers, is_preferred: false };
            if !fixes.contains(&fix) {
                fixes.push(fix);
            }
        }
    }
    fixes
}

/// The annotations in which the bound would exclude the failure.
fn annotations_before<'a>(
    found: &Found<'a>,
    finding: &Finding<'_>,
) -> Vec<(String, &'a Annotation)> {
    let (
        GoalKind::Runtime(
            Check::NotNegative | Check::BelowLength | Check::Divisor | Check::NewLength,
        ),
        word,
    ) = (finding.condition.kind, finding.word())
    else {
        return Vec::new();
    };
    if word == ConditionWord::Unknown {
        return Vec::new();
    }
    let function = found.program.function(found.report.function);
    let bound = &finding.condition.text;
    // What is assigned on the way is another value at its beginning.
    let mut changed = finding.path.steps.iter().filter_map(|step| step.changed);
    let is_changed = changed.any(|variable| {
        names_in(bound).any(|name| name == function.variable(variable).name.as_str())
    });
    let mut places = Vec::new();
    match finding.path.from {
        Point::Loop(head) if word == ConditionWord::Open && !is_changed => {
            let label = found.relocation.sentence(&finding.path.from_name);
            places.push((label, &function.head(head).annotation));
        }
        Point::Loop(_) | Point::Pre => {}
        _ => return Vec::new(),
    }
    let is_fixed = |word: &str| {
        let known = function.variables.iter().find(|variable| variable.name == word);
        known.is_none_or(|it| {
            matches!(it.role, Role::Parameter | Role::Global | Role::Free) && !it.is_assigned
        })
    };
    if names_in(bound).all(is_fixed) {
        places.push((format!("the precondition of {}", found.member.name), &function.pre));
    }
    places
}

/// The changes that add a conjunct, if the program is one afterwards.
fn inserted(
    found: &Found<'_>,
    analysis: &ProgramAnalysis,
    annotation: &Annotation,
    bound: &str,
) -> Option<Vec<Change>> {
    let changes = with_conjunct(&found.outcome.source.text, annotation, bound);
    let moved: Option<Vec<Change>> = changes
        .into_iter()
        .map(|change| Some(Change { span: found.relocation.span(change.span)?, ..change }))
        .collect();
    let moved = moved?;
    read(&changed(&analysis.source.text, moved.clone())).program.map(|_| moved)
}

/// The names in a formula.
fn names_in(formula: &str) -> impl Iterator<Item = &str> {
    let words = formula.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    words.filter(|word| word.starts_with(|letter: char| letter.is_alphabetic()))
}
