//! `cargo xtask bench hw --multi`: how many properties of each file are decided.
//!
//! A property that one solver proves and another refutes would show in the sums, since more would be decided than there are; peers that list no
//! verdicts cannot be compared more closely.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use super::solver::{Decided, Question, Solver};
use crate::bench::common::Common;
use crate::bench::outcome::RunOutcome;
use crate::bench::table::{csv_cell, markdown_row};

/// One file's outcomes, in the order of the solvers.
struct Row {
    file: String,
    outcomes: Vec<RunOutcome<Decided>>,
}

/// Runs all solvers on all files, prints and writes the table; true when nothing was wrong.
pub fn run(
    root: &Path,
    common: &Common,
    solvers: &[Solver],
    files: &[(String, PathBuf)],
) -> Result<bool, String> {
    let row = |(name, path): &(String, PathBuf)| Row {
        file: name.clone(),
        outcomes: solvers.iter().map(|solver| solver.count(path, common)).collect(),
    };
    let mut rows = common.rows(files, row, |row| line(solvers, row));
    rows.sort_by(|left, right| left.file.cmp(&right.file));
    let summary = summary(solvers, &rows);
    println!("\n{summary}");
    let mut text = format!(
        "# Many properties, {} CPU seconds per file, single thread\n\n{summary}\nCommands:\n\n",
        common.timeout
    );
    for solver in solvers {
        let shown = solver.shown(Path::new("FILE"), common.timeout, Question::EachProperty);
        writeln!(text, "- {}: `{shown}`", solver.name).expect("a string takes all text");
    }
    common.write_texts(root, &[("csv", csv(solvers, &rows)), ("md", text)])?;
    Ok(faults(solvers, &rows).is_empty())
}

fn line(solvers: &[Solver], row: &Row) -> String {
    let said = solvers.iter().zip(&row.outcomes).map(|(solver, outcome)| {
        let Decided { properties, proved, violated } = outcome.answer;
        format!("{} {} of {properties} {:.2} s", solver.name, proved + violated, outcome.cpu)
    });
    format!("{}  {}", row.file, said.collect::<Vec<_>>().join(" | "))
}

/// Everything about our verdicts that must not be.
fn faults(solvers: &[Solver], rows: &[Row]) -> Vec<String> {
    let mut faults = Vec::new();
    for row in rows {
        for (solver, outcome) in solvers.iter().zip(&row.outcomes).filter(|pair| pair.0.is_ours()) {
            let place = format!("{}: {}", row.file, solver.name);
            if let Some(fault) = &outcome.fault {
                faults.push(format!("{place}: {fault}"));
            }
            if outcome.checked == Some(false) {
                faults.push(format!("{place}: a verdict was not checked"));
            }
            for (peer, other) in solvers.iter().zip(&row.outcomes) {
                let (ours, theirs) = (outcome.answer, other.answer);
                let all = ours.properties;
                let contradicts =
                    ours.proved + theirs.violated > all || ours.violated + theirs.proved > all;
                if theirs.properties == all && contradicts {
                    faults.push(format!("{place} and {} decide more than there are", peer.name));
                }
            }
        }
    }
    faults
}

