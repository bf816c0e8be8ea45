//! File formats: bytes to systems and evidence, and back.
//!
//! One module per format. Readers take bytes, never panic, and answer with all the
//! [`Diagnostic`]s they can give; what they allocate is bounded by the size of the file,
//! whatever its header promises. Nothing here prints or opens files.

pub mod aiger;
pub mod chc;
pub mod dimacs;
pub mod smtlib;
pub mod vcd;
pub mod vmt;
pub mod witness;

mod diagnostic;
mod gzip;
mod limits;
mod text;

pub use diagnostic::{Code, Diagnostic, Place};
pub use gzip::inflated;
