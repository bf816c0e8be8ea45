//! Models with intervals and universes: read, printed, read again, and quantified formulas in them.

use buttress_formats::smtlib::WrittenModel;
use buttress_logic::{
    EvaluateError, Evaluator, Model, Rational, Sort, SortKind, Symbol, Terms, Value, print_model,
};
use buttress_prop::Random;

use super::{Run, run};

fn model_of(terms: &Terms, written: &WrittenModel) -> Model {
    let mut model = Model::new();
    for (sort, size) in written.sizes(terms) {
        model.values.set_universe(sort, size);
    }
    for definition in &written.definitions {
        model.define(definition.symbol, &definition.parameters, definition.body);
    }
    model
}

/// What the assertions of a script are in a model.
fn truths(script: &str, model: &str) -> Vec<Result<bool, EvaluateError>> {
    let Run { mut script, mut terms, .. } = run(script);
    let written = script.parse_model(&mut terms, model).expect("it is a model");
    let mut model = model_of(&terms, &written);
    let assertions: Vec<_> = script.assertions().iter().map(|each| each.formula).collect();
    let mut evaluator = Evaluator::new(&terms, &mut model);
    assertions.into_iter().map(|formula| evaluator.holds(formula)).collect()
}

const NAMES: &str = "(declare-sort U 0) (declare-const a (Array Int Int))
(declare-const b (Array Int Int)) (declare-const n Int) (declare-const c U)
(declare-fun f (Int) Int) (declare-fun g (U Int) Int) (declare-fun h (Real) Real)
(declare-datatype List ((nil) (cons (head Int) (tail List)))) (declare-const l List)
(declare-datatype Colour ((red) (green) (blue))) (declare-const m (Array Int (Array Int Int)))
(declare-const s (Array List Bool)) (declare-const r (Array Real Bool))
(declare-const p (Array Colour Int))";

/// a: … 0 | 3: 1 | 5: 4 | 9: 9 …, b: 2 everywhere but b[4] = 7; n = 9.
const MODEL: &str = "(
(define-fun a () (Array Int Int) (lambda ((i Int)) (ite (< i 3) 0 (ite (< i 5) 1 (ite (< i 9) 4 9)))))
(define-fun b () (Array Int Int) (store ((as const (Array Int Int)) 2) 4 7))
(define-fun n () Int 9) (define-fun c () U (as @1 U))
(define-fun f ((x Int)) Int (ite (= x 3) 5 (ite (<= x (- 2)) 1 0)))
(define-fun g ((x U) (y Int)) Int (ite (and (= x (as @0 U)) (= y 4)) 1 0))
(define-fun h ((x Real)) Real (ite (< x 0.5) 0.0 x))
(define-fun l () List (cons 1 nil))
(define-fun m () (Array Int (Array Int Int)) (lambda ((i Int))
  (ite (< i 2) ((as const (Array Int Int)) 0) (lambda ((j Int)) (ite (< j 7) 1 2)))))
(define-fun s () (Array List Bool) (store ((as const (Array List Bool)) false) nil true))
(define-fun r () (Array Real Bool) (store ((as const (Array Real Bool)) false) 1.5 true))
(define-fun p () (Array Colour Int) (lambda ((x Colour)) (ite (= x red) 1 0)))
(forall ((x U)) (or (= x (as @0 U)) (= x (as @1 U)) (= x (as @2 U)))))";

