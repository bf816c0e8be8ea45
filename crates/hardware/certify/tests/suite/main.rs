//! The tests of this crate, as one program: they are linked once.

mod certificates;
mod unrolled;
mod witnesses;
