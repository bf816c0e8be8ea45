//! Refutations about numbers.

use super::{NUMBERS, Story};

pub const ARITHMETIC: &[Story] = &[
    Story {
        name: "choice between numbers",
        declarations: NUMBERS,
        assertions: &["(< (ite (< x y) y x) x)"],
        proof: "t 1 (< x y)
t 2 (ite @1 y x)
t 3 (< @2 x)
t 4 (= @2 y)
t 5 (= @2 x)
a 1 3 0 input
a 2 -1 4 0 ite 2
a 3 1 5 0 ite 2
a 4 -3 -5 0 arith l0 1 l1 1
a 5 -1 -3 -4 0 arith l0 1 l1 1 l2 1
l 6 -5 0 1 4 0
l 7 1 0 6 3 0
l 8 0 1 7 2 5 0
",
    },
    Story {
        name: "absolute value",
        declarations: NUMBERS,
        assertions: &["(< (abs x) 0)"],
        proof: "t 1 (abs x)
t 2 (<= 0 x)
t 3 (ite @2 x (- x))
t 4 (= @1 @3)
t 5 (< @1 0)
t 6 (= @3 x)
t 7 (= @3 (* (- 1) x))
a 1 5 0 input
a 2 4 0 absolute 1
a 3 -2 6 0 ite 3
a 4 2 7 0 ite 3
a 5 -5 -4 -6 -2 0 arith l0 1 l1 1 l2 1 l3 1
a 6 -5 -4 -7 2 0 arith l0 1 l1 1 l2 1 l3 1
l 7 2 0 1 2 4 6 0
l 8 0 1 2 7 3 5 0
",
    },
    Story {
        name: "whole reals",
        declarations: NUMBERS,
        assertions: &["(is_int u)", "(= (to_real x) (+ u 0.5))"],
        proof: "t 1 (is_int u)
t 2 (= u (to_real (to_int u)))
t 3 (= @1 @2)
t 4 (= (to_real x) (+ u 0.5))
a 1 1 0 input
a 2 4 0 input
a 3 3 0 is-integer 1
a 4 -3 -1 2 0 define 3
a 5 -2 -4 0 arith l0 1 l1 1 round
l 6 0 1 2 3 4 5 0
",
    },
    Story {
        name: "three ways to compare",
        declarations: NUMBERS,
        assertions: &["(<= u v)", "(<= v u)", "(not (= u v))"],
        proof: "t 1 u
t 2 v
t 3 (<= u v)
t 4 (<= v u)
t 5 (= u v)
a 1 3 0 input
a 2 4 0 input
a 3 -5 0 input
a 4 5 -3 -4 0 trichotomy 1 2
l 5 0 1 2 3 4 0
",
    },
    Story {
        name: "a sum of inequalities",
        declarations: NUMBERS,
        assertions: &["(<= (+ u (* 2.0 v)) 3.0)", "(< 1.0 v)", "(<= 1.0 u)"],
        proof: "t 1 (<= (+ u (* 2.0 v)) 3.0)
t 2 (< 1.0 v)
t 3 (<= 1.0 u)
a 1 1 0 input
a 2 2 0 input
a 3 3 0 input
a 4 -1 -2 -3 0 arith l0 1/2 l1 1 l2 1/2
l 5 0 1 2 3 4 0
",
    },
    Story {
        name: "rounding twice",
        declarations: NUMBERS,
        assertions: &["(< (* 3 x) 4)", "(< 2 (+ (* 2 x) y))", "(< y 1)"],
        proof: "# x ≤ 1 and y ≤ 0, but 3 ≤ 2x + y.
t 1 (< (* 3 x) 4)
t 2 (< 2 (+ (* 2 x) y))
t 3 (< y 1)
a 1 1 0 input
a 2 2 0 input
a 3 3 0 input
a 4 -1 -2 -3 0 arith l0 1 round ; l2 1 round ; d0 2 d1 1 l1 1
l 5 0 1 2 3 4 0
",
    },
    Story {
        name: "an equation without integer solutions",
        declarations: NUMBERS,
        assertions: &["(= (+ (* 4 x) (* 6 y)) z)", "(= z 9)"],
        proof: "t 1 (= (+ (* 4 x) (* 6 y)) z)
t 2 (= z 9)
a 1 1 0 input
a 2 2 0 input
a 3 -1 -2 0 arith l0 1 l1 1 round
l 4 0 1 2 3 0
",
    },
    Story {
        name: "quotient and remainder",
        declarations: NUMBERS,
        assertions: &["(= (mod x 4) 3)", "(= x (* 2 y))"],
        proof: "t 1 (mod x 4)
t 2 (= @1 3)
t 3 (= x (* 2 y))
t 4 (div x 4)
a 1 2 0 input
a 2 3 0 input
a 3 -2 -3 0 arith f1.2 1 l0 1 l1 -1 round
a 4 -2 -3 0 arith f4.0 -1 l0 -1 l1 1 round
l 5 0 1 2 3 0
",
    },
    Story {
        name: "remainders are small",
        declarations: NUMBERS,
        assertions: &["(or (< (mod x (- 4)) 0) (< 3 (mod x (- 4))))"],
        proof: "t 1 (mod x (- 4))
t 2 (< @1 0)
t 3 (< 3 @1)
t 4 (or @2 @3)
a 1 4 0 input
a 2 -4 2 3 0 define 4
a 3 -2 0 arith l0 1 f1.0 1
a 4 -3 0 arith l0 1 f1.1 1
l 5 0 1 3 4 2 0
",
    },
    Story {
        name: "the floor",
        declarations: NUMBERS,
        assertions: &["(or (< u (to_real (to_int u))) (<= (+ (to_real (to_int u)) 1.0) u))"],
        proof: "t 1 (to_int u)
t 2 (< u (to_real @1))
t 3 (<= (+ (to_real @1) 1.0) u)
t 4 (or @2 @3)
a 1 4 0 input
a 2 -4 2 3 0 define 4
a 3 -2 0 arith f1.0 1 l0 1
a 4 -3 0 arith f1.1 1 l0 1
l 5 0 1 3 4 2 0
",
    },
    Story {
        name: "congruence inside arithmetic",
        declarations: NUMBERS,
        assertions: &["(= x y)", "(< (+ (g x) z) (+ z (g y)))"],
        proof: "t 1 x
t 2 y
t 3 (= @1 @2)
t 4 (g @1)
t 5 (g @2)
t 6 (< (+ @4 z) (+ z @5))
a 1 3 0 input
a 2 6 0 input
a 3 -3 -6 0 arith l1 1 e4=5 1
l 4 0 1 2 3 0
",
    },
];
