//! A system over two variables as a picture: states, counterexamples to induction, and the invariants
//! in the order in which they were found.
//!
//! The picture is drawn with floating point numbers. It shows what was proved; it proves nothing.

mod geometry;
mod scene;
mod svg;
mod view;

pub use scene::{Border, Curve, Plot, Point, Sign};
pub use svg::svg;
