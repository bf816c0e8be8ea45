//! Giving variables values of their own, where the bounds leave room.
//!
//! Simplex leaves every variable that nothing pushes at zero. For a combination of theories equal
//! values are questions (are these two terms equal?), so chance equalities cost splits. Moving the
//! point inside its bounds is free: it stays a solution, and integers stay integers.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use buttress_numeric::{Delta, Rational, Side, Variable};

use super::solver::Arithmetic;
use crate::limits::{DIVERSIFYING_CARRIERS, DIVERSIFYING_MOVES};

impl Arithmetic {
    /// Moves the point, which satisfies everything asserted and gives integers to integers, so that
    /// few of `variables` share a value.
    pub fn diversify(&mut self, variables: &[Variable]) {
        let mut holders: HashMap<Rational, usize> = HashMap::new();
        for variable in variables {
            *holders.entry(self.standard(*variable)).or_default() += 1;
        }
        let listed: HashSet<Variable> = variables.iter().copied().collect();
        let mut moves = 0;
        let mut step = 1;
        for variable in variables {
            if moves == DIVERSIFYING_MOVES {
                break;
            }
            if holders.get(&self.standard(*variable)).is_none_or(|count| *count < 2) {
                continue;
            }
            for (carrier, rate) in self.carriers(*variable) {
                let is_free = |change: &Rational| {
                    let mut value = self.standard(*variable);
                    value.add_product(&rate, change);
                    !holders.contains_key(&value) && self.can_move(carrier, change)
                };
                let Some(change) = changes(step).find(is_free) else { continue };
                let moved = self.simplex.column(carrier).map(|(basic, _)| basic).chain([carrier]);
                let moved: Vec<Variable> = moved.filter(|moved| listed.contains(moved)).collect();
                for variable in &moved {
                    let old = self.standard(*variable);
                    if let Some(count) = holders.get_mut(&old) {
                        *count -= 1;
                        if *count == 0 {
                            holders.remove(&old);
                        }
                    }
                }
                self.simplex.move_by(carrier, &Delta::from(change));
                for variable in &moved {
                    *holders.entry(self.standard(*variable)).or_default() += 1;
                }
                moves += 1;
                step += 1;
                break;
            }
        }
        if moves > 0 {
            self.epsilon = OnceCell::new();
        }
    }

    fn standard(&self, variable: Variable) -> Rational {
        self.simplex.value(variable).value.clone()
    }

    /// Variables whose move moves this one, with the rate.
    fn carriers(&self, variable: Variable) -> Vec<(Variable, Rational)> {
        if self.simplex.is_basic(variable) {
            self.simplex.rates(variable).take(DIVERSIFYING_CARRIERS).collect()
        } else {
            vec![(variable, Rational::ONE)]
        }
    }

    /// May a non-basic variable move by so much? It and all that moves with it stay within their
    /// bounds and in their kind of number.
    fn can_move(&self, carrier: Variable, change: &Rational) -> bool {
        let may = |variable: Variable, change: Rational| {
            if self.is_integer(variable) && !change.is_integer() {
                return false;
            }
            let value = self.simplex.value(variable) + &Delta::from(change);
            let lower = self.simplex.limit(variable, Side::Lower);
            let upper = self.simplex.limit(variable, Side::Upper);
            lower.is_none_or(|lower| lower.value <= value)
                && upper.is_none_or(|upper| value <= upper.value)
        };
        may(carrier, change.clone())
            && self.simplex.column(carrier).all(|(basic, rate)| may(basic, &rate * change))
    }
}

/// Changes worth trying, the ones that nobody tried before first.
fn changes(step: i64) -> impl Iterator<Item = Rational> {
    let far = [step, -step, step + 1, -step - 1];
    let near = (1..=8).flat_map(|near| [near, -near]);
    far.into_iter().chain(near).map(Rational::from)
}
