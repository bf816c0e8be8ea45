//! The simplex against elimination: every point, certificate and optimum checked exactly.

mod elimination;
mod supremum;

use buttress_numeric::{
    Bound, Constraint, ConstraintTag, Delta, Feasibility, LinearForm, Optimum, PivotRule, Rational,
    Relation, Simplex, Variable,
};
use elimination::is_feasible;
use proptest::prelude::*;
use supremum::{Supremum, supremum};

fn coefficient() -> impl Strategy<Value = i64> {
    prop_oneof![2 => Just(0), 5 => -3i64..4, 1 => -40i64..40]
}

fn form(variables: u32) -> impl Strategy<Value = LinearForm> {
    let coefficients = proptest::collection::vec(coefficient(), variables as usize);
    (-9i64..10, 1i64..4, coefficients).prop_map(|(constant, over, coefficients)| {
        let terms = coefficients.into_iter().zip(0..);
        let terms = terms.map(|(value, id)| (Variable(id), Rational::from(value)));
        LinearForm::new(Rational::new(constant, over).unwrap(), terms)
    })
}

fn constraint(variables: u32) -> impl Strategy<Value = Constraint> {
    let relation = prop_oneof![
        4 => Just(Relation::NonNegative),
        2 => Just(Relation::Positive),
        1 => Just(Relation::Zero),
    ];
    (form(variables), relation).prop_map(|(form, relation)| Constraint { form, relation })
}

fn system() -> impl Strategy<Value = (u32, Vec<Constraint>, LinearForm)> {
    (2u32..5).prop_flat_map(|variables| {
        let most = if variables == 4 { 7 } else { 9 };
        let constraints = proptest::collection::vec(constraint(variables), 1..most);
        (Just(variables), constraints, form(variables))
    })
}

/// Rules with limits so small that both ways of choosing run.
fn rule() -> impl Strategy<Value = PivotRule> {
    prop_oneof![
        Just(PivotRule::Bland),
        (0u32..3).prop_map(|pivots| PivotRule::GreedyThenBland { pivots }),
        Just(PivotRule::GreedyThenBland { pivots: 1000 }),
    ]
}

fn with_variables(rule: PivotRule, variables: u32) -> Simplex {
    let mut simplex = Simplex::new(rule);
    for id in 0..variables {
        assert_eq!(simplex.new_variable(), Variable(id));
    }
    simplex
}

fn find<'a>(constraints: &'a [Constraint]) -> impl Fn(ConstraintTag) -> Option<&'a Constraint> {
    move |ConstraintTag(id)| constraints.get(id as usize)
}

/// Asserts all constraints; stops where one contradicts at once.
fn assert_all(simplex: &mut Simplex, constraints: &[Constraint]) -> Feasibility {
    for (id, constraint) in (0..).zip(constraints) {
        if let Err(certificate) = simplex.assert(constraint, ConstraintTag(id)) {
            return Feasibility::Infeasible(certificate);
        }
    }
    simplex.check()
}

/// Checks the evidence and tells the verdict.
fn verdict(simplex: &Simplex, constraints: &[Constraint], answer: &Feasibility) -> bool {
    match answer {
        Feasibility::Feasible => {
            let point = simplex.point().expect("a feasible point");
            for constraint in constraints {
                assert!(
                    constraint.holds(|Variable(id)| point[id as usize].clone()),
                    "{constraint}"
                );
            }
            true
        }
        Feasibility::Infeasible(certificate) => {
            assert_eq!(certificate.refutes(find(constraints)), Ok(()));
            false
        }
        Feasibility::Interrupted => panic!("nobody interrupts"),
    }
}

