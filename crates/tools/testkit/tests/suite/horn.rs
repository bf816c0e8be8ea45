//! Random systems of Horn clauses, and the oracle that derives their facts.

use std::collections::HashSet;

use buttress_formats::chc;
use buttress_logic::Terms;
use buttress_testkit::horn::{
    Atom, Clause, Expr, HornOracleVerdict, MIXES, Number, Op, OracleLimits, Predicate, Sort,
    System, Value, explore, generate, shrink,
};

const TEXTS: u64 = 60;

fn x() -> Expr {
    Expr::Variable(0)
}

fn int(value: i64) -> Expr {
    Expr::Int(value)
}

fn plus(left: Expr, right: Expr) -> Expr {
    Expr::binary(Op::Add, left, right)
}

fn p(arguments: &[Expr]) -> Atom {
    Atom { predicate: 0, arguments: arguments.to_vec() }
}

fn clause(variables: &[Sort], body: &[Atom], constraint: Expr, head: Option<Atom>) -> Clause {
    Clause { variables: variables.to_vec(), body: body.to_vec(), constraint, head }
}

/// A predicate `p` over these sorts.
fn system(sorts: &[Sort], clauses: Vec<Clause>) -> System {
    let predicate = Predicate { name: "p".to_owned(), sorts: sorts.to_vec() };
    System { predicates: vec![predicate], clauses, ..System::default() }
}

/// x := 0; while guard: x := next; assert that bad is false.
fn counter(guard: Expr, next: Expr, bad: Expr) -> System {
    let int = &[Sort::Int];
    system(
        int,
        vec![
            clause(int, &[], Expr::binary(Op::Eq, x(), Expr::Int(0)), Some(p(&[x()]))),
            clause(int, &[p(&[x()])], guard, Some(p(&[next]))),
            clause(int, &[p(&[x()])], bad, None),
        ],
    )
}

fn answer(system: &System) -> HornOracleVerdict {
    explore(system, OracleLimits::default()).answer
}

#[test]
fn the_oracle_knows_counters() {
    let below_five = || Expr::binary(Op::Lt, x(), int(5));
    let to_five = |bad: Expr| counter(below_five(), plus(x(), int(1)), bad);
    let forever = |bad: Expr| counter(Expr::Truth(true), plus(x(), int(1)), bad);
    let odd = || Expr::binary(Op::Eq, Expr::binary(Op::Mod, x(), int(2)), int(1));
    let in_tens = |by| Expr::binary(Op::Mod, plus(x(), int(by)), int(10));
    let cases = [
        (to_five(Expr::binary(Op::Gt, x(), int(5))), HornOracleVerdict::Safe),
        (to_five(Expr::binary(Op::Ge, x(), int(5))), HornOracleVerdict::Unsafe),
        (counter(Expr::Truth(true), in_tens(2), odd()), HornOracleVerdict::Safe),
        (counter(Expr::Truth(true), in_tens(3), odd()), HornOracleVerdict::Unsafe),
        // Nothing is known where the states do not end.
        (forever(Expr::binary(Op::Lt, x(), int(0))), HornOracleVerdict::Open),
        (forever(Expr::binary(Op::Eq, x(), int(77))), HornOracleVerdict::Unsafe),
    ];
    for (system, expected) in cases {
        assert_eq!(answer(&system), expected, "{}", system.text(0));
    }
}

/// Values that nothing determines are not all tried, and the oracle knows that.
#[test]
fn the_oracle_knows_what_it_does_not_know() {
    let int_sort = &[Sort::Int];
    let from = |first: Expr, bad: Expr| {
        let start = clause(int_sort, &[], first, Some(p(&[x()])));
        system(int_sort, vec![start, clause(int_sort, &[p(&[x()])], bad, None)])
    };
    let large = || Expr::binary(Op::Gt, x(), int(500));
    let small = || Expr::binary(Op::Eq, x(), int(2));
    let range = || Expr::Apply(Op::Le, vec![int(0), x(), int(9)]);
    assert_eq!(answer(&from(Expr::Truth(true), large())), HornOracleVerdict::Open);
    assert_eq!(answer(&from(Expr::Truth(true), small())), HornOracleVerdict::Unsafe);
    assert_eq!(answer(&from(range(), large())), HornOracleVerdict::Safe);
    let doubled = Expr::binary(Op::Eq, Expr::binary(Op::Mul, int(2), x()), int(7));
    assert_eq!(answer(&from(doubled, Expr::Truth(true))), HornOracleVerdict::Safe);
    let square = Expr::binary(Op::Eq, Expr::binary(Op::Mul, x(), x()), int(49));
    assert_eq!(answer(&from(square, Expr::Truth(false))), HornOracleVerdict::Open);
    let one_of = Expr::any([3, 4].map(|value| Expr::binary(Op::Eq, x(), int(value))).to_vec());
    assert_eq!(answer(&from(one_of, small())), HornOracleVerdict::Safe);
}

