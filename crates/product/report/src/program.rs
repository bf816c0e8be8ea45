//! A program: its text with verdicts and inferred facts in place, and a card for each function.

use serde_json::Value;

use crate::card::{card, figures, message};
use crate::fields::{Fields, counted, seconds};
use crate::html::{Element, Html, element};
use crate::run;
use crate::source::Source;
use crate::verdict::{look, mark, pill, worst};

/// What was found about a program; `name` is that of the file on the page.
pub fn shown(name: &str, entry: &Value) -> Html {
    let functions = entry.list("functions");
    let mut source = Source::default();
    for function in functions {
        annotate(&mut source, function);
    }
    for warning in entry.list("warnings") {
        let words = message("note", warning.text("code"), warning.text("message"));
        source.write_below(line(warning), words);
    }
    let mut cards = Html::new();
    if let Some(why) = entry.some("rejected").and_then(Value::as_str) {
        cards.add(message("bad", "", &format!("our own evidence was rejected: {why}")));
    }
    functions.iter().for_each(|function| cards.add(function_card(name, function)));
    let listing = source.shown(name, entry.text("source"));
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

/// The verdict words of the functions.
pub fn verdicts(entry: &Value) -> Vec<String> {
    entry.list("functions").iter().map(|function| function.text("verdict").to_owned()).collect()
}

/// Where something is; 0 is nowhere.
fn line(value: &Value) -> usize {
    value.get("place").and_then(|place| place.count("line")).unwrap_or(0) as usize
}

fn end_line(value: &Value) -> usize {
    value.get("place").and_then(|place| place.count("end_line")).unwrap_or(0) as usize
}

fn annotate(source: &mut Source, function: &Value) {
    source.mark(line(function), function.text("verdict"));
    for conjunct in function.list("contract") {
        let words = format!("@{} {}", conjunct.text("part"), conjunct.text("text"));
        source.write_below(line(function), inferred(&words));
    }
    for fact in function.list("facts") {
        source.write_below(end_line(fact), inferred(fact.text("text")));
    }
    for condition in function.list("paths").iter().flat_map(|path| path.list("conditions")) {
        let word = condition.text("verdict");
        source.mark(line(condition), word);
        if word != "proved" {
            let words = message(look(word).0, condition.text("code"), condition.text("message"));
            source.write_below(end_line(condition), words);
        }
    }
    if let Some(reason) = function.some("reason").and_then(Value::as_str) {
        let words = message("unknown", function.text("code"), reason);
        source.write_below(line(function), words);
    }
    if let Some(endless) = function.some("endless") {
        source.mark(line(endless), "false");
        source.write_below(
            line(endless),
            message("bad", endless.text("code"), endless.text("message")),
        );
    }
}

/// What was inferred, at its place.
fn inferred(words: &str) -> Element {
    element("p")
        .class("fact")
        .child(element("span").class("tag").text("inferred"))
        .text(" ")
        .child(element("code").text(words))
}

fn function_card(name: &str, function: &Value) -> Html {
    let conditions = || function.list("paths").iter().flat_map(|path| path.list("conditions"));
    let (count, proved) =
        (conditions().count(), conditions().filter(|it| it.text("verdict") == "proved").count());
    let mut inside = figures(&[
        ("paths", function.list("paths").len().to_string()),
        ("conditions proved", format!("{proved} of {count}")),
        ("termination", function.text("termination").to_owned()),
        ("inferred facts", function.list("facts").len().to_string()),
        ("time", function.number("seconds").map(seconds).unwrap_or_default()),
    ]);
    inside.add(bar(conditions().map(|it| (it.text("verdict"), it.is("cached")))));
    for path in function.list("paths") {
        for condition in path.list("conditions").iter().filter(|it| it.text("verdict") != "proved")
        {
            inside.add(failure(name, path, condition));
        }
    }
    if let Some(reason) = function.some("reason").and_then(Value::as_str) {
        inside.add(message("unknown", function.text("code"), reason));
    }
    if let Some(endless) = function.some("endless") {
        inside.add(message("bad", endless.text("code"), endless.text("message")));
        inside.add(run::values("arguments", endless.list("arguments")));
        inside.add(run::values("and there", endless.list("state")));
    }
    let rankings = function.list("rankings").iter().map(|ranking| {
        let words = format!("{}: {}", ranking.text("point"), ranking.text("ranking"));
        element("li").child(element("code").text(words))
    });
    if !function.list("rankings").is_empty() {
        inside.add(element("h4").text("Rankings"));
        inside.add(element("ul").class("values").children(rankings));
    }
    inside.add(element("h4").text("Paths"));
    function.list("paths").iter().for_each(|path| inside.add(path_shown(name, path)));
    let word = function.text("verdict");
    let remark = format!("{proved} of {}", counted(count as u64, "condition"));
    card(function.text("name"), word, &remark, word != "proved", inside)
}

/// Conditions in a row: which are proved, and which of them were known before.
fn bar<'a>(words: impl Iterator<Item = (&'a str, bool)>) -> Html {
    let words: Vec<(&str, bool)> = words.collect();
    let label = format!("{} in order", counted(words.len() as u64, "condition"));
    let parts = words.iter().map(|(word, is_cached)| {
        let cached = if *is_cached { "cached" } else { "" };
        element("span").class(look(word).0).class(cached)
    });
    let bar = element("div").class("bar").with("role", "img").with("aria-label", label);
    bar.children(parts).into()
}

