//! Terms over arrays and datatypes as terms over the cells and fields that they read.
//!
//! What cannot be said so is a new variable, the same for the same term: less is then known, which does no harm to a proof.

use std::collections::HashMap;

use buttress_logic::{Op, Sort, Term, Terms};

use super::observation::{is_scalar, is_simple_array};
use crate::structure::{are_different, reading};
use crate::variables::is_variable;

/// What is to be expressed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Goal {
    /// A term that is no array.
    Scalar(Term),
    /// What an array reads at a scalar.
    Read(Term, Term),
}

/// An equation between arrays, and the truth value that stands for it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Equation {
    pub truth: Term,
    pub left: Term,
    pub right: Term,
}

/// A variable for what an array reads at an index.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    pub array: Term,
    pub index: Term,
    pub value: Term,
}

/// The cells of one clause.
#[derive(Default)]
pub(super) struct Scalars {
    known: HashMap<Goal, Term>,
    /// In the order in which they were read.
    pub cells: Vec<Cell>,
    pub equations: Vec<Equation>,
    /// Equations between values that are seen in parts alone.
    pub opaque: Vec<Equation>,
    /// What is true of the new variables: one constructor made each value.
    pub facts: Vec<Term>,
}

/// How a goal goes on.
enum GoalStep {
    Is(Term),
    /// It needs these first.
    Needs(Vec<Goal>),
}

impl Scalars {
    /// A term that is no array, over cells; none if that cannot be said.
    pub fn scalar(&mut self, terms: &mut Terms, term: Term) -> Option<Term> {
        self.reach(terms, Goal::Scalar(term))
    }

    /// What an array reads at an index that is over cells already.
    pub fn read(&mut self, terms: &mut Terms, array: Term, index: Term) -> Option<Term> {
        self.reach(terms, Goal::Read(array, index))
    }

    fn reach(&mut self, terms: &mut Terms, goal: Goal) -> Option<Term> {
        let mut stack = vec![goal];
        while let Some(&goal) = stack.last() {
            if self.known.contains_key(&goal) {
                stack.pop();
                continue;
            }
            let answer = match goal {
                Goal::Scalar(term) => self.scalar_step(terms, term)?,
                Goal::Read(array, index) => self.read_step(terms, array, index)?,
            };
            match answer {
                GoalStep::Is(term) => {
                    self.known.insert(goal, term);
                }
                GoalStep::Needs(goals) => stack.extend(goals),
            }
        }
        self.known.get(&goal).copied()
    }

    /// The answers to goals, or those that are still to be found.
    fn given(&self, goals: impl Iterator<Item = Goal>) -> Result<Vec<Term>, GoalStep> {
        let (mut answers, mut missing) = (Vec::new(), Vec::new());
        for goal in goals {
            match self.known.get(&goal) {
                Some(answer) => answers.push(*answer),
                None => missing.push(goal),
            }
        }
        if missing.is_empty() { Ok(answers) } else { Err(GoalStep::Needs(missing)) }
    }

    fn scalar_step(&mut self, terms: &mut Terms, term: Term) -> Option<GoalStep> {
        let arguments = terms.arguments(term).to_vec();
        let is_array = |terms: &Terms, term: Term| is_simple_array(terms, terms.sort_of(term));
        let is_scalar = |terms: &Terms, term: Term| is_scalar(terms.sort_of(term));
        match (terms.op(term), arguments.as_slice()) {
            (Op::Select, &[array, index]) if is_array(terms, array) => {
                let Some(&index) = self.known.get(&Goal::Scalar(index)) else {
                    return Some(GoalStep::Needs(vec![Goal::Scalar(index)]));
                };
                let read = Goal::Read(array, index);
                return Some(match self.known.get(&read) {
                    Some(value) => GoalStep::Is(*value),
                    None => GoalStep::Needs(vec![read]),
                });
            }
            (Op::Equal, &[left, right]) if is_array(terms, left) => {
                if left == right {
                    return Some(GoalStep::Is(Term::TRUE));
                }
                let truth = terms.fresh_constant("equal", Sort::BOOL);
                self.equations.push(Equation { truth, left, right });
                return Some(GoalStep::Is(truth));
            }
            (Op::Distinct, [first, ..]) if is_array(terms, *first) => {
                let mut pairs = Vec::new();
                for (place, left) in arguments.iter().enumerate() {
                    for right in &arguments[place + 1..] {
                        let equal = terms.equal(*left, *right);
                        pairs.push(terms.not(equal));
                    }
                }
                let goal = Goal::Scalar(terms.and(&pairs));
                return Some(match self.known.get(&goal) {
                    Some(value) => GoalStep::Is(*value),
                    None => GoalStep::Needs(vec![goal]),
                });
            }
            (Op::SelectField(_) | Op::Test(_), &[value]) => {
                return Some(self.look_into(terms, term, value));
            }
            (Op::Equal, &[left, right]) if !is_scalar(terms, left) => {
                let truth = terms.fresh_constant("equal", Sort::BOOL);
                self.opaque.push(Equation { truth, left, right });
                return Some(GoalStep::Is(truth));
            }
            _ => {}
        }
        if arguments.iter().any(|argument| !is_scalar(terms, *argument)) {
            let sort = terms.sort_of(term);
            return Some(GoalStep::Is(terms.fresh_constant("unseen", sort)));
        }
        Some(match self.given(arguments.iter().map(|argument| Goal::Scalar(*argument))) {
            Ok(given) if given == arguments => GoalStep::Is(term),
            Ok(given) => GoalStep::Is(terms.rebuild(term, &given)),
            Err(needs) => needs,
        })
    }

