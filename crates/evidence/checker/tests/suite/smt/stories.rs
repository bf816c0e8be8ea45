//! A small refutation for every rule, written by hand.

mod arithmetic;
mod products;
mod quantified;
mod structures;

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
    let ground = PROPOSITIONAL.iter().chain(arithmetic::ARITHMETIC).chain(structures::STRUCTURES);
    ground.chain(products::PRODUCTS).chain(quantified::QUANTIFIED)
}

const PROPOSITIONAL: &[Story] = &[
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
];
