//! What a comparison found: faults, sums by set, and its CSV and Markdown forms.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::expected::{DISPUTED, Expected, Label};
use super::ours::{ProgramAnswer, ProgramOutcome};
use crate::bench::table::{csv_cell, markdown_row};

/// One program.
pub struct Row {
    /// Its name in the folder.
    pub file: String,
    /// What is known of it.
    pub expected: Expected,
    /// What we said.
    pub ours: ProgramOutcome,
    /// What we said without inferred facts, where something was proved that should not be.
    pub alone: Option<ProgramAnswer>,
}

/// All rows of a run.
pub struct Report {
    /// Sorted by file.
    pub rows: Vec<Row>,
    /// CPU seconds per run.
    pub limit: u64,
}

const ANSWERS: [ProgramAnswer; 5] = [
    ProgramAnswer::Proved,
    ProgramAnswer::False,
    ProgramAnswer::Open,
    ProgramAnswer::Unknown,
    ProgramAnswer::Diagnostics,
];

impl Row {
    /// A line for the terminal.
    pub fn line(&self) -> String {
        let (answer, cpu) = (self.ours.answer.word(), self.ours.cpu);
        format!("{}  {answer} {cpu:.2} s (expected: {})", self.file, self.expected.word())
    }

    /// The folder that it is in.
    fn set(&self) -> &str {
        self.file.rsplit_once('/').map_or("", |(folder, _)| folder)
    }

    /// Why its label does not count, if it does not.
    fn dispute(&self) -> Option<&'static str> {
        let name = self.file.rsplit('/').next().unwrap_or(&self.file);
        DISPUTED.iter().find(|(disputed, _)| *disputed == name).map(|(_, why)| *why)
    }

    /// Is it proved only because inferred facts make up for what is not written?
    fn is_completed(&self) -> bool {
        self.alone.is_some_and(|alone| alone != ProgramAnswer::Proved)
    }

    /// How the verdict contradicts the label.
    fn contradiction(&self) -> Option<String> {
        let says = self.ours.answer.word();
        match (self.expected.label?, self.ours.answer) {
            _ if self.is_completed() => None,
            (
                Label::Verified,
                ProgramAnswer::False | ProgramAnswer::Open | ProgramAnswer::Diagnostics,
            )
            | (Label::Unverified, ProgramAnswer::Proved) => {
                Some(format!("{says}, labelled {}", self.expected.word()))
            }
            _ => None,
        }
    }

    /// How the verdict differs from what the original said.
    fn difference(&self) -> Option<String> {
        let (original, answer) = (self.expected.original.as_str(), self.ours.answer);
        let is_refused = ["error", "compiler_error"].contains(&original);
        let differs = match original {
            "valid" => answer != ProgramAnswer::Proved,
            "invalid" => answer == ProgramAnswer::Proved || answer == ProgramAnswer::Diagnostics,
            _ => is_refused && answer != ProgramAnswer::Diagnostics,
        };
        differs.then(|| format!("{}, the original said {original}", answer.word()))
    }

    /// Is it one of those that must be proved or refuted, and is neither?
    fn is_unsettled(&self) -> bool {
        let name = self.file.trim_end_matches(".pi");
        let must = name.ends_with("-soln") || name.ends_with("-correctness");
        must && !matches!(self.ours.answer, ProgramAnswer::Proved | ProgramAnswer::False)
    }

    /// Was a text refused that the original accepts?
    fn is_refused(&self) -> bool {
        self.ours.answer == ProgramAnswer::Diagnostics && self.expected.is_accepted()
    }
}

