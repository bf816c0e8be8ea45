//! Assertions and the clauses that they become.

use buttress_formats::chc;
use buttress_logic::{Op, Terms};

use super::{check_round_trip, clauses};

#[test]
fn assertions_become_clauses() {
    let cases: [(&str, &[&str]); 19] = [
        // As the competition writes them.
        (
            "(forall ((x Int) (y Int)) (=> (and (q x) (= y (+ x 1))) (q y)))",
            &["(forall ((x Int) (y Int)) (=> (and (q x) (= y (+ x 1))) (q y)))"],
        ),
        (
            "(forall ((x Int)) (=> (and (q x) (< x 0)) false))",
            &["(forall ((x Int)) (=> (and (q x) (< x 0)) false))"],
        ),
        // Facts, and heads without predicates.
        ("(q 3)", &["(=> true (q 3))"]),
        ("(not p)", &["(=> p false)"]),
        (
            "(forall ((x Int)) (=> (q x) (>= x 0)))",
            &["(forall ((x Int)) (=> (and (q x) (not (<= 0 x))) false))"],
        ),
        (
            "(forall ((x Int)) (=> (> x 0) (>= x 0)))",
            &["(forall ((x Int)) (=> (and (< 0 x) (not (<= 0 x))) false))"],
        ),
        // One assertion, several clauses.
        (
            "(forall ((x Int)) (=> (q x) (and (r x 0) (r 0 x))))",
            &["(forall ((x Int)) (=> (q x) (r x 0)))", "(forall ((x Int)) (=> (q x) (r 0 x)))"],
        ),
        (
            "(forall ((x Int)) (=> (or (q x) (r x x)) p))",
            &["(forall ((x Int)) (=> (q x) p))", "(forall ((x Int)) (=> (r x x) p))"],
        ),
        (
            "(forall ((x Int)) (= (q x) (< x 5)))",
            &[
                "(forall ((x Int)) (=> (and (q x) (not (< x 5))) false))",
                "(forall ((x Int)) (=> (< x 5) (q x)))",
            ],
        ),
        (
            "(forall ((x Int)) (ite (< x 0) (q x) (r x 1)))",
            &[
                "(forall ((x Int)) (=> (< x 0) (q x)))",
                "(forall ((x Int)) (=> (not (< x 0)) (r x 1)))",
            ],
        ),
        // Clauses as disjunctions, and as negated conjunctions.
        (
            "(forall ((x Int)) (or (not (q x)) (< x 0) (q (- x 1))))",
            &["(forall ((x Int)) (=> (and (q x) (not (< x 0))) (q (+ x (- 1)))))"],
        ),
        (
            "(not (exists ((x Int)) (and (q x) (< x 0) (not p))))",
            &["(forall ((x Int)) (=> (and (q x) (< x 0)) p))"],
        ),
        // Quantifiers inside.
        (
            "(forall ((x Int)) (=> (exists ((y Int)) (r x y)) (q x)))",
            &["(forall ((x Int) (y Int)) (=> (r x y) (q x)))"],
        ),
        (
            "(forall ((x Int)) (=> (q x) (forall ((x Int)) (=> (q x) p))))",
            &["(forall ((x Int) (x.1 Int)) (=> (and (q x) (q x.1)) p))"],
        ),
        (
            "(forall ((x Int)) (=> (or (exists ((y Int)) (= x (* y y))) (= x 2)) (q x)))",
            &["(forall ((x Int) (y Int)) (=> (or (= x (* y y)) (= 2 x)) (q x)))"],
        ),
        (
            "(forall ((x Int)) (=> (not (exists ((y Int)) (= x (+ 1 (* 2 y) x x)))) (q x)))",
            &[
                "(forall ((x Int)) (=> (let ((@l0 (* (- 1) x))) (not (= 0 (mod (+ x (- 1) @l0 @l0) 2)))) (q x)))",
            ],
        ),
        // A variable that does not occur is none of the clause.
        (
            "(forall ((x Int) (unused Bool)) (=> (and (q x) true) p))",
            &["(forall ((x Int)) (=> (q x) p))"],
        ),
        // The same premise twice is one; shared parts are written once.
        (
            "(forall ((x Int)) (let ((a (q x))) (=> (and a (and a p)) (q (+ x 1)))))",
            &["(forall ((x Int)) (=> (and (q x) p) (q (+ x 1))))"],
        ),
        (
            "(forall ((x Int)) (=> (distinct x 1 2) (r (ite (< x 0) 0 x) (div x 2))))",
            &["(forall ((x Int)) (=> (distinct x 1 2) (r (ite (< x 0) 0 x) (div x 2))))"],
        ),
    ];
    for (assertion, expected) in cases {
        assert_eq!(clauses(assertion), expected, "{assertion}");
    }
}

