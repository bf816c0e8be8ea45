//! A damaged proof is rejected at the damaged step, with a reason.

use buttress_checker::smt::SmtChecker;

use super::stories::stories;

/// Replaces a part of a story's proof and tells why the result is rejected.
fn rejection(name: &str, part: &str, replacement: &str) -> String {
    let story = stories().find(|story| story.name == name).expect("a story of this name");
    let proof = story.proof();
    assert!(proof.contains(part), "{name} has no {part:?}");
    let damaged = proof.replacen(part, replacement, 1);
    match SmtChecker::new(story.script().as_bytes()).check(damaged.as_bytes()) {
        Ok(_) => format!("{name}: accepted with {replacement:?} for {part:?}"),
        Err(rejection) => rejection.to_string(),
    }
}

fn check(name: &str, cases: &[(&str, &str, &str)]) {
    let found: Vec<String> =
        cases.iter().map(|(part, replacement, _)| rejection(name, part, replacement)).collect();
    let expected: Vec<&str> = cases.iter().map(|(.., expected)| *expected).collect();
    assert_eq!(found, expected, "{name}");
}

#[test]
fn lines_are_exact() {
    check(
        "congruence",
        &[
            ("t 2 b", "t 3 b", "line 4: expected number 2, found 3"),
            ("t 2 b", "t 2 d", "line 4: the term cannot be read: unknown symbol `d`"),
            ("t 2 b\n", "", "line 4: expected number 2, found 3"),
            ("(= @1 @2)", "(= @1 @3)", "line 5: the term cannot be read: unknown symbol `@3`"),
            ("a 2 -6", "a 3 -6", "line 10: expected number 2, found 3"),
            ("a 2 -6", "a 2 -7", "line 10: there is no term 7 yet"),
            ("a 2 -6", "a 2 -1", "line 10: term 1 is no formula"),
            ("-6 0 input", "-6 -0 input", "line 10: expected a literal or 0, found \"-0\""),
            ("-6 0 input", "-6 input", "line 10: expected a literal or 0, found \"input\""),
            (
                "-6 0 input",
                "-6 0",
                "line 10: expected the name of a rule, found the end of the line",
            ),
            ("-6 0 input", "-6 0 inputs", "line 10: expected the name of a rule, found \"inputs\""),
            ("-6 0 input", "-6 0 input 1", "line 10: expected the end of the line, found \"1\""),
            ("a 2 -6 0 input", "r 2", "line 10: expected t, a or l, found \"r\""),
            ("1 2 3 0\n", "1 2 3\n", "line 12: expected a hint or 0, found the end of the line"),
            ("1 2 3 0\n", "1 2 3 0 4\n", "line 12: expected the end of the line, found \"4\""),
            ("l 4 0 1 2 3 0\n", "", "none of the 3 clauses is empty"),
            ("proof 1 1", "proof 2 1", "neither a proof nor a model"),
            ("proof 1 1", "proof 1 2", "there is no check 2: the script has 1"),
        ],
    );
}

#[test]
fn inputs_and_propagation() {
    check(
        "congruence",
        &[
            ("1 3 0 input", "1 -3 0 input", NOT_INPUT_1),
            ("1 3 0 input", "1 0 input", NOT_INPUT_1),
            ("1 3 0 input", "1 6 0 input", NOT_INPUT_1),
            ("0 1 2 3 0", "0 2 1 2 0", "clause 4 (line 12): propagation: hint 2 is satisfied"),
            (
                "0 1 2 3 0",
                "0 1 2 0",
                "clause 4 (line 12): propagation: the hints end without a conflict",
            ),
            ("0 1 2 3 0", "0 3 2 1 0", "clause 4 (line 12): propagation: hint 3 is not unit"),
            ("0 1 2 3 0", "0 1 1 2 3 0", "clause 4 (line 12): propagation: hint 1 is satisfied"),
            (
                "0 1 2 3 0",
                "0 1 2 3 1 0",
                "clause 4 (line 12): propagation: hint 1 follows the conflict",
            ),
            (
                "0 1 2 3 0",
                "0 1 2 4 0",
                "clause 4 (line 12): propagation: hint 4 names no earlier clause",
            ),
            (
                "0 1 2 3 0",
                "0 0",
                "clause 4 (line 12): propagation: the hints end without a conflict",
            ),
        ],
    );
}

