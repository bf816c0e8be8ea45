//! Products of unknowns: steps of polynomial loops, signs, squares, bounds, and small equations.

use crate::answers;

/// Declares these unknowns, asserts, and checks.
fn expect(sort: &str, cases: &[(&str, &str, &str)]) {
    for (unknowns, assertions, expected) in cases {
        let names = unknowns.split(' ').map(|name| format!("(declare-const {name} {sort})"));
        let script = format!("{}{assertions}(check-sat)", names.collect::<String>());
        assert_eq!(answers(&script), *expected, "{assertions}");
    }
}

/// The textbook invariants of polynomial loops are inductive: w′ is w after one step.
#[test]
fn steps_of_polynomial_loops() {
    expect("Int", &[
        (
            "w u z u2 w2",
            "(assert (= (* 4 w) (* (+ u 1) (+ u 1)))) (assert (= u (+ 1 (* 2 z))))
             (assert (= u2 (+ u 2))) (assert (= w2 (+ w u 2)))
             (assert (not (= (* 4 w2) (* (+ u2 1) (+ u2 1)))))",
            "unsat",
        ),
        (
            "n x y z n2 x2 y2 z2",
            "(assert (= x (* n n n))) (assert (= y (+ (* 3 n n) (* 3 n) 1)))
             (assert (= z (+ (* 6 n) 6))) (assert (= n2 (+ n 1))) (assert (= x2 (+ x y)))
             (assert (= y2 (+ y z))) (assert (= z2 (+ z 6)))
             (assert (or (not (= x2 (* n2 n2 n2))) (not (= y2 (+ (* 3 n2 n2) (* 3 n2) 1))) (not (= z2 (+ (* 6 n2) 6)))))",
            "unsat",
        ),
        (
            "x y q r q2 r2",
            "(assert (= x (+ (* q y) r))) (assert (>= r y)) (assert (>= y 1))
             (assert (= r2 (- r y))) (assert (= q2 (+ q 1)))
             (assert (not (and (= x (+ (* q2 y) r2)) (>= r2 0))))",
            "unsat",
        ),
        (
            "x y q r a b a2 b2",
            "(assert (= x (+ (* q y) r))) (assert (= b (* y a))) (assert (= a2 (* 2 a)))
             (assert (= b2 (* 2 b))) (assert (not (= b2 (* y a2))))",
            "unsat",
        ),
        (
            "x y q r a b q2 r2",
            "(assert (= x (+ (* q y) r))) (assert (= b (* y a))) (assert (= r2 (- r b)))
             (assert (= q2 (+ q a))) (assert (not (= x (+ (* q2 y) r2))))",
            "unsat",
        ),
        (
            "x y z a b x2 y2 z2",
            "(assert (= (+ z (* x y)) (* a b))) (assert (= (mod y 2) 1))
             (assert (= z2 (+ z x))) (assert (= y2 (div (- y 1) 2))) (assert (= x2 (* 2 x)))
             (assert (not (= (+ z2 (* x2 y2)) (* a b))))",
            "unsat",
        ),
        (
            "x y z a b x2 y2 z2",
            "(assert (= (+ z (* x y)) (* a b))) (assert (= (mod y 2) 0)) (assert (= z2 z))
             (assert (= y2 (div y 2))) (assert (= x2 (* 2 x)))
             (assert (not (= (+ z2 (* x2 y2)) (* a b))))",
            "unsat",
        ),
        (
            "x y a b p q a2 b2 p2 q2",
            "(assert (= (+ q (* a b p)) (* x y))) (assert (= (mod a 2) 0))
             (assert (= (mod b 2) 0)) (assert (= a2 (div a 2))) (assert (= b2 (div b 2)))
             (assert (= p2 (* 4 p))) (assert (= q2 q))
             (assert (not (= (+ q2 (* a2 b2 p2)) (* x y))))",
            "unsat",
        ),
        (
            "x y a b p q a2 b2 p2 q2",
            "(assert (= (+ q (* a b p)) (* x y))) (assert (= (mod a 2) 1))
             (assert (= (mod b 2) 0)) (assert (= a2 (- a 1))) (assert (= b2 b))
             (assert (= p2 p)) (assert (= q2 (+ q (* b p))))
             (assert (not (= (+ q2 (* a2 b2 p2)) (* x y))))",
            "unsat",
        ),
        (
            "x y a b p q a2 b2 p2 q2",
            "(assert (= (+ q (* a b p)) (* x y))) (assert (= a2 (- a 1)))
             (assert (= b2 (- b 1))) (assert (= p2 p))
             (assert (= q2 (+ q (* (- (+ a b) 1) p))))
             (assert (not (= (+ q2 (* a2 b2 p2)) (* x y))))",
            "unsat",
        ),
        (
            "x y z x2 y2",
            "(assert (= (+ (* x z) 1) (+ x y))) (assert (= x2 (+ (* x z) 1)))
             (assert (= y2 (* y z))) (assert (not (= (+ (* x2 z) 1) (+ x2 y2))))",
            "unsat",
        ),
        (
            "x y z a x2 y2",
            "(assert (= (- (+ (* z x) a) x) (* a z y))) (assert (= x2 (+ (* x z) a)))
             (assert (= y2 (* y z))) (assert (not (= (- (+ (* z x2) a) x2) (* a z y2))))",
            "unsat",
        ),
        (
            "x y x2 y2",
            "(assert (= (* 2 x) (+ (* y y) y))) (assert (= y2 (+ y 1)))
             (assert (= x2 (+ x y2))) (assert (not (= (* 2 x2) (+ (* y2 y2) y2))))",
            "unsat",
        ),
        (
            "x y x2 y2",
            "(assert (= (* 6 x) (+ (* 2 y y y) (* 3 y y) y))) (assert (= y2 (+ y 1)))
             (assert (= x2 (+ (* y2 y2) x)))
             (assert (not (= (* 6 x2) (+ (* 2 y2 y2 y2) (* 3 y2 y2) y2))))",
            "unsat",
        ),
        (
            "x y x2 y2",
            "(assert (= (* 30 x) (+ (* 6 y y y y y) (* 15 y y y y) (* 10 y y y) (* (- 1) y))))
             (assert (= y2 (+ y 1))) (assert (= x2 (+ (* y2 y2 y2 y2) x)))
             (assert (not (= (* 30 x2) (+ (* 6 y2 y2 y2 y2 y2) (* 15 y2 y2 y2 y2) (* 10 y2 y2 y2) (* (- 1) y2)))))",
            "unsat",
        ),
        (
            "a n s t a2 s2 t2",
            "(assert (= t (+ (* 2 a) 1))) (assert (= s (* (+ a 1) (+ a 1))))
             (assert (= t2 (+ t 2))) (assert (= a2 (+ a 1))) (assert (= s2 (+ s t2)))
             (assert (not (= s2 (* (+ a2 1) (+ a2 1)))))",
            "unsat",
        ),
        (
            "x y a b p q r s a2 p2 r2",
            "(assert (= a (+ (* y r) (* x p)))) (assert (= b (+ (* x q) (* y s))))
             (assert (= a2 (- a b))) (assert (= p2 (- p q))) (assert (= r2 (- r s)))
             (assert (not (= a2 (+ (* y r2) (* x p2)))))",
            "unsat",
        ),
        (
            "p q r s p2 r2",
            "(assert (= (- (* p s) (* r q)) 1)) (assert (= p2 (- p q)))
             (assert (= r2 (- r s))) (assert (not (= (- (* p2 s) (* r2 q)) 1)))",
            "unsat",
        ),
        (
            "x A B q r b q2 r2 b2",
            "(assert (= A (+ (* q b) r))) (assert (= (mod b 2) 0)) (assert (= b2 (div b 2)))
             (assert (>= r b2)) (assert (= q2 (+ (* 2 q) 1))) (assert (= r2 (- r b2)))
             (assert (not (= A (+ (* q2 b2) r2))))",
            "unsat",
        ),
        (
            "a b x y u v x2 v2",
            "(assert (= (+ (* x u) (* y v)) (* a b))) (assert (> x y)) (assert (= x2 (- x y)))
             (assert (= v2 (+ v u))) (assert (not (= (+ (* x2 u) (* y v2)) (* a b))))",
            "unsat",
        ),
        (
            "n i s s2 i2",
            "(assert (= (* 2 s) (* i (+ i 1)))) (assert (<= i n)) (assert (= i2 (+ i 1)))
             (assert (= s2 (+ s i2))) (assert (not (= (* 2 s2) (* i2 (+ i2 1)))))",
            "unsat",
        ),
        (
            "w x z u u2 z2 w2",
            "(assert (= w (* (+ z 1) (+ z 1)))) (assert (= u (+ 1 (* 2 z))))
             (assert (<= (* z z) x)) (assert (<= w x)) (assert (= z2 (+ z 1)))
             (assert (= u2 (+ u 2))) (assert (= w2 (+ w u2)))
             (assert (not (and (<= (* z2 z2) x) (= w2 (* (+ z2 1) (+ z2 1))))))",
            "unsat",
        ),
        (
            "x y z i i2 z2",
            "(assert (= z (* x i))) (assert (< i y)) (assert (= i2 (+ i 1)))
             (assert (= z2 (+ z x))) (assert (not (= z2 (* x i2))))",
            "unsat",
        ),
    ]);
}

