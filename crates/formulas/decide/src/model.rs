//! From classes of equal terms and a point of arithmetic to a model.
//!
//! Every class gets a value: numbers the one that arithmetic found, uninterpreted sorts an element
//! per class, datatypes their constructor applied to the values of its fields or a fresh value, arrays
//! their reads over one default per family of arrays that writes connect. Functions are the
//! tables of their applications. Arrays and functions that meet quantified variables are projected
//! onto the index sets instead ([`projection`]). Whether the result is a model is then evaluated, not believed.

mod function;
mod projection;

use std::collections::{HashMap, HashSet};

use buttress_arrays::Candidates;
use buttress_logic::{
    Cardinality, Evaluator, Model, Op, Sort, SortKind, Symbol, Term, Terms, Value,
};
use buttress_numeric::Rational;
use buttress_theory::arrays::{only_write, watched};
use buttress_theory::congruence::Node;

use crate::combination::Combination;
use crate::complete::Point;

/// Later attempts space their inventions by at most this many values, times the attempt.
const SKIPPED_MOST: u64 = 32;

/// Later attempts have so many elements more, times the attempt, that no term names.
const SPARE_ELEMENTS: u32 = 4;

/// A candidate model.
pub(crate) struct Built {
    pub(crate) model: Model,
    /// Were values made up? Then another attempt may make up others.
    pub(crate) is_invented: bool,
    /// The points of each component of the index sets, in order, with a term for each.
    pub(crate) points: Vec<Vec<(Rational, Term)>>,
    /// A term for each value that a class has.
    pub(crate) names: HashMap<Value, Term>,
}

impl Built {
    /// Lets the model say which values were chosen for the variables of quantified formulas.
    ///
    /// After the instantiation of an outer quantifier several formulas have the same list of
    /// variables; the oldest is that of the script.
    pub(crate) fn offer_choices(&mut self, terms: &mut Terms, witnessed: &[Term]) {
        let mut oldest_first = witnessed.to_vec();
        oldest_first.sort_unstable_by(|left, right| right.cmp(left));
        for formula in oldest_first {
            let (Op::Forall(binder) | Op::Exists(binder)) = terms.op(formula) else { continue };
            for place in 0..terms.quantified(formula).len() {
                let witness = terms.witness(formula, place);
                let mut evaluator = Evaluator::new(terms, &mut self.model);
                if let Ok(value) = evaluator.value(witness) {
                    self.model.set(Symbol::Choice(binder, place as u32), &[], value);
                }
            }
        }
    }
}

/// A model of what the theories agreed on, if one can be built.
///
/// A made-up value may by chance be that of another class, since constructor terms around made-up
/// values are known only afterwards; other attempts make up other values.
pub(crate) fn build(terms: &mut Terms, theories: &Combination, attempt: u64) -> Option<Built> {
    let candidates = theories.quantifiers.candidates.as_ref();
    let mut builder = Builder {
        terms,
        theories,
        point: Point::of(theories),
        model: Model::new(),
        values: HashMap::new(),
        taken: HashSet::new(),
        families: Families::of(terms, theories),
        defaults: HashMap::new(),
        next_number: Rational::ZERO,
        attempt,
        inventions: 0,
        passed: HashMap::new(),
        candidates,
        points: Vec::new(),
        filled: HashMap::new(),
    };
    builder.next_number = builder.largest_number();
    builder.set_universes();
    builder.find_points()?;
    builder.value_classes()?;
    builder.interpret();
    let names = builder.names();
    let Builder { mut model, points, inventions, .. } = builder;
    if let Some(candidates) = candidates {
        function::project(terms, &mut model, candidates, &points);
    }
    Some(Built { model, is_invented: inventions > 0, points, names })
}

struct Builder<'a> {
    terms: &'a Terms,
    theories: &'a Combination,
    point: Point,
    model: Model,
    /// The values of classes, by root.
    values: HashMap<Node, Value>,
    /// Values that some class has: fresh ones must differ.
    taken: HashSet<Value>,
    families: Families,
    attempt: u64,
    inventions: u64,
    /// How many values of a sort were tried for inventions.
    passed: HashMap<Sort, u64>,
    /// Whole, and above all numbers that have a meaning.
    next_number: Rational,
    /// Defaults invented for families of arrays.
    defaults: HashMap<Node, Value>,
    /// The index sets of quantified variables.
    candidates: Option<&'a Candidates>,
    /// The points of each of them, in order, with a term for each.
    points: Vec<Vec<(Rational, Term)>>,
    /// What classes of arrays read at the points of their index set.
    filled: HashMap<Node, Vec<Value>>,
}

