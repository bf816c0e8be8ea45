//! Systems over numbers from text to judged answers.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use buttress_budget::Limits;
use buttress_session::numbers;

const SIMPLE: &[u8] = include_bytes!("../../../../../examples/numbers/simple.smt2");
const S2: &[u8] = include_bytes!("../../../../../examples/numbers/s2.smt2");
const OVERRUN: &[u8] = include_bytes!("../../../../../examples/numbers/overrun.smt2");
const MCCARTHY: &[u8] = include_bytes!("../../../../../examples/numbers/mccarthy.smt2");
const COUNTER: &[u8] = include_bytes!("../../../../../examples/numbers/counter.vmt");

fn settings(engine: numbers::EngineKind) -> numbers::Settings {
    numbers::Settings { engine, ..numbers::Settings::default() }
}

fn proved(text: &[u8], settings: &numbers::Settings) -> numbers::Report {
    numbers::prove(text, settings, &numbers::Silent).unwrap_or_else(|error| panic!("{error}"))
}

/// The verdict words of all properties. A verdict that nobody checked is no verdict.
fn verdicts(report: &numbers::Report) -> Vec<&'static str> {
    let word = |status: &numbers::Status| match status {
        numbers::Status::Proved(proof) if proof.checked.is_some() => "proved",
        numbers::Status::False(proof) if proof.checked.is_some() => "false",
        numbers::Status::Proved(_) | numbers::Status::False(_) => "unchecked",
        numbers::Status::Unknown(_) => "unknown",
        numbers::Status::Rejected { .. } => "rejected",
    };
    report.properties.iter().map(|property| word(&property.status)).collect()
}

#[test]
fn the_examples_are_answered_alone_and_together() {
    for threads in [1, 3] {
        let settings = numbers::Settings { threads, ..numbers::Settings::default() };
        for (text, expected, code) in [
            (SIMPLE, &["proved"][..], 0),
            (S2, &["proved"], 0),
            (OVERRUN, &["false"], 1),
            (MCCARTHY, &["proved"], 0),
            (COUNTER, &["proved", "proved", "false"], 1),
        ] {
            let report = proved(text, &settings);
            assert_eq!(verdicts(&report), expected, "with {threads} threads");
            assert_eq!(report.exit_code(), code);
        }
    }
}

/// What engines say of the small system holds of the user's: no derivation is shorter than what was searched.
#[test]
fn the_depth_is_what_a_search_has_left_behind() {
    for engine in [numbers::EngineKind::Reach, numbers::EngineKind::Unfold] {
        for reduce in [true, false] {
            // Only the last property is false, and one of the engines would go on for ever on the others.
            let properties = Some(vec![2]);
            let settings = numbers::Settings { reduce, properties, ..settings(engine) };
            let report = proved(COUNTER, &settings);
            let last = &report.properties[0];
            let numbers::Status::False(proof) = &last.status else { panic!("{last:?}") };
            let height = proof.shown.steps.len() - 1;
            let depth = last.figures.depth;
            assert!(depth <= height, "{depth} steps clean, and a trace of {height}");
            assert!(reduce || depth == height, "{depth} of {height}");
        }
    }
    let settings = numbers::Settings { bound: Some(5), ..settings(numbers::EngineKind::Unfold) };
    assert_eq!(proved(SIMPLE, &settings).properties[0].figures.depth, 5);
}

#[test]
fn each_engine_can_be_chosen() {
    for (engine, text, expected) in [
        (numbers::EngineKind::Conjecture, SIMPLE, "proved"),
        (numbers::EngineKind::Affine, SIMPLE, "proved"),
        (numbers::EngineKind::Reach, SIMPLE, "proved"),
        (numbers::EngineKind::Reach, OVERRUN, "false"),
        (numbers::EngineKind::Unfold, OVERRUN, "false"),
    ] {
        let report = proved(text, &settings(engine));
        assert_eq!(verdicts(&report), [expected], "{}", engine.name());
        assert_eq!(report.properties[0].engine, Some(engine));
    }
    let bounded = numbers::Settings { bound: Some(4), ..settings(numbers::EngineKind::Unfold) };
    assert_eq!(verdicts(&proved(OVERRUN, &bounded)), ["unknown"]);
}

