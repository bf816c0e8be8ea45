//! Which fragment formulas are in, and which rule they break.

use crate::common;
use buttress_arrays::{Fragment, Polarity, Role, Rule, classify, normalise};
use buttress_logic::{Rational, Sort, Terms, print};

const DECLARATIONS: &str = "
    (declare-sort I 0) (declare-sort E 0)
    (declare-datatypes ((Colour 0)) (((red) (green))))
    (declare-datatypes ((Nat 0)) (((zero) (succ (pred Nat)))))
    (declare-const a (Array Int Int)) (declare-const b (Array Int Int))
    (declare-const c (Array I E)) (declare-const d (Array I E)) (declare-const s (Array Int Bool))
    (declare-const g (Array I I)) (declare-const h (Array I Int))
    (declare-const q (Array Real Int)) (declare-const n (Array Nat Int))
    (declare-const m (Array Int (Array Int Int))) (declare-const w (Array Colour Int))
    (declare-const k Int) (declare-const l Int) (declare-const u Int) (declare-const v Int)
    (declare-const x I) (declare-const y I) (declare-const e E) (declare-const p Bool)
    (declare-const r Real) (declare-const t Nat)
    (declare-fun f (Int) Int) (declare-fun o (I) I)";

/// The fragment of the first universal formula of an assertion.
fn fragment(assertion: &str) -> (Terms, Fragment) {
    let mut terms = Terms::new();
    let formula = common::read(&mut terms, &format!("{DECLARATIONS} (assert {assertion})"));
    let fragment = normalise(&mut terms, formula).fragment();
    (terms, fragment)
}

fn check_name(assertion: &str, name: &str) {
    let (terms, fragment) = fragment(assertion);
    let why = fragment.violation().map(|violation| violation.display(&terms));
    assert_eq!(fragment.name(), name, "{assertion}: {why:?}");
}

fn check_outside(assertion: &str, rule: Rule, part: &str) {
    let (terms, fragment) = fragment(assertion);
    match fragment {
        Fragment::Outside(violation) => {
            assert_eq!(violation.rule, rule, "{assertion}: {}", violation.display(&terms));
            assert_eq!(print(&terms, violation.part), part, "{assertion}");
        }
        _ => panic!("{assertion} counts as {}", fragment.name()),
    }
}

#[test]
fn the_definable_properties_are_inside() {
    for assertion in [
        "(forall ((i Int)) (= (select a i) (select b i)))",
        "(forall ((i Int)) (=> (and (<= l i) (<= i u)) (= (select a i) (select b i))))",
        "(forall ((i Int)) (> (+ (select a i) k) (* 2 (select b i))))",
        "(forall ((i Int) (j Int)) (=> (<= l i j u) (<= (select a i) (select a j))))",
        "(forall ((i Int) (j Int)) (=> (and (<= l i k) (< k v) (<= v j u)) (<= (select a i) (select a j))))",
        "(not (forall ((i Int)) (= (select a i) 0)))",
        "(not (exists ((i Int)) (= (select a i) 0)))",
        "(forall ((i Int)) (=> (<= 0 i) (select s i)))",
        "(forall ((i Int)) (= (select (store (store a k 1) l 2) i) (select b i)))",
        "(forall ((i Int) (j Int)) (= (select (select m i) j) (select (select m j) i)))",
        "(forall ((i Int)) (=> (<= l i) (< (f i) (f k))))",
    ] {
        let (terms, fragment) = fragment(assertion);
        let why = fragment.violation().map(|violation| violation.display(&terms));
        let is_inside = matches!(fragment, Fragment::Integer | Fragment::Ground);
        assert!(is_inside, "{assertion}: {why:?}");
    }
    check_name("(forall ((i I)) (=> (distinct i x) (= (select c i) (select d i))))", "T_A");
    check_name(
        "(forall ((i I) (j Int)) (= (select c i) (ite (= (select a j) 0) e e)))",
        "T_A and T_A^Z",
    );
}

