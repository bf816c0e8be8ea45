//! A function as a system over numbers.
//!
//! One predicate for each loop, over the leaves of the variables in its scope; one clause for each basic
//! path between loops, and a query for each goal about numbers. What is no arithmetic (reads of arrays,
//! quantified formulas) is replaced by a variable that may have any value, so that the system allows
//! more than the function does: what holds in it holds in the function.

use std::collections::{BTreeMap, HashMap};

use buttress_horn::{Application, Clause, Horn, Interpretation, PredicateId};
use buttress_logic::{Op, Sort, Term, Terms};
use buttress_pi::paths::{BasicPath, Origin, Point, State};
use buttress_pi::program::{Expression, Function, LoopId, Program};

use crate::express::{self, BackTranslation};
use crate::instances::instances;
use crate::leaf::{Leaf, leaves};

/// The system of a function.
#[derive(Clone)]
pub(crate) struct Abstraction {
    /// The clauses.
    pub(crate) horn: Horn,
    /// By predicate, which are the loops in order.
    leaves: Vec<Vec<Leaf>>,
}

/// What of a function goes into its system.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Assumptions {
    /// Are annotations of loops assumed where paths begin?
    pub(crate) annotations: bool,
}

impl Abstraction {
    /// The system of paths, without queries.
    pub(crate) fn new(
        terms: &mut Terms,
        program: &Program,
        function: &Function,
        paths: &[BasicPath],
        assumptions: Assumptions,
    ) -> Abstraction {
        let mut horn = Horn::default();
        let mut all = Vec::new();
        for (number, head) in function.loops.iter().enumerate() {
            let leaves = leaves(program, function, &head.scope);
            let sorts: Vec<Sort> = leaves.iter().map(Leaf::sort).collect();
            horn.add_predicate(terms, &format!("loop{number}"), &sorts);
            all.push(leaves);
        }
        let mut abstraction = Abstraction { horn, leaves: all };
        for path in paths {
            if let Point::Loop(to) = path.to {
                abstraction.add(terms, path, Some(to), None, assumptions);
            }
        }
        abstraction
    }

    /// Adds the query that a goal of a path may fail; is the goal about numbers alone, and the path one that
    /// begins at a loop?
    pub(crate) fn ask(
        &mut self,
        terms: &mut Terms,
        path: &BasicPath,
        goal: Term,
        assumptions: Assumptions,
    ) -> bool {
        matches!(path.from, Point::Loop(_)) && self.add(terms, path, None, Some(goal), assumptions)
    }

    fn add(
        &mut self,
        terms: &mut Terms,
        path: &BasicPath,
        head: Option<LoopId>,
        goal: Option<Term>,
        assumptions: Assumptions,
    ) -> bool {
        let mut copy = ClauseTerms::default();
        let mut parts = Vec::new();
        if let Some(goal) = goal {
            let goal = copy.of(terms, goal);
            if copy.is_abstracted {
                return false;
            }
            parts.push(terms.not(goal));
        }
        let from_loop = matches!(path.from, Point::Loop(_));
        let mut assumed = Vec::new();
        for hypothesis in &path.hypotheses {
            let is_annotation = matches!(hypothesis.origin, Origin::Annotation(_));
            if !(is_annotation && from_loop) || assumptions.annotations {
                assumed.push(hypothesis.formula);
            }
        }
        let end: Vec<Term> =
            path.end.values.iter().flatten().flat_map(|value| value.leaves.clone()).collect();
        assumed.extend(instances(terms, &assumed, &end));
        for formula in assumed {
            copy.assume(terms, formula, &mut parts);
        }
        let mut body = Vec::new();
        if let Point::Loop(from) = path.from {
            body.push(self.apply(terms, &mut copy, from, &path.start));
        }
        let head = head.map(|to| self.apply(terms, &mut copy, to, &path.end));
        let constraint = terms.and(&parts);
        self.horn.add_clause(Clause { variables: copy.variables, body, constraint, head });
        true
    }

