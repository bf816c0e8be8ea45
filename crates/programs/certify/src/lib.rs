//! From proved conditions and refuting calls of a program to evidence, as `docs/certificate-programs.md` wants it.
//!
//! A condition is taken out of its program (`Condition`) and proved in a store of its own (`certify`), so that its proof speaks of
//! nothing else and can be kept from run to run. `additions` and `call_text` write what was inferred and what was called in the words of
//! the language.

mod additions;
mod call;
mod condition;

pub use additions::additions;
pub use call::call_text;
pub use condition::{Attempt, Condition, Proof, certify};
