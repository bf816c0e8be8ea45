//! Transition systems and the clauses that they become.

use buttress_formats::{chc, vmt};
use buttress_logic::Terms;

const COUNTER: &str = "
    (set-logic QF_LIRA)
    (declare-fun x () Int)
    (declare-fun x_next () Int)
    (declare-const b Bool)
    (declare-const b_next Bool)
    (declare-const input Int)
    (define-fun .x () Int (! x :next x_next))
    (define-fun .b () Bool (! b :next b_next))
    (define-fun .init () Bool (! (and (= x 0) b) :init true))
    (define-fun .step () Bool (and (> input 0) (= x_next (+ x input))))
    (define-fun .trans () Bool (! .step :trans true))
    (define-fun .more () Bool (! (= b_next (not b)) :trans true))
    (define-fun good () Bool (! (>= x 0) :invar-property 7))
    (define-fun .later () Bool (! b :live-property 8))
    (define-fun better () Bool (! (or b (> x 0)) :invar-property 2))
    (assert true)";

#[test]
fn a_system_has_one_predicate() {
    let mut terms = Terms::new();
    let system = vmt::read(&mut terms, COUNTER.as_bytes()).unwrap();
    let expected = "(set-logic HORN)
(declare-fun state (Int Bool) Bool)
(assert (forall ((x Int) (b Bool)) (=> (and (= 0 x) b) (state x b))))
(assert (forall ((x Int) (x_next Int) (b Bool) (b_next Bool) (input Int)) (=> (and (state x b) (and \
(and (< 0 input) (= x_next (+ x input))) (= b_next (not b)))) (state x_next b_next))))
(assert (forall ((x Int) (b Bool)) (=> (and (state x b) (not (<= 0 x))) false)))
(assert (forall ((x Int) (b Bool)) (=> (and (state x b) (not (or b (< 0 x)))) false)))
(check-sat)
";
    assert_eq!(chc::write(&mut terms, &system.source.horn), expected);
    let properties: Vec<_> = system
        .properties
        .iter()
        .map(|property| (property.index, property.name.as_str(), property.clause.index()))
        .collect();
    assert_eq!(properties, [(7, "good", 2), (2, "better", 3)]);
    let lines: Vec<usize> = system.source.clause_places.iter().map(|place| place.line).collect();
    assert_eq!(lines, [10, 12, 14, 16]);
    let live: Vec<_> = system.live.iter().map(|live| (live.index, live.place.line)).collect();
    assert_eq!(live, [(8, 15)]);
}

#[test]
fn quantified_and_trivial_parts() {
    let text = "(define-fun i () Bool (! (exists ((y Int)) (= (* y y) 2)) :init true))\
        (define-fun t () Bool (! true :trans true))(define-fun p () Bool (! false :invar-property 0))";
    let mut terms = Terms::new();
    let system = vmt::read(&mut terms, text.as_bytes()).unwrap();
    let expected = "(set-logic HORN)
(declare-fun state () Bool)
(assert (forall ((y Int)) (=> (= 2 (* y y)) state)))
(assert (=> state state))
(assert (=> state false))
(check-sat)
";
    assert_eq!(chc::write(&mut terms, &system.source.horn), expected);
}

#[test]
fn the_content_tells_what_a_script_is() {
    assert!(vmt::is_vmt(COUNTER.as_bytes()));
    assert!(!chc::is_horn(COUNTER.as_bytes()));
    assert!(!vmt::is_vmt(b"(declare-fun q (Int) Bool)(assert (! true :named n))"));
}
