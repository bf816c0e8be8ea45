//! Runs of small programs, and where they fail.

use buttress_budget::{Budget, Exhausted, Limits as Spending};
use buttress_pi::interpret::{Limits, RunLimit, RunOutcome, Unwatched, Watcher, call};
use buttress_pi::paths::{Check, GoalKind, Point};
use buttress_pi::program::{FunctionId, LoopId, VariableId};
use buttress_pi::{Facts, Span, Value, read_call, read_fact, read_rank};

use super::{fault, program, result, run_with, strict, violation};

/// A body with these parameters and without annotations.
fn body(parameters: &str, body: &str) -> String {
    format!("@pre true @post true int f({parameters}) {{ {body} }}")
}

#[test]
fn operators_do_what_they_say() {
    for (expression, expected) in [
        ("7 div 2 * 10 + 7 % 2", "31"),
        ("(-7) div 2 * 10 + (-7) % 2", "-39"),
        ("7 div (-2) * 10 + 7 % (-2)", "-29"),
        ("1 - 2 - 3", "-4"),
        ("-x + |a|", "-2"),
        ("a[x - 4] - a[0]", "6"),
        ("a{0 <- 9}[0]", "9"),
        ("99999999999999999999 * 99999999999999999999", "9999999999999999999800000000000000000001"),
    ] {
        let text = body("int x, int[] a", &format!("return {expression};"));
        assert_eq!(result(&text, "f(5, [2, 8, 7])"), expected, "{expression}");
    }
}

#[test]
fn connectives_stop_early() {
    let text = "@pre true @post true bool f(int[] a, int i) {
        return (0 <= i && i < |a| && a[i] = 1) || (i < 0 -> a[0] = 1); }";
    assert_eq!(result(text, "f([1], 0)"), "true");
    assert_eq!(result(text, "f([2], 5)"), "true");
    assert_eq!(result(text, "f([2], -5)"), "false");
    assert_eq!(fault(text, "f([], -5)"), "0");
}

#[test]
fn checks_at_run_time_name_their_expression() {
    let check = |text: &str, call: &str| match violation(text, call).what {
        Point::Runtime(check, span) => (check, span.of(text).to_owned()),
        other => panic!("{other:?}"),
    };
    let read = body("int[] a, int i", "return a[i + 1];");
    assert_eq!(check(&read, "f([1], -2)"), (Check::NotNegative, "i + 1".to_owned()));
    assert_eq!(check(&read, "f([1], 0)"), (Check::BelowLength, "i + 1".to_owned()));
    let write = body("int[] b, int i", "int[] a := b; a[i] := 1 div i; return a[0];");
    assert_eq!(check(&write, "f([1], 1)"), (Check::BelowLength, "i".to_owned()));
    // What is assigned is evaluated before the place is looked for.
    assert_eq!(check(&write, "f([], 0)"), (Check::Divisor, "i".to_owned()));
    let divide = body("int x, int y", "return x % (y - 1);");
    assert_eq!(check(&divide, "f(1, 1)"), (Check::Divisor, "(y - 1)".to_owned()));
    let create = body("int n", "int[] a := new int[n - 1]; return |a|;");
    assert_eq!(check(&create, "f(0)"), (Check::NewLength, "n - 1".to_owned()));
    assert_eq!(result(&create, "f(4)"), "3");
}

#[test]
fn arrays_are_copied() {
    let text = body(
        "int[] a",
        "int[] b := a; b[0] := 9; int[] c := b; c[0] := 4; return a[0] * 100 + b[0] * 10 + c[0];",
    );
    assert_eq!(result(&text, "f([1])"), "194");
}

#[test]
fn locals_begin_anew_in_every_round() {
    let text = body(
        "int n",
        "int s := 0; while @ true (n > s) { int x; x := x + 1; s := s + x; } return s;",
    );
    assert_eq!(result(&text, "f(3)"), "3");
}

