//! Quantifiers: what the rules need, and attempts to abuse them.

use buttress_certificate::smt::{Literal, Proof, Rule, Step, write};
use buttress_checker::smt::{SmtChecker, check_proof};
use buttress_formats::smtlib::{Reader, Script};
use buttress_logic::{Term, Terms};

/// Variables 0 and 1 are of sort U, 2 is of sort Int; quantifier 0 binds variable 1, quantifier 1
/// variable 0, quantifier 2 variable 2, quantifier 3 variables 3 and 4 of sort U.
const SCRIPT: &str = "(declare-sort U 0) (declare-const a U) (declare-const b U)
(declare-fun f (U) U) (declare-fun p (U) Bool) (declare-fun q (U U) Bool) (declare-fun h (Bool) U)
(assert (exists ((x U)) (forall ((y U)) (q x y))))
(assert (forall ((n Int)) (< n (+ n 1))))
(assert (forall ((x U) (y U)) (q x y)))
(check-sat)\n";

/// What the checker says of terms and one axiom, of which nothing follows.
fn verdict(terms: &str, axiom: &str) -> String {
    let mut proof = String::from("p buttress-smt-proof 1 1\n");
    for (place, term) in terms.lines().map(str::trim).enumerate() {
        proof.push_str(&format!("t {} {term}\n", place + 1));
    }
    proof.push_str(&format!("a 1 {axiom}\n"));
    match SmtChecker::new(SCRIPT.as_bytes()).check(proof.as_bytes()) {
        Ok(_) => "refuted".to_owned(),
        Err(rejection) => rejection.to_string(),
    }
}

const ACCEPTED: &str = "none of the 1 clauses is empty";

fn check(terms: &str, cases: &[(&str, &str)]) {
    for (axiom, expected) in cases {
        let found = verdict(terms, axiom);
        // Where a clause and its line are does not matter here.
        let found = match found.split_once("): ") {
            Some((place, flaw)) if place.starts_with("clause ") => flaw,
            _ => &found,
        };
        assert_eq!(without_numbers(found), *expected, "{terms}\n{axiom}");
    }
}

/// Messages name a witness by its variable and the number of its formula in the store; the number
/// is left out here.
fn without_numbers(message: &str) -> String {
    let parts = message.split('.').enumerate();
    let shown = parts.map(|(place, part)| match place {
        0 => part,
        _ => part.trim_start_matches(|letter: char| letter.is_ascii_digit()),
    });
    shown.collect::<Vec<&str>>().join(".")
}

/// 5 is ∀y. q(a, y), 7 is ∃y. q(a, y), with instances 10 and 11.
const PAIRS: &str = "(@bound 1)
    a
    b
    (q @2 @1)
    (@forall 0 @4)
    (@bound 2)
    (@exists 0 @4)
    (@witness 0 @5)
    (@witness 0 @7)
    (q @2 @3)
    (q @2 @2)
    (q @2 @8)
    (q @2 @9)
    7
    (q @1 @3)
    (f @1)";

#[test]
fn instances_are_exact() {
    check(
        PAIRS,
        &[
            ("-5 10 0 instance 5 3", ACCEPTED),
            ("-5 11 0 instance 5 2", ACCEPTED),
            ("-5 12 0 instance 5 8", ACCEPTED),
            ("7 -10 0 instance 7 3", ACCEPTED),
            ("7 -11 10 -11 0 instance 7 2", ACCEPTED),
            ("-5 11 0 instance 5 3", "instance: the clause lacks (q a b)"),
            ("-5 -10 0 instance 5 3", "instance: the clause lacks (q a b)"),
            ("-5 0 instance 5 3", "instance: the clause lacks (q a b)"),
            ("10 0 instance 5 3", LACKS_UNIVERSAL),
            ("5 10 0 instance 5 3", LACKS_UNIVERSAL),
            ("-7 10 0 instance 7 3", "instance: the clause lacks (exists ((y U)) (q … …))"),
            ("7 10 0 instance 7 3", "instance: the clause lacks the negation of (q a b)"),
            ("-5 10 0 instance 7 3", "instance: the clause lacks (exists ((y U)) (q … …))"),
            ("-5 10 0 instance 5", WRONG_COUNT),
            ("-5 10 0 instance 5 3 3", WRONG_COUNT),
            ("-5 10 0 instance 5 14", "instance: 7 is not of the sort that the rule needs"),
            ("-5 10 0 instance 5 10", "instance: (q a b) is not of the sort that the rule needs"),
            ("-5 10 0 instance 10 3", "instance: (q a b) is not quantified"),
            ("-5 10 0 instance 3 3", "instance: b is not quantified"),
            (
                "-5 10 0 instance",
                "line 18: expected the number of a term, found the end of the line",
            ),
            ("-5 10 0 instance 5 x", "line 18: expected the number of a term, found \"x\""),
            ("-5 10 0 instance 5 17", "line 18: there is no term 17 yet"),
        ],
    );
}

