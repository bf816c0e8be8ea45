//! Programs: proved, run, formatted, converted, in the forms of report that circuits have.

mod array_diagram;
mod convert;
mod document;
mod endless;
mod entries;
mod evidence;
mod failure;
mod finding;
mod fmt;
mod human;
mod insert;
mod load;
mod observer;
mod prove;
mod report;
mod run;
mod state;
mod unranked;
mod verdict;

pub use self::convert::run as convert;
pub use self::entries::{FunctionEntry, PlaceEntry, ProgramContentsEntry};
pub use self::fmt::run as fmt;
#[cfg(test)]
pub use self::human::codes;
pub use self::observer::{ProgramsProgress, ProgramsStream};
pub use self::prove::prove;
pub use self::report::report;
pub use self::run::{RunDocument, run};
pub use self::verdict::function_verdict;
