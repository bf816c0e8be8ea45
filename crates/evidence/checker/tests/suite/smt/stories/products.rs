//! Refutations with products of unknowns.

use super::{NUMBERS, Story};

pub const PRODUCTS: &[Story] = &[
    Story {
        name: "a product of inequalities",
        declarations: NUMBERS,
        assertions: &["(<= 1 x)", "(<= 2 y)", "(< (* x y) 2)"],
        proof: "# (x − 1)·(y − 2) ≥ 0, so x·y ≥ 2x + y − 2.
t 1 (<= 1 x)
t 2 (<= 2 y)
t 3 (< (* x y) 2)
a 1 1 0 input
a 2 2 0 input
a 3 3 0 input
a 4 -1 -2 -3 0 arith l0 1 ; l1 1 ; p0*1 1 l0 2 l1 1 l2 1
l 5 0 1 2 3 4 0
",
    },
    Story {
        name: "a product of strict inequalities",
        declarations: NUMBERS,
        assertions: &["(< 0.0 u)", "(< 0.0 v)", "(<= (* u v) 0.0)"],
        proof: "t 1 (< 0.0 u)
t 2 (< 0.0 v)
t 3 (<= (* u v) 0.0)
a 1 1 0 input
a 2 2 0 input
a 3 3 0 input
a 4 -1 -2 -3 0 arith l0 1 ; l1 1 ; p0*1 1 l2 1
l 5 0 1 2 3 4 0
",
    },
    Story {
        name: "a multiple of an equation",
        declarations: NUMBERS,
        assertions: &["(= x (+ y 1))", "(< (* x x) (* (+ y 1) (+ 1 y)))"],
        proof: "# (x − y − 1)·(x + y + 1) = 0
t 1 x
t 2 (+ y 1)
t 3 (= @1 @2)
t 4 (+ x y 1)
t 5 (< (* x x) (* (+ y 1) (+ 1 y)))
a 1 3 0 input
a 2 5 0 input
a 3 -3 -5 0 arith l0 1 ; m0*4 1 ; d1 1 l1 1
l 4 0 1 2 3 0
",
    },
    Story {
        name: "a square",
        declarations: NUMBERS,
        assertions: &["(< (+ (* x x) (* y y)) (* 2 x y))"],
        proof: "t 1 (- x y)
t 2 (< (+ (* x x) (* y y)) (* 2 x y))
a 1 2 0 input
a 2 -2 0 arith s1 1 l0 1
l 3 0 1 2 0
",
    },
    Story {
        name: "a square that is rounded",
        declarations: NUMBERS,
        assertions: &["(< (* x x) x)"],
        proof: "# (2x − 1)² ≥ 0 is 4x² − 4x + 1 ≥ 0, so x² − x ≥ 0.
t 1 (- (* 2 x) 1)
t 2 (< (* x x) x)
a 1 2 0 input
a 2 -2 0 arith s1 1 round ; d0 1 l0 1
l 3 0 1 2 0
",
    },
    Story {
        name: "an equation of two inequalities",
        declarations: NUMBERS,
        assertions: &["(<= u v)", "(<= v u)", "(< (* u v) (* v v))"],
        proof: "t 1 (<= u v)
t 2 (<= v u)
t 3 (< (* u v) (* v v))
t 4 v
a 1 1 0 input
a 2 2 0 input
a 3 3 0 input
a 4 -1 -2 -3 0 arith l0 1 ; l1 1 ; b0=1 1 ; m2*4 1 ; d3 -1 l2 1
l 5 0 1 2 3 4 0
",
    },
    Story {
        name: "division by an unknown",
        declarations: NUMBERS,
        assertions: &["(< 0 y)", "(= (mod x y) 0)", "(= (div x y) 3)", "(not (= x (* 3 y)))"],
        proof: "t 1 x
t 2 y
t 3 (mod @1 @2)
t 4 (div @1 @2)
t 5 0
t 6 (< @5 @2)
t 7 (= @3 @5)
t 8 3
t 9 (= @4 @8)
t 10 (* @8 @2)
t 11 (= @1 @10)
t 12 (= @2 @5)
t 13 (* @2 @4)
t 14 (+ @13 @3)
t 15 (= @1 @14)
t 16 (<= @1 @10)
t 17 (<= @10 @1)
a 1 6 0 input
a 2 7 0 input
a 3 9 0 input
a 4 -11 0 input
a 5 12 15 0 division 3
a 6 -6 -12 0 arith l0 1 l1 -1
a 7 -15 -9 -7 16 0 arith l1 1 ; m0*2 1 ; d1 -1 l0 -1 l2 -1 l3 1
a 8 -15 -9 -7 17 0 arith l1 1 ; m0*2 1 ; d1 1 l0 1 l2 1 l3 1
a 9 11 -16 -17 0 trichotomy 1 10
l 10 0 1 2 3 4 6 5 7 8 9 0
",
    },
    Story {
        name: "remainders are natural and small",
        declarations: NUMBERS,
        assertions: &["(not (= y 0))", "(or (< (mod x y) 0) (<= (abs y) (mod x y)))"],
        proof: "t 1 x
t 2 y
t 3 (mod @1 @2)
t 4 0
t 5 (= @2 @4)
t 6 (< @3 @4)
t 7 (abs @2)
t 8 (<= @7 @3)
t 9 (or @6 @8)
t 10 (<= @4 @3)
t 11 (<= @2 @4)
t 12 (< @3 @2)
t 13 (<= @4 @2)
t 14 (* (- 1) @2)
t 15 (< @3 @14)
t 16 (ite @13 @2 @14)
t 17 (= @7 @16)
t 18 (= @16 @2)
t 19 (= @16 @14)
a 1 -5 0 input
a 2 9 0 input
a 3 -9 6 8 0 define 9
a 4 5 10 0 division 3
a 5 11 12 0 division 3
a 6 13 15 0 division 3
a 7 17 0 absolute 7
a 8 -13 18 0 ite 16
a 9 13 19 0 ite 16
a 10 5 -11 -13 0 trichotomy 2 4
a 11 -6 -10 0 arith l0 1 l1 1
a 12 -13 -8 -12 -17 -18 0 arith l1 1 l2 1 l3 1 l4 1
a 13 -8 -15 -17 -19 0 arith l0 1 l1 1 l2 1 l3 1
l 14 -13 0 1 4 11 2 3 10 5 7 8 12 0
l 15 0 1 2 14 4 11 3 6 7 9 13 0
",
    },
];
