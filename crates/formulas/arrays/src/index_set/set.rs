//! The index set of the thesis.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use buttress_logic::{Rational, Sort, Term, Terms};

use super::indices::{Index, Indices};
use super::instances::close;
use super::reading::Reading;
use super::reason::IndexReason;
use super::source::{Sources, sources};
use crate::domain::Domain;
use crate::fragment::ArrayProperty;
use crate::free::Free;

/// The thesis's index set, for each sort that a universal variable ranges over.
///
/// Complete for properties inside the fragments if [`IndexSet::is_closed`]: by the projection of
/// the thesis for T_A^ℤ and for T_A over infinite sorts (with λ), and for uninterpreted sorts because
/// the domain may be cut down to the values of the set (see [`Reading`]).
///
/// Cutting down goes on for ever where arrays hold their own indices: a\[e\], a\[a\[e\]\] and so on must
/// be in the domain. Then a sort whose variables keep to the rules of T_A has a constant ρ beside
/// the thesis's set I, which is λ without the claim that the sort is infinite: either ρ lies outside
/// I, and the thesis's projection applies, or the domain is that of I
/// ([`IndexSet::other_or_none`]). No interpretation is lost, and all instances are known beforehand.
#[derive(Clone, Debug)]
pub struct IndexSet {
    pub(super) sets: BTreeMap<Sort, Indices>,
    pub(super) lambdas: BTreeMap<Sort, Term>,
    pub(super) others: BTreeMap<Sort, Term>,
    pub(super) is_closed: bool,
}

/// How a sort is treated in the completeness proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Treatment {
    /// Integers are projected to their neighbours.
    Neighbours,
    /// The domain is cut down to the set.
    Cut,
    /// Indices outside the set are projected to λ.
    Lambda,
    /// Indices outside the set are projected to another constant, if there are any.
    Other,
}

impl IndexSet {
    /// The index set of a problem: formulas that hold ground terms, and properties.
    pub fn new(
        terms: &mut Terms,
        roots: &[Term],
        properties: &[ArrayProperty],
        reading: Reading,
    ) -> IndexSet {
        let mut free = Free::default();
        let sources = sources(terms, &mut free, roots, properties);
        IndexSet::of(terms, &mut free, &sources, properties, reading)
    }

    /// No index of any sort.
    pub(super) fn none() -> IndexSet {
        IndexSet {
            sets: BTreeMap::new(),
            lambdas: BTreeMap::new(),
            others: BTreeMap::new(),
            is_closed: false,
        }
    }

    pub(super) fn of(
        terms: &mut Terms,
        free: &mut Free,
        sources: &Sources,
        properties: &[ArrayProperty],
        reading: Reading,
    ) -> IndexSet {
        let sorts: BTreeSet<Sort> = properties
            .iter()
            .flat_map(|property| &property.universals)
            .map(|bound| terms.bound_sort(*bound))
            .collect();
        let mut treatments: BTreeMap<Sort, Treatment> = BTreeMap::new();
        for sort in sorts {
            let treatment = match (Domain::of(terms, sort), reading) {
                (Domain::Integer, _) => Treatment::Neighbours,
                (Domain::Uninterpreted, Reading::SmtLib) => Treatment::Cut,
                _ => Treatment::Lambda,
            };
            treatments.insert(sort, treatment);
        }
        let set = IndexSet::treated(terms, free, sources, &treatments);
        if set.is_closed {
            return set;
        }
        // Sorts whose variables keep to the rules of T_A need not be cut down.
        let breaking: BTreeSet<Sort> =
            sources.propositional.iter().map(|bound| terms.bound_sort(*bound)).collect();
        for (sort, treatment) in &mut treatments {
            if *treatment == Treatment::Cut && !breaking.contains(sort) {
                *treatment = Treatment::Other;
            }
        }
        IndexSet::treated(terms, free, sources, &treatments)
    }

    fn treated(
        terms: &mut Terms,
        free: &mut Free,
        sources: &Sources,
        treatments: &BTreeMap<Sort, Treatment>,
    ) -> IndexSet {
        let mut sets: BTreeMap<Sort, Indices> =
            treatments.keys().map(|sort| (*sort, Indices::default())).collect();
        for source in &sources.ground {
            if let Some(set) = sets.get_mut(&terms.sort_of(source.term)) {
                set.add(terms, source.term, source.reason);
            }
        }
        let is_cut = |sort: Sort| treatments.get(&sort) == Some(&Treatment::Cut);
        for term in &sources.uninterpreted {
            let sort = terms.sort_of(*term);
            if is_cut(sort)
                && let Some(set) = sets.get_mut(&sort)
            {
                set.add(terms, *term, IndexReason::Ground);
            }
        }
        let (mut lambdas, mut others) = (BTreeMap::new(), BTreeMap::new());
        for (sort, set) in &mut sets {
            let sort = *sort;
            match treatments[&sort] {
                Treatment::Neighbours if set.list.is_empty() => {
                    let zero = terms.numeral(&Rational::ZERO, sort);
                    set.add(terms, zero, IndexReason::NotEmpty);
                }
                Treatment::Cut if set.list.is_empty() => {
                    let constant = terms.fresh_constant("some", sort);
                    set.add(terms, constant, IndexReason::NotEmpty);
                }
                Treatment::Neighbours | Treatment::Cut => {}
                Treatment::Lambda => {
                    let lambda = terms.fresh_constant("lambda", sort);
                    set.add(terms, lambda, IndexReason::Lambda);
                    lambdas.insert(sort, lambda);
                }
                Treatment::Other => {
                    let other = terms.fresh_constant("other", sort);
                    set.add(terms, other, IndexReason::Other);
                    others.insert(sort, other);
                }
            }
        }
        let is_closed = close(terms, free, sources, &mut sets, is_cut);
        IndexSet { sets, lambdas, others, is_closed }
    }