#[test]
fn formulas_in_a_model() {
    let cases = [
        // Sorted, strictly, and on a range.
        ("(forall ((i Int) (j Int)) (=> (<= i j) (<= (select a i) (select a j))))", true),
        ("(forall ((i Int) (j Int)) (=> (<= i j) (<= (select b i) (select b j))))", false),
        ("(forall ((i Int) (j Int)) (=> (< i j) (< (select a i) (select a j))))", false),
        ("(forall ((i Int)) (<= (select a i) (select a (+ i 1))))", true),
        ("(forall ((i Int)) (=> (< i 4) (<= (select b i) (select b (+ i 1)))))", true),
        ("(forall ((i Int)) (=> (<= i 4) (<= (select b i) (select b (+ 1 i)))))", false),
        ("(forall ((i Int)) (= (select a i) (select a (- i 1))))", false),
        // Partitioned.
        (
            "(forall ((i Int) (j Int)) (=> (and (< i 5) (<= 5 j)) (< (select a i) (select a j))))",
            true,
        ),
        (
            "(forall ((i Int) (j Int)) (=> (and (< i 6) (<= 5 j)) (< (select a i) (select a j))))",
            false,
        ),
        // Injective, nowhere.
        (
            "(forall ((i Int) (j Int)) (=> (distinct i j) (distinct (select a i) (select a j))))",
            false,
        ),
        ("(exists ((i Int) (j Int)) (and (distinct i j) (= (select b i) (select b j) 7)))", false),
        (
            "(forall ((i Int) (j Int) (k Int)) (=> (distinct i j k) (not (= (select b i) 7 (select b k)))))",
            true,
        ),
        // Readings of readings, and readings compared with indices.
        ("(forall ((i Int)) (= (select a (select b i)) (ite (= i 4) 4 0)))", true),
        ("(forall ((i Int)) (=> (< 0 i 9) (< (select a i) i)))", true),
        ("(forall ((i Int)) (=> (< 0 i) (< (select a i) i)))", false),
        ("(exists ((i Int)) (= (select a i) i))", true),
        ("(exists ((i Int)) (and (= (select a i) i) (< 9 i)))", false),
        // A difference, a symbolic offset, a multiple.
        (
            "(forall ((i Int) (j Int)) (=> (<= (- j i) 1) (<= (- (select a j) (select a i)) 5)))",
            true,
        ),
        (
            "(forall ((i Int) (j Int)) (=> (= (- j i) 2) (<= (- (select a j) (select a i)) 4)))",
            false,
        ),
        ("(forall ((i Int)) (= (select a (+ i n)) (ite (<= 0 i) 9 (select a (+ n i)))))", true),
        ("(exists ((i Int)) (and (= (* 2 i) n)))", false),
        ("(exists ((i Int)) (and (= (* 3 i) n)))", true),
        // Alternation.
        ("(forall ((i Int)) (exists ((j Int)) (and (< i j) (= (select a j) 9))))", true),
        ("(forall ((i Int)) (exists ((j Int)) (and (< j i) (= (select a j) 9))))", false),
        ("(forall ((i Int)) (exists ((j Int)) (= j (+ i n))))", true),
        ("(exists ((j Int)) (forall ((i Int)) (<= i j)))", false),
        ("(exists ((i Int)) (forall ((j Int)) (=> (< i j) (exists ((k Int)) (< i k j)))))", false),
        ("(forall ((i Int) (j Int)) (=> (< (+ i 1) j) (exists ((k Int)) (< i k j))))", true),
        (
            "(exists ((i Int)) (and (< 2 i) (forall ((j Int)) (=> (< i j) (= (select a i) (select a j))))))",
            true,
        ),
        (
            "(exists ((i Int)) (and (< i 9) (forall ((j Int)) (=> (< i j) (= (select a i) (select a j))))))",
            false,
        ),
        // Stores at variables.
        ("(forall ((i Int)) (= (select (store a i 5) 4) (ite (= i 4) 5 1)))", true),
        (
            "(forall ((i Int) (j Int)) (= (select (store a i 5) (+ j 1)) (ite (= i (+ j 1)) 5 (select a (+ j 1)))))",
            true,
        ),
        ("(forall ((i Int) (j Int)) (= (select (store a i 5) j) (select a j)))", false),
        ("(forall ((i Int)) (= (store a i 0) b))", false),
        ("(exists ((i Int)) (= (store a i (select a 4)) a))", true),
        // Remainders.
        ("(forall ((i Int)) (= (mod i 2) 0))", false),
        ("(forall ((i Int)) (=> (= (mod i 6) 0) (= (mod i 2) 0)))", true),
        // Functions with tables and with other definitions.
        ("(forall ((i Int)) (=> (< (- 2) i) (= (f i) (ite (= i 3) 5 0))))", true),
        ("(forall ((i Int)) (=> (< i 0) (= (f i) 1)))", false),
        ("(forall ((i Int)) (=> (distinct (f (+ i 2)) 0 1) (= i 1)))", true),
        ("(forall ((x U) (i Int)) (=> (= (g x i) 1) (= i 4)))", true),
        ("(forall ((x U) (i Int)) (=> (= (g x i) 1) (= x c)))", false),
        // Universes and other finite sorts.
        ("(exists ((x U) (y U) (z U)) (distinct x y z))", true),
        ("(exists ((x U) (y U) (z U) (w U)) (distinct x y z w))", false),
        ("(forall ((x Colour)) (= (= x red) (= (select p x) 1)))", true),
        ("(forall ((x Colour) (q Bool)) (=> q ((_ is red) x)))", false),
        // Reals.
        ("(forall ((x Real)) (exists ((y Real)) (< x y)))", true),
        ("(forall ((x Real) (y Real)) (=> (< x y) (exists ((z Real)) (< x z y))))", true),
        ("(forall ((x Real)) (=> (select r x) (= x 1.5)))", true),
        (
            "(exists ((x Real) (y Real)) (and (distinct x y) (not (select r x)) (not (select r y)) (< 1.0 x y 1.5)))",
            true,
        ),
        ("(exists ((x Real)) (and (< 1.0 x) (< (* 2.0 x) 2.0)))", false),
        ("(forall ((x Real)) (= (h x) 0.0))", false),
        ("(forall ((x Real)) (=> (< x 0.5) (= (h x) 0.0)))", true),
        // Lists, compared and read at.
        ("(forall ((x List)) (=> (select s x) (= x nil)))", true),
        ("(exists ((x List) (y List)) (and (distinct x y l nil) (not (select s x))))", true),
        ("(forall ((x List) (y List)) (or (= x y) (= x l) (= y l)))", false),
        // Arrays of arrays.
        (
            "(forall ((i Int) (j Int)) (=> (and (<= 2 i) (<= 7 j)) (= (select (select m i) j) 2)))",
            true,
        ),
        ("(forall ((i Int) (j Int)) (=> (<= 7 j) (= (select (select m i) j) 2)))", false),
        (
            "(forall ((i Int) (j Int)) (<= (select (select m i) j) (select (select m (+ i 1)) j)))",
            true,
        ),
    ];
    let mut script = NAMES.to_owned();
    for (formula, _) in &cases {
        script.push_str(&format!("\n(assert {formula})"));
    }
    for ((formula, expected), found) in cases.iter().zip(truths(&script, MODEL)) {
        assert_eq!(found, Ok(*expected), "{formula}");
    }
}

