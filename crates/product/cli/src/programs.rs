//! Programs: proved, run, formatted, converted, in the forms of report that circuits have.

mod chosen;
#[cfg(feature = "cli")]
mod convert;
mod document;
mod entries;
#[cfg(feature = "cli")]
mod evidence;
mod execution;
#[cfg(feature = "cli")]
mod fmt;
#[cfg(feature = "cli")]
mod human;
mod load;
#[cfg(feature = "cli")]
mod observer;
#[cfg(feature = "cli")]
mod prove;
#[cfg(feature = "cli")]
mod report;
#[cfg(feature = "cli")]
mod run;
mod stream;
mod verdict;

pub use self::chosen::chosen;
#[cfg(feature = "cli")]
pub use self::convert::run as convert;
pub use self::document::contents;
pub use self::entries::ProgramContentsEntry;
pub use self::execution::{Execution, RunDocument, exit_code, run_call};
#[cfg(feature = "cli")]
pub use self::fmt::run as fmt;
#[cfg(all(test, feature = "cli"))]
pub use self::human::codes;
pub use self::load::read;
#[cfg(feature = "cli")]
pub use self::observer::ProgramsProgress;
#[cfg(feature = "cli")]
pub use self::prove::prove;
#[cfg(feature = "cli")]
pub use self::report::report;
#[cfg(feature = "cli")]
pub use self::run::run;
pub use self::stream::ProgramsStream;
pub use self::verdict::function_verdict;