#[test]
fn break_leaves_the_innermost_loop_without_its_step() {
    let text = body(
        "int n",
        "int s := 0; for @ true (int i := 0; i < n; i := i + 1) {
           for @ true (int j := 0; true; j := j + 1) { if (j = i) { int gone := j; break; } s := s + 1; }
           if (s > 5) break; }
         return s;",
    );
    assert_eq!(result(&text, "f(3)"), "3");
    assert_eq!(result(&text, "f(50)"), "6");
}

const STRUCTS: &str = "
struct Pair { int x; int[] cells; }
@pre true
@post rv.x = |rv.cells| && rv.cells[0] = n
Pair make(int n) {
  Pair p;
  p.cells := new int[2];
  p.cells[0] := n;
  p.x := 1 + p.cells[1] + 1;
  return p;
}
@pre true
@post rv = n + 2
int use(int n) {
  Pair p := make(n);
  Pair q := p;
  q.cells[0] := 7;
  Pair[] ps := new Pair[3];
  ps[1] := p;
  ps[1].cells[1] := 5;
  return ps[1].cells[0] + p.x + ps[2].x;
}";

#[test]
fn structs_have_values_of_their_own() {
    assert_eq!(result(STRUCTS, "make(4)"), "{2, [4, 0]}");
    assert_eq!(result(STRUCTS, "use(4)"), "6");
}

#[test]
fn tables_and_lists() {
    let text = "
    @pre true @post rv <-> k in keys(h) && get(h, k) = 5
    bool has(hashtable(int, int) h, int k) { if (k in keys(h)) return get(h, k) = 5; return false; }
    @pre true @post (forall k in keys(rv). get(rv, k) = 1) && !(7 in keys(rv))
    hashtable(int, int) fill(int n) {
      hashtable(int, int) h := empty();
      for @ (forall k. (k in keys(h) <-> 0 <= k && k < i)) && (init(h) <-> i = 0)
        (int i := 0; i < n; i := i + 1) { h := put(h, i, 1); }
      return remove(h, 7);
    }
    @pre !atom(xs) @post rv = xs
    list(int) again(list(int) xs) { return cons(car(xs), cdr(xs)); }
    @pre true @post true
    int bad(list(int) xs) { return car(cdr(xs)); }
    @pre true @post true
    int worse(hashtable(int, int) h) { return get(h, 3); }";
    assert_eq!(result(text, "has({1 -> 5, 2 -> 6}, 1)"), "true");
    assert_eq!(result(text, "has({1 -> 5, 2 -> 6}, 2)"), "false");
    assert_eq!(result(text, "fill(3)"), "{0 -> 1, 1 -> 1, 2 -> 1}");
    assert_eq!(result(text, "again([1, 2])"), "[1, 2]");
    assert_eq!(fault(text, "bad([1])"), "cdr(xs)");
    assert_eq!(fault(text, "bad([])"), "xs");
    assert_eq!(fault(text, "worse({1 -> 3})"), "3");
    let broken = text.replace("put(h, i, 1)", "put(h, i, 2 - i)");
    assert_eq!(fault(&broken, "fill(3)"), "(forall k in keys(rv). get(rv, k) = 1)");
}

#[test]
fn a_call_must_satisfy_the_precondition_of_what_it_calls() {
    let text = "
    @pre n > 0 && n < 5 @post rv = n - 1
    int less(int n) { return n - 1; }
    @pre true @post true
    int f(int x) { int local := 8; return less(less(x)); }";
    assert_eq!(result(text, "f(2)"), "0");
    let found = violation(text, "f(1)");
    let program = program(text);
    let (f, _) = read_call(&program, "f(1)").expect("a call");
    let (less, _) = read_call(&program, "less(1)").expect("a call");
    assert_eq!(found.function, f);
    let Point::Call(callee, span) = found.what else { panic!("{:?}", found.what) };
    assert_eq!((callee, span.of(text)), (less, "less(less(x))"));
    assert_eq!((found.span.of(text), found.conjunct, found.depth), ("n > 0", 0, 0));
    assert!(found.state.contains(&Some(Value::from(8))), "the state is that of the caller");
    assert_eq!(violation(text, "f(5)").span.of(text), "n < 5");
}

