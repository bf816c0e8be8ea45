//! Programs in their own text: paths, conditions, why one fails, where values come from, why one was not decided.

mod cause;
mod comparison;
mod concrete;
mod explain;
mod origin;
mod out_of_fragment;
mod path_step;
mod source_text;
mod unknown;
mod witnesses;

pub use cause::Cause;
pub use comparison::Comparison;
pub use concrete::Concrete;
pub use explain::{FunctionPaths, PathConditions, explain, program_text};
pub use origin::causes;
pub use out_of_fragment::{of_goal, unknown};
pub use path_step::PathStep;
pub use source_text::{GoalText, SourceText};
pub use unknown::{LIMIT_CODE, UnknownShown};
pub use witnesses::{Witnesses, witnesses};
