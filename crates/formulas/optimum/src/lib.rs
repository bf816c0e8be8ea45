//! Optima: how small or how large a number can be in a model of formulas.
//!
//! From a model, the polyhedron of the assertions around it is gone through by simplex (`reach`), and the solver is asked for
//! something better than the best that is known, until there is nothing. An optimum is evidence: a model that
//! attains it, and a refutation of everything better. Where no model attains it, a family of models
//! comes as near as one likes, or goes as far ([`Family`]).
//!
//! Several objectives count in order: the second among the models that are best for the first.

mod family;
mod limits;
mod objective;
mod reach;
mod search;

pub use family::Family;
pub use objective::{BestValue, Found, Objective, Optimum, Sense};
pub use search::{Asked, optimise};
