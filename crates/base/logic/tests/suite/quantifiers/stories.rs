//! Formulas with known answers.

use buttress_logic::{Bound, EvaluateError, Evaluator, Model, Sort, Term, Terms};

use super::world::{Formula, Number, Steps, World};
use super::written::{Written, integer};

/// Forms that are answered, not refused, with their truth.
#[test]
fn cases_and_remainders() {
    use Formula::{And, Equal, Halves, Less, LessEqual, Not, Or, Same};
    use Number::{Absolute, Choice, Constant, Divided, Modulo, Moved, Read, Written as Store};
    // a reads 0 but 5 at 3; b reads 0.
    let arrays = vec![
        Steps { first: 0, steps: vec![(3, 5), (4, 0)] },
        Steps { first: 0, steps: Vec::new() },
    ];
    let world = World { arrays, table: Vec::new(), otherwise: 0 };
    let (x, y) = (Moved(0, 0), Moved(1, 0));
    let number = |value: i64| Constant(value);
    let store = |at: &Number, value: &Number, index: &Number| {
        let [at, value, index] = [at, value, index].map(|number| Box::new(number.clone()));
        Store(0, at, value, index)
    };
    let modulo = |number: &Number, by: i64| Modulo(Box::new(number.clone()), by);
    let divided = |number: &Number, by: i64| Divided(Box::new(number.clone()), by);
    let is_same = |at: &Number, value: &Number| Same(vec![(at.clone(), value.clone())]);
    let least = |left: &Number, right: &Number| {
        let condition = Box::new(LessEqual(left.clone(), right.clone()));
        Choice(condition, Box::new(left.clone()), Box::new(right.clone()))
    };
    let not = |formula: Formula| Not(Box::new(formula));
    let implies = |left: Formula, right: Formula| Or(vec![Not(Box::new(left)), right]);
    let three_divides = |number: &Number| Equal(modulo(number, 3), Constant(0));
    // x < y < 10 → 7 ∤ y, for all y: of the x with remainder 1 from −99 to 14 only 8 does it.
    let is_between = And(vec![Less(x.clone(), y.clone()), Less(y.clone(), number(10))]);
    let none_between = Formula::Quantified {
        is_forall: true,
        first: 1,
        count: 1,
        body: Box::new(implies(is_between, not(Equal(modulo(&y, 7), number(0))))),
    };
    let has_one_solution = And(vec![
        Less(number(-100), x.clone()),
        Less(x.clone(), number(15)),
        Equal(modulo(&x, 7), number(1)),
        none_between,
    ]);
    // Is it ∀, of how many variables, of what, and is it true?
    let cases = vec![
        (true, 2, LessEqual(number(0), store(&number(1), &y, &number(0))), true),
        (true, 2, LessEqual(number(0), store(&number(0), &y, &number(0))), false),
        (true, 1, not(Equal(number(0), store(&number(1), &x, &x))), false),
        (true, 1, LessEqual(store(&number(3), &x, &x), number(3)), true),
        (false, 1, Less(number(5), store(&number(2), &x, &number(2))), true),
        (false, 1, Less(number(5), store(&number(2), &x, &number(3))), false),
        (true, 2, LessEqual(least(&x, &y), number(7)), false),
        (true, 2, And(vec![LessEqual(least(&x, &y), x.clone())]), true),
        (true, 2, Equal(Read(0, Box::new(least(&x, &y))), number(0)), false),
        (true, 1, Halves(x.clone(), 5), false),
        (false, 1, And(vec![Halves(x.clone(), 5), Less(number(2), x.clone())]), false),
        (false, 1, And(vec![Halves(x.clone(), 5), Less(number(1), x.clone())]), true),
        (false, 1, is_same(&x, &number(0)), true),
        (false, 1, is_same(&x, &number(1)), false),
        (true, 1, implies(is_same(&x, &number(0)), Equal(x.clone(), number(3))), true),
        (false, 2, And(vec![is_same(&x, &y), Less(y.clone(), number(0))]), false),
        (false, 1, is_same(&x, &Moved(0, -3)), true),
        (false, 1, is_same(&x, &Moved(0, -2)), false),
        (true, 1, LessEqual(number(0), Absolute(Box::new(Moved(0, 2)))), true),
        (true, 1, implies(three_divides(&x), Less(x.clone(), number(1_000))), false),
        (true, 1, implies(three_divides(&x), not(three_divides(&Moved(0, 1)))), true),
        (false, 1, Equal(modulo(&x, 3), number(3)), false),
        (true, 1, implies(Equal(divided(&x, 4), number(2)), Less(x.clone(), number(12))), true),
        (true, 1, implies(Equal(divided(&x, 4), number(2)), Less(x.clone(), number(11))), false),
        (false, 1, Equal(Read(0, Box::new(divided(&x, 4))), number(5)), true),
        (false, 1, has_one_solution, true),
        (
            false,
            2,
            And(vec![
                Less(x.clone(), y.clone()),
                Less(y.clone(), Moved(0, 3)),
                three_divides(&x),
                three_divides(&y),
            ]),
            false,
        ),
    ];
    for (is_forall, count, body, expected) in cases {
        let formula = Formula::Quantified { is_forall, first: 0, count, body: Box::new(body) };
        let mut written = Written::new(&world);
        let term = written.formula(&formula, &[]);
        let found = Evaluator::new(&written.terms, &mut written.model).holds(term);
        assert_eq!(found, Ok(expected), "{formula:?}");
    }
}

