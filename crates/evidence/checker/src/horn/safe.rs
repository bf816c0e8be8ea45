//! Safe: every clause is valid under the definitions.

use std::collections::HashMap;

use buttress_formats::smtlib::{Reader, Script, WrittenModel};
use buttress_horn::{Application, Clause, Horn};
use buttress_logic::{Function, Symbol, Term, Terms, print_sort, print_symbol};

use super::proofs::{Goal, Proofs};
use super::read::{Definitions, Safe};
use super::system::{SystemFlaw, is_definition};
use super::{DefinitionFlaw, HornRejection};
use crate::substitute::substitute;

/// What a predicate stands for.
pub struct Meaning {
    parameters: Vec<Term>,
    formula: Term,
}

/// Checks definitions and proofs; answers with the number of clauses in all proofs.
pub fn check(
    terms: &mut Terms,
    horn: &Horn,
    sorts: &Script,
    evidence: &Safe<'_>,
) -> Result<usize, HornRejection> {
    let meanings = read_definitions(terms, horn, sorts, &evidence.definitions)?;
    let mut proofs = Proofs::new(terms, sorts, &evidence.proofs);
    for (index, clause) in horn.clauses.iter().enumerate() {
        let inputs = obligation(proofs.terms(), clause, &meanings);
        proofs.refute(Goal::Valid, index + 1, clause, inputs)?;
    }
    proofs.finish()
}

/// What cannot hold together if the clause is valid: its constraint, what its premises stand for, and
/// the negation of what its head stands for.
pub fn obligation(terms: &mut Terms, clause: &Clause, meanings: &[Meaning]) -> Vec<Term> {
    let mut parts = vec![clause.constraint];
    for premise in &clause.body {
        parts.push(at(terms, premise, meanings));
    }
    if let Some(head) = &clause.head {
        let conclusion = at(terms, head, meanings);
        parts.push(terms.not(conclusion));
    }
    parts
}

/// What an application stands for. Arguments have no bound variables, so nothing can be captured.
pub fn at(terms: &mut Terms, application: &Application, meanings: &[Meaning]) -> Term {
    // The system was found to apply only predicates that it has.
    let Meaning { parameters, formula } = &meanings[application.predicate.index()];
    let arguments = application.arguments.iter().copied();
    let map: HashMap<Term, Term> = parameters.iter().copied().zip(arguments).collect();
    substitute(terms, *formula, &map)
}

/// One meaning for each predicate, in order.
pub fn read_definitions(
    terms: &mut Terms,
    horn: &Horn,
    sorts: &Script,
    evidence: &Definitions<'_>,
) -> Result<Vec<Meaning>, HornRejection> {
    let mut script = sorts.clone();
    let functions = declare(terms, horn, &mut script)?;
    let text = std::str::from_utf8(evidence.text).map_err(|_| HornRejection::Encoding)?;
    let read = script.parse_definitions(terms, text);
    let WrittenModel { definitions, universes: _ } = read.map_err(|mut error| {
        error.place.line += evidence.lines_before;
        HornRejection::Definitions(error)
    })?;
    let mut meanings: HashMap<Function, Meaning> = HashMap::new();
    for definition in definitions {
        let fails = |flaw| HornRejection::Definition { name: definition.name.clone(), flaw };
        let Symbol::Function(function) = definition.symbol else {
            return Err(fails(DefinitionFlaw::NoPredicate));
        };
        let bounds = definition.parameters.iter();
        let parameters: Vec<Term> = bounds.map(|bound| terms.bound(*bound)).collect();
        let formula = definition.body;
        if !is_definition(terms, formula, &parameters) {
            return Err(fails(DefinitionFlaw::Open));
        }
        // The reader has refused a second definition of the same symbol.
        meanings.insert(function, Meaning { parameters, formula });
    }
    let missing = |name: &str| HornRejection::Definition {
        name: name.to_owned(),
        flaw: DefinitionFlaw::Missing,
    };
    let named = functions.iter().zip(&horn.predicates);
    named
        .map(|(function, predicate)| {
            meanings.remove(function).ok_or_else(|| missing(&predicate.name))
        })
        .collect()
}

/// Declares the predicates, so that definitions of them, and of nothing else, can be read.
fn declare(
    terms: &mut Terms,
    horn: &Horn,
    script: &mut Script,
) -> Result<Vec<Function>, HornRejection> {
    for predicate in &horn.predicates {
        let sorts: Vec<String> = predicate
            .parameters
            .iter()
            .map(|parameter| print_sort(terms, terms.sort_of(*parameter)))
            .collect();
        let (name, sorts) = (print_symbol(&predicate.name), sorts.join(" "));
        let text = format!("(declare-fun {name} ({sorts}) Bool)");
        let flaw = || HornRejection::System(SystemFlaw::Name(predicate.name.clone()));
        let command = Reader::of(text.as_bytes()).next_command().and_then(Result::ok);
        script.command(terms, &command.ok_or_else(flaw)?).map_err(|_| flaw())?;
    }
    Ok(script.functions().to_vec())
}
