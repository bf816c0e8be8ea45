//! Quantified formulas, evaluated by representatives and by trying everything in a wide window.

use buttress_logic::{
    Bound, EvaluateError, Evaluator, Function, Model, Rational, Sort, Symbol, Term, Terms, Value,
};
use buttress_prop::Random;

/// A function that is constant on intervals.
#[derive(Clone, Debug)]
struct Steps {
    first: i64,
    steps: Vec<(i64, i64)>,
}

impl Steps {
    fn random(random: &mut Random) -> Steps {
        let mut places: Vec<i64> = (0..random.below(4)).map(|_| random.integer(-3, 3)).collect();
        places.sort_unstable();
        places.dedup();
        let steps = places.into_iter().map(|place| (place, random.integer(-2, 2))).collect();
        Steps { first: random.integer(-2, 2), steps }
    }

    fn read(&self, index: i64) -> i64 {
        let before = self.steps.iter().rfind(|step| step.0 <= index);
        before.map_or(self.first, |step| step.1)
    }

    /// The function with another value at one place, which is at most 4 from 0.
    fn written(&self, at: i64, value: i64) -> Steps {
        let read = |place: i64| if place == at { value } else { self.read(place) };
        Steps { first: self.first, steps: (-4..=5).map(|place| (place, read(place))).collect() }
    }
}

/// Terms over variables, which go by their numbers.
#[derive(Clone, Debug)]
enum Number {
    Constant(i64),
    Moved(usize, i64),
    Twice(usize, i64),
    Read(usize, Box<Number>),
    /// A reading of the array with one cell written: at which index, what, and where it is read.
    Written(usize, Box<Number>, Box<Number>, Box<Number>),
    /// The second number if the formula holds, else the third.
    Choice(Box<Formula>, Box<Number>, Box<Number>),
    Absolute(Box<Number>),
    Modulo(Box<Number>, i64),
    Divided(Box<Number>, i64),
    /// The function, which is a table.
    Call(Box<Number>),
}

#[derive(Clone, Debug)]
enum Formula {
    Less(Number, Number),
    LessEqual(Number, Number),
    Equal(Number, Number),
    /// The number, as a real, is at most so many halves.
    Halves(Number, i64),
    /// The first array, written to at such indices, equals the second.
    Same(Vec<(Number, Number)>),
    Not(Box<Formula>),
    And(Vec<Formula>),
    Or(Vec<Formula>),
    /// The variables from the first number on, so many.
    Quantified {
        is_forall: bool,
        first: usize,
        count: usize,
        body: Box<Formula>,
    },
}

struct World {
    arrays: Vec<Steps>,
    table: Vec<(i64, i64)>,
    otherwise: i64,
}

impl World {
    fn random(random: &mut Random) -> World {
        let first = Steps::random(random);
        let second = match random.below(2) {
            0 => Steps::random(random),
            _ => (0..random.below(3)).fold(first.clone(), |steps, _| {
                steps.written(random.integer(-3, 3), random.integer(-2, 2))
            }),
        };
        let arrays = vec![first, second];
        let entries = random.below(3);
        let table = (0..entries).map(|_| (random.integer(-3, 3), random.integer(-2, 2))).collect();
        World { arrays, table, otherwise: random.integer(-2, 2) }
    }

    fn number(&self, number: &Number, variables: &mut Vec<i64>) -> i64 {
        match number {
            Number::Constant(value) => *value,
            Number::Moved(variable, by) => variables[*variable] + by,
            Number::Twice(variable, by) => 2 * variables[*variable] + by,
            Number::Read(array, index) => self.arrays[*array].read(self.number(index, variables)),
            Number::Written(array, at, value, index) => {
                let index = self.number(index, variables);
                if self.number(at, variables) == index {
                    self.number(value, variables)
                } else {
                    self.arrays[*array].read(index)
                }
            }
            Number::Choice(condition, then, otherwise) => {
                let is_then = self.holds(condition, variables);
                self.number(if is_then { then } else { otherwise }, variables)
            }
            Number::Absolute(number) => self.number(number, variables).abs(),
            Number::Modulo(number, by) => self.number(number, variables).rem_euclid(*by),
            Number::Divided(number, by) => self.number(number, variables).div_euclid(*by),
            Number::Call(argument) => {
                let argument = self.number(argument, variables);
                let entry = self.table.iter().rev().find(|entry| entry.0 == argument);
                entry.map_or(self.otherwise, |entry| entry.1)
            }
        }
    }