/// Invariants together with the exit condition give what was to be shown.
#[test]
fn exits_of_polynomial_loops() {
    expect(
        "Int",
        &[
            (
                "a n s t",
                "(assert (= t (+ (* 2 a) 1))) (assert (= s (* (+ a 1) (+ a 1))))
             (assert (<= (* a a) n)) (assert (<= s n))
             (assert (not (<= (* (+ a 1) (+ a 1)) n)))",
                "unsat",
            ),
            (
                "x y z i",
                "(assert (= z (* x i))) (assert (<= i y)) (assert (not (< i y)))
             (assert (not (= z (* x y))))",
                "unsat",
            ),
            (
                "x y n",
                "(assert (>= y (* x x))) (assert (>= x n)) (assert (>= n 0))
             (assert (< y (* n n)))",
                "unsat",
            ),
            (
                "r n",
                "(assert (<= (* r r) n)) (assert (< n (* (+ r 1) (+ r 1)))) (assert (>= r 0))
             (assert (= n 10)) (assert (not (= r 3)))",
                "unsat",
            ),
        ],
    );
}

#[test]
fn signs_squares_and_bounds() {
    expect(
        "Int",
        &[
            ("x y", "(assert (> (* 2 x y) (+ (* x x) (* y y))))", "unsat"),
            ("x", "(assert (< (* x x) 0))", "unsat"),
            ("x y", "(assert (>= y 0)) (assert (> x y)) (assert (<= (* x x) (* y y)))", "unsat"),
            ("x y", "(assert (>= x 1)) (assert (>= y 2)) (assert (< (* x y) 2))", "unsat"),
            ("x y", "(assert (< x 0)) (assert (> y 0)) (assert (>= (* x y) 0))", "unsat"),
            ("x", "(assert (= (* x x) 2))", "unsat"),
            ("x y", "(assert (= (* x y) 37)) (assert (< 1 x y))", "unsat"),
            ("x y z", "(assert (> (* x y z) 100)) (assert (< x y z 0))", "unsat"),
            (
                "x y",
                "(assert (<= 0 x 20)) (assert (<= 0 y 20)) (assert (= (* x x) (+ (* 3 y y) 1)))
             (assert (> y 5))",
                "unsat",
            ),
            (
                "x y",
                "(assert (<= 0 x 20)) (assert (<= 0 y 20)) (assert (= (* x x) (+ (* 3 y y) 2)))",
                "unsat",
            ),
        ],
    );
    expect(
        "Real",
        &[
            ("x y", "(assert (< (+ (* x x) (* y y)) 1.0)) (assert (> (+ x y) 1.5))", "unsat"),
            ("x y", "(assert (> x 0)) (assert (> y 0)) (assert (<= (* x y) 0))", "unsat"),
            (
                "x a r x2 r2",
                "(assert (= a (+ (* 2 x) (* r r) (- r)))) (assert (= x2 (- x r)))
             (assert (= r2 (+ r 1))) (assert (not (= a (+ (* 2 x2) (* r2 r2) (- r2)))))",
                "unsat",
            ),
        ],
    );
}

