//! Damaged scripts: any answer will do, as long as there is one.

use buttress_prop::Random;

use super::run;

const SEEDS: [&str; 4] = [
    "(set-logic QF_UFLIA)(set-info :source |x y|)(declare-sort U 1)(declare-fun f ((U Int) Int) Bool)\
     (declare-const u (U Int))(push 1)(assert (! (f u (- 3 2 1)) :named n))(check-sat-assuming (n))(pop 1)",
    "(declare-datatypes ((L 1) (E 0)) ((par (T) ((nil) (cons (head T) (tail (L T))))) ((red) (green (shade Int)))))\
     (declare-const l (L E))(assert (match l ((nil true) ((cons h t) (match h ((red (is-nil t)) \
     ((green s) (> s 0))))))))(assert (= l (cons red (as nil (L E)))))(get-value ((head l)))",
    "(define-sort A (X) (Array Int X))(declare-const a (A (A Real)))(define-fun g ((x Int) (y Real)) Bool \
     (exists ((z Int)) (< (* 2 z) (+ y x))))(assert (let ((x 1) (y 2.5)) (and (g x y) (g x (select (select a x) x)))))\
     (assert (= a (store a 0 ((as const (Array Int Real)) 0))))(assert ((_ divisible 3) (div 7 2)))",
    "(set-option :global-declarations true)(define-const c Int 5)(assert (distinct c (abs c) (mod c 2)))\
     (assert (forall ((x Int) (y Bool)) (! (=> y (<= 0 x c)) :pattern ((+ x 1)))))(echo \"hi \"\"you\"\"\")(reset)(exit)",
];

const PARTS: [&str; 24] = [
    "(", ")", " ", "|", "\"", ";", "\n", "0", "-1", "1.5", "#b1", "_", "!", "as", "let", "match",
    "par", "nil", "Int", "Bool", "(L Int)", ":named", "forall", "é",
];

fn mutate(random: &mut Random, text: &mut Vec<u8>) {
    let at = random.below(text.len() + 1);
    let end = text.len().min(at + random.between(1, 12));
    match random.below(5) {
        0 => text.truncate(at),
        1 => drop(text.drain(at..end)),
        2 => {
            let copy = text[at..end].to_vec();
            let to = random.below(text.len() + 1);
            text.splice(to..to, copy);
        }
        3 => text.insert(at, random.below(256) as u8),
        _ => {
            let part = random.pick(&PARTS).unwrap_or_default();
            text.splice(at..at, part.bytes());
        }
    }
}

#[test]
fn damaged_scripts_are_answered() {
    let mut random = Random::new(0x5e71b);
    let mut refused = 0;
    for round in 0..8_000 {
        let mut text = SEEDS[round % SEEDS.len()].as_bytes().to_vec();
        for _ in 0..random.between(1, 4) {
            mutate(&mut random, &mut text);
        }
        let run = run(&text);
        refused += usize::from(!run.errors().is_empty());
        for formula in run.formulas() {
            assert!(formula.index() < run.terms.len());
        }
    }
    assert!(refused > 4_000, "most damage is noticed: {refused}");
}

#[test]
fn the_seeds_are_sound() {
    for seed in SEEDS {
        assert_eq!(run(seed).errors(), [""; 0], "{seed}");
    }
}

#[test]
fn damaged_models_are_answered() {
    let seed = "(model (define-fun f ((x Int) (y U)) Int (ite (and (= x 1) (= y (as @2 U))) (- 3) 0))\
        (define-fun c () U (as @1 U))(define-fun @div0 ((x Int)) Int (ite (= x 0) 1 2))\
        (define-fun a () (Array Int Int) (lambda ((i Int)) (ite (< i 3) 0 1)))\
        (forall ((x U)) (or (= x (as @0 U)) (= x (as @1 U)) (= x (as @2 U)))))";
    let mut random = Random::new(0xca5e);
    let mut run = run("(declare-sort U 0)(declare-fun f (Int U) Int)(declare-const c U)\
        (declare-const a (Array Int Int))");
    assert!(run.script.parse_model(&mut run.terms, seed).is_ok());
    for _ in 0..3_000 {
        let mut text = seed.as_bytes().to_vec();
        mutate(&mut random, &mut text);
        let text = String::from_utf8_lossy(&text);
        if let Ok(model) = run.script.parse_model(&mut run.terms, &text) {
            assert!(model.definitions.len() <= 5 && model.universes.len() <= 1);
        }
    }
}
