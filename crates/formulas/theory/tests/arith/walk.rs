//! A driver that asserts, backtracks and asks, beside a solver that starts afresh each time.

use buttress_budget::Budget;
use buttress_numeric::{Constraint, ConstraintTag, Rational, Variable};
use buttress_prop::Random;
use buttress_theory::arith::{Arithmetic, Atom, Effort, Integrality, Lifetime};

use crate::elimination;
use crate::support::{Answer, Names, System, random_constraint, random_difference};

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
        implications += Walk::new(is_integer).run(&mut random, walk, random_constraint);
    }
    assert!(implications > 500, "{implications}");
}

/// Comparisons of two unknowns only: what two of them say of a third is implied by a way of its own.
#[test]
fn a_walk_among_differences_is_like_solving_afresh() {
    let mut random = Random::new(9);
    let mut implications = 0;
    for walk in 0..400 {
        let variables = 3 + random.below(3);
        let is_integer: Vec<bool> = match random.below(4) {
            0 => vec![false; variables],
            1 => (0..variables).map(|_| random.coin()).collect(),
            _ => vec![true; variables],
        };
        implications += Walk::new(is_integer).run(&mut random, walk, random_difference);
    }
    assert!(implications > 300, "{implications}");
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

    fn run(
        &mut self,
        random: &mut Random,
        walk: usize,
        made: fn(&mut Random, usize, i64) -> Constraint,
    ) -> usize {
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
                    let mut constraint = made(random, variables, 4);
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
                    let constraint = made(random, variables, 4);
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
