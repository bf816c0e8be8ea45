//! Errors in circuits, scripts and evidence, and errors that have no place.

use std::borrow::Cow;
use std::io::Read;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};
use buttress_formats::smtlib::{self, Span};
use buttress_formats::{Diagnostic, Place};
use buttress_session::formulas;

use crate::limits::{EXCERPT_BYTES, MESSAGE_WIDTH};
use crate::style::legible;
use crate::wrap::filled;

/// An error that has no place in a file.
pub fn plain(message: &str) -> String {
    Renderer::styled().render(&[Level::ERROR.primary_title(message).elements(NOTHING)])
}

/// An error at a place of a text, with what to do about it.
pub fn in_text(
    file: &str,
    text: &str,
    span: Range<usize>,
    message: &str,
    help: Option<&str>,
) -> String {
    let snippet = Snippet::source(text).path(file).annotation(AnnotationKind::Primary.span(span));
    let mut group = Level::ERROR.primary_title(message).element(snippet);
    if let Some(help) = help {
        group = group.element(Level::HELP.message(help));
    }
    Renderer::styled().render(&[group])
}

const NOTHING: [Origin<'static>; 0] = [];

/// The errors of one file, whose bytes are at hand.
pub fn all(file: &str, bytes: &[u8], diagnostics: &[Diagnostic]) -> String {
    let furthest = diagnostics.iter().map(|diagnostic| diagnostic.offset).max().unwrap_or(0);
    let text = inflated(bytes, furthest);
    let drawn: Vec<String> =
        diagnostics.iter().map(|diagnostic| one(file, &text, diagnostic)).collect();
    drawn.join("\n\n")
}

/// An error in a script. Without its text, as on standard input, the place has to do.
pub fn in_script(file: &str, text: &[u8], error: &smtlib::Error) -> String {
    let Place { line, column } = error.place;
    let title = Level::ERROR.primary_title(&*error.message);
    let mut group = if text.is_empty() {
        title.element(Origin::path(format!("{file}:{line}:{column}")))
    } else {
        let (source, span) = underlined(text, error.offset, error.place);
        // A whole list is often meant, but its head says enough.
        let snippet = Snippet::source(source).path(file).line_start(line);
        let expected = error.expected.as_ref().map(|expected| format!("expected {expected}"));
        title.element(snippet.annotation(AnnotationKind::Primary.span(span).label(expected)))
    };
    if let Some(hint) = &error.hint {
        group = group.element(Level::HELP.message(&**hint));
    }
    Renderer::styled().render(&[group])
}

/// A part of a script that is outside of what is decided. Without the text, the place has to do.
pub fn out_of_fragment(file: &str, text: &[u8], outside: &formulas::OutOfFragment) -> String {
    let title = Level::WARNING.with_name("unknown").primary_title(outside.title());
    let title = title.id(outside.code);
    let place = |span: Span| format!("{}:{}", span.place.line, span.place.column);
    let mut group = match outside.position {
        Some(position) if !text.is_empty() => {
            let (line, range) = underlined_span(text, position.span);
            let snippet = Snippet::source(line).path(file).line_start(position.span.place.line);
            let label = (!outside.is_exact).then_some("somewhere in here");
            title.element(snippet.annotation(AnnotationKind::Primary.span(range).label(label)))
        }
        Some(position) => title.element(Origin::path(format!("{file}:{}", place(position.span)))),
        None => title.element(Origin::path(file)),
    };
    group = group.element(Level::NOTE.message(folded(outside.rule)));
    if let Some(used_at) = outside.position.and_then(|position| position.used_at) {
        let note = format!("in a definition that is used at {}", place(used_at));
        group = group.element(Level::NOTE.message(note));
    }
    if let Some(help) = &outside.help {
        group = group.element(Level::HELP.message(folded(help)));
    }
    group = group.element(Level::HELP.message(format!("buttress explain {}", outside.code)));
    Renderer::styled().term_width(MESSAGE_WIDTH).render(&[group])
}

/// A sentence in lines that fit beside the sign of a note.
fn folded(sentence: &str) -> String {
    filled(sentence, MESSAGE_WIDTH - 18)
}

/// A line of a text file, underlined, with a title: for evidence that was rejected.
pub fn excerpt(file: &str, bytes: &[u8], title: &str, line: usize) -> String {
    let title = Level::ERROR.with_name("rejected").primary_title(title);
    let text = bytes.split(|&byte| byte == b'\n').nth(line.saturating_sub(1)).unwrap_or_default();
    let text = String::from_utf8_lossy(text);
    let end = text.len();
    let snippet = Snippet::source(text).path(file).line_start(line);
    let snippet = snippet.annotation(AnnotationKind::Primary.span(0..end));
    Renderer::styled().render(&[title.element(snippet)])
}

fn one(file: &str, text: &[u8], diagnostic: &Diagnostic) -> String {
    let code = diagnostic.code.as_str();
    let title = Level::ERROR.primary_title(&*diagnostic.message).id(code);
    let expected = diagnostic.expected.as_deref();
    let mut group = match diagnostic.place {
        Some(place) => {
            let (line, span) = underlined(text, diagnostic.offset, place);
            let label = expected.map(|expected| format!("expected {expected}"));
            let annotation = AnnotationKind::Primary.span(span).label(label);
            let snippet = Snippet::source(line).path(file).line_start(place.line);
            title.element(snippet.annotation(annotation))
        }
        None => {
            let origin = Origin::path(format!("{file}, byte {0:#x} ({0})", diagnostic.offset));
            let group = title.element(origin);
            match expected {
                Some(expected) => {
                    group.element(Level::NOTE.message(format!("expected {expected}")))
                }
                None => group,
            }
        }
    };
    if let Some(hint) = &diagnostic.hint {
        group = group.element(Level::NOTE.message(&**hint));
    }
    let help = format!("buttress explain {code}");
    group = group.element(Level::HELP.message(help));
    Renderer::styled().render(&[group])
}

/// The line around `offset`, and the word there as a range of it.
fn underlined(text: &[u8], offset: usize, place: Place) -> (String, std::ops::Range<usize>) {
    let offset = offset.min(text.len());
    let start = text[..offset].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let length = text[offset..].iter().position(|&byte| byte == b'\n');
    let end = length.map_or(text.len(), |length| offset + length);
    let line = &text[start..end.min(start + EXCERPT_BYTES)];
    let line = legible(&String::from_utf8_lossy(line));
    let from = line.char_indices().nth(place.column.saturating_sub(1));
    let from = from.map_or(line.len(), |(at, _)| at);
    let word = line[from..].find(char::is_whitespace).unwrap_or(line.len() - from);
    (line, from..from + word)
}

/// The line in which a stretch of text begins, and the part of the stretch in it.
fn underlined_span(text: &[u8], span: Span) -> (String, std::ops::Range<usize>) {
    let offset = span.offset.min(text.len());
    let start = text[..offset].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let length = text[offset..].iter().position(|&byte| byte == b'\n');
    let end = length.map_or(text.len(), |length| offset + length);
    let until = (offset + span.length).clamp(offset, end);
    let shown = |bytes: &[u8]| -> String {
        let text = String::from_utf8_lossy(bytes);
        text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
    };
    let before = shown(&text[start..offset]);
    let piece = shown(&text[offset..until]);
    // More than fits the width need not be underlined.
    let most = piece.char_indices().nth(MESSAGE_WIDTH - 24).map_or(piece.len(), |(at, _)| at);
    let range = before.len()..before.len() + piece[..most].trim_end().len();
    (before + &piece + &shown(&text[until..end]), range)
}

/// The text in which offsets count, as far as it is needed: compressed files are inflated.
fn inflated(bytes: &[u8], furthest: usize) -> Cow<'_, [u8]> {
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return Cow::Borrowed(bytes);
    }
    let mut text = Vec::new();
    let needed = furthest as u64 + 4096;
    // What a damaged file yields before the damage is all there is to show.
    let _ = flate2::read::MultiGzDecoder::new(bytes).take(needed).read_to_end(&mut text);
    Cow::Owned(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_word_at_the_place_is_underlined() {
        let place = |line, column| Place { line, column };
        let text = b"aag 1\n2 17x 4\n";
        assert_eq!(underlined(text, 8, place(2, 3)), ("2 17x 4".to_owned(), 2..5));
        assert_eq!(underlined(text, 5, place(1, 6)), ("aag 1".to_owned(), 5..5));
        assert_eq!(underlined(text, 99, place(3, 1)), (String::new(), 0..0));
        assert_eq!(
            underlined(b"\xffa \x01b", 3, place(1, 4)),
            ("\u{fffd}a \u{fffd}b".to_owned(), 5..9)
        );
    }
}
