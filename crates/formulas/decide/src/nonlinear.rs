//! Products of unknowns.
//!
//! Arithmetic knows a product as a monomial, a variable of its own. At a full assignment the
//! values of monomials may be wrong: not the products of the values of their factors. Then facts about
//! products are found that the point violates, and arithmetic is told: first what equations say
//! ([`reduce`]), then products of inequalities and squares ([`violated`]). A fact holds wherever the
//! literals hold from which it was multiplied, so conflicts are explained by these. When no fact
//! is found, the search decides on which side of a number a factor lies ([`branch`]). Before, and
//! in between, it is tried whether a nearby point has the right values ([`repair`]).

mod asserted;
mod branch;
mod candidate;
mod deduction;
mod products;
mod reduce;
mod repair;
mod tightest;
mod violated;

pub(crate) use branch::FactorBranches;
pub(crate) use products::Products;
