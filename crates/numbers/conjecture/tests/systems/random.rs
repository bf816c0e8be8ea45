//! Random small systems, compared with explicit exploration.

use std::collections::HashSet;
use std::fmt::Write;

use crate::common::{check_inductive, read};
use buttress_budget::{Budget, Limits};
use buttress_conjecture::{Settings, prove, show};
use buttress_horn::{Interpretation, PredicateId, Verdict};
use buttress_logic::{Evaluator, Model, Op, Sort, Term, Terms};
use buttress_prop::Random;

/// A system over two integers and a truth value, at one or two locations.
struct System {
    locations: usize,
    firsts: Vec<(usize, State)>,
    steps: Vec<Step>,
    bad: (usize, Guard),
}

type State = (i64, i64, bool);

/// a·x + b·y ≤ c, and what the truth value must be.
#[derive(Clone, Copy)]
struct Guard {
    a: i64,
    b: i64,
    c: i64,
    flag: Option<bool>,
}

struct Step {
    from: usize,
    to: usize,
    guard: Guard,
    /// x′ = x·p + y·q + r
    x: (i64, i64, i64),
    y: (i64, i64, i64),
    flips: bool,
}

impl Guard {
    fn holds(self, (x, y, flag): State) -> bool {
        self.a * x + self.b * y <= self.c && self.flag.is_none_or(|wanted| wanted == flag)
    }

    fn formula(self) -> String {
        let flag = match self.flag {
            None => "true",
            Some(true) => "b",
            Some(false) => "(not b)",
        };
        format!("(<= {} {}) {flag}", form(self.a, self.b), number(self.c))
    }
}

fn number(value: i64) -> String {
    if value < 0 { format!("(- {})", -value) } else { value.to_string() }
}

fn form(x: i64, y: i64) -> String {
    format!("(+ (* {} x) (* {} y))", number(x), number(y))
}

impl System {
    fn random(random: &mut Random) -> System {
        let small =
            |random: &mut Random, bound: usize| random.below(2 * bound + 1) as i64 - bound as i64;
        let guard = |random: &mut Random| Guard {
            a: small(random, 1),
            b: small(random, 1),
            c: small(random, 9),
            flag: random.chance(30).then(|| random.coin()),
        };
        let update = |random: &mut Random, own: usize| {
            let mut factors = [0, 0];
            factors[own] = 1;
            if random.chance(15) {
                factors[1 - own] = small(random, 1);
            }
            (factors[0], factors[1], small(random, 2))
        };
        let locations = random.between(1, 2);
        let firsts = (0..random.between(1, 2))
            .map(|_| (0, (small(random, 3), small(random, 3), random.coin())));
        let firsts = firsts.collect();
        let steps = (0..random.between(1, 4)).map(|_| Step {
            from: random.below(locations),
            to: random.below(locations),
            guard: guard(random),
            x: update(random, 0),
            y: update(random, 1),
            flips: random.chance(20),
        });
        let steps = steps.collect();
        System { locations, firsts, steps, bad: (random.below(locations), guard(random)) }
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for location in 0..self.locations {
            writeln!(text, "(declare-fun p{location} (Int Int Bool) Bool)").unwrap();
        }
        for (location, (x, y, flag)) in &self.firsts {
            writeln!(text, "(assert (p{location} {} {} {flag}))", number(*x), number(*y)).unwrap();
        }
        let variables = "(forall ((x Int) (y Int) (b Bool))";
        for step in &self.steps {
            let Step { from, to, guard, x, y, flips } = step;
            let flag = if *flips { "(not b)" } else { "b" };
            let [x, y] = [x, y].map(|(p, q, r)| format!("(+ {} {})", form(*p, *q), number(*r)));
            writeln!(
                text,
                "(assert {variables} (=> (and (p{from} x y b) {}) (p{to} {x} {y} {flag}))))",
                guard.formula()
            )
            .unwrap();
        }
        let (location, guard) = self.bad;
        writeln!(
            text,
            "(assert {variables} (=> (and (p{location} x y b) {}) false)))",
            guard.formula()
        )
        .unwrap();
        text
    }

    /// States reached within bounds; is a bad one among them?
    fn explore(&self) -> (HashSet<(usize, State)>, bool) {
        let mut seen: HashSet<(usize, State)> = self.firsts.iter().copied().collect();
        let mut stack: Vec<(usize, State)> = self.firsts.clone();
        while let Some((location, state)) = stack.pop() {
            if seen.len() > 3_000 {
                break;
            }
            for step in self.steps.iter().filter(|step| step.from == location) {
                if !step.guard.holds(state) {
                    continue;
                }
                let (x, y, flag) = state;
                let next = (
                    step.x.0 * x + step.x.1 * y + step.x.2,
                    step.y.0 * x + step.y.1 * y + step.y.2,
                    flag != step.flips,
                );
                if next.0.abs() < 10_000 && next.1.abs() < 10_000 && seen.insert((step.to, next)) {
                    stack.push((step.to, next));
                }
            }
        }
        let is_bad = seen
            .iter()
            .any(|(location, state)| *location == self.bad.0 && self.bad.1.holds(*state));
        (seen, is_bad)
    }
}

