//! The report for a person: a line for the file, a line per property, details for what failed.

use buttress_session::hardware;

use super::answer::CircuitAnswer;
use super::waveform::{self, Bounds};
use crate::limits::{WAVEFORM_ROWS, WAVEFORMS};
use crate::plural::counted;
use crate::select::justice_names;
use crate::style::{BOLD, FAINT, Layout, painted, seconds, size, style};
use crate::verdict::VerdictWord;
use crate::wrap::fit;

/// The report on one file, which took `peak` bytes of memory.
pub fn report(file: &str, report: &hardware::Report, peak: usize, layout: Layout) -> String {
    let fit = |text: &str| fit(text, layout.width);
    let mut text = fit(&headline(file, report));
    if layout.is_verbose {
        text.push_str(&fit(&reductions(report)));
    }
    let name_width = report.properties.iter().map(|property| length(&property.name)).max();
    let name_width = name_width.unwrap_or(0).min(layout.width / 3);
    let details: Vec<String> = report.properties.iter().map(detail).collect();
    let room = layout.width.saturating_sub(name_width + 34);
    let detail_width = details.iter().map(|detail| length(detail)).max().unwrap_or(0).min(room);
    let words = report.properties.iter().map(|it| CircuitAnswer::of(it).coded_verdict().len());
    let word_width = words.max().unwrap_or(0);
    let mut drawn = 0;
    for (property, detail) in report.properties.iter().zip(&details) {
        let answer = CircuitAnswer::of(property);
        let seconds = seconds(property.figures.elapsed);
        let engine = property.engine.map_or("", |engine| engine.name());
        let word = painted(&answer.coded_verdict(), answer.word, word_width);
        let line = format!(
            "  {:name_width$}  {word}  {detail:detail_width$}  {engine:4}  {seconds}",
            property.name
        );
        text.push_str(&fit(line.trim_end()));
        text.push('\n');
        if layout.is_verbose {
            text.push_str(&fit(&figures(property)));
        }
        if let Some(trace) = answer.trace {
            if drawn == WAVEFORMS && !layout.is_verbose {
                text.push_str("      the waveform is left out; -v draws all of them\n");
                continue;
            }
            drawn += 1;
            let rows = if layout.is_verbose { usize::MAX } else { WAVEFORM_ROWS };
            let bounds = Bounds { width: layout.width.saturating_sub(6), rows };
            let model = &report.model;
            let (circuit, names) = (&model.circuit, &model.names);
            for line in waveform::draw(circuit, names, property.index, trace, bounds) {
                text.push_str(&format!("      {}\n", line.trim_end()));
            }
        }
    }
    text.push_str(&fit(&checks(&report.properties)));
    text.push_str(&fit(&skipped(report)));
    if layout.is_verbose {
        let time = seconds(report.elapsed);
        let line = format!("{}, {} of memory at most", time.trim(), size(peak));
        text.push_str(&format!("{FAINT}{line}{FAINT:#}\n"));
    }
    text
}

/// What was left aside: liveness, and files without anything to prove.
pub fn skipped(report: &hardware::Report) -> String {
    let names = justice_names(&report.model);
    if !names.is_empty() {
        let verb = if names.len() == 1 { "is" } else { "are" };
        return format!(
            "{}unknown{:#}[AG0101]: {} {verb} not checked: {}\n",
            style(VerdictWord::Unknown),
            style(VerdictWord::Unknown),
            counted(names.len(), "justice property"),
            names.join(", ")
        );
    }
    if report.properties.is_empty() {
        return "  there is nothing to prove: no bad signal and no output\n".to_owned();
    }
    String::new()
}

fn headline(file: &str, report: &hardware::Report) -> String {
    let circuit = &report.model.circuit;
    let mut parts = vec![
        counted(circuit.inputs.len(), "input"),
        counted(circuit.latches.len(), "latch"),
        counted(circuit.ands.len(), "and"),
    ];
    if !circuit.constraints.is_empty() {
        parts.push(counted(circuit.constraints.len(), "constraint"));
    }
    let (chosen, all) = (report.properties.len(), circuit.properties.len());
    parts.push(match chosen {
        _ if chosen == all => counted(all, "property"),
        _ => format!("{chosen} of {}", counted(all, "property")),
    });
    format!("{BOLD}{file}{BOLD:#}  {}\n", parts.join(", "))
}

fn detail(property: &hardware::PropertyReport) -> String {
    CircuitAnswer::of(property).detail(property.figures.depth)
}

/// What the checker has seen.
fn checks(properties: &[hardware::PropertyReport]) -> String {
    let answers: Vec<CircuitAnswer> = properties.iter().map(CircuitAnswer::of).collect();
    let checked = |word: VerdictWord| {
        answers.iter().filter(move |answer| answer.is_checked && answer.word == word)
    };
    let (proved, replayed) =
        (checked(VerdictWord::Proved).count(), checked(VerdictWord::False).count());
    let lrat: usize = checked(VerdictWord::Proved).map(|answer| answer.statistics.lrat_steps).sum();
    let steps: usize =
        checked(VerdictWord::False).map(|answer| answer.statistics.simulated_steps).sum();
    let mut text = String::new();
    match (proved, checked(VerdictWord::Proved).next()) {
        (0, _) | (_, None) => {}
        (1, Some(answer)) => {
            let obligations = answer.obligations.as_deref().unwrap_or_default();
            let lrat = counted(lrat, "LRAT step");
            text.push_str(&format!("certificate checked: {obligations} ({lrat})\n"));
        }
        _ => {
            let lrat = counted(lrat, "LRAT step");
            text.push_str(&format!("{proved} certificates checked ({lrat})\n"));
        }
    }
    match replayed {
        0 => {}
        1 => text.push_str(&format!("trace replayed ({})\n", counted(steps, "step"))),
        _ => text.push_str(&format!("{replayed} traces replayed ({})\n", counted(steps, "step"))),
    }
    text
}

/// The figures of Table 3.1 of the thesis, and some more.
fn figures(property: &hardware::PropertyReport) -> String {
    let figures = &property.figures;
    format!(
        "      {FAINT}{:.2} s, {} found, {}, {} in the cone, depth {}, checking {:.2} s{FAINT:#}\n",
        figures.elapsed.as_secs_f64(),
        counted(figures.clauses_found, "clause"),
        counted(figures.queries as usize, "SAT call"),
        counted(figures.cone_latches, "latch"),
        figures.depth,
        figures.checking.as_secs_f64(),
    )
}

fn reductions(report: &hardware::Report) -> String {
    let Some(counts) = &report.reduction else {
        return String::new();
    };
    let sizes = |sizes: [usize; 3]| sizes.map(|size| size.to_string()).join("/");
    let (before, cone, after) = (counts.before, counts.cone, counts.after);
    format!(
        "  {FAINT}inputs/latches/ands: {}, in the cone {}, reduced {}{FAINT:#}\n  \
         {FAINT}reduced: {} fixed, {} constant, {} and {} merged{FAINT:#}\n",
        sizes([before.inputs, before.latches, before.gates]),
        sizes([cone.inputs, cone.latches, cone.gates]),
        sizes([after.inputs, after.latches, after.gates]),
        counted(counts.fixed_inputs, "input"),
        counted(counts.constant_latches, "latch"),
        counted(counts.merged_latches, "latch"),
        counted(counts.merged_gates, "gate"),
    )
}

fn length(text: &str) -> usize {
    text.chars().count()
}
