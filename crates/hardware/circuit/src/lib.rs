//! Circuits with their properties, and what is said of them.
//!
//! Nothing here knows a file format. A `Names` table travels beside the `Circuit`
//! so that evidence can be told in the user's words.

mod circuit;
mod cone;
mod encode;
mod limits;
mod names;
mod simulate;
mod trace;
mod verdict;

pub use circuit::{Circuit, CircuitError, Latch, Node, Property, Reset};
pub use cone::{Cone, cone_of};
pub use encode::Encoding;
pub use names::Names;
pub use simulate::{Simulation, Ternary};
pub use trace::{Trace, TraceError};
pub use verdict::{CircuitUnknown, Strengthening, Verdict};
