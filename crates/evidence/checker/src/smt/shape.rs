//! Clauses that hold because of their shape: definitions and instances of the theories' axioms.
//!
//! Each rule names the literals that its clause must contain; more never hurt. What a rule
//! concludes is built as a term, after the sorts of its parts were looked at, and then sought in
//! the clause.

mod define;
mod division;
mod quantifier;

use std::collections::{HashMap, HashSet};

use buttress_budget::Budget;
use buttress_certificate::smt::{Literal, Rule};
use buttress_logic::{Constructor, Datatype, Op, Sort, Term, Terms};
use buttress_numeric::Rational;

use super::free::Free;
use super::rejection::{ClauseFlaw, describe};
use super::values::Values;
use super::written::WrittenLiteral;
use crate::size::{Size, size};

/// What is remembered from clause to clause.
#[derive(Default)]
pub struct Shapes {
    /// The arguments of connectives with many of them.
    members: HashSet<(Term, Literal)>,
    indexed: HashSet<Term>,
    /// Of index sorts: are there infinitely many values in every interpretation?
    infinite: HashMap<Sort, bool>,
    pub free: Free,
    /// Of quantified formulas: does nothing in their bodies bind their variables again?
    binding_once: HashMap<Term, bool>,
}

/// A clause under a rule: `values` makes exactly its literals false.
struct Shape<'a> {
    terms: &'a mut Terms,
    clause: &'a [WrittenLiteral],
    values: &'a Values,
    shapes: &'a mut Shapes,
}

impl Shapes {
    /// Is the clause, whose literals are false in `values`, what the rule says?
    pub fn check(
        &mut self,
        terms: &mut Terms,
        clause: &[WrittenLiteral],
        values: &Values,
        rule: &Rule,
    ) -> Result<(), ClauseFlaw> {
        let mut shape = Shape { terms, clause, values, shapes: self };
        match *rule {
            Rule::Define(term) => shape.define(term),
            Rule::Ite(term) => shape.ite(term),
            Rule::Absolute(term) => shape.absolute(term),
            Rule::IsInteger(term) => shape.is_integer(term),
            Rule::Division(term) => shape.division(term),
            Rule::Trichotomy(left, right) => shape.trichotomy(left, right),
            Rule::RowHit(store) => shape.row_hit(store),
            Rule::RowMiss(store, index) => shape.row_miss(store, index),
            Rule::Constant(array, index) => shape.constant(array, index),
            Rule::Extensional(left, right) => shape.extensional(left, right),
            Rule::DefaultStore(store) => shape.default_store(store),
            Rule::DefaultConstant(array) => shape.default_constant(array),
            Rule::Field(term, number) => shape.field(term, number),
            Rule::Test(term, constructor) => shape.test(term, constructor),
            Rule::TestSome(term) => shape.test_some(term),
            Rule::TestOne(term) => shape.test_one(term),
            Rule::Rebuild(term, constructor) => shape.rebuild(term, constructor),
            Rule::Instance(formula, ref values) => shape.instance(formula, values),
            Rule::Witness(formula) => shape.witness(formula),
            Rule::Input | Rule::Closure | Rule::Cycle | Rule::Arithmetic(_) => {
                Err(ClauseFlaw::NoShape)
            }
        }
    }
}

