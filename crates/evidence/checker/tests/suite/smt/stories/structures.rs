//! Refutations about arrays and datatypes.

use super::{ARRAYS, LISTS, Story};

pub const STRUCTURES: &[Story] = &[
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
