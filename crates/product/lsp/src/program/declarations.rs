//! What stands at the top level of a program, with names and stretches of text.

use buttress_pi::tree::{Declaration, File};
use buttress_pi::{Name, Span};

/// Something at the top level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Declared {
    /// Its name.
    pub(crate) name: Name,
    /// All of it.
    pub(crate) span: Span,
    /// Of a function: where its body begins.
    pub(crate) body: Option<u32>,
    /// How many of this name came before.
    pub(crate) ordinal: usize,
}

/// What stands at the top level, in the order of the text.
pub(super) fn declared(file: &File) -> Vec<Declared> {
    let mut all: Vec<Declared> = Vec::new();
    for declaration in &file.declarations {
        let (name, span, body) = match declaration {
            Declaration::Global { name, span, .. }
            | Declaration::Struct { name, span, .. }
            | Declaration::Predicate { name, span, .. } => (name, *span, None),
            Declaration::Function(function) => {
                (&function.name, function.span, Some(function.body.span.start))
            }
        };
        let ordinal = all.iter().filter(|other| other.name.text == name.text).count();
        all.push(Declared { name: name.clone(), span, body, ordinal });
    }
    all
}
