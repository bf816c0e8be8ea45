//! Annotations as terms.
//!
//! Variables mean what the state says, predicates are expanded, and quantifiers bind variables of their own. A
//! quantified formula that is met again over the same values is the same term again: what a path does not
//! touch is then seen to be untouched.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use buttress_logic::{Bound as LogicBound, Function, Sort, Term, Terms};

use super::shape;
use super::{State, Symbolic};
use crate::limits::{MOST_LOWERED, MOST_LOWERED_DEPTH, MOST_LOWERED_IN_ALL};
use crate::program::{
    Bound, BoundId, Expression, ExpressionKind, PredicateId, Program, VariableId,
};

/// The value of an expression of annotations in a state. None if it reads a variable that does not exist there,
/// contains a call or `new`, or is too large when its predicates are expanded.
pub fn lower(
    terms: &mut Terms,
    program: &Program,
    state: &State,
    expression: &Expression,
) -> Option<Symbolic> {
    Lowering::new(terms, program).lower(state, expression)
}

/// What lowering keeps from one expression to the next.
///
/// Expressions live as long as the lowering does, so that they are known by their addresses.
pub(super) struct Lowering<'a> {
    pub terms: &'a mut Terms,
    pub program: &'a Program,
    /// The variables of the quantifiers around, and the parameters of the predicate.
    bounds: HashMap<BoundId, Symbolic>,
    /// Quantified formulas, by the values of what is free in them.
    quantified: HashMap<(*const Expression, Vec<Term>), Term>,
    free: HashMap<*const Expression, Rc<Free>>,
    /// How many constants there are of each name.
    numbers: HashMap<String, u32>,
    /// What tables of a sort read where they have nothing.
    missing: HashMap<Sort, Function>,
    /// For the expression at hand.
    steps: u64,
    steps_in_all: u64,
    depth: u32,
}

/// What an expression may depend on.
#[derive(Default)]
struct Free {
    variables: BTreeSet<VariableId>,
    bounds: BTreeSet<BoundId>,
}

