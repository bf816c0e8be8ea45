//! Evidence of all kinds, made likewise: for `check`, which must not trust what it reads.

use buttress_prop::Random;

use super::command::Heavy;
use super::text::{chain, numeral, one};

/// Evidence about a small file.
pub fn heavy(random: &mut Random) -> Heavy {
    let (kind, name, file, evidence) = match random.below(7) {
        0 | 1 => ("proof", "small.smt2", SCRIPT.to_owned(), proof(random)),
        2 | 3 => model(random),
        4 => {
            let evidence = horn(random);
            ("horn evidence", "small.smt2", HORN.to_owned(), evidence)
        }
        5 => {
            let file = program(random);
            let evidence = bundle(random, &file);
            ("bundle", "small.pi", file, evidence)
        }
        _ => ("certificate", "small.aag", CIRCUIT.to_owned(), certificate(random)),
    };
    let files =
        vec![(name.to_owned(), file.into_bytes()), ("evidence".to_owned(), evidence.into_bytes())];
    let arguments = ["check", name, "evidence"].map(str::to_owned).to_vec();
    Heavy { kind, files, arguments }
}

const SCRIPT: &str = "(declare-const b Bool)(declare-const x Int)(declare-const y Int)(declare-const a (Array Int Int))\
    (declare-fun f (Int) Int)(assert b)(assert (> x 0))(check-sat)\n";
const HORN: &str = "(set-logic HORN)(declare-fun p (Int) Bool)(assert (forall ((x Int)) (=> (= x 0) (p x))))\
    (assert (forall ((x Int)) (=> (p x) (p (* x x 2)))))(assert (forall ((x Int)) (=> (and (p x) (< x 0)) false)))\n";
const CIRCUIT: &str = "aag 3 1 1 0 1 1\n2\n4 6\n6\n6 4 2\n";

/// Terms that are built from themselves, and a claim about the last.
fn proof(random: &mut Random) -> String {
    let mut text = "p buttress-smt-proof 1 1\n".to_owned();
    let (first, step, last) = match random.below(8) {
        0 => ("3", "(* @V @V)", "(< @V 0)"),
        1 => ("x", "(* @V @V)", "(< @V 0)"),
        2 => ("x", "(+ @V @V)", "(< @V 0)"),
        3 => ("b", "(and @V @V)", "(not @V)"),
        4 => ("x", "(f (+ @V @V))", "(= @V x)"),
        5 => ("a", "(store @V (select @V x) (select @V y))", "(= @V a)"),
        6 => ("x", "(ite (> @V 0) @V (- @V))", "(< @V 0)"),
        _ => ("b", "(forall ((k Int)) (or @V @V))", "(not @V)"),
    };
    let length = random.between(5, 400);
    text += &format!("t 1 {first}\n");
    for place in 2..=length {
        text += &format!("t {place} {}\n", step.replace('V', &(place - 1).to_string()));
    }
    text += &format!("t {} {}\n", length + 1, last.replace('V', &length.to_string()));
    let number = length + 1;
    let rules = [
        "arith l0 1".to_owned(),
        "arith l0 1 round".to_owned(),
        "arith l0 1 ; m0*1 1 ; d1 1 l0 1".to_owned(),
        "closure".to_owned(),
        "cycle".to_owned(),
        format!("define {number}"),
        format!("instance {length} 1"),
        format!("ite {length}"),
    ];
    let rule = &rules[random.below(rules.len())];
    for place in 1..=random.between(1, 2000) {
        text += &format!("a {place} {number} 0 {rule}\n");
    }
    text + "l 9999 0 1 0\n"
}

/// A model whose values are much larger than its text, or a formula that is hard to evaluate in a small one.
fn model(random: &mut Random) -> (&'static str, &'static str, String, String) {
    let head = "; buttress model of check 1\n";
    if random.coin() {
        let depth = random.between(2, 14);
        let quantifiers: String = (0..depth)
            .map(|place| {
                format!("({} ((k{place} Int)) ", if place % 2 == 0 { "exists" } else { "forall" })
            })
            .collect();
        let atoms: String =
            (1..depth).map(|place| format!(" (> k{place} (+ k{} {place}))", place - 1)).collect();
        let script = format!(
            "(declare-const x Int)(assert {quantifiers}(or (= x 0){atoms}){})(check-sat)\n",
            ")".repeat(depth)
        );
        return (
            "model of alternation",
            "small.smt2",
            script,
            format!("{head}((define-fun x () Int 1))\n"),
        );
    }
    let length = random.between(3, 70);
    let digits = random.between(10, 200_000);
    let value = match random.below(4) {
        0 => chain(length, "3", |v| format!("(* {v} {v})"), str::to_owned),
        1 => chain(length, "1", |v| format!("(+ {v} {v})"), str::to_owned),
        2 => numeral(random, digits),
        _ => chain(length, "2", |v| format!("(ite (> {v} 0) (* {v} {v}) {v})"), str::to_owned),
    };
    let array = (0..random.below(3000))
        .fold("((as const (Array Int Int)) 0)".to_owned(), |array, at| {
            format!("(store {array} {at} {at})")
        });
    let definitions = format!(
        "(define-fun b () Bool true)(define-fun x () Int {value})(define-fun y () Int 0)\
         (define-fun a () (Array Int Int) {array})(define-fun f ((z Int)) Int (* z z))"
    );
    ("model", "small.smt2", SCRIPT.to_owned(), format!("{head}({definitions})\n"))
}