fn failure(name: &str, path: &Value, condition: &Value) -> Html {
    let word = condition.text("verdict");
    let mut inside = Html::new();
    inside.add(message(look(word).0, condition.text("code"), condition.text("message")));
    let place = element("a")
        .with("href", format!("#{name}-{}", line(condition)))
        .text(format!("line {}", line(condition)));
    inside.add(
        element("p")
            .class("where")
            .child(element("code").text(condition.text("text")))
            .text(" at ")
            .child(place)
            .text(format!(", path {}", path.text("name"))),
    );
    let witnesses = condition.list("witnesses");
    if !witnesses.is_empty() || condition.some("instance").is_some() {
        let values =
            witnesses.iter().map(|it| format!("{} = {}", it.text("name"), it.text("value")));
        let values: Vec<String> = values.collect();
        let instance = condition.text("instance");
        let remark = match (values.is_empty(), instance.is_empty()) {
            (false, false) => format!("for {}: {instance} fails", values.join(", ")),
            (false, true) => format!("for {}", values.join(", ")),
            _ => format!("{instance} fails"),
        };
        inside.add(element("p").class("instance").text(remark));
    }
    match condition.some("run") {
        Some(run) => inside.add(run::shown(name, run, condition)),
        None => {
            inside.add(run::values("from a state with", condition.list("start")));
            inside.add(run::values("to a state with", condition.list("end")));
            if let Some(runs) = condition.count("runs") {
                let words = format!("{} did not come to such a state", counted(runs, "run"));
                inside.add(element("p").class("remark").text(words));
            }
        }
    }
    element("div").class("failure").class(look(word).0).child(inside).into()
}

fn path_shown(name: &str, path: &Value) -> Html {
    let conditions = path.list("conditions");
    let word = worst(conditions.iter().map(|it| it.text("verdict"))).unwrap_or("proved");
    let lines: Vec<String> = path.list("steps").iter().map(|step| line(step).to_string()).collect();
    let steps = path.list("steps").iter().map(|step| {
        let place = element("a").with("href", format!("#{name}-{}", line(step)));
        element("li")
            .child(place.text(line(step).to_string()))
            .text(" ")
            .child(element("code").text(step.text("text")))
    });
    let rows = conditions.iter().map(|condition| {
        let known = if condition.is("cached") { " (known)" } else { "" };
        element("li")
            .child(mark(condition.text("verdict")))
            .text(" ")
            .child(element("code").text(condition.text("text")))
            .child(
                element("span").class("faint").text(format!(" {}{known}", condition.text("kind"))),
            )
    });
    let summary =
        element("summary").child(pill(word)).text(" ").text(path.text("name")).child(
            element("span").class("remark").text(counted(conditions.len() as u64, "condition")),
        );
    element("details")
        .class("folded")
        .class("path")
        .with("data-file", name)
        .with("data-lines", lines.join(" "))
        .child(summary)
        .child(element("ol").class("steps").children(steps))
        .child(element("ul").class("ladder").children(rows))
        .into()
}
