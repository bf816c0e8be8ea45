//! What the documents of several commands have in common (`docs/json.md`): errors, evidence files, what was cut off, and
//! the report of `prove`. What only one command prints lies beside that command.

mod cut;
mod error;
mod evidence;
mod header;
mod report;
mod text;

pub use self::cut::{CutDocument, CutEntry, KnownEntry};
pub use self::error::{ErrorDocument, ErrorEntry};
pub use self::evidence::EvidenceEntry;
pub use self::header::{SCHEMA, TOOL, VERSION};
pub use self::report::{ContentsEntry, FileEntry, ReportDocument};
pub use self::text::{line, pretty, source};
