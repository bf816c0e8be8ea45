//! What a comparison found: faults, sums, and its CSV and Markdown forms.

use std::fmt::Write;
use std::path::Path;

use buttress_testkit::Known;

use super::solver::{HwOutcome, PLAIN, Question, Solver};
use crate::bench::outcome::{Times, evidence_ratio, ratio};
use crate::bench::table::{csv_cell, markdown_row};

/// From so many CPU seconds on, starting and reading is little of a run.
const LONG: f64 = 0.1;

/// One file's outcomes, in the order of the solvers.
pub struct Row {
    /// The file's name.
    pub file: String,
    /// The known answer.
    pub known: Option<Known>,
    /// What each solver said.
    pub outcomes: Vec<HwOutcome>,
}

/// All rows of a run.
pub struct Report {
    /// The solvers, ours first.
    pub solvers: Vec<Solver>,
    /// The rows, sorted by file.
    pub rows: Vec<Row>,
    /// CPU seconds per run.
    pub limit: u64,
}

/// The verdict word of an answer.
pub fn word(answer: Option<Known>) -> &'static str {
    match answer {
        Some(Known::Safe) => "proved",
        Some(Known::Unsafe) => "false",
        None => "unknown",
    }
}

impl Row {
    /// A line for the terminal.
    pub fn line(&self, solvers: &[Solver]) -> String {
        let outcomes = solvers.iter().zip(&self.outcomes);
        let said = outcomes.map(|(solver, outcome)| {
            format!("{} {} {:.2} s", solver.name, word(outcome.answer), outcome.cpu)
        });
        format!("{}  {}", self.file, said.collect::<Vec<_>>().join(" | "))
    }
}

