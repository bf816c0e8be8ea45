//! Parts of values as terms: how they are read, written, compared and named.

use std::ops::Range;

use buttress_logic::{Op, Sort, Term};

use super::lower::Lowering;
use super::shape::{self, Leaf};
use super::state::Symbolic;
use crate::program::Type;

/// A part of a value, with the index evaluated.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    /// `[i]`
    Index(Term),
    /// The field with this position.
    Field(usize),
}

impl Lowering<'_> {
    /// s.f, where f has this position.
    pub fn field(&self, value: &Symbolic, position: usize) -> Option<Symbolic> {
        let (ty, range) = self.field_leaves(value, position)?;
        Some(Symbolic { ty, leaves: value.leaves.get(range)?.to_vec() })
    }

    fn field_leaves(&self, value: &Symbolic, position: usize) -> Option<(Type, Range<usize>)> {
        let Type::Struct(id) = value.ty else { return None };
        let fields = &self.program.structure(id).fields;
        let mut start = 0;
        for (_, ty) in fields.get(..position)? {
            start += shape::leaf_count(self.program, ty)?;
        }
        let (_, ty) = fields.get(position)?;
        Some((ty.clone(), start..start + shape::leaf_count(self.program, ty)?))
    }

    /// a[i]
    pub fn read(&mut self, array: &Symbolic, index: Term) -> Option<Symbolic> {
        let Type::Array(element) = &array.ty else { return None };
        let (_, cells) = array.leaves.split_last()?;
        let leaves = cells.iter().map(|cell| self.terms.select(*cell, index)).collect();
        Some(Symbolic { ty: (**element).clone(), leaves })
    }

    /// The value with a part of it replaced; lengths on the way stay.
    pub fn written(
        &mut self,
        value: &Symbolic,
        places: &[Place],
        new: &Symbolic,
    ) -> Option<Symbolic> {
        let Some((first, rest)) = places.split_first() else { return Some(new.clone()) };
        let mut leaves = value.leaves.clone();
        match first {
            Place::Field(position) => {
                let (_, range) = self.field_leaves(value, *position)?;
                let part = self.field(value, *position)?;
                let part = self.written(&part, rest, new)?;
                leaves.splice(range, part.leaves);
            }
            Place::Index(index) => {
                let old = self.read(value, *index)?;
                let cell = self.written(&old, rest, new)?;
                for ((leaf, old), new) in leaves.iter_mut().zip(&old.leaves).zip(&cell.leaves) {
                    if old != new {
                        *leaf = self.terms.store(*leaf, *index, *new);
                    }
                }
            }
        }
        Some(Symbolic { ty: value.ty.clone(), leaves })
    }

    /// Are two values the same: all their cells, within their lengths or not, and their lengths?
    pub fn equal(&mut self, left: &Symbolic, right: &Symbolic) -> Term {
        let pairs = left.leaves.iter().zip(&right.leaves);
        let equations: Vec<Term> =
            pairs.map(|(left, right)| self.terms.equation(*left, *right)).collect();
        self.terms.and(&equations)
    }

    /// Any value of a type, under a name that no other has, and what is true of every such value.
    pub fn fresh(&mut self, name: &str, ty: &Type) -> Option<(Symbolic, Vec<Term>)> {
        let shape = shape::leaves(self.terms, self.program, ty)?;
        let number = self.next_number(name);
        let mut leaves = Vec::new();
        for leaf in &shape {
            let name = format!("{name}{}!{number}", leaf.suffix);
            leaves.push(self.terms.fresh_constant(&name, leaf.sort));
        }
        let natures = self.natures(&shape, &leaves);
        Some((Symbolic { ty: ty.clone(), leaves }, natures))
    }

    /// What is true of every value with these leaves: lengths are not negative.
    pub fn natures(&mut self, shape: &[Leaf], leaves: &[Term]) -> Vec<Term> {
        let mut natures = Vec::new();
        for (leaf, term) in shape.iter().zip(leaves).filter(|(leaf, _)| leaf.is_length) {
            let bounds: Vec<_> =
                (0..leaf.depth).map(|_| self.terms.new_bound("i", Sort::INT)).collect();
            let mut length = *term;
            for bound in &bounds {
                let index = self.terms.bound(*bound);
                length = self.terms.select(length, index);
            }
            let mut nature = self.not_negative(length);
            if !bounds.is_empty() {
                let binder = self.terms.new_binder(&bounds);
                nature = self.terms.forall(binder, nature);
            }
            natures.push(nature);
        }
        natures
    }

    /// 0 ≤ t
    pub fn not_negative(&mut self, term: Term) -> Term {
        let zero = self.terms.numeral(&buttress_numeric::Rational::ZERO, Sort::INT);
        self.terms.less_equal(zero, term)
    }

    /// The value under a new name, with the equations that say so. Leaves that are as before, and those
    /// that are constants already, stay: a copy is the same value.
    pub fn named(
        &mut self,
        name: &str,
        before: Option<&Symbolic>,
        value: &Symbolic,
    ) -> Option<(Symbolic, Vec<Term>)> {
        let shape = shape::leaves(self.terms, self.program, &value.ty)?;
        let mut number = None;
        let (mut leaves, mut equations) = (Vec::new(), Vec::new());
        for (place, (leaf, term)) in shape.iter().zip(&value.leaves).enumerate() {
            let is_same = before.is_some_and(|before| before.leaves.get(place) == Some(term));
            let is_constant = matches!(self.terms.op(*term), Op::Apply(_))
                && self.terms.arguments(*term).is_empty();
            if is_same || is_constant {
                leaves.push(*term);
                continue;
            }
            let number = *number.get_or_insert_with(|| self.next_number(name));
            let name = format!("{name}{}!{number}", leaf.suffix);
            let constant = self.terms.fresh_constant(&name, leaf.sort);
            leaves.push(constant);
            equations.push(self.terms.equation(constant, *term));
        }
        Some((Symbolic { ty: value.ty.clone(), leaves }, equations))
    }
}
