//! Is a script one of Horn clauses?

use buttress_horn::Horn;
use buttress_logic::{Sort, Term, Terms};

use super::read;
use crate::smtlib::{Reader, Script};

/// Does a text ask for Horn clauses? It does if it sets the logic `HORN`, or if it sets none, declares
/// a predicate with arguments, and every declaration and assertion reads as one of Horn clauses, of
/// formulas and numbers alone: quantified formulas about arrays and datatypes are more often meant as such.
pub fn is_horn(text: &[u8]) -> bool {
    let mut reader = Reader::of(text);
    let (mut script, mut terms) = (Script::new(), Terms::new());
    // Only what comes before the first declaration can set the logic.
    while let Some(Ok(sexpr)) = reader.next_command() {
        if script.command(&mut terms, &sexpr).is_err() {
            break;
        }
        if let Some(logic) = script.logic() {
            return logic == "HORN";
        }
        if !script.functions().is_empty() || !script.assertions().is_empty() {
            break;
        }
    }
    let mut terms = Terms::new();
    read(&mut terms, text).is_ok_and(|source| {
        let Horn { predicates, clauses } = &source.horn;
        let parameters = predicates.iter().flat_map(|predicate| &predicate.parameters);
        let variables = clauses.iter().flat_map(|clause| &clause.variables);
        let is_structure = |term: &Term| {
            let sort = terms.sort_of(*term);
            sort != Sort::BOOL && !sort.is_arithmetic()
        };
        predicates.iter().any(|predicate| !predicate.parameters.is_empty())
            && !parameters.chain(variables).any(is_structure)
    })
}
