//! The table of folders: what is solved, and how the rest ended.

use std::collections::BTreeMap;

use super::{CheckSatAnswer, Report, Row, markdown_row};
use crate::bench::outcome::describe_unsolved;

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
        markdown_row(&mut text, &header);
        text.push_str(&("|---".repeat(header.len()) + "|\n"));
        let all = ("all", self.rows.iter().collect::<Vec<_>>());
        for (folder, rows) in folders.into_iter().chain([all]) {
            let mut cells = vec![folder.to_owned(), rows.len().to_string()];
            cells.extend((0..self.solvers.len()).map(|solver| self.describe(&rows, solver)));
            markdown_row(&mut text, &cells);
        }
        text
    }

    /// How a solver did on these files, in a few words.
    fn describe(&self, rows: &[&Row], solver: usize) -> String {
        let count = |answer| rows.iter().filter(|row| row.verdict(solver) == answer).count();
        let (sat, unsat) = (count(CheckSatAnswer::Sat), count(CheckSatAnswer::Unsat));
        let described = match sat + unsat {
            0 => "0".to_owned(),
            solved => format!("{solved} ({sat} sat, {unsat} unsat)"),
        };
        let unsolved = rows.iter().filter(|row| !row.is_solved(solver)).map(|row| {
            let cpu = row.outcomes.get(solver).map_or(0.0, |outcome| outcome.cpu);
            (row.is_wrong(solver), cpu)
        });
        described + &describe_unsolved(unsolved, self.limit)
    }
}
