//! Families of datatypes, as they are declared.

use buttress_logic::TableKind;

use super::shape::Shape;

/// What one entry of `declare-datatypes` declares.
#[derive(Clone, Debug)]
pub(super) struct Family {
    pub name: String,
    pub parameters: usize,
    pub constructors: Vec<ConstructorShape>,
    /// The sorts of the fields, and their parts.
    pub shapes: Vec<Shape>,
    /// Does it have a value, if the parameters with these bits have one?
    pub inhabited: Vec<bool>,
    pub is_complete: bool,
}

/// A constructor of a family: the fields are places among the shapes of the family.
#[derive(Clone, Debug)]
pub(super) struct ConstructorShape {
    pub name: String,
    pub fields: Vec<(String, usize)>,
}

/// The family of the entries of a kind of tables: these families come first.
pub(super) fn family_of(kind: TableKind) -> usize {
    match kind {
        TableKind::Hash => 0,
        TableKind::Partial => 1,
    }
}

/// The family of lists, which comes next.
pub(super) const LISTS: usize = 2;