    fn apply(
        &self,
        terms: &mut Terms,
        copy: &mut ClauseTerms,
        head: LoopId,
        state: &State,
    ) -> Application {
        let leaves = &self.leaves[head.0 as usize];
        let arguments = leaves
            .iter()
            .map(|leaf| match leaf.of(state) {
                Some(term) => copy.of(terms, term),
                None => copy.fresh(terms, leaf.sort()),
            })
            .collect();
        Application { predicate: PredicateId(head.0), arguments }
    }

    /// What an interpretation says of each loop, in the words of the program.
    pub(crate) fn express(
        &self,
        terms: &mut Terms,
        found: &Interpretation,
    ) -> BTreeMap<LoopId, Vec<Expression>> {
        let mut facts = BTreeMap::new();
        for (predicate, leaves) in self.horn.predicate_ids().zip(&self.leaves) {
            let parameters = self.horn.predicate(predicate).parameters.iter().copied();
            let names: BackTranslation =
                parameters.zip(leaves.iter().map(|leaf| leaf.expression.clone())).collect();
            let mut written = Vec::new();
            for conjunct in terms.conjuncts(found.of(predicate)) {
                written.extend(express::formula(terms, &names, conjunct));
            }
            facts.insert(LoopId(predicate.0), written);
        }
        facts
    }
}

/// Terms with variables of one clause's own, abstracted by variables where they are no arithmetic.
#[derive(Default)]
struct ClauseTerms {
    known: HashMap<Term, Term>,
    variables: Vec<Term>,
    is_abstracted: bool,
}

impl ClauseTerms {
    fn fresh(&mut self, terms: &mut Terms, sort: Sort) -> Term {
        let variable = terms.fresh_constant("v", sort);
        self.variables.push(variable);
        variable
    }

    /// Adds what a hypothesis says about numbers, conjunct by conjunct.
    fn assume(&mut self, terms: &mut Terms, formula: Term, parts: &mut Vec<Term>) {
        for conjunct in terms.conjuncts(formula) {
            let abstracted = std::mem::take(&mut self.is_abstracted);
            let image = self.of(terms, conjunct);
            // A variable of its own says nothing.
            let is_bare = self.is_abstracted && terms.arguments(image).is_empty();
            if !is_bare {
                parts.push(image);
            }
            self.is_abstracted |= abstracted;
        }
    }

    fn of(&mut self, terms: &mut Terms, term: Term) -> Term {
        if let Some(known) = self.known.get(&term) {
            return *known;
        }
        let sort = terms.sort_of(term);
        let arguments = terms.arguments(term).to_vec();
        let image = if is_arithmetic(terms, term) {
            let images: Vec<Term> = arguments.iter().map(|part| self.of(terms, *part)).collect();
            if images.is_empty() { term } else { terms.rebuild(term, &images) }
        } else {
            self.is_abstracted |= !(arguments.is_empty() && matches!(terms.op(term), Op::Apply(_)));
            self.fresh(terms, sort)
        };
        self.known.insert(term, image);
        image
    }
}

/// Is the term made by arithmetic or logic from numbers and truth values (which its arguments may or may not be)?
fn is_arithmetic(terms: &Terms, term: Term) -> bool {
    let arguments = terms.arguments(term);
    let are_plain = || {
        arguments.iter().all(|part| {
            let sort = terms.sort_of(*part);
            sort == Sort::BOOL || sort.is_arithmetic()
        })
    };
    match terms.op(term) {
        Op::True
        | Op::False
        | Op::Number(_)
        | Op::Not
        | Op::And
        | Op::Or
        | Op::Add
        | Op::Multiply
        | Op::Divide
        | Op::IntegerDivide
        | Op::Modulo
        | Op::Absolute
        | Op::ToReal
        | Op::ToInteger
        | Op::IsInteger
        | Op::LessEqual
        | Op::Less => true,
        Op::Ite | Op::Equal | Op::Distinct => are_plain(),
        _ => false,
    }
}
