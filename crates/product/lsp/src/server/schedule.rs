//! What is read, told and proved next.

use std::cmp::Reverse;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use buttress_pi::{Severity, Span};
use buttress_session::programs::Message;
use lsp_types::{MessageType, PublishDiagnosticsParams};

use super::Server;
use crate::advice::Advice;
use crate::diagnostic::diagnostic;
use crate::document::{Analysis, Document};
use crate::limits::LARGEST_TEXT;
use crate::proving::{Finished, Outcome};
use crate::{gutter, program, script};

impl Server {
    /// Reads what was changed, tells what is known, and has the next unit proved.
    pub(super) fn settle(&mut self) {
        let changed = self.documents.iter_mut().filter_map(|(uri, document)| {
            std::mem::take(&mut document.is_changed).then(|| uri.clone())
        });
        let changed: Vec<String> = changed.collect();
        for uri in changed {
            let done = catch_unwind(AssertUnwindSafe(|| {
                self.refresh(&uri);
                self.publish(&uri);
            }));
            if done.is_err() {
                let text = format!("buttress itself failed on reading {uri}");
                self.outbox.log(MessageType::ERROR, text);
                // As if it were too large: the next edit may help.
                if let Some(document) = self.documents.get_mut(&uri) {
                    document.analysis = Some(Analysis::TooLarge);
                }
            }
        }
        self.start();
        self.report_status();
    }

    /// Reads a document that was changed: its units, and which of them are others than before.
    pub(super) fn refresh(&mut self, uri: &str) {
        let Some(document) = self.documents.get_mut(uri).filter(|it| it.analysis.is_none()) else {
            return;
        };
        (self.edits, self.is_stale) = (self.edits + 1, true);
        let units = match document.read() {
            Analysis::Program(analysis) => program::units(&analysis),
            Analysis::Script(analysis) => script::units(&analysis),
            Analysis::TooLarge => Vec::new(),
        };
        // What does not read now may be as it was when it does again.
        if units.is_empty() {
            document.units = units;
            return;
        }
        let is_first = document.edited.is_empty();
        for unit in &units {
            let (key, edited) =
                document.edited.entry(unit.name.clone()).or_insert((unit.key, self.edits));
            if is_first {
                *edited = 0;
            } else if *key != unit.key {
                (*key, *edited) = (unit.key, self.edits);
            }
        }
        document.kept.retain(|name, _| units.iter().any(|unit| unit.name == *name));
        document.units = units;
    }

    /// Has the next unit proved: of what is due, the one that was edited last.
    fn start(&mut self) {
        if !self.prover.is_free() {
            return;
        }
        let now = Instant::now();
        let due = self.documents.iter().filter(|(_, it)| it.due.is_some_and(|due| due <= now));
        let waiting = due.flat_map(|(uri, document)| {
            let units = document.units.iter().enumerate();
            let open = units.filter(|(_, unit)| document.found(unit).is_none());
            open.map(move |(place, unit)| {
                let edited = document.edited.get(&unit.name).map_or(0, |(_, edited)| *edited);
                ((edited, Reverse(place)), uri, unit)
            })
        });
        let next = waiting.max_by_key(|(rank, ..)| *rank);
        if let Some((_, uri, unit)) = next {
            let (uri, unit) = (uri.clone(), unit.clone());
            self.prover.start(&uri, &unit);
            self.is_stale = true;
        }
    }

    /// When the next proof may begin: also a moment that is over, if it has come since nothing was due. None while another one
    /// is under way, whose end is heard of.
    pub(super) fn next_due(&self) -> Option<Instant> {
        if !self.prover.is_free() {
            return None;
        }
        let is_open =
            |document: &&Document| document.units.iter().any(|unit| document.found(unit).is_none());
        self.documents.values().filter(is_open).filter_map(|document| document.due).min()
    }

