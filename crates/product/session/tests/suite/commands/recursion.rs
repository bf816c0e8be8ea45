//! Recursive definitions.

use buttress_checker::smt::SmtRejection;

use super::{rejected, replies, says};

const SUM: &str = "(define-fun-rec sum ((n Int)) Int (ite (<= n 0) 0 (+ n (sum (- n 1)))))
    (declare-const k Int)";
const LISTS: &str = "(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))
    (define-fun-rec len ((l L)) Int (ite ((_ is nil) l) 0 (+ 1 (len (tail l)))))
    (define-fun-rec app ((a L) (b L)) L
      (match a ((nil b) ((cons h t) (cons h (app t b))))))
    (declare-const l L)";

#[test]
fn models_are_evaluated() {
    says(
        &format!("{SUM} (assert (= (sum k) 15)) (check-sat) (get-value (k (sum k) (sum 10)))"),
        "sat\n((k 5)\n ((sum k) 15)\n ((sum 10) 55))",
    );
    says(
        &format!(
            "{LISTS} (assert (= (len l) 2))
             (assert (= (app l l) (cons 1 (cons 2 (cons 1 (cons 2 nil)))))) (check-sat)
             (get-value (l))"
        ),
        "sat\n((l (cons 1 (cons 2 nil))))",
    );
}

#[test]
fn refutations_are_proofs_with_instances() {
    says(&format!("{SUM} (assert (distinct (sum 4) 10)) (check-sat)"), "unsat");
    says(
        &format!("{LISTS} (assert (= (tail (tail l)) nil)) (assert ((_ is cons) l))
                  (assert ((_ is cons) (tail l))) (assert (distinct (len (app l l)) 4)) (check-sat)"),
        "unsat",
    );
    let script = "(define-fun-rec f ((n Int)) Int (+ 1 (f n))) (assert (= (f 0) 1)) (check-sat)";
    says(script, "unsat");
    let evidence = &replies(script).evidence[0];
    assert!(evidence.contains("instance"), "{evidence}");
    rejected(script, &evidence.replacen(" instance ", " witness ", 1));
}

#[test]
fn functions_call_each_other() {
    says(
        "(define-funs-rec ((even ((n Int)) Bool) (odd ((n Int)) Bool))
           ((or (= n 0) (and (> n 0) (odd (- n 1)))) (and (> n 0) (even (- n 1)))))
         (declare-const n Int) (assert (even n)) (assert (< 5 n 9)) (assert (distinct n 8))
         (check-sat) (get-value (n (odd n))) (assert (odd n)) (check-sat)",
        "sat\n((n 6)\n ((odd n) false))\nunsat",
    );
}

#[test]
fn what_is_not_found_is_unknown_with_the_reason() {
    let text =
        replies(&format!("{SUM} (assert (= (sum k) 16)) (check-sat) (get-info :reason-unknown)"));
    assert!(
        text.text.starts_with("unknown\n(:reason-unknown \"incomplete: recursive"),
        "{}",
        text.text
    );
    let endless = "(define-fun-rec f ((n Int)) Int (ite (= n 0) 1 (* n (f (- n 1))))) (check-sat)
                   (get-info :reason-unknown)";
    assert_eq!(
        replies(endless).text,
        "unknown\n(:reason-unknown \"sat, but it is not shown that every call of `f` ends\")\n"
    );
}

/// Does the checker see that every call of `f` ends? It takes a model of nothing else then.
fn ends(definition: &str) -> bool {
    let script = format!(
        "(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L))))) {definition} (check-sat)"
    );
    let model = "; buttress model of check 1\n()\n";
    let checker = buttress_checker::smt::SmtChecker::new(script.as_bytes());
    match checker.check(model.as_bytes()) {
        Ok(_) => true,
        Err(SmtRejection::Endless { .. }) => false,
        Err(other) => panic!("{definition}: {other}"),
    }
}

