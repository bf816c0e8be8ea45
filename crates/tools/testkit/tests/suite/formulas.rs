//! Random scripts are read; what is printed of them is read back; brute force finds models that
//! survive their own text.

use std::collections::HashMap;

use crate::reading::read;
use buttress_formats::smtlib::{Reader, Script};
use buttress_logic::{
    Evaluator, Model, Op, SortKind, Term, Terms, print, print_model, print_shared, print_value,
};
use buttress_testkit::{
    BOUNDED_MIXES, BruteForceAnswer, Domains, MIXES, brute_force, formula, shrink_script,
};

#[test]
fn what_is_printed_reads_back() {
    for mix in MIXES.iter().chain(&BOUNDED_MIXES) {
        for seed in 0..60 {
            let text = formula(seed, mix);
            let (mut terms, mut script, assertions) = read(&text);
            assert!(mix.incremental || assertions.len() >= mix.assertions.0);
            for assertion in assertions {
                for text in [print(&terms, assertion), print_shared(&terms, assertion)] {
                    let again = script.parse_term(&mut terms, &text, &HashMap::new());
                    assert_eq!(again.expect("a printed term is read"), assertion, "{text}");
                }
            }
        }
    }
}

/// Brute force answers, both ways and often enough; its models hold after they were printed, read
/// and evaluated as a checker does it.
#[test]
fn brute_force_decides_bounded_scripts() {
    for mix in &BOUNDED_MIXES {
        let (mut sat, mut unsat) = (0, 0);
        for seed in 0..30 {
            let (mut terms, mut script, assertions) = read(&formula(seed, mix));
            match brute_force(&terms, &assertions, &Domains::TINY) {
                BruteForceAnswer::Unsat => unsat += 1,
                BruteForceAnswer::Unknown => {}
                BruteForceAnswer::Sat(mut model) => {
                    sat += 1;
                    let functions = script.functions().to_vec();
                    let text = print_model(&terms, &mut model, &functions);
                    let mut again = read_model(&mut terms, &mut script, &text);
                    let mut evaluator = Evaluator::new(&terms, &mut again);
                    for assertion in assertions {
                        assert_eq!(evaluator.holds(assertion), Ok(true), "{} {seed}", mix.name);
                    }
                }
            }
        }
        assert!(sat >= 5 && unsat >= 5 && sat + unsat >= 25, "{} {sat} {unsat}", mix.name);
    }
}

/// A model from its text; the universes reach to the largest elements that are mentioned.
fn read_model(terms: &mut Terms, script: &mut Script, text: &str) -> Model {
    let mut model = Model::new();
    let written = script.parse_model(terms, text).expect("a printed model is read");
    for definition in written.definitions {
        model.define(definition.symbol, &definition.parameters, definition.body);
    }
    for number in 0..terms.len() {
        let term = Term(number as u32);
        if let Op::Element(element) = terms.op(term) {
            let sort = terms.sort_of(term);
            let size = model.values.universe(sort).max(element + 1);
            model.values.set_universe(sort, size);
        }
    }
    model
}

/// Values of every sort that the mixes know are read back from their text as the same values.
#[test]
fn values_survive_text() {
    for mix in &MIXES {
        let (mut terms, mut script, _) = read(&formula(1, mix));
        let mut model = Model::new();
        let mut sorts: Vec<_> =
            script.functions().iter().map(|function| terms.function_result(*function)).collect();
        sorts.sort_unstable();
        sorts.dedup();
        let all: Vec<_> = (0..terms.len()).map(|term| terms.sort_of(Term(term as u32))).collect();
        for sort in all {
            if let SortKind::Uninterpreted { .. } = terms.sort_kind(sort) {
                model.values.set_universe(sort, 3);
            }
        }
        for sort in sorts {
            for number in 0..40 {
                let Some(value) = model.values.nth_value(&terms, sort, number) else { break };
                let text = print_value(&terms, &model.values, value);
                let term = script.parse_term(&mut terms, &text, &HashMap::new());
                let term = term.unwrap_or_else(|error| panic!("{text}: {error}"));
                assert_eq!(Evaluator::new(&terms, &mut model).value(term), Ok(value), "{text}");
            }
        }
    }
}