/// Is a formula over the parameters true at a state?
fn holds(terms: &Terms, parameters: &[Term], fact: Term, (x, y, flag): State) -> bool {
    let mut model = Model::new();
    for (place, parameter) in parameters.iter().enumerate() {
        let Op::Apply(function) = terms.op(*parameter) else { panic!("a constant") };
        let value = match place {
            0 => model.values.number(Sort::INT, x.into()),
            1 => model.values.number(Sort::INT, y.into()),
            _ => flag.into(),
        };
        model.set_constant(function, value);
    }
    Evaluator::new(terms, &mut model).holds(fact).expect("a value")
}

#[test]
fn every_fact_holds_at_every_reachable_state() {
    let mut random = Random::new(2024);
    let (mut safe, mut bad) = (0, 0);
    for seed in 0..120 {
        let system = System::random(&mut random);
        let text = system.text();
        let (mut terms, horn) = read(&text);
        let (reached, is_bad) = system.explore();
        let known = Interpretation::top(&terms, &horn);
        let budget = Budget::with_effort(Limits::none(), 1_000_000);
        let (verdict, facts) =
            prove(&mut terms, &horn, &known, &Settings { seed }, &budget, &mut |_| {});
        for (location, state) in &reached {
            let predicate = PredicateId(*location as u32);
            let parameters = &horn.predicate(predicate).parameters;
            assert!(holds(&terms, parameters, facts.of(predicate), *state), "{text} {state:?}");
        }
        match verdict {
            Verdict::Safe(_) => {
                assert!(!is_bad, "{text}");
                safe += 1;
            }
            Verdict::Unsafe(derivation) => {
                derivation.replay(&terms, &horn).expect("a derivation of false");
                bad += 1;
            }
            Verdict::Unknown(_) => {}
        }
        if seed % 8 == 0 {
            check_inductive(&mut terms, &horn, &facts);
        }
    }
    assert!(safe > 30 && bad > 20, "{safe} safe, {bad} unsafe");
}

/// A formula over the parameters as anybody might tell it: a bound on x and y that seldom holds.
fn rumour(terms: &mut Terms, parameters: &[Term], random: &mut Random) -> Term {
    let small = |random: &mut Random| random.below(3) as i64 - 1;
    let (a, b) = (small(random), small(random));
    let mut number = |value: i64| terms.numeral(&value.into(), Sort::INT);
    let (a, b, bound) = (number(a), number(b), number(random.below(30) as i64));
    let x = terms.multiply(&[a, parameters[0]]);
    let y = terms.multiply(&[b, parameters[1]]);
    let sum = terms.add(&[x, y]);
    terms.less_equal(sum, bound)
}

#[test]
fn of_what_is_told_only_the_inductive_part_is_taken() {
    let mut random = Random::new(77);
    let (mut taken, mut again) = (0, 0);
    for seed in 0..80 {
        let system = System::random(&mut random);
        let text = system.text();
        let (mut terms, horn) = read(&text);
        let (reached, _) = system.explore();
        let known = Interpretation::top(&terms, &horn);
        let mut told = Vec::new();
        for _ in 0..6 {
            let formulas = horn.predicates.clone();
            let formulas = formulas
                .iter()
                .map(|predicate| rumour(&mut terms, &predicate.parameters, &mut random));
            told.push(Interpretation::new(formulas.collect()));
        }
        let shown = show(&mut terms, &horn, &known, &told, &Budget::unlimited()).unwrap();
        check_inductive(&mut terms, &horn, &shown);
        for (location, state) in &reached {
            let predicate = PredicateId(*location as u32);
            let parameters = &horn.predicate(predicate).parameters;
            assert!(holds(&terms, parameters, shown.of(predicate), *state), "{text} {state:?}");
        }
        taken += usize::from(shown != known);
        // What one finds, another shows again.
        let budget = Budget::with_effort(Limits::none(), 300_000);
        let (_, facts) = prove(&mut terms, &horn, &known, &Settings { seed }, &budget, &mut |_| {});
        let shown =
            show(&mut terms, &horn, &known, std::slice::from_ref(&facts), &Budget::unlimited());
        let shown = shown.unwrap();
        for predicate in horn.predicate_ids() {
            let mut theirs = terms.conjuncts(facts.of(predicate));
            theirs.retain(|fact| *fact != Term::TRUE);
            let ours = terms.conjuncts(shown.of(predicate));
            again += usize::from(!theirs.is_empty() && theirs.iter().all(|it| ours.contains(it)));
        }
    }
    assert!(taken > 15 && again > 30, "{taken} taken, {again} shown again");
}
