//! Proofs are accepted alike as data and as the text that is written of them.

use buttress_certificate::smt::{Derivation, Line, Literal, Proof, Rule, Source, Step, write};
use buttress_checker::smt::{SmtChecker, Unsat, check_proof};
use buttress_formats::smtlib::{Reader, Script};
use buttress_logic::{Term, Terms};
use buttress_numeric::Rational;

/// A script that has been run, and its assertions.
fn run(text: &str) -> (Terms, Script) {
    let (mut terms, mut script) = (Terms::new(), Script::new());
    let mut reader = Reader::of(text.as_bytes());
    while let Some(command) = reader.next_command() {
        script.command(&mut terms, &command.expect("a command")).expect("a proper command");
    }
    (terms, script)
}

fn axiom(clause: &[Literal], rule: Rule) -> Step {
    Step::Axiom { clause: clause.to_vec(), rule }
}

fn derived(clause: &[Literal], hints: &[u32]) -> Step {
    Step::Derived { clause: clause.to_vec(), hints: hints.to_vec() }
}

fn line(sum: &[(Source, i64)], rounds: bool) -> Line {
    let sum = sum.iter().map(|(source, factor)| (*source, Rational::from(*factor))).collect();
    Line { sum, rounds }
}

/// The clauses that hold by themselves, and those that follow.
fn counted(unsat: Unsat) -> (usize, usize) {
    (unsat.axioms, unsat.derived)
}

#[test]
fn a_proof_with_names_that_need_bars() {
    let text = "(declare-fun |a b| (Int) Int) (declare-const |let| Int) (declare-const y Int)
(declare-datatypes ((P 2)) ((par (A B) ((|p q| (|l r| A) (r B)) (none)))))
(declare-const k (P Int Real))
(assert (= y |let|)) (assert (< (|a b| |let|) (|a b| y)))
(check-sat)
(assert (not (= k (as none (P Int Real)))))
(assert (not ((_ is |p q|) k)))
(check-sat)\n";
    let (mut terms, script) = run(text);
    let inputs: Vec<Term> = script.assertions().iter().map(|found| found.formula).collect();
    let [equal, less, not_none, not_pair] = inputs[..] else { panic!("four assertions") };
    let sides = terms.arguments(less).to_vec();
    let (is, isnt) = (
        |atom: Term| Literal { atom, is_positive: true },
        |atom: Term| Literal { atom, is_positive: false },
    );
    let derivation = Derivation {
        lines: vec![
            line(&[(Source::Literal(1), 1)], true),
            line(&[(Source::Line(0), 2), (Source::Equation(sides[0], sides[1]), 2)], false),
        ],
    };
    let first = Proof {
        steps: vec![
            axiom(&[is(equal)], Rule::Input),
            axiom(&[is(less)], Rule::Input),
            axiom(&[isnt(equal), isnt(less)], Rule::Arithmetic(derivation)),
            derived(&[], &[0, 1, 2]),
        ],
    };
    let checked =
        check_proof(&mut terms, inputs[..2].iter().copied(), 1, &first).expect("accepted");
    assert_eq!(counted(*checked.claim()), (3, 1));
    let shown = write(&first, &terms, 1);
    assert!(shown.contains("(|a b| @") && shown.contains(" |let|\n"), "{shown}");
    SmtChecker::new(text.as_bytes()).check(shown.as_bytes()).expect("the text is accepted");

    let (none, pair) = (Literal::of(&terms, not_none).atom, Literal::of(&terms, not_pair).atom);
    let k = terms.argument(pair, 0);
    let datatype = terms.as_datatype(terms.sort_of(k)).expect("a datatype");
    let [_, constructor] = terms.constructors(datatype)[..] else { panic!("two constructors") };
    let test = terms.test(constructor, k);
    let second = Proof {
        steps: vec![
            axiom(&[isnt(none)], Rule::Input),
            axiom(&[isnt(pair)], Rule::Input),
            axiom(&[is(pair), is(test)], Rule::TestSome(k)),
            axiom(&[isnt(test), is(none)], Rule::Rebuild(k, constructor)),
            derived(&[is(test)], &[1, 2]),
            derived(&[], &[0, 4, 3]),
        ],
    };
    let checked = check_proof(&mut terms, inputs.iter().copied(), 2, &second).expect("accepted");
    assert_eq!((counted(*checked.claim()), checked.property()), ((4, 2), 2));
    let shown = write(&second, &terms, 2);
    SmtChecker::new(text.as_bytes()).check(shown.as_bytes()).expect("the text is accepted");
    // The same text is about another check now, where two assertions are missing.
    let other = shown.replacen("1 2\n", "1 1\n", 1);
    assert!(SmtChecker::new(text.as_bytes()).check(other.as_bytes()).is_err());
}

/// The text of shared terms is as large as they are in the store, and depth is no danger.
#[test]
fn shared_and_deep_terms() {
    const DEPTH: usize = 100_000;
    let mut script = String::from("(declare-const x Int)\n(assert (let ((y x)) ");
    for _ in 0..DEPTH {
        script.push_str("(let ((y (+ y y))) ");
    }
    script.push_str("(< y y)");
    script.push_str(&")".repeat(DEPTH + 2));
    script.push_str("\n(check-sat)\n");
    let (mut terms, state) = run(&script);
    let formula = state.assertions()[0].formula;
    let claim = Literal::of(&terms, formula);
    let derivation = Derivation { lines: vec![line(&[(Source::Literal(0), 1)], false)] };
    let proof = Proof {
        steps: vec![
            axiom(&[claim], Rule::Input),
            axiom(&[claim.negated()], Rule::Arithmetic(derivation)),
            derived(&[], &[0, 1]),
        ],
    };
    assert!(check_proof(&mut terms, [formula], 1, &proof).is_ok());
    let text = write(&proof, &terms, 1);
    assert!(text.len() < 40 * DEPTH);
    SmtChecker::new(script.as_bytes()).check(text.as_bytes()).expect("the text is accepted");
}
