//! A system of clauses, and where it is written.

use buttress_horn::Horn;

use crate::Place;
use crate::smtlib::Script;

/// A system of clauses, and where its parts are written.
#[derive(Clone, Debug)]
pub struct Source {
    /// The system. Variables have the names that they have in the file, made different within a
    /// clause; so have parameters, where a clause applies the predicate to variables.
    pub horn: Horn,
    /// Where each predicate is declared, by its number.
    pub predicate_places: Vec<Place>,
    /// Where the command begins that each clause comes from, by its number.
    pub clause_places: Vec<Place>,
    /// A script that knows the sorts of the file, for whoever reads formulas over them.
    pub sorts: Script,
}
