//! Scripts: sharing, squaring, alternation, many terms, huge numerals.

use buttress_prop::Random;

use super::command::Heavy;
use super::text::{chain, numeral, one};

/// Declarations that all scripts share.
const HEAD: &str = "(declare-sort U 0)(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))\
    (declare-const b Bool)(declare-const c Bool)(declare-const x Int)(declare-const y Int)(declare-const r Real)\
    (declare-const u U)(declare-const l L)(declare-const a (Array Int Int))(declare-const e (Array Int Int))\
    (declare-fun f (Int) Int)(declare-fun g (U) U)(declare-fun p (Int Int) Bool)\n";

/// A script and a command.
pub fn heavy(random: &mut Random) -> Heavy {
    let (kind, body) = match random.below(13) {
        0..=2 => ("sharing", sharing(random)),
        3 => ("squaring", squaring(random)),
        4..=5 => ("alternation", alternation(random)),
        6 => ("distinct", distinct(random)),
        7 => ("numerals", numerals(random)),
        8 => ("checks", checks(random)),
        9 => ("stores", stores(random)),
        10 => ("properties", properties(random)),
        11 => ("nesting", nesting(random)),
        _ => ("pigeons", pigeons(random)),
    };
    let command = match random.below(12) {
        0 => "explain",
        1 => "explain --steps",
        2 => "info",
        3 => "solve --partial",
        4 => "solve --explain",
        5 => "solve --model pretty",
        6 => "solve --format jsonl",
        _ => "solve",
    };
    Heavy::on(kind, command, "heavy.smt2", format!("{HEAD}{body}\n(check-sat)\n"))
}

fn assert(formula: &str) -> String {
    format!("(assert {formula})")
}

/// Each variable is used twice, so that the tree is exponential in the text.
fn sharing(random: &mut Random) -> String {
    let length = random.between(20, 90);
    let kinds: [(&str, &[&str], &str); 7] = [
        (
            "(or b c)",
            &[
                "(and V V)",
                "(or V V c)",
                "(=> V V)",
                "(xor V (not V))",
                "(ite V V (not V))",
                "(= V V)",
                "(not (and V V))",
                "(and (or V b) (or V c))",
            ],
            "V",
        ),
        (
            "x",
            &[
                "(+ V V)",
                "(+ V V y)",
                "(ite (> V 0) V (- V))",
                "(f (+ V V))",
                "(- V (f V))",
                "(select (store a V V) V)",
                "(mod (+ V V) 7)",
            ],
            "(> V 0)",
        ),
        (
            "a",
            &[
                "(store V (select V x) (select V y))",
                "(ite b V (store V x (select V y)))",
                "(store V x (select V (select V y)))",
            ],
            "(= V e)",
        ),
        (
            "l",
            &["(cons (head V) V)", "(ite ((_ is nil) V) V (tail V))", "(cons (head V) (tail V))"],
            "(not (= V nil))",
        ),
        ("u", &["(ite (= V u) V (g V))", "(g (ite b V (g V)))"], "(not (= V u))"),
        ("r", &["(+ V V)", "(/ (+ V V) 3.0)", "(ite (< V 1.0) V (+ V r))"], "(> V 0.5)"),
        (
            "(p x y)",
            &[
                "(and V (p x (f x)) V)",
                "(= V (and V b))",
                "(forall ((k Int)) (or V (and V (p k k))))",
            ],
            "V",
        ),
    ];
    let (first, steps, last) = kinds[random.below(kinds.len())];
    let steps: Vec<&str> = (0..=length).map(|_| one(random, steps)).collect();
    let number = |v: &str| v[1..].parse::<usize>().unwrap_or(0);
    let formula =
        chain(length, first, |v| steps[number(v)].replace('V', v), |v| last.replace('V', v));
    assert(&formula)
}

fn squaring(random: &mut Random) -> String {
    let first = one(random, &["3", "x", "(+ x 1)", "r", "2.5", "(- 7)", "(div x 2)"]);
    let step = one(random, &["(* V V)", "(* V V V)", "(+ (* V V) 1)", "(* (+ V 1) (- V 1))"]);
    let length = random.between(4, 70);
    let last = one(random, &["(> V 1)", "(= V y)", "(< (mod V 10) 3)", "(= (f V) V)"]);
    let last = if first.contains('.') || first == "r" { "(> V 1.0)" } else { last };
    assert(&chain(length, first, |v| step.replace('V', v), |v| last.replace('V', v)))
}

fn alternation(random: &mut Random) -> String {
    let depth = random.between(3, 14);
    let sort = one(random, &["Int", "Int", "Bool", "U", "L", "(Array Int Int)", "Real"]);
    let mut text = String::new();
    for place in 0..depth {
        let quantifier =
            if (place + usize::from(random.coin())) % 2 == 0 { "forall" } else { "exists" };
        text += &format!("({quantifier} ((q{place} {sort})) ");
    }
    let atoms: Vec<String> = (1..depth)
        .map(|place| {
            let (old, new) = (place - 1, place);
            match sort {
                "Int" => match random.below(3) {
                    0 => format!("(> q{new} (+ q{old} {place}))"),
                    1 => format!("(= (select a q{new}) (select a q{old}))"),
                    _ => format!("(p q{new} q{old})"),
                },
                "Real" => format!("(> q{new} (+ q{old} {place}.0))"),
                "Bool" => format!("(xor q{new} q{old})"),
                "(Array Int Int)" => format!("(= (select q{new} x) (select q{old} y))"),
                _ => format!("(not (= q{new} q{old}))"),
            }
        })
        .collect();
    text += &format!("(or b {})", atoms.join(" "));
    assert(&(text + &")".repeat(depth)))
}

