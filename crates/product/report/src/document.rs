//! Which document it is, and what is shown of it.

use serde_json::Value;

use crate::card::{card, message};
use crate::fields::Fields;
use crate::html::{Html, element};
use crate::page::Page;
use crate::{circuit, explanation, next_steps, numbers, plain, program, run, script};

/// What all documents have, and nobody needs to see.
const ENVELOPE: [&str; 9] =
    ["schema", "tool", "version", "document", "file", "exit_code", "source", "trail", "next_steps"];

/// The page of a document.
pub fn page(document: &Value) -> String {
    of(document).into_string()
}

/// The page of a document, before it is written.
pub fn of(document: &Value) -> Page {
    let kind = document.text("document");
    let files = document.list("files");
    let mut words = Vec::new();
    let mut body = Html::new();
    if document.get("files").is_some() {
        for (place, entry) in files.iter().enumerate() {
            body.add(file(&format!("f{place}"), entry, files.len() > 1, &mut words));
        }
    } else {
        body.add(single(kind, document, &mut words));
    }
    let title = match files {
        [] if document.text("file").is_empty() => kind.to_owned(),
        [] => document.text("file").to_owned(),
        [one] => one.text("file").to_owned(),
        several => format!("{} files", several.len()),
    };
    let command = if kind == "report" { "prove" } else { kind };
    let origin = format!("buttress {command} · version {}", document.text("version"));
    Page { title, origin, tally: tally(&words), body, is_served: false }
}

/// How often each word occurs, the gravest last.
fn tally(words: &[String]) -> Vec<(String, usize)> {
    let mut tally: Vec<(String, usize)> = Vec::new();
    for word in words.iter().filter(|word| !word.is_empty()) {
        match tally.iter_mut().find(|(known, _)| known == word) {
            Some((_, count)) => *count += 1,
            None => tally.push((word.clone(), 1)),
        }
    }
    tally.sort_by_key(|(word, _)| crate::verdict::look(word).2);
    tally
}

/// A file of a run of `prove` or `solve`.
fn file(name: &str, entry: &Value, is_named: bool, words: &mut Vec<String>) -> Html {
    let mut html = Html::new();
    html.add(element("h2").class(if is_named { "" } else { "said" }).text(entry.text("file")));
    for error in entry.list("errors").iter().filter(|_| entry.text("source").is_empty()) {
        html.add(error_shown(error));
    }
    html.add(next_steps::shown(entry));
    match entry.text("format") {
        "aiger" => {
            words.extend(circuit::verdicts(entry));
            html.add(circuit::shown(name, entry));
        }
        "pi" => {
            words.extend(program::verdicts(entry));
            html.add(program::shown(name, entry));
        }
        "horn" | "vmt" => {
            words.extend(circuit::verdicts(entry));
            html.add(numbers::shown(name, entry));
        }
        "smt-lib" => {
            words.extend(script::verdicts(entry));
            html.add(script::shown(name, entry));
        }
        _ => {
            let units = entry.list("units").iter().chain(entry.list("known"));
            words.extend(units.map(|unit| unit.text("verdict").to_owned()));
            if let Some(why) = entry.some("unknown").and_then(Value::as_str) {
                words.push("unknown".to_owned());
                html.add(message("unknown", entry.text("code"), &format!("cut off: {why}")));
            }
            if entry.list("errors").is_empty() {
                html.add(card("What is known", "", "", true, plain::without(entry, &ENVELOPE)));
            } else {
                words.push("refused".to_owned());
            }
        }
    }
    let evidence = entry.list("evidence").iter().map(|it| {
        let words = format!("{} in {}", it.text("kind"), it.text("file"));
        element("li").text(words)
    });
    if !entry.list("evidence").is_empty() {
        html.add(card(
            "Evidence files",
            "",
            "",
            false,
            element("ul").class("values").children(evidence),
        ));
    }
    element("section").class("file").child(html).into()
}

/// A document about one file.
fn single(kind: &str, document: &Value, words: &mut Vec<String>) -> Html {
    let mut html = Html::new();
    let file = document.text("file");
    html.add(element("h2").class("said").text(if file.is_empty() { kind } else { file }));
    let is_script = kind == "explain" && document.text("format") == "smt-lib";
    for error in document.list("errors").iter().filter(|_| !is_script) {
        html.add(error_shown(error));
    }
    html.add(next_steps::shown(document));
    match kind {
        "explain" if is_script => html.add(explanation::document("f0", document)),
        "invariants" => html.add(numbers::invariants("f0", document)),
        "terminates" => {
            words.push(document.text("verdict").to_owned());
            html.add(numbers::terminates(document));
        }
        "run" => {
            words.push(document.text("outcome").to_owned());
            html.add(call(document));
        }
        "check" => {
            let word = if document.is("accepted") { "accepted" } else { "rejected" };
            words.push(word.to_owned());
            html.add(card(
                "The evidence",
                word,
                document.text("evidence"),
                true,
                plain::without(document, &ENVELOPE),
            ));
        }
        "error" => words.push("refused".to_owned()),
        "cut" => {
            words.push("unknown".to_owned());
            let words = format!("cut off: {}", document.text("unknown"));
            html.add(message("unknown", document.text("code"), &words));
        }
        _ => {
            let mut source = crate::source::Source::default();
            for error in document.list("errors") {
                source.mark(error.count("line").unwrap_or(0) as usize, "false");
            }
            html.add(source.shown("f0", document.text("source")));
            html.add(card(
                "What it holds",
                "",
                document.text("format"),
                true,
                plain::without(document, &ENVELOPE),
            ));
        }
    }
    html
}

/// The document of `run`.
fn call(document: &Value) -> Html {
    let mut source = crate::source::Source::default();
    let mut inside = Html::new();
    let outcome = document.text("outcome");
    if let Some(words) = document.some("message").and_then(Value::as_str) {
        inside.add(message(crate::verdict::look(outcome).0, "", words));
        let line = document.count("line").unwrap_or(0) as usize;
        source.mark(line, outcome);
        source.write_below(line, message(crate::verdict::look(outcome).0, "", words));
    }
    if let Some(result) = document.some("result").and_then(Value::as_str) {
        inside.add(element("p").text("It returns ").child(element("code").text(result)));
    }
    if let Some(trail) = document.some("trail") {
        inside.add(run::strip("f0", trail, &[]));
    }
    let listing = source.shown("f0", document.text("source"));
    let listing = (!listing.is_empty()).then(|| {
        let title = element("h3").class("said").text("The text");
        element("section").class("text").child(title).child(listing)
    });
    let class = if listing.is_some() { "beside" } else { "" };
    let cards = card(document.text("call"), outcome, "", true, inside);
    element("div")
        .class(class)
        .child(listing)
        .child(element("section").class("cards").child(cards))
        .into()
}

fn error_shown(error: &Value) -> Html {
    let place = match (error.count("line"), error.count("column")) {
        (Some(line), Some(column)) => format!("line {line}, column {column}: "),
        _ => String::new(),
    };
    let words = format!("{place}{}", error.text("message"));
    let mut html: Html = message("bad", error.text("code"), &words).into();
    for field in ["expected", "help"] {
        if let Some(words) = error.some(field).and_then(Value::as_str) {
            html.add(element("p").class("remark").text(format!("{field}: {words}")));
        }
    }
    html
}
