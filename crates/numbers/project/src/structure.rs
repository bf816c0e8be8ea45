//! Projection of arrays and of values of datatypes, as far as a model goes.
//!
//! What stands under ∃x, x no number, is rewritten until x is gone, each step with a result that is true in the model and implies
//! what stood there before:
//!
//! ```text
//! x = t                       x is t
//! t = C(… x …)                C made t, and x is that field of it
//! t = store(x, i, v)          t reads v at i, and x is store(t, i, r) for some r
//! select(store(a, i, v), j)   v, or select(a, j), as the model has i = j or not
//! C(s̄) = C(t̄), C(s̄) ≠ C(t̄)    field by field; of fields that may differ, one that does
//! x under a test or a selector   x is what its constructor makes of new variables
//! x[i], x[j], …               new variables, one for each index in the model
//! x ≠ t alone                 true, where there are always more values
//! ```
//!
//! Where nothing fits, x is its value in the model. `settle` does what needs no variable.

mod settle;

use std::collections::{HashMap, HashSet};

use buttress_logic::{
    Cardinality, Constructor, Evaluator, Model, Op, Sort, Term, Terms, Value, ValueKind, substitute,
};

use crate::limits::MOST_STEPS;
use crate::row::{Row, variables_of};

/// Literals that imply ∃ `eliminate`. `literals`, with variables that are still to be eliminated, all of them numbers or truth
/// values; none if a value of the model cannot be written.
pub(crate) fn project_structures(
    terms: &mut Terms,
    model: &mut Model,
    literals: &[Term],
    eliminate: &[Term],
) -> Option<(Vec<Term>, Vec<Term>)> {
    let literals = literals.to_vec();
    let eliminate = eliminate.to_vec();
    if !speaks_of_structures(terms, &literals, &eliminate) {
        return Some((literals, eliminate));
    }
    let mut projection = StructureProjection { terms, model, literals, eliminate };
    for step in 0.. {
        projection.settle()?;
        let Some(variable) = projection.next_structure() else { break };
        let is_gone = step < MOST_STEPS && projection.rewrite(variable)?;
        if !is_gone {
            projection.take_value(variable)?;
        }
    }
    projection.finish()
}

/// Is there something to do: a variable that is no number, or a literal that is none between numbers?
fn speaks_of_structures(terms: &Terms, literals: &[Term], eliminate: &[Term]) -> bool {
    let is_structural = |literal: &Term| {
        let (atom, _) = signed(terms, *literal);
        let is_equation = terms.op(atom) == Op::Equal
            && terms.arguments(atom).iter().any(|side| is_structure(terms, *side));
        is_equation || matches!(terms.op(atom), Op::Test(_) | Op::Select | Op::SelectField(_))
    };
    eliminate.iter().any(|variable| is_structure(terms, *variable))
        || literals.iter().any(is_structural)
}

fn is_structure(terms: &Terms, term: Term) -> bool {
    let sort = terms.sort_of(term);
    sort != Sort::BOOL && !sort.is_arithmetic()
}

/// The atom of a literal, and its sign.
fn signed(terms: &Terms, literal: Term) -> (Term, bool) {
    match terms.op(literal) {
        Op::Not => (terms.argument(literal, 0), false),
        _ => (literal, true),
    }
}

struct StructureProjection<'a> {
    terms: &'a mut Terms,
    model: &'a mut Model,
    literals: Vec<Term>,
    eliminate: Vec<Term>,
}

