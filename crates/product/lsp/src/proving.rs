//! Proving, beside the thread that answers: one unit at a time, until it is done or interrupted.

mod job;
mod kept;
mod outcome;
mod prover;
mod unit;

pub(crate) use self::kept::Kept;
pub(crate) use self::outcome::Outcome;
pub(crate) use self::prover::{Finished, Prover};
pub(crate) use self::unit::{Key, Member, Unit, Work};
