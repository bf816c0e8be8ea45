//! Formulas on which the steps of the thesis, taken to the letter, give wrong answers.
//!
//! Each is reduced and decided; where the index set is what matters, it is looked at, too. Finite index
//! sorts and index sets without reads have their tests beside the reductions.

use std::collections::BTreeSet;

use buttress_arrays::reduce::Strength;
use buttress_arrays::reduce::hashtable::{Hashtable, Marks};
use buttress_arrays::{Reading, Reduction, Rule, reduce};
use buttress_logic::{Sort, SortKind, Term, Terms, print};

use crate::common::{decide, read, word};

const DECLARATIONS: &str = "
    (declare-datatypes ((Colour 0)) (((red) (green))))
    (declare-const a (Array Int Int)) (declare-const b (Array Int Int)) (declare-const q (Array Real Int))
    (declare-const r (Array Int Bool)) (declare-const s (Array Int Bool)) (declare-const t (Array Int Bool))
    (declare-const c (Array Int Colour)) (declare-const d (Array Real Int))
    (declare-const e Int) (declare-const k Int) (declare-const l Int) (declare-const x Real)";

fn reduced(assertions: &str) -> (Terms, Reduction) {
    let mut terms = Terms::new();
    let formula = read(&mut terms, &format!("{DECLARATIONS} {assertions}"));
    let reduction =
        reduce(&mut terms, formula, Reading::SmtLib, 10_000).expect("there are few instances");
    (terms, reduction)
}

fn check_all(cases: &[(&str, &str)]) {
    for (assertions, expected) in cases {
        let (mut terms, reduction) = reduced(assertions);
        assert_eq!(reduction.strength, Strength::Equisatisfiable, "{assertions}");
        assert_eq!(word(&decide(&mut terms, reduction.formula)), *expected, "{assertions}");
    }
}

#[test]
fn an_infinite_index_sort_has_one_more_index() {
    let differ = "(assert (forall ((i Real)) (=> (distinct i x) (< (select q i) (select d i)))))";
    let agree = "(assert (forall ((i Real)) (= (select q i) (select d i))))";
    check_all(&[(differ, "sat"), (&format!("{differ} {agree}"), "unsat")]);
}

#[test]
fn elements_of_finite_sorts_are_few() {
    check_all(&[
        (
            "(assert (forall ((i Int)) (and (distinct (select r i) (select s i)) (distinct (select s i) (select t i)))))",
            "sat",
        ),
        (
            "(assert (forall ((i Int)) (and (distinct (select r i) (select s i)) (distinct (select s i) (select t i)))))
             (assert (distinct (select r k) (select t k)))",
            "unsat",
        ),
        (
            "(assert (distinct (select c k) (select c l)))
             (assert (forall ((i Int)) (=> (< k i) (distinct (select c i) (select c k)))))",
            "sat",
        ),
        (
            "(assert (distinct (select c k) (select c l)))
             (assert (forall ((i Int)) (=> (< k i) (distinct (select c i) (select c k)))))
             (assert (forall ((i Int)) (=> (< l i) (distinct (select c i) (select c l)))))",
            "unsat",
        ),
    ]);
}

#[test]
fn strict_guards_exclude_their_bound_and_nothing_else() {
    let below = "(assert (forall ((i Int)) (=> (< i e) (= (select a i) 0))))";
    let above = "(assert (forall ((i Int)) (=> (not (<= i e)) (= (select a i) 2))))";
    check_all(&[
        (&format!("{below} {above} (assert (= (select a e) 1))"), "sat"),
        (&format!("{below} (assert (forall ((i Int)) (=> (<= i e) (= (select a i) 1))))"), "unsat"),
        (&format!("{above} (assert (forall ((i Int)) (=> (<= e i) (= (select a i) 1))))"), "unsat"),
    ]);
}

#[test]
fn strict_guards_over_rationals_are_outside() {
    let text = "(assert (forall ((i Real)) (=> (< i x) (= (select q i) 0))))
                (assert (= (select q (- x 0.5)) 1))";
    let (mut terms, reduction) = reduced(text);
    let Strength::Weaker(Some(violation)) = reduction.strength else { panic!("it is outside") };
    assert_eq!(violation.rule, Rule::RationalOrder);
    // As if it were i ≤ x − 1 it would be satisfiable.
    assert_eq!(word(&decide(&mut terms, reduction.formula)), "unsat");
}

#[test]
fn a_read_may_stand_on_the_left() {
    let property = "(assert (forall ((i Int)) (=> (= (select a i) 1) (<= i k))))";
    check_all(&[
        (&format!("{property} (assert (= (select a k) 1))"), "sat"),
        (&format!("{property} (assert (= (select a (+ k 3)) 1))"), "unsat"),
    ]);
}

