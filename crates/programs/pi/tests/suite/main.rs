//! The tests of this crate, as one program: they are linked once.

mod diagnostics;
mod resolve;
mod run;
mod syntax;
