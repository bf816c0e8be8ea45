//! Applying heads to values: arities, sorts, and the forms of the store.

use std::sync::Arc;

use buttress_logic::{Sort, Term};
use buttress_numeric::Rational;

use super::expand::Macro;
use super::head::Head;
use super::sexpr::Node;
use super::symbol::{Builtin, Theory};
use super::term::TermReader;
use super::{Error, Kind};
use crate::limits::MOST_EXPANDED;

impl TermReader<'_> {
    /// The value of a head that stands alone.
    pub(super) fn constant(&mut self, head: Head, node: Node) -> Result<Term, Error> {
        if let Head::Term(term) = head {
            return Ok(term);
        }
        let base = self.values.len();
        self.apply(head, node, base)
    }

    /// Applies a head to the values from `base` on, which were read from the arguments of `node`.
    pub(super) fn apply(&mut self, head: Head, node: Node, base: usize) -> Result<Term, Error> {
        let count = self.values.len() - base;
        match head {
            Head::Builtin(builtin) => {
                let (_, theory, least, most) = builtin.row();
                self.check_arity(node, count, least, most)?;
                match theory {
                    Theory::Core => self.apply_core(builtin, node, base),
                    Theory::Arithmetic => self.apply_arithmetic(builtin, node, base),
                    Theory::Arrays => self.apply_arrays(builtin, node, base),
                }
            }
            Head::Function(function) => {
                let arity = self.terms.function_arguments(function).len();
                self.check_arity(node, count, arity, Some(arity))?;
                for place in 0..arity {
                    let sort = self.terms.function_arguments(function)[place];
                    self.expect(node, base, place, sort)?;
                }
                Ok(self.terms.apply(function, &self.values[base..]))
            }
            Head::Macro(defined) => self.apply_macro(&defined, node, base),
            Head::Term(term) => {
                self.check_arity(node, count, 0, Some(0))?;
                Ok(term)
            }
            Head::Constructor { family, constructor, sort } => {
                self.construct(node, base, family, constructor, sort)
            }
            Head::Selector { family, constructor, field } => {
                let selector = self.selector(node, base, family, constructor, field)?;
                Ok(self.terms.select_field(selector, self.values[base]))
            }
            Head::Tester { family, constructor } => {
                let constructor = self.tested(node, base, family, constructor)?;
                Ok(self.terms.test(constructor, self.values[base]))
            }
            Head::Shared(heads) => {
                let head = self.meant(&heads, node, base)?;
                self.apply(head, node, base)
            }
            Head::Qualified(head, sort) => {
                let value = self.apply(*head, node, base)?;
                let found = self.terms.sort_of(value);
                if found != sort {
                    return Err(self.wrong_sort(node, sort, found));
                }
                Ok(value)
            }
            Head::Power => self.power(node, base),
            Head::PowerOf(exponent) => {
                self.check_arity(node, count, 1, Some(1))?;
                self.power_of(node, base, exponent)
            }
            Head::ConstantArray(sort) => {
                self.check_arity(node, count, 1, Some(1))?;
                let mut value = self.values[base];
                if let Some((_, element)) = self.terms.array_parts(sort) {
                    match self.signature.sorts.datatypes.entry(self.terms, element) {
                        Some(entry) => value = self.expect_entry(node, base, 0, entry)?,
                        None => {
                            self.expect(node, base, 0, element)?;
                            value = self.values[base];
                        }
                    }
                }
                Ok(self.terms.constant_array(sort, value))
            }
            Head::Divisible(number) => {
                self.check_arity(node, count, 1, Some(1))?;
                self.expect(node, base, 0, Sort::INT)?;
                let number = self.terms.numeral(&number, Sort::INT);
                let remainder = self.terms.modulo(self.values[base], number);
                let zero = self.terms.numeral(&Rational::ZERO, Sort::INT);
                Ok(self.terms.equal(remainder, zero))
            }
            Head::Remainder => {
                self.check_arity(node, count, 2, Some(2))?;
                self.expect(node, base, 0, Sort::INT)?;
                self.expect(node, base, 1, Sort::INT)?;
                let (left, right) = (self.values[base], self.values[base + 1]);
                let remainder = self.terms.modulo(left, right);
                let zero = self.terms.numeral(&Rational::ZERO, Sort::INT);
                let is_positive = self.terms.less_equal(zero, right);
                let negated = self.terms.negate(remainder);
                Ok(self.terms.ite(is_positive, remainder, negated))
            }
            Head::Difference => {
                self.check_arity(node, count, 2, Some(2))?;
                let sort = self.expect_array(node, base)?.0;
                self.expect(node, base, 1, sort)?;
                Ok(self.terms.difference(self.values[base], self.values[base + 1]))
            }
            Head::Default => {
                self.check_arity(node, count, 1, Some(1))?;
                self.expect_array(node, base)?;
                Ok(self.terms.default_of(self.values[base]))
            }
            Head::Operation(operation) => self.apply_operation(operation, node, base),
            Head::Missing => {
                self.check_arity(node, count, 2, Some(2))?;
                let (table, key, _) = self.expect_array(node, base)?;
                self.expect(node, base, 1, key)?;
                match self.signature.tables.missing(self.terms, table) {
                    Some(function) => Ok(self.terms.apply(function, &self.values[base..])),
                    None => Err(self.not_of(self.argument(node, 0), "a table", table)),
                }
            }
        }
    }

    fn apply_core(&mut self, builtin: Builtin, node: Node, base: usize) -> Result<Term, Error> {
        let count = self.values.len() - base;
        if matches!(builtin, Builtin::Equal | Builtin::Distinct | Builtin::Ite)
            && let Some(related) = self.relate_placeholders(builtin, node, base)?
        {
            return Ok(related);
        }
        match builtin {
            Builtin::Equal | Builtin::Distinct => {
                let entries = self.read_entries(base);
                self.expect_alike(node, base, 0)?;
                if entries.iter().any(Option::is_some) {
                    return self.compare_entries(builtin, node, base, &entries);
                }
            }
            Builtin::Ite => {
                self.expect(node, base, 0, Sort::BOOL)?;
                self.expect_alike(node, base, 1)?;
            }
            _ => {
                for place in 0..count {
                    self.expect(node, base, place, Sort::BOOL)?;
                }
            }
        }
        let arguments = &self.values[base..];
        Ok(match (builtin, arguments) {
            (Builtin::False, _) => Term::FALSE,
            (Builtin::Not, [formula]) => self.terms.not(*formula),
            (Builtin::And, _) => self.terms.and(arguments),
            (Builtin::Or, _) => self.terms.or(arguments),
            (Builtin::Implies, [premises @ .., conclusion]) => {
                let mut whole = *conclusion;
                for premise in premises.iter().rev() {
                    whole = self.terms.implies(*premise, whole);
                }
                whole
            }
            (Builtin::Xor, [first, rest @ ..]) => {
                let mut whole = *first;
                for formula in rest {
                    whole = self.terms.xor(whole, *formula);
                }
                whole
            }
            (Builtin::Equal, _) => {
                self.chain(base, |reader, left, right| reader.terms.equal(left, right))
            }
            (Builtin::Distinct, _) => self.terms.distinct(arguments),
            (Builtin::Ite, [condition, then, otherwise]) => {
                self.terms.ite(*condition, *then, *otherwise)
            }
            _ => Term::TRUE,
        })
    }

    /// A relation between all neighbours.
    fn chain(
        &mut self,
        base: usize,
        mut relate: impl FnMut(&mut Self, Term, Term) -> Term,
    ) -> Term {
        let mut links = Vec::new();
        for place in base + 1..self.values.len() {
            links.push(relate(self, self.values[place - 1], self.values[place]));
        }
        self.terms.and(&links)
    }

    fn apply_arithmetic(
        &mut self,
        builtin: Builtin,
        node: Node,
        base: usize,
    ) -> Result<Term, Error> {
        let count = self.values.len() - base;
        let every = match builtin {
            Builtin::Divide | Builtin::IsInteger | Builtin::ToInteger => Some(Sort::REAL),
            Builtin::IntegerDivide | Builtin::Modulo => Some(Sort::INT),
            _ => None,
        };
        match every {
            Some(sort) => {
                for place in 0..count {
                    self.expect(node, base, place, sort)?;
                }
            }
            None => self.expect_numbers(node, base)?,
        }
        let arguments = &self.values[base..];
        Ok(match (builtin, arguments) {
            (Builtin::Add, _) => self.terms.add(arguments),
            (Builtin::Multiply, _) => self.terms.multiply(arguments),
            (Builtin::Subtract, [term]) => self.terms.negate(*term),
            (Builtin::Subtract, _) => {
                for place in base + 1..self.values.len() {
                    self.values[place] = self.terms.negate(self.values[place]);
                }
                self.terms.add(&self.values[base..])
            }
            (Builtin::Divide | Builtin::IntegerDivide, [first, rest @ ..]) => {
                let mut whole = *first;
                for divisor in rest {
                    whole = match builtin {
                        Builtin::Divide => self.terms.divide(whole, *divisor),
                        _ => self.terms.integer_divide(whole, *divisor),
                    };
                }
                whole
            }
            (Builtin::Modulo, [left, right]) => self.terms.modulo(*left, *right),
            (Builtin::Absolute, [term]) => {
                let term = *term;
                self.absolute(term)
            }
            (Builtin::ToReal, [term]) if self.terms.sort_of(*term) == Sort::REAL => *term,
            (Builtin::ToReal, [term]) => self.terms.to_real(*term),
            (Builtin::ToInteger, [term]) => self.terms.to_integer(*term),
            (Builtin::IsInteger, [term]) => self.terms.is_integer(*term),
            (Builtin::LessEqual, _) => {
                self.chain(base, |reader, l, r| reader.terms.less_equal(l, r))
            }
            (Builtin::Less, _) => self.chain(base, |reader, l, r| reader.terms.less(l, r)),
            (Builtin::GreaterEqual, _) => {
                self.chain(base, |reader, left, right| reader.terms.less_equal(right, left))
            }
            _ => self.chain(base, |reader, left, right| reader.terms.less(right, left)),
        })
    }

    /// |t|: the store has it for integers, for reals it is spelt out.
    fn absolute(&mut self, term: Term) -> Term {
        if self.terms.sort_of(term) == Sort::INT {
            return self.terms.absolute(term);
        }
        let zero = self.terms.numeral(&Rational::ZERO, Sort::REAL);
        let is_positive = self.terms.less_equal(zero, term);
        let negated = self.terms.negate(term);
        self.terms.ite(is_positive, term, negated)
    }

    fn apply_arrays(&mut self, builtin: Builtin, node: Node, base: usize) -> Result<Term, Error> {
        let (_, index, element) = self.expect_array(node, base)?;
        self.expect(node, base, 1, index)?;
        if let Some(entry) = self.signature.sorts.datatypes.entry(self.terms, element) {
            return self.apply_to_table(builtin, node, base, entry);
        }
        if builtin == Builtin::Select {
            return Ok(self.terms.select(self.values[base], self.values[base + 1]));
        }
        self.expect(node, base, 2, element)?;
        Ok(self.terms.store(self.values[base], self.values[base + 1], self.values[base + 2]))
    }

    fn apply_macro(
        &mut self,
        defined: &Arc<Macro>,
        node: Node,
        base: usize,
    ) -> Result<Term, Error> {
        let arity = defined.parameters.len();
        self.check_arity(node, self.values.len() - base, arity, Some(arity))?;
        for (place, sort) in defined.parameters.iter().enumerate() {
            self.expect(node, base, place, *sort)?;
        }
        self.expanded += defined.size();
        if self.expanded > MOST_EXPANDED {
            let message = format!("the definitions expand to more than {MOST_EXPANDED} terms");
            return Err(self.source.error(node, Kind::Unsupported, message));
        }
        let mut pairs = Vec::new();
        let is_noted = self.marks.is_wanted && defined.has_quantifiers();
        let expanded =
            defined.expand(self.terms, &self.values[base..], is_noted.then_some(&mut pairs));
        self.marks.used(pairs, node);
        Ok(expanded)
    }
}
