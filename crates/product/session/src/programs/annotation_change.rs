//! Changes of annotations in the text of a program: facts added, conjuncts left away, and nothing else.

use buttress_pi::program::{Annotation, Function, FunctionId, LoopId, Program};
use buttress_pi::{Span, read};

use super::report::{FactShown, FunctionReport, Report};

/// A change of a text: what stands at a place becomes something else.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Change {
    /// What is replaced; empty where something is added.
    pub span: Span,
    /// By this.
    pub text: String,
}

/// The text with every inferred fact at its loop, marked `// inferred`.
pub fn with_facts(text: &str, report: &Report) -> String {
    let of_function = |function: &FunctionReport| {
        fact_changes(text, report.program.function(function.function), &function.facts)
    };
    changed(text, report.functions.iter().flat_map(of_function).collect())
}

/// The changes that put facts at the loops of a function, a line each, marked `// inferred`.
///
/// An annotation `@ L: F` becomes `@ L: F && fact`, with parentheses around what binds less tightly than `&&`.
pub fn fact_changes(text: &str, function: &Function, facts: &[FactShown]) -> Vec<Change> {
    let mut changes = Vec::new();
    for (place, head) in function.loops.iter().enumerate() {
        let facts = facts.iter().filter(|fact| fact.head.0 as usize == place);
        let facts: Vec<&str> = facts.map(|fact| fact.text.as_str()).collect();
        if facts.is_empty() {
            continue;
        }
        let (start, end) = formula(text, head.annotation.span);
        let indent = indent(text, start);
        let more: String = facts.iter().map(|fact| line(&indent, fact)).collect();
        // The rest of the line moves to a line of its own, behind the remark.
        let rest = &text[end..];
        let spaces = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        let (middle, end_of_rest) =
            match rest[spaces..].starts_with(['\n', '\r']) || rest[spaces..].is_empty() {
                true => (String::new(), end),
                false => (format!("\n{indent}"), end + spaces),
            };
        changes.extend(wrapped(text, (start, end), end_of_rest, &format!("{more}{middle}")));
    }
    changes
}

/// The changes that add a conjunct at the end of an annotation, in its last line.
pub fn with_conjunct(text: &str, annotation: &Annotation, conjunct: &str) -> Vec<Change> {
    let (start, end) = formula(text, annotation.span);
    if text[start..end].trim() == "true" {
        return vec![Change { span: Span::new(start, end), text: conjunct.to_owned() }];
    }
    let conjunct = match is_loose(conjunct) {
        true => format!(" && ({conjunct})"),
        false => format!(" && {conjunct}"),
    };
    wrapped(text, (start, end), end, &conjunct)
}

/// Changes that put something behind a formula, which gets parentheses if it needs them.
fn wrapped(text: &str, (start, end): (usize, usize), until: usize, more: &str) -> Vec<Change> {
    let (opening, closing) = if is_loose(&text[start..end]) { ("(", ")") } else { ("", "") };
    let opening = Change { span: Span::new(start, start), text: opening.to_owned() };
    let behind = Change { span: Span::new(end, until), text: format!("{closing}{more}") };
    [opening, behind]
        .into_iter()
        .filter(|it| !(it.text.is_empty() && it.span.range().is_empty()))
        .collect()
}

/// The change that leaves a conjunct of a loop's annotation away. None if the rest would not be what it was.
pub fn without_conjunct(
    text: &str,
    program: &Program,
    function: FunctionId,
    head: LoopId,
    place: usize,
) -> Option<Change> {
    let conjuncts = &program.function(function).head(head).annotation.conjuncts;
    let own = conjuncts.get(place)?.span;
    let before = place.checked_sub(1).and_then(|place| conjuncts.get(place));
    let after = conjuncts.get(place + 1);
    let candidates = [
        before.map(|before| (Span { start: before.span.end, end: own.end }, "")),
        after.map(|after| (Span { start: own.start, end: after.span.start }, "")),
        Some((own, "true")),
    ];
    let expected: Vec<&str> = conjuncts.iter().map(|it| bare(it.span.of(text))).collect();
    let is_right = |change: &Change| {
        let written = changed(text, vec![change.clone()]);
        let Some(program) = read(&written).program else { return false };
        let function = program.functions.get(function.0 as usize);
        let head = function.and_then(|function| function.loops.get(head.0 as usize));
        head.is_some_and(|head| {
            let left = head.annotation.conjuncts.iter().map(|it| bare(it.span.of(&written)));
            let rest = expected.iter().enumerate().filter(|(other, _)| *other != place);
            left.eq(rest.map(|(_, text)| *text))
        })
    };
    let changes = candidates.into_iter().flatten().filter(|(span, _)| span.start <= span.end);
    let mut changes = changes.map(|(span, text)| Change { span, text: text.to_owned() });
    changes.find(is_right)
}

/// A conjunct without parentheses around it, which may come and go with its neighbours.
fn bare(conjunct: &str) -> &str {
    conjunct.trim_matches(['(', ')', ' ', '\n'])
}

/// The text after changes that do not overlap.
pub fn changed(text: &str, mut changes: Vec<Change>) -> String {
    changes.sort();
    let mut written = text.to_owned();
    for Change { span, text } in changes.into_iter().rev() {
        written.replace_range(span.range(), &text);
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
fn formula(text: &str, span: Span) -> (usize, usize) {
    let (annotation, start) = (span.of(text), span.start as usize);
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
    fn conjuncts_go_with_their_sign_and_the_rest_stays() {
        let program = |annotation: &str| {
            format!(
                "@pre true @post true void f(int n) {{ int i; while @ {annotation} (i < n) i := i + 1; }}"
            )
        };
        for (annotation, place, expected) in [
            ("L: i <= n && 0 <= i && n = n", 1, "L: i <= n && n = n"),
            ("i <= n && 0 <= i", 0, "0 <= i"),
            ("0 <= i", 0, "true"),
            ("0 <= i && (i <= n && n = n)", 1, "0 <= i && (n = n)"),
            ("0 <= i && (i <= n && n = n)", 0, "true && (i <= n && n = n)"),
        ] {
            let text = program(annotation);
            let read = read(&text).program.expect(&text);
            let change = without_conjunct(&text, &read, FunctionId(0), LoopId(0), place);
            let change = change.expect(annotation);
            assert_eq!(changed(&text, vec![change]), program(expected), "{annotation}");
        }
    }

    #[test]
    fn conjuncts_are_added_where_they_bind() {
        for (annotation, conjunct, expected) in [
            ("@ L: i <= n", "0 <= i", "@ L: i <= n && 0 <= i"),
            ("@ p -> q", "0 <= i", "@ (p -> q) && 0 <= i"),
            ("@pre true", "0 <= i", "@pre 0 <= i"),
            ("@ p", "q || r", "@ p && (q || r)"),
        ] {
            // Of contracts, the span is that of the formula.
            let start = if annotation.starts_with("@pre") { 5 } else { 0 };
            let span = Span::new(start, annotation.len());
            let written = Annotation { label: None, conjuncts: Vec::new(), added: 0, span };
            let changes = with_conjunct(annotation, &written, conjunct);
            assert_eq!(changed(annotation, changes), expected);
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
            let (start, end) = formula(annotation, Span::new(0, annotation.len()));
            assert_eq!(&annotation[start..end], expected);
        }
    }
}