#[test]
fn manipulations_bring_formulas_in() {
    for assertion in [
        // Strict order against pexprs, negations, any Boolean shape.
        "(forall ((i Int)) (or (not (< l i)) (not (< i u)) (= (select a i) 0)))",
        "(forall ((i Int)) (= (< i k) (= (select a i) 0)))",
        "(forall ((i Int)) (ite (= i k) (= (select a i) 0) (= (select a i) 1)))",
        "(forall ((i Int)) (xor (<= i k) (select s i)))",
        "(forall ((i Int)) (and (=> (<= i k) (= (select a i) 0)) (=> (> i k) (= (select a i) 1))))",
        "(forall ((i Int)) (=> (distinct i k l) (= (select a i) 0)))",
        // Terms in guards, sums solved for the variable.
        "(forall ((i Int)) (=> (distinct i (select a k)) (= (select a i) (select a k))))",
        "(forall ((i Int)) (=> (<= (+ i 1) k) (= (select a i) 0)))",
        "(forall ((i Int)) (=> (<= (* 2 i) k) (= (select a i) 0)))",
        "(forall ((i Int) (j Int)) (=> (<= (- i j) 0) (= (select a i) (select a j))))",
        "(forall ((i Int) (j Int)) (=> (< (- i j) 1) (= (select a i) (select a j))))",
        // Cases inside terms.
        "(forall ((i Int)) (= (select a i) (ite (<= i k) 0 1)))",
        // Quantifiers: prenexing, splitting, narrowing, and those that only a few values have.
        "(forall ((i Int)) (=> (<= l i) (forall ((j Int)) (=> (<= i j) (<= (select a i) (select a j))))))",
        "(forall ((i Int)) (or (= (select a i) 0) (exists ((j Int)) (= (select b j) 1))))",
        "(forall ((i Int)) (exists ((z Bool)) (= z (select s i))))",
        "(forall ((i Int) (z Colour)) (= (select w z) (select a i)))",
        "(exists ((j Int)) (forall ((i Int)) (<= (select a i) (select a j))))",
        "(= p (forall ((i Int)) (= (select a i) 0)))",
        "(= k (ite (forall ((i Int)) (= (select a i) 0)) 1 2))",
        // Fixed by an equation.
        "(forall ((i Int)) (=> (= i k) (= (select a (+ i 1)) i)))",
        "(forall ((i Int)) p)",
    ] {
        let (terms, fragment) = fragment(assertion);
        let why = fragment.violation().map(|violation| violation.display(&terms));
        let is_inside = matches!(fragment, Fragment::Integer | Fragment::Ground);
        assert!(is_inside, "{assertion}: {why:?}");
    }
}

#[test]
fn the_edge_of_decidability_is_named() {
    let outside = [
        (
            "(forall ((i Int)) (exists ((j Int)) (= (select a i) (select b j))))",
            Rule::Alternation,
            "(exists ((j Int)) (= (select a i) (select b j)))",
        ),
        (
            "(forall ((i Int)) (= (select a (select b i)) 0))",
            Rule::NestedRead,
            "(select a (select b i))",
        ),
        (
            "(forall ((i Int)) (=> (<= i (select a i)) (= (select b i) 0)))",
            Rule::ReadInGuard,
            "(<= i (select a i))",
        ),
        (
            "(forall ((i Int)) (= (select a i) (select a (+ i 1))))",
            Rule::ArithmeticOnUniversal,
            "(+ i 1)",
        ),
        (
            "(forall ((i Int) (j Int)) (=> (< i j) (< (select a i) (select a j))))",
            Rule::StrictOrder,
            "(< i j)",
        ),
        (
            "(forall ((i Int) (j Int)) (=> (distinct i j) (distinct (select a i) (select a j))))",
            Rule::UniversalsDiffer,
            "(= i j)",
        ),
        (
            "(forall ((i Int) (j Int)) (=> (<= i (+ j k)) (= (select a i) (select a j))))",
            Rule::ArithmeticOnUniversal,
            "(<= i (+ j k))",
        ),
        ("(forall ((i Int)) (= (select a i) (* 2 i)))", Rule::ArithmeticOnUniversal, "(* 2 i)"),
        ("(forall ((i Int)) (= (store a i 0) b))", Rule::WriteAtUniversal, "(store a i 0)"),
        (
            "(forall ((i Int)) (distinct (select m i) a))",
            Rule::ArrayDifference,
            "(= (select m i) a)",
        ),
        ("(forall ((i Real)) (=> (<= i r) (= (select q i) 0)))", Rule::RationalOrder, "(<= i r)"),
        ("(forall ((z (Array Int Int))) (= (select z 0) k))", Rule::UniversalSort, "(select z 0)"),
        ("(forall ((i Int)) (= (f (select a i)) (f i)))", Rule::NestedRead, "(f (select a i))"),
        (
            "(forall ((i Int)) (= (select a i) (ite (exists ((j Int)) (= (select a j) (select b i))) 1 2)))",
            Rule::QuantifierInTerm,
            "(exists ((j Int)) (= (select a j) (select b i)))",
        ),
        // Example 2.2.2: no manipulation can make it conform.
        (
            "(forall ((i Int)) (=> (distinct i (select a i)) (= (select a i) (select a k))))",
            Rule::ReadInGuard,
            "(= i (select a i))",
        ),
        ("(forall ((i Nat)) (= (select n (succ i)) 0))", Rule::UniversalInValue, "(succ i)"),
    ];
    for (assertion, rule, part) in outside {
        check_outside(assertion, rule, part);
    }
}

#[test]
fn infinite_sorts_without_order_are_uninterpreted() {
    check_name("(forall ((i Real)) (=> (distinct i r) (= (select q i) 0)))", "T_A");
    check_name("(forall ((i Nat)) (=> (distinct i t) (= (select n i) 0)))", "T_A");
}

