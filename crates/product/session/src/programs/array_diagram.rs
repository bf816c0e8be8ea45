//! Arrays as rows of cells over a shared axis of indices.
//!
//! Names of variables stand above the cells that they point at, a caret below the cells of the failing instance.
//! Cells within the length of an array are between bars; a cell beyond it is dashed.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::limits::ARRAY_COLUMNS;

/// What is drawn.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ArrayDiagram {
    /// From top to bottom.
    pub rows: Vec<Row>,
    /// Names, by the index that they point at.
    pub markers: BTreeMap<i64, Vec<String>>,
    /// Indices of the failing instance.
    pub failing: BTreeSet<i64>,
    /// What is written beside the last row.
    pub remark: String,
}

/// An array.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// Its name.
    pub name: String,
    /// The cells within its length.
    pub cells: Vec<String>,
    /// Cells beyond it that are worth showing.
    pub outside: BTreeMap<i64, String>,
}

/// What stands for cells that are not drawn.
const GAP: &str = "…";

/// A column of the drawing: an index, or a gap.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Column {
    Index(i64),
    Gap,
}

impl ArrayDiagram {
    /// The drawing, line by line; nothing if there are no arrays. Where a line would be wider than this many columns the rows
    /// go on below, with the axis again.
    pub fn lines(&self, width: usize) -> Vec<String> {
        if self.rows.is_empty() {
            return Vec::new();
        }
        let columns = self.columns();
        let margin = self.rows.iter().map(|row| length(&row.name)).max().unwrap_or(0).max(5);
        let widths: Vec<usize> = columns.iter().map(|column| self.width(*column)).collect();
        let sheet = Sheet { columns, widths, margin };
        let mut lines = Vec::new();
        for block in sheet.blocks(width) {
            lines.extend(self.block(&sheet, block));
        }
        if let Some(last) = lines.last_mut().filter(|_| !self.remark.is_empty()) {
            let gap = if last.is_empty() { "" } else { "   " };
            match length(last) + gap.len() + length(&self.remark) <= width {
                true => *last = format!("{last}{gap}{}", self.remark),
                false => lines.push(format!("  {}", self.remark)),
            }
        }
        lines
    }

    /// Some columns that follow each other, of all rows.
    fn block(&self, sheet: &Sheet, block: Range<usize>) -> Vec<String> {
        let Sheet { columns, widths, margin } = sheet;
        let (columns, is_first) = (&columns[block.clone()], block.start == 0);
        let head = |texts: Vec<String>| {
            let mut line = " ".repeat(margin + 4);
            for (text, width) in texts.iter().zip(&widths[block.clone()]) {
                line.push_str(&centred(text, *width));
                line.push_str("   ");
            }
            line.trim_end().to_owned()
        };
        let over = |column: &Column, text: &dyn Fn(i64) -> String| match column {
            Column::Index(index) => text(*index),
            Column::Gap => String::new(),
        };
        let has = |is: &dyn Fn(i64) -> bool| {
            columns.iter().any(|column| matches!(column, Column::Index(index) if is(*index)))
        };
        let mut lines = Vec::new();
        if has(&|index| self.markers.contains_key(&index)) || (is_first && !self.markers.is_empty())
        {
            let names = |index: i64| {
                self.markers.get(&index).map_or_else(String::new, |names| names.join(","))
            };
            lines.push(head(columns.iter().map(|column| over(column, &names)).collect()));
        }
        let mut axis = head(columns.iter().map(label).collect());
        axis.replace_range(..5.min(axis.len()), "index");
        lines.push(axis);
        let rows = self.rows.iter().filter(|row| {
            let has_cell = |index| {
                (0..row.cells.len() as i64).contains(&index) || row.outside.contains_key(&index)
            };
            is_first || has(&has_cell)
        });
        lines.extend(rows.map(|row| sheet.row(row, block.clone())));
        if has(&|index| self.failing.contains(&index)) || (is_first && !self.failing.is_empty()) {
            let carets = |index: i64| match self.failing.contains(&index) {
                true => "^".to_owned(),
                false => String::new(),
            };
            lines.push(head(columns.iter().map(|column| over(column, &carets)).collect()));
        }
        lines
    }

