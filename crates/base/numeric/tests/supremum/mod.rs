//! How far a form can go, by elimination.

use buttress_numeric::{Constraint, Delta, LinearForm, Rational, Relation, Variable};

use crate::elimination::project;

/// How far a form can go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Supremum {
    Finite { value: Rational, attained: bool },
    Infinite,
}

impl Supremum {
    /// The supremum that a simplex states.
    pub fn of(value: &Delta) -> Supremum {
        Supremum::Finite { value: value.value.clone(), attained: value.is_standard() }
    }
}

/// The supremum of a form; `None` if the constraints have no common solution.
pub fn supremum(constraints: &[Constraint], form: &LinearForm) -> Option<Supremum> {
    let kept = Variable(u32::MAX);
    let mut equation = form.clone();
    equation.add_scaled(&Rational::MINUS_ONE, &LinearForm::variable(kept));
    let mut constraints = constraints.to_vec();
    constraints.push(Constraint::zero(equation));
    let mut least: Option<(Rational, bool)> = None;
    for Constraint { form, relation } in project(&constraints, Some(kept))? {
        let coefficient = form.coefficient(kept);
        if relation == Relation::Zero || coefficient.is_negative() {
            let value = (-form.constant_part()).checked_div(&coefficient)?;
            let bound = (value, relation != Relation::Positive);
            least = Some(least.map_or(bound.clone(), |least| least.min(bound)));
        }
    }
    Some(match least {
        Some((value, attained)) => Supremum::Finite { value, attained },
        None => Supremum::Infinite,
    })
}
