//! Small random loops over an array, against all their states.

use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

use buttress_prop::Random;

use super::{answer, limited};

/// The loops end here, so that they have finitely many states.
const STEPS: i64 = 3;

/// A number made of the variables i and x and the array a.
#[derive(Clone, Debug)]
enum Number {
    Literal(i64),
    I,
    X,
    Next(Box<Number>),
    Read(Box<Number>),
}

/// left < right, or left = right.
#[derive(Clone, Debug)]
struct Test {
    is_equation: bool,
    sides: [Number; 2],
}

/// If `test`, x and one cell change.
#[derive(Clone, Debug)]
struct Rule {
    test: Test,
    x: Number,
    store: Option<[Number; 2]>,
}

#[derive(Clone, Debug)]
struct Loop {
    first: i64,
    rules: Vec<Rule>,
    bad: Test,
}

/// A state; cells that are not there hold what all held at first.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct State {
    i: i64,
    x: i64,
    first: i64,
    cells: BTreeMap<i64, i64>,
}

impl State {
    fn read(&self, index: i64) -> i64 {
        self.cells.get(&index).copied().unwrap_or(self.first)
    }
}

impl Number {
    fn random(random: &mut Random, depth: usize) -> Number {
        let inner = |random: &mut Random| Box::new(Number::random(random, depth - 1));
        match random.below(if depth == 0 { 4 } else { 7 }) {
            0 => Number::I,
            1 => Number::X,
            2 | 3 => Number::Literal(random.below(3) as i64),
            4 => Number::Next(inner(random)),
            _ => Number::Read(inner(random)),
        }
    }

    fn value(&self, state: &State) -> i64 {
        match self {
            Number::Literal(value) => *value,
            Number::I => state.i,
            Number::X => state.x,
            Number::Next(inner) => inner.value(state) + 1,
            Number::Read(index) => state.read(index.value(state)),
        }
    }

    fn text(&self) -> String {
        match self {
            Number::Literal(value) => value.to_string(),
            Number::I => "i".to_owned(),
            Number::X => "x".to_owned(),
            Number::Next(inner) => format!("(+ {} 1)", inner.text()),
            Number::Read(index) => format!("(select a {})", index.text()),
        }
    }
}

impl Test {
    fn random(random: &mut Random) -> Test {
        let is_equation = random.coin();
        Test { is_equation, sides: [(); 2].map(|()| Number::random(random, 2)) }
    }

    fn holds(&self, state: &State) -> bool {
        let [left, right] = [0, 1].map(|side: usize| self.sides[side].value(state));
        if self.is_equation { left == right } else { left < right }
    }

    fn text(&self) -> String {
        let sign = if self.is_equation { "=" } else { "<" };
        format!("({sign} {} {})", self.sides[0].text(), self.sides[1].text())
    }
}

impl Loop {
    fn random(random: &mut Random) -> Loop {
        let rule = |random: &mut Random| Rule {
            test: Test::random(random),
            x: Number::random(random, 1),
            store: random.chance(80).then(|| [(); 2].map(|()| Number::random(random, 1))),
        };
        let rules = (0..random.between(1, 2)).map(|_| rule(random)).collect();
        Loop { first: random.below(3) as i64, rules, bad: Test::random(random) }
    }

    fn text(&self) -> String {
        const VARIABLES: &str = "(forall ((i Int) (x Int) (a (Array Int Int)))";
        let first = self.first;
        let mut text = format!(
            "(set-logic HORN) (declare-fun p (Int Int (Array Int Int)) Bool)
            (assert (p 0 0 ((as const (Array Int Int)) {first})))\n"
        );
        for Rule { test, x, store } in &self.rules {
            let array = match store {
                Some([index, value]) => format!("(store a {} {})", index.text(), value.text()),
                None => "a".to_owned(),
            };
            text.push_str(&format!(
                "(assert {VARIABLES} (=> (and (p i x a) (< i {STEPS}) {}) (p (+ i 1) {} {array}))))\n",
                test.text(),
                x.text()
            ));
        }
        text.push_str(&format!(
            "(assert {VARIABLES} (=> (and (p i x a) (> i 0) {}) false)))\n(check-sat)\n",
            self.bad.text()
        ));
        text
    }

    /// Is no bad state reached?
    fn is_safe(&self) -> bool {
        let start = State { i: 0, x: 0, first: self.first, cells: BTreeMap::new() };
        let mut seen = HashSet::from([start.clone()]);
        let mut stack = vec![start];
        while let Some(state) = stack.pop() {
            if state.i > 0 && self.bad.holds(&state) {
                return false;
            }
            for Rule { test, x, store } in &self.rules {
                if state.i < STEPS && test.holds(&state) {
                    let mut next = State { i: state.i + 1, x: x.value(&state), ..state.clone() };
                    if let Some([index, value]) = store {
                        next.cells.insert(index.value(&state), value.value(&state));
                    }
                    if seen.insert(next.clone()) {
                        stack.push(next);
                    }
                }
            }
        }
        true
    }
}

#[test]
fn no_verdict_on_a_random_loop_is_wrong() {
    let (mut proved, mut refuted) = (0, 0);
    for seed in 0..24 {
        let system = Loop::random(&mut Random::new(seed));
        let text = system.text();
        match answer(&text, &limited(Duration::from_secs(4))) {
            ("proved", _) => {
                assert!(system.is_safe(), "seed {seed}\n{text}");
                proved += 1;
            }
            ("false", _) => {
                assert!(!system.is_safe(), "seed {seed}\n{text}");
                refuted += 1;
            }
            // The loops are short, so that unfolding finds all that is bad.
            (_, reason) => assert!(system.is_safe(), "seed {seed}: {reason}\n{text}"),
        }
    }
    assert!(proved > 4 && refuted > 2, "{proved} proved, {refuted} refuted");
}
