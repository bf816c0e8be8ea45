//! The waveform of a trace: data for the script that draws what is in view, and a table for everybody else.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::card::{folded, scrolled};
use crate::fields::{Fields, counted};
use crate::html::{Element, Html, element};
use crate::limits::ROWS;

/// A signal, or several that are the bits of a number.
struct Wave<'a> {
    name: String,
    kind: &'a str,
    distance: u64,
    /// A string of digits per bit, the highest first.
    bits: Vec<&'a str>,
}

/// The waveform.
pub fn shown(id: &str, waves: &Value) -> Html {
    let signals = waves.list("signals");
    let steps = signals.iter().map(|signal| signal.text("values").len()).max().unwrap_or(0);
    if steps == 0 {
        return Html::new();
    }
    let waves_shown = grouped(signals);
    let farthest = waves_shown.iter().map(|wave| wave.distance).max().unwrap_or(0);
    let data = json!({
        "steps": steps,
        "waves": waves_shown
            .iter()
            .map(|wave| json!([wave.name, wave.kind, wave.distance, wave.bits]))
            .collect::<Vec<Value>>(),
    });
    let mut html: Html = element("div")
        .class("wave")
        .with("data-wave", id)
        .flag("hidden", true)
        .child(controls(farthest))
        .child(
            element("div")
                .class("scope")
                .with("tabindex", "0")
                .with("role", "application")
                .with("aria-label", "waveform; arrow keys move the cursor, plus and minus zoom, the same values stand in the table below")
                .child(element("canvas").with("aria-hidden", "true"))
                .child(element("div").class("extent")),
        )
        .child(element("p").class("readout").with("aria-live", "polite"))
        .child(element("script").with("type", "application/json").data(&data))
        .into();
    let left_out = waves.count("left_out").unwrap_or(0);
    if left_out > 0 {
        let words = format!("{} farther from the property left out", counted(left_out, "signal"));
        html.add(element("p").class("remark").text(words));
    }
    let title = format!(
        "{} over {} as a table",
        counted(signals.len() as u64, "signal"),
        counted(steps as u64, "step")
    );
    html.add(folded(&title, table(&waves_shown, steps)));
    html
}

fn controls(farthest: u64) -> Element {
    let button = |action: &str, words: &'static str, title: &'static str| {
        let button = element("button").with("type", "button").with("data-wave-action", action);
        button.with("title", title).with("aria-label", title).text(words)
    };
    let choice = |value: &str, words: String| element("option").with("value", value).text(words);
    let radix =
        [("hex", "hexadecimal"), ("dec", "decimal"), ("signed", "signed"), ("bin", "binary")];
    let radix = radix.map(|(value, words)| choice(value, words.to_owned()));
    let near = (0..farthest.min(8)).map(|distance| {
        let words = match distance {
            0 => "read by the property".to_owned(),
            _ => format!("up to {} away", counted(distance, "step")),
        };
        choice(&distance.to_string(), words)
    });
    let cone = element("select")
        .with("data-wave-cone", "")
        .child(choice("", "the whole cone".to_owned()))
        .children(near);
    element("div")
        .class("controls")
        .child(button("out", "−", "zoom out"))
        .child(button("in", "+", "zoom in"))
        .child(button("fit", "fit", "show all steps"))
        .child(button("bad", "bad step", "go to the step in which it goes wrong"))
        .child(
            element("label")
                .text("Radix ")
                .child(element("select").with("data-wave-radix", "").children(radix)),
        )
        .child(element("label").text("Signals ").child(cone))
        .child(element("label").text("Name ").child(
            element("input").with("type", "search").with("data-wave-filter", "").with("size", "12"),
        ))
        .child(
            element("label")
                .child(
                    element("input")
                        .with("type", "checkbox")
                        .with("data-wave-constant", "")
                        .flag("checked", true),
                )
                .text(" constant ones too"),
        )
}

