//! And-inverter graphs under construction: conjunctions simplified, and equal gates found.
//!
//! [`Conjunction`] says which gate a conjunction needs, if any; [`GateTable`] finds the gate if it is there already. Both
//! ask the caller what a gate reads, so that a graph is stored as its owner likes.

mod conjunction;
mod gate_table;

pub use conjunction::Conjunction;
pub use gate_table::GateTable;
