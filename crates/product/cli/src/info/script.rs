//! `buttress info` on a script.

use buttress_formats::smtlib;
use buttress_session::formulas;
use schemars::JsonSchema;
use serde::Serialize;

use crate::json::ErrorEntry;

/// The contents of a script as JSON.
#[derive(Serialize, JsonSchema)]
pub struct ScriptDocument {
    /// The path as it was given.
    file: String,
    /// The format of the file.
    #[schemars(extend("const" = "smt-lib"))]
    format: &'static str,
    /// Commands that were understood.
    commands: usize,
    /// Declared functions and constants.
    functions: usize,
    /// Assertions, those that a `pop` removes included.
    assertions: usize,
    /// Checks.
    checks: usize,
    /// Different terms.
    terms: usize,
    /// What the terms speak of.
    theories: Vec<&'static str>,
    /// Commands that are wrong.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<ErrorEntry>,
    /// The same, for a person.
    #[serde(skip)]
    pub wrong: Vec<smtlib::Error>,
}

impl ScriptDocument {
    /// The document about a script.
    pub fn of(file: String, info: formulas::Info) -> ScriptDocument {
        let formulas::Info { commands, functions, assertions, checks, terms, theories, errors } =
            info;
        let (wrong, errors) = (errors.clone(), errors.iter().map(ErrorEntry::in_script).collect());
        let format = "smt-lib";
        ScriptDocument {
            file,
            format,
            commands,
            functions,
            assertions,
            checks,
            terms,
            theories,
            errors,
            wrong,
        }
    }

    /// The document for a person.
    pub fn shown(&self) -> String {
        let theories =
            if self.theories.is_empty() { "none".to_owned() } else { self.theories.join(", ") };
        format!(
            "{}\n  commands     {}\n  functions    {}\n  assertions   {}\n  checks       {}\n  \
             terms        {}\n  theories     {theories}\n",
            self.file, self.commands, self.functions, self.assertions, self.checks, self.terms
        )
    }
}
