//! A model as tables: constants, arrays over the integers as rows of cells over one axis, and whatever has keys.

use serde_json::Value;

use crate::card::{scrolled, table};
use crate::fields::{Fields, counted};
use crate::html::{Element, Html, element, text};

/// The tables of a model.
pub fn shown(picture: &Value) -> Html {
    let mut html: Html = element("h4").text("Model").into();
    let scalars = picture.list("scalars");
    if !scalars.is_empty() {
        let rows = scalars.iter().map(|it| {
            vec![
                element("code").text(it.text("name")).into(),
                element("code").text(it.text("value")).into(),
            ]
        });
        html.add(table("", &["constant", "value"], rows).class("narrow"));
    }
    html.add(arrays(picture));
    for keyed in picture.list("tables") {
        let rows = keyed.list("rows").iter().map(|row| {
            vec![
                element("code").text(row.text("key")).into(),
                element("code").text(row.text("value")).into(),
            ]
        });
        let rest = match keyed.some("rest").and_then(Value::as_str) {
            Some(rest) => vec![vec![text("everywhere else"), element("code").text(rest).into()]],
            None => Vec::new(),
        };
        html.add(table(keyed.text("name"), &["at", "value"], rows.chain(rest)).class("narrow"));
        left_out(&mut html, keyed, "rows_left_out", "row");
    }
    html
}

/// Arrays over one axis.
fn arrays(picture: &Value) -> Html {
    let (columns, arrays) = (picture.list("columns"), picture.list("arrays"));
    if arrays.is_empty() {
        return Html::new();
    }
    let heads = columns.iter().map(|column| {
        let names: Vec<&str> = column.list("names").iter().filter_map(Value::as_str).collect();
        let names = (!names.is_empty()).then(|| element("b").text(names.join(", ")));
        element("th")
            .with("scope", "col")
            .child(names)
            .child(element("small").text(indices(column)))
    });
    let has_rest = arrays.iter().any(|array| array.some("everywhere_else").is_some());
    let rest = has_rest.then(|| {
        element("th").with("scope", "col").child(element("small").text("everywhere else"))
    });
    let head = element("tr").child(element("td")).children(heads).child(rest);
    let rows = arrays.iter().map(|array| {
        let cells = array.list("cells").iter().zip(columns).map(|(cell, column)| -> Element {
            let cell = cell.as_str().unwrap_or_default();
            match column.is("gap") {
                true => element("td").class("beyond").text("…"),
                false => element("td").class("cell").text(cell),
            }
        });
        let rest = array.some("everywhere_else").and_then(Value::as_str);
        let name = element("th").with("scope", "row").text(array.text("name"));
        element("tr")
            .child(name)
            .children(cells)
            .child(rest.map(|rest| element("td").class("faint").text(rest)))
    });
    let table = element("table").class("cells");
    let table = table.child(element("thead").child(head)).child(element("tbody").children(rows));
    let mut html: Html = scrolled("arrays of the model", table).into();
    left_out(&mut html, picture, "columns_left_out", "column");
    left_out(&mut html, picture, "arrays_left_out", "array");
    html
}

fn indices(column: &Value) -> String {
    if column.is("gap") {
        return "…".to_owned();
    }
    match (column.text("first"), column.text("last")) {
        ("", "") => "all".to_owned(),
        ("", last) => format!("≤ {last}"),
        (first, "") => format!("≥ {first}"),
        (first, last) if first == last => first.to_owned(),
        (first, last) => format!("{first} … {last}"),
    }
}

fn left_out(html: &mut Html, value: &Value, field: &str, noun: &str) {
    if let Some(count) = value.count(field).filter(|count| *count > 0) {
        html.add(element("p").class("remark").text(format!("{} left out", counted(count, noun))));
    }
}
