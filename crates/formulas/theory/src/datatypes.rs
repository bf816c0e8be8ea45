//! Algebraic datatypes: lists, trees, records, enumerations.
//!
//! Constructor terms are values of the congruence closure, so two constructors never meet. What
//! remains are instances of four axioms: a selector reads the field, a tester knows the
//! constructor, some tester holds, and a value is its constructor applied to its fields. The third is
//! asked for only where the choice matters: for finite sorts, and where a selector or a tester
//! looks at the value. So unfolding ends: the fields that the fourth axiom makes are not looked at.
//! And no value contains itself.

use buttress_certificate::smt::{Literal, Rule};
use buttress_logic::{Cardinality, Constructor, IdMap, Op, Term, Terms};

use crate::congruence::Node;
use crate::graph::Graph;
use crate::{Lemmas, Theory};

/// The theory of datatypes.
#[derive(Debug, Default)]
pub struct Datatypes;

mod kind {
    pub const FIELD: u8 = 0;
    pub const TEST: u8 = 1;
    pub const SOME: u8 = 2;
    pub const REBUILD: u8 = 3;
}

impl Theory for Datatypes {
    fn check(&mut self, terms: &mut Terms, graph: &Graph, lemmas: &mut Lemmas) {
        let mut seen = vec![false; graph.congruence.len()];
        for place in 0..graph.datatypes.len() {
            let node = graph.datatypes[place];
            let root = graph.congruence.root(node);
            if std::mem::replace(&mut seen[root.index()], true) {
                continue;
            }
            match graph.congruence.value(root) {
                Some(value) => check_built(terms, graph, root, value, lemmas),
                None => check_open(terms, graph, root, lemmas),
            }
        }
    }
}

/// A class with a constructor term.
fn check_built(terms: &mut Terms, graph: &Graph, root: Node, value: Node, lemmas: &mut Lemmas) {
    let built = graph.term(value);
    for member in graph.congruence.class(root) {
        let term = graph.term(member);
        if matches!(terms.op(term), Op::Construct(_)) && term != built {
            // Two terms of one constructor: their fields are equal, by the selectors of both.
            for field in 0..terms.arguments(term).len() {
                let (one, other) = (terms.argument(built, field), terms.argument(term, field));
                if !graph.are_equal(one, other) {
                    read_field(terms, built, field, lemmas);
                    read_field(terms, term, field, lemmas);
                }
            }
        }
        for user in graph.congruence.uses(member) {
            let looking = graph.term(*user);
            match terms.op(looking) {
                Op::SelectField(selector) => {
                    let constructor = terms.selector_constructor(selector);
                    let field = terms.selector_position(selector);
                    if terms.op(built) == Op::Construct(constructor)
                        && !graph.are_equal(looking, terms.argument(built, field))
                    {
                        read_field(terms, built, field, lemmas);
                    }
                }
                Op::Test(constructor) => {
                    let is_right = terms.op(built) == Op::Construct(constructor);
                    if graph.truth(looking) != Some(is_right) {
                        test_built(terms, built, constructor, lemmas);
                    }
                }
                _ => {}
            }
        }
    }
}

/// A class without a constructor term.
fn check_open(terms: &mut Terms, graph: &Graph, root: Node, lemmas: &mut Lemmas) {
    let mut looked_at = None;
    for member in graph.congruence.class(root) {
        for user in graph.congruence.uses(member) {
            let looking = graph.term(*user);
            match terms.op(looking) {
                Op::Test(constructor) if graph.truth(looking) == Some(true) => {
                    rebuild(terms, graph.term(member), constructor, lemmas);
                    return;
                }
                Op::Test(_) | Op::SelectField(_) => looked_at = Some(graph.term(member)),
                _ => {}
            }
        }
    }
    let term = graph.term(root);
    let is_finite = matches!(
        terms.cardinality(terms.sort_of(term)),
        Cardinality::Finite(_) | Cardinality::Huge
    );
    if let Some(term) = looked_at.or((is_finite || is_flat(terms, term)).then_some(term)) {
        test_some(terms, term, lemmas);
    }
}

/// Are its values made of other things than datatypes? Then unfolding them ends at once, and whoever builds a model
/// need not guess how a value is made that must differ from others.
fn is_flat(terms: &Terms, term: Term) -> bool {
    let Some(datatype) = terms.as_datatype(terms.sort_of(term)) else { return false };
    let constructors = terms.constructors(datatype).into_iter();
    let mut fields = constructors.flat_map(|constructor| terms.selectors(constructor));
    fields.all(|field| terms.as_datatype(terms.selector_sort(field)).is_none())
}