/// Signals called `name[3]` and so on are bits of one number. The property comes first, then what is near to it.
fn grouped(signals: &[Value]) -> Vec<Wave<'_>> {
    let mut numbers: BTreeMap<(&str, &str), Vec<(u32, &Value)>> = BTreeMap::new();
    let mut single = Vec::new();
    for signal in signals {
        match bit(signal.text("name")) {
            Some((base, index)) => {
                numbers.entry((base, signal.text("kind"))).or_default().push((index, signal))
            }
            None => single.push(signal),
        }
    }
    let mut waves: Vec<Wave<'_>> = Vec::new();
    let one = |signal: &'_ Value| -> (String, u64) {
        (signal.text("name").to_owned(), signal.count("distance").unwrap_or(0))
    };
    for signal in single {
        let (name, distance) = one(signal);
        waves.push(Wave {
            name,
            kind: signal.text("kind"),
            distance,
            bits: vec![signal.text("values")],
        });
    }
    for ((base, kind), mut bits) in numbers {
        bits.sort_by_key(|(index, _)| std::cmp::Reverse(*index));
        let is_number = bits.len() > 1 && bits.windows(2).all(|pair| pair[0].0 == pair[1].0 + 1);
        if !is_number {
            for (_, signal) in bits {
                let (name, distance) = one(signal);
                waves.push(Wave { name, kind, distance, bits: vec![signal.text("values")] });
            }
            continue;
        }
        let distance = bits.iter().filter_map(|(_, bit)| bit.count("distance")).min().unwrap_or(0);
        let (high, low) = (bits[0].0, bits[bits.len() - 1].0);
        let name = format!("{base}[{high}:{low}]");
        waves.push(Wave {
            name,
            kind,
            distance,
            bits: bits.iter().map(|(_, bit)| bit.text("values")).collect(),
        });
    }
    let rank =
        |kind: &str| ["property", "constraint", "latch", "input"].iter().position(|it| *it == kind);
    waves.sort_by(|a, b| {
        (rank(a.kind) > Some(1), a.distance, rank(a.kind), &a.name).cmp(&(
            rank(b.kind) > Some(1),
            b.distance,
            rank(b.kind),
            &b.name,
        ))
    });
    waves
}

/// `count` and 3 of `count[3]`.
fn bit(name: &str) -> Option<(&str, u32)> {
    let (base, index) = name.strip_suffix(']')?.rsplit_once('[')?;
    (!base.is_empty()).then_some(())?;
    Some((base, index.parse().ok()?))
}

/// When each signal changes.
fn table(waves: &[Wave<'_>], steps: usize) -> Element {
    let rows = waves.iter().take(ROWS).map(|wave| {
        let value = |step: usize| -> String {
            wave.bits.iter().map(|bit| bit.get(step..step + 1).unwrap_or("?")).collect()
        };
        let mut words: Vec<String> = Vec::new();
        let mut known = None;
        for step in 0..steps {
            let now = value(step);
            if known.as_ref() != Some(&now) {
                words.push(if step == 0 { now.clone() } else { format!("{now} from {step}") });
            }
            known = Some(now);
        }
        let more = words.len().saturating_sub(200);
        words.truncate(200);
        if more > 0 {
            words.push(format!("… and {more} more changes"));
        }
        element("tr")
            .child(element("th").with("scope", "row").text(&wave.name))
            .child(element("td").text(wave.kind))
            .child(element("td").class("value").text(words.join(", ")))
    });
    let head = ["signal", "kind", "value, and when it changes"]
        .map(|name| element("th").with("scope", "col").text(name));
    let table = element("table")
        .child(element("thead").child(element("tr").children(head)))
        .child(element("tbody").children(rows));
    scrolled("signals", table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_make_numbers_and_the_property_comes_first() {
        let signal = |name: &str, kind: &str, values: &str| json!({"name": name, "kind": kind, "distance": 0, "values": values});
        let signals = [
            signal("count[0]", "latch", "0101"),
            signal("count[1]", "latch", "0011"),
            signal("odd[7]", "latch", "0000"),
            signal("bad", "property", "0001"),
        ];
        let waves = grouped(&signals);
        let names: Vec<&str> = waves.iter().map(|wave| wave.name.as_str()).collect();
        assert_eq!(names, ["bad", "count[1:0]", "odd[7]"]);
        assert_eq!(waves[1].bits, ["0011", "0101"]);
        let html = shown("w", &json!({"signals": signals})).into_string();
        assert!(html.contains("00, 01 from 1, 10 from 2, 11 from 3"), "{html}");
    }
}