    /// A test or a scalar field of a value.
    fn look_into(&mut self, terms: &mut Terms, term: Term, value: Term) -> GoalStep {
        let op = terms.op(term);
        if let Some(seen) = reading(terms, op, &[value]) {
            return match self.known.get(&Goal::Scalar(seen)) {
                Some(seen) => GoalStep::Is(*seen),
                None => GoalStep::Needs(vec![Goal::Scalar(seen)]),
            };
        }
        if let (Op::Ite, &[condition, then, otherwise]) = (terms.op(value), terms.arguments(value))
        {
            let branches = [then, otherwise].map(|branch| terms.rebuild(term, &[branch]));
            let goals = [condition, branches[0], branches[1]].map(Goal::Scalar);
            return match self.given(goals.into_iter()) {
                Ok(given) => GoalStep::Is(terms.ite(given[0], given[1], given[2])),
                Err(needs) => needs,
            };
        }
        if let Op::Test(_) = op {
            self.test_all(terms, value);
            if let Some(known) = self.known.get(&Goal::Scalar(term)) {
                return GoalStep::Is(*known);
            }
        }
        let sort = terms.sort_of(term);
        GoalStep::Is(terms.fresh_constant("field", sort))
    }

    /// New variables for the tests of a value: exactly one is true.
    fn test_all(&mut self, terms: &mut Terms, value: Term) {
        let Some(datatype) = terms.as_datatype(terms.sort_of(value)) else { return };
        let mut before: Vec<Term> = Vec::new();
        let constructors = terms.constructors(datatype);
        for (place, constructor) in constructors.iter().enumerate() {
            let test = terms.test(*constructor, value);
            let truth = match place + 1 == constructors.len() {
                true => {
                    let any = terms.or(&before);
                    terms.not(any)
                }
                false => terms.fresh_constant("made", Sort::BOOL),
            };
            for other in &before {
                let both = terms.and(&[truth, *other]);
                self.facts.push(terms.not(both));
            }
            before.push(truth);
            self.known.insert(Goal::Scalar(test), truth);
        }
    }

    fn read_step(&mut self, terms: &mut Terms, array: Term, index: Term) -> Option<GoalStep> {
        if is_variable(terms, array) {
            let (_, element) = terms.array_parts(terms.sort_of(array))?;
            let value = terms.fresh_constant("cell", element);
            self.cells.push(Cell { array, index, value });
            return Some(GoalStep::Is(value));
        }
        let arguments = terms.arguments(array).to_vec();
        let goals: Vec<Goal> = match (terms.op(array), arguments.as_slice()) {
            (Op::ConstantArray, &[value]) => vec![Goal::Scalar(value)],
            (Op::Store, &[inner, at, value]) => {
                let Some(&at) = self.known.get(&Goal::Scalar(at)) else {
                    return Some(GoalStep::Needs(vec![Goal::Scalar(at)]));
                };
                if at == index {
                    vec![Goal::Scalar(value)]
                } else if are_different(terms, at, index) {
                    vec![Goal::Read(inner, index)]
                } else {
                    vec![Goal::Scalar(at), Goal::Scalar(value), Goal::Read(inner, index)]
                }
            }
            (Op::Ite, &[condition, then, otherwise]) => {
                let [then, otherwise] = [then, otherwise].map(|branch| Goal::Read(branch, index));
                vec![Goal::Scalar(condition), then, otherwise]
            }
            _ => {
                let (_, element) = terms.array_parts(terms.sort_of(array))?;
                return Some(GoalStep::Is(terms.fresh_constant("unseen", element)));
            }
        };
        let given = match self.given(goals.into_iter()) {
            Ok(given) => given,
            Err(needs) => return Some(needs),
        };
        Some(GoalStep::Is(match (terms.op(array), given.as_slice()) {
            (Op::Store, &[at, value, before]) => {
                let is_here = terms.equal(at, index);
                terms.ite(is_here, value, before)
            }
            (Op::Ite, &[condition, then, otherwise]) => terms.ite(condition, then, otherwise),
            (_, &[value]) => value,
            _ => return None,
        }))
    }
}
