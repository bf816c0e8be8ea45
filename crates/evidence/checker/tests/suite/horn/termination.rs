//! Evidence about termination: accepted, damaged, and about systems that do not terminate.

use buttress_checker::horn::{HornChecker, HornClaim, HornRejection};

use super::{about, block, check_rejected, header, judge};

/// A loop within a loop.
pub const NESTED: &str = include_str!("nested.smt2");
pub const NESTED_EVIDENCE: &str = include_str!("nested.evidence");

/// A token that is sent to and fro, after a countdown.
pub const TOKEN: &str = "(set-logic HORN)
(declare-fun start (Int) Bool) (declare-fun ping (Int) Bool) (declare-fun pong (Int) Bool)
(assert (start 1))
(assert (forall ((x Int)) (=> (start x) (start (- x 1)))))
(assert (forall ((x Int)) (=> (start x) (ping x))))
(assert (forall ((x Int)) (=> (ping x) (pong (+ x 1)))))
(assert (forall ((x Int)) (=> (pong x) (ping (- x 1)))))
(assert (forall ((x Int)) (=> (pong x) false)))
";

pub const TOKEN_STEPS: [&str; 5] = [
    "step 1 clause 1 values from\n",
    "step 2 clause 2 values 1 from 1\n",
    "step 3 clause 3 values 0 from 2\n",
    "step 4 clause 4 values 0 from 3\n",
    "step 5 clause 5 values 1 from 4\n",
];

pub fn lasso(steps: &[&str]) -> String {
    format!("{}{}end\n", header(TOKEN, 3, 6, "lasso"), steps.concat())
}

/// The evidence about nested loops with a part replaced, which must be there.
fn with(part: &str, other: &str) -> String {
    assert!(NESTED_EVIDENCE.contains(part), "{part}");
    NESTED_EVIDENCE.replacen(part, other, 1)
}

#[test]
fn good_evidence_is_accepted() {
    let claim = HornClaim::Terminates { steps: 3, proof_clauses: 41 };
    assert_eq!(judge(NESTED, NESTED_EVIDENCE), Ok(claim));
    assert_eq!(judge(TOKEN, &lasso(&TOKEN_STEPS)), Ok(HornClaim::Loops { steps: 5 }));
    // Functions of predicates may come in any order, those of one predicate by level.
    let first = "rank 1 level 1 constant 0 coefficients -1 1\n";
    let second = "rank 2 level 1 constant -1 coefficients -1 1 0\n";
    let turned = with(&format!("{first}{second}"), &format!("{second}{first}"));
    assert_eq!(judge(NESTED, &turned), Ok(claim));
}

#[test]
fn the_example_of_the_page_is_right() {
    let file = block("The countdown\n\n```smt2\n");
    let evidence = block("since x decreases:\n\n```\n");
    let claim = HornClaim::Terminates { steps: 1, proof_clauses: 14 };
    assert_eq!(judge(&file, &evidence), Ok(claim));
    // A second premise may be what one comes from, too, and then nothing decreases.
    let two = file.replace("((x Int)) (=> (and (p x)", "((x Int) (y Int)) (=> (and (p x) (p y)");
    assert_ne!(two, file);
    let rejection = judge(&two, &about(&two, &evidence)).expect_err("y stays as it is");
    assert!(matches!(rejection, HornRejection::Decrease { clause: 2, .. }), "{rejection}");
}

#[test]
fn functions_must_fit_the_predicates() {
    let inner = "rank 2 level 3 constant 0 coefficients 0 1 -1\n";
    for (other, words) in [
        ("", "`outer` and `inner` lead to each other, but one has 3 functions and the other 2"),
        (
            "rank 2 level 4 constant 0 coefficients 0 1 -1\n",
            "the function of line 15: expected number 3, found 4",
        ),
        (
            "rank 3 level 1 constant 0 coefficients 0 1 -1\n",
            "the function of line 15: there is no predicate 3",
        ),
        (
            "rank 2 level 3 constant 0 coefficients 0 1\n",
            "the function of line 15: 2 coefficients for 3 arguments",
        ),
        (
            "rank 2 level 3 constant 0 coefficients 0 1 x\n",
            "the function of line 15: expected a rational, found \"x\"",
        ),
        (
            "rank 2 level 3 constant 1/0 coefficients 0 1 -1\n",
            "the function of line 15: expected a rational, found \"1/0\"",
        ),
        (
            "rank 2 level 3\n",
            "the function of line 15: expected constant, found the end of the line",
        ),
    ] {
        check_rejected(NESTED, &with(inner, other), words);
    }
    let file = "(set-logic HORN)\n(declare-fun p (Bool) Bool)\n(check-sat)\n";
    let definition = "((define-fun p ((x Bool)) Bool true))";
    let function = "rank 1 level 1 constant 0 coefficients 1";
    let evidence = format!("{}{definition}\n{function}\nend\n", header(file, 1, 0, "ranking"));
    check_rejected(file, &evidence, "the function of line 7: the argument at place 0 is no number");
    let claim = HornClaim::Terminates { steps: 0, proof_clauses: 0 };
    assert_eq!(judge(file, &evidence.replace("coefficients 1", "coefficients 0")), Ok(claim));
    let level = |level: usize| format!("rank 1 level {level} constant 0 coefficients 0\n");
    let many: String = (1..=1001).map(level).collect();
    let evidence = evidence.replace(&format!("{function}\n"), &many);
    check_rejected(file, &evidence, "the function of line 1007: more than 1000 levels");
}