impl<'a> Lowering<'a> {
    pub fn new(terms: &'a mut Terms, program: &'a Program) -> Lowering<'a> {
        Lowering {
            terms,
            program,
            bounds: HashMap::new(),
            quantified: HashMap::new(),
            free: HashMap::new(),
            numbers: HashMap::new(),
            missing: HashMap::new(),
            steps: 0,
            steps_in_all: 0,
            depth: 0,
        }
    }

    /// The number of the next constant of a name.
    pub fn next_number(&mut self, name: &str) -> u32 {
        let number = self.numbers.entry(name.to_owned()).or_default();
        *number += 1;
        *number
    }

    /// Goes one level deeper, if that is allowed. Whoever tries must [`leave`](Self::leave) again.
    pub fn descend(&mut self) -> Option<()> {
        self.steps = if self.depth == 0 { 1 } else { self.steps + 1 };
        self.steps_in_all += 1;
        self.depth += 1;
        let is_small = self.steps <= MOST_LOWERED && self.steps_in_all <= MOST_LOWERED_IN_ALL;
        (is_small && self.depth <= MOST_LOWERED_DEPTH).then_some(())
    }

    pub fn leave(&mut self) {
        self.depth -= 1;
    }

    /// The value of an expression of annotations.
    pub fn lower(&mut self, state: &State, expression: &'a Expression) -> Option<Symbolic> {
        let entered = self.descend();
        let value = entered.and_then(|()| self.lower_inside(state, expression));
        self.leave();
        value
    }

    /// The formula that an expression of annotations is.
    pub fn formula(&mut self, state: &State, expression: &'a Expression) -> Option<Term> {
        self.lower(state, expression)?.term()
    }

    fn lower_inside(&mut self, state: &State, expression: &'a Expression) -> Option<Symbolic> {
        match &expression.kind {
            ExpressionKind::Variable(variable) => state.get(*variable).cloned(),
            ExpressionKind::Bound(bound) => self.bounds.get(bound).cloned(),
            ExpressionKind::Quantified { is_forall, bounds, body } => {
                let formula = self.quantify(state, expression, *is_forall, bounds, body)?;
                Some(Symbolic::formula(formula))
            }
            ExpressionKind::Predicate(predicate, arguments) => {
                let arguments = self.lower_all(state, arguments)?;
                self.expand(state, *predicate, arguments)
            }
            ExpressionKind::Call(..) | ExpressionKind::New(_) => None,
            _ => {
                let values = self.lower_all(state, operands(expression))?;
                self.operate(expression, &values)
            }
        }
    }

    fn lower_all(
        &mut self,
        state: &State,
        expressions: impl IntoIterator<Item = &'a Expression>,
    ) -> Option<Vec<Symbolic>> {
        expressions.into_iter().map(|expression| self.lower(state, expression)).collect()
    }

    /// p(e, …): the body with the arguments for the parameters.
    fn expand(
        &mut self,
        state: &State,
        predicate: PredicateId,
        arguments: Vec<Symbolic>,
    ) -> Option<Symbolic> {
        let predicate = self.program.predicate(predicate);
        let mut outside = Vec::new();
        for (parameter, argument) in predicate.parameters.iter().zip(arguments) {
            outside.push((parameter.id, self.bounds.insert(parameter.id, argument)));
        }
        let value = self.lower(state, &predicate.body);
        for (id, before) in outside {
            self.restore(id, before);
        }
        value
    }

    fn restore(&mut self, id: BoundId, before: Option<Symbolic>) {
        match before {
            Some(before) => self.bounds.insert(id, before),
            None => self.bounds.remove(&id),
        };
    }

    fn quantify(
        &mut self,
        state: &State,
        expression: &'a Expression,
        is_forall: bool,
        bounds: &'a [Bound],
        body: &'a Expression,
    ) -> Option<Term> {
        let key = (std::ptr::from_ref(expression), self.dependence(state, expression));
        if let Some(known) = self.quantified.get(&key) {
            return Some(*known);
        }
        let (mut binder, mut natures, mut outside) = (Vec::new(), Vec::new(), Vec::new());
        for bound in bounds {
            let (value, variables, nature) = self.bind(bound)?;
            binder.extend(variables);
            natures.extend(nature);
            outside.push((bound.id, self.bounds.insert(bound.id, value)));
        }
        let body = self.formula(state, body);
        for (id, before) in outside {
            self.restore(id, before);
        }
        let mut body = body?;
        if !natures.is_empty() {
            // Only values with lengths that are not negative are meant.
            let nature = self.terms.and(&natures);
            body = match is_forall {
                true => self.terms.implies(nature, body),
                false => self.terms.and(&[nature, body]),
            };
        }
        let formula = match (binder.is_empty(), is_forall) {
            (true, _) => body,
            (false, true) => {
                let binder = self.terms.new_binder(&binder);
                self.terms.forall(binder, body)
            }
            (false, false) => {
                let binder = self.terms.new_binder(&binder);
                self.terms.exists(binder, body)
            }
        };
        self.quantified.insert(key, formula);
        Some(formula)
    }

    /// A quantified variable as terms: its value, the variables it consists of, and what is true of it.
    fn bind(&mut self, bound: &Bound) -> Option<(Symbolic, Vec<LogicBound>, Vec<Term>)> {
        let shape = shape::leaves(self.terms, self.program, &bound.ty)?;
        let (mut variables, mut leaves) = (Vec::new(), Vec::new());
        for leaf in &shape {
            let name = format!("{}{}", bound.name, leaf.suffix);
            let variable = self.terms.new_bound(&name, leaf.sort);
            variables.push(variable);
            leaves.push(self.terms.bound(variable));
        }
        let natures = self.natures(&shape, &leaves);
        Some((Symbolic { ty: bound.ty.clone(), leaves }, variables, natures))
    }

    /// The values of everything that an expression may depend on.
    fn dependence(&mut self, state: &State, expression: &'a Expression) -> Vec<Term> {
        let key = std::ptr::from_ref(expression);
        let free = match self.free.get(&key) {
            Some(free) => Rc::clone(free),
            None => {
                let mut free = Free::default();
                // Bodies of predicates may mention globals.
                free.variables.extend((0..self.program.globals).map(VariableId));
                free.collect(expression);
                let free = Rc::new(free);
                self.free.insert(key, Rc::clone(&free));
                free
            }
        };
        let variables = free.variables.iter().filter_map(|variable| state.get(*variable));
        let bounds = free.bounds.iter().filter_map(|bound| self.bounds.get(bound));
        variables.chain(bounds).flat_map(|value| value.leaves.iter().copied()).collect()
    }

    /// The function that says what the tables of a sort read where they have nothing.
    pub fn missing(&mut self, table: Sort) -> Option<Function> {
        if let Some(known) = self.missing.get(&table) {
            return Some(*known);
        }
        let function = self.terms.missing_function(table)?;
        self.missing.insert(table, function);
        Some(function)
    }

    /// A value of type `bool`, `int` or the like, as the type of an expression says.
    pub fn simple(&self, expression: &Expression, term: Term) -> Symbolic {
        Symbolic::simple(expression.ty.clone(), term)
    }
}

impl Free {
    fn collect(&mut self, expression: &Expression) {
        expression.visit(&mut |inside| {
            match inside.kind {
                ExpressionKind::Variable(variable) => self.variables.insert(variable),
                ExpressionKind::Bound(bound) => self.bounds.insert(bound),
                _ => false,
            };
        });
    }
}

/// What an expression is computed from, in the order of evaluation; nothing for those that bind variables or
/// name something.
pub(super) fn operands(expression: &Expression) -> Vec<&Expression> {
    match &expression.kind {
        ExpressionKind::Length(inner)
        | ExpressionKind::New(inner)
        | ExpressionKind::Not(inner)
        | ExpressionKind::Negate(inner)
        | ExpressionKind::Field(inner, _) => vec![inner],
        ExpressionKind::Binary(_, left, right) | ExpressionKind::Index(left, right) => {
            vec![left, right]
        }
        ExpressionKind::Update(array, index, value) => vec![array, index, value],
        ExpressionKind::Builtin(_, arguments)
        | ExpressionKind::Call(_, arguments)
        | ExpressionKind::Predicate(_, arguments) => arguments.iter().collect(),
        ExpressionKind::Number(_)
        | ExpressionKind::Bool(_)
        | ExpressionKind::Variable(_)
        | ExpressionKind::Bound(_)
        | ExpressionKind::Quantified { .. } => Vec::new(),
    }
}
