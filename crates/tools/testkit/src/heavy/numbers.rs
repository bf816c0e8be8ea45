//! Systems over numbers: sharing, squaring loops, many predicates, wide states, huge numerals.

use buttress_prop::Random;

use super::command::Heavy;
use super::text::{chain, numeral, one};

/// A system and a command.
pub fn heavy(random: &mut Random) -> Heavy {
    let (kind, text) = match random.below(8) {
        0 | 1 => ("horn sharing", sharing(random)),
        2 => ("horn squaring", squaring(random)),
        3 => ("horn predicates", predicates(random)),
        4 => ("horn wide", wide(random)),
        5 => ("horn numerals", numerals(random)),
        6 => ("horn branches", branches(random)),
        _ => ("vmt", vmt(random)),
    };
    let command = match random.below(10) {
        0 | 1 => "invariants",
        2 | 3 => "terminates",
        4 => "explain",
        5 => "info",
        6 => "solve",
        7 => "prove --format jsonl --threads 1",
        _ => "prove --threads 1",
    };
    let name = if kind == "vmt" { "heavy.vmt" } else { "heavy.smt2" };
    Heavy::on(kind, command, name, text)
}

fn clause(variables: &str, body: &str, head: &str) -> String {
    format!("(assert (forall ({variables}) (=> {body} {head})))\n")
}

const HEAD: &str = "(set-logic HORN)\n";

fn sharing(random: &mut Random) -> String {
    let length = random.between(20, 80);
    let (first, step, last) = match random.below(4) {
        0 => ("(> x 0)", "(and V V)", "V"),
        1 => ("(> x y)", "(or (and V (> y 1)) (and V (> x 3)))", "V"),
        2 => ("x", "(+ V V)", "(> V 7)"),
        _ => ("x", "(ite (> V y) V (+ V y))", "(= V z)"),
    };
    let body = chain(length, first, |v| step.replace('V', v), |v| last.replace('V', v));
    let variables = "(x Int) (y Int) (z Int)";
    let place = random.below(3);
    let put = |at: usize, text: &str| if at == place { body.clone() } else { text.to_owned() };
    format!("{HEAD}(declare-fun p (Int Int) Bool)\n")
        + &clause(variables, &put(0, "(and (= x 0) (= y 0))"), "(p x y)")
        + &clause(variables, &format!("(and (p x y) {})", put(1, "(= z (+ x 1))")), "(p z y)")
        + &clause(variables, &format!("(and (p x y) {})", put(2, "(< x 0)")), "false")
}

fn squaring(random: &mut Random) -> String {
    let next = one(
        random,
        &["(* x x)", "(* x x y)", "(+ (* x x) (* y y))", "(* (* x x) (* x x))", "(+ x x)"],
    );
    let other = one(random, &["(* y x)", "(* y y x)", "(+ y 1)", "(+ y x)"]);
    let goal =
        one(random, &["(< x 0)", "(= x 12345678901)", "(= (mod x 7) 5)", "(> y (+ x 1000000))"]);
    format!("{HEAD}(declare-fun p (Int Int) Bool)\n")
        + &clause("(x Int) (y Int)", "(and (= x 2) (= y 3))", "(p x y)")
        + &clause("(x Int) (y Int)", "(p x y)", &format!("(p {next} {other})"))
        + &clause("(x Int) (y Int)", &format!("(and (p x y) {goal})"), "false")
}

fn predicates(random: &mut Random) -> String {
    let count = random.between(50, 1500);
    let mut text = HEAD.to_owned();
    for place in 0..count {
        text += &format!("(declare-fun p{place} (Int Int) Bool)\n");
    }
    text += &clause("(x Int) (y Int)", "(and (= x 0) (= y 0))", "(p0 x y)");
    for place in 1..count {
        let from = place - 1 - random.below(place.min(3));
        text += &clause(
            "(x Int) (y Int)",
            &format!("(p{from} x y)"),
            &format!("(p{place} (+ x {}) (+ y x))", random.below(3)),
        );
    }
    let last = count - 1;
    text += &clause("(x Int) (y Int)", &format!("(and (p{last} x y) (< x 10))"), "(p0 x (- y 1))");
    text + &clause("(x Int) (y Int)", &format!("(and (p{last} x y) (< x 0))"), "false")
}

