//! The tests of this crate, as one program: they are linked once.

mod build;
mod evaluation;
mod printing;
mod quantifiers;
mod values;
