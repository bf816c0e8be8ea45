//! Random formulas against all interpretations over tiny domains.

use buttress_formats::smtlib::{Reader, Script};
use buttress_logic::Terms;
use buttress_testkit::{BOUNDED_MIXES, BruteForceAnswer, Domains, MIXES, brute_force, formula};

use crate::answers;

#[test]
fn tiny_formulas_have_the_answers_of_brute_force() {
    let mut compared = 0;
    for mix in &BOUNDED_MIXES {
        for seed in 0..40 {
            let text = formula(seed, mix);
            let mut terms = Terms::new();
            let mut script = Script::new();
            let mut reader = Reader::of(text.as_bytes());
            while let Some(command) = reader.next_command() {
                let command = command.expect("generated scripts are well formed");
                script.command(&mut terms, &command).expect("generated scripts are accepted");
            }
            let assertions: Vec<_> =
                script.assertions().iter().map(|assertion| assertion.formula).collect();
            let expected = match brute_force(&terms, &assertions, &Domains::TINY) {
                BruteForceAnswer::Sat(_) => "sat",
                BruteForceAnswer::Unsat => "unsat",
                BruteForceAnswer::Unknown => continue,
            };
            compared += 1;
            assert_eq!(answers(&text), expected, "{} {seed}\n{text}", mix.name);
        }
    }
    assert!(compared > 100, "only {compared} formulas were small enough");
}

#[test]
fn answers_over_all_theories_are_certified() {
    for mix in &MIXES {
        for seed in 500..520 {
            let text = formula(seed, mix);
            let answered = answers(&text);
            let is_linear = !mix.nonlinear;
            assert!(!is_linear || !answered.contains("unknown"), "{} {seed}: {answered}", mix.name);
        }
    }
}