#[test]
fn models_with_products() {
    expect("Int", &[
        (
            "n x y z n2 x2 y2 z2",
            "(assert (= x (* n n n))) (assert (= y (+ (* 3 n n) (* 3 n) 1)))
             (assert (= z (+ (* 6 n) 6))) (assert (= n2 (+ n 1))) (assert (= x2 (+ x y)))
             (assert (= y2 (+ y z))) (assert (= z2 (+ z 5)))
             (assert (or (not (= x2 (* n2 n2 n2))) (not (= y2 (+ (* 3 n2 n2) (* 3 n2) 1))) (not (= z2 (+ (* 6 n2) 6)))))",
            "sat",
        ),
        (
            "x",
            "(assert (= (* x x) 49)) (assert (< x 0))",
            "sat",
        ),
        (
            "x",
            "(assert (= (* x x) 10000)) (assert (> x 0))",
            "sat",
        ),
        (
            "x y",
            "(assert (= (* x y) 35)) (assert (< 1 x y))",
            "sat",
        ),
        (
            "x y z",
            "(assert (> (* x y z) 100)) (assert (< 0 x y z))",
            "sat",
        ),
        (
            "x y z",
            "(assert (= (+ (* x x) (* y y)) (* z z))) (assert (< 0 x y z))",
            "sat",
        ),
    ]);
    expect(
        "Real",
        &[("x y", "(assert (< (+ (* x x) (* y y)) 1.0)) (assert (> (+ x y) 1.25))", "sat")],
    );
}

