//! Verdicts of the engines on systems with known answers; every verdict's evidence is looked at.

use buttress_budget::{Budget, Exhausted, Limits};
use buttress_decide::{Settings as SolverSettings, Solver, Verdict as Decided};
use buttress_formats::chc;
use buttress_horn::{Horn, HornUnknown, Interpretation, Verdict};
use buttress_logic::Terms;
use buttress_reach::{Engine, Settings, prove, unfold};
use buttress_testkit::horn::{HornOracleVerdict, MIXES, OracleLimits as Reach, explore, generate};

fn read(terms: &mut Terms, text: &str) -> Horn {
    chc::read(terms, text.as_bytes()).expect("a system of clauses").horn
}

/// Does the evidence of a verdict hold? Which way was it decided?
fn judge(terms: &mut Terms, horn: &Horn, verdict: &Verdict) -> Option<bool> {
    match verdict {
        Verdict::Safe(facts) => {
            for clause in horn.clause_ids() {
                let mut solver = Solver::new(SolverSettings::default());
                let obligation = horn.obligation(terms, clause, facts);
                solver.assert(obligation);
                let answer = solver.check(terms, &[], &Budget::unlimited());
                assert!(matches!(answer, Decided::Unsat(_)), "clause {clause:?} is not valid");
            }
            Some(true)
        }
        Verdict::Unsafe(derivation) => {
            derivation.replay(terms, horn).expect("a derivation replays");
            Some(false)
        }
        Verdict::Unknown(_) => None,
    }
}

fn verdict(text: &str) -> Option<bool> {
    let mut terms = Terms::new();
    let horn = read(&mut terms, text);
    let known = Interpretation::top(&terms, &horn);
    let budget = Budget::unlimited();
    let (verdict, _) = prove(&mut terms, &horn, &known, &Settings::default(), &budget, &mut |_| {});
    judge(&mut terms, &horn, &verdict)
}

/// x and y count up from 0 together while x < 10; `bad` is a formula over x and y.
fn two_counters(bad: &str) -> String {
    format!(
        "(set-logic HORN)
        (declare-fun P (Int Int) Bool)
        (assert (forall ((x Int) (y Int)) (=> (and (= x 0) (= y 0)) (P x y))))
        (assert (forall ((x Int) (y Int)) (=> (and (P x y) (< x 10)) (P (+ x 1) (+ y 1)))))
        (assert (forall ((x Int) (y Int)) (=> (and (P x y) {bad}) false)))"
    )
}

#[test]
fn a_loop_is_proved_and_its_bug_found() {
    assert_eq!(verdict(&two_counters("(> x 10)")), Some(true));
    assert_eq!(verdict(&two_counters("(< y 0)")), Some(true));
    assert_eq!(verdict(&two_counters("(= y 10)")), Some(false));
    assert_eq!(verdict(&two_counters("(= x y 7)")), Some(false));
}

#[test]
fn remainders_are_kept_apart() {
    let parity = "(set-logic HORN)
        (declare-fun P (Int) Bool)
        (assert (forall ((x Int)) (=> (= x 0) (P x))))
        (assert (forall ((x Int)) (=> (P x) (P (+ x 2)))))
        (assert (forall ((x Int)) (=> (and (P x) (= (mod x 2) 1)) false)))";
    assert_eq!(verdict(parity), Some(true));
}

#[test]
fn a_recursive_procedure_is_summarised() {
    let twice = |bad: &str| {
        format!(
            "(set-logic HORN)
            (declare-fun twice (Int Int) Bool)
            (assert (forall ((n Int)) (=> (<= n 0) (twice n 0))))
            (assert (forall ((n Int) (r Int)) (=> (and (> n 0) (twice (- n 1) r)) (twice n (+ r 2)))))
            (assert (forall ((n Int) (m Int) (r Int) (s Int))
              (=> (and (twice n r) (twice m s) {bad}) false)))"
        )
    };
    assert_eq!(verdict(&twice("(< (+ r s) 0)")), Some(true));
    assert_eq!(verdict(&twice("(= (+ r s) 6)")), Some(false));
}

