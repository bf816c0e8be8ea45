//! The store in which equal terms are one term.

use std::cell::RefCell;
use std::collections::HashMap;

use buttress_numeric::Rational;

use super::binders::Binders;
use super::datatypes::Datatypes;
use super::index::Index;
use super::signature::Signature;
use super::sorts::Sorts;
use super::term::Term;
use crate::cardinality::Cardinality;
use crate::id::Number;
use crate::id_map::IdHasher;
use crate::op::Op;
use crate::sort::{Sort, SortKind};

#[derive(Clone, Copy, Debug)]
struct Node {
    op: Op,
    sort: Sort,
    start: u32,
    end: u32,
}

/// All terms, and the sorts, functions and datatypes that they speak of.
#[derive(Clone, Debug)]
pub struct Terms {
    nodes: Vec<Node>,
    arguments: Vec<Term>,
    index: Index,
    numbers: Vec<Rational>,
    number_ids: HashMap<Rational, Number>,
    pub(super) functions: Vec<Signature>,
    pub(super) binders: Binders,
    pub(super) sorts: Sorts,
    pub(super) datatypes: Datatypes,
    /// Cardinalities found so far, while no datatype changes.
    pub(crate) cardinalities: RefCell<HashMap<Sort, Cardinality>>,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms::new()
    }
}

impl Terms {
    /// A store that holds ⊤, ⊥ and the built-in sorts.
    pub fn new() -> Terms {
        let mut terms = Terms {
            nodes: Vec::new(),
            arguments: Vec::new(),
            index: Index::default(),
            numbers: Vec::new(),
            number_ids: HashMap::new(),
            functions: Vec::new(),
            binders: Binders::default(),
            sorts: Sorts::default(),
            datatypes: Datatypes::default(),
            cardinalities: RefCell::default(),
        };
        for kind in [SortKind::Bool, SortKind::Int, SortKind::Real] {
            terms.sorts.intern(kind);
        }
        terms.intern(Op::True, Sort::BOOL, &[]);
        terms.intern(Op::False, Sort::BOOL, &[]);
        terms
    }

    /// The number of terms.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: ⊤ is always there.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// What stands at the top of a term.
    pub fn op(&self, term: Term) -> Op {
        self.nodes[term.index()].op
    }

    /// The sort of a term.
    pub fn sort_of(&self, term: Term) -> Sort {
        self.nodes[term.index()].sort
    }

    /// The arguments of a term.
    pub fn arguments(&self, term: Term) -> &[Term] {
        let node = &self.nodes[term.index()];
        &self.arguments[node.start as usize..node.end as usize]
    }

    /// The argument at a place.
    ///
    /// # Panics
    /// If the term has fewer arguments.
    pub fn argument(&self, term: Term, place: usize) -> Term {
        self.arguments(term)[place]
    }

    /// The value of a number.
    pub fn number(&self, number: Number) -> &Rational {
        &self.numbers[number.0 as usize]
    }

    /// The value of a term that is a number.
    pub fn as_number(&self, term: Term) -> Option<&Rational> {
        match self.op(term) {
            Op::Number(number) => Some(self.number(number)),
            _ => None,
        }
    }

    pub(crate) fn number_id(&mut self, value: &Rational) -> Number {
        if let Some(number) = self.number_ids.get(value) {
            return *number;
        }
        let number = Number(self.numbers.len() as u32);
        self.numbers.push(value.clone());
        self.number_ids.insert(value.clone(), number);
        number
    }

    /// The term with exactly these parts. The caller answers for sorts and arities.
    pub(crate) fn intern(&mut self, op: Op, sort: Sort, arguments: &[Term]) -> Term {
        let hash = hash_of(op, sort, arguments);
        let is_meant = |term: Term| {
            self.op(term) == op && self.sort_of(term) == sort && self.arguments(term) == arguments
        };
        if let Some(term) = self.index.find(hash, is_meant) {
            return term;
        }
        let term = Term(self.nodes.len() as u32);
        let start = self.arguments.len() as u32;
        self.arguments.extend_from_slice(arguments);
        self.nodes.push(Node { op, sort, start, end: self.arguments.len() as u32 });
        self.index.insert(hash, term);
        term
    }
}

fn hash_of(op: Op, sort: Sort, arguments: &[Term]) -> u64 {
    use std::hash::{Hash, Hasher};
    let mut hasher = IdHasher::default();
    (op, sort, arguments).hash(&mut hasher);
    hasher.finish()
}
