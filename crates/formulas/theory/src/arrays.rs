//! Arrays: reads over writes, constant arrays, and equality element by element.
//!
//! Instances of the read-over-write axioms are asked for where reads do not agree although writes at other indices connect
//! what they read ([`Weak`]), or where one was just written: all along the way between the two, at once. When none is missing,
//! arrays that read what these ways say, and one default per family elsewhere, are a model.
//!
//! Constant arrays fix that default. If the index sort is infinite, [`Op::Default`] names it, and
//! writes do not change it. If it is finite, there is no element beyond those that can be named:
//! constant arrays are read at every index. A sort that is not interpreted has exactly the
//! elements that the formula names.

use buttress_certificate::smt::{Literal, Rule};
use buttress_logic::{Cardinality, IdMap, IdSet, Op, Sort, Term, Terms};

use crate::congruence::Node;
use crate::graph::Graph;
use crate::limits::SPELT_OUT;
use crate::weak::{Path, Read, Readings, Seen, Weak};
use crate::{Lemmas, Theory};

/// The theory of arrays.
#[derive(Debug, Default)]
pub struct Arrays;

mod kind {
    pub const HIT: u8 = 10;
    pub const MISS: u8 = 11;
    pub const CONSTANT: u8 = 12;
    pub const EXTENSIONAL: u8 = 13;
    pub const DEFAULT: u8 = 14;
    pub const SPLIT: u8 = 15;
}

impl Theory for Arrays {
    fn check(&mut self, terms: &mut Terms, graph: &Graph, lemmas: &mut Lemmas) {
        if graph.arrays.is_empty() {
            return;
        }
        let weak = Weak::of(graph);
        // What is written is seldom needed, but if it is then mostly at all writes: each at its own would be a round each.
        let mut families: IdSet<Node> = IdSet::default();
        weak.disagreements(graph, |read, other, path| {
            if read.is_write || matches!(other, Seen::Read(other) if other.is_write) {
                families.insert(weak.family(graph.congruence.root(read.array(graph))));
            }
            connect(terms, graph, read, &other, path, lemmas);
        });
        for store in graph.stores.iter().filter(|_| !families.is_empty()) {
            if families.contains(&weak.family(graph.congruence.root(*store))) {
                hit(terms, graph, *store, lemmas);
            }
        }
        check_constants(terms, graph, lemmas);
        check_differences(terms, graph, lemmas);
        if lemmas.is_silent() {
            check_shared(terms, graph, &weak, lemmas);
        }
    }
}

/// Is all that a class of arrays says of its elements that it is this write?
///
/// Such an array is what its write makes of the written array, in every model.
pub fn only_write(terms: &Terms, graph: &Graph, array: Node) -> Option<Node> {
    let mut members = graph.congruence.class(array);
    match (members.next(), members.next()) {
        (Some(only), None) if terms.op(graph.term(only)) == Op::Store => Some(only),
        _ => None,
    }
}

/// The instances that make two reads equal, or say that an index on the way is that of a write.
fn connect(
    terms: &mut Terms,
    graph: &Graph,
    read: &Read,
    other: &Seen<'_>,
    path: Path<'_>,
    lemmas: &mut Lemmas,
) {
    // Either index will do: that of which more is said already, and of a read rather than of a write, from which less is read.
    let rank =
        |lemmas: &Lemmas, read: &Read| (lemmas.said_of(graph.term(read.index)), !read.is_write);
    let index = match other {
        Seen::Read(other) if rank(lemmas, other) > rank(lemmas, read) => other.index,
        _ => read.index,
    };
    for store in path.untold(index) {
        miss(terms, graph, store, index, lemmas);
    }
    if let Seen::Constant(constant) = other {
        read_constant(terms, graph, graph.term(*constant), graph.term(index), lemmas);
    }
}

/// {a⟨i ◁ v⟩[i] = v}
fn hit(terms: &mut Terms, graph: &Graph, store: Node, lemmas: &mut Lemmas) {
    let term = graph.term(store);
    if !lemmas.is_first(kind::HIT, term, term, 0) {
        return;
    }
    let (index, value) = (terms.argument(term, 1), terms.argument(term, 2));
    let read = terms.select(term, index);
    let atom = terms.equal(read, value);
    lemmas.push(vec![Literal { atom, is_positive: true }], Rule::RowHit(term));
}

/// {i = j, a⟨i ◁ v⟩[j] = a[j]}
fn miss(terms: &mut Terms, graph: &Graph, store: Node, index: Node, lemmas: &mut Lemmas) {
    let &[array, written_at, _] = graph.congruence.arguments(store) else { return };
    if graph.congruence.are_equal(written_at, index) {
        return;
    }
    let (term, index) = (graph.term(store), graph.term(index));
    if lemmas.is_given(kind::MISS, term, index, 0) {
        return;
    }
    let (new, old) = (terms.select(term, index), terms.select(graph.term(array), index));
    if graph.are_equal(new, old) || !lemmas.is_first(kind::MISS, term, index, 0) {
        return;
    }
    lemmas.say_of(index);
    let same_index = terms.equal(graph.term(written_at), index);
    let same_value = terms.equal(new, old);
    let clause = [same_index, same_value].map(|atom| Literal { atom, is_positive: true });
    lemmas.push(clause.to_vec(), Rule::RowMiss(term, index));
}

