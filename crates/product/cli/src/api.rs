//! The library: what is asked, and what is answered, without a terminal.
//!
//! Invariant: nothing here names a type of another crate of the project, so that those can change.

mod cancel;
mod check;
mod engine;
mod error;
mod evidence;
mod input;
mod invariants;
mod observer;
mod page;
mod prove;
mod report;
mod run;
mod script;
mod settings;
mod solve;
mod stack;
mod verdict;

pub use self::cancel::CancelToken;
pub use self::check::{Judged, check};
pub use self::engine::{Engine, UnknownEngine};
pub use self::error::{Error, Problem};
pub use self::evidence::{Binding, Condition, Derived, Evidence, Invariant, Strengthening, Trace};
pub use self::input::Input;
pub use self::invariants::{Invariants, invariants};
pub use self::observer::{Event, EventKind, Observer};
pub use self::page::page;
pub use self::prove::prove;
pub use self::report::{Claim, Report};
pub use self::run::{Run, run};
pub use self::script::Script;
pub use self::settings::Settings;
pub use self::solve::{Answer, Answers, Check, solve};
pub use self::verdict::Verdict;
