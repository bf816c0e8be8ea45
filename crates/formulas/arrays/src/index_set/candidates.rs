//! Small index sets: one for each group of variables that meet.
//!
//! Why they suffice. Let variables, arrays and functions meet as [`classes`](super::classes) says,
//! and let K be a class. I_K holds the indices at which arrays of K are read, written (for integers
//! with both neighbours) or told apart, and what guards compare the variables of K with. Take an
//! interpretation of the ground formula with all instances in which each variable runs through its
//! own I_K, and change it: an array or function of K reads at x what it read at proj_K(x), where
//! proj_K is the thesis's projection for I_K alone. Then
//!
//! - ground reads are unchanged, for their indices are in I_K, which proj_K leaves fixed;
//! - writes and comparisons stay true, for both arrays are of the same K, hence projected alike, and
//!   over the integers proj_K sends nothing but e itself to a written e, since e − 1, e + 1 ∈ I_K;
//! - a property holds at x̄ if it holds at proj(x̄), each variable by the projection of its own class:
//!   a guard atom compares a variable of K with a member of I_K, or two variables of the same K, and
//!   proj_K is a monotone function that fixes I_K, so the guard at x̄ implies the guard at proj(x̄);
//!   the value constraint reads the same at both.
//!
//! Nothing here needs the projections of different classes to agree, so the thesis's union of all
//! I_K is not needed. Over an uninterpreted sort (which may be finite) proj_K sends all x outside
//! I_K to one element r outside I_K, the same for the whole class: any r will do, but which terms
//! lie outside I_K depends on the interpretation. Hence the split into `indices`, all of which are
//! needed, and `others`, of which one is needed that differs from all `indices`, if there is one.
//! Variables that break a rule of T_A need every term of the sort.
//!
//! Arrays that are passed to functions, or held in arrays and fields, all count as meeting; still,
//! two that differ only outside I_K become equal by the projection. A solver that builds such a
//! model must see that functions of them agree, or have their difference in the problem.

use std::collections::{BTreeMap, HashMap};

use buttress_logic::{Bound, Function, Rational, Sort, Term, Terms};

use super::classes::{Classes, Node};
use super::indices::{Index, Indices};
use super::instances::instances;
use super::reading::Reading;
use super::reason::IndexReason;
use super::set::IndexSet;
use super::source::{Source, Sources, sources};
use crate::domain::Domain;
use crate::fragment::ArrayProperty;
use crate::free::Free;
use crate::linear::is_hard;

/// The index set of a class.
#[derive(Clone, Debug)]
pub struct Component {
    /// What its variables range over.
    pub sort: Sort,
    /// The indices that are all needed.
    pub indices: Vec<Index>,
    /// Of these, one is needed that differs from all `indices`, if there is one.
    pub others: Vec<Index>,
}

/// The index set of every universal variable.
#[derive(Clone, Debug)]
pub struct Candidates {
    components: Vec<Component>,
    places: HashMap<Bound, usize>,
    classes: Classes,
    /// The components by their class and the sort that they are about.
    numbers: BTreeMap<(Node, Sort), usize>,
    global: IndexSet,
}

impl Candidates {
    /// The index sets of a problem: formulas that hold ground terms, and properties.
    pub fn new(
        terms: &mut Terms,
        roots: &[Term],
        properties: &[ArrayProperty],
        reading: Reading,
    ) -> Candidates {
        let mut free = Free::default();
        let sources = sources(terms, &mut free, roots, properties);
        let global = IndexSet::of(terms, &mut free, &sources, properties, reading);
        Candidates::of_sources(terms, &mut free, sources, &universals(properties), global)
    }

    /// The components, and the index sets of those over the integers alone.
    ///
    /// A search that builds models knows the elements of its uninterpreted sorts, and takes all of
    /// them. It gives instances of the formulas as they are written; so a variable that is `resolved` in
    /// a property, by a guard x = e, still has the index e.
    pub fn over_integers(
        terms: &mut Terms,
        roots: &[Term],
        properties: &[ArrayProperty],
        resolved: &[(Bound, Term)],
    ) -> Candidates {
        let mut free = Free::default();
        let mut sources = sources(terms, &mut free, roots, properties);
        let mut universals = universals(properties);
        for (bound, term) in resolved {
            universals.push(*bound);
            let (node, reason) = (Node::Universal(*bound), IndexReason::Guard(*term));
            sources.ground.push(Source { node, term: *term, reason });
        }
        let global = IndexSet::none();
        Candidates::of_sources(terms, &mut free, sources, &universals, global)
    }