impl Report {
    /// What must not be.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for row in &self.rows {
            let file = &row.file;
            faults.extend(row.ours.fault.iter().map(|fault| format!("{file}: {fault}")));
            if row.ours.checked == Some(false) {
                faults.push(format!("{file}: the verdict was not checked"));
            }
            if row.is_refused() {
                faults.push(format!("{file}: refused: {}", row.ours.note));
            }
            if row.dispute().is_none() {
                faults.extend(row.contradiction().map(|line| format!("{file}: {line}")));
            }
        }
        faults
    }

    /// Sums by set, then what is wrong; also for the terminal.
    pub fn summary(&self) -> String {
        let mut sets: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
        for row in &self.rows {
            sets.entry(row.set()).or_default().push(row);
        }
        let mut text = String::from(
            "| set | files | proved | false | open | unknown | diagnostics | against labels | unlike the original | CPU s |\n\
             |---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n",
        );
        for (name, rows) in &sets {
            sums(&mut text, name, rows);
        }
        sums(&mut text, "all", &self.rows.iter().collect::<Vec<_>>());
        let faults = self.faults();
        text.push_str(match faults.is_empty() {
            true => "\nNo verdict is wrong, rejected or unchecked, and nothing was refused that the original accepts.\n",
            false => "\nFaults:\n\n",
        });
        faults.iter().for_each(|line| {
            let _ = writeln!(text, "- {line}");
        });
        self.list(&mut text, "Labels that are disputed:", |row| {
            Some(format!("{}: {}", row.contradiction()?, row.dispute()?))
        });
        self.list(&mut text, "Labelled UNVERIFIED, and proved with inferred facts only:", |row| {
            let is_labelled = row.expected.label.is_some() && row.is_completed();
            is_labelled
                .then(|| format!("{} without them", row.alone.map_or("", ProgramAnswer::word)))
        });
        self.list(&mut text, "Neither proved nor refuted, though it should be:", |row| {
            row.is_unsettled().then(|| format!("{}: {}", row.ours.answer.word(), row.ours.note))
        });
        self.list(&mut text, "Labelled, and not decided:", |row| {
            let is_open = row.expected.label.is_some() && row.ours.answer == ProgramAnswer::Unknown;
            is_open.then(|| format!("{}: {}", row.expected.word(), row.ours.note))
        });
        text
    }

    fn list(&self, text: &mut String, title: &str, line: impl Fn(&Row) -> Option<String>) {
        let lines = self.rows.iter().filter_map(|row| Some((&row.file, line(row)?)));
        for (position, (file, line)) in lines.enumerate() {
            if position == 0 {
                let _ = writeln!(text, "\n{title}\n");
            }
            let _ = writeln!(text, "- {file}: {line}");
        }
    }

    /// The whole report for people.
    pub fn markdown(&self) -> String {
        let mut text = format!(
            "# Programs, {} CPU seconds per file, single thread\n\n{}",
            self.limit,
            self.summary()
        );
        text.push_str(
            "\n## Unlike the original\n\n| file | ours | without inference | original | note |\n|---|---|---|---|---|\n",
        );
        for row in self.rows.iter().filter(|row| row.difference().is_some()) {
            let note = row.ours.note.replace('|', "\\|");
            let alone = row.alone.map_or("", ProgramAnswer::word);
            let words = [&row.file, row.ours.answer.word(), alone, &row.expected.original, &note];
            markdown_row(&mut text, &words.map(str::to_owned));
        }
        text
    }

    /// One line per file.
    pub fn csv(&self) -> String {
        let mut text = String::from(
            "file,label,original,answer,without_inference,cpu_seconds,memory_mb,checked,note\n",
        );
        for row in &self.rows {
            let label = row.expected.label.map_or("", |_| row.expected.word());
            let checked = row.ours.checked.map_or("", |is_so| if is_so { "yes" } else { "no" });
            let fault = row.ours.fault.as_deref().unwrap_or("");
            let cells = [
                row.file.clone(),
                label.to_owned(),
                row.expected.original.clone(),
                row.ours.answer.word().to_owned(),
                row.alone.map_or("", ProgramAnswer::word).to_owned(),
                format!("{:.2}", row.ours.cpu),
                row.ours.memory.to_string(),
                checked.to_owned(),
                format!("{fault} {}", row.ours.note).trim().to_owned(),
            ];
            text.push_str(&cells.map(|cell| csv_cell(&cell)).join(","));
            text.push('\n');
        }
        text
    }
}

