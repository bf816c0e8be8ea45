//! Every rule is accepted where it applies, however the proof is presented.

use buttress_checker::smt::{SmtChecker, SmtRejection, SmtVerdict};

use super::stories::{Story, stories};

fn verdict(script: &str, proof: &str) -> Result<(), SmtRejection> {
    SmtChecker::new(script.as_bytes()).check(proof.as_bytes()).map(|checked| {
        assert!(matches!(checked.claim(), SmtVerdict::Unsat(_)));
    })
}

#[test]
fn every_story_is_accepted() {
    for story in stories() {
        if let Err(rejection) = verdict(&story.script(), &story.proof()) {
            panic!("{}: {rejection}", story.name);
        }
    }
}

#[test]
fn no_story_is_accepted_without_one_of_its_assertions() {
    for story in stories() {
        for left_out in 0..story.assertions.len() {
            let verdict = verdict(&story.script_without(left_out), &story.proof());
            assert!(verdict.is_err(), "{} without assertion {left_out}", story.name);
        }
    }
}

/// The order in which a store comes to know terms decides how it turns equations round; the proof
/// must mean the same whichever it is.
#[test]
fn equations_mean_what_the_text_says() {
    for first in ["(= x y)", "(= y x)"] {
        let script = format!(
            "(declare-const x Int) (declare-const y Int) (assert {first}) (assert (< x y)) (check-sat)"
        );
        for (written, factor) in [("(= x y)", "1"), ("(= y x)", "-1"), ("(=  y\tx)", "-1")] {
            let proof = format!(
                "p buttress-smt-proof 1 1\nt 1 {written}\nt 2 (not @1)\nt 3 (< x y)\n\
                 a 1 1 0 input\na 2 3 0 input\na 3 2 -3 0 arith l0 {factor} l1 1\nl 4 0 1 2 3 0\n"
            );
            assert_eq!(verdict(&script, &proof), Ok(()), "{script} {proof}");
            let wrong = proof.replace(&format!("l0 {factor} "), &format!("l0 -{factor} "));
            let wrong = wrong.replace("--", "");
            assert!(verdict(&script, &wrong).is_err(), "{wrong}");
        }
    }
}

#[test]
fn checks_are_counted_and_assumptions_count() {
    let script = "(declare-const p Bool) (check-sat) (push 1) (assert p) (check-sat)
        (check-sat-assuming ((not p))) (pop 1) (check-sat-assuming ((not p))) (exit) (check-sat)";
    let proof = |check: usize| {
        format!(
            "p buttress-smt-proof 1 {check}\nt 1 p\na 1 1 0 input\na 2 -1 0 input\nl 3 0 1 2 0\n"
        )
    };
    assert_eq!(verdict(script, &proof(3)), Ok(()));
    for check in [1, 2, 4] {
        let rejection = verdict(script, &proof(check)).expect_err("one of the two is not there");
        let expected = if check == 2 { 2 } else { 1 };
        let line = expected + 2;
        let message = format!(
            "clause {expected} (line {line}): input: no literal is an assertion or an assumption"
        );
        assert_eq!(rejection.to_string(), message);
    }
    for check in [0, 5, 99] {
        let rejection = verdict(script, &proof(check)).expect_err("there is no such check");
        assert_eq!(rejection, SmtRejection::NoCheck { check, checks: 4 });
    }
}

