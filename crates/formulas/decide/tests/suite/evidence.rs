//! Evidence on request: less of it changes no answer.

use buttress_budget::Budget;
use buttress_decide::{Evidence, Settings, Solver, Verdict};
use buttress_formats::smtlib::{Command, Reader, Script};
use buttress_logic::{Term, Terms};

/// Assertions and assumptions that come again, in a session long enough for clauses to be learnt.
const SCRIPT: &str = "
(declare-const x Int) (declare-const y Int) (declare-const z Int) (declare-fun f (Int) Int)
(declare-const a (Array Int Int))
(assert (and (<= 0 x 9) (<= 0 y 9) (<= 0 z 9)))
(assert (= (f x) (+ y 1)))
(check-sat)
(check-sat-assuming ((< (+ x y) 0)))
(check-sat-assuming ((= x y) (not (= (f y) (+ x 1)))))
(push 1)
(assert (forall ((i Int)) (=> (<= 0 i 9) (< (select a i) (select a (+ i 1))))))
(check-sat-assuming ((= (select a x) (select a y)) (< x y)))
(check-sat-assuming ((= (* x x) 2)))
(pop 1)
(check-sat-assuming ((= (+ (* 3 x) (* 6 y)) 4)))
(check-sat-assuming ((= x y) (not (= (f y) (+ x 1)))))
(check-sat)";

/// The answers, with their cores.
fn answers(evidence: Evidence) -> Vec<(&'static str, Vec<Term>)> {
    let (mut terms, mut script) = (Terms::new(), Script::new());
    let mut solver = Solver::new(Settings::new(0, evidence));
    let mut answers = Vec::new();
    let mut reader = Reader::of(SCRIPT.as_bytes());
    while let Some(command) = reader.next_command() {
        let command = command.expect("the script is well formed");
        let assumptions = match script.command(&mut terms, &command).expect("it makes sense") {
            Command::Assert(formula) => {
                solver.assert(formula);
                continue;
            }
            Command::Push(levels) => {
                (0..levels).for_each(|_| solver.push());
                continue;
            }
            Command::Pop(levels) => {
                solver.pop(levels);
                continue;
            }
            Command::CheckSat => Vec::new(),
            Command::CheckSatAssuming(assumptions) => assumptions,
            _ => continue,
        };
        answers.push(match solver.check(&mut terms, &assumptions, &Budget::unlimited()) {
            Verdict::Sat(_) => ("sat", Vec::new()),
            Verdict::Unknown(_) => ("unknown", Vec::new()),
            Verdict::Unsat(refutation) => {
                assert_eq!(refutation.proof.is_some(), evidence == Evidence::Proof);
                let again = solver.refutation(evidence).expect("nothing was asked since");
                assert_eq!(again.core, refutation.core);
                ("unsat", refutation.core)
            }
        });
    }
    answers
}

#[test]
fn less_evidence_changes_no_answer() {
    let proved = answers(Evidence::Proof);
    let words: Vec<&str> = proved.iter().map(|(word, _)| *word).collect();
    assert_eq!(words, ["sat", "unsat", "unsat", "unsat", "unsat", "unsat", "unsat", "sat"]);
    assert!(proved.iter().all(|(word, core)| (*word == "unsat") != core.is_empty()));
    assert_eq!(answers(Evidence::Core), proved);
    let bare: Vec<&str> = answers(Evidence::None).iter().map(|(word, _)| *word).collect();
    assert_eq!(bare, words);
}
