//! Scripts whose arrays are partial: guards and definedness.

use buttress_formats::smtlib::{Command, Reader, Reading, Script};
use buttress_logic::{Term, Terms, print, print_sort};

use super::read_back::reads_back;
use crate::smtlib::Run;

const PARTIAL: Reading = Reading { partial_arrays: true, ..Reading::PLAIN };

/// A script whose arrays are partial, run to its end.
fn partial(text: &str) -> Run {
    let mut reader = Reader::of(text.as_bytes());
    let mut script = Script::new().with_reading(PARTIAL);
    let mut terms = Terms::new();
    let mut outcomes = Vec::new();
    while let Some(next) = reader.next_command() {
        outcomes.push(next.and_then(|sexpr| script.command(&mut terms, &sexpr)));
    }
    Run { script, terms, outcomes }
}

#[test]
fn reads_at_variables_are_guarded_and_others_defined() {
    let header = "(declare-const a (Array Int Int))(declare-const b (Array Int Int))
        (declare-const e Int)(define-fun at ((n Int)) Int (select a n))
        (declare-const c (Array Int Int))
        (define-fun below ((n Int)) Bool (forall ((i Int)) (< (select a i) (select b n))))";
    let cases: [(&str, &[&str]); 18] = [
        (
            "(= (select a e) 1)",
            &["(= (@element (select a e)) 1)", "(not ((_ is @undefined) (select a e)))"],
        ),
        // Exact equality speaks of undefined elements, too, and so does its denial.
        (
            "(forall ((i Int)) (=> (<= e i) (= (select a i) (select b i))))",
            &["(forall ((i Int)) (or (not (<= e i)) (= (select a i) (select b i))))"],
        ),
        (
            "(exists ((i Int)) (and (<= e i) (distinct (select a i) (select b i))))",
            &["(exists ((i Int)) (and (<= e i) (not (= (select a i) (select b i)))))"],
        ),
        (
            "(forall ((i Int)) (=> (<= e i) (= (select (store a e 1) i) (select b i))))",
            &["(forall ((i Int)) (or (not (<= e i)) \
               (= (select (store a e ((as @defined (@PartialEntry Int)) 1)) i) (select b i))))"],
        ),
        // It does not if the indices differ, if it is a premise, or if something else is read there.
        (
            "(forall ((i Int)) (= (select a i) (select b (+ i 1))))",
            &["(forall ((i Int)) (or ((_ is @undefined) (select a i)) \
               ((_ is @undefined) (select b (+ i 1))) (= (select a i) (select b (+ i 1)))))"],
        ),
        (
            "(forall ((i Int)) (=> (= (select a i) (select b i)) (<= e i)))",
            &["(forall ((i Int)) (or ((_ is @undefined) (select a i)) \
               ((_ is @undefined) (select b i)) \
               (or (not (= (select a i) (select b i))) (<= e i))))"],
        ),
        (
            "(forall ((i Int)) (=> (< 0 (select a i)) (= (select a i) (select b i))))",
            &["(forall ((i Int)) (or ((_ is @undefined) (select a i)) \
               ((_ is @undefined) (select b i)) (or (not (< 0 (@element (select a i)))) \
               (= (select a i) (select b i)))))"],
        ),
        (
            "(exists ((i Int)) (= (select a i) (select b i)))",
            &["(exists ((i Int)) (and (not ((_ is @undefined) (select a i))) \
               (not ((_ is @undefined) (select b i))) (= (select a i) (select b i))))"],
        ),
        (
            "(forall ((i Int)) (= (select a i) i))",
            &["(forall ((i Int)) (or ((_ is @undefined) (select a i)) \
               (= i (@element (select a i)))))"],
        ),
        (
            "(forall ((i Int)) (distinct (select a i) (select b i) (select c i)))",
            &["(forall ((i Int)) (or ((_ is @undefined) (select a i)) \
               ((_ is @undefined) (select b i)) ((_ is @undefined) (select c i)) \
               (distinct (select a i) (select b i) (select c i))))"],
        ),
        (
            "(forall ((i Int)) (< (select a i) e))",
            &["(forall ((i Int)) (or ((_ is @undefined) (select a i)) \
               (< (@element (select a i)) e)))"],
        ),
        (
            "(exists ((i Int)) (< (select a i) e))",
            &["(exists ((i Int)) (and (not ((_ is @undefined) (select a i))) \
               (< (@element (select a i)) e)))"],
        ),
        // What does not depend on the variable is defined whatever the variable is.
        (
            "(forall ((i Int)) (< i (select a e)))",
            &[
                "(forall ((i Int)) (< i (@element (select a e))))",
                "(not ((_ is @undefined) (select a e)))",
            ],
        ),
        // The innermost variable guards.
        (
            "(forall ((i Int)) (exists ((j Int)) (< (select a i) (select b j))))",
            &["(forall ((i Int)) (or ((_ is @undefined) (select a i)) (exists ((j Int)) \
               (and (not ((_ is @undefined) (select b j))) \
               (< (@element (select a i)) (@element (select b j)))))))"],
        ),
        // Nested reads are two.
        (
            "(forall ((i Int)) (< (select a (select b i)) e))",
            &["(forall ((i Int)) (or ((_ is @undefined) (select b i)) \
               ((_ is @undefined) (select a (@element (select b i)))) \
               (< (@element (select a (@element (select b i)))) e)))"],
        ),
        // A definition reads where it is used.
        (
            "(forall ((i Int)) (< (at i) 0))",
            &["(forall ((i Int)) (or ((_ is @undefined) (select a i)) \
               (< (@element (select a i)) 0)))"],
        ),
        (
            "(forall ((k Int)) (below k))",
            &["(forall ((k Int)) (or ((_ is @undefined) (select b k)) (forall ((i Int)) \
               (or ((_ is @undefined) (select a i)) \
               (< (@element (select a i)) (@element (select b k)))))))"],
        ),
        // Equality is that of all entries.
        ("(= a b)", &["(= a b)"]),
    ];
    for (formula, expected) in cases {
        let mut run = partial(&format!("{header}(assert {formula})"));
        assert_eq!(run.errors(), [""; 0], "{formula}");
        assert_eq!(run.printed(), expected, "{formula}");
        reads_back(&mut run);
    }
}

