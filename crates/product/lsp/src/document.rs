//! A text that is open in the editor, and what is known about it.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use buttress_pi::Span;
use lsp_types::{
    Diagnostic, Position, Range, TextDocumentContentChangeEvent, TextDocumentItem, Uri,
};

use crate::limits::LARGEST_TEXT;
use crate::positions::{Encoding, Positions};
use crate::program::ProgramAnalysis;
use crate::proving::{Kept, Key, Unit};
use crate::script::ScriptAnalysis;
use crate::status::StatusParams;

/// What a text is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Language {
    /// A program in pi.
    Program,
    /// An SMT-LIB script, a system over numbers included.
    Script,
}

/// What a text says.
#[derive(Clone)]
pub(crate) enum Analysis {
    /// A program.
    Program(Arc<ProgramAnalysis>),
    /// A script.
    Script(Arc<ScriptAnalysis>),
    /// The text is too large to be read while somebody types.
    TooLarge,
}

/// A text that is open.
pub(crate) struct Document {
    /// Its address.
    pub(crate) uri: Uri,
    /// What it is.
    pub(crate) language: Language,
    /// As the client counts.
    pub(crate) version: i32,
    /// The text.
    pub(crate) text: Arc<str>,
    /// Where its lines are.
    positions: Positions,
    encoding: Encoding,
    /// Was it changed since its diagnostics were sent?
    pub(crate) is_changed: bool,
    /// What it says; none if it was changed since it was read.
    pub(crate) analysis: Option<Analysis>,
    /// What can be proved, in the order of the text.
    pub(crate) units: Vec<Unit>,
    /// What each unit was when the text could be read last, and when it was changed last, counted in edits.
    pub(crate) edited: BTreeMap<String, (Key, u64)>,
    /// What was found about units.
    pub(crate) kept: BTreeMap<String, Kept>,
    /// When proving may begin; none if it must wait until the text is saved.
    pub(crate) due: Option<Instant>,
    /// The last diagnostics that were sent.
    pub(crate) published: Option<(i32, Vec<Diagnostic>)>,
    /// The last status that was sent.
    pub(crate) reported: Option<StatusParams>,
}

impl Document {
    /// A text that was opened.
    pub(crate) fn open(item: TextDocumentItem, encoding: Encoding) -> Document {
        let language = Language::of(&item.language_id, item.uri.as_str());
        Document {
            uri: item.uri,
            language,
            version: item.version,
            positions: Positions::new(&item.text, encoding),
            encoding,
            text: item.text.into(),
            is_changed: true,
            analysis: None,
            units: Vec::new(),
            edited: BTreeMap::new(),
            kept: BTreeMap::new(),
            due: Some(Instant::now()),
            published: None,
            reported: None,
        }
    }

    /// Changes of the text, in order.
    pub(crate) fn change(&mut self, version: i32, changes: Vec<TextDocumentContentChangeEvent>) {
        for change in changes {
            match change.range {
                Some(range) => {
                    let span = self.positions.span(&self.text, range);
                    let mut text = String::with_capacity(self.text.len() + change.text.len());
                    text.push_str(&self.text[..span.start as usize]);
                    text.push_str(&change.text);
                    text.push_str(&self.text[span.end as usize..]);
                    self.text = text.into();
                }
                None => self.text = change.text.into(),
            }
            self.positions = Positions::new(&self.text, self.encoding);
        }
        self.version = version;
        self.is_changed = true;
        self.analysis = None;
    }

    /// What the text says, read if that was not done since it was changed.
    pub(crate) fn read(&mut self) -> Analysis {
        if let Some(analysis) = &self.analysis {
            return analysis.clone();
        }
        let text = Arc::clone(&self.text);
        let analysis = match self.language {
            _ if text.len() > LARGEST_TEXT => Analysis::TooLarge,
            Language::Program => Analysis::Program(Arc::new(ProgramAnalysis::new(text))),
            Language::Script => Analysis::Script(Arc::new(ScriptAnalysis::new(text))),
        };
        self.analysis = Some(analysis.clone());
        analysis
    }

