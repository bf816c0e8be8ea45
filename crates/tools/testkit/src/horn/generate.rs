//! A system from a seed: first the steps, then a property drawn from what they reach.
//!
//! The property is chosen with the reached states in view: a bad state that is not among them, often
//! just beyond, or one that is, often a late one. So both answers are frequent, and most properties
//! are not inductive by themselves.

mod calls;
mod maker;
mod polynomials;
mod property;
mod steps;

use super::{HornOracleVerdict, Mix, Shape, System};
use maker::Maker;

/// A system, and what is known of it without looking at it.
#[derive(Clone, Debug)]
pub struct Case {
    /// The system.
    pub system: System,
    /// The answer, where the way it was made tells it.
    pub known: Option<HornOracleVerdict>,
    /// Which way of writing suits it, for [`System::text`].
    pub style: u64,
}

/// The system of a seed.
pub fn generate(seed: u64, mix: &Mix) -> Case {
    let mut maker = Maker::new(seed, *mix);
    let known = match mix.shape {
        Shape::Loop => maker.single_loop(),
        Shape::Nested => maker.nested_loops(),
        Shape::Phases => maker.phases(),
        Shape::Calls => maker.calls(),
        Shape::Conserved => maker.conserved(),
        Shape::Sums => maker.sums(),
    };
    if known.is_none() {
        maker.property();
    }
    let style = if maker.random.chance(30) { 0 } else { maker.random.bits() };
    // The order of clauses says nothing.
    maker.random.shuffle(&mut maker.system.clauses);
    maker.system.wrapping = mix.wrapping;
    Case { system: maker.system, known, style }
}