#[test]
fn formulas_that_have_no_value() {
    let cases = [
        "(forall ((i Int)) (<= 0 (* i i)))",
        "(forall ((i Int) (j Int)) (<= (+ i j) n))",
        "(forall ((x (Array Int Int))) (= (select x 0) 0))",
        "(forall ((x List)) ((_ is nil) x))",
        "(forall ((x Real) (y Real)) (=> (< x (+ y 1.0)) (< x (+ y 2.0))))",
    ];
    let mut script = NAMES.to_owned();
    for formula in &cases {
        script.push_str(&format!("\n(assert {formula})"));
    }
    for (formula, found) in cases.iter().zip(truths(&script, MODEL)) {
        let is_refused = matches!(found, Err(EvaluateError::Quantifier(_)));
        assert!(is_refused, "{formula}: {found:?}");
    }
}

/// Random arrays that are constant on intervals survive their text, and so do universes.
#[test]
fn intervals_survive_text() {
    let mut random = Random::new(0x1eaf);
    for round in 0..200 {
        let Run { mut script, mut terms, .. } =
            run("(declare-sort U 0) (declare-const a (Array Int U))\
             (declare-const b (Array Int (Array Int Int)))");
        let functions = script.functions().to_vec();
        let [outer, nested] = [0, 1].map(|place| terms.function_result(functions[place]));
        let (_, universe) = terms.array_parts(outer).expect("it is an array");
        let (_, inner) = terms.array_parts(nested).expect("it is an array");
        let size = 1 + round % 5;
        let mut model = Model::new();
        model.values.set_universe(universe, size);
        let elements: Vec<Value> =
            (0..size).map(|number| model.values.element(universe, number)).collect();
        let numbers: Vec<Value> =
            (0..3).map(|number| model.values.number(Sort::INT, number.into())).collect();
        let array = intervals(&mut random, &mut model, outer, &elements);
        model.set_constant(functions[0], array);
        let rows: Vec<Value> =
            (0..3).map(|_| intervals(&mut random, &mut model, inner, &numbers)).collect();
        let array = intervals(&mut random, &mut model, nested, &rows);
        model.set_constant(functions[1], array);

        let text = print_model(&terms, &mut model, &functions);
        let written = script.parse_model(&mut terms, &text).expect(&text);
        let mut read = model_of(&terms, &written);
        assert_eq!(read.values.universe(universe), size, "{text}");
        let constants: Vec<_> =
            functions.iter().map(|function| terms.apply(*function, &[])).collect();
        let mut evaluator = Evaluator::new(&terms, &mut read);
        for constant in constants {
            evaluator.value(constant).expect(&text);
        }
        // The same text again, and the same readings.
        assert_eq!(reprinted(&terms, &mut read, &functions), text);
    }
}

