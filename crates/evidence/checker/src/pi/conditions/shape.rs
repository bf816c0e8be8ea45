//! Of which terms the values of a type consist.

use buttress_logic::{Sort, Terms};
use buttress_pi::program::{Program, Type};

use crate::limits::{MOST_LEAVES, MOST_TYPE_DEPTH};

/// One of the terms that a value consists of.
#[derive(Clone, Copy)]
pub struct Leaf {
    pub sort: Sort,
    /// In how many arrays it is.
    pub depth: usize,
    /// Is it the length of an array?
    pub is_length: bool,
}

/// The leaves of a type: of an array those of its elements, each as an array over the integers, and then its length; of a
/// struct those of its fields. None if there are too many.
pub fn leaves(terms: &mut Terms, program: &Program, ty: &Type) -> Option<Vec<Leaf>> {
    let mut found = Vec::new();
    collect(terms, program, ty, 0, MOST_TYPE_DEPTH, &mut found)?;
    Some(found)
}

fn collect(
    terms: &mut Terms,
    program: &Program,
    ty: &Type,
    depth: usize,
    fuel: usize,
    found: &mut Vec<Leaf>,
) -> Option<()> {
    let fuel = fuel.checked_sub(1)?;
    match ty {
        Type::Array(element) => {
            collect(terms, program, element, depth + 1, fuel, found)?;
            found.push(Leaf { sort: within(terms, Sort::INT, depth), depth, is_length: true });
        }
        Type::Struct(id) => {
            for (_, field) in &program.structure(*id).fields {
                collect(terms, program, field, depth, fuel, found)?;
            }
        }
        simple => {
            let sort = sort_of(terms, simple)?;
            found.push(Leaf { sort: within(terms, sort, depth), depth, is_length: false });
        }
    }
    (found.len() <= MOST_LEAVES).then_some(())
}

/// Arrays of arrays … of a sort.
fn within(terms: &mut Terms, sort: Sort, depth: usize) -> Sort {
    (0..depth).fold(sort, |element, _| terms.array_sort(Sort::INT, element))
}

/// The sort of a type whose values are one term.
pub fn sort_of(terms: &mut Terms, ty: &Type) -> Option<Sort> {
    Some(match ty {
        Type::Int => Sort::INT,
        Type::Float => Sort::REAL,
        Type::Bool => Sort::BOOL,
        Type::Table(key, content) if key.is_scalar() && content.is_scalar() => {
            let (key, content) = (sort_of(terms, key)?, sort_of(terms, content)?);
            terms.hashtable_sort(key, content)
        }
        Type::List(element) if element.is_scalar() => {
            let element = sort_of(terms, element)?;
            terms.list_sort(element).sort
        }
        _ => return None,
    })
}

/// How many leaves the values of a type have.
pub fn width(program: &Program, ty: &Type) -> usize {
    match ty {
        Type::Array(element) => width(program, element).saturating_add(1),
        Type::Struct(id) => {
            let fields = program.structure(*id).fields.iter();
            fields.fold(0, |sum, (_, field)| sum.saturating_add(width(program, field)))
        }
        _ => 1,
    }
}
