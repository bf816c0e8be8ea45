//! The checker's own evaluation of models: a story for each operator, and quantifiers against brute force.

mod reals;

use buttress_checker::smt::SmtChecker;
use buttress_prop::Random;

/// What the checker says of a model of one formula: `true`, `false`, or why it has no value.
fn said(declarations: &str, formula: &str, model: &str) -> String {
    let script = format!("{declarations}(assert {formula})(check-sat)");
    let model = format!("; buttress model of check 1\n({model})");
    match SmtChecker::new(script.as_bytes()).check_sat(1, model.as_bytes()) {
        Ok(_) => "true".to_owned(),
        Err(rejection) => match rejection.to_string().split_once(": ") {
            Some((_, why)) => why.to_owned(),
            None => "false".to_owned(),
        },
    }
}

/// Each formula is true in the model, and its negation is false.
fn all_hold(declarations: &str, model: &str, formulas: &[&str]) {
    for formula in formulas {
        assert_eq!(said(declarations, formula, model), "true", "{formula}");
        assert_eq!(said(declarations, &format!("(not {formula})"), model), "false", "{formula}");
    }
}

#[test]
fn numbers() {
    all_hold(
        "(declare-const z Int)(declare-const r Real)",
        "(define-fun z () Int 0)(define-fun r () Real (/ 7 2))
         (define-fun @div0 ((x Int)) Int (+ x 1))(define-fun @mod0 ((x Int)) Int 5)
         (define-fun @/0 ((x Real)) Real 9.0)",
        &[
            "(= (div 7 2) 3)",
            "(= (div (- 7) 2) (- 4))",
            "(= (div 7 (- 2)) (- 3))",
            "(= (div (- 7) (- 2)) 4)",
            "(= (mod (- 7) 2) 1)",
            "(= (mod 7 (- 2)) 1)",
            "(= (div 3 z) 4)",
            "(= (mod 3 z) 5)",
            "(= (/ 1.0 (to_real z)) 9.0)",
            "(= (to_int r) 3)",
            "(= (to_int (- r)) (- 4))",
            "(and (not (is_int r)) (is_int (* 2.0 r)))",
            "(= (abs (- 3)) (abs 3) 3)",
            "(= (/ 1.0 4.0) 0.25)",
            "(and (< 1 2 3) (<= 1 1) (> 2 1) (>= 2 2))",
            "(= (* 3 (- 4)) (- 12))",
        ],
    );
}

#[test]
fn connectives_and_terms() {
    all_hold(
        "(declare-const p Bool)(declare-const q Bool)(declare-sort U 0)(declare-const a U)(declare-const b U)",
        "(define-fun p () Bool true)(define-fun q () Bool false)
         (define-fun a () U (as @0 U))(define-fun b () U (as @1 U))",
        &[
            "(=> q q p)",
            "(not (=> p p q))",
            "(xor p q)",
            "(not (xor p q p q))",
            "(ite q q p)",
            "(let ((x p) (y q)) (and x (not y)))",
            "(distinct a b)",
            "(distinct 1 2 3)",
            "(not (distinct a b a))",
            "(= (ite p a b) a)",
            "(exists ((x U)) (distinct x a))",
            "(forall ((x U)) (or (= x a) (= x b)))",
            "(forall ((x Bool) (y Bool)) (= (and x y) (not (or (not x) (not y)))))",
        ],
    );
}

#[test]
fn arrays_and_datatypes() {
    all_hold(
        "(declare-datatypes ((C 0) (L 0)) (((red) (green)) ((nil) (cons (head Int) (tail L)))))
         (declare-const a (Array Int Int))(declare-const b (Array C Int))(declare-const l L)",
        "(define-fun a () (Array Int Int) (store ((as const (Array Int Int)) 1) 3 7))
         (define-fun b () (Array C Int) (store ((as const (Array C Int)) 1) red 2))
         (define-fun l () L (cons 4 nil))
         (define-fun |@sel:head| ((x L)) Int 8)",
        &[
            "(= (select a 3) 7)",
            "(= (select a 4) 1)",
            "(= (store a 3 1) ((as const (Array Int Int)) 1))",
            "(= (store (store a 5 2) 5 1) a)",
            "(distinct a (store a 3 8))",
            "(= b (store ((as const (Array C Int)) 2) green 1))",
            "(= (store b green 2) ((as const (Array C Int)) 2))",
            "((_ is cons) l)",
            "(not ((_ is nil) l))",
            "(= (head l) 4)",
            "(= (head nil) 8)",
            "(= (head (tail l)) 8)",
            "(= (tail nil) nil)",
            "(= l (cons 4 nil))",
            "(forall ((x C)) (or (= x red) (= x green)))",
            "(exists ((x L)) (distinct x l nil))",
            "(forall ((x L)) (=> (= x l) (distinct x nil)))",
            "(forall ((x (Array C Bool))) (= x (store x red (select x red))))",
        ],
    );
}

