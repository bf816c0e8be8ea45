//! Systems, and what is found of them.

mod common;
mod control;
mod random;
mod stories;
