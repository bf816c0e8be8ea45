//! Random systems of many predicates with few loops, so that most of them are resolved away.

use std::fmt::Write as _;

use buttress_prop::Random;

fn one<'a>(random: &mut Random, texts: &[&'a str]) -> &'a str {
    texts[random.below(texts.len())]
}

/// Every predicate has two integers, a truth value and a real; integers stay between 0 and 4.
pub fn graph(seed: u64) -> String {
    let mut random = Random::new(seed);
    let predicates = 3 + random.below(6);
    let mut text = String::from("(set-logic HORN)\n");
    for number in 0..predicates {
        let _ = writeln!(text, "(declare-fun p{number} (Int Int Bool Real) Bool)");
    }
    let variables = "(x Int) (y Int) (b Bool) (r Real) (u Int) (v Int) (c Bool) (d Bool) (s Real) (w Int) (q Real)";
    for _ in 0..1 + random.below(2) {
        let x = one(&mut random, &["0", "1", "u"]);
        let y = one(&mut random, &["0", "2", "u", "x"]);
        let _ = writeln!(
            text,
            "(assert (forall ({variables}) (=> (and (= x {x}) (<= 0 u) (<= u 1)) (p0 x {y} c 0.5))))"
        );
    }
    for target in 0..predicates {
        for _ in 0..1 + random.below(2) {
            // Mostly forward, so that loops are few.
            let source = if target > 0 && random.below(5) > 0 {
                random.below(target)
            } else {
                random.below(predicates)
            };
            let guard = one(
                &mut random,
                &[
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
                ],
            );
            let u = one(
                &mut random,
                &[
                    "(= u (+ x 1))",
                    "(= u x)",
                    "(= u 1)",
                    "(= u (- 4 y))",
                    "(= u (ite b x y))",
                    "(= (+ u x) 4)",
                    "(and (<= x u) (<= u (+ x 1)))",
                    "(= (* 2 u) x)",
                ],
            );
            let v = one(&mut random, &["y", "x", "3", "(+ y 1)", "v", "u"]);
            let c = one(&mut random, &["b", "(not b)", "c", "(< x y)", "true", "(= c d)"]);
            let s = one(&mut random, &["r", "(* 2.0 r)", "(+ r 0.5)", "0.5", "(to_real u)"]);
            let (mut first, mut second) = (format!("(p{source} x y b r)"), String::from("true"));
            if random.below(4) == 0 {
                let arguments = one(&mut random, &["u y d r", "w y d q", "w w d q"]);
                second = format!("(p{} {arguments})", random.below(predicates));
            }
            if random.below(2) == 0 {
                std::mem::swap(&mut first, &mut second);
            }
            let _ = writeln!(
                text,
                "(assert (forall ({variables}) (=> (and {first} {second} {guard} {u} \
                 (<= 0 u) (<= u 4) (= v {v}) (<= 0 v) (<= v 4) (= s {s}) (< s 3.0)) (p{target} u v {c} s))))"
            );
        }
    }
    for _ in 0..1 + random.below(2) {
        let bad = one(
            &mut random,
            &[
                "(= x 4)",
                "(and b (= y 3))",
                "(< 4 (+ x y))",
                "(and (= x 3) (= y 0))",
                "(< 2.0 r)",
                "(< x 0)",
                "(and (not b) (= x y 2))",
            ],
        );
        let place = predicates - 1 - random.below(predicates.min(2));
        let _ = writeln!(
            text,
            "(assert (forall ({variables}) (=> (and (p{place} x y b r) {bad}) false)))"
        );
    }
    text.push_str("(check-sat)\n");
    text
}