#[test]
fn quantifiers_over_numbers() {
    all_hold(
        "(declare-const a (Array Int Int))(declare-fun f (Int) Int)",
        "(define-fun a () (Array Int Int) (lambda ((i Int)) (ite (< i 2) 0 (ite (< i 5) 3 9))))
         (define-fun f ((x Int)) Int (ite (= x 4) 1 (ite (= x 6) 2 0)))",
        &[
            "(forall ((i Int) (j Int)) (=> (<= i j) (<= (select a i) (select a j))))",
            "(exists ((i Int)) (< (select a i) (select a (+ i 1))))",
            "(forall ((i Int)) (=> (< 1 i 5) (= (select a i) 3)))",
            "(forall ((i Int)) (= (mod (+ i 3) 3) (mod i 3)))",
            "(forall ((i Int)) (exists ((j Int)) (or (= i (* 2 j)) (= i (+ 1 (* 2 j))))))",
            "(not (forall ((i Int)) (exists ((j Int)) (= i (* 2 j)))))",
            "(forall ((i Int)) (exists ((j Int)) (and (< i j) (< j (+ i 2)))))",
            "(forall ((x Real)) (exists ((y Real)) (and (< x y) (< y (+ x 1.0)))))",
            "(not (forall ((x Real)) (=> (< 0.0 x) (<= 1.0 x))))",
            "(exists ((x Real)) (= (* 3.0 x) 1.0))",
            "(forall ((i Int)) (<= 0 (f i) 2))",
            "(exists ((i Int)) (= (f (- i 1)) 2))",
            "(forall ((i Int) (j Int)) (= (select (store a i 5) j) (ite (= i j) 5 (select a j))))",
            "(forall ((i Int)) (=> (<= 0 i 20) (<= (* i i) 400)))",
            "(forall ((i Int)) (<= (- i) (abs i)))",
            "(forall ((i Int)) (= (store a i (select a i)) a))",
            "(exists ((i Int)) (= (store a i 3) a))",
            "(forall ((i Int)) (= (= (store a i 3) a) (< 1 i 5)))",
            "(forall ((i Int) (j Int)) (=> (distinct i j) (= (store (store a i 1) j 2) (store (store a j 2) i 1))))",
            "(not (exists ((i Int)) (= (store (store a 3 7) i 7) (store a 4 7))))",
            "(exists ((i Int) (j Int)) (= (store (store (store a 3 7) 9 7) i 3) (store a j 7)))",
        ],
    );
}

/// A variable of a datatype stands for every value at once, until it is compared with one.
#[test]
fn quantifiers_over_lists() {
    let lists =
        "(declare-datatype List ((nil) (cons (head Int) (tail List))))(declare-const k List)";
    all_hold(
        lists,
        "(define-fun k () List (cons 1 (cons 2 nil)))",
        &[
            "(forall ((l List)) (= (tail (cons 1 l)) l))",
            "(forall ((l List) (m List)) (= (= (tail (cons 1 l)) m) (= l (tail (cons 2 m)))))",
            "(forall ((l List) (m List)) (= (= (cons 1 l) (cons 1 m)) (= l m)))",
            "(not (forall ((l List)) (distinct l k)))",
            "(exists ((l List)) (= (cons 1 l) k))",
            "(not (exists ((l List)) (= (cons 2 l) k)))",
            "(not (exists ((l List)) (= (cons 1 l) nil)))",
            "(exists ((l List) (m List)) (and (= l m) (distinct l k)))",
        ],
    );
    // What a variable is compared with must not depend on a later one.
    for formula in [
        "(exists ((l List)) (forall ((n Int)) (= l (cons n nil))))",
        "(exists ((l List)) (forall ((m List)) (= l (cons 1 m))))",
    ] {
        assert_ne!(said(lists, formula, "(define-fun k () List nil)"), "true", "{formula}");
    }
    // How deep a value may be built is limited: it is compared by recursion.
    let deep = |depth: usize| {
        let term = format!("{}l{}", "(cons 1 ".repeat(depth), ")".repeat(depth));
        format!("(forall ((l List)) (distinct {term} (cons 2 l)))")
    };
    let model = "(define-fun k () List nil)";
    assert_eq!(said(lists, &deep(100), model), "true");
    let reason = said(lists, &deep(50_000), model);
    assert_eq!(reason, "definitions or quantifiers nest too deep");
}

