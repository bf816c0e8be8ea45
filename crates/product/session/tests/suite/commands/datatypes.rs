//! Names that several datatypes share.

use super::{rejected, replies, says};

const BOTH: &str = "(declare-datatypes ((A 0) (B 0))
    (((mk (val Int)) (nil)) ((mk (val Int)) (nil) (other (val2 Int)))))
    (declare-const a A) (declare-const b B)";

#[test]
fn sorts_tell_which_part_is_meant() {
    says(
        &format!(
            "{BOTH} (assert (= a ((as mk A) 3))) (assert ((_ is mk) b)) (assert (not (is-nil b)))
             (assert (= (val b) (+ 1 (val a)))) (check-sat) (get-value (a b))
             (assert (match b (((mk v) (> v 7)) (nil true) ((other w) true)))) (check-sat)"
        ),
        "sat\n((a ((as mk A) 3))\n (b ((as mk B) 4)))\nunsat",
    );
    // Fields of other sorts tell constructors apart, too.
    says(
        "(declare-datatypes ((A 0)) (((mk (val Int)))))
         (declare-datatypes ((B 0)) (((mk (val Bool)))))
         (declare-const a A) (declare-const b B)
         (assert (= a (mk 3))) (assert (= b (mk (= (val a) 3)))) (assert (not (val b))) (check-sat)",
        "unsat",
    );
}

#[test]
fn parametric_datatypes_share_names() {
    says(
        "(declare-datatypes ((P 1)) ((par (T) ((pair (left T) (right T)) (none)))))
         (declare-datatypes ((Q 1)) ((par (T) ((pair (left T) (right Bool)) (none)))))
         (declare-const p (P Int)) (declare-const q (Q Int))
         (assert (= p ((as pair (P Int)) 1 2))) (assert (distinct q (as none (Q Int))))
         (assert (= (left q) (right p))) (assert (right q)) (check-sat) (get-value (q))
         (assert (= q ((as pair (Q Int)) 2 false))) (check-sat)",
        "sat\n((q ((as pair (Q Int)) 2 true)))\nunsat",
    );
}

#[test]
fn what_selectors_give_elsewhere_is_told_by_sort() {
    let script =
        "(declare-datatypes ((A 0) (B 0)) (((mk (val Int)) (nil)) ((mk (val Bool)) (nil))))
         (assert (= (val (as nil A)) 5)) (assert (val (as nil B))) (check-sat)";
    says(script, "sat");
    let evidence = &replies(script).evidence[0];
    assert_eq!(evidence.matches("|@sel:val|").count(), 2, "{evidence}");
    rejected(script, &evidence.replace('5', "6"));
}

#[test]
fn results_of_selectors_and_operators_may_be_qualified() {
    says(
        &format!(
            "{BOTH} (define-fun twice ((x Int)) Int (* 2 x))
             (assert (= ((as val Int) a) ((as + Int) 1 2))) (check-sat)
             (assert (> ((as twice Int) 3) ((as val2 Int) b) 5)) (check-sat)"
        ),
        "sat\nunsat",
    );
}

#[test]
fn what_is_not_told_is_an_error() {
    for (formula, words) in [
        ("((as val Bool) a)", "expected a term of sort Bool, found Int"),
        ("(= a nil)", "`nil` is a constructor of several datatypes"),
        ("(= a (mk 1))", "write `(as mk S)`"),
        ("(= a (as nil Int))", "`nil` is no constructor of the sort Int"),
        ("(= 1 (val 1))", "does not fit"),
        ("(= a ((as mk B) 1))", "expected a term of sort"),
    ] {
        let text = replies(&format!("{BOTH} (assert {formula})")).text;
        assert!(text.contains(words), "{formula}: {text}");
    }
    let twice = "(declare-datatypes ((A 0)) (((mk (val Int)) (mk))))";
    assert!(replies(twice).text.contains("`mk` is declared already"));
    let function = "(declare-fun val (Int) Int) (declare-datatypes ((A 0)) (((mk (val Int)))))";
    assert!(replies(function).text.contains("`val` is declared already"));
}

#[test]
fn after_a_pop_a_name_is_no_longer_shared() {
    says(
        "(declare-datatypes ((A 0)) (((mk (val Int)) (nil)))) (declare-const a A) (push)
         (declare-datatypes ((B 0)) (((mk (val Int)) (nil)))) (pop) (assert (= a nil))
         (check-sat) (get-value (a))",
        "sat\n((a (as nil A)))",
    );
}

#[test]
fn a_datatype_may_stand_inside_another_of_its_declaration() {
    let roses = "(declare-datatypes ((List 1) (Tree 1)) (
            (par (X) ((nil) (cons (head X) (tail (List X)))))
            (par (T) ((node (value T) (children (List (Tree T))))))))
         (declare-const t (Tree Int)) (declare-const s (Tree Int))
         (assert ((_ is cons) (children t))) (assert (= s (head (children t))))
         (assert (= (value s) (+ 1 (value t)) 3))";
    says(
        &format!("{roses} (check-sat) (get-value ((value t))) (assert (= s t)) (check-sat)"),
        "sat\n(((value t) 2))\nunsat",
    );
    // No tree is a part of itself, through however many lists.
    says(
        "(declare-datatypes ((List 1) (Tree 1)) (
            (par (X) ((nil) (cons (head X) (tail (List X)))))
            (par (T) ((node (value T) (children (List (Tree T))))))))
         (declare-const t (Tree Bool)) (declare-const l (List (Tree Bool)))
         (define-const none (List (Tree Bool)) (as nil (List (Tree Bool))))
         (assert (= t (node true (cons (node false l) none)))) (assert (= l (cons t none)))
         (check-sat)",
        "unsat",
    );
}