#[test]
fn a_function_that_breaks_its_own_promise_is_found_out_within() {
    let text = "
    @pre true @post rv > n
    int more(int n) { if (n = 3) return n; return n + 1; }
    @pre true @post true
    int f(int x) { return more(more(x)); }";
    let found = violation(text, "f(2)");
    assert_eq!((found.what, found.depth), (Point::Post, 1));
    assert_eq!(found.span.of(text), "rv > n");
}

#[test]
fn parameters_in_a_postcondition_mean_their_values_on_entry() {
    let text = "@pre n >= 0 @post rv = 2 * n && n = 3 int f(int n) { int s := 0;
      while @ s + 2 * n = 2 * n_0 (n > 0) { n := n - 1; s := s + 2; } return s; }";
    assert_eq!(result(text, "f(3)"), "6");
    assert_eq!(fault(text, "f(4)"), "n = 3");
}

#[test]
fn globals_live_on_through_calls() {
    let text = "
    int count;
    int any := ?;
    @pre true @post count > 0
    void tick() { count := count + 1; }
    @pre true @post count = 3 && any = 7
    int f() { count := 0; tick(); tick(); int kept := count; tick(); return kept; }";
    let program = program(text);
    let (f, arguments) = read_call(&program, "f()").expect("a call");
    let run = |globals: &[(VariableId, Value)]| {
        let budget = Budget::unlimited();
        call(
            &program,
            &Facts::default(),
            f,
            globals,
            &arguments,
            &strict(),
            &mut Unwatched,
            &budget,
        )
    };
    let seven = [(VariableId(0), Value::from(-9)), (VariableId(1), Value::from(7))];
    assert_eq!(run(&seven), RunOutcome::Returned(Some(Value::from(2))));
    let RunOutcome::Violated(found) = run(&[]) else { panic!("any is 0") };
    assert_eq!(found.span.of(text), "any = 7");
    let (tick, _) = read_call(&program, "tick()").expect("a call");
    let budget = Budget::unlimited();
    let below = [(VariableId(0), Value::from(-9))];
    let outcome =
        call(&program, &Facts::default(), tick, &below, &[], &strict(), &mut Unwatched, &budget);
    assert!(matches!(outcome, RunOutcome::Violated(_)));
}

#[test]
fn assertions_are_evaluated_where_they_stand() {
    let text = body("int x", "@ x > 0; x := x - 1; @mine: x >= 0 && x != 4; return x;");
    assert_eq!(result(&text, "f(1)"), "0");
    let found = violation(&text, "f(5)");
    assert_eq!((found.span.of(&text), found.conjunct), ("x != 4", 1));
    assert!(matches!(found.what, Point::Assert(_)));
    let limits = Limits { annotations: false, ..Limits::default() };
    assert_eq!(run_with(&text, "f(5)", &limits), RunOutcome::Returned(Some(Value::from(4))));
}

