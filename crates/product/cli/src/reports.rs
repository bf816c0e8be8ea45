//! The report of a run for other tools: SARIF, JUnit, workflow commands.
//!
//! All of them are made from the entries of the JSON report, so that they tell the same facts.

mod finding;
mod github;
mod junit;
mod sarif;

pub use self::github::github;
pub use self::junit::junit;
pub use self::sarif::sarif;
