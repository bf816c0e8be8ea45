//! What grows how fast: the table, CSV, and plots.

use crate::bench::outcome::LEAST;
use crate::bench::plot::{self, Panel};
use crate::bench::smt::solver::{CheckSatAnswer, SmtOutcome};
use crate::bench::table::{csv_cell, markdown_row};

use super::family::FAMILIES;

/// A run at one size.
pub struct Point {
    /// The size.
    pub size: usize,
    /// What the solver said.
    pub outcome: SmtOutcome,
}

/// A family, valid or with its slip.
pub struct Series {
    family: &'static str,
    is_valid: bool,
    /// For each solver its runs, up to the first without an answer.
    pub points: Vec<Vec<Point>>,
}

/// All series of a run.
pub struct Report {
    /// The solvers, ours first.
    pub names: Vec<String>,
    /// What they are, a line each.
    pub introductions: Vec<String>,
    /// Every family twice.
    pub series: Vec<Series>,
    /// CPU seconds per run.
    pub limit: u64,
    /// The largest size.
    pub most: usize,
}

impl Point {
    /// Is there an answer, right or wrong?
    pub fn is_answered(&self) -> bool {
        self.answer().is_some()
    }

    fn answer(&self) -> Option<CheckSatAnswer> {
        let answer = self.outcome.answer.first().copied();
        answer.filter(|answer| *answer != CheckSatAnswer::Unknown)
    }

    /// The answer and the time, in words.
    pub fn describe(&self) -> String {
        let word = self.answer().map_or("no answer", CheckSatAnswer::word);
        format!("{word} {:.2} s", self.outcome.cpu)
    }
}

impl Series {
    /// A series without runs.
    pub fn new(family: &'static str, is_valid: bool, solvers: usize) -> Series {
        Series { family, is_valid, points: (0..solvers).map(|_| Vec::new()).collect() }
    }

    /// The family and the answer.
    pub fn title(&self) -> String {
        format!("{} ({})", self.family, self.expected().word())
    }

    fn expected(&self) -> CheckSatAnswer {
        if self.is_valid { CheckSatAnswer::Unsat } else { CheckSatAnswer::Sat }
    }
}

