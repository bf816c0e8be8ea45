//! EUF: congruence closure with explanations, undone level by level.
//!
//! Nodes are applications of symbols to nodes. Classes of equal nodes are kept with the classical
//! data: a root and a ring of members per class, the applications that use each node, a table of
//! signatures, and a *proof forest* whose edges say why two nodes were made equal. An explanation
//! is the path between two nodes in that forest. Later merges never change the path between two
//! nodes that are equal already, so an explanation stays what it was when the equality came about.
//!
//! Two nodes are ⊤ and ⊥. An equality atom is an application of [`Symbol::EQUAL`], whose signature
//! ignores the order of its arguments; it joins ⊤ when its arguments meet. So what follows for atoms
//! is what joins the classes of ⊤ and ⊥, and the one contradiction is that those two meet, or two
//! *values* (different numerals, applications of different constructors).
//! Source: Nieuwenhuis and Oliveras, Fast congruence closure and extensions, 2007.

mod closure;
mod explain;
mod merge;
mod node;
mod signature;
mod table;

pub use closure::{Congruence, Members};
pub use node::{Cause, Clash, Node, Symbol};

#[cfg(test)]
mod tests;
