//! The table of folders: what is solved, and how the rest ended.

use std::collections::BTreeMap;

use super::{Answer, Report, Row, line};

impl Report {
    /// Per folder and solver: solved, unknown, over the limit, wrong.
    pub(super) fn by_folder(&self) -> String {
        let mut folders: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
        for row in &self.rows {
            folders.entry(row.entry.folder()).or_default().push(row);
        }
        let mut text = String::new();
        let names = self.solvers.iter().map(|solver| solver.name.clone());
        let header: Vec<String> =
            ["folder", "files"].into_iter().map(str::to_owned).chain(names).collect();
        line(&mut text, &header);
        text.push_str(&("|---".repeat(header.len()) + "|\n"));
        let all = ("all", self.rows.iter().collect::<Vec<_>>());
        for (folder, rows) in folders.into_iter().chain([all]) {
            let mut cells = vec![folder.to_owned(), rows.len().to_string()];
            cells.extend((0..self.solvers.len()).map(|solver| self.told(&rows, solver)));
            line(&mut text, &cells);
        }
        text
    }

    /// How a solver did on these files, in a few words.
    fn told(&self, rows: &[&Row], solver: usize) -> String {
        let count = |answer| rows.iter().filter(|row| row.verdict(solver) == answer).count();
        let (sat, unsat) = (count(Answer::Sat), count(Answer::Unsat));
        let mut told = match sat + unsat {
            0 => "0".to_owned(),
            solved => format!("{solved} ({sat} sat, {unsat} unsat)"),
        };
        let (mut unknown, mut late, mut wrong) = (0, 0, 0);
        for row in rows.iter().filter(|row| !row.is_solved(solver)) {
            let cpu = row.outcomes.get(solver).map_or(0.0, |outcome| outcome.cpu);
            let kind = if row.is_wrong(solver) {
                &mut wrong
            } else if cpu > self.limit as f64 {
                &mut late
            } else {
                &mut unknown
            };
            *kind += 1;
        }
        for (number, word) in [(unknown, "unknown"), (late, "late"), (wrong, "wrong")] {
            if number > 0 {
                told.push_str(&format!(", {number} {word}"));
            }
        }
        told
    }
}
