//! What a quantified variable may range over, and what that means for the index set.

use buttress_logic::{Cardinality, Sort, SortKind, Term, Terms};

use crate::limits::DOMAIN_VALUES;

/// What a quantified variable ranges over.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Domain {
    /// The integers: T_A^ℤ, guards by order, projection to the nearest neighbour.
    Integer,
    /// An uninterpreted sort, which may be finite: T_A, or anything at all as long as its ground
    /// terms are finitely many.
    Uninterpreted,
    /// A sort with infinitely many values in every interpretation, compared by equality only: T_A
    /// as the thesis has it, with λ.
    Infinite,
    /// A few values: the quantifier is written out.
    Finite,
    /// Arrays, and finite sorts with too many values.
    Other,
}

impl Domain {
    /// The domain that a sort is.
    pub fn of(terms: &Terms, sort: Sort) -> Domain {
        match terms.sort_kind(sort) {
            SortKind::Int => Domain::Integer,
            SortKind::Uninterpreted { .. } => Domain::Uninterpreted,
            SortKind::Array { .. } => Domain::Other,
            SortKind::Bool => Domain::Finite,
            SortKind::Real => Domain::Infinite,
            SortKind::Datatype(datatype) => {
                let constructors = terms.constructors(*datatype);
                let is_enumeration = constructors.len() <= DOMAIN_VALUES
                    && constructors
                        .iter()
                        .all(|constructor| terms.selectors(*constructor).is_empty());
                match terms.cardinality(sort) {
                    _ if is_enumeration => Domain::Finite,
                    Cardinality::Infinite => Domain::Infinite,
                    _ => Domain::Other,
                }
            }
        }
    }
}

/// The values of a sort whose domain is [`Domain::Finite`]; none of others.
pub(crate) fn values(terms: &mut Terms, sort: Sort) -> Vec<Term> {
    if Domain::of(terms, sort) != Domain::Finite {
        return Vec::new();
    }
    match terms.as_datatype(sort) {
        None => vec![Term::FALSE, Term::TRUE],
        Some(datatype) => {
            let constructors = terms.constructors(datatype);
            constructors.into_iter().map(|constructor| terms.construct(constructor, &[])).collect()
        }
    }
}
