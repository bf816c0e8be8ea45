//! Tables as CSV and Markdown.

use std::fmt::Write;

/// A table with a closing line.
pub struct Table {
    /// Its heading.
    pub title: String,
    /// Names of the columns; the first column names the row.
    pub columns: Vec<&'static str>,
    /// The rows, as wide as `columns`.
    pub rows: Vec<Vec<String>>,
    /// What the rows say together.
    pub summary: String,
    /// Do all solvers say the same?
    pub all_agree: bool,
}

impl Table {
    /// The table as comma-separated values. No cell holds a comma.
    pub fn csv(&self) -> String {
        let mut text = self.columns.join(",") + "\n";
        for row in &self.rows {
            text += &(row.join(",") + "\n");
        }
        text
    }

    /// The table as Markdown.
    pub fn markdown(&self) -> String {
        let mut text = format!("# {}\n\n| {} |\n", self.title, self.columns.join(" | "));
        let rule: Vec<&str> =
            (0..self.columns.len()).map(|column| if column == 0 { "---" } else { "--:" }).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "| {} |", rule.join(" | "));
        for row in &self.rows {
            let _ = writeln!(text, "| {} |", row.join(" | "));
        }
        let _ = writeln!(text, "\n{}", self.summary);
        text
    }
}

/// The geometric mean; none of nothing.
pub fn geometric_mean(values: &[f64]) -> Option<f64> {
    let sum: f64 = values.iter().map(|value| value.ln()).sum();
    (!values.is_empty()).then(|| (sum / values.len() as f64).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_written() {
        let table = Table {
            title: "T".to_owned(),
            columns: vec!["file", "seconds"],
            rows: vec![vec!["a".to_owned(), "1.0".to_owned()]],
            summary: "fine".to_owned(),
            all_agree: true,
        };
        assert_eq!(table.csv(), "file,seconds\na,1.0\n");
        let expected = "# T\n\n| file | seconds |\n| --- | --: |\n| a | 1.0 |\n\nfine\n";
        assert_eq!(table.markdown(), expected);
    }

    #[test]
    fn means_are_geometric() {
        assert!((geometric_mean(&[2.0, 8.0]).unwrap() - 4.0).abs() < 1e-9);
        assert_eq!(geometric_mean(&[]), None);
    }
}
