//! The index sets with their reasons, and the instances over them.

use buttress_arrays::{ArrayProperty, Candidates, Component, Index, Quantified, Role};
use buttress_logic::{Bound, Terms, print_sort};

use super::explainer::Explainer;

/// The index set of variables that meet: they read the same arrays, or guards compare them.
#[derive(Clone, Debug)]
pub struct IndexClass {
    /// The variables, each with the number of its quantifier, from 1.
    pub variables: Vec<(String, usize)>,
    /// What they range over.
    pub sort: String,
    /// The indices that are all needed.
    pub indices: Vec<IndexRow>,
    /// Of these, one is needed that differs from all `indices`, if there is one.
    pub others: Vec<IndexRow>,
}

/// A member of an index set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IndexRow {
    /// The term.
    pub term: String,
    /// Why it is there.
    pub reason: String,
}

/// The size of the thesis's index set of a sort.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SortSize {
    /// The sort.
    pub sort: String,
    /// How many indices.
    pub size: usize,
}

/// How many instances there are; `None` if too many to count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Instances {
    /// Over the index sets of the variables' own classes.
    pub small: Option<u64>,
    /// Over the thesis's one set for each sort.
    pub thesis: Option<u64>,
}

impl Instances {
    /// Of a formula without universal variables.
    pub const ONE: Instances = Instances { small: Some(1), thesis: Some(1) };

    pub(super) fn of(
        terms: &Terms,
        candidates: &Candidates,
        properties: &[ArrayProperty],
    ) -> Instances {
        let small = properties.iter().try_fold(0_u64, |sum, property| {
            let product = property.universals.iter().try_fold(1_u64, |product, bound| {
                product.checked_mul(candidates.of(*bound).map_or(0, size))
            });
            sum.checked_add(product?)
        });
        Instances { small, thesis: candidates.global().instance_count(terms, properties) }
    }
}

/// How many indices are needed at once.
fn size(component: &Component) -> u64 {
    component.indices.len() as u64 + u64::from(!component.others.is_empty())
}

/// The sizes of the thesis's sets.
pub(super) fn thesis(terms: &Terms, candidates: &Candidates) -> Vec<SortSize> {
    let global = candidates.global();
    let sizes = global
        .sorts()
        .map(|sort| SortSize { sort: print_sort(terms, sort), size: global.of_sort(sort).len() });
    sizes.collect()
}

impl Explainer<'_> {
    /// The index sets, with the variables of quantifiers by these numbers.
    pub(super) fn classes(
        &mut self,
        candidates: &Candidates,
        quantified: &[Quantified],
        numbers: &[usize],
    ) -> Vec<IndexClass> {
        let mut variables: Vec<Vec<(String, usize)>> =
            vec![Vec::new(); candidates.components().len()];
        for (quantified, number) in quantified.iter().zip(numbers) {
            let Role::Universal { properties, .. } = &quantified.role else { continue };
            let bounds = properties.iter().flat_map(|property| &property.universals);
            let bounds: Vec<Bound> = bounds.copied().collect();
            for bound in bounds {
                let variable = (self.terms.bound_name(bound).to_owned(), *number);
                let place = candidates.component(bound).and_then(|place| variables.get_mut(place));
                if let Some(list) = place.filter(|list| !list.contains(&variable)) {
                    list.push(variable);
                }
            }
        }
        let components = candidates.components().iter().zip(variables);
        let classes = components.map(|(component, mut variables)| {
            variables.sort_by_key(|(_, number)| *number);
            IndexClass {
                variables,
                sort: print_sort(&self.terms, component.sort),
                indices: self.rows(&component.indices),
                others: self.rows(&component.others),
            }
        });
        let mut classes: Vec<IndexClass> = classes.collect();
        classes.sort_by_key(|class| class.variables.first().map(|(_, number)| *number));
        classes
    }

    fn rows(&mut self, indices: &[Index]) -> Vec<IndexRow> {
        let rows = indices.iter().map(|index| {
            let term = self.naming.show(&mut self.terms, index.term);
            let reason = index.reason.display_with(|term| self.naming.show(&mut self.terms, term));
            IndexRow { term, reason }
        });
        rows.collect()
    }
}
