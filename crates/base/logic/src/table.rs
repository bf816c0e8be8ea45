//! Tables: hashtables and partial arrays, as arrays of entries.
//!
//! A table is an array whose elements are entries of a reserved datatype, nothing or something with
//! a content. The front end expands the operations of tables into terms over these arrays, so that
//! nothing but printing has to know of them. No script can declare a name that begins with `@`,
//! hence an array of entries is a table.

use crate::{Sort, SortKind, Terms};

/// The kinds of tables.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TableKind {
    /// `(HashTable K V)`
    Hash,
    /// `(PArray I E)`
    Partial,
}

impl TableKind {
    /// Both kinds.
    pub const ALL: [TableKind; 2] = [TableKind::Hash, TableKind::Partial];

    /// The name of its sorts.
    pub fn name(self) -> &'static str {
        match self {
            TableKind::Hash => "HashTable",
            TableKind::Partial => "PArray",
        }
    }

    /// The name of the datatype of its entries, which has one parameter.
    pub fn entry(self) -> &'static str {
        match self {
            TableKind::Hash => "@HashEntry",
            TableKind::Partial => "@PartialEntry",
        }
    }

    /// The constructor of the entry where the table has nothing; it is the first one.
    pub fn nothing(self) -> &'static str {
        match self {
            TableKind::Hash => "@absent",
            TableKind::Partial => "@undefined",
        }
    }

    /// The constructor of entries with a content; it is the second one.
    pub fn something(self) -> &'static str {
        match self {
            TableKind::Hash => "@present",
            TableKind::Partial => "@defined",
        }
    }

    /// The selector of the content.
    pub fn content(self) -> &'static str {
        match self {
            TableKind::Hash => "@value",
            TableKind::Partial => "@element",
        }
    }

    /// The function that says what is read where a table of this kind has nothing.
    pub const MISSING: &'static str = "@missing";
}

impl Terms {
    /// The kind of a table, and the sorts of its keys and contents, if the sort is one of tables.
    pub fn table_parts(&self, sort: Sort) -> Option<(TableKind, Sort, Sort)> {
        let SortKind::Array { index, element } = self.sort_kind(sort) else { return None };
        let (kind, content) = self.entry_parts(*element)?;
        Some((kind, *index, content))
    }

    /// The kind of the table that entries of this sort belong to, and the sort of their content.
    pub fn entry_parts(&self, sort: Sort) -> Option<(TableKind, Sort)> {
        let datatype = self.as_datatype(sort)?;
        let name = self.datatype_name(datatype);
        let kind = TableKind::ALL.into_iter().find(|kind| kind.entry() == name)?;
        Some((kind, *self.datatype_arguments(datatype).first()?))
    }
}