impl Report {
    /// Everything about our verdicts that must not be.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for row in &self.rows {
            for (solver, outcome) in self.solvers.iter().zip(&row.outcomes) {
                if !solver.is_ours() {
                    continue;
                }
                let place = format!("{}: {}", row.file, solver.name);
                if let Some(fault) = &outcome.fault {
                    faults.push(format!("{place}: {fault}"));
                }
                if outcome.checked == Some(false) {
                    faults.push(format!("{place}: a verdict was not checked"));
                }
                let contradicts = |other: Option<Known>| {
                    other.is_some() && outcome.answer.is_some() && other != outcome.answer
                };
                let said = word(outcome.answer);
                if contradicts(row.known) {
                    faults.push(format!("{place} says {said}, known: {}", word(row.known)));
                }
                for (peer, other) in self.solvers.iter().zip(&row.outcomes) {
                    if contradicts(other.answer) {
                        let other = word(other.answer);
                        faults.push(format!("{place} says {said}, {} says {other}", peer.name));
                    }
                }
            }
        }
        faults
    }

    /// Peers' answers that contradict the known ones; told, but not our fault.
    fn peer_errors(&self) -> Vec<String> {
        let mut errors = Vec::new();
        for row in &self.rows {
            for (solver, outcome) in self.solvers.iter().zip(&row.outcomes) {
                let (Some(known), Some(answer)) = (row.known, outcome.answer) else { continue };
                if !solver.is_ours() && known != answer {
                    errors.push(format!(
                        "{}: {} says {}, known: {}",
                        row.file,
                        solver.name,
                        word(Some(answer)),
                        word(Some(known))
                    ));
                }
            }
        }
        errors
    }

    /// The CPU seconds of the files that this solver answered, sorted.
    pub fn solved(&self, solver: usize) -> Vec<f64> {
        let outcomes = self.rows.iter().filter_map(|row| row.outcomes.get(solver));
        let mut seconds: Vec<f64> = outcomes
            .filter(|outcome| outcome.answer.is_some())
            .map(|outcome| outcome.cpu)
            .collect();
        seconds.sort_by(f64::total_cmp);
        seconds
    }

    /// The table of sums, then what is wrong; also for the terminal.
    pub fn summary(&self) -> String {
        let mut text = String::from(
            "| solver | solved | proved | false | alone | CPU s, solved | CPU s, all |\n\
             |---|---|---|---|---|---|---|\n",
        );
        for (index, solver) in self.solvers.iter().enumerate() {
            let count = |answer: Known| {
                let said = |row: &&Row| row.outcomes[index].answer == Some(answer);
                self.rows.iter().filter(said).count()
            };
            let alone = self.rows.iter().filter(|row| {
                let answered = row.outcomes.iter().filter(|outcome| outcome.answer.is_some());
                row.outcomes[index].answer.is_some() && answered.count() == 1
            });
            let all: f64 = self.rows.iter().map(|row| row.outcomes[index].cpu).sum();
            let solved = self.solved(index);
            markdown_row(
                &mut text,
                &[
                    solver.name.clone(),
                    format!("{} of {}", solved.len(), self.rows.len()),
                    count(Known::Safe).to_string(),
                    count(Known::Unsafe).to_string(),
                    alone.count().to_string(),
                    format!("{:.1}", solved.iter().sum::<f64>()),
                    format!("{all:.1}"),
                ],
            );
        }
        if self.solvers.iter().filter(|solver| !solver.is_ours()).count() > 1 {
            self.add_peers_together(&mut text);
        }
        let any = self.rows.iter().filter(|row| row.outcomes.iter().any(|o| o.answer.is_some()));
        writeln!(text, "\nAnswered by any: {} of {}.", any.count(), self.rows.len())
            .expect("a string takes all text");
        self.add_ratios(&mut text);
        self.add_evidence(&mut text);
        self.add_alone(&mut text);
        let faults = self.faults();
        text.push_str(if faults.is_empty() {
            "No verdict of ours is wrong, contradicted, rejected or unchecked.\n"
        } else {
            "Faults:\n"
        });
        for fault in faults {
            text.push_str(&format!("- {fault}\n"));
        }
        for error in self.peer_errors() {
            text.push_str(&format!("- (peer) {error}\n"));
        }
        text
    }

    /// Files that some peer answers, as a row of the table of sums.
    fn add_peers_together(&self, text: &mut String) {
        let answers = |row: &Row| {
            let outcomes = self.solvers.iter().zip(&row.outcomes);
            let peers = outcomes.filter(|(solver, _)| !solver.is_ours());
            peers.filter_map(|(_, outcome)| outcome.answer).collect::<Vec<Known>>()
        };
        let count = |is_counted: &dyn Fn(&[Known]) -> bool| {
            self.rows.iter().filter(|row| is_counted(&answers(row))).count().to_string()
        };
        let ours = |row: &Row| {
            let mut outcomes = self.solvers.iter().zip(&row.outcomes);
            outcomes.any(|(solver, outcome)| solver.is_ours() && outcome.answer.is_some())
        };
        let alone = self.rows.iter().filter(|row| !answers(row).is_empty() && !ours(row)).count();
        let cells = [
            "any peer together".to_owned(),
            format!("{} of {}", count(&|answers| !answers.is_empty()), self.rows.len()),
            count(&|answers| answers.contains(&Known::Safe)),
            count(&|answers| answers.contains(&Known::Unsafe)),
            alone.to_string(),
            String::new(),
            String::new(),
        ];
        markdown_row(text, &cells);
    }

    /// Our time over each peer's, on the files that both answer.
    fn add_ratios(&self, text: &mut String) {
        let (ours, peers): (Vec<usize>, Vec<usize>) =
            (0..self.solvers.len()).partition(|&index| self.solvers[index].is_ours());
        for (&mine, &peer) in
            ours.iter().flat_map(|mine| peers.iter().map(move |peer| (mine, peer)))
        {
            let both = self.rows.iter().map(|row| (&row.outcomes[mine], &row.outcomes[peer]));
            let both = both.filter(|(ours, theirs)| ours.answer.and(theirs.answer).is_some());
            let times = both
                .map(|(ours, theirs)| Times { ours: (ours.cpu, 0.0), theirs: (theirs.cpu, 0.0) });
            if let Some((ratio, _, count)) = ratio(times) {
                writeln!(
                    text,
                    "Time of {} over that of {}, the {count} files that both answer, geometric mean: {ratio:.2}.",
                    self.solvers[mine].name, self.solvers[peer].name
                )
                .expect("a string takes all text");
            }
        }
    }

    /// What evidence costs us: over all that is proved, and over what takes long enough to be measured well.
    fn add_evidence(&self, text: &mut String) {
        for (index, solver) in self.solvers.iter().enumerate() {
            let proved = self.rows.iter().map(|row| &row.outcomes[index]);
            let proved = proved.filter(|outcome| outcome.answer == Some(Known::Safe));
            let parts = proved.filter_map(|outcome| Some((outcome.cpu, outcome.evidence?)));
            let parts: Vec<(f64, f64)> = parts.collect();
            let of = |least: f64| {
                evidence_ratio(parts.iter().filter(|(cpu, _)| *cpu >= least).map(|(_, part)| *part))
            };
            let Some((all, count)) = of(0.0) else { continue };
            write!(
                text,
                "Certification and check of {} over all its other time, the {count} files that it proves, geometric mean: {all:.2}",
                solver.name
            )
            .expect("a string takes all text");
            if let Some((long, count)) = of(LONG) {
                write!(text, "; the {count} of them that take {LONG} CPU s or more: {long:.2}")
                    .expect("a string takes all text");
            }
            text.push_str(".\n");
        }
    }

    /// Which files only one solver answers.
    fn add_alone(&self, text: &mut String) {
        text.push_str("\n| answered by one alone | files, with CPU s |\n|---|---|\n");
        for (index, solver) in self.solvers.iter().enumerate() {
            let is_alone = |row: &&Row| {
                let answered = row.outcomes.iter().filter(|outcome| outcome.answer.is_some());
                row.outcomes[index].answer.is_some() && answered.count() == 1
            };
            let files = self.rows.iter().filter(is_alone);
            let files = files.map(|row| format!("{} {:.2}", row.file, row.outcomes[index].cpu));
            markdown_row(text, &[solver.name.clone(), files.collect::<Vec<_>>().join(", ")]);
        }
        text.push('\n');
        for (index, solver) in self.solvers.iter().enumerate() {
            let plain = self.rows.iter().filter(|row| row.outcomes[index].note.starts_with(PLAIN));
            let files: Vec<&str> = plain.map(|row| row.file.as_str()).collect();
            if !files.is_empty() {
                writeln!(
                    text,
                    "{} was given {} files in plain form (latches begin as zero, no constraints): {}.\n",
                    solver.name,
                    files.len(),
                    files.join(", ")
                )
                .expect("a string takes all text");
            }
        }
    }

    /// The whole report for people.
    pub fn markdown(&self, name: &str) -> String {
        let mut text = format!(
            "# Hardware, {} CPU seconds per file, single thread\n\n{}\n![cactus plot]({name}.svg)\n\n",
            self.limit,
            self.summary()
        );
        text.push_str("Commands:\n\n");
        for solver in &self.solvers {
            let shown = solver.shown(Path::new("FILE"), self.limit, Question::File);
            text.push_str(&format!("- {}: `{shown}`\n", solver.name));
        }
        text.push_str("\n## Files\n\n");
        let names = self.solvers.iter().map(|solver| solver.name.clone());
        let header: Vec<String> =
            ["file", "known"].into_iter().map(str::to_owned).chain(names).collect();
        markdown_row(&mut text, &header);
        text.push_str(&"|---".repeat(header.len()));
        text.push_str("|\n");
        for row in &self.rows {
            let said = row.outcomes.iter().map(|outcome| match outcome.answer {
                Some(_) => format!("{} {:.2}", word(outcome.answer), outcome.cpu),
                None => "–".to_owned(),
            });
            let known = if row.known.is_some() { word(row.known) } else { "" };
            let cells = [row.file.clone(), known.to_owned()].into_iter().chain(said);
            markdown_row(&mut text, &cells.collect::<Vec<_>>());
        }
        text
    }

    /// One line per file and solver.
    pub fn csv(&self) -> String {
        let mut text = String::from(
            "file,known,solver,verdict,cpu_seconds,evidence_part,memory_mb,checked,note\n",
        );
        for row in &self.rows {
            for (solver, outcome) in self.solvers.iter().zip(&row.outcomes) {
                let known = if row.known.is_some() { word(row.known) } else { "" };
                let checked = outcome.checked.map_or("", |yes| if yes { "yes" } else { "no" });
                let fault = outcome.fault.as_deref().unwrap_or("");
                let cells = [
                    row.file.clone(),
                    known.to_owned(),
                    solver.name.clone(),
                    word(outcome.answer).to_owned(),
                    format!("{:.3}", outcome.cpu),
                    outcome.evidence.map_or(String::new(), |part| format!("{part:.3}")),
                    outcome.memory.to_string(),
                    checked.to_owned(),
                    format!("{fault} {}", outcome.note).trim().to_owned(),
                ];
                text.push_str(&cells.map(|cell| csv_cell(&cell)).join(","));
                text.push('\n');
            }
        }
        text
    }
}

