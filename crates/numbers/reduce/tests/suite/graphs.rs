//! Random systems of many predicates with few loops, so that most of them are resolved away.

use std::fmt::Write as _;

/// A sequence of numbers that look random.
struct Dice(u64);

impl Dice {
    fn throw(&mut self, sides: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.throw(from.len() as u64) as usize]
    }
}

/// Every predicate has two integers, a truth value and a real; integers stay between 0 and 4.
pub fn graph(seed: u64) -> String {
    let mut dice = Dice(seed);
    for _ in 0..3 {
        dice.throw(2);
    }
    let predicates = 3 + dice.throw(6);
    let mut text = String::from("(set-logic HORN)\n");
    for number in 0..predicates {
        let _ = writeln!(text, "(declare-fun p{number} (Int Int Bool Real) Bool)");
    }
    let variables = "(x Int) (y Int) (b Bool) (r Real) (u Int) (v Int) (c Bool) (d Bool) (s Real) (w Int) (q Real)";
    for _ in 0..1 + dice.throw(2) {
        let x = dice.pick(&["0", "1", "u"]);
        let y = dice.pick(&["0", "2", "u", "x"]);
        let _ = writeln!(
            text,
            "(assert (forall ({variables}) (=> (and (= x {x}) (<= 0 u) (<= u 1)) (p0 x {y} c 0.5))))"
        );
    }
    for target in 0..predicates {
        for _ in 0..1 + dice.throw(2) {
            // Mostly forward, so that loops are few.
            let source = if target > 0 && dice.throw(5) > 0 {
                dice.throw(target)
            } else {
                dice.throw(predicates)
            };
            let guard = dice.pick(&[
                "(< x 3)",
                "(= x y)",
                "b",
                "(not b)",
                "(<= y x)",
                "true",
                "(or b (= x 1))",
                "(= x 2)",
                "(< r 1.0)",
                "(and (<= 0 v) (<= v 1))",
            ]);
            let u = dice.pick(&[
                "(= u (+ x 1))",
                "(= u x)",
                "(= u 1)",
                "(= u (- 4 y))",
                "(= u (ite b x y))",
                "(= (+ u x) 4)",
                "(and (<= x u) (<= u (+ x 1)))",
                "(= (* 2 u) x)",
            ]);
            let v = dice.pick(&["y", "x", "3", "(+ y 1)", "v", "u"]);
            let c = dice.pick(&["b", "(not b)", "c", "(< x y)", "true", "(= c d)"]);
            let s = dice.pick(&["r", "(* 2.0 r)", "(+ r 0.5)", "0.5", "(to_real u)"]);
            let (mut first, mut second) = (format!("(p{source} x y b r)"), String::from("true"));
            if dice.throw(4) == 0 {
                let arguments = dice.pick(&["u y d r", "w y d q", "w w d q"]);
                second = format!("(p{} {arguments})", dice.throw(predicates));
            }
            if dice.throw(2) == 0 {
                std::mem::swap(&mut first, &mut second);
            }
            let _ = writeln!(
                text,
                "(assert (forall ({variables}) (=> (and {first} {second} {guard} {u} \
                 (<= 0 u) (<= u 4) (= v {v}) (<= 0 v) (<= v 4) (= s {s}) (< s 3.0)) (p{target} u v {c} s))))"
            );
        }
    }
    for _ in 0..1 + dice.throw(2) {
        let bad = dice.pick(&[
            "(= x 4)",
            "(and b (= y 3))",
            "(< 4 (+ x y))",
            "(and (= x 3) (= y 0))",
            "(< 2.0 r)",
            "(< x 0)",
            "(and (not b) (= x y 2))",
        ]);
        let place = predicates - 1 - dice.throw(predicates.min(2));
        let _ = writeln!(
            text,
            "(assert (forall ({variables}) (=> (and (p{place} x y b r) {bad}) false)))"
        );
    }
    text.push_str("(check-sat)\n");
    text
}
