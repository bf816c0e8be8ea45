//! Reduction by equations: unknowns that equations determine are replaced in all products.
//!
//! From an equation that contains an unknown x only as a summand comes a rule x → L. What it does to
//! a polynomial p is the multiple q·(x − L) of the equation: p − p[x → L] = q·(x − L). So a monomial
//! equals its reduced form because of multiples of equations, and linear arithmetic can do the rest.
//! Equations without such an unknown are multiplied by monomials, so far as products meet that
//! are there already.

use std::collections::{BTreeSet, HashMap, HashSet};

use buttress_budget::Exhausted;
use buttress_numeric::{Monomial, Polynomial, Rational, Relation, Variable};

use super::asserted::Asserted;
use super::deduction::Deduction;
use super::tightest::Tightest;
use crate::limits::{EQUATION_MULTIPLES, REDUCED_DEGREE, REDUCED_SUMMANDS};
use crate::numbers::{Fact, How, short_product};

/// An unknown is equal to a polynomial.
struct Rule {
    variable: Variable,
    value: Polynomial,
    /// variable − value = 0
    fact: Fact,
}

/// What equations say of products.
#[derive(Default)]
pub(super) struct Reduction {
    rules: Vec<Rule>,
    /// Equations that are to be asserted.
    pub(super) equations: Vec<Fact>,
    /// Inequalities in which unknowns are replaced.
    pub(super) inequalities: Vec<Fact>,
}

