//! Farkas' lemma as evidence: multipliers that sum constraints to a contradiction or to a goal.
//!
//! If S = {aᵢ₀ + aᵢ·x ≥ 0} is satisfiable, it entails c₀ + c·x ≥ 0 iff some λᵢ ≥ 0 have
//! c = Σλᵢaᵢ and c₀ ≥ Σλᵢaᵢ₀. Checking the multipliers is one exact sum and knows nothing of the
//! simplex that found them.
//! Source: thesis, inequality invariants.

use std::collections::BTreeSet;

use crate::{Constraint, ConstraintTag, LinearForm, NumericError, Rational, Relation};

/// Multipliers for some constraints, each named once.
///
/// Inequalities take positive multipliers, equations any.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FarkasCertificate {
    /// Which constraint is taken how often.
    pub multipliers: Vec<(ConstraintTag, Rational)>,
}

/// What a certificate's constraints add up to.
struct Sum {
    form: LinearForm,
    /// The strongest relation that the summands give.
    relation: Relation,
}

impl FarkasCertificate {
    /// Checks that the constraints contradict each other: their sum is a constant that does not
    /// compare with zero as the sum of such constraints must.
    pub fn refutes<'a>(
        &self,
        constraint: impl Fn(ConstraintTag) -> Option<&'a Constraint>,
    ) -> Result<(), NumericError> {
        let sum = self.sum(constraint)?;
        let constant = constant_of(&sum.form)?;
        if sum.relation.holds(constant) {
            return Err(NumericError::WeakConstant(constant.clone()));
        }
        Ok(())
    }

    /// Checks that the constraints entail the goal: the goal's form is their sum and a constant
    /// that is large enough.
    pub fn entails<'a>(
        &self,
        constraint: impl Fn(ConstraintTag) -> Option<&'a Constraint>,
        goal: &Constraint,
    ) -> Result<(), NumericError> {
        let sum = self.sum(constraint)?;
        let mut rest = goal.form.clone();
        rest.add_scaled(&Rational::MINUS_ONE, &sum.form);
        let rest = constant_of(&rest)?;
        let is_entailed = match (goal.relation, sum.relation) {
            (Relation::NonNegative, _) => !rest.is_negative(),
            (Relation::Positive, Relation::Positive) => !rest.is_negative(),
            (Relation::Positive, _) => rest.is_positive(),
            (Relation::Zero, Relation::Zero) => rest.is_zero(),
            (Relation::Zero, _) => false,
        };
        if is_entailed { Ok(()) } else { Err(NumericError::WeakConstant(rest.clone())) }
    }

    fn sum<'a>(
        &self,
        constraint: impl Fn(ConstraintTag) -> Option<&'a Constraint>,
    ) -> Result<Sum, NumericError> {
        // The empty sum is 0 = 0.
        let mut sum = Sum { form: LinearForm::default(), relation: Relation::Zero };
        let mut seen = BTreeSet::new();
        for (reason, multiplier) in &self.multipliers {
            let constraint = constraint(*reason).ok_or(NumericError::UnknownConstraint(*reason))?;
            if !seen.insert(*reason) {
                return Err(NumericError::RepeatedConstraint(*reason));
            }
            if multiplier.is_zero() {
                continue;
            }
            if constraint.relation != Relation::Zero && multiplier.is_negative() {
                return Err(NumericError::NegativeMultiplier(*reason));
            }
            sum.relation = sum.relation.plus(constraint.relation);
            sum.form.add_scaled(multiplier, &constraint.form);
        }
        Ok(sum)
    }
}

fn constant_of(form: &LinearForm) -> Result<&Rational, NumericError> {
    match form.terms().first() {
        Some((variable, _)) => Err(NumericError::NotCancelled(*variable)),
        None => Ok(form.constant_part()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Variable;

    fn form(constant: i64, terms: &[(u32, i64)]) -> LinearForm {
        let terms = terms.iter().map(|(id, value)| (Variable(*id), Rational::from(*value)));
        LinearForm::new(Rational::from(constant), terms)
    }

    fn certificate(multipliers: &[(u32, i64)]) -> FarkasCertificate {
        let multipliers =
            multipliers.iter().map(|(id, by)| (ConstraintTag(*id), Rational::from(*by)));
        FarkasCertificate { multipliers: multipliers.collect() }
    }

    /// x ≥ 2, y > 3, x + y ≤ 5, x − 2y = 0, x + y ≤ 4
    fn constraints() -> Vec<Constraint> {
        vec![
            Constraint::non_negative(form(-2, &[(0, 1)])),
            Constraint::positive(form(-3, &[(1, 1)])),
            Constraint::non_negative(form(5, &[(0, -1), (1, -1)])),
            Constraint::zero(form(0, &[(0, 1), (1, -2)])),
            Constraint::non_negative(form(4, &[(0, -1), (1, -1)])),
        ]
    }

    fn refutes(multipliers: &[(u32, i64)]) -> Result<(), NumericError> {
        let constraints = constraints();
        certificate(multipliers).refutes(|ConstraintTag(id)| constraints.get(id as usize))
    }

    fn entails(multipliers: &[(u32, i64)], goal: Constraint) -> Result<(), NumericError> {
        let constraints = constraints();
        certificate(multipliers).entails(|ConstraintTag(id)| constraints.get(id as usize), &goal)
    }

    #[test]
    fn contradictions() {
        assert_eq!(refutes(&[(0, 1), (1, 1), (2, 1)]), Ok(()), "strictness decides");
        assert_eq!(refutes(&[(0, 1), (1, 1), (4, 1)]), Ok(()));
        // x = 2y > 6 and 3y > 9 against x + y ≤ 5.
        assert_eq!(refutes(&[(1, 3), (2, 1), (3, 1)]), Ok(()));
    }

    #[test]
    fn damaged_contradictions() {
        let weak = |constant| Err(NumericError::WeakConstant(Rational::from(constant)));
        assert_eq!(refutes(&[]), weak(0));
        assert_eq!(refutes(&[(0, 1), (2, 1)]), Err(NumericError::NotCancelled(Variable(1))));
        assert_eq!(refutes(&[(0, -1)]), Err(NumericError::NegativeMultiplier(ConstraintTag(0))));
        assert_eq!(refutes(&[(9, 1)]), Err(NumericError::UnknownConstraint(ConstraintTag(9))));
        assert_eq!(
            refutes(&[(0, 1), (0, 1)]),
            Err(NumericError::RepeatedConstraint(ConstraintTag(0)))
        );
        assert_eq!(refutes(&[(0, 0), (1, 0)]), weak(0), "a strict constraint taken zero times");
    }

    #[test]
    fn goals() {
        let goal = form(-5, &[(0, 1), (1, 1)]);
        assert_eq!(entails(&[(0, 1), (1, 1)], Constraint::positive(goal.clone())), Ok(()));
        let weak = |constant| Err(NumericError::WeakConstant(Rational::from(constant)));
        assert_eq!(entails(&[(0, 1), (1, 1)], Constraint::zero(goal)), weak(0));
        let strict = Constraint::positive(form(-2, &[(0, 1)]));
        assert_eq!(entails(&[(0, 1)], strict), weak(0));
        let strong = Constraint::non_negative(form(-3, &[(0, 1)]));
        assert_eq!(entails(&[(0, 1)], strong), weak(-1));
        let equation = Constraint::zero(form(0, &[(0, -2), (1, 4)]));
        assert_eq!(entails(&[(3, -2)], equation), Ok(()));
    }
}
