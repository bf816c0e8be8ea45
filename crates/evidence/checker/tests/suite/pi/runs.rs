//! Calls that are said to violate something: they are executed, and all that they violate is told.

use super::{bundle, check_rejected, claim, damaged, judge};

const OVER: &str = "\
int limit;
int other;

@pre n < 100
@post rv <= limit && rv <= 7
int Over(int n) {
  @ n != 20;
  return n;
}

@pre true
@post true
int Call(int n) {
  @ n != 3;
  return Over(n) + Over(0 - n);
}
";

/// Where the annotations stand that a call violates, and how many statements were executed in all.
fn violated(program: &str, call: &str) -> (Vec<String>, usize) {
    let evidence = bundle(program, &format!("run {call}\n"));
    let checked = judge(program, &evidence).unwrap_or_else(|why| panic!("{why}: {call}"));
    let [(shown, violations)] = &checked.claim().violations[..] else { panic!("one call") };
    assert_eq!(shown, call);
    let spans = violations
        .iter()
        .map(|it| program[it.span.start as usize..it.span.end as usize].to_owned());
    (spans.collect(), checked.statistics().simulated_steps)
}

#[test]
fn a_run_tells_all_that_it_violates() {
    let all = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    let post = ["rv <= limit", "rv <= 7"];
    assert_eq!(violated(OVER, "Over(0) where limit = -1"), (all(&post[..1]), 2));
    assert_eq!(violated(OVER, "Over(8) where limit = 8"), (all(&post[1..]), 2));
    assert_eq!(violated(OVER, "Over(9) where limit = 8 ; other = 3"), (all(&post), 2));
    assert_eq!(violated(OVER, "Over(9) where other = 9 ; limit = 8"), (all(&post), 2));
    let (three, _) = violated(OVER, "Over(20) where limit = 8");
    assert_eq!(three, all(&["n != 20", "rv <= limit", "rv <= 7"]));
    // What is violated twice is told once.
    let (once, _) = violated(OVER, "Call(0) where limit = -1");
    assert_eq!(once, all(&post[..1]));
    // After a call that should not have happened nobody is to blame.
    let (called, _) = violated(OVER, "Call(100) where limit = 8");
    assert_eq!(called, all(&["n < 100"]));
}

#[test]
fn a_run_must_violate_something() {
    let runs = bundle(OVER, "run Over(0) where limit = -1\nrun Over(9) where limit = 8\n");
    let shown = claim(OVER, &runs);
    assert_eq!(shown.violations.len(), 2);
    assert!(!shown.is_proved() && shown.endless.is_empty());
    let harmless = damaged(&runs, "Over(9) where limit = 8", "Over(5) where limit = 8");
    check_rejected(OVER, &harmless, "line 6: the call violates nothing");
    // The call itself must be allowed.
    let forbidden = damaged(&runs, "Over(9) where limit = 8", "Over(100) where limit = 8");
    check_rejected(OVER, &forbidden, "line 6: the call violates nothing");
    // An added fact is not the user's: who violates it does no wrong.
    let program =
        "@pre true @post true int f(int n) { while @ true (n > 0) { n := n - 1; } return n; }\n";
    let evidence = bundle(program, "fact f 0 n < 0\nrun f(3)\n");
    check_rejected(program, &evidence, "line 6: the call violates nothing");
}

#[test]
fn rankings_and_checks_are_violated_too() {
    let program = "\
@pre true
@post true
#(n)
int Ranked(int n) {
  if (n = 0) return 0;
  return Ranked(n);
}

@pre true
@post true
int Part(int n, int[] a) {
  return a[n] / n;
}
";
    let (spans, _) = violated(program, "Ranked(-1)");
    assert_eq!(spans[0], "n");
    assert!(violated(program, "Ranked(1)").0.contains(&"#(n)".to_owned()));
    assert_eq!(violated(program, "Part(1, [])").0, ["n"]);
    assert_eq!(violated(program, "Part(0, [1])").0, ["n"]);
    check_rejected(
        program,
        &bundle(program, "run Part(1, [1, 2])\n"),
        "line 5: the call violates nothing",
    );
}

/// What cannot be evaluated is passed over: a run is evidence by what it violates later.
#[test]
fn a_run_goes_on_past_what_is_not_determined() {
    let program = "\
@pre true
@post true
int Unknown(int n) {
  @ forall x. exists y. x * y * y * y + n < y * y;
  @ n < 3;
  return n;
}
";
    assert_eq!(violated(program, "Unknown(3)").0, ["n < 3"]);
    check_rejected(
        program,
        &bundle(program, "run Unknown(2)\n"),
        "line 5: the call violates nothing",
    );
}

#[test]
fn calls_are_read_exactly() {
    for (call, words) in [
        ("Over(0) where limit", "no value: limit"),
        ("Over(0) where nobody = 1", "there is no global `nobody`"),
        ("Over(0) where n = 1", "there is no global `n`"),
        ("Over(0) where limit = 1 ; rv = 1", "there is no global `rv`"),
    ] {
        let words = format!("line 5: the call cannot be read: {words}");
        check_rejected(OVER, &bundle(OVER, &format!("run {call}\n")), &words);
    }
    for call in ["Over(0, 1)", "Nobody(1)", "Over(true)", "Over", "Over(0) where limit = true"] {
        let rejection = judge(OVER, &bundle(OVER, &format!("run {call}\n"))).expect_err(call);
        let words = rejection.to_string();
        assert!(words.starts_with("line 5: the call cannot be read: "), "{words}");
    }
}
