//! The limit of nesting: everything below it is read, everything above it is refused, nothing overflows.

use buttress_pi::{LEVELS, format, parse, read};

use super::is_accepted;

fn predicate(formula: &str) -> String {
    format!("predicate p() := {formula};")
}

fn function(statements: &str) -> String {
    format!("@pre true @post true void f() {{ {statements} }}")
}

/// What is nested this often, in each way the grammar has.
fn nested(times: usize) -> Vec<String> {
    let around = |open: &str, middle: &str, close: &str| {
        format!("{}{middle}{}", open.repeat(times), close.repeat(times))
    };
    vec![
        predicate(&around("(", "x", ")")),
        predicate(&around("!", "x", "")),
        predicate(&around("-", "x", "")),
        predicate(&around("f(", "x", ")")),
        predicate(&around("a[", "x", "]")),
        predicate(&around("", "a", "[x]")),
        predicate(&around("| ", "a", " |")),
        predicate(&around("forall i. ", "x", "")),
        predicate(&around("forall(i, 0, 1, ", "x", ")")),
        predicate(&around("a{1 <- ", "x", "}")),
        predicate(&around("", "a", "{1 <- x}")),
        predicate(&around("x + ", "x", "")),
        predicate(&around("x && ", "x", "")),
        predicate(&around("x <= ", "x", "")),
        predicate(&around("(x -> ", "x", ")")),
        predicate(&around("(", "x", " + 1)")),
        predicate(&around("", "x", ".y")),
        function(&around("{", "", "}")),
        function(&around("if (x) ", ";", "")),
        function(&around("while @ true (x) ", ";", "")),
        function(&around("if (x) ; else ", ";", "")),
        function(&format!("int{} x;", "[]".repeat(times))),
        function(&format!("{}int{} x;", "list(".repeat(times), ")".repeat(times))),
    ]
}

#[test]
fn a_hundred_levels_are_read() {
    for text in nested(100) {
        assert!(is_accepted(&text), "{text}");
    }
}

#[test]
fn whoever_works_on_the_deepest_trees_may_recurse() {
    let mut accepted = 0;
    for text in nested(390) {
        accepted += usize::from(is_accepted(&text));
        let _ = read(&text);
        let _ = format(&text);
    }
    assert!(accepted > 10, "{accepted}");
}

#[test]
fn thousands_of_levels_are_refused() {
    for text in nested(5_000) {
        assert!(!is_accepted(&text), "{}", &text[..200]);
        assert!(format(&text).is_err());
    }
}

#[test]
fn the_limit_counts_operators_and_statements_together() {
    let chain = |operators: usize| predicate(&format!("x{}", " + x".repeat(operators)));
    assert!(is_accepted(&chain(LEVELS as usize - 1)));
    assert!(!is_accepted(&chain(LEVELS as usize)));
    // A long sum in front of a long sum in front of …: each is short, the tree is not.
    let tower = predicate(&format!(
        "{}x{}",
        "(".repeat(50),
        " + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1)".repeat(50)
    ));
    assert!(!is_accepted(&tower));
    let inside = function(&format!(
        "{}x := {};{}",
        "{".repeat(300),
        ["x"; 200].join(" + "),
        "}".repeat(300)
    ));
    assert!(!is_accepted(&inside));
    let codes: Vec<&str> = parse(&inside).diagnostics.iter().map(|found| found.code).collect();
    assert_eq!(codes, ["PI0009"]);
}
