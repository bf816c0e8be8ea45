//! Where index sets come from: reads, writes, guards and comparisons of a problem.

use std::collections::HashSet;

use buttress_logic::{Bound, Function, Op, Sort, Term, Terms};

use super::classes::{Classes, Node};
use super::reason::IndexReason;
use crate::domain::Domain;
use crate::fragment::{ArrayProperty, Fragment};
use crate::free::Free;
use crate::linear::{is_hard, offset};

/// A term that belongs into an index set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source {
    /// What is read, written or compared there.
    pub(super) node: Node,
    /// The index.
    pub(super) term: Term,
    pub(super) reason: IndexReason,
}

/// All sources of a problem.
pub(super) struct Sources {
    /// Without variables.
    pub(super) ground: Vec<Source>,
    /// With variables of uninterpreted sorts: these are instantiated first.
    pub(super) schemes: Vec<Source>,
    /// Ground terms of uninterpreted sorts.
    pub(super) uninterpreted: Vec<Term>,
    /// Terms of uninterpreted sorts with variables, other than the variables themselves.
    pub(super) made: Vec<Term>,
    /// Which arrays, functions and variables meet.
    pub(super) classes: Classes,
    /// Variables of uninterpreted sorts that break a rule of T_A.
    pub(super) propositional: HashSet<Bound>,
}

/// The sources of a problem.
pub(super) fn sources(
    terms: &mut Terms,
    free: &mut Free,
    roots: &[Term],
    properties: &[ArrayProperty],
) -> Sources {
    let mut sources = Sources {
        ground: Vec::new(),
        schemes: Vec::new(),
        uninterpreted: Vec::new(),
        made: Vec::new(),
        classes: Classes::default(),
        propositional: HashSet::new(),
    };
    let mut all: Vec<Term> = roots.to_vec();
    for property in properties {
        all.extend([property.guard, property.value]);
        if matches!(property.fragment, Fragment::Propositional { .. } | Fragment::Outside(_)) {
            let bounds = property.universals.iter().filter(|bound| !is_hard(terms, **bound));
            sources.propositional.extend(bounds);
        }
    }
    let parts = terms.subterms(&all);
    let applied = applied_to_variables(terms, &parts);
    for part in parts {
        sources.part(terms, free, part, &applied);
    }
    for property in properties {
        sources.guard(terms, free, property.guard);
    }
    sources
}

/// The places at which functions are applied to variables: there they are read like arrays.
fn applied_to_variables(terms: &Terms, parts: &[Term]) -> HashSet<(Function, usize)> {
    let mut found = HashSet::new();
    for part in parts {
        let Op::Apply(function) = terms.op(*part) else { continue };
        for (place, argument) in terms.arguments(*part).iter().enumerate() {
            if matches!(terms.op(*argument), Op::Bound(_)) {
                found.insert((function, place));
            }
        }
    }
    found
}

impl Sources {
    fn add(&mut self, terms: &Terms, free: &mut Free, node: Node, term: Term, reason: IndexReason) {
        let bounds = free.bounds(terms, term);
        let source = Source { node, term, reason };
        if bounds.is_empty() {
            self.ground.push(source);
        } else if let Op::Bound(bound) = terms.op(term) {
            self.classes.join(node, Node::Universal(bound));
        } else if bounds.iter().all(|bound| !is_hard(terms, *bound)) {
            self.schemes.push(source);
        }
    }

    /// What one term gives.
    fn part(
        &mut self,
        terms: &mut Terms,
        free: &mut Free,
        part: Term,
        applied: &HashSet<(Function, usize)>,
    ) {
        if Domain::of(terms, terms.sort_of(part)) == Domain::Uninterpreted {
            if free.is_ground(terms, part) {
                self.uninterpreted.push(part);
            } else if !matches!(terms.op(part), Op::Bound(_)) {
                self.made.push(part);
            }
        }
        let arguments = terms.arguments(part).to_vec();
        match (terms.op(part), &arguments[..]) {
            (Op::Select, [array, index]) => {
                let node = Classes::node_of_array(terms, *array);
                self.add(terms, free, node, *index, IndexReason::Read(part));
            }
            (Op::Store, [array, index, value]) => {
                let node = Classes::node_of_array(terms, *array);
                self.add(terms, free, node, *index, IndexReason::Written(part));
                if terms.sort_of(*index) == Sort::INT && !matches!(terms.op(*index), Op::Bound(_)) {
                    let (before, after) = (offset(terms, *index, -1), offset(terms, *index, 1));
                    self.add(terms, free, node, before, IndexReason::Before(part));
                    self.add(terms, free, node, after, IndexReason::After(part));
                }
                self.classes.escape(terms, *value);
            }
            (Op::Equal | Op::Distinct, [first, ..]) if is_array(terms, *first) => {
                for (place, left) in arguments.iter().enumerate() {
                    for right in &arguments[place + 1..] {
                        self.compare(terms, free, part, *left, *right);
                    }
                }
            }
            (Op::Ite, [_, then, otherwise]) if is_array(terms, part) => {
                let (then, otherwise) = (
                    Classes::node_of_array(terms, *then),
                    Classes::node_of_array(terms, *otherwise),
                );
                self.classes.join(then, otherwise);
            }
            (Op::Apply(function), _) => {
                for (place, argument) in arguments.iter().enumerate() {
                    self.classes.escape(terms, *argument);
                    if applied.contains(&(function, place)) {
                        let node = Node::Place(function, place);
                        self.add(terms, free, node, *argument, IndexReason::Argument(part));
                    }
                }
            }
            (Op::Construct(_) | Op::ConstantArray, _) => {
                for argument in &arguments {
                    self.classes.escape(terms, *argument);
                }
            }
            _ => {}
        }
    }

    /// Arrays are compared: they meet, and where they differ is an index.
    fn compare(&mut self, terms: &mut Terms, free: &mut Free, part: Term, left: Term, right: Term) {
        let node = Classes::node_of_array(terms, left);
        let other = Classes::node_of_array(terms, right);
        self.classes.join(node, other);
        if free.is_ground(terms, left) && free.is_ground(terms, right) {
            let difference = terms.difference(left, right);
            self.add(terms, free, node, difference, IndexReason::Difference(part));
        }
    }

    /// What the atoms of an index guard give.
    fn guard(&mut self, terms: &Terms, free: &mut Free, guard: Term) {
        let mut seen = HashSet::new();
        let mut stack = vec![guard];
        while let Some(term) = stack.pop() {
            if free.is_ground(terms, term) || !seen.insert(term) {
                continue;
            }
            match (terms.op(term), terms.arguments(term)) {
                (Op::And | Op::Or | Op::Not, parts) => stack.extend(parts),
                (Op::Equal | Op::LessEqual | Op::Less, [left, right]) => {
                    for (side, other) in [(*left, *right), (*right, *left)] {
                        if let Op::Bound(bound) = terms.op(side) {
                            self.add(
                                terms,
                                free,
                                Node::Universal(bound),
                                other,
                                IndexReason::Guard(term),
                            );
                        }
                    }
                }
                _ => {}
            }
        }
    }
}

fn is_array(terms: &Terms, term: Term) -> bool {
    terms.array_parts(terms.sort_of(term)).is_some()
}