const LACKS_UNIVERSAL: &str = "instance: the clause lacks the negation of (forall ((y U)) (q … …))";
const WRONG_COUNT: &str =
    "instance: (forall ((y U)) (q … …)) is not a quantifier over so many variables";

#[test]
fn witnesses_are_exact() {
    check(
        PAIRS,
        &[
            ("5 -12 0 witness 5", ACCEPTED),
            ("-7 13 0 witness 7", ACCEPTED),
            ("-7 5 13 0 witness 7", ACCEPTED),
            // The witness belongs to its formula.
            ("5 -13 0 witness 5", "witness: the clause lacks the negation of (q a @y.)"),
            ("-7 12 0 witness 7", "witness: the clause lacks (q a @y.)"),
            ("5 -10 0 witness 5", "witness: the clause lacks the negation of (q a @y.)"),
            ("-5 12 0 witness 5", "witness: the clause lacks (forall ((y U)) (q … …))"),
            ("5 12 0 witness 5", "witness: the clause lacks the negation of (q a @y.)"),
            (
                "7 13 0 witness 7",
                "witness: the clause lacks the negation of (exists ((y U)) (q … …))",
            ),
            ("-7 -13 0 witness 7", "witness: the clause lacks (q a @y.)"),
            ("5 0 witness 5", "witness: the clause lacks the negation of (q a @y.)"),
            ("5 -12 0 witness 12", "witness: (q a @y.) is not quantified"),
            ("5 -12 0 witness 5 8", "line 18: expected the end of the line, found \"8\""),
            (
                "5 -12 0 witness",
                "line 18: expected the number of a term, found the end of the line",
            ),
        ],
    );
}

/// Several variables get their values at once, and their witnesses stand in order.
#[test]
fn several_variables() {
    let terms = "(@bound 3)
        (@bound 4)
        (q @1 (f @2))
        (@forall 3 @3)
        a
        (f b)
        (q a (f (f b)))
        (q (f b) (f a))
        (@witness 0 @4)
        (@witness 1 @4)
        (q @9 (f @10))
        (q @10 (f @9))";
    check(
        terms,
        &[
            ("-4 7 0 instance 4 5 6", ACCEPTED),
            ("-4 8 0 instance 4 6 5", ACCEPTED),
            ("-4 7 0 instance 4 6 5", "instance: the clause lacks (q (f …) (f …))"),
            ("4 -11 0 witness 4", ACCEPTED),
            ("4 -12 0 witness 4", "witness: the clause lacks the negation of (q @x. (f …))"),
        ],
    );
}