const NOT_INPUT_1: &str = "clause 1 (line 9): input: no literal is an assertion or an assumption";

#[test]
fn closure_and_cycle() {
    let open = |clause: usize, line: usize, rule: &str| {
        format!("clause {clause} (line {line}): {rule}: the negation is not contradictory")
    };
    for (name, part, replacement, expected) in [
        ("congruence", "-3 6 0 closure", "3 6 0 closure", open(3, 11, "closure")),
        ("congruence", "-3 6 0 closure", "-3 -6 0 closure", open(3, 11, "closure")),
        ("congruence", "-3 6 0 closure", "6 0 closure", open(3, 11, "closure")),
        (
            "congruence in a chain",
            "-4 -5 -6 7 0 closure",
            "-4 -6 7 0 closure",
            open(5, 13, "closure"),
        ),
        ("two values", "-1 -2 -3 0 closure", "-1 -3 0 closure", open(4, 8, "closure")),
        ("formulas as arguments", "-1 -2 3 0 closure", "1 -2 3 0 closure", open(4, 8, "closure")),
        ("a list that contains itself", "cycle", "closure", open(3, 6, "closure")),
        ("a list that contains itself", "-1 -2 0 cycle", "-1 0 cycle", open(3, 6, "cycle")),
        ("rebuilding", "-5 -4 0 cycle", "-5 4 0 cycle", open(4, 10, "cycle")),
    ] {
        assert_eq!(rejection(name, part, replacement), expected, "{name}: {replacement:?}");
    }
}

#[test]
fn sums_are_exact() {
    let line = "clause 4 (line 8): arith: ";
    let story = "a sum of inequalities";
    for (replacement, flaw) in [
        ("l0 1/2 l1 1 l2 1/3", "line 0 does not cancel u"),
        ("l0 1/2 l1 1", "line 0 does not cancel u"),
        ("l0 1/2 l1 2 l2 1/2", "line 0 does not cancel v"),
        ("l0 -1/2 l1 -1 l2 -1/2", "line 0 multiplies an inequality by -1/2"),
        ("l0 1/2 l1 1 l3 1/2", "line 0 uses literal 3, which does not exist"),
        ("l0 0 l1 0 l2 0", "line 0 says 0 = 0, which is no contradiction"),
        ("", "line 0 says 0 = 0, which is no contradiction"),
        ("d0 1", "line 0 uses line 0, which does not come before"),
        ("l0 1/2 l1 1 l2 1/2 ; d0 1 ; d3 1", "line 2 uses line 3, which does not come before"),
        ("l0 1/2 l1 1 l2 1/2 ; l0 1 round", "line 1 rounds, but u is no integer"),
        ("f1.0 1", "line 0 uses fact 0 of (<= (+ … …) 3.0), which does not exist"),
        ("e1=2 1", "line 0 uses (<= (+ … …) 3.0) = (< 1.0 v), which congruence does not show"),
    ] {
        let found = rejection(story, "l0 1/2 l1 1 l2 1/2", replacement);
        assert_eq!(found, format!("{line}{flaw}"), "{replacement:?}");
    }
    for (replacement, flaw) in [
        ("l0 1/0", "expected a multiplier, found \"1/0\""),
        ("l0 0.5", "expected a multiplier, found \"0.5\""),
        ("l0", "expected a multiplier, found the end of the line"),
        ("e1=9 1", "there is no term 9 yet"),
        ("m0*9 1", "there is no term 9 yet"),
        ("s9 1", "there is no term 9 yet"),
        ("round l0 1", "expected ; or the end of the line, found \"l0\""),
    ] {
        let found = rejection(story, "l0 1/2 l1 1 l2 1/2", replacement);
        assert_eq!(found, format!("line 8: {flaw}"), "{replacement:?}");
    }
    let sources = "l<n>, e<id>=<id>, f<id>.<n>, d<n>, p<n>*<n>, m<n>*<id>, s<id> or b<n>=<n>";
    for strange in ["k0", "e1", "p0", "p0=1", "m0", "s", "b0", "b0*1"] {
        let found = rejection(story, "l0 1/2 l1 1 l2 1/2", &format!("{strange} 1"));
        assert_eq!(found, format!("line 8: expected {sources}, found \"{strange}\""));
    }
    // The strictness of the second literal is all that makes it a contradiction.
    let found = rejection(story, "t 2 (< 1.0 v)", "t 2 (<= 1.0 v)");
    assert_eq!(found, "clause 2 (line 6): input: no literal is an assertion or an assumption");
}

