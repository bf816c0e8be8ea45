//! What a comparison found: faults, sums, and its CSV and Markdown forms.

mod folders;

use std::collections::BTreeMap;
use std::fmt::Write;

use super::manifest::Entry;
use super::solver::{CheckSatAnswer, SmtOutcome, Solver};
use crate::bench::outcome::{Times, ratio};
use crate::bench::table::{csv_cell, markdown_row};

/// One file's outcomes, in the order of the solvers.
pub struct Row {
    /// The file.
    pub entry: Entry,
    /// What each solver said.
    pub outcomes: Vec<SmtOutcome>,
    /// How many checks the file has, as far as anybody knows.
    checks: usize,
}

/// All rows of a run.
pub struct Report {
    /// The solvers, ours first.
    pub solvers: Vec<Solver>,
    /// The rows, sorted by file.
    pub rows: Vec<Row>,
    /// CPU seconds per run.
    pub limit: u64,
    /// Are files counted by folder, and not by logic?
    pub is_by_folder: bool,
}

impl Row {
    /// The row of a file.
    pub fn new(entry: Entry, outcomes: Vec<SmtOutcome>) -> Row {
        let most = outcomes.iter().map(|outcome| outcome.answer.len()).max().unwrap_or(0);
        let checks = most.max(entry.expected.len());
        Row { entry, outcomes, checks }
    }

    /// A line for the terminal.
    pub fn line(&self, solvers: &[Solver]) -> String {
        let outcomes = solvers.iter().zip(&self.outcomes);
        let said = outcomes.map(|(solver, outcome)| {
            format!("{} {} {:.2} s", solver.name, shown(&outcome.answer), outcome.cpu)
        });
        format!("{}  {}", self.entry.file, said.collect::<Vec<_>>().join(" | "))
    }

    /// Did this solver answer every check, none of them wrongly as far as is known?
    fn is_solved(&self, solver: usize) -> bool {
        self.outcomes.get(solver).is_some_and(|outcome| {
            let is_all = outcome.answer.len() == self.checks && self.checks > 0;
            is_all && !outcome.answer.contains(&CheckSatAnswer::Unknown) && !self.is_wrong(solver)
        })
    }

    /// Does it contradict an expected answer?
    fn is_wrong(&self, solver: usize) -> bool {
        self.contradiction(solver, &self.entry.expected).is_some()
    }

    /// What a solver says of the file as a whole: its last answer, if it has them all.
    fn verdict(&self, solver: usize) -> CheckSatAnswer {
        let last = || self.outcomes.get(solver)?.answer.last().copied();
        if self.is_solved(solver) {
            last().unwrap_or(CheckSatAnswer::Unknown)
        } else {
            CheckSatAnswer::Unknown
        }
    }

    /// What an answer of this solver contradicts: the position, the answer, and the other's.
    fn contradiction(
        &self,
        solver: usize,
        other: &[CheckSatAnswer],
    ) -> Option<(usize, CheckSatAnswer, CheckSatAnswer)> {
        let ours = self.outcomes.get(solver)?.answer.iter().copied();
        let mut both = ours.zip(other.iter().copied()).enumerate();
        let found = both.find(|(_, (ours, other))| ours.contradicts(*other));
        found.map(|(position, (ours, other))| (position + 1, ours, other))
    }
}