impl Shape<'_> {
    fn has(&self, literal: Literal) -> bool {
        self.values.value(literal) == Some(false)
    }

    fn holds(&self, formula: Term) -> bool {
        self.has(Literal::of(self.terms, formula))
    }

    fn denies(&self, formula: Term) -> bool {
        self.has(Literal::of(self.terms, formula).negated())
    }

    fn require(&self, formula: Term) -> Result<(), ClauseFlaw> {
        if self.holds(formula) {
            return Ok(());
        }
        Err(ClauseFlaw::Missing(describe(self.terms, formula)))
    }

    fn require_denied(&self, formula: Term) -> Result<(), ClauseFlaw> {
        if self.denies(formula) {
            return Ok(());
        }
        Err(ClauseFlaw::Missing(format!("the negation of {}", describe(self.terms, formula))))
    }

    fn require_equal(&mut self, left: Term, right: Term) -> Result<(), ClauseFlaw> {
        let equal = self.terms.equal(left, right);
        self.require(equal)
    }

    fn inapplicable(&self, term: Term, needs: &'static str) -> ClauseFlaw {
        ClauseFlaw::Inapplicable { term: describe(self.terms, term), needs }
    }

    /// The arguments of a term with this top.
    fn parts<const N: usize>(
        &self,
        term: Term,
        op: Op,
        needs: &'static str,
    ) -> Result<[Term; N], ClauseFlaw> {
        let parts = <[Term; N]>::try_from(self.terms.arguments(term));
        match parts {
            Ok(parts) if self.terms.op(term) == op => Ok(parts),
            _ => Err(self.inapplicable(term, needs)),
        }
    }

    fn ite(&mut self, term: Term) -> Result<(), ClauseFlaw> {
        let [condition, then, otherwise] = self.parts(term, Op::Ite, "an ite")?;
        if self.denies(condition) {
            return self.require_equal(term, then);
        }
        if self.holds(condition) {
            return self.require_equal(term, otherwise);
        }
        Err(ClauseFlaw::Missing(describe(self.terms, condition)))
    }

    fn absolute(&mut self, term: Term) -> Result<(), ClauseFlaw> {
        let [inside] = self.parts(term, Op::Absolute, "an abs")?;
        let sort = self.terms.sort_of(inside);
        let zero = self.terms.numeral(&Rational::ZERO, sort);
        let is_natural = self.terms.less_equal(zero, inside);
        let negative = self.terms.negate(inside);
        let value = self.terms.ite(is_natural, inside, negative);
        self.require_equal(term, value)
    }

    fn is_integer(&mut self, term: Term) -> Result<(), ClauseFlaw> {
        let [inside] = self.parts(term, Op::IsInteger, "an is_int")?;
        let floor = self.terms.to_integer(inside);
        let floor = self.terms.to_real(floor);
        let is_whole = self.terms.equal(inside, floor);
        self.require_equal(term, is_whole)
    }

    fn trichotomy(&mut self, left: Term, right: Term) -> Result<(), ClauseFlaw> {
        let sort = self.terms.sort_of(left);
        if !sort.is_arithmetic() {
            return Err(self.inapplicable(left, "a number"));
        }
        if self.terms.sort_of(right) != sort {
            return Err(self.inapplicable(right, "of the same sort"));
        }
        self.require_equal(left, right)?;
        let below = self.terms.less_equal(left, right);
        self.require_denied(below)?;
        let above = self.terms.less_equal(right, left);
        self.require_denied(above)
    }

    fn row_hit(&mut self, store: Term) -> Result<(), ClauseFlaw> {
        let [_, index, value] = self.parts(store, Op::Store, "a store")?;
        let read = self.terms.select(store, index);
        self.require_equal(read, value)
    }

    fn row_miss(&mut self, store: Term, other: Term) -> Result<(), ClauseFlaw> {
        let [array, index, _] = self.parts(store, Op::Store, "a store")?;
        self.require_sort(other, self.terms.sort_of(index))?;
        self.require_equal(index, other)?;
        let after = self.terms.select(store, other);
        let before = self.terms.select(array, other);
        self.require_equal(after, before)
    }

    fn constant(&mut self, array: Term, index: Term) -> Result<(), ClauseFlaw> {
        let [value] = self.parts(array, Op::ConstantArray, "a constant array")?;
        let (sort, _) = self.array_parts(array)?;
        self.require_sort(index, sort)?;
        let read = self.terms.select(array, index);
        self.require_equal(read, value)
    }

    fn extensional(&mut self, left: Term, right: Term) -> Result<(), ClauseFlaw> {
        self.array_parts(left)?;
        self.require_sort(right, self.terms.sort_of(left))?;
        self.require_equal(left, right)?;
        let index = self.terms.difference(left, right);
        let reads = [left, right].map(|array| self.terms.select(array, index));
        let equal = self.terms.equal(reads[0], reads[1]);
        self.require_denied(equal)
    }

    fn default_store(&mut self, store: Term) -> Result<(), ClauseFlaw> {
        let [array, _, _] = self.parts(store, Op::Store, "a store")?;
        self.require_infinite_index(store)?;
        let defaults = [store, array].map(|array| self.terms.default_of(array));
        self.require_equal(defaults[0], defaults[1])
    }

    fn default_constant(&mut self, array: Term) -> Result<(), ClauseFlaw> {
        let [value] = self.parts(array, Op::ConstantArray, "a constant array")?;
        self.require_infinite_index(array)?;
        let default = self.terms.default_of(array);
        self.require_equal(default, value)
    }

    fn field(&mut self, term: Term, number: usize) -> Result<(), ClauseFlaw> {
        let constructor = self.constructor_of(term)?;
        let selector = self.terms.selectors(constructor).get(number).copied();
        let value = self.terms.arguments(term).get(number).copied();
        let (Some(selector), Some(value)) = (selector, value) else {
            return Err(self.inapplicable(term, "a constructor term with this field"));
        };
        let field = self.terms.select_field(selector, term);
        self.require_equal(field, value)
    }

    fn test(&mut self, term: Term, constructor: Constructor) -> Result<(), ClauseFlaw> {
        let own = self.constructor_of(term)?;
        self.require_constructor(term, constructor)?;
        let test = self.terms.test(constructor, term);
        if own == constructor { self.require(test) } else { self.require_denied(test) }
    }

    fn test_some(&mut self, term: Term) -> Result<(), ClauseFlaw> {
        let datatype = self.datatype_of(term)?;
        for constructor in self.terms.constructors(datatype) {
            let test = self.terms.test(constructor, term);
            self.require(test)?;
        }
        Ok(())
    }

    fn test_one(&mut self, term: Term) -> Result<(), ClauseFlaw> {
        self.datatype_of(term)?;
        let mut denied = self.clause.iter().filter_map(|written| {
            let Literal { atom, is_positive } = written.literal;
            match self.terms.op(atom) {
                Op::Test(constructor)
                    if !is_positive && self.terms.arguments(atom).first() == Some(&term) =>
                {
                    Some(constructor)
                }
                _ => None,
            }
        });
        let first = denied.next();
        if denied.any(|constructor| Some(constructor) != first) {
            return Ok(());
        }
        Err(ClauseFlaw::NoShape)
    }

    fn rebuild(&mut self, term: Term, constructor: Constructor) -> Result<(), ClauseFlaw> {
        self.require_constructor(term, constructor)?;
        let test = self.terms.test(constructor, term);
        self.require_denied(test)?;
        let selectors = self.terms.selectors(constructor);
        let fields: Vec<Term> =
            selectors.iter().map(|&selector| self.terms.select_field(selector, term)).collect();
        let rebuilt = self.terms.construct(constructor, &fields);
        self.require_equal(term, rebuilt)
    }

    fn require_sort(&self, term: Term, sort: Sort) -> Result<(), ClauseFlaw> {
        if self.terms.sort_of(term) == sort {
            return Ok(());
        }
        Err(self.inapplicable(term, "of the sort that the rule needs"))
    }

    fn array_parts(&self, term: Term) -> Result<(Sort, Sort), ClauseFlaw> {
        let parts = self.terms.array_parts(self.terms.sort_of(term));
        parts.ok_or_else(|| self.inapplicable(term, "an array"))
    }

    /// Over finitely many indices finitely many stores may change what is read everywhere.
    fn require_infinite_index(&mut self, array: Term) -> Result<(), ClauseFlaw> {
        let (index, _) = self.array_parts(array)?;
        let is_infinite = match self.shapes.infinite.get(&index) {
            Some(known) => *known,
            None => {
                // One element of each uninterpreted sort: see `size`.
                let size = size(self.terms, index, |_| 1, &Budget::unlimited());
                let is_infinite = size == Ok(Size::Infinite);
                self.shapes.infinite.insert(index, is_infinite);
                is_infinite
            }
        };
        if is_infinite {
            return Ok(());
        }
        Err(self.inapplicable(array, "an array over infinitely many indices"))
    }

    fn constructor_of(&self, term: Term) -> Result<Constructor, ClauseFlaw> {
        match self.terms.op(term) {
            Op::Construct(constructor) => Ok(constructor),
            _ => Err(self.inapplicable(term, "a constructor term")),
        }
    }

    fn datatype_of(&self, term: Term) -> Result<Datatype, ClauseFlaw> {
        let datatype = self.terms.as_datatype(self.terms.sort_of(term));
        datatype.ok_or_else(|| self.inapplicable(term, "of a datatype"))
    }

    fn require_constructor(&self, term: Term, constructor: Constructor) -> Result<(), ClauseFlaw> {
        let datatype = self.datatype_of(term)?;
        if self.terms.constructor_datatype(constructor) == datatype {
            return Ok(());
        }
        Err(self.inapplicable(term, "of the constructor's datatype"))
    }
}