/// {((as const A) v)[j] = v}
fn read_constant(
    terms: &mut Terms,
    graph: &Graph,
    constant: Term,
    index: Term,
    lemmas: &mut Lemmas,
) {
    let read = terms.select(constant, index);
    let value = terms.argument(constant, 0);
    if graph.are_equal(read, value) || !lemmas.is_first(kind::CONSTANT, constant, index, 0) {
        return;
    }
    let atom = terms.equal(read, value);
    lemmas.push(vec![Literal { atom, is_positive: true }], Rule::Constant(constant, index));
}

/// Constant arrays say what is read at indices that no read names.
fn check_constants(terms: &mut Terms, graph: &Graph, lemmas: &mut Lemmas) {
    let mut sorts: Vec<Sort> =
        graph.constants.iter().map(|node| terms.sort_of(graph.term(*node))).collect();
    sorts.sort();
    sorts.dedup();
    for sort in sorts {
        let Some((index_sort, element_sort)) = terms.array_parts(sort) else { continue };
        // There is nothing to tell apart, and the array may be part of its own index.
        if terms.cardinality(element_sort) == Cardinality::Finite(1) {
            continue;
        }
        let of_sort = |nodes: &[Node]| -> Vec<Term> {
            let found = nodes.iter().map(|node| graph.term(*node));
            found.filter(|term| terms.sort_of(*term) == sort).collect()
        };
        let (constants, stores) = (of_sort(&graph.constants), of_sort(&graph.stores));
        match terms.cardinality(index_sort) {
            Cardinality::Infinite => {
                for term in constants {
                    let value = terms.argument(term, 0);
                    keep_default(terms, term, value, Rule::DefaultConstant(term), lemmas);
                }
                for term in stores {
                    let array = terms.argument(term, 0);
                    let before = terms.default_of(array);
                    keep_default(terms, term, before, Rule::DefaultStore(term), lemmas);
                }
            }
            cardinality => {
                let Some(indices) = named_indices(terms, graph, index_sort, cardinality) else {
                    lemmas.gave_up = Some("constant arrays over a large finite index sort");
                    continue;
                };
                for constant in constants {
                    for index in &indices {
                        read_constant(terms, graph, constant, *index, lemmas);
                    }
                }
            }
        }
    }
}

/// {default(s) = what it is}
fn keep_default(terms: &mut Terms, term: Term, value: Term, rule: Rule, lemmas: &mut Lemmas) {
    if !lemmas.is_first(kind::DEFAULT, term, term, 0) {
        return;
    }
    let default = terms.default_of(term);
    let atom = terms.equal(default, value);
    lemmas.push(vec![Literal { atom, is_positive: true }], rule);
}

/// All elements of a finite index sort, or one term for each class of an uninterpreted one.
fn named_indices(
    terms: &mut Terms,
    graph: &Graph,
    sort: Sort,
    cardinality: Cardinality,
) -> Option<Vec<Term>> {
    match cardinality {
        Cardinality::Finite(size) if size > SPELT_OUT => None,
        Cardinality::Finite(_) => spell_out(terms, sort),
        Cardinality::Huge | Cardinality::Infinite => None,
        Cardinality::Open => {
            let mut named = IdMap::default();
            for place in 0..graph.congruence.len() {
                let node = Node(place as u32);
                let term = graph.term(node);
                if terms.sort_of(term) == sort {
                    named.entry(graph.congruence.root(node)).or_insert(term);
                }
            }
            let mut named: Vec<Term> = named.into_values().collect();
            named.sort();
            Some(named)
        }
    }
}

/// The values of a small finite sort as terms.
fn spell_out(terms: &mut Terms, sort: Sort) -> Option<Vec<Term>> {
    if sort == Sort::BOOL {
        return Some(vec![Term::FALSE, Term::TRUE]);
    }
    if terms.array_parts(sort).is_some() {
        return spell_out_arrays(terms, sort);
    }
    let datatype = terms.as_datatype(sort)?;
    let mut values = Vec::new();
    for constructor in terms.constructors(datatype) {
        let mut rows: Vec<Vec<Term>> = vec![Vec::new()];
        for selector in terms.selectors(constructor) {
            let fields = spell_out(terms, terms.selector_sort(selector))?;
            rows = rows
                .iter()
                .flat_map(|row| fields.iter().map(|field| [row.as_slice(), &[*field]].concat()))
                .collect();
        }
        values.extend(rows.iter().map(|row| terms.construct(constructor, row)));
    }
    Some(values)
}

