//! A script: its text with answers and unsat cores in place, and a card for each check.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::card::{card, figures, message, table};
use crate::explanation;
use crate::fields::{Fields, counted, seconds};
use crate::html::{Html, element, text};
use crate::model;
use crate::plain;
use crate::source::Source;
use crate::verdict::look;

/// What was found about a script.
pub fn shown(name: &str, entry: &Value) -> Html {
    let listing = listing(name, entry);
    let mut cards = Html::new();
    if let Some(cut) = entry.some("cut") {
        cards.add(message(
            "unknown",
            cut.text("code"),
            &format!("cut off: {}", cut.text("unknown")),
        ));
        cards.add(plain::without(cut, &["unknown", "code"]));
    }
    for check in entry.list("checks") {
        cards.add(check_card(name, check));
    }
    let is_wide = !listing.is_empty();
    let listing = is_wide.then(|| {
        let title = element("h3").class("said").text("The text");
        element("section").class("text").child(title).child(listing)
    });
    element("div")
        .class(if is_wide { "beside" } else { "" })
        .child(listing)
        .child(element("section").class("cards").child(cards))
        .into()
}

/// The verdict words of the checks.
pub fn verdicts(entry: &Value) -> Vec<String> {
    if entry.some("cut").is_some() {
        return vec!["unknown".to_owned()];
    }
    entry.list("checks").iter().map(|check| check.text("verdict").to_owned()).collect()
}

/// The text with what is known of it; nothing if the report has none.
pub fn listing(name: &str, entry: &Value) -> Html {
    let script = entry.text("source");
    let mut source = Source::default();
    for check in entry.list("checks") {
        let (line, word) = (check.count("line").unwrap_or(0) as usize, check.text("verdict"));
        if !word.is_empty() {
            source.mark(line, word);
            let number = check.count("number").unwrap_or(0);
            let words = format!("check {number}: {word}");
            source.write_below(line, element("p").class("message").class(look(word).0).text(words));
        }
        let core: BTreeSet<&str> = check.list("core").iter().filter_map(Value::as_str).collect();
        for (place, line) in script.lines().enumerate() {
            if let Some(name) = named(line).filter(|name| core.contains(name)) {
                let words = format!("in the core of check {}", check.count("number").unwrap_or(0));
                let tag = element("span").class("tag").text(words);
                source.light(place + 1, "core");
                source.write_below(
                    place + 1,
                    element("p")
                        .class("fact")
                        .child(tag)
                        .text(" ")
                        .child(element("code").text(name)),
                );
            }
        }
        for outside in explanation::out_of_fragment(check) {
            let line = outside.get("place").and_then(|place| place.count("line")).unwrap_or(0);
            let words = message("unknown", outside.text("code"), outside.text("rule"));
            source.write_below(line as usize, words);
        }
    }
    for error in entry.list("errors") {
        let line = error.count("line").unwrap_or(0) as usize;
        source.mark(line, "false");
        source.write_below(line, message("bad", error.text("code"), error.text("message")));
    }
    source.shown(name, script)
}

/// The name that a line gives to an assertion.
fn named(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once(":named")?;
    let rest = rest.trim_start();
    match rest.strip_prefix('|') {
        Some(quoted) => Some(quoted.split_once('|')?.0),
        None => rest
            .split(|letter: char| letter.is_whitespace() || letter == ')')
            .next()
            .filter(|it| !it.is_empty()),
    }
}

fn check_card(name: &str, check: &Value) -> Html {
    let word = check.text("verdict");
    let number = |field: &str| check.count(field).map(|it| it.to_string()).unwrap_or_default();
    let time = |field: &str| check.number(field).map(seconds).unwrap_or_default();
    let mut inside = figures(&[
        ("evidence", if check.is("checked") { "checked" } else { "not checked" }.to_owned()),
        ("assertions", number("assertions")),
        ("clauses of the proof", number("proof_steps")),
        ("time", time("seconds")),
        ("checking", time("checking_seconds")),
    ]);
    if let Some(reason) = check.some("reason").and_then(Value::as_str) {
        inside.add(message("unknown", check.text("code"), reason));
    }
    let objectives = check.list("objectives");
    if !objectives.is_empty() {
        let rows = objectives.iter().map(|it| vec![text(it.text("term")), text(it.text("value"))]);
        inside.add(table("Best values", &["objective", "value"], rows));
    }
    if let Some(core) = check.some("core").and_then(Value::as_array) {
        let names: Vec<&str> = core.iter().filter_map(Value::as_str).collect();
        if names.is_empty() {
            inside.add(element("p").class("remark").text("No named assertion is in the core."));
        } else {
            inside.add(element("h4").text("Unsat core"));
            let names = names.iter().map(|name| element("li").child(element("code").text(name)));
            inside.add(element("ul").class("chips").children(names));
        }
    }
    match (check.some("picture"), check.some("model").and_then(Value::as_str)) {
        (Some(picture), _) => inside.add(model::shown(picture)),
        (None, Some(model)) => inside.add(element("pre").with("tabindex", "0").text(model)),
        _ => {}
    }
    if let Some(explained) = check.some("explained") {
        inside.add(explanation::check(name, explained));
    }
    let line = counted(check.count("assertions").unwrap_or(0), "assertion");
    card(&format!("Check {}, line {}", number("number"), number("line")), word, &line, true, inside)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_assertions_are_found() {
        assert_eq!(named("(assert (! (> x 0) :named positive))"), Some("positive"));
        assert_eq!(named("(assert (! (> x 0) :named |a b|))"), Some("a b"));
        assert_eq!(named("(assert (> x 0))"), None);
    }
}
