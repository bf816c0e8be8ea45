//! Programs made small.

use buttress_numeric::{Constraint, LinearForm, Rational};

use super::program::LinearProgram;

/// A smaller program, found greedily, for which `fails` still holds.
pub fn shrink(
    program: &LinearProgram,
    mut fails: impl FnMut(&LinearProgram) -> bool,
) -> LinearProgram {
    let mut program = program.clone();
    while let Some(smaller) = candidates(&program).into_iter().find(|it| fails(it)) {
        program = smaller;
    }
    program
}

/// Programs with a constraint less, a summand less, or a shorter number.
fn candidates(program: &LinearProgram) -> Vec<LinearProgram> {
    let mut found = Vec::new();
    for place in 0..program.constraints.len() {
        let mut fewer = program.clone();
        fewer.constraints.remove(place);
        found.push(fewer);
    }
    for (place, constraint) in program.constraints.iter().enumerate() {
        for form in simpler(&constraint.form) {
            let mut changed = program.clone();
            changed.constraints[place] = Constraint { form, relation: constraint.relation };
            found.push(changed);
        }
    }
    for objective in simpler(&program.objective) {
        found.push(LinearProgram { objective, ..program.clone() });
    }
    found
}

fn simpler(form: &LinearForm) -> Vec<LinearForm> {
    let mut found = Vec::new();
    let constant = form.constant_part();
    if !constant.is_zero() {
        found.push(LinearForm::new(Rational::ZERO, form.terms().iter().cloned()));
    }
    for (place, (variable, coefficient)) in form.terms().iter().enumerate() {
        let mut terms = form.terms().to_vec();
        terms.remove(place);
        found.push(LinearForm::new(constant.clone(), terms.clone()));
        if !coefficient.abs().is_one() {
            terms.push((*variable, Rational::from(i64::from(coefficient.signum()))));
            found.push(LinearForm::new(constant.clone(), terms));
        }
    }
    found
}
