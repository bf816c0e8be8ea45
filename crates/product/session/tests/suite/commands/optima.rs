//! Objectives.

use super::{Numbers, rejected, replies, says};

#[test]
fn values_are_attained_near_or_without_bound() {
    let script = |objectives: &str| {
        format!(
            "(declare-const x Int) (declare-const y Real) (declare-const z Real)
             (assert (and (< x 10) (> y 2) (< y 5.5) (>= z 0))) {objectives} (check-sat) (get-objectives)"
        )
    };
    let optimum = |objectives: &str, expected: &str| {
        says(&script(objectives), &format!("sat\n(objectives\n{expected})"))
    };
    optimum("(maximize x) (minimize y)", " (x 9)\n (y (+ 2.0 epsilon))\n");
    optimum("(maximize (+ y 1.0))", " ((+ y 1.0) (+ (/ 13.0 2.0) (* (- 1.0) epsilon)))\n");
    optimum("(maximize z) (minimize x)", " (z oo)\n (x (interval (* (- 1) oo) oo))\n");
    optimum("(minimize z) (minimize x)", " (z 0.0)\n (x (* (- 1) oo))\n");
    optimum("", "");
    says(
        "(declare-const x Int) (assert (< x 0)) (assert (> x 0)) (minimize x) (check-sat)",
        "unsat",
    );
}

#[test]
fn choices_integers_and_conditions() {
    says(
        "(declare-const x Int) (declare-const y Int) (declare-const p Bool)
         (assert (ite p (<= (+ (* 2 x) (* 3 y)) 12) (and (<= x 3) (<= y 1))))
         (assert (and (>= x 0) (>= y 0))) (push)
         (maximize (+ (* 3 x) (* 4 y))) (check-sat) (get-objectives) (pop)
         (maximize (ite p (- 1) (+ x y))) (check-sat) (get-objectives) (get-value (p x y))",
        "sat\n(objectives\n ((+ (* 3 x) (* 4 y)) 18)\n)\n\
         sat\n(objectives\n ((ite p (- 1) (+ x y)) 4)\n)\n((p false)\n (x 3)\n (y 1))",
    );
    // The relaxation is no help: 6 is the largest multiple of 3 below 7.5.
    says(
        "(declare-const x Int) (declare-const k Int) (assert (= x (* 3 k)))
         (assert (< (* 2 x) 15)) (maximize x) (check-sat) (get-objectives)",
        "sat\n(objectives\n (x 6)\n)",
    );
}

#[test]
fn objectives_go_with_their_level_and_hold_with_assumptions() {
    says(
        "(declare-const x Int) (declare-const p Bool) (assert (<= 0 x 9)) (assert (=> p (< x 5)))
         (push) (maximize x) (check-sat-assuming (p)) (get-objectives) (check-sat) (get-objectives)
         (pop) (check-sat) (get-objectives)",
        "sat\n(objectives\n (x 4)\n)\nsat\n(objectives\n (x 9)\n)\nsat\n(objectives\n)",
    );
    let text = replies("(maximize true)").text;
    assert!(text.contains("expected a term of sort Int or Real, found Bool"), "{text}");
}

#[test]
fn what_has_no_answer_is_unknown() {
    let text = replies(
        "(declare-fun f (Int) Int) (declare-const x Int) (assert (> (f x) x)) (assert (= (f x) (f 0)))
         (set-option :reproducible-resource-limit 20000) (maximize x) (check-sat) (get-objectives)",
    );
    assert!(text.text.starts_with("unknown\n(error "), "{}", text.text);
}

