//! The table of folders: what is solved, how the rest ended, and how long it took.

use std::collections::BTreeMap;

use buttress_testkit::Known;

use super::{Report, Row, markdown_row};
use crate::bench::outcome::describe_unsolved;

impl Report {
    /// Per folder and solver what is solved; and the ratio of our time to the first peer's.
    pub(super) fn by_folder(&self) -> String {
        let mut folders: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
        for row in &self.rows {
            folders.entry(row.entry.folder()).or_default().push(row);
        }
        let mut text = String::new();
        let names = self.solvers.iter().map(|solver| solver.name.clone());
        let peer =
            self.solvers.iter().position(|solver| !solver.is_ours()).filter(|peer| *peer > 0);
        let mut header: Vec<String> =
            ["folder", "files"].into_iter().map(str::to_owned).chain(names).collect();
        header.extend(peer.map(|_| "time".to_owned()));
        markdown_row(&mut text, &header);
        text.push_str(&("|---".repeat(header.len()) + "|\n"));
        let all = ("all", self.rows.iter().collect::<Vec<_>>());
        for (folder, rows) in folders.into_iter().chain([all]) {
            let mut cells = vec![folder.to_owned(), rows.len().to_string()];
            cells.extend((0..self.solvers.len()).map(|solver| self.describe(&rows, solver)));
            cells.extend(peer.map(|peer| match self.ratio(&rows, peer) {
                Some((_, beyond, _)) => format!("{beyond:.2}"),
                None => "–".to_owned(),
            }));
            markdown_row(&mut text, &cells);
        }
        if peer.is_some() {
            text.push_str(
                "\nTime: the first column's over the first peer's, without the time to start, as a geometric \
                 mean over the files that both solve.\n",
            );
        }
        text
    }

    /// How a solver did on these files, in a few words.
    fn describe(&self, rows: &[&Row], solver: usize) -> String {
        let solved: Vec<&&Row> = rows.iter().filter(|row| row.is_solved(solver)).collect();
        let count = |known| solved.iter().filter(|row| row.answer(solver) == Some(known)).count();
        let (safe, bad) = (count(Known::Safe), count(Known::Unsafe));
        let seconds: f64 = solved.iter().map(|row| row.outcomes[solver].cpu).sum();
        let described = match solved.len() {
            0 => "0".to_owned(),
            number => format!("{number} ({safe} safe, {bad} unsafe) {seconds:.1} s"),
        };
        let unsolved = rows.iter().filter(|row| !row.is_solved(solver)).map(|row| {
            let cpu = row.outcomes.get(solver).map_or(0.0, |outcome| outcome.cpu);
            (row.is_wrong(solver), cpu)
        });
        described + &describe_unsolved(unsolved, self.limit)
    }
}
