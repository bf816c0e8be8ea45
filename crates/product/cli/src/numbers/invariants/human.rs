//! The invariants for a person: one line each in the order found.

use buttress_session::numbers;

use super::open::left_open;
use crate::numbers::human::headline;
use crate::plural::counted;
use crate::wrap::fit;

/// The report for a person.
pub fn shown(
    name: &str,
    report: &numbers::InvariantsReport,
    plotted: Option<&str>,
    width: usize,
) -> String {
    let contents = &report.contents;
    let mut text = headline(name, contents, contents.properties.len());
    let has_several = report.contents.predicates > 1;
    let widest = report.invariants.iter().map(|line| line.text.chars().count()).max().unwrap_or(0);
    let widest = widest.min(width * 3 / 5);
    let names = report.invariants.iter().map(|line| line.predicate.chars().count());
    let name_width = names.max().unwrap_or(0);
    for line in &report.invariants {
        let numbers::InvariantLine { predicate, text: formula, rules_out, .. } = line;
        let predicate = match has_several {
            true => format!("{predicate:name_width$}  "),
            false => String::new(),
        };
        let reason = rules_out.as_ref().map(|state| format!("rules out {state}"));
        let line = format!("  {predicate}{formula:widest$}  {}", reason.unwrap_or_default());
        text.push_str(line.trim_end());
        text.push('\n');
    }
    let enough = match report.suffices {
        Some(true) => "; the property follows",
        _ => "",
    };
    if !report.invariants.is_empty() {
        let count = counted(report.invariants.len(), "invariant");
        let checked = if report.is_checked { "checked" } else { "unchecked" };
        text.push_str(&format!("{count} {checked}{enough}\n"));
    } else if report.suffices == Some(true) {
        text.push_str("  no invariant is needed: the property follows as it stands\n");
    } else {
        let reason =
            report.reason.as_ref().map_or("nothing left to try", |reason| reason.text.as_str());
        text.push_str(&format!("  no invariant was found: {reason}\n"));
    }
    if let Some(open) = left_open(report) {
        text.push_str(&format!("the property is {open}\n"));
    }
    if let Some(path) = plotted {
        text.push_str(&format!("picture: {path}\n"));
    }
    fit(&text, width)
}