/// Arrays over other indices than integers are equal if each index at which they differ is written at.
#[test]
fn equality_of_arrays_over_reals() {
    let table = |name: &str, writes: &str, value: &str| {
        let stores = "(store ".repeat(writes.matches(')').count());
        format!(
            "(define-fun {name} () (Array Real Int) {stores}((as const (Array Real Int)) {value}){writes})"
        )
    };
    let model = [
        table("a", " 0.5 7)", "0"),
        table("b", " 0.5 3)", "0"),
        table("c", " 0.5 3) 2.0 1)", "0"),
        table("d", "", "1"),
        "(define-fun e () (Array Real Int) (lambda ((i Real)) (ite (= i 0.5) 7 0)))".to_owned(),
    ];
    let declarations = ["a", "b", "c", "d", "e"]
        .map(|name| format!("(declare-const {name} (Array Real Int))"))
        .concat();
    all_hold(
        &declarations,
        &model.concat(),
        &[
            "(exists ((x Real)) (= (store a x 3) b))",
            "(exists ((x Real)) (= b (store a x 3)))",
            "(not (exists ((x Real)) (= (store a x 4) b)))",
            "(forall ((x Real)) (= (= (store a x 3) b) (= x 0.5)))",
            "(not (exists ((x Real)) (= (store a x 3) c)))",
            "(exists ((x Real) (y Real)) (= (store (store a x 3) y 1) c))",
            "(forall ((x Real) (y Real)) (= (= (store (store a x 3) y 1) c) (and (= x 0.5) (= y 2.0))))",
            "(not (exists ((x Real)) (= (store a x 1) d)))",
            "(forall ((x Real)) (distinct (store b x 0) (store d x 0)))",
            "(and (= a e) (distinct b e) (= (select e 0.5) 7) (= (select e 1.0) 0))",
        ],
    );
    // An array that differs on an interval is no table.
    let model = "(define-fun a () (Array Real Int) (lambda ((i Real)) (ite (< i 0.0) 7 0)))";
    let formula = "(= (select a (- 1.0)) 7)";
    let found = said("(declare-const a (Array Real Int))", &format!("(not {formula})"), model);
    assert_ne!(found, "true");
}

/// The evaluation must not say of a formula what is not so; that it says nothing is allowed.
#[test]
fn what_has_no_value_is_told() {
    let x = "(declare-const x Int)";
    let one = "(define-fun x () Int 1)";
    for (formula, model, expected) in [
        ("(forall ((y Int)) (<= 0 (* y y)))", one, "cannot be evaluated"),
        ("(= x 1)", "(define-fun x () Int (+ x 1))", ""),
        ("(or (= x 1) (forall ((y Int)) (<= 0 (* y y))))", one, "true"),
        ("(and (= x 2) (forall ((y Int)) (<= 0 (* y y))))", one, "false"),
    ] {
        assert!(
            said(x, formula, model).contains(expected),
            "{formula}: {}",
            said(x, formula, model)
        );
    }
}

#[test]
fn deep_terms_are_evaluated() {
    let depth = 100_000;
    let formula = format!("(= x {}x{})", "(+ 1 ".repeat(depth), ")".repeat(depth));
    assert_eq!(said("(declare-const x Int)", &formula, "(define-fun x () Int 1)"), "false");
    let formula =
        format!("(forall ((y Int)) (< y {}y{}))", "(+ 1 ".repeat(depth), ")".repeat(depth));
    assert_eq!(said("", &formula, ""), "true");
}

/// Depth is counted where formulas nest, not where they follow each other.
#[test]
fn many_formulas_in_a_row_are_not_deep() {
    for row in ["(< x (+ x @))", "(exists ((y Int)) (= (+ x @) y))"] {
        let rows = (1..300).map(|by| row.replace('@', &by.to_string()));
        let rows = rows.map(|row| format!("(forall ((x Int)) {row})")).collect::<Vec<_>>();
        assert_eq!(said("", &format!("(and {})", rows.join(" ")), ""), "true", "{row}");
    }
}

/// A formula over the integers, with at most three variables.
enum Formula {
    Less([i64; 4]),
    Equal([i64; 4]),
    /// Divisible by this.
    Divisible(i64, [i64; 4]),
    /// What the array reads at a form is less than what it reads at another.
    Reads([i64; 4], [i64; 4]),
    And(Vec<Formula>),
    Or(Vec<Formula>),
    Not(Box<Formula>),
    All(usize, Box<Formula>),
    Some(usize, Box<Formula>),
}

/// The array of the model: 0 before −1, 2 up to 1, and 1 from 2 on.
fn reading(index: i64) -> i64 {
    match index {
        ..-1 => 0,
        -1..2 => 2,
        _ => 1,
    }
}

const ARRAY: &str =
    "(define-fun a () (Array Int Int) (lambda ((i Int)) (ite (< i (- 1)) 0 (ite (< i 2) 2 1))))";

