//! What to try where a proof in the editor came to no answer: a command for a terminal, where there is more time and more to choose.

use buttress_session::UnknownKind;
use buttress_session::larger::{longer, more_memory};
use buttress_session::shell::quoted;

use crate::client::Client;
use crate::document::Document;
use crate::options::Options;

/// For whom advice is.
pub(crate) struct Advice<'a> {
    /// The file as it can be typed.
    pub(crate) file: String,
    /// What a proof in the editor may take.
    options: &'a Options,
}

impl Advice<'_> {
    /// About this document.
    pub(crate) fn about<'a>(
        document: &Document,
        client: &Client,
        options: &'a Options,
    ) -> Advice<'a> {
        Advice { file: client.file_name(document.uri.as_str()), options }
    }

    /// What to try after a reason of this kind. The command has all but the file: `prove --function f`.
    pub(crate) fn after(&self, kind: UnknownKind, command: &str) -> String {
        let file = quoted(&self.file);
        match (kind, &self.options.memory) {
            (UnknownKind::Time, _) => {
                let seconds = longer(self.options.timeout);
                format!("with more time: buttress {command} --timeout {seconds} {file}")
            }
            (UnknownKind::Memory, Some((bytes, _))) => {
                let memory = more_memory(*bytes);
                format!("with more memory: buttress {command} --memory {memory} {file}")
            }
            (UnknownKind::Fragment, _) => {
                format!("what is outside, and why: buttress explain {file}")
            }
            (UnknownKind::Quantifier, _) => {
                format!("where quantifiers are instantiated: buttress explain {file}")
            }
            (kind, _) => format!("buttress explain {}", kind.code()),
        }
    }
}
