//! The fragments against their definitions, and the reductions against brute force.

mod care;
mod common;
mod fragment;
mod lazy;
mod random;
mod reduce;