#[test]
fn what_is_written_reads_back_as_it_is() {
    let scripts = [
        "(declare-fun |a b| (Bool Real) Bool)(declare-fun fail () Bool)\
         (define-fun half ((x Real)) Real (/ x 2))(define-fun start ((x Real)) Bool (= x 0.25))\
         (assert (forall ((|x y| Real) (b Bool)) (=> (and (start |x y|) b) (|a b| (not b) |x y|))))\
         (assert (forall ((x Real) (b Bool)) (=> (|a b| b x) (|a b| (=> b (< x 1)) (half x)))))\
         (assert (forall ((x Real)) (=> (|a b| true x) fail)))(assert (=> fail false))",
        "(declare-fun f (Int) Bool)(assert false)(assert true)(assert (=> (f 1) (f 2)))\
         (assert (forall ((+ Int)) (=> (f +) (not (or (= 1 (abs (- +))) (= 2 +))))))",
    ];
    for script in scripts {
        let mut terms = Terms::new();
        let source = chc::read(&mut terms, script.as_bytes()).unwrap();
        check_round_trip(&mut terms, &source);
    }
}

#[test]
fn names_and_places_are_those_of_the_file() {
    let text = "(set-logic HORN)\n(declare-fun loop (Int Int) Bool)\n  (declare-fun end (Int) Bool)\n\
        (assert (loop 0 1))\n(assert (forall ((a Int) (b Int)) (=> (and (loop a b) (end 1)) \n (and (loop b a) (end a)))))\n\
        (assert (forall ((x Int) (y Int)) (=> (loop x y) (< x y))))\n(check-sat)\n(get-model)\n(exit)\n(junk)";
    let mut terms = Terms::new();
    let source = chc::read(&mut terms, text.as_bytes()).unwrap();
    let lines: Vec<usize> = source.clause_places.iter().map(|place| place.line).collect();
    assert_eq!(lines, [4, 5, 5, 7]);
    let places: Vec<_> = source.predicate_places.iter().map(|p| (p.line, p.column)).collect();
    assert_eq!(places, [(2, 1), (3, 3)]);
    let name = |term: &buttress_logic::Term| match terms.op(*term) {
        Op::Apply(function) => terms.function_name(function).to_owned(),
        _ => panic!("parameters are constants"),
    };
    let names: Vec<Vec<String>> =
        source.horn.predicates.iter().map(|p| p.parameters.iter().map(name).collect()).collect();
    // Of the query for one, of the only head with a variable for the other.
    assert_eq!(names, [vec!["x", "y"], vec!["a"]]);
    assert_eq!(source.horn.predicates[0].name, "loop");
}

#[test]
fn no_two_clauses_share_a_variable() {
    let text = "(declare-fun q (Int) Bool)(assert (forall ((x Int)) (and (q x) (=> (q x) false))))\
        (assert (forall ((x Int)) (=> (q x) (q (+ x 1)))))";
    let source = chc::read(&mut Terms::new(), text.as_bytes()).unwrap();
    let mut all: Vec<_> =
        source.horn.clauses.iter().flat_map(|clause| clause.variables.clone()).collect();
    all.extend(source.horn.predicates.iter().flat_map(|predicate| predicate.parameters.clone()));
    let count = all.len();
    all.sort_unstable();
    all.dedup();
    assert_eq!((count, all.len()), (4, 4));
}

#[test]
fn the_content_tells_what_a_script_is() {
    let cases = [
        ("(set-info :status sat)(set-logic HORN)(declare-fun f (Int) Int)", true),
        ("(declare-fun q (Int) Bool)(assert (forall ((x Int)) (=> (q x) false)))", true),
        ("(declare-fun q (Int) Bool)(assert (forall ((x Int)) (or (q x) (q (- x)))))", false),
        ("(declare-const x Int)(assert (< x 0))(check-sat)", false),
        ("(declare-const b Bool)(assert b)(check-sat)", false),
        ("(set-logic QF_UF)(declare-fun q (Bool) Bool)(assert (q true))", false),
        ("(set-logic HORN", false),
        ("", false),
    ];
    for (text, expected) in cases {
        assert_eq!(chc::is_horn(text.as_bytes()), expected, "{text}");
    }
}

#[test]
fn clauses_speak_of_arrays() {
    let text = "(set-logic HORN)
        (declare-fun s (Int (Array Int Real)) Bool)
        (assert (forall ((i Int) (a (Array Int Real)) (b (Array Int Bool)))
          (=> (and (s i a) (select b i)) (s (+ i 1) (store a i (select a 0))))))";
    let written = super::written(text).unwrap();
    assert_eq!(
        written,
        "(set-logic HORN)
(declare-fun s (Int (Array Int Real)) Bool)
(assert (forall ((i Int) (a (Array Int Real)) (b (Array Int Bool))) (=> (and (s i a) (select b i)) \
         (s (+ i 1) (store a i (select a 0))))))
(check-sat)
"
    );
    assert_eq!(super::written(&written).unwrap(), written);
    // Without the word `HORN`, formulas about arrays are formulas.
    assert!(chc::is_horn(text.as_bytes()));
    let without = text.replace("(set-logic HORN)", "");
    assert!(!chc::is_horn(without.as_bytes()));
}

#[test]
fn datatypes_are_read() {
    let text = "(set-logic HORN)(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))\
        (declare-fun p (L) Bool)(assert (p nil))\
        (assert (forall ((x Int) (l L)) (=> (p l) (p (cons x l)))))";
    let mut terms = Terms::new();
    let source = chc::read(&mut terms, text.as_bytes()).expect("clauses");
    assert_eq!(source.horn.clauses.len(), 2);
    assert!(chc::is_horn(text.as_bytes()));
    // Without the word `HORN`, formulas about datatypes are formulas.
    assert!(!chc::is_horn(text.replace("(set-logic HORN)", "").as_bytes()));
}