/// Checks the evidence of a maximum and compares it with elimination.
fn check_maximum(
    simplex: &Simplex,
    constraints: &[Constraint],
    form: &LinearForm,
    optimum: Optimum,
    expected: Option<Supremum>,
) {
    match optimum {
        Optimum::Bounded { value, certificate } => {
            let mut rest = form.scaled(&Rational::MINUS_ONE);
            rest.add_constant(&value.value);
            let attained = value.is_standard();
            let relation = if attained { Relation::NonNegative } else { Relation::Positive };
            let goal = Constraint { form: rest, relation };
            assert_eq!(certificate.entails(find(constraints), &goal), Ok(()));
            let point = simplex.point().expect("a feasible point");
            let reached = form.evaluate(|Variable(id)| point[id as usize].clone());
            assert_eq!(reached == value.value, attained);
            assert_eq!(expected, Some(Supremum::Finite { value: value.value, attained }));
        }
        Optimum::Unbounded { ray } => {
            assert!(verdict(simplex, constraints, &Feasibility::Feasible));
            let ray = LinearForm::new(Rational::ZERO, ray);
            let along = |form: &LinearForm| {
                form.evaluate(|variable| ray.coefficient(variable)) - form.constant_part()
            };
            assert!(along(form).is_positive());
            for constraint in constraints {
                let slope = along(&constraint.form);
                assert!(match constraint.relation {
                    Relation::Zero => slope.is_zero(),
                    _ => !slope.is_negative(),
                });
            }
            assert_eq!(expected, Some(Supremum::Infinite));
        }
        Optimum::Infeasible(certificate) => {
            assert_eq!(certificate.refutes(find(constraints)), Ok(()));
            assert_eq!(expected, None);
        }
        Optimum::Interrupted => panic!("nobody interrupts"),
    }
}

/// A step of a caller that backtracks.
#[derive(Clone, Debug)]
enum Step {
    Push,
    Pop,
    Assert(Constraint),
    Check,
    Maximise(LinearForm),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        2 => Just(Step::Push),
        2 => Just(Step::Pop),
        5 => constraint(3).prop_map(Step::Assert),
        2 => Just(Step::Check),
        1 => form(3).prop_map(Step::Maximise),
    ];
    proptest::collection::vec(step, 1..40)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    #[test]
    fn verdicts_are_those_of_elimination((variables, constraints, _) in system(), rule in rule()) {
        let mut simplex = with_variables(rule, variables);
        let answer = assert_all(&mut simplex, &constraints);
        let is_sat = verdict(&simplex, &constraints, &answer);
        prop_assert_eq!(is_sat, is_feasible(&constraints));
    }

    #[test]
    fn optima_are_those_of_elimination((variables, constraints, form) in system(), rule in rule()) {
        let mut simplex = with_variables(rule, variables);
        let Feasibility::Feasible = assert_all(&mut simplex, &constraints) else { return Ok(()) };
        let expected = supremum(&constraints, &form);
        let maximum = simplex.maximise(&form);
        check_maximum(&simplex, &constraints, &form, maximum, expected.clone());
        // The least value of the negated form is the same question, asked from where the first
        // one ended.
        let negated = match simplex.minimise(&form.scaled(&Rational::MINUS_ONE)) {
            Optimum::Bounded { value, certificate } => {
                Optimum::Bounded { value: -value, certificate }
            }
            other => other,
        };
        check_maximum(&simplex, &constraints, &form, negated, expected);
    }

    #[test]
    fn backtracking_is_like_solving_afresh(steps in steps(), rule in rule()) {
        let mut simplex = with_variables(rule, 3);
        // What is asserted now, and how much of it each open level found.
        let (mut asserted, mut levels) = (Vec::<Constraint>::new(), Vec::new());
        for step in steps {
            match step {
                Step::Push => {
                    simplex.push();
                    levels.push(asserted.len());
                }
                Step::Pop => {
                    let length = levels.pop();
                    prop_assert_eq!(simplex.pop(), length.is_some());
                    asserted.truncate(length.unwrap_or(asserted.len()));
                }
                Step::Assert(constraint) => {
                    let reason = ConstraintTag(asserted.len() as u32);
                    asserted.push(constraint);
                    let Some(constraint) = asserted.last() else { unreachable!() };
                    if let Err(certificate) = simplex.assert(constraint, reason) {
                        prop_assert_eq!(certificate.refutes(find(&asserted)), Ok(()));
                        asserted.pop();
                    }
                }
                Step::Check => {
                    let answer = simplex.check();
                    let is_sat = verdict(&simplex, &asserted, &answer);
                    let mut fresh = with_variables(PivotRule::Bland, 3);
                    let afresh = assert_all(&mut fresh, &asserted);
                    prop_assert_eq!(is_sat, verdict(&fresh, &asserted, &afresh));
                }
                Step::Maximise(form) => {
                    let optimum = simplex.maximise(&form);
                    let mut fresh = with_variables(PivotRule::Bland, 3);
                    let afresh = match assert_all(&mut fresh, &asserted) {
                        Feasibility::Feasible => fresh.maximise(&form),
                        _ => Optimum::Infeasible(Default::default()),
                    };
                    let expected = match afresh {
                        Optimum::Bounded { value, .. } => Some(Supremum::of(&value)),
                        Optimum::Unbounded { .. } => Some(Supremum::Infinite),
                        _ => None,
                    };
                    check_maximum(&simplex, &asserted, &form, optimum, expected);
                }
            }
            prop_assert_eq!(simplex.level(), levels.len());
        }
    }
}

