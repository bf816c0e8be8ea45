//! Farkas' lemma, and its half for polynomials, as constraints on parameters and multipliers.
//!
//! On a path with rows aᵢ ≥ 0 and template T at the premises, T′ at the conclusion:
//!
//! ```text
//! T′ = Σ λᵢaᵢ + Σ μT + r,    λᵢ ≥ 0, r ≥ 0         the conclusion is preserved
//! −1 = Σ λᵢaᵢ + Σ μT + r                           the path is disabled
//! ```
//!
//! Both sides are compared monomial by monomial. r is a constant or, with polynomials, a sum of monomials
//! with even exponents: these are nowhere negative. With the values of μ chosen all of this is linear.
//!
//! Of an equation T = 0 the same is shown with equations among the rows alone, λᵢ of any sign, and r = 0.

use std::collections::BTreeMap;

use buttress_logic::Rational;
use buttress_numeric::{
    Bound, Constraint, ConstraintTag, LinearForm, Monomial, Polynomial, Relation, Simplex, Variable,
};

use crate::atoms::Atoms;
use crate::inequality::Inequality;
use crate::path::Path;
use crate::products::products;
use crate::template::{TemplateShape, Unknowns};

/// What is shown of a path, with which multiples of the premises' templates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// The conclusion's template.
    Preserved(Vec<Rational>),
    /// That the premises contradict each other.
    Disabled(Vec<Rational>),
}

/// How the templates compare with zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TemplateRelation {
    /// T = 0
    Equations,
    /// T ≥ 0
    Inequalities,
}

/// A path ready to be dualised: where templates stand on it.
#[derive(Clone, Debug)]
pub struct Dual {
    kind: TemplateRelation,
    rows: Vec<(Polynomial, Relation)>,
    /// The unknowns (by predicate) and the monomials of the conclusion's template.
    head: (usize, Vec<Option<Polynomial>>),
    /// The same of the premises that have a template.
    body: Vec<(usize, Vec<Option<Polynomial>>)>,
}

/// Certificates of the linear program are not looked at, so its constraints need no names.
pub const UNUSED_REASON: ConstraintTag = ConstraintTag(0);

/// For each monomial what it is multiplied with.
type Columns = BTreeMap<Monomial, LinearForm>;

impl Dual {
    /// The path as seen by templates for the predicates with `is_active`; none if the conclusion has no template.
    pub fn new(
        path: &Path,
        shapes: &[TemplateShape],
        is_active: &[bool],
        kind: TemplateRelation,
        atoms: &Atoms,
    ) -> Option<Dual> {
        let head = path.head.as_ref().filter(|head| is_active[head.predicate.index()])?;
        let seen = |place: &crate::path::PathApplication| {
            let predicate = place.predicate.index();
            (predicate, shapes[predicate].at(place))
        };
        let body = path.body.iter().filter(|place| is_active[place.predicate.index()]);
        let (head, body): (_, Vec<_>) = (seen(head), body.map(seen).collect());
        let templates = body.iter().chain([&head]).flat_map(|(_, monomials)| monomials).flatten();
        let products = products(atoms, &path.rows, templates);
        let is_used = |row: &Inequality| {
            kind == TemplateRelation::Inequalities || row.relation == Relation::Zero
        };
        let rows = path.rows.iter().cloned().chain(products).filter(is_used);
        let rows = rows.map(|row| (row.polynomial, row.relation)).collect();
        let mut dual = Dual { kind, rows, head, body };
        dual.drop_useless_rows();
        Some(dual)
    }

    /// Can a path be shown to be disabled by what the templates say?
    pub fn can_be_disabled(&self) -> bool {
        self.kind == TemplateRelation::Inequalities
    }

    /// How many multipliers meet a template.
    pub fn template_count(&self) -> usize {
        self.body.len()
    }

