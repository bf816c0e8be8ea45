//! Damaged texts: any answer will do, as long as there is one.

use buttress_formats::{chc, vmt};
use buttress_logic::Terms;
use buttress_prop::Random;

use super::check_round_trip;

const CLAUSES: [&str; 3] = [
    "(set-logic HORN)(declare-fun inv (Int Int Bool) Bool)(declare-fun |f g| () Bool)\
     (assert (forall ((A Int) (B Int)) (=> (and (= A 5000) (= B 0)) (inv B A true))))\
     (assert (forall ((A Int) (B Int) (C Bool)) (=> (and (inv A B C) (let ((a!1 (< A B))) (or a!1 (not a!1)))) \
     (inv (+ A 1) (ite C B (- B)) (not C)))))(assert (forall ((A Int)) (=> (exists ((D Int)) (inv A D false)) |f g|)))\
     (assert (=> |f g| false))(check-sat)(get-model)(exit)",
    "(declare-fun r (Real Real) Bool)(define-fun pre ((x Real)) Bool (= x 0.5))\
     (assert (forall ((x Real) (y Real)) (or (not (pre x)) (distinct x y 1.0) (r x y))))\
     (assert (not (exists ((x Real)) (and (r x (/ x 2.0)) (not (exists ((k Real)) (= x (* 2 k))))))))",
    "(declare-fun p (Int) Bool)(declare-fun s (Int) Bool)(assert (forall ((x Int)) (= (p x) (> x 3))))\
     (assert (forall ((x Int)) (ite (< x 0) (and (p x) (s x)) (=> (or (p x) (s (- x))) (= x (mod x 2))))))",
];

const SYSTEMS: [&str; 2] = [
    "(declare-fun x () Int)(declare-fun xn () Int)(declare-const b Bool)(define-fun .s () Int (! x :next xn))\
     (define-fun .i () Bool (! (= x 1) :init true))(define-fun .t () Bool (! (= xn (ite b (+ x 1) x)) :trans true))\
     (define-fun .p () Bool (! (> x 0) :invar-property 0))(define-fun .l () Bool (! (> x 9) :live-property 1))(assert true)",
    "(set-logic QF_LRA)(declare-fun |x 1| () Real)(declare-fun |x 2| () Real)(define-const s Real (! |x 1| :next |x 2|))\
     (define-const i Bool (! (! (exists ((y Real)) (= |x 1| (* y 2))) :init true) :named n))\
     (define-const t Bool (! (= |x 2| (/ |x 1| 3.0)) :trans))(define-const p Bool (! i :invar-property 12))",
];

const DEFINITIONS: &str = "(model (define-fun inv ((a Int) (b Int) (c Bool)) Bool (and (< a b) (=> c (= a (* 2 b)))))\
     (define-fun |f g| () Bool (let ((x 1)) (= x 2))))";

const PARTS: [&str; 32] = [
    "(",
    ")",
    " ",
    "|",
    "!",
    "\n",
    "0",
    "1.5",
    "(- 1)",
    "x",
    "p",
    "r",
    "inv",
    "(p x)",
    "|f g|",
    "and ",
    "or ",
    "not ",
    "=> ",
    "= ",
    "ite ",
    "let ",
    "forall ",
    "exists ",
    "((y Int))",
    "Int",
    "Bool",
    "Real",
    ":next ",
    ":init true",
    ":trans ",
    ":invar-property 0",
];

fn mutate(random: &mut Random, text: &mut Vec<u8>) {
    let at = random.below(text.len() + 1);
    let end = text.len().min(at + random.between(1, 12));
    match random.below(12) {
        0 => text.truncate(at),
        1 => drop(text.drain(at..end)),
        2 => {
            let copy = text[at..end].to_vec();
            let to = random.below(text.len() + 1);
            text.splice(to..to, copy);
        }
        3 => text.insert(at, random.below(256) as u8),
        4 => {
            let part = random.pick(&PARTS).unwrap_or_default();
            text.splice(at..at, part.bytes());
        }
        _ => replace_token(random, text),
    }
}

/// One token for another of the same text.
fn replace_token(random: &mut Random, text: &mut Vec<u8>) {
    let mut tokens = Vec::new();
    let mut start = 0;
    for at in 0..=text.len() {
        if text.get(at).is_none_or(|byte| b" ()".contains(byte)) {
            if start < at {
                tokens.push((start, at));
            }
            start = at + 1;
        }
    }
    if let (Some(to), Some(from)) = (random.pick(&tokens), random.pick(&tokens)) {
        let token = text[from.0..from.1].to_vec();
        text.splice(to.0..to.1, token);
    }
}

fn damaged(random: &mut Random, seed: &str) -> Vec<u8> {
    let mut text = seed.as_bytes().to_vec();
    for _ in 0..random.between(1, 2) {
        mutate(random, &mut text);
    }
    text
}

#[test]
fn damaged_clauses_are_answered() {
    let mut random = Random::new(0xc1a5e);
    let mut accepted = 0;
    for round in 0..6_000 {
        let text = damaged(&mut random, CLAUSES[round % CLAUSES.len()]);
        chc::is_horn(&text);
        let mut terms = Terms::new();
        let Ok(source) = chc::read(&mut terms, &text) else { continue };
        accepted += 1;
        // What is accepted is sound enough to be written and read.
        check_round_trip(&mut terms, &source);
    }
    assert!((300..5_000).contains(&accepted), "{accepted} accepted");
}

#[test]
fn damaged_systems_are_answered() {
    let mut random = Random::new(0x517e);
    let mut accepted = 0;
    for round in 0..4_000 {
        let text = damaged(&mut random, SYSTEMS[round % SYSTEMS.len()]);
        vmt::is_vmt(&text);
        let Ok(system) = vmt::read(&mut Terms::new(), &text) else { continue };
        accepted += 1;
        assert_eq!(system.source.horn.clauses.len(), 2 + system.properties.len());
    }
    assert!((100..3_500).contains(&accepted), "{accepted} accepted");
}

#[test]
fn damaged_definitions_are_answered() {
    let mut terms = Terms::new();
    let source = chc::read(&mut terms, CLAUSES[0].as_bytes()).unwrap();
    let mut random = Random::new(0xdef1);
    let mut accepted = 0;
    for _ in 0..3_000 {
        let text = damaged(&mut random, DEFINITIONS);
        accepted += usize::from(chc::read_interpretation(&mut terms, &source.horn, &text).is_ok());
    }
    assert!((50..2_500).contains(&accepted), "{accepted} accepted");
}

#[test]
fn the_seeds_are_sound() {
    for seed in CLAUSES {
        assert!(chc::is_horn(seed.as_bytes()));
        chc::read(&mut Terms::new(), seed.as_bytes()).unwrap();
    }
    for seed in SYSTEMS {
        vmt::read(&mut Terms::new(), seed.as_bytes()).unwrap();
    }
}
