//! Levels, each by one linear program.
//!
//! The unknowns are the coefficients of the functions and the multipliers of Farkas' lemma. The
//! functions must not increase on any case that is left; one case after the other is asked to
//! decrease too, and stays asked if that is possible together with those before. The cases that
//! decrease are done with, and the next level is for the others. It does no harm to take cases
//! early: what can decrease now can also decrease when fewer cases are left. So there are no such
//! levels at all if no case can decrease.

use std::collections::BTreeMap;

use buttress_budget::{Budget, Exhausted};
use buttress_horn::{Application, Horn, PredicateId};
use buttress_logic::{Rational, Term, Terms};
use buttress_numeric::{
    Bound, Constraint, ConstraintTag, Feasibility, LinearForm, Relation, Simplex, Variable,
};
use buttress_project::Row;

use super::level::{Function, Level};
use super::transition::Transition;

/// The levels of a component; none if there are none.
pub(super) fn levels(
    terms: &mut Terms,
    horn: &Horn,
    predicates: &[PredicateId],
    mut left: Vec<Transition>,
    budget: &Budget,
) -> Result<Option<Vec<Level>>, Exhausted> {
    let mut levels = Vec::new();
    while !left.is_empty() {
        let Some((functions, decreasing)) = next_level(terms, horn, predicates, &left, budget)?
        else {
            return Ok(None);
        };
        let mut clauses: Vec<_> = decreasing.iter().map(|place| left[*place].clause).collect();
        clauses.dedup();
        levels.push(Level { functions, decreasing: clauses });
        let mut place = 0;
        left.retain(|_| {
            place += 1;
            !decreasing.contains(&(place - 1))
        });
    }
    Ok(Some(levels))
}

/// The functions of a level, and the places of the transitions on which they decrease.
type Found = (Vec<Function>, Vec<usize>);

/// Functions that increase on no transition, and the places of the transitions on which they decrease;
/// none if they cannot decrease on any.
fn next_level(
    terms: &mut Terms,
    horn: &Horn,
    predicates: &[PredicateId],
    left: &[Transition],
    budget: &Budget,
) -> Result<Option<Found>, Exhausted> {
    let mut program = Program::new(terms, horn, predicates);
    for transition in left {
        let difference = program.difference(terms, transition, &Rational::ZERO);
        // Zero everywhere does not increase, so that there is no contradiction yet.
        if !program.entail(&transition.rows, &difference) {
            return Ok(None);
        }
    }
    let mut decreasing = Vec::new();
    let mut point = None;
    for (place, transition) in left.iter().enumerate() {
        program.simplex.push();
        let difference = program.difference(terms, transition, &Rational::ONE);
        let bound = program.value(terms, &transition.from);
        let is_possible = program.entail(&transition.rows, &difference)
            && program.entail(&transition.rows, &bound)
            && program.is_feasible(budget)?;
        if is_possible {
            decreasing.push(place);
            point = program.simplex.point();
        } else {
            program.simplex.pop();
        }
    }
    Ok(point.map(|point| (program.functions(horn, &point), decreasing)))
}

/// Σ (affine in the unknowns) · term + (affine in the unknowns)
#[derive(Clone, Default)]
struct Goal {
    coefficients: BTreeMap<Term, LinearForm>,
    constant: LinearForm,
}

impl Goal {
    /// Adds an unknown times a form over terms.
    fn add(&mut self, unknown: Variable, factor: &Rational, form: &Row) {
        let unknown = LinearForm::variable(unknown);
        self.constant.add_scaled(&(factor * &form.constant), &unknown);
        for (term, coefficient) in &form.coefficients {
            let entry = self.coefficients.entry(*term).or_default();
            entry.add_scaled(&(factor * coefficient), &unknown);
        }
    }
}

/// The unknowns of one predicate's function.
struct Unknowns {
    constant: Variable,
    /// For each argument; none for those that are no numbers.
    coefficients: Vec<Option<Variable>>,
}

/// The linear program of one level.
struct Program {
    simplex: Simplex,
    unknowns: BTreeMap<PredicateId, Unknowns>,
}

impl Program {
    fn new(terms: &Terms, horn: &Horn, predicates: &[PredicateId]) -> Program {
        let mut simplex = Simplex::default();
        let mut unknowns = BTreeMap::new();
        for &id in predicates {
            let constant = simplex.new_variable();
            let parameters = horn.predicate(id).parameters.iter();
            let coefficients = parameters
                .map(|term| terms.sort_of(*term).is_arithmetic().then(|| simplex.new_variable()))
                .collect();
            unknowns.insert(id, Unknowns { constant, coefficients });
        }
        Program { simplex, unknowns }
    }

