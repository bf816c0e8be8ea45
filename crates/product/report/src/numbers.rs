//! A system over numbers: a card for each property with the plot, the invariants in words, or the derivation.

use serde_json::{Value, json};

use crate::card::{card, figures, folded, message, table};
use crate::fields::{Fields, counted, seconds};
use crate::html::{Html, element, text};

/// What was found about a system.
pub fn shown(name: &str, entry: &Value) -> Html {
    let number = |field: &str| entry.count(field).map(|it| it.to_string()).unwrap_or_default();
    let mut html = figures(&[
        ("predicates", number("predicates")),
        ("clauses", number("clauses")),
        ("most arguments", number("arguments")),
        ("time", entry.number("seconds").map(seconds).unwrap_or_default()),
    ]);
    for (place, property) in entry.list("properties").iter().enumerate() {
        html.add(property_card(&format!("{name}-{place}"), property));
    }
    html
}

/// The document of `invariants`.
pub fn invariants(name: &str, document: &Value) -> Html {
    let mut inside = figures(&[
        ("evidence", if document.is("checked") { "checked" } else { "not checked" }.to_owned()),
        (
            "enough for the property",
            document
                .get("suffices")
                .and_then(Value::as_bool)
                .map_or("", |it| if it { "yes" } else { "no" })
                .to_owned(),
        ),
        ("time", document.number("seconds").map(seconds).unwrap_or_default()),
    ]);
    if let Some(reason) = document.some("reason").and_then(Value::as_str) {
        inside.add(message("unknown", document.text("code"), reason));
    }
    inside.add(scenes(name, document));
    let rows = document.list("invariants").iter().enumerate().map(|(place, it)| {
        vec![
            text(&(place + 1).to_string()),
            text(it.text("predicate")),
            element("code").text(it.text("text")).into(),
            text(it.text("rules_out")),
            text(it.text("engine")),
        ]
    });
    inside.add(table(
        "Invariants in the order found",
        &["number", "predicate", "invariant", "rules out", "engine"],
        rows,
    ));
    let count = counted(document.list("invariants").len() as u64, "invariant");
    card("Invariants", "", &count, true, inside)
}

/// The document of `terminates`.
pub fn terminates(document: &Value) -> Html {
    let mut inside = figures(&[
        ("evidence", if document.is("checked") { "checked" } else { "not checked" }.to_owned()),
        ("time", document.number("seconds").map(seconds).unwrap_or_default()),
    ]);
    if let Some(reason) = document.some("reason").and_then(Value::as_str) {
        inside.add(message("unknown", document.text("code"), reason));
    }
    for ranking in document.list("rankings") {
        let rows = ranking.list("functions").iter().map(|function| {
            let levels: Vec<&str> =
                function.list("levels").iter().filter_map(Value::as_str).collect();
            vec![
                text(function.text("predicate")),
                element("code").text(levels.join(", then ")).into(),
            ]
        });
        inside.add(table("What decreases", &["predicate", "ranking"], rows));
    }
    inside.add(definitions(document.list("invariants")));
    inside.add(derivation(document.list("derivation"), document.count("comes_back_to")));
    card("Does every computation end?", document.text("verdict"), "", true, inside)
}

fn property_card(id: &str, property: &Value) -> Html {
    let number = |field: &str| property.count(field).map(|it| it.to_string()).unwrap_or_default();
    let time = |field: &str| property.number(field).map(seconds).unwrap_or_default();
    let is_unknown = property.text("verdict") == "unknown";
    let mut inside = figures(&[
        ("evidence", if property.is("checked") { "checked" } else { "not checked" }.to_owned()),
        ("engine", property.text("engine").to_owned()),
        ("clean up to step", if is_unknown { number("depth") } else { String::new() }),
        ("states sampled", number("samples")),
        ("invariants found", number("invariants_found")),
        ("obligations", number("obligations")),
        ("clauses of the proofs", number("proof_steps")),
        ("time", time("seconds")),
        ("checking", time("checking_seconds")),
    ]);
    if let Some(reason) = property.some("reason").and_then(Value::as_str) {
        inside.add(message("unknown", property.text("code"), reason));
    }
    inside.add(scenes(id, property));
    inside.add(definitions(property.list("invariants")));
    let steps = property.list("derivation");
    inside.add(derivation(steps, None));
    let left_out =
        property.count("derivation_steps").unwrap_or(0).saturating_sub(steps.len() as u64);
    if left_out > 0 {
        inside.add(element("p").text(format!("{left_out} steps in the middle are left out.")));
    }
    card(property.text("name"), property.text("verdict"), "", true, inside)
}

