//! Any value as it is: objects as lists of names, lists of objects as tables. What has no picture of its own is shown so.

use serde_json::{Map, Value};

use crate::card::table;
use crate::html::{Html, element, text};
use crate::limits::{DEPTH, LETTERS, ROWS};
use crate::verdict::pill;

/// The fields of an object but these.
pub fn without(value: &Value, names: &[&str]) -> Html {
    match value {
        Value::Object(fields) => {
            let rest: Map<String, Value> = fields
                .iter()
                .filter(|(name, _)| !names.contains(&name.as_str()))
                .map(|(name, value)| (name.clone(), value.clone()))
                .collect();
            shown(&Value::Object(rest), 0)
        }
        other => shown(other, 0),
    }
}

/// A value.
fn shown(value: &Value, depth: usize) -> Html {
    if depth > DEPTH {
        return text("…");
    }
    match value {
        Value::Null => element("span").class("faint").text("none").into(),
        Value::Bool(true) => text("yes"),
        Value::Bool(false) => text("no"),
        Value::Number(number) => text(&number.to_string()),
        Value::String(words) => string(words),
        Value::Array(items) if items.is_empty() => {
            element("span").class("faint").text("none").into()
        }
        Value::Array(items) => list(items, depth),
        Value::Object(fields) => {
            let rows = fields.iter().filter(|(_, value)| !value.is_null()).map(|(name, value)| {
                let name_shown = element("dt").text(label(name));
                let value = match (name.as_str(), value) {
                    ("verdict" | "outcome", Value::String(word)) => pill(word).into(),
                    _ => shown(value, depth + 1),
                };
                element("div").child(name_shown).child(element("dd").child(value))
            });
            element("dl").class("plain").children(rows).into()
        }
    }
}

fn string(words: &str) -> Html {
    let short: String = words.chars().take(LETTERS).collect();
    let rest = if short.len() < words.len() { "…" } else { "" };
    match short.contains('\n') {
        true => element("pre").with("tabindex", "0").text(short).text(rest).into(),
        false => element("span").class("value").text(short).text(rest).into(),
    }
}

fn list(items: &[Value], depth: usize) -> Html {
    let mut names: Vec<&str> = Vec::new();
    for item in items.iter().filter_map(Value::as_object) {
        for name in item.keys().map(String::as_str) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    let is_table = !names.is_empty() && names.len() <= 12 && items.iter().all(Value::is_object);
    if !is_table {
        let items = items.iter().take(ROWS);
        let items = items.map(|item| element("li").child(shown(item, depth + 1)));
        return element("ul").class("values").children(items).into();
    }
    let labels: Vec<String> = names.iter().map(|name| label(name)).collect();
    let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
    let rows = items.iter().take(ROWS).map(|item| {
        let cell = |name: &&str| match item.get(*name) {
            Some(Value::String(word)) if *name == "verdict" => pill(word).into(),
            Some(value) => shown(value, depth + 1),
            None => Html::new(),
        };
        names.iter().map(cell).collect()
    });
    table("", &labels, rows).into()
}

/// The name of a field, for people.
fn label(name: &str) -> String {
    name.replace('_', " ")
}
