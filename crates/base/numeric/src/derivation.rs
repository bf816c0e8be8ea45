//! Derivations: constraints from constraints by sums and integer rounding, down to a contradiction.
//!
//! A Farkas sum is a derivation of one line. Integers need more: a sum over integer variables may
//! be divided by what its coefficients have in common, and its constant rounded; what comes out
//! can be summed again (the cutting planes of Chvátal and Gomory). Checking is one exact sum per
//! line and knows nothing of the solver that found them.

use crate::{
    Constraint, ConstraintTag, LinearForm, NumericError, Rational, Relation, Source, Variable,
};

/// Constraints derived in order; the last one is contradictory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Derivation {
    /// The derived constraints.
    pub lines: Vec<Line>,
}

/// A sum of constraints: inequalities take positive multipliers, equations any.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// What is added, how often.
    pub sum: Vec<(Source, Rational)>,
    /// Is the sum then rounded, its variables being integers? See [`Constraint::rounded`].
    pub rounds: bool,
}

impl Derivation {
    /// The asserted constraints that are used, sorted, each once.
    pub fn reasons(&self) -> Vec<ConstraintTag> {
        let sources = self.lines.iter().flat_map(|line| &line.sum);
        let mut reasons: Vec<ConstraintTag> = sources
            .filter_map(|(source, _)| match source {
                Source::Given(reason) => Some(*reason),
                _ => None,
            })
            .collect();
        reasons.sort();
        reasons.dedup();
        reasons
    }

    /// Checks that the last line contradicts itself. `constraint` knows what was asserted, and
    /// what [`Source::NegatedAtom`] stands for.
    pub fn refutes<'a>(
        &self,
        constraint: impl Fn(Source) -> Option<&'a Constraint>,
        is_integer: impl Fn(Variable) -> bool,
    ) -> Result<(), NumericError> {
        let mut derived: Vec<Constraint> = Vec::with_capacity(self.lines.len());
        for line in &self.lines {
            let derived_line = line.derive(&derived, &constraint, &is_integer)?;
            derived.push(derived_line);
        }
        let last = derived.pop().ok_or(NumericError::EmptyDerivation)?;
        if let Some((variable, _)) = last.form.terms().first() {
            return Err(NumericError::NotCancelled(*variable));
        }
        let constant = last.form.constant_part();
        if last.relation.holds(constant) {
            return Err(NumericError::WeakConstant(constant.clone()));
        }
        Ok(())
    }
}