/// f(0, 1), f(1, 1), f(n, r + s) from f(n − 1, r) and f(n − 2, s), up to n = 10: f(10) = 89.
#[test]
fn the_oracle_knows_fibonacci_numbers() {
    let sorts = &[Sort::Int, Sort::Int];
    let [n, r, s] = [0, 1, 2].map(Expr::Variable);
    let less = |by| Expr::binary(Op::Sub, n.clone(), int(by));
    let of = |bad: i64| {
        let premises = [p(&[less(1), r.clone()]), p(&[less(2), s.clone()])];
        let bounded = Expr::binary(Op::Le, n.clone(), int(10));
        let sum = Some(p(&[n.clone(), plus(r.clone(), s.clone())]));
        let tenth = Expr::binary(Op::Eq, n.clone(), int(10));
        let is_bad = Expr::all(vec![tenth, Expr::binary(Op::Eq, r.clone(), int(bad))]);
        system(
            sorts,
            vec![
                clause(&[], &[], Expr::Truth(true), Some(p(&[int(0), int(1)]))),
                clause(&[], &[], Expr::Truth(true), Some(p(&[int(1), int(1)]))),
                clause(&[Sort::Int; 3], &premises, bounded, sum),
                clause(sorts, &[p(&[n.clone(), r.clone()])], is_bad, None),
            ],
        )
    };
    assert_eq!(
        (answer(&of(89)), answer(&of(88))),
        (HornOracleVerdict::Unsafe, HornOracleVerdict::Safe)
    );
    assert!(!of(88).is_linear());
}

/// x := 0.0; x := x + 1/2 up to 2: four states beside the first.
#[test]
fn the_oracle_knows_fractions() {
    let half = Number::fraction(1, 2).unwrap();
    let real = &[Sort::Real];
    let next = plus(x(), Expr::Real(half));
    let limit = Expr::Real(Number::integer(2));
    let zero = Expr::Real(Number::ZERO);
    let system = system(
        real,
        vec![
            clause(&[], &[], Expr::Truth(true), Some(p(&[zero]))),
            clause(real, &[p(&[x()])], Expr::binary(Op::Lt, x(), limit), Some(p(&[next]))),
        ],
    );
    let explored = explore(&system, OracleLimits::default());
    assert_eq!((explored.answer, explored.facts[0].len()), (HornOracleVerdict::Safe, 5));
    assert!(explored.facts[0].contains(&vec![Value::Number(Number::fraction(3, 2).unwrap())]));
}

#[test]
fn the_oracle_knows_which_computations_end() {
    let termination = |guard: Expr, next: Expr| {
        let system = counter(guard, next, Expr::Truth(true)).without_queries();
        explore(&system, OracleLimits::default()).termination()
    };
    let below = |limit: i64| Expr::binary(Op::Lt, x(), int(limit));
    let up = || plus(x(), int(1));
    assert_eq!(termination(below(5), up()), HornOracleVerdict::Safe);
    let around = Expr::binary(Op::Mod, up(), int(3));
    assert_eq!(termination(below(5), around), HornOracleVerdict::Unsafe);
    assert_eq!(
        termination(below(5), x()),
        HornOracleVerdict::Unsafe,
        "a state that leads to itself at once"
    );
    assert_eq!(termination(Expr::Truth(true), up()), HornOracleVerdict::Open);
}

#[test]
fn of_two_premises_either_can_lead_back() {
    let int_sort = &[Sort::Int];
    let start = |value: i64| clause(&[], &[], Expr::Truth(true), Some(p(&[int(value)])));
    // From x and 7, whatever x is, comes 7: so 7 leads to itself.
    let both = clause(
        int_sort,
        &[p(&[x()]), p(&[int(7)])],
        Expr::binary(Op::Lt, x(), int(7)),
        Some(p(&[int(7)])),
    );
    let with = |clauses| explore(&system(int_sort, clauses), OracleLimits::default()).termination();
    assert_eq!(with(vec![start(0), start(7), both.clone()]), HornOracleVerdict::Unsafe);
    assert_eq!(with(vec![start(7), both.clone()]), HornOracleVerdict::Safe);
    assert_eq!(with(vec![start(0), both]), HornOracleVerdict::Safe);
}

#[test]
fn steps_are_replayed() {
    // x := x + y for some y up to 1000: too many to try, but each can be recognised.
    let sorts = &[Sort::Int, Sort::Int];
    let y = || Expr::Variable(1);
    let guard =
        Expr::all(vec![Expr::binary(Op::Le, int(1), y()), Expr::binary(Op::Le, y(), int(1000))]);
    let step = clause(sorts, &[p(&[x()])], guard, Some(p(&[plus(x(), y())])));
    let system = system(&[Sort::Int], vec![step]);
    let at = |value: i64| vec![Value::Number(Number::integer(value))];
    let concludes = |from: i64, to: i64| system.concludes(0, &[&at(from)], &at(to));
    assert_eq!(concludes(3, 803), Some(true));
    assert_eq!(concludes(3, 3), Some(false));
    assert_eq!(concludes(3, 1004), Some(false));
    assert_eq!(system.concludes(0, &[], &at(1)), Some(false), "a premise is missing");
    assert_eq!(system.concludes(1, &[], &at(1)), None, "there is no such clause");
}

