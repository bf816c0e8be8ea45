//! Failing runs found among small inputs, and made small.

use buttress_budget::Budget;
use buttress_pi::interpret::{Inputs, Limits, Machine, RunOutcome, Unwatched, Violation};
use buttress_pi::paths::Point;
use buttress_pi::program::FunctionId;
use buttress_pi::{Facts, Program, Value, read, read_call};
use buttress_run::{CountedViolations, Generator, explore, minimise, search};

/// Sorts by exchanging neighbours; right, and fully annotated.
const BUBBLE: &str = include_str!("../../pi/tests/suite/run/bubble_sort.pi");

/// The program of a text.
fn program(text: &str) -> Program {
    read(text).program.unwrap_or_else(|| panic!("{text}"))
}

/// Watches everything.
fn strict() -> Limits {
    Limits { termination: true, ..Limits::default() }
}

/// The call that fails, and what does not hold in it.
fn found(text: &str, function: &str) -> Option<(String, String)> {
    let program = program(text);
    let id = program.function_named(function).expect("a function");
    let facts = Facts::default();
    let search = search(&program, &facts, id, &strict(), &Budget::unlimited(), 4_000, 1);
    let (inputs, violation) = search.violation?;
    Some((shown(&program, id, &inputs), violation.span.of(text).to_owned()))
}

fn shown(program: &Program, id: FunctionId, inputs: &Inputs) -> String {
    let function = program.function(id);
    let values = inputs.arguments.iter().zip(&function.parameters);
    let values: Vec<String> = values
        .map(|(value, id)| value.shown(program, &function.variable(*id).ty).to_string())
        .collect();
    values.join(", ")
}

fn check(text: &str, function: &str, call: &str, span: &str) {
    let found = found(text, function).expect("a failing run");
    assert_eq!(found, (call.to_owned(), span.to_owned()));
}

#[test]
fn a_right_program_has_no_failing_run() {
    let program = program(BUBBLE);
    let id = program.function_named("BubbleSort").expect("a function");
    let search = search(&program, &Facts::default(), id, &strict(), &Budget::unlimited(), 3_000, 7);
    assert_eq!(search.violation, None);
    assert_eq!(search.silent, 0);
    assert!(search.runs > 2_000, "{} runs", search.runs);
}

#[test]
fn failing_runs_are_small() {
    let text = BUBBLE.replace("sorted(rv, l, u)", "sorted(rv, l, u + 1)");
    check(&text, "BubbleSort", "[1, 0], 0, 0", "sorted(rv, l, u + 1)");
    let text = BUBBLE.replace("a[n] > a[n + 1]", "a[n] < a[n + 1]");
    let (call, _) = found(&text, "BubbleSort").expect("a failing run");
    assert_eq!(call, "[0, 1], 0, 1");
}

#[test]
fn rare_failures_are_found_and_made_small() {
    let text = "@pre |a| >= 4 && sorted(a, 0, |a| - 1) && 0 <= k && k < |a|
    @post !(a[0] < a[1] && a[1] < a[2] && a[2] < a[3])
    int f(int[] a, int k) { return 0; }";
    let (call, _) = found(text, "f").expect("a failing run");
    assert_eq!(call, "[0, 1, 2, 3], 0");
    // Where nothing within the array does it, cells beyond its end may.
    let text = "@pre |a| = 1 @post a[1] = 0 int f(int[] a) { return 0; }";
    let (call, _) = found(text, "f").expect("a failing run");
    assert_eq!(call, "[0]");
    let text = "@pre 10 <= n && n <= m && m = 2 * |a| && |a| < 9
    @post n < 13 int f(int[] a, int n, int m) { return n; }";
    check(text, "f", "[0, 0, 0, 0, 0, 0, 0], 13, 14", "n < 13");
}

#[test]
fn globals_are_inputs_as_well() {
    let text = "int e := ?;
    @pre true @post rv <-> exists i. (0 <= i && i < |a| && a[i] = e)
    bool none(int[] a) { return false; }";
    let program = program(text);
    let id = program.function_named("none").expect("a function");
    let search = search(&program, &Facts::default(), id, &strict(), &Budget::unlimited(), 500, 1);
    let (inputs, violation) = search.violation.expect("a failing run");
    assert_eq!(shown(&program, id, &inputs), "[0]");
    assert_eq!(inputs.globals.len(), 1);
    assert_eq!(violation.what, Point::Post);
}

