//! Terms in the congruence closure.
//!
//! A term becomes a node. What is an application of a function to the eyes of equality becomes an
//! application there; sums, connectives and `ite` are leaves, and other theories or clauses say
//! what they are. Numerals and constructor terms are values.

use buttress_logic::{IdMap, Op, Sort, Term, Terms};

use crate::congruence::{Congruence, Node, Symbol};

/// Nodes for terms.
pub struct Graph {
    /// The classes of equal nodes.
    pub congruence: Congruence,
    nodes: IdMap<Term, Node>,
    terms: Vec<Term>,
    symbols: IdMap<(Op, Sort), Symbol>,
    next_symbol: u32,
    /// Nodes of array sorts.
    pub arrays: Vec<Node>,
    /// Reads.
    pub selects: Vec<Node>,
    /// Writes.
    pub stores: Vec<Node>,
    /// Constant arrays.
    pub constants: Vec<Node>,
    /// Nodes of datatype sorts.
    pub datatypes: Vec<Node>,
    /// Equations between arrays.
    pub array_equations: Vec<Node>,
    /// Arguments of functions, reads, writes and constructors: what they equal matters.
    pub shared: Vec<Node>,
    is_shared: Vec<bool>,
}

impl Default for Graph {
    fn default() -> Graph {
        Graph::new()
    }
}

/// Does equality of the arguments make the term equal, in the eyes of the graph?
pub fn is_application(terms: &Terms, term: Term) -> bool {
    match terms.op(term) {
        Op::Select
        | Op::Store
        | Op::ConstantArray
        | Op::Difference
        | Op::Default
        | Op::Construct(_)
        | Op::SelectField(_)
        | Op::Test(_)
        | Op::Equal => true,
        Op::Apply(_) => !terms.arguments(term).is_empty(),
        Op::Divide | Op::IntegerDivide | Op::Modulo => {
            let divisor = terms.as_number(terms.argument(term, 1));
            divisor.is_none_or(|divisor| divisor.is_zero())
        }
        _ => false,
    }
}

impl Graph {
    /// A graph that holds ⊤ and ⊥.
    pub fn new() -> Graph {
        Graph {
            congruence: Congruence::new(),
            nodes: IdMap::from_iter([(Term::TRUE, Node::TRUE), (Term::FALSE, Node::FALSE)]),
            terms: vec![Term::TRUE, Term::FALSE],
            symbols: IdMap::default(),
            next_symbol: 1,
            arrays: Vec::new(),
            selects: Vec::new(),
            stores: Vec::new(),
            constants: Vec::new(),
            datatypes: Vec::new(),
            array_equations: Vec::new(),
            shared: Vec::new(),
            is_shared: vec![false; 2],
        }
    }

    /// The node of a term, if it has one.
    pub fn node(&self, term: Term) -> Option<Node> {
        self.nodes.get(&term).copied()
    }

    /// The term of a node.
    pub fn term(&self, node: Node) -> Term {
        self.terms[node.index()]
    }

    /// Are two terms of the graph equal?
    pub fn are_equal(&self, left: Term, right: Term) -> bool {
        match (self.node(left), self.node(right)) {
            (Some(left), Some(right)) => self.congruence.are_equal(left, right),
            _ => false,
        }
    }

    /// The root of a term's class.
    pub fn root(&self, term: Term) -> Option<Node> {
        Some(self.congruence.root(self.node(term)?))
    }

    /// What a formula is known to be.
    pub fn truth(&self, formula: Term) -> Option<bool> {
        let root = self.root(formula)?;
        if root == self.congruence.root(Node::TRUE) {
            return Some(true);
        }
        (root == self.congruence.root(Node::FALSE)).then_some(false)
    }

    /// Adds a term. The arguments of an application must have been added before.
    ///
    /// # Panics
    /// If they have not.
    pub fn add(&mut self, terms: &Terms, term: Term) -> Node {
        if let Some(node) = self.node(term) {
            return node;
        }
        let op = terms.op(term);
        let sort = terms.sort_of(term);
        let node = if is_application(terms, term) {
            let arguments = terms.arguments(term).iter();
            let arguments: Vec<Node> = arguments.map(|argument| self.nodes[argument]).collect();
            let symbol = self.symbol(op, if op == Op::ConstantArray { sort } else { Sort::BOOL });
            let node = self.congruence.add(symbol, &arguments);
            if op != Op::Equal {
                arguments.iter().for_each(|argument| self.share(*argument));
            }
            node
        } else {
            let symbol = self.fresh_symbol();
            self.congruence.add(symbol, &[])
        };
        self.nodes.insert(term, node);
        self.terms.push(term);
        self.is_shared.push(false);
        match op {
            Op::Number(_) | Op::Construct(_) => self.congruence.set_value(node),
            Op::Select => self.selects.push(node),
            Op::Store => self.stores.push(node),
            Op::ConstantArray => self.constants.push(node),
            Op::Equal if terms.array_parts(terms.sort_of(terms.argument(term, 0))).is_some() => {
                self.array_equations.push(node);
            }
            _ => {}
        }
        if terms.array_parts(sort).is_some() {
            self.arrays.push(node);
        } else if terms.as_datatype(sort).is_some() {
            self.datatypes.push(node);
        }
        node
    }

    fn share(&mut self, node: Node) {
        if !std::mem::replace(&mut self.is_shared[node.index()], true) {
            self.shared.push(node);
        }
    }

    fn symbol(&mut self, op: Op, sort: Sort) -> Symbol {
        if op == Op::Equal {
            return Symbol::EQUAL;
        }
        if let Some(symbol) = self.symbols.get(&(op, sort)) {
            return *symbol;
        }
        let symbol = self.fresh_symbol();
        self.symbols.insert((op, sort), symbol);
        symbol
    }

    fn fresh_symbol(&mut self) -> Symbol {
        self.next_symbol += 1;
        Symbol(self.next_symbol - 1)
    }
}