#[test]
fn the_text_of_binding_is_exact() {
    let cases = [
        ("(@bound 5)", "expected the number of a bound variable, found \"5\""),
        ("(@bound 4294967296)", "expected the number of a bound variable, found \"4294967296\""),
        ("(@bound x)", "expected the number of a bound variable, found \"x\""),
        ("(@bound)", "expected the number of a bound variable, found the end of the line"),
        ("(@bound 1 2)", "expected the end of the line, found \"2\""),
        ("(@forall 4 @3)", "expected the number of a quantifier, found \"4\""),
        ("(@exists -1 @3)", "expected the number of a quantifier, found \"-1\""),
        ("(@forall 0)", "expected the name of a formula, found the end of the line"),
        ("(@forall 0 3)", "expected the name of a formula, found \"3\""),
        ("(@forall 0 @2)", "term 2 is no formula"),
        ("(@forall 0 @0)", "there is no term 0 yet"),
        ("(@forall 0 @7)", "there is no term 7 yet"),
        ("(@forall 0 @3 @3)", "expected the end of the line, found \"@3\""),
        ("(@witness 1 @4)", "expected the place of a bound variable, found \"1\""),
        ("(@witness -1 @4)", "expected the place of a bound variable, found \"-1\""),
        ("(@witness x @4)", "expected the place of a bound variable, found \"x\""),
        ("(@witness 0 @3)", "expected a closed quantified formula, found \"@3\""),
        ("(@witness 0 @6)", "expected a closed quantified formula, found \"@6\""),
        ("(@witness 0 @2)", "term 2 is no formula"),
        ("(@witness 0)", "expected the name of a formula, found the end of the line"),
        ("(@witness 0 @4 @4)", "expected the end of the line, found \"@4\""),
    ];
    for (term, expected) in cases {
        // 4 is ∀y. q(a, y), and 6 is ∀y. q(x, y).
        let terms = format!(
            "(@bound 1)\na\n(q a @1)\n(@forall 0 @3)\n(q (f a) @1)\n(@forall 3 @5)\n{term}"
        );
        assert_eq!(verdict(&terms, "-4 0 closure"), format!("line 8: {expected}"), "{term}");
    }
}

/// A formula with free variables is neither true nor false; no clause contains one.
#[test]
fn open_formulas_are_no_atoms() {
    let terms = "(@bound 1)
        (p @1)
        (not @2)
        (@bound 0)
        (q @4 @1)
        (@forall 0 @5)
        (or @2 @2)
        true";
    let open = |rule: &str, term: &str| format!("{rule}: {term} has a free variable");
    for (axiom, expected) in [
        ("2 -2 0 closure", open("closure", "(p y)")),
        ("2 3 0 define 2", open("define", "(p y)")),
        ("-7 2 2 0 define 7", open("define", "(or (p …) (p …))")),
        ("8 2 0 define 8", open("define", "(p y)")),
        ("6 -6 0 witness 6", open("witness", "(forall ((y U)) (q … …))")),
        ("8 0 instance 6 1", "instance: (forall ((y U)) (q … …)) is not closed".to_owned()),
        ("8 0 witness 6", "witness: (forall ((y U)) (q … …)) is not closed".to_owned()),
    ] {
        check(terms, &[(axiom, &expected)]);
    }
}

/// With y for x, ∀x. ∃y. x ≠ y would say ∃y. y ≠ y.
#[test]
fn no_variable_is_captured() {
    let terms = "(@bound 0)
        (@bound 1)
        (not (= @1 @2))
        (@exists 0 @3)
        (@forall 1 @4)
        (not (= @2 @2))
        (@exists 0 @6)
        (f @2)
        (not (= @8 @2))
        (@exists 0 @9)";
    check(
        terms,
        &[
            ("-5 7 0 instance 5 2", "instance: y is not closed"),
            ("-5 10 0 instance 5 8", "instance: (f y) is not closed"),
            ("-5 4 0 instance 5 1", "instance: (exists ((y U)) (not …)) has a free variable"),
        ],
    );
}

/// ∀x. (p(x) ∨ ∃x. ¬p(x)) does not say p(a) ∨ ∃x. ¬p(a).
#[test]
fn variables_that_are_bound_again_get_no_values() {
    let terms = "(@bound 0)
        (p @1)
        (not @2)
        (@exists 1 @3)
        (or @2 @4)
        (@forall 1 @5)
        a
        (p @7)
        (not @8)
        (@exists 1 @9)
        (or @8 @10)
        (or @8 @4)
        (@forall 1 @4)
        (@witness 0 @6)";
    let rebound = |rule: &str, formula: &str| {
        format!("{rule}: {formula} is not a quantifier over variables of its own")
    };
    let disjunction = "(forall ((x U)) (or … …))";
    for (axiom, expected) in [
        ("-6 11 0 instance 6 7", rebound("instance", disjunction)),
        ("-6 12 0 instance 6 7", rebound("instance", disjunction)),
        ("6 -11 0 witness 6", rebound("witness", disjunction)),
        ("-13 4 0 instance 13 7", rebound("instance", "(forall ((x U)) (exists …))")),
        ("-13 10 0 instance 13 7", rebound("instance", "(forall ((x U)) (exists …))")),
        ("4 -9 0 instance 4 7", ACCEPTED.to_owned()),
    ] {
        let expected = expected.replace("(exists …)", "(exists ((x U)) …)");
        check(terms, &[(axiom, &expected)]);
    }
}

