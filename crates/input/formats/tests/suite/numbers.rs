//! The tests of the front ends for systems over numbers, one program.

mod clauses;
mod damaged;
mod deep;
mod examples;
mod interpretations;
mod meaning;
mod refused;
mod transitions;

use std::collections::HashMap;

use buttress_formats::chc::{self, Source};
use buttress_formats::smtlib::Error;
use buttress_horn::Application;
use buttress_logic::{Term, Terms, substitute};

/// The clauses of a script, as they are written.
pub fn written(text: &str) -> Result<String, Error> {
    let mut terms = Terms::new();
    let source = chc::read(&mut terms, text.as_bytes())?;
    assert_eq!(source.horn.clauses.len(), source.clause_places.len());
    assert_eq!(source.horn.predicates.len(), source.predicate_places.len());
    Ok(chc::write(&mut terms, &source.horn))
}

/// The clauses of a script over `p` without arguments, `q` of an integer and `r` of two, each without
/// its `(assert …)`.
pub fn clauses(assertion: &str) -> Vec<String> {
    let written = written(&format!("{DECLARATIONS}(assert {assertion})\n(check-sat)\n"));
    let written = written.unwrap_or_else(|error| panic!("{assertion}: {error}"));
    let is_assertion = |line: &&str| line.starts_with("(assert ");
    let strip = |line: &str| line["(assert ".len()..line.len() - 1].to_owned();
    written.lines().filter(is_assertion).map(strip).collect()
}

/// What [`clauses`] are over.
pub const DECLARATIONS: &str = "(set-logic HORN)\n(declare-fun p () Bool)\n\
    (declare-fun q (Int) Bool)\n(declare-fun r (Int Int) Bool)\n";

/// Writes clauses and reads them back: but for their variables, they are the same terms.
pub fn check_round_trip(terms: &mut Terms, source: &Source) {
    let text = chc::write(terms, &source.horn);
    let back = chc::read(terms, text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    if text.contains("(declare-datatypes ") {
        // Those that are read are others of the same names.
        assert_eq!(chc::write(terms, &back.horn), text);
        return;
    }
    let (horn, back) = (&source.horn, &back.horn);
    assert_eq!(horn.clauses.len(), back.clauses.len(), "{text}");
    let names = |predicates: &[buttress_horn::Predicate]| -> Vec<String> {
        predicates.iter().map(|predicate| predicate.name.clone()).collect()
    };
    assert_eq!(names(&horn.predicates), names(&back.predicates));
    for (clause, back) in horn.clauses.iter().zip(&back.clauses) {
        assert_eq!(clause.variables.len(), back.variables.len(), "{text}");
        let variables = back.variables.iter().copied().zip(clause.variables.iter().copied());
        let map: HashMap<Term, Term> = variables.collect();
        let mut renamed = |term: &Term| substitute(terms, *term, &map);
        assert_eq!(renamed(&back.constraint), clause.constraint, "{text}");
        let mut renamed = |application: &Application| Application {
            predicate: application.predicate,
            arguments: application.arguments.iter().map(&mut renamed).collect(),
        };
        assert_eq!(back.body.iter().map(&mut renamed).collect::<Vec<_>>(), clause.body, "{text}");
        assert_eq!(back.head.as_ref().map(renamed), clause.head, "{text}");
    }
}
