//! Messages about programs as a person reads them: title, places in the text, notes, help.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use buttress_pi::{Diagnostic, Severity, Span};
use buttress_session::programs::{Message, NOTE_MARGIN};

use crate::wrap::fit;

/// The text that messages are about.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    /// The name of the file.
    pub file: &'a str,
    /// What is in it.
    pub text: &'a str,
    /// Columns of the report.
    pub width: usize,
}

/// The message as text, with colours.
pub fn message(message: &Message, source: Source<'_>) -> String {
    let level = match message.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let title =
        level.with_name(message.word).primary_title(message.title.as_str()).id(message.code);
    let mut snippet = Snippet::source(source.text).path(source.file);
    let mut is_placed = false;
    if let Some((span, label)) = &message.place {
        let span = within(source.text, *span);
        snippet = snippet.annotation(AnnotationKind::Primary.span(span).label(label_of(label)));
        is_placed = true;
    }
    for (span, label) in &message.others {
        let span = within(source.text, *span);
        snippet = snippet.annotation(AnnotationKind::Context.span(span).label(label_of(label)));
        is_placed = true;
    }
    let nothing: [Snippet<'_, annotate_snippets::Annotation<'_>>; 0] = [];
    let mut group = match is_placed {
        true => title.element(snippet),
        false => title.elements(nothing),
    };
    let room = source.width.saturating_sub(NOTE_MARGIN);
    for note in &message.notes {
        group = group.element(Level::NOTE.no_name().message(fit(note, room)));
    }
    for help in &message.help {
        // A command stays whole: a terminal may part it, but then it can be copied as one.
        let is_command = help.starts_with("buttress ");
        let help = if is_command { help.clone() } else { fit(help, room) };
        group = group.element(Level::HELP.message(help));
    }
    Renderer::styled().term_width(source.width).render(&[group])
}

fn label_of(label: &str) -> Option<&str> {
    (!label.is_empty()).then_some(label)
}

/// A span as a range that the text has, between letters.
fn within(text: &str, span: Span) -> Range<usize> {
    let inside = |place: u32| {
        let mut place = (place as usize).min(text.len());
        while !text.is_char_boundary(place) {
            place -= 1;
        }
        place
    };
    let (start, end) = (inside(span.start), inside(span.end));
    start..end.max(start)
}

/// What is wrong with a program, or worth knowing about it, one message after the other.
pub fn in_program(source: Source<'_>, problems: &[Diagnostic]) -> String {
    let mut problems: Vec<&Diagnostic> = problems.iter().collect();
    problems.sort_by_key(|problem| (problem.severity, problem.span));
    let shown: Vec<String> =
        problems.iter().map(|problem| message(&Message::from(*problem), source)).collect();
    shown.join("\n\n")
}

/// What is wrong with a program, for a person. With an error, remarks are left out.
pub fn errors_in_program(
    name: &str,
    bytes: &[u8],
    problems: &[Diagnostic],
    width: usize,
) -> String {
    let text = String::from_utf8_lossy(bytes);
    let errors: Vec<Diagnostic> =
        problems.iter().filter(|problem| problem.severity == Severity::Error).cloned().collect();
    in_program(Source { file: name, text: &text, width }, &errors)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_outside_of_the_text_are_drawn_at_its_end() {
        assert_eq!(within("∀x", Span::new(1, 9)), 0..4);
        assert_eq!(within("", Span::new(3, 2)), 0..0);
        let source = Source { file: "a.pi", text: "ab\n", width: 80 };
        let problem = Diagnostic::error("PI0001", Span::new(70, 80), "something is missing");
        assert!(in_program(source, &[problem]).contains("something is missing"));
    }
}
