//! `cargo xtask bench`: Buttress beside its peers, at a CPU limit. Circuits are compared in `hw`, formulas in `smt`, systems
//! over numbers in `inv`, programs in `pi`; `all` makes one table of every product; `sat` runs the comparison of solvers, and `lsp`
//! measures how long an editor waits.

mod all;
mod collection;
mod common;
mod hw;
mod inv;
mod lsp;
mod outcome;
mod pi;
mod plot;
mod program;
mod sat;
mod smt;
mod table;

pub use all::run as run_all;
pub use hw::run as run_hw;
pub use inv::run as run_inv;
pub use lsp::run as run_lsp;
pub use pi::run as run_pi;
pub use sat::run as run_sat;
pub use smt::growth::run as run_growth;
pub use smt::run as run_smt;
