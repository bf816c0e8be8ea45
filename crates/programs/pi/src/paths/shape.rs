//! Shapes: of which leaves the values of a type consist, and what tables and lists are as sorts.

use buttress_logic::{EntryParts, ListParts, Sort, Terms};

use crate::limits::{MOST_LEAVES, MOST_TYPE_DEPTH};
use crate::program::{Program, Type};

/// One of the terms that a value consists of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leaf {
    /// What its name has after that of the value: `.x` of the field x, `..length` of a length.
    pub suffix: String,
    /// What it ranges over.
    pub sort: Sort,
    /// In how many arrays it is.
    pub depth: u32,
    /// Is it a length, so that what it reads is not negative?
    pub is_length: bool,
}

/// The leaves of the values of a type, in the order of [`Symbolic`](super::Symbolic). None if there are too many.
pub fn leaves(terms: &mut Terms, program: &Program, ty: &Type) -> Option<Vec<Leaf>> {
    leaves_within(terms, program, ty, MOST_TYPE_DEPTH)
}

fn leaves_within(terms: &mut Terms, program: &Program, ty: &Type, fuel: u32) -> Option<Vec<Leaf>> {
    let fuel = fuel.checked_sub(1)?;
    let leaves = match ty {
        Type::Array(element) => {
            let mut leaves = leaves_within(terms, program, element, fuel)?;
            for leaf in &mut leaves {
                leaf.sort = terms.array_sort(Sort::INT, leaf.sort);
                leaf.depth += 1;
                // The length of an element is not to be confused with that of the array.
                if leaf.suffix.starts_with("..") {
                    leaf.suffix.insert_str(0, "..cells");
                }
            }
            let suffix = "..length".to_owned();
            leaves.push(Leaf { suffix, sort: Sort::INT, depth: 0, is_length: true });
            leaves
        }
        Type::Struct(id) => {
            let mut leaves = Vec::new();
            for (name, ty) in &program.structure(*id).fields {
                for leaf in leaves_within(terms, program, ty, fuel)? {
                    leaves.push(Leaf { suffix: format!(".{}{}", name.text, leaf.suffix), ..leaf });
                }
                if leaves.len() > MOST_LEAVES {
                    return None;
                }
            }
            leaves
        }
        _ => {
            let sort = simple_sort(terms, ty)?;
            vec![Leaf { suffix: String::new(), sort, depth: 0, is_length: false }]
        }
    };
    (leaves.len() <= MOST_LEAVES).then_some(leaves)
}

/// How many leaves the values of a type have. None if there are too many.
pub(super) fn leaf_count(program: &Program, ty: &Type) -> Option<usize> {
    count_within(program, ty, MOST_TYPE_DEPTH)
}

fn count_within(program: &Program, ty: &Type, fuel: u32) -> Option<usize> {
    let fuel = fuel.checked_sub(1)?;
    let count = match ty {
        Type::Array(element) => count_within(program, element, fuel)? + 1,
        Type::Struct(id) => {
            let mut count = 0;
            for (_, ty) in &program.structure(*id).fields {
                count += count_within(program, ty, fuel)?;
                if count > MOST_LEAVES {
                    return None;
                }
            }
            count
        }
        _ => 1,
    };
    (count <= MOST_LEAVES).then_some(count)
}

/// The sort of a type whose values have one leaf; none of other types.
pub(super) fn simple_sort(terms: &mut Terms, ty: &Type) -> Option<Sort> {
    match ty {
        Type::Int => Some(Sort::INT),
        Type::Float => Some(Sort::REAL),
        Type::Bool => Some(Sort::BOOL),
        Type::Table(key, value) => {
            let (key, value) = (scalar_sort(key)?, scalar_sort(value)?);
            Some(terms.hashtable_sort(key, value))
        }
        Type::List(element) => {
            let element = scalar_sort(element)?;
            Some(terms.list_sort(element).sort)
        }
        Type::Array(_) | Type::Struct(_) => None,
    }
}

fn scalar_sort(ty: &Type) -> Option<Sort> {
    match ty {
        Type::Int => Some(Sort::INT),
        Type::Float => Some(Sort::REAL),
        Type::Bool => Some(Sort::BOOL),
        _ => None,
    }
}

/// The entries of the tables of a sort. A table is an array of entries: nothing, or something with a content.
pub(super) fn entry_of_table(terms: &mut Terms, table: Sort) -> Option<EntryParts> {
    let (kind, _, content) = terms.table_parts(table)?;
    Some(terms.entry_sort(kind, content))
}

/// The lists that a sort consists of.
pub(super) fn list_of_sort(terms: &mut Terms, sort: Sort) -> Option<ListParts> {
    let datatype = terms.as_datatype(sort)?;
    let element = *terms.datatype_arguments(datatype).first()?;
    Some(terms.list_sort(element)).filter(|list| list.sort == sort)
}
