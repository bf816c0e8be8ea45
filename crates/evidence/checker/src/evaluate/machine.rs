//! Terms, arguments first, with a stack of our own: terms may be deep.

use std::rc::Rc;

use buttress_logic::{Bound, IdMap, Op, Term};

use super::{Evaluated, EvaluationFailure, Evaluator, OpenValue, Value};
use crate::limits::{MOST_NESTING, MOST_STEPS};

impl Evaluator<'_> {
    /// What a term is, for the variables that are bound.
    pub(super) fn evaluate(&mut self, root: Term) -> Evaluated {
        // Each term under way, with the first argument that is still to be looked at.
        let mut stack = vec![(root, 0)];
        while let Some((term, next)) = stack.pop() {
            if self.known(term).is_some() {
                continue;
            }
            self.step()?;
            let arguments = self.terms.arguments(term);
            let op = self.terms.op(term);
            let outcome = match op {
                Op::Forall(_) | Op::Exists(_) => self.deeper(|own| own.quantified(term)),
                Op::Lambda(_) => self.deeper(|own| own.lambda(term)),
                Op::Bound(bound) => self
                    .bound
                    .get(&bound)
                    .map(|(_, sym)| sym.clone())
                    .ok_or(EvaluationFailure::Unbound),
                Op::And | Op::Or => {
                    let deciding = OpenValue::Value(Value::from(op == Op::Or));
                    match self.connective(arguments, next, &deciding) {
                        Ok(outcome) => outcome,
                        Err(next) => {
                            stack.extend([(term, next), (arguments[next], 0)]);
                            continue;
                        }
                    }
                }
                Op::Ite => {
                    let chosen = match self.known(arguments[0]) {
                        None => arguments[0],
                        Some(Ok(OpenValue::Value(Value::TRUE))) => arguments[1],
                        _ => arguments[2],
                    };
                    match (self.known(arguments[0]), self.known(chosen)) {
                        (Some(Err(failure)), _) => Err(*failure),
                        (Some(Ok(_)), Some(outcome)) => outcome.clone(),
                        _ => {
                            stack.extend([(term, next), (chosen, 0)]);
                            continue;
                        }
                    }
                }
                _ => {
                    let rest = &arguments[next..];
                    if let Some(at) = rest.iter().position(|at| self.known(*at).is_none()) {
                        stack.extend([(term, next + at), (rest[at], 0)]);
                        continue;
                    }
                    let syms: Outcomes = arguments
                        .iter()
                        .map(|at| self.known(*at).cloned().unwrap_or(LOST))
                        .collect();
                    syms.and_then(|syms| self.apply(term, syms))
                }
            };
            if let Err(failure) = outcome
                && failure.is_final()
            {
                return Err(failure);
            }
            self.remember(term, outcome);
        }
        self.known(root).cloned().unwrap_or(LOST)
    }

    /// What a conjunction or disjunction is, or the argument that must be known first.
    fn connective(
        &self,
        arguments: &[Term],
        from: usize,
        deciding: &OpenValue,
    ) -> Result<Evaluated, usize> {
        for (place, argument) in arguments.iter().enumerate().skip(from) {
            match self.known(*argument) {
                None => return Err(place),
                Some(Ok(sym)) if sym == deciding => return Ok(Ok(deciding.clone())),
                Some(_) => {}
            }
        }
        let failure = arguments.iter().find_map(|at| self.known(*at)?.as_ref().err().copied());
        let other = Value::from(*deciding == OpenValue::Value(Value::FALSE));
        Ok(failure.map_or(Ok(OpenValue::Value(other)), Err))
    }

    /// Counts a step.
    pub(super) fn step(&mut self) -> Result<(), EvaluationFailure> {
        self.budget.spend(1)?;
        // What is ground takes as many steps as there are terms.
        if self.scopes.len() > 1 {
            self.steps += 1;
            if self.steps > MOST_STEPS {
                return Err(EvaluationFailure::Limit);
            }
        }
        Ok(())
    }

    /// What a function that recurs finds, unless it is too deep already.
    pub(super) fn deeper<T>(
        &mut self,
        find: impl FnOnce(&mut Self) -> Result<T, EvaluationFailure>,
    ) -> Result<T, EvaluationFailure> {
        if self.depth == MOST_NESTING {
            return Err(EvaluationFailure::Depth);
        }
        self.depth += 1;
        let found = find(self);
        self.depth -= 1;
        found
    }

    /// What is known of a term in the scopes that are open.
    fn known(&self, term: Term) -> Option<&Evaluated> {
        let free = self.free.get(&term)?;
        self.scopes[self.scope_of(free)].get(&term)
    }

    fn remember(&mut self, term: Term, outcome: Evaluated) {
        let free = self.free_of(term);
        let scope = self.scope_of(&free);
        self.scopes[scope].insert(term, outcome);
    }

    /// The innermost scope in which one of these variables is bound.
    fn scope_of(&self, free: &[Bound]) -> usize {
        free.iter().map(|bound| self.bound.get(bound).map_or(0, |at| at.0)).max().unwrap_or(0)
    }

    /// What a function finds in a new scope, in which these variables are bound.
    pub(super) fn within<T>(
        &mut self,
        bindings: impl IntoIterator<Item = (Bound, OpenValue)>,
        find: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let scope = self.scopes.len();
        let mut before = Vec::new();
        for (bound, sym) in bindings {
            before.push((bound, self.bound.insert(bound, (scope, sym))));
        }
        self.scopes.push(IdMap::default());
        let found = find(self);
        self.scopes.pop();
        for (bound, old) in before {
            match old {
                Some(old) => self.bound.insert(bound, old),
                None => self.bound.remove(&bound),
            };
        }
        found
    }

    /// The variables of a term that are not bound in it.
    pub(super) fn free_of(&mut self, root: Term) -> Rc<[Bound]> {
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.free.contains_key(&term) {
                stack.pop();
                continue;
            }
            let arguments = self.terms.arguments(term);
            let before = stack.len();
            stack.extend(arguments.iter().filter(|argument| !self.free.contains_key(argument)));
            if stack.len() > before {
                continue;
            }
            let mut free: Vec<Bound> =
                arguments.iter().flat_map(|argument| self.free[argument].iter().copied()).collect();
            free.sort_unstable();
            free.dedup();
            match self.terms.op(term) {
                Op::Bound(bound) => free.push(bound),
                Op::Forall(binder) | Op::Exists(binder) | Op::Lambda(binder) => {
                    let own = self.terms.binder(binder);
                    free.retain(|bound| !own.contains(bound));
                }
                _ => {}
            }
            let free = if free.is_empty() { self.none.clone() } else { free.into() };
            self.free.insert(term, free);
        }
        self.free[&root].clone()
    }
}

type Outcomes = Result<Vec<OpenValue>, EvaluationFailure>;

/// Arguments are known before what they are arguments of.
const LOST: Evaluated = Err(EvaluationFailure::IllSorted);
