//! A program from a seed.

use buttress_numeric::{Constraint, LinearForm, Rational, Relation, Variable};
use buttress_prop::Random;

use super::mixes::{LpMix, Numbers};
use super::program::LinearProgram;

/// The program of a seed.
pub fn linear_program(seed: u64, mix: &LpMix) -> LinearProgram {
    let mut maker = Maker { mix, random: Random::new(seed) };
    let variables = maker.random.between(mix.variables.0, mix.variables.1) as u32;
    let point: Vec<Rational> = (0..variables).map(|_| maker.number()).collect();
    let mut constraints = Vec::new();
    for id in 0..variables {
        for sign in [Rational::ONE, Rational::MINUS_ONE] {
            if maker.random.chance(mix.bounded) {
                let form = LinearForm::new(Rational::ZERO, [(Variable(id), sign)]);
                constraints.push(maker.constraint(form, &point, 0));
            }
        }
    }
    for _ in 0..maker.random.between(mix.constraints.0, mix.constraints.1) {
        // Constraints that repeat or oppose others meet in the same rows.
        let form = match constraints.get(maker.random.below(constraints.len().max(1))) {
            Some(other) if maker.random.chance(15) => maker.multiple(other),
            _ => maker.form(variables),
        };
        let equations = mix.equations;
        constraints.push(maker.constraint(form, &point, equations));
    }
    let objective = match constraints.get(maker.random.below(constraints.len().max(1))) {
        // Along a face, many points are optimal.
        Some(face) if maker.random.chance(20) => face.form.scaled(&Rational::MINUS_ONE),
        _ => maker.form(variables),
    };
    LinearProgram { variables, constraints, objective }
}

struct Maker<'m> {
    mix: &'m LpMix,
    random: Random,
}

impl Maker<'_> {
    /// The linear part of a constraint.
    fn form(&mut self, variables: u32) -> LinearForm {
        let count = self.random.between(1, self.mix.terms.min(variables as usize));
        let terms: Vec<(Variable, Rational)> = (0..count)
            .map(|_| (Variable(self.random.below(variables as usize) as u32), self.number()))
            .collect();
        LinearForm::new(Rational::ZERO, terms)
    }

    /// A multiple of the linear part of a constraint.
    fn multiple(&mut self, other: &Constraint) -> LinearForm {
        let mut form = other.form.clone();
        form.add_constant(&-other.form.constant_part());
        let factor = Rational::from(self.random.below(7) as i64 - 3);
        form.scaled(&factor)
    }

    /// The form compared with zero, after a constant was added.
    fn constraint(
        &mut self,
        mut form: LinearForm,
        point: &[Rational],
        equations: u32,
    ) -> Constraint {
        let at = form.evaluate(|variable| point.get(variable.index()).cloned().unwrap_or_default());
        form.add_constant(&-at);
        if !self.random.chance(self.mix.degenerate) {
            // Mostly on the side of the shared point.
            let room = self.number();
            let room = if self.random.chance(92) { room.abs() } else { room };
            form.add_constant(&room);
        }
        let relation = if self.random.chance(equations) {
            Relation::Zero
        } else if self.random.chance(self.mix.strict) {
            Relation::Positive
        } else {
            Relation::NonNegative
        };
        Constraint { form, relation }
    }

    fn number(&mut self) -> Rational {
        let random = &mut self.random;
        let small = Rational::from(random.below(13) as i64 - 6);
        match self.mix.numbers {
            Numbers::Small => small,
            Numbers::Fractions => {
                let over = random.below(30) as i64 + 1;
                Rational::new(random.below(200) as i64 - 100, over).unwrap_or(small)
            }
            Numbers::Huge => match random.below(5) {
                0 => Rational::from(i64::MAX) - Rational::from(random.below(3) as i64),
                1 => Rational::from(i64::MIN) + Rational::from(random.below(3) as i64),
                2 => {
                    let word = Rational::from(random.bits() as i64);
                    word * Rational::from(random.bits() as i64)
                }
                3 => Rational::new(random.bits() as i64, (random.bits() >> 1) as i64)
                    .unwrap_or(small),
                _ => small,
            },
        }
    }
}
