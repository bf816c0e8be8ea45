//! Everything that is printed as JSON (`docs/json.md`): one type for documents, one for lines.
//!
//! Invariant: nothing else reaches standard output as JSON, so that the schema, which is made from these
//! types, speaks of all of it.

mod schema;

use schemars::JsonSchema;
use serde::Serialize;

use crate::check::CheckDocument;
use crate::explain::ExplainDocument;
use crate::info::InfoDocument;
use crate::json::{ErrorEntry, ReportDocument};
use crate::numbers::{InvariantsDocument, TerminatesDocument};
use crate::programs::RunDocument;
use crate::solve::SolveDocument;

pub use self::schema::schema;

/// The number of the schema.
pub const SCHEMA: u32 = 1;
/// The name of the program.
pub const TOOL: &str = "buttress";
/// The version of the program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A document with what all of them begin with.
#[derive(Serialize, JsonSchema)]
struct Headed {
    /// The number of this schema.
    #[schemars(extend("const" = 1))]
    schema: u32,
    /// Always `buttress`.
    #[schemars(extend("const" = "buttress"))]
    tool: &'static str,
    /// The version of the program.
    version: &'static str,
    /// Which document it is, and what it tells.
    #[serde(flatten)]
    document: Document,
}

/// A document; the field `document` says which.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "document", rename_all = "lowercase")]
pub enum Document {
    /// Of `prove`.
    Report(ReportDocument),
    /// Of `solve`.
    Solve(SolveDocument),
    /// Of `invariants`.
    Invariants(InvariantsDocument),
    /// Of `terminates`.
    Terminates(TerminatesDocument),
    /// Of `check`.
    Check(CheckDocument),
    /// Of `info`.
    Info(InfoDocument),
    /// Of `explain`.
    Explain(ExplainDocument),
    /// Of `run`.
    Run(RunDocument),
    /// Of any command whose question makes no sense.
    Error(ErrorDocument),
    /// Of a command about one file that was cut off, by a limit that nobody polled or by an interrupt.
    Cut(CutDocument),
}

/// Why there is no answer: the file cannot be read, or what was asked of it makes no sense.
#[derive(Serialize, JsonSchema)]
pub struct ErrorDocument {
    /// The path as it was given; null if no file is at fault.
    pub file: Option<String>,
    /// What is wrong.
    #[schemars(length(min = 1))]
    pub errors: Vec<ErrorEntry>,
    /// The exit code.
    pub exit_code: u8,
}

/// Why there is no answer yet.
#[derive(Serialize, JsonSchema)]
pub struct CutDocument {
    /// The path as it was given.
    pub file: String,
    /// Which limit was met.
    pub unknown: String,
    /// The exit code.
    pub exit_code: u8,
}

impl Document {
    /// The document as it is printed.
    pub fn pretty(self) -> String {
        pretty(&Headed { schema: SCHEMA, tool: TOOL, version: VERSION, document: self })
    }
}

/// Anything as indented text.
pub fn pretty(value: &impl Serialize) -> String {
    // These types hold strings, numbers and lists only, so that this cannot fail.
    let text = serde_json::to_string_pretty(value).unwrap_or_default();
    text + "\n"
}
