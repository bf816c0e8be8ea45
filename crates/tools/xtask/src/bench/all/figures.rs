//! What the runs of a product amount to, and the table of all products.

use std::fs;
use std::path::Path;

use super::super::collection;
use super::super::table::markdown_row;

/// A product may lose so many percent of what it solved.
const MOST_LOST: f64 = 0.05;
/// A product may take so much longer.
const MOST_SLOWER: f64 = 0.10;

/// What runs amount to.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Figures {
    /// Files.
    pub files: usize,
    /// Files with a right answer within the limit.
    pub solved: usize,
    /// Wrong answers, rejected evidence and crashes.
    pub wrong: usize,
    /// CPU seconds, each file at most its limit.
    pub cpu: f64,
    /// The most memory of a run, in megabytes.
    pub memory: u64,
    /// Did examples take the place of the benchmark folder?
    pub is_small: bool,
}

impl Figures {
    /// All together.
    pub fn of(rows: impl Iterator<Item = Figures>, is_small: bool) -> Figures {
        let sum = |sum: Figures, row: Figures| Figures {
            files: sum.files + row.files,
            solved: sum.solved + row.solved,
            wrong: sum.wrong + row.wrong,
            cpu: sum.cpu + row.cpu,
            memory: sum.memory.max(row.memory),
            is_small,
        };
        rows.fold(Figures { is_small, ..Figures::default() }, sum)
    }

    /// A run that could not even begin.
    pub fn fault(self) -> Figures {
        Figures { files: 1, wrong: 1, ..self }
    }
}

/// A row for each product.
#[derive(Default, Debug)]
pub struct Table(Vec<(String, Figures)>);

const HEADER: &str = "product,files,solved,wrong,cpu,memory,lists";

impl Table {
    /// Reads a table that was written.
    pub fn read(path: &Path) -> Result<Table, String> {
        let text = fs::read_to_string(path)
            .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        Table::parse(&text).map_err(|problem| format!("{}: {problem}", path.display()))
    }

    fn parse(text: &str) -> Result<Table, String> {
        let table = collection::Table::read(text);
        let [names, files, solved, wrong, cpu, memory, lists] =
            ["product", "files", "solved", "wrong", "cpu", "memory", "lists"]
                .map(|name| table.column(name));
        let (names, files, solved, wrong) = (names?, files?, solved?, wrong?);
        let (cpu, memory, lists) = (cpu?, memory?, lists?);
        let mut rows = Vec::new();
        for (place, name) in names.iter().enumerate() {
            let bad = || format!("the row of {name} is malformed");
            let figures = Figures {
                files: files[place].parse().map_err(|_| bad())?,
                solved: solved[place].parse().map_err(|_| bad())?,
                wrong: wrong[place].parse().map_err(|_| bad())?,
                cpu: cpu[place].parse().map_err(|_| bad())?,
                memory: memory[place].parse().map_err(|_| bad())?,
                is_small: lists[place] == "examples",
            };
            rows.push(((*name).to_owned(), figures));
        }
        Ok(Table(rows))
    }

    /// The row of a product, in the place of the one before.
    pub fn set(&mut self, name: &str, figures: Figures) {
        match self.0.iter_mut().find(|(other, _)| other == name) {
            Some((_, old)) => *old = figures,
            None => self.0.push((name.to_owned(), figures)),
        }
    }

    /// What is worse than in an earlier table, of these products.
    pub fn worse_than(&self, earlier: &Table, names: &[&str]) -> Vec<String> {
        let mut worse = Vec::new();
        let pairs = self.0.iter().filter_map(|(name, now)| {
            let (_, before) = earlier.0.iter().find(|(other, _)| other == name)?;
            names.contains(&name.as_str()).then_some((name, before, now))
        });
        for (name, before, now) in pairs {
            if (before.files, before.is_small) != (now.files, now.is_small) {
                worse.push(format!("{name}: the lists differ, so that nothing can be compared"));
                continue;
            }
            if (now.solved as f64) < before.solved as f64 * (1.0 - MOST_LOST) {
                worse.push(format!("{name}: {} solved, {} before", now.solved, before.solved));
            }
            if now.cpu > before.cpu * (1.0 + MOST_SLOWER) {
                worse.push(format!("{name}: {:.1} CPU seconds, {:.1} before", now.cpu, before.cpu));
            }
        }
        worse
    }

    /// As it is kept.
    pub fn csv(&self) -> String {
        let mut text = format!("{HEADER}\n");
        for (name, figures) in &self.0 {
            let Figures { files, solved, wrong, cpu, memory, .. } = figures;
            text.push_str(&format!(
                "{name},{files},{solved},{wrong},{cpu:.2},{memory},{}\n",
                figures.lists()
            ));
        }
        text
    }

    /// For people.
    pub fn markdown(&self, jobs: usize) -> String {
        let mut text = format!(
            "# Every product on its short list\n\n`cargo xtask bench all --short`: single threads, {jobs} at a time; a file counts its CPU \
             seconds up to the limit of its list.\n\n\
             | product | files | solved | wrong | CPU s | most MB |\n|---|--:|--:|--:|--:|--:|\n"
        );
        for (name, figures) in &self.0 {
            let Figures { files, solved, wrong, cpu, memory, is_small } = figures;
            let name = if *is_small { format!("{name} (examples)") } else { name.clone() };
            let numbers = [files, solved, wrong].map(ToString::to_string);
            let cells =
                [&[name][..], &numbers, &[format!("{cpu:.1}"), memory.to_string()]].concat();
            markdown_row(&mut text, &cells);
        }
        text
    }
}

impl Figures {
    /// Which lists were run.
    fn lists(&self) -> &'static str {
        if self.is_small { "examples" } else { "short" }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(solved: usize, cpu: f64) -> Table {
        let figures = Figures { files: 100, solved, cpu, memory: 7, ..Figures::default() };
        let mut table = Table::default();
        table.set("numbers", figures);
        table.set("programs", Figures { files: 3, ..figures });
        table
    }

    #[test]
    fn what_is_written_is_read() {
        let written = table(80, 12.5);
        assert_eq!(Table::parse(&written.csv()).unwrap().0, written.0);
        assert!(Table::parse("product,files\n").is_err());
        assert!(Table::parse(&written.csv().replace(",80,", ",many,")).is_err());
    }

    #[test]
    fn a_little_worse_is_noise_and_more_is_told() {
        let before = table(80, 100.0);
        let worse = |solved, cpu| table(solved, cpu).worse_than(&before, &["numbers"]);
        assert!(worse(76, 110.0).is_empty());
        assert_eq!(worse(75, 100.0), ["numbers: 75 solved, 80 before"]);
        assert_eq!(worse(90, 111.0), ["numbers: 111.0 CPU seconds, 100.0 before"]);
        let mut other = table(80, 100.0);
        other.set("numbers", Figures { files: 99, solved: 80, ..Figures::default() });
        assert!(other.worse_than(&before, &["numbers"])[0].contains("lists differ"));
        // Of products that were not run nothing is said.
        assert!(table(0, 1e9).worse_than(&before, &[]).is_empty());
    }
}