/// An array that is not constant on finitely many intervals is no value.
#[test]
fn periodic_lambdas_are_refused() {
    let mut terms = Terms::new();
    let mut model = Model::new();
    let bound = terms.new_bound("x", Sort::INT);
    let (index, two) = (terms.bound(bound), integer(&mut terms, 2));
    let reading = terms.modulo(index, two);
    let binder = terms.new_binder(&[bound]);
    let lambda = terms.lambda(binder, reading);
    let found = Evaluator::new(&terms, &mut model).value(lambda);
    assert_eq!(found, Err(EvaluateError::Quantifier(lambda)));
}

/// ∀i, j, k. a\[i\] + a\[j\] + a\[k\] ≠ 1, which no two of the variables decide.
fn heavy(steps: i64) -> (Written, Term) {
    let readings = Steps { first: 0, steps: (0..steps).map(|at| (3 * at, 2 * at)).collect() };
    let world = World { arrays: vec![readings], table: Vec::new(), otherwise: 0 };
    let mut written = Written::new(&world);
    let bounds: Vec<Bound> = (0..3).map(|_| written.terms.new_bound("i", Sort::INT)).collect();
    let array = written.arrays[0];
    let reads: Vec<Term> = bounds
        .iter()
        .map(|bound| {
            let index = written.terms.bound(*bound);
            written.terms.select(array, index)
        })
        .collect();
    let (sum, one) = (written.terms.add(&reads), integer(&mut written.terms, 1));
    let equal = written.terms.equal(sum, one);
    let body = written.terms.not(equal);
    let binder = written.terms.new_binder(&bounds);
    let formula = written.terms.forall(binder, body);
    (written, formula)
}

#[test]
fn evaluation_can_be_stopped() {
    let (mut written, formula) = heavy(60);
    let holds = Evaluator::new(&written.terms, &mut written.model).holds(formula);
    assert_eq!(holds, Ok(true));
    let mut limited = Evaluator::new(&written.terms, &mut written.model).limited(10_000);
    assert_eq!(limited.holds(formula), Err(EvaluateError::Limit));
    assert_eq!(limited.holds(Term::TRUE), Ok(true));
    let asked = std::cell::Cell::new(0);
    let poll = || {
        asked.set(asked.get() + 1);
        asked.get() > 3
    };
    let mut polling = Evaluator::new(&written.terms, &mut written.model).polling(&poll);
    assert_eq!(polling.counterexample(formula), Err(EvaluateError::Interrupted));
    assert_eq!(asked.get(), 4);
}

/// As many as are asked for, all different, and no more than there are.
#[test]
fn several_counterexamples() {
    let world = World {
        arrays: vec![Steps { first: 0, steps: vec![(5, 1), (6, 0), (8, 1), (9, 0)] }],
        table: Vec::new(),
        otherwise: 0,
    };
    let mut written = Written::new(&world);
    let reading = Number::Read(0, Box::new(Number::Moved(0, 0)));
    let body = Box::new(Formula::Equal(reading, Number::Constant(0)));
    let formula = Formula::Quantified { is_forall: true, first: 0, count: 1, body };
    let term = written.formula(&formula, &[]);
    let mut evaluator = Evaluator::new(&written.terms, &mut written.model);
    for (most, expected) in [(1, vec!["5"]), (2, vec!["5", "8"]), (9, vec!["5", "8"])] {
        let found = evaluator.counterexamples(term, most).unwrap();
        let values = &evaluator.model().values;
        let mut shown: Vec<String> =
            found.iter().map(|each| values.as_number(each[0].1).unwrap().to_string()).collect();
        shown.sort();
        assert_eq!(shown, expected);
    }
}

/// Quantified formulas in one another, deeper than any formula is meant to be.
#[test]
fn depth_is_refused_or_answered() {
    let mut terms = Terms::new();
    let mut model = Model::new();
    let mut formula = Term::TRUE;
    for _ in 0..5_000 {
        let bound = terms.new_bound("x", Sort::BOOL);
        let variable = terms.bound(bound);
        let body = terms.or(&[variable, formula]);
        let binder = terms.new_binder(&[bound]);
        formula = terms.forall(binder, body);
    }
    let found = Evaluator::new(&terms, &mut model).holds(formula);
    assert!(matches!(found, Ok(true) | Err(EvaluateError::Quantifier(_))), "{found:?}");
}
