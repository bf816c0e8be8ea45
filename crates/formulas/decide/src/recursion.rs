//! Functions that are defined by recursion, unfolded where a candidate model is wrong about them.
//!
//! What a definition says is asserted: ∀x̄. f(x̄) = t. It is no matter of index sets. At a full assignment, the
//! candidate model gives f a table. An application on which the truth of the assertions rests, and
//! whose value in the table is not the one that the definition comes to, gets its instance of the
//! definition; then the applications in the instance matter, too. That ends when all that
//! matters agrees, or after a bounded number of instances.

mod lazy;

use std::collections::HashSet;

use buttress_budget::{Budget, Exhausted};
use buttress_certificate::smt::{Literal, Rule};
use buttress_logic::{
    Bound, Evaluator, Function, IdMap, IdSet, Model, Op, Symbol, Term, Terms, Value, Walk,
};
use buttress_theory::Lemma;

use crate::full_assignment::{FinalCheck, FullAssignment, Response};
use crate::internalize::Internalizer;
use crate::limits::UNFOLDINGS;
use crate::model;
use crate::quantifiers::instance;

/// A function that is defined by recursion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    /// What says so: ∀x̄. f(x̄) = body.
    pub formula: Term,
    /// The function.
    pub function: Function,
    /// Its parameters.
    pub parameters: Vec<Bound>,
    /// What it is.
    pub body: Term,
}

impl Definition {
    /// The definitions of functions that may call each other, their bodies so that evaluation makes no call that does
    /// not matter.
    pub(crate) fn lazy(terms: &mut Terms, group: Vec<Definition>) -> Vec<Definition> {
        let functions: HashSet<Function> = group.iter().map(|known| known.function).collect();
        let lazy = |known: Definition| {
            let body = lazy::lazy(terms, known.body, &functions);
            Definition { body, ..known }
        };
        group.into_iter().map(lazy).collect()
    }

    /// Lets a model say what the function is.
    pub(crate) fn tell(&self, model: &mut Model) {
        let symbol = Symbol::Function(self.function);
        model.define_recursive(symbol, &self.parameters, self.body);
    }
}

/// The definitions of a check, and what was unfolded.
#[derive(Default)]
pub(crate) struct Recursion {
    /// The assertions and assumptions of the check that are no definitions.
    active: Vec<Term>,
    definitions: Vec<Definition>,
    /// Applications that have their instance, with what they are.
    unfolded: IdMap<Term, Term>,
    /// Does a function that was ever defined occur in a term?
    occurs: IdMap<Term, bool>,
    /// How many instances were given in this check.
    count: usize,
}

impl Recursion {
    /// A check of these assertions and assumptions begins, with these definitions.
    pub(crate) fn begin(&mut self, active: Vec<Term>, definitions: Vec<Definition>) {
        if self.definitions != definitions {
            self.occurs.clear();
        }
        (self.active, self.definitions, self.count) = (active, definitions, 0);
    }

    /// How many instances of definitions this check has given.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Was as much unfolded as is allowed?
    pub(crate) fn gave_up(&self) -> bool {
        self.count >= UNFOLDINGS
    }

    fn definition(&self, function: Function) -> Option<&Definition> {
        self.definitions.iter().find(|known| known.function == function)
    }

    /// Does a defined function occur in the term?
    fn occurs(&mut self, terms: &Terms, root: Term) -> bool {
        if let Some(known) = self.occurs.get(&root) {
            return *known;
        }
        let mut walk = Walk::of(&[root]);
        let mut found = false;
        while let Some(part) = walk.step() {
            if let Some(known) = self.occurs.get(&part) {
                found |= known;
                continue;
            }
            if let Op::Apply(function) = terms.op(part) {
                found |= self.definition(function).is_some();
            }
            walk.enter(terms.arguments(part));
        }
        self.occurs.insert(root, found);
        found
    }