/// Classes of arrays that writes connect, and their reads.
struct Families {
    parent: HashMap<Node, Node>,
    /// The reads of each class of arrays.
    reads: HashMap<Node, Vec<Node>>,
    /// A constant array, or the default, of each family.
    defaults: HashMap<Node, Node>,
    /// The classes of each family, without those that follow from others.
    members: HashMap<Node, Vec<Node>>,
    /// The writes between these classes.
    stores: HashMap<Node, Vec<Node>>,
}

impl Families {
    fn of(terms: &Terms, theories: &Combination) -> Families {
        let graph = &theories.graph;
        let congruence = &graph.congruence;
        let mut families = Families {
            parent: HashMap::new(),
            reads: HashMap::new(),
            defaults: HashMap::new(),
            members: HashMap::new(),
            stores: HashMap::new(),
        };
        for store in &graph.stores {
            let array = congruence.arguments(*store)[0];
            let one = families.find(congruence.root(*store));
            let other = families.find(congruence.root(array));
            if one != other {
                families.parent.insert(one, other);
            }
        }
        for select in &graph.selects {
            let array = congruence.root(congruence.arguments(*select)[0]);
            families.reads.entry(array).or_default().push(*select);
        }
        for constant in &graph.constants {
            let family = families.find(congruence.root(*constant));
            families.defaults.insert(family, congruence.arguments(*constant)[0]);
        }
        for array in &graph.arrays {
            for user in congruence.uses(*array) {
                if terms.op(graph.term(*user)) == Op::Default {
                    let family = families.find(congruence.root(*array));
                    families.defaults.entry(family).or_insert(*user);
                }
            }
        }
        // What is only a write, to which nothing must be carried, follows from the written array.
        let watched = watched(terms, graph);
        let follows = |root: Node| watched.get(&root) == Some(&false);
        for array in &graph.arrays {
            let root = congruence.root(*array);
            let family = families.find(root);
            let members = families.members.entry(family).or_default();
            if root == *array && !follows(root) {
                members.push(root);
            }
        }
        for store in &graph.stores {
            let root = congruence.root(*store);
            if !follows(root) {
                let family = families.find(root);
                families.stores.entry(family).or_default().push(*store);
            }
        }
        families
    }

    fn find(&self, root: Node) -> Node {
        let mut at = root;
        while let Some(parent) = self.parent.get(&at) {
            at = *parent;
        }
        at
    }
}