    /// The byte at a position.
    pub(crate) fn offset(&self, position: Position) -> u32 {
        self.positions.offset(&self.text, position) as u32
    }

    /// The position of a byte.
    pub(crate) fn position(&self, offset: u32) -> Position {
        self.positions.position(&self.text, offset as usize)
    }

    /// The range of a stretch.
    pub(crate) fn range(&self, span: Span) -> Range {
        self.positions.range(&self.text, span)
    }

    /// The stretch of a range.
    pub(crate) fn span(&self, range: Range) -> Span {
        self.positions.span(&self.text, range)
    }

    /// Forgets what was found about the unit that a function, check or property is in, as if it was edited just now.
    pub(crate) fn ask_anew(&mut self, name: &str, edit: u64) {
        let is_asked = |unit: &&Unit| unit.members.iter().any(|member| member.name == name);
        for unit in self.units.iter().filter(is_asked) {
            self.kept.remove(&unit.name);
            self.edited.insert(unit.name.clone(), (unit.key, edit));
        }
    }

    /// What was found about a unit, if it still holds.
    pub(crate) fn found(&self, unit: &Unit) -> Option<&Kept> {
        self.kept.get(&unit.name).filter(|kept| kept.is_about(unit))
    }
}

impl Language {
    /// By what the client says, else by the name.
    fn of(id: &str, uri: &str) -> Language {
        let id = id.to_ascii_lowercase();
        let is_script = id.starts_with("smt") || id == "vmt";
        let names = [".smt2", ".smt", ".vmt"];
        match is_script || id != "pi" && names.iter().any(|end| uri.ends_with(end)) {
            true => Language::Script,
            false => Language::Program,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn document(text: &str, encoding: Encoding) -> Document {
        let uri = "file:///a.pi".parse().expect("an address");
        let item =
            TextDocumentItem { uri, language_id: String::new(), version: 0, text: text.to_owned() };
        Document::open(item, encoding)
    }

    proptest! {
        #[test]
        fn edits_mean_what_the_client_means(
            edits in prop::collection::vec((0..40usize, 0..6usize, "[a∀😀 \n]{0,4}"), 0..20),
            is_utf8 in any::<bool>(),
        ) {
            let encoding = if is_utf8 { Encoding::Utf8 } else { Encoding::Utf16 };
            let mut ours = document("", encoding);
            // The slow way: letters, and positions counted letter by letter.
            let mut letters: Vec<char> = Vec::new();
            for (version, (from, length, text)) in edits.into_iter().enumerate() {
                let from = from.min(letters.len());
                let to = (from + length).min(letters.len());
                let position = |place: usize| {
                    let start = letters[..place].iter().rposition(|it| *it == '\n').map_or(0, |at| at + 1);
                    let line = letters[..place].iter().filter(|it| **it == '\n').count();
                    let units = |it: &char| if is_utf8 { it.len_utf8() } else { it.len_utf16() };
                    let column: usize = letters[start..place].iter().map(units).sum();
                    Position { line: line as u32, character: column as u32 }
                };
                let range = Some(Range { start: position(from), end: position(to) });
                let change = TextDocumentContentChangeEvent { range, range_length: None, text: text.clone() };
                ours.change(version as i32, vec![change]);
                letters.splice(from..to, text.chars());
                prop_assert_eq!(&*ours.text, letters.iter().collect::<String>());
            }
        }
    }

    #[test]
    fn languages_are_told_by_identifier_and_name() {
        for (id, uri, expected) in [
            ("pi", "file:///a.smt2", Language::Program),
            ("smt2", "file:///a", Language::Script),
            ("smt-lib", "file:///a", Language::Script),
            ("plaintext", "file:///a.smt2", Language::Script),
            ("plaintext", "file:///a.pi", Language::Program),
        ] {
            assert_eq!(Language::of(id, uri), expected, "{id} {uri}");
        }
    }
}
