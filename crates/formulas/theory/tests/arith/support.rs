//! A driver small enough to trust: conjunctions, depth-first branching, every derivation checked.

use std::collections::HashMap;

use buttress_budget::Budget;
use buttress_numeric::{
    Constraint, ConstraintTag, Derivation, LinearForm, Rational, Relation, Source, Variable,
};
use buttress_prop::Random;
use buttress_theory::arith::{Arithmetic, Effort, Integrality, Lifetime};

pub fn form(constant: i64, terms: &[(u32, i64)]) -> LinearForm {
    let terms = terms.iter().map(|(id, value)| (Variable(*id), Rational::from(*value)));
    LinearForm::new(Rational::from(constant), terms)
}

/// What was asserted under which name.
#[derive(Default)]
pub struct Names {
    pub constraints: HashMap<u32, Constraint>,
    next: u32,
}

impl Names {
    pub fn name(&mut self, constraint: &Constraint) -> ConstraintTag {
        self.next += 1;
        self.constraints.insert(self.next, constraint.clone());
        ConstraintTag(self.next)
    }

    /// Checks a derivation; `denied` is what the explained atom's denial says.
    pub fn check(
        &self,
        derivation: &Derivation,
        denied: Option<&Constraint>,
        is_integer: impl Fn(Variable) -> bool,
    ) {
        let find = |source| match source {
            Source::Given(ConstraintTag(id)) => self.constraints.get(&id),
            Source::NegatedAtom => denied,
            Source::Line(_) => None,
        };
        let verdict = derivation.refutes(find, is_integer);
        assert_eq!(verdict, Ok(()), "{derivation:?}");
    }
}

/// The answer for a conjunction.
#[derive(Debug, PartialEq, Eq)]
pub enum Answer {
    Sat(Vec<Rational>),
    Unsat,
    /// More branches than allowed.
    GaveUp,
}

/// A conjunction over variables of which some are integers.
pub struct System {
    pub is_integer: Vec<bool>,
    pub constraints: Vec<Constraint>,
}

impl System {
    pub fn solver(&self, effort: Effort) -> Arithmetic {
        let mut arithmetic = Arithmetic::with_effort(effort);
        for (id, is_integer) in (0..).zip(&self.is_integer) {
            assert_eq!(arithmetic.new_variable(*is_integer), Variable(id));
        }
        arithmetic
    }

    fn is_integer(&self, variable: Variable) -> bool {
        self.is_integer.get(variable.index()).copied().unwrap_or(false)
    }

    pub fn holds_at(&self, point: &[Rational]) -> bool {
        self.constraints.iter().all(|it| it.holds(|variable| point[variable.index()].clone()))
            && self.is_integer.iter().zip(point).all(|(it, value)| !it || value.is_integer())
    }

    /// Solves by depth-first branching; every conflict and every solution is checked.
    pub fn solve(&self, effort: Effort, most: usize) -> Answer {
        let mut arithmetic = self.solver(effort);
        let mut names = Names::default();
        let budget = Budget::unlimited();
        let mut conflict = None;
        for constraint in &self.constraints {
            let reason = names.name(constraint);
            let asserted = arithmetic.assert_constraint(constraint, Lifetime::Level, reason);
            conflict = conflict.or(asserted.err());
        }
        // The other side of each open branch, once the first is refuted.
        let mut others: Vec<Option<Constraint>> = Vec::new();
        let mut branches = 0;
        loop {
            if conflict.is_none() {
                conflict = arithmetic.check(&budget).unwrap().err();
            }
            let mut branch = None;
            if conflict.is_none() {
                match arithmetic.integrality(&budget).unwrap() {
                    Integrality::Satisfied => {
                        let variables = (0..self.is_integer.len() as u32).map(Variable);
                        let point: Vec<_> = variables.map(|it| arithmetic.value(it)).collect();
                        assert!(self.holds_at(&point), "{point:?}");
                        return Answer::Sat(point);
                    }
                    Integrality::Conflict(found) => conflict = Some(found),
                    Integrality::Branch { form, floor } => {
                        assert!(
                            form.terms()
                                .iter()
                                .all(|(it, c)| self.is_integer(*it) && c.is_integer())
                        );
                        let mut above = form.clone();
                        above.add_constant(&-(floor.as_rational() + Rational::ONE));
                        let mut below = form.scaled(&Rational::MINUS_ONE);
                        below.add_constant(floor.as_rational());
                        branches += 1;
                        if branches > most {
                            return Answer::GaveUp;
                        }
                        let sides = [above, below].map(Constraint::non_negative);
                        let [first, second] = sides;
                        others.push(Some(second));
                        branch = Some(first);
                    }
                }
            }
            if let Some(found) = conflict.take() {
                names.check(&found, None, |it| self.is_integer(it));
                loop {
                    let Some(other) = others.pop() else { return Answer::Unsat };
                    arithmetic.pop(1);
                    if let Some(other) = other {
                        others.push(None);
                        branch = Some(other);
                        break;
                    }
                }
            }
            if let Some(constraint) = branch {
                arithmetic.push();
                let reason = names.name(&constraint);
                let asserted = arithmetic.assert_constraint(&constraint, Lifetime::Level, reason);
                conflict = asserted.err();
            }
        }
    }

    /// An integer point in the box `[-size, size]`, found by trying all.
    pub fn in_box(&self, size: i64) -> Option<Vec<i64>> {
        let mut point = vec![-size; self.is_integer.len()];
        loop {
            let holds = |constraint: &Constraint| {
                constraint.holds(|variable| Rational::from(point[variable.index()]))
            };
            if self.constraints.iter().all(holds) {
                return Some(point);
            }
            let place = point.iter().position(|value| *value < size)?;
            point[place] += 1;
            point[..place].fill(-size);
        }
    }
}

/// A random constraint with coefficients up to `largest`.
pub fn random_constraint(random: &mut Random, variables: usize, largest: i64) -> Constraint {
    let number = |random: &mut Random, size: i64| random.below(2 * size as usize + 1) as i64 - size;
    let mut terms = Vec::new();
    for id in 0..variables as u32 {
        if random.chance(65) {
            terms.push((Variable(id), Rational::from(number(random, largest))));
        }
    }
    let constant = Rational::new(number(random, 3 * largest), 1 + random.below(2) as i64);
    let form = LinearForm::new(constant.unwrap(), terms);
    let relation = match random.below(8) {
        0 | 1 => Relation::Zero,
        2 | 3 => Relation::Positive,
        _ => Relation::NonNegative,
    };
    Constraint { form, relation }
}

/// `x - y + c` related to 0, for two of the variables.
pub fn random_difference(random: &mut Random, variables: usize, largest: i64) -> Constraint {
    let first = random.below(variables);
    let second = (first + 1 + random.below(variables - 1)) % variables;
    let by = Rational::from([1, 1, 1, 2][random.below(4)]);
    let terms = [(Variable(first as u32), by.clone()), (Variable(second as u32), -by)];
    let constant = Rational::from(random.below(2 * largest as usize + 1) as i64 - largest);
    let relation = match random.below(6) {
        0 => Relation::Zero,
        1 | 2 => Relation::Positive,
        _ => Relation::NonNegative,
    };
    Constraint { form: LinearForm::new(constant, terms), relation }
}
