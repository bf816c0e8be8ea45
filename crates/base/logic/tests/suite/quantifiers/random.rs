//! Random formulas.

use buttress_prop::Random;

use super::world::{Formula, Number};

pub fn random_index(random: &mut Random, variables: usize) -> Number {
    match random.below(8) {
        0 => Number::Constant(random.integer(-3, 3)),
        _ => {
            let variable = random.below(variables);
            Number::Moved(variable, random.integer(-1, 1))
        }
    }
}

pub fn random_number(random: &mut Random, variables: usize) -> Number {
    let array = random.below(2);
    let index = Box::new(random_index(random, variables));
    match random.below(9) {
        0 => Number::Constant(random.integer(-2, 2)),
        1 | 2 => Number::Read(array, index),
        3 => Number::Read(array, Box::new(Number::Read(1 - array, index))),
        4 => {
            let at = Box::new(random_index(random, variables));
            Number::Written(array, at, Box::new(random_value(random, variables)), index)
        }
        5 => {
            let (left, right) = (random_index(random, variables), random_index(random, variables));
            let (then, otherwise) = (Box::new(left.clone()), Box::new(right.clone()));
            let condition = Box::new(Formula::LessEqual(left, right));
            match random.below(2) {
                0 => Number::Choice(condition, otherwise, then),
                _ => Number::Choice(condition, index, Box::new(random_value(random, variables))),
            }
        }
        6 => match random.below(3) {
            0 => Number::Absolute(index),
            1 => Number::Modulo(index, random.integer(2, 3)),
            _ => Number::Divided(index, random.integer(2, 3)),
        },
        _ => Number::Call(index),
    }
}

pub fn random_value(random: &mut Random, variables: usize) -> Number {
    match random.below(3) {
        0 => Number::Constant(random.integer(-2, 2)),
        1 => Number::Read(0, Box::new(random_index(random, variables))),
        _ => random_index(random, variables),
    }
}

pub fn random_formula(random: &mut Random, variables: usize, depth: usize, left: usize) -> Formula {
    if depth == 0 || random.below(5) == 0 {
        let index = random_index(random, variables);
        match random.below(12) {
            0 => return Formula::Halves(random_number(random, variables), random.integer(-7, 7)),
            1 => {
                let mut writes = vec![(index, random_value(random, variables))];
                if random.below(2) == 0 {
                    let other = random_index(random, variables);
                    writes.push((other, random_value(random, variables)));
                }
                return Formula::Same(writes);
            }
            _ => {}
        }
        let (one, other) = match random.below(6) {
            0 | 1 => (index, random_index(random, variables)),
            2 => (index, random_number(random, variables)),
            3 => {
                let variable = random.below(variables);
                let number = Number::Constant(random.integer(-4, 4));
                (Number::Twice(variable, random.integer(-1, 1)), number)
            }
            _ => (random_number(random, variables), random_number(random, variables)),
        };
        let (one, other) = if random.below(2) == 0 { (one, other) } else { (other, one) };
        return match random.below(3) {
            0 => Formula::Less(one, other),
            1 => Formula::LessEqual(one, other),
            _ => Formula::Equal(one, other),
        };
    }
    let parts = |random: &mut Random| {
        (0..2).map(|_| random_formula(random, variables, depth - 1, left)).collect()
    };
    match random.below(4) {
        0 if left > 0 => random_quantified(random, variables, depth - 1, left),
        0 | 1 => Formula::And(parts(random)),
        2 => Formula::Or(parts(random)),
        _ => Formula::Not(Box::new(random_formula(random, variables, depth - 1, left))),
    }
}

pub fn random_quantified(random: &mut Random, first: usize, depth: usize, left: usize) -> Formula {
    let count = 1 + random.below(left.min(2));
    let is_forall = random.below(2) == 0;
    let body = Box::new(random_formula(random, first + count, depth, left - count));
    Formula::Quantified { is_forall, first, count, body }
}
