//! Small formulas with known answers, theory by theory.

use crate::answers;

/// Declarations that the cases share.
const NAMES: &str = "
(declare-sort U 0)
(declare-datatypes ((List 0)) (((nil) (cons (car Int) (cdr List)))))
(declare-datatypes ((Colour 0)) (((red) (green) (blue))))
(declare-fun f (U) U) (declare-fun p (U) Bool) (declare-fun g (Int) Int) (declare-fun h (Bool) U)
(declare-const a U) (declare-const b U) (declare-const c U)
(declare-const x Int) (declare-const y Int) (declare-const z Int)
(declare-const r Real) (declare-const s Real)
(declare-const l List) (declare-const m List)
(declare-const k Colour)
(declare-const i Bool) (declare-const j Bool)
(declare-const A (Array Int Int)) (declare-const B (Array Int Int))
(declare-const S (Array U Int)) (declare-const F (Array Bool Int))
";

fn expect(cases: &[(&str, &str)]) {
    for (assertions, expected) in cases {
        let script = format!("{NAMES}{assertions}(check-sat)");
        assert_eq!(answers(&script), *expected, "{assertions}");
    }
}

#[test]
fn equality() {
    expect(&[
        (
            "(assert (= (f (f a)) a)) (assert (= (f (f (f a))) a)) (assert (not (= (f a) a)))",
            "unsat",
        ),
        ("(assert (= (f (f a)) a)) (assert (not (= (f a) a)))", "sat"),
        ("(assert (= a b)) (assert (p (f a))) (assert (not (p (f b))))", "unsat"),
        ("(assert (distinct a b c)) (assert (= (f a) (f b) (f c) a))", "sat"),
        ("(assert (distinct (h true) (h false) (h i)))", "unsat"),
        ("(assert (distinct (h (and i j)) (h i))) (assert j)", "unsat"),
        ("(assert (distinct (h (not i)) (h i)))", "sat"),
        ("(assert (= (ite i a b) c)) (assert (distinct a b c))", "unsat"),
    ]);
}

#[test]
fn numbers() {
    expect(&[
        ("(assert (and (< 0 x) (< 0 y) (< (+ (* 2 x) (* 3 y)) 5)))", "unsat"),
        ("(assert (and (< 0 r) (< 0 s) (< (+ (* 2 r) (* 3 s)) 5)))", "sat"),
        ("(assert (= (+ (* 2 x) (* 4 y)) 7))", "unsat"),
        ("(assert (and (< 1 (- (* 3 x) (* 3 y))) (< (- (* 3 x) (* 3 y)) 3)))", "unsat"),
        ("(assert (and (<= x y) (<= y x) (not (= (g x) (g y)))))", "unsat"),
        ("(assert (and (<= 0 x) (<= x 1) (distinct (g x) (g 0)) (distinct (g x) (g 1))))", "unsat"),
        ("(assert (= (mod x 3) 2)) (assert (= (mod x 6) 1))", "unsat"),
        ("(assert (= (mod x 3) 2)) (assert (= (div x 3) (- 4)))", "sat"),
        ("(assert (= (div (- 7) 2) x)) (assert (distinct x (- 4)))", "unsat"),
        ("(assert (< (abs x) x))", "unsat"),
        ("(assert (= (to_int r) 3)) (assert (< r 3.0))", "unsat"),
        ("(assert (is_int (* 2.0 r))) (assert (not (is_int r))) (assert (< 0.0 r 1.0))", "sat"),
        ("(assert (is_int r)) (assert (< 0.0 r 1.0))", "unsat"),
        ("(assert (= (to_real x) (+ r 0.5))) (assert (is_int r))", "unsat"),
        ("(assert (distinct (div x 0) (div y 0))) (assert (= x y))", "unsat"),
        ("(assert (distinct (div x 0) (div y 0)))", "sat"),
        ("(assert (= (* x y) 3)) (assert (= x 1)) (assert (= y 3))", "sat"),
        ("(assert (= (* x x) 2))", "unsat"),
    ]);
    let hard = "(assert (= (* x x x) (+ (* y y) 2))) (assert (< 10 x))";
    assert!(answers(&format!("{NAMES}{hard}(check-sat)")).starts_with("unknown(nonlinear"));
}

