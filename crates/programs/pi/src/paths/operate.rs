//! What operators mean, as terms: the same in code and in annotations.

use buttress_logic::{EntryParts, ListParts, Sort, Term};

use super::Symbolic;
use super::access::Place;
use super::lower::Lowering;
use super::shape::{self, entry_of_table, list_of_sort};
use crate::BinaryOp;
use crate::program::{Builtin, Expression, ExpressionKind, Type};

impl Lowering<'_> {
    /// The value of an expression whose operands have these values. None of what is no operator.
    pub fn operate(&mut self, expression: &Expression, values: &[Symbolic]) -> Option<Symbolic> {
        let term = match (&expression.kind, values) {
            (ExpressionKind::Number(number), []) => {
                let sort = shape::simple_sort(self.terms, &expression.ty)?;
                self.terms.numeral(number, sort)
            }
            (ExpressionKind::Bool(value), []) => self.terms.boolean(*value),
            (ExpressionKind::Length(_), [array]) => array.length()?,
            (ExpressionKind::Not(_), [formula]) => self.terms.not(formula.term()?),
            (ExpressionKind::Negate(_), [number]) => self.terms.negate(number.term()?),
            (ExpressionKind::Binary(operator, ..), [left, right]) => {
                self.relate(*operator, left, right)?
            }
            (ExpressionKind::Index(..), [array, index]) => return self.read(array, index.term()?),
            (ExpressionKind::Field(_, position), [value]) => return self.field(value, *position),
            (ExpressionKind::Update(..), [array, index, value]) => {
                return self.written(array, &[Place::Index(index.term()?)], value);
            }
            (ExpressionKind::Builtin(builtin, _), _) => {
                self.build(*builtin, &expression.ty, values)?
            }
            _ => return None,
        };
        Some(self.simple(expression, term))
    }

    fn relate(&mut self, operator: BinaryOp, left: &Symbolic, right: &Symbolic) -> Option<Term> {
        // The only ones that take values of more than one leaf.
        match operator {
            BinaryOp::Equal => return Some(self.equal(left, right)),
            BinaryOp::Different => {
                let equal = self.equal(left, right);
                return Some(self.terms.not(equal));
            }
            _ => {}
        }
        let is_float = left.ty == Type::Float;
        let (left, right) = (left.term()?, right.term()?);
        Some(match operator {
            BinaryOp::Implies => self.terms.implies(left, right),
            BinaryOp::Iff | BinaryOp::Equal => self.terms.equation(left, right),
            BinaryOp::Different => self.terms.xor(left, right),
            BinaryOp::Or => self.terms.or(&[left, right]),
            BinaryOp::And => self.terms.and(&[left, right]),
            BinaryOp::Less => self.terms.less(left, right),
            BinaryOp::LessEqual => self.terms.less_equal(left, right),
            BinaryOp::Greater => self.terms.less(right, left),
            BinaryOp::GreaterEqual => self.terms.less_equal(right, left),
            BinaryOp::Add => self.terms.add(&[left, right]),
            BinaryOp::Subtract => self.terms.subtract(left, right),
            BinaryOp::Multiply => self.terms.multiply(&[left, right]),
            BinaryOp::Divide if is_float => self.terms.divide(left, right),
            BinaryOp::Divide | BinaryOp::Quotient => self.terms.integer_divide(left, right),
            BinaryOp::Remainder => self.terms.modulo(left, right),
        })
    }

    /// Operations on tables, which are arrays of entries, and on lists.
    fn build(&mut self, builtin: Builtin, ty: &Type, values: &[Symbolic]) -> Option<Term> {
        let values: Option<Vec<Term>> = values.iter().map(Symbolic::term).collect();
        let sort = shape::simple_sort(self.terms, ty)?;
        Some(match (builtin, values?.as_slice()) {
            (Builtin::Get, &[table, key]) => self.look_up(table, key)?,
            (Builtin::Put, &[table, key, value]) => {
                let entry = self.entry(table)?;
                let something = self.terms.construct(entry.something, &[value]);
                self.terms.store(table, key, something)
            }
            (Builtin::Remove, &[table, key]) => {
                let entry = self.entry(table)?;
                let nothing = self.terms.construct(entry.nothing, &[]);
                self.terms.store(table, key, nothing)
            }
            (Builtin::In, &[key, table]) => self.has_key(table, key)?,
            (Builtin::IsInit, &[table]) => {
                let empty = self.empty(self.terms.sort_of(table))?;
                self.terms.equation(table, empty)
            }
            (Builtin::Empty, []) => self.empty(sort)?,
            (Builtin::Nil, []) => {
                let list = list_of_sort(self.terms, sort)?;
                self.terms.construct(list.nil, &[])
            }
            (Builtin::Cons, &[first, rest]) => {
                let list = list_of_sort(self.terms, sort)?;
                self.terms.construct(list.cons, &[first, rest])
            }
            (Builtin::Car, &[value]) => {
                let list = self.list(value)?;
                self.terms.select_field(list.car, value)
            }
            (Builtin::Cdr, &[value]) => {
                let list = self.list(value)?;
                self.terms.select_field(list.cdr, value)
            }
            (Builtin::Atom, &[value]) => self.is_atom(value)?,
            _ => return None,
        })
    }

    fn entry(&mut self, table: Term) -> Option<EntryParts> {
        let sort = self.terms.sort_of(table);
        entry_of_table(self.terms, sort)
    }

    fn list(&mut self, value: Term) -> Option<ListParts> {
        let sort = self.terms.sort_of(value);
        list_of_sort(self.terms, sort)
    }

    fn empty(&mut self, sort: Sort) -> Option<Term> {
        let entry = entry_of_table(self.terms, sort)?;
        let nothing = self.terms.construct(entry.nothing, &[]);
        Some(self.terms.constant_array(sort, nothing))
    }

    /// What a table holds at a key; if nothing, then something that only the table and the key determine.
    fn look_up(&mut self, table: Term, key: Term) -> Option<Term> {
        let entry = self.entry(table)?;
        let found = self.terms.select(table, key);
        let content = self.terms.select_field(entry.content, found);
        let missing = self.missing(self.terms.sort_of(table))?;
        let missing = self.terms.apply(missing, &[table, key]);
        let is_nothing = self.terms.test(entry.nothing, found);
        Some(self.terms.ite(is_nothing, missing, content))
    }

    /// k ∈ keys(h)
    pub fn has_key(&mut self, table: Term, key: Term) -> Option<Term> {
        let entry = self.entry(table)?;
        let found = self.terms.select(table, key);
        let is_nothing = self.terms.test(entry.nothing, found);
        Some(self.terms.not(is_nothing))
    }

    /// atom(l)
    pub fn is_atom(&mut self, value: Term) -> Option<Term> {
        let list = self.list(value)?;
        Some(self.terms.test(list.nil, value))
    }
}