    fn of_sources(
        terms: &mut Terms,
        free: &mut Free,
        mut sources: Sources,
        universals: &[Bound],
        global: IndexSet,
    ) -> Candidates {
        let mut components = Vec::new();
        let mut places = HashMap::new();
        let mut numbers: BTreeMap<(Node, Sort), usize> = BTreeMap::new();
        let mut is_full = Vec::new();
        for bound in universals {
            let sort = terms.bound_sort(*bound);
            let class = (sources.classes.find(Node::Universal(*bound)), sort);
            let number = *numbers.entry(class).or_insert(components.len());
            if number == components.len() {
                components.push(Component { sort, indices: Vec::new(), others: Vec::new() });
                is_full.push(false);
            }
            is_full[number] |= sources.propositional.contains(bound) && !is_hard(terms, *bound);
            places.insert(*bound, number);
        }
        let mut sets = vec![Indices::default(); components.len()];
        let schemes: Vec<Source> = sources.schemes.clone();
        for source in sources.ground.clone() {
            let class = (sources.classes.find(source.node), terms.sort_of(source.term));
            if let Some(number) = numbers.get(&class) {
                sets[*number].add(terms, source.term, source.reason);
            }
        }
        for scheme in schemes {
            let class = (sources.classes.find(scheme.node), terms.sort_of(scheme.term));
            let Some(number) = numbers.get(&class) else { continue };
            for instance in instances(terms, free, scheme.term, &global.sets).unwrap_or_default() {
                sets[*number].add(terms, instance, scheme.reason);
            }
        }
        for (number, component) in components.iter_mut().enumerate() {
            let set = &mut sets[number];
            finish(terms, component, set, &global, is_full[number]);
        }
        let classes = sources.classes;
        Candidates { components, places, classes, numbers, global }
    }

    /// The index set of a variable; `None` if it is a variable of no property.
    pub fn of(&self, bound: Bound) -> Option<&Component> {
        self.places.get(&bound).and_then(|number| self.components.get(*number))
    }

    /// The number of the component of a variable.
    pub fn component(&self, bound: Bound) -> Option<usize> {
        self.places.get(&bound).copied()
    }

    /// The component by whose projection an array is to be interpreted; `None` if it meets no
    /// variable.
    pub fn component_of_array(&self, terms: &Terms, array: Term) -> Option<usize> {
        let (index, _) = terms.array_parts(terms.sort_of(array))?;
        self.component_of_node(Classes::node_of_array(terms, array), index)
    }

    /// The component by whose projection a function is to be interpreted at a place of its arguments.
    pub fn component_of_place(
        &self,
        terms: &Terms,
        function: Function,
        place: usize,
    ) -> Option<usize> {
        let sort = *terms.function_arguments(function).get(place)?;
        self.component_of_node(Node::Place(function, place), sort)
    }

    fn component_of_node(&self, node: Node, sort: Sort) -> Option<usize> {
        self.numbers.get(&(self.classes.root(node), sort)).copied()
    }

    /// All components.
    pub fn components(&self) -> &[Component] {
        &self.components
    }

    /// The thesis's set of the same problem.
    pub fn global(&self) -> &IndexSet {
        &self.global
    }

    /// See [`IndexSet::is_closed`].
    pub fn is_closed(&self) -> bool {
        self.global.is_closed
    }
}

fn universals(properties: &[ArrayProperty]) -> Vec<Bound> {
    properties.iter().flat_map(|property| &property.universals).copied().collect()
}

/// The indices of a component, from what its class has collected.
fn finish(
    terms: &mut Terms,
    component: &mut Component,
    set: &mut Indices,
    global: &IndexSet,
    is_full: bool,
) {
    let sort = component.sort;
    if let Some(lambda) = global.lambda(sort) {
        set.add(terms, lambda, IndexReason::Lambda);
    } else if Domain::of(terms, sort) == Domain::Integer {
        if set.list.is_empty() {
            let zero = terms.numeral(&Rational::ZERO, sort);
            set.add(terms, zero, IndexReason::NotEmpty);
        }
    } else {
        for index in global.of_sort(sort) {
            if is_full {
                set.add(terms, index.term, index.reason);
            } else if !set.contains(terms, index.term) {
                component.others.push(*index);
            }
        }
    }
    component.indices = std::mem::take(&mut set.list);
}
