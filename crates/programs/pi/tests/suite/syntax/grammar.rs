//! What is accepted, and as what.

use buttress_pi::tree::{Declaration, Dialect, Expression, ExpressionKind, StatementKind};

use super::programs::{CLASSIC, PI};
use super::{is_accepted, shape, tree};

/// The body of a predicate that is written like this.
fn formula(text: &str) -> Expression {
    let file = tree(&format!("predicate p() := {text};"));
    match file.declarations.into_iter().next() {
        Some(Declaration::Predicate { body, .. }) => body,
        other => panic!("{other:?}"),
    }
}

/// Two ways to write one formula.
fn same(left: &str, right: &str) {
    let shape_of = |text: &str| shape(&tree(&format!("predicate p() := {text};")));
    assert_eq!(shape_of(left), shape_of(right), "{left}   {right}");
}

fn different(left: &str, right: &str) {
    let shape_of = |text: &str| shape(&tree(&format!("predicate p() := {text};")));
    assert_ne!(shape_of(left), shape_of(right), "{left}   {right}");
}

fn refused(text: &str) {
    assert!(!is_accepted(&format!("predicate p() := {text};")), "{text}");
}

/// The texts of annotation and header of the only loop of a function.
fn loop_parts(text: &str) -> (String, String) {
    let program = format!("@pre true @post true void f() {{ {text} }}");
    let file = tree(&program);
    let Some(Declaration::Function(function)) = file.declarations.first() else {
        panic!("{file:?}")
    };
    let statement = function.body.statements.first().map(|statement| &statement.kind);
    let body = match statement {
        Some(StatementKind::While(body)) | Some(StatementKind::For { body, .. }) => body,
        other => panic!("{other:?}"),
    };
    let of = |expression: &Expression| expression.span.of(&program).to_owned();
    (of(&body.annotation.formula), of(&body.condition))
}

#[test]
fn all_programs_are_read() {
    for text in PI {
        assert_eq!(tree(text).dialect, Dialect::Pi, "{text}");
    }
    for text in CLASSIC {
        assert_eq!(tree(text).dialect, Dialect::Classic, "{text}");
    }
}

#[test]
fn operators_bind_as_in_the_original() {
    same("a || b && c", "a || (b && c)");
    same("a -> b || c", "a -> (b || c)");
    same("a && b && c", "(a && b) && c");
    same("x = y < z", "x = (y < z)");
    same("x < y = z", "(x < y) = z");
    same("x + y * z - w", "(x + (y * z)) - w");
    same("x div y % z * w", "((x div y) % z) * w");
    same("-x * y", "(-x) * y");

    same("- -x", "-(-x)");
}

#[test]
fn quantifiers_end_before_conjunctions() {
    same("forall i. (a -> b) && c", "(forall i. (a -> b)) && c");
    same("forall i. a = b && c", "(forall i. (a = b)) && c");
    same("forall i. exists j. i < j || c", "(forall i. (exists j. (i < j))) || c");
    same("c && forall i. i > 0 && d", "(c && (forall i. i > 0)) && d");
    same("!forall i. i > 0", "!(forall i. (i > 0))");
    different("forall i. a && b", "forall i. (a && b)");
}

#[test]
fn bounded_quantifiers_are_in_both_dialects() {
    same("forall(i, l, u, a[i] = 0)", "forall i. (l <= i && i <= u -> a[i] = 0)");
    same("exists(i, l, u, a[i] = 0 || b)", "exists i. (l <= i && i <= u && (a[i] = 0 || b))");
    refused("forall(i, i, u, true)");
    refused("forall(i, 0, u)");
}

#[test]
fn typed_quantifiers_and_keys() {
    let ExpressionKind::Quantified { variables, .. } =
        formula("forall x, float y, z, k in keys(put(h, 1, 2)). k = 0").kind
    else {
        panic!()
    };
    let typed: Vec<bool> = variables.iter().map(|variable| variable.ty.is_some()).collect();
    assert_eq!(typed, [false, true, true, true]);
    assert!(variables[3].keys.is_some());
    // The point after `keys(h)` is not that of a field.
    same("forall k in keys(h). get(h, k) = 0", "forall k in keys(h). (get(h, k) = 0)");
    same("k in keys(h) && a", "(k in keys(h)) && a");
    same("k + 1 ∈ keys(h) = b", "((k + 1) in keys(h)) = b");
    refused("k in h");
}