    /// Each quantifier further in looks further, so that the edge of the window is not seen.
    fn holds(&self, formula: &Formula, variables: &mut Vec<i64>) -> bool {
        match formula {
            Formula::Less(left, right) => {
                self.number(left, variables) < self.number(right, variables)
            }
            Formula::LessEqual(left, right) => {
                self.number(left, variables) <= self.number(right, variables)
            }
            Formula::Equal(left, right) => {
                self.number(left, variables) == self.number(right, variables)
            }
            Formula::Halves(number, halves) => 2 * self.number(number, variables) <= *halves,
            Formula::Same(writes) => {
                let mut writes: Vec<(i64, i64)> = writes
                    .iter()
                    .map(|(at, value)| (self.number(at, variables), self.number(value, variables)))
                    .collect();
                writes.reverse();
                // Past these the arrays are constant, and more places are than are written.
                let places = (-8..=9).chain(writes.iter().map(|write| write.0));
                places.into_iter().all(|place| {
                    let write = writes.iter().find(|write| write.0 == place);
                    let value = write.map_or(self.arrays[0].read(place), |write| write.1);
                    value == self.arrays[1].read(place)
                })
            }
            Formula::Not(formula) => !self.holds(formula, variables),
            Formula::And(formulas) => formulas.iter().all(|part| self.holds(part, variables)),
            Formula::Or(formulas) => formulas.iter().any(|part| self.holds(part, variables)),
            Formula::Quantified { is_forall, first, count, body } => {
                variables.truncate(*first);
                let found = self.tries(*is_forall, *first + *count, body, variables);
                variables.truncate(*first);
                found != *is_forall
            }
        }
    }

    /// Is there a choice for the variables up to `end` of which the body is false under ∀, true
    /// under ∃?
    fn tries(&self, is_forall: bool, end: usize, body: &Formula, variables: &mut Vec<i64>) -> bool {
        if variables.len() == end {
            return self.holds(body, variables) != is_forall;
        }
        let width = 15 * (variables.len() as i64 + 1);
        (-width..=width).any(|value| {
            let depth = variables.len();
            variables.push(value);
            let found = self.tries(is_forall, end, body, variables);
            variables.truncate(depth);
            found
        })
    }
}

fn random_index(random: &mut Random, variables: usize) -> Number {
    match random.below(8) {
        0 => Number::Constant(random.integer(-3, 3)),
        _ => {
            let variable = random.below(variables);
            Number::Moved(variable, random.integer(-1, 1))
        }
    }
}

fn random_number(random: &mut Random, variables: usize) -> Number {
    let array = random.below(2);
    let index = Box::new(random_index(random, variables));
    match random.below(9) {
        0 => Number::Constant(random.integer(-2, 2)),
        1 | 2 => Number::Read(array, index),
        3 => Number::Read(array, Box::new(Number::Read(1 - array, index))),
        4 => {
            let at = Box::new(random_index(random, variables));
            Number::Written(array, at, Box::new(random_value(random, variables)), index)
        }
        5 => {
            let (left, right) = (random_index(random, variables), random_index(random, variables));
            let (then, otherwise) = (Box::new(left.clone()), Box::new(right.clone()));
            let condition = Box::new(Formula::LessEqual(left, right));
            match random.below(2) {
                0 => Number::Choice(condition, otherwise, then),
                _ => Number::Choice(condition, index, Box::new(random_value(random, variables))),
            }
        }
        6 => match random.below(3) {
            0 => Number::Absolute(index),
            1 => Number::Modulo(index, random.integer(2, 3)),
            _ => Number::Divided(index, random.integer(2, 3)),
        },
        _ => Number::Call(index),
    }
}

fn random_value(random: &mut Random, variables: usize) -> Number {
    match random.below(3) {
        0 => Number::Constant(random.integer(-2, 2)),
        1 => Number::Read(0, Box::new(random_index(random, variables))),
        _ => random_index(random, variables),
    }
}