fn distinct(random: &mut Random) -> String {
    let count = random.between(50, 3000);
    let sort = one(random, &["Int", "U", "Real", "L", "Bool", "(Array Int Int)"]);
    let names: Vec<String> = (0..count).map(|place| format!("d{place}")).collect();
    let declared: String =
        names.iter().map(|name| format!("(declare-const {name} {sort})")).collect();
    let bounds = match sort {
        "Int" if random.coin() => {
            let most = count - random.below(3);
            names
                .iter()
                .map(|name| format!("(assert (and (< 0 {name}) (< {name} {most})))"))
                .collect()
        }
        _ => String::new(),
    };
    declared + &bounds + &assert(&format!("(distinct {})", names.join(" ")))
}

fn numerals(random: &mut Random) -> String {
    let digits = random.between(1000, 110_000);
    let (first, second) = (numeral(random, digits), numeral(random, digits / 2 + 1));
    match random.below(5) {
        0 => assert(&format!("(= (* 3 x) (+ y {first}))")) + &assert(&format!("(> x {second})")),
        1 => assert(&format!("(= (mod x {second}) (mod {first} 17))")),
        2 => assert(&format!("(= r (/ {first}.0 {second}.0))")),
        3 => assert(&format!("(> (select a {first}) (f {second}))")),
        _ => assert(&format!("(< (* {first} x) (* {second} y) (+ (* {first} x) 1))")),
    }
}

fn checks(random: &mut Random) -> String {
    let count = random.between(200, 4000);
    let mut text = String::new();
    for place in 0..count {
        text += &match random.below(4) {
            0 => format!("(push 1)(assert (> x {place}))(check-sat)(pop 1)\n"),
            1 => format!("(assert (not (= (f {place}) (f (+ y {place})))))(check-sat)\n"),
            2 => format!("(assert (= (select a {place}) (select e (+ x {place}))))\n"),
            _ => format!(
                "(declare-const k{place} Int)(assert (> k{place} x))(check-sat-assuming (b))\n"
            ),
        };
    }
    text
}

fn stores(random: &mut Random) -> String {
    let count = random.between(10, 400);
    let constants: String =
        (0..count).map(|i| format!("(declare-const i{i} Int)(declare-const w{i} Int)")).collect();
    let store = |order: &mut dyn Iterator<Item = usize>| {
        order.fold("a".to_owned(), |array, i| format!("(store {array} i{i} w{i})"))
    };
    let (forth, back) = (store(&mut (0..count)), store(&mut (0..count).rev()));
    let distinct = (0..count).map(|i| format!("i{i}")).collect::<Vec<_>>().join(" ");
    let distinct =
        if random.coin() { assert(&format!("(distinct {distinct} x)")) } else { String::new() };
    constants + &distinct + &assert(&format!("(not (= {forth} {back}))"))
}

/// Array properties over many indices.
fn properties(random: &mut Random) -> String {
    let (count, variables) = (random.between(5, 60), random.between(1, 4));
    let mut text: String = (0..count)
        .map(|i| format!("(declare-const i{i} Int)(assert (= (select a i{i}) {i}))"))
        .collect();
    let bound: String = (0..variables).map(|k| format!("(k{k} Int)")).collect();
    let guard: String = (1..variables).map(|k| format!("(<= k{} k{k})", k - 1)).collect();
    let reads: String = (0..variables).map(|k| format!("(select e k{k})")).collect();
    text += &assert(&format!(
        "(forall ({bound}) (=> (and (<= x k0) {guard}) (<= (select a k0) {reads})))"
    ));
    text + &assert(&format!(
        "(forall ({bound}) (=> (and (<= k0 y) {guard}) (p (select e k0) (select a k0))))"
    ))
}

fn nesting(random: &mut Random) -> String {
    let depth = random.between(1000, 60_000);
    let (open, leaf) = match random.below(6) {
        0 => ("(not ", "b"),
        1 => ("(and c ", "b"),
        2 => ("(= b ", "c"),
        3 => ("(ite b c ", "b"),
        4 => ("(forall ((k Int)) ", "b"),
        _ => ("(! ", "b"),
    };
    let close = if open == "(! " { " :named n)" } else { ")" };
    if open == "(! " {
        return assert(&format!("{}{leaf}{}", open.repeat(200), close.repeat(200)));
    }
    assert(&format!("{}{leaf}{}", open.repeat(depth), close.repeat(depth)))
}

fn pigeons(random: &mut Random) -> String {
    let holes = random.between(5, 14);
    let mut text = String::new();
    for pigeon in 0..=holes {
        text += &format!(
            "(declare-const h{pigeon} Int)(assert (and (<= 0 h{pigeon}) (< h{pigeon} {holes})))"
        );
        for other in 0..pigeon {
            text += &format!("(assert (not (= h{pigeon} h{other})))");
        }
    }
    text
}
