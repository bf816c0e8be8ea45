//! What the user is told about names, types, contracts and rankings: every code at least once.

use buttress_pi::{Diagnostic, read};

/// The messages about a text: code, place, sentence.
fn said(text: &str) -> Vec<String> {
    let reading = read(text);
    let line = |diagnostic: &Diagnostic| {
        let (line, column) = diagnostic.span.place(text);
        format!("{} {line}:{column} {}", diagnostic.code, diagnostic.message)
    };
    let is_wrong = reading
        .diagnostics
        .iter()
        .any(|diagnostic| diagnostic.severity == buttress_pi::Severity::Error);
    assert_eq!(reading.program.is_none(), is_wrong, "{text}");
    reading.diagnostics.iter().map(line).collect()
}

/// A function with these parameters and this body, which begins on the third line.
fn function(parameters: &str, body: &str) -> String {
    format!("@pre true @post true\nvoid f({parameters}) {{\n{body}\n}}\n")
}

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    assert_eq!(said(text), expected, "{text}");
}

#[track_caller]
fn check_body(parameters: &str, body: &str, expected: &[&str]) {
    check(&function(parameters, body), expected);
}

#[track_caller]
fn only(text: &str) -> Diagnostic {
    let diagnostics = read(text).diagnostics;
    assert_eq!(diagnostics.len(), 1, "{diagnostics:?}");
    diagnostics.into_iter().next().expect("there is one")
}

#[test]
fn a_quantifier_that_ends_early_is_explained_with_the_formula_to_type() {
    let text = "@pre true\n@post true\nvoid f(int[] a, int n) {\n\
                @ forall i. 0 <= i && i < n -> a[i] = 0;\n}";
    let diagnostic = only(text);
    assert_eq!(diagnostic.code, "PI0012");
    assert_eq!(diagnostic.message, "`i` is not defined here");
    assert_eq!(diagnostic.span.place(text), (4, 23));
    assert_eq!(diagnostic.label.as_deref(), Some("outside the quantifier"));
    assert_eq!(diagnostic.related[0].0.of(text), "forall i. 0 <= i");
    assert_eq!(diagnostic.note.as_deref(), Some("`forall i.` ends before `&&` in pi"));
    let help = "forall i. (0 <= i && i < n -> a[i] = 0)";
    assert_eq!(diagnostic.help.as_deref(), Some(help));
    // What the help says is right.
    let fixed = text.replace("forall i. 0 <= i && i < n -> a[i] = 0", help);
    assert_eq!(said(&fixed), [""; 0]);
}

#[test]
fn the_formula_to_type_ends_where_the_parentheses_do() {
    let text = function(
        "int[] a, int n",
        "@ n > 0 && (exists i, j. i < j // not yet\n && a[i] = a[j] && j < n) && n < 9;",
    );
    let help = only(&text).help.expect("help");
    assert_eq!(help, "exists i, j. (i < j && a[i] = a[j] && j < n)");
    assert_eq!(
        only(&text.replace("(exists", "eq(a, a, exists").replace("j < n)", "j < n, 3)")).code,
        "PI0012"
    );
}

#[test]
fn a_name_that_slips_out_of_its_quantifier_to_another_meaning_is_a_warning() {
    let text = function("int[] a, int i", "@ forall i. 0 <= i && a[i] = 0;");
    check(&text, &["PI0136 3:25 this `i` is not that of the quantifier"]);
    assert_eq!(only(&text).help.as_deref(), Some("forall i. (0 <= i && a[i] = 0)"));
    check_body("int[] a, int i", "@ forall i. (0 <= i) && a[i] = 0;", &[]);
    check_body("int[] a, int i", "@ forall(i, 0, 3, a[i] > 0) && a[i] = 0;", &[]);
}

