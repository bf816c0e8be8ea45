//! Integers: boxes, unbounded systems, those on which branching alone diverges.

use buttress_numeric::{Constraint, LinearForm, Rational, Variable};
use buttress_prop::Random;
use buttress_theory::arith::Effort;

use crate::elimination;
use crate::support::{Answer, System, form};
use crate::systems::{boxed, efforts, random_system};

#[test]
fn integers_in_a_box() {
    let mut random = Random::new(1);
    for round in 0..3000 {
        let variables = 1 + random.below(4);
        let size = 3;
        let system = boxed(random_system(&mut random, variables, 7), size);
        let expected = system.in_box(size);
        for effort in efforts() {
            match system.solve(effort, 100_000) {
                Answer::Sat(_) => assert!(expected.is_some(), "round {round}"),
                Answer::Unsat => assert_eq!(expected, None, "round {round}"),
                Answer::GaveUp => panic!("round {round} does not end"),
            }
        }
    }
}

#[test]
fn unbounded_integers_end() {
    let mut random = Random::new(2);
    let mut verdicts = [0, 0];
    for round in 0..3000 {
        let variables = 2 + random.below(2);
        let system = random_system(&mut random, variables, 6);
        let found = system.in_box(10);
        for effort in efforts() {
            match system.solve(effort, 2000) {
                Answer::Sat(_) => verdicts[0] += 1,
                Answer::Unsat => {
                    assert_eq!(found, None, "round {round}");
                    verdicts[1] += 1;
                }
                Answer::GaveUp => panic!("round {round} does not end: {:?}", system.constraints),
            }
        }
    }
    assert!(verdicts.iter().all(|count| *count > 500), "{verdicts:?}");
}

/// Mixed systems whose reals follow integers: x real with 2x an integer form, and so on, made by
/// eliminating the reals over the box of the integers.
#[test]
fn mixed_systems_are_those_of_elimination_at_each_integer_point() {
    let mut random = Random::new(3);
    for round in 0..1500 {
        let integers = 1 + random.below(2);
        let variables = integers + 1 + random.below(2);
        let mut system = random_system(&mut random, variables, 5);
        system.is_integer = (0..variables).map(|id| id < integers).collect();
        let size = 4;
        for id in 0..integers as u32 {
            system.constraints.push(Constraint::non_negative(form(size, &[(id, 1)])));
            system.constraints.push(Constraint::non_negative(form(size, &[(id, -1)])));
        }
        let expected = (0..(2 * size + 1).pow(integers as u32)).any(|number| {
            let constraints: Vec<Constraint> = system
                .constraints
                .iter()
                .map(|it| {
                    let mut form = it.form.clone();
                    let mut rest = number;
                    for id in 0..integers as u32 {
                        let value = rest % (2 * size + 1) - size;
                        rest /= 2 * size + 1;
                        let value = LinearForm::constant(Rational::from(value));
                        form = form.substitute(Variable(id), &value);
                    }
                    Constraint { form, relation: it.relation }
                })
                .collect();
            elimination::is_feasible(&constraints)
        });
        for effort in efforts() {
            match system.solve(effort, 10_000) {
                Answer::Sat(_) => assert!(expected, "round {round}"),
                Answer::Unsat => assert!(!expected, "round {round}"),
                Answer::GaveUp => panic!("round {round} does not end"),
            }
        }
    }
}

#[test]
fn unbounded_mixed_systems_end() {
    let mut random = Random::new(4);
    for round in 0..2000 {
        let variables = 2 + random.below(3);
        let mut system = random_system(&mut random, variables, 5);
        system.is_integer = (0..variables).map(|_| random.chance(60)).collect();
        let rational = elimination::is_feasible(&system.constraints);
        let answers: Vec<_> = efforts().iter().map(|it| system.solve(*it, 2000)).collect();
        let is_sat = matches!(answers[0], Answer::Sat(_));
        assert!(rational || !is_sat, "round {round}");
        for answer in &answers {
            assert_ne!(*answer, Answer::GaveUp, "round {round}");
            assert_eq!(matches!(answer, Answer::Sat(_)), is_sat, "round {round}");
        }
    }
}

fn integer_system(variables: usize, constraints: Vec<Constraint>) -> System {
    System { is_integer: vec![true; variables], constraints }
}

fn check(constraints: Vec<Constraint>, variables: usize, is_sat: bool) {
    let system = integer_system(variables, constraints);
    for effort in efforts() {
        let answer = system.solve(effort, 3000);
        assert_eq!(matches!(answer, Answer::Sat(_)), is_sat, "{answer:?} {:?}", system.constraints);
        assert_ne!(answer, Answer::GaveUp);
    }
}

