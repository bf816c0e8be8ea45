//! Sorts, terms and formulas, and what they mean.
//!
//! All terms live in one [`Terms`] store, where equal terms are one term: sharing a `let` costs
//! nothing, and equality of terms is equality of numbers. The store knows sorts, functions and
//! datatypes by number too, so that names may be declared again after a `pop` without confusion.
//!
//! A term is built by a method of the store that brings it into the store's few forms: `>` becomes
//! `<`, `=>` becomes `or`, `-` becomes a sum. These forms are part of the meaning that solver and
//! checker share; nothing else is simplified here.

mod build;
mod cardinality;
mod evaluate;
mod extract;
mod family;
mod id;
mod id_map;
mod limits;
mod model;
mod op;
mod print;
mod reserved;
mod sort;
mod substitute;
mod table;
mod terms;
mod value;
mod walk;

// The numbers that terms and values hold, for crates that use nothing else of `numeric`.
pub use buttress_numeric::{Integer, Rational};
pub use cardinality::Cardinality;
pub use evaluate::{EvaluateError, Evaluator, evaluate};
pub use id::{Binder, Bound, Constructor, Datatype, Function, Number, Selector, Witness};
pub use id_map::{IdHasher, IdMap, IdSet};
pub use model::{Interpretation, Model, Symbol, Table};
pub use op::Op;
pub use print::{
    print, print_applied, print_content, print_model, print_shared, print_sort, print_symbol,
    print_value,
};
pub use reserved::{EntryParts, LIST, ListParts};
pub use sort::{Sort, SortKind};
pub use substitute::substitute;
pub use table::TableKind;
pub use terms::{Term, Terms};
pub use value::{Array, Value, ValueKind, Values};
pub use walk::Walk;
