//! A model as JSON that can be drawn: constants, arrays over one axis, tables.

use buttress_session::formulas::{ArrayRow, Column, KeyedTable, Picture, Rest};
use schemars::JsonSchema;
use serde::Serialize;

/// A model as it can be drawn.
#[derive(Serialize, JsonSchema, Clone)]
pub struct PictureEntry {
    /// Constants that are no arrays.
    scalars: Vec<ScalarEntry>,
    /// The axis that all arrays share, from left to right.
    columns: Vec<ColumnEntry>,
    /// Columns that are left out at the right end.
    columns_left_out: usize,
    /// Arrays over the integers.
    arrays: Vec<ArrayEntry>,
    /// Arrays that are left out.
    arrays_left_out: usize,
    /// Arrays over other sorts, hashtables, and functions.
    tables: Vec<TableEntry>,
}

/// A constant.
#[derive(Serialize, JsonSchema, Clone)]
struct ScalarEntry {
    /// Its name.
    name: String,
    /// Its value.
    value: String,
}

/// A stretch of the axis.
#[derive(Serialize, JsonSchema, Clone)]
struct ColumnEntry {
    /// The first index; null if there is none, and of a gap.
    first: Option<String>,
    /// The last index; null if there is none, and of a gap.
    last: Option<String>,
    /// Constants with that index as their value.
    names: Vec<String>,
    /// Does every array read there what it reads everywhere else?
    gap: bool,
}

/// An array over the integers.
#[derive(Serialize, JsonSchema, Clone)]
struct ArrayEntry {
    /// Its name.
    name: String,
    /// What it reads in each column.
    cells: Vec<String>,
    /// What it reads outside of all columns and in gaps; null if the columns are all there is.
    everywhere_else: Option<String>,
}

/// Keys with their values.
#[derive(Serialize, JsonSchema, Clone)]
struct TableEntry {
    /// Its name.
    name: String,
    /// Keys and values.
    rows: Vec<RowEntry>,
    /// Rows that are left out.
    rows_left_out: usize,
    /// What stands at all other keys; null if there are none.
    rest: Option<String>,
}

/// A key and its value.
#[derive(Serialize, JsonSchema, Clone)]
struct RowEntry {
    /// The key.
    key: String,
    /// The value.
    value: String,
}

impl PictureEntry {
    /// The entry of a picture.
    pub fn of(picture: &Picture) -> PictureEntry {
        let scalar = |(name, value): &(String, String)| ScalarEntry {
            name: name.clone(),
            value: value.clone(),
        };
        PictureEntry {
            scalars: picture.scalars.iter().map(scalar).collect(),
            columns: picture.columns.iter().map(ColumnEntry::of).collect(),
            columns_left_out: picture.columns_left_out,
            arrays: picture.arrays.iter().map(ArrayEntry::of).collect(),
            arrays_left_out: picture.arrays_left_out,
            tables: picture.tables.iter().map(TableEntry::of).collect(),
        }
    }
}

impl ColumnEntry {
    fn of(column: &Column) -> ColumnEntry {
        match column {
            Column::Gap => ColumnEntry { first: None, last: None, names: Vec::new(), gap: true },
            Column::Cells { first, last, names } => ColumnEntry {
                first: first.clone(),
                last: last.clone(),
                names: names.clone(),
                gap: false,
            },
        }
    }
}

impl ArrayEntry {
    fn of(array: &ArrayRow) -> ArrayEntry {
        ArrayEntry {
            name: array.name.clone(),
            cells: array.cells.clone(),
            everywhere_else: array.everywhere_else.clone(),
        }
    }
}

impl TableEntry {
    fn of(table: &KeyedTable) -> TableEntry {
        let row =
            |(key, value): &(String, String)| RowEntry { key: key.clone(), value: value.clone() };
        TableEntry {
            name: table.name.clone(),
            rows: table.rows.iter().map(row).collect(),
            rows_left_out: table.rows_left_out,
            rest: match &table.rest {
                Rest::Value(value) => Some(value.clone()),
                Rest::Absent => Some("nothing".to_owned()),
                Rest::NoOthers => None,
            },
        }
    }
}