fn linear(constant: i64, terms: &[(u32, i64)]) -> LinearForm {
    let terms = terms.iter().map(|(id, value)| (Variable(*id), Rational::from(*value)));
    LinearForm::new(Rational::from(constant), terms)
}

#[test]
fn bounds_on_variables_and_rows() {
    let mut simplex = with_variables(PivotRule::Bland, 2);
    let sum = simplex.define(&linear(0, &[(0, 1), (1, 1)]));
    assert_eq!(simplex.define(&linear(7, &[(0, 1), (1, 1)])), sum, "constants are left out");
    assert_eq!(simplex.define(&linear(0, &[(1, 1)])), Variable(1));
    simplex.assert_bound(Variable(0), &Bound::above(Rational::from(2)), ConstraintTag(0)).unwrap();
    simplex
        .assert_bound(Variable(1), &Bound::at_least(Rational::from(3)), ConstraintTag(1))
        .unwrap();
    simplex.push();
    simplex.assert_bound(sum, &Bound::at_most(Rational::from(5)), ConstraintTag(2)).unwrap();
    let Feasibility::Infeasible(certificate) = simplex.check() else { panic!("x + y > 5") };
    assert_eq!(simplex.point(), None);
    let constraints = [
        Constraint::positive(linear(-2, &[(0, 1)])),
        Constraint::non_negative(linear(-3, &[(1, 1)])),
        Constraint::non_negative(
            simplex.expand(&LinearForm::new(Rational::from(5), [(sum, Rational::MINUS_ONE)])),
        ),
    ];
    assert_eq!(certificate.refutes(find(&constraints)), Ok(()));
    assert!(simplex.pop());
    assert!(!simplex.pop());
    simplex.assert_bound(sum, &Bound::below("5.001".parse().unwrap()), ConstraintTag(2)).unwrap();
    assert_eq!(simplex.check(), Feasibility::Feasible);
    let point = simplex.point().unwrap();
    assert!(point[0] > Rational::from(2) && point[2] < "5.001".parse().unwrap());
    assert_eq!(point[2], &point[0] + &point[1]);
    let refused = simplex.assert_bound(sum, &Bound::at_least(Rational::from(6)), ConstraintTag(3));
    assert_eq!(refused.unwrap_err().multipliers.len(), 2);
    assert_eq!(simplex.check(), Feasibility::Feasible, "what is refused is not asserted");
}

