//! Long lists of distinct things.

use crate::answers;

/// `(distinct t₀ …)`, each made from its number.
fn distinct(size: usize, member: impl Fn(usize) -> String) -> String {
    let members: Vec<String> = (0..size).map(member).collect();
    format!("(distinct {})", members.join(" "))
}

fn constants(size: usize, sort: &str) -> String {
    (0..size).map(|number| format!("(declare-const c{number} {sort})\n")).collect()
}

#[test]
fn sums_that_cannot_meet() {
    let list = distinct(700, |number| format!("(+ x {number})"));
    let script = format!(
        "(declare-const x Int) (assert {list}) (check-sat) (push 1)
         (assert (not {list})) (check-sat) (pop 1) (check-sat)"
    );
    assert_eq!(answers(&script), "sat unsat sat");
}

#[test]
fn numbers_within_bounds() {
    let list = distinct(70, |number| format!("c{number}"));
    let bounds: String = (0..70).map(|number| format!("(assert (<= 0 c{number} 200))\n")).collect();
    let script = constants(70, "Int")
        + &bounds
        + &format!(
            "(assert {list}) (check-sat) (assert (or (= c3 c5) (= c7 (- c60 0)))) (check-sat)"
        );
    assert_eq!(answers(&script), "sat unsat");
}

#[test]
fn numbers_that_arithmetic_does_not_know() {
    let list = distinct(80, |number| format!("(f c{number})"));
    let script = constants(80, "Int")
        + &format!(
            "(declare-fun f (Int) Int) (assert {list}) (check-sat)
             (push 1) (assert (= c1 c2)) (check-sat) (pop 1)
             (push 1) (assert (<= c1 c2)) (check-sat) (assert (<= c2 c1)) (check-sat) (pop 1) (check-sat)"
        );
    assert_eq!(answers(&script), "sat unsat sat unsat sat");
}

#[test]
fn elements() {
    let list = distinct(90, |number| format!("c{number}"));
    let script = format!(
        "(declare-sort U 0) {} (declare-fun f (U) U) (declare-const p Bool)
         (assert (=> p {list})) (check-sat-assuming (p))
         (push 1) (assert (or (= c3 c4) (= (f c5) c6))) (assert (= (f c5) c7)) (check-sat-assuming (p))
         (check-sat-assuming ((not p))) (pop 1)
         (check-sat-assuming (p (= c8 c80))) (check-sat-assuming ((not {list})))",
        constants(90, "U")
    );
    assert_eq!(answers(&script), "sat unsat sat unsat sat");
}

#[test]
fn a_list_that_is_not_distinct_has_members_that_are_equal() {
    let list = distinct(66, |number| format!("c{number}"));
    let order: String =
        (1..66).map(|number| format!("(assert (< c{} c{number}))\n", number - 1)).collect();
    let script =
        constants(66, "Int") + &format!("(assert (not {list})) (check-sat)\n{order}(check-sat)");
    assert_eq!(answers(&script), "sat unsat");
}
