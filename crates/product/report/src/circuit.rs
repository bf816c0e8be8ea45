//! A circuit: a card for each property with its waveform or its invariant, and the engines over time.

use serde_json::Value;

use crate::card::{card, figures, folded, message, scrolled};
use crate::fields::{Fields, counted, seconds};
use crate::html::{Html, element};
use crate::limits::ROWS;
use crate::{timeline, waves};

/// What was found about a circuit.
pub fn shown(name: &str, entry: &Value) -> Html {
    let number = |field: &str| entry.count(field).map(|it| it.to_string()).unwrap_or_default();
    let mut html = figures(&[
        ("inputs", number("inputs")),
        ("latches", number("latches")),
        ("and-gates", number("ands")),
        ("constraints", number("constraints")),
        ("time", entry.number("seconds").map(seconds).unwrap_or_default()),
    ]);
    let skipped = entry.list("justice_skipped").iter().filter_map(Value::as_str);
    let skipped: Vec<&str> = skipped.collect();
    if !skipped.is_empty() {
        let words = format!("not checked, because they speak of liveness: {}", skipped.join(", "));
        html.add(message("unknown", "", &words));
    }
    let properties = entry.list("properties");
    let is_open = properties.len() <= 4;
    for (place, property) in properties.iter().enumerate() {
        html.add(property_card(&format!("{name}-{place}"), property, is_open));
    }
    html.add(timeline::shown(entry));
    html
}

/// The verdict words of the properties.
pub fn verdicts(entry: &Value) -> Vec<String> {
    entry.list("properties").iter().map(|property| property.text("verdict").to_owned()).collect()
}

fn property_card(id: &str, property: &Value, is_open: bool) -> Html {
    let word = property.text("verdict");
    let number = |field: &str| property.count(field).map(|it| it.to_string()).unwrap_or_default();
    let time = |field: &str| property.number(field).map(seconds).unwrap_or_default();
    let depth = if word == "false" { "bad in step" } else { "clean up to step" };
    let mut inside = figures(&[
        ("evidence", if property.is("checked") { "checked" } else { "not checked" }.to_owned()),
        ("engine", property.text("engine").to_owned()),
        (depth, number("depth")),
        ("clauses", number("clauses")),
        ("clauses found", if word == "proved" { number("clauses_found") } else { String::new() }),
        ("k", number("k")),
        ("latches in the cone", number("cone_latches")),
        ("queries", number("queries")),
        ("time", time("seconds")),
        ("checking", time("checking_seconds")),
    ]);
    if let Some(reason) = property.some("reason").and_then(Value::as_str) {
        inside.add(message("unknown", property.text("code"), reason));
    }
    if let Some(waves) = property.some("waves") {
        inside.add(waves::shown(id, waves));
    } else if word == "false" {
        inside.add(
            element("p")
                .class("remark")
                .text("The report was made without --pictures, so that there is no waveform."),
        );
    }
    if let Some(clauses) = property.some("strengthening").and_then(Value::as_array) {
        inside.add(invariant(property, clauses));
    }
    let remark = match word {
        "false" => format!("bad in step {}", number("depth")),
        "proved" => property.count("clauses").map_or_else(String::new, |it| counted(it, "clause")),
        _ => String::new(),
    };
    card(property.text("name"), word, &remark, is_open || word != "proved", inside)
}

/// The clauses of an invariant, in the names of the file.
fn invariant(property: &Value, clauses: &[Value]) -> Html {
    let name = property.text("name");
    let words = match property.count("k") {
        Some(k) => format!(
            "{name} is never true: that is {k}-inductive together with these clauses, each of which always holds."
        ),
        None => format!(
            "{name} is never true: the invariant is the conjunction of these clauses and of not {name}."
        ),
    };
    if clauses.is_empty() {
        let words =
            format!("{name} is never true, and nothing else is needed to show it by induction.");
        return element("p").text(words).into();
    }
    let rows = clauses.iter().take(ROWS).map(|clause| {
        let literals = clause.as_array().map_or(&[][..], Vec::as_slice).iter();
        let literals = literals.filter_map(Value::as_str).enumerate().map(|(place, literal)| {
            let or = if place > 0 { " ∨ " } else { "" };
            let (sign, class, name) = match literal.strip_prefix('!') {
                Some(name) => ("¬", "negative", name),
                None => ("", "", literal),
            };
            element("span")
                .child(element("span").class("faint").text(or))
                .child(element("code").class(class).text(sign).text(name))
        });
        element("li").children(literals)
    });
    let list = scrolled("clauses of the invariant", element("ol").class("clauses").children(rows));
    let mut html: Html = element("p").text(words).into();
    match clauses.len() <= 40 {
        true => html.add(list),
        false => html.add(folded(&counted(clauses.len() as u64, "clause"), list)),
    }
    html
}