impl StructureProjection<'_> {
    fn value(&mut self, term: Term) -> Option<Value> {
        Evaluator::new(self.terms, self.model).value(term).ok()
    }

    fn are_equal(&mut self, left: Term, right: Term) -> Option<bool> {
        Some(self.value(left)? == self.value(right)?)
    }

    /// The constructor that made a value.
    fn constructor(&mut self, term: Term) -> Option<Constructor> {
        let value = self.value(term)?;
        match self.model.values.kind(value) {
            ValueKind::Datatype(constructor, _) => Some(*constructor),
            _ => None,
        }
    }

    /// A new variable with a value, to be eliminated too.
    fn fresh(&mut self, name: &str, sort: Sort, value: Value) -> Option<Term> {
        let variable = self.terms.fresh_constant(name, sort);
        let Op::Apply(function) = self.terms.op(variable) else { return None };
        self.model.set_constant(function, value);
        self.eliminate.push(variable);
        Some(variable)
    }

    /// The literals that say of two terms whether they are equal, as the model has it.
    fn compared(&mut self, left: Term, right: Term) -> Option<Vec<Term>> {
        if left == right {
            return Some(Vec::new());
        }
        let sort = self.terms.sort_of(left);
        if sort == Sort::BOOL {
            let mut both = Vec::new();
            for side in [left, right] {
                let is_true = self.value(side)? == Value::TRUE;
                both.push(if is_true { side } else { self.terms.not(side) });
            }
            return Some(both);
        }
        if self.are_equal(left, right)? {
            return Some(vec![self.terms.equal(left, right)]);
        }
        if sort.is_arithmetic() {
            let less = self.terms.less(left, right);
            let is_less = self.value(less)? == Value::TRUE;
            return Some(vec![if is_less { less } else { self.terms.less(right, left) }]);
        }
        let equal = self.terms.equal(left, right);
        Some(vec![self.terms.not(equal)])
    }

    /// A variable that is neither a number nor a truth value and still occurs.
    fn next_structure(&mut self) -> Option<Term> {
        let occurring = variables_of(self.terms, self.literals.iter().copied());
        let terms = &*self.terms;
        self.eliminate
            .retain(|variable| !is_structure(terms, *variable) || occurring.contains(variable));
        self.eliminate.iter().copied().find(|variable| is_structure(self.terms, *variable))
    }

    fn mentions(&self, term: Term, variable: Term) -> bool {
        variables_of(self.terms, [term]).contains(&variable)
    }

    fn replace(&mut self, variable: Term, by: Term) {
        let map = HashMap::from([(variable, by)]);
        for place in 0..self.literals.len() {
            self.literals[place] = substitute(self.terms, self.literals[place], &map);
        }
        self.eliminate.retain(|other| *other != variable);
    }

    /// One step towards the end of a variable; false if there is none.
    fn rewrite(&mut self, variable: Term) -> Option<bool> {
        if self.by_definition(variable) || self.by_constructor(variable)? {
            return Some(true);
        }
        match self.terms.array_parts(self.terms.sort_of(variable)) {
            Some(_) => Some(self.by_store(variable)? || self.by_reads(variable)?),
            None => Some(self.by_expansion(variable)? || self.by_difference(variable)),
        }
    }

    /// x = t
    fn by_definition(&mut self, variable: Term) -> bool {
        for place in 0..self.literals.len() {
            for (side, other) in self.sides(place) {
                if side == variable && !self.mentions(other, variable) {
                    self.literals.swap_remove(place);
                    self.replace(variable, other);
                    return true;
                }
            }
        }
        false
    }

    /// Both ways to read a literal as an equation.
    fn sides(&self, place: usize) -> Vec<(Term, Term)> {
        let literal = self.literals[place];
        match (self.terms.op(literal), self.terms.arguments(literal)) {
            (Op::Equal, &[left, right]) => vec![(left, right), (right, left)],
            _ => Vec::new(),
        }
    }

    /// t = C(… x …)
    fn by_constructor(&mut self, variable: Term) -> Option<bool> {
        for place in 0..self.literals.len() {
            for (made, other) in self.sides(place) {
                let Op::Construct(constructor) = self.terms.op(made) else { continue };
                if !self.mentions(made, variable) || self.mentions(other, variable) {
                    continue;
                }
                self.literals[place] = self.terms.test(constructor, other);
                for (field, read) in self.fields_of(made, constructor, other) {
                    let parts = self.compared(field, read)?;
                    self.literals.extend(parts);
                }
                return Some(true);
            }
        }
        Some(false)
    }

    /// t = store(x, i, v)
    fn by_store(&mut self, variable: Term) -> Option<bool> {
        for place in 0..self.literals.len() {
            for (stored, other) in self.sides(place) {
                let (Op::Store, &[inner, at, value]) =
                    (self.terms.op(stored), self.terms.arguments(stored))
                else {
                    continue;
                };
                let is_free = |term| !self.mentions(term, variable);
                if inner != variable || ![at, value, other].into_iter().all(is_free) {
                    continue;
                }
                let before = self.terms.select(variable, at);
                let reading = self.value(before)?;
                let before = self.fresh("before", self.terms.sort_of(value), reading)?;
                let now = self.terms.select(other, at);
                self.literals.swap_remove(place);
                let parts = self.compared(now, value)?;
                self.literals.extend(parts);
                let defined = self.terms.store(other, at, before);
                self.replace(variable, defined);
                return Some(true);
            }
        }
        Some(false)
    }

    /// Where a variable occurs as the argument of anything: the terms around it.
    fn around(&self, variable: Term) -> Vec<Term> {
        let parts = self.terms.subterms(&self.literals).into_iter();
        parts.filter(|part| self.terms.arguments(*part).contains(&variable)).collect()
    }

    /// x is what its constructor makes, if something is read from it or asked about it.
    fn by_expansion(&mut self, variable: Term) -> Option<bool> {
        let is_looked_into =
            |part: &Term| matches!(self.terms.op(*part), Op::SelectField(_) | Op::Test(_));
        if !self.around(variable).iter().any(is_looked_into) {
            return Some(false);
        }
        let value = self.value(variable)?;
        let ValueKind::Datatype(constructor, fields) = self.model.values.kind(value).clone() else {
            return None;
        };
        let mut parts = Vec::new();
        for (selector, field) in self.terms.selectors(constructor).into_iter().zip(fields.iter()) {
            parts.push(self.fresh("field", self.terms.selector_sort(selector), *field)?);
        }
        let made = self.terms.construct(constructor, &parts);
        self.replace(variable, made);
        Some(true)
    }

    /// x ≠ t alone, and there are always more values.
    fn by_difference(&mut self, variable: Term) -> bool {
        let sort = self.terms.sort_of(variable);
        if self.model.values.cardinality(self.terms, sort) != Cardinality::Infinite {
            return false;
        }
        self.drop_differences(variable)
    }

    /// Drops all literals x ≠ t, if x occurs in no others.
    fn drop_differences(&mut self, variable: Term) -> bool {
        if !self.is_only_different(variable, &HashSet::new()) {
            return false;
        }
        let mut literals = std::mem::take(&mut self.literals);
        literals.retain(|literal| !self.mentions(*literal, variable));
        self.literals = literals;
        true
    }

    /// Does x occur in literals x ≠ t alone, and inside of `reads`?
    fn is_only_different(&self, variable: Term, reads: &HashSet<Term>) -> bool {
        self.literals.iter().all(|literal| {
            let (atom, is_positive) = signed(self.terms, *literal);
            let is_difference = match (self.terms.op(atom), self.terms.arguments(atom)) {
                (Op::Equal, &[left, right]) if !is_positive => {
                    (left == variable && !self.mentions(right, variable))
                        || (right == variable && !self.mentions(left, variable))
                }
                _ => false,
            };
            is_difference || !self.mentions_outside(*literal, variable, reads)
        })
    }

    /// Does a variable occur in a term, not counting what is inside of `reads`?
    fn mentions_outside(&self, term: Term, variable: Term, reads: &HashSet<Term>) -> bool {
        let (mut pending, mut seen) = (vec![term], HashSet::new());
        while let Some(part) = pending.pop() {
            if part == variable {
                return true;
            }
            if !reads.contains(&part) && seen.insert(part) {
                pending.extend(self.terms.arguments(part));
            }
        }
        false
    }

    /// An array that is only read: its elements become variables, one for each index in the model.
    fn by_reads(&mut self, variable: Term) -> Option<bool> {
        let mut reads = Vec::new();
        let mut has_difference = false;
        for part in self.around(variable) {
            match (self.terms.op(part), self.terms.arguments(part)) {
                (Op::Select, &[array, index])
                    if array == variable && !self.mentions(index, variable) =>
                {
                    reads.push((part, index));
                }
                (Op::Equal, _) => has_difference = true,
                _ => return Some(false),
            }
        }
        // What is read is only forgotten if the variable goes, too.
        let whole: HashSet<Term> = reads.iter().map(|(read, _)| *read).collect();
        if has_difference && !self.is_only_different(variable, &whole) {
            return Some(false);
        }
        let Some((index, element)) = self.terms.array_parts(self.terms.sort_of(variable)) else {
            return Some(false);
        };
        if has_difference {
            // Finitely many reads of infinitely many leave room for others, if elements can be different at all.
            let values = &mut self.model.values;
            let is_roomy = values.cardinality(self.terms, index) == Cardinality::Infinite
                && values.cardinality(self.terms, element) != Cardinality::Finite(1);
            if !is_roomy {
                return Some(false);
            }
        }
        let mut cells: Vec<(Term, Value, Term)> = Vec::new();
        let mut map = HashMap::new();
        let mut parts = Vec::new();
        for (read, index) in reads {
            let at = self.value(index)?;
            let mut cell = None;
            for (other, known, content) in &cells {
                if *known == at {
                    cell = Some((*other, *content));
                }
            }
            let content = match cell {
                Some((other, content)) => {
                    parts.extend(self.compared(index, other)?);
                    content
                }
                None => {
                    for (other, ..) in cells.clone() {
                        parts.extend(self.compared(index, other)?);
                    }
                    let value = self.value(read)?;
                    let content = self.fresh("cell", element, value)?;
                    cells.push((index, at, content));
                    content
                }
            };
            map.insert(read, content);
        }
        for place in 0..self.literals.len() {
            self.literals[place] = substitute(self.terms, self.literals[place], &map);
        }
        self.literals.extend(parts);
        // Only differences are left of it, if anything is.
        Some(self.drop_differences(variable) || !cells.is_empty())
    }

    /// x is its value.
    fn take_value(&mut self, variable: Term) -> Option<()> {
        let value = self.value(variable)?;
        let literal = self.model.values.term(self.terms, value)?;
        self.replace(variable, literal);
        Some(())
    }

    /// Numbers and truth values that are inside of what is kept, and of nothing that is a constraint between numbers, are as the
    /// constructor or the store says, or as in the model.
    fn finish(mut self) -> Option<(Vec<Term>, Vec<Term>)> {
        for variable in self.eliminate.clone() {
            self.by_constructor(variable)?;
        }
        self.settle()?;
        let eliminated: HashSet<Term> = self.eliminate.iter().copied().collect();
        let mut inside: HashSet<Term> = HashSet::new();
        for literal in self.literals.clone() {
            let (atom, _) = signed(self.terms, literal);
            if eliminated.contains(&atom) {
                continue;
            }
            let is_row = Row::of_literal(self.terms, literal).is_some();
            let mentioned = variables_of(self.terms, [literal]).into_iter();
            inside.extend(mentioned.filter(|variable| {
                eliminated.contains(variable)
                    && (!is_row || self.terms.sort_of(*variable) == Sort::BOOL)
            }));
        }
        let mut inside: Vec<Term> = inside.into_iter().collect();
        inside.sort_unstable();
        for variable in inside {
            self.take_value(variable)?;
        }
        Some((self.literals, self.eliminate))
    }
}