#[test]
fn only_definitions_that_end_have_models() {
    for definition in [
        "(define-fun-rec f ((n Int)) Int 3)",
        "(define-fun-rec f ((n Int)) Int (ite (> n 0) (f (- n 1)) 0))",
        "(define-fun-rec f ((n Int)) Int (ite (< n 10) (f (+ n 2)) n))",
        "(define-fun-rec f ((n Int)) Int (ite (= n 7) (f 6) n))",
        "(define-fun-rec f ((n Int) (m Int)) Int (ite (<= n 0) m (f (- n 1) (* m 2))))",
        "(define-fun-rec f ((n Int) (m Int)) Int
           (ite (> n 0) (f (- n 1) m) (ite (> m 0) (f n (- m 1)) 0)))",
        "(define-fun-rec f ((m Int) (n Int)) Int (ite (<= m 0) (+ n 1)
           (ite (<= n 0) (f (- m 1) 1) (f (- m 1) (f m (- n 1))))))",
        "(define-fun-rec f ((n Int)) Bool (and (f (- n 1)) (> n 3)))",
        "(define-fun-rec f ((n Int)) Bool (or (f (- n 1)) (not (> n 3))))",
        "(define-fun-rec f ((l L)) Int (ite ((_ is cons) l) (f (tail l)) 0))",
        "(define-fun-rec f ((l L)) Int (ite (and ((_ is cons) l) ((_ is cons) (tail l)))
           (f (tail (tail l))) 0))",
        "(define-fun-rec f ((l L) (n Int)) Int
           (match l ((nil n) ((cons h t) (f t (+ n h))))))",
    ] {
        // A bound and a step towards it are needed; `(f 6)` is no step from n.
        assert_eq!(ends(definition), !definition.contains("(f 6)"), "{definition}");
    }
    for definition in [
        "(define-fun-rec f ((n Int)) Int (f n))",
        "(define-fun-rec f ((n Int)) Int (+ 1 (f (- n 1))))",
        "(define-fun-rec f ((n Int)) Int (ite (> n 0) (f (+ n 1)) 0))",
        "(define-fun-rec f ((n Int)) Int (ite (< n 0) (f (- n 1)) 0))",
        "(define-fun-rec f ((n Int)) Int (ite (> n 0) 0 (f (- n 1))))",
        "(define-fun-rec f ((n Int) (m Int)) Int (ite (> m 0) (f (- n 1) m) 0))",
        "(define-fun-rec f ((n Int) (m Int)) Int
           (ite (> n 0) (f (- n 1) (+ m 1)) (ite (> m 0) (f (+ n 1) (- m 1)) 0)))",
        "(define-fun-rec f ((n Int)) Int (ite (> n 0) (f (f (- n 1))) 0))",
        "(define-fun-rec f ((n Int)) Bool (and (f (- n 1)) (f (+ n 1))))",
        "(define-fun-rec f ((n Real)) Real (ite (> n 0.0) (f (/ n 2)) 0.0))",
        "(define-fun-rec f ((n Int)) Bool (and (> n 0) (forall ((m Int)) (f m))))",
        "(define-fun-rec f ((l L)) Int (f (tail l)))",
        "(define-fun-rec f ((l L)) Int (ite ((_ is nil) l) (f (tail l)) 0))",
        "(define-fun-rec f ((l L)) Int (ite ((_ is cons) l) (f (tail (tail l))) 0))",
        "(define-fun-rec f ((l L)) Int (ite ((_ is cons) l) (f (cons 1 (tail l))) 0))",
        "(define-funs-rec ((f ((n Int)) Int) (g ((n Int)) Int))
           ((ite (> n 0) (g (- n 1)) 0) (ite (> n 0) (f (+ n 1)) 0)))",
    ] {
        assert!(!ends(definition), "{definition}");
    }
}

#[test]
fn a_model_says_nothing_of_defined_functions() {
    let script = format!("{SUM} (assert (= (sum k) 1)) (check-sat)");
    let evidence = &replies(&script).evidence[0];
    assert!(!evidence.contains("sum"), "{evidence}");
    // Whatever a model says of them is not believed.
    let lie = "(define-fun k () Int 9) (define-fun sum ((n Int)) Int 1)";
    rejected(&script, &format!("; buttress model of check 1\n({lie})\n"));
}

#[test]
fn definitions_go_with_their_level_unless_they_are_global() {
    says(
        &format!(
            "(push) {SUM} (assert (= (sum 1) 2)) (check-sat) (pop) (declare-fun sum (Int) Int)
                  (assert (= (sum 1) 2)) (check-sat)"
        ),
        "unsat\nsat",
    );
    let global = format!("(set-option :global-declarations true) (push) (push) {SUM}");
    says(
        &format!(
            "{global} (define-fun-rec seven () Int 7) (assert (= (sum 1) 2)) (check-sat) (pop)
             (assert (= (sum 3) 5)) (check-sat) (pop) (assert (= (sum 3) (- seven 1))) (check-sat)
             (assert (= seven 8)) (check-sat) (reset-assertions) (assert (= (sum 4) 9)) (check-sat)"
        ),
        "unsat\nunsat\nsat\nunsat\nunsat",
    );
    let again = replies(&format!("{global} (pop) (declare-fun sum (Int) Int)"));
    assert!(again.text.contains("`sum` is declared already"), "{}", again.text);
    let horn = "(set-logic HORN) (define-fun-rec f ((n Int)) Int n) (check-sat)";
    assert!(replies(horn).text.starts_with("sat") || replies(horn).text.starts_with("unknown"));
}
