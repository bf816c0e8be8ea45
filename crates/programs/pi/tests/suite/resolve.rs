//! What programs become: variables, scopes, conjuncts, loops.

use buttress_pi::program::{
    Expression, ExpressionKind, Function, FunctionId, LoopId, Program, Role, StatementKind, Type,
};
use buttress_pi::{read, read_fact, read_rank};

fn program(text: &str) -> Program {
    let reading = read(text);
    reading.program.unwrap_or_else(|| panic!("{:?}", reading.diagnostics))
}

fn names(function: &Function) -> Vec<(&str, Role)> {
    function.variables.iter().map(|variable| (variable.name.as_str(), variable.role)).collect()
}

fn spans<'t>(text: &'t str, conjuncts: &[Expression]) -> Vec<&'t str> {
    conjuncts.iter().map(|conjunct| conjunct.span.of(text)).collect()
}

fn variables_in(program: &Program, expression: &Expression) -> Vec<String> {
    let mut found = vec![];
    expression.visit(&mut |inner| {
        if let ExpressionKind::Variable(id) = inner.kind {
            found.push(program.functions[0].variable(id).name.clone());
        }
    });
    found
}

#[test]
fn annotations_are_cut_at_conjunctions_through_parentheses_and_chains() {
    let text = "@pre (a > 0 && (b > 0 && true)) && (a > 1 || b > 1 && a > 2) && 0 <= a <= b
        @post true void f(int a, int b) { @ L: a > 0; }";
    let program = program(text);
    let function = &program.functions[0];
    assert_eq!(
        spans(text, &function.pre.conjuncts),
        ["a > 0", "b > 0", "(a > 1 || b > 1 && a > 2)", "0 <= a", "a <= b"]
    );
    assert_eq!(function.post.conjuncts, []);
    let StatementKind::Assert(assertion) = &function.body[0].kind else { panic!("an assertion") };
    assert_eq!(assertion.label.as_deref(), Some("L"));
}

#[test]
fn an_assigned_parameter_has_an_entry_value_and_post_means_that() {
    let text = "int g;
        @pre a > 0 && a_0 > 0 @post rv > a && b = b_0
        int f(int a, int b) { a := a + 1; @ a = a_0 + 1 && b_0 = b; return a; }";
    let program = program(text);
    let function = &program.functions[0];
    let [g, a, b, rv, entry] = function.variables.as_slice() else {
        panic!("{:?}", names(function))
    };
    assert_eq!((g.role, a.role, b.role), (Role::Global, Role::Parameter, Role::Parameter));
    assert_eq!((rv.role, entry.role), (Role::Result, Role::Entry(function.parameters[0])));
    assert_eq!(entry.name, "a_0");
    assert_eq!((a.is_assigned, b.is_assigned, entry.is_assigned), (true, false, false));
    let of = |expression| variables_in(&program, expression);
    assert_eq!(of(&function.pre.conjuncts[1]), ["a"]);
    assert_eq!(of(&function.post.conjuncts[0]), ["rv", "a_0"]);
    assert_eq!(of(&function.post.conjuncts[1]), ["b", "b"]);
    let StatementKind::Assert(assertion) = &function.body[1].kind else { panic!("an assertion") };
    assert_eq!(of(&assertion.conjuncts[0]), ["a", "a_0"]);
    assert_eq!(of(&assertion.conjuncts[1]), ["b", "b"]);
}

#[test]
fn a_name_that_is_there_is_not_an_entry_value() {
    let text = "@pre true @post a_0 = 1 void f(int a, int a_0) { a := 1; @ a_0 = 2 && a_00 = 3; }";
    let program = program(text);
    let function = &program.functions[0];
    assert_eq!(variables_in(&program, &function.post.conjuncts[0]), ["a_0"]);
    let StatementKind::Assert(assertion) = &function.body[1].kind else { panic!("an assertion") };
    let ExpressionKind::Binary(_, left, _) = &assertion.conjuncts[0].kind else { panic!("=") };
    assert_eq!(left.kind, ExpressionKind::Variable(function.parameters[1]));
    assert_eq!(variables_in(&program, &assertion.conjuncts[1]), ["a_00"]);
}

#[test]
fn a_local_hides_a_parameter_also_from_being_assigned() {
    let program = program("@pre true @post true void f(int a) { int a := 1; a := 2; }");
    let function = &program.functions[0];
    assert!(!function.variable(function.parameters[0]).is_assigned);
    assert!(function.variables.iter().all(|variable| !matches!(variable.role, Role::Entry(_))));
}