fn wide(random: &mut Random) -> String {
    let width = random.between(10, 150);
    let sort = one(random, &["Int", "Real", "Bool", "Int"]);
    let names: Vec<String> = (0..width).map(|place| format!("x{place}")).collect();
    let variables: String = names.iter().map(|name| format!("({name} {sort})")).collect();
    let all = names.join(" ");
    let next: Vec<String> = (0..width)
        .map(|place| match sort {
            "Bool" => format!("(xor x{place} x{})", (place + 1) % width),
            _ => format!("(+ x{place} x{})", (place + 1) % width),
        })
        .collect();
    let (start, bad) = match sort {
        "Bool" => (all.clone(), format!("(and {all})")),
        "Real" => (
            names.iter().map(|name| format!("(= {name} 1.0)")).collect::<Vec<_>>().join(" "),
            "(< x0 0.0)".to_owned(),
        ),
        _ => (
            names.iter().map(|name| format!("(= {name} 1)")).collect::<Vec<_>>().join(" "),
            "(< x0 0)".to_owned(),
        ),
    };
    format!("{HEAD}(declare-fun p ({}) Bool)\n", vec![sort; width].join(" "))
        + &clause(&variables, &format!("(and {start})"), &format!("(p {all})"))
        + &clause(&variables, &format!("(p {all})"), &format!("(p {})", next.join(" ")))
        + &clause(&variables, &format!("(and (p {all}) {bad})"), "false")
}

fn numerals(random: &mut Random) -> String {
    let digits = random.between(20, 20_000);
    let (start, step, limit) =
        (numeral(random, digits), numeral(random, digits / 3 + 1), numeral(random, digits + 1));
    format!("{HEAD}(declare-fun p (Int Int) Bool)\n")
        + &clause("(x Int) (y Int)", &format!("(and (= x {start}) (= y 0))"), "(p x y)")
        + &clause(
            "(x Int) (y Int)",
            &format!("(and (p x y) (< x {limit}))"),
            &format!("(p (+ x {step}) (+ y 1))"),
        )
        + &clause(
            "(x Int) (y Int)",
            &format!("(and (p x y) (= (mod x 97) {}))", random.below(97)),
            "false",
        )
}

/// A step of many alternatives, each with conditions of its own.
fn branches(random: &mut Random) -> String {
    let count = random.between(10, 60);
    let alternatives: Vec<String> = (0..count)
        .map(|place| {
            format!("(or (and (> x {place}) (= z{place} 1)) (and (<= x {place}) (= z{place} 0)))")
        })
        .collect();
    let variables: String = (0..count).map(|place| format!("(z{place} Int)")).collect();
    let sum: String = (0..count).map(|place| format!(" z{place}")).collect();
    format!("{HEAD}(declare-fun p (Int) Bool)\n")
        + &clause("(x Int)", "(= x 0)", "(p x)")
        + &clause(
            &format!("(x Int) {variables}"),
            &format!("(and (p x) {})", alternatives.join(" ")),
            &format!("(p (+ 1{sum}))"),
        )
        + &clause("(x Int)", &format!("(and (p x) (> x {}))", count + 5), "false")
}

fn vmt(random: &mut Random) -> String {
    let count = random.between(2, 200);
    let mut text = String::new();
    for place in 0..count {
        text += &format!(
            "(declare-fun x{place} () Int)(declare-fun n{place} () Int)(define-fun .x{place} () Int (! x{place} :next n{place}))\n"
        );
    }
    let start: String = (0..count).map(|place| format!("(= x{place} {place})")).collect();
    let step: String = (0..count)
        .map(|place| format!("(= n{place} (+ x{place} x{}))", (place * 7 + 1) % count))
        .collect();
    text += &format!("(define-fun .i () Bool (! (and true {start}) :init true))\n");
    text += &format!("(define-fun .t () Bool (! (and true {step}) :trans true))\n");
    for place in 0..count {
        text += &format!(
            "(define-fun .p{place} () Bool (! (<= 0 x{place}) :invar-property {place}))\n"
        );
    }
    text
}
