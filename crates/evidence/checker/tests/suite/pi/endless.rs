//! Calls that never end: states that come back, and closed sets, each damaged at every place.

use super::{ENDLESS, ENDLESS_EVIDENCE, bundle, check_rejected, claim, damaged, judge, without};

fn call_is_rejected(old: &str, new: &str, line: usize, words: &str) {
    let words = format!("line {line}: the call cannot be read: {words}");
    check_rejected(ENDLESS, &damaged(ENDLESS_EVIDENCE, old, new), &words);
}

const STUCK: usize = 47;
const AWAY: usize = 48;
const SINK: usize = 106;

#[test]
fn calls_that_never_end_are_told() {
    let checked = judge(ENDLESS, ENDLESS_EVIDENCE).expect("accepted");
    assert_eq!(checked.claim().endless, ["Stuck(3)", "Away(-1)", "Sink(0)"]);
    assert!(checked.claim().violations.is_empty());
    let clauses =
        ENDLESS_EVIDENCE.lines().filter(|line| line.starts_with("a ") || line.starts_with("l "));
    // Those of the functions and those of the sets.
    assert_eq!(checked.statistics().lrat_steps, clauses.count());
    assert_eq!(checked.statistics().obligations, 2 + 6 + 2);
}

#[test]
fn a_state_must_come_back() {
    call_is_rejected("loops Stuck(3)", "loops Stuck(4)", STUCK, "no state comes back");
    // It goes away for ever, and comes back nowhere.
    call_is_rejected("loops Stuck(3)", "loops Away(-1)", STUCK, "no state comes back");
    let unallowed = "the arguments are not shown to satisfy @pre";
    call_is_rejected("loops Stuck(3)", "loops Stuck(5)", STUCK, unallowed);
    call_is_rejected("- 1 Sink(0)", "- 1 Sink(10)", SINK, unallowed);
    let nobody = judge(ENDLESS, &damaged(ENDLESS_EVIDENCE, "loops Stuck(3)", "loops Nobody(3)"));
    assert!(
        nobody.is_err_and(|why| why.to_string().starts_with("line 47: the call cannot be read"))
    );
}

#[test]
fn the_run_must_come_to_the_set() {
    let elsewhere = "the run does not come to the set";
    let stays = "stays Away 0 1 Away(-1)";
    for other in [
        // It ends.
        "stays Away 0 1 Away(1)",
        // There is no such visit, or none from there on that is known.
        "stays Away 0 0 Away(-1)",
        "stays Away 0 4 Away(-1)",
        // No such loop, and no set at the beginning.
        "stays Away 2 1 Away(-1)",
        "stays Away 3 1 Away(-1)",
        "stays Away - 1 Away(-1)",
        // Another call than the one of which the set tells.
        "stays Away 0 1 Stuck(3)",
    ] {
        call_is_rejected(stays, other, AWAY, elsewhere);
    }
    // The set may be reached later, at either loop, and from another call.
    for other in [
        "stays Away 0 2 Away(-1)",
        "stays Away 0 3 Away(-1)",
        "stays Away 1 1 Away(-1)",
        "stays Away 1 2 Away(4)",
        "stays Away 1 9 Away(-5)",
    ] {
        let shown = claim(ENDLESS, &damaged(ENDLESS_EVIDENCE, stays, other));
        assert_eq!(shown.endless.len(), 3, "{other}");
    }
    // At the first visit of this loop it is not there yet.
    call_is_rejected(stays, "stays Away 1 1 Away(4)", AWAY, elsewhere);
    call_is_rejected("- 1 Sink(0)", "- 0 Sink(0)", SINK, elsewhere);
    let deep = claim(ENDLESS, &damaged(ENDLESS_EVIDENCE, "- 1 Sink(0)", "- 5 Sink(0)"));
    assert_eq!(deep.endless.len(), 3);
}

#[test]
fn the_set_must_be_closed() {
    // A proof is missing.
    let open = "the set is not proved to be closed";
    let start = ENDLESS_EVIDENCE.find("closed 1").expect("the set");
    let (before, set) = ENDLESS_EVIDENCE.split_at(start);
    let less = without(set, "p buttress-smt-proof 1 5", "p buttress-smt-proof 1 6");
    let words = format!("line {AWAY}: the call cannot be read: {open}");
    check_rejected(ENDLESS, &format!("{before}{less}"), &words);
    // Another set, with the proofs of this one.
    for (old, new) in [
        ("closed 1 i <= -1", "closed 1 i <= 5"),
        ("closed 1 i <= -1", "closed 1 true"),
        ("closed 0 n = -1", "closed 0 true"),
        ("closed - true", "closed - n > 3 || n <= 0"),
    ] {
        let evidence = damaged(ENDLESS_EVIDENCE, old, new);
        let rejection = judge(ENDLESS, &evidence).expect_err(new).to_string();
        assert!(rejection.starts_with("condition "), "{rejection}");
    }
    // Without a set at the second loop, coming there is leaving.
    let evidence = damaged(ENDLESS_EVIDENCE, "closed 1 i <= -1\n", "");
    check_rejected(
        ENDLESS,
        &evidence,
        "condition 3 of `Away`: clause 2 (line 69): input: no literal is an assertion or an assumption",
    );
    let evidence = damaged(ENDLESS_EVIDENCE, "function Sink 2", "function Sink 3");
    check_rejected(ENDLESS, &evidence, "`Sink` has 2 conditions, and the evidence speaks of 3");
}