#[test]
fn names_may_hold_blanks_and_line_ends() {
    let story = Story {
        name: "bars",
        declarations: "(declare-datatype D ((|one; #\n way|) (|other (way|)))\n(declare-const |a\n| D)",
        assertions: &["(not ((_ is |one; #\n way|) |a\n|))", "(not ((_ is |other (way|) |a\n|))"],
        proof: "t 1 |a\n|
t 2 ((_ is |one; #\n way|) @1)
t 3 ((_ is |other (way|) @1)
t 4 (= @1 |one; #\n way|)
a 1 -2 0 input
a 2 -3 0 input
a 3 2 3 0 test-some 1
a 4 -2 4 0 rebuild 1 |one; #\n way|
l 5 0 1 2 3 0
",
    };
    assert_eq!(verdict(&story.script(), &story.proof()), Ok(()));
    let wrong = story.proof().replace("l 5 0 1 2 3 0", "l 5 0 1 2 4 0");
    let rejection = verdict(&story.script(), &wrong).expect_err("clause 4 is satisfied");
    assert_eq!(rejection.to_string(), "clause 5 (line 14): propagation: hint 4 is satisfied");
}

/// Depth is no danger, and neither is the same deep term in many lemmas.
#[test]
fn deep_terms_in_many_lemmas() {
    const DEPTH: usize = 100_000;
    const LEMMAS: usize = 10_000;
    let script = "(declare-sort U 0) (declare-fun f (U) U) (declare-fun p (U) Bool)
        (declare-const b U) (declare-const c U) (declare-const a U)
        (assert (= b c)) (assert (not (= b c))) (check-sat)";
    let mut proof = String::from("p buttress-smt-proof 1 1\nt 1 a\n");
    for depth in 0..DEPTH {
        proof.push_str(&format!("t {} (f @{})\n", depth + 2, depth + 1));
    }
    let deep = DEPTH + 2;
    let (equal, image) = (deep + 1, deep + 2);
    proof.push_str(&format!(
        "t {deep} (p @{})\nt {equal} (= c b)\nt {image} (= (f b) (f c))\n",
        deep - 1
    ));
    for clause in 1..=LEMMAS {
        proof.push_str(&format!("a {clause} {deep} -{equal} {image} 0 closure\n"));
    }
    proof.push_str(&format!("a {} {equal} 0 input\n", LEMMAS + 1));
    proof.push_str(&format!("a {} -{equal} 0 input\n", LEMMAS + 2));
    proof.push_str(&format!("l {} 0 {} {} 0\n", LEMMAS + 3, LEMMAS + 1, LEMMAS + 2));
    assert_eq!(verdict(script, &proof), Ok(()));
}

/// The examples of `docs/proof.md`: scripts, each with the proof that follows it, its remarks taken
/// away.
#[test]
fn the_examples_of_the_documentation() {
    let page = include_str!("../../../../../../docs/proof.md");
    let blocks: Vec<&str> = page.split("```").skip(1).step_by(2).collect();
    let mut count = 0;
    for pair in blocks.windows(2) {
        let (Some(script), proof) = (pair[0].strip_prefix("smt2"), pair[1].trim_start()) else {
            continue;
        };
        let lines = proof.lines().map(|line| line.split("   ").next().unwrap_or_default());
        let proof: String = lines.map(|line| format!("{line}\n")).collect();
        assert_eq!(verdict(script, &proof), Ok(()), "{script}");
        count += 1;
    }
    assert_eq!(count, 2);
}

/// Classes of equal size that are merged again and again change the signatures of all applications many times.
#[test]
fn an_equality_lemma_of_many_merges() {
    const COUNT: usize = 512;
    let mut script = String::from("(declare-fun g (Int Int) Int)\n");
    for place in 0..COUNT {
        script += &format!("(declare-const x{place} Int)(declare-const c{place} Int)\n");
    }
    script += "(check-sat)\n";
    // What comes last is merged first: pairs of x, then pairs of pairs, and the c in the end.
    let pairs = (0..COUNT).step_by(2);
    let mut equations: Vec<String> =
        pairs.map(|place| format!("(= c{place} c{})", place + 1)).collect();
    let mut stride = COUNT / 2;
    while stride > 0 {
        let starts = (0..COUNT).step_by(2 * stride);
        equations.extend(starts.map(|start| format!("(= x{start} x{})", start + stride)));
        stride /= 2;
    }
    let application = |place: usize| format!("(g x{place} c{place})");
    // Whether an application is 0 does not matter; the literal makes it a part of the lemma.
    let others = (0..COUNT).map(|place| format!("(= 0 {})", application(place)));
    let judge = |left: usize, right: usize| {
        let goal = format!("(= {} {})", application(left), application(right));
        let (mut proof, mut clause) = (String::from("p buttress-smt-proof 1 1\n"), String::new());
        let (negative, positive) = (equations.iter().cloned(), others.clone().chain([goal]));
        let literals = negative.map(|atom| ("-", atom)).chain(positive.map(|atom| ("", atom)));
        for (number, (sign, atom)) in (1..).zip(literals) {
            proof += &format!("t {number} {atom}\n");
            clause += &format!("{sign}{number} ");
        }
        proof += &format!("a 1 {clause}0 closure\n");
        verdict(&script, &proof).expect_err("no clause is empty").to_string()
    };
    for left in (0..COUNT).step_by(100) {
        assert_eq!(judge(left, left + 1), "none of the 1 clauses is empty");
    }
    for (left, right) in [(1, 2), (6, 100), (509, 510)] {
        let words = judge(left, right);
        assert!(words.ends_with("closure: the negation is not contradictory"), "{words}");
    }
}

/// Numbers that are squared again and again are computed up to a limit; beyond it they are terms like others.
#[test]
fn constants_are_computed_up_to_a_limit() {
    let judge = |squares: usize| {
        let mut power = String::from("2");
        let mut proof = String::from("p buttress-smt-proof 1 1\nt 1 2\n");
        for number in 2..squares + 2 {
            power = format!("(let ((y {power})) (* y y))");
            proof += &format!("t {number} (* @{0} @{0})\n", number - 1);
        }
        let script = format!("(assert (<= {power} 0))\n(check-sat)\n");
        let (number, atom) = (squares + 1, squares + 2);
        proof += &format!(
            "t {atom} (<= @{number} 0)\na 1 {atom} 0 input\na 2 -{atom} 0 arith l0 1\nl 3 0 1 2 0\n"
        );
        verdict(&script, &proof)
    };
    assert_eq!(judge(10), Ok(()));
    let rejection = judge(16).expect_err("2 to the power of 65536");
    assert!(matches!(rejection, SmtRejection::Clause { clause: 2, .. }), "{rejection}");
}