    /// The columns: all indices of arrays and markers that are near to them, folded where nothing happens.
    fn columns(&self) -> Vec<Column> {
        let longest = self.rows.iter().map(|row| row.cells.len() as i64).max().unwrap_or(0);
        let mut all: BTreeSet<i64> = (0..longest).collect();
        let is_near = |index: &i64| (-2..longest + 3).contains(index);
        all.extend(self.markers.keys().copied().filter(is_near));
        all.extend(self.failing.iter().copied());
        all.extend(self.rows.iter().flat_map(|row| row.outside.keys().copied()));
        if all.len() > ARRAY_COLUMNS {
            let is_kept = |index: &i64| {
                let is_close =
                    |place: i64| self.failing.contains(&place) || self.markers.contains_key(&place);
                *index < 4 || *index >= longest - 2 || (-1..=1).any(|step| is_close(index + step))
            };
            all = all.into_iter().filter(is_kept).take(ARRAY_COLUMNS).collect();
        }
        let mut columns = Vec::new();
        let mut last: Option<i64> = None;
        for index in all {
            if last.is_some_and(|last| last + 1 < index) {
                columns.push(Column::Gap);
            }
            columns.push(Column::Index(index));
            last = Some(index);
        }
        if last.is_some_and(|last| last + 1 < longest) {
            columns.push(Column::Gap);
        }
        columns
    }

    fn width(&self, column: Column) -> usize {
        let Column::Index(index) = column else { return 1 };
        let names = self.markers.get(&index).map_or(0, |names| length(&names.join(",")));
        let cells = self.rows.iter().map(|row| length(row.cell(index)));
        cells.chain([names, index.to_string().len()]).max().unwrap_or(1)
    }
}

/// The columns of a drawing.
struct Sheet {
    columns: Vec<Column>,
    widths: Vec<usize>,
    /// Before the cells.
    margin: usize,
}

impl Sheet {
    /// The columns in blocks that are no wider than this, as far as their cells allow.
    fn blocks(&self, width: usize) -> Vec<Range<usize>> {
        let mut blocks = Vec::new();
        let (mut start, mut used) = (0, 0);
        for (place, cell) in self.widths.iter().enumerate() {
            used += cell + 3;
            // A bar and two blanks come before the first cell.
            if place > start && self.margin + 3 + used > width {
                blocks.push(start..place);
                (start, used) = (place, cell + 3);
            }
        }
        blocks.push(start..self.widths.len());
        blocks
    }

    fn row(&self, row: &Row, block: Range<usize>) -> String {
        let Sheet { columns, widths, margin } = self;
        let end = row.cells.len() as i64;
        let mut inside = false;
        let is_inside = |column: &Column| {
            // A gap belongs to what was before it.
            if let Column::Index(index) = column {
                inside = (0..end).contains(index);
            }
            inside
        };
        let is_inside: Vec<bool> = columns.iter().map(is_inside).collect();
        let mut line = format!("{:margin$}  ", row.name);
        // Behind the last column comes one more bar.
        for place in block.start..=block.end {
            let before = place > 0 && is_inside[place - 1];
            let here = is_inside.get(place) == Some(&true);
            line.push(match (before, here) {
                (false, true) => '[',
                (true, false) => ']',
                (true, true) => '|',
                _ if is_dashed(row, columns, place) => '┊',
                _ => ' ',
            });
            let drawn = columns.get(place).zip(widths.get(place)).filter(|_| place < block.end);
            if let Some((column, width)) = drawn {
                let text = match column {
                    Column::Index(index) => row.cell(*index),
                    Column::Gap if here => GAP,
                    Column::Gap => "",
                };
                line.push_str(&format!(" {} ", centred(text, *width)));
            }
        }
        if end == 0 && block.start == 0 {
            line = format!("{}  (empty)", line.trim_end());
        }
        line.trim_end().to_owned()
    }
}

/// Is there a cell beyond the length on either side of this bar?
fn is_dashed(row: &Row, columns: &[Column], place: usize) -> bool {
    let is_outside = |place: usize| match columns.get(place) {
        Some(Column::Index(index)) => row.outside.contains_key(index),
        _ => false,
    };
    is_outside(place) || place.checked_sub(1).is_some_and(is_outside)
}

