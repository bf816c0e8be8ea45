//! `buttress explain` on a program: its basic paths, and what has to hold at their ends.

use buttress_session::{FunctionPaths, explain_programs};
use schemars::JsonSchema;
use serde::Serialize;

use crate::answer::counted;
use crate::json::{ErrorEntry, FileEntry, SCHEMA, pretty};
use crate::output::Output;
use crate::programs;

/// The paths of a program as JSON.
#[derive(Serialize, JsonSchema)]
pub struct ProgramExplainDocument {
    /// The number of the schema.
    schema: u32,
    /// The path as it was given.
    file: String,
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

/// Explains a program.
pub fn run(name: &str, bytes: &[u8], is_json: bool, output: &mut Output) -> u8 {
    match explain_programs(bytes) {
        Ok(functions) => {
            let document = ProgramExplainDocument::of(name, &functions);
            output.answer(&if is_json { pretty(&document) } else { document.shown() });
            0
        }
        Err(problems) if is_json => {
            let text = String::from_utf8_lossy(bytes);
            let errors = problems.iter().map(|it| ErrorEntry::in_program(&text, it)).collect();
            output.answer(&pretty(&FileEntry::broken(name, errors)));
            2
        }
        Err(problems) => {
            let shown = programs::refused(name, bytes, &problems, output.width());
            output.note(&shown);
            2
        }
    }
}

impl ProgramExplainDocument {
    fn of(file: &str, functions: &[FunctionPaths]) -> ProgramExplainDocument {
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
        ProgramExplainDocument {
            schema: SCHEMA,
            file: file.to_owned(),
            functions: functions.collect(),
        }
    }

    fn shown(&self) -> String {
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
        text
    }
}
