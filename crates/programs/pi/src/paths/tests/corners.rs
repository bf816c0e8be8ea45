//! Corners in which verifiers of this language have been wrong.

use super::*;

#[test]
fn init_and_step_of_a_loop_are_checked_too() {
    let text = "
@pre true
@post true
void F(int[] a) {
    int x;
    for @ true (x := a[0]; x < 3; x := x + 1 div a[1]) { }
}
@pre b > 0 @post true int G(int b) { return b; }
@pre true
@post true
void H(int n) {
    for @ true (int i := G(n); i > 0; i := G(i)) { i := i - 1; }
}";
    check_failing(
        text,
        &[
            "F.pre -> subscript 0 is below the length: subscript 0 is below the length",
            "loop at line 6 -> assume x < 3 -> subscript 1 is below the length: subscript 1 is below the length",
            "loop at line 6 -> assume x < 3 -> divisor a[1] is not 0: divisor a[1] is not 0",
            "H.pre -> G.pre: b > 0",
            "loop at line 12 -> assume i > 0 -> G.pre: b > 0",
        ],
    );
}

#[test]
fn a_condition_is_checked_from_the_annotation_and_not_before_the_loop() {
    let text = "
@pre |a| > 0
@post true
void F(int[] a) {
    int i := 0;
    while @ L: 0 <= i (a[i] > 0) { i := i + 1; }
}";
    check_failing(text, &["L -> subscript i is below the length: subscript i is below the length"]);
    // Nobody evaluates the condition before the loop.
    let paths = described(text, &Options { termination: false, ..Options::default() });
    assert_eq!(paths[..2], ["F.pre -> L", "L -> subscript i is not negative"]);
}

#[test]
fn a_new_array_has_no_negative_length_and_remainders_no_divisor_zero() {
    let text = "
@pre true
@post false
int F(int n) {
    int[] a := new int[n];
    return 7 % n;
}";
    check_failing(
        text,
        &[
            "F.pre -> length n is not negative: length n is not negative",
            "F.pre -> divisor n is not 0: divisor n is not 0",
            "F.pre -> F.post: false",
        ],
    );
    // Without checks nothing becomes true by a negative length either.
    let options = Options { runtime: false, ..Options::default() };
    let text = "@pre n < 0 @post false void F(int n) { int[] a := new int[n]; }";
    assert_eq!(verdicts(text, &options), [("F.pre -> F.post: false".to_owned(), false)]);
    check_proved("@pre n = 3 @post |rv| = 3 int[] F(int n) { return new int[n]; }");
}

#[test]
fn a_negative_ranking_of_a_function_without_loops_is_refused() {
    check_failing("@pre true @post true #(-1) void F() { }", &["F.pre -> ranking: -1 >= 0"]);
}

#[test]
fn twenty_updates_of_one_cell_stay_small() {
    let updates = "x[0] := x[0] + 1;\n".repeat(20);
    let text = format!(
        "@pre |x| > 0 && x[0] = 0 @post rv[0] = 20 && |rv| = |x_0| int[] F(int[] x) {{ {updates} return x; }}"
    );
    check_proved(&text);
    let program = program(&text);
    let mut terms = Terms::new();
    let paths = basic_paths(
        &mut terms,
        &program,
        &Facts::default(),
        program.function_ids().next().unwrap(),
        &Options::default(),
    );
    let last = paths.paths.last().unwrap();
    // One definition for each update, and two checks for each of its subscripts.
    assert_eq!(last.hypotheses.len(), 3 + 20 * 5);
    assert!(terms.len() < 400, "{}", terms.len());
}

#[test]
fn a_parameter_in_the_postcondition_is_what_it_was_on_entry() {
    let text = "
@pre true
@post rv = x + 1
int Next(int x) { x := x + 1; return x; }
@pre true
@post false
int Caller(int y) { return Next(y); }";
    check_failing(text, &["Caller.pre -> Caller.post: false"]);
    // In a loop the value on entry must be mentioned to be known.
    let text = "
@pre n >= 0
@post rv = n
int Count(int n) {
    int c := 0;
    while @ L: c + n = n_0 && n >= 0 (n > 0) { n := n - 1; c := c + 1; }
    return c;
}";
    check_proved(text);
    check_failing(
        &text.replace("c + n = n_0 && ", ""),
        &["L -> assume !(n > 0) -> Count.post: rv = n"],
    );
}

#[test]
fn a_variable_without_a_value_has_any() {
    check_failing(
        "@pre true @post rv = 0 int F() { int x; return x; }",
        &["F.pre -> F.post: rv = 0"],
    );
    // Each round has one of its own.
    check_failing(
        "@pre true @post true void F() {
            bool first := true;
            int y;
            while @ L: true (true) {
                int x;
                if (!first) { @ x = y; }
                first := false;
                y := x;
            }
        }",
        &["L -> assume true -> assume !first -> assertion at line 6: x = y"],
    );
}