#[test]
fn uninterpreted_sorts_forgive() {
    for assertion in [
        "(forall ((i I) (j I)) (=> (distinct i j) (distinct (select c i) (select c j))))",
        "(forall ((i I)) (distinct (select g i) i))",
        "(forall ((i I)) (= (o (o i)) i))",
        "(forall ((i I) (j I)) (or (= i j) (= (o i) (o j))))",
    ] {
        check_name(assertion, "effectively propositional");
    }
    check_name(
        "(forall ((i I) (j Int)) (=> (<= j (select h i)) (= (select a j) 0)))",
        "effectively propositional and T_A^Z",
    );
}

#[test]
fn every_rule_has_its_sentence() {
    let mut sentences: Vec<&str> = Rule::ALL.iter().map(|rule| rule.sentence()).collect();
    sentences.sort_unstable();
    sentences.dedup();
    assert_eq!(sentences.len(), Rule::ALL.len());
}

#[test]
fn guard_and_value_are_printed_as_the_grammar_has_them() {
    let cases = [
        (
            "(forall ((i Int)) (=> (and (< l i) (not (<= u i))) (= (select a i) 0)))",
            "(and (<= (+ l 1) i) (<= i (+ u (- 1))))",
            "(= (select a i) 0)",
        ),
        (
            "(forall ((i Int)) (=> (distinct i k) (= (select a i) 0)))",
            "(or (<= i (+ k (- 1))) (<= (+ k 1) i))",
            "(= (select a i) 0)",
        ),
        ("(forall ((i Int)) (=> (<= (* 2 i) 7) (select s i)))", "(<= i 3)", "(select s i)"),
        (
            "(forall ((i Int)) (=> (<= k (* 3 i)) (select s i)))",
            "(<= (* (- 1) (div (* (- 1) k) 3)) i)",
            "(select s i)",
        ),
        (
            "(forall ((i Int) (j Int)) (=> (<= i j) (or (= (select a i) 0) (= (select a j) 0))))",
            "(<= i j)",
            "(or (= (select a i) 0) (= 0 (select a j)))",
        ),
    ];
    for (assertion, guard, value) in cases {
        let mut terms = Terms::new();
        let formula = common::read(&mut terms, &format!("{DECLARATIONS} (assert {assertion})"));
        let normal = normalise(&mut terms, formula);
        assert_eq!(normal.properties.len(), 1, "{assertion}");
        let property = &normal.properties[0].1;
        assert_eq!(print(&terms, property.guard), guard, "{assertion}");
        assert_eq!(print(&terms, property.value), value, "{assertion}");
    }
}

#[test]
fn polarity_decides_between_witness_and_property() {
    let mut terms = Terms::new();
    let text = "(assert (= p (forall ((i Int)) (= (select a i) 0))))";
    let formula = common::read(&mut terms, &format!("{DECLARATIONS} {text}"));
    let found = classify(&mut terms, formula);
    assert_eq!(found.len(), 2);
    for quantified in found {
        match (quantified.polarity, quantified.role) {
            (Polarity::Positive, Role::Universal { properties, is_conjunction, .. }) => {
                assert_eq!(properties.len(), 1);
                assert!(is_conjunction);
            }
            (Polarity::Negative, Role::Existential { witnesses }) => assert_eq!(witnesses.len(), 1),
            (polarity, role) => panic!("{polarity:?}: {role:?}"),
        }
    }
}

#[test]
fn deep_formulas_are_no_danger() {
    let mut terms = Terms::new();
    let text = "(assert (forall ((i Int)) (= (select a i) 0)))";
    let mut formula = common::read(&mut terms, &format!("{DECLARATIONS} {text}"));
    let mut constant = terms.fresh_constant("z", Sort::BOOL);
    for number in 0..50_000 {
        formula = match number % 3 {
            0 => terms.and(&[formula, constant]),
            1 => terms.or(&[constant, formula]),
            _ => terms.not(formula),
        };
        if number % 1000 == 0 {
            constant = terms.fresh_constant("z", Sort::BOOL);
        }
    }
    let normal = normalise(&mut terms, formula);
    assert_eq!(normal.quantified.len(), 1);
}

#[test]
fn long_and_deep_bodies_are_no_danger() {
    for is_conjunction in [false, true] {
        let mut terms = Terms::new();
        let sort = terms.array_sort(Sort::INT, Sort::INT);
        let array = terms.fresh_constant("a", sort);
        let bound = terms.new_bound("i", Sort::INT);
        let variable = terms.bound(bound);
        let read = terms.select(array, variable);
        let mut body = terms.boolean(is_conjunction);
        for number in 0..20_000 {
            let number = terms.numeral(&Rational::from(number), Sort::INT);
            let literal = terms.less_equal(number, read);
            body = if is_conjunction {
                terms.and(&[body, literal])
            } else {
                terms.or(&[literal, body])
            };
        }
        let binder = terms.new_binder(&[bound]);
        let formula = terms.forall(binder, body);
        let normal = normalise(&mut terms, formula);
        assert_eq!(normal.violation(), None);
        assert_eq!(normal.properties.len(), if is_conjunction { 20_000 } else { 1 });
    }
}
