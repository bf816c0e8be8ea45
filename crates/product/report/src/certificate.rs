//! A file of evidence as a page: what it claims, and each of its parts to open. Nothing here is checked, and the page says so.

use crate::card::{card, message, scrolled};
use crate::fields::counted;
use crate::html::{Html, element};
use crate::limits::LINES;
use crate::page::Page;

/// The page of a certificate, a proof, a model or a bundle.
pub fn certificate(file: &str, text: &str) -> String {
    let mut body: Html = message(
        "unknown",
        "",
        "This page shows what the file says. It was not checked: buttress check FILE EVIDENCE does that, and with --html makes a page of it.",
    )
    .into();
    let parts = parts(text);
    let is_short = parts.len() <= 3;
    for (title, lines) in &parts {
        let shown = lines.iter().take(LINES).copied().collect::<Vec<&str>>().join("\n");
        let inside = scrolled(title, element("pre").text(shown));
        let count = counted(lines.len() as u64, "line");
        body.add(card(title, "", &count, is_short || lines.len() <= 40, inside));
    }
    let origin = "buttress view · evidence, not checked".to_owned();
    Page { title: file.to_owned(), origin, tally: Vec::new(), body, is_served: false }.into_string()
}

/// A part begins with a line of words that says what it is, such as `obligation initiation`; the first has no such line.
fn parts(text: &str) -> Vec<(String, Vec<&str>)> {
    const HEADS: [&str; 8] =
        ["obligation", "clauses", "trace", "clause", "condition", "proof", "call", "fact"];
    let mut parts = vec![("What it is about".to_owned(), Vec::new())];
    for line in text.lines() {
        let word = line.split_whitespace().next().unwrap_or_default();
        let last = parts.len() - 1;
        if HEADS.contains(&word) && !parts[last].1.is_empty() && parts.len() < 2_000 {
            let title: String = line.chars().take(100).collect();
            parts.push((title, vec![line]));
        } else {
            parts[last].1.push(line);
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_begin_with_their_names() {
        let text =
            "buttress-certificate 1\nproperty 0\nobligation initiation\n1 0\nobligation safety\n";
        let parts = parts(text);
        let titles: Vec<&str> = parts.iter().map(|(title, _)| title.as_str()).collect();
        assert_eq!(titles, ["What it is about", "obligation initiation", "obligation safety"]);
        let page = certificate("<b>.cert", text);
        assert!(
            page.contains("not checked")
                && page.contains("&lt;b&gt;.cert")
                && !page.contains("<b>.cert")
        );
    }
}
