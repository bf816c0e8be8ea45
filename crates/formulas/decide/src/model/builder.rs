//! Values for classes of equal terms.

use buttress_arrays::Candidates;
use buttress_logic::{Cardinality, IdMap, IdSet, Model, Op, Sort, SortKind, Term, Terms, Value};
use buttress_numeric::Rational;
use buttress_theory::arrays::only_write;
use buttress_theory::congruence::Node;

use super::families::Families;
use crate::internalize::Internalizer;
use crate::limits::{SKIPPED_VALUES, SPARE_ELEMENTS};
use crate::point::Point;

/// A model under construction.
pub(super) struct Builder<'a> {
    pub(super) terms: &'a Terms,
    pub(super) known: &'a Internalizer,
    pub(super) point: &'a Point,
    pub(super) model: Model,
    /// The values of classes, by root.
    pub(super) values: IdMap<Node, Value>,
    /// Values that some class has: fresh ones must differ.
    pub(super) taken: IdSet<Value>,
    pub(super) families: Families,
    pub(super) attempt: u64,
    pub(super) inventions: u64,
    /// How many values of a sort were tried for inventions.
    pub(super) passed: IdMap<Sort, u64>,
    /// Whole, and above all numbers that have a meaning.
    pub(super) next_number: Rational,
    /// Defaults invented for families of arrays.
    pub(super) defaults: IdMap<Node, Value>,
    /// The index sets of quantified variables.
    pub(super) candidates: Option<&'a Candidates>,
    /// The points of each of them, in order, with a term for each.
    pub(super) points: Vec<Vec<(Rational, Term)>>,
    /// What classes of arrays read at the points of their index set.
    pub(super) filled: IdMap<Node, Vec<Value>>,
}

impl<'a> Builder<'a> {
    /// Nothing has a value yet.
    pub(super) fn new(
        terms: &'a Terms,
        known: &'a Internalizer,
        candidates: Option<&'a Candidates>,
        point: &'a Point,
        attempt: u64,
    ) -> Builder<'a> {
        let mut builder = Builder {
            terms,
            known,
            point,
            model: Model::new(),
            values: IdMap::default(),
            taken: IdSet::default(),
            families: Families::of(terms, &known.graph),
            defaults: IdMap::default(),
            next_number: Rational::ZERO,
            attempt,
            inventions: 0,
            passed: IdMap::default(),
            candidates,
            points: Vec::new(),
            filled: IdMap::default(),
        };
        builder.next_number = builder.largest_number();
        builder
    }
}

