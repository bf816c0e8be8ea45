//! Reads systems from text, and checks what is said of them.

use buttress_budget::Budget;
use buttress_conjecture::{Settings, prove};
use buttress_decide::Solver;
use buttress_formats::chc;
use buttress_horn::{Horn, Interpretation, Verdict};
use buttress_logic::{Term, Terms, print};

pub fn read(text: &str) -> (Terms, Horn) {
    let mut terms = Terms::new();
    let whole = format!("(set-logic HORN)\n{text}\n(check-sat)\n");
    let source = chc::read(&mut terms, whole.as_bytes()).expect("a system");
    (terms, source.horn)
}

/// Have the formulas no model together?
pub fn refutes(terms: &mut Terms, formulas: &[Term]) -> bool {
    let mut solver = Solver::new(Default::default());
    for formula in formulas {
        solver.assert(*formula);
    }
    matches!(solver.check(terms, &[], &Budget::unlimited()), buttress_decide::Verdict::Unsat(_))
}

/// Every clause with a head must be valid.
pub fn check_inductive(terms: &mut Terms, horn: &Horn, facts: &Interpretation) {
    for id in horn.clause_ids().filter(|id| horn.clause(*id).head.is_some()) {
        let obligation = horn.obligation(terms, id, facts);
        assert!(refutes(terms, &[obligation]), "clause {id:?}: {}", print(terms, obligation));
    }
}

pub fn check_safe(text: &str) {
    let (mut terms, horn) = read(text);
    let known = Interpretation::top(&terms, &horn);
    let budget = Budget::unlimited();
    let (verdict, facts) =
        prove(&mut terms, &horn, &known, &Settings::default(), &budget, &mut |_| {});
    let Verdict::Safe(interpretation) = verdict else {
        let formulas: Vec<String> =
            facts.formulas().iter().map(|fact| print(&terms, *fact)).collect();
        panic!("{verdict:?} with {formulas:?}");
    };
    for id in horn.clause_ids() {
        let obligation = horn.obligation(&mut terms, id, &interpretation);
        assert!(refutes(&mut terms, &[obligation]), "clause {id:?}");
    }
}

pub fn check_unsafe(text: &str) {
    let (mut terms, horn) = read(text);
    let known = Interpretation::top(&terms, &horn);
    let budget = Budget::unlimited();
    let (verdict, _) = prove(&mut terms, &horn, &known, &Settings::default(), &budget, &mut |_| {});
    let Verdict::Unsafe(derivation) = verdict else { panic!("{verdict:?}") };
    derivation.replay(&terms, &horn).expect("a derivation of false");
}