#[test]
fn loops_know_what_can_be_named_at_them() {
    let text = "int e := ?;
        @pre true @post true void f(int a) {
          int x := 1;
          for @ 0 <= i (int i := 0; i < a; i := i + 1) {
            int y := 2;
            while @true (y > 0) { bool x; y := y - 1; }
          }
          { int x := 3; while @ M: x > 0 (x > 0) { x := x - 1; } }
        }";
    let program = program(text);
    let function = &program.functions[0];
    let scope = |number: u32| -> Vec<&str> {
        let head = function.head(LoopId(number));
        head.scope.iter().map(|id| function.variable(*id).name.as_str()).collect()
    };
    assert_eq!(scope(0), ["e", "a", "x", "i"]);
    assert_eq!(scope(1), ["e", "a", "x", "i", "y"]);
    assert_eq!(scope(2), ["e", "a", "x"]);
    let inner = *function.head(LoopId(2)).scope.last().expect("a variable");
    let outer = *function.head(LoopId(0)).scope.get(2).expect("a variable");
    assert_ne!(inner, outer, "the inner x");
    let words: Vec<&str> = function.loops.iter().map(|head| head.span.of(text)).collect();
    assert_eq!(words, ["for", "while", "while"]);
    assert_eq!(function.head(LoopId(2)).annotation.label.as_deref(), Some("M"));
}

#[test]
fn what_is_called_may_assign_globals() {
    let text = "int g; int h; int k;
        @pre true @post true void a() { b(); k := 1; }
        @pre true @post true void b() { c(); g := 1; }
        @pre true @post true void c() { if (false) b(); h := h; }
        @pre true @post true void d() { int g := 1; g := 2; }";
    let program = program(text);
    let modifies = |name: &str| -> Vec<u32> {
        let function = program.function(program.function_named(name).expect("a function"));
        assert!(function.modifies.iter().all(|id| function.variable(*id).is_assigned));
        function.modifies.iter().map(|id| id.0).collect()
    };
    assert_eq!(modifies("a"), [0, 1, 2]);
    assert_eq!(modifies("b"), [0, 1]);
    assert_eq!(modifies("c"), [0, 1]);
    assert_eq!(modifies("d"), [0; 0]);
}

#[test]
fn a_variable_in_its_own_declaration_is_the_new_one() {
    let program = program("@pre true @post true int f(int x) { { int x := x + 1; return x; } }");
    let function = &program.functions[0];
    let StatementKind::Block(block) = &function.body[0].kind else { panic!("a block") };
    let StatementKind::Declare(local, None) = block[0].kind else { panic!("{block:?}") };
    let StatementKind::Assign(place, value) = &block[1].kind else { panic!("{block:?}") };
    assert_eq!(place.variable, local);
    let mut seen = vec![];
    value.visit(&mut |inner| seen.push(inner.kind.clone()));
    assert!(seen.contains(&ExpressionKind::Variable(local)));
}

#[test]
fn keys_become_guards() {
    let text =
        "@pre forall k in keys(h). (get(h, k) > 0) && exists k in keys(h). (k > 0.0) @post true
        void f(hashtable(float, int) h) {}";
    let program = program(text);
    for (conjunct, forall) in program.functions[0].pre.conjuncts.iter().zip([true, false]) {
        let ExpressionKind::Quantified { is_forall, bounds, body } = &conjunct.kind else {
            panic!("a quantifier")
        };
        assert_eq!((*is_forall, &bounds[0].ty), (forall, &Type::Float));
        let ExpressionKind::Binary(op, _, _) = &body.kind else { panic!("a guard") };
        assert_eq!(op.sign(), if forall { "->" } else { "&&" });
    }
}

#[test]
fn the_prelude_speaks_of_arrays_of_numbers_of_either_type() {
    let text = "@pre sorted(a, 0, 1) && sorted(x, 0, 1) && beq(b, b, 0, 1) @post true
        void f(int[] a, float[] x, bool[] b) {}";
    let program = program(text);
    let elements: Vec<Type> = program.functions[0]
        .pre
        .conjuncts
        .iter()
        .map(|conjunct| {
            let ExpressionKind::Predicate(id, _) = conjunct.kind else { panic!("a predicate") };
            assert!(program.predicate(id).is_prelude);
            program.predicate(id).parameters[0].ty.clone()
        })
        .collect();
    let array = |ty| Type::Array(Box::new(ty));
    assert_eq!(elements, [array(Type::Int), array(Type::Float), array(Type::Bool)]);
}

