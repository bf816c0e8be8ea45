//! Refutations with quantifiers. Their variables and they themselves are counted from 0, variables
//! where they are bound and quantifiers where they end.

use super::{ARRAYS, NUMBERS, Story, UNINTERPRETED};

pub const QUANTIFIED: &[Story] = &[
    // In the manner of the thesis, example 2.2.6.
    Story {
        name: "an instance of what holds everywhere",
        declarations: ARRAYS,
        assertions: &[
            "(forall ((n Int)) (=> (not (= n i)) (= (select a n) (select b n))))",
            "(not (= (select (store a i v) j) (select b j)))",
            "(= (select b i) v)",
        ],
        proof: "t 1 (@bound 0)
t 2 (= @1 i)
t 3 (= (select a @1) (select b @1))
t 4 (or @2 @3)
t 5 (@forall 0 @4)
t 6 j
t 7 (= @6 i)
t 8 (= (select a @6) (select b @6))
t 9 (or @7 @8)
t 10 (store a i v)
t 11 (= (select @10 @6) (select b @6))
t 12 (= (select b i) v)
t 13 (= (select @10 i) v)
t 14 (= (select @10 @6) (select a @6))
a 1 5 0 input
a 2 -11 0 input
a 3 12 0 input
a 4 -5 9 0 instance 5 6
a 5 -9 7 8 0 define 9
a 6 13 0 row-hit 10
a 7 7 14 0 row-miss 10 6
a 8 -7 -13 -12 11 0 closure
a 9 -8 -14 11 0 closure
l 10 -7 0 2 3 6 8 0
l 11 0 1 10 4 5 7 2 9 0
",
    },
    Story {
        name: "an instance of what holds nowhere",
        declarations: NUMBERS,
        assertions: &["(not (exists ((n Int)) (< (g n) n)))", "(< (g x) x)"],
        proof: "t 1 (@bound 0)
t 2 (< (g @1) @1)
t 3 (@exists 0 @2)
t 4 x
t 5 (< (g @4) @4)
a 1 -3 0 input
a 2 5 0 input
a 3 3 -5 0 instance 3 4
l 4 0 1 2 3 0
",
    },
    Story {
        name: "an instance that is a negation",
        declarations: UNINTERPRETED,
        assertions: &["(forall ((s U)) (not (p s)))", "(p a)"],
        proof: "t 1 (@bound 0)
t 2 (not (p @1))
t 3 (@forall 0 @2)
t 4 a
t 5 (p @4)
a 1 3 0 input
a 2 5 0 input
a 3 -3 -5 0 instance 3 4
l 4 0 1 2 3 0
",
    },
    Story {
        name: "witnesses of what does not hold everywhere",
        declarations: NUMBERS,
        assertions: &[
            "(not (forall ((n Int) (m Int)) (or (< n m) (<= (g m) (g n)))))",
            "(forall ((n Int)) (= (g n) 3))",
        ],
        proof: "t 1 (@bound 0)
t 2 (@bound 1)
t 3 (< @1 @2)
t 4 (<= (g @2) (g @1))
t 5 (or @3 @4)
t 6 (@forall 0 @5)
t 7 (@witness 0 @6)
t 8 (@witness 1 @6)
t 9 (< @7 @8)
t 10 (<= (g @8) (g @7))
t 11 (or @9 @10)
t 12 (@bound 2)
t 13 (= (g @12) 3)
t 14 (@forall 1 @13)
t 15 (= (g @7) 3)
t 16 (= (g @8) 3)
a 1 -6 0 input
a 2 14 0 input
a 3 6 -11 0 witness 6
a 4 -14 15 0 instance 14 7
a 5 -14 16 0 instance 14 8
a 6 11 -10 0 define 11
a 7 10 -15 -16 0 arith l0 1 l1 1 l2 -1
l 8 0 1 2 3 4 5 6 7 0
",
    },
    Story {
        name: "a quantifier inside another",
        declarations: UNINTERPRETED,
        assertions: &["(exists ((s U)) (forall ((t U)) (= (f t) s)))", "(not (= (f a) (f b)))"],
        proof: "t 1 (@bound 0)
t 2 (@bound 1)
t 3 (= (f @2) @1)
t 4 (@forall 0 @3)
t 5 (@exists 1 @4)
t 6 (@witness 0 @5)
t 7 (= (f @2) @6)
t 8 (@forall 0 @7)
t 9 a
t 10 b
t 11 (= (f @9) @6)
t 12 (= (f @10) @6)
t 13 (= (f @9) (f @10))
a 1 5 0 input
a 2 -13 0 input
a 3 -5 8 0 witness 5
a 4 -8 11 0 instance 8 9
a 5 -8 12 0 instance 8 10
a 6 -11 -12 13 0 closure
l 7 0 1 2 3 4 5 6 0
",
    },
    // Once the outer variable has values, the inner quantifier stands in two closed formulas.
    Story {
        name: "the same quantifier in several formulas",
        declarations: UNINTERPRETED,
        assertions: &[
            "(forall ((s U)) (exists ((t U)) (= (f t) s)))",
            "(forall ((t U)) (= (f t) c))",
            "(not (= a b))",
        ],
        proof: "t 1 (@bound 0)
t 2 (@bound 1)
t 3 (= (f @2) @1)
t 4 (@exists 0 @3)
t 5 (@forall 1 @4)
t 6 a
t 7 b
t 8 (= (f @2) @6)
t 9 (= (f @2) @7)
t 10 (@exists 0 @8)
t 11 (@exists 0 @9)
t 12 (@witness 0 @10)
t 13 (@witness 0 @11)
t 14 (= (f @12) @6)
t 15 (= (f @13) @7)
t 16 (@bound 2)
t 17 (= (f @16) c)
t 18 (@forall 2 @17)
t 19 (= (f @12) c)
t 20 (= (f @13) c)
t 21 (= @6 @7)
a 1 5 0 input
a 2 18 0 input
a 3 -21 0 input
a 4 -5 10 0 instance 5 6
a 5 -5 11 0 instance 5 7
a 6 -10 14 0 witness 10
a 7 -11 15 0 witness 11
a 8 -18 19 0 instance 18 12
a 9 -18 20 0 instance 18 13
a 10 -14 -15 -19 -20 21 0 closure
l 11 0 1 2 3 4 5 6 7 8 9 10 0
",
    },
];
