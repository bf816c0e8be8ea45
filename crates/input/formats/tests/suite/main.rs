//! The tests of this crate, as one program: where one waits, the next runs.

mod circuits;
mod numbers;
mod smtlib;
