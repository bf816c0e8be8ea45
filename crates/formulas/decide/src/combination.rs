//! The theories together: what they know, and the clauses they have made.

use std::collections::{HashMap, HashSet};

use buttress_certificate::smt::{Literal, Rule};
use buttress_logic::{Term, Terms};
use buttress_numeric::Rational;
use buttress_prop::{Lit, Var};
use buttress_theory::arith::Arithmetic;
use buttress_theory::arrays::Arrays;
use buttress_theory::congruence::Node;
use buttress_theory::datatypes::Datatypes;
use buttress_theory::graph::Graph;
use buttress_theory::{Lemma, Lemmas};

use crate::atoms::{Atoms, Given, Why};
use crate::nonlinear::Products;
use crate::numbers::Numbers;
use crate::quantifiers::Quantifiers;

/// The state of the theories over one search.
pub(crate) struct Combination {
    pub(crate) atoms: Atoms,
    pub(crate) graph: Graph,
    pub(crate) arithmetic: Arithmetic,
    pub(crate) numbers: Numbers,
    pub(crate) products: Products,
    pub(crate) datatypes: Datatypes,
    pub(crate) arrays: Arrays,
    pub(crate) lemmas: Lemmas,
    /// Every clause given to the search, by tag.
    pub(crate) given: Vec<Given>,
    /// Are clauses kept when the search has them, for proofs and cores?
    pub(crate) is_logged: bool,
    /// Tags of clauses that were made and not given yet.
    pub(crate) fresh: Vec<u32>,
    /// Nodes that were linked to variables in the middle of a search.
    pub(crate) late: Vec<Lit>,
    /// The literals that the theories have seen, and how many of them at the start of each level.
    pub(crate) seen: Vec<Lit>,
    pub(crate) levels: Vec<usize>,
    /// Terms whose axioms have been given, or are about to be.
    pub(crate) described: HashSet<Term>,
    pub(crate) undescribed: Vec<Term>,
    pub(crate) is_describing: bool,
    /// Composite terms that are constants.
    pub(crate) constants: HashMap<Term, Rational>,
    /// A term outside linear arithmetic.
    pub(crate) nonlinear: Option<Term>,
    /// Quantified formulas.
    pub(crate) quantifiers: Quantifiers,
    /// The literals of negations that have nodes.
    pub(crate) negations: HashMap<Term, Lit>,
    /// Variables of equations between numbers.
    pub(crate) equations: Vec<Var>,
    /// The assertions and assumptions behind literals.
    pub(crate) asserted: HashMap<Lit, Term>,
    pub(crate) met: Vec<(Node, Node)>,
    pub(crate) decided: Vec<Node>,
    /// How many lemmas full assignments led to.
    pub(crate) lemma_count: u64,
}

impl Combination {
    pub(crate) fn new(is_logged: bool) -> Combination {
        Combination {
            atoms: Atoms::default(),
            graph: Graph::new(),
            arithmetic: Arithmetic::new(),
            numbers: Numbers::default(),
            products: Products::default(),
            datatypes: Datatypes,
            arrays: Arrays,
            lemmas: Lemmas::default(),
            given: Vec::new(),
            is_logged,
            fresh: Vec::new(),
            late: Vec::new(),
            seen: Vec::new(),
            levels: Vec::new(),
            described: HashSet::new(),
            undescribed: Vec::new(),
            is_describing: false,
            constants: HashMap::new(),
            nonlinear: None,
            quantifiers: Quantifiers::default(),
            negations: HashMap::new(),
            equations: Vec::new(),
            asserted: HashMap::new(),
            met: Vec::new(),
            decided: Vec::new(),
            lemma_count: 0,
        }
    }

    /// Notes a clause; its tag.
    pub(crate) fn note(&mut self, clause: Vec<Lit>, why: Why) -> u32 {
        self.given.push(Given { clause: clause.into(), why });
        self.given.len() as u32 - 1
    }

    /// Forgets the clauses that the search has, unless somebody will ask why they hold.
    pub(crate) fn forget_given(&mut self) {
        if !self.is_logged && self.fresh.is_empty() {
            self.given.clear();
        }
    }

    /// Makes a clause that is to be given for good.
    pub(crate) fn give(&mut self, clause: Vec<Lit>, rule: Rule) {
        let tag = self.note(clause, Why::Rule(rule));
        self.fresh.push(tag);
    }

    /// Enters a lemma's formulas and gives its clause.
    pub(crate) fn give_lemma(&mut self, terms: &mut Terms, lemma: Lemma) {
        let lits = lemma.clause.iter().map(|literal| self.enter_literal(terms, *literal));
        let clause: Vec<Lit> = lits.collect();
        self.give(clause, lemma.rule);
        self.lemma_count += 1;
    }

    fn enter_literal(&mut self, terms: &mut Terms, literal: Literal) -> Lit {
        let lit = self.enter_formula(terms, literal.atom);
        if literal.is_positive { lit } else { !lit }
    }
}