/// What each predicate stands for.
fn definitions(definitions: &[Value]) -> Html {
    let mut html = Html::new();
    for definition in definitions {
        let arguments: Vec<&str> =
            definition.list("arguments").iter().filter_map(Value::as_str).collect();
        html.add(element("h4").text(format!(
            "{}({})",
            definition.text("predicate"),
            arguments.join(", ")
        )));
        let conjuncts = definition.list("conjuncts").iter().filter_map(Value::as_str);
        let conjuncts = conjuncts.map(|it| element("li").child(element("code").text(it)));
        html.add(element("ul").class("ladder").children(conjuncts));
        html.add(folded(
            "as SMT-LIB",
            element("pre").with("tabindex", "0").text(definition.text("definition")),
        ));
    }
    html
}

/// How `false` is derived, step by step.
fn derivation(steps: &[Value], back_to: Option<u64>) -> Html {
    if steps.is_empty() {
        return Html::new();
    }
    let rows = steps.iter().enumerate().map(|(place, step)| {
        let values = step
            .list("values")
            .iter()
            .map(|it| format!("{} = {}", it.text("name"), it.text("value")));
        let values: Vec<String> = values.collect();
        let premises: Vec<String> = step.list("premises").iter().map(Value::to_string).collect();
        let line = step.count("line").map(|it| it.to_string()).unwrap_or_default();
        let what = step.some("predicate").and_then(Value::as_str).unwrap_or("false");
        vec![
            text(&step.count("step").unwrap_or(place as u64).to_string()),
            text(what),
            element("code").text(values.join(", ")).into(),
            text(&premises.join(", ")),
            text(&line),
        ]
    });
    let mut html: Html =
        table("The derivation", &["step", "concludes", "with", "from steps", "line"], rows).into();
    if let Some(step) = back_to {
        html.add(element("p").text(format!(
            "The last step comes back to the state of step {step}: the computation never ends."
        )));
    }
    html
}

/// The plots: data for the script, and a list for everybody else.
fn scenes(id: &str, entry: &Value) -> Html {
    let mut html = Html::new();
    let scenes = entry.list("scenes").iter().filter(|scene| !scene.list("axes").is_empty());
    let shown: Vec<Value> = scenes.map(flat).collect();
    if shown.is_empty() {
        return html;
    }
    let names = shown.iter().enumerate().map(|(place, scene)| {
        element("option").with("value", place.to_string()).text(scene.text("predicate"))
    });
    let choice = |name: &str, words: &'static str| {
        element("label").text(words).text(" ").child(element("select").with("data-plot", name))
    };
    let controls = element("div")
        .class("controls")
        .child(
            element("label")
                .text("Predicate ")
                .child(element("select").with("data-plot", "predicate").children(names)),
        )
        .child(choice("x", "Across"))
        .child(choice("y", "Up"))
        .child(
            element("label")
                .child(element("input").with("type", "checkbox").with("data-plot", "outliers"))
                .text(" outliers too"),
        )
        .child(
            element("label")
                .child(
                    element("input")
                        .with("type", "checkbox")
                        .with("data-plot", "samples")
                        .flag("checked", true),
                )
                .text(" states"),
        );
    let picture = element("div").class("board").with("role", "img").with(
        "aria-label",
        "states and invariants over two variables; the lists below say the same",
    );
    let legend = element("fieldset")
        .class("legend")
        .child(element("legend").text("Invariants, in the order found"));
    html.add(
        element("div")
            .class("plot")
            .with("data-plot-id", id)
            .flag("hidden", true)
            .child(controls)
            .child(element("div").class("board-row").child(picture).child(legend))
            .child(element("script").with("type", "application/json").data(&json!(shown))),
    );
    for scene in &shown {
        let axes: Vec<&str> = scene.list("axes").iter().filter_map(Value::as_str).collect();
        let rows = scene.list("states").iter().map(|state| {
            let mut row = vec![text(if state.is("first") { "first" } else { "reached" })];
            row.extend(state.list("values").iter().map(|value| text(&value.to_string())));
            row
        });
        let columns: Vec<&str> = ["state"].into_iter().chain(axes).collect();
        let title = format!(
            "{} of {} as a table",
            counted(scene.list("states").len() as u64, "state"),
            scene.text("predicate")
        );
        html.add(folded(&title, table("", &columns, rows)));
    }
    html
}

/// A scene of a single number has a second axis: the order in which states were found.
fn flat(scene: &Value) -> Value {
    let mut scene = scene.clone();
    if scene.list("axes").len() == 1 {
        if let Some(axes) = scene.get_mut("axes").and_then(Value::as_array_mut) {
            axes.push(json!("order found"));
        }
        let states = scene.get_mut("states").and_then(Value::as_array_mut);
        for (place, state) in states.into_iter().flatten().enumerate() {
            if let Some(values) = state.get_mut("values").and_then(Value::as_array_mut) {
                values.push(json!(place));
            }
        }
    }
    scene
}
