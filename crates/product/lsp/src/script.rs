//! SMT-LIB scripts and systems over numbers: what a text says, and what was found about its checks.

mod analysis;
mod completion;
mod counterexample;
mod derivation;
mod diagnostics;
mod fixes;
mod hover;
mod lenses;
mod names;
mod nodes;
mod outcome;
mod units;
mod word;

pub(crate) use self::analysis::ScriptAnalysis;
pub(crate) use self::completion::completion;
pub(crate) use self::counterexample::counterexample;
pub(crate) use self::diagnostics::diagnostics;
pub(crate) use self::fixes::fixes;
pub(crate) use self::hover::hover;
pub(crate) use self::lenses::lenses;
pub(crate) use self::outcome::{check_status, system_status};
pub(crate) use self::units::units;
