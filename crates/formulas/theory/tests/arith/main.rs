//! Linear arithmetic against trying all points, elimination, and a fresh solver.

#[path = "../../../../base/numeric/tests/elimination/mod.rs"]
mod elimination;
mod integers;
mod rows;
mod support;
mod systems;
mod walk;
mod z3;
