//! The language server: programs in pi and SMT-LIB scripts, proved as they are typed.
//!
//! ```text
//! bytes ─transport─▶ messages ─server─▶ documents ─analysis─▶ units ─proving─▶ outcomes
//!                        ▲                  │                                     │
//!                        └── diagnostics, status, hover, lenses, hints, fixes ◀───┘
//! ```
//!
//! One thread answers. It reads what was typed at once, so that messages about the text are never late, and has a unit (a
//! function, a check) proved in a thread of its own; an edit interrupts that. What was found about a unit is kept as long as
//! nothing changes that it depends on.
//!
//! Invariant: whatever the client sends, there is an answer or a message in its log, and the server goes on.

mod advice;
mod capabilities;
mod client;
mod diagnostic;
mod document;
mod edit;
mod fix;
mod formatting;
mod gutter;
mod hover_text;
mod limits;
mod names;
mod navigation;
mod options;
mod outbox;
mod positions;
mod program;
mod proving;
mod requests;
mod script;
mod server;
mod status;
mod symbols;
mod transport;

pub use lsp_server::Connection;

pub use self::options::Options;
pub use self::server::serve;
pub use self::transport::{Transport, connect};