#[test]
fn facts_count_like_annotations() {
    let text = body("int n", "int i := 0; while @ i >= 0 (i < n) { i := i + 1; } return i;");
    let program = program(&text);
    let (f, arguments) = read_call(&program, "f(3)").expect("a call");
    let (head, mut bounds) = (LoopId(0), program.bounds);
    let run = |facts: &Facts| {
        call(&program, facts, f, &[], &arguments, &strict(), &mut Unwatched, &Budget::unlimited())
    };
    let mut fact = |text| read_fact(&program, f, head, text, &mut bounds).expect("a fact");
    let mut facts = Facts::default();
    facts.loops.insert((f, head), vec![fact("i <= n"), fact("i != 2")]);
    let RunOutcome::Violated(found) = run(&facts) else { panic!("i becomes 2") };
    assert_eq!((found.goal, found.conjunct), (GoalKind::Fact(1), 2));
    assert_eq!(found.span, program.function(f).head(head).span);
    facts.loops.insert((f, head), vec![fact("i <= n")]);
    let mut rank =
        |text| vec![read_rank(&program, f, Some(head), text, &mut bounds).expect("a rank")];
    facts.loop_ranks.insert((f, head), rank("n - i"));
    assert_eq!(run(&facts), RunOutcome::Returned(Some(Value::from(3))));
    // 2 - 3 is negative where the loop ends, 1 - 2 where it goes on.
    facts.loop_ranks.insert((f, head), rank("2 - i"));
    assert_eq!(run(&facts), RunOutcome::Returned(Some(Value::from(3))));
    facts.loop_ranks.insert((f, head), rank("1 - i"));
    let RunOutcome::Violated(found) = run(&facts) else { panic!("it falls from a negative value") };
    assert_eq!((found.what, found.goal), (Point::Loop(head), GoalKind::RankDecreases));
    facts.loop_ranks.insert((f, head), rank("n"));
    let RunOutcome::Violated(found) = run(&facts) else { panic!("n stays") };
    assert_eq!((found.what, found.goal), (Point::Loop(head), GoalKind::RankDecreases));
}

const RECURSIVE: &str = "
@pre n >= 0 @post rv = n
#(n)
int count(int n) { if (n = 0) return 0; return 1 + count(n - 1); }
@pre n >= 0 @post true
#(n)
int stuck(int n) { if (n = 0) return 0; return stuck(n); }";

#[test]
fn recursion_is_as_deep_as_the_limits_allow() {
    assert_eq!(result(RECURSIVE, "count(150)"), "150");
    assert_eq!(run_with(RECURSIVE, "count(400)", &strict()), RunOutcome::TooLong(RunLimit::Depth));
    let limits = Limits { depth: 100_000, steps: 1_000_000, ..strict() };
    let outcome = run_with(RECURSIVE, "count(50000)", &limits);
    assert_eq!(outcome, RunOutcome::Returned(Some(Value::from(50_000))));
    let found = violation(RECURSIVE, "stuck(2)");
    assert_eq!(found.goal, GoalKind::RankDecreases);
    assert!(matches!(found.what, Point::Call(..)));
    let limits = Limits { termination: false, ..limits };
    assert_eq!(run_with(RECURSIVE, "stuck(2)", &limits), RunOutcome::TooLong(RunLimit::Depth));
}

#[test]
fn endless_runs_and_endless_growth_are_given_up() {
    let endless = body("int n", "while @ true (true) { n := n + 1; } return n;");
    assert_eq!(
        run_with(&endless, "f(0)", &Limits::default()),
        RunOutcome::TooLong(RunLimit::Steps)
    );
    let growing = body("int n", "while @ true (true) { n := n * n; } return n;");
    assert_eq!(run_with(&growing, "f(3)", &Limits::default()), RunOutcome::TooLong(RunLimit::Size));
    let wide = body("int n", "int[] a := new int[n]; return |a|;");
    assert_eq!(
        run_with(&wide, "f(99999999999999999999)", &Limits::default()),
        RunOutcome::TooLong(RunLimit::Size)
    );
    let unlimited = Limits { steps: u64::MAX, ..Limits::default() };
    let program = program(&endless);
    let (f, arguments) = read_call(&program, "f(0)").expect("a call");
    let budget = Budget::with_effort(Spending::none(), 5_000);
    let facts = Facts::default();
    let outcome = call(&program, &facts, f, &[], &arguments, &unlimited, &mut Unwatched, &budget);
    assert_eq!(outcome, RunOutcome::TooLong(RunLimit::Budget(Exhausted::Effort)));
}