#[test]
fn names_that_are_not_there() {
    check_body("int count", "int x := cuont;", &["PI0101 3:10 `cuont` is not defined"]);
    let near = only(&function("int count", "int x := cuont;"));
    assert_eq!(near.help.as_deref(), Some("did you mean `count`?"));
    // Each is told once, and what depends on it not at all.
    check_body(
        "",
        "int x := y + y; x := y; x := !z + 1;",
        &["PI0101 3:10 `y` is not defined", "PI0101 3:31 `z` is not defined"],
    );
    let gone = function("", "{ int x := 1; } int y := x;");
    assert_eq!(only(&gone).related[0].0.place(&gone), (3, 7));
    check_body("", "g(1);", &["PI0104 3:1 there is no function `g`"]);
    check_body("int[] a", "@ sroted(a, 0, 1);", &["PI0104 3:3 there is no predicate `sroted`"]);
    let length = only(&function("int[] a", "int n := length(a);"));
    assert_eq!(length.help.as_deref(), Some("the length of an array is `|a|`"));
    check_body("", "point p;", &["PI0102 3:1 there is no type `point`"]);
    check(
        "struct s { int x; }\n@pre true @post rv.y = 0\ns f() { s p; p.z := 1; return p; }",
        &[
            "PI0105 2:20 the struct `s` has no field `y`",
            "PI0105 3:16 the struct `s` has no field `z`",
        ],
    );
    check_body("int x", "@ x.y = 1;", &["PI0105 3:5 only structs have fields, but this is `int`"]);
}

#[test]
fn habits_from_other_languages_are_read_as_meant() {
    check(
        "@pre true @post true\nint f() { double x; return x; }",
        &[
            "PI0102 2:11 there is no type `double`",
            "PI0113 2:28 what is returned here must be `int`, but this is `float`",
        ],
    );
}

#[test]
fn names_that_are_taken() {
    check("int x;\npredicate x() := true;", &["PI0103 2:11 `x` is defined twice"]);
    check(
        "struct s { int x; int x; }\nstruct s { int y; }",
        &["PI0103 1:23 `x` is defined twice", "PI0103 2:8 `s` is defined twice"],
    );
    check_body("int a, int a", "", &["PI0103 2:19 `a` is defined twice"]);
    check_body("", "int a; bool a;", &["PI0103 3:13 `a` is defined twice"]);
    check_body("", "@ forall i, i. (i = i);", &["PI0103 3:13 `i` is defined twice"]);
    // Inner blocks, the body among them, may use a name again.
    check_body(
        "int a",
        "int a := 1; { int a := 2; } for @true (int a := 0; a < 1; a := 1) { int a; }",
        &[],
    );
    check("@pre true @post rv = 1\nint max() { int max := 1; return max; }", &[]);
}

#[test]
fn types_that_make_no_sense() {
    check("struct s { s[] x; }", &["PI0106 1:16 the struct `s` holds itself"]);
    check(
        "struct a { b x; }\nstruct b { a y; }",
        &["PI0106 1:14 the struct `a` holds itself", "PI0106 2:14 the struct `b` holds itself"],
    );
    check(
        "hashtable(int[], int) h;",
        &["PI0106 1:11 a key of a hashtable must be `int`, `float` or `bool`, but this is `int[]`"],
    );
    check(
        "struct s { list(int)[] x; }\nstruct t { list(int) x; }\nstruct u { t[] x; }",
        &[
            "PI0106 1:12 `list(int)[]` is an array of hashtables or lists",
            "PI0106 3:12 `t[]` is an array of hashtables or lists",
        ],
    );
    check_body(
        "",
        "@ forall int[] a. (|a| = 0);",
        &[
            "PI0106 3:10 a variable of a quantifier must be `int`, `float` or `bool`, but this is `int[]`",
        ],
    );
}