#[test]
fn a_strict_supremum_is_not_reached() {
    let mut simplex = with_variables(PivotRule::Bland, 1);
    simplex.assert_bound(Variable(0), &Bound::below(Rational::from(4)), ConstraintTag(0)).unwrap();
    let optimum = simplex.maximise(&linear(1, &[(0, 2)]));
    let Optimum::Bounded { value, certificate } = optimum else { panic!("x < 4") };
    let nine = Delta { value: Rational::from(9), infinitesimal: Rational::from(-2) };
    assert_eq!(value, nine);
    assert_eq!(certificate.multipliers, [(ConstraintTag(0), Rational::from(2))]);
    assert!(matches!(simplex.minimise(&linear(0, &[(0, 1)])), Optimum::Unbounded { .. }));
}

#[test]
fn an_interrupt_leaves_a_question_that_can_be_asked_again() {
    let mut simplex = with_variables(PivotRule::Bland, 2);
    let constraints = [
        Constraint::non_negative(linear(-3, &[(0, 1), (1, 1)])),
        Constraint::non_negative(linear(2, &[(0, -1), (1, 3)])),
    ];
    for (id, constraint) in (0..).zip(&constraints) {
        simplex.assert(constraint, ConstraintTag(id)).unwrap();
    }
    assert_eq!(simplex.check_while(|| false), Feasibility::Interrupted);
    assert_eq!(simplex.maximise_while(&linear(0, &[(0, 1)]), || false), Optimum::Interrupted);
    let answer = simplex.check();
    assert!(verdict(&simplex, &constraints, &answer));
}

/// Beale's example, on which the steepest ascent without a fallback cycles.
#[test]
fn a_degenerate_corner_is_left() {
    let fraction = |text: &str| text.parse::<Rational>().unwrap();
    let form = |constant: &str, coefficients: [&str; 4]| {
        let terms = coefficients.iter().zip(0..);
        LinearForm::new(fraction(constant), terms.map(|(c, id)| (Variable(id), fraction(c))))
    };
    let mut constraints = vec![
        Constraint::non_negative(form("0", ["-1/4", "60", "1/25", "-9"])),
        Constraint::non_negative(form("0", ["-1/2", "90", "1/50", "-3"])),
        Constraint::non_negative(form("1", ["0", "0", "-1", "0"])),
    ];
    constraints.extend((0..4).map(|id| Constraint::non_negative(linear(0, &[(id, 1)]))));
    let objective = form("0", ["3/4", "-150", "1/50", "-6"]);
    for rule in [PivotRule::Bland, PivotRule::GreedyThenBland { pivots: 50 }] {
        let mut simplex = with_variables(rule, 4);
        assert_eq!(assert_all(&mut simplex, &constraints), Feasibility::Feasible);
        let optimum = simplex.maximise(&objective);
        let expected = Supremum::Finite { value: fraction("1/20"), attained: true };
        check_maximum(&simplex, &constraints, &objective, optimum, Some(expected));
    }
}

/// Coefficients that leave the machine words: x₀ = 1, xᵢ₊₁ ≥ 10⁶·xᵢ.
#[test]
fn numbers_grow_beyond_words() {
    let mut constraints = vec![Constraint::zero(linear(-1, &[(0, 1)]))];
    constraints.extend(
        (0..9).map(|id| Constraint::non_negative(linear(0, &[(id, -1_000_000), (id + 1, 1)]))),
    );
    let mut simplex = with_variables(PivotRule::Bland, 10);
    let answer = assert_all(&mut simplex, &constraints);
    assert!(verdict(&simplex, &constraints, &answer));
    let Optimum::Bounded { value, .. } = simplex.minimise(&linear(0, &[(9, 1)])) else {
        panic!("bounded from below")
    };
    assert_eq!(value.to_string(), format!("1{}", "0".repeat(54)));
    constraints.push(Constraint::positive(linear(0, &[(9, -1)])));
    let refused = simplex.assert(&constraints[10], ConstraintTag(10));
    let answer = refused.map_or_else(Feasibility::Infeasible, |()| simplex.check());
    assert!(!verdict(&simplex, &constraints, &answer));
}