#[test]
fn facts_are_read_as_if_they_stood_at_the_loop() {
    let text = "predicate up(int[] a) := sorted(a, 0, |a| - 1);
        @pre true @post true int[] f(int[] a, int n) {
          a := a; int n := n;
          while @ forall i. (i = i) (n > 0) { n := n - 1; }
          return a;
        }";
    let program = program(text);
    let (function, head) = (FunctionId(0), LoopId(0));
    let mut bounds = program.bounds;
    let mut fact = |text: &str| read_fact(&program, function, head, text, &mut bounds);
    let written = "0 <= n <= 9 && forall i. (0 <= i && i < n -> a[i] = a_0[i]) && up(a)";
    let found = fact(written).expect("a fact");
    assert_eq!(found.ty, Type::Bool);
    assert_eq!(found.span.of(written), written);
    let mut bound = vec![];
    found.visit(&mut |inner| {
        if let ExpressionKind::Quantified { bounds, .. } = &inner.kind {
            bound.extend(bounds.iter().map(|bound| bound.id.0));
        }
    });
    assert_eq!(bound, [program.bounds]);
    // The n of the loop is the local.
    let inner = program.functions[0].head(head).scope.last().copied().expect("a variable");
    let mut mentioned = vec![];
    found.visit(&mut |part| {
        if let ExpressionKind::Variable(id) = part.kind {
            mentioned.push(id);
        }
    });
    assert!(mentioned.contains(&inner));
    for (wrong, code, place) in [
        ("n", "PI0111", 1),
        ("n > q", "PI0101", 5),
        ("rv[0] > 0", "PI0123", 1),
        ("f(a, n) = a", "PI0120", 1),
        ("n > ", "PI0001", 5),
        ("true; int x", "PI0001", 1),
        ("true; predicate q() := false", "PI0001", 1),
        ("n > 0 /*", "", 0),
        ("", "PI0001", 1),
    ] {
        let diagnostic = fact(wrong).expect_err(wrong);
        assert!(diagnostic.span.end as usize <= wrong.len(), "{wrong}");
        if !code.is_empty() {
            assert_eq!((diagnostic.code, diagnostic.span.place(wrong).1), (code, place), "{wrong}");
        }
    }
    let mut rank = |head, text: &str| read_rank(&program, function, head, text, &mut bounds);
    assert_eq!(rank(Some(head), "n + |a|").expect("a ranking").ty, Type::Int);
    assert_eq!(rank(None, "n + 1").expect("a ranking").ty, Type::Int);
    assert_eq!(rank(None, "n > 1").expect_err("not an int").code, "PI0203");
    let parameter = rank(None, "n").expect("a ranking");
    assert_eq!(parameter.kind, ExpressionKind::Variable(program.functions[0].parameters[1]));
}

#[test]
fn deep_nesting_is_resolved_or_refused() {
    for depth in [100, 390, 399, 4000] {
        let texts = [
            format!("{}true", "!".repeat(depth)),
            format!("{}true{}", "(true && ".repeat(depth), ")".repeat(depth)),
            format!("{}true", "true && ".repeat(depth)),
            format!("{}true", "forall i. ".repeat(depth)),
            format!("{}a{}", "sorted(".repeat(depth), ", 0, 1)".repeat(depth)),
        ];
        for formula in texts {
            let _ = read(&format!("@pre {formula} @post true void f(int[] a) {{}}"));
        }
        let body = format!("{}{}", "if (true) { int x; ".repeat(depth), "}".repeat(depth));
        let _ = read(&format!("@pre true @post true void f() {{ {body} }}"));
    }
}

#[test]
fn what_cannot_be_reached_is_told_through_blocks() {
    let codes = |body: &str| {
        let text = format!("@pre true @post true int f(int x) {{ {body} }}");
        read(&text).diagnostics.iter().map(|it| it.code).collect::<Vec<_>>()
    };
    assert_eq!(codes("{ return 1; } return 2;"), ["PI0134"]);
    assert_eq!(codes("{ { return 1; } } return 2;"), ["PI0134"]);
    assert!(!codes("{ x := 1; } return x;").contains(&"PI0134"));
}

#[test]
fn a_wrong_number_of_arguments_is_answered_by_the_right_use() {
    for (expression, usage) in
        [("cons(1)", "cons(x, l)"), ("car(l, l)", "car(l)"), ("cdr()", "cdr(l)")]
    {
        let text =
            format!("@pre true @post true list(int) f(list(int) l) {{ return {expression}; }}");
        let found = read(&text).diagnostics;
        let said = format!("{found:?}");
        assert!(said.contains(usage), "{expression}: {said}");
    }
}