#[test]
fn operands_are_told_with_both_their_types() {
    check_body(
        "int i, float x, bool b, int[] a",
        "@ i + x = x;\n@ x < b;\n@ b && !i;\n@ b = i;\n@ -a = a;\n@ x % x = x;\n@ a + a = a;",
        &[
            "PI0110 3:3 `+` needs two numbers of one type, but has `int` and `float`",
            "PI0110 4:3 `<` needs two numbers of one type, but has `float` and `bool`",
            "PI0110 5:8 `!` needs a `bool`, but this is `int`",
            "PI0110 6:3 `=` needs two values of one type, but has `bool` and `int`",
            "PI0110 7:3 `-` needs a number, but this is `int[]`",
            "PI0110 8:3 `%` needs two `int`s, but has `float` and `float`",
            "PI0110 9:3 `+` needs two numbers of one type, but has `int[]` and `int[]`",
        ],
    );
    let mixed = function("float x", "@ x + 2 > 1.5;");
    assert_eq!(only(&mixed).related[1].0.of(&mixed), "2");
    assert_eq!(only(&mixed).help.as_deref(), Some("write `2.0`"));
    check_body(
        "int i",
        "@ i = i + (i + (i = i));",
        &["PI0110 3:11 `+` needs two numbers of one type, but has `int` and `bool`"],
    );
}

#[test]
fn what_has_to_be_of_a_type() {
    check_body(
        "int i",
        "if (i) {} @ i; @ forall j. j;",
        &[
            "PI0111 3:5 a condition must be `bool`, but this is `int`",
            "PI0111 3:13 an annotation must be `bool`, but this is `int`",
            "PI0111 3:28 what is quantified must be `bool`, but this is `int`",
        ],
    );
    check(
        "predicate p() := 1;",
        &["PI0111 1:18 the body of a predicate must be `bool`, but this is `int`"],
    );
    check_body(
        "int[] a",
        "int i := true; i := 1.5; int[] b := a{0 <- true};",
        &[
            "PI0112 3:10 the value of `i` must be `int`, but this is `bool`",
            "PI0112 3:21 what is assigned here must be `int`, but this is `float`",
            "PI0112 3:44 the value of this cell must be `int`, but this is `bool`",
        ],
    );
    check_body("", "return 1;", &["PI0113 3:8 a `void` function cannot return a value"]);
    check(
        "@pre true @post true\nint f() { return; }",
        &["PI0113 2:11 a value must be returned here"],
    );
    check_body(
        "int i, int[] a",
        "i[0] := 1;\na[true] := |i|;\na := new int[1.5];\na := i{0 <- 1};",
        &[
            "PI0131 3:1 the parameter `i` is assigned",
            "PI0116 3:1 only arrays have subscripts, but this is `int`",
            "PI0131 4:1 the parameter `a` is assigned",
            "PI0116 4:3 a subscript must be `int`, but this is `bool`",
            "PI0116 4:13 only arrays have a length, but this is `int`",
            "PI0116 5:14 the length of an array must be `int`, but this is `float`",
            "PI0116 6:6 only arrays can be updated, but this is `int`",
        ],
    );
}

#[test]
fn calls_that_do_not_fit() {
    let before =
        "@pre true @post true void g(int x, bool b) {}\npredicate p(int x) := x > 0;\nint v;\n";
    let check = |body: &str, expected: &[&str]| {
        let text = format!("{before}@pre true @post true void f() {{\n{body}\n}}");
        assert_eq!(said(&text), expected, "{body}");
    };
    check(
        "g(true, 1);",
        &[
            "PI0114 5:3 `x` of `g` must be `int`, but this is `bool`",
            "PI0114 5:9 `b` of `g` must be `bool`, but this is `int`",
        ],
    );
    check("g(1);", &["PI0115 5:1 `g` takes 2 arguments, but is given 1"]);
    check(
        "@ p(1.5) && p();",
        &[
            "PI0114 5:5 `x` of `p` must be `int`, but this is `float`",
            "PI0115 5:13 `p` takes 1 argument, but is given 0",
        ],
    );
    check(
        "@ g(1, true); v := p; v(1); if (p(1)) {}",
        &[
            "PI0120 5:3 `g` is a function, and cannot be called in an annotation",
            "PI0120 5:20 `p` is a predicate, not a value",
            "PI0120 5:23 `v` is a variable, and cannot be called",
            "PI0120 5:33 `p` is a predicate, and cannot be called in code",
        ],
    );
    check("int n := 1; n(1);", &["PI0120 5:13 `n` is a variable, not a function"]);
    check("v := g(1, true);", &["PI0125 5:6 `g` returns nothing"]);
}