fn sums(text: &mut String, name: &str, rows: &[&Row]) {
    let mut cells = vec![name.to_owned(), rows.len().to_string()];
    for answer in ANSWERS {
        cells.push(rows.iter().filter(|row| row.ours.answer == answer).count().to_string());
    }
    cells.push(rows.iter().filter(|row| row.contradiction().is_some()).count().to_string());
    cells.push(rows.iter().filter(|row| row.difference().is_some()).count().to_string());
    cells.push(format!("{:.1}", rows.iter().map(|row| row.ours.cpu).sum::<f64>()));
    markdown_row(text, &cells);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(file: &str, label: Option<Label>, original: &str, answer: ProgramAnswer) -> Row {
        let expected = Expected { label, original: original.to_owned() };
        let ours = ProgramOutcome { answer, note: "n".to_owned(), ..ProgramOutcome::default() };
        Row { file: file.to_owned(), expected, ours, alone: None }
    }

    fn faults(row: Row) -> Vec<String> {
        Report { rows: vec![row], limit: 1 }.faults()
    }

    #[test]
    fn verdicts_against_labels_are_faults() {
        let verified = Some(Label::Verified);
        let unverified = Some(Label::Unverified);
        assert_eq!(faults(row("s/a.pi", verified, "", ProgramAnswer::Proved)).len(), 0);
        assert_eq!(faults(row("s/a.pi", verified, "", ProgramAnswer::Unknown)).len(), 0);
        assert_eq!(
            faults(row("s/a.pi", verified, "", ProgramAnswer::False)),
            ["s/a.pi: false, labelled VERIFIED"]
        );
        assert_eq!(faults(row("s/a.pi", unverified, "", ProgramAnswer::Proved)).len(), 1);
        let completed = |alone| Row {
            alone: Some(alone),
            ..row("s/a.pi", unverified, "", ProgramAnswer::Proved)
        };
        assert_eq!(faults(completed(ProgramAnswer::Open)).len(), 0);
        assert_eq!(faults(completed(ProgramAnswer::Proved)).len(), 1);
        assert_eq!(faults(row("s/a.pi", unverified, "", ProgramAnswer::Open)).len(), 0);
        assert_eq!(
            faults(row("s/update_parameter.pi", verified, "", ProgramAnswer::False)).len(),
            0
        );
    }

    #[test]
    fn a_text_that_the_original_reads_must_be_read() {
        assert_eq!(
            faults(row("a.pi", None, "invalid", ProgramAnswer::Diagnostics)),
            ["a.pi: refused: n"]
        );
        assert!(faults(row("a.pi", None, "error", ProgramAnswer::Diagnostics)).is_empty());
    }

    #[test]
    fn the_report_lists_what_is_left() {
        let rows = vec![
            row("s/A-soln.pi", None, "valid", ProgramAnswer::Unknown),
            row("s/B-soln.pi", None, "invalid", ProgramAnswer::False),
            row("t/c.pi", Some(Label::Verified), "valid", ProgramAnswer::Unknown),
        ];
        let report = Report { rows, limit: 1 };
        let text = report.markdown();
        assert!(text.contains("| s | 2 | 0 | 1 | 0 | 1 | 0 | 0 | 1 | 0.0 |"), "{text}");
        assert!(text.contains("- s/A-soln.pi: unknown: n"), "{text}");
        assert!(!text.contains("- s/B-soln.pi"), "{text}");
        assert!(text.contains("- t/c.pi: VERIFIED: n"), "{text}");
        assert!(report.csv().contains("s/B-soln.pi,,invalid,false,,0.00,0,,n"));
    }
}