#[test]
fn systems_on_which_naive_branching_diverges() {
    let at_least = Constraint::non_negative;
    let zero = Constraint::zero;
    // 3x − 3y = 1
    check(vec![zero(form(-1, &[(0, 3), (1, -3)]))], 2, false);
    // 1 ≤ 3x − 3y ≤ 2
    check(
        vec![at_least(form(-1, &[(0, 3), (1, -3)])), at_least(form(2, &[(0, -3), (1, 3)]))],
        2,
        false,
    );
    // 1 ≤ 2x + 4y − 6z ≤ 1, and the same as a sum of two equations.
    check(
        vec![
            at_least(form(-1, &[(0, 2), (1, 4), (2, -6)])),
            at_least(form(1, &[(0, -2), (1, -4), (2, 6)])),
        ],
        3,
        false,
    );
    check(
        vec![
            zero(form(0, &[(0, 1), (1, 1), (2, -5)])),
            zero(form(-1, &[(0, 1), (1, -1), (2, -3)])),
        ],
        3,
        false,
    );
    // A thin strip with a real combination: 0 < 3x − 7y + 2z < 1 is impossible, 0 < … < 2 is not.
    let strip = |top| {
        vec![
            Constraint::positive(form(0, &[(0, 3), (1, -7), (2, 2)])),
            Constraint::positive(form(top, &[(0, -3), (1, 7), (2, -2)])),
        ]
    };
    check(strip(1), 3, false);
    check(strip(2), 3, true);
    // Bounded only in two combinations: 5x − 3y ∈ [1, 2], 2x + 4y·… with a third variable free.
    check(
        vec![
            at_least(form(-1, &[(0, 5), (1, -3), (2, 7)])),
            at_least(form(2, &[(0, -5), (1, 3), (2, -7)])),
            at_least(form(-1, &[(0, 5), (1, -3), (2, -7)])),
            at_least(form(1, &[(0, -5), (1, 3), (2, 7)])),
        ],
        3,
        true,
    );
    // A triangle without integer points that is unbounded in a third direction.
    check(
        vec![
            at_least(form(-1, &[(0, 3), (1, 0), (2, -3)])),
            at_least(form(-1, &[(1, 3)])),
            at_least(form(5, &[(0, -3), (1, -3), (2, 3)])),
        ],
        3,
        false,
    );
    // From Dillig, Dillig and Aiken: −3x + 3y + z = −1, 3x − 2y + z = 2·…: no small multiple.
    check(
        vec![
            zero(form(1, &[(0, -3), (1, 3), (2, 1)])),
            at_least(form(-1, &[(0, 6), (1, -6), (2, -2)])),
        ],
        3,
        true,
    );
}

/// A cone whose apex is not whole, thin near it: the first integer point is far away.
/// `low ≤ form ≤ high`
fn strip(low: i64, terms: &[(u32, i64)], high: i64) -> [Constraint; 2] {
    let negated: Vec<(u32, i64)> = terms.iter().map(|(id, by)| (*id, -by)).collect();
    [Constraint::non_negative(form(-low, terms)), Constraint::non_negative(form(high, &negated))]
}

#[test]
fn flat_polytopes_take_few_branches() {
    // Rhombi along (35, 39) or (245, 283), hundreds of millions long, with widths that leave room
    // for some or for none of the layers of 39x − 35y and 283x − 245y.
    let rhombus = |slope: i64, scale: i64, room: i64| {
        let (x, y) = (slope * scale, 245 * scale);
        let mut both = strip(0, &[(0, x), (1, -y - 1)], room - 1).to_vec();
        both.extend(strip(1, &[(0, x + 1), (1, -y)], room));
        both
    };
    let billion = 1_000_000_000;
    for (slope, scale, room, is_sat) in [
        (273, billion, billion, false),
        (273, billion, 8 * billion, true),
        (273, 1000, 1000, false),
        (283, billion, billion / 2, false),
        (283, billion, 300 * billion, true),
    ] {
        let mut constraints = rhombus(slope, scale, room);
        for effort in [Effort::default(), Effort { flat: 0, ..Effort::default() }] {
            let plain = integer_system(2, constraints.clone());
            match plain.solve(effort, 60) {
                Answer::Sat(_) => assert!(is_sat, "{slope} {scale} {room}"),
                Answer::Unsat => assert!(!is_sat, "{slope} {scale} {room}"),
                Answer::GaveUp => panic!("{slope} {scale} {room}: too many branches"),
            }
        }
        // The same with a real y within a small distance of an integer z.
        constraints.extend(strip(0, &[(1, 1000), (2, -1000)], 1));
        let mixed = System { is_integer: vec![true, false, true], constraints };
        match mixed.solve(Effort::default(), 60) {
            Answer::GaveUp => panic!("{slope} {scale} {room}: too many branches"),
            // More room than without the real variable; whatever is found has been checked.
            Answer::Sat(_) => {}
            Answer::Unsat => assert!(!is_sat, "{slope} {scale} {room}"),
        }
    }
}

#[test]
fn knapsacks_without_solutions_take_few_branches() {
    // Nearly the largest numbers that are no sum of these weights; branching on variables would
    // take millions of steps. Source: Cornuéjols, Urbaniak, Weismantel and Wolsey, Decomposition
    // of integer programs and of generating sets, 1997.
    let knapsacks: [(&[i64], i64); 3] = [
        (&[12223, 12224, 36674, 61119, 85569], 89_643_481),
        (&[12228, 36679, 36682, 48908, 61139, 73365], 89_716_838),
        (&[12137, 24269, 36405, 36407, 48545, 60683], 58_925_134),
    ];
    for (weights, load) in knapsacks {
        for (load, is_sat) in [(load, false), (load + 100 * weights[0], true)] {
            let terms: Vec<(u32, i64)> = (0..).zip(weights.iter().copied()).collect();
            let mut constraints = vec![Constraint::zero(form(-load, &terms))];
            constraints
                .extend(terms.iter().map(|(id, _)| Constraint::non_negative(form(0, &[(*id, 1)]))));
            match integer_system(weights.len(), constraints).solve(Effort::default(), 1000) {
                Answer::Sat(_) => assert!(is_sat, "{load}"),
                Answer::Unsat => assert!(!is_sat, "{load}"),
                Answer::GaveUp => panic!("{load}: too many branches"),
            }
        }
    }
}

#[test]
fn far_solutions_are_reached() {
    let system = integer_system(
        2,
        vec![
            Constraint::positive(form(0, &[(0, 1000), (1, -999)])),
            Constraint::positive(form(0, &[(0, -1001), (1, 1000)])),
            Constraint::non_negative(form(-1, &[(0, 1)])),
        ],
    );
    // y/x lies between 1.001 and 1000/999.
    for effort in efforts() {
        assert!(matches!(system.solve(effort, 3000), Answer::Sat(_)));
    }
}