fn random_formula(random: &mut Random, variables: usize, depth: usize, left: usize) -> Formula {
    if depth == 0 || random.below(5) == 0 {
        let index = random_index(random, variables);
        match random.below(12) {
            0 => return Formula::Halves(random_number(random, variables), random.integer(-7, 7)),
            1 => {
                let mut writes = vec![(index, random_value(random, variables))];
                if random.below(2) == 0 {
                    let other = random_index(random, variables);
                    writes.push((other, random_value(random, variables)));
                }
                return Formula::Same(writes);
            }
            _ => {}
        }
        let (one, other) = match random.below(6) {
            0 | 1 => (index, random_index(random, variables)),
            2 => (index, random_number(random, variables)),
            3 => {
                let variable = random.below(variables);
                let number = Number::Constant(random.integer(-4, 4));
                (Number::Twice(variable, random.integer(-1, 1)), number)
            }
            _ => (random_number(random, variables), random_number(random, variables)),
        };
        let (one, other) = if random.below(2) == 0 { (one, other) } else { (other, one) };
        return match random.below(3) {
            0 => Formula::Less(one, other),
            1 => Formula::LessEqual(one, other),
            _ => Formula::Equal(one, other),
        };
    }
    let parts = |random: &mut Random| {
        (0..2).map(|_| random_formula(random, variables, depth - 1, left)).collect()
    };
    match random.below(4) {
        0 if left > 0 => random_quantified(random, variables, depth - 1, left),
        0 | 1 => Formula::And(parts(random)),
        2 => Formula::Or(parts(random)),
        _ => Formula::Not(Box::new(random_formula(random, variables, depth - 1, left))),
    }
}

fn random_quantified(random: &mut Random, first: usize, depth: usize, left: usize) -> Formula {
    let count = 1 + random.below(left.min(2));
    let is_forall = random.below(2) == 0;
    let body = Box::new(random_formula(random, first + count, depth, left - count));
    Formula::Quantified { is_forall, first, count, body }
}

/// The terms and the model for a world.
struct Written {
    terms: Terms,
    model: Model,
    arrays: Vec<Term>,
    function: Function,
}

fn integer(terms: &mut Terms, value: i64) -> Term {
    terms.numeral(&Rational::from(value), Sort::INT)
}

impl Written {
    fn new(world: &World) -> Written {
        let mut terms = Terms::new();
        let mut model = Model::new();
        let sort = terms.array_sort(Sort::INT, Sort::INT);
        let mut arrays = Vec::new();
        for steps in &world.arrays {
            let array = terms.declare_function("a", &[], sort);
            let value = {
                let mut number = |value: i64| model.values.number(Sort::INT, value.into());
                let first = number(steps.first);
                let steps =
                    steps.steps.iter().map(|(place, value)| ((*place).into(), number(*value)));
                let steps = steps.collect();
                model.values.intervals(sort, first, steps)
            };
            model.set_constant(array, value);
            arrays.push(terms.apply(array, &[]));
        }
        let function = terms.declare_function("f", &[Sort::INT], Sort::INT);
        let mut number = |value: i64| model.values.number(Sort::INT, value.into());
        let otherwise = number(world.otherwise);
        let entries: Vec<(Value, Value)> =
            world.table.iter().map(|(at, value)| (number(*at), number(*value))).collect();
        model.set_default(Symbol::Function(function), otherwise);
        for (at, value) in entries {
            model.set(Symbol::Function(function), &[at], value);
        }
        Written { terms, model, arrays, function }
    }

    fn number(&mut self, number: &Number, variables: &[Bound]) -> Term {
        match number {
            Number::Constant(value) => integer(&mut self.terms, *value),
            Number::Moved(variable, 0) => self.terms.bound(variables[*variable]),
            Number::Moved(variable, by) => {
                let variable = self.terms.bound(variables[*variable]);
                let by = integer(&mut self.terms, *by);
                self.terms.add(&[by, variable])
            }
            Number::Twice(variable, by) => {
                let variable = self.terms.bound(variables[*variable]);
                let (two, by) = (integer(&mut self.terms, 2), integer(&mut self.terms, *by));
                let twice = self.terms.multiply(&[two, variable]);
                self.terms.add(&[twice, by])
            }
            Number::Read(array, index) => {
                let index = self.number(index, variables);
                self.terms.select(self.arrays[*array], index)
            }
            Number::Written(array, at, value, index) => {
                let at = self.number(at, variables);
                let index = self.number(index, variables);
                let value = self.number(value, variables);
                let written = self.terms.store(self.arrays[*array], at, value);
                self.terms.select(written, index)
            }
            Number::Choice(condition, then, otherwise) => {
                let condition = self.formula(condition, variables);
                let then = self.number(then, variables);
                let otherwise = self.number(otherwise, variables);
                self.terms.ite(condition, then, otherwise)
            }
            Number::Absolute(number) => {
                let number = self.number(number, variables);
                self.terms.absolute(number)
            }
            Number::Modulo(number, by) => {
                let (number, by) = (self.number(number, variables), integer(&mut self.terms, *by));
                self.terms.modulo(number, by)
            }
            Number::Divided(number, by) => {
                let (number, by) = (self.number(number, variables), integer(&mut self.terms, *by));
                self.terms.integer_divide(number, by)
            }
            Number::Call(argument) => {
                let argument = self.number(argument, variables);
                self.terms.apply(self.function, &[argument])
            }
        }
    }

