//! Templates: a polynomial with unknown coefficients for each predicate.

use buttress_horn::{Horn, PredicateId};
use buttress_logic::{Rational, Sort, Terms};
use buttress_numeric::{LinearForm, Monomial, Polynomial, Simplex, Variable};

use crate::atoms::Atoms;
use crate::inequality::Substitution;
use crate::limits::MOST_TEMPLATE_MONOMIALS;
use crate::path::PathApplication;
use crate::settings::Template;

/// The monomials of a predicate's template, over its parameters, without 1.
#[derive(Clone, Debug)]
pub struct TemplateShape {
    /// The parameters, by place; none for those that are no numbers.
    pub parameters: Vec<Option<Variable>>,
    /// The monomials.
    pub monomials: Vec<Monomial>,
}

impl TemplateShape {
    /// The shape of a predicate's template.
    pub fn new(
        terms: &Terms,
        atoms: &mut Atoms,
        horn: &Horn,
        predicate: PredicateId,
        template: &Template,
    ) -> TemplateShape {
        let parameters: Vec<Option<Variable>> = horn
            .predicate(predicate)
            .parameters
            .iter()
            .map(|parameter| {
                let sort = terms.sort_of(*parameter);
                let is_number = sort.is_arithmetic() || sort == Sort::BOOL;
                is_number.then(|| atoms.variable(terms, *parameter))
            })
            .collect();
        let numbers: Vec<Variable> = parameters.iter().flatten().copied().collect();
        let monomials = match template {
            Template::Affine => numbers.into_iter().map(Monomial::variable).collect(),
            Template::Polynomial { degree } => up_to(&numbers, *degree),
            Template::Monomials(chosen) => chosen
                .iter()
                .filter(|places| !places.is_empty())
                .filter_map(|places| {
                    places.iter().try_fold(Monomial::ONE, |product, place| {
                        product.product(&Monomial::variable((*parameters.get(*place)?)?))
                    })
                })
                .collect(),
        };
        TemplateShape { parameters, monomials }
    }

    /// The monomials at the arguments of an application; none for those with an argument that is
    /// no number.
    pub fn at(&self, place: &PathApplication) -> Vec<Option<Polynomial>> {
        self.monomials
            .iter()
            .map(|monomial| {
                let mut product = Polynomial::constant(Rational::ONE);
                for (variable, exponent) in monomial.factors() {
                    let argument = self.parameters.iter().position(|it| it == &Some(*variable))?;
                    let argument = place.arguments.get(argument)?.as_ref()?;
                    product = product.product(&argument.power(*exponent)?)?;
                }
                Some(product)
            })
            .collect()
    }

    /// What the parameters stand for at an application; none if an argument is no number though
    /// its parameter is.
    pub fn substitution(&self, place: &PathApplication) -> Option<Substitution> {
        let pairs = self.parameters.iter().zip(&place.arguments);
        pairs
            .filter_map(|(parameter, argument)| Some(((*parameter)?, argument)))
            .map(|(parameter, argument)| Some((parameter, argument.clone()?)))
            .collect()
    }
}

fn up_to(variables: &[Variable], degree: u32) -> Vec<Monomial> {
    let mut all: Vec<Monomial> = Vec::new();
    let mut last = vec![Monomial::ONE];
    for _ in 0..degree {
        let mut next: Vec<Monomial> = last
            .iter()
            .flat_map(|monomial| {
                variables.iter().filter_map(|it| monomial.product(&Monomial::variable(*it)))
            })
            .collect();
        next.sort();
        next.dedup();
        if all.len() + next.len() > MOST_TEMPLATE_MONOMIALS && !all.is_empty() {
            break;
        }
        all.extend(next.iter().cloned());
        last = next;
    }
    all
}

/// The unknown coefficients of one template in a linear program: p₀, and each pᵢ as the difference
/// of two numbers that are not negative, so that |pᵢ| can be bounded.
#[derive(Clone, Debug)]
pub struct Unknowns {
    /// p₀
    pub constant: Variable,
    /// pᵢ = first − second
    pub coefficients: Vec<(Variable, Variable)>,
}

impl Unknowns {
    /// New variables, without bounds.
    pub fn new(simplex: &mut Simplex, shape: &TemplateShape) -> Unknowns {
        let constant = simplex.new_variable();
        let mut pair = |_: &Monomial| (simplex.new_variable(), simplex.new_variable());
        Unknowns { constant, coefficients: shape.monomials.iter().map(&mut pair).collect() }
    }

    /// pᵢ
    pub fn coefficient(&self, place: usize) -> LinearForm {
        let (positive, negative) = self.coefficients[place];
        LinearForm::new(
            Rational::ZERO,
            [(positive, Rational::ONE), (negative, Rational::MINUS_ONE)],
        )
    }

    /// The template where the monomials have these values.
    pub fn at(&self, values: &[Rational]) -> LinearForm {
        let mut form = LinearForm::variable(self.constant);
        for (place, value) in values.iter().enumerate() {
            form.add_scaled(value, &self.coefficient(place));
        }
        form
    }

    /// The coefficients, without p₀, where the variables have these values.
    pub fn values(&self, point: &[Rational]) -> Vec<Rational> {
        self.coefficients
            .iter()
            .map(|(positive, negative)| &point[positive.index()] - &point[negative.index()])
            .collect()
    }
}

/// p₀ + Σ pᵢ · monomialᵢ
pub fn instance(
    shape: &TemplateShape,
    constant: &Rational,
    coefficients: &[Rational],
) -> Polynomial {
    let sum = shape.monomials.iter().cloned().zip(coefficients.iter().cloned());
    Polynomial::new(sum.chain([(Monomial::ONE, constant.clone())]))
}
