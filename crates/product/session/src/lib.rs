//! One run from file to checked verdicts: load, choose engines, run, certify, check, report.
//!
//! Plain functions without printing or arguments; `cli` and other front ends dress the results. Each domain has a module with
//! the same nouns: `Settings`, `Observer` with its `Event`s, `Report`, and the verb `prove` (formulas, which come command by command:
//! `Repl`). No verdict leaves this crate as proved or false unless `checker` has accepted its evidence.

mod atomic_file;
pub mod formulas;
pub mod hardware;
pub mod larger;
mod limits;
mod no_answer;
pub mod numbers;
pub mod programs;
mod schedule;
pub mod shell;
mod verdict;

pub use atomic_file::{PartFile, write_whole};
pub use no_answer::{NoAnswer, UnknownKind};
pub use verdict::VerdictWord;