#[test]
fn equal_seeds_give_equal_answers() {
    let text = |seed: u64| {
        let settings = numbers::Settings { seed, ..numbers::Settings::default() };
        match proved(SIMPLE, &settings).properties.remove(0).status {
            numbers::Status::Proved(proof) => (proof.evidence, proof.shown),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(text(3), text(3));
}

#[test]
fn limits_and_interrupts_end_a_run() {
    let late = numbers::Settings {
        limits: Limits::none().with_timeout(Duration::ZERO),
        ..numbers::Settings::default()
    };
    let stopped = numbers::Settings {
        limits: Limits::none().with_interrupt(Arc::new(AtomicBool::new(true))),
        threads: 2,
        ..numbers::Settings::default()
    };
    for settings in [late, stopped] {
        let report = proved(SIMPLE, &settings);
        assert_eq!(verdicts(&report), ["unknown"]);
        assert_eq!(report.exit_code(), 3);
    }
}

#[test]
fn chosen_properties_keep_their_positions() {
    let settings =
        numbers::Settings { properties: Some(vec![2, 9]), ..numbers::Settings::default() };
    let report = proved(COUNTER, &settings);
    assert_eq!(report.properties.len(), 1);
    let property = &report.properties[0];
    assert_eq!((property.index, property.name.as_str()), (2, ".short"));
    let numbers::Status::False(proof) = &property.status else { panic!("{:?}", property.status) };
    assert!(proof.shown.is_trace());
    let evidence = proof.evidence.as_deref().unwrap();
    assert!(buttress_checker::horn::check(COUNTER, evidence.as_bytes()).is_ok());
    assert!(buttress_checker::horn::check(SIMPLE, evidence.as_bytes()).is_err());
}

#[test]
fn templates_speak_of_variables_of_the_file() {
    let template =
        numbers::TemplateChoice::Monomials(vec![vec!["j".to_owned()], vec!["q".to_owned()]]);
    let settings = numbers::Settings { template, ..settings(numbers::EngineKind::Affine) };
    let error = numbers::prove(SIMPLE, &settings, &numbers::Silent).err();
    assert_eq!(error, Some(numbers::InputError::Variable("q".to_owned())));
}

#[test]
fn invariants_are_found_checked_and_drawn() {
    let wanted = numbers::PlotChoice { title: "Simple".to_owned(), variables: None };
    let settings = numbers::Settings::default();
    let report = numbers::discover(SIMPLE, &settings, Some(&wanted), &numbers::Silent).unwrap();
    assert!(report.is_checked && report.suffices == Some(true), "{report:?}");
    let first = &report.invariants[0];
    assert_eq!(first.text, "j >= 2*k + 2");
    assert!(first.rules_out.is_some());
    let plot = report.plot.unwrap();
    assert_eq!(plot.axes, ["j", "k"]);
    assert_eq!(plot.initial.len(), 1);
    assert!(plot.reached.len() > 10);
    assert!(!plot.forbidden.is_empty());
    // What is reached satisfies every invariant, and no invariant holds where it says it does not.
    for border in &plot.borders {
        let Some(curve) = &border.curve else { continue };
        for point in plot.initial.iter().chain(&plot.reached) {
            assert!(curve.value(*point) >= 0.0, "{} at {point:?}", border.text);
        }
        if let Some(point) = border.excludes {
            assert!(curve.value(point) < 0.0, "{} at {point:?}", border.text);
        }
    }
    assert!(numbers::svg(&plot).contains("rules out j = "));
}

#[test]
fn a_picture_has_two_variables_of_one_predicate() {
    let plot = |variables: Option<[&str; 2]>| {
        let variables = variables.map(|names| names.map(str::to_owned));
        let wanted = numbers::PlotChoice { title: String::new(), variables };
        let text = b"(set-logic HORN) (declare-fun p (Int Bool Int Int) Bool)
            (assert (forall ((a Int) (b Bool) (c Int) (d Int)) (=> (> a c) (p a b c d))))";
        let settings = numbers::Settings { samples: Some(3), ..numbers::Settings::default() };
        numbers::discover(text, &settings, Some(&wanted), &numbers::Silent)
            .map(|report| report.plot)
    };
    assert!(plot(Some(["d", "a"])).is_ok_and(|plot| plot.unwrap().axes == ["d", "a"]));
    for wrong in [None, Some(["a", "b"]), Some(["a", "z"])] {
        let error = plot(wrong).err();
        assert!(matches!(error, Some(numbers::InputError::Axes { .. })), "{wrong:?}: {error:?}");
    }
}

#[test]
fn clauses_are_told_in_words() {
    let explanation = numbers::explain(SIMPLE, true).unwrap();
    let heads: Vec<&str> = explanation.clauses.iter().map(|clause| clause.head.as_str()).collect();
    assert_eq!(heads, ["loop(j, k)", "loop(j + 4, k)", "loop(j + 2, k + 1)", "false"]);
    assert_eq!(explanation.clauses[0].body, ["j = 2", "k = 0"]);
    assert_eq!(explanation.clauses[1].line, Some(7));
    assert!(explanation.reduced.is_some_and(|clauses| clauses.len() >= 3));
}

#[test]
fn a_trace_that_divides_by_zero_is_no_evidence() {
    // SMT-LIB lets 5 div 0 be anything, so that the clauses have an interpretation if it is not 0.
    let open = b"(set-logic HORN)
        (declare-fun P (Int) Bool)
        (assert (forall ((x Int)) (=> (= x 0) (P x))))
        (assert (forall ((x Int)) (=> (and (P x) (= (div 5 x) 0)) false)))";
    // Here the division does not matter.
    let decided = b"(set-logic HORN)
        (declare-fun P (Int) Bool)
        (assert (forall ((x Int)) (=> (= x 0) (P x))))
        (assert (forall ((x Int)) (=> (and (P x) (= (ite (= x 0) 0 (div 5 x)) 0)) false)))";
    for engine in
        [numbers::EngineKind::Portfolio, numbers::EngineKind::Reach, numbers::EngineKind::Unfold]
    {
        assert_eq!(verdicts(&proved(open, &settings(engine))), ["unknown"]);
        assert_eq!(verdicts(&proved(decided, &settings(engine))), ["false"]);
    }
}