fn found(text: &str) -> BruteForceAnswer {
    let (terms, _, assertions) = read(text);
    brute_force(&terms, &assertions, &Domains::TINY)
}

/// Brute force on formulas whose answer is plain to see.
#[test]
fn brute_force_knows_small_answers() {
    let unsat = [
        "(assert false)",
        "(declare-const x Int)(assert (<= (- 1) x 1))(assert (< (* x x) 0))",
        "(declare-sort U 0)(declare-fun f (U) U)(declare-const a U)(assert (= (f (f (f a))) a))
         (assert (= (f (f (f (f (f a))))) a))(assert (not (= (f a) a)))
         (assert (or (= (f a) a) (= (f (f a)) a)))",
        "(declare-datatype C ((r) (g)))(declare-const x C)(declare-const y C)(declare-const z C)
         (assert (distinct x y z))",
        "(declare-const a (Array Bool Bool))(declare-const b (Array Bool Bool))
         (assert (not (= a b)))(assert (= (select a true) (select b true)))
         (assert (= (select a false) (select b false)))",
    ];
    for text in unsat {
        assert!(matches!(found(text), BruteForceAnswer::Unsat), "{text}");
    }
    let sat = [
        "(assert true)",
        "(declare-sort U 0)(declare-const a U)(declare-const b U)(assert (not (= a b)))",
        "(declare-sort U 0)(declare-const a (Array U Bool))(declare-const b (Array U Bool))
         (declare-const c (Array U Bool))(assert (distinct a b c))",
        // Wrong fields mean what they like, but always the same.
        "(declare-datatype M ((n) (s (w Bool)) (t)))(assert (w n))(assert (not (w t)))",
        "(declare-fun f (Bool) Bool)(declare-const p Bool)(assert (not (= (f (f p)) (f p))))",
    ];
    for text in sat {
        assert!(matches!(found(text), BruteForceAnswer::Sat(_)), "{text}");
    }
    let unknown = [
        "(declare-fun f (Int) Int)(assert (= (f 0) 1))",
        "(declare-datatype L ((n) (c (h Bool) (t L))))(declare-const l L)(assert ((_ is c) l))",
        "(assert (forall ((x Int)) (= x x)))",
        "(declare-const x Int)(assert (= (div 1 x) 1))",
    ];
    for text in unknown {
        assert!(matches!(found(text), BruteForceAnswer::Unknown), "{text}");
    }
}

#[test]
fn scripts_shrink_to_the_contradiction() {
    let script = "(declare-const x Int)(declare-const y Int)(declare-const p Bool)
        (assert (<= (- 1) x 1))(assert (<= (- 1) y 1))(assert (or p (< x y)))
        (assert (and (not p) (or (= x y) (= x (+ y 1)))))(assert (=> p (= x 0)))(check-sat)";
    let is_unsat = |text: &str| {
        let mut terms = Terms::new();
        let mut script = Script::new();
        let mut reader = Reader::of(text.as_bytes());
        while let Some(command) = reader.next_command() {
            let Ok(command) = command else { return false };
            if script.command(&mut terms, &command).is_err() {
                return false;
            }
        }
        let assertions: Vec<Term> = script.assertions().iter().map(|a| a.formula).collect();
        matches!(brute_force(&terms, &assertions, &Domains::TINY), BruteForceAnswer::Unsat)
    };
    assert!(is_unsat(script));
    assert_eq!(shrink_script(script, is_unsat), "(assert false)\n");
    let kept = shrink_script(script, |text| is_unsat(text) && text.contains("(= x y)"));
    assert!(kept.len() < script.len() / 2, "{kept}");
}
