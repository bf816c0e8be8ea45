//! Systems over numbers: Horn clauses and VMT-LIB, in the forms of report that circuits have.

mod answer;
mod certificate;
mod chosen;
#[cfg(feature = "cli")]
mod derivation;
mod document;
#[cfg(feature = "cli")]
mod evidence;
#[cfg(feature = "cli")]
mod human;
#[cfg(feature = "cli")]
mod invariants;
mod load;
#[cfg(feature = "cli")]
mod observer;
#[cfg(feature = "cli")]
mod prove;
#[cfg(feature = "cli")]
mod report;
mod scene;
#[cfg(feature = "cli")]
mod settings;
mod stream;
#[cfg(feature = "cli")]
mod terminates;

pub use self::answer::NumbersAnswer;
pub use self::certificate::certificate;
pub use self::chosen::chosen;
pub use self::document::{NumbersContentsEntry, NumbersEntry};
#[cfg(feature = "cli")]
pub use self::invariants::{InvariantsDocument, run as invariants};
pub use self::load::refusal;
#[cfg(feature = "cli")]
pub use self::observer::NumbersProgress;
#[cfg(feature = "cli")]
pub use self::prove::prove;
#[cfg(feature = "cli")]
pub use self::report::report;
pub use self::stream::NumbersStream;
#[cfg(feature = "cli")]
pub use self::terminates::{TerminatesDocument, run as terminates};
