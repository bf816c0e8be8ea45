//! What to try where there is no answer: commands that differ from the one that was typed in what the run has met.
//!
//! Invariant: a command that is offered differs from the one that was typed, and changes what was met.

#[cfg(feature = "cli")]
mod fleet;
#[cfg(feature = "cli")]
mod larger;
#[cfg(feature = "cli")]
mod program;
#[cfg(feature = "cli")]
mod prove;
#[cfg(feature = "cli")]
mod run;
#[cfg(feature = "cli")]
mod script;
mod step;
#[cfg(feature = "cli")]
mod system;
#[cfg(feature = "cli")]
mod typed;

#[cfg(feature = "cli")]
pub use self::fleet::of_fleet;
#[cfg(feature = "cli")]
pub use self::larger::of_limit;
#[cfg(feature = "cli")]
pub use self::program::of_program;
#[cfg(feature = "cli")]
pub use self::prove::{of_circuit, of_numbers};
#[cfg(feature = "cli")]
pub use self::run::of_run;
#[cfg(feature = "cli")]
pub use self::script::of_script;
pub use self::step::NextStep;
#[cfg(feature = "cli")]
pub use self::step::{plain, shown};
#[cfg(feature = "cli")]
pub use self::system::{of_invariants, of_termination};
#[cfg(feature = "cli")]
pub use self::typed::TypedCommand;
