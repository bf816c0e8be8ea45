//! Programs in pi: what a text says, and what was found about its functions.

mod analysis;
mod bound;
mod completion;
mod condition;
mod counterexample;
mod declarations;
mod diagnostics;
mod fixes;
mod found;
mod hints;
mod hover;
mod lenses;
mod marks;
mod names;
mod outcome;
mod relocation;
mod source;
mod text_fixes;
mod types;
mod units;

pub(crate) use self::analysis::ProgramAnalysis;
pub(crate) use self::completion::completion;
pub(crate) use self::counterexample::counterexample;
pub(crate) use self::diagnostics::diagnostics;
pub(crate) use self::fixes::fixes;
pub(crate) use self::hints::hints;
pub(crate) use self::hover::hover;
pub(crate) use self::lenses::lenses;
pub(crate) use self::marks::marks;
pub(crate) use self::outcome::{ProgramOutcome, status};
pub(crate) use self::source::ProgramSource;
pub(crate) use self::units::units;
