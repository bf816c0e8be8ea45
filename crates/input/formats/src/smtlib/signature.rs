//! The names in scope.

use super::names::Names;
use super::reading::Reading;
use super::sorts::Sorts;
use super::symbol::{Builtin, Symbol};
use super::tables::Tables;
use super::theories::Logic;

/// The names in scope.
#[derive(Clone, Debug)]
pub(super) struct Signature {
    pub functions: Names<Symbol>,
    pub sorts: Sorts,
    pub logic: Logic,
    pub tables: Tables,
}

impl Signature {
    /// The names that every script knows.
    pub fn new(reading: Reading) -> Signature {
        let mut functions = Names::new();
        for (builtin, name, ..) in Builtin::ALL {
            functions.bind(name, Symbol::Builtin(builtin));
        }
        let tables = Tables::new(reading);
        Signature { functions, sorts: Sorts::new(reading), logic: Logic::ALL, tables }
    }
}
