//! `buttress info` on a system over numbers.

use buttress_session::numbers;
use schemars::JsonSchema;
use serde::Serialize;

/// The contents of a system over numbers as JSON.
#[derive(Serialize, JsonSchema)]
pub struct NumbersDocument {
    /// The path as it was given.
    file: String,
    /// The format of the file.
    #[schemars(extend("enum" = ["horn", "vmt"]))]
    format: &'static str,
    /// Unknown predicates.
    predicates: usize,
    /// The most arguments of a predicate.
    arguments: usize,
    /// Clauses, those of the properties included.
    clauses: usize,
    /// Has every clause at most one premise?
    linear: bool,
    /// The names of the properties.
    properties: Vec<String>,
    /// The names of the liveness properties, which are not checked.
    live: Vec<String>,
}

impl NumbersDocument {
    /// The document about a system.
    pub fn of(file: String, contents: &numbers::Info) -> NumbersDocument {
        NumbersDocument {
            file,
            format: contents.format.name(),
            predicates: contents.predicates,
            arguments: contents.arguments,
            clauses: contents.clauses,
            linear: contents.is_linear,
            properties: contents.properties.clone(),
            live: contents.live.clone(),
        }
    }

    /// The document for a person.
    pub fn shown(&self) -> String {
        let linear =
            if self.linear { "at most one premise each" } else { "some with several premises" };
        let format = if self.format == "vmt" { "VMT-LIB" } else { "Horn clauses" };
        let mut text = format!(
            "{}\n  format       {format}\n  predicates   {}\n  arguments    {} at most\n  clauses      {}, {linear}\n",
            self.file, self.predicates, self.arguments, self.clauses
        );
        for (label, names) in [("properties", &self.properties), ("not checked", &self.live)] {
            if !names.is_empty() {
                text.push_str(&format!("  {label:11}  {}\n", names.join(", ")));
            }
        }
        text
    }
}
