//! Everything that is printed as JSON (`docs/json.md`): one type for documents, one for lines.
//!
//! Invariant: nothing else reaches standard output as JSON, so that the schema, which is made from these
//! types, speaks of all of it. What a command prints is defined beside the command, and joined here.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

#[cfg(feature = "cli")]
use crate::cache::CacheDocument;
use crate::check::CheckDocument;
#[cfg(feature = "cli")]
use crate::config::ConfigDocument;
#[cfg(feature = "cli")]
use crate::explain::ExplainDocument;
#[cfg(feature = "cli")]
use crate::fleet::FleetDocument;
#[cfg(feature = "cli")]
use crate::info::InfoDocument;
use crate::json::{CutDocument, ErrorDocument, ReportDocument, SCHEMA, TOOL, VERSION, pretty};
#[cfg(feature = "cli")]
use crate::numbers::{InvariantsDocument, TerminatesDocument};
#[cfg(feature = "cli")]
use crate::output::Output;
use crate::programs::RunDocument;
use crate::solve::SolveDocument;

/// A document with what all of them begin with.
#[derive(Serialize, JsonSchema)]
pub struct Headed {
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
    #[cfg(feature = "cli")]
    Invariants(InvariantsDocument),
    /// Of `terminates`.
    #[cfg(feature = "cli")]
    Terminates(TerminatesDocument),
    /// Of `check`.
    Check(CheckDocument),
    /// Of `info`.
    #[cfg(feature = "cli")]
    Info(InfoDocument),
    /// Of `explain`.
    #[cfg(feature = "cli")]
    Explain(ExplainDocument),
    /// Of `run`.
    Run(RunDocument),
    /// Of `fleet`.
    #[cfg(feature = "cli")]
    Fleet(FleetDocument),
    /// Of `config`.
    #[cfg(feature = "cli")]
    Config(ConfigDocument),
    /// Of `cache`.
    #[cfg(feature = "cli")]
    Cache(CacheDocument),
    /// Of any command whose question makes no sense.
    Error(ErrorDocument),
    /// Of a command about one file that was cut off, by a limit that nobody polled or by an interrupt.
    Cut(CutDocument),
}

impl Document {
    /// The document as it is printed.
    pub fn pretty(self) -> String {
        pretty(&self.headed())
    }

    /// The document as a page is made of it.
    pub fn value(self) -> Value {
        // These types hold strings, numbers and lists only, so that this cannot fail.
        serde_json::to_value(self.headed()).unwrap_or_default()
    }

    /// Makes the page of the document, if one is wanted.
    #[cfg(feature = "cli")]
    pub fn publish(self, output: &mut Output) {
        if output.has_page() {
            output.publish(&self.value());
        }
    }

    /// Prints the document if JSON is wanted, otherwise what is shown instead; and makes its page, if one is wanted.
    #[cfg(feature = "cli")]
    pub fn answer(self, is_json: bool, shown: impl FnOnce() -> String, output: &mut Output) {
        let headed = self.headed();
        output.answer(&if is_json { pretty(&headed) } else { shown() });
        headed.document.publish(output);
    }

    fn headed(self) -> Headed {
        Headed { schema: SCHEMA, tool: TOOL, version: VERSION, document: self }
    }
}
