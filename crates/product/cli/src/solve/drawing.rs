//! A model as a drawing: constants in a list, arrays as rows of cells over a shared axis, the rest
//! as keys with their values.

use buttress_session::formulas;

use crate::limits::DRAWN_CONSTANTS;

/// Between columns that do not follow one another.
const GAP: &str = "…";

/// The drawing, in lines of at most this many columns as far as its cells allow.
pub fn drawing(picture: &formulas::Picture, width: usize) -> String {
    let names = picture.scalars.iter().map(|(name, _)| name);
    let names = names.chain(picture.arrays.iter().map(|array| &array.name));
    let names = names.chain(picture.tables.iter().map(|table| &table.name));
    let margin = names.map(|name| length(name)).max().unwrap_or(0);
    let mut parts = Vec::new();
    if !picture.scalars.is_empty() {
        let lines = picture.scalars.iter().take(DRAWN_CONSTANTS);
        let lines = lines.map(|(name, value)| format!("{}  {value}\n", padded(name, margin)));
        let left_out = picture.scalars.len().saturating_sub(DRAWN_CONSTANTS);
        let more = (left_out > 0).then(|| format!("{GAP} {left_out} more\n"));
        parts.push(lines.chain(more).collect());
    }
    parts.extend(arrays(picture, margin, width));
    parts.extend(picture.tables.iter().map(|table| keyed(table, margin)));
    parts.join("\n")
}

fn length(text: &str) -> usize {
    text.chars().count()
}

fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(length(text))))
}

fn centred(text: &str, width: usize) -> String {
    let space = width.saturating_sub(length(text));
    let left = space / 2;
    format!("{}{text}{}", " ".repeat(left), " ".repeat(space - left))
}

/// A column with everything that stands in it.
struct Drawn<'a> {
    label: String,
    names: &'a [String],
    cells: Vec<&'a str>,
    width: usize,
}

fn drawn(picture: &formulas::Picture) -> Vec<Drawn<'_>> {
    let columns = picture.columns.iter().enumerate().map(|(place, column)| {
        let (label, names, cells) = match column {
            formulas::Column::Gap => (GAP.to_owned(), &[][..], vec![GAP; picture.arrays.len()]),
            formulas::Column::Cells { first, last, names } => {
                let cells = picture.arrays.iter();
                let cells = cells.map(|array| array.cells.get(place).map_or("", String::as_str));
                (
                    formulas::stretch(first.as_deref(), last.as_deref()),
                    names.as_slice(),
                    cells.collect(),
                )
            }
        };
        let widths =
            names.iter().map(|name| length(name)).chain(cells.iter().map(|cell| length(cell)));
        let width = widths.chain([length(&label)]).max().unwrap_or(1);
        Drawn { label, names, cells, width }
    });
    columns.collect()
}

/// The arrays over the integers, as one drawing for each width's worth of columns.
fn arrays(picture: &formulas::Picture, margin: usize, width: usize) -> Vec<String> {
    if picture.arrays.is_empty() {
        return Vec::new();
    }
    let columns = drawn(picture);
    let elsewhere: Vec<String> = picture.arrays.iter().map(everywhere_else).collect();
    let suffix = elsewhere.iter().map(|text| length(text)).max().unwrap_or(0);
    // Every column has two blanks and a line beside its text.
    let widest = columns.iter().map(|column| column.width + 3).max().unwrap_or(0);
    let is_beside = margin + 2 + suffix + widest <= width;
    let available = width.saturating_sub(margin + 2 + if is_beside { suffix } else { 0 });
    let mut parts = Vec::new();
    let mut rest = &columns[..];
    loop {
        let mut used = 0;
        let fitting = rest.iter().take_while(|column| {
            used += column.width + 3;
            used <= available
        });
        let count = fitting.count().max(1).min(rest.len());
        let (now, later) = rest.split_at(count);
        // What holds everywhere else is said once.
        let elsewhere = match parts.is_empty() && (is_beside || columns.is_empty()) {
            true => &elsewhere[..],
            false => &[],
        };
        parts.push(chunk(picture, now, elsewhere, margin));
        rest = later;
        if rest.is_empty() {
            break;
        }
    }
    let mut notes = String::new();
    if !is_beside && !columns.is_empty() {
        let both = picture.arrays.iter().zip(&elsewhere).filter(|(_, text)| !text.is_empty());
        notes.extend(both.map(|(array, text)| format!("{}{text}\n", padded(&array.name, margin))));
    }
    for (count, what) in
        [(picture.columns_left_out, "columns"), (picture.arrays_left_out, "arrays")]
    {
        if count > 0 {
            notes.push_str(&format!("({count} more {what} are not shown)\n"));
        }
    }
    if !notes.is_empty() {
        parts.push(notes);
    }
    parts
}

