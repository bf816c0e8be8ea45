//! The content of tables, for a person.

use super::value::print_value;
use crate::{TableKind, Terms, Value, ValueKind, Values};

/// What stands in an entry of a table, for a person: its content, `undef` or `absent`. Any other
/// value as [`print_value`] has it.
pub fn print_content(terms: &Terms, values: &Values, value: Value) -> String {
    let kind = terms.entry_parts(values.sort_of(terms, value)).map(|(kind, _)| kind);
    match (kind, values.kind(value)) {
        (Some(kind), ValueKind::Datatype(_, fields)) => match (kind, fields.first()) {
            (_, Some(content)) => print_value(terms, values, *content),
            (TableKind::Hash, None) => "absent".to_owned(),
            (TableKind::Partial, None) => "undef".to_owned(),
        },
        _ => print_value(terms, values, value),
    }
}