    /// A proof is over.
    pub(super) fn finish(&mut self, number: u64, outcome: Outcome) {
        let Some(Finished { uri, unit, kept }) = self.prover.finish(number, outcome) else {
            return;
        };
        if let Outcome::Failed(why) = &kept.outcome {
            self.outbox.log(MessageType::WARNING, format!("{unit}: {why}"));
        }
        let Some(document) = self.documents.get_mut(&uri) else { return };
        document.kept.insert(unit, kept);
        self.is_stale = true;
        self.publish(&uri);
        if self.client.refreshes_lenses {
            self.outbox.refresh("workspace/codeLens/refresh");
        }
        if self.client.refreshes_hints {
            self.outbox.refresh("workspace/inlayHint/refresh");
        }
    }

    /// Sends the diagnostics of a document, if they are others than before.
    fn publish(&mut self, uri: &str) {
        let Some(document) = self.documents.get_mut(uri) else { return };
        let analysis = document.read();
        let advice = Advice::about(document, &self.client, &self.prover.options);
        let messages = match analysis {
            Analysis::Program(analysis) => program::diagnostics(document, &advice, &analysis),
            Analysis::Script(analysis) => script::diagnostics(document, &advice, &analysis),
            Analysis::TooLarge => vec![too_large(document)],
        };
        let diagnostics: Vec<_> =
            messages.iter().map(|message| diagnostic(document, &self.client, message)).collect();
        let published = Some((document.version, diagnostics));
        if document.published == published {
            return;
        }
        document.published.clone_from(&published);
        if let Some((version, diagnostics)) = published {
            let uri = document.uri.clone();
            let params = PublishDiagnosticsParams { uri, diagnostics, version: Some(version) };
            self.outbox.notify("textDocument/publishDiagnostics", params);
        }
    }

    /// Reports how everything stands, if the client does not know.
    fn report_status(&mut self) {
        if !std::mem::take(&mut self.is_stale) {
            return;
        }
        for (uri, document) in &mut self.documents {
            let status = gutter::status(document, self.prover.unit_of(uri));
            if document.reported.as_ref() != Some(&status) {
                self.outbox.notify("buttress/status", &status);
                document.reported = Some(status);
            }
        }
    }
}

/// Says that a text is not looked at.
fn too_large(document: &Document) -> Message {
    let end = document.text.find('\n').unwrap_or(0);
    Message {
        word: "note",
        severity: Severity::Note,
        code: "",
        title: format!(
            "this text is not looked at while it is typed: it has more than {} MiB",
            LARGEST_TEXT >> 20
        ),
        place: Some((Span::new(0, end), String::new())),
        others: Vec::new(),
        notes: Vec::new(),
        help: vec!["buttress prove and buttress solve read files of any size".to_owned()],
    }
}

#[cfg(test)]
mod tests {
    use lsp_server::{Message, Notification, Request};
    use serde_json::json;

    use super::*;
    use crate::options::Options;
    use crate::outbox::Outbox;

    #[test]
    fn what_became_due_unnoticed_is_not_forgotten() {
        let (sender, _messages) = crossbeam_channel::unbounded();
        let mut server = Server::new(Outbox::new(sender), Options::default());
        let hello = json!({ "capabilities": {} });
        let method = "initialize".to_owned();
        server.receive(Message::Request(Request { id: 1.into(), method, params: hello }));
        let text = "@pre true @post true void f() {}";
        let item = json!({ "uri": "file:///a.pi", "languageId": "pi", "version": 1, "text": text });
        let params = json!({ "textDocument": item });
        let method = "textDocument/didOpen".to_owned();
        server.receive(Message::Notification(Notification { method, params }));
        server.refresh("file:///a.pi");
        assert!(server.next_due().is_some_and(|due| due <= Instant::now()));
        server.settle();
        assert_eq!(server.next_due(), None, "the end of the proof is heard of");
        let (number, outcome) = server.prover.outcomes().recv().expect("an outcome");
        server.finish(number, outcome);
        assert_eq!(server.next_due(), None, "there is nothing left to prove");
    }
}
