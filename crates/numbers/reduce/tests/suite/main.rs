//! Verdicts on the small system, mapped back, are right for the system before.

mod cells;
mod graphs;
mod saturate;
mod stories;

use buttress_formats::chc;
use buttress_horn::{Horn, Verdict};
use buttress_logic::Terms;
use buttress_numbers_reduce::{Reduced, Settings, reduce};
use buttress_testkit::horn::{MIXES, generate};

use graphs::graph;
use saturate::{saturate, violated};

/// What the check of one system came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Outcome {
    Safe,
    Unsafe,
    Open,
}

/// Reads a system and makes it smaller.
fn read_and_reduce(terms: &mut Terms, text: &str, settings: &Settings) -> (Horn, Reduced) {
    let horn = chc::read(terms, text.as_bytes()).expect("the text is well-formed").horn;
    let reduced = reduce(terms, &horn, settings);
    (horn, reduced)
}

/// Solves the small system, maps the verdict back, and checks it against the system before.
fn check(text: &str, settings: &Settings) -> Outcome {
    let mut terms = Terms::new();
    let (horn, reduced) = read_and_reduce(&mut terms, text, settings);
    let Some(small) = saturate(&mut terms, &reduced.horn, 25) else { return Outcome::Open };
    match reduced.verdict(&mut terms, small) {
        Verdict::Safe(facts) => match violated(&mut terms, &horn, &facts) {
            Some(Some((id, _))) => panic!("clause {id:?} is not valid\n{text}\n{facts:?}"),
            Some(None) => Outcome::Safe,
            None => Outcome::Open,
        },
        Verdict::Unsafe(derivation) => match derivation.replay(&terms, &horn) {
            Ok(_) => Outcome::Unsafe,
            Err(error) => panic!("{error}\n{text}\n{derivation:?}"),
        },
        Verdict::Unknown(reason) => panic!("{reason}\n{text}"),
    }
}

/// Random graphs of predicates, under all settings; most predicates must go.
#[test]
fn graphs_of_predicates_keep_their_verdicts() {
    let all = [
        Settings::default(),
        Settings { merge: true, ..Settings::default() },
        Settings { blocks: Some(10), ..Settings::default() },
        Settings { cone: false, ..Settings::default() },
    ];
    let (mut safe, mut bad, mut before, mut after) = (0, 0, 0, 0);
    for seed in 0..240 {
        let text = graph(seed);
        let settings = &all[seed as usize % all.len()];
        let mut terms = Terms::new();
        let (horn, reduced) = read_and_reduce(&mut terms, &text, settings);
        before += horn.predicates.len();
        after += reduced.horn.predicates.len();
        match check(&text, settings) {
            Outcome::Safe => safe += 1,
            Outcome::Unsafe => bad += 1,
            Outcome::Open => {}
        }
    }
    assert!(safe > 20 && bad > 20, "{safe} safe, {bad} unsafe");
    assert!(2 * after < before, "{after} predicates of {before} are left");
}

fn check_random(settings: &Settings, seeds: std::ops::Range<u64>) {
    let (mut safe, mut bad) = (0, 0);
    for mix in &MIXES {
        for seed in seeds.clone() {
            let case = generate(seed, mix);
            let text = case.system.text(case.style);
            match check(&text, settings) {
                Outcome::Safe => safe += 1,
                Outcome::Unsafe => bad += 1,
                Outcome::Open => {}
            }
        }
    }
    assert!(safe > 10 && bad > 10, "{safe} safe, {bad} unsafe");
}

#[test]
fn random_systems_keep_their_verdicts() {
    check_random(&Settings::default(), 0..12);
}

#[test]
fn random_systems_keep_their_verdicts_when_clauses_are_merged() {
    check_random(&Settings { merge: true, ..Settings::default() }, 12..18);
}

#[test]
fn random_systems_keep_their_verdicts_when_blocks_may_grow() {
    check_random(&Settings { blocks: Some(8), ..Settings::default() }, 18..24);
}

#[test]
fn random_systems_keep_their_verdicts_without_the_cone() {
    check_random(&Settings { cone: false, ..Settings::default() }, 24..30);
}
