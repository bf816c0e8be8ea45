//! What expressions mean as terms, and annotations as formulas.

use std::collections::{BTreeSet, HashMap};

use buttress_budget::Budget;
use buttress_logic::{Sort, Term, Terms};
use buttress_pi::BinaryOp;
use buttress_pi::program::{
    Bound, BoundId, Builtin, Expression, ExpressionKind, Program, Type, VariableId,
};

use super::shape::{leaves, sort_of};
use super::value::{Access, Value, natures};
use super::ways::parts;
use crate::limits::{MOST_EXPRESSION_DEPTH, MOST_EXPRESSIONS};

/// Makes terms of expressions.
pub struct Translator<'a> {
    pub terms: &'a mut Terms,
    pub program: &'a Program,
    budget: &'a Budget,
    /// Bound variables and parameters of predicates, with their values.
    bound: HashMap<BoundId, Value>,
    /// Quantified formulas that were met before, by their place in the program and the values they depend on.
    known: HashMap<(*const Expression, Vec<Term>), Term>,
    spent: u64,
    depth: usize,
}

impl<'a> Translator<'a> {
    pub fn new(terms: &'a mut Terms, program: &'a Program, budget: &'a Budget) -> Translator<'a> {
        let (bound, known) = (HashMap::new(), HashMap::new());
        Translator { terms, program, budget, bound, known, spent: 0, depth: 0 }
    }

    /// Counts one more expression around what `inside` does.
    pub fn within<T>(&mut self, inside: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        self.spent += 1;
        self.budget.spend(1).ok()?;
        if self.spent > MOST_EXPRESSIONS || self.depth > MOST_EXPRESSION_DEPTH {
            return None;
        }
        self.depth += 1;
        let answer = inside(self);
        self.depth -= 1;
        answer
    }

    /// The formula that an annotation is, where variables have these values.
    pub fn formula(&mut self, values: &[Option<Value>], it: &'a Expression) -> Option<Term> {
        self.annotation(values, it)?.term()
    }

    fn annotation(&mut self, values: &[Option<Value>], it: &'a Expression) -> Option<Value> {
        self.within(|meaning| match &it.kind {
            ExpressionKind::Variable(variable) => values.get(variable.0 as usize)?.clone(),
            ExpressionKind::Bound(bound) => meaning.bound.get(bound).cloned(),
            ExpressionKind::Quantified { is_forall, bounds, body } => {
                let formula = meaning.quantified(values, it, *is_forall, bounds, body)?;
                Some(Value::of(&Type::Bool, formula))
            }
            ExpressionKind::Predicate(predicate, arguments) => {
                let predicate = meaning.program.predicate(*predicate);
                let mut given = Vec::new();
                for (parameter, argument) in predicate.parameters.iter().zip(arguments) {
                    given.push((parameter.id, meaning.annotation(values, argument)?));
                }
                meaning.with_bound(given, |meaning| meaning.annotation(values, &predicate.body))
            }
            ExpressionKind::Call(..) | ExpressionKind::New(_) => None,
            _ => {
                let mut operands = Vec::new();
                for part in parts(it) {
                    operands.push(meaning.annotation(values, part)?);
                }
                meaning.operate(it, &operands)
            }
        })
    }

    /// What `inside` finds while bound variables have these values.
    fn with_bound<T>(
        &mut self,
        given: Vec<(BoundId, Value)>,
        inside: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        let mut outside = Vec::new();
        for (id, value) in given {
            outside.push((id, self.bound.insert(id, value)));
        }
        let answer = inside(self);
        for (id, value) in outside {
            match value {
                Some(value) => self.bound.insert(id, value),
                None => self.bound.remove(&id),
            };
        }
        answer
    }

    fn quantified(
        &mut self,
        values: &[Option<Value>],
        whole: &'a Expression,
        is_forall: bool,
        bounds: &'a [Bound],
        body: &'a Expression,
    ) -> Option<Term> {
        let key = (std::ptr::from_ref(whole), self.dependence(values, whole));
        if let Some(known) = self.known.get(&key) {
            return Some(*known);
        }
        let (mut variables, mut given, mut nature) = (Vec::new(), Vec::new(), Vec::new());
        for bound in bounds {
            let shape = leaves(self.terms, self.program, &bound.ty)?;
            let mut made = Vec::new();
            for leaf in &shape {
                let variable = self.terms.new_bound("b", leaf.sort);
                variables.push(variable);
                made.push(self.terms.bound(variable));
            }
            nature.extend(natures(self.terms, &shape, &made));
            given.push((bound.id, Value { ty: bound.ty.clone(), leaves: made }));
        }
        let mut formula = self.with_bound(given, |meaning| meaning.formula(values, body))?;
        // Lengths of what is quantified are not negative.
        if !nature.is_empty() {
            let nature = self.terms.and(&nature);
            formula = match is_forall {
                true => self.terms.implies(nature, formula),
                false => self.terms.and(&[nature, formula]),
            };
        }
        if !variables.is_empty() {
            let binder = self.terms.new_binder(&variables);
            formula = match is_forall {
                true => self.terms.forall(binder, formula),
                false => self.terms.exists(binder, formula),
            };
        }
        self.known.insert(key, formula);
        Some(formula)
    }

    /// The values of all globals, of the variables written in an expression, and of the bound ones.
    fn dependence(&self, values: &[Option<Value>], whole: &Expression) -> Vec<Term> {
        let mut variables: BTreeSet<VariableId> =
            (0..self.program.globals).map(VariableId).collect();
        let mut bounds: BTreeSet<BoundId> = BTreeSet::new();
        whole.visit(&mut |part| match part.kind {
            ExpressionKind::Variable(variable) => drop(variables.insert(variable)),
            ExpressionKind::Bound(bound) => drop(bounds.insert(bound)),
            _ => {}
        });
        let mut terms = Vec::new();
        for variable in variables {
            let value = values.get(variable.0 as usize).and_then(Option::as_ref);
            terms.extend(value.into_iter().flat_map(|value| &value.leaves));
        }
        for bound in bounds {
            terms.extend(self.bound.get(&bound).into_iter().flat_map(|value| &value.leaves));
        }
        terms
    }

    /// The value of an operator for values of its operands.
    pub fn operate(&mut self, it: &Expression, operands: &[Value]) -> Option<Value> {
        let terms = &mut *self.terms;
        let term = match (&it.kind, operands) {
            (ExpressionKind::Number(number), []) => {
                let sort = sort_of(terms, &it.ty)?;
                terms.numeral(number, sort)
            }
            (ExpressionKind::Bool(value), []) => terms.boolean(*value),
            (ExpressionKind::Length(_), [array]) => array.length()?,
            (ExpressionKind::Not(_), [formula]) => terms.not(formula.term()?),
            (ExpressionKind::Negate(_), [number]) => terms.negate(number.term()?),
            (ExpressionKind::Index(..), [array, index]) => return array.cell(terms, index.term()?),
            (ExpressionKind::Field(_, position), [value]) => {
                return value.field(self.program, *position).map(|(_, field)| field);
            }
            (ExpressionKind::Update(..), [array, index, value]) => {
                return array.with(terms, self.program, &[Access::Cell(index.term()?)], value);
            }
            (ExpressionKind::Binary(BinaryOp::Equal, ..), [left, right]) => {
                left.equals(terms, right)
            }
            (ExpressionKind::Binary(BinaryOp::Different, ..), [left, right]) => {
                let equal = left.equals(terms, right);
                terms.not(equal)
            }
            (ExpressionKind::Binary(operator, ..), [left, right]) => {
                let is_int = left.ty != Type::Float;
                binary(terms, *operator, is_int, left.term()?, right.term()?)?
            }
            (ExpressionKind::Builtin(builtin, _), _) => {
                let operands: Option<Vec<Term>> = operands.iter().map(Value::term).collect();
                built_in(terms, *builtin, &it.ty, &operands?)?
            }
            _ => return None,
        };
        Some(Value::of(&it.ty, term))
    }
}

fn binary(
    terms: &mut Terms,
    operator: BinaryOp,
    is_int: bool,
    left: Term,
    right: Term,
) -> Option<Term> {
    Some(match operator {
        BinaryOp::And => terms.and(&[left, right]),
        BinaryOp::Or => terms.or(&[left, right]),
        BinaryOp::Implies => terms.implies(left, right),
        BinaryOp::Iff => terms.equation(left, right),
        BinaryOp::Less => terms.less(left, right),
        BinaryOp::LessEqual => terms.less_equal(left, right),
        BinaryOp::Greater => terms.less(right, left),
        BinaryOp::GreaterEqual => terms.less_equal(right, left),
        BinaryOp::Add => terms.add(&[left, right]),
        BinaryOp::Subtract => terms.subtract(left, right),
        BinaryOp::Multiply => terms.multiply(&[left, right]),
        BinaryOp::Quotient => terms.integer_divide(left, right),
        BinaryOp::Divide if is_int => terms.integer_divide(left, right),
        BinaryOp::Divide => terms.divide(left, right),
        BinaryOp::Remainder => terms.modulo(left, right),
        BinaryOp::Equal | BinaryOp::Different => return None,
    })
}

/// A table is an array of entries, each nothing or something.
fn built_in(terms: &mut Terms, builtin: Builtin, ty: &Type, operands: &[Term]) -> Option<Term> {
    Some(match (builtin, operands) {
        (Builtin::Get, &[table, key]) => {
            let sort = terms.sort_of(table);
            let (kind, _, content) = terms.table_parts(sort)?;
            let entry = terms.entry_sort(kind, content);
            let found = terms.select(table, key);
            let there = terms.select_field(entry.content, found);
            let missing = terms.missing_function(sort)?;
            let missing = terms.apply(missing, &[table, key]);
            let is_nothing = terms.test(entry.nothing, found);
            terms.ite(is_nothing, missing, there)
        }
        (Builtin::Put, &[table, key, value]) => {
            let (kind, _, content) = terms.table_parts(terms.sort_of(table))?;
            let entry = terms.entry_sort(kind, content);
            let something = terms.construct(entry.something, &[value]);
            terms.store(table, key, something)
        }
        (Builtin::Remove, &[table, key]) => {
            let (kind, _, content) = terms.table_parts(terms.sort_of(table))?;
            let entry = terms.entry_sort(kind, content);
            let nothing = terms.construct(entry.nothing, &[]);
            terms.store(table, key, nothing)
        }
        (Builtin::In, &[key, table]) => has_key(terms, table, key)?,
        (Builtin::IsInit, &[table]) => {
            let empty = empty(terms, terms.sort_of(table))?;
            terms.equation(table, empty)
        }
        (Builtin::Empty, []) => {
            let sort = sort_of(terms, ty)?;
            empty(terms, sort)?
        }
        (Builtin::Nil | Builtin::Cons, fields) => {
            let Type::List(element) = ty else { return None };
            let element = sort_of(terms, element)?;
            let list = terms.list_sort(element);
            let constructor = if builtin == Builtin::Nil { list.nil } else { list.cons };
            terms.construct(constructor, fields)
        }
        (Builtin::Car | Builtin::Cdr, &[list]) => {
            let parts = list_parts(terms, list)?;
            let selector = if builtin == Builtin::Car { parts.car } else { parts.cdr };
            terms.select_field(selector, list)
        }
        (Builtin::Atom, &[list]) => is_nil(terms, list)?,
        _ => return None,
    })
}

fn empty(terms: &mut Terms, sort: Sort) -> Option<Term> {
    let (kind, _, content) = terms.table_parts(sort)?;
    let entry = terms.entry_sort(kind, content);
    let nothing = terms.construct(entry.nothing, &[]);
    Some(terms.constant_array(sort, nothing))
}

/// k ∈ keys(h)
pub fn has_key(terms: &mut Terms, table: Term, key: Term) -> Option<Term> {
    let (kind, _, content) = terms.table_parts(terms.sort_of(table))?;
    let entry = terms.entry_sort(kind, content);
    let found = terms.select(table, key);
    let is_nothing = terms.test(entry.nothing, found);
    Some(terms.not(is_nothing))
}

/// l = nil
pub fn is_nil(terms: &mut Terms, list: Term) -> Option<Term> {
    let parts = list_parts(terms, list)?;
    Some(terms.test(parts.nil, list))
}

fn list_parts(terms: &mut Terms, list: Term) -> Option<buttress_logic::ListParts> {
    let datatype = terms.as_datatype(terms.sort_of(list))?;
    let element = *terms.datatype_arguments(datatype).first()?;
    Some(terms.list_sort(element))
}
