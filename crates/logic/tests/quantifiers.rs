//! Quantified formulas, evaluated by representatives and by trying everything in a wide window.

use buttress_logic::{
    Bound, EvaluateError, Evaluator, Function, Model, Rational, Sort, Symbol, Term, Terms, Value,
};

/// Numbers that are random enough.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (self.0 >> 33) % bound
    }

    fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as u64) as i64
    }
}

/// A function that is constant on intervals.
#[derive(Clone, Debug)]
struct Steps {
    first: i64,
    steps: Vec<(i64, i64)>,
}

impl Steps {
    fn random(random: &mut Random) -> Steps {
        let mut places: Vec<i64> = (0..random.below(4)).map(|_| random.between(-3, 3)).collect();
        places.sort_unstable();
        places.dedup();
        let steps = places.into_iter().map(|place| (place, random.between(-2, 2))).collect();
        Steps { first: random.between(-2, 2), steps }
    }

    fn read(&self, index: i64) -> i64 {
        let before = self.steps.iter().rfind(|step| step.0 <= index);
        before.map_or(self.first, |step| step.1)
    }
}

/// Terms over variables, which go by their numbers.
#[derive(Clone, Debug)]
enum Number {
    Constant(i64),
    Moved(usize, i64),
    Twice(usize, i64),
    Read(usize, Box<Number>),
    /// A reading of the array with one cell written.
    Written(usize, Box<Number>, i64, Box<Number>),
    /// The function, which is a table.
    Call(Box<Number>),
}

#[derive(Clone, Debug)]
enum Formula {
    Less(Number, Number),
    LessEqual(Number, Number),
    Equal(Number, Number),
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
        let arrays = (0..2).map(|_| Steps::random(random)).collect();
        let entries = random.below(3);
        let table = (0..entries).map(|_| (random.between(-3, 3), random.between(-2, 2))).collect();
        World { arrays, table, otherwise: random.between(-2, 2) }
    }

    fn number(&self, number: &Number, variables: &[i64]) -> i64 {
        match number {
            Number::Constant(value) => *value,
            Number::Moved(variable, by) => variables[*variable] + by,
            Number::Twice(variable, by) => 2 * variables[*variable] + by,
            Number::Read(array, index) => self.arrays[*array].read(self.number(index, variables)),
            Number::Written(array, at, value, index) => {
                let index = self.number(index, variables);
                if self.number(at, variables) == index {
                    *value
                } else {
                    self.arrays[*array].read(index)
                }
            }
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
        0 => Number::Constant(random.between(-3, 3)),
        _ => {
            let variable = random.below(variables as u64) as usize;
            Number::Moved(variable, random.between(-1, 1))
        }
    }
}

fn random_number(random: &mut Random, variables: usize) -> Number {
    let array = random.below(2) as usize;
    let index = Box::new(random_index(random, variables));
    match random.below(6) {
        0 => Number::Constant(random.between(-2, 2)),
        1 | 2 => Number::Read(array, index),
        3 => Number::Read(array, Box::new(Number::Read(1 - array, index))),
        4 => {
            let at = Box::new(random_index(random, variables));
            Number::Written(array, at, random.between(-2, 2), index)
        }
        _ => Number::Call(index),
    }
}

fn random_formula(random: &mut Random, variables: usize, depth: usize, left: usize) -> Formula {
    if depth == 0 || random.below(5) == 0 {
        let index = random_index(random, variables);
        let (one, other) = match random.below(6) {
            0 | 1 => (index, random_index(random, variables)),
            2 => (index, random_number(random, variables)),
            3 => {
                let variable = random.below(variables as u64) as usize;
                let number = Number::Constant(random.between(-4, 4));
                (Number::Twice(variable, random.between(-1, 1)), number)
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
    let count = 1 + random.below(left.min(2) as u64) as usize;
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
                let value = integer(&mut self.terms, *value);
                let written = self.terms.store(self.arrays[*array], at, value);
                self.terms.select(written, index)
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
    let mut random = Random(seed);
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
    assert!(answered > rounds / 2, "{answered} of {rounds}");
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
