//! Formulas as data, and their meaning by trying everything in a wide window.

use buttress_prop::Random;

/// A function that is constant on intervals.
#[derive(Clone, Debug)]
pub struct Steps {
    pub first: i64,
    pub steps: Vec<(i64, i64)>,
}

impl Steps {
    pub fn random(random: &mut Random) -> Steps {
        let mut places: Vec<i64> = (0..random.below(4)).map(|_| random.integer(-3, 3)).collect();
        places.sort_unstable();
        places.dedup();
        let steps = places.into_iter().map(|place| (place, random.integer(-2, 2))).collect();
        Steps { first: random.integer(-2, 2), steps }
    }

    pub fn read(&self, index: i64) -> i64 {
        let before = self.steps.iter().rfind(|step| step.0 <= index);
        before.map_or(self.first, |step| step.1)
    }

    /// The function with another value at one place, which is at most 4 from 0.
    pub fn written(&self, at: i64, value: i64) -> Steps {
        let read = |place: i64| if place == at { value } else { self.read(place) };
        Steps { first: self.first, steps: (-4..=5).map(|place| (place, read(place))).collect() }
    }
}

/// Terms over variables, which go by their numbers.
#[derive(Clone, Debug)]
pub enum Number {
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
pub enum Formula {
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

pub struct World {
    pub arrays: Vec<Steps>,
    pub table: Vec<(i64, i64)>,
    pub otherwise: i64,
}

impl World {
    pub fn random(random: &mut Random) -> World {
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

    pub fn number(&self, number: &Number, variables: &mut Vec<i64>) -> i64 {
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
    pub fn holds(&self, formula: &Formula, variables: &mut Vec<i64>) -> bool {
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
    pub fn tries(
        &self,
        is_forall: bool,
        end: usize,
        body: &Formula,
        variables: &mut Vec<i64>,
    ) -> bool {
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