impl Report {
    /// Everything about our answers that must not be.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for row in &self.rows {
            for (index, (solver, outcome)) in self.solvers.iter().zip(&row.outcomes).enumerate() {
                if !solver.is_ours() {
                    continue;
                }
                let place = format!("{}: {}", row.entry.file, solver.name);
                faults.extend(outcome.fault.iter().map(|fault| format!("{place}: {fault}")));
                if outcome.checked == Some(false) {
                    faults.push(format!("{place}: an answer was not checked"));
                }
                faults.extend(self.wrong(row, index));
                for (position, peer) in self.solvers.iter().enumerate() {
                    // A peer that is known to be wrong somewhere in a file proves nothing there.
                    let other = &row.outcomes[position];
                    if let Some(found) = row.contradiction(index, &other.answer)
                        && !row.is_wrong(position)
                    {
                        faults.push(describe(&place, found, &format!("{} says", peer.name)));
                    }
                }
            }
        }
        faults
    }

    fn wrong(&self, row: &Row, solver: usize) -> Option<String> {
        let place = format!("{}: {}", row.entry.file, self.solvers.get(solver)?.name);
        let found = row.contradiction(solver, &row.entry.expected)?;
        Some(describe(&place, found, "expected:"))
    }

    /// Peers' answers that contradict the expected ones or each other; described, but not our fault.
    fn peer_errors(&self) -> Vec<String> {
        let mut errors = Vec::new();
        for row in &self.rows {
            for (index, solver) in self.solvers.iter().enumerate() {
                if solver.is_ours() {
                    continue;
                }
                errors.extend(self.wrong(row, index));
                let others = self.solvers.iter().zip(&row.outcomes).skip(index + 1);
                for (peer, other) in others {
                    let place = format!("{}: {}", row.entry.file, solver.name);
                    let found = row.contradiction(index, &other.answer);
                    errors.extend(
                        found.map(|found| describe(&place, found, &format!("{} says", peer.name))),
                    );
                }
            }
        }
        errors
    }

    /// The CPU seconds of the files that this solver answered, sorted.
    pub fn solved_seconds(&self, solver: usize) -> Vec<f64> {
        let solved = self.rows.iter().filter(|row| row.is_solved(solver));
        let mut seconds: Vec<f64> = solved.map(|row| row.outcomes[solver].cpu).collect();
        seconds.sort_by(f64::total_cmp);
        seconds
    }

    /// The sum over all files: the seconds of those solved, twice the limit for each other.
    fn par2(&self, solver: usize) -> f64 {
        let solved = self.solved_seconds(solver);
        let open = self.rows.len() - solved.len();
        solved.iter().sum::<f64>() + (2 * self.limit) as f64 * open as f64
    }

    /// The geometric mean of our time over this peer's on the files that both solved: as measured,
    /// and without the time to start; and on how many files.
    fn ratio(&self, peer: usize) -> Option<(f64, f64, usize)> {
        let both = self.rows.iter().filter(|row| row.is_solved(0) && row.is_solved(peer));
        ratio(both.map(|row| {
            let of = |solver: usize| (row.outcomes[solver].cpu, self.solvers[solver].start);
            Times { ours: of(0), theirs: of(peer) }
        }))
    }

    /// The tables of sums, then what is wrong; also for the terminal.
    pub fn summary(&self) -> String {
        let mut text = String::from(
            "| solver | solved | sat | unsat | alone | CPU s, solved | par-2 | start s |\n\
             |---|---|---|---|---|---|---|---|\n",
        );
        let count = |answer: CheckSatAnswer, solver: usize| {
            self.rows.iter().filter(|row| row.verdict(solver) == answer).count().to_string()
        };
        for (index, solver) in self.solvers.iter().enumerate() {
            let solved = self.solved_seconds(index);
            let alone = self.rows.iter().filter(|row| {
                let solvers = (0..self.solvers.len()).filter(|&other| row.is_solved(other));
                solvers.collect::<Vec<_>>() == [index]
            });
            let cells = [
                solver.name.clone(),
                format!("{} of {}", solved.len(), self.rows.len()),
                count(CheckSatAnswer::Sat, index),
                count(CheckSatAnswer::Unsat, index),
                alone.count().to_string(),
                format!("{:.1}", solved.iter().sum::<f64>()),
                format!("{:.1}", self.par2(index)),
                format!("{:.3}", solver.start),
            ];
            markdown_row(&mut text, &cells);
        }
        text.push_str("\nSat and unsat count files by their last check.\n");
        for (index, solver) in self.solvers.iter().enumerate().skip(1) {
            if let Some((whole, beyond, files)) = self.ratio(index) {
                let _ = writeln!(
                    text,
                    "Time, as a geometric mean over the {files} files that both solve: {whole:.2} times that of \
                     {}; {beyond:.2} times without the time to start.",
                    solver.name
                );
            }
        }
        text.push('\n');
        text.push_str(&if self.is_by_folder { self.by_folder() } else { self.by_logic() });
        let faults = self.faults();
        text.push_str(if faults.is_empty() {
            "\nNo answer of ours is wrong, contradicted, rejected or unchecked.\n"
        } else {
            "\nFaults:\n"
        });
        faults.iter().for_each(|fault| text.push_str(&format!("- {fault}\n")));
        self.peer_errors().iter().for_each(|error| text.push_str(&format!("- (peer) {error}\n")));
        text
    }

    /// Sat, unsat and unsolved files per logic and solver.
    fn by_logic(&self) -> String {
        let mut logics: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
        for row in &self.rows {
            logics.entry(&row.entry.logic).or_default().push(row);
        }
        let mut text = String::new();
        let names = self.solvers.iter().map(|solver| solver.name.clone());
        let header: Vec<String> =
            ["logic", "files"].into_iter().map(str::to_owned).chain(names).collect();
        markdown_row(&mut text, &header);
        text.push_str(&("|---".repeat(header.len()) + "|\n"));
        for (logic, rows) in logics {
            let mut cells = vec![logic.to_owned(), rows.len().to_string()];
            for solver in 0..self.solvers.len() {
                let count =
                    |answer| rows.iter().filter(|row| row.verdict(solver) == answer).count();
                let (sat, unsat) = (count(CheckSatAnswer::Sat), count(CheckSatAnswer::Unsat));
                cells.push(format!("{} ({sat} sat, {unsat} unsat)", sat + unsat));
            }
            markdown_row(&mut text, &cells);
        }
        text
    }

    /// The whole report for people.
    pub fn markdown(&self, name: &str) -> String {
        let mut text = format!(
            "# Formulas, {} CPU seconds per file, single thread\n\n{}\n![cactus plot]({name}.svg)\n\n",
            self.limit,
            self.summary()
        );
        text.push_str("Solvers:\n\n");
        for solver in &self.solvers {
            text.push_str(&format!("- {}\n", solver.introduction()));
        }
        text.push_str("\n## Files that somebody does not solve\n\n");
        let names = self.solvers.iter().map(|solver| solver.name.clone());
        let header: Vec<String> =
            ["file", "expected"].into_iter().map(str::to_owned).chain(names).collect();
        markdown_row(&mut text, &header);
        text.push_str(&("|---".repeat(header.len()) + "|\n"));
        for row in &self.rows {
            if (0..self.solvers.len()).all(|solver| row.is_solved(solver)) {
                continue;
            }
            let said = row.outcomes.iter().enumerate().map(|(index, outcome)| {
                match row.is_solved(index) {
                    true => format!("{} {:.2}", shown(&outcome.answer), outcome.cpu),
                    false => "–".to_owned(),
                }
            });
            let cells = [row.entry.file.clone(), shown(&row.entry.expected)];
            markdown_row(&mut text, &cells.into_iter().chain(said).collect::<Vec<_>>());
        }
        text
    }

    /// One line per file and solver.
    pub fn csv(&self) -> String {
        let mut text = String::from(
            "file,logic,expected,solver,answers,solved,cpu_seconds,memory_mb,checked,note\n",
        );
        for row in &self.rows {
            for (index, (solver, outcome)) in self.solvers.iter().zip(&row.outcomes).enumerate() {
                let yes = |is_so: bool| if is_so { "yes" } else { "no" };
                let fault = outcome.fault.as_deref().unwrap_or("");
                let cells = [
                    row.entry.file.clone(),
                    row.entry.logic.clone(),
                    joined(&row.entry.expected),
                    solver.name.clone(),
                    joined(&outcome.answer),
                    yes(row.is_solved(index)).to_owned(),
                    format!("{:.3}", outcome.cpu),
                    outcome.memory.to_string(),
                    outcome.checked.map_or("", yes).to_owned(),
                    format!("{fault} {}", outcome.note).trim().to_owned(),
                ];
                text.push_str(&cells.map(|cell| csv_cell(&cell)).join(","));
                text.push('\n');
            }
        }
        text
    }
}

