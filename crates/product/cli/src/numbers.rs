//! Systems over numbers: Horn clauses and VMT-LIB, in the forms of report that circuits have.

mod answer;
mod derivation;
mod document;
mod evidence;
mod human;
mod invariants;
mod load;
mod observer;
mod prove;
mod report;
mod scene;
mod settings;
mod terminates;

pub use self::answer::NumbersAnswer;
pub use self::document::{NumbersContentsEntry, NumbersEntry};
pub use self::invariants::{InvariantsDocument, run as invariants};
pub use self::load::refusal;
pub use self::observer::{NumbersProgress, NumbersStream};
pub use self::prove::prove;
pub use self::report::report;
pub use self::terminates::{TerminatesDocument, run as terminates};
