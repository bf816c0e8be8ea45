//! What is said about mistakes: the code, the place, and the exact text to type.

use buttress_pi::{Diagnostic, Severity, parse};

/// The only message about a text.
fn only(text: &str) -> Diagnostic {
    let mut diagnostics = parse(text).diagnostics;
    assert_eq!(diagnostics.len(), 1, "{diagnostics:#?}\nin\n{text}");
    diagnostics.remove(0)
}

fn codes(text: &str) -> Vec<&'static str> {
    parse(text).diagnostics.iter().map(|found| found.code).collect()
}

fn function(body: &str) -> String {
    format!("@pre true @post true int f(int x, int n, int[] a) {{\n{body}\n}}")
}

/// A body with one mistake: the code, what is underlined, and a part of the help.
fn check(body: &str, code: &str, underlined: &str, help: &str) {
    let text = function(body);
    let found = only(&text);
    assert_eq!((found.code, found.span.of(&text)), (code, underlined), "{found:#?}\nin\n{body}");
    let said = found.help.clone().unwrap_or_default();
    assert!(said.contains(help), "{found:#?}\nin\n{body}");
}

#[test]
fn a_loop_without_annotation_is_told_what_to_write() {
    check("while (x < n) { x := x + 1; }", "PI0010", "while", "while @ true (x < n)");
    check(
        "for (int i := 0;\n i < n; i := i + 1) { }",
        "PI0010",
        "for",
        "for @ true (int i := 0; i < n; i := i + 1)",
    );
    check("while # (x) (x < n) { }", "PI0010", "while", "while @ true (x < n)");
    check("while @ x > 0 { }", "PI0010", "while", "while @ F (c)");
}

#[test]
fn the_two_signs_of_equality_are_kept_apart() {
    check("int y = 3;", "PI0013", "=", ":=");
    check("for @ true (int i = 0; i < n; i := i + 1) ;", "PI0013", "=", ":=");
    check("x := 1; if (x == 1) return x;", "PI0014", "==", "=");
    let found = only(&function("x = 1;"));
    assert_eq!((found.code, found.severity), ("PI0013", Severity::Warning));
    assert_eq!(found.help.as_deref(), Some("x := 1"));
    let classic = only("#include \"arrays.pi\"\n@pre x = 1 @post true void f(int x) { }");
    assert_eq!((classic.code, classic.help.as_deref()), ("PI0014", Some("==")));
    assert_eq!(classic.related.len(), 1, "{classic:#?}");
}

#[test]
fn types_are_written_without_blanks() {
    check("int [ ] b;", "PI0015", "[ ]", "int[]");
    check("int b[];", "PI0001", "[]", "");
    check("string s;", "PI0001", "string", "no strings");
    check("void v;", "PI0001", "void", "");
}

#[test]
fn reserved_words_and_underscores_are_no_names() {
    check("int post;", "PI0006", "post", "post1");
    check("x := pre + 1;", "PI0006", "pre", "pre1");
    check("x := null;", "PI0006", "null", "nil");
    check("@ for: x > 0;", "PI0006", "for", "for1");
    check("x := _y;", "PI0005", "_y", "y");
    check("x := __;", "PI0005", "__", "x");
}

#[test]
fn contracts_are_needed() {
    let found = only("@pre true int f() { return 1; }");
    assert_eq!(
        (found.code, found.help.as_deref()),
        ("PI0011", Some("write before it: @post true"))
    );
    assert!(found.message.contains("`f` has no @post"), "{}", found.message);
    assert!(only("int f() { return 1; }").message.contains("neither"));
    assert_eq!(codes("@pre true @post true @pre true void f() { }"), ["PI0011"]);
    assert_eq!(codes("#(1) @pre true #(2) @post true void f() { }"), ["PI0011"]);
    assert_eq!(codes("@pre true @post true void f() { while #(1) @ true #(2) (x) ; }"), ["PI0011"]);
}

#[test]
fn what_is_not_closed_is_pointed_at() {
    let text = function("x := (1 + 2;");
    let found = only(&text);
    assert_eq!((found.code, found.span.of(&text)), ("PI0008", ";"));
    assert_eq!(found.related.first().map(|(span, _)| span.of(&text)), Some("("));
    let text = "@pre true @post true void f() { if (x) { }\n@pre true @post true void g() { }";
    let found = only(text);
    assert_eq!((found.code, found.span.of(text)), ("PI0008", "@pre"));
    assert_eq!(codes("@pre true @post true void f() { /* } "), ["PI0003", "PI0008"]);
    check("x := a[1;", "PI0008", ";", "");
    check("x := |a;", "PI0008", ";", "");
}