/// Each change of a story's derivation makes the line flawed that the message names.
fn check_lines(story: &str, clause: &str, damages: &[(&str, &str, &str)]) {
    for (part, replacement, flaw) in damages {
        let expected = format!("{clause}: arith: {flaw}");
        assert_eq!(rejection(story, part, replacement), expected, "{replacement}");
    }
}

#[test]
fn products_are_exact() {
    check_lines(
        "a product of inequalities",
        "clause 4 (line 9)",
        &[
            ("p0*1 1 l0 2", "p0*0 1 l0 2", "line 2 does not cancel x · x"),
            ("p0*1 1 l0 2", "p0*1 1 l0 1", "line 2 does not cancel x"),
            ("p0*1 1", "p0*1 -1", "line 2 multiplies an inequality by -1"),
            ("p0*1 1", "p0*2 1", "line 2 uses line 2, which does not come before"),
            ("p0*1 1", "m0*1 1", "line 2 multiplies line 0 by a term although it is no equation"),
            ("l1 1 l2 1", "l1 1 l2 1/2", "line 2 does not cancel x · y"),
        ],
    );
    check_lines(
        "a product of strict inequalities",
        "clause 4 (line 8)",
        &[
            (
                "; l1 1 ;",
                "; l1 1 f1.0 0 ;",
                "line 1 uses fact 0 of (< 0.0 u), which does not exist",
            ),
            ("p0*1 1", "p0*0 1", "line 2 does not cancel u · u"),
            ("p0*1 1", "b0=1 1", "line 2 uses lines 0 and 1 as one equation, which they are not"),
        ],
    );
    check_lines(
        "a multiple of an equation",
        "clause 3 (line 10)",
        &[
            ("m0*4 1", "m0*1 1", "line 2 does not cancel x · y"),
            ("m0*4 1", "m0*4 -1", "line 2 does not cancel x · x"),
            ("m0*4 1", "m0*3 1", "line 1 uses (= x (+ … …)), which is no number"),
            ("m0*4 1", "m1*4 1", "line 1 uses line 1, which does not come before"),
        ],
    );
    check_lines(
        "a square",
        "clause 2 (line 5)",
        &[
            ("s1 1", "s1 -1", "line 0 multiplies an inequality by -1"),
            ("s1 1", "s2 1", "line 0 uses (< (+ … …) (* … … …)), which is no number"),
            ("s1 1", "s1 2", "line 0 does not cancel x · x"),
        ],
    );
    check_lines(
        "a square that is rounded",
        "clause 2 (line 6)",
        &[
            ("s1 1 round", "s1 1/4", "line 1 says 1/4 > 0, which is no contradiction"),
            ("d0 1 l0 1", "d0 1 l0 1 s1 0 d0 1", "line 1 does not cancel x · x"),
        ],
    );
    check_lines(
        "an equation of two inequalities",
        "clause 4 (line 9)",
        &[
            ("b0=1 1", "b0=0 1", "line 2 uses lines 0 and 0 as one equation, which they are not"),
            ("b0=1 1", "d0 1", "line 3 multiplies line 2 by a term although it is no equation"),
            ("d3 -1", "d3 1", "line 4 does not cancel u · v"),
        ],
    );
}

#[test]
fn rounding_is_exact() {
    check(
        "rounding twice",
        &[
            ("round ; l2", "; l2", "clause 4 (line 9): arith: line 2 does not cancel x"),
            (
                "l2 1 round",
                "l2 1",
                "clause 4 (line 9): arith: line 2 says 1 > 0, which is no contradiction",
            ),
            ("d0 2", "d0 3", "clause 4 (line 9): arith: line 2 does not cancel x"),
        ],
    );
    check(
        "an equation without integer solutions",
        &[
            ("l1 1 round", "l1 1", "clause 3 (line 6): arith: line 0 does not cancel x"),
            (
                "l0 1 l1 1 round",
                "l0 1 l1 2 round",
                "clause 3 (line 6): arith: line 0 does not cancel x",
            ),
        ],
    );
    check(
        "quotient and remainder",
        &[
            (
                "f1.2 1",
                "f1.3 1",
                "clause 3 (line 8): arith: line 0 uses fact 3 of (mod x 4), which does not exist",
            ),
            ("f1.2 1", "f1.0 1", "clause 3 (line 8): arith: line 0 does not cancel x"),
            (
                "f4.0 -1",
                "f4.1 -1",
                "clause 4 (line 9): arith: line 0 uses fact 1 of (div x 4), which does not exist",
            ),
        ],
    );
    check(
        "congruence inside arithmetic",
        &[
            ("e4=5 1", "e4=5 -1", "clause 3 (line 10): arith: line 0 does not cancel (g x)"),
            ("e4=5 1", "e5=4 1", "clause 3 (line 10): arith: line 0 does not cancel (g x)"),
            (
                "-3 -6 0 arith l1 1",
                "-6 0 arith l0 1",
                "clause 3 (line 10): arith: line 0 uses (g x) = (g y), which congruence does not show",
            ),
        ],
    );
}