/// A row for each file, then the sums.
fn summary(solvers: &[Solver], rows: &[Row]) -> String {
    let mut text = String::new();
    let names = solvers.iter().map(|solver| solver.name.clone());
    let header: Vec<String> =
        ["file", "properties"].into_iter().map(str::to_owned).chain(names).collect();
    markdown_row(&mut text, &header);
    text.push_str(&"|---".repeat(header.len()));
    text.push_str("|\n");
    let cell = |proved: usize, violated: usize, cpu: f64| {
        format!("{} ({proved} hold, {violated} fail), {cpu:.1} s", proved + violated)
    };
    let most = |row: &Row| row.outcomes.iter().map(|outcome| outcome.answer.properties).max();
    for row in rows {
        let said = row
            .outcomes
            .iter()
            .map(|outcome| cell(outcome.answer.proved, outcome.answer.violated, outcome.cpu));
        let cells = [row.file.clone(), most(row).unwrap_or(0).to_string()].into_iter().chain(said);
        markdown_row(&mut text, &cells.collect::<Vec<_>>());
    }
    let sums = (0..solvers.len()).map(|index| {
        let outcomes = || rows.iter().map(|row| &row.outcomes[index]);
        let proved = outcomes().map(|outcome| outcome.answer.proved).sum();
        let violated = outcomes().map(|outcome| outcome.answer.violated).sum();
        cell(proved, violated, outcomes().map(|outcome| outcome.cpu).sum())
    });
    let all: usize = rows.iter().filter_map(most).sum();
    let cells = ["all".to_owned(), all.to_string()].into_iter().chain(sums);
    markdown_row(&mut text, &cells.collect::<Vec<_>>());
    let faults = faults(solvers, rows);
    text.push_str(if faults.is_empty() {
        "\nNo verdict of ours is contradicted, rejected or unchecked.\n"
    } else {
        "\nFaults:\n"
    });
    for fault in faults {
        writeln!(text, "- {fault}").expect("a string takes all text");
    }
    text
}

/// One line per file and solver.
fn csv(solvers: &[Solver], rows: &[Row]) -> String {
    let mut text = String::from("file,solver,properties,proved,false,cpu_seconds,memory_mb,note\n");
    for row in rows {
        for (solver, outcome) in solvers.iter().zip(&row.outcomes) {
            let Decided { properties, proved, violated } = outcome.answer;
            let fault = outcome.fault.as_deref().unwrap_or("");
            let cells = [
                row.file.clone(),
                solver.name.clone(),
                properties.to_string(),
                proved.to_string(),
                violated.to_string(),
                format!("{:.3}", outcome.cpu),
                outcome.memory.to_string(),
                format!("{fault} {}", outcome.note).trim().to_owned(),
            ];
            text.push_str(&cells.map(|cell| csv_cell(&cell)).join(","));
            text.push('\n');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::hw::solver::HwSolverKind;

    fn sample(ours: [usize; 2], theirs: [usize; 2]) -> (Vec<Solver>, Vec<Row>) {
        let solver =
            |name: &str, kind| Solver { name: name.to_owned(), program: PathBuf::from(name), kind };
        let solvers = vec![
            solver("buttress", HwSolverKind::Buttress { engine: None }),
            solver("abc", HwSolverKind::Abc),
        ];
        let outcome = |[proved, violated]: [usize; 2]| RunOutcome {
            answer: Decided { properties: 8, proved, violated },
            cpu: 1.5,
            ..RunOutcome::default()
        };
        let outcomes = vec![outcome(ours), outcome(theirs)];
        (solvers, vec![Row { file: "a.aig".to_owned(), outcomes }])
    }

    #[test]
    fn properties_are_counted() {
        let (solvers, rows) = sample([5, 2], [4, 1]);
        let summary = summary(&solvers, &rows);
        let row = "| a.aig | 8 | 7 (5 hold, 2 fail), 1.5 s | 5 (4 hold, 1 fail), 1.5 s |";
        assert!(summary.contains(row), "{summary}");
        assert!(summary.contains("| all | 8 | 7 (5 hold"), "{summary}");
        assert_eq!(csv(&solvers, &rows).lines().nth(2), Some("a.aig,abc,8,4,1,1.500,0,"));
    }

    #[test]
    fn more_than_there_are_is_a_fault() {
        let (solvers, rows) = sample([6, 2], [4, 3]);
        assert_eq!(faults(&solvers, &rows), ["a.aig: buttress and abc decide more than there are"]);
        let (solvers, mut rows) = sample([6, 2], [6, 2]);
        assert!(faults(&solvers, &rows).is_empty());
        rows[0].outcomes[0].checked = Some(false);
        assert_eq!(faults(&solvers, &rows).len(), 1);
    }
}
