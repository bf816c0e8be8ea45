//! Evidence for a verdict as data, and its text format (`docs/certificate.md`).
//!
//! A certificate speaks of the user's own circuit and carries everything the checker needs
//! besides the circuit itself: the clauses of an invariant with LRAT refutations of its
//! obligations, or a trace. Nothing here judges it; that is the checker's part.

mod error;
mod evidence;
pub mod horn;
mod lrat;
pub mod pi;
mod read;
pub mod smt;
mod write;

pub use error::CertificateError;
pub use evidence::{Certificate, Evidence, Invariant, Obligation, Sizes};
pub use lrat::{Lrat, Step};
pub use read::{is_certificate, read};
pub use write::{to_bytes, write};