impl Line {
    fn derive<'a>(
        &self,
        derived: &[Constraint],
        constraint: &impl Fn(Source) -> Option<&'a Constraint>,
        is_integer: &impl Fn(Variable) -> bool,
    ) -> Result<Constraint, NumericError> {
        // The empty sum is 0 = 0.
        let mut sum = Constraint::zero(LinearForm::default());
        for (source, multiplier) in &self.sum {
            let summand = match source {
                Source::Line(line) => derived.get(*line),
                _ => constraint(*source),
            };
            let summand = summand.ok_or(NumericError::UnknownSource(*source))?;
            if multiplier.is_zero() {
                continue;
            }
            if summand.relation != Relation::Zero && multiplier.is_negative() {
                return Err(NumericError::NegativeMultiple(*source));
            }
            sum.relation = sum.relation.plus(summand.relation);
            sum.form.add_scaled(multiplier, &summand.form);
        }
        if !self.rounds {
            return Ok(sum);
        }
        let real = sum.form.terms().iter().find(|(variable, _)| !is_integer(*variable));
        match real {
            Some((variable, _)) => Err(NumericError::NotIntegral(*variable)),
            None => Ok(sum.rounded()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(constant: &str, terms: &[(u32, i64)]) -> LinearForm {
        let terms = terms.iter().map(|(id, value)| (Variable(*id), Rational::from(*value)));
        LinearForm::new(constant.parse().unwrap(), terms)
    }

    #[test]
    fn rounding_is_the_documented_rule() {
        let at_least = Constraint::non_negative(form("-3", &[(0, 2), (1, -4)]));
        assert_eq!(at_least.rounded(), Constraint::non_negative(form("-2", &[(0, 1), (1, -2)])));
        let above = Constraint::positive(form("-4", &[(0, 2)]));
        assert_eq!(above.rounded(), Constraint::non_negative(form("-3", &[(0, 1)])));
        let above = Constraint::positive(form("7", &[(0, -2)]));
        assert_eq!(above.rounded(), Constraint::non_negative(form("3", &[(0, -1)])));
        let equation = Constraint::zero(form("4", &[(0, 2), (1, -6)]));
        assert_eq!(equation.rounded(), Constraint::zero(form("2", &[(0, 1), (1, -3)])));
        let equation = Constraint::zero(form("1", &[(0, 3), (1, -3)]));
        assert_eq!(equation.rounded(), Constraint::non_negative(form("-1", &[])));
        let constant = Constraint::positive(form("1/2", &[]));
        assert_eq!(constant.rounded(), constant);
        let halves = LinearForm::new(
            "5/12".parse().unwrap(),
            [(Variable(0), "1/2".parse().unwrap()), (Variable(1), "-3/4".parse().unwrap())],
        );
        let expected = Constraint::non_negative(form("1", &[(0, 2), (1, -3)]));
        assert_eq!(Constraint::non_negative(halves).rounded(), expected);
    }

    fn line(sum: &[(Source, i64)], rounds: bool) -> Line {
        Line {
            sum: sum.iter().map(|(source, by)| (*source, Rational::from(*by))).collect(),
            rounds,
        }
    }

    /// 3x − 3y ≥ 1 and 3x − 3y ≤ 2 over the integers.
    fn strip() -> ([Constraint; 2], Derivation) {
        let constraints = [
            Constraint::non_negative(form("-1", &[(0, 3), (1, -3)])),
            Constraint::non_negative(form("2", &[(0, -3), (1, 3)])),
        ];
        let (first, second) = (Source::Given(ConstraintTag(0)), Source::NegatedAtom);
        let lines = vec![
            line(&[(first, 1)], true),
            line(&[(second, 1)], true),
            line(&[(Source::Line(0), 1), (Source::Line(1), 1)], false),
        ];
        (constraints, Derivation { lines })
    }

    fn check(derivation: &Derivation, constraints: &[Constraint; 2]) -> Result<(), NumericError> {
        derivation.refutes(
            |source| match source {
                Source::Given(ConstraintTag(0)) => Some(&constraints[0]),
                Source::NegatedAtom => Some(&constraints[1]),
                _ => None,
            },
            |Variable(id)| id < 2,
        )
    }

    #[test]
    fn a_strip_without_integer_points() {
        let (constraints, derivation) = strip();
        assert_eq!(check(&derivation, &constraints), Ok(()));
        assert_eq!(derivation.reasons(), [ConstraintTag(0)]);
    }

    #[test]
    fn damaged_derivations() {
        let damage = |change: fn(&mut Derivation)| {
            let (constraints, mut derivation) = strip();
            change(&mut derivation);
            check(&derivation, &constraints)
        };
        let weak = Err(NumericError::WeakConstant(Rational::ZERO));
        let open = Err(NumericError::NotCancelled(Variable(0)));
        assert_eq!(damage(|it| it.lines.clear()), Err(NumericError::EmptyDerivation));
        assert_eq!(damage(|it| it.lines[2].sum.clear()), weak);
        assert_eq!(damage(|it| it.lines.truncate(2)), open);
        assert_eq!(damage(|it| it.lines[1].rounds = false), open);
        assert_eq!(
            damage(|it| it.lines[2].sum[0].0 = Source::Line(2)),
            Err(NumericError::UnknownSource(Source::Line(2)))
        );
        assert_eq!(
            damage(|it| it.lines[0].sum[0].1 = Rational::MINUS_ONE),
            Err(NumericError::NegativeMultiple(Source::Given(ConstraintTag(0))))
        );
        let (mut constraints, derivation) = strip();
        constraints[0].form.add_scaled(&Rational::ONE, &form("0", &[(2, 1)]));
        assert_eq!(check(&derivation, &constraints), Err(NumericError::NotIntegral(Variable(2))));
    }
}
