//! Patching: single moves of the point that make an integer variable whole and break nothing.

use buttress_numeric::{Delta, Rational, Side, Variable};

use super::solver::Arithmetic;

impl Arithmetic {
    /// Is the value of a variable a whole number?
    pub(super) fn is_whole(&self, variable: Variable) -> bool {
        is_whole(self.simplex.value(variable))
    }

    /// The driver's integer variables that have no integer value.
    pub(super) fn fractional(&self) -> Vec<Variable> {
        let integers = self.structural.iter().filter(|variable| self.is_integer(**variable));
        integers.filter(|variable| !self.is_whole(**variable)).copied().collect()
    }

    /// Tries to make fractional variables whole by moving a non-basic variable for each.
    pub(super) fn patch(&mut self, fractional: &[Variable]) {
        for basic in fractional {
            if self.is_whole(*basic) {
                continue;
            }
            let rates = self.simplex.rates(*basic);
            let free: Vec<(Variable, Rational)> =
                rates.filter(|(it, _)| self.simplex.fixed(*it).is_none()).collect();
            for (variable, rate) in free {
                let moves = self.moves(*basic, variable, &rate);
                if let Some(change) = moves.into_iter().find(|it| self.is_harmless(variable, it)) {
                    self.simplex.move_by(variable, &change);
                    break;
                }
            }
        }
    }

    /// The least changes of a non-basic variable, up and down, that make a basic one whole.
    fn moves(&self, basic: Variable, variable: Variable, rate: &Rational) -> Vec<Delta> {
        let value = self.simplex.value(basic);
        if !self.is_integer(variable) {
            let Some(inverse) = rate.recip() else { return Vec::new() };
            let floor = value.value.floor().into_rational();
            let targets = [floor.clone(), floor + Rational::ONE];
            return targets.map(|target| &(&Delta::from(target) - value) * &inverse).to_vec();
        }
        if !value.is_standard() {
            return Vec::new();
        }
        let (over, period) = (value.value.denominator(), rate.denominator());
        let (Some(n), Some(d), Some(p), Some(q)) = (
            value.value.numerator().to_i64(),
            over.to_i64(),
            rate.numerator().to_i64(),
            period.to_i64(),
        ) else {
            return Vec::new();
        };
        // n/d + p·δ/q is whole iff d divides q and p·δ ≡ −n·(q/d) modulo q.
        if q % d != 0 {
            return Vec::new();
        }
        let Some(inverse) = inverse_modulo(p, q) else { return Vec::new() };
        let q = i128::from(q);
        let product = (i128::from(-n) * (q / i128::from(d))).rem_euclid(q);
        let up = (product * inverse).rem_euclid(q);
        [up, up - q].map(|change| Delta::from(Rational::from(change))).to_vec()
    }

    /// Does a move of a non-basic variable keep all bounds, and whole what is whole?
    fn is_harmless(&self, variable: Variable, change: &Delta) -> bool {
        let is_within = |variable: Variable, value: &Delta| {
            [Side::Lower, Side::Upper].into_iter().all(|side| {
                let limit = self.simplex.limit(variable, side);
                limit.is_none_or(|limit| !side.is_outside(value, &limit.value))
            })
        };
        is_within(variable, &(self.simplex.value(variable) + change))
            && self.simplex.column(variable).all(|(basic, rate)| {
                let before = self.simplex.value(basic);
                let mut after = before.clone();
                after.add_product(&rate, change);
                let stays_whole = !self.is_integer(basic) || !is_whole(before) || is_whole(&after);
                stays_whole && is_within(basic, &after)
            })
    }
}

fn is_whole(value: &Delta) -> bool {
    value.is_standard() && value.value.is_integer()
}

/// The inverse of `number` modulo `modulus`, which is positive; `None` if they share a divisor.
fn inverse_modulo(number: i64, modulus: i64) -> Option<i128> {
    let modulus = i128::from(modulus);
    let (mut a, mut b) = (i128::from(number).rem_euclid(modulus), modulus);
    let (mut x, mut y) = (1, 0);
    while a != 0 {
        let quotient = b / a;
        (a, b) = (b - quotient * a, a);
        (x, y) = (y - quotient * x, x);
    }
    (b == 1).then(|| y.rem_euclid(modulus))
}

#[cfg(test)]
mod tests {
    use super::inverse_modulo;

    #[test]
    fn inverses() {
        for modulus in 1..30i64 {
            for number in -40..40i64 {
                match inverse_modulo(number, modulus) {
                    Some(inverse) => assert_eq!(
                        (i128::from(number) * inverse - 1).rem_euclid(i128::from(modulus)),
                        0,
                        "{number} modulo {modulus}"
                    ),
                    None => {
                        let common = |it: &i64| number % it == 0 && modulus % it == 0;
                        assert!((2..=modulus).any(|it| common(&it)), "{number} modulo {modulus}");
                    }
                }
            }
        }
    }
}