/// What a model prints when its definitions are replaced by their values.
fn reprinted(terms: &Terms, model: &mut Model, functions: &[buttress_logic::Function]) -> String {
    let mut again = model.clone();
    for function in functions {
        let Some(buttress_logic::Interpretation::Definition { body, .. }) =
            model.interpretation(Symbol::Function(*function)).cloned()
        else {
            panic!("it is defined")
        };
        let value = Evaluator::new(terms, model).value(body).expect("it has a value");
        again.values = model.values.clone();
        again.set_constant(*function, value);
    }
    print_model(terms, &mut again, functions)
}

fn intervals(random: &mut Random, model: &mut Model, sort: Sort, values: &[Value]) -> Value {
    let mut places: Vec<i64> =
        (0..random.below(6)).map(|_| random.below(300) as i64 - 150).collect();
    places.sort_unstable();
    places.dedup();
    // Some places are far beyond a machine word.
    let far = Rational::from(i64::MAX) * Rational::from(i64::MAX);
    let mut steps: Vec<(Rational, Value)> = Vec::new();
    for place in places {
        let place =
            Rational::from(place) * if random.below(2) == 0 { Rational::ONE } else { far.clone() };
        if steps.last().is_none_or(|last| last.0 < place) {
            steps.push((place, values[random.below(values.len())]));
        }
    }
    model.values.intervals(sort, values[random.below(values.len())], steps)
}

#[test]
fn universes_are_read() {
    let Run { mut script, mut terms, .. } = run("(declare-sort U 0) (declare-const c U)");
    let text = "((define-fun c () U (as @1 U)) (forall ((x U)) (or (= (as @2 U) x) (= x (as @0 U)) (= x (as @1 U)))))";
    let written = script.parse_model(&mut terms, text).expect("it is a model");
    assert_eq!(written.sizes(&terms).iter().map(|size| size.1).collect::<Vec<_>>(), [3]);
    assert!(matches!(terms.sort_kind(written.universes[0].0), SortKind::Uninterpreted { .. }));
    for (line, expected) in [
        (
            "(forall ((x U)) (= x (as @0 U)))",
            "line 1:32: a definition mentions an element that is not listed here",
        ),
        (
            "(forall ((x U)) (or (= x (as @1 U)) (= x (as @2 U))))",
            "line 1:32: expected all elements of an uninterpreted sort, from `@0` on",
        ),
        (
            "(forall ((x Int)) (= x 0))",
            "line 1:32: expected all elements of an uninterpreted sort, from `@0` on",
        ),
        (
            "(forall ((x U) (y U)) (= x y))",
            "line 1:32: expected all elements of an uninterpreted sort, from `@0` on",
        ),
        (
            "(forall ((x U)) (or (= x (as @0 U)) (= x (as @1 U))))(forall ((x U)) (or (= x (as @0 U)) (= x (as @1 U))))",
            "line 1:85: the elements of this sort are listed twice",
        ),
        (
            "(exists ((x U)) (= x (as @0 U)))",
            "line 1:33: expected `define-fun`, found a reserved word `exists`",
        ),
    ] {
        let text = format!("((define-fun c () U (as @1 U)) {line})");
        let error = script.parse_model(&mut terms, &text).expect_err(line);
        assert_eq!(error.to_string(), expected, "{line}");
    }
}

/// A lambda is a term of models alone, whatever else has its name.
#[test]
fn lambdas_are_read_in_models_only() {
    let mut one = run("(declare-const a (Array Int Int))");
    let error = one.script.parse_term(&mut one.terms, "(lambda ((i Int)) 0)", &Default::default());
    let error = error.expect_err("a proof has none").to_string();
    assert_eq!(error, "line 1:2: `lambda`: higher-order functions are not supported");
    let Run { mut script, mut terms, .. } = run("(declare-datatype L ((lambda (i Int)) (nil)))\
         (declare-const a (Array Int L)) (declare-const c L)");
    let text = "((define-fun c () L (lambda 3))\
        (define-fun a () (Array Int L) (lambda ((i Int)) (ite (< i 0) nil (lambda 4)))))";
    let written = script.parse_model(&mut terms, text).expect("it is a model");
    let mut model = model_of(&terms, &written);
    let functions = script.functions().to_vec();
    let printed = print_model(&terms, &mut model, &functions);
    assert!(printed.contains("(lambda ((i Int)) (ite (< i 0) nil (lambda 4)))"), "{printed}");
    assert!(script.parse_model(&mut terms, &printed).is_ok(), "{printed}");
}
