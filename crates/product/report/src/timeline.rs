//! Which engine was how far at what time: a row for each engine, a mark for each turn, higher marks for deeper search.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::card::{card, scrolled};
use crate::fields::{Fields, counted, seconds};
use crate::html::{Element, Html, element};

const WIDTH: f64 = 760.0;
const ROW: f64 = 46.0;
const LEFT: f64 = 110.0;

/// The engines over time; nothing if nobody took note.
pub fn shown(entry: &Value) -> Html {
    let mut rows: BTreeMap<&str, Vec<&Value>> = BTreeMap::new();
    for turn in entry.list("turns") {
        rows.entry(turn.text("engine")).or_default().push(turn);
    }
    if rows.is_empty() {
        return Html::new();
    }
    let answers = entry.list("properties");
    let times = entry.list("turns").iter().chain(answers).filter_map(|it| it.number("seconds"));
    let end = times.fold(0.0, f64::max).max(1e-6);
    let x = |seconds: f64| LEFT + (seconds / end).clamp(0.0, 1.0) * (WIDTH - LEFT - 20.0);
    let height = ROW * rows.len() as f64 + 40.0;
    let mut marks: Vec<Element> = Vec::new();
    for (row, (engine, turns)) in rows.iter().enumerate() {
        let bottom = ROW * (row + 1) as f64;
        let deepest = turns.iter().filter_map(|turn| turn.number("depth")).fold(1.0, f64::max);
        marks.push(label(8.0, bottom - 12.0, engine, "name"));
        marks.push(line(LEFT, bottom, WIDTH - 20.0, bottom, "axis"));
        for turn in turns {
            let depth = turn.number("depth").unwrap_or(0.0);
            let at = x(turn.number("seconds").unwrap_or(0.0));
            let clauses = turn.count("clauses").unwrap_or(0);
            let words = format!(
                "{engine}: step {depth}, {}, after {}",
                counted(clauses, "clause"),
                seconds(turn.number("seconds").unwrap_or(0.0))
            );
            let tall = 4.0 + (ROW - 16.0) * depth / deepest;
            marks.push(
                line(at, bottom, at, bottom - tall, "turn").child(element("title").text(words)),
            );
        }
    }
    let foot = ROW * rows.len() as f64;
    for property in answers {
        let Some(time) = property.number("seconds") else { continue };
        let words = format!(
            "{}: {} after {}",
            property.text("name"),
            property.text("verdict"),
            seconds(time)
        );
        let class = crate::verdict::look(property.text("verdict")).0;
        marks.push(
            line(x(time), 4.0, x(time), foot, "answer")
                .class(class)
                .child(element("title").text(words)),
        );
    }
    marks.push(label(LEFT, foot + 20.0, "0", "tick"));
    marks.push(label(WIDTH - 20.0, foot + 20.0, &seconds(end), "tick").with("text-anchor", "end"));
    let title = format!(
        "engines over {}: {}",
        seconds(end),
        rows.keys().copied().collect::<Vec<_>>().join(", ")
    );
    let picture = element("svg")
        .class("timeline")
        .with("role", "img")
        .with("aria-label", title)
        .with("viewBox", format!("0 0 {WIDTH} {height}"))
        .children(marks);
    let turns = counted(entry.list("turns").len() as u64, "turn");
    let note = "A mark for each turn of an engine: the higher, the deeper the search was. Long lines are answers.";
    let inside = element("div")
        .child(element("p").class("remark").text(note))
        .child(scrolled("engines over time", picture));
    card("Engines over time", "", &turns, true, inside)
}

fn line(x1: f64, y1: f64, x2: f64, y2: f64, class: &'static str) -> Element {
    let number = |value: f64| format!("{value:.1}");
    let line = element("line").class(class).with("x1", number(x1)).with("y1", number(y1));
    line.with("x2", number(x2)).with("y2", number(y2))
}

fn label(x: f64, y: f64, words: &str, class: &'static str) -> Element {
    element("text")
        .class(class)
        .with("x", format!("{x:.1}"))
        .with("y", format!("{y:.1}"))
        .text(words)
}
