//! What a comparison found: faults, sums by folder, and its CSV and Markdown forms.

mod folders;

use std::fmt::Write;

use buttress_testkit::Known;

use super::manifest::{Entry, Expected, word};
use super::solver::{HornOutcome, Solver};
use crate::bench::outcome::{Times, ratio};
use crate::bench::table::{csv_cell, markdown_row};

/// One file's outcomes, in the order of the solvers.
pub struct Row {
    /// The file.
    pub entry: Entry,
    /// What each solver said.
    pub outcomes: Vec<HornOutcome>,
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

impl Row {
    /// A line for the terminal.
    pub fn line(&self, solvers: &[Solver]) -> String {
        let outcomes = solvers.iter().zip(&self.outcomes);
        let said = outcomes.map(|(solver, outcome)| {
            format!("{} {} {:.2} s", solver.name, outcome.answer.map_or("–", word), outcome.cpu)
        });
        format!("{}  {}", self.entry.file, said.collect::<Vec<_>>().join(" | "))
    }

    fn answer(&self, solver: usize) -> Option<Known> {
        self.outcomes.get(solver).and_then(|outcome| outcome.answer)
    }

    /// Does it contradict what is known?
    fn is_wrong(&self, solver: usize) -> bool {
        matches!(
            (self.answer(solver), self.entry.expected),
            (Some(answer), Expected::Known(known)) if answer != known
        )
    }

    /// Does it contradict what is believed?
    fn is_disputed(&self, solver: usize) -> bool {
        matches!(
            (self.answer(solver), self.entry.expected),
            (Some(answer), Expected::Believed(known)) if answer != known
        )
    }