#[test]
fn annotations_without_a_known_value_are_told() {
    for condition in ["x div 0 = 0", "x % (x - x) = 1", "car(xs) = 0", "get(h, 1) = 0"] {
        let text = format!(
            "@pre true @post true int f(int x, list(int) xs, hashtable(int, int) h) {{ @ {condition}; return 0; }}"
        );
        let outcome = run_with(&text, "f(1, nil, {})", &Limits::default());
        let RunOutcome::Undetermined(span) = outcome else { panic!("{condition}: {outcome:?}") };
        assert_eq!(span.of(&text), condition);
    }
    // One side is enough, and a conjunct that is false says more than one before it that is not known.
    let text = body("int x", "@ x div 0 = 0 || x = 1; @ x = 2 && x div 0 = 0 -> x = 5; return x;");
    assert_eq!(result(&text, "f(1)"), "1");
    let text = body("int x", "@ x div 0 = 0 && x = 2; return x;");
    assert_eq!(fault(&text, "f(1)"), "x = 2");
}

#[derive(Default)]
struct Log {
    lines: Vec<String>,
    heads: usize,
}

impl Watcher for Log {
    fn step(&mut self, _: FunctionId, span: Span, state: &[Option<Value>]) {
        let state: Vec<String> = state
            .iter()
            .map(|value| value.as_ref().map_or("-".to_owned(), Value::to_string))
            .collect();
        self.lines.push(format!("{} {}", span.start, state.join(" ")));
    }

    fn at_loop(&mut self, _: FunctionId, _: LoopId, _: &[Option<Value>]) {
        self.heads += 1;
    }
}

#[test]
fn a_watcher_sees_every_step() {
    let text = "@pre true @post true int f(int n) { while @ true (n > 0) { int t := n - 1; n := t; } return n; }";
    let program = program(text);
    let (f, arguments) = read_call(&program, "f(1)").expect("a call");
    let mut log = Log::default();
    let facts = Facts::default();
    let outcome =
        call(&program, &facts, f, &[], &arguments, &strict(), &mut log, &Budget::unlimited());
    assert_eq!(outcome, RunOutcome::Returned(Some(Value::from(0))));
    let places: Vec<&str> = log
        .lines
        .iter()
        .map(|line| {
            let at: usize = line.split(' ').next().and_then(|at| at.parse().ok()).expect("a place");
            text[at..].split(&[';', ')'][..]).next().unwrap_or_default()
        })
        .collect();
    assert_eq!(places, ["n > 0", "int t := n - 1", "n := t", "n > 0", "return n"]);
    assert_eq!(log.heads, 2);
    // The local exists from its declaration to the end of its block.
    let has_local = |line: &String| line.split(' ').filter(|part| *part == "-").count();
    let missing: Vec<usize> = log.lines.iter().map(has_local).collect();
    assert_eq!(missing, [2, 2, 1, 2, 2]);
}

#[test]
fn copies_of_large_values_are_paid_for() {
    let text = body(
        "int n",
        "int[] a := new int[n]; int i := 0; while @ true (i < 1000) { int[] b := a; i := i + 1; } return i;",
    );
    assert_eq!(result(&text, "f(10)"), "1000");
    assert_eq!(
        run_with(&text, "f(100000)", &Limits::default()),
        RunOutcome::TooLong(RunLimit::Steps)
    );
}

#[test]
fn deep_expressions_are_no_matter() {
    let deep = format!("{}x{}", "(1 + ".repeat(150), ")".repeat(150));
    let text = body("int x", &format!("@ {deep} = 150 + x; return {deep};"));
    assert_eq!(result(&text, "f(2)"), "152");
    let nested = format!("{}x > 0{}", "!(".repeat(150), ")".repeat(150));
    let text = body("int x", &format!("@ {nested}; if ({nested}) return 1; return 0;"));
    assert_eq!(result(&text, "f(2)"), "1");
}

#[test]
fn what_is_written_into_an_array_may_be_negated() {
    let text = "@pre |a| > 0 @post rv = a{0 <- -x}
        int[] f(int[] a, int x) { int[] b := a; b[0] := 0 - x; return b; }";
    assert_eq!(result(text, "f([1, 2], 5)"), "[-5, 2]");
}
