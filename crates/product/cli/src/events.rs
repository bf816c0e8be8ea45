//! JSON Lines: one event per line while a run goes on (`docs/json.md`).

#[cfg(feature = "cli")]
mod print;

use schemars::JsonSchema;
use serde::Serialize;

use crate::circuits::PropertyEntry;
use crate::json::{ErrorEntry, FileEntry, SCHEMA, TOOL, VERSION};
use crate::numbers::NumbersEntry;
use crate::solve::{CheckEntry, ScriptEntry};

#[cfg(feature = "cli")]
pub use self::print::{misused, print};

/// Whoever is told of lines, from whichever thread they come.
pub type Sink<'a> = dyn Fn(&Line) + Sync + 'a;

/// One line.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum Line {
    /// The first line.
    Begin {
        /// The number of the schema.
        schema: u32,
        /// Always `buttress`.
        tool: &'static str,
        /// The version of the program.
        version: &'static str,
        /// The command: `prove` or `solve`.
        command: &'static str,
    },
    /// A file was read.
    Loaded {
        /// The file.
        file: String,
        /// Latches in the file.
        latches: usize,
        /// And-gates in the file.
        ands: usize,
        /// Properties to be proved.
        properties: usize,
    },
    /// Preprocessing is done.
    Reduced {
        /// The file.
        file: String,
        /// Latches that are left.
        latches: usize,
        /// And-gates that are left.
        ands: usize,
    },
    /// An engine goes on; at most five of these per second.
    Turn {
        /// The file.
        file: String,
        /// Which engine.
        engine: &'static str,
        /// The position of the property; none for BMC, which searches for all of them.
        property: Option<usize>,
        /// How far it is: steps or frames.
        depth: usize,
        /// How many clauses it holds.
        clauses: usize,
        /// Since the start of the run.
        seconds: f64,
    },
    /// A system over numbers was read.
    System {
        /// The file.
        file: String,
        /// Unknown predicates.
        predicates: usize,
        /// Clauses.
        clauses: usize,
        /// Properties to be proved.
        properties: usize,
    },
    /// A system over numbers is preprocessed.
    Blocks {
        /// The file.
        file: String,
        /// Predicates that are left.
        predicates: usize,
        /// Clauses that are left.
        clauses: usize,
    },
    /// An engine for numbers begins a turn.
    Engine {
        /// The file.
        file: String,
        /// Which engine.
        engine: &'static str,
        /// The position of the property.
        property: usize,
    },
    /// States were sampled; at most five of these per second.
    Samples {
        /// The file.
        file: String,
        /// How many so far.
        count: usize,
    },
    /// No derivation of up to this height violates the property.
    Level {
        /// The file.
        file: String,
        /// The height.
        height: usize,
        /// Lemmas that are known.
        lemmas: usize,
    },
    /// An invariant was found.
    Found {
        /// The file.
        file: String,
        /// By which engine.
        engine: &'static str,
        /// How many were found so far.
        count: usize,
        /// The invariant, for a person.
        text: String,
    },
    /// A program was read.
    Program {
        /// The file.
        file: String,
        /// Functions to be proved.
        functions: usize,
    },
    /// Facts about loops of a program were inferred.
    Facts {
        /// The file.
        file: String,
        /// How many.
        count: usize,
    },
    /// The conditions of a path of a program are decided.
    Path {
        /// The file.
        file: String,
        /// The function.
        function: String,
        /// Conditions of the path.
        conditions: usize,
        /// How many of them are proved.
        proved: usize,
    },
    /// A property, or a check of a script, has its answer.
    Answered {
        /// The file.
        file: String,
        /// The entry as in the report.
        #[serde(flatten)]
        answer: Box<AnsweredEntry>,
    },
    /// A file is done.
    Done(DoneEntry),
    /// What was asked makes no sense, whatever the files hold.
    Error {
        /// What is wrong.
        errors: Vec<ErrorEntry>,
    },
    /// The last line.
    End {
        /// The exit code of the run, before --exit-zero.
        exit_code: u8,
    },
}

/// What has its answer.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum AnsweredEntry {
    /// A property.
    Property(Box<AnsweredProperty>),
    /// A check of a script.
    Check(Box<CheckEntry>),
}

/// The answer to a property: of a circuit, or of a system over numbers.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub enum AnsweredProperty {
    /// Of a circuit.
    Circuit(PropertyEntry),
    /// Of a system over numbers.
    Numbers(NumbersEntry),
}

/// A file's entry of the report.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub enum DoneEntry {
    /// Of `prove`.
    File(FileEntry),
    /// Of `solve`.
    Script(ScriptEntry),
}

impl Line {
    /// The first line.
    pub fn begin(command: &'static str) -> Line {
        Line::Begin { schema: SCHEMA, tool: TOOL, version: VERSION, command }
    }

    /// A property of the file has its answer.
    pub fn answered(file: String, property: AnsweredProperty) -> Line {
        Line::Answered { file, answer: Box::new(AnsweredEntry::Property(Box::new(property))) }
    }
}
