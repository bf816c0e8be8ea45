//! Values as terms: new ones, parts of them, changed ones, equal ones.

use buttress_logic::{Rational, Sort, Term, Terms};
use buttress_pi::program::{Program, Type};

use super::shape::{Leaf, leaves, width};

/// The value of an expression: one term for each leaf of its type.
#[derive(Clone, PartialEq, Eq)]
pub struct Value {
    pub ty: Type,
    pub leaves: Vec<Term>,
}

/// A step into a value.
#[derive(Clone, Copy)]
pub enum Access {
    Cell(Term),
    Field(usize),
}

impl Value {
    pub fn of(ty: &Type, term: Term) -> Value {
        Value { ty: ty.clone(), leaves: vec![term] }
    }

    /// The term of a value that is one.
    pub fn term(&self) -> Option<Term> {
        if let [term] = self.leaves[..] { Some(term) } else { None }
    }

    /// |a|
    pub fn length(&self) -> Option<Term> {
        if let Type::Array(_) = self.ty { self.leaves.last().copied() } else { None }
    }

    /// a[i]
    pub fn cell(&self, terms: &mut Terms, index: Term) -> Option<Value> {
        let Type::Array(element) = &self.ty else { return None };
        let arrays = &self.leaves[..self.leaves.len().checked_sub(1)?];
        let leaves = arrays.iter().map(|array| terms.select(*array, index)).collect();
        Some(Value { ty: (**element).clone(), leaves })
    }

    /// s.f, and where its leaves begin.
    pub fn field(&self, program: &Program, position: usize) -> Option<(usize, Value)> {
        let Type::Struct(id) = self.ty else { return None };
        let fields = &program.structure(id).fields;
        let start = fields.get(..position)?.iter().map(|(_, ty)| width(program, ty)).sum();
        let (_, ty) = fields.get(position)?;
        let leaves = self.leaves.get(start..start + width(program, ty))?.to_vec();
        Some((start, Value { ty: ty.clone(), leaves }))
    }

    /// The value with a part of it replaced. A leaf of a cell that stays as it is gives no write.
    pub fn with(
        &self,
        terms: &mut Terms,
        program: &Program,
        way: &[Access],
        new: &Value,
    ) -> Option<Value> {
        let [first, rest @ ..] = way else { return Some(new.clone()) };
        let mut whole = self.clone();
        match *first {
            Access::Field(position) => {
                let (start, part) = self.field(program, position)?;
                let part = part.with(terms, program, rest, new)?;
                whole
                    .leaves
                    .get_mut(start..start + part.leaves.len())?
                    .copy_from_slice(&part.leaves);
            }
            Access::Cell(index) => {
                let before = self.cell(terms, index)?;
                let after = before.with(terms, program, rest, new)?;
                for (place, (before, after)) in before.leaves.iter().zip(after.leaves).enumerate() {
                    if *before != after {
                        whole.leaves[place] = terms.store(self.leaves[place], index, after);
                    }
                }
            }
        }
        Some(whole)
    }

    /// All leaves are equal.
    pub fn equals(&self, terms: &mut Terms, other: &Value) -> Term {
        let mut equations = Vec::new();
        for (left, right) in self.leaves.iter().zip(&other.leaves) {
            equations.push(terms.equation(*left, *right));
        }
        terms.and(&equations)
    }
}

/// 0 ≤ t
pub fn not_negative(terms: &mut Terms, term: Term) -> Term {
    let zero = terms.numeral(&Rational::ZERO, Sort::INT);
    terms.less_equal(zero, term)
}

/// What is true of every value with these leaves: each length, at whatever indices, is not negative.
pub fn natures(terms: &mut Terms, shape: &[Leaf], leaves: &[Term]) -> Vec<Term> {
    let mut natures = Vec::new();
    for (leaf, term) in shape.iter().zip(leaves) {
        if !leaf.is_length {
            continue;
        }
        let mut bounds = Vec::new();
        let mut length = *term;
        for _ in 0..leaf.depth {
            let bound = terms.new_bound("i", Sort::INT);
            bounds.push(bound);
            let index = terms.bound(bound);
            length = terms.select(length, index);
        }
        let nature = not_negative(terms, length);
        natures.push(match bounds.is_empty() {
            true => nature,
            false => {
                let binder = terms.new_binder(&bounds);
                terms.forall(binder, nature)
            }
        });
    }
    natures
}

/// Any value of a type, and what is true of it.
pub fn any(terms: &mut Terms, program: &Program, ty: &Type) -> Option<(Value, Vec<Term>)> {
    let shape = leaves(terms, program, ty)?;
    let made: Vec<Term> = shape.iter().map(|leaf| terms.fresh_constant("v", leaf.sort)).collect();
    let natures = natures(terms, &shape, &made);
    Some((Value { ty: ty.clone(), leaves: made }, natures))
}
