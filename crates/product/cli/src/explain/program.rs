//! `buttress explain` on a program: its basic paths, and what has to hold at their ends.

use buttress_session::programs;
use schemars::JsonSchema;
use serde::Serialize;

use crate::plural::counted;
use crate::wrap::fit;

/// The paths of a program as JSON.
#[derive(Serialize, JsonSchema)]
pub struct ProgramExplainDocument {
    /// The path as it was given.
    file: String,
    /// The format of the file.
    #[schemars(extend("const" = "pi"))]
    format: &'static str,
    /// Its functions.
    functions: Vec<FunctionEntry>,
}

/// What has to be shown of a function.
#[derive(Serialize, JsonSchema)]
struct FunctionEntry {
    /// Its name.
    name: String,
    /// Its basic paths.
    paths: Vec<PathEntry>,
}

/// What has to be shown at the end of a path.
#[derive(Serialize, JsonSchema)]
struct PathEntry {
    /// As in `L1 -> post`.
    name: String,
    /// What happens on the way.
    steps: Vec<String>,
    /// What has to hold then.
    conditions: Vec<String>,
}

impl ProgramExplainDocument {
    /// The document about a program.
    pub fn of(file: String, functions: &[programs::FunctionPaths]) -> ProgramExplainDocument {
        let functions = functions.iter().map(|function| FunctionEntry {
            name: function.name.clone(),
            paths: function
                .paths
                .iter()
                .map(|path| PathEntry {
                    name: path.name.clone(),
                    steps: path.steps.iter().map(|step| step.text.clone()).collect(),
                    conditions: path.conditions.clone(),
                })
                .collect(),
        });
        ProgramExplainDocument { file, format: "pi", functions: functions.collect() }
    }

    /// The document for a person.
    pub fn shown(&self, width: usize) -> String {
        let mut text = format!("{}\n", self.file);
        for function in &self.functions {
            let conditions = function.paths.iter().map(|path| path.conditions.len()).sum();
            text.push_str(&format!(
                "  {}  {}, {}\n",
                function.name,
                counted(function.paths.len(), "path"),
                counted(conditions, "condition")
            ));
            for path in &function.paths {
                text.push_str(&format!("    {}\n", path.name));
                for step in &path.steps {
                    text.push_str(&format!("      {step}\n"));
                }
                for condition in &path.conditions {
                    text.push_str(&format!("      show {condition}\n"));
                }
            }
        }
        fit(&text, width)
    }
}
