//! Shapes: of which leaves the values of a type consist, and what tables and lists are as sorts.

use buttress_logic::{Constructor, Datatype, Selector, Sort, TableKind, Terms};

use crate::program::{Program, Type};

/// The most leaves of one value; nested structs can have exponentially many.
const MOST_LEAVES: usize = 1 << 10;

/// The deepest nesting of types.
const DEEPEST: u32 = 100;

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
    leaves_within(terms, program, ty, DEEPEST)
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
    count_within(program, ty, DEEPEST)
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
            let entry = Entry::of_content(terms, value);
            let sort = terms.datatype_sort(entry.datatype);
            Some(terms.array_sort(key, sort))
        }
        Type::List(element) => {
            let element = scalar_sort(element)?;
            let list = List::of_elements(terms, element);
            Some(terms.datatype_sort(list.datatype))
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

/// What a table has at a key: nothing, or something with a content. A table is an array of entries.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    datatype: Datatype,
    pub nothing: Constructor,
    pub something: Constructor,
    pub content: Selector,
}

impl Entry {
    /// The entries with contents of this sort, which are those of the store if it has them already.
    fn of_content(terms: &mut Terms, content: Sort) -> Entry {
        let kind = TableKind::Hash;
        let known = terms.datatype_named(kind.entry(), &[content]);
        if let Some(entry) = known.and_then(|datatype| Entry::of_datatype(terms, datatype)) {
            return entry;
        }
        let (datatype, _) = terms.declare_datatype(kind.entry(), &[content]);
        let nothing = terms.add_constructor(datatype, kind.nothing(), &[]);
        let field = (kind.content().to_owned(), content);
        let something = terms.add_constructor(datatype, kind.something(), &[field]);
        let content = terms.selectors(something)[0];
        Entry { datatype, nothing, something, content }
    }

    /// The entries of the tables of a sort.
    pub fn of_table(terms: &Terms, table: Sort) -> Option<Entry> {
        let (_, element) = terms.array_parts(table)?;
        Entry::of_datatype(terms, terms.as_datatype(element)?)
    }

    fn of_datatype(terms: &Terms, datatype: Datatype) -> Option<Entry> {
        let &[nothing, something] = terms.constructors(datatype).as_slice() else { return None };
        let &[content] = terms.selectors(something).as_slice() else { return None };
        Some(Entry { datatype, nothing, something, content })
    }
}

/// Lists: `nil`, or `cons` with a `car` and a `cdr`.
#[derive(Clone, Copy, Debug)]
pub(super) struct List {
    datatype: Datatype,
    pub nil: Constructor,
    pub cons: Constructor,
    pub car: Selector,
    pub cdr: Selector,
}

impl List {
    /// The name of the datatype.
    const NAME: &str = "list";

    /// The lists of elements of this sort, which are those of the store if it has them already.
    fn of_elements(terms: &mut Terms, element: Sort) -> List {
        let known = terms.datatype_named(List::NAME, &[element]);
        if let Some(list) = known.and_then(|datatype| List::of_datatype(terms, datatype)) {
            return list;
        }
        let (datatype, sort) = terms.declare_datatype(List::NAME, &[element]);
        let nil = terms.add_constructor(datatype, "nil", &[]);
        let fields = [("car".to_owned(), element), ("cdr".to_owned(), sort)];
        let cons = terms.add_constructor(datatype, "cons", &fields);
        let selectors = terms.selectors(cons);
        List { datatype, nil, cons, car: selectors[0], cdr: selectors[1] }
    }

    /// The lists that a sort consists of.
    pub fn of_sort(terms: &Terms, sort: Sort) -> Option<List> {
        List::of_datatype(terms, terms.as_datatype(sort)?)
    }

    fn of_datatype(terms: &Terms, datatype: Datatype) -> Option<List> {
        let &[nil, cons] = terms.constructors(datatype).as_slice() else { return None };
        let &[car, cdr] = terms.selectors(cons).as_slice() else { return None };
        Some(List { datatype, nil, cons, car, cdr })
    }
}