    fn formula(&mut self, formula: &Formula, variables: &[Bound]) -> Term {
        match formula {
            Formula::Less(left, right) => {
                let (left, right) = (self.number(left, variables), self.number(right, variables));
                self.terms.less(left, right)
            }
            Formula::LessEqual(left, right) => {
                let (left, right) = (self.number(left, variables), self.number(right, variables));
                self.terms.less_equal(left, right)
            }
            Formula::Equal(left, right) => {
                let (left, right) = (self.number(left, variables), self.number(right, variables));
                self.terms.equal(left, right)
            }
            Formula::Halves(number, halves) => {
                let number = self.number(number, variables);
                let number = self.terms.to_real(number);
                let bound = Rational::new(*halves, 2).expect("2 is not 0");
                let bound = self.terms.numeral(&bound, Sort::REAL);
                self.terms.less_equal(number, bound)
            }
            Formula::Same(writes) => {
                let mut array = self.arrays[0];
                for (at, value) in writes {
                    let (at, value) = (self.number(at, variables), self.number(value, variables));
                    array = self.terms.store(array, at, value);
                }
                self.terms.equal(array, self.arrays[1])
            }
            Formula::Not(part) => {
                let part = self.formula(part, variables);
                self.terms.not(part)
            }
            Formula::And(parts) => {
                let parts: Vec<Term> =
                    parts.iter().map(|part| self.formula(part, variables)).collect();
                self.terms.and(&parts)
            }
            Formula::Or(parts) => {
                let parts: Vec<Term> =
                    parts.iter().map(|part| self.formula(part, variables)).collect();
                self.terms.or(&parts)
            }
            Formula::Quantified { is_forall, first, count, body } => {
                let mut variables = variables[..*first].to_vec();
                let bounds: Vec<Bound> =
                    (0..*count).map(|_| self.terms.new_bound("i", Sort::INT)).collect();
                variables.extend(&bounds);
                let body = self.formula(body, &variables);
                let binder = self.terms.new_binder(&bounds);
                match is_forall {
                    true => self.terms.forall(binder, body),
                    false => self.terms.exists(binder, body),
                }
            }
        }
    }
}

/// Representatives and the window agree on random formulas with up to so many variables.
fn agree(seed: u64, rounds: usize, variables: usize) {
    let mut random = Random::new(seed);
    let (mut answered, mut truths) = (0, 0);
    for round in 0..rounds {
        let world = World::random(&mut random);
        let formula = random_quantified(&mut random, 0, 3, variables);
        let mut written = Written::new(&world);
        let term = written.formula(&formula, &[]);
        let mut evaluator = Evaluator::new(&written.terms, &mut written.model);
        match evaluator.holds(term) {
            Ok(value) => {
                let expected = world.holds(&formula, &mut Vec::new());
                assert_eq!(value, expected, "{round}: {:?} {formula:?}", world.arrays);
                let found = evaluator.counterexample(term).expect("it was evaluated before");
                let Formula::Quantified { is_forall, .. } = formula else { continue };
                assert_eq!(found.is_none(), value == is_forall);
                if let Some(found) = found {
                    let mut again = Evaluator::new(&written.terms, &mut written.model);
                    for (bound, value) in found {
                        again.bind(bound, value);
                    }
                    let body = written.terms.argument(term, 0);
                    assert_eq!(again.holds(body), Ok(!is_forall));
                }
                answered += 1;
                truths += usize::from(value);
            }
            Err(error) => assert!(matches!(error, EvaluateError::Quantifier(_)), "{error}"),
        }
    }
    assert!(answered > rounds * 9 / 10, "{answered} of {rounds}");
    assert!(truths > rounds / 20 && answered - truths > rounds / 20, "{truths} of {answered}");
}

#[test]
fn one_variable() {
    agree(1, 1_500, 1);
}

#[test]
fn two_variables() {
    agree(2, 2_000, 2);
}

#[test]
fn three_variables() {
    agree(3, 300, 3);
}

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