fn everywhere_else(array: &formulas::ArrayRow) -> String {
    let label = match array.cells.is_empty() {
        true => "everywhere",
        false => "  everywhere else",
    };
    let value = array.everywhere_else.as_ref();
    value.map_or_else(String::new, |value| format!("{label}: {value}"))
}

/// Some columns of all arrays.
fn chunk(
    picture: &formulas::Picture,
    columns: &[Drawn<'_>],
    elsewhere: &[String],
    margin: usize,
) -> String {
    let mut lines = Vec::new();
    let blank = " ".repeat(margin);
    let head = |texts: Vec<String>| format!("{blank}   {}", texts.join("   "));
    let depth = columns.iter().map(|column| column.names.len()).max().unwrap_or(0);
    for row in 0..depth {
        // Names stand on their cells: the last row has one for each column that has any.
        let texts = columns.iter().map(|column| {
            let place = (row + column.names.len()).checked_sub(depth);
            let name = place.and_then(|place| column.names.get(place)).map_or("", String::as_str);
            centred(name, column.width)
        });
        lines.push(head(texts.collect()));
    }
    let labels = columns.iter().map(|column| centred(&column.label, column.width)).collect();
    if !columns.is_empty() {
        lines.push(head(labels));
    }
    let rule = |left: &str, middle: &str, right: &str| {
        let dashes: Vec<String> =
            columns.iter().map(|column| "─".repeat(column.width + 2)).collect();
        format!("{blank} {left}{}{right}", dashes.join(middle))
    };
    for (row, array) in picture.arrays.iter().enumerate() {
        let suffix = elsewhere.get(row).map_or("", String::as_str);
        if columns.is_empty() {
            lines.push(format!("{}  {suffix}", padded(&array.name, margin)));
            continue;
        }
        lines.push(if row == 0 { rule("┌", "┬", "┐") } else { rule("├", "┼", "┤") });
        let cells = columns.iter().map(|column| {
            format!(" {} ", centred(column.cells.get(row).copied().unwrap_or(""), column.width))
        });
        let cells: Vec<String> = cells.collect();
        lines.push(format!("{} │{}│{suffix}", padded(&array.name, margin), cells.join("│")));
    }
    if !columns.is_empty() {
        lines.push(rule("└", "┴", "┘"));
    }
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// Keys with their values.
fn keyed(table: &formulas::KeyedTable, margin: usize) -> String {
    let mut rows: Vec<(String, String)> = table.rows.clone();
    if table.rows_left_out > 0 {
        rows.push((GAP.to_owned(), format!("({} more are not shown)", table.rows_left_out)));
    }
    let mut last = None;
    match (&table.rest, rows.is_empty()) {
        (formulas::Rest::Value(value), true) => last = Some(format!("everywhere: {value}")),
        (formulas::Rest::Value(value), false) => {
            rows.push(("everywhere else".to_owned(), value.clone()))
        }
        (formulas::Rest::Absent, true) => last = Some("empty".to_owned()),
        (formulas::Rest::Absent, false) => last = Some("no other keys".to_owned()),
        (formulas::Rest::NoOthers, _) => {}
    }
    let mut lines = Vec::new();
    let inner = rows.iter().map(|row| length(&row.0)).max().unwrap_or(0);
    for (key, value) in &rows {
        lines.push(format!("{} → {value}", padded(key, inner)));
    }
    lines.extend(last);
    let names = std::iter::once(table.name.as_str()).chain(std::iter::repeat(""));
    let lines = lines.iter().zip(names);
    lines.map(|(line, name)| format!("{}  {line}\n", padded(name, margin))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(first: Option<&str>, last: Option<&str>, names: &[&str]) -> formulas::Column {
        let names = names.iter().map(|name| (*name).to_owned()).collect();
        formulas::Column::Cells {
            first: first.map(str::to_owned),
            last: last.map(str::to_owned),
            names,
        }
    }

    fn array(name: &str, cells: &[&str], everywhere_else: Option<&str>) -> formulas::ArrayRow {
        formulas::ArrayRow {
            name: name.to_owned(),
            cells: cells.iter().map(|cell| (*cell).to_owned()).collect(),
            everywhere_else: everywhere_else.map(str::to_owned),
        }
    }

    fn check(picture: &formulas::Picture, width: usize, expected: &str) {
        let drawn = drawing(picture, width);
        assert_eq!(drawn.trim_end(), expected.trim_matches('\n'), "drawn:\n{drawn}");
    }

    #[test]
    fn names_stand_on_their_cells() {
        let picture = formulas::Picture {
            scalars: vec![("count".to_owned(), "3".to_owned())],
            columns: vec![
                cells(None, Some("-1"), &[]),
                cells(Some("0"), Some("0"), &["l", "k"]),
                cells(Some("1"), None, &[]),
            ],
            arrays: vec![array("a", &["5", "-17", "5"], None), array("b", &["0", "0", "1"], None)],
            ..formulas::Picture::default()
        };
        let expected = "
count  3

               l
               k
        …-1    0    1…
      ┌─────┬─────┬────┐
a     │  5  │ -17 │ 5  │
      ├─────┼─────┼────┤
b     │  0  │  0  │ 1  │
      └─────┴─────┴────┘
";
        check(&picture, 100, expected);
    }

    #[test]
    fn wide_drawings_go_on_below() {
        let columns = (0..6).map(|place: i32| {
            let place = place.to_string();
            cells(Some(&place), Some(&place), &[])
        });
        let picture = formulas::Picture {
            columns: columns.collect(),
            columns_left_out: 4,
            arrays: vec![array("a", &["10", "11", "12", "13", "14", "15"], Some("0"))],
            ..formulas::Picture::default()
        };
        let expected = "
    0    1    2
  ┌────┬────┬────┐
a │ 10 │ 11 │ 12 │  everywhere else: 0
  └────┴────┴────┘

    3    4    5
  ┌────┬────┬────┐
a │ 13 │ 14 │ 15 │
  └────┴────┴────┘

(4 more columns are not shown)
";
        check(&picture, 40, expected);
    }

    #[test]
    fn tables_say_what_the_rest_is() {
        let table =
            |name: &str, rows: &[(&str, &str)], rest: formulas::Rest| formulas::KeyedTable {
                name: name.to_owned(),
                rows: rows.iter().map(|(key, value)| ((*key).into(), (*value).into())).collect(),
                rows_left_out: 0,
                rest,
            };
        let picture = formulas::Picture {
            arrays: vec![array("all", &[], Some("7"))],
            tables: vec![
                table("h", &[("k (@0)", "1"), ("@1", "2")], formulas::Rest::Absent),
                table("e", &[], formulas::Rest::Absent),
                table("f", &[("1, 2", "3")], formulas::Rest::Value("0".to_owned())),
                formulas::KeyedTable {
                    rows_left_out: 5,
                    ..table("g", &[("1", "2")], formulas::Rest::NoOthers)
                },
            ],
            ..formulas::Picture::default()
        };
        let expected = "
all  everywhere: 7

h    k (@0) → 1
     @1     → 2
     no other keys

e    empty

f    1, 2            → 3
     everywhere else → 0

g    1 → 2
     … → (5 more are not shown)
";
        check(&picture, 100, expected);
    }

    #[test]
    fn lines_end_where_the_terminal_does_and_many_constants_are_counted() {
        let columns = (0..30).map(|place: i32| {
            let place = (place * 1_000).to_string();
            cells(Some(&place), Some(&place), &[])
        });
        let values: Vec<String> = (0..30).map(|place: i32| (place * 12_345).to_string()).collect();
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        let wide = "a value that is quite long";
        let picture = formulas::Picture {
            scalars: (0..97).map(|number| (format!("c{number}"), "0".to_owned())).collect(),
            columns: columns.collect(),
            arrays: vec![array("numbers", &values, Some(wide)), array("b", &values, Some("0"))],
            ..formulas::Picture::default()
        };
        for width in [60, 80, 100] {
            let drawn = drawing(&picture, width);
            assert!(drawn.lines().all(|line| length(line) <= width), "{drawn}");
            assert!(drawn.contains("… 37 more\n"), "{drawn}");
            assert!(drawn.contains(wide), "{drawn}");
            let rows = drawn.lines().filter_map(|line| line.strip_prefix("numbers │"));
            let cells = rows.flat_map(|row| row.split('│')).map(str::trim);
            let cells: Vec<&str> = cells.filter(|cell| values.contains(cell)).collect();
            assert_eq!(cells, values, "{drawn}");
        }
    }
}