/// Of every shape one literal is turned round, and one is taken away.
#[test]
fn shapes_are_exact() {
    for (name, part) in [
        ("conjunction and disjunction", "-5 1 0 define 5"),
        ("conjunction and disjunction", "-4 -1 2 0 define 4"),
        ("conjunction and disjunction, upwards", "4 -1 -2 0 define 4"),
        ("conjunction and disjunction, upwards", "5 -4 0 define 5"),
        ("constants", "2 0 define 2"),
        ("constants", "-3 0 define 3"),
        ("equivalence", "4 1 2 0 define 4"),
        ("equivalence", "4 -1 -2 0 define 4"),
        ("choice between formulas", "-4 -1 2 0 define 4"),
        ("choice between formulas", "-4 1 3 0 define 4"),
        ("choice between formulas", "-4 2 3 0 define 4"),
        ("all different", "-1 -2 0 define 1"),
        ("not all different", "1 2 3 4 0 define 1"),
        ("choice between numbers", "-1 4 0 ite 2"),
        ("choice between numbers", "1 5 0 ite 2"),
        ("absolute value", "4 0 absolute 1"),
        ("whole reals", "3 0 is-integer 1"),
        ("division by an unknown", "12 15 0 division 3"),
        ("remainders are natural and small", "5 10 0 division 3"),
        ("remainders are natural and small", "11 12 0 division 3"),
        ("remainders are natural and small", "13 15 0 division 3"),
        ("three ways to compare", "5 -3 -4 0 trichotomy 1 2"),
        ("reading what was stored", "2 0 row-hit 1"),
        ("reading elsewhere", "4 5 0 row-miss 1 2"),
        ("constant arrays", "5 0 constant 1 2"),
        ("different arrays differ", "4 -5 0 extensional 1 2"),
        ("what is read almost everywhere", "6 0 default-store 3"),
        ("what is read almost everywhere", "9 0 default-constant 2"),
        ("fields", "5 0 field 1 1"),
        ("tests of constructor terms", "-2 0 test 1 nil"),
        ("tests of constructor terms", "3 0 test 1 cons"),
        ("some constructor", "2 3 4 0 test-some 1"),
        ("some constructor", "-2 5 0 rebuild 1 red"),
        ("one constructor", "-2 -3 0 test-one 1"),
        ("an instance of what holds everywhere", "-5 9 0 instance 5 6"),
        ("an instance of what holds nowhere", "3 -5 0 instance 3 4"),
        ("an instance that is a negation", "-3 -5 0 instance 3 4"),
        ("witnesses of what does not hold everywhere", "6 -11 0 witness 6"),
        ("a quantifier inside another", "-5 8 0 witness 5"),
        ("a quantifier inside another", "-8 12 0 instance 8 10"),
        ("the same quantifier in several formulas", "-5 11 0 instance 5 7"),
    ] {
        let words: Vec<&str> = part.split(' ').collect();
        let end = words.iter().position(|word| *word == "0").expect("the end of the clause");
        for place in 0..end {
            let mut turned: Vec<String> = words.iter().map(|word| word.to_string()).collect();
            turned[place] = match words[place].strip_prefix('-') {
                Some(rest) => rest.to_owned(),
                None => format!("-{}", words[place]),
            };
            let mut shorter = turned.clone();
            shorter.remove(place);
            for damaged in [turned.join(" "), shorter.join(" ")] {
                let found = rejection(name, part, &damaged);
                let rule = format!(": {}: ", words[end + 1]);
                assert!(
                    found.starts_with("clause ") && found.contains(&rule),
                    "{damaged}: {found}"
                );
            }
        }
    }
}

