//! From a verdict on Horn clauses to evidence that others can check, as `docs/certificate-numbers.md` wants it.
//!
//! `certify` writes the evidence for an interpretation or a derivation, `certify_ranking` that for functions that decrease; both ask a
//! solver anew for the proof of each clause. `minimise` first drops what an interpretation does not need.

mod certify;
mod clauses;
mod decrease;
mod failure;
mod limits;
mod minimise;
mod ranking;
mod sweep;

pub use certify::certify;
pub use decrease::with_queries;
pub use failure::Failure;
pub use minimise::minimise;
pub use ranking::certify_ranking;
