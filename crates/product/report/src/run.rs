//! A run of a program: its arrays once per step, one below the other, and a slider over the steps.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::card::scrolled;
use crate::cells::Cells;
use crate::fields::{Fields, counted};
use crate::html::{Element, Html, element};
use crate::limits::RUN_ENDS;

/// A run that violates a condition, or one that was asked for.
pub fn shown(name: &str, run: &Value, condition: &Value) -> Html {
    let mut html = Html::new();
    html.add(values("a run with", run.list("arguments")));
    html.add(values("globals", run.list("globals")));
    let Some(trail) = run.some("trail") else {
        html.add(values("it comes to", condition.list("end")));
        return html;
    };
    html.add(strip(name, trail, condition.list("witnesses")));
    html
}

/// Variables with their values, in a line.
pub fn values(title: &str, values: &[Value]) -> Html {
    if values.is_empty() {
        return Html::new();
    }
    let values = values.iter().map(|value| {
        let (name, value) = (value.text("name"), value.text("value"));
        element("li").child(element("code").text(format!("{name} = {value}")))
    });
    let title = element("span").class("tag").text(title);
    element("div").class("state").child(title).child(element("ul").children(values)).into()
}

/// The steps of a run.
pub fn strip(name: &str, trail: &Value, witnesses: &[Value]) -> Html {
    let steps = trail.list("steps");
    if steps.is_empty() {
        return Html::new();
    }
    let failing: BTreeSet<i64> =
        witnesses.iter().filter_map(|witness| witness.text("value").parse().ok()).collect();
    let left_out = trail.count("left_out").unwrap_or(0);
    let [first, last] = RUN_ENDS;
    let is_shown = |place: usize| place < first || place + last >= steps.len();
    let mut before: Option<&Value> = None;
    let mut rows: Vec<Element> = Vec::new();
    for (place, step) in steps.iter().enumerate() {
        if is_shown(place) {
            let is_last = place + 1 == steps.len();
            let failing = if is_last { failing.clone() } else { BTreeSet::new() };
            let is_end = is_last && trail.is("fails");
            // Steps that the report has left out are behind its first ones.
            let number = place as u64 + if place < first { 0 } else { left_out };
            rows.push(step_shown(number, step, before, failing, is_end));
        }
        before = Some(step);
    }
    let shown = rows.len();
    let slider = element("label")
        .text("Step ")
        .child(
            element("input")
                .with("type", "range")
                .with("min", "0")
                .with("max", (shown - 1).to_string())
                .with("value", (shown - 1).to_string()),
        )
        .child(element("output"));
    let button = |action, words: &'static str, label| {
        let button = element("button").with("type", "button").with("data-step", action);
        button.with("aria-label", label).text(words)
    };
    let controls = element("div")
        .class("controls")
        .flag("hidden", true)
        .child(button("-1", "◀", "previous step"))
        .child(slider)
        .child(button("1", "▶", "next step"))
        .child(
            element("label")
                .child(element("input").with("type", "checkbox").with("data-all", ""))
                .text(" all steps"),
        );
    let more = left_out + (steps.len() - shown) as u64;
    let more = (more > 0).then(|| {
        element("p")
            .class("remark")
            .text(format!("{} in the middle left out", counted(more, "step")))
    });
    let list = element("ol").class("strip").children(rows);
    element("div")
        .class("run")
        .with("data-file", name)
        .child(controls)
        .child(more)
        .child(scrolled("steps of the run", list))
        .into()
}

fn step_shown(
    number: u64,
    step: &Value,
    before: Option<&Value>,
    failing: BTreeSet<i64>,
    is_end: bool,
) -> Element {
    let before = before.filter(|it| it.text("function") == step.text("function"));
    let mut cells = Cells { failing, ..Cells::default() };
    for array in step.list("arrays") {
        let texts = |array: &Value| -> Vec<String> {
            let cells = array.list("cells").iter();
            cells.map(|cell| cell.as_str().unwrap_or_default().to_owned()).collect()
        };
        let now = texts(array);
        let arrays = before.map_or(&[][..], |before| before.list("arrays"));
        let known = arrays.iter().find(|it| it.text("name") == array.text("name")).map(texts);
        let changed = known.map_or_else(BTreeSet::new, |known| {
            (0..now.len()).filter(|place| known.get(*place) != now.get(*place)).collect()
        });
        cells.rows.push((array.text("name").to_owned(), now, changed));
    }
    for pointer in step.list("pointers") {
        if let Some(index) = pointer.get("index").and_then(Value::as_i64) {
            cells.pointers.entry(index).or_default().push(pointer.text("name").to_owned());
        }
    }
    let values_shown = step.list("values").iter().map(|value| {
        let (name, value) = (value.text("name"), value.text("value"));
        let values = before.map_or(&[][..], |before| before.list("values"));
        let known = values.iter().find(|it| it.text("name") == name);
        let is_changed = known.is_some_and(|known| known.text("value") != value);
        element("li")
            .class(if is_changed { "changed" } else { "" })
            .child(element("code").text(format!("{name} = {value}")))
    });
    let line = step.count("line").unwrap_or(0);
    element("li")
        .class("step")
        .class(if is_end { "end" } else { "" })
        .with("data-line", line.to_string())
        .child(
            element("p")
                .class("what")
                .child(element("span").class("number").text(number.to_string()))
                .text(" ")
                .child(element("span").class("tag").text(format!("line {line}")))
                .text(" ")
                .child(element("code").text(step.text("text"))),
        )
        .child(cells.shown())
        .child(element("ul").class("scalars").children(values_shown))
}