    /// The indices of a sort; none if no variable ranges over it.
    pub fn of_sort(&self, sort: Sort) -> &[Index] {
        self.sets.get(&sort).map_or(&[], |set| &set.list)
    }

    /// The sorts that variables range over.
    pub fn sorts(&self) -> impl Iterator<Item = Sort> {
        self.sets.keys().copied()
    }

    /// λ of a sort, if it has one: a constant different from all other indices of the sort.
    pub fn lambda(&self, sort: Sort) -> Option<Term> {
        self.lambdas.get(&sort).copied()
    }

    /// ρ of a sort, if it has one.
    pub fn other(&self, sort: Sort) -> Option<Term> {
        self.others.get(&sort).copied()
    }

    /// For each sort that has a ρ: it differs from all other indices, or each of these ground terms
    /// of the sort equals one of them. All terms of the formula with its instances are to be given.
    pub fn other_or_none(&self, terms: &mut Terms, ground: &[Term]) -> Vec<Term> {
        let mut formulas = Vec::new();
        for (sort, other) in &self.others {
            let indices: Vec<Term> = self.of_sort(*sort).iter().map(|index| index.term).collect();
            let indices: Vec<Term> = indices.into_iter().filter(|index| index != other).collect();
            let differs: Vec<Term> =
                indices.iter().map(|index| terms.distinct(&[*other, *index])).collect();
            let mut is_cut = Vec::new();
            for term in ground {
                if terms.sort_of(*term) == *sort && !indices.contains(term) {
                    let equals: Vec<Term> =
                        indices.iter().map(|index| terms.equal(*term, *index)).collect();
                    is_cut.push(terms.or(&equals));
                }
            }
            let (differs, is_cut) = (terms.and(&differs), terms.and(&is_cut));
            formulas.push(terms.or(&[differs, is_cut]));
        }
        formulas
    }

    /// Is the set complete? Otherwise instantiation makes ever new terms of an uninterpreted sort
    /// (as ∀x. a\[x\] ≠ x does), or too many to list: an answer `unsat` stands, but not `sat`.
    pub fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// λ ≠ i for all other indices i.
    pub fn lambda_differs(&self, terms: &mut Terms) -> Vec<Term> {
        let mut formulas = Vec::new();
        for (sort, lambda) in &self.lambdas {
            for index in self.of_sort(*sort) {
                if index.term != *lambda {
                    formulas.push(terms.distinct(&[*lambda, index.term]));
                }
            }
        }
        formulas
    }

    /// How many instances these properties have over the set; `None` if too many to count.
    pub fn instance_count(&self, terms: &Terms, properties: &[ArrayProperty]) -> Option<u64> {
        let mut sum = 0_u64;
        for property in properties {
            let mut product = 1_u64;
            for bound in &property.universals {
                let size = self.of_sort(terms.bound_sort(*bound)).len() as u64;
                product = product.checked_mul(size)?;
            }
            sum = sum.checked_add(product)?;
        }
        Some(sum)
    }

    /// All instances of a formula: its variables are replaced by all indices of their sorts.
    ///
    /// # Errors
    /// If there are more than `most`: their number, or `None` if it is too large to count.
    pub fn instances(
        &self,
        terms: &mut Terms,
        property: &ArrayProperty,
        most: u64,
    ) -> Result<Vec<Term>, Option<u64>> {
        let count = self.instance_count(terms, std::slice::from_ref(property));
        if count.is_none_or(|count| count > most) {
            return Err(count);
        }
        let body = property.body(terms);
        let mut maps: Vec<HashMap<Term, Term>> = vec![HashMap::new()];
        for bound in &property.universals {
            let variable = terms.bound(*bound);
            let indices = self.of_sort(terms.bound_sort(*bound));
            let longer = maps.iter().flat_map(|map| {
                indices.iter().map(move |index| {
                    let mut map = map.clone();
                    map.insert(variable, index.term);
                    map
                })
            });
            maps = longer.collect();
        }
        Ok(maps.iter().map(|map| buttress_logic::substitute(terms, body, map)).collect())
    }
}