#[test]
fn other_functions_are_not_what_was_proved() {
    for (part, other) in [
        ("rank 1 level 1 constant 0", "rank 1 level 1 constant -1"),
        ("coefficients -1 1\n", "coefficients 1 1\n"),
        ("coefficients -1 1\n", "coefficients -1 1/2\n"),
    ] {
        let rejection = judge(NESTED, &with(part, other)).expect_err("something else was proved");
        assert!(matches!(rejection, HornRejection::Decrease { .. }), "{rejection}");
    }
    let weaker = with("Int)) Bool true)\n)", "Int)) Bool (<= x0 x1))\n)");
    let rejection = judge(NESTED, &weaker).expect_err("something else was proved");
    assert!(matches!(rejection, HornRejection::Proof { clause: 2, .. }), "{rejection}");
}

#[test]
fn every_clause_needs_its_proofs() {
    let starts: Vec<usize> =
        NESTED_EVIDENCE.match_indices("p buttress-smt-proof").map(|it| it.0).collect();
    assert_eq!(starts.len(), 7);
    let cut = |place: usize| format!("{}end\n", &NESTED_EVIDENCE[..starts[place]]);
    check_rejected(NESTED, &cut(3), "clause 4 has no proof");
    check_rejected(NESTED, &cut(6), "clause 4 has no proof that it decreases");
    let mut less = NESTED_EVIDENCE.to_owned();
    less.replace_range(starts[4]..starts[5], "");
    let rejection = judge(NESTED, &less).expect_err("clause 2 is left out");
    assert!(matches!(rejection, HornRejection::Decrease { clause: 2, .. }), "{rejection}");
    let more = NESTED_EVIDENCE.replace("\nend\n", "\np buttress-smt-proof 1 1\nend\n");
    let rejection = judge(NESTED, &more).expect_err("there is one too many");
    assert!(matches!(rejection, HornRejection::Line { .. }), "{rejection}");
}

#[test]
fn a_lasso_must_come_back_to_what_it_follows_from() {
    let words = "what the last step concludes does not follow from a step that concludes the same";
    check_rejected(TOKEN, &lasso(&TOKEN_STEPS[..4]), words);
    check_rejected(TOKEN, &lasso(&[]), words);
    // The same state twice, but the second does not come from the first.
    let twice = ["step 1 clause 1 values from\n", "step 2 clause 1 values from\n"];
    check_rejected(TOKEN, &lasso(&twice), words);
    // `false` twice is no state.
    let steps = [&TOKEN_STEPS[..4], &["step 5 clause 6 values 1 from 4\n"]].concat();
    check_rejected(TOKEN, &lasso(&steps), words);
    let steps = [&TOKEN_STEPS[..4], &["step 5 clause 5 values 2 from 4\n"]].concat();
    check_rejected(
        TOKEN,
        &lasso(&steps),
        "step 5 (line 10): premise 1 is not what that step concludes",
    );
}

/// No evidence can show that these terminate.
#[test]
fn nothing_shows_that_an_infinite_loop_ends() {
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = |below: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed % below as u64) as usize
    };
    for (part, other) in
        [("(< j n)", "(<= 0 n)"), ("(+ i 1)", "i"), ("(outer i n) (< i n)", "(outer i n)")]
    {
        assert!(NESTED.contains(part), "{part}");
        let file = NESTED.replacen(part, other, 1);
        let evidence = about(&file, NESTED_EVIDENCE);
        let checker = HornChecker::new(file.as_bytes()).expect("it can be read");
        let words: Vec<&str> = evidence.split_inclusive([' ', '\n', '(', ')']).collect();
        for _ in 0..400 {
            let mut changed = words.clone();
            for _ in 0..next(4) {
                let (place, other) = (next(changed.len()), next(words.len()));
                match next(3) {
                    0 => changed[place] = words[other],
                    1 => changed.insert(place, words[other]),
                    _ => drop(changed.remove(place)),
                }
            }
            let text = changed.concat();
            if let Ok(checked) = checker.check(text.as_bytes()) {
                panic!("accepted as {:?}\n{text}", checked.claim());
            }
        }
    }
}
