//! What is wrong with a program, and where.
//!
//! A diagnostic is data: a code, a place, a sentence, what else is worth pointing at. Whoever talks to
//! the user draws it. The codes are listed in `docs/programs.md`; `PI00xx` are about the text, `PI01xx`
//! about names and types, `PI02xx` about contracts and rankings.

use crate::Span;

/// How grave it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// The program has no meaning.
    Error,
    /// It has one, but perhaps not the one that was meant.
    Warning,
    /// Something worth knowing.
    Note,
}

/// One message about a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// A stable code such as `PI0012`.
    pub code: &'static str,
    /// How grave it is.
    pub severity: Severity,
    /// Where.
    pub span: Span,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// What to write at the span, if that helps.
    pub label: Option<String>,
    /// Other places, with what they have to do with it.
    pub related: Vec<(Span, String)>,
    /// Why it is so.
    pub note: Option<String>,
    /// What the user may do about it, with the exact text to type where there is one.
    pub help: Option<String>,
    /// What the message proposes to write, and in place of what. It is a guess: whoever applies it tries it first.
    pub replacement: Option<(Span, String)>,
}

impl Diagnostic {
    /// An error.
    pub fn error(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            severity: Severity::Error,
            span,
            message: message.into(),
            label: None,
            related: vec![],
            note: None,
            help: None,
            replacement: None,
        }
    }

    /// A warning.
    pub fn warning(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, span, message) }
    }

    /// Adds what to write at the span.
    #[must_use]
    pub fn labelled(mut self, label: impl Into<String>) -> Diagnostic {
        self.label = Some(label.into());
        self
    }

    /// Adds another place.
    #[must_use]
    pub fn pointing(mut self, span: Span, label: impl Into<String>) -> Diagnostic {
        self.related.push((span, label.into()));
        self
    }

    /// Adds why it is so.
    #[must_use]
    pub fn noting(mut self, note: impl Into<String>) -> Diagnostic {
        self.note = Some(note.into());
        self
    }

    /// Adds what the user may do.
    #[must_use]
    pub fn helping(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// Proposes this text in place of the span.
    #[must_use]
    pub fn proposing(self, text: impl Into<String>) -> Diagnostic {
        let text = text.into();
        self.helping(text.clone()).replacing(text)
    }

    /// Proposes in words to write this in place of the span.
    #[must_use]
    pub fn advising(self, text: &str) -> Diagnostic {
        self.helping(format!("write `{text}`")).replacing(text)
    }

    /// Asks whether this name was meant instead of the one at the span.
    #[must_use]
    pub fn suggesting(self, name: &str) -> Diagnostic {
        self.helping(format!("did you mean `{name}`?")).replacing(name)
    }

    /// Adds what could stand in place of the span.
    #[must_use]
    pub fn replacing(mut self, text: impl Into<String>) -> Diagnostic {
        self.replacement = Some((self.span, text.into()));
        self
    }
}
