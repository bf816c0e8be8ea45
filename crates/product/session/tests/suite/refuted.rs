//! Programs that are false, that never end, or that are too weakly annotated: what is shown of it, and what would help.

use std::time::Duration;

use buttress_budget::Limits;
use buttress_checker::pi::check;
use buttress_session::programs;

fn proved(text: &str, settings: &programs::Settings) -> programs::Report {
    let report = programs::prove(text.as_bytes(), settings, &programs::Silent);
    report.unwrap_or_else(|problems| panic!("{text}: {problems:?}"))
}

fn demanded() -> programs::Settings {
    programs::Settings {
        termination: programs::Termination::Demanded,
        ..programs::Settings::default()
    }
}

/// The conditions that a run violates, each with its call.
fn violated(report: &programs::Report) -> Vec<String> {
    let mut violated = Vec::new();
    for function in &report.functions {
        for (_, condition) in function.conditions() {
            if let programs::ConditionVerdict::False(_, run) = &condition.verdict {
                let arguments: Vec<String> =
                    run.arguments.iter().map(ToString::to_string).collect();
                violated.push(format!("{}: ({})", condition.text, arguments.join(", ")));
            }
        }
    }
    violated
}

/// The bundle of a report, which the checker has accepted.
fn bundle(report: &programs::Report) -> &str {
    match &report.evidence {
        programs::EvidenceStatus::Checked { bundle, .. } => bundle,
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_cannot_be_decided_is_executed_all_the_same() {
    let report = proved(include_str!("refuted/reverse.pi"), &programs::Settings::default());
    let said = violated(&report);
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].ends_with("rv[i] = a_0[j]): ([0, 1])"), "{said:?}");
    let report = proved(include_str!("refuted/palindrome.pi"), &programs::Settings::default());
    assert_eq!(report.functions[0].count(programs::ConditionWord::False), 1);
    assert_eq!(report.functions[0].count(programs::ConditionWord::Unknown), 0);
}

#[test]
fn every_conjunct_that_fails_has_a_run() {
    let report = proved(include_str!("refuted/firstseen.pi"), &programs::Settings::default());
    assert_eq!(
        report.functions[0].count(programs::ConditionWord::False),
        2,
        "{:?}",
        violated(&report)
    );
    assert_eq!(report.functions[0].count(programs::ConditionWord::Open), 0);
    let both = "@pre true @post true int f(int n) { int i := 0; int j := 0;
      while @ A: i = 0 && j <= 0 (i < 10) { i := i + 1; j := j + 1; } return i; }";
    let report = proved(both, &programs::Settings::default());
    assert_eq!(violated(&report), ["i = 0: (0)", "j <= 0: (0)"]);
}

/// What happens after a call that should not have happened is nobody's fault.
#[test]
fn callees_are_not_to_blame_for_wrong_calls() {
    let text = "@pre n >= 0 && n != 7 @post rv >= 0
int f(int n) { if (n = 0) return 0; if (n = 3) return f(0 - 1) + 1; if (n < 0) return n; return 1; }";
    let report = proved(text, &programs::Settings::default());
    assert_eq!(violated(&report), ["n >= 0: (3)"]);
}

/// The checker goes on past the first violation, too.
#[test]
fn the_checker_names_all_that_a_call_violates() {
    let text = "@pre true @post rv > 0 && rv < 0 int f(int n) { @ n > 5; return 0; }";
    let report = proved(text, &programs::Settings::default());
    assert_eq!(
        report.functions[0].count(programs::ConditionWord::False),
        3,
        "{:?}",
        violated(&report)
    );
    let checked = check(text.as_bytes(), bundle(&report).as_bytes()).expect("it is accepted");
    let (_, violations) = &checked.claim().violations[0];
    assert_eq!(violations.len(), 3, "{violations:?}");
}

