//! Safe: every clause is valid under the definitions.

use std::collections::HashMap;

use buttress_certificate::horn::variable;
use buttress_formats::smtlib::{Reader, Script, WrittenModel};
use buttress_logic::{Function, Symbol, Term, Terms, print_sort, print_symbol, substitute};
use buttress_system::horn::{Application, Clause, Horn};

use super::read::{Line, Safe};
use super::system::{SystemFlaw, speaks_of};
use super::{DefinitionFlaw, HornRejection};
use crate::smt::read::replay_lines;
use crate::smt::text::strange;
use crate::smt::verify::Verifier;
use crate::smt::{SmtRejection, TextFlaw};

/// What a predicate stands for.
struct Meaning {
    parameters: Vec<Term>,
    formula: Term,
}

/// Checks definitions and proofs; answers with the number of clauses in all proofs.
pub fn check(terms: &mut Terms, horn: &Horn, evidence: &Safe<'_>) -> Result<usize, HornRejection> {
    let meanings = read_definitions(terms, horn, evidence)?;
    let mut proofs = Proofs { rest: &evidence.proofs };
    let mut verifier = Verifier::new(terms, std::iter::empty());
    // No name of the file is in scope, so none can be taken for a variable.
    let mut script = Script::new();
    let mut count = 0;
    for (index, clause) in horn.clauses.iter().enumerate() {
        let number = index + 1;
        let lines = proofs.next(number)?;
        let inputs = obligation(verifier.terms, clause, &meanings);
        let names = clause.variables.iter().enumerate();
        let scope = names.map(|(place, term)| (variable(place), *term)).collect();
        verifier.restart(inputs.into_iter());
        let unsat = replay_lines(lines.iter().cloned(), &mut script, &scope, &mut verifier)
            .map_err(|rejection| HornRejection::Proof { clause: number, rejection })?;
        count += unsat.axioms + unsat.derived;
    }
    proofs.finish()?;
    Ok(count)
}

/// What cannot hold together if the clause is valid: its constraint, what its premises stand for, and
/// the negation of what its head stands for.
fn obligation(terms: &mut Terms, clause: &Clause, meanings: &[Meaning]) -> Vec<Term> {
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

/// What an application stands for. Definitions have no quantifiers, so nothing can be captured.
fn at(terms: &mut Terms, application: &Application, meanings: &[Meaning]) -> Term {
    // The system was found to apply only predicates that it has.
    let Meaning { parameters, formula } = &meanings[application.predicate.index()];
    let arguments = application.arguments.iter().copied();
    let map: HashMap<Term, Term> = parameters.iter().copied().zip(arguments).collect();
    substitute(terms, *formula, &map)
}

/// One meaning for each predicate, in order.
fn read_definitions(
    terms: &mut Terms,
    horn: &Horn,
    evidence: &Safe<'_>,
) -> Result<Vec<Meaning>, HornRejection> {
    let mut script = Script::new();
    let functions = declare(terms, horn, &mut script)?;
    let text = std::str::from_utf8(evidence.definitions).map_err(|_| HornRejection::Encoding)?;
    let read = script.parse_model(terms, text);
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
        if !speaks_of(terms, std::iter::once(formula), |term| parameters.contains(&term)) {
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

/// The proofs that are still to come.
struct Proofs<'e, 'a> {
    rest: &'e [Line<'a>],
}

impl<'e, 'a> Proofs<'e, 'a> {
    /// The lines of the next proof after its first, which must say that it is of this clause.
    fn next(&mut self, clause: usize) -> Result<&'e [Line<'a>], HornRejection> {
        let Some(((line, first), rest)) = self.rest.split_first() else {
            return Err(HornRejection::NoProof { clause });
        };
        let mut words = first.clone();
        let [p, name, version] = [(); 3].map(|()| words.word());
        let read = if (p, name, version) == (b"p", b"buttress-smt-proof", b"1") {
            words.number("the number of a clause").and_then(|found| {
                words.finish()?;
                if found == clause {
                    Ok(())
                } else {
                    Err(TextFlaw::Number { expected: clause, found })
                }
            })
        } else {
            Err(strange("p buttress-smt-proof 1", first.rest()))
        };
        read.map_err(|flaw| {
            let rejection = SmtRejection::Line { line: *line, flaw };
            HornRejection::Proof { clause, rejection }
        })?;
        let is_first = |(_, words): &Line<'_>| words.clone().word() == b"p";
        let end = rest.iter().position(is_first).unwrap_or(rest.len());
        let (lines, rest) = rest.split_at(end);
        self.rest = rest;
        Ok(lines)
    }

    /// There are no more proofs than clauses.
    fn finish(&self) -> Result<(), HornRejection> {
        match self.rest.first() {
            None => Ok(()),
            Some((line, words)) => {
                let flaw = strange("end", words.clone().word());
                Err(HornRejection::Line { line: *line, flaw })
            }
        }
    }
}
