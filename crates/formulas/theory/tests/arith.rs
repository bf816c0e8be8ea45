//! Linear arithmetic against trying all points, elimination, and a fresh solver.

mod arith_support;
#[path = "../../../base/numeric/tests/elimination/mod.rs"]
mod elimination;

use arith_support::{Answer, Names, System, form, random_constraint};
use buttress_budget::Budget;
use buttress_numeric::{Constraint, ConstraintTag, LinearForm, Rational, Relation, Variable};
use buttress_prop::Random;
use buttress_theory::arith::{Arithmetic, Atom, Effort, Integrality, Lifetime};

/// Limits so small that every way is gone.
fn efforts() -> [Effort; 6] {
    let plain = Effort::default();
    [
        plain,
        Effort { branches: 0, ..plain },
        Effort { branches: 30, cut_rounds: 0, ..plain },
        Effort { branches: 5, cut_rounds: 20, ..plain },
        Effort { thin: 0, ..plain },
        Effort { branches: 0, thin: 100_000, ..plain },
    ]
}

fn boxed(mut system: System, size: i64) -> System {
    for id in 0..system.is_integer.len() as u32 {
        system.constraints.push(Constraint::non_negative(form(size, &[(id, 1)])));
        system.constraints.push(Constraint::non_negative(form(size, &[(id, -1)])));
    }
    system
}

