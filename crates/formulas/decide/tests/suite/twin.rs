//! Lazy instantiation over small index sets, compared with the thesis's reduction: all instances over
//! one index set, at once.

use buttress_arrays::reduce::Strength;
use buttress_arrays::{Reading, reduce};
use buttress_budget::Budget;
use buttress_decide::{Settings, Solver, Verdict};
use buttress_formats::smtlib::{Reader, Script};
use buttress_logic::{Term, Terms};
use buttress_testkit::{Dialect, FRAGMENT_MIXES, FragmentClass, fragment};

/// More instances would make the twin too slow for a test.
const MOST_INSTANCES: u64 = 300;

fn word(terms: &mut Terms, formula: Term) -> &'static str {
    let mut solver = Solver::new(Settings::default());
    solver.assert(formula);
    match solver.check(terms, &[], &Budget::unlimited()) {
        Verdict::Sat(_) => "sat",
        Verdict::Unsat(_) => "unsat",
        Verdict::Unknown(_) => "unknown",
    }
}

#[test]
fn lazy_and_eager_agree() {
    let (mut sat, mut unsat) = (0, 0);
    for mix in FRAGMENT_MIXES.iter().filter(|mix| mix.class == FragmentClass::Inside) {
        for seed in 0..40 {
            let text = fragment(seed, mix, Dialect::Plain);
            let (mut terms, mut script) = (Terms::new(), Script::new());
            let mut reader = Reader::of(text.as_bytes());
            while let Some(command) = reader.next_command() {
                let command = command.expect("the script is well formed");
                script.command(&mut terms, &command).expect("the script makes sense");
            }
            let formulas: Vec<Term> = script.assertions().iter().map(|it| it.formula).collect();
            let formula = terms.and(&formulas);
            let Ok(eager) = reduce(&mut terms, formula, Reading::SmtLib, MOST_INSTANCES) else {
                continue;
            };
            if eager.strength != Strength::Equisatisfiable {
                continue;
            }
            let expected = word(&mut terms, eager.formula);
            assert_eq!(
                word(&mut terms, formula),
                expected,
                "mix {}, seed {seed}\n{text}",
                mix.name
            );
            sat += u32::from(expected == "sat");
            unsat += u32::from(expected == "unsat");
        }
    }
    assert!(sat > 50 && unsat > 50, "too few to compare: {sat} sat, {unsat} unsat");
}