#[test]
fn facts_are_written() {
    let name = "at p".to_owned();
    let predicate = Predicate { name, sorts: vec![Sort::Int, Sort::Real, Sort::Bool] };
    let half = Value::Number(Number::fraction(-1, 2).unwrap());
    let fact = [Value::Number(Number::integer(-3)), half, Value::Truth(true)];
    assert_eq!(predicate.fact(&fact), "(|at p| (- 3) (/ (- 1.0) 2.0) true)");
    let flag = Predicate { name: "flag".to_owned(), sorts: Vec::new() };
    assert_eq!(flag.fact(&[]), "flag");
}

#[test]
fn the_same_seed_gives_the_same_system() {
    for mix in &MIXES {
        let text = |seed| {
            let case = generate(seed, mix);
            case.system.text(case.style)
        };
        assert_eq!(text(7), text(7), "{}", mix.name);
        assert_ne!(text(7), text(8), "{}", mix.name);
    }
}

#[test]
fn every_mix_has_both_answers() {
    for mix in &MIXES {
        let (mut safe, mut bad) = (0, 0);
        for seed in 0..TEXTS {
            let case = generate(seed, mix);
            let explored = answer(&case.system);
            match case.known.unwrap_or(explored) {
                HornOracleVerdict::Safe => safe += 1,
                HornOracleVerdict::Unsafe => bad += 1,
                HornOracleVerdict::Open => {}
            }
            let is_right =
                case.known.is_none_or(|known| [known, HornOracleVerdict::Open].contains(&explored));
            assert!(is_right, "{} {seed}\n{}", mix.name, case.system.text(0));
        }
        assert!(safe >= TEXTS / 8 && bad >= TEXTS / 4, "{} {safe} {bad}", mix.name);
        if !mix.name.starts_with("open") {
            assert!(safe + bad >= TEXTS * 9 / 10, "{} {safe} {bad}", mix.name);
        }
    }
}

/// Every text is read, in its own style and in the plainest, as a system of the same predicates.
#[test]
fn texts_are_read() {
    for mix in &MIXES {
        for seed in 0..TEXTS {
            let case = generate(seed, mix);
            for style in [case.style, 0, seed] {
                let text = case.system.text(style);
                let mut terms = Terms::new();
                let source = chc::read(&mut terms, text.as_bytes());
                let horn = source.unwrap_or_else(|error| panic!("{error:?}\n{text}")).horn;
                let names = horn.predicates.iter().map(|predicate| predicate.name.as_str());
                let expected = case.system.predicates.iter().map(|predicate| &*predicate.name);
                assert!(names.eq(expected), "{text}");
                assert!(horn.clauses.len() >= case.system.clauses.len(), "{text}");
                assert_eq!(horn.is_linear(), case.system.is_linear(), "{text}");
            }
        }
    }
}

/// The slow twin: each clause with few variables, at all values of a box, concludes only known facts.
#[test]
fn no_fact_is_missed() {
    let mut tried = 0;
    for mix in MIXES.iter().filter(|mix| mix.sorts == [Sort::Int]) {
        for seed in 0..12 {
            let system = generate(seed, mix).system;
            let explored = explore(&system, OracleLimits::default());
            if explored.answer != HornOracleVerdict::Safe {
                continue;
            }
            let facts: Vec<HashSet<&Vec<Value>>> =
                explored.facts.iter().map(|facts| facts.iter().collect()).collect();
            for clause in system.clauses.iter().filter(|clause| clause.variables.len() <= 3) {
                tried += 1;
                check_clause(clause, &facts, &system);
            }
        }
    }
    assert!(tried > 100, "{tried}");
}

fn check_clause(clause: &Clause, facts: &[HashSet<&Vec<Value>>], system: &System) {
    let (low, width) = (-4_i64, 16_i64);
    for number in 0..width.pow(clause.variables.len() as u32) {
        let mut digits = number;
        let assignment: Vec<Option<Value>> = clause
            .variables
            .iter()
            .map(|_| {
                let value = low + digits % width;
                digits /= width;
                Some(Value::Number(Number::integer(value)))
            })
            .collect();
        let is_fact = |atom: &Atom| {
            let values: Result<Vec<Value>, _> =
                atom.arguments.iter().map(|argument| argument.evaluate(&assignment)).collect();
            values.is_ok_and(|values| facts[atom.predicate].contains(&values))
        };
        if clause.body.iter().all(is_fact) && clause.constraint.truth(&assignment) == Ok(true) {
            let is_concluded = clause.head.as_ref().is_some_and(is_fact);
            assert!(is_concluded, "{assignment:?} in\n{}", system.text(0));
        }
    }
}

#[test]
fn shrinking_keeps_what_matters() {
    let mix = MIXES.iter().find(|mix| mix.name == "divisions").unwrap();
    let fails = |system: &System| {
        system.text(0).contains("(mod ") && answer(system) == HornOracleVerdict::Unsafe
    };
    let large = (0..).map(|seed| generate(seed, mix).system).find(fails).unwrap();
    let small = shrink(&large, fails);
    assert!(fails(&small));
    let text = small.text(0);
    assert!(text.len() < 160, "{text}");
}
