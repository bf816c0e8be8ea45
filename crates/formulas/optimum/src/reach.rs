//! How far an objective goes in the polyhedron around a model.

use std::collections::BTreeMap;

use buttress_budget::Budget;
use buttress_logic::{Evaluator, Model, Op, Sort, Term, Terms};
use buttress_numeric::{
    Constraint, ConstraintTag, LinearForm, Optimum, Rational, Relation, Simplex, Variable,
};
use buttress_project::{Row, implicant, variables_of};

use crate::objective::{Objective, Sense};

/// How far it goes.
pub(crate) enum Reach {
    /// As far as one likes, along these slopes of constants.
    Unbounded(Vec<(Term, Rational)>),
    /// To this value.
    Value(Rational),
    /// As near to this value as one likes; the slopes lead from the model to where it would be.
    Open(Rational, Vec<(Term, Rational)>),
}

/// What integers may do.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Integers {
    /// Take any value, also a fraction.
    Relaxed,
    /// Stay where they are.
    Fixed,
}

/// How far the objective goes while the literals around the model stay true; none if that cannot be told.
pub(crate) fn reach(
    terms: &mut Terms,
    model: &mut Model,
    formulas: &[Term],
    objective: Objective,
    integers: Integers,
    budget: &Budget,
) -> Option<Reach> {
    // It says nothing, but the conditions inside the objective come out as literals.
    let one = terms.numeral(&Rational::ONE, terms.sort_of(objective.term));
    let more = terms.add(&[objective.term, one]);
    let marker = terms.less_equal(objective.term, more);
    let all: Vec<Term> = formulas.iter().copied().chain([marker]).collect();
    let all = terms.and(&all);
    let literals = implicant(terms, model, all)?;
    let mut goal = None;
    let mut polyhedron = Polyhedron::default();
    for literal in literals {
        let sides = terms.arguments(literal).to_vec();
        if let (Op::LessEqual, [left, right]) = (terms.op(literal), sides.as_slice())
            && *right == terms.add(&[*left, one])
        {
            let mut row = Row::zero(Relation::NonNegative);
            row.add(terms, *left, &Rational::ONE);
            goal = Some(row);
            continue;
        }
        polyhedron.rows.extend(Row::of_literal(terms, literal));
    }
    let goal = goal?;
    polyhedron.enter(terms, model, &goal, integers)?;
    let form = polyhedron.form(&goal);
    let go_on = || budget.poll().is_ok();
    let simplex = &mut polyhedron.simplex;
    let optimum = match objective.sense {
        Sense::Maximum => simplex.maximise_while(&form, go_on),
        Sense::Minimum => simplex.minimise_while(&form, go_on),
    };
    match optimum {
        Optimum::Unbounded { ray } => Some(Reach::Unbounded(polyhedron.integral(&ray))),
        Optimum::Bounded { value, .. } if value.is_standard() => Some(Reach::Value(value.value)),
        Optimum::Bounded { value, .. } => {
            Some(Reach::Open(value.value, polyhedron.slopes(terms, model)?))
        }
        Optimum::Infeasible(_) | Optimum::Interrupted => None,
    }
}

/// The rows around a model, with a variable of simplex for each term.
#[derive(Default)]
struct Polyhedron {
    rows: Vec<Row>,
    variables: BTreeMap<Term, Variable>,
    simplex: Simplex,
}

impl Polyhedron {
    /// Hands the rows to simplex. What stands inside of other terms (`mod`, a function) stays as it is in the
    /// model, for simplex knows nothing of these.
    fn enter(
        &mut self,
        terms: &Terms,
        model: &mut Model,
        goal: &Row,
        integers: Integers,
    ) -> Option<()> {
        let mentioned = self.rows.iter().chain([goal]).flat_map(|row| row.coefficients.keys());
        let mut fixed: Vec<Term> = Vec::new();
        let mut variables: Vec<Term> = mentioned.copied().collect();
        for term in variables.clone() {
            if !is_constant(terms, term) {
                let inside = variables_of(terms, [term]);
                let inside = inside.into_iter().filter(|it| terms.sort_of(*it).is_arithmetic());
                fixed.extend(inside);
                fixed.push(term);
            }
        }
        variables.extend(&fixed);
        for term in variables {
            self.variables.entry(term).or_insert_with(|| self.simplex.new_variable());
        }
        if integers == Integers::Fixed {
            let is_integer = |term: &&Term| terms.sort_of(**term) == Sort::INT;
            fixed.extend(self.variables.keys().filter(is_integer));
        }
        let mut constraints: Vec<Constraint> = Vec::new();
        for row in &self.rows {
            constraints.push(Constraint { form: self.form(row), relation: row.relation });
        }
        for term in fixed {
            let at = -number(terms, model, term)?;
            let form = LinearForm::new(at, [(self.variables[&term], Rational::ONE)]);
            constraints.push(Constraint { form, relation: Relation::Zero });
        }
        for (place, constraint) in (0..).zip(constraints) {
            self.simplex.assert(&constraint, ConstraintTag(place)).ok()?;
        }
        Some(())
    }

    fn form(&self, row: &Row) -> LinearForm {
        let terms = row.coefficients.iter();
        let terms = terms.map(|(term, factor)| (self.variables[term], factor.clone()));
        LinearForm::new(row.constant.clone(), terms)
    }

    /// A ray as slopes of constants that are integers.
    fn integral(&self, ray: &[(Variable, Rational)]) -> Vec<(Term, Rational)> {
        let mut scale = Rational::ONE;
        for (_, slope) in ray {
            let denominator = (slope * &scale).denominator();
            scale = &scale * &Rational::from(denominator);
        }
        let named = self.variables.iter().filter_map(|(term, variable)| {
            let (_, slope) = ray.iter().find(|(other, _)| other == variable)?;
            Some((*term, slope * &scale))
        });
        named.collect()
    }

    /// From the model to the point where simplex is, infinitesimals left out.
    fn slopes(&self, terms: &Terms, model: &mut Model) -> Option<Vec<(Term, Rational)>> {
        let mut slopes = Vec::new();
        for (term, variable) in &self.variables {
            if is_constant(terms, *term) {
                let from = number(terms, model, *term)?;
                slopes.push((*term, &self.simplex.value(*variable).value - &from));
            }
        }
        Some(slopes)
    }
}

fn is_constant(terms: &Terms, term: Term) -> bool {
    matches!(terms.op(term), Op::Apply(_)) && terms.arguments(term).is_empty()
}

/// The value of a number in a model.
pub(crate) fn number(terms: &Terms, model: &mut Model, term: Term) -> Option<Rational> {
    let value = Evaluator::new(terms, model).value(term).ok()?;
    model.values.as_number(value).cloned()
}
