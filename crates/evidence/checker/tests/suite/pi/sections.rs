//! The proofs of functions: each must refute its own condition, of its own function, under what was added.

use super::{STEPS, STEPS_EVIDENCE, about, bundle, check_rejected, claim, damaged, judge, without};

#[test]
fn a_bundle_of_every_condition_is_accepted() {
    let checked = judge(STEPS, STEPS_EVIDENCE).expect("accepted");
    let statistics = checked.statistics();
    let proof_clauses =
        STEPS_EVIDENCE.lines().filter(|line| line.starts_with("a ") || line.starts_with("l "));
    assert_eq!(statistics.obligations, 18);
    assert_eq!(statistics.lrat_steps, proof_clauses.count());
    assert_eq!(statistics.simulated_steps, 0);
    let claim = checked.claim();
    assert!(claim.is_proved() && claim.runtime && claim.termination);
    assert_eq!(claim.additions, 3);
    let shown: Vec<_> = claim.functions.iter().map(|it| (&it.name[..], it.shown)).collect();
    let all = |conditions| Some((conditions, conditions));
    assert_eq!(shown, [("Next", all(1)), ("Up", all(6)), ("Down", all(7)), ("Both", all(4))]);
    // Comments and empty lines say nothing.
    let commented = STEPS_EVIDENCE.replace("\np ", "\n\n# next\np ");
    assert_eq!(&super::claim(STEPS, &commented), claim);
}

/// No line can go without the bundle showing less.
#[test]
fn every_line_is_needed() {
    let lines: Vec<&str> = STEPS_EVIDENCE.lines().collect();
    for gone in 0..lines.len() {
        let kept = lines.iter().enumerate().filter(|(place, _)| *place != gone);
        let damaged: String = kept.map(|(_, line)| format!("{line}\n")).collect();
        if let Ok(checked) = judge(STEPS, &damaged) {
            panic!("nobody misses line {}: {}: {:?}", gone + 1, lines[gone], checked.claim());
        }
    }
}

#[test]
fn a_condition_without_proof_is_not_shown() {
    let less = without(STEPS_EVIDENCE, "p buttress-smt-proof 1 2", "p buttress-smt-proof 1 3");
    let claim = claim(STEPS, &less);
    assert!(!claim.is_proved());
    assert_eq!(claim.functions[1].shown, Some((6, 5)));
    assert!(!claim.functions[1].is_proved() && claim.functions[2].is_proved());
}

#[test]
fn proofs_are_of_their_own_conditions() {
    // The proofs of two conditions are exchanged.
    let swapped = STEPS_EVIDENCE
        .replacen("p buttress-smt-proof 1 3\n", "p buttress-smt-proof 1 X\n", 1)
        .replacen("p buttress-smt-proof 1 4\n", "p buttress-smt-proof 1 3\n", 1)
        .replacen("p buttress-smt-proof 1 X\n", "p buttress-smt-proof 1 4\n", 1);
    let words = "condition 4 of `Up`: clause 3 (line 51): input: no literal is an assertion or an assumption";
    check_rejected(STEPS, &swapped, words);
    // A proof that stops short refutes nothing.
    let unfinished = damaged(
        STEPS_EVIDENCE,
        "a 4 -3 -5 6 0 arith l2 1 round ; l0 1 e2=4 1 d0 1\nl 5 0 1 2 3 4 0\n",
        "",
    );
    let words = "condition 2 of `Up`: none of the 3 clauses is empty";
    check_rejected(STEPS, &unfinished, words);
    // The same proof of another program.
    let other = STEPS.replace("i <= n", "i <  n").replace("@post rv = n\n", "@post rv < n\n");
    let forged = damaged(STEPS_EVIDENCE, &about(STEPS), &about(&other));
    assert!(judge(&other, &forged).is_err());
}

#[test]
fn conditions_are_proved_in_order_and_once() {
    let at = |number: usize, function: &str, line: usize| {
        format!("line {line}: condition {number} of `{function}` is not the next one")
    };
    let lines = |evidence: &str, wanted: &str| {
        1 + evidence.lines().position(|line| line == wanted).expect("the line")
    };
    for wrong in [0, 2, 7] {
        let old = "function Next 1\np buttress-smt-proof 1 1\n";
        let new = format!("function Next 1\np buttress-smt-proof 1 {wrong}\n");
        let evidence = damaged(STEPS_EVIDENCE, old, &new);
        let line = lines(&evidence, "function Next 1") + 1;
        check_rejected(STEPS, &evidence, &at(wrong, "Next", line));
    }
    // Twice the same condition: it cannot stand for another.
    let next = STEPS_EVIDENCE.split_once("function Next 1\n").expect("a section").1;
    let proof = next.split_once("function").expect("the next").0;
    let twice = damaged(STEPS_EVIDENCE, proof, &format!("{proof}{proof}"));
    let line = lines(&twice, "function Up 6") - proof.lines().count();
    check_rejected(STEPS, &twice, &at(1, "Next", line));
}