/// The place and the closed set of the call that never ends, of the first function.
fn never(report: &programs::Report) -> (&str, Option<&str>) {
    match &report.functions[0].termination {
        programs::TerminationVerdict::Never(run) => (&run.place, run.set.as_deref()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_state_that_comes_back_shows_that_a_call_never_ends() {
    let report = proved(include_str!("refuted/lowerboundloop.pi"), &demanded());
    assert_eq!(never(&report), ("loop at line 7", None));
    assert_eq!(report.exit_code(), 1);
    assert!(bundle(&report).contains("loops LowerBound("));
    let again = "@pre true @post true int same(int x) { return same(x); }";
    assert_eq!(never(&proved(again, &demanded())), ("same", None));
    // There is nothing to compare before the loop was met twice.
    let once = "@pre true @post true void f() { while @ true (1 < 0) { } }";
    let report = proved(once, &demanded());
    let ending = &report.functions[0].termination;
    assert!(!matches!(ending, programs::TerminationVerdict::Never(_)), "{ending:?}");
}

#[test]
fn a_closed_set_shows_that_a_call_never_ends() {
    let report = proved(include_str!("refuted/gcd.pi"), &demanded());
    let (place, set) = never(&report);
    assert_eq!((place, set), ("loop at line 7", Some("a <= 1 && b >= 2")));
    assert_eq!(report.exit_code(), 1);
    let bundle = bundle(&report);
    assert!(bundle.contains("stays Gcd 0 1 Gcd(1, 2)"), "{bundle}");
    // Without a demand nothing is said.
    let offered = proved(include_str!("refuted/gcd.pi"), &programs::Settings::default());
    assert_eq!(offered.functions[0].word(), programs::ConditionWord::Proved);
}

#[test]
fn recursion_and_nested_loops_have_closed_sets() {
    let texts = [
        "@pre true @post true int f(int n) { if (n = 0) return 1; return n * f(n - 1); }",
        "@pre true @post true int f(int n) { int i := 1; while @ true (i != 10) { i := i + 2; } return i; }",
        "@pre true @post true int f(int n) { int i := 0; int s := 0; while @ true (i < 3) { int j := 0;
           while @ true (j < 2) { j := j + 1; s := s + 1; } if (i < 2) i := i + 1; } return s; }",
    ];
    let sets = texts.map(|text| never(&proved(text, &demanded())).1.map(str::to_owned));
    let expected = ["n <= -1", "i % 2 = 1", "i < 3"];
    assert_eq!(sets.map(Option::unwrap_or_default), expected);
}

#[test]
fn a_function_that_calls_an_endless_one_never_ends() {
    let text = "@pre true @post true int f(int n) { for @ true (int i := 0; i < n; i := i + 1) { h(i); } return 0; }
@pre true @post true int h(int x) { while @ true (true) { x := x + 1; } return x; }";
    let report = proved(text, &demanded());
    let programs::TerminationVerdict::Never(run) = &report.functions[0].termination else {
        panic!("{report:?}")
    };
    assert_eq!(report.program.function(run.function).name.text, "h");
}

/// What ends in a failing check has an end, if not the one that was meant.
#[test]
fn a_crash_is_an_end() {
    let text = "@pre true @post true int f(int[] a) { int i := 0; int s := 0;
      while @ true (i >= 0) { s := s + a[i]; i := i + 1; } return s; }";
    let report = proved(text, &demanded());
    assert!(
        !matches!(report.functions[0].termination, programs::TerminationVerdict::Never(_)),
        "{report:?}"
    );
}