impl Report {
    /// Answers of ours that are wrong, unchecked, or come with rejected evidence.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for series in &self.series {
            for Point { size, outcome } in series.points.first().into_iter().flatten() {
                let place = format!("{}, {size}", series.title());
                faults.extend(outcome.fault.iter().map(|fault| format!("{place}: {fault}")));
                if outcome.checked == Some(false) {
                    faults.push(format!("{place}: the answer was not checked"));
                }
                if outcome.answer.iter().any(|answer| answer.contradicts(series.expected())) {
                    faults.push(format!("{place}: the answer is wrong"));
                }
            }
        }
        faults
    }

    fn sizes(&self) -> Vec<usize> {
        (1..).map(|doublings| 1 << doublings).take_while(|size| *size <= self.most).collect()
    }

    /// Seconds by size, a row for each series and solver.
    pub fn table(&self) -> String {
        let mut text = String::new();
        let sizes = self.sizes().into_iter().map(|size| size.to_string());
        let words = ["family", "answer", "solver"].into_iter().map(str::to_owned);
        let header: Vec<String> = words.chain(sizes).collect();
        markdown_row(&mut text, &header);
        text.push_str(&format!("|---|---|---|{}\n", "--:|".repeat(header.len() - 3)));
        for series in &self.series {
            for (name, points) in self.names.iter().zip(&series.points) {
                let mut cells = vec![
                    series.family.to_owned(),
                    series.expected().word().to_owned(),
                    name.clone(),
                ];
                cells.extend(self.sizes().into_iter().map(|size| {
                    let point = points.iter().find(|point| point.size == size);
                    point.map_or("–".to_owned(), |point| self.cell(series, point))
                }));
                markdown_row(&mut text, &cells);
            }
        }
        for fault in self.faults() {
            text.push_str(&format!("\n- {fault}"));
        }
        text
    }

    fn cell(&self, series: &Series, point: &Point) -> String {
        match point.answer() {
            Some(answer) if answer.contradicts(series.expected()) => "wrong".to_owned(),
            Some(_) => format!("{:.2}", point.outcome.cpu),
            None if point.outcome.cpu > self.limit as f64 => format!("> {}", self.limit),
            None => "unknown".to_owned(),
        }
    }

    /// The report for people.
    pub fn markdown(&self, name: &str) -> String {
        let mut text = format!(
            "# Growth: CPU seconds by size, at most {} per formula\n\n{}\n\n![plots]({name}.svg)\n\n",
            self.limit,
            self.table()
        );
        text.push_str(
            "Each formula is asked once so that it has no model, once with a slip so that it has one. \
             After a size without an answer (unknown, or over the limit) larger ones are not asked.\n\n",
        );
        for family in &FAMILIES {
            text.push_str(&format!("- **{}**: {}\n", family.name, family.about));
        }
        text.push_str("\nSolvers:\n\n");
        for introduction in &self.introductions {
            text.push_str(&format!("- {introduction}\n"));
        }
        text
    }

    /// One line per series, solver and size.
    pub fn csv(&self) -> String {
        let mut text =
            String::from("family,expected,size,solver,answer,cpu_seconds,memory_mb,checked,note\n");
        for series in &self.series {
            for (name, points) in self.names.iter().zip(&series.points) {
                for point in points {
                    let SmtOutcome { cpu, memory, checked, fault, note, .. } = &point.outcome;
                    let yes = |is_so: bool| if is_so { "yes" } else { "no" };
                    let note = format!("{} {note}", fault.as_deref().unwrap_or(""));
                    let cells = [
                        series.family.to_owned(),
                        series.expected().word().to_owned(),
                        point.size.to_string(),
                        name.clone(),
                        point.answer().unwrap_or(CheckSatAnswer::Unknown).word().to_owned(),
                        format!("{cpu:.3}"),
                        memory.to_string(),
                        checked.map_or("", yes).to_owned(),
                        note.trim().to_owned(),
                    ];
                    text.push_str(&cells.map(|cell| csv_cell(&cell)).join(","));
                    text.push('\n');
                }
            }
        }
        text
    }

    /// A plot for each series.
    pub fn svg(&self) -> String {
        let curve = |points: &Vec<Point>| {
            let answered = points.iter().filter(|point| point.is_answered());
            answered.map(|point| (point.size as f64, point.outcome.cpu.max(LEAST))).collect()
        };
        let panels: Vec<Panel> = self
            .series
            .iter()
            .map(|series| Panel {
                title: series.title(),
                curves: series.points.iter().map(curve).collect(),
            })
            .collect();
        let names: Vec<&str> = self.names.iter().map(String::as_str).collect();
        let sizes = (2.0, self.most.max(4) as f64);
        plot::panels(&names, &panels, sizes, (LEAST, (self.limit as f64).max(1.0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(size: usize, answer: CheckSatAnswer, cpu: f64) -> Point {
        let outcome = SmtOutcome { answer: vec![answer], cpu, ..SmtOutcome::default() };
        Point { size, outcome }
    }

    fn report(points: Vec<Vec<Point>>) -> Report {
        let series = Series { family: "frame", is_valid: true, points };
        let names = vec!["buttress".to_owned(), "z3".to_owned()];
        Report { names, introductions: Vec::new(), series: vec![series], limit: 10, most: 4 }
    }

    #[test]
    fn rows_end_where_answers_do() {
        let ours = vec![point(2, CheckSatAnswer::Unsat, 0.5), point(4, CheckSatAnswer::Unsat, 1.5)];
        let found = report(vec![ours, vec![point(2, CheckSatAnswer::Unknown, 0.1)]]);
        let table = found.table();
        assert!(table.contains("| frame | unsat | buttress | 0.50 | 1.50 |"), "{table}");
        assert!(table.contains("| frame | unsat | z3 | unknown | – |"), "{table}");
        assert!(found.faults().is_empty());
        assert!(found.csv().contains("frame,unsat,4,buttress,unsat,1.500,0,,\n"));
        assert!(found.svg().contains("frame (unsat)"));
    }

    #[test]
    fn wrong_answers_of_ours_are_faults() {
        let wrong = || vec![point(2, CheckSatAnswer::Sat, 0.5)];
        let found = report(vec![wrong(), wrong()]);
        assert_eq!(found.faults(), ["frame (unsat), 2: the answer is wrong"]);
        assert_eq!(found.table().matches("| wrong |").count(), 2);
    }
}