#[test]
fn assumptions_bring_what_they_read() {
    let run = partial("(declare-const a (Array Int Bool))(check-sat-assuming ((select a 1)))");
    let Some(Ok(Command::CheckSatAssuming(assumptions))) = run.outcomes.last() else {
        panic!("{:?}", run.errors())
    };
    let shown: Vec<String> = assumptions.iter().map(|term| print(&run.terms, *term)).collect();
    assert_eq!(shown, ["(@element (select a 1))", "(not ((_ is @undefined) (select a 1)))"]);
}

#[test]
fn the_partial_reading_survives_a_reset_and_knows_its_sorts() {
    let run = partial("(declare-const x Int)(reset)(declare-const a (Array Int (Array Int Int)))
        (define-sort A () (Array Int Int))(declare-datatype D ((d (f A))))(declare-const e D)
        (assert (= (select (select a 1) 2) (select (f e) 3)))
        (assert (= (f e) ((as const (Array Int Int)) 7)))(assert (distinct (select (f e) 9) undef))");
    assert_eq!(run.errors(), [""; 0]);
    assert_eq!(run.script.reading(), PARTIAL);
    let sort = run.terms.function_result(run.script.functions()[0]);
    assert_eq!(print_sort(&run.terms, sort), "(PArray Int (PArray Int Int))");
    // The equation, three reads, the constant array, the question.
    assert_eq!(run.formulas().len(), 6);
    let declared = partial("(declare-sort Array 2)");
    assert_eq!(declared.errors().len(), 1);
}

/// The order of guards does not depend on what else is in the store, or proofs could not be read.
#[test]
fn guards_come_in_the_order_of_reading() {
    let script = "(declare-const a (Array Int Int))(declare-const b (Array Int Int))
        (assert (forall ((i Int) (j Int)) (= (select b j) (select a i) (select a j))))";
    let plain = partial(script);
    let busy = partial(&format!("(declare-const z Int)(assert (= z (+ z 1)))(reset){script}"));
    assert_eq!(plain.printed().len(), 1);
    let strip = |text: &str| text.matches("(select").count();
    assert_eq!(strip(&plain.printed()[0]), strip(&busy.printed()[0]));
    let guards = |run: &Run| {
        let formula = run.formulas()[0];
        let body = run.terms.argument(formula, 0);
        let parts: &[Term] = run.terms.arguments(body);
        parts[..3].iter().map(|part| print(&run.terms, *part)).collect::<Vec<_>>()
    };
    assert_eq!(guards(&plain), guards(&busy));
    assert_eq!(guards(&plain)[0], "((_ is @undefined) (select b j))");
}