/// All arrays of a small finite sort: every element at every index but the first choice of each.
fn spell_out_arrays(terms: &mut Terms, sort: Sort) -> Option<Vec<Term>> {
    let (index, element) = terms.array_parts(sort)?;
    let elements = spell_out(terms, element)?;
    let (first, others) = elements.split_first()?;
    let mut arrays = vec![terms.constant_array(sort, *first)];
    // The index of an array with one value may well contain that array.
    if others.is_empty() {
        return Some(arrays);
    }
    for index in spell_out(terms, index)? {
        for place in 0..arrays.len() {
            let stores = others.iter().map(|element| terms.store(arrays[place], index, *element));
            let stores: Vec<Term> = stores.collect();
            arrays.extend(stores);
        }
    }
    Some(arrays)
}

/// Arrays that are not equal differ somewhere.
fn check_differences(terms: &mut Terms, graph: &Graph, lemmas: &mut Lemmas) {
    for equation in &graph.array_equations {
        let term = graph.term(*equation);
        if graph.truth(term) == Some(false) {
            differ(terms, term, lemmas);
        }
    }
}

/// {a = b, a[d] ≠ b[d]} with d = difference(a, b)
fn differ(terms: &mut Terms, equation: Term, lemmas: &mut Lemmas) {
    let (left, right) = (terms.argument(equation, 0), terms.argument(equation, 1));
    if !lemmas.is_first(kind::EXTENSIONAL, left, right, 0) {
        return;
    }
    let index = terms.difference(left, right);
    let (one, other) = (terms.select(left, index), terms.select(right, index));
    let same = terms.equal(one, other);
    let clause = vec![
        Literal { atom: equation, is_positive: true },
        Literal { atom: same, is_positive: false },
    ];
    lemmas.push(clause, Rule::Extensional(left, right));
}

/// Arrays that are arguments must be told apart or equal: the search decides.
fn check_shared(terms: &mut Terms, graph: &Graph, weak: &Weak, lemmas: &mut Lemmas) {
    let congruence = &graph.congruence;
    let mut by_sort: IdMap<Sort, Vec<Node>> = IdMap::default();
    for node in &graph.shared {
        let term = graph.term(*node);
        let sort = terms.sort_of(term);
        if terms.array_parts(sort).is_some() && is_told_apart(terms, graph, *node) {
            let classes = by_sort.entry(sort).or_default();
            if !classes.iter().any(|other| congruence.are_equal(*other, *node)) {
                classes.push(*node);
            }
        }
    }
    let mut classes: Vec<Vec<Node>> = by_sort.into_values().collect();
    classes.sort();
    let told_apart: IdSet<Node> =
        classes.iter().flatten().map(|array| congruence.root(*array)).collect();
    let readings = weak.readings(|root| told_apart.contains(&root));
    for classes in classes {
        for (place, left) in classes.iter().enumerate() {
            for right in &classes[..place] {
                if !do_differ(terms, graph, &readings, *left, *right) {
                    let equation = terms.equal(graph.term(*left), graph.term(*right));
                    if lemmas.is_first(kind::SPLIT, equation, equation, 0) {
                        lemmas.splits.push((equation, true));
                    }
                }
            }
        }
    }
}

/// Is the array an argument of something other than a read or a write of itself?
fn is_told_apart(terms: &Terms, graph: &Graph, node: Node) -> bool {
    let members = graph.congruence.class(node);
    members
        .flat_map(|member| graph.congruence.uses(member).iter().map(move |user| (member, *user)))
        .any(|(member, user)| {
            let (user, member) = (graph.term(user), graph.term(member));
            match terms.op(user) {
                Op::Select | Op::Store => terms.arguments(user)[1..].contains(&member),
                Op::Equal | Op::Difference | Op::Default => false,
                _ => true,
            }
        })
}

/// Is there an index at which both are read and the reads are known to differ?
fn do_differ(
    terms: &mut Terms,
    graph: &Graph,
    readings: &Readings,
    left: Node,
    right: Node,
) -> bool {
    let equation = terms.equal(graph.term(left), graph.term(right));
    if graph.truth(equation) == Some(false) {
        return true;
    }
    let congruence = &graph.congruence;
    let at = |array: Node| readings.get(&congruence.root(array)).map_or(&[][..], Vec::as_slice);
    let others: IdMap<Node, Node> =
        at(right).iter().map(|(index, value)| (congruence.root(*index), *value)).collect();
    at(left).iter().any(|(index, one)| {
        let Some(other) = others.get(&congruence.root(*index)) else { return false };
        let same = terms.equal(graph.term(*one), graph.term(*other));
        let values = (congruence.value(*one), congruence.value(*other));
        graph.truth(same) == Some(false)
            || matches!(values, (Some(one), Some(other))
                if congruence.symbol(one) != congruence.symbol(other))
    })
}
