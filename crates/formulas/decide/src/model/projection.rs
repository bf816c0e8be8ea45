//! Integer-indexed arrays that quantified variables meet: a[x] = a[proj(x)].
//!
//! The points of an index set are the values of its terms and of all indices at which arrays of its
//! component are read. An array is told at each point and projected to the nearest point elsewhere,
//! the left one preferred. Where no read says what it is at a point, it copies its left neighbour,
//! since what quantified formulas say of neighbours is mostly alike.
//!
//! Writes stay true: arrays that a write connects agree at every point but that of the write. For
//! each point the arrays of a family fall into groups that writes at other points connect; a read
//! at the point is known to its whole group ([`Weak`](buttress_theory::weak::Weak)), and a copied
//! value is given to a whole group. What is nothing but a write is not told: it follows.

use std::collections::HashMap;

use buttress_logic::{IdMap, Op, Sort, Term, Value};
use buttress_numeric::Rational;
use buttress_theory::congruence::Node;

use super::builder::Builder;

impl Builder<'_> {
    /// The component of the index sets that the arrays of a family belong to.
    pub(super) fn component_of_family(&self, family: Node) -> Option<usize> {
        let candidates = self.candidates?;
        let graph = &self.known.graph;
        let members = self.families.members.get(&family)?.iter();
        let mut arrays = members.flat_map(|root| graph.congruence.class(*root));
        arrays.find_map(|node| candidates.component_of_array(self.terms, graph.term(node)))
    }

    /// What a family reads that was entered last.
    pub(super) fn last_read(&self, family: Node) -> Option<Node> {
        let members = self.families.members.get(&family)?.iter();
        members.flat_map(|root| self.families.readings(*root)).map(|(_, value)| *value).max()
    }

    /// Collects the points of all components over the integers.
    pub(super) fn find_points(&mut self) -> Option<()> {
        let Some(candidates) = self.candidates else { return Some(()) };
        let components = candidates.components();
        let mut found: Vec<Vec<(Rational, Term)>> = vec![Vec::new(); components.len()];
        for (points, component) in found.iter_mut().zip(components) {
            if component.sort != Sort::INT {
                continue;
            }
            for index in &component.indices {
                if self.known.numbers.unknowns.is_known(index.term) {
                    let form = self.known.numbers.unknowns.linear(self.terms, index.term);
                    points.push((self.point.evaluate(&form), index.term));
                }
            }
        }
        let graph = &self.known.graph;
        let mut users: Vec<(usize, Node)> = Vec::new();
        for read in graph.selects.iter().chain(&graph.stores) {
            let array = graph.term(graph.congruence.arguments(*read)[0]);
            let index = graph.congruence.arguments(*read)[1];
            if let Some(component) = candidates.component_of_array(self.terms, array) {
                users.push((component, index));
            }
        }
        for node in (0..graph.congruence.len() as u32).map(Node) {
            let Op::Apply(function) = self.terms.op(graph.term(node)) else { continue };
            for (place, argument) in graph.congruence.arguments(node).iter().enumerate() {
                if let Some(component) = candidates.component_of_place(self.terms, function, place)
                {
                    users.push((component, *argument));
                }
            }
        }
        for (component, index) in users {
            if components[component].sort != Sort::INT {
                continue;
            }
            self.value_class(self.root(index), true)?;
            let number = self.model.values.as_number(self.value(index))?.clone();
            found[component].push((number, self.known.graph.term(index)));
        }
        for points in &mut found {
            // Of several terms with one value the first is kept.
            points.sort_by(|left, right| left.0.cmp(&right.0));
            points.dedup_by(|right, left| right.0 == left.0);
        }
        self.points = found;
        Some(())
    }

    /// The value of a class of arrays that belongs to a component over the integers.
    pub(super) fn make_projected(
        &mut self,
        root: Node,
        sort: Sort,
        component: usize,
    ) -> Option<Value> {
        if !self.filled.contains_key(&root) {
            self.fill(self.families.find(root), sort, component)?;
        }
        let readings = self.filled.get(&root)?;
        let points = self.points[component].iter().map(|point| point.0.clone());
        let mut steps: Vec<(Rational, Value)> = points.zip(readings.iter().copied()).collect();
        let first = match steps.first() {
            Some((_, first)) => *first,
            None => self.elsewhere(self.families.find(root), sort)?,
        };
        if !steps.is_empty() {
            steps.remove(0);
        }
        Some(self.model.values.intervals(sort, first, steps))
    }

    /// What arrays of a family read where nothing is known.
    fn elsewhere(&mut self, family: Node, sort: Sort) -> Option<Value> {
        let (_, element) = self.terms.array_parts(sort)?;
        let named = self.families.defaults.get(&family);
        Some(match named {
            Some(node) => self.value(*node),
            None => self.model.values.default_value(self.terms, element),
        })
    }

    /// Says what all arrays of a family read at all points.
    fn fill(&mut self, family: Node, sort: Sort, component: usize) -> Option<()> {
        let places: HashMap<Rational, usize> = self.points[component]
            .iter()
            .enumerate()
            .map(|(place, point)| (point.0.clone(), place))
            .collect();
        let count = places.len();
        let members = self.families.members[&family].clone();
        let classes = &self.families.classes[&family];
        let class_places: IdMap<Node, usize> =
            classes.iter().enumerate().map(|(place, root)| (*root, place)).collect();
        let mut known: Vec<Vec<Option<Value>>> = vec![vec![None; count]; members.len()];
        let place_of = |builder: &Self, index: Node| {
            let number = builder.model.values.as_number(builder.value(index))?;
            places.get(number).copied()
        };
        for (readings, root) in known.iter_mut().zip(&members) {
            for (index, value) in self.families.readings(*root) {
                readings[place_of(self, *index)?] = Some(self.value(*value));
            }
        }
        // Each write connects two arrays at all points but its own.
        let mut edges: Vec<(usize, usize, usize)> = Vec::new();
        for store in self.families.stores.get(&family).into_iter().flatten() {
            let &[array, index, _] = self.known.graph.congruence.arguments(*store) else {
                continue;
            };
            let (one, other) = (self.root(*store), self.root(array));
            let at = place_of(self, index)?;
            edges.push((*class_places.get(&one)?, *class_places.get(&other)?, at));
        }
        let mut is_written = vec![false; count];
        edges.iter().for_each(|edge| is_written[edge.2] = true);
        let member_places: Vec<usize> = members.iter().map(|root| class_places[root]).collect();
        // The group of each member, those that writes at other points than this one connect.
        let groups_at = |place: usize| -> Vec<usize> {
            match member_places.len() {
                1 => vec![0],
                _ if is_written[place] => {
                    let groups = groups(class_places.len(), &edges, place);
                    member_places.iter().map(|member| groups[*member]).collect()
                }
                all => vec![0; all],
            }
        };
        let is_constant = self.families.defaults.contains_key(&family);
        let elsewhere = self.elsewhere(family, sort)?;
        for place in 0..count {
            let groups = groups_at(place);
            let mut chosen: HashMap<usize, Value> = HashMap::new();
            for (member, group) in groups.iter().enumerate() {
                if let Some(value) = known[member][place] {
                    chosen.insert(*group, value);
                }
            }
            for (member, group) in groups.iter().enumerate() {
                let neighbour = match place.checked_sub(1) {
                    _ if is_constant => None,
                    Some(before) => known[member][before],
                    None => known[member].iter().flatten().next().copied(),
                };
                let value = *chosen.entry(*group).or_insert(neighbour.unwrap_or(elsewhere));
                known[member][place] = Some(value);
            }
        }
        for (root, readings) in members.into_iter().zip(known) {
            self.filled.insert(root, readings.into_iter().flatten().collect());
        }
        Some(())
    }
}

/// The group of each array: those that writes at other points than this one connect.
fn groups(count: usize, edges: &[(usize, usize, usize)], place: usize) -> Vec<usize> {
    let mut parents: Vec<usize> = (0..count).collect();
    fn find(parents: &mut [usize], mut at: usize) -> usize {
        while parents[at] != at {
            parents[at] = parents[parents[at]];
            at = parents[at];
        }
        at
    }
    for (one, other, _) in edges.iter().filter(|edge| edge.2 != place) {
        let (one, other) = (find(&mut parents, *one), find(&mut parents, *other));
        parents[one.max(other)] = one.min(other);
    }
    (0..count).map(|member| find(&mut parents, member)).collect()
}