impl Row {
    fn cell(&self, index: i64) -> &str {
        let inside = usize::try_from(index).ok().and_then(|index| self.cells.get(index));
        inside.or_else(|| self.outside.get(&index)).map_or("", String::as_str)
    }
}

fn label(column: &Column) -> String {
    match column {
        Column::Index(index) => index.to_string(),
        Column::Gap => GAP.to_owned(),
    }
}

fn length(text: &str) -> usize {
    text.chars().count()
}

fn centred(text: &str, width: usize) -> String {
    let space = width.saturating_sub(length(text));
    let left = space.div_ceil(2);
    format!("{}{text}{}", " ".repeat(left), " ".repeat(space - left))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str, cells: &[&str], outside: &[(i64, &str)]) -> Row {
        Row {
            name: name.to_owned(),
            cells: cells.iter().map(|cell| (*cell).to_owned()).collect(),
            outside: outside.iter().map(|(index, cell)| (*index, (*cell).to_owned())).collect(),
        }
    }

    fn check(diagram: &ArrayDiagram, expected: &str) {
        let drawn = diagram.lines(100).join("\n");
        assert_eq!(drawn, expected.trim_matches('\n'), "drawn:\n{drawn}");
    }

    #[test]
    fn names_stand_above_and_carets_below() {
        let diagram = ArrayDiagram {
            rows: vec![row("rv", &["7", "3"], &[])],
            markers: [(0, vec!["l".to_owned(), "u".to_owned()])].into(),
            failing: [0, 1].into(),
            remark: "i = 0, j = 1: 7 <= 3 fails".to_owned(),
        };
        let expected = "
         l,u
index     0    1
rv     [  7  | 3 ]
          ^    ^   i = 0, j = 1: 7 <= 3 fails
";
        check(&diagram, expected);
    }

    #[test]
    fn cells_beyond_the_length_are_dashed() {
        let diagram = ArrayDiagram {
            rows: vec![row("a", &["5"], &[(1, "?")]), row("b", &[], &[])],
            markers: [(1, vec!["j".to_owned()])].into(),
            ..ArrayDiagram::default()
        };
        let expected = "
             j
index    0   1
a      [ 5 ] ? ┊
b  (empty)
";
        check(&diagram, expected);
    }

    #[test]
    fn long_arrays_are_folded() {
        let cells: Vec<String> = (0..40).map(|cell: i64| cell.to_string()).collect();
        let cells: Vec<&str> = cells.iter().map(String::as_str).collect();
        let diagram = ArrayDiagram {
            rows: vec![row("a", &cells, &[])],
            failing: [20].into(),
            ..ArrayDiagram::default()
        };
        let expected = "
index    0   1   2   3   …   19   20   21   …   38   39
a      [ 0 | 1 | 2 | 3 | … | 19 | 20 | 21 | … | 38 | 39 ]
                                   ^
";
        check(&diagram, expected);
    }

    #[test]
    fn rows_go_on_below_where_the_terminal_ends() {
        let cells: Vec<String> = (0..20).map(|cell: i64| (cell * 37 % 101).to_string()).collect();
        let cells: Vec<&str> = cells.iter().map(String::as_str).collect();
        let diagram = ArrayDiagram {
            rows: vec![row("before", &cells, &[]), row("short", &["1", "2"], &[(2, "?")])],
            markers: [(1, vec!["l".to_owned()]), (18, vec!["u".to_owned()])].into(),
            failing: [17, 18].into(),
            remark: "i = 17, j = 18: 23 <= 60 fails".to_owned(),
        };
        for width in [60, 80, 100] {
            let lines = diagram.lines(width);
            assert!(lines.iter().all(|line| length(line) <= width), "{}", lines.join("\n"));
            // Every cell is there once, whole, between its bars.
            let row: String = lines.iter().filter_map(|line| line.strip_prefix("before")).collect();
            let drawn = row.split(['[', ']', '|']).map(str::trim).filter(|cell| !cell.is_empty());
            assert_eq!(drawn.collect::<Vec<_>>(), cells, "{row}");
            let axes = lines.iter().filter(|line| line.starts_with("index")).count();
            assert_eq!(axes, lines.iter().filter(|line| line.starts_with("before")).count());
            assert_eq!(lines.iter().filter(|line| line.starts_with("short")).count(), 1);
        }
    }
}
