//! Terms over arrays as terms over the cells that they read.

use std::collections::HashMap;

use buttress_logic::{Op, Sort, Term, Terms};

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
        let is_array = |terms: &Terms, term: Term| terms.array_parts(terms.sort_of(term)).is_some();
        match (terms.op(term), arguments.as_slice()) {
            (Op::Select, &[array, index]) => {
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
            _ => {}
        }
        if arguments.iter().any(|argument| is_array(terms, *argument)) {
            return None;
        }
        Some(match self.given(arguments.iter().map(|argument| Goal::Scalar(*argument))) {
            Ok(given) if given == arguments => GoalStep::Is(term),
            Ok(given) => GoalStep::Is(terms.rebuild(term, &given)),
            Err(needs) => needs,
        })
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
            _ => return None,
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

/// Are they different numbers, or truth values?
pub(super) fn are_different(terms: &Terms, left: Term, right: Term) -> bool {
    let is_literal = |term: Term| matches!(terms.op(term), Op::Number(_) | Op::True | Op::False);
    left != right && is_literal(left) && is_literal(right)
}
