//! Random scripts of the fragments are read, are where they claim to be, and have the answers that
//! brute force can find, often enough of both.

use crate::reading::read;
use buttress_arrays::{Fragment, IndexSet, Reading, normalise};
use buttress_testkit::{
    BruteForceAnswer, BruteForceScope, Dialect, Domains, FRAGMENT_MIXES, FragmentClass,
    OUTSIDE_MIXES, TABLE_MIXES, brute_force, fragment,
};

#[test]
fn inside_mixes_are_inside_and_the_others_are_not() {
    for mix in FRAGMENT_MIXES.iter().chain(&OUTSIDE_MIXES) {
        for seed in 0..150 {
            let text = fragment(seed, mix, Dialect::Extended);
            assert_eq!(text, fragment(seed, mix, Dialect::Plain));
            let (mut terms, _, assertions) = read(&text);
            let formula = terms.and(&assertions);
            let normal = normalise(&mut terms, formula);
            if mix.class == FragmentClass::Outside {
                let outside = matches!(normal.fragment(), Fragment::Outside(_));
                assert!(outside, "{} {seed} is inside\n{text}", mix.name);
                continue;
            }
            let violation = normal.violation().map(|violation| violation.display(&terms));
            assert_eq!(violation, None, "{} {seed}\n{text}", mix.name);
            let properties: Vec<_> =
                normal.properties.iter().map(|(_, property)| property.clone()).collect();
            let set = IndexSet::new(&mut terms, &[normal.formula], &properties, Reading::SmtLib);
            assert!(set.is_closed(), "{} {seed}\n{text}", mix.name);
        }
    }
}

/// Both answers are frequent where brute force decides, and models where it only looks for them.
#[test]
fn both_answers_are_frequent() {
    for mix in FRAGMENT_MIXES.iter().filter(|mix| mix.brute_force != BruteForceScope::NotTried) {
        let (mut sat, mut unsat) = (0, 0);
        let scripts = if mix.brute_force == BruteForceScope::Decides { 40 } else { 12 };
        for seed in 0..scripts {
            let (terms, _, assertions) = read(&fragment(seed, mix, Dialect::Extended));
            let domains = mix.brute_force.domains().expect("it is judged");
            match brute_force(&terms, &assertions, domains) {
                BruteForceAnswer::Sat(_) => sat += 1,
                BruteForceAnswer::Unsat => unsat += 1,
                BruteForceAnswer::Unknown => {}
            }
        }
        assert!(sat >= scripts / 4, "{} {sat}", mix.name);
        if mix.brute_force == BruteForceScope::Decides {
            let is_enough = unsat >= scripts / 4 && sat + unsat >= scripts * 9 / 10;
            assert!(is_enough, "{} {sat} {unsat}", mix.name);
        }
    }
}

/// Tables in the extension's words and as pairs of arrays differ in their words only.
#[test]
fn dialects_of_tables_have_the_same_shape() {
    for mix in &TABLE_MIXES {
        for seed in 0..60 {
            let [extended, plain] =
                [Dialect::Extended, Dialect::Plain].map(|dialect| fragment(seed, mix, dialect));
            let asserted = |text: &str| text.matches("(assert").count();
            assert_eq!(asserted(&extended), asserted(&plain));
            let (_, _, assertions) = read(&plain);
            assert_eq!(assertions.len(), asserted(&plain));
            assert!(["HashTable", "PArray"].iter().any(|word| extended.contains(word)));
            read(&extended);
        }
    }
}

#[test]
fn literals_are_as_many_as_asked_for() {
    for mix in FRAGMENT_MIXES.iter().chain(&OUTSIDE_MIXES).chain(&TABLE_MIXES) {
        let lengths: Vec<usize> =
            (0..50).map(|seed| fragment(seed, mix, Dialect::Plain).len()).collect();
        let (least, most) = (lengths.iter().min(), lengths.iter().max());
        assert!(least.zip(most).is_some_and(|(least, most)| 3 * least < *most), "{}", mix.name);
    }
}

/// Quantified formulas whose answer over small domains is plain to see.
#[test]
fn brute_force_knows_quantifiers() {
    let found = |text: &str, domains: &Domains| {
        let (terms, _, assertions) = read(text);
        match brute_force(&terms, &assertions, domains) {
            BruteForceAnswer::Sat(_) => "sat",
            BruteForceAnswer::Unsat => "unsat",
            BruteForceAnswer::Unknown => "unknown",
        }
    };
    let cases = [
        // Two elements are needed, and three are there.
        ("(declare-sort U 0)(declare-const u U)(assert (exists ((x U)) (not (= x u))))", "sat"),
        ("(declare-sort U 0)(declare-const u U)(assert (forall ((x U)) (not (= x u))))", "unsat"),
        (
            "(declare-sort U 0)(declare-fun p (U U) Bool)
             (assert (forall ((x U)) (exists ((y U)) (p x y))))
             (assert (forall ((x U)) (not (p x x))))
             (assert (forall ((x U) (y U) (z U)) (=> (and (p x y) (p y z)) (p x z))))",
            "unsat",
        ),
        (
            "(declare-const a (Array Int Int))(declare-const k Int)
             (assert (forall ((i Int)) (=> (<= i k) (= (select a i) 1))))
             (assert (forall ((i Int)) (=> (< k i) (= (select a i) 1))))
             (assert (not (= (select a 0) 0)))",
            "sat",
        ),
        (
            "(declare-const a (Array Int Int))(declare-const k Int)
             (assert (forall ((i Int)) (<= (select a i) 0)))(assert (< 0 (select a k)))",
            "unsat",
        ),
        // All integers are beyond none: a quantifier inside this one is compared with it.
        ("(assert (forall ((i Int)) (exists ((j Int)) (< j i))))", "unknown"),
        ("(assert (exists ((i Int)) (forall ((j Int)) (<= j i))))", "unsat"),
        ("(assert (forall ((r Real)) (= r r)))", "unknown"),
        ("(assert (forall ((p Bool) (q Bool)) (or p q (not (and p q)))))", "sat"),
    ];
    for (text, answer) in cases {
        assert_eq!(found(text, &Domains::SMALL), answer, "{text}");
    }
    assert_eq!(found("(assert (forall ((i Int)) (= i i)))", &Domains::TINY), "unknown");
}
