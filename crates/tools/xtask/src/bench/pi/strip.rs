//! Programs with and without their loop annotations.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use super::ours::{ProgramAnswer, ProgramOutcome};
use crate::bench::common::Common;
use crate::bench::table::{csv_cell, markdown_row};

/// Of what is proved with loop annotations, so many percent are to be proved without.
const BAR: usize = 60;

/// One program.
struct Row {
    file: String,
    loops: usize,
    with: ProgramOutcome,
    without: ProgramOutcome,
}

/// Runs each program that has loops as it is and without loop annotations; true when the bar is reached and nothing crashed.
pub fn run(
    root: &Path,
    common: &Common,
    program: &Path,
    files: &[(String, PathBuf)],
) -> Result<bool, String> {
    let folder = std::env::temp_dir().join(format!("buttress-stripped-{}", std::process::id()));
    fs::create_dir_all(&folder)
        .map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    let mut jobs = Vec::new();
    for (number, (name, path)) in files.iter().enumerate() {
        let bytes = fs::read(path).map_err(|error| format!("cannot read {name}: {error}"))?;
        let Some((text, loops)) = stripped(&String::from_utf8_lossy(&bytes)) else { continue };
        let bare = folder.join(format!("{number}.pi"));
        fs::write(&bare, text).map_err(|error| format!("cannot write {name}: {error}"))?;
        jobs.push((name.clone(), path.clone(), bare, loops));
    }
    let row = |(file, path, bare, loops): &(String, PathBuf, PathBuf, usize)| Row {
        file: file.clone(),
        loops: *loops,
        with: ProgramOutcome::run(program, path, common, &[]),
        without: ProgramOutcome::run(program, bare, common, &[]),
    };
    let mut rows = common.rows(&jobs, row, Row::line);
    rows.sort_by(|left, right| left.file.cmp(&right.file));
    fs::remove_dir_all(&folder)
        .map_err(|error| format!("cannot remove {}: {error}", folder.display()))?;
    let summary = summary(&rows);
    println!("\n{summary}");
    let markdown = markdown(&rows, &summary, common.timeout);
    common.write_texts(root, &[("csv", csv(&rows)), ("md", markdown)])?;
    let has_fault = |row: &Row| row.with.fault.is_some() || row.without.fault.is_some();
    let (with, both) = proved(&rows);
    Ok(100 * both >= BAR * with && !rows.iter().any(has_fault))
}

/// A program with `true` in the place of every loop annotation, and the number of its loops; none if it has no loops or
/// cannot be read.
pub fn stripped(text: &str) -> Option<(String, usize)> {
    let program = buttress_pi::read(text).program?;
    let loops = program.functions.iter().flat_map(|function| &function.loops);
    let mut spans: Vec<(usize, usize)> = loops
        .map(|head| (head.annotation.span.start as usize, head.annotation.span.end as usize))
        .collect();
    spans.sort_unstable();
    let mut bare = text.to_owned();
    for (from, to) in spans.iter().rev() {
        let is_apart = text[*to..].starts_with(char::is_whitespace);
        bare.replace_range(*from..*to, if is_apart { "@ true" } else { "@ true " });
    }
    (!spans.is_empty()).then_some((bare, spans.len()))
}

impl Row {
    fn line(&self) -> String {
        let (with, without) = (self.with.answer.word(), self.without.answer.word());
        format!(
            "{}  {with} {:.2} s, without {without} {:.2} s",
            self.file, self.with.cpu, self.without.cpu
        )
    }
}

/// How many are proved with annotations, and how many of these without, too.
fn proved(rows: &[Row]) -> (usize, usize) {
    let is_proved = |outcome: &ProgramOutcome| outcome.answer == ProgramAnswer::Proved;
    let with: Vec<&Row> = rows.iter().filter(|row| is_proved(&row.with)).collect();
    (with.len(), with.iter().filter(|row| is_proved(&row.without)).count())
}

fn summary(rows: &[Row]) -> String {
    let (with, both) = proved(rows);
    let share = (100 * both).checked_div(with).unwrap_or(100);
    let others = rows.iter().filter(|row| {
        row.with.answer != ProgramAnswer::Proved && row.without.answer == ProgramAnswer::Proved
    });
    format!(
        "{} programs with loops: {with} proved with loop annotations, {both} of these without ({share} %); {} more are proved \
         without them only.\n",
        rows.len(),
        others.count()
    )
}

fn markdown(rows: &[Row], summary: &str, limit: u64) -> String {
    let mut text = format!(
        "# Programs without loop annotations, {limit} CPU seconds per file, single thread\n\n{summary}\n\
         | program | loops | with | CPU s | without | CPU s | what is missing |\n|---|--:|---|--:|---|--:|---|\n"
    );
    for row in rows {
        let cells = [
            row.file.clone(),
            row.loops.to_string(),
            row.with.answer.word().to_owned(),
            format!("{:.2}", row.with.cpu),
            row.without.answer.word().to_owned(),
            format!("{:.2}", row.without.cpu),
            row.without.note.replace('|', "\\|"),
        ];
        markdown_row(&mut text, &cells);
    }
    text
}

fn csv(rows: &[Row]) -> String {
    let mut text = String::from("file,loops,with,with_cpu,without,without_cpu,note\n");
    for row in rows {
        let (with, without) = (&row.with, &row.without);
        let _ = writeln!(
            text,
            "{},{},{},{:.2},{},{:.2},{}",
            csv_cell(&row.file),
            row.loops,
            with.answer.word(),
            with.cpu,
            without.answer.word(),
            without.cpu,
            csv_cell(&without.note)
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn annotations_of_loops_become_true() {
        let text = "@pre n > 0 @post rv >= 0 int f(int n) {
            int s := 0;
            for @L: s >= 0 && (i = 0) (int i := 0; i < n; i := i + 1) {
                while #(s) @ s = s (s > 0) { s := s - 1; }
            }
            return s; }";
        let (bare, loops) = stripped(text).unwrap();
        assert_eq!(loops, 2);
        assert!(bare.contains("for @ true (int i := 0;"), "{bare}");
        assert!(bare.contains("while #(s) @ true (s > 0)"), "{bare}");
        assert!(bare.contains("@pre n > 0 @post rv >= 0"), "{bare}");
        assert!(stripped("@pre true @post true void f() { }").is_none());
        assert!(stripped("nothing").is_none());
    }

    #[test]
    fn what_is_proved_with_them_counts() {
        let outcome = |answer| ProgramOutcome { answer, ..ProgramOutcome::default() };
        let row = |with, without| Row {
            file: "a.pi".to_owned(),
            loops: 1,
            with: outcome(with),
            without: outcome(without),
        };
        let rows = [
            row(ProgramAnswer::Proved, ProgramAnswer::Proved),
            row(ProgramAnswer::Proved, ProgramAnswer::Open),
            row(ProgramAnswer::False, ProgramAnswer::Proved),
        ];
        assert_eq!(proved(&rows), (2, 1));
        assert!(summary(&rows).contains("(50 %); 1 more"), "{}", summary(&rows));
        assert!(markdown(&rows, "", 3).contains("| a.pi | 1 | proved | 0.00 | open | 0.00 |"));
        assert!(csv(&rows).contains("a.pi,1,proved,0.00,open,0.00,"));
    }
}
