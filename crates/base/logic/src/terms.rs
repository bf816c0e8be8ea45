//! The store in which equal terms are one term.
//!
//! [`store`] has the terms; sorts, datatypes, functions and bound variables have tables of their own beside it, and what the store says
//! of each stands in a file of that name.

mod binders;
mod datatype;
mod datatypes;
mod function;
mod index;
mod quantifier;
mod signature;
mod sort;
mod sorts;
mod store;
mod term;

pub use store::Terms;
pub use term::Term;
