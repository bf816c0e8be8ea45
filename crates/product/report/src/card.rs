//! Cards: a heading with a verdict, figures, and what belongs to them. They fold.

use crate::html::{Element, Html, element};
use crate::verdict::pill;

/// A card that is open at first, or not.
pub fn card(title: &str, word: &str, remark: &str, is_open: bool, inside: impl Into<Html>) -> Html {
    let summary = element("summary")
        .child(element("h3").text(title))
        .child((!word.is_empty()).then(|| pill(word)))
        .child((!remark.is_empty()).then(|| element("span").class("remark").text(remark)));
    element("details")
        .class("card")
        .flag("open", is_open)
        .child(summary)
        .child(element("div").class("inside").child(inside))
        .into()
}

/// Something that is folded at first.
pub fn folded(title: &str, inside: impl Into<Html>) -> Html {
    element("details").class("folded").child(element("summary").text(title)).child(inside).into()
}

/// Figures in a row: what, and how much.
pub fn figures(rows: &[(&str, String)]) -> Html {
    let rows = rows.iter().filter(|(_, value)| !value.is_empty()).map(|(name, value)| {
        element("div").child(element("dt").text(name)).child(element("dd").text(value))
    });
    let rows: Vec<Element> = rows.collect();
    if rows.is_empty() {
        return Html::new();
    }
    element("dl").class("figures").children(rows).into()
}

/// A message of some kind: `error`, `open`, `note`.
pub fn message(class: &'static str, code: &str, words: &str) -> Element {
    let code = (!code.is_empty()).then(|| element("code").class("code").text(code));
    let gap = if code.is_some() { " " } else { "" };
    element("p").class("message").class(class).child(code).text(gap).text(words)
}

/// A table with a heading for each column.
pub fn table(
    caption: &str,
    columns: &[&str],
    rows: impl IntoIterator<Item = Vec<Html>>,
) -> Element {
    let head = columns.iter().map(|name| element("th").with("scope", "col").text(name));
    let rows = rows
        .into_iter()
        .map(|row| element("tr").children(row.into_iter().map(|cell| element("td").child(cell))));
    let body = element("tbody").children(rows);
    let caption = (!caption.is_empty()).then(|| element("caption").text(caption));
    let table = element("table")
        .child(caption)
        .child(element("thead").child(element("tr").children(head)))
        .child(body);
    scrolled(caption_label(columns), table)
}

/// Something wide that scrolls by itself, with the keyboard too.
pub fn scrolled(label: &str, inside: impl Into<Html>) -> Element {
    element("div")
        .class("scrolled")
        .with("tabindex", "0")
        .with("role", "region")
        .with("aria-label", label)
        .child(inside)
}

fn caption_label<'a>(columns: &[&'a str]) -> &'a str {
    columns.first().filter(|name| !name.is_empty()).copied().unwrap_or("table")
}
