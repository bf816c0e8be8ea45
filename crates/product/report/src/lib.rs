//! A JSON document of the program (`docs/json.md`) as one page of HTML that needs nothing else: no network, no other
//! file, and JavaScript only for comfort.
//!
//! Invariants: what a document says reaches the page as text, through `html` alone. A document may come from anybody,
//! so that nothing is taken for granted: a field that is missing or of another kind is not shown.

mod card;
mod cells;
mod certificate;
mod circuit;
mod document;
mod explanation;
mod fields;
mod html;
mod limits;
mod live;
mod model;
mod next_steps;
mod numbers;
mod page;
mod plain;
mod program;
mod read;
mod run;
mod script;
mod security;
mod source;
mod timeline;
mod verdict;
mod waves;

pub use self::certificate::certificate;
pub use self::document::page;
pub use self::live::{Live, live};
pub use self::read::{ReportError, read};