/// Every optimum of small random systems is that of trying all values, and its evidence stands.
#[test]
fn random_integers_agree_with_brute_force() {
    let mut numbers = Numbers(7);
    for round in 0..60 {
        let row = |numbers: &mut Numbers| [(); 4].map(|()| numbers.between(-4, 4));
        let rows: Vec<[i64; 4]> = (0..4).map(|_| row(&mut numbers)).collect();
        let (goal, is_maximum) = (row(&mut numbers), numbers.between(0, 1) == 1);
        let value = |row: &[i64; 4], x: i64, y: i64| row[0] * x + row[1] * y + row[2];
        let holds = |x: i64, y: i64| {
            value(&rows[0], x, y) >= 0
                && (value(&rows[1], x, y) > 0 || value(&rows[2], x, y) >= 0)
                && value(&rows[3], x, y) != 0
        };
        let points = (-5..=5).flat_map(|x| (-5..=5).map(move |y| (x, y)));
        let values = points.filter(|(x, y)| holds(*x, *y)).map(|(x, y)| value(&goal, x, y));
        let best = if is_maximum { values.max() } else { values.min() };
        let text = |row: &[i64; 4]| {
            let [a, b, c] = [row[0], row[1], row[2]]
                .map(|n| if n < 0 { format!("(- {})", -n) } else { n.to_string() });
            format!("(+ (* {a} x) (* {b} y) {c})")
        };
        let verb = if is_maximum { "maximize" } else { "minimize" };
        let script = format!(
            "(declare-const x Int) (declare-const y Int) (assert (<= (- 5) x 5)) (assert (<= (- 5) y 5))
             (assert (>= {} 0)) (assert (or (> {} 0) (>= {} 0))) (assert (distinct {} 0))
             ({verb} {}) (check-sat) (get-objectives)",
            text(&rows[0]), text(&rows[1]), text(&rows[2]), text(&rows[3]), text(&goal)
        );
        let Some(best) = best else {
            assert!(replies(&script).text.starts_with("unsat"), "round {round}: {script}");
            continue;
        };
        let best = if best < 0 { format!("(- {})", -best) } else { best.to_string() };
        says(&script, &format!("sat\n(objectives\n ({} {best})\n)", text(&goal)));
    }
}

#[test]
fn damaged_evidence_is_rejected() {
    let attained = "(declare-const x Int) (declare-const y Int) (assert (<= (+ x (* 2 y)) 7)) (assert (<= 0 y))
                    (maximize x) (maximize y) (check-sat)";
    let evidence = replies(attained).evidence[0].clone();
    assert!(evidence.starts_with("p buttress-smt-optimum 1 1\nv 1 attained 7\nv 2 attained 0\n"));
    for (from, to) in [
        ("v 1 attained 7", "v 1 attained 6"),
        ("v 1 attained 7", "v 1 open 7"),
        ("v 1 attained 7", "v 1 unbounded"),
        ("v 1 attained 7", "v 1 undefined"),
        ("v 2 attained 0\n", ""),
        ("v 2 attained 0", "v 2 undefined"),
        ("v 2 attained 0", "v 2 attained 1"),
        ("part bound 1", "part band 1"),
        ("part bound 2", "part bound 3"),
        ("define-fun x () Int 7", "define-fun x () Int 6"),
        ("optimum 1 1", "optimum 1 2"),
    ] {
        assert!(evidence.contains(from), "{from}: {evidence}");
        rejected(attained, &evidence.replacen(from, to, 1));
    }
    // Every prefix lacks something.
    for end in (0..evidence.len() - 1).step_by(37) {
        rejected(attained, &evidence[..end]);
    }
    // Evidence for a smaller objective is none for a larger one.
    rejected(&attained.replace("(maximize x)", "(maximize (+ x 1))"), &evidence);
    rejected(&attained.replace("(maximize x)", "(minimize x)"), &evidence);
    rejected(&attained.replace("7", "8"), &evidence);
}

#[test]
fn damaged_families_are_rejected() {
    let open = "(declare-const x Int) (declare-const r Real) (assert (< r (to_real x))) (assert (< 0 x 4)) (assert (> r 0.0))
                (maximize r) (check-sat)";
    let evidence = replies(open).evidence[0].clone();
    assert!(evidence.contains("v 1 open 3\ns 1 1 "), "{evidence}");
    for (from, to) in [
        ("v 1 open 3", "v 1 open 2"),
        ("v 1 open 3", "v 1 open 4"),
        ("v 1 open 3", "v 1 unbounded"),
        ("s 1 1 ", "s 1 0 "),
        ("s 1 1 ", "s 1 9 "),
        ("s 1 1 ", "s 1 1 -"),
        ("part family 1", "part home 1"),
    ] {
        rejected(open, &evidence.replacen(from, to, 1));
    }
    let unbounded = "(declare-const x Int) (declare-const y Int) (assert (> x (* 2 y))) (assert (> y 0)) (maximize x) (check-sat)";
    let evidence = replies(unbounded).evidence[0].clone();
    assert!(evidence.contains("v 1 unbounded\ns 1 "), "{evidence}");
    let slope = evidence.lines().find(|line| line.starts_with("s 1 0 ")).expect("x grows");
    for changed in ["s 1 0 0", "s 1 0 -1", "s 1 0 1/2", "s 1 1 1"] {
        rejected(unbounded, &evidence.replacen(slope, changed, 1));
    }
    rejected(&unbounded.replace("(maximize x)", "(assert (< x 99)) (maximize x)"), &evidence);
    rejected(&unbounded.replace("(maximize x)", "(minimize x)"), &evidence);
}