    /// The applications without an instance on which the assertions rest, with their values in the model.
    fn resting(
        &mut self,
        terms: &Terms,
        model: &mut Model,
        budget: &Budget,
    ) -> Result<Vec<(Term, Value)>, Exhausted> {
        let is_over = || budget.poll().is_err();
        let mut evaluator = Evaluator::new(terms, model).polling(&is_over);
        let (mut stack, mut seen) = (self.active.clone(), IdSet::default());
        let mut found = Vec::new();
        while let Some(term) = stack.pop() {
            if !self.occurs(terms, term) || !seen.insert(term) {
                continue;
            }
            let arguments = terms.arguments(term);
            let op = terms.op(term);
            match op {
                Op::Forall(_) | Op::Exists(_) | Op::Lambda(_) => {}
                Op::Ite => {
                    let is_true = matches!(evaluator.value(arguments[0]), Ok(Value::TRUE));
                    stack.extend([arguments[0], arguments[if is_true { 1 } else { 2 }]]);
                }
                Op::And | Op::Or => {
                    let deciding = Value::from(op == Op::Or);
                    let mut decides =
                        |part: &&Term| evaluator.value(**part).is_ok_and(|it| it == deciding);
                    let deciders: Vec<Term> =
                        arguments.iter().filter(|part| decides(part)).copied().collect();
                    // One part decides, if possible one in which nothing is to be unfolded.
                    let free = deciders.iter().find(|part| !self.occurs(terms, **part));
                    match free.or(deciders.first()) {
                        Some(part) => stack.push(*part),
                        None => stack.extend(arguments),
                    }
                }
                Op::Apply(function) if self.definition(function).is_some() => {
                    stack.extend(arguments);
                    match (self.unfolded.get(&term), evaluator.value(term)) {
                        (Some(body), _) => stack.push(*body),
                        (None, Ok(value)) => found.push((term, value)),
                        (None, Err(_)) => {}
                    }
                }
                _ => stack.extend(arguments),
            }
        }
        budget.poll()?;
        Ok(found)
    }

    /// Gives the instance of a definition at an application.
    fn unfold(&mut self, known: &mut Internalizer, terms: &mut Terms, application: Term) {
        let Op::Apply(function) = terms.op(application) else { return };
        let Some(definition) = self.definition(function) else { return };
        let (formula, values) = (definition.formula, terms.arguments(application).to_vec());
        let equation = instance(terms, formula, &values);
        let sides = terms.arguments(equation).to_vec();
        let body = sides.iter().find(|side| **side != application).copied();
        self.unfolded.insert(application, body.unwrap_or(application));
        self.count += 1;
        let literal = Literal::of(terms, equation);
        let clause = vec![Literal { atom: formula, is_positive: false }, literal];
        known.give_lemma(terms, Lemma { clause, rule: Rule::Instance(formula, values) });
        body.into_iter().for_each(|body| self.prefer_endings(known, terms, body));
    }

    /// Lets the search try first what makes the calls in a term pointless. Otherwise it may go on for ever, where a model
    /// with few calls is near.
    fn prefer_endings(&mut self, known: &mut Internalizer, terms: &mut Terms, root: Term) {
        let (mut walk, mut wishes) = (Walk::of(&[root]), Vec::new());
        while let Some(term) = walk.step() {
            if !self.occurs(terms, term) {
                continue;
            }
            let arguments = terms.arguments(term);
            match terms.op(term) {
                Op::Ite => {
                    let calls = [1, 2].map(|branch| self.occurs(terms, arguments[branch]));
                    if calls[0] != calls[1] {
                        wishes.push((arguments[0], calls[1]));
                    }
                }
                op @ (Op::And | Op::Or) => {
                    let free = arguments.iter().filter(|part| !self.occurs(terms, **part));
                    wishes.extend(free.map(|part| (*part, op == Op::Or)));
                }
                _ => {}
            }
            walk.enter(arguments);
        }
        for (condition, value) in wishes {
            let lit = known.literal(terms, condition);
            known.atoms.prefer(lit, value);
        }
    }
}

impl FinalCheck for Recursion {
    /// Gives the instances of definitions that the assignment lacks.
    fn check(&mut self, assignment: &mut FullAssignment<'_>) -> Result<Response, Exhausted> {
        if self.definitions.is_empty() || self.gave_up() {
            return Ok(Response::Agreed);
        }
        let FullAssignment { known, terms, point, budget, .. } = assignment;
        let Some(mut built) = model::build(terms, known, None, point, 0) else {
            return Ok(Response::Agreed);
        };
        let resting = self.resting(terms, &mut built.model, budget)?;
        self.definitions.iter().for_each(|definition| definition.tell(&mut built.model));
        for (application, value) in resting {
            let is_over = || budget.poll().is_err();
            let mut evaluator = Evaluator::new(terms, &mut built.model).polling(&is_over);
            if !evaluator.value(application).is_ok_and(|told| told == value) {
                budget.poll()?;
                self.unfold(known, terms, application);
            }
        }
        Ok(Response::Agreed)
    }
}