#[test]
fn reals_and_truth_values_are_projected() {
    let tank = |bad: &str| {
        format!(
            "(set-logic HORN)
            (declare-fun T (Bool Real) Bool)
            (assert (forall ((x Real)) (=> (and (<= 0.0 x) (<= x 1.0)) (T true x))))
            (assert (forall ((on Bool) (x Real) (d Real) (y Real))
              (=> (and (T on x) (< 0.0 d) (<= d 0.5) (= y (ite on (+ x d) (- x d))) (<= 0.0 y))
                  (T (< y 2.0) y))))
            (assert (forall ((on Bool) (x Real)) (=> (and (T on x) {bad}) false)))"
        )
    };
    assert_eq!(verdict(&tank("(< x 0.0)")), Some(true));
    assert_eq!(verdict(&tank("(> x 2.5)")), Some(true));
    assert_eq!(verdict(&tank("(and (not on) (> x 2.25))")), Some(false));
}

#[test]
fn a_search_that_was_interrupted_goes_on() {
    let mut terms = Terms::new();
    let horn = read(&mut terms, &two_counters("(and (= x 10) (distinct y 10))"));
    let known = Interpretation::top(&terms, &horn);
    let mut engine = Engine::new(&mut terms, &horn, &known, &Settings::default());
    // A turn that is too short for one lemma leaves nothing behind, so turns grow.
    let (mut turns, mut effort) = (0, 500);
    let verdict = loop {
        let budget = Budget::with_effort(Limits::none(), effort);
        match engine.run(&mut terms, &budget, &mut |_| {}) {
            Verdict::Unknown(HornUnknown::Budget(Exhausted::Effort)) => turns += 1,
            verdict => break verdict,
        }
        effort *= 2;
    };
    assert!(turns > 0, "the turns are too long to be interrupted");
    assert_eq!(judge(&mut terms, &horn, &verdict), Some(true));
}

#[test]
fn facts_from_elsewhere_are_used() {
    let mut terms = Terms::new();
    let horn = read(&mut terms, &two_counters("(and (> x y))"));
    let [x, y] = horn.predicates[0].parameters[..] else { panic!("two parameters") };
    let equal = terms.equal(x, y);
    let mut engine =
        Engine::new(&mut terms, &horn, &Interpretation::new(vec![equal]), &Settings::default());
    let mut heights = 0;
    let verdict = engine.run(&mut terms, &Budget::unlimited(), &mut |_| heights += 1);
    assert_eq!(judge(&mut terms, &horn, &verdict), Some(true));
    assert!(heights <= 1, "the fact answers the question at once");
}

#[test]
fn unfolding_finds_the_shortest_path() {
    let mut terms = Terms::new();
    let horn = read(&mut terms, &two_counters("(= y 4)"));
    let known = Interpretation::top(&terms, &horn);
    let budget = Budget::unlimited();
    let settings = Settings::default();
    let verdict = unfold(&mut terms, &horn, &known, &settings, 100, &budget, &mut |_| {});
    assert_eq!(judge(&mut terms, &horn, &verdict), Some(false));
    let Verdict::Unsafe(derivation) = verdict else { panic!("judged above") };
    assert_eq!(derivation.steps.len(), 6);
    let horn = read(&mut terms, &two_counters("(= y 40)"));
    let verdict = unfold(&mut terms, &horn, &known, &settings, 20, &budget, &mut |_| {});
    assert!(matches!(verdict, Verdict::Unknown(HornUnknown::Bound(20))));
}

#[test]
fn random_systems_are_answered_as_exploration_does() {
    let mut decided = [0, 0];
    for seed in 0..60 {
        for mix in &MIXES {
            let case = generate(seed, mix);
            let mut terms = Terms::new();
            let horn = read(&mut terms, &case.system.text(case.style));
            let known = Interpretation::top(&terms, &horn);
            let budget = Budget::with_effort(Limits::none(), 20_000);
            let (verdict, _) =
                prove(&mut terms, &horn, &known, &Settings { seed }, &budget, &mut |_| {});
            let Some(is_safe) = judge(&mut terms, &horn, &verdict) else { continue };
            decided[usize::from(is_safe)] += 1;
            let limits = Reach { work: 40_000, ..Reach::default() };
            match case.known.unwrap_or_else(|| explore(&case.system, limits).answer) {
                HornOracleVerdict::Safe => assert!(is_safe, "seed {seed} of {}", mix.name),
                HornOracleVerdict::Unsafe => assert!(!is_safe, "seed {seed} of {}", mix.name),
                HornOracleVerdict::Open => {}
            }
        }
    }
    assert!(decided.iter().all(|count| *count > 100), "{decided:?}");
}
