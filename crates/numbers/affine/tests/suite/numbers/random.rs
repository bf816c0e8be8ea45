//! Small random systems: what is found holds in every state that is met.

use std::collections::{HashSet, VecDeque};
use std::fmt::Write as _;

use super::system::System;
use buttress_affine::{Settings, Template};
use buttress_horn::{Interpretation, PredicateId, Verdict};
use buttress_logic::{Evaluator, Model, Op, Rational};
use buttress_prop::Random;

/// Two variables.
type State = (usize, [i64; 2]);

/// guard₀·x + guard₁·y + guard₂ ≥ 0, at `from`: go to `to` with (x, y) := matrix·(x, y) + offset.
struct Rule {
    from: usize,
    to: usize,
    guard: [i64; 3],
    matrix: [[i64; 2]; 2],
    offset: [i64; 2],
}

struct Machine {
    locations: usize,
    first: [i64; 2],
    rules: Vec<Rule>,
    /// At location 0: bad₀·x + bad₁·y + bad₂ ≥ 0.
    bad: [i64; 3],
}

fn small(random: &mut Random, most: i64) -> i64 {
    random.below(2 * most as usize + 1) as i64 - most
}

impl Machine {
    fn new(random: &mut Random) -> Machine {
        let locations = random.between(1, 2);
        let triple = |random: &mut Random| [small(random, 2), small(random, 2), small(random, 9)];
        let rules = (0..random.between(1, 4))
            .map(|_| {
                let mut matrix = [[1, 0], [0, 1]];
                if random.chance(40) {
                    matrix = [0, 1].map(|_| [0, 1].map(|_| small(random, 1)));
                }
                Rule {
                    from: random.below(locations),
                    to: random.below(locations),
                    guard: if random.coin() { triple(random) } else { [0, 0, 0] },
                    matrix,
                    offset: [small(random, 3), small(random, 3)],
                }
            })
            .collect();
        let first = [small(random, 5), small(random, 5)];
        Machine { locations, first, rules, bad: triple(random) }
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for location in 0..self.locations {
            let _ = writeln!(text, "(declare-fun P{location} (Int Int) Bool)");
        }
        let number = |value: i64| match value {
            0.. => value.to_string(),
            _ => format!("(- {})", value.unsigned_abs()),
        };
        let sum = |[x, y]: [i64; 2], constant| {
            format!("(+ (* {} x) (* {} y) {})", number(x), number(y), number(constant))
        };
        let [x, y] = self.first.map(number);
        let _ = writeln!(text, "(assert (P0 {x} {y}))");
        let variables = "((x Int) (y Int))";
        for Rule { from, to, guard: [a, b, c], matrix, offset } in &self.rules {
            let guard = sum([*a, *b], *c);
            let (x, y) = (sum(matrix[0], offset[0]), sum(matrix[1], offset[1]));
            let _ = writeln!(
                text,
                "(assert (forall {variables} (=> (and (P{from} x y) (>= {guard} 0)) (P{to} {x} {y}))))"
            );
        }
        let [a, b, c] = self.bad;
        let bad = sum([a, b], c);
        let _ =
            writeln!(text, "(assert (forall {variables} (=> (and (P0 x y) (>= {bad} 0)) false)))");
        text
    }

    /// Some states that are met.
    fn explored(&self) -> Vec<State> {
        let first = (0, self.first);
        let (mut seen, mut waiting) = (HashSet::from([first]), VecDeque::from([first]));
        let mut explored = Vec::new();
        while let Some(state @ (location, [x, y])) = waiting.pop_front() {
            explored.push(state);
            for rule in self.rules.iter().filter(|rule| rule.from == location) {
                let next =
                    [0, 1].map(|i| rule.matrix[i][0] * x + rule.matrix[i][1] * y + rule.offset[i]);
                let is_enabled = value(rule.guard, [x, y]) >= 0;
                let is_small = next.iter().all(|value| value.abs() < 100_000);
                if is_enabled && is_small && seen.len() < 400 && seen.insert((rule.to, next)) {
                    waiting.push_back((rule.to, next));
                }
            }
        }
        explored
    }
}

fn value([a, b, c]: [i64; 3], [x, y]: [i64; 2]) -> i64 {
    a * x + b * y + c
}

/// Every explored state satisfies the facts.
fn assert_holds(system: &System, facts: &Interpretation, states: &[State], case: &str) {
    for (location, state) in states {
        let predicate = PredicateId(*location as u32);
        let mut model = Model::new();
        for (parameter, value) in system.horn.predicate(predicate).parameters.iter().zip(state) {
            let Op::Apply(function) = system.terms.op(*parameter) else { unreachable!() };
            let sort = system.terms.sort_of(*parameter);
            let value = model.values.number(sort, Rational::from(*value));
            model.set_constant(function, value);
        }
        let mut evaluator = Evaluator::new(&system.terms, &mut model);
        assert_eq!(evaluator.holds(facts.of(predicate)), Ok(true), "{location} {state:?}\n{case}");
    }
}

fn settings(seed: u64, degree: u32) -> Settings {
    let template = if degree == 1 { Template::Affine } else { Template::Polynomial { degree } };
    let multipliers = if seed.is_multiple_of(3) { vec![0, 1, 2] } else { vec![0, 1] };
    let multipliers = multipliers.into_iter().map(Rational::from).collect();
    Settings { template, multipliers, samples: 25, seed }
}

#[test]
fn verdicts_and_facts_agree_with_exploration() {
    let (mut safe, mut violated) = (0, 0);
    for seed in 0..150 {
        let machine = Machine::new(&mut Random::new(seed));
        let text = machine.text();
        let states = machine.explored();
        let is_bad = |(location, state): &State| *location == 0 && value(machine.bad, *state) >= 0;
        let mut system = System::read(&text);
        match system.proved(&settings(seed, 1), &mut Vec::new()) {
            Verdict::Safe(facts) => {
                assert!(!states.iter().any(is_bad), "{text}");
                assert_holds(&system, &facts, &states, &text);
                safe += 1;
            }
            Verdict::Unsafe(_) => {
                assert!(is_bad(&states[0]), "{text}");
                violated += 1;
            }
            Verdict::Unknown(_) => {}
        }
    }
    assert!(safe > 20 && violated > 20, "{safe} safe, {violated} violated");
}

#[test]
fn discovered_facts_hold_in_explored_states() {
    let mut told = 0;
    for seed in 0..60 {
        let machine = Machine::new(&mut Random::new(seed));
        let text = machine.text();
        let mut system = System::read(&text);
        let degree = if seed.is_multiple_of(6) { 2 } else { 1 };
        let facts = system.discovered(&settings(seed, degree));
        assert_holds(&system, &facts, &machine.explored(), &text);
        let trivial = system.terms.boolean(true);
        told += usize::from(facts.formulas().iter().any(|formula| *formula != trivial));
    }
    assert!(told > 30, "facts about {told} systems");
}
