//! `buttress explain` on a system over numbers: its clauses in words.

use buttress_session::numbers;
use schemars::JsonSchema;
use serde::Serialize;

use crate::plural::counted;
use crate::wrap::fit;

/// The clauses of a system as JSON.
#[derive(Serialize, JsonSchema)]
pub struct NumbersExplainDocument {
    /// The path as it was given.
    file: String,
    /// The format of the file.
    #[schemars(extend("enum" = ["horn", "vmt"]))]
    format: &'static str,
    /// The number of predicates.
    predicates: usize,
    /// The clauses as they were read.
    clauses: Vec<ClauseEntry>,
    /// The clauses that preprocessing has left; with --steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    reduced: Option<Vec<ClauseEntry>>,
}

/// A clause.
#[derive(Serialize, JsonSchema)]
struct ClauseEntry {
    /// The line in which it begins.
    line: Option<usize>,
    /// Its premises, and the conjuncts of its constraint.
    body: Vec<String>,
    /// Its conclusion.
    head: String,
}

impl NumbersExplainDocument {
    /// The document about a system.
    pub fn of(file: String, explanation: &numbers::Explanation) -> NumbersExplainDocument {
        let entries =
            |clauses: &[numbers::ClauseShown]| clauses.iter().map(ClauseEntry::of).collect();
        NumbersExplainDocument {
            file,
            format: explanation.contents.format.name(),
            predicates: explanation.contents.predicates,
            clauses: entries(&explanation.clauses),
            reduced: explanation.reduced.as_deref().map(entries),
        }
    }

    /// The document for a person.
    pub fn shown(&self, width: usize) -> String {
        let sizes = format!(
            "{}, {}",
            counted(self.predicates, "predicate"),
            counted(self.clauses.len(), "clause")
        );
        let file = &self.file;
        let title = format!("{file}: {sizes}; buttress prove {file} verifies them\n\n");
        let mut text = fit(&title, width);
        text.push_str(&lines(&self.clauses, width));
        if let Some(reduced) = &self.reduced {
            text.push_str(&format!("\nreduced to {}:\n\n", counted(reduced.len(), "clause")));
            text.push_str(&lines(reduced, width));
        }
        text
    }
}

impl ClauseEntry {
    fn of(clause: &numbers::ClauseShown) -> ClauseEntry {
        let numbers::ClauseShown { line, body, head } = clause.clone();
        ClauseEntry { line, body, head }
    }

    fn shown(&self) -> String {
        match self.body.is_empty() {
            true => self.head.clone(),
            false => format!("{}  ->  {}", self.body.join(", "), self.head),
        }
    }
}

fn lines(clauses: &[ClauseEntry], width: usize) -> String {
    let digits = clauses.len().to_string().len();
    let places: Vec<String> = clauses
        .iter()
        .map(|clause| clause.line.map_or_else(String::new, |line| format!("line {line}  ")))
        .collect();
    let widest = places.iter().map(String::len).max().unwrap_or(0);
    let lines = clauses.iter().zip(&places).enumerate().map(|(number, (clause, place))| {
        fit(&format!("{:digits$}  {place:widest$}{}\n", number + 1, clause.shown()), width)
    });
    lines.collect()
}
