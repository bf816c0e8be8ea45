//! Arrays: reads over writes, constant arrays, and equality element by element.
//!
//! Instances of the read-over-write axioms are asked for where a read meets a write: the read's array
//! and the written or the writing array are in one class, and neither are the two indices equal nor
//! the two reads. When none is missing, every read has been carried along all writes between
//! classes, so that arrays whose other elements follow one default per family of classes are
//! a model. Reads need not be carried to a class that is nothing but a write, of which nobody asks
//! what it equals: it follows from the written array.
//!
//! Constant arrays fix that default. If the index sort is infinite, [`Op::Default`] names it, and
//! writes do not change it. If it is finite, there is no element beyond those that can be named:
//! constant arrays are read at every index. A sort that is not interpreted has exactly the
//! elements that the formula names.

use buttress_certificate::smt::{Literal, Rule};
use buttress_logic::{Cardinality, IdMap, Op, Sort, Term, Terms};

use crate::congruence::Node;
use crate::graph::Graph;
use crate::limits::SPELT_OUT;
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
        for store in &graph.stores {
            hit(terms, graph, *store, lemmas);
        }
        let reads = Reads::of(graph);
        let watched = watched(terms, graph);
        for store in &graph.stores {
            let written = graph.congruence.arguments(*store)[0];
            let sides = [Some(*store), Some(written).filter(|_| watched[&root(graph, *store)])];
            for side in sides.into_iter().flatten() {
                for index in reads.at(graph, side) {
                    miss(terms, graph, *store, *index, lemmas);
                }
            }
        }
        for constant in &graph.constants {
            for index in reads.at(graph, *constant) {
                let (constant, index) = (graph.term(*constant), graph.term(*index));
                read_constant(terms, graph, constant, index, lemmas);
            }
        }
        check_constants(terms, graph, lemmas);
        check_differences(terms, graph, lemmas);
        if lemmas.is_silent() {
            check_shared(terms, graph, &reads, lemmas);
        }
    }
}

fn root(graph: &Graph, node: Node) -> Node {
    graph.congruence.root(node)
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

/// The classes of writes, and whether what is read from the written array must be carried to them:
/// it need not be to a class that is nothing but one write, and from which nothing else is written
/// to which it must be carried.
pub fn watched(terms: &Terms, graph: &Graph) -> IdMap<Node, bool> {
    let mut watched: IdMap<Node, bool> = IdMap::default();
    let mut onwards: IdMap<Node, Vec<Node>> = IdMap::default();
    let mut due = Vec::new();
    for store in &graph.stores {
        let class = root(graph, *store);
        let written = root(graph, graph.congruence.arguments(*store)[0]);
        onwards.entry(class).or_default().push(written);
        if watched.insert(class, false).is_none() && only_write(terms, graph, class).is_none() {
            due.push(class);
        }
    }
    while let Some(class) = due.pop() {
        if let Some(is_watched) = watched.get_mut(&class)
            && !std::mem::replace(is_watched, true)
        {
            due.extend(onwards.get(&class).into_iter().flatten());
        }
    }
    watched
}

/// The indices at which each class of arrays is read, one per class of indices.
struct Reads {
    indices: IdMap<Node, Vec<Node>>,
}

impl Reads {
    fn of(graph: &Graph) -> Reads {
        let congruence = &graph.congruence;
        let mut indices: IdMap<Node, Vec<Node>> = IdMap::default();
        for select in &graph.selects {
            let [array, index] = *congruence.arguments(*select) else { continue };
            let at = indices.entry(congruence.root(array)).or_default();
            at.push(index);
        }
        for at in indices.values_mut() {
            at.sort_by_key(|index| congruence.root(*index));
            at.dedup_by_key(|index| congruence.root(*index));
        }
        Reads { indices }
    }

    fn at(&self, graph: &Graph, array: Node) -> &[Node] {
        self.indices.get(&graph.congruence.root(array)).map_or(&[], Vec::as_slice)
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
fn check_shared(terms: &mut Terms, graph: &Graph, reads: &Reads, lemmas: &mut Lemmas) {
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
    for classes in classes {
        for (place, left) in classes.iter().enumerate() {
            for right in &classes[..place] {
                if !do_differ(terms, graph, reads, *left, *right) {
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
fn do_differ(terms: &mut Terms, graph: &Graph, reads: &Reads, left: Node, right: Node) -> bool {
    let equation = terms.equal(graph.term(left), graph.term(right));
    if graph.truth(equation) == Some(false) {
        return true;
    }
    let congruence = &graph.congruence;
    let others = reads.at(graph, right);
    reads.at(graph, left).iter().any(|index| {
        let Some(other) = others.iter().find(|other| congruence.are_equal(**other, *index)) else {
            return false;
        };
        let one = read_in_class(graph, left, *index);
        let other = read_in_class(graph, right, *other);
        match (one, other) {
            (Some(one), Some(other)) => {
                let same = terms.equal(graph.term(one), graph.term(other));
                let values = (congruence.value(one), congruence.value(other));
                graph.truth(same) == Some(false)
                    || matches!(values, (Some(one), Some(other))
                        if congruence.symbol(one) != congruence.symbol(other))
            }
            _ => false,
        }
    })
}

/// A read of an array of this class at an index of that class.
pub fn read_in_class(graph: &Graph, array: Node, index: Node) -> Option<Node> {
    let congruence = &graph.congruence;
    graph.selects.iter().copied().find(|select| {
        let arguments = congruence.arguments(*select);
        congruence.are_equal(arguments[0], array) && congruence.are_equal(arguments[1], index)
    })
}
