//! Values: what terms stand for in a model.
//!
//! Values live in a [`Values`] store as terms do in theirs, so that equality of values is equality
//! of numbers however deep they are. Invariant: an array has one form (see [`Array`]), so that
//! arrays that read alike everywhere are one value.

mod array;
mod enumerate;
mod kind;
mod map;
mod term;
mod values;

pub use kind::{Array, Value, ValueKind};
pub use values::Values;