fn random_system(random: &mut Random, variables: usize, largest: i64) -> System {
    let count = 1 + random.below(6);
    let constraints = (0..count).map(|_| random_constraint(random, variables, largest)).collect();
    System { is_integer: vec![true; variables], constraints }
}

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
fn thin_polytopes_take_few_branches() {
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
        for effort in [Effort::default(), Effort { thin: 0, ..Effort::default() }] {
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

/// A step of a driver that backtracks.
#[test]
fn a_walk_is_like_solving_afresh() {
    let mut random = Random::new(5);
    let mut implications = 0;
    for walk in 0..600 {
        let variables = 2 + random.below(3);
        let is_integer: Vec<bool> = match random.below(3) {
            0 => vec![true; variables],
            1 => vec![false; variables],
            _ => (0..variables).map(|_| random.coin()).collect(),
        };
        implications += Walk::new(is_integer).run(&mut random, walk);
    }
    assert!(implications > 500, "{implications}");
}

struct Walk {
    system: System,
    arithmetic: Arithmetic,
    names: Names,
    atoms: Vec<(Atom, Constraint)>,
    /// Names in force by level, permanent ones apart.
    levels: Vec<Vec<ConstraintTag>>,
    permanent: Vec<ConstraintTag>,
    implied: Vec<Vec<(Atom, bool)>>,
}

impl Walk {
    fn new(is_integer: Vec<bool>) -> Walk {
        let system = System { is_integer, constraints: Vec::new() };
        let arithmetic = system.solver(Effort::default());
        Walk {
            system,
            arithmetic,
            names: Names::default(),
            atoms: Vec::new(),
            levels: vec![Vec::new()],
            permanent: Vec::new(),
            implied: vec![Vec::new()],
        }
    }

    fn run(&mut self, random: &mut Random, walk: usize) -> usize {
        let budget = Budget::unlimited();
        let mut implications = 0;
        for _ in 0..40 {
            let variables = self.system.is_integer.len();
            let mut conflict = None;
            match random.below(12) {
                0..=2 => {
                    self.arithmetic.push();
                    self.levels.push(Vec::new());
                    self.implied.push(Vec::new());
                }
                3 if self.levels.len() > 1 => self.pop(1 + random.below(self.levels.len() - 1)),
                4 => {
                    let mut constraint = random_constraint(random, variables, 4);
                    if let Some((_, other)) = self.atoms.last()
                        && random.chance(50)
                    {
                        // The same row with another constant.
                        let by = Rational::from(random.below(7) as i64 - 3);
                        constraint.form = other.form.clone();
                        constraint.form.add_constant(&by);
                    }
                    let atom = self.arithmetic.register(&constraint);
                    self.atoms.push((atom, constraint));
                }
                5 => {
                    let constraint = random_constraint(random, variables, 4);
                    let reason = self.names.name(&constraint);
                    let lifetime = match random.below(5) {
                        0 => Lifetime::Permanent,
                        1 | 2 => Lifetime::Passing,
                        _ => Lifetime::Level,
                    };
                    match lifetime {
                        Lifetime::Permanent => self.permanent.push(reason),
                        Lifetime::Level | Lifetime::Passing => self.note(reason),
                    }
                    conflict =
                        self.arithmetic.assert_constraint(&constraint, lifetime, reason).err();
                }
                _ if !self.atoms.is_empty() => {
                    let (atom, constraint) = self.atoms[random.below(self.atoms.len())].clone();
                    let is_true = random.coin();
                    let told = self.implied.iter().flatten().find(|it| it.0 == atom);
                    // As in a driver, what is implied is not contradicted.
                    if told.is_some_and(|it| it.1 != is_true) {
                        continue;
                    }
                    let meant = if is_true { Some(constraint) } else { constraint.negation() };
                    let Some(meant) = meant else { continue };
                    let reason = self.names.name(&meant);
                    self.note(reason);
                    conflict = self.arithmetic.assert(atom, is_true, reason).err();
                }
                _ => {}
            }
            if conflict.is_none() {
                conflict = self.arithmetic.check(&budget).unwrap().err();
            }
            let in_force = self.in_force();
            let rational = elimination::is_feasible(&in_force);
            if conflict.is_none() {
                assert!(rational, "walk {walk}");
                let is_sat = self.solve_afresh(&in_force);
                if random.chance(30) {
                    match self.arithmetic.integrality(&budget).unwrap() {
                        Integrality::Satisfied => {
                            let point: Vec<_> = (0..variables as u32)
                                .map(|id| self.arithmetic.value(Variable(id)))
                                .collect();
                            self.system.constraints = in_force.clone();
                            assert!(self.system.holds_at(&point), "walk {walk}");
                        }
                        Integrality::Conflict(found) => {
                            assert!(!is_sat, "walk {walk}");
                            conflict = Some(found);
                        }
                        Integrality::Branch { .. } => {}
                    }
                } else {
                    implications += self.check_implied(&in_force);
                }
            }
            if let Some(conflict) = conflict {
                self.check_conflict(&conflict);
                assert!(!self.solve_afresh(&in_force), "walk {walk}");
                if self.levels.len() == 1 {
                    return implications;
                }
                self.pop(1);
            }
        }
        implications
    }

    fn note(&mut self, reason: ConstraintTag) {
        self.levels.last_mut().unwrap().push(reason);
    }

    fn pop(&mut self, levels: usize) {
        self.arithmetic.pop(levels);
        let kept = self.levels.len() - levels;
        self.levels.truncate(kept);
        self.implied.truncate(kept);
    }

    fn in_force(&self) -> Vec<Constraint> {
        let reasons = self.levels.iter().flatten().chain(&self.permanent);
        reasons.map(|reason| self.names.constraints[&reason.0].clone()).collect()
    }

    fn solve_afresh(&self, constraints: &[Constraint]) -> bool {
        let is_integer = self.system.is_integer.clone();
        let system = System { is_integer, constraints: constraints.to_vec() };
        match system.solve(Effort { branches: 20, ..Effort::default() }, 5000) {
            Answer::GaveUp => panic!("a fresh solver ends"),
            answer => answer != Answer::Unsat,
        }
    }

    fn check_conflict(&self, conflict: &buttress_theory::arith::Conflict) {
        let is_integer = |it: Variable| self.system.is_integer.get(it.index()) == Some(&true);
        self.names.check(conflict, None, is_integer);
        self.check_reasons(conflict);
    }

    fn check_reasons(&self, conflict: &buttress_theory::arith::Conflict) {
        for reason in conflict.reasons() {
            let mut in_force = self.levels.iter().flatten().chain(&self.permanent);
            assert!(in_force.any(|it| *it == reason), "only what is in force is used");
        }
    }

    /// Asks for implied atoms; some are explained at once, all must be right.
    fn check_implied(&mut self, in_force: &[Constraint]) -> usize {
        let mut told = Vec::new();
        self.arithmetic.implied(&mut told);
        self.implied.last_mut().unwrap().extend(&told);
        // Also those of earlier calls: their explanations are still there, and use nothing newer.
        let everything: Vec<_> = self.implied.iter().flatten().copied().collect();
        for (atom, value) in everything {
            let constraint = &self.atoms.iter().find(|it| it.0 == atom).unwrap().1;
            let denied = if value { constraint.negation() } else { Some(constraint.clone()) };
            let denied = denied.expect("equations are implied to be false only");
            let derivation = self.arithmetic.explain(atom, value);
            let is_integer = |it: Variable| self.system.is_integer.get(it.index()) == Some(&true);
            self.names.check(&derivation, Some(&denied), is_integer);
            self.check_reasons(&derivation);
            let mut denied_too = in_force.to_vec();
            denied_too.push(denied);
            assert!(!self.solve_afresh(&denied_too));
        }
        told.len()
    }
}

#[test]
fn rows_imply_atoms() {
    // x ≤ 1, y ≤ 2 (as 2y ≤ 5 over integers) imply x + 3y ≤ 7, and that x + 3y ≥ 8 is false.
    let mut arithmetic = Arithmetic::new();
    let mut names = Names::default();
    let budget = Budget::unlimited();
    arithmetic.new_variable(true);
    arithmetic.new_variable(true);
    let goals = [
        Constraint::non_negative(form(7, &[(0, -1), (1, -3)])),
        Constraint::positive(form(-7, &[(0, 1), (1, 3)])),
        Constraint::zero(form(-8, &[(0, 1), (1, 3)])),
        Constraint::non_negative(form(6, &[(0, -1), (1, -3)])),
    ];
    let atoms: Vec<Atom> = goals.iter().map(|goal| arithmetic.register(goal)).collect();
    arithmetic.push();
    let given = [form(1, &[(0, -1)]), form(5, &[(1, -2)])].map(Constraint::non_negative);
    for constraint in &given {
        let reason = names.name(constraint);
        arithmetic.assert_constraint(constraint, Lifetime::Level, reason).unwrap();
    }
    assert!(arithmetic.check(&budget).unwrap().is_ok());
    let mut told = Vec::new();
    arithmetic.implied(&mut told);
    assert_eq!(told, [(atoms[0], true), (atoms[1], false), (atoms[2], false)]);
    for ((atom, value), goal) in told.iter().zip(&goals) {
        let denied = if *value { goal.negation() } else { Some(goal.clone()) };
        let derivation = arithmetic.explain(*atom, *value);
        names.check(&derivation, denied.as_ref(), |_| true);
        assert_eq!(derivation.reasons().len(), 2);
    }
    // Told once, until the level is gone.
    told.clear();
    arithmetic.implied(&mut told);
    assert_eq!(told, []);
    arithmetic.pop(1);
    arithmetic.push();
    for (constraint, id) in given.iter().zip(0..) {
        arithmetic.assert_constraint(constraint, Lifetime::Level, ConstraintTag(id + 1)).unwrap();
    }
    arithmetic.implied(&mut told);
    assert_eq!(told.len(), 3);
}

/// One script with many checks for z3, if it is there.
#[test]
fn larger_systems_agree_with_z3() {
    let mut random = Random::new(6);
    let mut script = String::new();
    let mut systems = Vec::new();
    for _ in 0..400 {
        let variables = 2 + random.below(5);
        let largest = 3 + random.below(20) as i64;
        let mut system = random_system(&mut random, variables, largest);
        if random.coin() {
            system.is_integer = (0..variables).map(|_| random.chance(70)).collect();
        }
        script.push_str(&to_smtlib(&system));
        systems.push(system);
    }
    let Some(answers) = ask_z3(&script) else {
        eprintln!("SKIPPED: z3 is not on the path");
        return;
    };
    assert_eq!(answers.len(), systems.len());
    for (system, answer) in systems.iter().zip(&answers) {
        let ours = system.solve(Effort::default(), 20_000);
        let is_sat = matches!(ours, Answer::Sat(_));
        assert_ne!(ours, Answer::GaveUp, "{}", to_smtlib(system));
        if answer != "unknown" && answer != "timeout" {
            assert_eq!(is_sat, answer == "sat", "{}", to_smtlib(system));
        }
    }
}

fn to_smtlib(system: &System) -> String {
    let number = |value: &Rational| {
        let [numerator, denominator] = [value.numerator().abs(), value.denominator()];
        let sign = if value.is_negative() { "(- 1.0)" } else { "1.0" };
        format!("(* {sign} (/ {numerator}.0 {denominator}.0))")
    };
    let mut text = String::from("(reset)\n");
    for (id, is_integer) in system.is_integer.iter().enumerate() {
        let sort = if *is_integer { "Int" } else { "Real" };
        text.push_str(&format!("(declare-const x{id} {sort})\n"));
    }
    for Constraint { form, relation } in &system.constraints {
        let mut sum = number(form.constant_part());
        for (Variable(id), coefficient) in form.terms() {
            let is_integer = system.is_integer[*id as usize];
            let name = if is_integer { format!("(to_real x{id})") } else { format!("x{id}") };
            sum.push_str(&format!(" (* {} {name})", number(coefficient)));
        }
        let relation = match relation {
            Relation::NonNegative => ">=",
            Relation::Positive => ">",
            Relation::Zero => "=",
        };
        text.push_str(&format!("(assert ({relation} (+ {sum} 0.0) 0.0))\n"));
    }
    text.push_str("(check-sat)\n");
    text
}

fn ask_z3(script: &str) -> Option<Vec<String>> {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let mut z3 = Command::new("z3")
        .args(["-in", "-t:2000"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let mut input = z3.stdin.take()?;
    let script = script.to_owned();
    let writer = std::thread::spawn(move || input.write_all(script.as_bytes()));
    let output = z3.wait_with_output().ok()?;
    writer.join().ok()?.ok()?;
    Some(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
}