impl Deduction<'_> {
    /// Reduces all that is asserted.
    pub(super) fn reduce(&mut self, asserted: &Asserted) -> Result<Reduction, Exhausted> {
        let mut reduction = Reduction::default();
        let mut factors = self.factor_variables(asserted);
        let mut equations = asserted.equations.clone();
        equations.sort_by_key(|fact| {
            let polynomial = self.facts.polynomial(*fact);
            (polynomial.degree(), polynomial.terms().count())
        });
        let mut others = Vec::new();
        for equation in equations {
            self.budget.spend(20)?;
            let Some(reduced) = self.reduced(&reduction.rules, equation) else { continue };
            let polynomial = self.facts.polynomial(reduced).clone();
            if polynomial.is_zero() {
                continue;
            }
            if reduced != equation && polynomial.degree() <= 1 {
                reduction.equations.push(reduced);
            }
            match self.solved_for(&polynomial, &factors) {
                Some(variable) => {
                    let rule = self.rule(reduced, &polynomial, variable);
                    if factors.contains(&variable) {
                        let inside =
                            rule.value.terms().flat_map(|(monomial, _)| monomial.factors());
                        factors.extend(inside.map(|(variable, _)| *variable));
                    }
                    reduction.rules.push(rule);
                }
                None if polynomial.degree() > 1 => others.push(reduced),
                None => {}
            }
        }
        let mut monomials = BTreeSet::new();
        for (_, monomial) in self.unknowns.monomials.proper() {
            monomials.insert(monomial.clone());
        }
        let mut reached = BTreeSet::new();
        for monomial in monomials {
            self.budget.spend(20)?;
            let own = Polynomial::new([(monomial.clone(), Rational::ONE)]);
            let Some((normal, multiples)) = self.normal(&reduction.rules, &own) else {
                continue;
            };
            reached.extend(products_of(&normal));
            reduction.equations.extend(multiples.into_iter().map(|(fact, _)| fact));
        }
        let mut tightest = Tightest::default();
        for inequality in &asserted.inequalities {
            self.budget.spend(5)?;
            if let Some(fact) = self.reduced(&reduction.rules, *inequality) {
                let fact = self.tightened(fact);
                reached.extend(products_of(self.facts.polynomial(fact)));
                tightest.add(self.facts, fact);
            }
        }
        reduction.inequalities.extend(tightest.into_facts());
        let multiples = self.multiples(&others, reached)?;
        reduction.equations.extend(multiples);
        Ok(reduction)
    }

    /// The unknowns that occur in products.
    fn factor_variables(&self, asserted: &Asserted) -> HashSet<Variable> {
        let mut factors = HashSet::new();
        let mut meet = |monomial: &Monomial| {
            if monomial.degree() > 1 {
                factors.extend(monomial.factors().iter().map(|(variable, _)| *variable));
            }
        };
        self.unknowns.monomials.proper().for_each(|(_, monomial)| meet(monomial));
        for fact in asserted.equations.iter().chain(&asserted.inequalities) {
            let polynomial = self.facts.polynomial(*fact);
            polynomial.terms().for_each(|(monomial, _)| meet(monomial));
        }
        factors
    }

    /// The unknown for which an equation is solved: one that it contains only as a summand. If the
    /// equation has products itself, it must be a factor of others; otherwise there is no gain.
    fn solved_for(&self, polynomial: &Polynomial, factors: &HashSet<Variable>) -> Option<Variable> {
        let is_linear = polynomial.degree() == 1;
        let mut uses: HashMap<Variable, usize> = HashMap::new();
        for (monomial, _) in polynomial.terms() {
            for (variable, _) in monomial.factors() {
                *uses.entry(*variable).or_default() += 1;
            }
        }
        let summands =
            polynomial.terms().filter_map(|(monomial, coefficient)| match monomial.factors() {
                [(variable, 1)]
                    if uses[variable] == 1 && (is_linear || factors.contains(variable)) =>
                {
                    Some((*variable, coefficient))
                }
                _ => None,
            });
        // Whole coefficients stay whole; younger unknowns tend to be made of older ones.
        let chosen = summands.max_by_key(|(variable, by)| (by.abs().is_one(), variable.index()));
        chosen.map(|(variable, _)| variable)
    }

    fn rule(&mut self, equation: Fact, polynomial: &Polynomial, variable: Variable) -> Rule {
        let coefficient = polynomial.coefficient(&Monomial::variable(variable));
        let scale = coefficient.recip().unwrap_or(Rational::ONE);
        let fact = self.facts.sum(vec![(equation, scale)]);
        let normal = self.facts.polynomial(fact);
        let value = &Polynomial::variable(variable) - normal;
        Rule { variable, value, fact }
    }

    /// A fact with unknowns replaced by the rules; `None` if it becomes too large.
    fn reduced(&mut self, rules: &[Rule], fact: Fact) -> Option<Fact> {
        let polynomial = self.facts.polynomial(fact).clone();
        let (_, multiples) = self.normal(rules, &polynomial)?;
        let mut summands = vec![(fact, Rational::ONE)];
        summands.extend(multiples.into_iter().map(|(multiple, by)| (multiple, -by)));
        Some(self.facts.sum(summands))
    }

    /// The reduced form of a polynomial p, and the multiples of equations that add up to the
    /// difference: p − normal form.
    fn normal(
        &mut self,
        rules: &[Rule],
        polynomial: &Polynomial,
    ) -> Option<(Polynomial, Vec<(Fact, Rational)>)> {
        let mut normal = polynomial.clone();
        let mut multiples = Vec::new();
        for rule in rules {
            let Some(quotient) = quotient(&normal, rule)? else { continue };
            let equation = self.facts.polynomial(rule.fact).clone();
            let multiple =
                short_product(&equation, &quotient, REDUCED_SUMMANDS * REDUCED_SUMMANDS)?;
            normal = &normal - &multiple;
            if normal.terms().count() > REDUCED_SUMMANDS || normal.degree() > REDUCED_DEGREE {
                return None;
            }
            if quotient.degree() == 0 {
                multiples.push((rule.fact, quotient.coefficient(&Monomial::ONE)));
            } else {
                let term = self.unknowns.polynomial_term(self.terms, &quotient);
                let how = How::Multiple(rule.fact, term);
                let fact = self.facts.add(how, Relation::Zero, |_| multiple);
                multiples.push((fact, Rational::ONE));
            }
        }
        Some((normal, multiples))
    }

    /// Multiples of equations in which products meet.
    fn multiples(
        &mut self,
        equations: &[Fact],
        mut reached: BTreeSet<Monomial>,
    ) -> Result<Vec<Fact>, Exhausted> {
        for equation in equations {
            reached.extend(products_of(self.facts.polynomial(*equation)));
        }
        let highest = reached.iter().map(Monomial::degree).max().unwrap_or(0);
        let mut found = Vec::new();
        let mut due: Vec<Monomial> = reached.iter().cloned().collect();
        let mut tried = HashSet::new();
        while let Some(target) = due.pop() {
            for equation in equations {
                self.budget.spend(10)?;
                let polynomial = self.facts.polynomial(*equation).clone();
                for (part, _) in polynomial.terms() {
                    let Some(factor) = divided(&target, part).filter(|it| it.degree() > 0) else {
                        continue;
                    };
                    if part.degree() == 0
                        || factor.degree() + polynomial.degree() > highest
                        || !tried.insert((*equation, factor.clone()))
                    {
                        continue;
                    }
                    let factor = Polynomial::new([(factor, Rational::ONE)]);
                    let Some(multiple) = short_product(&polynomial, &factor, REDUCED_SUMMANDS)
                    else {
                        continue;
                    };
                    for monomial in products_of(&multiple) {
                        if reached.insert(monomial.clone()) {
                            due.push(monomial);
                        }
                    }
                    let term = self.unknowns.polynomial_term(self.terms, &factor);
                    let how = How::Multiple(*equation, term);
                    found.push(self.facts.add(how, Relation::Zero, |_| multiple));
                    if found.len() >= EQUATION_MULTIPLES {
                        return Ok(found);
                    }
                }
            }
        }
        Ok(found)
    }
}

