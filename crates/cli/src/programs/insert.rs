//! Inferred facts written into the text of a program: a line each, and nothing else changes.

use buttress_session::ProgramsReport;

/// The text with every inferred fact at its loop, marked `// inferred`.
///
/// An annotation `@ L: F` becomes `@ L: (F) && fact`, since `&&` binds less tightly than comparisons but more tightly
/// than implications.
pub fn with_facts(text: &str, report: &ProgramsReport) -> String {
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
            let more: String =
                facts.iter().map(|fact| format!("\n{indent}&& ({fact}) // inferred")).collect();
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
        written.insert(end, ')');
        written.insert(start, '(');
    }
    written
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