#[test]
fn division_by_unknowns() {
    expect(
        "Int",
        &[
            ("x y", "(assert (> y 0)) (assert (not (= x (+ (* y (div x y)) (mod x y)))))", "unsat"),
            ("x y", "(assert (> y 0)) (assert (<= y (mod x y)))", "unsat"),
            ("x y", "(assert (< y 0)) (assert (< (mod x y) 0))", "unsat"),
            (
                "x y q r",
                "(assert (= x (+ (* q y) r))) (assert (<= 0 r)) (assert (< r y)) (assert (not (= q (div x y))))",
                "unsat",
            ),
            ("x y", "(assert (= (mod x y) 3)) (assert (= (div x y) 4))", "sat"),
            (
                "x y",
                "(assert (= y 0)) (assert (= (mod x y) 3)) (assert (= (div x y) (- 4)))",
                "sat",
            ),
            (
                "i j k l m",
                "(assert (> k 0)) (assert (<= l (* k i))) (assert (= m (mod j k))) (assert (not (<= (+ l m) (* k (+ i 1)))))",
                "unsat",
            ),
        ],
    );
    expect(
        "Real",
        &[
            ("x y", "(assert (> y 0)) (assert (> x 0)) (assert (<= (/ x y) 0))", "unsat"),
            (
                "x y",
                "(assert (= (/ x y) 3)) (assert (not (= y 0))) (assert (not (= x (* 3 y))))",
                "unsat",
            ),
            ("x y", "(assert (= (/ x y) 3)) (assert (not (= x (* 3 y))))", "sat"),
        ],
    );
}

#[test]
fn products_meet_functions() {
    let names = "(declare-fun f (Int) Int) (declare-const x Int) (declare-const y Int)
(declare-const z Int) (declare-const A (Array Int Int))";
    for (assertions, expected) in [
        ("(assert (= (f (* x y)) 1)) (assert (= z (* y x))) (assert (= (f z) 2))", "unsat"),
        ("(assert (= (f (* x y)) 1)) (assert (= z (+ (* y x) 1))) (assert (= (f z) 2))", "sat"),
        (
            "(assert (= (* (f x) (f x)) 9)) (assert (> (f y) 2)) (assert (= x y))
             (assert (not (= (f x) 3)))",
            "unsat",
        ),
        ("(assert (= (select A (* x x)) 1)) (assert (= (select A (* (- x) (- x))) 2))", "unsat"),
        (
            "(assert (= (* (select A x) (select A y)) 6)) (assert (< (select A x) (select A y)))",
            "sat",
        ),
    ] {
        let script = format!("{names}{assertions}(check-sat)");
        assert_eq!(answers(&script), expected, "{assertions}");
    }
}

/// Replaced one by another, these numbers would have three times as many digits with each step.
#[test]
fn numbers_that_grow_without_end_are_given_up() {
    let steps = 30;
    let mut script = String::from("(declare-const x0 Int) (declare-const y0 Int)");
    script += "(assert (= x0 2)) (assert (= y0 3))";
    for (step, next) in (0..steps).zip(1..) {
        script += &format!("(declare-const x{next} Int) (declare-const y{next} Int)");
        script += &format!("(assert (= x{next} (* x{step} x{step} y{step})))");
        script += &format!("(assert (= y{next} (* y{step} y{step} x{step})))");
    }
    script += &format!("(assert (= x{steps} (+ y{steps} 7))) (check-sat)");
    let answer = answers(&script);
    assert!(answer.starts_with("unknown") || answer == "unsat", "{answer}");
}