/// Equations outside say nothing of what is under a quantifier, and equally true formulas have
/// witnesses of their own.
#[test]
fn closures_do_not_look_under_quantifiers() {
    let terms = "(@bound 0)
        (= (f @1) a)
        (= (f @1) b)
        (@forall 1 @2)
        (@forall 1 @3)
        (= a b)
        (= @4 @5)
        (= (h @4) (h @5))
        (@witness 0 @4)
        (@witness 0 @5)
        (= @9 @10)
        (@exists 1 @2)
        (= (f @9) a)
        (= (f @10) a)";
    let open = "closure: the negation is not contradictory";
    check(
        terms,
        &[
            ("-6 -4 5 0 closure", open),
            ("-6 7 0 closure", open),
            ("-6 8 0 closure", open),
            ("-7 11 0 closure", open),
            ("-4 -5 11 0 closure", open),
            ("-7 13 -14 0 closure", open),
            ("-4 12 0 closure", open),
            ("-4 6 0 closure", open),
            ("-7 -4 5 0 closure", ACCEPTED),
            ("-7 8 0 closure", ACCEPTED),
            ("4 5 8 0 closure", ACCEPTED),
            ("-11 -13 14 0 closure", ACCEPTED),
        ],
    );
    check(terms, &[("4 -2 0 define 4", "define: (= (f …) a) has a free variable")]);
    check(terms, &[("4 -13 0 define 4", "define: (forall ((x U)) (= … …)) is not a connective")]);
}

/// Witnesses of formulas about witnesses of formulas …, as data and as text.
#[test]
fn witnesses_in_a_deep_nest() {
    const DEPTH: usize = 30_000;
    let text = "(declare-sort U 0) (declare-fun q (U U) Bool)
(assert (exists ((x U)) (q x x))) (assert false) (check-sat)\n";
    let (mut terms, mut script) = (Terms::new(), Script::new());
    let mut reader = Reader::of(text.as_bytes());
    while let Some(command) = reader.next_command() {
        script.command(&mut terms, &command.expect("a command")).expect("a proper command");
    }
    let inputs: Vec<Term> = script.assertions().iter().map(|found| found.formula).collect();
    let first = inputs[0];
    let body = terms.argument(first, 0);
    let x = terms.argument(body, 0);
    let mut witness = terms.witness(first, 0);
    let mut steps = Vec::new();
    for _ in 0..DEPTH {
        let about = terms.rebuild(body, &[x, witness]);
        let formula = terms.rebuild(first, &[about]);
        let next = terms.witness(formula, 0);
        let said = terms.rebuild(body, &[next, witness]);
        let clause = vec![literal(formula, false), literal(said, true)];
        steps = vec![Step::Axiom { clause, rule: Rule::Witness(formula) }];
        witness = next;
    }
    let absurd = literal(Term::FALSE, true);
    steps.push(Step::Axiom { clause: vec![absurd], rule: Rule::Input });
    steps.push(Step::Axiom { clause: vec![absurd.negated()], rule: Rule::Define(Term::FALSE) });
    steps.push(Step::Derived { clause: vec![], hints: vec![1, 2] });
    let proof = Proof { steps };
    check_proof(&mut terms, inputs, 1, &proof).expect("the proof is accepted");
    let written = write(&proof, &terms, 1);
    assert!(written.len() < 100 * DEPTH);
    SmtChecker::new(text.as_bytes()).check(written.as_bytes()).expect("the text is accepted");
}

fn literal(atom: Term, is_positive: bool) -> Literal {
    Literal { atom, is_positive }
}