    /// f(t̄)
    fn value(&self, terms: &mut Terms, application: &Application) -> Goal {
        let mut goal = Goal::default();
        self.add_value(terms, &mut goal, application, &Rational::ONE);
        goal
    }

    /// f(s̄) − f(t̄) − by
    fn difference(&self, terms: &mut Terms, transition: &Transition, by: &Rational) -> Goal {
        let mut goal = Goal::default();
        self.add_value(terms, &mut goal, &transition.from, &Rational::ONE);
        self.add_value(terms, &mut goal, &transition.to, &Rational::MINUS_ONE);
        goal.constant.add_constant(&-by);
        goal
    }

    fn add_value(&self, terms: &mut Terms, goal: &mut Goal, at: &Application, factor: &Rational) {
        let Some(unknowns) = self.unknowns.get(&at.predicate) else { return };
        goal.constant.add_scaled(factor, &LinearForm::variable(unknowns.constant));
        for (&argument, unknown) in at.arguments.iter().zip(&unknowns.coefficients) {
            if let Some(unknown) = unknown {
                let mut form = Row::zero(Relation::Zero);
                form.add(terms, argument, &Rational::ONE);
                goal.add(*unknown, factor, &form);
            }
        }
    }

    /// Demands that the rows entail goal ≥ 0, by multipliers; false if that is a contradiction at once.
    fn entail(&mut self, rows: &[Row], goal: &Goal) -> bool {
        // goal − Σ λᵢ rowᵢ, which must be a non-negative constant.
        let Goal { mut coefficients, mut constant } = goal.clone();
        for row in rows {
            let multiplier = self.simplex.new_variable();
            if row.relation != Relation::Zero {
                let bound = Bound::at_least(Rational::ZERO);
                if self.simplex.assert_bound(multiplier, &bound, ConstraintTag(0)).is_err() {
                    return false;
                }
            }
            let multiplier = LinearForm::variable(multiplier);
            constant.add_scaled(&-&row.constant, &multiplier);
            for (term, coefficient) in &row.coefficients {
                coefficients.entry(*term).or_default().add_scaled(&-coefficient, &multiplier);
            }
        }
        let equations = coefficients.into_values().map(Constraint::zero);
        let mut constraints = equations.chain([Constraint::non_negative(constant)]);
        constraints.all(|constraint| self.simplex.assert(&constraint, ConstraintTag(0)).is_ok())
    }

    fn is_feasible(&mut self, budget: &Budget) -> Result<bool, Exhausted> {
        match self.simplex.check_while(|| budget.poll().is_ok()) {
            Feasibility::Feasible => Ok(true),
            Feasibility::Infeasible(_) => Ok(false),
            Feasibility::Interrupted => budget.poll().map(|()| false),
        }
    }

    /// The functions at a solution, with integers for coefficients.
    fn functions(&self, horn: &Horn, point: &[Rational]) -> Vec<Function> {
        let value = |variable: Variable| point.get(variable.index()).cloned().unwrap_or_default();
        let mut functions = Vec::new();
        for (&predicate, unknowns) in &self.unknowns {
            let coefficients: Vec<Rational> = unknowns
                .coefficients
                .iter()
                .map(|unknown| unknown.map(value).unwrap_or_default())
                .collect();
            debug_assert_eq!(coefficients.len(), horn.predicate(predicate).parameters.len());
            functions.push(Function {
                predicate,
                coefficients,
                constant: value(unknowns.constant),
            });
        }
        // All functions of a level are multiplied alike, by a number that is at least 1:
        // differences that were at least 1 are so still.
        let mut scale = Rational::ONE;
        for number in numbers(&mut functions) {
            let denominator = (&*number * &scale).denominator();
            scale = &scale * denominator.as_rational();
        }
        for number in numbers(&mut functions) {
            *number = &*number * &scale;
        }
        functions
    }
}

fn numbers(functions: &mut [Function]) -> impl Iterator<Item = &mut Rational> {
    functions.iter_mut().flat_map(|function| {
        function.coefficients.iter_mut().chain(std::iter::once(&mut function.constant))
    })
}
