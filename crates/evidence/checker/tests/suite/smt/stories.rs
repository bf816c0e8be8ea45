//! A small refutation for every rule, written by hand.

mod products;
mod quantified;

/// Assertions that are contradictory together, and satisfiable without any one of them.
pub struct Story {
    pub name: &'static str,
    pub declarations: &'static str,
    pub assertions: &'static [&'static str],
    /// The proof, without its first line.
    pub proof: &'static str,
}

impl Story {
    pub fn script(&self) -> String {
        self.script_without(usize::MAX)
    }

    /// The script without one of its assertions.
    pub fn script_without(&self, left_out: usize) -> String {
        let mut script = self.declarations.to_owned();
        for (place, assertion) in self.assertions.iter().enumerate() {
            let assertion = if place == left_out { "true" } else { assertion };
            script.push_str(&format!("(assert {assertion})\n"));
        }
        script + "(check-sat)\n"
    }

    pub fn proof(&self) -> String {
        format!("p buttress-smt-proof 1 1\n{}", self.proof)
    }
}

const UNINTERPRETED: &str = "(declare-sort U 0) (declare-fun f (U) U) (declare-fun p (U) Bool)
(declare-const a U) (declare-const b U) (declare-const c U)\n";
const FORMULAS: &str = "(declare-const p Bool) (declare-const q Bool) (declare-const r Bool)\n";
const NUMBERS: &str = "(declare-const x Int) (declare-const y Int) (declare-const z Int)
(declare-const u Real) (declare-const v Real) (declare-fun g (Int) Int)\n";
const ARRAYS: &str = "(declare-const a (Array Int Int)) (declare-const b (Array Int Int))
(declare-const i Int) (declare-const j Int) (declare-const v Int) (declare-const w Int)\n";
const LISTS: &str = "(declare-datatype List ((nil) (cons (head Int) (tail List))))
(declare-datatype Colour ((red) (green) (blue)))
(declare-const l List) (declare-const m List) (declare-const k Colour) (declare-const n Int)\n";

/// All of them.
pub fn stories() -> impl Iterator<Item = &'static Story> {
    GROUND.iter().chain(products::PRODUCTS).chain(quantified::QUANTIFIED)
}

