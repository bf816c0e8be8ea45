//! The tests of this crate, as one program: they are linked once.

mod numbers;
mod ranking;