    /// A row with a monomial that nothing else can cancel has the multiplier 0.
    fn drop_useless_rows(&mut self) {
        loop {
            let mut counts: BTreeMap<&Monomial, usize> = BTreeMap::new();
            let templates = self.body.iter().chain([&self.head]).flat_map(|(_, all)| all).flatten();
            // A template's coefficients can be anything.
            for (monomial, _) in templates.flat_map(Polynomial::terms) {
                *counts.entry(monomial).or_default() += 2;
            }
            for (monomial, _) in self.rows.iter().flat_map(|(polynomial, _)| polynomial.terms()) {
                *counts.entry(monomial).or_default() += 1;
            }
            let is_useful = |(polynomial, _): &(Polynomial, Relation)| {
                let has_slack =
                    |it: &Monomial| self.kind == TemplateRelation::Inequalities && it.is_even();
                polynomial.terms().all(|(it, _)| has_slack(it) || counts[it] > 1)
            };
            let kept: Vec<bool> = self.rows.iter().map(is_useful).collect();
            if kept.iter().all(|it| *it) {
                return;
            }
            let mut kept = kept.into_iter();
            self.rows.retain(|_| kept.next().unwrap_or(true));
        }
    }

    /// Adds the constraints of a choice; false if they contradict what is there at once.
    pub fn impose(
        &self,
        simplex: &mut Simplex,
        unknowns: &[Option<Unknowns>],
        choice: &Choice,
    ) -> bool {
        let mut columns = Columns::new();
        let multiples = match choice {
            Choice::Preserved(multiples) => {
                add_template(&mut columns, unknowns, &self.head, &Rational::ONE, 0);
                multiples
            }
            Choice::Disabled(multiples) => {
                add(
                    &mut columns,
                    &Monomial::ONE,
                    &LinearForm::constant(Rational::MINUS_ONE),
                    &Rational::ONE,
                );
                multiples
            }
        };
        for ((premise, multiple), slot) in self.body.iter().zip(multiples).zip(1..) {
            add_template(&mut columns, unknowns, premise, &-multiple, slot);
        }
        for (polynomial, relation) in &self.rows {
            let multiplier = simplex.new_variable();
            if *relation != Relation::Zero
                && simplex
                    .assert_bound(multiplier, &Bound::at_least(Rational::ZERO), UNUSED_REASON)
                    .is_err()
            {
                return false;
            }
            let multiplier = LinearForm::variable(multiplier);
            for (monomial, coefficient) in polynomial.terms() {
                add(&mut columns, monomial, &multiplier, &-coefficient);
            }
        }
        columns.into_iter().all(|(monomial, form)| {
            let constraint = if self.kind == TemplateRelation::Inequalities && monomial.is_even() {
                Constraint::non_negative(form)
            } else {
                Constraint::zero(form)
            };
            simplex.assert(&constraint, UNUSED_REASON).is_ok()
        })
    }
}

fn add(columns: &mut Columns, monomial: &Monomial, form: &LinearForm, by: &Rational) {
    columns.entry(monomial.clone()).or_default().add_scaled(by, form);
}

/// Adds a multiple of a template at a place.
fn add_template(
    columns: &mut Columns,
    unknowns: &[Option<Unknowns>],
    (predicate, monomials): &(usize, Vec<Option<Polynomial>>),
    by: &Rational,
    slot: usize,
) {
    let Some(unknowns) = &unknowns[*predicate] else { return };
    add(columns, &Monomial::ONE, &LinearForm::variable(unknowns.constant), by);
    for (place, monomial) in monomials.iter().enumerate() {
        let coefficient = unknowns.coefficient(place);
        match monomial {
            Some(polynomial) => {
                for (monomial, factor) in polynomial.terms() {
                    add(columns, monomial, &coefficient, &(factor * by));
                }
            }
            // A monomial without a value here must not occur: it has a column that nothing cancels.
            None => {
                let column = Monomial::variable(Variable(u32::MAX - (slot * 1024 + place) as u32));
                add(columns, &column, &coefficient, by);
            }
        }
    }
}