#[test]
fn evidence_of_endless_calls_is_checked() {
    let text = include_str!("refuted/gcd.pi");
    let report = proved(text, &demanded());
    let bundle = bundle(&report);
    let damaged = [
        ("stays Gcd 0 1 Gcd(1, 2)", "stays Gcd 0 1 Gcd(3, 3)"),
        ("stays Gcd 0 1 Gcd(1, 2)", "stays Gcd 0 9999999 Gcd(1, 2)"),
        ("stays Gcd 0 1 Gcd(1, 2)", "stays Gcd 0 1 Gcd(-1, 2)"),
        ("stays Gcd 0 1 Gcd(1, 2)", "loops Gcd(1, 2)"),
        ("closed 0 b >= 2\n", ""),
        ("closed 0 b >= 2\n", "closed 0 b >= 1\n"),
        ("closed 0 b >= 2\n", "closed 7 b >= 2\n"),
    ];
    for (part, other) in damaged {
        assert!(bundle.contains(part), "{part}: {bundle}");
        let changed = bundle.replace(part, other);
        assert!(check(text.as_bytes(), changed.as_bytes()).is_err(), "{part} -> {other}");
    }
}

/// Inference must not take away what follows without it.
#[test]
fn what_is_proved_as_written_stays_proved() {
    let text = include_str!("refuted/cube.pi");
    let of = |inference, limits| {
        let settings = programs::Settings { inference, limits, ..programs::Settings::default() };
        let report = proved(text, &settings);
        let words = [
            programs::ConditionWord::Proved,
            programs::ConditionWord::Unknown,
            programs::ConditionWord::Open,
        ];
        words.map(|word| report.functions[0].count(word))
    };
    let [_, unknown, open] = of(programs::Inference::All, Limits::none());
    assert_eq!((unknown, open), (0, 0), "i <= n is found");
    // Time runs out at one place or another.
    for milliseconds in [400, 600, 800, 1200] {
        let limits = || Limits::none().with_timeout(Duration::from_millis(milliseconds));
        let [with, ..] = of(programs::Inference::All, limits());
        assert!(with >= 6, "{with} after {milliseconds} ms");
    }
}

/// The causes of what is open, in all functions.
fn causes(text: &str) -> Vec<programs::Cause> {
    let report = proved(text, &programs::Settings::default());
    let mut causes = Vec::new();
    for function in &report.functions {
        for (_, condition) in function.conditions() {
            if let programs::ConditionVerdict::Open(failure) = &condition.verdict {
                causes.extend(failure.causes.clone());
            }
        }
    }
    causes
}

#[test]
fn it_is_said_where_a_value_comes_from() {
    let call = causes(
        "@pre true @post true int g(int x) { return x + 1; }
@pre true @post rv > x int f(int x) { return g(x); }",
    );
    assert!(
        matches!(&call[..], [programs::Cause::Call { callee, .. }] if callee == "g"),
        "{call:?}"
    );
    let global = causes(
        "int count; @pre true @post true void bump() { count := count + 1; }
@pre count = 0 @post count = 1 void f() { bump(); }",
    );
    assert!(
        matches!(&global[..], [programs::Cause::Call { callee, .. }] if callee == "bump"),
        "{global:?}"
    );
    let cell = causes("@pre true @post rv = 0 int f() { int[] a := new int[1]; return a[0]; }");
    assert!(matches!(&cell[..], [programs::Cause::New { place: Some(_) }]), "{cell:?}");
    let local =
        causes("@pre true @post rv >= 0 int f(int n) { int x; if (n > 0) x := 1; return x; }");
    assert!(
        matches!(&local[..], [programs::Cause::Unset { name, .. }] if name == "x"),
        "{local:?}"
    );
    // The branch decides what is returned, and the call decides the branch.
    let branch = causes(
        "@pre true @post true int g(int x) { return 5; }
@pre true @post rv > 0 int f(int x) { int z := g(x); if (z > 0) return 1; return 0 - 1; }",
    );
    assert!(matches!(&branch[..], [programs::Cause::Call { .. }]), "{branch:?}");
    let loops = causes(
        "@pre n >= 0 @post rv = n * n int f(int n) { int i := 0; int s := 0;
      while @ L: s >= 0 (i < n) { s := s + n; i := i + 1; } return s; }",
    );
    assert!(loops.is_empty(), "{loops:?}");
}
