//! Depth and length: nothing overflows, and nothing is built twice.

use super::run;

const DEPTH: usize = 100_000;

/// `open` and `close` around a core, many times.
fn nested(open: &str, core: &str, close: &str) -> String {
    let mut text = open.repeat(DEPTH);
    text += core;
    text += &close.repeat(DEPTH);
    text
}

#[test]
fn terms_nested_a_hundred_thousand_deep() {
    let header = "(declare-datatype N ((zero) (succ (pred N))))
        (declare-const b Bool)(declare-const x Int)(declare-const m (Array Int Int))
        (declare-const n N)(define-fun both ((p Bool)) Bool (and p b))";
    // Each layer makes so many new terms.
    let cases = [
        (nested("(not ", "b", ")"), 0),
        (nested("(and b ", "b", ")"), 1),
        (nested("(let ((y b)) ", "(and y b)", ")"), 0),
        (nested("(let ((b (or b b))) ", "b", ")"), 1),
        (nested("(ite b ", "b", " b)"), 1),
        (format!("(= x {})", nested("(+ x ", "x", ")")), 1),
        (format!("(= m {})", nested("(store ", "m", " x x)")), 1),
        (nested("(both ", "b", ")"), 1),
        (nested("(match n ((zero b) ((succ n) ", "b", ")))"), 3),
        (nested("(exists ((y Int)) ", "b", ")"), 2),
        (nested("(! ", "b", " :weight 1)"), 0),
        (format!("(= n {})", nested("(succ ", "n", ")")), 1),
        (nested("(=> b ", "b", ")"), 1),
    ];
    for (term, layer) in &cases {
        let shown = &term[..40];
        let asserted = run(format!("{header}(assert {term})"));
        assert_eq!(asserted.errors(), [""; 0], "{shown}");
        let built = asserted.terms.len();
        assert!(built <= layer * DEPTH + 30, "{shown}: {built} terms");
        assert!(built >= layer * DEPTH, "{shown}: {built} terms");
        let defined =
            run(format!("{header}(define-fun f ((q Bool)) Bool (and q {term}))(assert (f b))"));
        assert_eq!(defined.errors(), [""; 0], "{shown}");
    }
}

#[test]
fn parentheses_without_end() {
    for text in ["(".repeat(DEPTH), format!("(assert {}", "(and ".repeat(DEPTH))] {
        assert_eq!(run(&text).errors().len(), 1);
    }
    let sort = nested("(Array Int ", "Int", ")");
    let errors = run(format!("(declare-const m {sort})")).errors();
    assert!(errors[0].contains("sorts of more than 1000 parts"), "{errors:?}");
    let pattern = format!("(assert (! true :pattern {}))", nested("(f ", "x", ")"));
    assert_eq!(run(pattern).errors(), [""; 0]);
}

#[test]
fn expansion_is_limited() {
    let body = nested("(+ x ", "x", ")");
    let calls = |count: usize| "(f 1) ".repeat(count);
    let script =
        |count| format!("(define-fun f ((x Int)) Int {body}) (assert (= {}))", calls(count));
    assert_eq!(run(script(4)).errors(), [""; 0]);
    let errors = run(script(60)).errors();
    assert!(errors[0].contains("the definitions expand to more than"), "{errors:?}");
}

#[test]
fn ten_megabytes() {
    let mut script = String::from("(declare-fun f (Int Int) Int)(declare-const x Int)\n");
    let mut count = 0;
    while script.len() < 10_000_000 {
        script += &format!(
            "(assert (let ((y (f x {count}))) (or (< y (+ x {count})) (= y |x|)))) ; so\n"
        );
        count += 1;
    }
    let run = run(&script);
    assert_eq!(run.errors(), [""; 0]);
    assert_eq!(run.script.assertions().len(), count);
    // A numeral, f, the sum and three formulas each; all else is shared.
    assert!(run.terms.len() <= 6 * count + 10);
    assert_eq!(run.outcomes.len(), count + 2);
}
