//! The text of evidence about Horn clauses.

use std::fmt::Write;

use buttress_horn::{Derivation, Horn, Interpretation};
use buttress_logic::{Op, Term, Terms, print_shared, print_sort, print_symbol, substitute};

use super::{HornEvidence, HornEvidenceKind, MAGIC, PositionalConstants, RankFunction, VERSION};
use crate::smt;

/// The text of evidence about a system.
pub fn write(evidence: &HornEvidence, terms: &mut Terms, horn: &Horn) -> String {
    let HornEvidence { about, kind } = evidence;
    let mut text = format!(
        "{MAGIC} {VERSION}\nfile {} {:016x}\nproperty {}\nsystem {} {}\n",
        about.bytes,
        about.fingerprint,
        about.property,
        horn.predicates.len(),
        horn.clauses.len()
    );
    match kind {
        HornEvidenceKind::Safe { interpretation, proofs } => {
            text.push_str("kind safe\n");
            text.push_str(&definitions(terms, horn, interpretation));
            for (place, proof) in proofs.iter().enumerate() {
                text.push_str(&smt::write(proof, terms, place + 1));
            }
        }
        HornEvidenceKind::Unsafe(derivation) => {
            text.push_str("kind unsafe\n");
            steps(&mut text, terms, derivation);
        }
        HornEvidenceKind::Ranking { interpretation, functions, valid, decreasing } => {
            text.push_str("kind ranking\n");
            text.push_str(&definitions(terms, horn, interpretation));
            functions.iter().for_each(|function| rank(&mut text, function));
            for (clause, proof) in valid.iter().chain(decreasing) {
                text.push_str(&smt::write(proof, terms, clause + 1));
            }
        }
        HornEvidenceKind::Lasso(derivation) => {
            text.push_str("kind lasso\n");
            steps(&mut text, terms, derivation);
        }
    }
    text.push_str("end\n");
    text
}

/// What the predicates stand for, as `get-model` prints it.
pub fn definitions(terms: &mut Terms, horn: &Horn, interpretation: &Interpretation) -> String {
    let mut places = PositionalConstants::of_parameters();
    let mut text = String::from("(\n");
    for (id, predicate) in horn.predicate_ids().zip(&horn.predicates) {
        let names = places.standing_for(terms, &predicate.parameters);
        let body = substitute(terms, interpretation.of(id), &names);
        let mut parameter = |parameter: &Term| {
            let name = names.get(parameter).unwrap_or(parameter);
            let sort = print_sort(terms, terms.sort_of(*name));
            format!("({} {sort})", print_shared(terms, *name))
        };
        let parameters: Vec<String> = predicate.parameters.iter().map(&mut parameter).collect();
        let (name, parameters) = (print_symbol(&predicate.name), parameters.join(" "));
        let body = print_shared(terms, body);
        // Writing to a string does not fail.
        let _ = writeln!(text, "  (define-fun {name} ({parameters}) Bool {body})");
    }
    text.push_str(")\n");
    text
}

fn steps(text: &mut String, terms: &Terms, derivation: &Derivation) {
    for (place, step) in derivation.steps.iter().enumerate() {
        let _ = write!(text, "step {} clause {} values", place + 1, step.clause.index() + 1);
        for value in &step.values {
            let _ = write!(text, " {}", value_text(terms, *value));
        }
        text.push_str(" from");
        for premise in &step.premises {
            let _ = write!(text, " {}", premise + 1);
        }
        text.push('\n');
    }
}

/// A number, a truth value, an array as in `{0,3:7}`, 7 at 3 and 0 elsewhere, or a value of a datatype as in `[1;7;[2]]`, by the
/// numbers of its constructors, without blanks.
fn value_text(terms: &Terms, value: Term) -> String {
    let mut text = String::new();
    let mut pending = vec![Piece::Value(value)];
    while let Some(piece) = pending.pop() {
        match piece {
            Piece::Text(piece) => text.push_str(piece),
            Piece::Value(value) => {
                let mut pieces = pieces(terms, value, &mut text);
                pending.append(&mut pieces);
            }
        }
    }
    text
}

/// What is left to write of a value.
enum Piece {
    Text(&'static str),
    Value(Term),
}

/// Writes the beginning of a value; what is left of it, the next piece last.
fn pieces(terms: &Terms, value: Term, text: &mut String) -> Vec<Piece> {
    let mut left = Vec::new();
    if let Op::Construct(constructor) = terms.op(value) {
        let all = terms.constructors(terms.constructor_datatype(constructor));
        let place = all.iter().position(|other| *other == constructor).unwrap_or_default();
        let _ = write!(text, "[{}", place + 1);
        for field in terms.arguments(value) {
            left.extend([Piece::Text(";"), Piece::Value(*field)]);
        }
        left.push(Piece::Text("]"));
        left.reverse();
        return left;
    }
    // The last store counts, so that the first one that is met from outside wins.
    let mut readings: Vec<(Term, Term)> = Vec::new();
    let mut array = value;
    while let (Op::Store, &[inner, index, reading]) = (terms.op(array), terms.arguments(array)) {
        if !readings.iter().any(|(known, _)| *known == index) {
            readings.push((index, reading));
        }
        array = inner;
    }
    let (Op::ConstantArray, &[default]) = (terms.op(array), terms.arguments(array)) else {
        match terms.as_number(value) {
            Some(number) => text.push_str(&number.to_string()),
            None => text.push_str(&print_shared(terms, value)),
        }
        return left;
    };
    text.push('{');
    left.push(Piece::Text("}"));
    // The outermost store comes last in the text.
    for (index, reading) in readings {
        left.extend([
            Piece::Value(reading),
            Piece::Text(":"),
            Piece::Value(index),
            Piece::Text(","),
        ]);
    }
    left.push(Piece::Value(default));
    left
}

fn rank(text: &mut String, function: &RankFunction) {
    let RankFunction { predicate, level, constant, coefficients } = function;
    let (predicate, level) = (predicate.index() + 1, level + 1);
    let _ = write!(text, "rank {predicate} level {level} constant {constant} coefficients");
    for coefficient in coefficients {
        let _ = write!(text, " {coefficient}");
    }
    text.push('\n');
}