#[test]
fn the_same_seed_finds_the_same() {
    let text = BUBBLE.replace("n := n + 1", "n := n + 2");
    assert_eq!(found(&text, "BubbleSort"), found(&text, "BubbleSort"));
    assert!(found(&text, "BubbleSort").is_some());
}

#[test]
fn inputs_are_led_towards_the_precondition() {
    for (pre, least) in [
        ("0 <= l && l <= u && u < |a|", 90),
        ("sorted(a, 0, |a| - 1) && |a| > 3", 90),
        ("l + 3 = u && u = |a|", 80),
        ("forall i. (0 <= i && i < |a| -> a[i] > l)", 80),
        ("exists i. (0 <= i && i < |a| && a[i] = 17)", 50),
        ("a[0] = a[1] && a[1] = a[2] && |a| = 3", 70),
    ] {
        let text = format!("@pre {pre} @post true void f(int[] a, int l, int u) {{ }}");
        let program = program(&text);
        let id = program.function_named("f").expect("a function");
        let facts = Facts::default();
        let machine = Machine::new(&program, &facts);
        let inputs: Vec<Inputs> = Generator::new(&machine, id, 3).take(4_000).collect();
        // The tiny ones, which come first, are all there are.
        let random = &inputs[3_000..];
        let budget = Budget::unlimited();
        let is_good = |inputs: &&Inputs| {
            let (globals, arguments) = (&inputs.globals, &inputs.arguments);
            let limits = Limits::default();
            let outcome = machine.call(id, globals, arguments, &limits, &mut Unwatched, &budget);
            matches!(outcome, RunOutcome::Returned(_))
        };
        let good = random.iter().filter(is_good).count() / 10;
        assert!(good >= least, "{pre}: {good} in 100");
    }
}

#[test]
fn all_tiny_inputs_come_first() {
    let program = program("@pre true @post true void f(int n, bool b) { }");
    let facts = Facts::default();
    let machine = Machine::new(&program, &facts);
    let first: Vec<String> = Generator::new(&machine, FunctionId(0), 1)
        .take(10)
        .map(|inputs| shown(&program, FunctionId(0), &inputs))
        .collect();
    let expected = ["0, false", "1, false", "-1, false", "2, false", "3, false"];
    assert_eq!(first[..5], expected);
    assert_eq!(first[5], "0, true");
}

#[test]
fn minimising_keeps_the_failure() {
    let text = "@pre true @post rv != 4 && rv < 10 int f(int x, int y) { return x + y; }";
    let program = program(text);
    let (id, arguments) = read_call(&program, "f(90, -3)").expect("a call");
    let facts = Facts::default();
    let machine = Machine::new(&program, &facts);
    let budget = Budget::unlimited();
    let fails = |arguments: &[Value]| -> Violation {
        match machine.call(id, &[], arguments, &strict(), &mut Unwatched, &budget) {
            RunOutcome::Violated(violation) => *violation,
            other => panic!("{other:?}"),
        }
    };
    let violation = fails(&arguments);
    let inputs = Inputs { globals: vec![], arguments };
    let (small, still) = minimise(
        &machine,
        id,
        inputs,
        violation.clone(),
        CountedViolations::First,
        &strict(),
        &budget,
    );
    assert_eq!((still.what, still.conjunct), (violation.what, violation.conjunct));
    assert_eq!(shown(&program, id, &small), "10, 0");
    assert_eq!(fails(&small.arguments), still);
}

#[test]
fn exploring_stops_when_told_and_when_the_budget_is_spent() {
    let program = program("@pre true @post true int f(int n) { return n; }");
    let facts = Facts::default();
    let machine = Machine::new(&program, &facts);
    let mut seen = 0;
    let budget = Budget::unlimited();
    let limits = Limits::default();
    let stopped = explore(&machine, FunctionId(0), &limits, &budget, 100, 1, &mut |_, _| {
        seen += 1;
        seen < 7
    });
    assert_eq!((stopped.runs, seen), (7, 7));
    let spent = Budget::with_effort(buttress_budget::Limits::none(), 10);
    let stopped = explore(&machine, FunctionId(0), &limits, &spent, 100, 1, &mut |_, _| true);
    assert!(stopped.runs < 100);
}
