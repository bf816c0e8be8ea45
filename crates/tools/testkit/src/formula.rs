//! Small random SMT-LIB scripts, each made from one seed.
//!
//! A [`Mix`] says which sorts there are; terms of every sort are drawn from whatever has that
//! sort: constants, functions, `ite`, reads, fields, arithmetic. There are few constants and small
//! numbers, so that conflicts are frequent; the numbers of assertions were set by measuring: within
//! each mix, between a third and two thirds of the scripts are unsatisfiable.

mod mixes;
mod script;
mod signature;
mod term;

use buttress_prop::Random;

use script::Writer;

pub use mixes::{BOUNDED_MIXES, MIXES, Mix};
pub use signature::ScriptSort;
pub(crate) use signature::declaration;

/// The script of this seed.
pub fn formula(seed: u64, mix: &Mix) -> String {
    Writer::new(Random::new(seed), *mix).script()
}
