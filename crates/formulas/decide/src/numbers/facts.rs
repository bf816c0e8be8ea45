//! Facts: what is asserted of polynomials, and what follows from it by products.
//!
//! Invariant: a fact rests on facts with smaller numbers. A fact holds wherever the constraints
//! hold on which it rests, so facts stay when the search goes back.

use std::collections::{BTreeSet, HashMap};

use buttress_logic::Term;
use buttress_numeric::{
    Constraint, ConstraintTag, LinearForm, Monomial, Polynomial, Rational, Relation, Variable,
};

/// The number of a fact.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Fact(pub(crate) u32);

/// Why a fact holds.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum How {
    /// Somebody asserted it to arithmetic under this name.
    Asserted(ConstraintTag),
    /// It is another one, rounded over the integers.
    Rounded(Fact),
    /// It is a sum of multiples.
    Sum(Vec<(Fact, Rational)>),
    /// It is a product.
    Product(Fact, Fact),
    /// It is an equation multiplied by a term.
    Multiple(Fact, Term),
    /// It is the square of a term.
    Square(Term),
    /// It is the equation that two inequalities make.
    Both(Fact, Fact),
}

impl How {
    /// The facts on which it rests.
    fn parts(&self) -> Vec<Fact> {
        match self {
            How::Asserted(_) | How::Square(_) => Vec::new(),
            How::Rounded(fact) | How::Multiple(fact, _) => vec![*fact],
            How::Sum(summands) => summands.iter().map(|(fact, _)| *fact).collect(),
            How::Product(left, right) | How::Both(left, right) => vec![*left, *right],
        }
    }
}

#[derive(Debug)]
struct Entry {
    polynomial: Polynomial,
    relation: Relation,
    how: How,
}

/// All facts of a search.
#[derive(Debug, Default)]
pub(crate) struct Facts {
    entries: Vec<Entry>,
    numbers: HashMap<How, Fact>,
}

impl Facts {
    /// The polynomial that a fact compares with 0.
    pub(crate) fn polynomial(&self, fact: Fact) -> &Polynomial {
        &self.entries[fact.0 as usize].polynomial
    }

    /// Do its coefficients fit into machine words?
    pub(crate) fn is_small(&self, fact: Fact) -> bool {
        self.polynomial(fact).terms().all(|(_, coefficient)| coefficient.is_small())
    }

    /// How it compares.
    pub(crate) fn relation(&self, fact: Fact) -> Relation {
        self.entries[fact.0 as usize].relation
    }

    /// Why it holds.
    pub(crate) fn how(&self, fact: Fact) -> &How {
        &self.entries[fact.0 as usize].how
    }

    /// The fact with this reason, which is `polynomial relation 0`.
    pub(crate) fn add(
        &mut self,
        how: How,
        relation: Relation,
        polynomial: impl FnOnce(&Facts) -> Polynomial,
    ) -> Fact {
        if let Some(fact) = self.numbers.get(&how) {
            return *fact;
        }
        let polynomial = polynomial(self);
        let fact = Fact(self.entries.len() as u32);
        self.entries.push(Entry { polynomial, relation, how: how.clone() });
        self.numbers.insert(how, fact);
        fact
    }

    /// Of two inequalities of one direction: does the first say more?
    pub(crate) fn is_tighter(&self, one: Fact, other: Fact) -> bool {
        let room = |fact: Fact| {
            let mut terms = self.polynomial(fact).terms();
            let constant = self.polynomial(fact).coefficient(&Monomial::ONE);
            let first = terms.find(|(monomial, _)| monomial.degree() > 0)?.1.abs();
            constant.checked_div(&first)
        };
        let is_strict = |fact: Fact| self.relation(fact) == Relation::Positive;
        (room(one), is_strict(other)) < (room(other), is_strict(one))
    }

    /// A sum of multiples; negative multiples of equations only.
    pub(crate) fn sum(&mut self, summands: Vec<(Fact, Rational)>) -> Fact {
        if let [(fact, factor)] = summands.as_slice()
            && factor.is_one()
        {
            return *fact;
        }
        let relations = summands.iter().map(|(fact, _)| self.relation(*fact));
        let relation = relations.fold(Relation::Zero, Relation::plus);
        self.add(How::Sum(summands.clone()), relation, |facts| {
            let mut sum = Polynomial::default();
            for (fact, factor) in &summands {
                sum = &sum + &facts.polynomial(*fact).scaled(factor);
            }
            sum
        })
    }

    /// A product, which the caller has computed.
    pub(crate) fn product(&mut self, left: Fact, right: Fact, polynomial: Polynomial) -> Fact {
        let relation = times(self.relation(left), self.relation(right));
        self.add(How::Product(left, right), relation, |_| polynomial)
    }

    /// A fact over integers, rounded.
    pub(crate) fn rounded(&mut self, fact: Fact) -> Fact {
        let Constraint { form, relation } = self.as_constraint(fact).rounded();
        let monomials: Vec<_> = {
            let terms = self.polynomial(fact).terms();
            terms.map(|(monomial, _)| monomial.clone()).filter(|it| it.degree() > 0).collect()
        };
        let summands = form.terms().iter();
        let mut summands: Vec<_> =
            summands.map(|(place, by)| (monomials[place.index()].clone(), by.clone())).collect();
        summands.push((Monomial::ONE, form.constant_part().clone()));
        let rounded = Polynomial::new(summands);
        if rounded == *self.polynomial(fact) && relation == self.relation(fact) {
            return fact;
        }
        self.add(How::Rounded(fact), relation, |_| rounded)
    }

    /// A fact as a constraint whose variables are the places of its monomials.
    fn as_constraint(&self, fact: Fact) -> Constraint {
        let mut constant = Rational::ZERO;
        let mut summands = Vec::new();
        for (monomial, coefficient) in self.polynomial(fact).terms() {
            match monomial.degree() {
                0 => constant = coefficient.clone(),
                _ => summands.push((Variable(summands.len() as u32), coefficient.clone())),
            }
        }
        let form = LinearForm::new(constant, summands);
        Constraint { form, relation: self.relation(fact) }
    }

    /// These facts and all on which they rest, in order.
    pub(crate) fn below(&self, facts: impl IntoIterator<Item = Fact>) -> BTreeSet<Fact> {
        let mut stack: Vec<Fact> = facts.into_iter().collect();
        let mut found = BTreeSet::new();
        while let Some(fact) = stack.pop() {
            if found.insert(fact) {
                stack.extend(self.how(fact).parts());
            }
        }
        found
    }

    /// The tags of the asserted constraints on which a fact rests.
    pub(crate) fn reasons(&self, fact: Fact) -> Vec<ConstraintTag> {
        let below = self.below([fact]).into_iter();
        let reasons = below.filter_map(|fact| match self.how(fact) {
            How::Asserted(reason) => Some(*reason),
            _ => None,
        });
        reasons.collect()
    }
}

/// How the product of two numbers compares with 0.
pub(crate) fn times(left: Relation, right: Relation) -> Relation {
    match (left, right) {
        (Relation::Zero, _) | (_, Relation::Zero) => Relation::Zero,
        (Relation::Positive, Relation::Positive) => Relation::Positive,
        _ => Relation::NonNegative,
    }
}