/// What would be checked as the program runs would end it.
#[test]
fn a_set_is_left_by_a_check_that_fails() {
    let program =
        "@pre true @post true int f(int n) { while @ true (true) { n := n / n; } return n; }\n";
    let closed = "stays f 0 1 f(1)\nclosed 0 true\nfunction f 2\n";
    let words = "`f` has 3 conditions, and the evidence speaks of 2";
    let evidence = damaged(&bundle(program, closed), "runtime on", "runtime off");
    check_rejected(program, &evidence, words);
}

/// What another function says of itself is proved nowhere here: whoever calls one has left the set.
#[test]
fn a_set_is_left_by_a_call_of_another_function() {
    let program = "\
@pre true
@post rv = 1
int One() { return 2; }

@pre true
@post true
int f(int n) { while @ true (n = 1) { n := One(); } return n; }
";
    // Nothing else would be in the way of f(1), which ends: from n = 1 the contract leads to n = 1.
    let closed = "stays f 0 1 f(1)\nclosed 0 n = 1\nfunction f 3\n";
    let words = "`f` has 4 conditions, and the evidence speaks of 3";
    check_rejected(program, &bundle(program, closed), words);
}

#[test]
fn a_set_is_told_in_full() {
    call_is_rejected(
        "function Sink 2",
        "function Stuck 2",
        SINK,
        "the proofs are about another function",
    );
    let evidence = damaged(ENDLESS_EVIDENCE, "closed 0 n = -1", "closed 2 n = -1");
    let words = "line 49: the added annotation makes no sense: there is no such loop";
    check_rejected(ENDLESS, &evidence, words);
    for nonsense in ["closed 0 nobody = 1", "closed - i = 1", "closed 0 n + 1"] {
        let evidence = damaged(ENDLESS_EVIDENCE, "closed 0 n = -1", nonsense);
        let rejection = judge(ENDLESS, &evidence).expect_err(nonsense).to_string();
        assert!(
            rejection.starts_with("line 49: the added annotation makes no sense"),
            "{rejection}"
        );
    }
    let evidence = damaged(ENDLESS_EVIDENCE, "stays Sink -", "stays Nobody -");
    check_rejected(ENDLESS, &evidence, "line 106: the program has no function `Nobody`");
    let (shown, _) = ENDLESS_EVIDENCE.split_once("function Sink 2").expect("a section");
    let words = "the evidence ends before the line that begins with `function`";
    check_rejected(ENDLESS, &format!("{shown}end\n"), words);
}

#[test]
fn the_parts_of_a_set_are_in_order() {
    let flaw = |evidence: &str, line: usize, expected: &str| {
        let rejection = judge(ENDLESS, evidence).expect_err(expected).to_string();
        let words = format!("line {line}: expected {expected}, found ");
        assert!(rejection.starts_with(&words), "{rejection}");
    };
    let loops = "loops Stuck(3)\n";
    flaw(&damaged(ENDLESS_EVIDENCE, loops, &format!("{loops}closed 0 true\n")), 48, "stays");
    flaw(&damaged(ENDLESS_EVIDENCE, loops, "closed 0 true\n"), 47, "stays");
    flaw(&damaged(ENDLESS_EVIDENCE, "\nend\n", "\nclosed - true\nend\n"), 119, "stays");
    let after = "loops, stays or end";
    flaw(&damaged(ENDLESS_EVIDENCE, loops, &format!("{loops}function Stuck 0\n")), 48, after);
    flaw(&damaged(ENDLESS_EVIDENCE, "\nend\n", "\nfunction Sink 2\nend\n"), 119, after);
    let orphan = format!("{loops}p buttress-smt-proof 1 1\n");
    flaw(&damaged(ENDLESS_EVIDENCE, loops, &orphan), 48, "function");
    let orphan = format!("{loops}t 1 c0\n");
    flaw(&damaged(ENDLESS_EVIDENCE, loops, &orphan), 48, "the first line of a proof");
}