fn describe(place: &str, found: (usize, CheckSatAnswer, CheckSatAnswer), other: &str) -> String {
    let (position, ours, theirs) = found;
    format!("{place} says {} to check {position}, {other} {}", ours.word(), theirs.word())
}

fn joined(answers: &[CheckSatAnswer]) -> String {
    answers.iter().map(|answer| answer.word()).collect::<Vec<_>>().join(" ")
}

/// Answers in a few words.
fn shown(answers: &[CheckSatAnswer]) -> String {
    match answers {
        [] => "–".to_owned(),
        answers if answers.len() <= 4 => joined(answers),
        answers => {
            let open = answers.iter().filter(|answer| **answer == CheckSatAnswer::Unknown).count();
            format!("{} answers, {open} unknown", answers.len())
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::solver::tests_peer;
    use super::*;
    use CheckSatAnswer::{Sat, Unknown, Unsat};

    fn outcome(answers: &[CheckSatAnswer], cpu: f64) -> SmtOutcome {
        SmtOutcome { answer: answers.to_vec(), cpu, ..SmtOutcome::default() }
    }

    /// Ours and a peer on some files.
    fn report(rows: Vec<(&[CheckSatAnswer], SmtOutcome, SmtOutcome)>) -> Report {
        let ours = Solver::ours(Path::new("buttress"));
        let mut peer = tests_peer();
        peer.start = 0.5;
        let row = |(index, (expected, ours, theirs)): (
            usize,
            (&[CheckSatAnswer], SmtOutcome, SmtOutcome),
        )| {
            let entry = Entry {
                file: format!("QF_AX/{index}.smt2"),
                logic: "QF_AX".to_owned(),
                fragment: String::new(),
                expected: expected.to_vec(),
            };
            Row::new(entry, vec![ours, theirs])
        };
        let rows = rows.into_iter().enumerate().map(row).collect();
        Report { solvers: vec![ours, peer], rows, limit: 10, is_by_folder: false }
    }

    #[test]
    fn sums_and_scores_are_right() {
        let report = report(vec![
            (&[Sat], outcome(&[Sat], 2.0), outcome(&[Sat], 1.0)),
            (&[Unsat, Sat], outcome(&[Unsat, Sat], 4.0), outcome(&[Unsat], 3.0)),
            (&[], outcome(&[Unknown], 1.0), outcome(&[Unsat], 1.0)),
        ]);
        assert!(report.faults().is_empty());
        let summary = report.summary();
        let ours = "| buttress | 2 of 3 | 2 | 0 | 1 | 6.0 | 26.0 | 0.000 |";
        assert!(summary.contains(ours), "{summary}");
        assert!(summary.contains("| z3 | 2 of 3 | 1 | 1 | 1 | 2.0 | 22.0 | 0.500 |"), "{summary}");
        assert!(summary.contains("| QF_AX | 3 | 2 (2 sat, 0 unsat) | 2 (1 sat, 1 unsat) |"));
        assert_eq!(report.ratio(1), Some((2.0, 4.0, 1)));
        let csv = report.csv();
        assert!(csv.contains("QF_AX/1.smt2,QF_AX,unsat sat,z3,unsat,no,3.000,0,,"), "{csv}");
        let markdown = report.markdown("smt");
        assert!(
            markdown.contains("| QF_AX/1.smt2 | unsat sat | unsat sat 4.00 | – |"),
            "{markdown}"
        );
    }

    #[test]
    fn folders_count_what_is_not_solved_too() {
        let mut report = report(vec![
            (&[Sat], outcome(&[Sat], 2.0), outcome(&[Unsat], 1.0)),
            (&[Sat], outcome(&[Unknown], 2.0), outcome(&[], 10.5)),
            (&[Unsat], outcome(&[Unsat], 2.0), outcome(&[], 0.1)),
        ]);
        report.is_by_folder = true;
        let summary = report.summary();
        let row = "| QF_AX | 3 | 2 (1 sat, 1 unsat), 1 unknown | 0, 1 unknown, 1 late, 1 wrong |";
        assert!(summary.contains(row), "{summary}");
        assert!(summary.contains("| all | 3 |"), "{summary}");
    }

    #[test]
    fn every_kind_of_fault_is_named() {
        let wrong =
            report(vec![(&[Sat, Sat], outcome(&[Sat, Unsat], 1.0), outcome(&[Unknown, Sat], 1.0))]);
        let place = "QF_AX/0.smt2: buttress says unsat to check 2";
        assert_eq!(
            wrong.faults(),
            [format!("{place}, expected: sat"), format!("{place}, z3 says sat")]
        );
        let peer = report(vec![(&[Sat], outcome(&[Sat], 1.0), outcome(&[Unsat], 1.0))]);
        assert_eq!(peer.peer_errors(), ["QF_AX/0.smt2: z3 says unsat to check 1, expected: sat"]);
        assert!(peer.faults().is_empty() && peer.solved_seconds(1).is_empty());
        let open = report(vec![(&[], outcome(&[Sat], 1.0), outcome(&[Unsat], 1.0))]);
        assert_eq!(open.faults(), ["QF_AX/0.smt2: buttress says sat to check 1, z3 says unsat"]);
        let unchecked = SmtOutcome { checked: Some(false), ..outcome(&[Sat], 1.0) };
        let crashed = SmtOutcome { fault: Some("exit code 4".to_owned()), ..outcome(&[], 1.0) };
        let other = || outcome(&[], 1.0);
        let faults = report(vec![(&[], unchecked, other()), (&[], crashed, other())]).faults();
        assert_eq!(faults.len(), 2, "{faults:?}");
    }
}
