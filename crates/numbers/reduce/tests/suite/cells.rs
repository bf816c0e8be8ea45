//! Arrays at their cells: what the clauses become, and that proofs are mapped back to proofs.

use buttress_formats::chc;
use buttress_logic::Terms;
use buttress_numbers_reduce::{Cells, Structures, View, has_structures};

use crate::saturate::violated;

const ARRAY: &str = "(set-logic HORN)
    (declare-fun p (Int (Array Int Int)) Bool)
    (declare-fun q ((Array Int Int) (Array Int Int)) Bool)";

/// The clauses over cells.
fn seen(clauses: &str, view: View) -> Vec<String> {
    let mut terms = Terms::new();
    let text = format!("{ARRAY}{clauses}");
    let horn = chc::read(&mut terms, text.as_bytes()).unwrap().horn;
    assert!(has_structures(&terms, &horn));
    let Some(cells) = Cells::of(&mut terms, &horn, view) else { return Vec::new() };
    assert!(!has_structures(&terms, &cells.horn));
    let written = chc::write(&mut terms, &cells.horn);
    let clauses = written.lines().filter(|line| line.starts_with("(assert "));
    clauses.map(|line| line["(assert ".len()..line.len() - 1].to_owned()).collect()
}

#[test]
fn a_store_is_a_case_and_a_read_a_premise() {
    let cases = [
        // The conclusion at k follows from the premise at k.
        (
            "(assert (forall ((i Int) (a (Array Int Int)))
               (=> (p i a) (p (+ i 1) (store a i 0)))))",
            "(forall ((i Int) (k Int) (cell Int)) (=> (p i k cell) \
             (p (+ i 1) k (ite (= i k) 0 cell))))",
        ),
        // The query reads at 3, and so looks at the premise there.
        (
            "(assert (forall ((i Int) (a (Array Int Int))) (=> (and (p i a) (< (select a 3) i)) false)))",
            "(forall ((i Int) (cell Int)) (=> (and (p i 3 cell) (< cell i)) false))",
        ),
        // An array that is defined is no variable; cells at equal indices are equal.
        (
            "(assert (forall ((i Int) (a (Array Int Int)) (b (Array Int Int)))
               (=> (and (p i a) (= b (store a i 7))) (p (select a i) b))))",
            "(forall ((i Int) (k Int) (cell Int) (cell.1 Int)) (=> (and (p i k cell.1) (p i i cell) \
             (or (not (= i k)) (= cell cell.1))) (p cell k (ite (= i k) 7 cell.1))))",
        ),
        // Both arrays of a premise are read at one index, and differ somewhere if they do.
        (
            "(assert (forall ((a (Array Int Int)) (b (Array Int Int)))
               (=> (and (q a b) (not (= a b))) false)))",
            "(forall ((equal Bool) (d Int) (cell Int) (cell.1 Int)) (=> (and (q d cell cell.1) \
             (let ((@l0 (not equal))) (let ((@l1 (= cell cell.1))) \
             (and @l0 (or equal (not @l1)) (or @l0 @l1))))) false))",
        ),
    ];
    for (clause, expected) in cases {
        assert_eq!(seen(clause, View::Single), [expected], "{clause}");
    }
}

#[test]
fn two_cells_are_in_order() {
    let clause = "(assert (forall ((i Int) (a (Array Int Int)) (j Int) (m Int))
        (=> (and (p i a) (> (select a j) (select a m))) false)))";
    let expected = "(forall ((i Int) (j Int) (m Int) (cell Int) (cell.1 Int)) \
        (=> (and (p i (ite (<= j m) j m) (ite (<= j m) cell cell.1) (ite (<= j m) m j) \
        (ite (<= j m) cell.1 cell)) (and (< cell.1 cell) (or (not (= j m)) (= cell cell.1)))) false))";
    assert_eq!(seen(clause, View::Pair), [expected]);
    let fact = "(assert (forall ((a (Array Int Int))) (p 0 a)))";
    assert!(seen(fact, View::Pair)[0].contains("(<= k k.1)"));
}

/// Interpretations of the cells that make every clause valid are mapped back to such of the arrays; others need not.
#[test]
fn proofs_are_mapped_back() {
    let sort = "(assert (forall ((x Int) (a (Array Int Int))) (=> (< x (select a 0)) (p 0 a))))
        (assert (forall ((i Int) (a (Array Int Int)) (d Int))
          (=> (and (p i a) (>= i 0) (> d 0)) (p (+ i 1) (store a (+ i 1) (+ (select a i) d))))))
        (assert (forall ((i Int) (a (Array Int Int)) (j Int))
          (=> (and (p i a) (<= 0 j) (< j i) (> (select a j) (select a i))) false)))";
    let q = "(define-fun q ((k Int) (x Int) (y Int) (l Int) (z Int) (w Int)) Bool true)";
    let single_q = "(define-fun q ((k Int) (x Int) (y Int)) Bool true)";
    let cases = [
        (
            View::Pair,
            format!(
                "{q} (define-fun p ((i Int) (k Int) (x Int) (l Int) (y Int)) Bool
                  (and (<= 0 i) (or (< k 0) (< i l) (<= x y))))"
            ),
            true,
        ),
        // It says too little: the cells of a need not be in order.
        (
            View::Single,
            format!("{single_q} (define-fun p ((i Int) (k Int) (x Int)) Bool (<= 0 i))"),
            false,
        ),
    ];
    for (view, definitions, is_proof) in cases {
        let mut terms = Terms::new();
        let text = format!("{ARRAY}{sort}");
        let horn = chc::read(&mut terms, text.as_bytes()).unwrap().horn;
        let cells = Cells::of(&mut terms, &horn, view).unwrap();
        let definitions = definitions.as_bytes();
        let small = chc::read_interpretation(&mut terms, &cells.horn, definitions).unwrap();
        let is_valid = |violated: Option<Option<_>>| violated.map(|found| found.is_none());
        let below = is_valid(violated(&mut terms, &cells.horn, &small).map(|it| it.map(|_| ())));
        assert_eq!(below, Some(is_proof));
        let facts = cells.interpretation(&mut terms, &small);
        let above = is_valid(violated(&mut terms, &horn, &facts).map(|it| it.map(|_| ())));
        assert!(above == Some(true) || !is_proof, "{above:?}");
    }
}

#[test]
fn what_is_too_large_is_given_up() {
    let reads: Vec<String> =
        (0..80).map(|place| format!("(< (select a (+ i {place})) {place})")).collect();
    let clause = format!(
        "(assert (forall ((i Int) (a (Array Int Int))) (=> (and (p i a) {}) false)))",
        reads.join(" ")
    );
    assert!(seen(&clause, View::Single).is_empty());
}

#[test]
fn structures_are_told_apart() {
    let structures = |declarations: &str, sort: &str| {
        let mut terms = Terms::new();
        let text = format!(
            "(set-logic HORN) {declarations} (declare-fun p ({sort}) Bool) (assert (forall ((x {sort})) (p x)))"
        );
        let horn = chc::read(&mut terms, text.as_bytes()).unwrap().horn;
        Structures::of(&terms, &horn)
    };
    let none = Structures::default();
    assert_eq!(structures("", "Int"), none);
    assert_eq!(structures("", "(Array Int Int)"), Structures { arrays: true, ..none });
    let list = "(declare-datatypes ((List 0)) (((nil) (cons (head Int) (tail List)))))";
    assert_eq!(structures(list, "List"), Structures { datatypes: true, ..none });
}