    /// Did this solver answer, and not wrongly? A belief does not make an answer wrong.
    fn is_solved(&self, solver: usize) -> bool {
        self.answer(solver).is_some() && !self.is_wrong(solver)
    }
}

impl Report {
    /// Everything about our verdicts that must not be.
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
                    faults.push(format!("{place}: the verdict was not checked"));
                }
                faults.extend(self.wrong(row, index));
                let Some(answer) = outcome.answer else { continue };
                for (position, peer) in self.solvers.iter().enumerate() {
                    // A peer that is known to be wrong proves nothing.
                    if let Some(other) = row.answer(position)
                        && other != answer
                        && !row.is_wrong(position)
                    {
                        let (answer, other) = (word(answer), word(other));
                        faults.push(format!("{place} says {answer}, {} says {other}", peer.name));
                    }
                }
            }
        }
        faults
    }

    fn wrong(&self, row: &Row, solver: usize) -> Option<String> {
        let (answer, name) = (row.answer(solver)?, &self.solvers.get(solver)?.name);
        let described = format!("{}: {name} says {}", row.entry.file, word(answer));
        row.is_wrong(solver).then(|| format!("{described}, known: {}", row.entry.expected.word()))
    }

    /// Verdicts against a belief, and peers' verdicts that are wrong: described, but not our fault.
    fn disputes(&self) -> Vec<String> {
        let mut disputes = Vec::new();
        for row in &self.rows {
            for (index, solver) in self.solvers.iter().enumerate() {
                if !solver.is_ours() {
                    disputes.extend(
                        self.wrong(row, index).map(|described| format!("(peer) {described}")),
                    );
                }
                if let Some(answer) = row.answer(index).filter(|_| row.is_disputed(index)) {
                    let (file, answer) = (&row.entry.file, word(answer));
                    disputes.push(format!("(belief) {file}: {} says {answer}", solver.name));
                }
            }
        }
        disputes
    }

    /// The CPU seconds of the files that this solver answered, sorted.
    pub fn solved_seconds(&self, solver: usize) -> Vec<f64> {
        let solved = self.rows.iter().filter(|row| row.is_solved(solver));
        let mut seconds: Vec<f64> =
            solved.filter_map(|row| Some(row.outcomes.get(solver)?.cpu)).collect();
        seconds.sort_by(f64::total_cmp);
        seconds
    }

    /// The geometric mean of our time over this peer's on the files that both solved: as measured,
    /// and without the time to start; and on how many files.
    fn ratio(&self, rows: &[&Row], peer: usize) -> Option<(f64, f64, usize)> {
        let both = rows.iter().filter(|row| row.is_solved(0) && row.is_solved(peer));
        ratio(both.map(|row| {
            let of = |solver: usize| (row.outcomes[solver].cpu, self.solvers[solver].start);
            Times { ours: of(0), theirs: of(peer) }
        }))
    }

    /// The tables of sums, then what is wrong; also for the terminal.
    pub fn summary(&self) -> String {
        let mut text = String::from(
            "| solver | solved | linear | polynomial | safe | unsafe | alone | CPU s, solved | par-2 | start s |\n\
             |---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n",
        );
        let polynomial = self.rows.iter().filter(|row| row.entry.is_polynomial).count();
        for (index, solver) in self.solvers.iter().enumerate() {
            let solved: Vec<&Row> = self.rows.iter().filter(|row| row.is_solved(index)).collect();
            let seconds: f64 = self.solved_seconds(index).iter().sum();
            let count = |answer: Known| {
                solved.iter().filter(|row| row.answer(index) == Some(answer)).count().to_string()
            };
            let products = solved.iter().filter(|row| row.entry.is_polynomial).count();
            let alone = solved.iter().filter(|row| {
                (0..self.solvers.len()).all(|other| other == index || !row.is_solved(other))
            });
            let open = (self.rows.len() - solved.len()) as f64;
            let cells = [
                solver.name.clone(),
                format!("{} of {}", solved.len(), self.rows.len()),
                format!("{} of {}", solved.len() - products, self.rows.len() - polynomial),
                format!("{products} of {polynomial}"),
                count(Known::Safe),
                count(Known::Unsafe),
                alone.count().to_string(),
                format!("{seconds:.1}"),
                format!("{:.1}", seconds + (2 * self.limit) as f64 * open),
                format!("{:.3}", solver.start),
            ];
            markdown_row(&mut text, &cells);
        }
        text.push('\n');
        let all: Vec<&Row> = self.rows.iter().collect();
        for (index, solver) in self.solvers.iter().enumerate().skip(1) {
            if let Some((whole, beyond, files)) = self.ratio(&all, index) {
                let first = self.solvers.first().map_or("", |solver| &solver.name);
                let _ = writeln!(
                    text,
                    "Time of {first}, as a geometric mean over the {files} files that both solve: {whole:.2} \
                     times that of {}; {beyond:.2} times without the time to start.",
                    solver.name
                );
            }
        }
        text.push('\n');
        text.push_str(&self.by_folder());
        let faults = self.faults();
        text.push_str(if faults.is_empty() {
            "\nNo verdict of ours is wrong, contradicted, rejected or unchecked.\n"
        } else {
            "\nFaults:\n"
        });
        for described in faults.iter().chain(&self.disputes()) {
            let _ = writeln!(text, "- {described}");
        }
        text
    }

    /// The whole report for people.
    pub fn markdown(&self, name: &str) -> String {
        let mut text = format!(
            "# Systems over numbers, {} CPU seconds per file, single thread\n\n{}\n![cactus plot]({name}.svg)\n\n",
            self.limit,
            self.summary()
        );
        text.push_str("Solvers:\n\n");
        for solver in &self.solvers {
            let _ = writeln!(text, "- {}", solver.introduction());
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
            let said =
                row.outcomes.iter().enumerate().map(|(index, outcome)| match row.answer(index) {
                    Some(answer) => format!("{} {:.2}", word(answer), outcome.cpu),
                    None => "–".to_owned(),
                });
            let cells = [row.entry.file.clone(), row.entry.expected.word()];
            markdown_row(&mut text, &cells.into_iter().chain(said).collect::<Vec<_>>());
        }
        text
    }

    /// One line per file and solver.
    pub fn csv(&self) -> String {
        let mut text = String::from(
            "file,expected,polynomial,solver,answer,solved,cpu_seconds,memory_mb,checked,note\n",
        );
        let yes = |is_so: bool| if is_so { "yes" } else { "no" };
        for row in &self.rows {
            for (index, (solver, outcome)) in self.solvers.iter().zip(&row.outcomes).enumerate() {
                let fault = outcome.fault.as_deref().unwrap_or("");
                let cells = [
                    row.entry.file.clone(),
                    row.entry.expected.word(),
                    yes(row.entry.is_polynomial).to_owned(),
                    solver.name.clone(),
                    outcome.answer.map_or("unknown", word).to_owned(),
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

#[cfg(test)]
mod tests;
