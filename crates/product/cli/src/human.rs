//! The report for a person: a line for the file, a line per property, details for what failed.

use std::path::PathBuf;
use std::time::Duration;

use anstyle::{AnsiColor, Style};
use buttress_session::hardware;

use crate::answer::{Answer, Word, counted};
use crate::evidence::Written;
use crate::select::justice_names;
use crate::waveform::{self, Bounds};

/// How much is told.
#[derive(Clone, Copy)]
pub struct Manner {
    /// Columns of the report.
    pub width: usize,
    /// Figures, reductions and all waveforms.
    pub is_verbose: bool,
}

/// Without -v, so many waveforms are drawn.
const WAVEFORMS: usize = 3;
/// Without -v, so many signals of a waveform are drawn.
const ROWS: usize = 16;

const BOLD: Style = Style::new().bold();
const FAINT: Style = Style::new().dimmed();

/// The report on one file, which took `peak` bytes of memory.
pub fn report(file: &str, report: &hardware::Report, peak: usize, manner: Manner) -> String {
    let mut text = headline(file, report);
    if manner.is_verbose {
        text.push_str(&reductions(report));
    }
    let name_width = report.properties.iter().map(|property| length(&property.name)).max();
    let name_width = name_width.unwrap_or(0).min(manner.width / 3);
    let details: Vec<String> = report.properties.iter().map(detail).collect();
    let room = manner.width.saturating_sub(name_width + 34);
    let detail_width = details.iter().map(|detail| length(detail)).max().unwrap_or(0).min(room);
    let words = report.properties.iter().map(|property| Answer::of(property).words().len());
    let word_width = words.max().unwrap_or(0);
    let mut drawn = 0;
    for (property, detail) in report.properties.iter().zip(&details) {
        let answer = Answer::of(property);
        let seconds = seconds(property.figures.elapsed);
        let engine = property.engine.map_or("", |engine| engine.name());
        let word = painted(&answer.words(), answer.word, word_width);
        let line = format!(
            "  {:name_width$}  {word}  {detail:detail_width$}  {engine:4}  {seconds}",
            property.name
        );
        text.push_str(line.trim_end());
        text.push('\n');
        if manner.is_verbose {
            text.push_str(&figures(property));
        }
        if let Some(trace) = answer.trace {
            if drawn == WAVEFORMS && !manner.is_verbose {
                text.push_str("      the waveform is left out; -v draws all of them\n");
                continue;
            }
            drawn += 1;
            let rows = if manner.is_verbose { usize::MAX } else { ROWS };
            let bounds = Bounds { width: manner.width.saturating_sub(6), rows };
            let model = &report.model;
            let (circuit, names) = (&model.circuit, &model.names);
            for line in waveform::draw(circuit, names, property.index, trace, bounds) {
                text.push_str(&format!("      {}\n", line.trim_end()));
            }
        }
    }
    text.push_str(&checks(&report.properties));
    text.push_str(&skipped(report));
    if manner.is_verbose {
        let time = seconds(report.elapsed);
        let line = format!("{}, {} of memory at most", time.trim(), size(peak));
        text.push_str(&format!("{FAINT}{line}{FAINT:#}\n"));
    }
    text
}

/// How many properties have which verdict, and how many files could not be read; told when
/// there are several of either.
pub fn summary(verdicts: &[Word], files: usize, refused: usize) -> String {
    if files < 2 && verdicts.len() < 2 {
        return String::new();
    }
    let words = [Word::Proved, Word::False, Word::Open, Word::Unknown, Word::Rejected];
    let counts = words
        .into_iter()
        .map(|word| (verdicts.iter().filter(|verdict| **verdict == word).count(), word.as_str()));
    let counts = counts.chain([(refused, "unreadable")]).filter(|(count, _)| *count > 0);
    let counts: Vec<String> = counts.map(|(count, word)| format!("{count} {word}")).collect();
    let what = match files {
        0 | 1 => counted(verdicts.len(), "property"),
        _ => counted(files, "file"),
    };
    if counts.is_empty() { format!("{what}\n") } else { format!("{what}: {}\n", counts.join(", ")) }
}

/// What was left aside: liveness, and files without anything to prove.
pub fn skipped(report: &hardware::Report) -> String {
    let names = justice_names(&report.model);
    if !names.is_empty() {
        let verb = if names.len() == 1 { "is" } else { "are" };
        return format!(
            "{}unknown{:#}[AG0101]: {} {verb} not checked: {}\n",
            style(Word::Unknown),
            style(Word::Unknown),
            counted(names.len(), "justice property"),
            names.join(", ")
        );
    }
    if report.properties.is_empty() {
        return "  there is nothing to prove: no bad signal and no output\n".to_owned();
    }
    String::new()
}

/// Where the evidence is.
pub fn written(written: &Written) -> String {
    let line = |(_, kind, path): &(usize, &str, PathBuf)| format!("{kind}: {}\n", path.display());
    written.files.iter().map(line).collect()
}

/// A size with its unit.
pub fn size(bytes: usize) -> String {
    let bytes = bytes as f64;
    match bytes {
        ..1048576.0 => format!("{:.0} KiB", bytes / 1024.0),
        ..1073741824.0 => format!("{:.1} MiB", bytes / 1048576.0),
        _ => format!("{:.2} GiB", bytes / 1073741824.0),
    }
}

/// A time with as many digits as matter.
pub fn seconds(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 9.995 { format!("{seconds:7.2} s") } else { format!("{seconds:7.1} s") }
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
    Answer::of(property).detail(property.figures.depth)
}

/// The verdict, coloured, and padded outside of the colour.
pub fn painted(words: &str, word: Word, width: usize) -> String {
    let style = style(word);
    let padding = " ".repeat(width.saturating_sub(words.len()));
    format!("{style}{words}{style:#}{padding}")
}

/// The colour of a verdict.
pub fn style(word: Word) -> Style {
    let color = match word {
        Word::Proved => AnsiColor::Green,
        Word::False | Word::Open | Word::Rejected => AnsiColor::Red,
        Word::Unknown => AnsiColor::Yellow,
    };
    color.on_default().bold()
}

/// What the checker has seen.
fn checks(properties: &[hardware::PropertyReport]) -> String {
    let answers: Vec<Answer> = properties.iter().map(Answer::of).collect();
    let checked =
        |word: Word| answers.iter().filter(move |answer| answer.is_checked && answer.word == word);
    let (proved, replayed) = (checked(Word::Proved).count(), checked(Word::False).count());
    let lrat: usize = checked(Word::Proved).map(|answer| answer.statistics.lrat_steps).sum();
    let steps: usize = checked(Word::False).map(|answer| answer.statistics.simulated_steps).sum();
    let mut text = String::new();
    match (proved, checked(Word::Proved).next()) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_times_are_short() {
        assert_eq!(size(2048), "2 KiB");
        assert_eq!(size(5 << 20), "5.0 MiB");
        assert_eq!(size(3 << 30), "3.00 GiB");
        assert_eq!(seconds(Duration::from_millis(1234)).trim(), "1.23 s");
        assert_eq!(seconds(Duration::from_secs(61)).trim(), "61.0 s");
    }
}
