//! `cargo xtask bench`: Buttress beside its peers, at a CPU limit. Circuits are compared in `hw`, formulas in `smt`, systems
//! over numbers in `inv`, programs in `pi`; `sat` runs the comparison of solvers.

mod collection;
mod common;
mod hw;
mod inv;
mod outcome;
mod pi;
mod plot;
mod program;
mod sat;
mod smt;
mod table;

pub use hw::run as run_hw;
pub use inv::run as run_inv;
pub use pi::run as run_pi;
pub use sat::run as run_sat;
pub use smt::growth::run as run_growth;
pub use smt::run as run_smt;
