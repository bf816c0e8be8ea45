//! Values of hashtables and partial arrays, as scripts write them.

use super::sort::print_sort;
use super::write::Piece;
use crate::{Sort, TableKind, Terms, Value, ValueKind, Values};

/// A table as operations on one that is the same everywhere: `(put (as empty (HashTable K V)) k v)`,
/// `(store ((as const (PArray I E)) undef) i v)`.
pub(super) fn table_pieces(
    terms: &Terms,
    values: &Values,
    (kind, sort): (TableKind, Sort),
    default: Value,
    entries: Vec<(Piece<Value>, Value)>,
) -> Vec<Piece<Value>> {
    let content = |entry: Value| match values.kind(entry) {
        ValueKind::Datatype(_, fields) => fields.first().copied(),
        _ => None,
    };
    let mut pieces: Vec<Piece<Value>> = Vec::new();
    for (_, entry) in entries.iter().rev() {
        let operation = match (kind, content(*entry)) {
            (TableKind::Hash, Some(_)) => "(put ",
            (TableKind::Hash, None) => "(remove ",
            (TableKind::Partial, _) => "(store ",
        };
        pieces.push(Piece::Text(operation.into()));
    }
    let sort = print_sort(terms, sort);
    match (kind, content(default)) {
        (_, Some(value)) => pieces.extend([
            Piece::Text(format!("((as const {sort}) ").into()),
            Piece::Part(value),
            Piece::Text(")".into()),
        ]),
        (TableKind::Hash, None) => pieces.push(Piece::Text(format!("(as empty {sort})").into())),
        (TableKind::Partial, None) => {
            pieces.push(Piece::Text(format!("((as const {sort}) undef)").into()));
        }
    }
    for (key, entry) in entries {
        pieces.extend([Piece::Text(" ".into()), key]);
        match (kind, content(entry)) {
            (_, Some(value)) => pieces.extend([Piece::Text(" ".into()), Piece::Part(value)]),
            (TableKind::Hash, None) => {}
            (TableKind::Partial, None) => pieces.push(Piece::Text(" undef".into())),
        }
        pieces.push(Piece::Text(")".into()));
    }
    pieces
}