const GROUND: &[Story] = &[
    Story {
        name: "congruence",
        declarations: UNINTERPRETED,
        assertions: &["(= a b)", "(not (= (f a) (f b)))"],
        proof: "# The values of a function at equal places are equal.
t 1 a
t 2 b
t 3 (= @1 @2)
t 4 (f @1)
t 5 (f @2)
t 6 (= @4 @5)
a 1 3 0 input
a 2 -6 0 input
a 3 -3 6 0 closure
l 4 0 1 2 3 0
",
    },
    Story {
        name: "congruence in a chain",
        declarations: UNINTERPRETED,
        assertions: &[
            "(= (f (f (f a))) a)",
            "(= (f (f (f (f (f a))))) a)",
            "(p a)",
            "(not (p (f a)))",
        ],
        proof: "t 1 a
t 2 (f @1)
t 3 (f (f @2))
t 4 (= @3 @1)
t 5 (= (f (f @3)) @1)
t 6 (p @1)
t 7 (p @2)
a 1 4 0 input
a 2 5 0 input
a 3 6 0 input
a 4 -7 0 input
a 5 -4 -5 -6 7 0 closure
l 6 7 0 1 2 3 5 0
l 7 0 4 6 0
",
    },
    Story {
        name: "two values",
        declarations: "(declare-const x Int) (declare-const y Int)\n",
        assertions: &["(= x 3)", "(= y 4)", "(= x y)"],
        proof: "t 1 (= x 3)
t 2 (= y 4)
t 3 (= x y)
a 1 1 0 input
a 2 2 0 input
a 3 3 0 input
a 4 -1 -2 -3 0 closure
l 5 0 1 2 3 4 0
",
    },
    Story {
        name: "formulas as arguments",
        declarations: "(declare-sort U 0) (declare-fun h (Bool) U) (declare-const p Bool)
(declare-const a U)\n",
        assertions: &["p", "(= (h true) a)", "(not (= (h (not (not p))) a))"],
        proof: "t 1 p
t 2 (= (h true) a)
t 3 (= (h p) a)
a 1 1 0 input
a 2 2 0 input
a 3 -3 0 input
a 4 -1 -2 3 0 closure
l 5 0 1 2 3 4 0
",
    },
    Story {
        name: "negations as arguments",
        declarations: "(declare-sort U 0) (declare-fun h (Bool) U) (declare-const p Bool)
(declare-const a U)\n",
        assertions: &["p", "(= (h false) a)", "(not (= (h (not p)) a))"],
        proof: "t 1 p
t 2 (= (h false) a)
t 3 (= (h (not @1)) a)
a 1 1 0 input
a 2 2 0 input
a 3 -3 0 input
a 4 -1 -2 3 0 closure
l 5 0 1 2 3 4 0
",
    },
    Story {
        name: "conjunction and disjunction",
        declarations: FORMULAS,
        assertions: &["(and p (or (not p) q))", "(not q)"],
        proof: "t 1 p
t 2 q
t 3 (not @1)
t 4 (or @3 @2)
t 5 (and @1 @4)
a 1 5 0 input
a 2 -2 0 input
a 3 -5 1 0 define 5
a 4 -5 4 0 define 5
a 5 -4 -1 2 0 define 4
l 6 1 0 1 3 0
l 7 4 0 1 4 0
l 8 0 6 7 2 5 0
",
    },
    Story {
        name: "conjunction and disjunction, upwards",
        declarations: FORMULAS,
        assertions: &["p", "q", "(not (or r (and p q)))"],
        proof: "t 1 p
t 2 q
t 3 r
t 4 (and @1 @2)
t 5 (or @3 @4)
a 1 1 0 input
a 2 2 0 input
a 3 -5 0 input
a 4 4 -1 -2 0 define 4
a 5 5 -4 0 define 5
l 6 0 1 2 4 3 5 0
",
    },
    Story {
        name: "constants",
        declarations: FORMULAS,
        assertions: &["(= p true)", "(= p false)"],
        proof: "t 1 p
t 2 true
t 3 false
t 4 (= @1 @2)
t 5 (= @1 @3)
a 1 4 0 input
a 2 5 0 input
a 3 2 0 define 2
a 4 -3 0 define 3
a 5 -4 1 -2 0 define 4
a 6 -5 -1 3 0 define 5
l 7 0 3 4 1 2 5 6 0
",
    },
    Story {
        name: "equivalence",
        declarations: FORMULAS,
        assertions: &["(not (= p q))", "(not (= q r))", "(not (= p r))"],
        proof: "t 1 p
t 2 q
t 3 r
t 4 (= @1 @2)
t 5 (= @2 @3)
t 6 (= @1 @3)
a 1 -4 0 input
a 2 -5 0 input
a 3 -6 0 input
a 4 4 1 2 0 define 4
a 5 4 -1 -2 0 define 4
a 6 5 2 3 0 define 5
a 7 5 -2 -3 0 define 5
a 8 6 1 3 0 define 6
a 9 6 -1 -3 0 define 6
l 10 1 0 1 4 2 7 3 8 0
l 11 0 10 1 5 2 6 3 9 0
",
    },
    Story {
        name: "choice between formulas",
        declarations: FORMULAS,
        assertions: &["(ite p q r)", "(not q)", "(not r)"],
        proof: "t 1 p
t 2 q
t 3 r
t 4 (ite @1 @2 @3)
a 1 4 0 input
a 2 -2 0 input
a 3 -3 0 input
a 4 -4 -1 2 0 define 4
a 5 -4 1 3 0 define 4
a 6 -4 2 3 0 define 4
l 7 -1 0 1 2 4 0
l 8 0 1 3 7 5 0
",
    },
    Story {
        name: "all different",
        declarations: UNINTERPRETED,
        assertions: &["(distinct a b c)", "(= a b)"],
        proof: "t 1 (distinct a b c)
t 2 (= a b)
a 1 1 0 input
a 2 2 0 input
a 3 -1 -2 0 define 1
l 4 0 1 2 3 0
",
    },
    Story {
        name: "not all different",
        declarations: "(declare-const x Int) (declare-const y Int)\n",
        assertions: &["(not (distinct x y 3))", "(< x y)", "(< y 3)"],
        proof: "t 1 (distinct x y 3)
t 2 (= x y)
t 3 (= x 3)
t 4 (= y 3)
t 5 (< x y)
t 6 (< y 3)
a 1 -1 0 input
a 2 5 0 input
a 3 6 0 input
a 4 1 2 3 4 0 define 1
a 5 -2 -5 0 arith l0 1 l1 1
a 6 -3 -5 -6 0 arith l0 1 l1 1 l2 1
a 7 -4 -6 0 arith l0 1 l1 1
l 8 0 1 2 3 5 6 7 4 0
",
    },
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
    Story {
        name: "reading what was stored",
        declarations: ARRAYS,
        assertions: &["(not (= (select (store a i v) i) v))"],
        proof: "t 1 (store a i v)
t 2 (= (select @1 i) v)
a 1 -2 0 input
a 2 2 0 row-hit 1
l 3 0 1 2 0
",
    },
    Story {
        name: "reading elsewhere",
        declarations: ARRAYS,
        assertions: &["(< i j)", "(not (= (select (store a i v) j) (select a j)))"],
        proof: "t 1 (store a i v)
t 2 j
t 3 (< i j)
t 4 (= i j)
t 5 (= (select @1 @2) (select a @2))
a 1 3 0 input
a 2 -5 0 input
a 3 4 5 0 row-miss 1 2
a 4 -3 -4 0 arith l0 1 l1 1
l 5 0 1 2 4 3 0
",
    },
    Story {
        name: "constant arrays",
        declarations: ARRAYS,
        assertions: &["(= a ((as const (Array Int Int)) v))", "(not (= (select a j) v))"],
        proof: "t 1 ((as const (Array Int Int)) v)
t 2 j
t 3 (= a @1)
t 4 (= (select a j) v)
t 5 (= (select @1 j) v)
a 1 3 0 input
a 2 -4 0 input
a 3 5 0 constant 1 2
a 4 -3 -5 4 0 closure
l 5 0 1 2 3 4 0
",
    },
    Story {
        name: "different arrays differ",
        declarations: ARRAYS,
        assertions: &["(not (= a (store a i (select a i))))"],
        proof: "t 1 a
t 2 (store a i (select a i))
t 3 (@difference @1 @2)
t 4 (= @1 @2)
t 5 (= (select @1 @3) (select @2 @3))
t 6 (= i @3)
t 7 (= (select @2 i) (select a i))
a 1 -4 0 input
a 2 4 -5 0 extensional 1 2
a 3 6 5 0 row-miss 2 3
a 4 7 0 row-hit 2
a 5 -6 -7 5 0 closure
l 6 -5 0 1 2 0
l 7 6 0 6 3 0
l 8 0 6 7 4 5 0
",
    },
    Story {
        name: "what is read almost everywhere",
        declarations: ARRAYS,
        assertions: &[
            "(= (store ((as const (Array Int Int)) 1) i v) (store ((as const (Array Int Int)) 2) j w))",
        ],
        proof: "t 1 ((as const (Array Int Int)) 1)
t 2 ((as const (Array Int Int)) 2)
t 3 (store @1 i v)
t 4 (store @2 j w)
t 5 (= @3 @4)
t 6 (= (@default @3) (@default @1))
t 7 (= (@default @4) (@default @2))
t 8 (= (@default @1) 1)
t 9 (= (@default @2) 2)
a 1 5 0 input
a 2 6 0 default-store 3
a 3 7 0 default-store 4
a 4 8 0 default-constant 1
a 5 9 0 default-constant 2
a 6 -5 -6 -7 -8 -9 0 closure
l 7 0 1 2 3 4 5 6 0
",
    },
    Story {
        name: "fields",
        declarations: LISTS,
        assertions: &["(= (cons 1 l) (cons n m))", "(not (= l m))"],
        proof: "t 1 (cons 1 l)
t 2 (cons n m)
t 3 (= @1 @2)
t 4 (= l m)
t 5 (= (tail @1) l)
t 6 (= (tail @2) m)
a 1 3 0 input
a 2 -4 0 input
a 3 5 0 field 1 1
a 4 6 0 field 2 1
a 5 -3 -5 -6 4 0 closure
l 6 0 1 2 3 4 5 0
",
    },
    Story {
        name: "different constructors",
        declarations: LISTS,
        assertions: &["(= l nil)", "(= l (cons n m))"],
        proof: "t 1 (= l nil)
t 2 (= l (cons n m))
a 1 1 0 input
a 2 2 0 input
a 3 -1 -2 0 closure
l 4 0 1 2 3 0
",
    },
    Story {
        name: "tests of constructor terms",
        declarations: LISTS,
        assertions: &["(or ((_ is nil) (cons n l)) (not ((_ is cons) (cons n l))))"],
        proof: "t 1 (cons n l)
t 2 ((_ is nil) @1)
t 3 ((_ is cons) @1)
t 4 (or @2 (not @3))
a 1 4 0 input
a 2 -4 2 -3 0 define 4
a 3 -2 0 test 1 nil
a 4 3 0 test 1 cons
l 5 0 1 3 4 2 0
",
    },
    Story {
        name: "some constructor",
        declarations: LISTS,
        assertions: &["(not (= k red))", "(not (= k green))", "(not (= k blue))"],
        proof: "t 1 k
t 2 ((_ is red) @1)
t 3 ((_ is green) @1)
t 4 ((_ is blue) @1)
t 5 (= @1 red)
t 6 (= @1 green)
t 7 (= @1 blue)
a 1 -5 0 input
a 2 -6 0 input
a 3 -7 0 input
a 4 2 3 4 0 test-some 1
a 5 -2 5 0 rebuild 1 red
a 6 -3 6 0 rebuild 1 green
a 7 -4 7 0 rebuild 1 |blue|
l 8 0 1 5 2 6 3 7 4 0
",
    },
    Story {
        name: "one constructor",
        declarations: LISTS,
        assertions: &["((_ is red) k)", "((_ is blue) k)"],
        proof: "t 1 k
t 2 ((_ is red) @1)
t 3 ((_ is blue) @1)
a 1 2 0 input
a 2 3 0 input
a 3 -2 -3 0 test-one 1
l 4 0 1 2 3 0
",
    },
    Story {
        name: "a list that contains itself",
        declarations: LISTS,
        assertions: &["(= (cons 7 m) l)", "(= (cons n l) m)"],
        proof: "t 1 (= (cons 7 m) l)
t 2 (= (cons n l) m)
a 1 1 0 input
a 2 2 0 input
a 3 -1 -2 0 cycle
l 4 0 1 2 3 0
",
    },
    Story {
        name: "rebuilding",
        declarations: LISTS,
        assertions: &["((_ is cons) l)", "(= (tail l) l)"],
        proof: "t 1 l
t 2 ((_ is cons) @1)
t 3 (tail @1)
t 4 (= @3 @1)
t 5 (= @1 (cons (head @1) @3))
a 1 2 0 input
a 2 4 0 input
a 3 -2 5 0 rebuild 1 cons
a 4 -5 -4 0 cycle
l 5 0 1 2 3 4 0
",
    },
];