#[test]
fn what_can_only_be_said_in_annotations_or_only_in_code() {
    check(
        "int e := ?;\n@pre true @post true void f() { int x := e; e := 1; @ e > 0; }",
        &["PI0122 2:42 `e` cannot be used in code", "PI0122 2:45 `e` cannot be used in code"],
    );
    check_body(
        "int[] a",
        "if (forall i. (a[i] > 0)) {}",
        &["PI0121 3:5 `forall` cannot be executed"],
    );
    check_body("int[] a", "@ a = new int[3];", &["PI0126 3:7 `new` cannot stand in an annotation"]);
    check(
        "@pre rv = 1 @post rv = 1\nint f() { return rv; }",
        &["PI0123 1:6 `rv` has no meaning here"],
    );
    check("@pre true @post rv = 1\nvoid f() {}", &["PI0123 1:17 `rv` has no meaning here"]);
    check_body("int x", "int y := x_0; @ x_0 = x;", &["PI0122 3:10 `x_0` cannot be used in code"]);
    check_body(
        "int x",
        "f(x)[0] := 2;",
        &["PI0124 3:1 only variables and parts of them can be assigned"],
    );
}

#[test]
fn chains_cannot_call_what_they_would_say_twice() {
    let g = "@pre true @post true int g() { return 1; }\n";
    let text = format!(
        "{g}@pre true @post true void f() {{ if (0 < g() < 2) {{}} if (g() < 1 < g()) {{}} }}"
    );
    check(&text, &["PI0118 2:41 a call cannot stand between two comparisons"]);
}

#[test]
fn tables_and_lists() {
    check_body(
        "hashtable(int, bool) h, list(int) l",
        "@ get(h, true);\n@ car(h) = 1;\n@ keys(h) = 1;",
        &[
            "PI0114 3:10 a key of this table must be `int`, but this is `bool`",
            "PI0114 4:7 this must be a list, but is `hashtable(int, bool)`",
            "PI0119 5:3 `keys` has a meaning only after `in`",
        ],
    );
    check_body(
        "list(int) l",
        "@ atom(nil);\n@ cons(true, nil) = l;\n@ cons(1) = l;\nint i := nil;",
        &[
            "PI0117 3:8 nothing says what `nil` is a list of",
            "PI0110 4:3 `=` needs two values of one type, but has `list(bool)` and `list(int)`",
            "PI0115 5:3 `cons` does not take 1 argument",
            "PI0117 6:10 `nil` is a list, but `int` is needed here",
        ],
    );
    check_body(
        "hashtable(int, bool) h, list(int) l, int k",
        "\
        hashtable(int, bool) g := put(empty(), 1, true);\n\
        g := remove(put(g, 2, get(h, 1)), 2);\n\
        list(int) m := cons(1, cons(car(l), nil));\n\
        if (k in keys(h) && !atom(m)) { m := cdr(m); }\n\
        @ forall k in keys(h). (get(h, k)) && nil != m && !init(g);\n\
        @ exists float x, k in keys(put(empty(), 1.5, 1)). (x = k);",
        &[],
    );
    // These names belong to whoever defines them.
    check(
        "predicate get(int x) := x > 0;\n@pre get(1) @post true void f(int nil) { int y := nil; }",
        &[],
    );
}

