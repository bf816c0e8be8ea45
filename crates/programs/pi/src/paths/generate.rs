//! The basic paths of a function, from its text.

use buttress_budget::Budget;
use buttress_logic::Terms;

use super::options::Options;
use super::path::Paths;
use super::walk::Walker;
use crate::Facts;
use crate::program::{FunctionId, Program};

/// The basic paths of a function, with their conditions.
///
/// The same program, facts and options give the same conditions in any store of terms, up to the names of constants.
pub fn basic_paths(
    terms: &mut Terms,
    program: &Program,
    facts: &Facts,
    function: FunctionId,
    options: &Options,
) -> Paths {
    basic_paths_within(terms, program, facts, function, options, &Budget::unlimited())
}

/// The same within a budget: if it does not suffice, the paths are not complete.
pub fn basic_paths_within(
    terms: &mut Terms,
    program: &Program,
    facts: &Facts,
    function: FunctionId,
    options: &Options,
    budget: &Budget,
) -> Paths {
    Walker::new(terms, program, facts, function, options, budget).walk()
}
