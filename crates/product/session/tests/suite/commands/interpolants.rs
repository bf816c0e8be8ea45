//! Interpolants.

use super::{Numbers, replies, says};

/// The interpolants of a script: its last response, taken apart.
fn interpolants(script: &str) -> Vec<String> {
    let text = replies(script).text;
    let list = text.strip_prefix("unsat\n").unwrap_or_else(|| panic!("{script}\n{text}"));
    let list = list.trim_end().strip_prefix('(').and_then(|list| list.strip_suffix(')'));
    let list = list.unwrap_or_else(|| panic!("{script}\n{text}"));
    list.split("\n ").map(str::to_owned).collect()
}

/// Declarations and parts contradict each other; every interpolant is one, as fresh scripts say.
fn interpolates(declarations: &str, parts: &[&str]) {
    let names = ["P", "Q", "R", "S"];
    let named = parts.iter().zip(names);
    let asserted: String =
        named.clone().map(|(part, name)| format!("(assert (! {part} :named {name}))")).collect();
    let asked: Vec<&str> = named.map(|(_, name)| name).collect();
    let script =
        format!("{declarations} {asserted} (check-sat) (get-interpolants {})", asked.join(" "));
    let found = interpolants(&script);
    assert_eq!(found.len(), parts.len() - 1, "{script}\n{found:?}");
    for (place, formula) in found.iter().enumerate() {
        let before = place.checked_sub(1).map_or("true", |before| &found[before]);
        says(
            &format!(
                "{declarations} (assert {before}) (assert {}) (assert (not {formula})) (check-sat)",
                parts[place]
            ),
            "unsat",
        );
        says(
            &format!(
                "{declarations} (assert {formula}) (assert (and true {})) (check-sat)",
                parts[place + 1..].join(" ")
            ),
            "unsat",
        );
    }
}

#[test]
fn linear_arithmetic() {
    let numbers =
        "(declare-const x Int) (declare-const y Int) (declare-const z Int) (declare-const u Int)";
    interpolates(numbers, &["(< x y z)", "(and (< z u) (< u (+ x 2)))"]);
    interpolates(numbers, &["(= x (* 2 y))", "(= x (+ 1 (* 2 z)))"]);
    interpolates(numbers, &["(= x (+ y 1))", "(> y z)", "(> z u)", "(and (= u 3) (< x 0))"]);
    says(
        "(declare-const x Real) (declare-const y Real) (assert (! (and (< x y) (< y 1.0)) :named A))
         (assert (! (> x 1.0) :named B)) (check-sat) (get-interpolants A B)",
        "unsat\n((< x 1.0))",
    );
    let refused =
        replies("(set-option :produce-interpolants false) (check-sat) (get-interpolants A B)");
    assert!(refused.text.contains(":produce-interpolants is off"), "{}", refused.text);
}

#[test]
fn equality_and_functions() {
    let names = "(declare-sort U 0) (declare-const a U) (declare-const b U) (declare-const c U)
                 (declare-const x U) (declare-const y U) (declare-fun f (U) U)";
    interpolates(names, &["(and (= a x) (= x b))", "(distinct a b)"]);
    interpolates(
        names,
        &["(and (= a x) (= x b))", "(= (f b) y)", "(and (distinct y (f c)) (= a c))"],
    );
    interpolates(
        names,
        &["(or (= a b) (and (= a x) (= x c)))", "(and (distinct a b) (distinct a c))"],
    );
}

#[test]
fn what_is_asked_wrongly_is_an_error() {
    let refused = |script: &str, words: &str| {
        let text = replies(script).text;
        assert!(text.contains(words), "{script}: {text}");
    };
    let script = "(declare-const p Bool) (assert (! p :named A)) (assert (! (not p) :named B)) (assert (! true :named C))";
    refused(&format!("{script} (get-interpolants A B)"), "there is no check answered unsat");
    refused(&format!("{script} (check-sat) (get-interpolants A D)"), "no assertion is named D");
    refused(&format!("{script} (check-sat) (get-interpolants A)"), "at least two parts");
    refused(&format!("{script} (check-sat) (get-interpolants A (or B C))"), "expected `and`");
    refused(&format!("{script} (check-sat) (get-interpolants A C)"), "no interpolant was found");
    says(&format!("{script} (check-sat) (get-interpolants (and A C) B)"), "unsat\n(p)");
}

#[test]
fn random_contradictions_have_interpolants() {
    let mut numbers = Numbers(3);
    let mut found = 0;
    for _ in 0..120 {
        let mut atom = |names: [&str; 3]| {
            let [a, b, c] = [(); 3].map(|()| numbers.between(-3, 3));
            let [a, b, c] =
                [a, b, c].map(|n| if n < 0 { format!("(- {})", -n) } else { n.to_string() });
            let [x, y] =
                [numbers.between(0, 2), numbers.between(0, 2)].map(|at| names[at as usize]);
            let relation = ["<", "<=", "="][numbers.between(0, 2) as usize];
            format!("({relation} (+ (* {a} {x}) (* {b} {y})) {c})")
        };
        let mut side = |names: [&str; 3]| {
            format!("(and {} (or {} {}) {})", atom(names), atom(names), atom(names), atom(names))
        };
        let (first, second) = (side(["x", "y", "l"]), side(["x", "y", "m"]));
        let declarations = "(declare-const x Int) (declare-const y Int) (declare-const l Int) (declare-const m Int)";
        let whole = format!("{declarations} (assert {first}) (assert {second}) (check-sat)");
        if replies(&whole).text == "unsat\n" {
            interpolates(declarations, &[&first, &second]);
            found += 1;
        }
    }
    assert!(found > 20, "only {found} contradictions");
}
