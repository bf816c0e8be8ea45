//! What a proof has to say.

use std::fmt;
use std::time::Duration;

use super::evidence::Evidence;
use super::verdict::Verdict;
use crate::document::Document;
use crate::input::FileFormat;
use crate::json::{FileEntry, ReportDocument};

/// What was found out about an input.
#[derive(Clone)]
#[non_exhaustive]
pub struct Report {
    /// The name of the input.
    pub file: String,
    /// What it was.
    pub format: FileFormat,
    /// One for each property, or for each function of a program, in the order of the input.
    pub claims: Vec<Claim>,
    /// Wall-clock time of the run.
    pub elapsed: Duration,
    /// Of a program: the evidence for all that is proved or false, which `check` reads.
    pub bundle: Option<Vec<u8>>,
    pub(super) entry: FileEntry,
}

/// What was found out about a property, or about a function of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Claim {
    /// Its name.
    pub name: String,
    /// The verdict. [`Verdict::Proved`] and [`Verdict::False`] are never told before the checker has read the input
    /// again and accepted the evidence.
    pub verdict: Verdict,
    /// The engine that answered.
    pub engine: Option<String>,
    /// Why there is no answer, or why it does not stand.
    pub reason: Option<String>,
    /// What stands behind the verdict, for a reader.
    pub evidence: Option<Evidence>,
    /// The same for the checker: what [`check`](crate::check) reads. Of a program it is in the report's bundle.
    pub certificate: Option<Vec<u8>>,
}

impl Report {
    /// Is everything proved that was asked?
    pub fn is_proved(&self) -> bool {
        self.exit_code() == 0
    }

    /// The claim of this name.
    pub fn claim(&self, name: &str) -> Option<&Claim> {
        self.claims.iter().find(|claim| claim.name == name)
    }

    /// The exit code that the command line has for this.
    pub fn exit_code(&self) -> u8 {
        self.entry.exit_code
    }

    /// The document that `buttress prove -v --json` prints (`docs/json.md`); with pictures, if the settings want them.
    pub fn to_json(&self) -> String {
        self.document().pretty()
    }

    /// The document as one page of HTML, as `--html` writes it; its pictures are there if the settings want them.
    pub fn to_html(&self) -> String {
        buttress_report::page(&self.document().value())
    }

    fn document(&self) -> Document {
        let exit_code = self.exit_code();
        Document::Report(ReportDocument { files: vec![self.entry.clone()], exit_code })
    }
}

impl fmt::Debug for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Report");
        shown.field("file", &self.file).field("claims", &self.claims).finish_non_exhaustive()
    }
}
