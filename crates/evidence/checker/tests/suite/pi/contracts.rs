//! Contracts that evidence makes stronger.

use buttress_checker::pi::ProgramQuestion;

use super::{HELPER, HELPER_EVIDENCE, check_rejected, claim, damaged, without};

#[test]
fn what_is_proved_for_some_calls_is_told() {
    let claim = claim(HELPER, HELPER_EVIDENCE);
    assert!(!claim.is_proved());
    assert_eq!(claim.additions, 3);
    let assumes = claim.functions.iter().map(|it| it.assumes.clone()).collect::<Vec<_>>();
    assert_eq!(assumes, [vec!["0 <= i".to_owned(), "i < |a|".to_owned()], vec![]]);
    let lacks = claim.lacks(&ProgramQuestion::default());
    assert_eq!(lacks, ["at is proved only where 0 <= i && i < |a|"]);
    let first = Some(vec!["first".to_owned()]);
    let question = ProgramQuestion { functions: first, ..ProgramQuestion::default() };
    assert_eq!(claim.lacks(&question), [""; 0]);
}

/// A caller may lean on a stronger contract only if all of its function is proved.
#[test]
fn a_stronger_contract_is_proved() {
    let words =
        "the contract of `at` is stronger than written, and not all of its conditions are proved";
    let silent = without(HELPER_EVIDENCE, "function at 3", "function first 3");
    check_rejected(HELPER, &silent, words);
    let less = without(HELPER_EVIDENCE, "p buttress-smt-proof 1 3", "function first 3");
    check_rejected(HELPER, &less, words);
    // What is wrong has no proof.
    let other = damaged(HELPER_EVIDENCE, "post at rv = a[i] + 1", "post at rv = a[i] + 2");
    check_rejected(
        HELPER,
        &other,
        "condition 3 of `at`: clause 2 (line 32): input: no literal is an assertion or an assumption",
    );
    // Each conjunct of @pre is a condition of whoever calls.
    let fewer = damaged(HELPER_EVIDENCE, "pre at i < |a|\n", "");
    check_rejected(
        HELPER,
        &fewer,
        "condition 2 of `at`: clause 1 (line 19): input: no literal is an assertion or an assumption",
    );
    let more = damaged(HELPER_EVIDENCE, "post at ", "pre at i = 1\npost at ");
    check_rejected(HELPER, &more, "`first` has 4 conditions, and the evidence speaks of 3");
}

#[test]
fn contracts_speak_of_what_can_be_named() {
    let local = damaged(HELPER_EVIDENCE, "pre at 0 <= i", "pre at 0 <= rv");
    check_rejected(
        HELPER,
        &local,
        "line 5: the added annotation makes no sense: `rv` has no meaning here",
    );
    let other = damaged(HELPER_EVIDENCE, "pre at 0 <= i", "pre up 0 <= i");
    check_rejected(HELPER, &other, "line 5: the program has no function `up`");
    let late = damaged(HELPER_EVIDENCE, "function first 3", "post at rv = 0\nfunction first 3");
    let words = "line 34: expected fact, rank, pre, post, function, p, run, loops, stays, closed or end, found \"post\"";
    check_rejected(HELPER, &late, words);
}
