//! Evidence about Horn clauses: accepted, damaged, and about systems of which it cannot be true.

mod arrays;
mod damage;
mod derivations;
mod fuzz;
mod termination;

use buttress_certificate::horn::Identity;
use buttress_checker::Statistics;
use buttress_checker::horn::{HornClaim, HornRejection, check};

/// x counts to 10, and y by twos; then y ≥ 20.
const COUNT: &str = include_str!("horn/count.smt2");
const COUNT_EVIDENCE: &str = include_str!("horn/count.evidence");

/// Sums from 1 reach 3, by a clause of two premises.
const SUMS: &str = "(declare-fun p (Int Bool) Bool)
(assert (p 1 true))
(assert (forall ((x Int) (y Int) (b Bool)) (=> (and (p x true) (p y b)) (p (+ x y) true))))
(assert (forall ((x Int)) (=> (and (p x true) (= x 3)) false)))
";

const SUMS_STEPS: &str = "step 1 clause 1 values from
step 2 clause 2 values 1 1 true from 1 1
step 3 clause 2 values 2 1 true from 2 1
step 4 clause 3 values 3 from 3
";

/// The lines above the steps or definitions.
fn header(file: &str, predicates: usize, clauses: usize, kind: &str) -> String {
    let Identity { bytes, fingerprint, .. } = Identity::of(file.as_bytes());
    format!(
        "buttress-horn-evidence 1\nfile {bytes} {fingerprint:016x}\nproperty 0\n\
         system {predicates} {clauses}\nkind {kind}\n"
    )
}

/// A derivation as evidence about a file of one predicate.
fn derivation(file: &str, clauses: usize, steps: &str) -> String {
    format!("{}{steps}end\n", header(file, 1, clauses, "unsafe"))
}

/// The same evidence, said to be about another file.
fn about(file: &str, evidence: &str) -> String {
    let Identity { bytes, fingerprint, .. } = Identity::of(file.as_bytes());
    let line = evidence.lines().nth(1).expect("a line `file`");
    evidence.replacen(line, &format!("file {bytes} {fingerprint:016x}"), 1)
}

fn judge(file: &str, evidence: &str) -> Result<HornClaim, HornRejection> {
    check(file.as_bytes(), evidence.as_bytes()).map(|checked| *checked.claim())
}

/// Evidence is rejected, in these words.
fn check_rejected(file: &str, evidence: &str, words: &str) {
    match judge(file, evidence) {
        Ok(claim) => panic!("accepted as {claim:?}, not rejected by: {words}\n{evidence}"),
        Err(rejection) => assert_eq!(rejection.to_string(), words),
    }
}

/// Everything that was refuted or replayed is counted.
#[test]
fn what_was_checked_is_counted() {
    let counted = |file: &str, evidence: &str| {
        let checked = check(file.as_bytes(), evidence.as_bytes()).expect("accepted");
        let Statistics { obligations, lrat_steps, simulated_steps } = checked.statistics();
        (obligations, lrat_steps, simulated_steps)
    };
    assert_eq!(counted(COUNT, COUNT_EVIDENCE), (4, 0, 0));
    assert_eq!(counted(SUMS, &derivation(SUMS, 3, SUMS_STEPS)), (0, 0, 4));
    // One obligation for each clause, and one for each step that decreases.
    assert_eq!(counted(termination::NESTED, termination::NESTED_EVIDENCE), (7, 0, 0));
    let lasso = termination::lasso(&termination::TOKEN_STEPS);
    assert_eq!(counted(termination::TOKEN, &lasso), (0, 0, 5));
}

#[test]
fn good_evidence_is_accepted() {
    assert_eq!(judge(COUNT, COUNT_EVIDENCE), Ok(HornClaim::Safe { proof_clauses: 53 }));
    let evidence = derivation(SUMS, 3, SUMS_STEPS);
    assert_eq!(judge(SUMS, &evidence), Ok(HornClaim::Unsafe { steps: 4 }));
    // Comments and empty lines say nothing.
    let commented = evidence.replace("\nstep", "\n\n# next\nstep");
    assert_eq!(judge(SUMS, &commented), Ok(HornClaim::Unsafe { steps: 4 }));
}

#[test]
fn a_system_without_clauses_is_safe() {
    let file = "(set-logic HORN)\n(declare-fun p (Real) Bool)\n(check-sat)\n";
    let definition = "((define-fun p ((x Real)) Bool (< x (/ 1.0 3.0))))";
    let evidence = format!("{}{definition}\nend\n", header(file, 1, 0, "safe"));
    assert_eq!(judge(file, &evidence), Ok(HornClaim::Safe { proof_clauses: 0 }));
}

#[test]
fn each_property_of_a_transition_system_has_evidence_of_its_own() {
    let file = "(declare-fun x () Int)\n(declare-fun y () Int)
(define-fun .x () Int (! x :next y))
(define-fun .init () Bool (! (= x 0) :init true))
(define-fun .trans () Bool (! (= y (+ x 1)) :trans true))
(define-fun .few () Bool (! (< x 1) :invar-property 0))
(define-fun .all () Bool (! (<= 0 x) :invar-property 1))
";
    let steps = "step 1 clause 1 values 0 from\nstep 2 clause 2 values 0 1 from 1\n\
                 step 3 clause 3 values 1 from 2\n";
    let evidence = derivation(file, 3, steps);
    assert_eq!(judge(file, &evidence), Ok(HornClaim::Unsafe { steps: 3 }));
    let other = evidence.replace("property 0", "property 1");
    check_rejected(file, &other, "step 3 (line 8): the constraint of the clause is false");
    let none = evidence.replace("property 0", "property 2");
    check_rejected(file, &none, "there is no property 2: the file has 2");
}

/// The block of the specification that follows these words.
fn block(start: &str) -> String {
    const PAGE: &str = include_str!("../../../../../docs/certificate-numbers.md");
    let (_, rest) = PAGE.split_once(start).expect("a block");
    rest.split_once("```").expect("its end").0.to_owned()
}

/// The example of the specification, as it is printed there.
#[test]
fn the_example_of_the_page_is_right() {
    let (file, steps) = (block("```smt2\n"), block("kind unsafe\n"));
    let evidence = block("an invariant:\n\n```\n");
    assert_eq!(judge(&file, &evidence), Ok(HornClaim::Safe { proof_clauses: 12 }));
    let other = file.replace("(< x 0)", "(< x 4)");
    let evidence = format!("{}{steps}", header(&other, 1, 3, "unsafe"));
    assert_eq!(judge(&other, &evidence), Ok(HornClaim::Unsafe { steps: 2 }));
}