impl Builder<'_> {
    fn root(&self, node: Node) -> Node {
        self.theories.graph.congruence.root(node)
    }

    fn sort(&self, node: Node) -> Sort {
        self.terms.sort_of(self.theories.graph.term(node))
    }

    /// The least whole number that is not below any known number.
    fn largest_number(&self) -> Rational {
        let congruence = &self.theories.graph.congruence;
        let marks = (0..congruence.len() as u32)
            .map(Node)
            .filter(|node| congruence.mark(*node) == Some(*node));
        let values = marks.map(|node| {
            self.point.evaluate(&self.theories.linear(self.terms, self.theories.graph.term(node)))
        });
        let largest = values.max().unwrap_or(Rational::ZERO);
        Rational::from(largest.ceil())
    }

    /// One element per class of each uninterpreted sort.
    fn set_universes(&mut self) {
        let mut sizes: HashMap<Sort, u32> = HashMap::new();
        let mut elements = Vec::new();
        for node in (0..self.theories.graph.congruence.len() as u32).map(Node) {
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
            if !self.theories.quantifiers.ranges_over(self.terms, sort) {
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

    /// The uninterpreted sorts that values of the datatypes in the graph may be made of.
    fn sorts_in_datatypes(&self) -> Vec<Sort> {
        let mut found = Vec::new();
        let mut seen = HashSet::new();
        let graph = &self.theories.graph;
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
    fn value_classes(&mut self) -> Option<()> {
        let nodes = self.theories.graph.congruence.len() as u32;
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

    fn value_class(&mut self, start: Node, may_invent: bool) -> Option<()> {
        let mut stack = vec![start];
        let mut under_way = HashSet::new();
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
        let congruence = &self.theories.graph.congruence;
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
            let whole = match self.component_of_family(family) {
                Some(_) => self.families.members[&family].as_slice(),
                None => &[root],
            };
            let reads = whole.iter().filter_map(|root| self.families.reads.get(root)).flatten();
            let mut parts: Vec<Node> =
                reads.flat_map(|read| [*read, congruence.arguments(*read)[1]]).collect();
            parts.extend(self.families.defaults.get(&family));
            return parts;
        }
        Vec::new()
    }

    fn make(&mut self, root: Node, may_invent: bool) -> Option<Value> {
        let congruence = &self.theories.graph.congruence;
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
            let term = self.theories.graph.term(mark);
            let value = self.point.evaluate(&self.theories.linear(self.terms, term));
            return Some(self.model.values.number(sort, value));
        }
        if self.terms.as_datatype(sort).is_some() {
            let Some(built) = congruence.value(root) else {
                return if may_invent { self.invent(sort) } else { None };
            };
            let Op::Construct(constructor) = self.terms.op(self.theories.graph.term(built)) else {
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
    fn names(&self) -> HashMap<Value, Term> {
        let graph = &self.theories.graph;
        let mut names: HashMap<Value, Term> = HashMap::new();
        for (root, value) in &self.values {
            let members = graph.congruence.class(*root).map(|node| graph.term(node));
            let Some(oldest) = members.min() else { continue };
            let name = names.entry(*value).or_insert(oldest);
            *name = oldest.min(*name);
        }
        names
    }

    /// The value of a class that has one.
    fn value(&self, node: Node) -> Value {
        self.values[&self.root(node)]
    }

    /// A value that no class has; for finite sorts, any.
    fn invent(&mut self, sort: Sort) -> Option<Value> {
        self.inventions += 1;
        let mut skipped = self.attempt * self.inventions.min(SKIPPED_MOST);
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
        only_write(self.terms, &self.theories.graph, root)
    }

    fn make_array(&mut self, root: Node, sort: Sort) -> Option<Value> {
        let (index, element) = self.terms.array_parts(sort)?;
        // Its reads say nothing, and their indices may well contain it.
        if self.terms.cardinality(sort) == Cardinality::Finite(1) {
            return Some(self.model.values.default_value(self.terms, sort));
        }
        let family = self.families.find(root);
        if let Some(write) = self.only_write(root) {
            let &[array, index, value] = self.theories.graph.congruence.arguments(write) else {
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
        let reads = self.families.reads.get(&root).cloned().unwrap_or_default();
        for read in reads {
            let index = self.value(self.theories.graph.congruence.arguments(read)[1]);
            let value = self.value(read);
            array = self.model.values.store(self.terms, array, index, value)?;
        }
        Some(array)
    }

    /// Constants, functions and what SMT-LIB leaves open.
    fn interpret(&mut self) {
        for (term, variable) in self.theories.numbers.unknowns() {
            if self.terms.arguments(term).is_empty() {
                let form = buttress_numeric::LinearForm::variable(variable);
                let sort = self.terms.sort_of(term);
                let value = self.model.values.number(sort, self.point.evaluate(&form));
                self.interpret_constant(term, value);
            }
        }
        for atom in &self.theories.atoms.atoms {
            if self.terms.arguments(atom.formula).is_empty() {
                self.interpret_constant(atom.formula, Value::from(atom.value > 0));
            }
        }
        for node in (0..self.theories.graph.congruence.len() as u32).map(Node) {
            let term = self.theories.graph.term(node);
            self.interpret_application(node, term);
        }
    }

    fn interpret_constant(&mut self, constant: Term, value: Value) {
        match self.terms.op(constant) {
            Op::Apply(function) => self.model.set_constant(function, value),
            Op::Witness(witness) => self.model.set_witness(witness, value),
            _ => {}
        }
    }

    fn interpret_application(&mut self, node: Node, term: Term) {
        let arguments = self.theories.graph.congruence.arguments(node).to_vec();
        let value = self.value(node);
        let values: Vec<Value> = arguments.iter().map(|argument| self.value(*argument)).collect();
        let symbol = match self.terms.op(term) {
            Op::Apply(function) => Symbol::Function(function),
            Op::Witness(_) => return self.interpret_constant(term, value),
            Op::Difference => return self.model.set_difference(values[0], values[1], value),
            Op::SelectField(selector) => {
                let constructor = self.terms.selector_constructor(selector);
                match self.model.values.kind(values[0]) {
                    buttress_logic::ValueKind::Datatype(built, _) if *built == constructor => {
                        return;
                    }
                    _ => Symbol::WrongField(selector),
                }
            }
            op @ (Op::Divide | Op::IntegerDivide | Op::Modulo) if values.len() == 2 => {
                let is_zero = |number: &buttress_numeric::Rational| number.is_zero();
                if !self.model.values.as_number(values[1]).is_some_and(is_zero) {
                    return;
                }
                let symbol = match op {
                    Op::Divide => Symbol::DivideByZero,
                    Op::IntegerDivide => Symbol::IntegerDivideByZero,
                    _ => Symbol::ModuloByZero,
                };
                self.model.set(symbol, &values[..1], value);
                return;
            }
            _ => return,
        };
        self.model.set(symbol, &values, value);
    }
}