#[test]
fn unicode_signs_are_synonyms() {
    same(
        "∀i. (0 ≤ i ∧ i ≥ 0 → i ≠ 1 ∨ ¬(i = 2)) ∧ (∃j. j = 1 ↔ true)",
        "forall i. (0 <= i && i >= 0 -> i != 1 || !(i = 2)) && (exists j. j = 1 <-> true)",
    );
}

#[test]
fn chains_are_kept_as_chains() {
    let ExpressionKind::Chain(operands, operators) = formula("l <= i < j + 1 <= u").kind else {
        panic!()
    };
    assert_eq!((operands.len(), operators.len()), (4, 3));
    different("l <= i <= u", "(l <= i) <= u");
    refused("l <= i >= u");
    refused("a = b = c");
    refused("a -> b -> c");
    refused("a <-> b -> c");
}

#[test]
fn a_brace_is_an_update_if_an_arrow_is_in_it() {
    same("a{i <- v}[j] = 0", "(a{i <- v})[j] = 0");
    same("a{b{1 <- 2}[0] <- 3} = b", "(a{(b{1 <- 2})[0] <- 3}) = b");
    let parts = loop_parts("while @ a = b{1 <- 2} (x < n) { c := a{1 <- 2}; }");
    assert_eq!(parts, ("a = b{1 <- 2}".to_owned(), "x < n".to_owned()));
}

#[test]
fn the_header_is_told_from_a_call() {
    let cases = [
        ("while @ p(x) (x < n) { }", "p(x)", "x < n"),
        ("while @ p(x) && (q) (x < n) x := 1;", "p(x) && (q)", "x < n"),
        ("while @ x (n) ;", "x", "n"),
        ("while @ true (n) int y;", "true", "n"),
        ("while @ true (n) @ true;", "true", "n"),
        ("while @ k in keys(h) (n) return;", "k in keys(h)", "n"),
        ("while @ p(x) in keys(h) (n) { }", "p(x) in keys(h)", "n"),
        ("while @ L: (a -> b) # (x) (n) if (a) break;", "(a -> b)", "n"),
        ("for @ p(i) (i := 0; i < n; ) { }", "p(i)", "i < n"),
        ("for @ p(i) (; f(i); g(i)) g(i);", "p(i)", "f(i)"),
        ("for # (n, i) @ a[i] = |b| (int i := 0; true; i) { }", "a[i] = |b|", "true"),
    ];
    for (text, annotation, condition) in cases {
        assert_eq!(loop_parts(text), (annotation.to_owned(), condition.to_owned()), "{text}");
    }
}

#[test]
fn spans_cover_what_was_written() {
    let text = "predicate p(int x) := (x > 0) && !(x = 1);";
    let file = tree(text);
    let Some(Declaration::Predicate { body, span, .. }) = file.declarations.first() else {
        panic!()
    };
    assert_eq!(span.of(text), text);
    assert_eq!(body.span.of(text), "(x > 0) && !(x = 1)");
    let parts: Vec<&str> = body.parts().iter().map(|part| part.span.of(text)).collect();
    assert_eq!(parts, ["(x > 0)", "!(x = 1)"]);
}

#[test]
fn an_else_belongs_to_the_nearest_if() {
    let text = |inner: &str| format!("@pre true @post true void f() {{ {inner} }}");
    let shape_of = |inner: &str| shape(&tree(&text(inner)));
    assert_eq!(
        shape_of("if (a) if (b) f(); else g();"),
        shape_of("if (a)\nif (b) f();\nelse g();")
    );
    assert_ne!(
        shape_of("if (a) if (b) f(); else g();"),
        shape_of("if (a) { if (b) f(); } else g();")
    );
}

#[test]
fn words_that_are_types_only_in_place_are_names_elsewhere() {
    assert!(is_accepted(
        "@pre true @post true int list(int hashtable, int in) { real := in; list(real); return keys; }"
    ));
    assert!(is_accepted(
        "struct real { int x; } @pre true @post true real f(real r) { return r; }"
    ));
}
