//! From the text that a verdict is about to the text as it is now.
//!
//! A verdict is kept while declarations move, so its places move with them: a place inside of a declaration stays where it is
//! in that declaration. Lines that sentences mention are counted anew.

use buttress_pi::Span;
use buttress_session::programs::Message;

use super::source::ProgramSource;

/// How places move.
pub(crate) struct Relocation<'a> {
    old: &'a ProgramSource,
    new: &'a ProgramSource,
    /// Where something was, and where it begins now.
    moved: Vec<(Span, u32)>,
}

impl<'a> Relocation<'a> {
    /// From one text to another.
    pub(crate) fn new(old: &'a ProgramSource, new: &'a ProgramSource) -> Relocation<'a> {
        if std::ptr::eq(old, new) {
            return Relocation { old, new, moved: Vec::new() };
        }
        let moved = old.declared.iter().filter_map(|was| {
            let is_it = |is: &&super::declarations::Declared| {
                (&is.name.text, is.ordinal) == (&was.name.text, was.ordinal)
            };
            Some((was.span, new.declared.iter().find(is_it)?.span.start))
        });
        Relocation { old, new, moved: moved.collect() }
    }

    /// Where a stretch is now; none if what it was in is gone.
    pub(crate) fn span(&self, span: Span) -> Option<Span> {
        if std::ptr::eq(self.old, self.new) {
            return Some(span);
        }
        let around = |(whole, _): &&(Span, u32)| whole.start <= span.start && span.end <= whole.end;
        let (whole, start) = self.moved.iter().find(around)?;
        let start = span.start - whole.start + start;
        Some(Span { start, end: start + (span.end - span.start) })
    }

    /// A message with its places moved. Places that are gone are left away; without its own, it stands at `fallback`.
    pub(crate) fn message(&self, message: Message, fallback: Span) -> Message {
        let place = |(span, label): (Span, String)| Some((self.span(span)?, label));
        Message {
            title: self.sentence(&message.title),
            place: message.place.and_then(place).or(Some((fallback, String::new()))),
            others: message
                .others
                .into_iter()
                .filter_map(place)
                .map(|(span, label)| (span, self.sentence(&label)))
                .collect(),
            notes: message.notes.iter().map(|note| self.sentence(note)).collect(),
            help: message.help.iter().map(|help| self.sentence(help)).collect(),
            ..message
        }
    }

    /// A sentence with the lines that it mentions counted anew.
    pub(crate) fn sentence(&self, sentence: &str) -> String {
        const MARK: &str = "line ";
        if std::ptr::eq(self.old, self.new) || !sentence.contains(MARK) {
            return sentence.to_owned();
        }
        let mut pieces = sentence.split(MARK);
        let mut text = pieces.next().unwrap_or_default().to_owned();
        for piece in pieces {
            text.push_str(MARK);
            let digits =
                piece.len() - piece.trim_start_matches(|it: char| it.is_ascii_digit()).len();
            let line = piece[..digits].parse().ok().and_then(|line| self.line(line));
            match line {
                Some(line) => text.push_str(&line.to_string()),
                None => text.push_str(&piece[..digits]),
            }
            text.push_str(&piece[digits..]);
        }
        text
    }

    /// What a line is called now.
    fn line(&self, line: usize) -> Option<usize> {
        let is_in = |(whole, _): &&(Span, u32)| {
            let end = Span { start: whole.end, end: whole.end };
            (self.old.lines.line(*whole)..=self.old.lines.line(end)).contains(&line)
        };
        let (whole, start) = self.moved.iter().find(is_in)?;
        let inside = line - self.old.lines.line(*whole);
        Some(self.new.lines.line(Span { start: *start, end: *start }) + inside)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::analysis::ProgramAnalysis;
    use super::*;

    fn read(text: &str) -> Arc<ProgramSource> {
        ProgramAnalysis::new(text.into()).source
    }

    #[test]
    fn places_stay_in_their_declarations() {
        let (f, g) =
            ("@pre true\n@post true\nvoid f() {\n}\n", "@pre true @post true void g() { ; }\n");
        let old = read(&format!("{f}{g}"));
        let new = read(&format!("// a remark\n\n{g}int x;\n{f}"));
        let relocation = Relocation::new(&old, &new);
        for name in ["f()", "g() { ;"] {
            let at = old.text.find(name).expect(name);
            let moved = relocation.span(Span::new(at, at + name.len())).expect(name);
            assert_eq!(moved.of(&new.text), name);
        }
        assert_eq!(
            relocation.sentence("the loop at line 3 (line 5)"),
            "the loop at line 7 (line 3)"
        );
        assert_eq!(relocation.sentence("line 99, line"), "line 99, line");
        let gone = read(g);
        assert_eq!(Relocation::new(&old, &gone).span(Span::new(0, 3)), None);
    }
}
