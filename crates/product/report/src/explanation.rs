//! How the quantifiers of a check are decided: fragments, index sets with the reason for each index, instances.

use serde_json::Value;

use crate::card::{card, figures, message, table};
use crate::fields::Fields;
use crate::html::{Html, element, text};
use crate::script;
use crate::verdict::pill;

/// The document of `explain` about a script.
pub fn document(name: &str, document: &Value) -> Html {
    let listing = script::listing(name, document);
    let mut cards = Html::new();
    for one in document.list("checks") {
        let word = if one.is("inside") { "inside" } else { "outside" };
        let title = match one.count("line") {
            Some(line) => format!("Check {}, line {line}", one.count("number").unwrap_or(0)),
            None => "All assertions".to_owned(),
        };
        cards.add(card(&title, word, "", true, check(name, one)));
    }
    let is_wide = !listing.is_empty();
    let listing = is_wide.then(|| {
        element("section")
            .class("text")
            .child(element("h3").class("said").text("The text"))
            .child(listing)
    });
    element("div")
        .class(if is_wide { "beside" } else { "" })
        .child(listing)
        .child(element("section").class("cards").child(cards))
        .into()
}

/// The parts of a check that are outside the fragments.
pub fn out_of_fragment(check: &Value) -> impl Iterator<Item = &Value> {
    let explained = check.some("explained").unwrap_or(check);
    let quantifiers = explained.list("quantifiers").iter();
    quantifiers.flat_map(|quantifier| quantifier.list("outside")).chain(check.some("outside"))
}

/// The explanation of a check.
pub fn check(name: &str, check: &Value) -> Html {
    if check.list("quantifiers").is_empty() {
        return element("p").class("remark").text("There is no quantifier.").into();
    }
    let instances = |value: &Value| match value.get("instances").and_then(|it| it.count("count")) {
        Some(count) => count.to_string(),
        None => "too many to count".to_owned(),
    };
    let mut html: Html = element("h4").text("Quantifiers").into();
    let rows = check.list("quantifiers").iter().map(|quantifier| {
        let line = quantifier.get("place").and_then(|place| place.count("line"));
        let place: Html = match line {
            Some(line) => {
                element("a").with("href", format!("#{name}-{line}")).text(line.to_string()).into()
            }
            None => Html::new(),
        };
        let fragment = quantifier.text("fragment");
        let fragment: Html = match fragment {
            "outside" => pill(fragment).into(),
            _ => text(fragment),
        };
        vec![
            text(&quantifier.count("number").unwrap_or(0).to_string()),
            place,
            element("code").text(quantifier.text("formula")).into(),
            text(quantifier.text("polarity")),
            fragment,
            text(&instances(quantifier)),
        ]
    });
    let columns = ["number", "line", "formula", "polarity", "fragment", "instances"];
    html.add(table("", &columns, rows));
    for part in out_of_fragment(check) {
        let words = format!("{}: {}", part.text("part"), part.text("rule"));
        html.add(message("unknown", part.text("code"), &words));
        if let Some(help) = part.some("help").and_then(Value::as_str) {
            html.add(element("p").class("remark").text(help));
        }
    }
    for set in check.list("index_sets") {
        let variables = set.list("variables").iter().map(|it| {
            format!("{} of quantifier {}", it.text("name"), it.count("quantifier").unwrap_or(0))
        });
        let variables: Vec<String> = variables.collect();
        let caption = format!("Index set of {} ({})", variables.join(", "), set.text("sort"));
        let row = |index: &Value, is_other: bool| {
            let or = if is_other { "one of these: " } else { "" };
            vec![
                element("code").text(index.text("term")).into(),
                text(&format!("{or}{}", index.text("reason"))),
            ]
        };
        let rows = set.list("indices").iter().map(|index| row(index, false));
        let rows = rows.chain(set.list("others").iter().map(|index| row(index, true)));
        html.add(table(&caption, &["index", "why it is needed"], rows));
    }
    let thesis = check.get("instances").and_then(|it| it.count("thesis"));
    html.add(figures(&[
        ("instances", instances(check)),
        ("over the thesis's index sets", thesis.map(|it| it.to_string()).unwrap_or_default()),
        ("index sets", if check.is("complete") { "complete" } else { "not complete" }.to_owned()),
    ]));
    if let Some(steps) = check.some("steps") {
        let rows = steps.list("steps").iter().map(|step| {
            vec![text(step.text("name")), element("code").text(step.text("formula")).into()]
        });
        html.add(table("The reduction, step by step", &["step", "formula"], rows));
    }
    html
}
