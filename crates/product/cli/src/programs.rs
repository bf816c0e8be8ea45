//! Programs: proved, run, formatted, converted, in the forms of report that circuits have.

mod convert;
mod document;
mod entries;
mod evidence;
mod fmt;
mod human;
mod load;
mod observer;
mod prove;
mod report;
mod run;
mod verdict;

pub use self::convert::run as convert;
pub use self::entries::ProgramContentsEntry;
pub use self::fmt::run as fmt;
#[cfg(test)]
pub use self::human::codes;
pub use self::observer::{ProgramsProgress, ProgramsStream};
pub use self::prove::prove;
pub use self::report::report;
pub use self::run::{RunDocument, run};
pub use self::verdict::function_verdict;