fn form(random: &mut Random, variables: usize) -> [i64; 4] {
    let mut form = [0; 4];
    for (place, factor) in form.iter_mut().enumerate() {
        if place == 0 || place <= variables && random.chance(60) {
            *factor = random.below(5) as i64 - 2;
        }
    }
    form
}

fn formula(random: &mut Random, variables: usize, depth: usize) -> Formula {
    let several = |random: &mut Random| {
        (0..random.between(1, 3)).map(|_| formula(random, variables, depth - 1)).collect()
    };
    match random.below(if depth == 0 { 4 } else { 9 }) {
        0 => Formula::Less(form(random, variables)),
        1 => Formula::Equal(form(random, variables)),
        2 => Formula::Divisible(random.between(2, 3) as i64, form(random, variables)),
        3 => Formula::Reads(form(random, variables), form(random, variables)),
        4 => Formula::And(several(random)),
        5 => Formula::Or(several(random)),
        6 => Formula::Not(Box::new(formula(random, variables, depth - 1))),
        _ if variables == 2 => Formula::Less(form(random, variables)),
        7 => Formula::All(variables + 1, Box::new(formula(random, variables + 1, depth - 1))),
        _ => Formula::Some(variables + 1, Box::new(formula(random, variables + 1, depth - 1))),
    }
}

fn value(form: &[i64; 4], values: &[i64; 4]) -> i64 {
    form.iter().zip(values).map(|(factor, value)| factor * value).sum()
}

/// Is it true, if variables range over so many integers on each side of 0?
fn holds(formula: &Formula, values: &mut [i64; 4]) -> bool {
    let window = |place: usize| if place == 1 { -25..=25 } else { -90..=90 };
    match formula {
        Formula::Less(form) => value(form, values) < 0,
        Formula::Equal(form) => value(form, values) == 0,
        Formula::Divisible(by, form) => value(form, values).rem_euclid(*by) == 0,
        Formula::Reads(left, right) => reading(value(left, values)) < reading(value(right, values)),
        Formula::And(parts) => parts.iter().all(|part| holds(part, values)),
        Formula::Or(parts) => parts.iter().any(|part| holds(part, values)),
        Formula::Not(part) => !holds(part, values),
        Formula::All(place, body) => {
            window(*place).all(|value| holds(body, &mut with(values, *place, value)))
        }
        Formula::Some(place, body) => {
            window(*place).any(|value| holds(body, &mut with(values, *place, value)))
        }
    }
}

fn with(values: &[i64; 4], place: usize, value: i64) -> [i64; 4] {
    let mut values = *values;
    values[place] = value;
    values
}

fn number(value: i64) -> String {
    if value < 0 { format!("(- {})", -value) } else { value.to_string() }
}

fn written_form(form: &[i64; 4]) -> String {
    let names = ["1", "x1", "x2", "x3"];
    let parts = form.iter().zip(names).map(|(by, name)| format!("(* {} {name})", number(*by)));
    format!(
        "(+ {})",
        parts.filter(|part| !part.starts_with("(* 0 x")).collect::<Vec<_>>().join(" ")
    )
    .replace("(+ (* 0 1))", "0")
    .replacen("(+ (* ", "(+ 0 (* ", 1)
}

fn written(formula: &Formula) -> String {
    let all = |parts: &[Formula]| parts.iter().map(written).collect::<Vec<_>>().join(" ");
    match formula {
        Formula::Less(form) => format!("(< {} 0)", written_form(form)),
        Formula::Equal(form) => format!("(= {} 0)", written_form(form)),
        Formula::Divisible(by, form) => format!("(= (mod {} {by}) 0)", written_form(form)),
        Formula::Reads(left, right) => {
            let [left, right] =
                [left, right].map(|form| format!("(select a {})", written_form(form)));
            format!("(< {left} {right})")
        }
        Formula::And(parts) => format!("(and true {})", all(parts)),
        Formula::Or(parts) => format!("(or false {})", all(parts)),
        Formula::Not(part) => format!("(not {})", written(part)),
        Formula::All(place, body) => format!("(forall ((x{place} Int)) {})", written(body)),
        Formula::Some(place, body) => format!("(exists ((x{place} Int)) {})", written(body)),
    }
}

#[test]
fn quantifiers_against_brute_force() {
    let mut seen = [0, 0];
    for seed in 0..1500 {
        let mut random = Random::new(seed);
        let body = Box::new(formula(&mut random, 1, 3));
        let formula = if random.coin() { Formula::All(1, body) } else { Formula::Some(1, body) };
        let expected = holds(&formula, &mut [1, 0, 0, 0]);
        let text = written(&formula);
        let found = said("(declare-const a (Array Int Int))", &text, ARRAY);
        assert_eq!(found, expected.to_string(), "seed {seed}: {text}");
        seen[usize::from(expected)] += 1;
    }
    assert!(seen[0] > 200 && seen[1] > 200, "{seen:?}");
}
