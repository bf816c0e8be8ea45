//! What rows imply.

use buttress_budget::Budget;
use buttress_numeric::{Constraint, ConstraintTag};
use buttress_theory::arith::{Arithmetic, Atom, Lifetime};

use crate::support::{Names, form};

#[test]
fn rows_imply_atoms() {
    // x ≤ 1, y ≤ 2 (as 2y ≤ 5 over integers) imply x + 3y ≤ 7, and that x + 3y ≥ 8 is false.
    let mut arithmetic = Arithmetic::new();
    let mut names = Names::default();
    let budget = Budget::unlimited();
    arithmetic.new_variable(true);
    arithmetic.new_variable(true);
    let goals = [
        Constraint::non_negative(form(7, &[(0, -1), (1, -3)])),
        Constraint::positive(form(-7, &[(0, 1), (1, 3)])),
        Constraint::zero(form(-8, &[(0, 1), (1, 3)])),
        Constraint::non_negative(form(6, &[(0, -1), (1, -3)])),
    ];
    let atoms: Vec<Atom> = goals.iter().map(|goal| arithmetic.register(goal)).collect();
    arithmetic.push();
    let given = [form(1, &[(0, -1)]), form(5, &[(1, -2)])].map(Constraint::non_negative);
    for constraint in &given {
        let reason = names.name(constraint);
        arithmetic.assert_constraint(constraint, Lifetime::Level, reason).unwrap();
    }
    assert!(arithmetic.check(&budget).unwrap().is_ok());
    let mut told = Vec::new();
    arithmetic.implied(&mut told);
    assert_eq!(told, [(atoms[0], true), (atoms[1], false), (atoms[2], false)]);
    for ((atom, value), goal) in told.iter().zip(&goals) {
        let denied = if *value { goal.negation() } else { Some(goal.clone()) };
        let derivation = arithmetic.explain(*atom, *value);
        names.check(&derivation, denied.as_ref(), |_| true);
        assert_eq!(derivation.reasons().len(), 2);
    }
    // Told once, until the level is gone.
    told.clear();
    arithmetic.implied(&mut told);
    assert_eq!(told, []);
    arithmetic.pop(1);
    arithmetic.push();
    for (constraint, id) in given.iter().zip(0..) {
        arithmetic.assert_constraint(constraint, Lifetime::Level, ConstraintTag(id + 1)).unwrap();
    }
    arithmetic.implied(&mut told);
    assert_eq!(told.len(), 3);
}