#[test]
fn a_loop_knows_only_its_annotation() {
    check_failing(
        "@pre n > 0 @post rv > 0 int F(int n) { while @ L: true (n > 5 && false) { } return n; }",
        &["L -> assume !(n > 5 && false) -> F.post: rv > 0"],
    );
}

#[test]
fn a_hidden_variable_survives_a_loop() {
    check_failing(
        "@pre true @post true int F() {
            int i := 1;
            { for @ L: true (int i := 0; i < 3; i := i + 1) { } }
            @ i = 1;
            return i;
        }",
        &["L -> assume !(i < 3) -> assertion at line 4: i = 1"],
    );
}

#[test]
fn break_skips_the_step_and_leaves_one_loop() {
    check_proved(
        "@pre true @post rv = 0 int F() {
            int r := 0;
            while @ A: r = 0 (true) {
                for @ B: r = 0 (int i := 0; i < 10; r := 1) {
                    if (i < 10) break;
                    r := 2;
                }
                break;
            }
            return r;
        }",
    );
}

#[test]
fn too_many_paths_are_not_all_walked() {
    let returns = "if (x > 0) return x;\n".repeat(300);
    let text = format!("@pre true @post true int F(int x) {{ {returns} return x; }}");
    let program = program(&text);
    let options = Options { most: 100, ..Options::default() };
    let id = program.function_ids().next().unwrap();
    let paths = basic_paths(&mut Terms::new(), &program, &Facts::default(), id, &options);
    assert!(!paths.is_complete);
    assert!(paths.paths.len() <= 100);
}

#[test]
fn predicates_that_expand_without_end_are_given_up() {
    let mut text = "predicate p0(int x) := x > 0;\n".to_owned();
    for number in 1..40 {
        let inner = number - 1;
        text += &format!("predicate p{number}(int x) := p{inner}(x) && p{inner}(x + 1);\n");
    }
    text += "@pre p39(x) @post true int F(int x) { return x; }";
    let program = program(&text);
    let id = program.function_ids().next().unwrap();
    let options = Options::default();
    let paths = basic_paths(&mut Terms::new(), &program, &Facts::default(), id, &options);
    assert!(!paths.is_complete);
}

#[test]
fn the_same_program_has_the_same_conditions_in_any_store() {
    let text = "
@pre sorted(a, 0, |a| - 1) && |a| > 0
@post exists i. (0 <= i && i < |a| && rv = a[i])
int F(int[] a) {
    int m := a[0];
    for @ 0 <= i && i <= |a| && (exists j. (0 <= j && j < |a| && m = a[j])) (int i := 0; i < |a|; i := i + 1) {
        if (a[i] > m) m := a[i];
    }
    return m;
}";
    check_proved(text);
    let program = program(text);
    let id = program.function_ids().next().unwrap();
    let print = |mut terms: Terms| {
        let paths = basic_paths(&mut terms, &program, &Facts::default(), id, &Options::default());
        let mut lines = Vec::new();
        for path in &paths.paths {
            let hypotheses = path.hypotheses.iter().map(|hypothesis| hypothesis.formula);
            let formulas = hypotheses.chain(path.goals.iter().map(|goal| goal.formula));
            lines.extend(formulas.map(|formula| buttress_logic::print(&terms, formula)));
        }
        lines
    };
    let mut other = Terms::new();
    other.fresh_constant("m!1", buttress_logic::Sort::BOOL);
    assert_eq!(print(Terms::new()), print(other));
}

#[test]
fn deep_expressions_are_walked_or_given_up() {
    let sum = vec!["x"; 380].join(" + ");
    check_proved(&format!("@pre x = 1 @post rv = 380 int F(int x) {{ return {sum}; }}"));
    let either = vec!["x > 0"; 380].join(" || ");
    check_proved(&format!("@pre {either} @post rv bool F(int x) {{ return {either}; }}"));
    let mut text = "predicate p0(int x) := x > 0;\n".to_owned();
    for number in 1..1_500 {
        text += &format!("predicate p{number}(int x) := p{}(x);\n", number - 1);
    }
    let is_complete = |last: u32| {
        let text = format!("{text}@pre p{last}(x) @post x > 0 void F(int x) {{ }}");
        let program = program(&text);
        let id = program.function_ids().next().unwrap();
        let options = Options::default();
        basic_paths(&mut Terms::new(), &program, &Facts::default(), id, &options).is_complete
    };
    assert!(is_complete(400));
    assert!(!is_complete(1_499));
}