/// {selₙ(C(x₀ …)) = xₙ}
fn read_field(terms: &mut Terms, built: Term, field: usize, lemmas: &mut Lemmas) {
    let Op::Construct(constructor) = terms.op(built) else { return };
    if !lemmas.is_first(kind::FIELD, built, built, field as u32) {
        return;
    }
    let selector = terms.selectors(constructor)[field];
    let read = terms.select_field(selector, built);
    let argument = terms.argument(built, field);
    let equal = terms.equal(read, argument);
    let clause = vec![Literal { atom: equal, is_positive: true }];
    lemmas.push(clause, Rule::Field(built, field));
}

/// {is_C(C(…))} or {¬is_D(C(…))}
fn test_built(terms: &mut Terms, built: Term, constructor: Constructor, lemmas: &mut Lemmas) {
    let atom = terms.test(constructor, built);
    if !lemmas.is_first(kind::TEST, built, atom, 0) {
        return;
    }
    let is_positive = terms.op(built) == Op::Construct(constructor);
    lemmas.push(vec![Literal { atom, is_positive }], Rule::Test(built, constructor));
}

/// {is_C(t) : every constructor C}
fn test_some(terms: &mut Terms, term: Term, lemmas: &mut Lemmas) {
    if !lemmas.is_first(kind::SOME, term, term, 0) {
        return;
    }
    let Some(datatype) = terms.as_datatype(terms.sort_of(term)) else { return };
    let mut clause = Vec::new();
    for constructor in terms.constructors(datatype) {
        let atom = terms.test(constructor, term);
        clause.push(Literal { atom, is_positive: true });
        // A value without fields ends the unfolding.
        let has_no_fields = terms.selectors(constructor).is_empty();
        if has_no_fields {
            lemmas.splits.push((atom, true));
        }
    }
    lemmas.push(clause, Rule::TestSome(term));
}

/// {¬is_C(t), t = C(sel₀(t), …)}
fn rebuild(terms: &mut Terms, term: Term, constructor: Constructor, lemmas: &mut Lemmas) {
    let atom = terms.test(constructor, term);
    if !lemmas.is_first(kind::REBUILD, term, atom, 0) {
        return;
    }
    let selectors = terms.selectors(constructor);
    let fields: Vec<Term> =
        selectors.iter().map(|selector| terms.select_field(*selector, term)).collect();
    let built = terms.construct(constructor, &fields);
    let equal = terms.equal(term, built);
    let clause =
        vec![Literal { atom, is_positive: false }, Literal { atom: equal, is_positive: true }];
    lemmas.push(clause, Rule::Rebuild(term, constructor));
}

/// A value that contains itself, as pairs of equal nodes: a field, and the constructor term in
/// the class of that field which comes next on the cycle.
pub fn cycle(graph: &Graph) -> Option<Vec<(Node, Node)>> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        Open(usize),
        Done,
    }
    let congruence = &graph.congruence;
    let mut states: IdMap<Node, State> = IdMap::default();
    for start in &graph.datatypes {
        // The path from `start`: constructor terms, and the next field of each to look at.
        let Some(value) = congruence.value(*start) else { continue };
        if states.contains_key(&congruence.root(value)) {
            continue;
        }
        let mut path = vec![(value, 0)];
        states.insert(congruence.root(value), State::Open(0));
        while let Some((value, field)) = path.last_mut() {
            let Some(argument) = congruence.arguments(*value).get(*field).copied() else {
                states.insert(congruence.root(*value), State::Done);
                path.pop();
                continue;
            };
            *field += 1;
            let Some(next) = congruence.value(argument) else { continue };
            match states.get(&congruence.root(next)) {
                Some(State::Done) => {}
                Some(State::Open(from)) => {
                    let around = path[*from..].iter().enumerate().map(|(place, (value, field))| {
                        let argument = congruence.arguments(*value)[field - 1];
                        let next = path.get(from + place + 1).map_or(path[*from].0, |next| next.0);
                        (argument, next)
                    });
                    return Some(around.collect());
                }
                None => {
                    states.insert(congruence.root(next), State::Open(path.len()));
                    path.push((next, 0));
                }
            }
        }
    }
    None
}