#[test]
fn ways_through_a_function() {
    check_body("", "break;", &["PI0127 3:1 `break` outside of a loop"]);
    check_body("", "while @true (true) { if (true) break; }", &[]);
    check(
        "@pre true @post true\nint f(bool b) {\n  if (b) return 1;\n}",
        &["PI0128 4:1 `f` can reach its end without returning a value"],
    );
    check(
        "@pre true @post true\nint f(bool b) { while @true (b) { return 1; } }",
        &["PI0128 2:47 `f` can reach its end without returning a value"],
    );
    check("@pre true @post true\nint f(bool b) { if (b) return 1; else { { return 2; } } }", &[]);
    check_body(
        "int x",
        "return; x + 1;",
        &["PI0133 3:9 this statement has no effect", "PI0134 3:9 this can never be reached"],
    );
}

#[test]
fn predicates_come_to_an_end() {
    check(
        "predicate a() := b() || a();\npredicate b() := a();",
        &["PI0129 1:11 the predicate `a` is defined by itself"],
    );
    check("predicate b() := a() <-> a();\npredicate a() := true;", &[]);
    check(
        "predicate a() := b();\npredicate b() := c();\npredicate c() := b();",
        &["PI0129 2:11 the predicate `b` is defined by itself"],
    );
}

#[test]
fn warnings_leave_a_program() {
    check_body("int x", "x := 1; x := 2;", &["PI0131 3:1 the parameter `x` is assigned"]);
    check_body("int x", "int y := x / 2;", &["PI0132 3:10 `/` between `int`s is read as `div`"]);
    check_body("float x", "float y := x / 2.0;", &[]);
    check_body(
        "int x",
        "int x := x + 1;",
        &["PI0135 3:10 `x` has no value yet in its own declaration"],
    );
}

#[test]
fn rankings() {
    let text = "@pre true @post true #(x, 0)\nvoid f(int x) {\n  while @true #(x) (x > 0) {}\n  while @true (x > 0) {}\n}";
    check(
        text,
        &["PI0201 3:15 this ranking has 1 component, not 2", "PI0202 4:3 this loop has no ranking"],
    );
    check(
        "@pre true @post true #(1.5, true, y)\nvoid f() {}",
        &[
            "PI0203 1:24 a component of a ranking must be `int`, but this is `float`",
            "PI0203 1:29 a component of a ranking must be `int`, but this is `bool`",
            "PI0101 1:35 `y` is not defined",
        ],
    );
    let pair = |one: &str, two: &str| {
        format!(
            "@pre true @post true {one} void f(int x) {{ g(x); }}\n@pre true @post true {two} void g(int x) {{ f(x); }}"
        )
    };
    check(&pair("#(x)", "#(x)"), &[]);
    check(&pair("#(x)", "#(x, 1)"), &["PI0201 2:22 this ranking has 2 components, not 1"]);
    check(&pair("", "#(x, 1)"), &["PI0202 1:28 `f` is part of a recursion and has no ranking"]);
    // Functions that do not come back to the caller are not compared with it.
    check(
        "@pre true @post true #(x, 1) void f(int x) { g(x); }\n@pre true @post true #(x) void g(int x) { }",
        &[],
    );
    check(
        "@pre true @post true void f(int x) {\nf(x);\nfor @true #(x) (; x > 0; ) {} }",
        &["PI0202 1:27 `f` calls itself and has no ranking"],
    );
}

#[test]
fn all_mistakes_are_told_at_once_in_the_order_of_the_text() {
    let text = "@pre x @post y = 0\nvoid f(int x) { z := 1; }\nstruct s { t x; }\npredicate p(u a) := a > 0;\nint p;";
    check(
        text,
        &[
            "PI0111 1:6 an annotation must be `bool`, but this is `int`",
            "PI0101 1:14 `y` is not defined",
            "PI0101 2:17 `z` is not defined",
            "PI0102 3:12 there is no type `t`",
            "PI0102 4:13 there is no type `u`",
            "PI0103 5:5 `p` is defined twice",
        ],
    );
}
