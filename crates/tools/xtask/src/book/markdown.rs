//! As much of Markdown as links need: where they lead, and what headings can be led to.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// A link or a picture: the line that it stands on, and where its target stands in the text.
pub struct Link {
    pub line: usize,
    pub place: Range<usize>,
}

/// The links of a page. What stands in code is none.
pub fn links(text: &str) -> Vec<Link> {
    let mut links = Vec::new();
    for (number, start, line) in prose(text) {
        let plain = without_code(line);
        for (at, _) in plain.match_indices("](") {
            let target = at + 2;
            let Some(length) = plain[target..].find([')', ' ']) else { continue };
            let place = start + target..start + target + length;
            links.push(Link { line: number, place });
        }
    }
    links
}

/// What `#…` may name in a page: its headings in lower case, with `-` for blanks, as mdBook and the usual hosts have it.
pub fn anchors(text: &str) -> BTreeSet<String> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut anchors = BTreeSet::new();
    for (_, _, line) in prose(text) {
        let title = line.trim_start_matches('#');
        let (level, Some(title)) = (line.len() - title.len(), title.strip_prefix(' ')) else {
            continue;
        };
        if level == 0 {
            continue;
        }
        let kept = title.trim().chars().filter_map(|sign| match sign {
            ' ' => Some('-'),
            '-' | '_' => Some(sign),
            _ if sign.is_alphanumeric() => Some(sign.to_ascii_lowercase()),
            _ => None,
        });
        let name: String = kept.collect();
        let count = seen.entry(name.clone()).or_default();
        anchors.insert(if *count == 0 { name } else { format!("{name}-{count}") });
        *count += 1;
    }
    anchors
}

/// The lines outside of fences: number from 1, place in the text, line.
fn prose(text: &str) -> Vec<(usize, usize, &str)> {
    let (mut lines, mut start, mut is_fenced) = (Vec::new(), 0, false);
    for (index, line) in text.split('\n').enumerate() {
        if line.trim_start().starts_with("```") {
            is_fenced = !is_fenced;
        } else if !is_fenced {
            lines.push((index + 1, start, line));
        }
        start += line.len() + 1;
    }
    lines
}

/// The line with blanks in the place of code, byte for byte.
fn without_code(line: &str) -> String {
    let mut is_code = false;
    let blanked = line.chars().flat_map(|sign| {
        is_code ^= sign == '`';
        let is_blank = is_code || sign == '`';
        let (kept, count) = if is_blank { (' ', sign.len_utf8()) } else { (sign, 1) };
        std::iter::repeat_n(kept, count)
    });
    // An odd number of marks is none that closes: then all is text.
    let blanked: String = blanked.collect();
    if line.matches('`').count().is_multiple_of(2) { blanked } else { line.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_found_outside_of_code() {
        let text =
            "# A\n[one](a.md#b) and ![two](ü/c.png) `[x](y)` [three](#d)\n```\n[no](e)\n```\n";
        let found: Vec<_> =
            links(text).into_iter().map(|link| (link.line, &text[link.place])).collect();
        assert_eq!(found, [(2, "a.md#b"), (2, "ü/c.png"), (2, "#d")]);
    }

    #[test]
    fn headings_are_anchors() {
        let text = "# What's `new`?\n## A_b c\n```\n# no\n```\n## A_b c\n#no\n";
        assert_eq!(anchors(text), ["a_b-c", "a_b-c-1", "whats-new"].map(str::to_owned).into());
    }
}