#[test]
fn a_section_has_the_number_of_its_conditions() {
    for wrong in [0, 5, 7] {
        let evidence = damaged(STEPS_EVIDENCE, "function Up 6", &format!("function Up {wrong}"));
        let words = format!("`Up` has 6 conditions, and the evidence speaks of {wrong}");
        check_rejected(STEPS, &evidence, &words);
    }
    let evidence = damaged(STEPS_EVIDENCE, "function Up 6", "function Down 6");
    let words = "`Down` has 7 conditions, and the evidence speaks of 6";
    check_rejected(STEPS, &evidence, words);
    let evidence = damaged(STEPS_EVIDENCE, "function Up 6", "function Nobody 6");
    check_rejected(STEPS, &evidence, "line 18: the program has no function `Nobody`");
    let evidence = damaged(STEPS_EVIDENCE, "\nend\n", "\nfunction Next 1\nend\n");
    check_rejected(STEPS, &evidence, "`Next` has two sections");
}

/// What is added counts like what is written: it is believed nowhere without proof.
#[test]
fn additions_are_proved_too() {
    let fact = "fact Up 0 i <= n\n";
    let false_fact = damaged(STEPS_EVIDENCE, fact, "fact Up 0 i = 0\n");
    let words = "condition 2 of `Up`: clause 3 (line 37): input: no literal is an assertion or an assumption";
    check_rejected(STEPS, &false_fact, words);
    let more = damaged(STEPS_EVIDENCE, fact, &format!("{fact}fact Up 0 i = 0\n"));
    check_rejected(STEPS, &more, "`Up` has 8 conditions, and the evidence speaks of 6");
    let less = damaged(STEPS_EVIDENCE, fact, "");
    check_rejected(STEPS, &less, "`Up` has 4 conditions, and the evidence speaks of 6");
    let slow = damaged(STEPS_EVIDENCE, "rank Up 0 n - i", "rank Up 0 n + i");
    assert!(judge(STEPS, &slow).is_err());
    let none = damaged(STEPS_EVIDENCE, "rank Down - n\n", "");
    check_rejected(STEPS, &none, "`Down` has 6 conditions, and the evidence speaks of 7");
}

#[test]
fn additions_make_sense_where_they_are_added() {
    for (old, new, words) in [
        ("fact Up 0", "fact Up 1", "there is no such loop"),
        ("fact Up 0", "fact Up 7", "there is no such loop"),
        ("fact Up 0", "fact Up -", "only a loop can have more facts"),
        ("rank Down -", "rank Up 0", "there is a ranking already"),
        ("rank Down -", "rank Down 0", "there is no such loop"),
    ] {
        let evidence = damaged(STEPS_EVIDENCE, old, new);
        let line = 1 + evidence.lines().position(|line| line.starts_with(new)).unwrap();
        let line = if words.ends_with("already") { line + 1 } else { line };
        let words = format!("line {line}: the added annotation makes no sense: {words}");
        check_rejected(STEPS, &evidence, &words);
    }
    let evidence = damaged(STEPS_EVIDENCE, "fact Up 0", "fact Nobody 0");
    check_rejected(STEPS, &evidence, "line 5: the program has no function `Nobody`");
    for (old, new) in [("i <= n", "nobody <= n"), ("n - i", "n <= i"), ("- n\n", "- n ; nobody\n")]
    {
        let rejection = judge(STEPS, &damaged(STEPS_EVIDENCE, old, new)).expect_err(new);
        assert!(
            rejection.to_string().contains("the added annotation makes no sense"),
            "{rejection}"
        );
    }
}

/// A proof speaks of the constants of its condition, by the order of their occurrence, and of its datatypes.
#[test]
fn proofs_know_the_datatypes_of_their_conditions() {
    let program = "\
@pre true
@post !(rv = nil) && car(rv) = x
list(int) Put(int x, list(int) l) {
  return cons(x, l);
}
";
    let proofs = "\
function Put 2
p buttress-smt-proof 1 1
t 1 (= c0 (@cons c1 c2))
a 1 1 0 input
t 2 (= c0 (as @nil (@List Int)))
a 2 2 0 input
a 3 -1 -2 0 closure
l 4 0 1 2 3 0
p buttress-smt-proof 1 2
t 1 (@cons c1 c2)
t 2 (= c0 @1)
a 1 2 0 input
t 3 (= c1 (@car c0))
a 2 -3 0 input
t 4 (= c1 (@car @1))
a 3 4 0 field 1 0
a 4 -2 3 -4 0 closure
l 5 0 1 2 3 4 0
";
    let evidence = bundle(program, proofs);
    assert!(claim(program, &evidence).is_proved());
    // `x` is a name of the program, and of no proof.
    let named = damaged(&evidence, "(= c1 (@car c0))", "(= x (@car c0))");
    let rejection = judge(program, &named).expect_err("a name").to_string();
    assert!(rejection.starts_with("condition 2 of `Put`: line 17: "), "{rejection}");
    let other = damaged(&evidence, "(= c1 (@car c0))", "(= c2 (@cdr c0))");
    let words = "condition 2 of `Put`: clause 2 (line 18): input: no literal is an assertion or an assumption";
    check_rejected(program, &other, words);
}
