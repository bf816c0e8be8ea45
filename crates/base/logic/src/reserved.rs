//! Datatypes with reserved names, of which a store has one for each choice of arguments: the entries of
//! tables, and lists.
//!
//! Whoever asks for one finds what another has declared, so that a script, a program and the proofs about them
//! speak of the same values.

use crate::{Constructor, Function, Selector, Sort, SortKind, TableKind, Terms};

/// The entries of tables with contents of one sort.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EntryParts {
    /// The sort of entries.
    pub sort: Sort,
    /// Makes the entry where the table has nothing.
    pub nothing: Constructor,
    /// Makes an entry with a content.
    pub something: Constructor,
    /// Reads the content.
    pub content: Selector,
}

/// Lists with elements of one sort.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ListParts {
    /// The sort of lists.
    pub sort: Sort,
    /// The empty list.
    pub nil: Constructor,
    /// A list from its first element and the others.
    pub cons: Constructor,
    /// Its first element.
    pub car: Selector,
    /// Its other elements.
    pub cdr: Selector,
}

/// The names of the datatype of lists, which has one parameter, of its constructors and of its selectors.
pub const LIST: [&str; 5] = ["@List", "@nil", "@cons", "@car", "@cdr"];

impl Terms {
    /// The entries of tables of a kind.
    pub fn entry_sort(&mut self, kind: TableKind, content: Sort) -> EntryParts {
        let datatype = self.datatype_named(kind.entry(), &[content]).unwrap_or_else(|| {
            let (datatype, _) = self.declare_datatype(kind.entry(), &[content]);
            self.add_constructor(datatype, kind.nothing(), &[]);
            let field = (kind.content().to_owned(), content);
            self.add_constructor(datatype, kind.something(), &[field]);
            datatype
        });
        let constructors = self.constructors(datatype);
        let (nothing, something) = (constructors[0], constructors[1]);
        let content = self.selectors(something)[0];
        EntryParts { sort: self.datatype_sort(datatype), nothing, something, content }
    }

    /// Hashtables.
    pub fn hashtable_sort(&mut self, key: Sort, content: Sort) -> Sort {
        let element = self.entry_sort(TableKind::Hash, content).sort;
        self.sort(SortKind::Array { index: key, element })
    }

    /// The function that says what tables of a sort read where they have nothing.
    pub fn missing_function(&mut self, table: Sort) -> Option<Function> {
        let (_, key, content) = self.table_parts(table)?;
        let known = self.function_named(TableKind::MISSING, &[table, key]);
        Some(
            known.unwrap_or_else(|| {
                self.declare_function(TableKind::MISSING, &[table, key], content)
            }),
        )
    }

    /// Lists.
    pub fn list_sort(&mut self, element: Sort) -> ListParts {
        let [list, nil, cons, car, cdr] = LIST;
        let datatype = self.datatype_named(list, &[element]).unwrap_or_else(|| {
            let (datatype, sort) = self.declare_datatype(list, &[element]);
            self.add_constructor(datatype, nil, &[]);
            let fields = [(car.to_owned(), element), (cdr.to_owned(), sort)];
            self.add_constructor(datatype, cons, &fields);
            datatype
        });
        let constructors = self.constructors(datatype);
        let (nil, cons) = (constructors[0], constructors[1]);
        let selectors = self.selectors(cons);
        let (car, cdr) = (selectors[0], selectors[1]);
        ListParts { sort: self.datatype_sort(datatype), nil, cons, car, cdr }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_asks_again_gets_the_same() {
        let mut terms = Terms::new();
        let list = terms.list_sort(Sort::INT);
        assert_eq!(terms.list_sort(Sort::INT), list);
        assert_ne!(terms.list_sort(Sort::BOOL).sort, list.sort);
        let table = terms.hashtable_sort(Sort::INT, Sort::REAL);
        assert_eq!(terms.hashtable_sort(Sort::INT, Sort::REAL), table);
        assert_eq!(terms.table_parts(table), Some((TableKind::Hash, Sort::INT, Sort::REAL)));
        let missing = terms.missing_function(table);
        assert!(missing.is_some());
        assert_eq!(terms.missing_function(table), missing);
        assert_eq!(terms.missing_function(list.sort), None);
    }
}
