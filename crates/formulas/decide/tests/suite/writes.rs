//! Arrays that many writes connect.

use std::fmt::Write;

use buttress_budget::Budget;
use buttress_certificate::smt::{Rule, Step};
use buttress_decide::{Settings, Solver, Verdict};
use buttress_formats::smtlib::{Command, Reader, Script};
use buttress_logic::Terms;

use crate::answers;

/// a0 with vᵢ written at kᵢ, in this order.
fn written(array: &str, numbers: impl Iterator<Item = usize>) -> String {
    numbers.fold(array.to_owned(), |array, number| format!("(store {array} k{number} v{number})"))
}

fn declarations(size: usize) -> String {
    let mut script = String::from("(declare-const a (Array Int Int)) (declare-const w Int)\n");
    for number in 0..size {
        writeln!(script, "(declare-const k{number} Int) (declare-const v{number} Int)")
            .expect("a string takes all text");
    }
    for number in 1..size {
        writeln!(script, "(assert (< k{} k{number}))", number - 1)
            .expect("a string takes all text");
    }
    let (one, other) = (written("a", 0..size), written("a", (0..size).rev()));
    writeln!(script, "(define-fun s () (Array Int Int) {one})").expect("a string takes all text");
    writeln!(script, "(define-fun t () (Array Int Int) {other})").expect("a string takes all text");
    script
}

#[test]
fn writes_in_two_orders() {
    let script = declarations(8)
        + "(push 1) (assert (distinct s t)) (check-sat) (pop 1)
(push 1) (assert (distinct (select s w) (select t w))) (check-sat) (pop 1)
(push 1) (assert (distinct (select s w) (select a w))) (check-sat) (pop 1)
(push 1) (assert (distinct (select s w) (select a w))) (assert (< k7 w)) (check-sat) (pop 1)
(check-sat)";
    assert_eq!(answers(&script), "unsat unsat sat unsat sat");
}

/// Equations between reads that lemmas speak of are asserted and used later.
#[test]
fn equations_of_lemmas_that_are_asserted_later() {
    let script = declarations(3)
        + "(declare-fun p (Int) Bool)
(define-fun m () (Array Int Int) (store a k0 v0))
(push 1) (assert (distinct (select s w) (select a w))) (check-sat)
(assert (or (= (select m w) (select a w)) (p 0)))
(assert (or (not (= (select m w) (select a w))) (p 1)))
(assert (not (p 0))) (check-sat)
(assert (not (p 1))) (check-sat) (pop 1)
(assert (p (select m w))) (assert (not (p (select a w)))) (check-sat)
(assert (distinct w k0)) (check-sat)";
    assert_eq!(answers(&script), "sat sat unsat sat unsat");
}

/// Reads and writes of arrays in arrays, at indices that are read themselves, and of arrays that functions tell apart.
#[test]
fn nested_and_shared() {
    let names = "
(declare-const n (Array Int (Array Int Int))) (declare-const b (Array Int Int))
(declare-const c (Array Int Int)) (declare-fun f ((Array Int Int)) Int)
(declare-const i Int) (declare-const j Int) (declare-const x Int)\n";
    let cases = [
        ("(assert (distinct (select (store n i b) j) (select n j) b))", "unsat"),
        ("(assert (= (store n i b) (store n i c))) (assert (distinct b c))", "unsat"),
        ("(assert (= (select (store b i x) (select c j)) 1)) (assert (= (select b (select c j)) 2))
          (assert (distinct x 1))", "unsat"),
        ("(assert (distinct (f (store (store b i 1) j 2)) (f (store (store b j 2) i 1))))
          (assert (distinct i j))", "unsat"),
        ("(assert (distinct (f (store (store b i 1) j 2)) (f (store (store b j 2) i 1))))", "sat"),
        ("(assert (= b (store c i 1))) (assert (= c (store b i 2))) (assert (distinct (f b) (f c)))", "sat"),
        ("(assert (= (store b i 1) (store c j 2))) (assert (distinct (select b x) (select c x)))
          (assert (distinct x i)) (assert (distinct x j))", "unsat"),
        ("(assert (= (store b i 1) (store c j 2))) (assert (distinct (select b x) (select c x)))", "sat"),
    ];
    for (assertions, expected) in cases {
        assert_eq!(answers(&format!("{names}{assertions}(check-sat)")), expected, "{assertions}");
    }
}

/// The comparisons that a chain is told in steps by belong to an assertion that goes and comes back.
#[test]
fn chains_come_back_with_their_assertions() {
    let mut text = declarations(24);
    for _ in 0..3 {
        text += "(push 1) (assert (<= k0 w k23)) (assert (distinct (select s w) (select t w)))
             (check-sat) (pop 1) (push 1) (assert (<= k0 w k23)) (check-sat) (assert (< k0 w k1))
             (check-sat) (pop 1)\n";
    }
    assert_eq!(answers(&text), ["unsat sat sat"; 3].join(" "));
}

/// A chain of n comparisons lies between the first and the last index; still no lemma speaks of it all.
#[test]
fn what_follows_from_a_chain_is_said_in_steps() {
    let (mut terms, mut script) = (Terms::new(), Script::new());
    let text =
        declarations(48) + "(assert (<= k0 w k47)) (assert (distinct (select s w) (select t w)))";
    let mut solver = Solver::new(Settings::default());
    let mut reader = Reader::of(text.as_bytes());
    while let Some(command) = reader.next_command() {
        let command = command.expect("the script is well formed");
        if let Ok(Command::Assert(formula)) = script.command(&mut terms, &command) {
            solver.assert(formula);
        }
    }
    let Verdict::Unsat(refutation) = solver.check(&mut terms, &[], &Budget::unlimited()) else {
        panic!("the arrays are equal at every index");
    };
    let steps = refutation.proof.expect("proofs are the default").steps;
    let lengths = steps.iter().filter_map(|step| match step {
        Step::Axiom { clause, rule: Rule::Arithmetic(_) } => Some(clause.len()),
        _ => None,
    });
    let lengths: Vec<usize> = lengths.collect();
    let long = lengths.iter().filter(|length| **length > 8).count();
    assert!(lengths.len() > 48 && 4 * long < lengths.len(), "{long} of {}", lengths.len());
}