/// What every kind of evidence says of its file: its length, and 64 bits of FNV-1a.
fn about(file: &str) -> String {
    let fingerprint = file.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    format!("file {} {fingerprint:016x}\n", file.len())
}

fn horn(random: &mut Random) -> String {
    let head = format!("buttress-horn-evidence 1\n{}property 0\nsystem 1 3\n", about(HORN));
    let length = random.between(5, 4000);
    match random.below(3) {
        0 => {
            let digits = numeral(random, length);
            let steps: String = (2..length)
                .map(|step| {
                    format!(
                        "step {step} clause 2 values {} from {}\n",
                        if step == 2 { "0" } else { &digits },
                        step - 1
                    )
                })
                .collect();
            format!("{head}kind unsafe\nstep 1 clause 1 values 0 from\n{steps}end\n")
        }
        1 => {
            let formula =
                chain(length.min(80), "(<= 0 x)", |v| format!("(and {v} {v})"), str::to_owned);
            let proofs: String = (1..=3)
                .map(|clause| {
                    format!(
                        "p buttress-smt-proof 1 {clause}\nt 1 v0\nt 2 (* @1 @1)\na 1 2 0 input\n"
                    )
                })
                .collect();
            format!("{head}kind safe\n((define-fun p ((x Int)) Bool {formula}))\n{proofs}end\n")
        }
        _ => {
            let ranks: String = (1..=length.min(1000))
                .map(|level| {
                    format!("rank 1 level {level} constant {level} coefficients {level}\n")
                })
                .collect();
            format!("{head}kind ranking\n((define-fun p ((x Int)) Bool true))\n{ranks}end\n")
        }
    }
}

fn program(random: &mut Random) -> String {
    let count = random.between(1, 60);
    let step = one(
        random,
        &[
            "if (x > 0) x := x + 1; else x := x - 1;",
            "x := x * x;",
            "while @ x >= 0 (x > 7) { x := x - 1; }",
        ],
    );
    format!("@pre x >= 0\n@post rv >= 0\nint F(int x) {{ {} return x; }}\n", step.repeat(count))
}

fn bundle(random: &mut Random, file: &str) -> String {
    let head = format!("buttress-pi-evidence 1\n{}runtime on\ntermination on\n", about(file));
    match random.below(4) {
        0 => format!("{head}run F({})\nend\n", random.below(1000)),
        1 => format!("{head}function F {}\nend\n", random.below(200)),
        2 => {
            let facts = format!("fact F 0 {}x >= 0\n", "x >= 0 && ".repeat(random.between(1, 300)));
            format!("{head}{}function F 3\nend\n", facts.repeat(random.between(1, 100)))
        }
        _ => {
            let proof = "p buttress-smt-proof 1 1\nt 1 c0\nt 2 (* @1 @1)\nt 3 (< @2 0)\na 1 3 0 arith l0 1\n";
            format!("{head}function F {}\n{proof}end\n", random.below(8))
        }
    }
}

fn certificate(random: &mut Random) -> String {
    let head = "buttress-certificate 1\nmodel 3 1 1 1\nproperty 0 6\n";
    match random.below(3) {
        0 => {
            let steps = random.between(1000, 300_000);
            format!("{head}kind trace\n0\n{steps}\n{}", "1\n".repeat(steps))
        }
        1 => format!(
            "{head}kind k-induction {} simple-path\nclauses 0\n",
            10_usize.pow(random.between(2, 9) as u32)
        ),
        _ => {
            let clauses = random.between(100, 20_000);
            format!("{head}kind inductive\nclauses {clauses}\n{}", "5 7\n".repeat(clauses))
        }
    }
}
