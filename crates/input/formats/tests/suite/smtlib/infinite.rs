//! Declared sorts read as infinite: what they become, and what scripts cannot say of them.

use std::collections::HashMap;

use buttress_formats::smtlib::{Reader, Reading, Script};
use buttress_logic::{Cardinality, Terms, print, print_sort};

use super::Run;

/// A script whose sorts are infinite, run to its end.
fn infinite(text: &str) -> Run {
    let mut reader = Reader::of(text.as_bytes());
    let reading = Reading { infinite_sorts: true, ..Reading::PLAIN };
    let (mut script, mut terms) = (Script::new().with_reading(reading), Terms::new());
    let mut outcomes = Vec::new();
    while let Some(next) = reader.next_command() {
        outcomes.push(next.and_then(|sexpr| script.command(&mut terms, &sexpr)));
    }
    Run { script, terms, outcomes }
}

#[test]
fn declared_sorts_have_infinitely_many_elements() {
    let run = infinite(
        "(declare-sort |my sort| 0)(declare-sort P 2)(declare-const x |my sort|)
         (declare-const y (P Bool |my sort|))(reset)(declare-sort U 0)(declare-const z U)
         (declare-sort Q 1)(declare-const w (Q U))(define-sort L (X) (Q (Q X)))
         (declare-const v (L Bool))(declare-datatype D ((d (f (Q D)))))(declare-const u D)",
    );
    assert_eq!(run.errors(), [""; 0]);
    let sorts: Vec<_> =
        run.script.functions().iter().map(|known| run.terms.function_result(*known)).collect();
    let shown: Vec<String> = sorts.iter().map(|sort| print_sort(&run.terms, *sort)).collect();
    assert_eq!(shown, ["U", "(Q U)", "(Q (Q Bool))", "D"]);
    for sort in sorts {
        assert_eq!(run.terms.cardinality(sort), Cardinality::Infinite);
    }
}

#[test]
fn elements_are_for_evidence_alone() {
    let mut run = infinite(
        "(declare-sort U 0)(declare-sort P 1)(declare-const x U)(declare-const y (P U))
         (assert (= x (@element.U 0)))(assert (= 0 (@number.U x)))(assert ((_ is @element.U) x))
         (assert (match x (((@element.U n) (= n 0)))))
         (declare-const @element.U U)(declare-sort P 99)(declare-sort Q 99)",
    );
    assert_eq!(run.errors().len(), 7, "{:?}", run.errors());
    assert!(run.errors()[0].contains("unknown symbol `@element.U`"), "{:?}", run.errors());
    for text in ["(@element.U (- 3))", "((as @element.P (P U)) 7)", "(@number.U x)"] {
        let term = run.script.parse_term(&mut run.terms, text, &HashMap::new());
        assert_eq!(print(&run.terms, term.expect("it is evidence")), text);
    }
    let text =
        "((define-fun x () U (@element.U 4)) (define-fun y () (P U) ((as @element.P (P U)) 0)))";
    let model = run.script.parse_model(&mut run.terms, text).expect("it is a model");
    assert_eq!(model.definitions.len(), 2);
}

#[test]
fn sorts_come_and_go_with_levels() {
    let run = infinite(
        "(push 1)(declare-sort U 0)(declare-const x U)(pop 1)(declare-sort U 1)
         (declare-const y (U Int))(assert (= y y))(declare-const z U)(declare-sort U 0)",
    );
    assert_eq!(run.errors().len(), 2, "{:?}", run.errors());
    assert_eq!(run.printed(), ["(= y y)"]);
}

/// The families of a declaration that fails at its end leave nothing to the next.
#[test]
fn a_datatype_is_not_taken_for_one_that_was_refused() {
    let run = infinite(
        "(declare-const h (HashTable Int Int))(declare-datatype D ((put (p Int))))
         (declare-datatype E ((one) (two)))(declare-const e E)(assert (= e two))
         (declare-sort HashTable 0)(declare-sort U 0)(declare-const x U)(assert (= x x))",
    );
    assert_eq!(run.errors().len(), 2, "{:?}", run.errors());
    assert_eq!(run.printed(), ["(= e two)", "(= x x)"]);
    let sorts: Vec<String> = run.script.functions()[1..]
        .iter()
        .map(|known| print_sort(&run.terms, run.terms.function_result(*known)))
        .collect();
    assert_eq!(sorts, ["E", "U"]);
}
