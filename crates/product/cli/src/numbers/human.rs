//! The report for a person: a line for the file, a line per property, details for what failed.

use buttress_session::{UnknownKind, numbers};

use super::answer::NumbersAnswer;
use super::derivation::{self, Bounds};
use crate::limits::DERIVATION_STEPS;
use crate::plural::counted;
use crate::style::{BOLD, FAINT, Layout, painted, seconds, size, style};
use crate::verdict::VerdictWord;
use crate::wrap::fit;

/// The report on one file, which took `peak` bytes of memory. With `definitions`, the formulas of proved
/// properties are told.
pub fn report(
    file: &str,
    report: &numbers::Report,
    peak: usize,
    definitions: bool,
    layout: Layout,
) -> String {
    let fit = |text: &str| fit(text, layout.width);
    let mut text = fit(&headline(file, &report.contents, report.properties.len()));
    let answers: Vec<NumbersAnswer<'_>> = report.properties.iter().map(NumbersAnswer::of).collect();
    let widest = |texts: &mut dyn Iterator<Item = usize>| texts.max().unwrap_or(0);
    let names = &mut report.properties.iter().map(|property| property.name.chars().count());
    let name_width = widest(names).min(layout.width / 3);
    let word_width = widest(&mut answers.iter().map(|answer| answer.coded_verdict().len()));
    let room = layout.width.saturating_sub(name_width + word_width + 28);
    let details = &mut answers.iter().map(|answer| answer.detail().chars().count());
    let detail_width = widest(details).min(room);
    for (property, answer) in report.properties.iter().zip(&answers) {
        let word = painted(&answer.coded_verdict(), answer.word, word_width);
        let engine = property.engine.map_or("", |engine| engine.name());
        let line = format!(
            "  {:name_width$}  {word}  {:detail_width$}  {engine:10}  {}",
            property.name,
            answer.detail(),
            seconds(property.figures.elapsed),
        );
        text.push_str(&fit(line.trim_end()));
        text.push('\n');
        if layout.is_verbose {
            text.push_str(&fit(&figures(property)));
        }
        if let Some(derivation) = answer.derivation {
            let steps = if layout.is_verbose { usize::MAX } else { DERIVATION_STEPS };
            let bounds = Bounds { steps, width: layout.width.saturating_sub(6) };
            for line in derivation::lines(derivation, bounds) {
                text.push_str(&format!("      {line}\n"));
            }
        }
        if layout.is_verbose && !definitions {
            text.push_str(&fit(&conjuncts(answer)));
        }
        if definitions {
            for definition in answer.definitions {
                text.push_str(&definition.text);
                text.push('\n');
            }
        }
    }
    text.push_str(&fit(&checks(&answers)));
    text.push_str(&fit(&skipped(report)));
    if layout.is_verbose {
        let time = seconds(report.elapsed);
        let line = format!("{}, {} of memory at most", time.trim(), size(peak));
        text.push_str(&format!("{FAINT}{line}{FAINT:#}\n"));
    }
    text
}

/// What was left aside: liveness, and files without anything to prove.
pub fn skipped(report: &numbers::Report) -> String {
    let live = &report.contents.live;
    if !live.is_empty() {
        let style = style(VerdictWord::Unknown);
        let verb = if live.len() == 1 { "is" } else { "are" };
        return format!(
            "{style}unknown{style:#}[{}]: {} {verb} not checked: {}\n",
            UnknownKind::Liveness.code(),
            counted(live.len(), "liveness property"),
            live.join(", ")
        );
    }
    if report.properties.is_empty() {
        return "  there is nothing to prove: no :invar-property\n".to_owned();
    }
    String::new()
}

/// The line about the file.
pub fn headline(file: &str, contents: &numbers::Info, chosen: usize) -> String {
    let all = contents.properties.len();
    let mut parts =
        vec![counted(contents.predicates, "predicate"), counted(contents.clauses, "clause")];
    parts.push(match chosen {
        _ if contents.queries == 0 => "no property".to_owned(),
        _ if chosen == all => counted(all, "property"),
        _ => format!("{chosen} of {}", counted(all, "property")),
    });
    format!("{BOLD}{file}{BOLD:#}  {}\n", parts.join(", "))
}

fn conjuncts(answer: &NumbersAnswer<'_>) -> String {
    let mut text = String::new();
    for definition in answer.definitions {
        text.push_str(&format!(
            "      {}({}):\n",
            definition.name,
            definition.parameters.join(", ")
        ));
        if definition.conjuncts.is_empty() {
            text.push_str("        true\n");
        }
        for conjunct in &definition.conjuncts {
            text.push_str(&format!("        {conjunct}\n"));
        }
    }
    text
}

/// What the checker has seen.
fn checks(answers: &[NumbersAnswer<'_>]) -> String {
    let checked = |word: VerdictWord| {
        answers.iter().filter(move |answer| answer.is_checked && answer.word == word)
    };
    let (proved, replayed) =
        (checked(VerdictWord::Proved).count(), checked(VerdictWord::False).count());
    let clauses: usize = checked(VerdictWord::Proved).map(|answer| answer.obligations).sum();
    let proof: usize = checked(VerdictWord::Proved).map(|answer| answer.proof_steps).sum();
    let steps: usize = checked(VerdictWord::False).map(|answer| answer.obligations).sum();
    let (clauses, proof) = (counted(clauses, "clause"), counted(proof, "proof step"));
    let mut text = String::new();
    match proved {
        0 => {}
        1 => text.push_str(&format!("certificate checked: {clauses} valid ({proof})\n")),
        _ => text.push_str(&format!("{proved} certificates checked: {clauses} valid ({proof})\n")),
    }
    let is_trace = |answer: &&NumbersAnswer<'_>| {
        answer.derivation.is_some_and(numbers::DerivationShown::is_trace)
    };
    let noun = if checked(VerdictWord::False).all(|answer| is_trace(&answer)) {
        "trace"
    } else {
        "derivation"
    };
    match replayed {
        0 => {}
        1 => text.push_str(&format!("{noun} replayed ({})\n", counted(steps, "step"))),
        _ => text.push_str(&format!("{replayed} {noun}s replayed ({})\n", counted(steps, "step"))),
    }
    text
}

fn figures(property: &numbers::PropertyReport) -> String {
    let figures = &property.figures;
    format!(
        "      {FAINT}reduced to {} and {}; depth {}, {}, {}, checking {:.2} s{FAINT:#}\n",
        counted(figures.predicates, "predicate"),
        counted(figures.clauses, "clause"),
        figures.depth,
        counted(figures.samples, "sample"),
        counted(figures.found, "invariant"),
        figures.checking.as_secs_f64(),
    )
}