#[test]
fn semicolons_are_missed_where_they_belong() {
    check("x := 1\n return x;", "PI0007", "1", "1;");
    check("return x", "PI0007", "x", "x;");
    check("break if (x) ;", "PI0007", "break", "break;");
}

#[test]
fn numbers_have_digits_on_both_sides() {
    check("x := 1.;", "PI0001", ".", "1.0");
    check("x := .5;", "PI0001", ".", "0.5");
    check("x := 12ab;", "PI0004", "12ab", "letter");
}

#[test]
fn letters_that_only_look_like_ours_are_told() {
    let help = |text: &str| parse(&function(text)).diagnostics[0].help.clone().unwrap_or_default();
    assert!(help("x := ℓ;").ends_with("write l"));
    assert!(help("x := ñ;").ends_with("underscores"));
}

#[test]
fn habits_from_elsewhere_are_recognised() {
    check("x++;", "PI0001", "+", "x := x + 1");
    check("x += 1;", "PI0001", "=", "x := x + ");
    check("if (x > 1 & n > 1) ;", "PI0002", "&", "&&");
    check("if (x > 1 and n > 1) ;", "PI0008", "and", "&&");
    check("@ x > 1 => n > 1;", "PI0001", ">", "->");
    check("x := \"abc\";", "PI0002", "\"abc\"", "no strings");
    check("int y, z;", "PI0001", ",", "int y; int");
    check("x := n := 1;", "PI0001", ":=", "statement of its own");
    check("if (x <-1) ;", "PI0008", "<-", "< -");
    check("@ forall i (a[i] = 0);", "PI0001", "(", "forall i. (");
    check("@ forall i: int. (a[i] = 0);", "PI0001", ":", "forall i. (");
    check("f(x) := 1;", "PI0017", "f(x)", "");
    check("x := 2(n + 1);", "PI0017", "2", "*");
}

#[test]
fn operators_that_do_not_chain_want_parentheses() {
    check("@ x > 0 -> n > 0 -> true;", "PI0016", "->", "(x > 0 -> n > 0) -> ");
    check("@ x = n = 0;", "PI0016", "=", "x = n && ");
    check("@ 0 < x > n;", "PI0016", ">", "0 < x && x > ");
}

#[test]
fn globals_and_structs() {
    assert_eq!(codes("int g := 3;"), ["PI0018"]);
    assert_eq!(codes("struct s { int x; };"), ["PI0001"]);
    assert_eq!(codes("typedef struct s { int x; } t;"), ["PI0020"]);
    assert_eq!(codes("predicate p() = true;"), ["PI0013"]);
    assert_eq!(codes("predicate p() := forall(i, 0, i, true);"), ["PI0019"]);
}

#[test]
fn one_run_tells_of_many_mistakes() {
    let text = "
predicate p(int x) = x > 0;
@pre x > && true
@post rv =
int f(int x {
  int y = 3;
  x := ;
  while (x > 0) { x := x - ; }
  if (x ! 1) { return 1; } else { return 2 }
}
int g;
@pre true
void h() { a[1 := 2; b := 3; c := ); }
";
    assert_eq!(
        codes(text),
        [
            "PI0013", "PI0001", "PI0001", "PI0008", "PI0013", "PI0001", "PI0010", "PI0001",
            "PI0008", "PI0007", "PI0011", "PI0008", "PI0001"
        ]
    );
    let places: Vec<usize> =
        parse(text).diagnostics.iter().map(|found| found.span.place(text).0).collect();
    assert!(places.is_sorted(), "{places:?}");
}

#[test]
fn a_file_that_is_no_program_gets_few_messages() {
    let noise = "%!PS £$ \u{0} )( ".repeat(5_000);
    assert!(parse(&noise).diagnostics.len() <= 100);
    assert!(parse("").diagnostics.is_empty());
    assert!(parse("\u{feff}// nothing\r\n").diagnostics.is_empty());
}

#[test]
fn a_structure_with_nonsense_in_it_is_read_to_its_end() {
    // Nothing that ends a field stands between the braces, so that only going on by force helps.
    for text in ["struct S { ) }", "struct S { ) int a; }", "struct S { int a; ] int b; }"] {
        assert!(!codes(text).is_empty(), "{text}");
    }
}
