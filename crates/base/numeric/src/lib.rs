//! Exact numbers and what is decided with them: rationals, linear forms, simplex, Farkas sums,
//! polynomials.
//!
//! Nothing here rounds. A rational lives in two machine words while it fits and grows into a
//! big number when it must; the two never represent the same value, so equality and hashing are
//! those of the representation.
//!
//! The simplex answers with evidence: a point, or multipliers that [`FarkasCertificate`] sums on
//! its own, without any of the simplex code. [`Derivation`] does the same for integers.

mod constraint;
mod delta;
mod derivation;
mod error;
mod farkas;
mod integer;
mod linear;
mod polynomial;
mod rational;
mod reduction;
mod simplex;
mod source;

pub use constraint::{Constraint, ConstraintTag, Relation, primitive_scale};
pub use delta::Delta;
pub use derivation::{Derivation, Line};
pub use error::NumericError;
pub use farkas::FarkasCertificate;
pub use integer::Integer;
pub use linear::{LinearForm, Variable};
pub use polynomial::{Monomial, Polynomial};
pub use rational::Rational;
pub use reduction::Reduction;
pub use simplex::{Bound, Entry, Feasibility, Limit, Optimum, PivotRule, Side, Simplex};
pub use source::Source;
