//! One SMT-LIB script from its bytes to checked answers, command by command.
//!
//! A [`Repl`] takes bytes as they come, runs each command as soon as it is complete, and tells
//! a [`Listener`] what to answer. A command that fails is answered by an error and changes
//! nothing; the REPL goes on, but a model of what is left of the script is no longer a model of
//! the script: it is told as `unknown`. No `sat` is told before the checker has evaluated the printed
//! model on the assertions, and no `unsat` before it has accepted the written proof; what it does
//! not accept is told as `unknown`, and reported as our fault.

mod answers;
mod certified;
mod channel;
mod define;
mod horn;
mod info;
mod interpolate;
mod objective;
mod optimise;
mod options;
mod quote;
mod repl;
mod report;
mod settings;
mod totals;

pub use buttress_present::formulas::{
    ArrayRow, CheckExplanation, Column, Explanation, IndexClass, IndexRow, Instances, KeyedTable,
    OutOfFragment, Picture, QuantifierExplanation, QuantifierKind, Rest, SortSize, StepShown,
    Steps, explain, stretch,
};

pub use self::channel::Channel;
pub use self::info::{Info, info};
pub use self::objective::ObjectiveShown;
pub use self::repl::{Listener, Repl};
pub use self::report::{CheckReport, CheckStatus, ModelShown, ProofShown, Unknown};
pub use self::settings::Settings;
pub use self::totals::Report;