#[test]
fn datatypes() {
    expect(&[
        ("(assert (= (cons x l) (cons y m))) (assert (not (= x y)))", "unsat"),
        ("(assert (= l (cons x l)))", "unsat"),
        ("(assert (= l (cons x m))) (assert (= m (cons y l)))", "unsat"),
        ("(assert ((_ is cons) l)) (assert ((_ is cons) m)) (assert (= (car l) (car m)))
          (assert (= (cdr l) (cdr m))) (assert (not (= l m)))", "unsat"),
        ("(assert (= (car l) (car m))) (assert (= (cdr l) (cdr m))) (assert (not (= l m)))", "sat"),
        ("(assert (distinct k red green blue))", "unsat"),
        ("(assert (distinct k red green))", "sat"),
        ("(assert (= (cdr nil) l)) (assert (distinct l nil))", "sat"),
        ("(assert (not ((_ is nil) l))) (assert (= (cdr l) nil)) (assert (= (car l) (+ (car l) x)))
          (assert (distinct x 0))", "unsat"),
    ]);
}

#[test]
fn arrays() {
    expect(&[
        ("(assert (distinct (select (store A x y) x) y))", "unsat"),
        (
            "(assert (distinct (select (store A x y) z) (select A z))) (assert (distinct x z))",
            "unsat",
        ),
        (
            "(assert (= (store A x 1) (store B x 1))) (assert (distinct A B))
          (assert (= (select A x) (select B x)))",
            "unsat",
        ),
        ("(assert (= (store A x 1) (store B x 1))) (assert (distinct A B))", "sat"),
        ("(assert (= A ((as const (Array Int Int)) 0))) (assert (= (select A x) 1))", "unsat"),
        (
            "(assert (= (store ((as const (Array Int Int)) 0) x 1) ((as const (Array Int Int)) 1)))",
            "unsat",
        ),
        (
            "(assert (= (store ((as const (Array U Int)) 0) a 1) ((as const (Array U Int)) 1)))",
            "sat",
        ),
        (
            "(assert (= (store ((as const (Array U Int)) 0) a 1) ((as const (Array U Int)) 1)))
          (assert (distinct a b))",
            "unsat",
        ),
        (
            "(assert (= (store ((as const (Array Bool Int)) 0) true 1) ((as const (Array Bool Int)) 1)))",
            "unsat",
        ),
        (
            "(assert (= (select F true) (select F false) 3)) (assert (distinct (select F i) 3))",
            "unsat",
        ),
    ]);
}

#[test]
fn finite_sorts_leave_no_room() {
    let arrays = |count: usize| {
        let names: Vec<String> = (0..count).map(|at| format!("q{at}")).collect();
        let declared: String =
            names.iter().map(|name| format!("(declare-const {name} (Array Bool Bool))")).collect();
        format!("{declared}(assert (distinct {}))", names.join(" "))
    };
    // There are four arrays from Bool to Bool.
    expect(&[(&arrays(4), "sat"), (&arrays(5), "unsat")]);
    expect(&[
        ("(declare-fun u (Colour) Int) (assert (distinct (u k) (u red) (u green) (u blue)))", "unsat"),
        ("(declare-const P (Array Colour Bool)) (declare-const Q (Array Colour Bool))
          (assert (distinct P Q)) (assert (= (select P red) (select Q red)))
          (assert (= (select P green) (select Q green))) (assert (= (select P blue) (select Q blue)))", "unsat"),
    ]);
}

#[test]
fn quantified_formulas() {
    let positive = "(forall ((n Int)) (> (g n) 0))";
    let sorted = |from: &str, to: &str| {
        format!(
            "(forall ((m Int) (n Int)) (=> (and (<= {from} m) (<= m n) (<= n {to}))
                (<= (select A m) (select A n))))"
        )
    };
    expect(&[
        (&format!("(assert (and {positive} i)) (assert (not i))"), "unsat"),
        (&format!("(assert (let ((q {positive})) (and (or q i) (not q) (not i))))"), "unsat"),
        (&format!("(assert {positive})"), "sat"),
        (&format!("(assert {positive}) (assert (= (g x) 0))"), "unsat"),
        // It is claimed and denied: a witness of the one is an instance of the other.
        (&format!("(assert {positive}) (assert (exists ((n Int)) (< (g n) 0)))"), "unsat"),
        (&format!("(assert {}) (assert (not {}))", sorted("x", "9"), sorted("x", "8")), "unsat"),
        (&format!("(assert {}) (assert (not {}))", sorted("x", "8"), sorted("x", "9")), "sat"),
        // A sort that is not interpreted may have one element.
        ("(declare-sort T 0) (declare-const t T) (assert (forall ((s T)) (= s t)))", "sat"),
        (
            "(declare-sort T 0) (assert (exists ((s T) (t T)) (distinct s t)))
          (assert (forall ((s T) (t T)) (= s t)))",
            "unsat",
        ),
    ]);
    let outside = format!("{NAMES}(assert (forall ((n Int)) (< (g n) (g (+ n 1)))))(check-sat)");
    assert!(answers(&outside).starts_with("unknown(outside"));
}

#[test]
fn deep_terms_need_no_deep_stack() {
    let nested = |before: &str, inner: &str, after: &str| {
        let depth = 5000;
        format!("{}{inner}{}", before.repeat(depth), after.repeat(depth))
    };
    let cases = [
        format!("(assert (= x {}))", nested("(ite i ", "1", " 2)")),
        format!("(assert (= A {}))", nested("(store ", "A", " x 2)")),
        format!("(assert (= x {}))", nested("(g (+ 1 ", "x", "))")),
        format!("(assert {})", nested("(= i (not ", "i", "))")),
        format!("(assert (= l {}))", nested("(cons 1 ", "nil", ")")),
    ];
    for case in cases {
        let script = format!("{NAMES}{case}(check-sat)");
        let run = std::thread::Builder::new().stack_size(256 << 10).spawn(move || answers(&script));
        let answer = run.expect("a thread starts").join().expect("it does not panic");
        assert_eq!(answer, "sat");
    }
}