impl Builder<'_> {
    pub(super) fn root(&self, node: Node) -> Node {
        self.known.graph.congruence.root(node)
    }

    fn sort(&self, node: Node) -> Sort {
        self.terms.sort_of(self.known.graph.term(node))
    }

    /// The least whole number that is not below any known number.
    fn largest_number(&self) -> Rational {
        let congruence = &self.known.graph.congruence;
        let marks = (0..congruence.len() as u32)
            .map(Node)
            .filter(|node| congruence.mark(*node) == Some(*node));
        let values = marks.map(|node| {
            self.point.evaluate(
                &self.known.numbers.unknowns.linear(self.terms, self.known.graph.term(node)),
            )
        });
        let largest = values.max().unwrap_or(Rational::ZERO);
        Rational::from(largest.ceil())
    }

    /// One element per class of each uninterpreted sort.
    pub(super) fn set_universes(&mut self) {
        let mut sizes: IdMap<Sort, u32> = IdMap::default();
        let mut elements = Vec::new();
        for node in (0..self.known.graph.congruence.len() as u32).map(Node) {
            let sort = self.sort(node);
            let is_open = matches!(self.terms.sort_kind(sort), SortKind::Uninterpreted { .. });
            if is_open && self.root(node) == node {
                let size = sizes.entry(sort).or_default();
                elements.push((node, sort, *size));
                *size += 1;
            }
        }
        // Values may have to be told apart by elements that no term names. Over quantified
        // variables the elements are those of the classes.
        let spare = self.attempt as u32 * SPARE_ELEMENTS;
        for sort in self.sorts_in_datatypes().into_iter().filter(|_| spare > 0) {
            if !self.ranges_over(sort) {
                *sizes.entry(sort).or_default() += spare;
            }
        }
        for (sort, size) in sizes {
            self.model.values.set_universe(sort, size);
        }
        for (node, sort, number) in elements {
            let value = self.model.values.element(sort, number);
            self.values.insert(node, value);
        }
    }

    /// Does a quantified variable range over the sort?
    fn ranges_over(&self, sort: Sort) -> bool {
        let formulas = self.known.quantified().iter();
        let mut bounds = formulas.flat_map(|formula| self.terms.quantified(*formula));
        bounds.any(|bound| self.terms.bound_sort(*bound) == sort)
    }

    /// The uninterpreted sorts that values of the datatypes in the graph may be made of.
    fn sorts_in_datatypes(&self) -> Vec<Sort> {
        let mut found = Vec::new();
        let mut seen = IdSet::default();
        let graph = &self.known.graph;
        let mut stack: Vec<Sort> = graph.datatypes.iter().map(|node| self.sort(*node)).collect();
        while let Some(sort) = stack.pop() {
            if !seen.insert(sort) {
                continue;
            }
            if let Some(datatype) = self.terms.as_datatype(sort) {
                for constructor in self.terms.constructors(datatype) {
                    let fields = self.terms.selectors(constructor).into_iter();
                    stack.extend(fields.map(|field| self.terms.selector_sort(field)));
                }
            } else if let Some((index, element)) = self.terms.array_parts(sort) {
                stack.extend([index, element]);
            } else if matches!(self.terms.sort_kind(sort), SortKind::Uninterpreted { .. }) {
                found.push(sort);
            }
        }
        found
    }

    /// Values for all classes, those they are made of first.
    pub(super) fn value_classes(&mut self) -> Option<()> {
        let nodes = self.known.graph.congruence.len() as u32;
        let roots: Vec<Node> =
            (0..nodes).map(Node).filter(|node| self.root(*node) == *node).collect();
        // Classes without parts first; open classes of datatypes must avoid all values, so that
        // they come when those are known. Their own value may make others equal: then evaluation
        // will tell.
        for pass in 0..2 {
            for root in &roots {
                self.value_class(*root, pass == 1)?;
            }
        }
        Some(())
    }

    pub(super) fn value_class(&mut self, start: Node, may_invent: bool) -> Option<()> {
        let mut stack = vec![start];
        let mut under_way = IdSet::default();
        while let Some(root) = stack.last().copied() {
            if self.values.contains_key(&root) {
                stack.pop();
                continue;
            }
            let missing: Vec<Node> = self
                .parts(root)
                .into_iter()
                .map(|part| self.root(part))
                .filter(|part| !self.values.contains_key(part))
                .collect();
            if missing.is_empty() {
                let Some(value) = self.make(root, may_invent) else {
                    // It waits for the second pass, and so does what is made of it.
                    return if may_invent { None } else { Some(()) };
                };
                self.taken.insert(value);
                self.values.insert(root, value);
                stack.pop();
                continue;
            }
            if !under_way.insert(root) {
                // A value that would contain itself, through arrays.
                return None;
            }
            stack.extend(missing);
        }
        Some(())
    }

    /// The classes whose values the value of a class is made of.
    fn parts(&self, root: Node) -> Vec<Node> {
        let congruence = &self.known.graph.congruence;
        let sort = self.sort(root);
        if self.terms.as_datatype(sort).is_some() {
            return congruence
                .value(root)
                .map_or(Vec::new(), |built| congruence.arguments(built).to_vec());
        }
        if self.terms.array_parts(sort).is_some() {
            let family = self.families.find(root);
            if let Some(write) = self.only_write(root) {
                return congruence.arguments(write).to_vec();
            }
            // What is read at one array may be copied to others of its family.
            let is_projected = self.component_of_family(family).is_some();
            let whole = match self.families.members.get(&family) {
                Some(members) if is_projected => members.as_slice(),
                _ => &[root],
            };
            let reads = whole.iter().flat_map(|root| self.families.readings(*root));
            let mut parts: Vec<Node> = reads.flat_map(|(index, value)| [*value, *index]).collect();
            if is_projected && self.terms.array_parts(sort).is_some_and(|it| it.0 == Sort::INT) {
                let stores = self.families.stores.get(&family).into_iter().flatten();
                parts.extend(stores.map(|store| congruence.arguments(*store)[1]));
            }
            parts.extend(self.families.defaults.get(&family));
            return parts;
        }
        Vec::new()
    }

    fn make(&mut self, root: Node, may_invent: bool) -> Option<Value> {
        let congruence = &self.known.graph.congruence;
        let sort = self.sort(root);
        if sort == Sort::BOOL {
            return Some(if root == congruence.root(Node::TRUE) {
                Value::TRUE
            } else {
                Value::FALSE
            });
        }
        if sort.is_arithmetic() {
            let Some(mark) = congruence.mark(root) else {
                return Some(self.invent_number(sort));
            };
            let term = self.known.graph.term(mark);
            let value = self.point.evaluate(&self.known.numbers.unknowns.linear(self.terms, term));
            return Some(self.model.values.number(sort, value));
        }
        if self.terms.as_datatype(sort).is_some() {
            let Some(built) = congruence.value(root) else {
                return if may_invent { self.invent(sort) } else { None };
            };
            let Op::Construct(constructor) = self.terms.op(self.known.graph.term(built)) else {
                return None;
            };
            let arguments = congruence.arguments(built).to_vec();
            let fields: Vec<Value> = arguments.iter().map(|field| self.value(*field)).collect();
            return Some(self.model.values.construct(constructor, &fields));
        }
        self.terms.array_parts(sort)?;
        self.make_array(root, sort)
    }

    /// A term for each value that a class has: the oldest.
    pub(super) fn names(&self) -> IdMap<Value, Term> {
        let graph = &self.known.graph;
        let mut names: IdMap<Value, Term> = IdMap::default();
        for (root, value) in &self.values {
            let members = graph.congruence.class(*root).map(|node| graph.term(node));
            let Some(oldest) = members.min() else { continue };
            let name = names.entry(*value).or_insert(oldest);
            *name = oldest.min(*name);
        }
        names
    }

    /// The value of a class that has one.
    pub(super) fn value(&self, node: Node) -> Value {
        self.values[&self.root(node)]
    }

    /// A value that no class has; for finite sorts, any.
    fn invent(&mut self, sort: Sort) -> Option<Value> {
        self.inventions += 1;
        let mut skipped = self.attempt * self.inventions.min(SKIPPED_VALUES);
        // What was passed over once stays so: inventing many values takes no time for all pairs.
        let mut number = self.passed.get(&sort).copied().unwrap_or(0);
        while let Some(value) = self.model.values.nth_value(self.terms, sort, number) {
            number += 1;
            if !self.taken.contains(&value) {
                if skipped == 0 {
                    self.passed.insert(sort, number);
                    return Some(value);
                }
                skipped -= 1;
            }
        }
        Some(self.model.values.default_value(self.terms, sort))
    }

    /// A number that nothing else has.
    fn invent_number(&mut self, sort: Sort) -> Value {
        self.next_number += &Rational::ONE;
        self.model.values.number(sort, self.next_number.clone())
    }

    /// The write that is all there is to a class of arrays.
    fn only_write(&self, root: Node) -> Option<Node> {
        only_write(self.terms, &self.known.graph, root)
    }

    fn make_array(&mut self, root: Node, sort: Sort) -> Option<Value> {
        let (index, element) = self.terms.array_parts(sort)?;
        // Its reads say nothing, and their indices may well contain it.
        if self.terms.cardinality(sort) == Cardinality::Finite(1) {
            return Some(self.model.values.default_value(self.terms, sort));
        }
        let family = self.families.find(root);
        if let Some(write) = self.only_write(root) {
            let &[array, index, value] = self.known.graph.congruence.arguments(write) else {
                return None;
            };
            let [array, index, value] = [array, index, value].map(|part| self.value(part));
            return self.model.values.store(self.terms, array, index, value);
        }
        let component = self.component_of_family(family);
        if let Some(component) = component.filter(|_| index == Sort::INT) {
            return self.make_projected(root, sort, component);
        }
        let default = match (self.families.defaults.get(&family), self.defaults.get(&family)) {
            (Some(node), _) => self.value(*node),
            (None, Some(value)) => *value,
            (None, None) => {
                // Families that nothing connects should differ, if there is room. What quantified
                // formulas speak of should rather read alike everywhere.
                let value = match self.terms.cardinality(element) {
                    _ if let Some(read) = component.and_then(|_| self.last_read(family)) => {
                        self.value(read)
                    }
                    Cardinality::Infinite => self.invent(element)?,
                    _ => self.model.values.default_value(self.terms, element),
                };
                self.taken.insert(value);
                self.defaults.insert(family, value);
                value
            }
        };
        let mut array = self.model.values.constant_array(sort, default);
        for (index, value) in self.families.readings(root).to_vec() {
            let (index, value) = (self.value(index), self.value(value));
            array = self.model.values.store(self.terms, array, index, value)?;
        }
        Some(array)
    }
}