/// The monomials of a polynomial that have several factors.
fn products_of(polynomial: &Polynomial) -> impl Iterator<Item = Monomial> {
    let monomials = polynomial.terms().map(|(monomial, _)| monomial);
    monomials.filter(|monomial| monomial.degree() > 1).cloned().collect::<Vec<_>>().into_iter()
}

/// q in p − p[x → L] = q·(x − L): `Some(None)` if x does not occur, `None` if q is too large.
fn quotient(polynomial: &Polynomial, rule: &Rule) -> Option<Option<Polynomial>> {
    let unknown = Polynomial::variable(rule.variable);
    let mut quotient = Polynomial::default();
    for (monomial, coefficient) in polynomial.terms() {
        let of_rule = |factor: &&(Variable, u32)| factor.0 == rule.variable;
        let Some((_, exponent)) = monomial.factors().iter().find(of_rule) else { continue };
        let rest = monomial.factors().iter().filter(|factor| !of_rule(factor));
        let rest = Polynomial::new([(product(rest.copied())?, coefficient.clone())]);
        // xᵉ − Lᵉ = (x − L)·(xᵉ⁻¹ + xᵉ⁻²·L + … + Lᵉ⁻¹), by Horner's rule.
        let mut power = Polynomial::constant(Rational::ONE);
        let mut sum = power.clone();
        for _ in 1..*exponent {
            power = short_product(&power, &rule.value, REDUCED_SUMMANDS)?;
            sum = &short_product(&sum, &unknown, REDUCED_SUMMANDS)? + &power;
        }
        quotient = &quotient + &short_product(&sum, &rest, REDUCED_SUMMANDS)?;
    }
    Some((!quotient.is_zero()).then_some(quotient))
}

fn product(factors: impl IntoIterator<Item = (Variable, u32)>) -> Option<Monomial> {
    let mut product = Monomial::ONE;
    for (variable, exponent) in factors {
        for _ in 0..exponent {
            product = product.product(&Monomial::variable(variable))?;
        }
    }
    Some(product)
}

/// The quotient of monomials, if one divides the other.
fn divided(monomial: &Monomial, by: &Monomial) -> Option<Monomial> {
    let mut exponents: HashMap<Variable, u32> = monomial.factors().iter().copied().collect();
    for (variable, exponent) in by.factors() {
        let entry = exponents.get_mut(variable)?;
        *entry = entry.checked_sub(*exponent)?;
    }
    product(exponents)
}