#[cfg(test)]
pub mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::bench::hw::solver::HwSolverKind;

    fn outcome(answer: Option<Known>, cpu: f64) -> HwOutcome {
        let note = "engine ic3, clauses 7".to_owned();
        HwOutcome { answer, note, cpu, memory: 12, ..HwOutcome::default() }
    }

    /// Two files; ours answers both, the peer one.
    pub fn sample() -> Report {
        let solver =
            |name: &str, kind| Solver { name: name.to_owned(), program: PathBuf::from(name), kind };
        let row = |file: &str, known, ours, peer| Row {
            file: file.to_owned(),
            known,
            outcomes: vec![ours, peer],
        };
        let (safe, violated) = (Some(Known::Safe), Some(Known::Unsafe));
        Report {
            solvers: vec![
                solver("buttress", HwSolverKind::Buttress { engine: None }),
                solver("abc", HwSolverKind::Abc),
            ],
            rows: vec![
                row("a.aig", safe, outcome(safe, 2.0), outcome(safe, 0.5)),
                row("b.aig", None, outcome(violated, 1.0), outcome(None, 10.0)),
            ],
            limit: 10,
        }
    }

    #[test]
    fn sums_are_right() {
        let report = sample();
        assert!(report.faults().is_empty());
        let summary = report.summary();
        assert!(summary.contains("| buttress | 2 of 2 | 1 | 1 | 1 | 3.0 | 3.0 |"), "{summary}");
        assert!(summary.contains("| abc | 1 of 2 | 1 | 0 | 0 | 0.5 | 10.5 |"), "{summary}");
        assert!(summary.contains("Answered by any: 2 of 2."), "{summary}");
        assert!(
            summary
                .contains("over that of abc, the 1 files that both answer, geometric mean: 4.00."),
            "{summary}"
        );
        assert!(summary.contains("| buttress | b.aig 1.00 |\n| abc |  |"), "{summary}");
        assert!(!summary.contains("any peer together") && !summary.contains(PLAIN), "{summary}");
        assert_eq!(report.solved(0), [1.0, 2.0]);
    }

    #[test]
    fn peers_count_together() {
        let mut report = sample();
        let ric3 = Solver {
            name: "ric3".to_owned(),
            program: PathBuf::from("ric3"),
            kind: HwSolverKind::Ric3,
        };
        report.solvers.push(ric3);
        report.rows[0].outcomes.push(outcome(None, 10.0));
        report.rows[1].outcomes.push(outcome(Some(Known::Unsafe), 3.0));
        report.rows[1].outcomes[1].note = PLAIN.to_owned();
        let summary = report.summary();
        assert!(summary.contains("| any peer together | 2 of 2 | 1 | 1 | 0 |"), "{summary}");
        assert!(summary.contains("abc was given 1 files in plain form"), "{summary}");
        report.rows[1].outcomes[0].answer = None;
        assert!(report.summary().contains("| any peer together | 2 of 2 | 1 | 1 | 1 |"));
    }

    #[test]
    fn every_kind_of_fault_is_named() {
        let mut report = sample();
        report.rows[0].known = Some(Known::Unsafe);
        assert_eq!(report.faults(), ["a.aig: buttress says proved, known: false"]);
        assert_eq!(report.peer_errors(), ["a.aig: abc says proved, known: false"]);
        let mut report = sample();
        report.rows[1].outcomes[1].answer = Some(Known::Safe);
        assert_eq!(report.faults(), ["b.aig: buttress says false, abc says proved"]);
        let mut report = sample();
        report.rows[0].outcomes[0].checked = Some(false);
        report.rows[1].outcomes[0].fault = Some("exit code 4".to_owned());
        assert_eq!(report.faults().len(), 2);
    }

    #[test]
    fn what_evidence_costs_is_told_of_what_is_proved() {
        let mut report = sample();
        let row = |cpu, part| {
            let outcomes = vec![
                HwOutcome { evidence: Some(part), ..outcome(Some(Known::Safe), cpu) },
                outcome(None, 10.0),
            ];
            Row { file: "c.aig".to_owned(), known: None, outcomes }
        };
        assert!(!report.summary().contains("Certification"), "{}", report.summary());
        report.rows.extend([row(0.05, 0.5), row(2.0, 0.2)]);
        report.rows[1].outcomes[0].evidence = Some(0.9);
        let summary = report.summary();
        let told = "the 2 files that it proves, geometric mean: 0.50; the 1 of them that take 0.1 CPU s or more: 0.25.";
        assert!(summary.contains(told), "{summary}");
        assert!(
            report.csv().contains("c.aig,,buttress,proved,0.050,0.500,12,,"),
            "{}",
            report.csv()
        );
    }

    #[test]
    fn tables_are_written() {
        let report = sample();
        let csv = report.csv();
        assert_eq!(csv.lines().count(), 5);
        assert!(csv.contains("a.aig,proved,abc,proved,0.500,,12,,\"engine ic3, clauses 7\""));
        let markdown = report.markdown("hw");
        assert!(markdown.contains("| b.aig |  | false 1.00 | – |"), "{markdown}");
        assert_eq!(csv_cell("say \"x\""), "\"say \"\"x\"\"\"");
    }
}