#[test]
fn terms_with_one_value_are_one_index() {
    let property = "(assert (= (select a k) 1)) (assert (= (select b l) 2))
        (assert (forall ((i Int)) (=> (<= k i l) (= (select a i) (select b i)))))";
    check_all(&[
        (&format!("{property} (assert (<= k l))"), "sat"),
        (&format!("{property} (assert (<= k l)) (assert (<= l k))"), "unsat"),
    ]);
}

#[test]
fn the_neighbours_of_a_write_are_indices() {
    check_all(&[
        (
            "(assert (forall ((i Int)) (=> (distinct i e) (= (select a i) 0))))
             (assert (forall ((i Int)) (=> (distinct i e) (= (select a i) 1))))",
            "unsat",
        ),
        (
            "(assert (= b (store a e 0)))
             (assert (forall ((i Int)) (=> (distinct i e) (< (select a i) (select b i)))))",
            "unsat",
        ),
        ("(assert (= b (store a e 0))) (assert (< (select a e) (select b e)))", "sat"),
    ]);
    let (terms, reduction) =
        reduced("(assert (= b (store a e 0))) (assert (forall ((i Int)) (<= 0 (select b i))))");
    let indices = reduction.index_set.of_sort(Sort::INT).iter();
    let indices: BTreeSet<String> = indices.map(|index| print(&terms, index.term)).collect();
    for index in ["e", "(+ e 1)", "(+ e (- 1))"] {
        assert!(indices.contains(index), "{index} of {indices:?}");
    }
}

#[test]
fn writes_at_universal_indices_are_many_arrays() {
    check_all(&[
        // They say nothing, or something about a alone, as reads over writes.
        (
            "(assert (forall ((i Int)) (= (select (store a i 0) i) 0))) (assert (= (select a k) 1))",
            "sat",
        ),
        ("(assert (forall ((i Int)) (= (select (store a i 0) k) 0)))", "sat"),
        (
            "(assert (forall ((i Int)) (= (select (store a i 0) k) 0))) (assert (= (select a k) 1))",
            "unsat",
        ),
        // An index that is free of universal variables.
        (
            "(assert (forall ((i Int)) (= (select (store a e 0) i) (select b i))))
             (assert (distinct (select a k) (select b k)))",
            "sat",
        ),
        (
            "(assert (forall ((i Int)) (= (select (store a e 0) i) (select b i))))
             (assert (distinct (select a k) (select b k))) (assert (distinct k e))",
            "unsat",
        ),
    ]);
    let (_, reduction) = reduced("(assert (forall ((i Int)) (= (store a i 0) b)))");
    assert!(matches!(reduction.strength, Strength::Weaker(Some(_))));
}

struct Tables {
    terms: Terms,
    marks: Marks,
    tables: [Hashtable; 2],
    keys: [Term; 2],
}

impl Tables {
    fn new() -> Tables {
        let mut terms = Terms::new();
        let marks = Marks::new(&mut terms);
        let declaration = terms.declare_sort();
        let key = SortKind::Uninterpreted { name: "K".into(), declaration, arguments: vec![] };
        let key = terms.sort(key);
        let tables =
            ["g", "h"].map(|name| Hashtable::fresh(&mut terms, marks, name, key, Sort::INT));
        let keys = ["j", "k"].map(|name| terms.fresh_constant(name, key));
        Tables { terms, marks, tables, keys }
    }

    fn check(&mut self, conjuncts: &[Term], expected: &str) {
        let formula = self.terms.and(conjuncts);
        let reduction =
            reduce(&mut self.terms, formula, Reading::SmtLib, 1000).expect("few instances");
        assert_eq!(reduction.strength, Strength::Equisatisfiable);
        let verdict = decide(&mut self.terms, reduction.formula);
        assert_eq!(word(&verdict), expected, "{}", print(&self.terms, formula));
    }
}

#[test]
fn there_are_two_marks() {
    let mut tables = Tables::new();
    let (terms, marks, [first, second]) = (&mut tables.terms, tables.marks, tables.tables);
    let same = first.equal(terms, marks, second);
    let keys = terms.equal(first.keys, second.keys);
    let others = terms.not(keys);
    // With a third mark, tables could have the same keys and still be marked differently.
    tables.check(&[same, others], "unsat");
    tables.check(&[same, keys], "sat");
}

#[test]
fn a_put_leaves_other_keys_alone() {
    let mut tables = Tables::new();
    let (terms, marks, table, [j, k]) =
        (&mut tables.terms, tables.marks, tables.tables[0], tables.keys);
    let value = terms.fresh_constant("v", Sort::INT);
    let put = table.put(terms, marks, k, value);
    let (before, after) = (table.contains(terms, marks, j), put.contains(terms, marks, j));
    let (never, lost) = (terms.not(before), terms.not(after));
    let other = terms.distinct(&[j, k]);
    tables.check(&[before, lost], "unsat");
    tables.check(&[never, after], "sat");
    tables.check(&[never, after, other], "unsat");
}