#[test]
fn rules_apply_to_their_terms() {
    check(
        "reading elsewhere",
        &[
            ("row-miss 1 2", "row-miss 2 1", "clause 3 (line 9): row-miss: j is not a store"),
            (
                "row-miss 1 2",
                "row-miss 1 1",
                "clause 3 (line 9): row-miss: (store a i v) is not of the sort that the rule needs",
            ),
            (
                "row-miss 1 2",
                "row-hit 1",
                "clause 3 (line 9): row-hit: the clause lacks (= v (select … …))",
            ),
            (
                "row-miss 1 2",
                "row-miss 1",
                "line 9: expected the number of a term, found the end of the line",
            ),
        ],
    );
    check(
        "three ways to compare",
        &[
            (
                "trichotomy 1 2",
                "trichotomy 1 3",
                "clause 4 (line 10): trichotomy: (<= u v) is not of the same sort",
            ),
            (
                "trichotomy 1 2",
                "trichotomy 3 2",
                "clause 4 (line 10): trichotomy: (<= u v) is not a number",
            ),
            (
                "trichotomy 1 2",
                "extensional 1 2",
                "clause 4 (line 10): extensional: u is not an array",
            ),
            (
                "trichotomy 1 2",
                "define 5",
                "clause 4 (line 10): define: (= u v) is not an equation between formulas",
            ),
            ("trichotomy 1 2", "define 1", "clause 4 (line 10): define: u is not a formula"),
            (
                "trichotomy 1 2",
                "define 3",
                "clause 4 (line 10): define: (<= u v) is not a connective",
            ),
            (
                "trichotomy 1 2",
                "test-some 1",
                "clause 4 (line 10): test-some: u is not of a datatype",
            ),
        ],
    );
    check(
        "fields",
        &[
            (
                "field 1 1",
                "field 1 0",
                "clause 3 (line 10): field: the clause lacks (= 1 (head …))",
            ),
            (
                "field 1 1",
                "field 1 2",
                "clause 3 (line 10): field: (cons 1 l) is not a constructor term with this field",
            ),
            (
                "field 1 1",
                "field 3 1",
                "clause 3 (line 10): field: (= (cons … …) (cons … …)) is not a constructor term",
            ),
            (
                "field 1 1",
                "test 1 nil",
                "clause 3 (line 10): test: the clause lacks the negation of ((_ is nil) (cons … …))",
            ),
            (
                "field 1 1",
                "test 1 red",
                "line 10: expected a constructor of the term's datatype, found \"red\"",
            ),
            (
                "field 1 1",
                "rebuild 3 cons",
                "line 10: expected a constructor of the term's datatype, found \"cons\"",
            ),
        ],
    );
}

/// Over finitely many indices a store may change what is read everywhere.
#[test]
fn defaults_need_infinitely_many_indices() {
    for (index, is_infinite) in
        [("Int", true), ("Real", true), ("Bool", false), ("U", false), ("(Array Int Bool)", true)]
    {
        let sort = format!("(Array {index} Int)");
        let script = format!(
            "(declare-sort U 0) (declare-const i {index}) (declare-const v Int)
             (assert (= (store ((as const {sort}) 0) i v) ((as const {sort}) 1))) (check-sat)"
        );
        let proof = format!(
            "p buttress-smt-proof 1 1
t 1 ((as const {sort}) 0)
t 2 ((as const {sort}) 1)
t 3 (store @1 i v)
t 4 (= @3 @2)
t 5 (= (@default @3) (@default @1))
t 6 (= (@default @1) 0)
t 7 (= (@default @2) 1)
a 1 4 0 input
a 2 5 0 default-store 3
a 3 6 0 default-constant 1
a 4 7 0 default-constant 2
a 5 -4 -5 -6 -7 0 closure
l 6 0 1 2 3 4 5 0
"
        );
        let verdict = SmtChecker::new(script.as_bytes()).check(proof.as_bytes());
        match verdict {
            Ok(_) => assert!(is_infinite, "{index}"),
            Err(rejection) => {
                assert!(!is_infinite, "{index}: {rejection}");
                let text = rejection.to_string();
                assert!(text.starts_with("clause 2 (line 10): default-store: "), "{text}");
                assert!(text.ends_with(" is not an array over infinitely many indices"), "{text}");
            }
        }
    }
}
