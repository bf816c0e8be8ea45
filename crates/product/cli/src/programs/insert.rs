//! Inferred facts written into the text of a program: a line each, and nothing else changes.

use buttress_session::programs;

/// The text with every inferred fact at its loop, marked `// inferred`.
///
/// An annotation `@ L: F` becomes `@ L: F && fact`, with parentheses around what binds less tightly than `&&`.
pub fn with_facts(text: &str, report: &programs::Report) -> String {
    let mut changes: Vec<(usize, usize, String)> = Vec::new();
    for function in &report.functions {
        let written = report.program.function(function.function);
        for (place, head) in written.loops.iter().enumerate() {
            let facts = function.facts.iter().filter(|fact| fact.head.0 as usize == place);
            let facts: Vec<&str> = facts.map(|fact| fact.text.as_str()).collect();
            if facts.is_empty() {
                continue;
            }
            let span = head.annotation.span;
            let (start, end) = formula(text, span.start as usize, span.end as usize);
            let indent = indent(text, start);
            let more: String = facts.iter().map(|fact| line(&indent, fact)).collect();
            changes.push((start, end, more));
        }
    }
    changes.sort();
    let mut written = text.to_owned();
    for (start, end, more) in changes.into_iter().rev() {
        // The rest of the line moves to a line of its own, behind the remark.
        let rest = &written[end..];
        let spaces = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        let (middle, end_of_rest) =
            match rest[spaces..].starts_with(['\n', '\r']) || rest[spaces..].is_empty() {
                true => (String::new(), end),
                false => (format!("\n{}", indent(&written, start)), end + spaces),
            };
        written.replace_range(end..end_of_rest, &format!("{more}{middle}"));
        if is_loose(&text[start..end]) {
            written.insert(end, ')');
            written.insert(start, '(');
        }
    }
    written
}

fn line(indent: &str, fact: &str) -> String {
    match is_loose(fact) {
        true => format!("\n{indent}&& ({fact}) // inferred"),
        false => format!("\n{indent}&& {fact} // inferred"),
    }
}

/// Does the formula bind less tightly than `&&`? One with a remark inside may.
fn is_loose(formula: &str) -> bool {
    let mut depth = 0;
    formula.char_indices().any(|(place, letter)| {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        let rest = &formula[place..];
        let is_one_of = |signs: &[&str]| signs.iter().any(|sign| rest.starts_with(sign));
        is_one_of(&["//", "/*"]) || depth == 0 && is_one_of(&["->", "||", "→", "↔", "∨"])
    })
}

/// Where the formula of an annotation is: behind the `@` and its label.
fn formula(text: &str, start: usize, end: usize) -> (usize, usize) {
    let annotation = text.get(start..end).unwrap_or_default();
    let mut skipped = 0;
    if let Some(rest) = annotation.strip_prefix('@') {
        skipped = annotation.len() - rest.trim_start().len();
        let name_end =
            rest.trim_start().find(|letter: char| !letter.is_alphanumeric() && letter != '_');
        let behind = &rest.trim_start()[name_end.unwrap_or(0)..];
        if let Some(formula) =
            behind.trim_start().strip_prefix(':').filter(|rest| !rest.starts_with('='))
        {
            skipped = annotation.len() - formula.trim_start().len();
        }
    }
    (start + skipped, start + annotation.trim_end().len())
}

/// The blanks before the first word of the line, and some more.
fn indent(text: &str, place: usize) -> String {
    let line = text[..place].rfind('\n').map_or(0, |at| at + 1);
    let line = &text[line..];
    let blanks = line.len() - line.trim_start_matches([' ', '\t']).len();
    format!("{}  ", &line[..blanks])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_binds_less_tightly_gets_parentheses() {
        for tight in ["i <= n", "p(a) && forall i. (0 <= i -> a[i] = 0)", "!(p || q)"] {
            assert!(!is_loose(tight), "{tight}");
        }
        for loose in ["p -> q", "p && q || r", "b <-> c", "i < n /* ( */ -> p", "(p) ∨ q"] {
            assert!(is_loose(loose), "{loose}");
        }
    }

    #[test]
    fn labels_stay_outside_of_the_formula() {
        for (annotation, expected) in [
            ("@ L: i <= n", "i <= n"),
            ("@i <= n ", "i <= n"),
            ("@ p(a)", "p(a)"),
            ("@L1:true", "true"),
        ] {
            let (start, end) = formula(annotation, 0, annotation.len());
            assert_eq!(&annotation[start..end], expected);
        }
    }
}
